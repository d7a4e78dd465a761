"""Commands that are killed in the middle of an output file: the old file stays, and the next run is not disturbed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import PATIENCE, ROOT

WORDS = 80_000
# The command stops before a piece of a file that comes after so many bytes: they are in the file by then.
WRITTEN = 1 << 17
STOPPED = f"""
import os, signal, sys
written = 0
def write(descriptor, data, write=os.write):
    global written
    if written > {WRITTEN}:
        write(2, b"half\\n")
        signal.pause()
    size = write(descriptor, data)
    written += size
    return size
os.write = write
"""
RUN = "import sys; from scorelite.scoring.cli import {module} as command; sys.exit(command.main(sys.argv[1:]))"
JOBS = {
    "convert": ("main", ["convert", "ref.trn", "out/a.csv"], "a.csv"),
    "convert to .gz": ("main", ["convert", "random.trn", "out/a.trn.gz"], "a.trn.gz"),
    "score --report": ("main", ["score", "ref.trn", "hyp.trn", "--report", "pra", "-o", "out/a.pra"], "a.pra"),
    "sclite -O": (
        "sclite",
        ["-r", "ref.trn", "-h", "hyp.trn", "-i", "rm", "-o", "pra", "-O", "out", "-n", "a"],
        "a.pra",
    ),
}


def started(code: str, words: list[str], folder: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-c", code, *words],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
@pytest.mark.parametrize("job", JOBS)
def test_a_killed_command_leaves_the_old_file_as_it_was(tmp_path: Path, job: str) -> None:
    module, words, name = JOBS[job]
    rows = [f"word{number % 97} some more words of a row (s-{number})\n" for number in range(WORDS // 6)]
    (tmp_path / "ref.trn").write_text("".join(rows))
    (tmp_path / "hyp.trn").write_text("".join(rows).replace("more", "few"))
    noise = random.Random(7)
    (tmp_path / "random.trn").write_text("".join(f"{noise.randbytes(60).hex()} (s-{n})\n" for n in range(8000)))
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / name).write_bytes(b"old")
    running = started(STOPPED + RUN.format(module=module), words, tmp_path)
    try:
        assert running.stderr is not None
        assert running.stderr.readline() == b"half\n"
    finally:
        running.kill()
        running.communicate(timeout=PATIENCE)
    assert running.returncode == -signal.SIGKILL
    assert (folder / name).read_bytes() == b"old"
    (part,) = set(os.listdir(folder)) - {name}
    assert part.startswith(".scorelite-")
    assert (folder / part).stat().st_size > WRITTEN
    # The next run replaces the file and is not disturbed by the part file.
    again = started(RUN.format(module=module), words, tmp_path)
    _, said = again.communicate(timeout=PATIENCE)
    assert again.returncode == 0, said
    assert (folder / name).stat().st_size > 1 << 18
    assert set(os.listdir(folder)) == {name, part}
