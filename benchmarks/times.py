"""Scoring with times beside NIST's sclite: CPU time (user + system) and memory, both measured in one run, as ratios.

    pip install .
    python benchmarks/times.py [--data FOLDER] [--rounds 3] [--all] [JOB ...]

Where two ctm files pause together the reference cuts them, so that it has little to do; the start of Python is then
most of our time. The reference needs minutes for one segment of 3,000 words, so it does that job only with --all; it
would need days for one of 100,000, so that job has limits instead of a ratio: 3 seconds and 1 GiB.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

import data
from words import OURS, REFERENCE, SCTK, Job, measure, print_line

STM_CTM = ("stm", "ctm")
CTM_CTM = ("ref.ctm", "ctm")

JOBS = (
    (Job("S: 2,000 segments of 50 words, -o all", "S", ("-o", "all"), goal=15), STM_CTM),
    (Job("S -o sum prf dtl sgml lur", "S", ("-o", "sum", "prf", "dtl", "sgml", "lur"), goal=10), STM_CTM),
    (Job("S -C det bhist hist sbhist", "S", ("-C", "det", "bhist", "hist", "sbhist"), goal=15), STM_CTM),
    (Job("S -c -o sum", "S", ("-c", "-o", "sum"), goal=15), STM_CTM),
    (Job("L: one segment of 3,000 words, -o sum", "L", ("-o", "sum"), goal=100), STM_CTM),
    (Job("T: ctm/ctm -T, 20,000 words without a pause", "T", ("-T", "-o", "sum"), goal=20), CTM_CTM),
    (Job("T without -T", "T", ("-o", "sum"), goal=10), CTM_CTM),
    (Job("TR: ctm/ctm -T, with rare pauses", "TR", ("-T", "-o", "sum"), goal=10), CTM_CTM),
    (Job("TP: ctm/ctm -T, with pauses", "TP", ("-T", "-o", "sum"), goal=3), CTM_CTM),
)
SLOW = ("L",)
LONG = Job("LL: one segment of 100,000 words, -o sum pra", "LL", ("-o", "sum", "pra"))
SECONDS, MEBIBYTES = 3.0, 1024.0


def command(program: list[str], job: Job, formats: tuple[str, str], folder: Path) -> list[str]:
    """The command line of a sclite."""
    ref, hyp = (str(folder / f"{job.corpus}.{suffix}") for suffix in formats)
    return [*program, "-r", ref, formats[0][-3:], "-h", hyp, "ctm", "-f", "0", "-n", "out", *job.options]


def report(job: Job, formats: tuple[str, str], folder: Path, rounds: int, slow: bool) -> None:
    """Runs a job and prints its line of the table."""
    ours = measure(command(OURS, job, formats, folder), rounds, False)
    if slow or job.corpus not in SLOW:
        print_line(job, ours, measure(command(REFERENCE, job, formats, folder), 1 if slow else rounds, False))
    elif ours is not None:
        figures = f"{ours[0]:.3f} s, {ours[1]:.0f} MiB"
        print(f"| {job.name} | sclite | {figures} | only with --all | | {job.goal:g} x |", flush=True)


def report_long(folder: Path, rounds: int) -> None:
    """Runs the job that only scorelite can do."""
    ours = measure(command(OURS, LONG, STM_CTM, folder), rounds, False)
    seconds, mebibytes = ours or (float("inf"), float("inf"))
    verdict = "ok" if seconds < SECONDS and mebibytes < MEBIBYTES else "MISSED"
    limits = f"{SECONDS:g} s, {MEBIBYTES:g} MiB {verdict}"
    print(f"| {LONG.name} | limits | {seconds:.3f} s, {mebibytes:.0f} MiB | | | {limits} |", flush=True)


def main() -> int:
    """Makes missing data and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jobs", nargs="*", help="jobs to run: beginnings of their names (default: all)")
    parser.add_argument("--data", type=Path, default=Path("bench-data"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--all", action="store_true", help="also run the jobs that take the reference minutes")
    options = parser.parse_args()
    if not shutil.which(REFERENCE[0]):
        print(f"no reference program in {SCTK}: its lines will be empty", file=sys.stderr)
    folder = options.data.resolve()
    folder.mkdir(parents=True, exist_ok=True)

    def wanted(job: Job) -> bool:
        return not options.jobs or any(job.name.startswith(name) for name in options.jobs)

    print("| job | beside | ours | theirs | ratio | goal |\n|---|---|---|---|---|---|")
    for job, _ in (*JOBS, (LONG, STM_CTM)):
        if wanted(job) and not (folder / f"{job.corpus}.ctm").exists():
            data.write_timed(job.corpus, folder)
    for job, formats in JOBS:
        if wanted(job):
            report(job, formats, folder, options.rounds, options.all)
    if wanted(LONG):
        report_long(folder, options.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
