"""The analyses, a line each, and several of them on one alignment."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import takewhile
from operator import ne
from typing import TYPE_CHECKING, Any

from ...formats.errors import UsageError, argument, suggestion
from .breakdown import Breakdowns
from .classes import CLASSES
from .confidence import CONFIDENCE
from .diacritics import DIACRITICS
from .failures import FAILURES
from .mdd import MDD
from .measures import MEASURES
from .nbest import NBEST
from .punctuation import PUNCTUATION
from .rules import RULES
from .slices import SLICES
from .steps import Steps
from .times import TIMES
from .writing import WRITING

if TYPE_CHECKING:
    from ..words.result import Result
    from .analysis import Analysis

ANALYSES: tuple[Analysis, ...] = (
    *(CLASSES, SLICES, CONFIDENCE, FAILURES, PUNCTUATION, WRITING, DIACRITICS),
    *(MEASURES, MDD, NBEST, RULES, TIMES),
)
_ELSEWHERE = {
    "audit": ("result.audit(other, ...)", "scorelite audit REF HYP HYP"),
    "latency": ("scorelite.latency(log)", "scorelite latency LOG"),
    "references": ("result.references(other, ...)", "scorelite score --references REF"),
    "entities": ("result.entities(file)", "scorelite score --entities FILE"),
    **dict.fromkeys(("hallucination", "hallucinations", "loops"), ("'failures'", "failures")),
    **dict.fromkeys(("numbers", "causes", "spelling", "case"), ("'writing'", "writing")),
}
"""What is no analysis by name, with the call and the command line that make it."""
_SEVERAL = {
    "slices": "slices={}+{}",
    **{name: f"{name}={{}}/{{}}" for name in ("confidence", "failures", "times")},
    "measures": "--measures {} --measures {}",
}
"""How analyses take several arguments, between which no comma stands."""


def analyse(result: Result, wanted: Mapping[str, Any], *, is_part: bool = False) -> Breakdowns:
    """Runs several analyses of a result, given by name with their arguments; None is no argument.

    `is_part` skips marks of other texts, for a part of a corpus whose analyses will be added.
    """
    steps = Steps(result, is_part=is_part)
    made = [(analysis.name, analysis.make(steps, argument)) for analysis, argument in analyses_of(wanted)]
    return Breakdowns(tuple(made))


def read_arguments(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of analyses that are read, so that a mistake in one is reported before a long score."""
    return {
        analysis.name: analysis.read(argument) if analysis.read else argument
        for analysis, argument in analyses_of(wanted)
    }


def analyses_of(wanted: Mapping[str, Any]) -> list[tuple[Analysis, Any]]:
    """The analyses of these names, with their arguments, which they must need or may have."""
    if not isinstance(wanted, Mapping):
        raise UsageError(f"analyses are {wanted!r}; expected arguments by name, {{'failures': None}}")
    by_name = {analysis.name: analysis for analysis in ANALYSES}
    if others := [name for name in wanted if name not in by_name]:
        if others[0] in _ELSEWHERE:
            raise UsageError(f"no analysis {others[0]!r}; expected {argument(*_ELSEWHERE[others[0]])}")
        near = suggestion(str(others[0]), by_name)
        expected = f"expected one of {', '.join(by_name)}{_of_several(wanted, others[0])}"
        raise UsageError(f"no analysis {others[0]!r}" + (f"{near} ({expected})" if near else f"; {expected}"))
    for name, value in wanted.items():
        declared = by_name[name].declared
        if value is None and declared.needed:
            raise UsageError(f"{name} without its {declared.argument}; expected {name}={declared.argument}")
        if value is not None and not declared.argument:
            raise UsageError(f"{name} takes no argument; it was given {value!r}")
    return [(by_name[name], value) for name, value in wanted.items()]


def _of_several(wanted: Mapping[str, Any], other: str) -> str:
    """How the analysis before a name takes this as one more argument; nothing where it has none, or takes one.

    >>> _of_several({"slices": "gender", "age": None}, "age")
    ', or slices=gender+age for both'
    """
    if wanted[other] is not None:
        return ""
    name = ([*takewhile(partial(ne, other), wanted)] or [""])[-1]
    if name not in _SEVERAL or not isinstance(wanted[name], str):
        return ""
    return f", or {_SEVERAL[name].format(wanted[name], other)} for both"
