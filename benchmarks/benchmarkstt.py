"""BenchmarkSTT's commands beside the original: CPU time of whole processes, start included.

    python benchmarks/benchmarkstt.py REF.txt HYP.txt [--rounds 3] [--theirs /path/to/benchmarkstt]

The texts of BenchmarkSTT's tutorial are not part of this repository. A goal that is missed is marked.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import time

METRICS = (
    *(("--wer",), ("--wer", "levenshtein"), ("--cer",), ("--diffcounts",), ("--worddiffs", "html")),
    ("--wer", "--lowercase", "--log"),
)
GOALS = {"--log": 1.0, "": 0.10}


def seconds(command: list[str], rounds: int) -> float:
    """The least CPU time of some runs of a command, after one that writes the compiled modules."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    times = []
    for _ in range(rounds + 1):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times[1:])


def gestalt() -> None:
    """Prints the time of gestalt matching alone: long similar texts, and repetitive ones."""
    from scorelite.core import opcodes

    chance = random.Random(1)
    words = chance.choices([f"w{number}" for number in range(20_000)], [1 / (k + 1) for k in range(20_000)], k=100_000)
    heard = [chance.choice(words) if chance.random() < 0.1 else word for word in words]
    pairs = ((words, heard, 1.0), (["a", "b"] * 500, ["a", "b", "c"] * 500, 0.05))
    for ref, hyp, goal in pairs:
        begin = time.process_time()
        opcodes(ref, hyp, False)
        taken = time.process_time() - begin
        print(f"opcodes {len(ref):,} x {len(hyp):,}: {taken:.4f} s{' MISSED' if taken > goal else ''}")


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ref")
    parser.add_argument("hyp")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--theirs", help="the original's program")
    options = parser.parse_args()
    texts = ["-r", options.ref, "-h", options.hyp, "-rt", "plaintext", "-ht", "plaintext"]
    for words in METRICS:
        ours = seconds([sys.executable, "-m", "scorelite", "benchmarkstt", *texts, *words], options.rounds)
        missed = " MISSED" if ours > GOALS["--log" if "--log" in words else ""] else ""
        line = f"{' '.join(words):24} {ours:8.3f} s{missed}"
        if options.theirs and "--log" not in words:
            line += f"   theirs {seconds([options.theirs, *texts, *words], 1):8.3f} s"
        print(line)
    gestalt()


if __name__ == "__main__":
    main()
