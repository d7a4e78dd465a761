"""Two pieces of work at once: the second one in a thread of its own, where threads are allowed."""

from __future__ import annotations

from _thread import allocate_lock, start_new_thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    One = TypeVar("One")
    Other = TypeVar("Other")


def both(first: Callable[[], One], second: Callable[[], Other], threads: int) -> tuple[One, Other]:
    """The values of two functions, which run side by side where threads are allowed; of two errors, the first one.

    >>> both(lambda: 1, lambda: "two", threads=2)
    (1, 'two')
    """
    # The modules `threading` and `concurrent.futures` take longer to import than small files to be read.
    if threads < 2:
        return first(), second()
    others: list[Other] = []
    failures: list[BaseException] = []
    busy = allocate_lock()

    def work() -> None:
        try:
            others.append(second())
        except BaseException as error:
            failures.append(error)
        finally:
            busy.release()

    busy.acquire()
    try:
        start_new_thread(work, ())
    except RuntimeError:  # no more threads are allowed
        return first(), second()
    try:
        value = first()
    finally:
        busy.acquire()
    if failures:
        raise failures[0]
    return value, others[0]
