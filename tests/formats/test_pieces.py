"""Conversion in pieces: equal results in constant memory."""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scorelite import formats
from scorelite.formats.conversion import Wishes, run
from scorelite.formats.engine import pieces as engine
from scorelite.formats.engine.pieces import Stream, blocks
from tests.conftest import ROOT

ROWS = [(f"clips/a{row}.mp3", f'good "{row}",\nday' if row % 7 == 0 else f"word {row}", "anna") for row in range(300)]


def table(separator: str) -> bytes:
    """A table with line ends and separators inside its fields."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=separator, lineterminator="\n")
    writer.writerows([("path", "sentence", "client_id"), *ROWS])
    return buffer.getvalue().encode()


def ctm(row: int) -> str:
    """A row of ctm."""
    return f"talk{row // 5000} 1 {row * 0.3:.2f} 0.25 word{row % 100} 0.9\n"


def one_recording(row: int) -> str:
    """A row of ctm; a pause of a second comes after every 20 rows."""
    return f"talk 1 {row * 0.3 + row // 20:.2f} 0.25 word{row % 100} 0.9\n"


def jsonl(row: int) -> str:
    """A line of a data set."""
    return json.dumps({"id": f"u{row}", "audio": f"a/u{row}.flac", "text": f"good day {row}", "start": row}) + "\n"


def nemo(row: int) -> str:
    """A line of a manifest."""
    return json.dumps({"audio_filepath": "a/talk.wav", "offset": row, "duration": 0.5, "text": f"good {row}"}) + "\n"


def lhotse(row: int) -> str:
    """A supervision."""
    known = {"id": f"u{row}", "recording_id": "talk", "start": row, "duration": 0.5, "channel": 0}
    return json.dumps({**known, "text": f"good {row}"}) + "\n"


def comma(row: int) -> str:
    """A row of a table."""
    return f"a{row},good day {row}\n" if row else "path,sentence\n"


LARGE = (
    ("ctm", ctm, "stm"),
    ("ctm", ctm, "nemo"),
    ("ctm", one_recording, "stm"),
    ("jsonl", jsonl, "jsonl"),
    ("jsonl", jsonl, "kaldi"),
    ("nemo", nemo, "stm"),
    ("lhotse", lhotse, "trn"),
    ("csv", comma, "tsv"),
    ("csv", comma, "jsonl"),
    ("ctm", one_recording, "trn"),
    ("ctm", one_recording, "ass"),
)


@pytest.mark.parametrize("separator", [",", "\t"])
@pytest.mark.parametrize("size", [1, 30, 1000, 100_000])
def test_a_table_is_cut_between_rows_and_every_piece_has_the_names(separator: str, size: int) -> None:
    data = table(separator)
    pieces = list(blocks(Stream(data), "commas" if separator == "," else "tabs", size))
    rows = []
    for piece, added in pieces:
        names, *below = csv.reader(io.StringIO(piece.decode(), newline=""), delimiter=separator)
        assert names == ["path", "sentence", "client_id"]
        assert added == (1 if rows else 0)
        rows += [tuple(row) for row in below]
    assert rows == ROWS


@pytest.mark.parametrize(("name", "line", "target"), LARGE)
def test_pieces_give_what_the_whole_gives(
    name: str, line: Callable[[int], str], target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.data"
    path.write_text("".join(map(line, range(1500))))
    for size, output in ((1 << 20, "whole"), (700, "pieces")):
        monkeypatch.setattr(engine, "BLOCK", size)
        formats.convert(path, tmp_path / output, source_format=name, target_format=target)
    assert (tmp_path / "pieces").read_bytes() == (tmp_path / "whole").read_bytes()


def rows_of_runs(chance: random.Random) -> str:
    """Rows of ctm in any order: few recordings, pauses, comments, alternations, speakers, errors."""
    now, lines = 0.0, []
    name, odd, early = "a 1", *chance.choice(((0.0, 0.1), (0.02, 0.0), (0.1, 0.0), (0.02, 0.1)))
    commented = chance.choice((0.0, 0.0, 0.03, 0.2))
    for _ in range(chance.randrange(1, 120)):
        now += chance.choice((0.0, 0.1, 0.5, 1.0, 1.2))
        if chance.random() < early:
            now = max(0.0, now - chance.choice((0.3, 5.0)))
        if chance.random() < 0.03:
            name = chance.choice(("a 1", "a 2", "b 1", "a  1"))
        row = f"{name} {now:.2f} {chance.choice(('0.25', '.5', '1', '0'))}"
        lines.append(f"{row} w{chance.randrange(9)}{chance.choice(('', ' 0.5'))}\n")
        if chance.random() < odd:
            lines.append(f"{row} w 0.5 lex anna\n")
        if chance.random() < odd:
            marks = ("<ALT_BEGIN>", f"{now:.2f} 0.1 x", "<ALT>", f"{now:.2f} 1.7 y", "<ALT_END>")
            for mark in marks:
                lines.append(f"{name} {mark if mark[0] != '<' else f'* * {mark}'}\n")
                lines += [f";; inside {len(lines)}\n"] * (chance.random() < commented)
        if chance.random() < odd:
            lines.append(f"{name} {now:.2f} 0.5 @\n")
        if chance.random() < commented:
            lines.append(f";; comment {len(lines)}\n")
        if chance.random() < odd / 4:
            lines.append(chance.choice(("a 1 x 1 w\n", "a 1 1\n", "\n", "a 1 1 nan w\n")))
    return "".join(lines)


CUT_AT_PAUSES = ("stm", "mdtm", "lhotse", "srt", "vtt", "ass", "microdvd", "stl")


@pytest.mark.sweep(4)
@pytest.mark.parametrize("target", [*CUT_AT_PAUSES, "ctm", "rttm", "trn", "txt", "kaldi", "jsonl"])
def test_a_recording_is_cut_where_the_target_cuts_it(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def outcome(data: bytes, size: int, pause: float | None) -> bytes | str | None:
        monkeypatch.setattr(engine, "BLOCK", size)
        monkeypatch.setattr(engine, "_WINDOW", size // 5)
        written = io.BytesIO()
        wishes = Wishes(source_format="ctm", target_format=target, pause=pause)
        try:
            run(data, written, wishes)
        except formats.FormatError as error:
            return str(error).split("\n")[0]
        except formats.UsageError:  # rows of a later piece come before those of an earlier one
            return None
        return written.getvalue()

    chance, cut, compared = random.Random(target), target in CUT_AT_PAUSES, 0
    for _ in range(25):
        data, pause = rows_of_runs(chance).encode(), chance.choice((None, 0.0, 0.5, 1.0) if cut else (None,))
        whole = outcome(data, 1 << 20, pause)
        if target == "lhotse" and isinstance(whole, bytes) and re.search(rb'-\d{7}-\d{7}-\d+"', whole):
            continue  # two segments of equal times: their ids are told apart within a piece
        for _ in range(2):
            in_pieces = outcome(data, chance.randrange(20, 900), pause)
            assert in_pieces in (whole, None), data
            compared += in_pieces is not None
    assert compared >= 20


@pytest.mark.parametrize("word", ["w", "<unk>", "*a", "@", "(uh)", "a-", "x;y"])
@pytest.mark.parametrize("target", ["trn", "txt", "kaldi"])
def test_the_line_of_a_recording_is_written_in_parts(target: str, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [f"a 1 {row}.00 0.25 {word if row % 3 else 'day'}\n" for row in range(60)]
    rows[30] += ";; here\n"
    data = "".join([*rows, "b 1 1.00 0.25 @\n" * 20, "c 1 1.00 0.25 end\n"]).encode()
    written = []
    for size in (1 << 20, 250, 40):
        monkeypatch.setattr(engine, "BLOCK", size)
        target_file = io.BytesIO()
        run(data, target_file, Wishes(source_format="ctm", target_format=target))
        written.append(target_file.getvalue())
    assert written[0] == written[1] == written[2]
    assert len(written[0].splitlines()) == 4 + (target == "trn")


def test_a_comment_stays_between_the_words_that_it_stood_between() -> None:
    rows = "a 1 0.00 0.25 one\na 1 5.00 0.25 two\n;; here\na 1 5.30 0.25 three\n;; end\n"
    written = io.BytesIO()
    formats.convert(rows.encode(), written, source_format="ctm", target_format="stm")
    words = [line.split()[-1] for line in written.getvalue().decode().splitlines()]
    assert words == ["one", "two", "here", "three", "end"]


@pytest.mark.parametrize("word", ["w", "@"])
def test_rows_out_of_order_are_sorted_beside_any_word(word: str) -> None:
    rows = f"a 1 5.00 0.25 one\na 1 2.00 0.25 two\na 1 2.10 0.20 three\nb 1 0.00 0.25 {word}\nb 1 0.30 0.1 x\n"
    written = io.BytesIO()
    formats.convert(rows.encode(), written, source_format="ctm", target_format="stm")
    found = [line.split()[3:] for line in written.getvalue().decode().splitlines() if line.startswith("a")]
    assert found == [["2.00", "2.30", "two", "three"], ["5.00", "5.25", "one"]]


@pytest.mark.parametrize("word", ["w", "@"])
def test_a_pause_of_exactly_the_limit_ends_a_segment(word: str) -> None:
    # 0.1 + 0.2 is more than 0.3 in floats.
    rows = f"a 1 0.1 0.2 one\na 1 0.4 0.2 two\nb 1 0.00 0.25 {word}\nb 1 0.30 0.1 x\n"
    written = io.BytesIO()
    formats.convert(rows.encode(), written, source_format="ctm", target_format="stm", pause=0.1)
    assert sum(line.startswith("a") for line in written.getvalue().decode().splitlines()) == 2


def test_a_file_whose_name_tells_nothing_is_read_in_pieces_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "BLOCK", 1000)
    data = "".join(map(jsonl, range(1500))).encode()
    whole = io.BytesIO()
    formats.convert(data, whole, source_format="jsonl", target_format="kaldi")
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(data))
    for source in (data, io.BytesIO(data), tmp_path / "a.jsonl.gz"):
        found = io.BytesIO()
        formats.convert(source, found, target_format="kaldi")
        assert found.getvalue() == whole.getvalue()


def test_a_problem_below_the_first_piece_of_a_table_has_its_own_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "BLOCK", 100)
    data = b"id,text,start\n" + b"a,b,1\n" * 500 + b"a,b,x\n"
    with pytest.raises(formats.FormatError, match="^<bytes>:502:1: start: 'x' is not a number"):
        formats.convert(data, io.BytesIO(), source_format="csv", target_format="tsv")


def test_quotes_that_go_wrong_are_told_as_in_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"id,text\n" + b"a,b\n" * 500 + b'a,"b" c\n' + b"a,b\n" * 500
    with pytest.raises(formats.FormatError) as whole:
        formats.read(data, format="csv")
    monkeypatch.setattr(engine, "BLOCK", 100)
    with pytest.raises(formats.FormatError) as pieces:
        formats.convert(data, io.BytesIO(), source_format="csv", target_format="tsv")
    assert pieces.value.problems == whole.value.problems


def test_ids_that_are_made_count_on_from_piece_to_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "BLOCK", 100)
    found = io.BytesIO()
    data = b'{"text": "good day", "speaker": "anna"}\n' * 50
    formats.convert(data, found, source_format="jsonl", target_format="kaldi")
    ids = [line.split()[0] for line in found.getvalue().splitlines()]
    assert len(set(ids)) == 50


def test_an_unknown_option_is_refused_in_pieces_too() -> None:
    with pytest.raises(formats.UsageError, match="ctm has no option 'frame_rate'"):
        formats.convert(b"a 1 0.5 0.5 x\n", io.BytesIO(), source_format="ctm", target_format="stm", frame_rate=25)


def test_columns_of_a_table_are_options() -> None:
    found = io.BytesIO()
    formats.convert(b"id,raw_text\na,good day\n", found, source_format="csv", target_format="trn", text="raw_text")
    assert found.getvalue() == b"good day (a)\n"


# --- memory ------------------------------------------------------------------------------------------

CONVERT = """
import resource, sys
sys.path.insert(0, sys.argv[1])
from scorelite import formats
from scorelite.formats.engine import pieces
pieces.BLOCK = int(sys.argv[6])
formats.convert(sys.argv[2], sys.argv[3], source_format=sys.argv[4], target_format=sys.argv[5])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024))
"""


def peak(path: Path, source: str, target: str, block: int) -> int:
    """The peak memory, in bytes, of a process that converts a file."""
    argv = [sys.executable, "-c", CONVERT, str(ROOT), str(path), f"{path}.out", source, target, str(block)]
    return int(subprocess.run(argv, capture_output=True, text=True, check=True).stdout)


def write(path: Path, line: Callable[[int], str], size: int) -> None:
    """Writes lines up to a number of bytes."""
    with path.open("w") as file:
        row = 0
        while file.tell() < size:
            file.writelines(map(line, range(row, row + 1_000)))
            row += 1_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "line", "target"),
    [LARGE[0], LARGE[2], LARGE[3], LARGE[4], LARGE[8], LARGE[-2], LARGE[-1]],
)
def test_memory_does_not_grow_with_a_small_file(
    name: str, line: Callable[[int], str], target: str, tmp_path: Path
) -> None:
    pytest.importorskip("resource", reason="memory is measured as POSIX does it")
    peaks = []
    for size in (1 << 19, 4 << 20):
        write(tmp_path / "a", line, size)
        peaks.append(peak(tmp_path / "a", name, target, 1 << 17))
    assert peaks[1] < peaks[0] + (4 << 20)


@pytest.mark.slow
def test_memory_does_not_grow_with_a_large_file(tmp_path: Path) -> None:
    pytest.importorskip("resource", reason="memory is measured as POSIX does it")
    name, line, target = LARGE[0]
    peaks = []
    for size in (6 << 20, 12 << 20):
        write(tmp_path / "a", line, size)
        peaks.append(peak(tmp_path / "a", name, target, engine.BLOCK))
    assert peaks[1] < peaks[0] * 1.2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize(
    "text", ["id,text\n1,a b\r2,c d\n3,e\n4,f\n", 'id,text\n1,\u0d0a \u220a\n2,"\u2222\nx"\n3,\u2c2c\n']
)
@pytest.mark.parametrize("size", [8, 1 << 20])
def test_no_row_of_a_table_is_lost(text: str, encoding: str, size: int) -> None:
    data = text.encode(encoding)
    head = data if encoding in ("utf-16", "utf-32") else data[: data.index(b"\n") + 1]
    pieces = list(blocks(Stream(data), "commas", size))
    rest = [block[len(head) :] if repeated else block for block, repeated in pieces]
    assert b"".join(rest) == data
    assert {repeated for _, repeated in pieces[1:]} <= {1}
