"""Worker processes of `scorelite convert -j N`."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import PATIENCE, ROOT, Run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are forked elsewhere only")

# Every conversion opens its part file and then waits for a pipe that nobody writes to.
STUCK = r"""
import os
import sys
from scorelite.formats.engine.output import OutputFile
import scorelite.scoring.cli.convert as convert

def stuck(source, target, wishes):
    def chunks():
        yield b"x" * 300000
        os.write(1, b"half\n")
        open("pipe", "rb").read()
    OutputFile(target).save(chunks())

convert.convert_file = stuck
from scorelite.scoring.cli.main import main
sys.exit(main(["convert", "a.txt", "b.txt", "c.txt", "d.txt", "out", "--to", "trn", "-j", "2"]))
"""


def children(parent: int) -> list[int]:
    children = []
    for task in Path("/proc").iterdir():
        if task.name.isdecimal():
            try:
                fields = (task / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == parent and fields[0] != "Z":
                children.append(int(task.name))
    return children


def has_ended(process: int) -> bool:
    """Whether a process, child of whomever, ends; waits for it."""
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], PATIENCE)[0])
    finally:
        os.close(handle)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the processes of a parent are found in /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL])
def test_a_signal_ends_the_workers_and_leaves_no_part_file(tmp_path: Path, number: signal.Signals) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "out").mkdir()
    for name in "abcd":
        (tmp_path / f"{name}.txt").write_text("word\n")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    running = subprocess.Popen(
        [sys.executable, "-c", STUCK],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        assert running.stdout is not None
        assert running.stdout.readline() + running.stdout.readline() == b"half\nhalf\n"
        workers = children(running.pid)
        assert len(workers) == 2
        assert len(os.listdir(tmp_path / "out")) == 2
        if number == signal.SIGINT:  # which the terminal sends to every process of the command
            os.killpg(running.pid, number)
        else:
            running.send_signal(number)
        _, said = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
    assert running.returncode == (130 if number == signal.SIGINT else -number)
    assert said == (b"scorelite: interrupted\n" if number == signal.SIGINT else b"")
    assert all(map(has_ended, workers))
    assert os.listdir(tmp_path / "out") == []


@pytest.mark.sweep(2)
@pytest.mark.parametrize("jobs", ["64", "9" * 30])
@pytest.mark.parametrize("broken", ["os.fork", "threading.Thread.start", "multiprocessing.queues.Queue._start_thread"])
def test_processes_that_cannot_start_leave_their_work_to_the_command(tmp_path: Path, broken: str, jobs: str) -> None:
    module, _, name = broken.rpartition(".")
    code = f"""
import multiprocessing.queues, os, sys, threading
def refused(*_):
    raise {"BlockingIOError(11, 'no')" if "fork" in broken else "RuntimeError('no thread')"}
{module}.{name} = refused
from scorelite.scoring.cli.main import main
sys.exit(main(["convert", "a.txt", "b.txt", "out", "--to", "trn", "-q", "-j", "{jobs}"]))
"""
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text("word\n")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert sorted(os.listdir(tmp_path / "out")) == ["a.trn", "b.trn"]


def test_more_processes_than_files_are_not_started(scorelite: Run, tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.txt").write_text("word\n")
    done = scorelite("convert", "a.txt", "b.txt", "c.txt", "out", "--to", "trn", "-q", "-j", "9" * 30)
    assert (done.returncode, done.stderr) == (0, b"")
