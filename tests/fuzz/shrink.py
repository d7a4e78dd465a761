"""Makes a difference smaller: fewer words of the command line, fewer lines, fewer words and bytes in its files."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from tests.fuzz.case import Case, Command, Verdict

Part = TypeVar("Part")


def smaller(
    case: Case, verdict: Verdict, check: Callable[[Case], Verdict], *, parts: Sequence[bytes], seconds: float
) -> tuple[Case, Verdict]:
    """The smallest case found within so many seconds that still differs as this one does."""
    end = time.monotonic() + seconds
    shrinking = True
    while shrinking:
        shrinking = False
        for candidate in _candidates(case, parts):
            if time.monotonic() > end:
                return case, verdict
            tried = check(candidate)
            if tried.state == "different" and sort_of(tried) == sort_of(verdict):
                case, verdict, shrinking = candidate, tried, True
                break
    return case, verdict


def sort_of(verdict: Verdict) -> str:
    """The part of a finding that stays while a case gets smaller: the reason up to a colon, which details follow."""
    return verdict.reason.partition(":")[0] if verdict.reason.startswith("answers differ") else verdict.reason


def _candidates(case: Case, separators: Sequence[bytes]) -> Iterator[Case]:
    for number, command in enumerate(case.commands):
        for groups in _fewer(command.groups, 1):
            changed = Command(command.program, tuple(groups), command.stdin)
            yield replace(case, commands=(*case.commands[:number], changed, *case.commands[number + 1 :]))
    for separator in separators:
        for name, content in case.files:
            parts = content.split(separator) if separator else [bytes([byte]) for byte in content]
            if len(parts) > 1 and (separator or len(parts) < 200):
                for fewer in _fewer(parts, 1):
                    yield case.with_file(name, separator.join(fewer))


def _fewer(parts: Sequence[Part], least: int) -> Iterator[list[Part]]:
    """The parts without a half, a quarter, ... and at last without each single one."""
    size = len(parts) // 2
    while size >= least:
        for start in range(0, len(parts), size):
            yield [*parts[:start], *parts[start + size :]]
        size //= 2
    if len(parts) == 1:
        yield []
