"""Commands that are ended while they have temporary files: the folder of these is removed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scorelite.formats.errors import LimitError
from scorelite.scoring.batches import streams
from scorelite.scoring.cli.main import main
from tests.conftest import PATIENCE, ROOT

# The command stops behind its first temporary file.
STOPPED = """
import os, signal, sys
from scorelite.scoring.batches import files, streams
from scorelite.scoring.cli.main import main
def stopped(path, data, append=streams.append):
    append(path, data)
    os.write(2, b"half\\n")
    signal.pause()
streams.append = files.append = stopped
streams._BUCKET, files._KEYS = 2000, 100
sys.exit(main(sys.argv[1:]))
"""
ROWS = [f"some words of a row (s-{number})\n" for number in range(400)]
STREAM = ["score", "ref.trn", "hyp.trn", "--stream"]


@pytest.fixture(autouse=True)
def sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two sides in different order, and an empty folder for temporary files."""
    monkeypatch.chdir(tmp_path)
    Path("ref.trn").write_text("".join(ROWS))
    Path("hyp.trn").write_text("".join(ROWS[::-1]))
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.parametrize(
    ("command", "number"),
    [("stream", signal.SIGTERM), ("stream", signal.SIGHUP), ("stream", signal.SIGINT), ("merge", signal.SIGTERM)],
)
def test_a_signal_removes_temporary_folders(sides: Path, command: str, number: signal.Signals) -> None:
    words = STREAM
    if command == "merge":
        pytest.importorskip("pyarrow")
        for side in ("ref", "hyp"):
            Path(side).mkdir()
            Path(side, "a.trn").write_text("".join(ROWS))
        assert main(["score", "ref", "hyp", "--shards"]) == 0
        words = ["merge", "totals"]
    running = subprocess.Popen(
        [sys.executable, "-c", STOPPED, *words], env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE
    )
    try:
        assert running.stderr is not None
        assert running.stderr.readline() == b"half\n"
        (folder,) = sides.iterdir()
        assert folder.stat().st_mode & 0o777 == 0o700
        assert list(folder.iterdir())
        running.send_signal(number)
        running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
        running.communicate()
    assert running.returncode in (-number, 128 + number)
    assert not list(sides.iterdir())


def test_an_error_removes_temporary_folders(sides: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def fail(path: str, data: bytes) -> None:
        seen.append(path)
        raise LimitError("no room")

    monkeypatch.setattr(streams, "_BUCKET", 2000)
    monkeypatch.setattr(streams, "append", fail)
    assert main(STREAM) == 2
    assert Path(seen[0]).parent.parent == sides
    assert not list(sides.iterdir())
