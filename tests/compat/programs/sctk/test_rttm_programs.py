"""SCTK's small programs for RTTM, and its validators: golden cases, and what each does with a few rows."""

from __future__ import annotations

import json
import math
import os
import re
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorelite.scoring.compat.programs.sctk.md_eval.matching import best_mapping
from scorelite.scoring.compat.programs.sctk.md_eval.reading import read_glm
from scorelite.scoring.compat.programs.sctk.programs import PROGRAMS
from tests.fuzz.run import call

_GOLD = Path(os.environ.get("SCORELITE_GOLD") or "/nowhere") / "rttm_tools"
_CASES = [
    f"{name}/{path.name}"
    for name in PROGRAMS
    if (_GOLD / name.partition(".")[0]).is_dir()
    for path in sorted((_GOLD / name.partition(".")[0]).iterdir())
]


@pytest.mark.skipif(not _CASES, reason="SCORELITE_GOLD does not name the folder of golden cases")
@pytest.mark.parametrize("case", _CASES)
def test_a_golden_case_is_reached(case: str, tmp_path: Path) -> None:
    name, _, number = case.partition("/")
    source = _GOLD / name.partition(".")[0] / number
    told = json.loads((source / "cmd.json").read_text())
    for path in (source / "in").rglob("*"):
        if path.is_file():
            target = tmp_path / path.relative_to(source / "in")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    stdin = source / "stdin"
    code, out, err = call("scorelite", ["sctk", name, *told["argv"]], tmp_path, str(stdin) if told["stdin"] else "")
    assert b"Traceback" not in err
    assert code == told["exit"] if told["exit_compare"] == "exact" else code
    for text in told["contains"]:
        assert text.encode() in out + err
    if told["stdout"] in ("exact", "sorted"):
        assert _lines(out, told) == _lines((source / "out" / "stdout").read_bytes(), told)


def _lines(data: bytes, told: dict[str, Any]) -> list[str]:
    text = data.decode("latin-1")
    for pattern, mask in told["masks"]:
        text = re.sub(pattern, mask, text)
    lines = text.split("\n")
    return sorted(lines) if told["stdout"] == "sorted" else lines


_TURNS = b"SPEAKER m 1 1.3 1 <NA> <NA> A <NA>\n; note\nSPEAKER m 2 0.0 1.0 <NA> <NA> A <NA> x\n"


@pytest.mark.parametrize(
    ("program", "words", "given", "expected"),
    [
        ("rttmSmooth.pl", [], _TURNS, b"; note\nSPEAKER m 2 0.0 2.300 <NA> <NA> A <NA> x\n"),
        ("rttmSmooth.pl", ["--s=0.1", "5"], b"SPEAKER m 1 .5 1 a b A\n", b"SPEAKER m 1 .5 1 a b A\n"),
        (
            "rttmSort.pl",
            ["-"],
            b"IP m 2 <NA> 0 a b A 1\nSU m 2 9 0 a b A 1 x\n",
            b"SU m 2 9 0 a b A 1\nIP m 2 <NA> 0 a b A 1\n",
        ),
        (
            "spkr2sad.pl",
            [],
            b"SPEAKER m 1 3 1 <NA> <NA> A <NA>\n",
            b"SPKR-INFO m 1 <NA> <NA> <NA> unknown speech <NA>\nSPEAKER m 1 3 1 <NA> <NA> speech <NA>\n",
        ),
        ("rttm2ctm.pl", [], b"LEXEME m 1 1 .5 hi lex A 1\nLEXEME m 1 2 1 th- frag A 1\n", b"m 1 1 .5 hi 1\n"),
        (
            "stm2rttm.pl",
            ["--eval=rt04s"],
            b"m 1 A 0 1 <o,male> a\nm 1 excluded_region 1 2 <o,unk> b\n",
            (
                b"SPKR-INFO m 1 <NA> <NA> <NA> adult_male A <NA>\n"
                b"SPEAKER m 1 0 1.000 <NA> <NA> A <NA>\nNOSCORE m 1 1 1.000 <NA> <NA> <NA> <NA>\n"
            ),
        ),
        ("ctmValidator.pl", ["-i", "-"], b"m 1 0 1 it's 0.5\n", b"Validated -\n"),
        (
            "rttmValidator.pl",
            ["-tfui", "-"],
            (
                b"SPKR-INFO m 1 <NA> <NA> <NA> unknown a <NA>\nSPEAKER m 1 0 1 <NA> <NA> A <NA>\n"
                b"LEXEME m 1 0 1 x9 lex A 1\n"
            ),
            b"WARNING: Invalid orthography for LEXEME; see field (6) 'x9' in line 3\n",
        ),
        (
            "slatreport.pl",
            ["-i", "-", "-o", "/dev/null", "-t", "SU,LEXEME", "-H", "2"],
            b"SU m 1 1 2 a b A 1 4\nIP m 1 1 2 a b A 1 9\nLEXEME m 1 1 <NA> a b A 1 2.0\n",
            (
                b"Conditions:\n  FILE: ALL\n  CHANNEL: ALL\n  NAME: ALL\n  TYPE: SU,LEXEME\n  SUBTYPE: ALL\n\n"
                b"Sample Processing Latency Begin Time Based (SPLb):\n  Mean: 2.000\n  Standard Deviation: 1.000\n"
                b"  Distribution:\n     1.000 -  2.000: 1\n     2.000 -  3.000: 1\n\n"
                b"Sample Processing Latency Mid-point Time Based (SPLm):\n  Mean: 1.500\n  Standard Deviation: 0.500\n"
                b"  Distribution:\n     1.000 -  1.500: 1\n     1.500 -  2.000: 1\n\n"
                b"Sample Processing Latency End Time Based (SPLe):\n  Mean: 1.000\n  Standard Deviation: 0.000\n"
                b"  Distribution:\n"
            ),
        ),
        ("stmValidator.pl", ["-i-"], b"m 1 A 0 1 <o> it's (uh)\n", b"Validated -\n"),
    ],
)
def test_rows_become_those_of_the_reference(
    program: str, words: list[str], given: bytes, expected: bytes, tmp_path: Path
) -> None:
    (tmp_path / "stdin").write_bytes(given)
    assert call("scorelite", ["sctk", program, *words], tmp_path, str(tmp_path / "stdin")) == (0, expected, b"")


_SPEAKERS = b"".join([b"SPKR-INFO m 1 <NA> <NA> <NA> unknown %b <NA>\n" % name for name in (b"A", b"B")])


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        (b"SU m 1 1 2 <NA> statement A <NA>\n", b"SU at 1 contains no words; see line 3"),
        (b"IP m 1 2 <NA> <NA> edit A <NA>\n" * 2, b""),
        (
            b"LEXEME m 1 .5 1 a lex A <NA>\nEDIT m 1 0 1 <NA> simple A <NA>\nLEXEME m 1 0 .4 a lex A <NA>\n",
            b"Word at .5 is partially covered by EDIT object; see line 3",
        ),
        (b"LEXEME m 1 0 1 a lex B <NA>\n", b"Word at 0 doesn't belong to any SU object; see line 3"),
        (
            b"SPEAKER m 1 0 1.25 <NA> <NA> B <NA>\nSPEAKER m 1 1 1 <NA> <NA> B <NA>\n",
            b"Speaker B has SPEAKERs ending at 1.25 and starting at 1; SPEAKERs overlap; see line 4",
        ),
    ],
)
def test_rows_that_contradict_each_other_are_faults(rows: bytes, fault: bytes, tmp_path: Path) -> None:
    (tmp_path / "m.rttm").write_bytes(_SPEAKERS + rows)
    expected = (1, b"ERROR: " + fault + b"\nValidation aborted\n", b"") if fault else (0, b"", b"")
    assert call("scorelite", ["sctk", "rttmValidator", "-t", "-i", "m.rttm"], tmp_path) == expected


def test_an_edit_needs_an_interruption_point_where_it_ends(tmp_path: Path) -> None:
    unit = b"SU m 1 0 2 <NA> statement A <NA>\nLEXEME m 1 0 1 a lex A <NA>\nSPEAKER m 1 0 2 <NA> <NA> A <NA>\n"
    edit = b"EDIT m 1 0 1 <NA> simple A <NA>\n"
    for time, faults in ((b"1", []), (b"1.5", [b"EDIT at 0", b"IP at 1.5"])):
        rows = unit + edit + b"IP m 1 " + time + b" <NA> <NA> edit A <NA>\n"
        (tmp_path / "m.rttm").write_bytes(_SPEAKERS + rows)
        code, out, _ = call("scorelite", ["sctk", "rttmValidator", "-t", "-i", "m.rttm"], tmp_path)
        assert code == bool(faults)
        assert [line[7:].partition(b" doesn't")[0] for line in out.splitlines() if b"IP" in line] == faults


def test_a_word_goes_to_the_turn_in_which_its_middle_lies(tmp_path: Path) -> None:
    turns = b"SPEAKER m 1 0 1 <NA> <NA> A <NA>\nSPEAKER m 1 1.2 1 <NA> <NA> B <NA>\n"
    (tmp_path / "turns").write_bytes(_SPEAKERS + turns)
    (tmp_path / "words").write_bytes(b"m 1 0.9 0.8 hi 0.5 lex\nm 1 0 .2 th- 0.5 frag\nm 1 5 1 you 0.5 lex\n")
    code, out, err = call("scorelite", ["sctk", "mergectm2rttm", "-r", "turns", "-c", "words"], tmp_path)
    assert (code, err) == (0, b"")
    assert out.splitlines()[2:] == [
        b"SPEAKER m 1 0.9 0.8 <NA> <NA> B <NA>",
        b"LEXEME m 1 0.9 0.8 hi lex B 0.5",
        b";; type file chnl tbeg tdur ortho stype name conf",
    ]


def test_a_turn_that_two_sexes_speak_fails(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"m 1 A 0 1 <o,male> a\nn 1 A 0 1 <o,female> a\n")
    code, out, err = call("scorelite", ["sctk", "stm2rttm.pl", "-e", "rt04s", "in"], tmp_path)
    assert (code, out) == (255, b"")
    assert err == b"Error: ambiguous spkr info A=>adult_female but had adult_male\n"


@pytest.mark.parametrize("program", [["rttmSort.pl", "in"], ["rttm2ctm.pl", "-i", "in"]])
@pytest.mark.parametrize(
    ("subtype", "valid"), [("un-lex", True), ("a&b", True), ("<NA>", True), ("l]ex", False), ("<NA>x", False)]
)
def test_a_subtype_is_made_of_letters_digits_hyphens_and_ampersands(
    program: list[str], subtype: str, valid: bool, tmp_path: Path
) -> None:
    row = f"LEXEME m 1 0 .3 a {subtype} A 0".encode()
    (tmp_path / "in").write_bytes(row + b"\n")
    code, _, err = call("scorelite", ["sctk", *program], tmp_path)
    assert (code, err) == ((0, b"") if valid else (255, b"malformed line 1\n--> " + row + b"\n\n"))


@pytest.mark.parametrize("program", ["rttmSort.pl", "spkr2sad.pl"])
def test_a_missing_file_is_named_and_the_others_are_read(program: str, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"SPKR-INFO m 1 <NA> <NA> <NA> unknown speech <NA>\n")
    code, out, err = call("scorelite", ["sctk", program, "nope", "in"], tmp_path)
    assert (code, out) == (0, (tmp_path / "in").read_bytes())
    assert err == b"Can't open nope: No such file or directory\n"


@pytest.mark.parametrize(
    "words", [["rttmValidator", "-t", "-i"], ["mergectm2rttm", "-c", "x", "-r"], ["ctmValidator", "-i"]]
)
def test_a_shell_command_in_the_place_of_a_file_is_refused(words: list[str], tmp_path: Path) -> None:
    code, out, err = call("scorelite", ["sctk", *words, "touch done |"], tmp_path)
    assert code
    assert out == b""
    assert b"is a shell command" in err
    assert not (tmp_path / "done").exists()


_REF = b"SPEAKER m 1 0 4 <NA> <NA> A <NA>\nSPEAKER m 1 5 4 <NA> <NA> B <NA>\n"


def _sides(folder: Path) -> list[str]:
    (folder / "ref").write_bytes(_REF)
    (folder / "sys").write_bytes(b"SPEAKER m 1 0 3 <NA> <NA> x <NA>\nSPEAKER m 1 5 5 <NA> <NA> y <NA>\n")
    return ["sctk", "md-eval.pl", "-r", "ref", "-s", "sys"]


def test_the_lines_that_scripts_read_are_printed(tmp_path: Path) -> None:
    code, out, err = call("scorelite", _sides(tmp_path), tmp_path)
    assert (code, err) == (0, b"")
    assert b"\nMISSED SPEAKER TIME =      1.00 secs ( 12.5 percent of scored speaker time)\n" in out
    assert b"\n OVERALL SPEAKER DIARIZATION ERROR = 12.50 percent of scored speaker time  `(ALL)\n" in out


def test_forks_have_all_decimals_without_padding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORELITE_MDEVAL", "dscore")
    _, out, _ = call("scorelite", _sides(tmp_path), tmp_path)
    assert b"\nSCORED SPEAKER TIME =8.000000 secs (100.0 percent of scored speech)\n" in out


def test_the_map_of_speakers_is_a_file(tmp_path: Path) -> None:
    assert call("scorelite", [*_sides(tmp_path), "-M", "map"], tmp_path)[0] == 0
    head = b"File,Channel,RefSpeaker,SysSpeaker,isMapped,timeOverlap\n"
    assert (tmp_path / "map").read_bytes() == head + b"m,1,A,x,mapped,3.0000\nm,1,B,y,mapped,4.0000\n"


@pytest.mark.parametrize("rest", [b"1 <NA> <NA> A <NA>\n", b"1e0 <NA> <NA> A <NA>\n"])
def test_warnings_show_begins_as_the_file_writes_them_and_ends_as_numbers(tmp_path: Path, rest: bytes) -> None:
    words = _sides(tmp_path)
    (tmp_path / "ref").write_bytes(
        b"SPEAKER m 1 1.00 5.00 <NA> <NA> A <NA>\nSPEAKER m 1 2.50 1.0 <NA> <NA> A <NA>\n"
        b"SPEAKER m 1 2.70 2.00 <NA> <NA> A <NA>\nSPEAKER m 1 03.50 " + rest
    )
    told = [b"2.50", b"2.70", b"3.5", b"03.50", b"4.5"]
    lines = [b"WARNING:  speaker A speaking more than once at time %b\n" % time for time in told]
    code, _, err = call("scorelite", words, tmp_path)
    assert (code, err) == (0, b"".join(2 * lines))


def test_a_report_of_nothing_ends_in_the_middle(tmp_path: Path) -> None:
    code, out, err = call("scorelite", [*_sides(tmp_path), "-c", "9"], tmp_path)
    assert code == 255
    assert out.endswith(b"  SCORED TIME =      0.00 secs (  0.0 percent of evaluated time)\n")
    assert err == b"md-eval.pl: nothing is scored for ALL: the collar or the regions leave no speech\n"


def test_an_empty_reference_is_said_where_the_reference_program_says_nothing(tmp_path: Path) -> None:
    words = _sides(tmp_path)
    (tmp_path / words[words.index("-r") + 1]).write_bytes(b"")
    code, out, err = call("scorelite", words, tmp_path)
    assert (code, b"OVERALL" in out) == (0, False)
    assert err == b"md-eval.pl: nothing is scored: the reference has no recording to be scored\n"


@pytest.mark.parametrize(
    ("times", "fault"),
    [
        (b"1e400 1", b"a time that is not finite in RTTM file 'ref'"),
        (b"1 1e400", b"a time that is not finite in RTTM file 'ref'"),
        (b"nan 1", b"a time that is not finite in RTTM file 'ref'"),
        (b"9" * 400 + b" 1", b"a time that is not finite in RTTM file 'ref'"),
        (b"1 nan", b"-- negative metadata duration in file m,'"),
        (b"1 -Infinity", b"-- negative metadata duration in file m,'"),
    ],
)
def test_a_time_that_is_not_finite_is_refused_with_its_row(times: bytes, fault: bytes, tmp_path: Path) -> None:
    row = b"SPEAKER m 1 %b <NA> <NA> A <NA>" % times
    command = _sides(tmp_path)
    (tmp_path / "ref").write_bytes(_REF + row + b"\n")
    code, out, err = call("scorelite", command, tmp_path)
    assert code
    assert fault in err
    assert b"input RTTM record is: '" + row + b"\n'" in err
    assert b"percent of scored" not in out


_WORDS = b"LEXEME m 1 0 1 yes lex A <NA>\nLEXEME m 1 1 1 no lex A <NA>\n"


def test_metadata_is_counted_in_words_and_events(tmp_path: Path) -> None:
    command = _sides(tmp_path)
    (tmp_path / "ref").write_bytes(_WORDS + b"SU m 1 0 2 <NA> statement A <NA>\n")
    (tmp_path / "sys").write_bytes(b"SU m 1 0 1 <NA> statement x <NA>\nSU m 1 1 1 <NA> question x <NA>\n")
    code, out, err = call("scorelite", [*command, "-D"], tmp_path)
    assert (code, err) == (0, b"")
    assert b"*** Performance analysis for SUs ***  overall error SCORE = 200.00%\n" in out
    assert b"   1   -   -   1        statement SU         0.00    2.00 A                    question SU" in out


def test_an_event_without_words_is_an_error(tmp_path: Path) -> None:
    command = _sides(tmp_path)
    (tmp_path / "ref").write_bytes(_REF + b"SU m 1 0 4 <NA> statement A <NA>\n")
    code, _, err = call("scorelite", command, tmp_path)
    assert code == 255
    assert b"FATAL ERROR:  no reference words for file 'm' and channel '1'" in err


def test_a_rule_may_begin_with_its_arrow() -> None:
    assert read_glm(b" => gonna => going to\ngotta => got to\n") == {"gonna": ["going", "to"], "gotta": ["got", "to"]}


def test_of_equal_mappings_the_one_with_most_pairs_and_then_the_first_names_is_chosen() -> None:
    chance = Random(3)
    for _ in range(100):
        width, most = chance.randint(1, 4), chance.choice((1, 1, 2, 9))
        rows = [[chance.randint(0, most) for _ in range(width)] for _ in range(chance.randint(1, 4))]
        shared = {
            f"s{row}": {f"x{column}": cell * 0.1 for column, cell in enumerate(cells) if cell}
            for row, cells in enumerate(rows)
            if any(cells)
        }
        choices = set(permutations([*range(width), *[-1] * len(rows)], len(rows)))
        best = min(choices, key=lambda chosen: _rank(rows, chosen))
        expected = {f"s{row}": f"x{column}" for row, column in enumerate(best) if column >= 0 and rows[row][column]}
        assert best_mapping(shared) == expected
    assert best_mapping({"A": {"x": 1.0, "z": 2.000000001}, "B": {"z": 1.0}}) == {"A": "z"}
    assert best_mapping({"A": {"x": 1.0, "z": 2.0}, "B": {"z": 1.0}}) == {"A": "x", "B": "z"}
    assert best_mapping({"A": {"x": math.inf, "y": 2.0}, "B": {"x": math.inf}}) == {"A": "y", "B": "x"}


def _rank(rows: list[list[int]], chosen: tuple[int, ...]) -> tuple[int, int, list[int], list[int]]:
    cells = [rows[row][column] if column >= 0 else 0 for row, column in enumerate(chosen)]
    names = [column if cell else 99 for column, cell in zip(chosen, cells, strict=True)]
    tops = [max(column) for column in zip(*rows, strict=True)]
    closest = [name if cell and cell == tops[name] else 99 for name, cell in zip(names, cells, strict=True)]
    return -sum(cells), -sum(cell > 0 for cell in cells), closest, names


def test_events_without_words_and_deleted_events_are_warned_about(tmp_path: Path) -> None:
    command = _sides(tmp_path)
    (tmp_path / "ref").write_bytes(
        _WORDS + b"SU m 1 0.0 1.50 <NA> statement A <NA>\nSU m 1 1.5 3 <NA> question A <NA>\n"
        b"FILLER m 1 1.80 .1 <NA> filled_pause A <NA>\nSPEAKER m 1 1.60 .4 <NA> <NA> A <NA>\n"
    )
    (tmp_path / "sys").write_bytes(
        _WORDS + b"SU m 1 0.0 1.5 <NA> statement A <NA>\nSU m 1 1.40 3 <NA> statement A <NA>\n"
    )
    (tmp_path / "uem").write_bytes(b"m 1 0 2\n")
    code, _, err = call("scorelite", [*command, "-u", "uem", "-w"], tmp_path)
    place = b"    file='m', chnl='1', tbeg='%b', tend='%b', type='%b', subtype='%b'\n"
    deleted = b"\nWARNING:  A %b metadata event is being deleted that covers evaluated reference LEXEMEs\n"
    assert err == (
        b"\nWARNING:  reference metadata event subsumes no reference words\n"
        + place % (b"1.80", b"1.9", b"FILLER", b"filled_pause")
        + deleted % b"REF"
        + b"    (type=SU, subtype=question, spkr=A, TBEG=1.5, TEND=4.5)\n"
        + deleted % b"SYS"
        + b"    (type=SU, subtype=statement, spkr=A, TBEG=1.40, TEND=4.4)\n"
        + b"\nWARNING:  reference metadata event subsumes no reference words\n"
        + place % (b"1.60", b"2", b"SPEAKER", b"unknown")
    )
    assert code == 0
