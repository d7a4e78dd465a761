"""Messages while transcripts are read and aligned, all of them the reference's."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.builds import ROOT
from tests.compat.programs.sctk.sclite.conftest import Command
from tests.conftest import Run

BEGIN = b"sclite: 2.10 TK Version 1.3\nBegin alignment of Ref File: '%b' and Hyp File: '%b'\n"
END = b"\n\n\nSuccessful Completion\n"
WARNING = (
    b"Warning: The comment designation is now ;;, the line below\n"
    b"         has only one comment character, this may be an error\n"
    b"         ; q (c)\n"
    b"\n"
    b"Warning: The comment designation is now **, the line below\n"
    b"         has only one comment info character, this may be an error\n"
    b"         * w (d)\n"
    b"\n"
)


def test_feedback_announces_every_utterance_and_breaks_the_line_between_speakers(command: Command) -> None:
    assert command("-r r -h h -i rm -o none") == (
        0,
        BEGIN % (b"r", b"h")
        + b"\r    Alignment# 1 for speaker s1          \r    Alignment# 2 for speaker s1          "
        + b"\n\r    Alignment# 1 for speaker s2          "
        + END,
        b"",
    )


def test_feedback_2_shows_the_alignments_in_lines_of_199(command: Command) -> None:
    outcome = command("-r r -h h -i rm -f 2 -l 20 -o none")
    assert (
        outcome.out
        == BEGIN % (b"r", b"h")
        + (
            b"\r    Alignment# 1 for speaker s1          \n"
            b"id: (s1-1)\nScores: (#C #S #D #I) 2 1 0 0\nREF:  a b C \nHYP:  a b D \nEval:     S \n\n"
            b"\r    Alignment# 2 for speaker s1          \n"
            b"id: (s1-2)\nScores: (#C #S #D #I) 2 0 0 0\nREF:  d e \nHYP:  d e \nEval:     \n\n"
            b"\n\r    Alignment# 1 for speaker s2          \n"
            b"id: (s2-1)\nScores: (#C #S #D #I) 2 0 1 0\nREF:  x y Z \nHYP:  x y * \nEval:     D \n\n"
        )
        + END
    )


def test_feedback_100_shows_the_texts_and_only_the_reference_is_folded(command: Command) -> None:
    outcome = command("-r r -h h -i rm -f 100 -o none")
    assert b"          \n        HYP -> X y \n        REF -> x y z \n\nid: (s2-1)\n" in outcome.out


def test_a_notice_stands_behind_the_utterance_that_it_is_about(folder: Path) -> None:
    long = "a" * 10_050
    (folder / "r").write_text(f"a (u_1)\n{{ {long} / b }} (u_2)\nc (u_3)\n{{ {long} / b }} (u_4)\nd (u_5)\n")
    (folder / "h").write_text("a (u_1)\nb (u_2)\nc (u_3)\nb (u_4)\nd (u_5)\n")
    done = subprocess.run(
        [sys.executable, "-m", "scorelite.scoring.cli.sclite", "-r", "r", "-h", "h", "-i", "rm", "-o", "none"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=True,
    )
    lines = [f"\r    Alignment# {number} for speaker u          " for number in range(1, 6)]
    notice = "proc: find_next_TEXT_token increase token size > 10000\n"
    expected = "".join([lines[0], lines[1], notice, lines[2], lines[3], notice, lines[4]])
    assert done.stdout == BEGIN % (b"r", b"h") + expected.encode() + END


def test_feedback_0_is_silent(command: Command) -> None:
    assert command("-r r -h h -i rm -f 0 -o none") == (0, b"", b"")


def test_an_id_without_speaker_takes_that_of_the_utterance_before(command: Command) -> None:
    text = b"a (x1)\nb (s-1)\nc (x2)\nd\n"
    assert command("-r r -h h -i swb -o none", files={"r": text, "h": text}) == (
        0,
        BEGIN % (b"r", b"h")
        + b"\r    Alignment# 1 for speaker           \n\r    Alignment# 1 for speaker s          "
        + b"\r    Alignment# 2 for speaker s          \r    Alignment# 3 for speaker s          "
        + END,
        (
            b"Error: extract_speaker can't locate SWB id (x1)\n"
            b"Error: extract_speaker can't locate SWB id (x2)\n"
            b"Error: extract_speaker can't locate SWB id \n"
        ),
    )


@pytest.mark.parametrize(("kind", "name"), [("rm", b"RM"), ("spu_id", b"SPU_ID")])
def test_the_message_names_the_kind_of_id(command: Command, kind: str, name: bytes) -> None:
    text = b"a (x)\n"
    outcome = command(f"-r r -h h -i {kind} -o none -f 0", files={"r": text, "h": text})
    assert outcome == (0, b"", b"Error: extract_speaker can't locate " + name + b" id (x)\n")


def test_a_line_with_half_a_comment_mark_is_data_and_warned_of_at_every_reading(command: Command) -> None:
    text = b"a (b)\nc (a)\n; q (c)\n* w (d)\n"
    outcome = command("-r r -h h -i sp -o none", files={"r": text, "h": text})
    # The reference reads the hypothesis twice and the reference file once.
    assert outcome.err == WARNING * 3
    assert outcome.out.count(b"Alignment# 1") == 4


def test_warnings_and_missing_speakers_come_in_the_order_of_the_lines(command: Command) -> None:
    text = b"a (x)\n; q (c)\nb (y)\n"
    warning = WARNING[: WARNING.index(b"Warning", 1)]
    outcome = command("-r r -h h -i rm -o none -f 0", files={"r": text, "h": text})
    lost = b"Error: extract_speaker can't locate RM id (%b)\n"
    assert outcome.err == warning * 2 + lost % b"x" + warning + lost % b"c" + lost % b"y"


def test_categories_beyond_the_tenth_are_told_on_standard_output(command: Command) -> None:
    lines = b"".join(b';; CATEGORY "%d" "" ""\n' % number for number in range(25)) + b"a b (x-1)\n"
    outcome = command("-r r -h h -i rm -o none", files={"r": lines, "h": lines})
    assert outcome.out == BEGIN % (b"r", b"h") + (
        b"Expanding\nExpanding\n\r    Alignment# 1 for speaker x          " + END
    )


def test_the_tenth_category_of_a_hypothesis_is_told_at_its_second_reading(command: Command) -> None:
    lines = b"a b (x-1)\n" + b"".join(b';; CATEGORY "%d" "" ""\n' % number for number in range(10)) + b"c (x-2)\n"
    outcome = command("-r r -h h -i rm -o none", files={"r": b"a b (x-1)\nc (x-2)\n", "h": lines})
    first, second = (b"\r    Alignment# %d for speaker x          " % number for number in (1, 2))
    assert outcome.out == BEGIN % (b"r", b"h") + first + b"Expanding\n" + second + END


def test_a_hypothesis_without_reference_ends_the_run(command: Command) -> None:
    files = {"r": b"a (1)\nc (7)\n", "h": b"a (1)\nb (3)\nb (9)\nc (7)\n"}
    # The reference looks only at the first two sorted ids, because it found two references: (9) is not named.
    assert command("-r r -h h -i sp -o none", files=files) == (
        1,
        BEGIN % (b"r", b"h"),
        b"Error: Not enough Reference files loaded\nMissing:\n    (3)\n",
    )


def test_an_id_twice_in_the_hypothesis_ends_the_run(command: Command) -> None:
    files = {"r": b"a (1)\nb (2)\n", "h": b"a (1)\na (1)\nb (2)\n"}
    assert command("-r r -h h -i sp -o none -f 0", files=files) == (
        1,
        b"",
        b"Error: Not enough Reference files loaded\nMissing:\n    (1)\n",
    )


def test_a_repeated_reference_must_be_equal_to_the_first_or_its_beginning(command: Command) -> None:
    files = {"r": b"a b (1)\na (1)\nab (1)\na c (1)\nb (2)\n", "h": b"a (1)\n"}
    double = b"Error: double reference text for id '(1)'\n"
    assert command("-r r -h h -i sp -o none -f 0", files=files) == (1, b"", double * 2)
    assert command("-r r -h h -i sp -o none -f 0", files={"r": b"a b (1)\na (1)\na b (1)\n"}).code == 0


def test_repeated_references_and_warnings_come_in_the_order_of_the_lines(command: Command) -> None:
    files = {"r": b"a (1)\nb (1)\n; q (c)\nc (1)\nd (x\n", "h": b"a (1)\n"}
    double = b"Error: double reference text for id '(1)'\n"
    outcome = command("-r r -h h -i sp -o none -f 0", files=files)
    warning = WARNING[: WARNING.index(b"Warning", 1)]
    assert outcome == (1, b"", double + warning + double + b"Error: Unparsable utterance id d (x\n\n")


def test_references_without_hypothesis_are_passed_over(command: Command) -> None:
    outcome = command("-r r -h h -i rm -o rsum stdout", files={"h": b"d e (s1-2)\n"})
    assert b"| Sum  |    1      2 |" in outcome.out


def test_an_id_with_one_parenthesis_ends_the_run(command: Command) -> None:
    assert command("-r r -h h -i sp -o none", files={"h": b"A (1\n"}) == (
        1,
        BEGIN % (b"r", b"h"),
        b"Error: Unparsable utterance id a (1\n\n",
    )


@pytest.mark.parametrize("options", ["", " -s"])
def test_text_that_is_not_utf_8_ends_the_run_at_its_place(command: Command, options: str) -> None:
    files = {"r": b"a (s-1)\n", "h": b"b\xffC (s-1)\n"}
    outcome = command("-r r -h h -i rm -e utf-8 -o none" + options, files=files)
    rest = b"\xffC (s-1)\n" if not options else b"\xffC "
    progress = b"\r    Alignment# 1 for speaker s          " if options else b""
    assert outcome == (
        1,
        BEGIN % (b"r", b"h") + progress,
        b"Error: UTF-8 parsing of character size failed. first char ff " + rest + b"\n",
    )


def test_an_id_that_is_not_utf_8_is_sorted_if_no_comparison_reaches_its_broken_byte(command: Command) -> None:
    files = {"r": b"x (a-1)\ny (c-1)\n", "h": b"z (b\xff-1)\ny (c-1)\nx (a-1)\n"}
    outcome = command("-r r -h h -i rm -e utf-8 -s -o none -f 0", files=files)
    assert outcome == (1, b"", b"Error: Not enough Reference files loaded\nMissing:\n    (b\xff-1)\n")


def test_an_id_that_is_not_utf_8_ends_the_run_where_it_is_compared(command: Command) -> None:
    files = {"r": b"a (s-1)\nb (s\xff2)\n", "h": b"a (s-1)\nb (s-2)\n"}
    outcome = command("-r r -h h -i rm -e utf-8 -s -o none -f 0", files=files)
    assert outcome == (
        1,
        b"",
        b"Error: UTF-8 parsing of character size failed. first char ff \xff2)\n",
    )


@pytest.mark.parametrize(
    ("ref_format", "hyp_format"), [("tmk", "tmk"), ("stm", "trn"), ("trn", "ctm"), ("ctm", "trn"), ("trn", "txt")]
)
def test_pairs_of_formats_that_cannot_be_scored_are_refused(command: Command, ref_format: str, hyp_format: str) -> None:
    assert command(f"-r r {ref_format} -h h {hyp_format} -i rm") == (
        1,
        BEGIN % (b"r", b"h"),
        f"Error: Unable to score '{hyp_format}' against '{ref_format}'\n".encode(),
    )


def test_the_utterances_of_several_hypotheses_are_numbered_on(command: Command) -> None:
    outcome = command("-r r -h h -h r trn Two -i rm -o sgml stdout")
    assert [line for line in outcome.out.split() if line.startswith(b"sequence=")] == [
        b'sequence="%d">' % number for number in range(6)
    ]
    assert b'title="Two" ref_fname="r" hyp_fname="r"' in outcome.out


@pytest.mark.usefixtures("folder")
def test_the_release_is_chosen_by_the_environment(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORELITE_SCTK", "2.4.10")
    assert b"   with substitions                    " in command("-r r -h h -i rm -o dtl stdout").out
    for newer in ("2.4.12", "master", ""):
        monkeypatch.setenv("SCORELITE_SCTK", newer)
        assert b"   with substitutions                  " in command("-r r -h h -i rm -o dtl stdout").out
    monkeypatch.setenv("SCORELITE_SCTK", "2.4")
    expected = b"sclite: SCORELITE_SCTK is '2.4'; expected 2.4.12, 2.4.10 or master\n"
    assert command("-r r -h h -i rm") == (1, b"", expected)


class TestWeights:
    def test_a_file_is_announced_and_named_with_its_first_column(self, command: Command) -> None:
        text = b";; 'Headings' 'Word Spelling' 'First' 'Second'\n;; default MISSING weight '2.5'\na 1 9\nb 0x.8\n"
        outcome = command("-r r -h h -i rm -w w -o sgml", files={"w": text})
        assert outcome.out.startswith(b"sclite: 2.10 TK Version 1.3\nLoading WWL file 'w'\nBegin alignment")
        sgml = Path("h.sgml").read_bytes()
        assert b'weight_ali="TRUE" weight_filename="w Column "First"">' in sgml
        assert b'C,"a","a",1.000000,1.000000:C,"b","b",0.500000,0.500000:S,"c","d",2.500000,2.500000' in sgml

    def test_without_headings_the_column_has_a_number(self, command: Command) -> None:
        outcome = command("-r r -h h -i rm -w w -o sgml stdout", files={"w": b"a 1\n"})
        assert b'weight_filename="w Column "w Col 1""' in outcome.out

    def test_unity_is_not_a_file(self, command: Command) -> None:
        outcome = command("-r r -h h -i rm -w unity -o sgml stdout")
        assert b'weight_filename="unity Column "Unity Weighting""' in outcome.out
        assert b'S,"c","d",1.000000,1.000000' in outcome.out

    def test_a_missing_file_is_reported_twice(self, command: Command) -> None:
        assert command("-r r -h h -i rm -w none") == (
            1,
            b"sclite: 2.10 TK Version 1.3\nLoading WWL file 'none'\n",
            (
                b"Warning: Could not open Word-weight file: none No words loaded ! ! ! !\n"
                b"Error: Unable to read WWL file 'none'\n"
            ),
        )

    def test_a_word_without_weight_is_an_error(self, command: Command) -> None:
        assert command("-r r -h h -i rm -w w -f 0", files={"w": b"a 1\nb\n"}) == (
            1,
            b"",
            b"Error: Unable to parse line 2 of WWF file 'b\n'\nError: Unable to read WWL file 'w'\n",
        )

    def test_unclear_comments_are_warned_of(self, command: Command) -> None:
        text = b";; Default missing weight x\n;; 'Headings' 'x'\nb 1\n"
        assert command("-r r -h h -i rm -w w -f 0 -o none", files={"w": text}) == (
            0,
            b"",
            (
                b"Warning: Failure to parse 'Default missing weight' ;; Default missing weight x\n"
                b"Warning: Unable to parse label line ;; 'Headings' 'x'\n"
            ),
        )

    def test_of_a_repeated_word_the_binary_search_decides(self, command: Command) -> None:
        text = b"a 1\na 2\na 3\nb 7\n"
        outcome = command("-r r -h h -i rm -w w -o sgml stdout", files={"w": text})
        assert b'C,"a","a",2.000000,2.000000' in outcome.out


class TestSegmentation:
    def test_words_out_of_order_are_told_once_after_the_first_utterance_is_announced(self, command: Command) -> None:
        outcome = command("-r r -h h -h h -i rm -S algo1 l -o none", files={"l": b"b\na\n"})
        assert (outcome.code, outcome.err) == (0, b"Error: Adding lexical item 1 out of order 'a' !> 'b'\n")

    def test_both_algorithms_together_are_unknown(self, command: Command) -> None:
        outcome = command("-r r -h h -i rm -S algo1 l -S algo2 l -o none", files={"l": b"a\n"})
        progress = b"\r    Alignment# 1 for speaker s1          "
        assert outcome == (1, BEGIN % (b"r", b"h") + progress, b"Error: unknown alignment procedure\n")

    def test_the_lexicon_is_not_read_if_there_is_nothing_to_align(self, command: Command) -> None:
        outcome = command("-r r -h h -i rm -S algo1 l -o none -f 0", files={"l": b"b\na\n", "h": b""})
        assert outcome == (0, b"", b"")


PACKED = {
    "gzip": gzip.compress(b"a b (s-1)\n"),
    "bzip2": bz2.compress(b"a b (s-1)\n"),
    "xz": lzma.compress(b"a b (s-1)\n"),
    "zstd": b"\x28\xb5\x2f\xfd\x04\x58\x51",
}


@pytest.mark.parametrize("kind", PACKED)
@pytest.mark.parametrize(
    "words",
    [
        ("-r", "packed", "-h", "plain", "-i", "spu_id"),
        ("-r", "plain", "-h", "packed", "-i", "spu_id"),
        ("-r", "packed", "stm", "-h", "plain", "ctm"),
        ("-r", "packed", "ctm", "-h", "plain", "ctm"),
        ("-r", "plain", "-h", "plain", "-i", "spu_id", "-w", "packed"),
    ],
)
def test_compressed_data_are_refused_and_not_printed(
    words: tuple[str, ...], kind: str, sclite: Run, tmp_path: Path
) -> None:
    (tmp_path / "packed").write_bytes(PACKED[kind])
    (tmp_path / "plain").write_bytes(b"a b (s-1)\n")
    done = sclite(*words, "-f", "0")
    message = b"sclite: packed: compressed data; expected text: unpack it first, as gunzip does\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", message)


def test_compressed_alignments_on_stdin_are_refused(sclite: Run) -> None:
    done = sclite("-P", "-f", "0", stdin=PACKED["gzip"])
    message = b"sclite: stdin: compressed data; expected text: unpack it first, as gunzip does\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", message)


def test_a_file_named_gz_is_unpacked(sclite: Run, tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"a b (s-1)\n")
    (tmp_path / "plain.gz").write_bytes(PACKED["gzip"])
    outputs = [sclite("-r", ref, "-h", "plain", "-i", "spu_id", "-o", "pra", "stdout") for ref in ("plain", "plain.gz")]
    assert outputs[0].stdout.replace(b"Ref file: plain", b"Ref file: plain.gz") == outputs[1].stdout
    assert b"Scores: (#C #S #D #I) 2 0 0 0" in outputs[1].stdout
    (tmp_path / "broken.gz").write_bytes(PACKED["gzip"][:-9])
    done = sclite("-r", "broken.gz", "-h", "plain", "-i", "spu_id")
    assert (done.returncode, b"broken gzip data" in done.stderr) == (2, True)


def test_the_version_names_scorelite(sclite: Run) -> None:
    done = sclite("--version")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"sclite of scorelite ")
