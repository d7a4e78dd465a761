"""Grows a file of every format in every shape to 1, 2, 4 and 8 times a size, and shows how processor time and memory of
its reader and of its writer grow.

What grows in proportion takes 8 times the time for 8 times the file. Exit code 1 if any takes more than `--most` times,
more memory than 100 times its text, or more than 30 s.
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scorelite import formats
from tests.growth.shapes import Files, Shape, shapes

GROWTHS = (1, 2, 4, 8)
MEMORY = 100
SECONDS = 30
# What is shorter or smaller says nothing about growth.
_SHORT = 0.1
_SMALL = 16 << 20
# Sizes at which growth must be too much to count.
_LARGER = (1, 3, 9)


@dataclass(frozen=True, slots=True)
class Cost:
    """Cost of one file: seconds to read it and to write it again, and bytes of memory; infinite if it never ended."""

    read: float
    write: float
    memory: int
    refused: bool


ENDLESS = Cost(float("inf"), 0.0, 0, refused=True)


@dataclass(frozen=True, slots=True)
class Growth:
    """Costs of files of 1, 2, 4 and 8 times a size; those in the middle only where growth is suspected."""

    shape: Shape
    bytes: int
    costs: tuple[Cost, ...]

    @property
    def factor(self) -> float:
        """How many times the largest takes of the smallest, reading or writing, whichever grows more."""
        first, last = self.costs[0], self.costs[-1]
        if last == ENDLESS:
            return float("inf")
        pairs = ((first.read, last.read), (first.write, last.write))
        return max((large / max(small, 1e-3) for small, large in pairs if large >= _SHORT), default=0.0)

    def fails(self, most: float) -> bool:
        """Whether it grows too fast."""
        first, last = self.costs[0], self.costs[-1]
        faster = last.memory > _SMALL and last.memory > 2 * most * max(first.memory, 1 << 20)
        return self.factor > most or faster or last.memory > _SMALL + MEMORY * self.bytes


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.growth", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help="names of formats (default: all)")
    parser.add_argument("--size", type=int, default=400, metavar="KB", help="size of the largest file (default: 400)")
    parser.add_argument("--most", type=float, default=16.0, metavar="X", help="time for 8 times the file (default: 16)")
    parser.add_argument("--shape", default="", metavar="TEXT", help="only shapes whose names contain this")
    parser.add_argument("--all", action="store_true", help="print every shape, not only those of most growth")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Prints one line a format; 1 if any shape grows too fast."""
    options = arguments(words)
    names = options.formats or [record.name for record in formats.FORMATS]
    failed = 0
    print("| format | shapes | most growth | its bytes | its seconds, 1 2 4 8 | its memory |")
    print("|---|--:|---|--:|---|--:|")
    for name in names:
        list(formats.read(*_warm(name), format=name).segments)
        grown = [
            growth(shape, name, options.size * 1000, options.most)
            for shape in shapes(name)
            if options.shape in shape.name
        ]
        if not grown:
            continue
        bad = [each for each in grown if each.fails(options.most)]
        failed += len(bad)
        worst = max(grown, key=lambda each: each.factor)
        for each in grown if options.all else {id(each): each for each in [worst, *bad]}.values():
            print(_row(name, len(grown), each, failed=each in bad), flush=True)
    return 1 if failed else 0


def _warm(name: str) -> tuple[Path]:
    from tests.formats.test_every_format import sample

    return (sample(name),)


def _row(name: str, number: int, growth: Growth, *, failed: bool) -> str:
    seconds = " ".join(f"{cost.read:.2f}+{cost.write:.2f}" for cost in growth.costs)
    factor = f"{growth.factor:.1f} x" if growth.factor else "short"
    return (
        f"| {name} | {number} | {'TOO MUCH: ' if failed else ''}{growth.shape.name}: {factor} | {growth.bytes} "
        f"| {seconds} | {growth.costs[-1].memory / 1e6:.0f} MB |"
    )


def growth(shape: Shape, name: str, size: int, most: float) -> Growth:
    """The growth of one shape; where it seems too much, that of larger files: a step on the way is no growth."""
    base = max(size // (GROWTHS[-1] * shape.unit), 1)
    for larger in _LARGER:
        costs = []
        for times in GROWTHS if larger > 1 else (GROWTHS[0], GROWTHS[-1]):
            files = shape.make(base * times * larger)
            costs.append(cost(files, name))
        growth = Growth(shape, max(sum(map(len, files.values())), 1), tuple(costs))
        if not growth.fails(most):
            break
    return growth


def cost(files: Files, name: str) -> Cost:
    """The cost of a file, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        source: Path | bytes = files[""] if "" in files else Path(folder)
        for title, data in files.items():
            if title:
                (Path(folder) / title).parent.mkdir(parents=True, exist_ok=True)
                (Path(folder) / title).write_bytes(data)
        return _apart(lambda: _cost(source, name))


def _cost(source: Path | bytes, name: str) -> Cost:
    before = _peak()
    start = time.process_time()
    try:
        corpus = formats.read(source, format=name)
        for segment in corpus.segments:
            for _ in segment.items:
                pass
    except formats.ScoreliteError as error:
        str(error)
        return Cost(time.process_time() - start, 0.0, _peak() - before, refused=True)
    read = time.process_time() - start
    memory = _peak() - before
    record = formats.by_name(name)
    if record.writable and record.files is None:
        start = time.process_time()
        try:
            formats.write(corpus, io.BytesIO(), format=name)
        except formats.ScoreliteError as error:
            str(error)
        return Cost(read, time.process_time() - start, memory, refused=False)
    return Cost(read, 0.0, memory, refused=False)


def _peak() -> int:
    """The peak of the memory of this process, which `ru_maxrss` of a child is not."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))


def _apart(work: Callable[[], Cost]) -> Cost:
    """The cost that a child of this process measures."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reader)
            gc.disable()
            with open("/proc/self/clear_refs", "w", encoding="ascii") as peak:
                peak.write("5")
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
            signal.signal(signal.SIGXCPU, signal.SIG_DFL)
            costs = work()
            os.write(writer, repr((costs.read, costs.write, costs.memory, costs.refused)).encode())
            os._exit(0)
        except BaseException as error:
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
            os._exit(1)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise RuntimeError("a reader failed: its error stands above")
    if not answer:
        return ENDLESS
    values = answer.decode()[1:-1].split(", ")
    return Cost(float(values[0]), float(values[1]), int(values[2]), values[3] == "True")


if __name__ == "__main__":
    sys.exit(main())
