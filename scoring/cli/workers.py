"""Worker processes of a command: fewer where the system allows no more, and none that outlives its command."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as Overdue
from contextlib import suppress
from time import monotonic
from types import FrameType
from typing import TypeVar

from ...formats.errors import show_options

Item = TypeVar("Item")
Result = TypeVar("Result")

# Windows allows no pool of more processes.
MOST = 61
_START = 60.0
"""Seconds after which a process that has not answered counts as one that cannot start."""
_END, _AGAIN = 5.0, 0.1
"""Seconds in which a worker has to end, and after which it gets the signal again."""
_FATAL = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))

# The server of forks, which Python prefers on Linux since 3.14, starts slowly and warns on stderr of a killed command.
_METHOD = "fork" if sys.platform == "linux" else None

# The processes that have workers: a forked worker inherits the handlers of signals, and this set.
_commands: set[int] = set()


def each(function: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """The results of all items in their order; 0 jobs are one for each processor, one is this process."""
    jobs = min(jobs or os.cpu_count() or 1, len(items))
    return in_processes(function, items, jobs) if jobs > 1 else map(function, items)


def in_processes(function: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """The results of all items in their order, from at most this many processes; from this one if none can start.

    A signal that ends the command ends its workers too.
    """
    jobs = min(jobs, len(items), MOST)
    chunk = max(1, min(32, len(items) // (4 * jobs or 1)))
    _commands.add(os.getpid())
    before = {number: signal.signal(number, _end) for number in _FATAL if signal.getsignal(number) == signal.SIG_DFL}
    pool = None
    try:
        pool = _started(jobs)
        yield from _mapped(pool, function, items, chunk) if pool else map(function, items)
    except BaseException:
        _end_workers()
        raise
    finally:
        if pool:
            pool.shutdown()
        for number, action in before.items():
            signal.signal(number, action)


def _mapped(
    pool: ProcessPoolExecutor, function: Callable[[Item], Result], items: Sequence[Item], chunk: int
) -> Iterator[Result]:
    """The results of all items. Unlike those of `pool.map`, tasks are never cancelled: that fails when workers end."""
    places = range(0, len(items), chunk)
    for task in [pool.submit(_all, function, items[place : place + chunk]) for place in places]:
        yield from task.result()


def _all(function: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    return [function(item) for item in items]


def _started(jobs: int) -> ProcessPoolExecutor | None:
    """A pool whose processes all run; None where not even two can."""
    while jobs > 1:
        pool = ProcessPoolExecutor(jobs, multiprocessing.get_context(_METHOD), initializer=_prepare)
        try:
            _wait(pool, jobs)
            return pool
        except (OSError, RuntimeError, MemoryError, Overdue):
            _end_workers()
            pool.shutdown(wait=False)
        jobs //= 2
    return None


def _wait(pool: ProcessPoolExecutor, jobs: int) -> None:
    """Waits until so many processes run; raises the error of a thread of the pool, which would print a traceback."""
    answers: list[Future[int]] = []
    error: list[BaseException | None] = []

    def failed(what: threading.ExceptHookArgs) -> None:
        error.append(what.exc_value)
        for answer in answers:
            if not answer.done():
                answer.set_exception(what.exc_value)

    before, threading.excepthook = threading.excepthook, failed
    try:
        answers += [pool.submit(int) for _ in range(jobs)]
        if error:
            raise RuntimeError from error[0]
        for answer in answers:
            answer.result(timeout=_START)
    finally:
        threading.excepthook = before


def _prepare() -> None:
    """Gives the signals of a worker their default actions, and leaves Ctrl-C to the command, which ends its workers."""
    for number in _FATAL:
        if signal.getsignal(number) == _end:
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    show_options(True)
    # Where the system allows no more threads, the worker goes on without this one.
    with suppress(RuntimeError):
        threading.Thread(target=_end_with_command, daemon=True).start()


def _end_with_command() -> None:
    """Ends a worker whose command was killed, which nothing else tells it."""
    command = multiprocessing.parent_process()
    if command is not None:
        command.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _end(number: int, frame: FrameType | None) -> None:
    if os.getpid() not in _commands:  # a worker that has just been forked
        os._exit(1)
    _end_workers()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _end_workers() -> None:
    """Ends all workers; they remove their part files first.

    They get the signal again until they end: one that is about to wait for work may miss a signal.
    """
    end = monotonic() + _END
    while (workers := multiprocessing.active_children()) and monotonic() < end:
        for worker in workers:
            worker.terminate()
        workers[0].join(_AGAIN)
    for worker in workers:
        worker.kill()
