"""hubscr.pl in one process: order of rows, filters, validation, reports, and what it refuses."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from scorelite.scoring.compat.programs.sctk.hubscr import sorting
from scorelite.scoring.compat.programs.sctk.hubscr.sorting import sorted_ctm, sorted_stm
from scorelite.scoring.compat.programs.sctk.validation import ctm_report, stm_report
from tests.fuzz.run import call

_STM = b";; note\nf 1 s 1.0 2.0 well-known (uh) d\nf 1 s 0.0 1.0 a b c\n"
_CTM = b"f 1 1.0 .3 wall .5\nf 1 0.0 0.3 gonna 0.9\nf 1 0.5 0.3 c 0.8\n"
_GLM = b";;\n* name 'x'\n[GONNA] => [A B] / [ ] __ [ ]\n"
_WORDS = ["-g", "g.glm", "-l", "english", "-h", "hub5", "-r", "ref.stm"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, data in (("ref.stm", _STM), ("hyp.ctm", _CTM), ("g.glm", _GLM)):
        (tmp_path / name).write_bytes(data)
    return tmp_path


def test_files_are_sorted_filtered_and_scored(folder: Path) -> None:
    (folder / "hyp.ctm").write_bytes(_CTM.replace(b" .3 ", b" 0.3 ").replace(b" .5\n", b" 0.5\n"))
    code, out, err = call("scorelite", ["sctk", "hubscr.pl", *_WORDS, "hyp.ctm"], folder)
    assert (code, err) == (0, b"")
    assert (folder / "ref.stm.filt").read_bytes() == (
        b";; note\nf 1 s 0.0 1.0 A B C\nf 1 s 1.0 2.0 WELL KNOWN (UH) D\n"
    )
    assert (folder / "hyp.ctm.filt").read_bytes().startswith(b"f 1 0.000 0.150 A 0.9\nf 1 0.150 0.150 B 0.9\n")
    assert out.startswith(b"Filtering Files:\n   Filtering english file 'ref.stm', stm format\n")
    assert b"Sum/Avg" in (folder / "hyp.ctm.filt.sys").read_bytes()
    assert (folder / "hyp.ctm.filt.pra").exists()


def test_a_hypothesis_that_is_not_valid_ends_the_run_unless_validation_is_off(folder: Path) -> None:
    (folder / "hyp.ctm").write_bytes(b"f 1 0.0 .3 a\n")
    code, out, err = call("scorelite", ["sctk", "hubscr.pl", *_WORDS, "hyp.ctm"], folder)
    assert code != 0
    assert b"      ERROR: [line 1] duration '.3' time must floating point value\n" in out
    assert err.startswith(b"Error: Filter processes failure detect.")
    assert call("scorelite", ["sctk", "hubscr.pl", "-V", *_WORDS, "hyp.ctm"], folder)[0] == 0


def test_brackets_that_do_not_match_leave_no_filtered_file(folder: Path) -> None:
    (folder / "ref.stm").write_bytes(b"f 1 s 0 1 <o> (a\n")
    code, _, err = call("scorelite", ["sctk", "hubscr.pl", *_WORDS, "hyp.ctm"], folder)
    assert code != 0
    assert err.startswith(b"Error: Unable to filter file: ref.stm with command:\n")
    assert not (folder / "ref.stm.filt").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-g", "nofile"], b"Error: Unable to stat GLM file 'nofile'"),
        (["-g", "g.glm", "-l", "klingon"], b"Error: Undefined language 'klingon'"),
        ([*_WORDS], b"Error: Hypothesis files required"),
        ([*_WORDS, "nofile"], b"Error: Unable to access hypothesis file 'nofile'"),
        ([*_WORDS, "-H", "hyp.ctm"], b"Error: Hamza normalization only applies to Arabic data"),
        ([*_WORDS, "-f", "trn", "hyp.ctm"], b"unknown format 'trn'; expected -F stm or rttm, -f ctm or rttm"),
        (["-g", "g.glm", "-l", "german", "-a"], b"Error: Asclite is working only with english"),
        ([*_WORDS, "-h", "sastt", "-a", "hyp.ctm"], b"Error: SASTT hub requires RTTM hyp file input"),
    ],
)
def test_a_wrong_command_line_is_refused(words: list[str], message: bytes, folder: Path) -> None:
    code, _, err = call("scorelite", ["sctk", "hubscr.pl", *words], folder)
    assert code != 0
    assert message in err.splitlines()[-1]


def test_rows_are_sorted_by_file_channel_and_time() -> None:
    rows = [b"b 1 0 1 x\n", b"a 2 0 1 x\n", b"a 10 0 1 x\n", b" a 1 10 1 x\n", b"a 1 9 1 x\n", b";; c\n"]
    assert sorted_ctm(b"".join(rows)) == b"a 1 9 1 x\na 1 10 1 x\na 10 0 1 x\na 2 0 1 x\nb 1 0 1 x\n"
    assert sorted_stm(b"f 1 s 2 3 x\nf 1 s 1 2 y\n;; c\n") == b";; c\nf 1 s 1 2 y\nf 1 s 2 3 x\n"


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (b"f 1 0 1", b"ctm record must have at least 5 fields"),
        (b"f/x 1 0 1 a", b"source 'f/x' must have"),
        (b"f C 0 1 a", b"channel 'C' must be numeric only"),
        (b"f 1 0 1 a1", b"token 'a1' must have"),
        (b"f 1 0 1 a -1.5", b"confidence '-1.5' time must"),
        (b"f 1 0 1 <ALT>", b"begin '0' time for ALT Tag"),
        (b"f 1 0 1 a 1 verb", b"type 'verb' is not a known type"),
    ],
)
def test_a_row_of_ctm_that_cannot_be_scored_is_reported(row: bytes, fault: bytes) -> None:
    assert b"ERROR: [line 1] " + fault in ctm_report(row + b"\n", b"x", b"english")


def test_words_of_stm_that_cannot_be_scored_are_reported() -> None:
    good = b"f 1 s 0 1 <o> a-b (uh) U.s x- it's o'clock %HESITATION { a / @ }\n"
    assert stm_report(good, b"english") == b""
    assert stm_report(b"f 1 s 0 1 a1 U.S.\n", b"english") == (
        b"   Unrecognized token English -a1-\n   Unrecognized token English -U.S.-\nFailed Validation\n"
    )
    assert stm_report(b"f 1 s 0 1 a1 U.S.\n", b"spanish") == b""
    assert stm_report(b"f 1 s 0 1 _a\n", b"spanish").startswith(b"   Unrecognized token spanish -_a-\n")


def test_german_compounds_are_divided_at_the_longest_first_part(tmp_path: Path) -> None:
    (tmp_path / "lex").write_bytes(b"haus-t\xfcr\narbeit\namt\nauto_bahn\n")
    (tmp_path / "in").write_bytes(b";; haust\xfcr\nhaust\xfcr arbeitsamt (autobahn) autobahnx-\n")
    code, out, err = call("scorelite", ["sctk", "acomp.pl", "-f", "-l", "lex", "in", "-"], tmp_path)
    assert (code, err) == (0, b"")
    assert out == b";; haust\xfcr\nHAUS T\xdcR ARBEITSAMT (AUTO) (BAHN) AUTO BAHN X-\n"


def test_arabic_articles_are_divided_off(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"il+$ams wa il+bayt\n")
    assert call("scorelite", ["sctk", "def_art.pl", "-i", "txt", "in", "-"], tmp_path)[1] == b"i$ $ams wa il bayt\n"


@pytest.mark.parametrize("seed", range(12))
def test_files_that_are_sorted_stay_and_others_are_sorted(seed: int) -> None:
    draw = random.Random(seed)
    rows = [
        b"%b%b%b %b %d%b 1 w\n"
        % (
            draw.choice([b"a", b"a", b"b"]),
            draw.choice([b" "] * 9 + [b"  ", b"\t"]),
            draw.choice([b"1", b"2"]),
            draw.choice([b"s", b"t"]),
            draw.randrange(12),
            draw.choice([b"", b".5", b"."]),
        )
        for _ in range(draw.randrange(1, 5))
    ]
    data = b";; x\n" * draw.randrange(2) + b"".join(rows)
    comments, lines = sorting._rows(data)
    assert sorting.sorted_stm(data) == b"".join(comments + sorting._sorted(lines, 3))
    data = b"".join([row.replace(b" s ", b" ").replace(b" t ", b" ") for row in rows]).removesuffix(b"\n" * (seed % 2))
    assert sorting.sorted_ctm(data) == b"".join(sorting._sorted(sorting._rows(data)[1], 2))


_MEETING = b"m 1 A 0 5 <o> hello there friend\nm 1 B 3 8 <o> we are here\n"
_HEARD = b"m 1 0.50 0.30 hello 0.9\nm 1 1.00 0.30 their 0.8\nm 1 3.20 0.30 we 0.9\nm 1 5.20 0.30 here 0.7\n"
_PLAIN_RULES = b'* name "x"\n* desc "x"\n* format = \'NIST1\'\n* max_nrules = "10"\n* copy_no_hit = "T"\nuhx => uhy\n'


def test_several_speakers_are_scored_at_once_as_recipes_for_meetings_do(tmp_path: Path) -> None:
    for name, data in (("stm", _MEETING), ("ctm", _HEARD), ("glm", _PLAIN_RULES)):
        (tmp_path / name).write_bytes(data)
    options = ["-G", "-v", "-m", "1:2", "-o4", "-a", "-C", "-B", "8192", "-p", "bin", "-V", "-l", "english"]
    words = [*options, "-h", "rt-stt", "-g", "glm", "-r", "stm", "ctm"]
    code, out, _ = call("scorelite", ["sctk", "hubscr.pl", *words], tmp_path)
    assert code == 0
    shown = b"mkdir -p ctm.filt.alignments ; align2html.pl  -a ctm.filt.aligninfo.csv -o ctm.filt.alignments\n"
    assert b"   Exec: " + shown in out
    assert b"6</td>" in (tmp_path / "ctm.filt.alignments" / "index.html").read_bytes()
    made = {path.name.removeprefix("ctm.filt.") for path in tmp_path.iterdir()}
    assert made >= {"sys", "raw", "sgml", "dtl", "pra", "prf", "aligninfo.csv", "sbhist.dat", "hist.dat", "det.plt"}
    sums = next(row for row in (tmp_path / "ctm.filt.raw").read_text().splitlines() if row.startswith("| Sum"))
    assert sums.split("|")[2:4] == ["     2      6 ", "      3      1      2      0      3      2 "]


_TURNS = b"""\
SPKR-INFO m 1 <NA> <NA> <NA> unknown x <NA>
SPKR-INFO m 1 <NA> <NA> <NA> unknown y <NA>
SPEAKER m 1 0.5 4.0 <NA> <NA> x <NA>
SPEAKER m 1 3.2 4.8 <NA> <NA> y <NA>
LEXEME m 1 1.0 0.3 their lex x 0.8
LEXEME m 1 0.5 0.3 hello lex x 0.9
LEXEME m 1 3.2 0.3 we lex y 0.9
LEXEME m 1 5.2 0.3 here lex y 0.9
"""


def test_speakers_are_mapped_before_their_words_are_aligned(tmp_path: Path) -> None:
    for name, data in (("stm", _MEETING), ("x.rttm", _TURNS), ("glm", _PLAIN_RULES)):
        (tmp_path / name).write_bytes(data)
    words = ["-v", "-G", "-a", "-l", "english", "-h", "sastt", "-g", "glm", "-r", "stm", "-f", "rttm", "x.rttm"]
    code, out, _ = call("scorelite", ["sctk", "hubscr.pl", *words], tmp_path)
    assert code == 0
    assert b"   Exec: md-eval.pl -nafcs -c 0.25 -o  -r stm.filt.rttm -s x.rttm.filt -M x.rttm" in out
    assert b"asclite -f 6 -spkr-align x.rttm.filt.mdeval.spkrmap  -adaptive-cost" in out
    assert b"OVERALL SPEAKER DIARIZATION ERROR" in (tmp_path / "x.rttm.filt.mdeval").read_bytes()
    assert b"m,1,B,y,mapped,4.8000\n" in (tmp_path / "x.rttm.filt.mdeval.spkrmap").read_bytes()
    assert (tmp_path / "x.rttm.filt").read_bytes().splitlines()[3:5] == [
        b"LEXEME m 1 0.5 0.3 HELLO lex x 0.9",
        b"LEXEME m 1 1.0 0.3 THEIR lex x 0.8",
    ]
    assert "B &lt;=&gt; Y" in next((tmp_path / "x.rttm.filt.alignments").glob("seg*")).read_text()


@pytest.mark.parametrize(
    ("turns", "told", "message"),
    [
        (_TURNS.replace(b"LEXEME m 1 5.2", b"LEXEME m 1 8.2"), b"Word at 8.2 doesn't belong to any SPEAKER", b"Filter"),
        (b"LEXEME m 1\n", b"", b"rttmSort.pl failed; all rows of the file are lost"),
    ],
)
def test_rows_of_rttm_are_checked(turns: bytes, told: bytes, message: bytes, tmp_path: Path) -> None:
    for name, data in (("stm", _MEETING), ("x.rttm", turns), ("glm", _PLAIN_RULES)):
        (tmp_path / name).write_bytes(data)
    words = ["-a", "-l", "english", "-h", "sastt", "-g", "glm", "-r", "stm", "-f", "rttm", "x.rttm"]
    code, out, err = call("scorelite", ["sctk", "hubscr.pl", *words], tmp_path)
    assert code != 0
    assert told in out
    assert message in err


def test_an_overlap_limit_leaves_groups_out_and_says_so(tmp_path: Path) -> None:
    for name, data in (("stm", _MEETING + b"m 1 A 9 12 <o> good bye\n"), ("ctm", _HEARD), ("glm", _PLAIN_RULES)):
        (tmp_path / name).write_bytes(data)
    (tmp_path / "ctm.filt.aligninfo.csv").write_bytes(b"of an earlier run")
    words = ["-o1", "-a", "-V", "-l", "english", "-h", "rt-stt", "-g", "glm", "-r", "stm", "ctm"]
    code, _, err = call("scorelite", ["sctk", "hubscr.pl", *words], tmp_path)
    assert code == 0
    assert b"1 group of segments with 10 words left out, and in no report" in err
    assert not (tmp_path / "ctm.filt.aligninfo.csv").exists()


def test_a_comparison_by_labels_that_nobody_declared_ends_without_incomplete_files(tmp_path: Path) -> None:
    for name, data in (("stm", _MEETING), ("ctm", _HEARD), ("other", _HEARD), ("glm", _PLAIN_RULES)):
        (tmp_path / name).write_bytes(data)
    words = ["-a", "-V", "-l", "english", "-h", "hub5", "-g", "glm", "-r", "stm", "ctm", "other"]
    code, _, err = call("scorelite", ["sctk", "hubscr.pl", *words], tmp_path)
    assert code != 0
    assert b"Error: Label id 'o' lookup failed" in err
    names = {path.name for path in tmp_path.iterdir()}
    assert "Ensemble.raw" in names
    assert "Ensemble.lur" not in names
    assert not [name for name in names if name.endswith(".part")]
