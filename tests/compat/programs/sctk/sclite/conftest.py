"""Fixtures that run our sclite inside the test process, in a folder of its own."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from scorelite.scoring.cli.sclite import main
from scorelite.scoring.compat.programs.sctk.sclite.usage import usage
from tests.compat.programs.sctk.sclite.timed_cases import masked
from tests.conftest import PATIENCE


class Outcome(NamedTuple):
    """Outcome of one run."""

    code: int
    out: bytes
    err: bytes


Command = Callable[..., Outcome]
# A command line, and what makes the folder in which it runs.
Compare = Callable[[list[str], Callable[[Path], None]], None]

REF = b"a b c (s1-1)\nd e (s1-2)\nx y z (s2-1)\n"
HYP = b"a b d (s1-1)\nd e (s1-2)\nX y (s2-1)\n"


@pytest.fixture(scope="module")
def release(reference: Path) -> str:
    """Release of the installed reference program."""
    text = subprocess.run([reference / "sclite"], capture_output=True, check=False).stderr
    if text.startswith(usage("master") + b"\n"):
        return "master"
    # The usage texts of the releases are equal, but only the older one has a misspelt message.
    return "2.4.10" if b"with substitions" in (reference / "sclite").read_bytes() else "2.4.12"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Current folder with a reference and a hypothesis."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCORELITE_SCTK", raising=False)
    (tmp_path / "r").write_bytes(REF)
    (tmp_path / "h").write_bytes(HYP)
    return tmp_path


@pytest.fixture
def command(folder: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> Command:
    """Runs `sclite` on a command line, given as one text or as words, after writing some files."""

    def run(*words: str | bytes, files: Mapping[str, bytes] | None = None) -> Outcome:
        for name, content in (files or {}).items():
            (folder / name).write_bytes(content)
        split: list[str | bytes] = []
        for word in words:
            split += word.split() if isinstance(word, str) and len(words) == 1 else [word]
        code = main(split)
        captured = capsysbinary.readouterr()
        return Outcome(code, captured.out, captured.err)

    return run


@pytest.fixture
def compare(
    reference: Path,
    release: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> Compare:
    """Runs a command line through the reference and through ours; exit code, streams and files must be equal."""
    monkeypatch.setenv("SCORELITE_SCTK", release)
    folder = tmp_path / "case"

    def run(words: list[str], fill: Callable[[Path], None]) -> None:
        fill(folder)
        done = subprocess.run(
            [reference / "sclite", *words],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=PATIENCE,
        )
        theirs = Outcome(done.returncode, masked(done.stdout), masked(done.stderr)), files_in(folder)
        shutil.rmtree(folder)
        fill(folder)
        monkeypatch.chdir(folder)
        code = main(words)
        captured = capsysbinary.readouterr()
        ours = Outcome(code, masked(captured.out), masked(captured.err)), files_in(folder)
        monkeypatch.chdir(tmp_path)
        shutil.rmtree(folder)
        if done.returncode < 0:
            # The reference crashed: ours must end with 0 or 1.
            assert code in (0, 1), words
        else:
            assert ours == theirs, words

    return run


def files_in(folder: Path) -> dict[str, bytes]:
    """All files below a folder by name, with dates masked."""
    return {str(path.relative_to(folder)): masked(path.read_bytes()) for path in folder.rglob("*") if path.is_file()}
