"""One log of stdout and stderr (`> log 2>&1`): its lines stand in the order of the reference, which buffers stdout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.reference

STM = b"f A s 0 5 a b c d\nf A s 5 9 e f g\ng A s 0 5 a b\n"
CTM = b"f A 0.1 0.2 a\nf A 1 0.2 b\nf A 6 0.2 e\nf A 20 0.2 q\nh A 1 1 q\n"


def log_of(command: list[str], folder: Path, environment: dict[str, str]) -> tuple[int, bytes]:
    """Exit code and log of a program whose stdout and stderr go to one file."""
    path = folder / "log"
    with path.open("wb") as log:
        code = subprocess.run(command, cwd=folder, stdout=log, stderr=log, env=environment, check=False).returncode
    return code, path.read_bytes()


def check(words: str, folder: Path, reference: Path, release: str) -> None:
    script = "import sys; from scorelite.scoring.cli.sclite import run; run()"
    environment = os.environ | {"PYTHONPATH": str(ROOT), "SCORELITE_SCTK": release}
    theirs = log_of([str(reference / "sclite"), *words.split()], folder, environment)
    assert log_of([sys.executable, "-c", script, *words.split()], folder, environment) == theirs


@pytest.mark.parametrize("options", ["-o sum", "-o sum -C det", "-m ref -o sum", "-o sum -f 0", "-o foo sum stdout"])
def test_errors_stand_behind_the_progress_of_words_with_times(
    options: str, tmp_path: Path, reference: Path, release: str
) -> None:
    (tmp_path / "r.stm").write_bytes(STM)
    (tmp_path / "h.ctm").write_bytes(CTM)
    check(f"-r r.stm stm -h h.ctm ctm {options}", tmp_path, reference, release)


@pytest.mark.parametrize(
    ("utterances", "options"),
    [
        (9, "-o sum"),
        (9, "-o sum stdout"),
        (60, "-o pra stdout"),
        (300, "-o pra dtl snt spk stdout -f 0"),
        (300, "-o all"),
    ],
)
def test_errors_stand_between_full_blocks_of_reports(
    utterances: int, options: str, tmp_path: Path, reference: Path, release: str
) -> None:
    lines = [f"one two {'x' * (number % 9 + 1)} four (s{number % 3}-{number:03d})\n" for number in range(utterances)]
    (tmp_path / "r").write_text("".join(lines))
    (tmp_path / "h").write_text("".join(lines).replace("two", "too"))
    (tmp_path / "bad").write_text("".join([*lines, "a (s9-999)\n"]))
    check(f"-r r trn -h h trn -h bad trn -i rm {options}", tmp_path, reference, release)
