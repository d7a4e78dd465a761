"""Colours of alignments and messages: on a terminal, or as --color and NO_COLOR say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scorelite.scoring.cli.colour import Paint, coloured
from scorelite.scoring.cli.main import main
from tests.conftest import Run


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> None:
    (tmp_path / "r.trn").write_text("the cat sat (u-1)\n")
    (tmp_path / "h.trn").write_text("the mat sat down (u-1)\n")


def without_colours(text: bytes) -> bytes:
    return re.sub(rb"\x1b\[\d+m", b"", text)


def test_words_that_differ_are_coloured_in_alignments(scorelite: Run) -> None:
    words = ("score", "r.trn", "h.trn", "--report", "pra")
    plain, painted = scorelite(*words).stdout, scorelite(*words, "--color", "always").stdout
    assert b"\x1b" not in plain
    assert b"REF:  the \x1b[32mCAT\x1b[0m sat \x1b[2m****\x1b[0m \n" in painted
    assert b"HYP:  the \x1b[31mMAT\x1b[0m sat \x1b[31mDOWN\x1b[0m \n" in painted
    assert without_colours(painted) == plain


def test_files_and_other_reports_have_no_colours(scorelite: Run, tmp_path: Path) -> None:
    words = ("score", "r.trn", "h.trn", "--color", "always", "--report")
    assert scorelite(*words, "pra", "-o", "x").returncode == 0
    assert b"\x1b" not in (tmp_path / "x").read_bytes()
    assert b"\x1b" not in scorelite(*words, "sgml").stdout


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("REF:  a b\nHYP:  a B\nEval:   S\n", 2),
        ("REF:  a b\nHYP:  a b\nEval:    \n", 0),
        ("REF:  anna\nHYP:  spk1\nEval:\n", 0),  # another name of the same speaker
        ("REF:  two words\nHYP:  one\nEval: S\n", 0),  # a label with a blank
        ("HYP:  a\nEval: I\n", 0),
        ("no alignment", 0),
        ("REF:  \udcff\nHYP:  天\nEval: S\n", 2),
    ],
)
@pytest.mark.parametrize("size", [1, 1000])
def test_an_alignment_that_is_not_understood_stays_as_it_is(text: str, marks: int, size: int) -> None:
    data = text.encode("utf-8", "surrogateescape")
    chunks = [data[start : start + size] for start in range(0, len(data), size)]
    actual = b"".join(coloured(chunks, Paint(True)))
    assert actual.count(b"\x1b[") == 2 * marks
    assert without_colours(actual) == data


@pytest.mark.parametrize(
    ("words", "marked"), [(["--color", "always"], True), (["--colour=always"], True), (["--color"], True), ([], False)]
)
def test_messages_have_colours_where_they_are_wanted(words: list[str], marked: bool, scorelite: Run) -> None:
    for command in (
        ["score", "r.trn", "nothing.trn"],
        ["score", "--nosuch"],
        ["convert", "h.trn", "x.ctm", "--from", "stm"],
    ):
        done = scorelite(*command, *words)
        assert done.returncode == 2
        assert (b"\x1b[31m" in done.stderr) == marked


def test_the_option_is_stronger_than_the_environment(scorelite: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert b"\x1b[" in scorelite("score", "r.trn", "h.trn", "--color", "always").stdout
    assert b"\x1b[" not in scorelite("score", "r.trn", "h.trn").stdout


def test_another_word_than_the_three_is_refused(scorelite: Run) -> None:
    done = scorelite("score", "r.trn", "h.trn", "--color", "sometimes")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"unknown value 'sometimes'; expected one of: auto, always, never" in done.stderr


def test_a_second_command_line_without_words_gets_the_message_of_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for _ in "ab":
        with pytest.raises(SystemExit, match="2"):
            main([])
        texts.append(capsys.readouterr().err)
    assert texts[0] == texts[1]
    assert "scorelite score REF HYP" in texts[0]
