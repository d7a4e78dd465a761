"""Cases of stm against ctm in which the reference crashes, never ends or has no limits: ours are defined."""

from __future__ import annotations

import pytest

from scorelite import core
from tests.compat.programs.sctk.sclite.conftest import Command
from tests.compat.programs.sctk.sclite.timed_cases import conversation

STM = b"f A s 0 1 a b\nf A s 1 2 c\n"
CTM = b"f A 0.1 0.2 a\nf A 0.5 0.2 b\nf A 1.2 0.2 c\n"
ROW = b"expected file channel begin duration word [confidence [flag]]\n"
SEGMENT = b"expected file channel speaker begin end [<label>] text\n"


def counts(out: bytes) -> list[list[int]]:
    """Counts of all utterances in a pra report."""
    lines = (line for line in out.splitlines() if line.startswith(b"Scores:"))
    return [[int(number) for number in line.split(b")")[1].split()] for line in lines]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (b"f A 0.5 0.2", b"h:2:12: only 4 fields; " + ROW),
        (b"f A\t0.5 ", b"h:2:8: only 3 fields; " + ROW),
        (b"f", b"h:2:2: only 1 field; " + ROW),
        (b"  ", b"h:2:1: only 0 fields; " + ROW),
        (b"** info", b"h:2:8: only 2 fields; " + ROW),
        (b"\r", b"h:2:1: only 1 field; " + ROW),
        (b"f A 0.5 0.2\r", b"h:2:12: only 4 fields; " + ROW),
        (b"f A 0.5 0.2\0 b", b"h:2:12: only 4 fields; " + ROW),
    ],
)
def test_a_short_row_is_named(command: Command, row: bytes, message: bytes) -> None:
    rows = CTM.splitlines()
    files = {"r": STM, "h": b"\n".join([rows[0], row, rows[2]]) + b"\n"}
    assert command("-r r stm -h h ctm -f 0", files=files) == (1, b"", message)
    assert command("-r r ctm -h h ctm -f 0", files={"r": CTM}) == (1, b"", message)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"f A s 1", b"r:2:8: only 4 fields; " + SEGMENT),
        (b"x", b"r:2:2: only 1 field; " + SEGMENT),
        (b"\xef\xbb\xbf", b"r:2:4: only 1 field; " + SEGMENT),
        (b"f A s\r", b"r:2:6: only 3 fields; " + SEGMENT),
    ],
)
@pytest.mark.parametrize("hypothesis", ["ctm", "txt"])
def test_a_short_segment_is_named(command: Command, line: bytes, message: bytes, hypothesis: str) -> None:
    first, second = STM.splitlines()
    files = {"r": b"\n".join([first, line, second]) + b"\n", "h": CTM}
    assert command(f"-r r stm -h h {hypothesis} -f 0", files=files) == (1, b"", message)


def test_lines_are_counted_with_comments_and_in_files_of_any_size(command: Command) -> None:
    rows = b";; one\nf A 0 1 a\n" * 40_000
    outcome = command("-r r stm -h h ctm -f 0", files={"r": STM, "h": rows + b";; c\nf A 1\n"})
    assert outcome == (1, b"", b"h:80002:6: only 3 fields; " + ROW)


def test_progress_before_a_short_row_is_printed_first(command: Command) -> None:
    # The reference reads 4999 rows before it aligns anything.
    rows = b"".join(b"f%d A %d .1 a\n" % (file, second) for file in range(2) for second in range(4000)) + b"f1\n"
    segments = b"f0 A s 0 9 a\nf1 A s 0 9 a\n"
    outcome = command("-r r stm -h h ctm -o none", files={"r": segments, "h": rows})
    assert outcome.code == 1
    assert outcome.out.endswith(
        b"    Performing alignments for file 'f0'.\n\r        1 of 1 Segments For Channel a.     \n"
    )
    assert outcome.err == b"h:8001:3: only 1 field; " + ROW


@pytest.mark.parametrize("options", ["", "-T"])
@pytest.mark.parametrize("number", ["nan", "-nan", "inf", "-inf", "1e400", "-5", "-0", "x", "."])
def test_impossible_times_end_with_a_report_or_an_error(command: Command, options: str, number: str) -> None:
    rows = b"".join(b"f A %d .5 %b 0.5\n" % (second, b"abc"[second % 3 : second % 3 + 1]) for second in range(120))
    odd = rows.replace(b"60 .5", f"{number} .5".encode()).replace(b"70 .5", f"70 {number}".encode())
    odd = odd.replace(b"80 .5 c 0.5", f"80 .5 c {number}".encode())
    files = {"r": rows, "h": odd}
    outcome = command(f"-r r ctm -h h ctm {options} -f 0 -o all prf -O . -C det hist bhist sbhist", files=files)
    assert (outcome.code, outcome.out) == (0, b"")
    assert command(f"-r h ctm -h r ctm {options} -f 0 -o all").code == 0
    segments = f"f A s 0 {number} a\nf A s {number} 50 b\nf A s 3 4 c\n".encode()
    for reduce in ("", "-m", "-m hyp", "-m ref hyp"):
        assert command(f"-r r stm -h h ctm {reduce} -o prf sgml stdout", files={"r": segments, "h": odd}).code == 0


def test_segments_that_overlap_take_words_in_the_order_of_the_file(command: Command) -> None:
    segments = b"f A s 0 5 a b\nf A s 1 3 c\nf A s 2 9 d\n"
    rows = b"f A 1 .1 a\nf A 4 .1 b\nf A 2 .1 c\nf A 6 .1 d\n"
    outcome = command("-r r stm -h h ctm -o pra stdout", files={"r": segments, "h": rows})
    # The first segment takes the words before 5; the others lie behind the second one.
    assert counts(outcome.out) == [[2, 0, 0, 1], [0, 0, 1, 0], [1, 0, 0, 0]]


def test_words_without_segments_end_the_run_and_segments_without_words_do_not(command: Command) -> None:
    outcome = command("-r r stm -h h ctm -f 0", files={"r": b"", "h": CTM})
    assert (outcome.code, b"Hyp file has more data than ref file" in outcome.err) == (1, True)
    assert command("-r r stm -h h ctm -o pra stdout", files={"r": b";; nothing\n", "h": b""}).code == 0
    assert command("-r r stm -h h ctm -o rsum stdout", files={"r": b";; nothing\n", "h": b""}).code == 1
    assert counts(command("-r r stm -h h ctm -o pra stdout", files={"r": STM, "h": b";; nothing\n"}).out) == [
        [0, 0, 2, 0],
        [0, 0, 1, 0],
    ]


def test_only_ignored_segments_are_an_error_where_means_are_asked_for(command: Command) -> None:
    files = {"r": b"f A s 0 1 IGNORE_TIME_SEGMENT_IN_SCORING\n", "h": CTM}
    outcome = command("-r r stm -h h ctm -o sum stdout", files=files)
    assert (outcome.code, outcome.err[:28]) == (1, b"sclite: nothing is scored: n")
    assert command("-r r stm -h h ctm -o pra stdout", files=files).code == 0


def test_segments_without_overlap_that_are_left_out_are_an_error(command: Command) -> None:
    rows = b"f A 90 .2 a\nf A 91 .2 b\n"
    files = {"r": b"f A s 0 1 a b\nf A s 1 2 c\nf A s 80 80.5 IGNORE_TIME_SEGMENT_IN_SCORING\n", "h": rows}
    outcome = command("-r r stm -h h ctm -m ref -o sum stdout", files=files)
    assert (outcome.code, b"| Sum/Avg" in outcome.out, b"nothing is scored" in outcome.err) == (1, False, True)


def test_many_channels_are_bounded(command: Command) -> None:
    number = 5_000 if core.NAME == "python" else 20_000
    segments = b"".join(b"f%d c%d s 0 1 a b\n" % (k // 1000, k) for k in range(number))
    rows = b"".join(b"f%d c%d .1 .2 a\n" % (k // 1000, k) for k in range(number))
    outcome = command("-r r stm -h h ctm -o rsum -O .", files={"r": segments, "h": rows})
    assert outcome.code == 0
    assert outcome.out.count(b"Performing alignments") == number


def test_one_segment_of_many_words(command: Command) -> None:
    number = 1_000 if core.NAME == "python" else 15_000
    text = b" ".join(b"w%d" % (k % 97) for k in range(number))
    rows = b"".join(b"f A %d.0 .5 w%d 0.5\n" % (k, (k % 97) if k % 10 else 99) for k in range(number))
    outcome = command("-r r stm -h h ctm -o pra stdout -l 2000", files={"r": b"f A s 0 9e9 " + text, "h": rows})
    assert counts(outcome.out) == [[number - number // 10, number // 10, 0, 0]]


def test_more_than_sixteen_labels(command: Command) -> None:
    labels = b"".join(b';; LABEL "l%d" "T%d" "D"\n' % (k, k) for k in range(40))
    segments = b"".join(b"f A s %d %d <l%d> a b\n" % (k, k + 1, k) for k in range(40))
    rows = b"".join(b"f A %d.2 .1 a\n" % k for k in range(40))
    outcome = command("-r r stm -h h ctm -o lur stdout", files={"r": labels + segments, "h": rows})
    assert outcome.code == 0
    # The speaker, the sum, the mean and the median.
    assert outcome.out.count(b"[2]   50.0") == 4 * 40


def test_a_folder_is_not_an_input(command: Command) -> None:
    assert command("-r . stm -h h ctm -f 0") == (1, b"", b"Can't open input reference file .\n")
    assert command("-r r ctm -h . ctm -f 0") == (1, b"", b"Can't open input hypothesis file .\n")


def test_only_master_measures_gaps_with_the_durations_of_hypothesis_words(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = dict(zip("rh", (text.encode() for text in conversation(20, 180, 0.02)), strict=True))
    words = []
    for release in ("master", "2.4.12", "2.4.10", ""):
        monkeypatch.setenv("SCORELITE_SCTK", release)
        chunks = counts(command("-r r ctm -h h ctm -o pra stdout", files=files).out)
        words.append([correct + wrong + deleted for correct, wrong, deleted, _ in chunks])
    assert words == [[51, 50, 51, 28], *[[51, 49, 50, 30]] * 3]
