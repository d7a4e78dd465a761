"""Wall-clock time with one thread and with two: how much of each job runs side by side. For an idle machine.

    python benchmarks/threads.py [--data FOLDER] [--rounds 5] [JOB ...]

Both runs alternate; a figure is the least of all rounds. The processor seconds of both stand beside them: where those
of two threads are higher, the threads cost work. `start` is the time of the command on three lines, in which nothing
can run side by side; the last ratio leaves it out.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import data
from words import OURS, SCORELITE, command, environment

GOAL = 1.7


@dataclass(frozen=True, slots=True)
class Job:
    """A line of the table: its corpus of `data.py`, and the command for a corpus."""

    name: str
    corpus: str
    argv: Callable[[Path, str], list[str]]


def scored(folder: Path, corpus: str) -> list[str]:
    """Our command `score`."""
    return [SCORELITE, "score", *_texts(folder, corpus)]


def compared(folder: Path, corpus: str) -> list[str]:
    """Our command `compare`, with the reference as a second, perfect hypothesis."""
    ref, hyp = _texts(folder, corpus)
    other = folder / f"{corpus}.other.trn"
    if not other.exists():
        other.write_bytes(Path(ref).read_bytes())
    return [SCORELITE, "compare", "--ref", ref, hyp, str(other)]


def by_sclite(folder: Path, corpus: str) -> list[str]:
    """Our sclite with its summary."""
    return command(OURS, corpus, folder, ("-o", "sum"))


def _texts(folder: Path, corpus: str) -> list[str]:
    return [str(folder / f"{corpus}.{side}.trn") for side in ("ref", "hyp")]


JOBS = (
    Job("score, 100,000 x 20", "A", scored),
    Job("score, 1,000,000 x 8", "B", scored),
    Job("sclite, 100,000 x 20", "A", by_sclite),
    Job("sclite, 1,000,000 x 8", "B", by_sclite),
    Job("compare, 100,000 x 20", "A", compared),
    Job("compare, 1,000,000 x 8", "B", compared),
)


def run(argv: list[str], threads: int) -> tuple[float, float]:
    """Wall-clock and processor seconds of a run with this many threads."""
    settings = {**environment(), "SCORELITE_THREADS": str(threads)}
    if argv[0] == SCORELITE:
        argv = [*argv, "-j", str(threads)]
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        process = subprocess.Popen(argv, cwd=folder, env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - begin
    if process.returncode not in (0, 1 if "compare" in argv else 0):
        raise SystemExit(f"{' '.join(argv)} failed")
    return wall, usage.ru_utime + usage.ru_stime


def line(job: Job, folder: Path, rounds: int) -> str:
    """The line of a job."""
    if not (folder / f"{job.corpus}.hyp.txt").exists():
        data.write(job.corpus, folder)
    for side in ("ref", "hyp"):
        (folder / f"T.{side}.trn").write_text("".join(f"a b {side} c (s-{number})\n" for number in range(3)))
    argv = job.argv(folder, job.corpus)
    start = min(run(job.argv(folder, "T"), 1)[0] for _ in range(rounds))
    runs = [(run(argv, 1), run(argv, 2)) for _ in range(rounds)]
    (single, one_used), (double, two_used) = (min(column) for column in zip(*runs, strict=True))
    ratio = single / double
    above = (single - start) / max(double - start, 1e-9)
    verdict = "ok" if ratio >= GOAL else "MISSED"
    return (
        f"| {job.name} | {single:.3f} s ({one_used:.3f} used) | {double:.3f} s ({two_used:.3f} used) | {ratio:.2f} x "
        f"| {start:.3f} s | {above:.2f} x | {GOAL} x {verdict} |"
    )


HEAD = "| job | one thread | two | ratio | start | ratio without it | goal |\n|---|---|---|---|---|---|---|"


def main() -> None:
    """Makes missing data and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jobs", nargs="*", metavar="JOB", help="beginnings of names (default: all)")
    parser.add_argument("--data", type=Path, default=Path("bench-data"))
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    folder = options.data.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    print(HEAD)
    for job in JOBS:
        if not options.jobs or any(job.name.startswith(name) for name in options.jobs):
            print(line(job, folder, options.rounds), flush=True)


if __name__ == "__main__":
    main()
