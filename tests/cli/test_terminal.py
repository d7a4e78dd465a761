"""Control characters of data: visible on a terminal, unchanged bytes in pipes and files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorelite.formats.engine.terminal import visible, visible_bytes
from tests.terminal import on_terminal

pty = pytest.importorskip("pty")

EVIL = b"x\x1b[2J\x1b]0;t\x07\x7f\xc2\x9b5n\xe2\x80\xae\x9b"


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> None:
    (tmp_path / "r.trn").write_bytes(b"the cat sat (u-1)\n")
    (tmp_path / "h.trn").write_bytes(b"the " + EVIL + b" sat (u-1)\n")
    (tmp_path / "other.trn").write_bytes(b"the cat sat (" + EVIL + b"-9)\n")
    (tmp_path / "bad.ctm").write_bytes(EVIL + b" A x y word\n")


def shown_on_terminal(folder: Path, *words: str | bytes) -> bytes:
    """Everything that a command writes, with a terminal as its stdout and stderr."""
    return on_terminal([sys.executable, "-m", "scorelite.scoring.cli.main", *words], folder, {}, errors=True)[1]


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    "words",
    [
        ("convert", "h.trn", "{path}", "--to", "trn", "--errors", "surrogateescape", "-q"),
        ("normalise", "h.trn", "{path}", "--to", "trn", "--normalise", "nfc", "--errors", "surrogateescape", "-q"),
        ("score", "r.trn", "h.trn", "--errors", "surrogateescape", "--report", "pra", "-o", "{path}"),
    ],
)
@pytest.mark.parametrize("way", ["device", "link", "descriptor"])
def test_an_output_file_that_is_a_terminal_shows_control_characters(
    words: tuple[str, ...], way: str, tmp_path: Path
) -> None:
    reader, writer = pty.openpty()
    path = os.ttyname(writer)
    if way == "link":
        (tmp_path / "link").symlink_to(path)
        path = "link"
    elif way == "descriptor":
        path = f"/dev/fd/{writer}"
    command = (sys.executable, "-m", "scorelite.scoring.cli.main", *(word.format(path=path) for word in words))
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, pass_fds=(writer,))
    assert (done.returncode, done.stderr) == (0, b"")
    shown = os.read(reader, 1 << 16)  # waits where nothing was written
    os.close(writer)
    os.close(reader)
    assert "␛[2J".encode() in shown.replace(b"j", b"J")
    assert not [mark for mark in (b"\x1b", b"\x07", b"\x7f", b"\xc2\x9b", b"\xe2\x80\xae") if mark in shown]


def without_colours(text: bytes) -> bytes:
    for code in (b"0", b"1", b"2", b"31", b"32", b"33"):
        text = text.replace(b"\x1b[" + code + b"m", b"")
    return text


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    "words",
    [
        ("score", "r.trn", "h.trn", "--errors", "surrogateescape", "--report", "pra"),
        ("score", "r.trn", "h.trn", "--errors", "surrogateescape", "--report", "dtl"),
        ("score", "r.trn", "other.trn", "--errors", "surrogateescape"),
        ("score", "r.trn", EVIL),
        ("score", "r.trn", "h.trn", b"--" + EVIL),
        ("score", "bad.ctm", "r.trn", "--errors", "surrogateescape"),
        ("convert", "h.trn", "-", "--to", "txt", "--errors", "surrogateescape"),
        ("compare", "--ref", "r.trn", "r.trn", EVIL),
    ],
)
def test_a_terminal_shows_control_characters(words: tuple[str | bytes, ...], tmp_path: Path) -> None:
    shown = without_colours(shown_on_terminal(tmp_path, *words))
    assert any(mark in shown for mark in ("␛[2J".encode(), "␛[2j".encode(), b"\\x1b[2J", "\ufffd]0;t".encode())), shown
    assert not [mark for mark in (b"\x1b", b"\x07", b"\x7f", b"\xc2\x9b", b"\xe2\x80\xae") if mark in shown]
    shown.decode()


def test_colours_survive_and_data_cannot_forge_them(tmp_path: Path) -> None:
    (tmp_path / "h.trn").write_bytes(b"the \x1b[31mcat sat (u-1)\n")
    shown = shown_on_terminal(tmp_path, "score", "r.trn", "h.trn", "--report", "pra")
    assert b"\x1b[31m\xe2\x90\x9b[31M" in shown.replace(b"m", b"M").replace(b"\x1b[31M", b"\x1b[31m")
    assert b"\x1b[0m" in shown
    assert b"\x1b[" not in shown_on_terminal(tmp_path, "score", "r.trn", "h.trn", "--report", "pra", "--color", "never")


def test_pipes_get_the_bytes(tmp_path: Path) -> None:
    words = ("convert", "h.trn", "-", "--to", "trn", "--errors", "surrogateescape", "-q")
    done = subprocess.run(
        (sys.executable, "-m", "scorelite.scoring.cli.main", *words), cwd=tmp_path, capture_output=True
    )
    assert EVIL in done.stdout


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_characters_may_be_cut_between_chunks(size: int) -> None:
    data = "天\x1b\r\na\rb\u202e\r".encode() + b"\xff"
    pieces = [data[i : i + size] for i in range(0, len(data), size)]
    assert b"".join(visible_bytes(pieces)).decode() == visible("天\x1b\r\na\rb\u202e\r\udcff")
    assert visible("a\r\nb\tc\rd") == "a\r\nb\tc␍d"


SLOW = """
import sys, time
from scorelite.scoring.cli import command_line, progress, score
from scorelite.scoring.cli.main import main
progress._AFTER = 0.01
real = score.score_files
def slow(*files, **keywords):
    time.sleep(0.5)
    return real(*files, **keywords)
score.score_files = slow
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.slow
def test_a_command_that_takes_long_shows_its_seconds_until_it_writes(tmp_path: Path) -> None:
    words = [sys.executable, "-c", SLOW, "score", "r.trn", "r.trn"]
    code, shown = on_terminal(words, tmp_path, {}, errors=True)
    assert code == 0
    assert b"\r\x1b[Kscorelite score: 0 s\r\x1b[Kref  r.trn" in shown
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, check=True)
    assert (done.stderr, b"\x1b" in done.stdout) == (b"", False)


@pytest.mark.slow
@pytest.mark.parametrize("columns", ["60", "140"])
@pytest.mark.parametrize(("command", "suffix"), [("meetings", "stm"), ("segments", "rttm")])
def test_listings_are_as_wide_as_the_terminal(command: str, suffix: str, columns: str, tmp_path: Path) -> None:
    rows = {"stm": "r 1 A {0} {1} good day\n", "rttm": "SPEAKER r 1 {0} 1 <NA> <NA> speaker{0} <NA> <NA>\n"}
    (tmp_path / f"r.{suffix}").write_text("".join(rows[suffix].format(start, start + 1) for start in range(40)))
    (tmp_path / f"h.{suffix}").write_text("".join(rows[suffix].format(start, start + 1) for start in range(39)))
    words = [
        sys.executable,
        "-m",
        "scorelite.scoring.cli.main",
        command,
        f"r.{suffix}",
        f"h.{suffix}",
        "--report",
        "pra",
    ]
    shown = without_colours(on_terminal(words, tmp_path, {"COLUMNS": columns})[1]).decode().splitlines()
    widths = [len(line) for line in shown if line.startswith("REF:")]
    assert int(columns) - 12 < max(widths) <= int(columns)
    assert len(widths) > 1
    piped = subprocess.run(words, cwd=tmp_path, capture_output=True, check=True).stdout.decode().splitlines()
    assert 88 < max(len(line) for line in piped if line.startswith("REF:")) <= 100
