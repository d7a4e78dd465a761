"""Time and memory of shards: corpora of 10^6 to 10^9 words, as copies of one shard under other ids.

Run `python -m benchmarks.scale 1e6 1e7`. A corpus of 10^9 words is made shard by shard, so that it needs no disk; its
texts are those of one shard of two million words, its ids are of each shard alone. What is measured is what a worker
does with a shard: read the Parquet file, score, and write the totals; then the sum of all files of totals.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import sys
import tempfile
import time
from multiprocessing import get_context
from pathlib import Path

import pyarrow
import pyarrow.parquet

WORDS = 2_000_000
LENGTH = 8


def shard_of(words: int, seed: int = 1) -> pyarrow.Table:
    """A table of texts with 2 % deletions, 6 % substitutions and 2 % insertions, of 500 speakers."""
    draw = random.Random(seed)
    vocabulary = [f"{draw.choice('bcdfgklmnprst')}{draw.choice('aeiou')}{number:x}" for number in range(20_000)]
    weights = [1 / (rank + 10) for rank in range(len(vocabulary))]
    number = words // LENGTH
    stream = draw.choices(vocabulary, weights, k=LENGTH * number)
    refs = [stream[LENGTH * row : LENGTH * row + LENGTH] for row in range(number)]
    hyps = []
    for ref in refs:
        hyp = []
        for word in ref:
            error = draw.random()
            if error >= 0.02:
                hyp.append(draw.choice(vocabulary) if error < 0.08 else word)
            if error > 0.98:
                hyp.append(draw.choice(vocabulary))
        hyps.append(" ".join(hyp))
    return pyarrow.table({"ref": [" ".join(ref) for ref in refs], "hyp": hyps})


def prepared(number: int, texts: str, folder: str) -> str:
    """Writes a shard with ids of its own."""
    table = pyarrow.parquet.read_table(texts)
    ids = pyarrow.array([f"s{row % 500:03}-{number:06}-{row:07}" for row in range(len(table))])
    path = os.path.join(folder, f"shard{number}.parquet")
    pyarrow.parquet.write_table(table.add_column(0, "id", ids), path)
    return path


def worker(path: str, folder: str) -> tuple[float, int]:
    """Scores one shard; the processor seconds and the largest memory of this process in kilobytes."""
    from scorelite.scoring.batches.shards import Shard, Work, word_task

    begin = time.process_time()
    done = Work(os.path.join(folder, "totals"), word_task({"missing": "error"}))(Shard(path))
    seconds = time.process_time() - begin
    assert not done.problem, done.problem
    os.unlink(path)
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def summed(folder: str) -> tuple[float, int]:
    """Adds all files of totals; processor seconds and memory as of a worker."""
    from scorelite.scoring.batches.files import merge_files

    begin = time.process_time()
    total = merge_files(sorted(map(str, Path(folder, "totals").iterdir())))
    total.report("sum")
    return time.process_time() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def measure(words: int) -> None:
    """Prints a line of the table for a corpus of so many words."""
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "totals"))
        texts = os.path.join(folder, "texts")
        pyarrow.parquet.write_table(shard_of(min(words, WORDS)), texts)
        seconds, memory = 0.0, 0
        with get_context("spawn").Pool(1) as maker, get_context("spawn").Pool(1) as pool:
            for number in range(max(1, words // WORDS)):
                path = maker.apply(prepared, (number, texts, folder))
                spent, most = pool.apply(worker, (path, folder))
                seconds, memory = seconds + spent, max(memory, most)
        with get_context("spawn").Pool(1) as pool:
            adding, most = pool.apply(summed, (folder,))
    total = seconds + adding
    print(
        f"| {words:.0e} | {seconds:.2f} s | {adding:.2f} s | {1e6 * total / words:.3f} s | {memory >> 10} MB "
        f"| {most >> 10} MB |",
        flush=True,
    )


def main() -> int:
    """Prints the table for the sizes on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="+", type=float, metavar="WORDS")
    options = parser.parse_args()
    print("| words | score (processor) | add | of a million words | largest worker | largest sum |")
    print("|---|---|---|---|---|---|")
    for size in options.sizes:
        measure(int(size))
    return 0


if __name__ == "__main__":
    sys.exit(main())
