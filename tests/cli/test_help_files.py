"""Completion scripts for shells, and the manual page."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from scorelite.scoring.cli import manual
from scorelite.scoring.cli.commands import COMMANDS
from scorelite.scoring.cli.completion import SHELLS
from tests.conftest import ROOT, Run

shtab = pytest.importorskip("shtab", reason="shtab is not installed: pip install shtab")


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_learns_all_commands_and_options(shell: str, scorelite: Run, tmp_path: Path) -> None:
    done = scorelite("completion", shell)
    if shell not in shtab.SUPPORTED_SHELLS:
        assert done.returncode == 2
        assert done.stderr.endswith(b" knows no fish; pip install --upgrade shtab installs one that does\n")
        return
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode()
    for word in (*COMMANDS, "diarisation", "pralign", "surrogateescape"):
        assert word in text
    for option in ("measure", "case-sensitive", "by-attribute", "max-wer-increase"):
        assert option in text
    if program := shutil.which(shell):
        (tmp_path / "script").write_bytes(done.stdout)
        assert subprocess.run([program, "-n", "script"], cwd=tmp_path, check=False).returncode == 0


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["sco"], ["score"]),
        (["score", "--rep"], ["--report"]),
        (["segments", "--measure", "diari"], ["diarisation"]),
        (["score", "scr"], ["script"]),
    ],
)
def test_bash_completes(words: list[str], expected: list[str], scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "script").write_bytes(scorelite("completion", "bash").stdout)
    line = f"source ./script; COMP_WORDS=(scorelite {' '.join(words)}); COMP_CWORD={len(words)}; "
    done = subprocess.run(
        ["bash", "-c", line + "_shtab_scorelite; echo ${COMPREPLY[@]}"], cwd=tmp_path, capture_output=True, check=False
    )
    assert set(expected) <= set(done.stdout.decode().split())


def test_another_shell_is_refused(scorelite: Run) -> None:
    done = scorelite("completion", "fsh")
    assert done.returncode == 2
    assert b"unknown value 'fsh'; did you mean fish? (expected one of: bash, zsh, fish)" in done.stderr


def test_the_manual_page_is_that_of_the_parsers() -> None:
    texts = {name: (ROOT / "docs" / name).read_text(encoding="utf-8") for name in manual.pages()}
    assert texts == manual.pages(), "python -m scorelite.scoring.cli.manual docs brings them up to date"
    assert "\n    \\-r reffile [ <rfmt> ]\n" in texts["sclite.1"]
    text = texts["scorelite.1"]
    for name in COMMANDS:
        assert f"\n.SS scorelite {name}\n" in text
    # A line of text that begins with a point or an apostrophe would be a request.
    requests = set(re.findall(r"^[.'](\S+)", text, re.MULTILINE))
    assert requests <= {"TH", "SH", "SS", "TP", "B", "BR", "I", "P", "nf", "fi"}
