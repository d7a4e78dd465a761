"""Worker processes with limits of time and memory: a case that hangs, crashes or swells is a difference, not an end."""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import tempfile
import time
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TypeAlias

from tests.fuzz.case import Case, Verdict, chance_of, different
from tests.fuzz.run import place_of

# One case: the name of its kind, and its number.
Task: TypeAlias = "tuple[str, int]"

MEMORY = 3 << 30
"""Bytes of addresses that a worker, and any program that it starts, may use."""
_CPU_SECONDS = 15
_WALL_SECONDS = 300
_GROWTH = 400 << 10
"""By how many KiB the resident memory of a worker may grow within one case, libraries that it loads included."""
_BATCH = 16
_CONTEXT = multiprocessing.get_context("spawn")


def checked(kind: str, case: Case, folder: Path) -> Verdict:
    """The verdict of a kind's check, within the limits of this process."""
    from tests.fuzz.kinds import KINDS

    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    resource.setrlimit(resource.RLIMIT_CPU, (int(used) + _CPU_SECONDS + 1, hard))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        verdict = KINDS[kind].check(case, folder)
    except MemoryError:
        return different(f"more than {MEMORY >> 20} MiB of memory")
    except Exception as error:
        return different(f"exception: {place_of(error)}", str(error))
    growth = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    if growth > _GROWTH and verdict.state != "different":
        return different(f"memory grew by more than {_GROWTH >> 10} MiB")
    return verdict


def _serve(pipe: Connection, seed: int) -> None:
    """Makes and checks cases until nobody asks any more."""
    from tests.fuzz.kinds import KINDS

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (256 << 20, 256 << 20))
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        loaded: set[str] = set()
        while (question := pipe.recv()) is not None:
            names = {kind_name for kind_name, _ in question}
            _load(names - loaded)
            loaded |= names
            for kind_name, what in question:
                case = what if isinstance(what, Case) else KINDS[kind_name].make(chance_of(kind_name, seed, what))
                pipe.send(checked(kind_name, case, Path(folder)))


def _load(kinds: Set[str]) -> None:
    """Loads what some kinds need, for which memory is neither limited nor watched."""
    from tests.fuzz.kinds import KINDS

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    for name in kinds:
        KINDS[name].lacks()
    if "ASAN_OPTIONS" not in os.environ:  # the address sanitizer reserves terabytes of addresses
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, hard))


@dataclass
class Worker:
    """A process that checks cases, and what it has still to answer."""

    seed: int
    tasks: list[Task] = field(default_factory=list)
    since: float = 0.0
    process: BaseProcess | None = None
    pipe: Connection | None = None

    def ask(self, questions: Sequence[tuple[str, int | Case]]) -> None:
        """Hands over questions, to a new process if there is none."""
        if self.pipe is None:
            self.pipe, other = _CONTEXT.Pipe()
            self.process = _CONTEXT.Process(target=_serve, args=(other, self.seed), daemon=True)
            self.process.start()
            other.close()
        self.since = time.monotonic()
        self.pipe.send(list(questions))

    def answer(self) -> Verdict:
        """Waits for the next answer; the end of the process, or none within the limit of time, is an answer, too."""
        if self.pipe is None or self.process is None:
            raise RuntimeError("the worker was not asked")
        remaining = max(0.0, self.since + _WALL_SECONDS - time.monotonic())
        try:
            if self.pipe.poll(remaining):
                verdict: Verdict = self.pipe.recv()
                self.since = time.monotonic()
                return verdict
        except (EOFError, ConnectionError):
            self.process.join()
            code = self.process.exitcode or 0
            self._forget()
            if -code == signal.SIGXCPU:
                return different(f"no end within {_CPU_SECONDS} s of processor time")
            return different(f"the process ended by {signal.Signals(-code).name if code < 0 else code}")
        self.process.kill()
        self.process.join()
        self._forget()
        return different(f"no end within {_WALL_SECONDS} s")

    def check(self, kind: str, case: Case) -> Verdict:
        """The verdict on one case."""
        self.ask([(kind, case)])
        return self.answer()

    def close(self) -> None:
        """Ends the process."""
        if self.pipe is not None and self.process is not None:
            try:
                self.pipe.send(None)
            except OSError:
                pass
            self.process.join(5)
            if self.process.is_alive():
                self.process.kill()
                self.process.join()
        self._forget()

    def _forget(self) -> None:
        if self.pipe is not None:
            self.pipe.close()
        self.pipe = self.process = None


def verdicts(tasks: Iterator[Task], seed: int, jobs: int) -> Iterator[tuple[Task, Verdict]]:
    """Checks cases in so many processes; the verdicts come as they are found."""
    workers = [Worker(seed) for _ in range(jobs)]
    try:
        busy = [worker for worker in workers if _refill(worker, tasks)]
        while busy:
            pipes = [worker.pipe for worker in busy if worker.pipe is not None]
            wait(pipes, 1.0)
            for worker in list(busy):
                overdue = time.monotonic() - worker.since > _WALL_SECONDS
                if worker.pipe is not None and not overdue and not _ready(worker.pipe):
                    continue
                yield worker.tasks.pop(0), worker.answer()
                if worker.pipe is None and worker.tasks:
                    worker.ask(worker.tasks)
                if not worker.tasks and not _refill(worker, tasks):
                    busy.remove(worker)
    finally:
        for worker in workers:
            worker.close()


def _ready(pipe: Connection) -> bool:
    try:
        return pipe.poll()
    except (EOFError, ConnectionError):
        return True


def _refill(worker: Worker, tasks: Iterator[Task]) -> bool:
    worker.tasks = list(islice(tasks, _BATCH))
    if worker.tasks:
        worker.ask(worker.tasks)
    return bool(worker.tasks)


def default_jobs() -> int:
    """One process a processor that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
