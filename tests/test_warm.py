"""The warm process gives what a new process gives: output, errors, exit code, folder, environment, standard input."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import PATIENCE, ROOT
from tests.warm import Command, WarmProcess

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the warm process runs on Linux only")


@pytest.mark.parametrize(
    "words",
    [
        ["score", "-", "é.trn"],
        ["score", "é.trn", "nothing.trn"],
        ["score"],
        ["convert", "é.trn", "-", "--to", "jsonl"],
        [],
    ],
    ids=" ".join,
)
def test_answers_are_those_of_a_new_process(warm: WarmProcess, words: list[str], tmp_path: Path) -> None:
    text = "hello thére (a-1)\n".encode()
    (tmp_path / "é.trn").write_bytes(text)
    command = Command(
        "scorelite.scoring.cli.main", words, tmp_path, {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "60"}
    )
    assert warm.can_run(command)
    done = warm.run(command, text, PATIENCE)
    new = subprocess.run(
        [sys.executable, "-c", "import sys; from scorelite.scoring.cli.main import main; sys.exit(main())", *words],
        cwd=tmp_path,
        env=command.environment,
        input=text,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (new.returncode, new.stdout, new.stderr)


def test_what_is_read_at_the_start_needs_a_new_process(warm: WarmProcess, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert warm.can_run(Command("scorelite.scoring.cli.main", [], tmp_path, environment))
    for name in ("SCORELITE_CORE", "PYTHONIOENCODING", "LC_ALL"):
        changed = {**environment, name: environment.get(name, "") + "x"}
        assert not warm.can_run(Command("scorelite.scoring.cli.main", [], tmp_path, changed))
