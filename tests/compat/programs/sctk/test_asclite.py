"""asclite: recorded runs of NIST's program, and what ours does where that one crashes or says nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compat.programs.sctk.cases import load
from tests.fuzz.asclite import comparable
from tests.fuzz.case import Case
from tests.fuzz.run import Outcome, call, run_ours, shown_difference

_STM = b"m 1 A 0 5 a b c\nm 1 B 3 8 d e\n"
_CTM = b"m 1 0.5 0.3 a\nm 1 1 0.3 x\nm 1 4 0.3 c\nm 1 4.5 0.3 d\nm 1 6 0.3 e\n"


@pytest.mark.parametrize(("case", "expected"), load("asclite"))
def test_a_recorded_run_is_repeated(
    case: Case, expected: Outcome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCORELITE_SCTK", "2.4.10")
    theirs, ours = comparable(expected), comparable(run_ours(case, case.commands[0], tmp_path))
    assert theirs == ours, shown_difference(theirs, ours)


def run(folder: Path, *words: str, ref: bytes = _STM, hyp: bytes = _CTM) -> tuple[int | str, bytes, bytes]:
    (folder / "r").write_bytes(ref)
    (folder / "h").write_bytes(hyp)
    return call("scorelite", ["sctk", "asclite", *words], folder, "")


_GIVEN = ("-r", "r", "stm", "-h", "h", "ctm")


def test_groups_that_are_left_out_are_told_at_every_level(tmp_path: Path) -> None:
    code, out, err = run(tmp_path, *_GIVEN, "-overlap-limit", "1", "-o", "rsum", "stdout", "-f", "0")
    assert code == 0
    assert b"| A " not in out
    assert err == b"scorelite: asclite: 1 group of segments with 10 words left out, and in no report\n"


def test_a_word_behind_all_times_that_fit_into_32_bits_ends_the_run(tmp_path: Path) -> None:
    code, out, err = run(tmp_path, *_GIVEN, "-o", "rsum", "stdout", hyp=_CTM + b"m 1 3000000 1 a\n")
    assert (code, out) == (6, b"")
    assert err.endswith(b"[  FATAL  ] Duration of the Segment group is negative or equal 0\n")


def test_the_log_tells_of_the_lattice_of_each_group(tmp_path: Path) -> None:
    hyp = _CTM + b"m 1 9 1 f\nm 1 10 1 g\n"
    _, _, err = run(tmp_path, *_GIVEN, "-time-prune", "100", "-f", "5", "-o", "rsum", hyp=hyp)
    made = b"Using Word cost model\nLenvenshtein Matrix Compression: OFF\n"
    made += b"ArrayLevenshteinMatrix: %d cells\nAllocation done!\n"
    gone = b"Array Levenshtein Matrix: Total Size: %d, Calculated: %d\n"
    shown = err.replace(b"[  DEBUG  ] ", b"").splitlines(keepends=True)
    told = b"".join(line for line in shown if line.startswith((b"Using Word", b"Lenv", b"Array", b"Alloc")))
    assert told == made % 72 + gone % (72, 63) + made % 3 + gone % (3, 3)
    assert shown[-2:] == [gone % (3, 3), b"[  INFO   ] Job complete\n"]


@pytest.mark.parametrize(
    ("words", "ref", "message"),
    [
        (_GIVEN, b"m 1 A 0 5.00 a\n\n", b"scorelite: asclite: r:2: row without times; expected file, channel"),
        ((*_GIVEN, "-h", "h", "ctm"), _STM, b"expected one system a run, or -generic-cost"),
        ((*_GIVEN, "--set-property", "a", "b"), _STM, b"--set-property is not supported"),
        (("-r", "r", "-h", "h"), b"a (x_1)\n", b"utterance (x_1) is missing"),
        (_GIVEN, b"m 1 A 0 5 } {\n", b"braces: nested too deep"),
    ],
)
def test_what_crashes_the_original_is_an_error(
    words: tuple[str, ...], ref: bytes, message: bytes, tmp_path: Path
) -> None:
    code, _, err = run(tmp_path, *words, ref=ref)
    assert code in (1, 4)
    assert message in err


def test_a_group_too_large_for_memory_is_refused_before_it_is_aligned(tmp_path: Path) -> None:
    speakers = b"".join(b"m 1 %b 0 100 " % name + b"a b c d e " * 60 + b"\n" for name in (b"A", b"B", b"C", b"D"))
    hyp = b"".join(b"m 1 %.2f 0.1 a\n" % (place / 10) for place in range(900))
    code, _, err = run(tmp_path, *_GIVEN, "-force-memory-compression", ref=speakers, hyp=hyp)
    assert code == 1
    assert b"-overlap-limit or -difficulty-limit leaves such groups out" in err
