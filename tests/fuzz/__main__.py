"""Runs seeded random cases and prints a table of what became of them; exit code 1 if any answer differs."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path

from tests.fuzz.case import Kind, Verdict, chance_of, load, save
from tests.fuzz.kinds import KINDS
from tests.fuzz.pool import Task, Worker, default_jobs, verdicts
from tests.fuzz.shrink import smaller, sort_of

_SHRINK_SECONDS = 60.0
_PROGRESS_SECONDS = 60.0


@dataclass
class Count:
    """Outcomes of the cases of one kind."""

    identical: int = 0
    explained: Counter[str] = field(default_factory=Counter)
    different: Counter[str] = field(default_factory=Counter)

    def add(self, verdict: Verdict) -> None:
        """Counts one verdict."""
        if verdict.state == "identical":
            self.identical += 1
        else:
            (self.explained if verdict.state == "explained" else self.different)[verdict.reason] += 1

    @property
    def row(self) -> tuple[int, int, int, int]:
        """Cases, identical, explained, different."""
        explained, wrong = sum(self.explained.values()), sum(self.different.values())
        return self.identical + explained + wrong, self.identical, explained, wrong


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=1000, metavar="N", help="how many cases (default: 1000)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="another seed gives other cases (default: 0)")
    parser.add_argument("--only", choices=sorted(KINDS), action="append", help="only this kind; repeatable")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first case of each kind")
    parser.add_argument("-j", "--jobs", type=int, default=0, metavar="N", help="processes; 0: one per processor")
    parser.add_argument("--keep", default="fuzz-differences", metavar="FOLDER", help="where differences are kept")
    parser.add_argument("--most", type=int, default=2, metavar="N", help="keep so many of one reason (default: 2)")
    parser.add_argument("--again", metavar="FOLDER", help="check a kept case again, and nothing else")
    return parser.parse_args(words)


def tasks_of(kinds: Sequence[Kind], cases: int, first: int) -> Iterator[Task]:
    """So many cases, kind after kind by their shares."""
    numbers = {kind.name: first for kind in kinds}
    turns = cycle(turn(kinds))
    for name in islice(turns, cases):
        yield name, numbers[name]
        numbers[name] += 1


def turn(kinds: Sequence[Kind]) -> list[str]:
    """The kinds by their shares, spread evenly: no kind waits for the others to end."""
    places = [((place + 0.5) / kind.share, kind.name) for kind in kinds for place in range(kind.share)]
    return [name for _, name in sorted(places)]


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit code."""
    options = arguments(words)
    if options.again:
        return _again(Path(options.again))
    chosen = [kind for name, kind in KINDS.items() if not options.only or name in options.only]
    kinds = [kind for kind in chosen if not kind.lacks()]
    for kind in chosen:
        if reason := kind.lacks():
            print(f"not run: {kind.name}: {reason}")
    if not kinds:
        return 1
    print(f"seed {options.seed}, {options.cases} cases", flush=True)
    counts = {kind.name: Count() for kind in kinds}
    store = _Kept(Path(options.keep), options.seed, options.most)
    started = told = time.monotonic()
    checked = verdicts(tasks_of(kinds, options.cases, options.first), options.seed, options.jobs or default_jobs())
    for done, ((name, number), verdict) in enumerate(checked, 1):
        counts[name].add(verdict)
        if verdict.state == "different":
            store.keep(name, number, verdict)
        if time.monotonic() - told > _PROGRESS_SECONDS:
            told = time.monotonic()
            print(f"... {done} cases in {told - started:.0f} s", file=sys.stderr, flush=True)
    print(table(counts))
    print(f"{time.monotonic() - started:.0f} s")
    return 1 if any(count.different for count in counts.values()) else 0


def table(counts: dict[str, Count]) -> str:
    """A table in Markdown, and below it the reasons of what is explained or different."""
    lines = ["| kind | cases | identical | explained | different |", "|---|--:|--:|--:|--:|"]
    rows = [(name, *count.row) for name, count in counts.items()]
    rows.append(("sum", *(sum(row[place] for row in rows) for place in range(1, 5))))  # type: ignore[misc]
    lines += ["| " + " | ".join([str(row[0]), *(f"{number:,}" for number in row[1:])]) + " |" for row in rows]
    for title in ("explained", "different"):
        reasons = [
            f"- {name}: {reason}: {times:,}"
            for name, count in counts.items()
            for reason, times in getattr(count, title).most_common()
        ]
        if reasons:
            lines += ["", f"{title}:", *reasons]
    return "\n".join(lines)


class _Kept:
    """The folder of differences: each is made smaller and kept with what it takes to run it again."""

    def __init__(self, folder: Path, seed: int, most: int) -> None:
        self._folder = folder
        self._seed = seed
        self._most = most
        self._times: Counter[str] = Counter()
        self._worker = Worker(seed)

    def keep(self, name: str, number: int, verdict: Verdict) -> None:
        """Keeps one difference, and says where."""
        origin = f"python -m tests.fuzz --only {name} --seed {self._seed} --first {number} --cases 1"
        sort = f"{name} {sort_of(verdict)}"
        self._times[sort] += 1
        if self._times[sort] > self._most:
            print(f"DIFFERENT {name} {number}: {verdict.reason} (not kept)", flush=True)
            return
        case = KINDS[name].make(chance_of(name, self._seed, number))
        case, verdict = smaller(
            case,
            verdict,
            lambda other: self._worker.check(name, other),
            parts=KINDS[name].parts,
            seconds=_SHRINK_SECONDS,
        )
        self._worker.close()
        folder = self._folder / f"{name}-{self._seed}-{number}"
        save(case, verdict, folder, kind=name, origin=origin)
        print(f"DIFFERENT {name} {number}: {verdict.reason} (kept in {folder})", flush=True)


def _again(folder: Path) -> int:
    name, case = load(folder)
    worker = Worker(0)
    verdict = worker.check(name, case)
    worker.close()
    print(f"{name}: {verdict.state} {verdict.reason}\n{verdict.detail}".rstrip())
    return 1 if verdict.state == "different" else 0


if __name__ == "__main__":
    sys.exit(main())
