"""Regular expressions from files that the user names: run by Python's `re`, and stopped when they take too long.

In the main thread a timer of CPU time interrupts an expression. Elsewhere, where no signal can do so, a worker process
runs it, which is ended.
"""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import TypeVar

from ...formats.errors import LimitError, UsageError, Where, fail
from . import worker
from .operation import Function
from .rule import rule_name

_Given = TypeVar("_Given")
_Made = TypeVar("_Made")

SECONDS = 2.0
"""CPU time that one expression may take on one text, or on some words."""
_TOGETHER = 1000  # words
LONGEST = 1 << 24
"""Letters that one text may have after an expression."""


@dataclass(frozen=True, slots=True)
class Substitution:
    """An expression and its replacement, as `re.sub` takes them.

    >>> Substitution("(h)a", r"\\1e").apply("haha")
    'hehe'
    """

    pattern: str
    replacement: str
    place: Where | None = None
    compiled: re.Pattern[str] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        try:
            compiled = re.compile(self.pattern)
            compiled.sub(self.replacement, "")  # refuses groups that the expression does not have
        except (re.error, IndexError, OverflowError, RecursionError, MemoryError) as error:
            what = f"{self.pattern!r} with the replacement {self.replacement!r} is not a regular expression: {error}"
            fail(self.place or Where("expression", 1), what, "an expression of Python's re")
        object.__setattr__(self, "compiled", compiled)

    @property
    def step(self) -> Function:
        """The step of a chain."""
        summary = f"{self.pattern!r} -> {self.replacement!r}"
        name = rule_name("regex", self.pattern, self.replacement, self.place)
        return Function(name, summary, self.apply, search=self.pattern, place=self.place)

    def apply(self, text: str) -> str:
        """The text after the substitution; a LimitError where it takes too long or makes too much."""
        try:
            result = self._timed(text)
        except TimeoutError:
            raise self._limit(f"takes more than {SECONDS:g} seconds on a text of {len(text)} letters") from None
        if len(result) > max(LONGEST, len(text)):
            raise self._too_large(text)
        return result

    def _limit(self, what: str) -> LimitError:
        where = f"{self.place}: " if self.place else ""
        return LimitError(f"{where}the expression {self.pattern!r} {what}; expected a simpler expression")

    def _too_large(self, text: str) -> LimitError:
        return self._limit(f"makes more than {LONGEST} letters of a text of {len(text)}")

    def _timed(self, text: str) -> str:
        if not _can_interrupt():
            try:
                return worker.substituted(self.pattern, self.replacement, text, SECONDS, LONGEST)
            except OverflowError:
                raise self._too_large(text) from None
        return _in_time(self._substituted, text)

    def _substituted(self, text: str) -> str:
        # Each group of each match is at most the whole text.
        groups = self.replacement.count("\\")
        if (len(text) + 1) * (len(self.replacement) + groups * len(text)) <= LONGEST:
            return self.compiled.sub(self.replacement, text)
        size = 0

        def expanded(match: re.Match[str]) -> str:
            nonlocal size
            result = match.expand(self.replacement) if groups else self.replacement
            size += len(result)
            if size > LONGEST:
                raise self._too_large(text)
            return result

        return self.compiled.sub(expanded, text)


def _can_interrupt() -> bool:
    """Whether a signal can interrupt an expression here, and no other part of the process uses its timer."""
    return (
        threading.current_thread() is threading.main_thread()
        and hasattr(signal, "setitimer")
        and not any(signal.getitimer(signal.ITIMER_VIRTUAL))
    )


def _in_time(run: Callable[[_Given], _Made], given: _Given) -> _Made:
    """The result of a function; a TimeoutError where it takes too long."""
    before = signal.signal(signal.SIGVTALRM, _stop)
    try:
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
            return run(given)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    finally:
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL if before is None else before)


def _stop(number: int, frame: FrameType | None) -> None:
    raise TimeoutError


def describes(pattern: str, words: Sequence[str]) -> list[bool]:
    """Whether an expression describes a word as a whole, for each; a TimeoutError where it takes too long.

    >>> describes("[0-9]+", ["42", "4th"])
    [True, False]
    """
    fullmatch = re.compile(pattern).fullmatch
    fits: list[bool] = []
    for first in range(0, len(words), _TOGETHER):
        some = words[first : first + _TOGETHER]
        if _can_interrupt():
            fits += _in_time(lambda part: [fullmatch(word) is not None for word in part], some)
        else:
            fits += worker.described(pattern, some, SECONDS)
    return fits


def removed(pattern: str, names: Iterable[str], described: str) -> list[str]:
    """The names without what an expression matches; a UsageError, with the expression as `described`, where it is none.

    >>> removed("[.]wav$", ["a.wav", "b"], "strip_id=")
    ['a', 'b']
    """
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise UsageError(f"{described} is not a regular expression: {error}") from None
    return [*map(Substitution(pattern, "").apply, names)]
