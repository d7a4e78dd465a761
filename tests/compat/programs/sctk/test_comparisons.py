"""sc_stats and rover: golden cases of NIST's programs, clean ends where these crash, and whole sets of systems."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compat.programs.sctk.cases import load
from tests.fuzz.case import Case
from tests.fuzz.run import Outcome, call, run_ours

_HEAD = b'<SYSTEM title="%b" ref_fname="r" hyp_fname="h" creation_date="x" format="2.4">\n<SPEAKER id="s">\n'
_PATH = b'<PATH id="(s-1)" word_cnt="1" sequence="0">\n%b\n</PATH>\n'
_TAIL = b"</SPEAKER>\n</SYSTEM>\n"


def _system(name: bytes, words: bytes = b'C,"a","a"') -> bytes:
    return _HEAD % name + _PATH % words + _TAIL


@pytest.mark.parametrize(
    ("case", "expected"),
    [pytest.param(*pair, id=f"{name}-{k}") for name in ("sc_stats", "rover") for k, pair in enumerate(load(name))],
)
def test_output_files_and_exit_code_are_those_of_the_program(case: Case, expected: Outcome, tmp_path: Path) -> None:
    assert run_ours(case, case.commands[0], tmp_path) == expected


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-r", "sum"], b"sc_stats: no systems to report on; -p reads alignments from stdin\n"),
        (["-g", "det"], b"sc_stats: no systems to report on; -p reads alignments from stdin\n"),
        (["-u", "-r", "es"], b"sc_stats: -u has nothing to unify; choose tests with -t\n"),
    ],
)
def test_sc_stats_says_what_is_missing_where_the_program_crashes(
    words: list[str], message: bytes, tmp_path: Path
) -> None:
    code, _, err = call("sc_stats", words, tmp_path)
    assert (code, err) == (1, message)


def test_sc_stats_takes_more_systems_than_the_program(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"".join(_system(b"sys%d" % number) for number in range(45)))
    code, out, err = call("sc_stats", ["-p", "-t", "mapsswe", "-r", "sum", "-n", "-", "-f", "0"], tmp_path, "in")
    assert (code, err) == (0, b"")
    assert out.count(b" sys44 ") >= 2


def test_rover_refuses_alternatives_and_files_without_words(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"f A * * <ALT_BEGIN>\nf A 0 1 a\nf A * * <ALT_END>\n")
    (tmp_path / "b").write_bytes(b"f A 0 1 a\n")
    (tmp_path / "empty").write_bytes(b"")
    for first, message in (
        ("a", b"rover: a: expected words; found alternatives (<ALT ...)\n"),
        ("empty", b"rover: empty: no words left for the file and channel of other systems\n"),
    ):
        words = ["-h", first, "ctm", "-h", "b", "ctm", "-o", "voted", "-m", "meth1", "-f", "0"]
        assert call("rover", words, tmp_path) == (1, b"", message)


@pytest.mark.parametrize(
    ("method", "confidences", "voted"),
    [
        # Outputs of NIST's program: a NaN is the highest confidence until another one follows.
        ("maxconf", ("nan", "0.5", "0.25"), b"f a 0.000 1.000 a nan\n"),
        ("maxconf", ("0.5", "0.25", "nan"), b"f a 0.000 1.000 x 0.500000\n"),
        ("oracle", ("nan", "0.5", "-nan"), b"f a 0.000 1.000 a nan\n"),
        ("oracle", ("-nan", "0.5", "nan"), b"f a 0.000 1.000 a -nan\n"),
    ],
)
def test_rover_votes_with_confidences_that_are_nan(
    method: str, confidences: tuple[str, ...], voted: bytes, tmp_path: Path
) -> None:
    for name, confidence in zip("abc", confidences, strict=True):
        (tmp_path / name).write_text(f"f A 0 1 a {confidence}\n")
    (tmp_path / "d").write_text("f A 0 1 x 0.5\n")
    inputs = [word for name in "abcd" for word in ("-h", name, "ctm")]
    code, _, err = call("rover", [*inputs, "-o", "voted", "-m", method, "-a", "0.1", "-f", "0"], tmp_path)
    assert (code, err) == (0, b"")
    assert voted in (tmp_path / "voted").read_bytes()


def test_rover_keeps_what_was_voted_before_an_error(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"f A 0 1 a\nf A 5 1 a\ng A 0 1 a\ng A 5 1 a\n")
    (tmp_path / "b").write_bytes(b"f A 0 1 a\nf A 5 1 a\nh A 0 1 a\nh A 5 1 a\n")
    words = ["-h", "a", "ctm", "-h", "b", "ctm", "-o", "voted", "-m", "meth1", "-f", "0"]
    code, _, err = call("rover", words, tmp_path)
    assert (code, err) == (1, b"Error: Conversation mismatches in a and b, g and h respectively")
    assert (tmp_path / "voted").read_bytes().count(b"\n") == 2


@pytest.mark.parametrize("method", ["meth1", "oracle"])
def test_rover_writes_the_slots_before_one_without_a_winner(tmp_path: Path, method: str) -> None:
    for name, odd in (("a", b"c"), ("b", b"d")):
        (tmp_path / name).write_bytes(b"f A 0 1 a 0.5\nf A 1 1 b 0.5\nf A 2 1 %b 9\nf A 3 1 e 0.5\n" % odd)
    words = ["-h", "a", "ctm", "-h", "b", "ctm", "-o", "voted", "-m", method, "-a", "2", "-f", "0"]
    assert call("rover", words, tmp_path) == (1, b"", b"Error: No best word found\n")
    assert (tmp_path / "voted").read_bytes() == b"f a 0.000 1.000 a 0.500000\nf a 1.000 1.000 b 0.500000\n"
