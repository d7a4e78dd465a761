"""Word scoring beside its peers: CPU time (user + system) and memory, both measured in one run, as ratios.

    pip install . -r benchmarks/requirements.txt
    python benchmarks/words.py [--data FOLDER] [--rounds 3] [JOB ...]

A second table shows how time and memory of one long pair grow with its words: plain, and with one alternation of two
words, or of a word and nothing. A peer
that is not installed or that fails is named in the table. The reference program is in $SCTK_BIN or in the folder of
Debian's package `sctk`. A figure is the smallest of all rounds.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import data

SCTK = Path(os.environ.get("SCTK_BIN", "/usr/lib/sctk/bin"))
OURS = [str(Path(sys.executable).with_name("sclite"))]  # as it was installed
SCORELITE = str(Path(sys.executable).with_name("scorelite"))
REFERENCE = [str(SCTK / "sclite")]
_UNUSUAL = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")

# A peer times itself, so that neither its start nor the reading of files counts.
SNIPPET = """
import sys, time
refs, hyps = (open(name).read().splitlines() for name in sys.argv[1:3])
{prepare}
before = time.process_time()
{work}
print(time.process_time() - before)
"""
SCORE = ("from scorelite import score", "score(refs, hyps)")
ALIGN = (
    "from scorelite import core\nrules = core.Rules(core.Charset('utf-8', {}, {}), sensitive=True)",
    "core.align(rules, core.texts(refs), core.texts(hyps)).counts()",
)
JIWER = ("import jiwer", "jiwer.process_words(refs, hyps)")
DROP_IN = "from scorelite.compat import jiwer"
WER, CER = "jiwer.wer(refs, hyps)", "jiwer.cer(refs, hyps)"
CHUNKS = "jiwer.process_words(refs, hyps).alignments"
SHOWN = "jiwer.visualize_alignment(jiwer.process_words(refs, hyps))"
RAPIDFUZZ = (
    "from rapidfuzz.distance import Levenshtein\npairs = [(r.split(), h.split()) for r, h in zip(refs, hyps)]",
    "[Levenshtein.editops(r, h) for r, h in pairs]",
)
UNIT_COSTS = (
    "from scorelite import core\nrefs = [r.split() for r in refs]\nhyps = [h.split() for h in hyps]",
    "[core.pairs(r, h, '*', (1, 1, 1), 'SDI', False) for r, h in zip(refs, hyps)]",
)
STEPS = (
    "from scorelite import score\nrefs = [r.split() for r in refs]\nhyps = [h.split() for h in hyps]",
    "score(refs, hyps, policy='kaldi_align', case_sensitive=True).utterances.operations()",
)
COUNTS = (UNIT_COSTS[0], "core.symbol_counts(refs, hyps, (1, 1, 1), 'SDI', False)")
LETTERS = (
    "from scorelite import core\nrefs = [*map(list, refs)]\nhyps = [*map(list, hyps)]",
    "core.symbol_counts(refs, hyps, (1, 1, 1), 'SDI', False)",
)
RAPIDFUZZ_LETTERS = (
    "from rapidfuzz.distance import Levenshtein",
    "[Levenshtein.editops(r, h) for r, h in zip(refs, hyps)]",
)
RAPIDFUZZ_LISTS = (f"{RAPIDFUZZ_LETTERS[0]}\npairs = [(list(r), list(h)) for r, h in zip(refs, hyps)]", RAPIDFUZZ[1])
# A peer's editops hold the errors; they are made into tuples only when they are looked at.
RAPIDFUZZ_STEPS = (RAPIDFUZZ[0], "[Levenshtein.editops(r, h).as_list() for r, h in pairs]")
TEXTS = (ALIGN[0], LETTERS[1])
# Batches of 16 utterances, as an evaluation has them; of torchmetrics, hypotheses come first.
BATCHES = "for k in range(0, len(refs), 16):\n    metric.update({first}[k:k + 16], {other}[k:k + 16])\nmetric.compute()"
METRIC = ("from scorelite import Metric\nmetric = Metric()", BATCHES.format(first="refs", other="hyps"))
TORCHMETRICS = (
    "from torchmetrics.text import WordErrorRate\nmetric = WordErrorRate()",
    BATCHES.format(first="hyps", other="refs"),
)
OUR_TORCHMETRICS = (
    TORCHMETRICS[0].replace("torchmetrics.", "scorelite.compat.torchmetrics.", 1),
    TORCHMETRICS[1],
)
SCORED = "import pandas\nfrom scorelite import score\nresult = score(refs, hyps)"
CER_OF_LISTS = ("import scorelite", "scorelite.cer(refs, hyps)")
RAPIDFUZZ_DISTANCE = (
    "from rapidfuzz.distance import Levenshtein",
    "sum(Levenshtein.distance(r, h) for r, h in zip(refs, hyps)) / sum(map(len, refs))",
)
FRAME = (SCORED, "result.to_pandas()")
ROWS = (f"{SCORED}\nrows = result.to_pandas().to_dict('records')", "pandas.DataFrame(rows)")
# The simplest bootstrap of numpy, from the different pairs of errors and words, which it does not have to count.
INTERVAL = ("from scorelite import score\nresult = score(refs, hyps)", "result.interval(10_000)")
MULTINOMIAL = (
    f"""import numpy
{INTERVAL[0]}
counts = [utterance.counts for utterance in result.utterances]
pairs = numpy.array([(each.errors, each.reference) for each in counts])
pairs, numbers = numpy.unique(pairs, axis=0, return_counts=True)""",
    """drawn = numpy.random.default_rng(0).multinomial(len(refs), numbers / len(refs), size=10_000)
errors, words = (drawn @ pairs).T
numpy.percentile(errors / words, [2.5, 97.5])""",
)
# The first 20,000 texts as trn, with one word that is not ASCII, or with ASCII alone.
TRN = """import pathlib, tempfile
from scorelite import score_files
folder = pathlib.Path(tempfile.mkdtemp())
for name, texts in (("ref", refs), ("hyp", hyps)):
    rows = [f"{text} (a_{place})\\n" for place, text in enumerate(texts[:20000])]
    (folder / f"{name}.trn").write_text("%s " + "".join(rows), "utf-8")
files = folder / "ref.trn", folder / "hyp.trn"
len(score_files(*files).notices)"""
UMLAUT, PLAIN = ((TRN % word, "len(score_files(*files).notices)") for word in ("f\u00fcr", "for"))
IDS = (
    """import numpy
from scorelite import Metric
metric = Metric(ignore=-100)
numbers = {}
rows = [[numbers.setdefault(word, len(numbers)) for word in text.split()] for text in refs + hyps]
width = max(map(len, rows))
refs, hyps = numpy.split(numpy.array([row + [-100] * (width - len(row)) for row in rows]), 2)""",
    METRIC[1],
)
# Seconds and MiB beyond the texts of aligning one pair: its words, the share of errors, how many marks.
GROWTH = """
import random, resource, sys, time
from scorelite import core
size, errors, mark = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
chance = random.Random(1)
ref = [f"w{chance.randrange(20000)}" for _ in range(size)]
hyp = [word if chance.random() >= errors else f"x{chance.randrange(20000)}" for word in ref]
if mark:
    ref[size // 2] = mark.replace("WORD", ref[size // 2])
rules = core.Rules(core.Charset("ascii", {}, {}))
sides = [core.texts([" ".join(side)]) for side in (ref, hyp)]
used = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
before, start = used(), time.process_time()
core.align(rules, *sides)
print(time.process_time() - start, used() - before)
"""
SIZES = (6_250, 25_000, 100_000, 400_000)


@dataclass(frozen=True, slots=True)
class Job:
    """One line of the table: a job, its corpus, the peer, and the goal as a ratio."""

    name: str
    corpus: str
    options: tuple[str, ...] = ()
    ours: tuple[str, str] | None = None
    peer: str = "sclite"
    theirs: tuple[str, str] | None = None
    goal: float = 1.0


JOBS = (
    Job("A -o sum", "A", ("-o", "sum"), goal=40),
    Job("A -o all", "A", ("-o", "all"), goal=15),
    Job("A score(list, list)", "A", ours=SCORE, peer="jiwer", theirs=JIWER, goal=12),
    Job("A jiwer.wer", "A", ours=(DROP_IN, WER), peer="jiwer", theirs=("import jiwer", WER), goal=25),
    Job("A jiwer.cer", "A", ours=(DROP_IN, CER), peer="jiwer", theirs=("import jiwer", CER)),
    Job("A jiwer.process_words", "A", ours=(DROP_IN, JIWER[1]), peer="jiwer", theirs=JIWER, goal=15),
    Job("A jiwer, chunks read", "A", ours=(DROP_IN, CHUNKS), peer="jiwer", theirs=("import jiwer", CHUNKS), goal=3),
    Job("A jiwer, printed", "A", ours=(DROP_IN, SHOWN), peer="jiwer", theirs=("import jiwer", SHOWN)),
    Job("B -o sum", "B", ("-o", "sum"), peer="jiwer", theirs=JIWER, goal=15),
    Job("C -o sum", "C", ("-o", "sum"), goal=100),
    Job("C align", "C", ("-o", "none"), ours=ALIGN, goal=1000),
    Job("C align", "C", ours=ALIGN, peer="rapidfuzz", theirs=RAPIDFUZZ, goal=2),
    Job("D align", "D", ours=ALIGN, peer="rapidfuzz", theirs=RAPIDFUZZ, goal=7),
    Job("A lists of words, steps", "A", ours=STEPS, peer="rapidfuzz", theirs=RAPIDFUZZ, goal=1),
    Job("A lists of words, steps as tuples", "A", ours=UNIT_COSTS, peer="rapidfuzz", theirs=RAPIDFUZZ_STEPS, goal=1),
    Job("A lists of words, counts", "A", ours=COUNTS, peer="rapidfuzz", theirs=RAPIDFUZZ, goal=1),
    Job("A lists of characters, counts", "A", ours=LETTERS, peer="rapidfuzz", theirs=RAPIDFUZZ_LISTS, goal=1),
    Job("A texts, counts of characters", "A", ours=TEXTS, peer="rapidfuzz", theirs=RAPIDFUZZ_LETTERS, goal=1),
    Job("A cer(list, list)", "A", ours=CER_OF_LISTS, peer="rapidfuzz", theirs=RAPIDFUZZ_DISTANCE, goal=0.5),
    Job("A Metric, batches", "A", ours=METRIC, peer="torchmetrics", theirs=TORCHMETRICS, goal=20),
    Job("A Metric, batches of ids", "A", ours=IDS, peer="torchmetrics", theirs=TORCHMETRICS, goal=20),
    Job("A its names in ours, batches", "A", ours=OUR_TORCHMETRICS, peer="torchmetrics", theirs=TORCHMETRICS, goal=10),
    Job("A to_pandas", "A", ours=FRAME, peer="pandas, of rows", theirs=ROWS, goal=0.7),
    Job("A interval(10_000)", "A", ours=INTERVAL, peer="numpy, multinomial", theirs=MULTINOMIAL, goal=1),
    Job("A one umlaut in trn", "A", ours=UMLAUT, peer="ASCII alone", theirs=PLAIN, goal=0.77),
    Job("A scorelite score", "A", ("score",), peer="our sclite", goal=0.77),
    Job("B scorelite score", "B", ("score",), peer="our sclite", goal=0.77),
    Job("F -o sum", "F", ("-o", "sum"), goal=300),
    Job("F -o sum", "F", ("-o", "sum"), peer="jiwer", theirs=JIWER, goal=4),
    Job("AM -F -D -o sum", "AM", ("-F", "-D", "-o", "sum"), goal=20),
    Job("CM -F -D -o sum", "CM", ("-F", "-D", "-o", "sum"), peer="C", goal=0.2),
    Job("E: A -c -o sum", "A", ("-c", "-o", "sum"), goal=30),
    Job("tiny -o sum stdout", "T", ("-o", "sum", "stdout"), peer="python3 -c pass", goal=0.25),
)


def command(program: list[str], corpus: str, folder: Path, options: tuple[str, ...]) -> list[str]:
    """The command line of a sclite."""
    names = [str(folder / f"{corpus}.{side}.trn") for side in ("ref", "hyp")]
    return [*program, "-r", names[0], "trn", "-h", names[1], "trn", "-i", "spu_id", "-f", "0", "-n", "out", *options]


def environment() -> dict[str, str]:
    """The environment of a user: without what makes Python compile its modules anew, or write each line by itself."""
    return {name: value for name, value in os.environ.items() if name not in _UNUSUAL}


def measure(argv: list[str], rounds: int, inside: bool) -> tuple[float, float] | None:
    """Least CPU seconds and MiB of some runs; `inside`: the seconds are what the program prints."""
    best: tuple[float, float] | None = None
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            with tempfile.TemporaryFile() as output:
                process = subprocess.Popen(
                    argv, cwd=folder, stdout=output, stderr=subprocess.DEVNULL, env=environment()
                )
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                if process.returncode:
                    return None
                output.seek(0)
                seconds = float(output.read().split()[-1]) if inside else usage.ru_utime + usage.ru_stime
            if best is None or seconds < best[0]:
                best = seconds, usage.ru_maxrss / 1024
    return best


def sides(job: Job, folder: Path) -> tuple[tuple[list[str], bool], tuple[list[str], bool]]:
    """Both commands, and whether each times itself."""
    texts = [str(folder / f"{job.corpus}.{side}.txt") for side in ("ref", "hyp")]

    def snippet(parts: tuple[str, str]) -> tuple[list[str], bool]:
        return [sys.executable, "-c", SNIPPET.format(prepare=parts[0], work=parts[1]), *texts], True

    if job.peer == "our sclite":
        files = [str(folder / f"{job.corpus}.{side}.trn") for side in ("ref", "hyp")]
        return ([SCORELITE, *job.options, *files], False), (command(OURS, job.corpus, folder, ("-o", "sum")), False)
    ours = snippet(job.ours) if job.ours else (command(OURS, job.corpus, folder, job.options), False)
    if job.theirs:
        return ours, snippet(job.theirs)
    if job.peer == "C":
        return ours, (command(OURS, "C", folder, job.options), False)
    if job.peer == "python3 -c pass":
        return ours, ([sys.executable, "-c", "pass"], False)
    return ours, (command(REFERENCE, job.corpus, folder, job.options), False)


def report(job: Job, folder: Path, rounds: int) -> None:
    """Runs a job and prints its line of the table."""
    (ours, inside), (theirs, theirs_inside) = sides(job, folder)
    a, b = measure(ours, rounds, inside), measure(theirs, 1 if job.peer == "sclite" else rounds, theirs_inside)
    print_line(job, a, b)


def print_line(job: Job, a: tuple[float, float] | None, b: tuple[float, float] | None) -> None:
    """Prints a line of the table: our figures, and the peer's."""
    if a is None or b is None:
        missing = "we failed" if a is None else "not run (missing, or it died)"
        print(f"| {job.name} | {job.peer} | {missing} | | | |", flush=True)
        return
    ratio = b[0] / max(a[0], 1e-9)
    verdict = "ok" if ratio >= job.goal else "MISSED"
    print(
        f"| {job.name} | {job.peer} | {a[0]:.3f} s, {a[1]:.0f} MiB | {b[0]:.3f} s, {b[1]:.0f} MiB "
        f"| {ratio:.1f} x | {job.goal:g} x {verdict} |",
        flush=True,
    )


SHAPES = {
    f"{name}, {errors:.0%}": (errors, mark)
    for errors in (0.1, 0.5, 1.0)
    for mark, name in (
        ("", "plain"),
        ("{ WORD / @ }", "one optional word"),
        ("{ WORD / other }", "one alternation"),
    )
}
GROWTH_HEAD = f"| one pair, errors | {' | '.join(f'{size:,} words' for size in SIZES)} |\n|---|{'---|' * len(SIZES)}"


def growth_row(shape: str) -> str:
    """Seconds and memory of one long pair of a shape, for sizes of four times each other."""
    cells = []
    for size in SIZES:
        words = [sys.executable, "-c", GROWTH, *map(str, (size, *SHAPES[shape]))]
        printed = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
        cells.append(f"{float(printed[0]):.2f} s, {printed[1]} MiB")
    return f"| {shape} | {' | '.join(cells)} |"


def main() -> int:
    """Makes missing data and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jobs", nargs="*", help="jobs to run: beginnings of their names, or growth (default: all)")
    parser.add_argument("--data", type=Path, default=Path("bench-data"))
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    if not shutil.which(REFERENCE[0]):
        print(f"no reference program in {SCTK}: its lines will be empty", file=sys.stderr)
    folder = options.data.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for side in ("ref", "hyp"):
        (folder / f"T.{side}.trn").write_text("".join(f"a b {side} c (s-{k})\n" for k in range(3)))
    print("| job | beside | ours | theirs | ratio | goal |\n|---|---|---|---|---|---|")
    for job in JOBS:
        if options.jobs and not any(job.name.startswith(name) for name in options.jobs):
            continue
        if job.corpus in data.CORPORA and not (folder / f"{job.corpus}.hyp.txt").exists():
            data.write(job.corpus, folder)
        report(job, folder, options.rounds)
    if not options.jobs or "growth" in options.jobs:
        print(f"\n{GROWTH_HEAD}")
        for shape in SHAPES:
            print(growth_row(shape), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
