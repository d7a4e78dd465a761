"""The hooks for pre-commit: each entry runs as pre-commit runs it, and the hooks are tried in a repository."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from scorelite.formats.registry import FORMATS
from tests.conftest import ROOT, Run
from tests.peers import peer

HOOKS: dict[str, dict[str, Any]] = {
    hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
}
GATE = ("score", "ref.trn", "hyp.trn", "--max-wer=20")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "ref.trn").write_text("a b c d (u-1)\n")
    (tmp_path / "hyp.trn").write_text("a b c d (u-1)\n")
    (tmp_path / "talk.ctm").write_text("talk 1 0.0 0.5 good\n")
    return tmp_path


def entry(name: str, *arguments: str) -> list[str]:
    """The words after `scorelite` of a hook's entry, its arguments and the names of files."""
    program, *words = shlex.split(HOOKS[name]["entry"])
    assert program == "scorelite"
    return [*words, *HOOKS[name].get("args", ()), *arguments]


@pytest.mark.usefixtures("files")
def test_transcripts_that_can_be_read_pass(scorelite: Run) -> None:
    done = scorelite(*entry("scorelite-check", "ref.trn", "talk.ctm"))
    assert (done.returncode, done.stderr) == (0, b"")


def test_every_wrong_file_is_named_with_its_line(files: Path, scorelite: Run) -> None:
    (files / "talk.ctm").write_text("talk 1 0.0 0.5 good\ntalk 1 x 0.5 day\n")
    (files / "hyp.trn").write_text("a b c d\n")
    done = scorelite(*entry("scorelite-check", "hyp.trn", "talk.ctm", "ref.trn"))
    assert done.returncode == 2
    lines = done.stderr.decode().splitlines()
    assert [line for line in lines if line.startswith(("hyp.trn:1:", "talk.ctm:2:"))] == [lines[0], lines[3]]
    assert lines[-1] == "scorelite: 2 of 3 files could not be read"
    assert done.stdout == b"ref.trn: trn, 1 segment, 4 words\n"


def test_the_gate_runs_without_names_of_files_and_fails_when_the_rate_rises(files: Path, scorelite: Run) -> None:
    assert HOOKS["scorelite-gate"]["pass_filenames"] is False
    assert scorelite(*entry("scorelite-gate", *GATE)).returncode == 0
    (files / "hyp.trn").write_text("a b c x (u-1)\n")
    done = scorelite(*entry("scorelite-gate", *GATE))
    assert (done.returncode, done.stdout.splitlines()[0]) == (1, b"FAIL: WER is 25.00 %, allowed 20.00 %")


def test_a_hook_without_names_of_files_or_arguments_says_what_is_missing(scorelite: Run) -> None:
    assert scorelite(*entry("scorelite-check")).returncode == 2
    done = scorelite(*entry("scorelite-gate"))
    assert b"usage: scorelite" in done.stdout + done.stderr


@pytest.mark.parametrize("name", sorted(HOOKS))
def test_the_files_of_a_hook_have_suffixes_of_known_formats(name: str) -> None:
    pattern = HOOKS[name]["files"]
    (listed,) = re.findall(r"\((\w+(?:\|\w+)+)\)", pattern)
    known = {suffix.lower() for record in FORMATS for suffix in record.suffixes}
    assert [each for each in listed.split("|") if f".{each}" not in known] == []
    assert re.search(pattern, "data/Talk.TextGrid")
    assert not re.search(pattern, "trn/notes.txt")


def test_pre_commit_runs_the_hooks_in_a_repository(files: Path, tmp_path: Path) -> None:
    peer("pre_commit")
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    # The packages are those of this interpreter: what pre-commit installs is the business of pip.
    hooks = [
        {**hook, "language": "system", "entry": hook["entry"].replace("scorelite", PROGRAM, 1)}
        for hook in HOOKS.values()
    ]
    (tmp_path / "hooks").mkdir()
    (tmp_path / "hooks" / ".pre-commit-hooks.yaml").write_text(yaml.safe_dump(hooks))
    for folder in (tmp_path / "hooks", files):
        commands = (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "files", "--no-verify"])
        for command in commands[: 3 if folder != files else 2]:
            git(folder, *command)
    assert tried(files, "scorelite-check").returncode == 0
    (files / "talk.ctm").write_text("talk 1 x 0.5 day\n")
    git(files, "add", "talk.ctm")
    done = tried(files, "scorelite-check")
    assert done.returncode == 1
    assert "talk.ctm:1:8: begin 'x' is not a number" in done.stdout


PROGRAM = f"{shlex.quote(sys.executable)} -m scorelite"


def git(folder: Path, *words: str) -> None:
    identity = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.org"]
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


def tried(folder: Path, hook: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pre_commit", "try-repo", "./hooks", hook, "--all-files", "--verbose"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
