"""SCTK's small programs for RTTM, and its validators: golden cases, and what each does with a few rows."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from scoring.compat.sctk.programs import PROGRAMS
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
        expected = _lines((source / "out" / "stdout").read_bytes(), told["stdout"])
        assert _lines(out, told["stdout"]) == expected


def _lines(data: bytes, rule: str) -> list[bytes]:
    lines = data.split(b"\n")
    return sorted(lines) if rule == "sorted" else lines


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
        ("stmValidator.pl", ["-i-"], b"m 1 A 0 1 <o> it's (uh)\n", b"Validated -\n"),
    ],
)
def test_rows_become_those_of_the_reference(
    program: str, words: list[str], given: bytes, expected: bytes, tmp_path: Path
) -> None:
    (tmp_path / "stdin").write_bytes(given)
    assert call("scorelite", ["sctk", program, *words], tmp_path, str(tmp_path / "stdin")) == (0, expected, b"")


def test_a_turn_that_two_sexes_speak_fails(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"m 1 A 0 1 <o,male> a\nn 1 A 0 1 <o,female> a\n")
    code, out, err = call("scorelite", ["sctk", "stm2rttm.pl", "-e", "rt04s", "in"], tmp_path)
    assert (code, out) == (255, b"")
    assert err == b"Error: ambiguous spkr info A=>adult_female but had adult_male\n"


@pytest.mark.parametrize("program", ["rttmSort.pl", "spkr2sad.pl"])
def test_a_missing_file_is_named_and_the_others_are_read(program: str, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"SPKR-INFO m 1 <NA> <NA> <NA> unknown speech <NA>\n")
    code, out, err = call("scorelite", ["sctk", program, "nope", "in"], tmp_path)
    assert (code, out) == (0, (tmp_path / "in").read_bytes())
    assert err == b"Can't open nope: No such file or directory\n"
