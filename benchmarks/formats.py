"""Formats beside their peers: CPU seconds of reading and writing, both measured in one run, as ratios.

    pip install . -r benchmarks/requirements.txt
    python benchmarks/formats.py [--data FOLDER] [--rounds 3] [JOB ...]

The first lines are conversions by the command, whole runs with their start, in words a second. Then come short
conversions, and words with times and corpus A as tables scored, with goals in seconds. The others do what a peer does
in its own process, without its start. A peer that is not installed is left out, with a line that says so.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import json
import random
import sys
from dataclasses import dataclass
from pathlib import Path

import data
from data import apart
from words import SCORELITE, measure

# This file shares its name with the package that it measures, and its folder is searched first.
sys.path = [entry for entry in sys.path if Path(entry or ".").resolve() != Path(__file__).resolve().parent]

WORDS = 1_000_000
GOAL = 300_000
TIMED = """
import sys, time
name = sys.argv[1]
{prepare}
before = time.process_time()
{work}
print(time.process_time() - before)
"""


@dataclass(frozen=True, slots=True)
class Job:
    """One line of the table: a job, its file, and for us and the peer the code to prepare and the code to time."""

    name: str
    file: str
    ours: tuple[str, str]
    peer: str
    theirs: tuple[str, str]


LOAD = "from scorelite import formats; import lxml.etree; import scorelite.formats.conversion; list(formats.FORMATS)"
READ = (LOAD, "formats.read(name)")
WRITE = (
    f"{LOAD}; corpus = formats.read(name)",
    "formats.write(corpus, name + '.out', format=corpus.format)",
)


def meeteval(kind: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """MeetEval's reading and writing of a kind of file."""
    load = f"from meeteval.io import {kind}; from pathlib import Path; import meeteval"
    return (load, f"{kind}.load(name)"), (f"{load}\ntable = {kind}.load(name)", "table.dump(name + '.out')")


def pysubs2(kind: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """pysubs2's reading and writing of a kind of file."""
    load = "import pysubs2"
    save = f"table.save(name + '.out', format_={kind!r})"
    return (load, "pysubs2.load(name)"), (f"{load}\ntable = pysubs2.load(name)", save)


def textgrid() -> tuple[tuple[str, str], tuple[str, str]]:
    """The package textgrid's reading and writing."""
    load, read = "import textgrid", "textgrid.TextGrid.fromFile(name)"
    return (load, read), (f"{load}\ntable = {read}", "table.write(name + '.out')")


PEERS = (
    ("TextGrid", "a.TextGrid", "textgrid", textgrid()),
    ("SRT", "a.srt", "pysubs2", pysubs2("srt")),
    ("VTT", "a.vtt", "pysubs2", pysubs2("vtt")),
    ("ASS", "a.ass", "pysubs2", pysubs2("ass")),
    ("SSA", "a.ssa", "pysubs2", pysubs2("ssa")),
    ("MicroDVD", "a.sub", "pysubs2", pysubs2("microdvd")),
    ("TTML", "a.ttml", "pysubs2", pysubs2("ttml")),
    ("CTM", "a.ctm", "MeetEval", meeteval("CTM")),
    ("STM", "a.stm", "MeetEval", meeteval("STM")),
    ("RTTM", "a.rttm", "MeetEval", meeteval("RTTM")),
    ("UEM", "a.uem", "MeetEval", meeteval("UEM")),
    ("SegLST", "a.seglst.json", "MeetEval", meeteval("SegLST")),
)
JOBS = tuple(
    Job(f"{'write' if place else 'read'} {name}", file, (READ, WRITE)[place], peer, theirs[place])
    for name, file, peer, theirs in PEERS
    for place in (0, 1)
)


def make(folder: Path) -> None:
    """Makes the files: a million words in ten recordings, and smaller ones for the peers."""
    from scorelite import formats

    chance = random.Random(1)
    vocabulary = data.words(chance)
    weights = list(itertools.accumulate(1 / (rank + 1) for rank in range(len(vocabulary))))
    for name, words in (("million.ctm", WORDS), ("a.ctm", WORDS // 5)):
        with (folder / name).open("w") as file:
            spoken = iter(chance.choices(vocabulary, cum_weights=weights, k=words))
            for recording in range(10):
                now = 0
                for place in range(words // 10):
                    length = chance.randint(5, 60)
                    start, duration = f"{now // 100}.{now % 100:02d}", f"0.{length:02d}"
                    file.write(f"talk{recording} 1 {start} {duration} {next(spoken)} {chance.random():.3f}\n")
                    now += length + (chance.randint(100, 300) if place % 12 == 11 else chance.randint(0, 9))
    formats.convert(folder / "a.ctm", folder / "a.stm")
    formats.convert(folder / "a.ctm", folder / "a.TextGrid")
    for name in ("a.srt", "a.ass", "a.ssa", "a.sub", "a.rttm", "a.seglst.json"):
        formats.convert(folder / "a.stm", folder / name)
    # MeetEval takes one region a recording.
    (folder / "a.uem").write_text("".join(f"talk{place} 1 0.00 {place}.25\n" for place in range(50_000)))
    for name in ("a.vtt", "a.ttml"):
        formats.convert(folder / "a.srt", folder / name)


def conversions(folder: Path, rounds: int) -> None:
    """Prints how many words a second the command converts."""
    for target in ("stm", "TextGrid", "txt", "srt", "vtt"):
        argv = [SCORELITE, "convert", "-q", str(folder / "million.ctm")]
        cost_of_run = measure([*argv, str(folder / f"million.{target}")], rounds, inside=False)
        if cost_of_run is None:
            print(f"| million words, ctm to {target} | - | we failed | | | |", flush=True)
            continue
        rate = WORDS / cost_of_run[0]
        goal = f"{GOAL} words/s {'ok' if rate >= GOAL else 'MISSED'}" if target in ("stm", "TextGrid") else ""
        cost = f"{cost_of_run[0]:.2f} s, {cost_of_run[1]:.0f} MiB"
        print(f"| million words, ctm to {target} | - | {cost} | | {rate:,.0f} words/s | {goal} |", flush=True)


def short_conversions(folder: Path, rounds: int) -> None:
    """Prints the seconds of conversions of 200,000 words by the command."""
    for source, target, options, goal in (
        ("a.ctm", "stm", (), 0.25),
        ("a.ctm", "trn", (), 0.4),
        ("a.stm", "ctm", ("--interpolate",), 0.5),
    ):
        out = folder / f"converted.{target}"
        argv = [SCORELITE, "convert", "-q", *options, str(folder / source), str(out)]
        line(f"convert {source} to {target}", "-", measure(argv, rounds, inside=False), goal)


def timed(folder: Path, rounds: int) -> None:
    """Prints the seconds of scoring 400,000 words with confidences in segments."""
    data.TIMED["S4"] = (8_000, 50, 0.08, True)
    if not (folder / "S4.ctm").exists():
        apart(data.write_timed, "S4", folder)
    files = [str(folder / name) for name in ("S4.stm", "S4.ctm")]
    argv = [SCORELITE, "score", *files]
    line("score stm and ctm", "-", measure(argv, rounds, inside=False), 0.8)


def tables(folder: Path, rounds: int) -> None:
    """Prints the seconds of scoring corpus A as tables; the goal is twice the run on trn."""
    for side in ("ref", "hyp"):
        data_set = folder.parent / f"A.{side}.trn"
        if not data_set.exists():
            apart(data.write, "A", folder.parent)
        if not (folder / f"A.{side}.parquet").exists():
            apart(write_tables, data_set, folder, side)
    base = None
    for suffix in ("trn", "csv", "jsonl", "nemo.jsonl", "parquet"):
        home = folder.parent if suffix == "trn" else folder
        files = [str(home / f"A.{side}.{suffix}") for side in ("ref", "hyp")]
        cost = measure([SCORELITE, "score", *files], rounds, inside=False)
        base = base or cost
        line(f"score {suffix}", "trn", cost, 2 * base[0] if base else 0.0)


def write_tables(source: Path, folder: Path, side: str) -> None:
    """Writes the utterances of a trn file as csv, lines of JSON, a NeMo manifest and Parquet."""
    from scorelite import formats

    corpus = formats.read(source)
    with (
        (folder / f"A.{side}.csv").open("w", newline="") as table,
        (folder / f"A.{side}.jsonl").open("w") as lines,
        (folder / f"A.{side}.nemo.jsonl").open("w") as manifest,
    ):
        writer = csv.writer(table, lineterminator="\n")
        writer.writerow(("id", "text"))
        for key, text in zip(corpus.ids(), corpus.texts(), strict=True):
            writer.writerow((key, text))
            lines.write(json.dumps({"id": key, "text": text}) + "\n")
            manifest.write(json.dumps({"audio_filepath": f"wav/{key}.wav", "duration": 3.5, "text": text}) + "\n")
    formats.convert(folder / f"A.{side}.csv", folder / f"A.{side}.parquet")


def line(name: str, beside: str, cost_of_run: tuple[float, float] | None, goal: float) -> None:
    """Prints a line of the table whose goal is a number of seconds."""
    if cost_of_run is None:
        print(f"| {name} | {beside} | we failed | | | |", flush=True)
        return
    verdict = "ok" if cost_of_run[0] <= goal else "MISSED"
    print(
        f"| {name} | {beside} | {cost_of_run[0]:.2f} s, {cost_of_run[1]:.0f} MiB | | | {goal:.2f} s {verdict} |",
        flush=True,
    )


def report(job: Job, folder: Path, rounds: int) -> None:
    """Runs a job on both sides and prints its line of the table."""
    costs_of_both = []
    for prepare, work in (job.ours, job.theirs):
        program = TIMED.format(prepare=prepare, work=work)
        costs_of_both.append(measure([sys.executable, "-c", program, str(folder / job.file)], rounds, inside=True))
    ours, theirs = costs_of_both
    if ours is None or theirs is None:
        missing = "we failed" if ours is None else "not run (missing, or it died)"
        print(f"| {job.name} | {job.peer} | {missing} | | | |", flush=True)
        return
    ratio = theirs[0] / max(ours[0], 1e-9)
    print(
        f"| {job.name} | {job.peer} | {ours[0]:.3f} s, {ours[1]:.0f} MiB | {theirs[0]:.3f} s, {theirs[1]:.0f} MiB "
        f"| {ratio:.1f} x | 1 x {'ok' if ratio >= 1 else 'MISSED'} |",
        flush=True,
    )


def main() -> int:
    """Makes missing files and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jobs", nargs="*", help="jobs to run: beginnings of their names (default: all)")
    parser.add_argument("--data", type=Path, default=Path("bench-data"))
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    folder = (options.data / "formats").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "a.ttml").exists():
        apart(make, folder)
    print("| job | beside | ours | theirs | ratio | goal |\n|---|---|---|---|---|---|")
    if not options.jobs or any("million".startswith(name) for name in options.jobs):
        conversions(folder, options.rounds)
    if not options.jobs or any("convert".startswith(name) for name in options.jobs):
        short_conversions(folder, options.rounds)
    if not options.jobs or any("score".startswith(name) for name in options.jobs):
        timed(folder, options.rounds)
        tables(folder, options.rounds)
    for job in JOBS:
        if not options.jobs or any(job.name.startswith(name) for name in options.jobs):
            report(job, folder, options.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
