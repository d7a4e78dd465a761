"""Comparison of results in Python: two with all their differences, more as a ranking."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING, overload

from ...formats.errors import UsageError
from ...formats.values import replace
from ..common.other_names import known_keywords
from ..maths.paired_tests import REPLICATIONS
from ..words.result import Result
from ..words.saved import load
from .power import LEVEL
from .results import of_result
from .scores import SAVED, Scores
from .sources import read
from .systems import Tournament, tournament
from .verdict import Comparison, compared

if TYPE_CHECKING:
    from typing import TypeAlias

Side: TypeAlias = "Scores | Result | str | os.PathLike[str]"


@overload
def compare(old: Side, new: Side, *, replications: int = ..., blocks: str = ...) -> Comparison: ...


@overload
def compare(
    old: Side,
    new: Side,
    *others: Side,
    replications: int = ...,
    blocks: str = ...,
    level: float = ...,
    correction: str = ...,
) -> Comparison | Tournament: ...


@known_keywords
def compare(
    old: Side,
    new: Side | None = None,
    *others: Side,
    replications: int = REPLICATIONS,
    blocks: str = "",
    level: float = LEVEL,
    correction: str = "none",
) -> Comparison | Tournament:
    """Compares all numbers that two results have; raises a UsageError if there are none. More results are ranked.

    A side may also be the file of one, which `load` reads, or of Kaldi's or sclite's scores.
    Results on the same utterances are also tested. `replications` is the number of bootstrap samples; they draw
    utterances, or whole `blocks`: speakers or sessions. Of a ranking, `level` is that of significance, and
    `correction="holm"` or "bh" corrects p-values for all pairs.
    """
    if new is None:
        several = "compare(*results)" if isinstance(old, (list, tuple)) else "compare(score(refs, a), score(refs, b))"
        raise UsageError(f"compare() has 1 argument; expected two or more results, as in {several}")
    systems = [*_named([_loaded(side) for side in (old, new, *others)])]
    if others:
        return tournament(systems, level=level, replications=replications, correction=correction, blocks=blocks)
    if (level, correction) != (LEVEL, "none"):
        raise UsageError(
            "level= (--level) and correction= (--correction) are for rankings of three results or more; "
            "comparison.p_values has p"
        )
    return compared(*systems, replications=replications, blocks=blocks, needed=bool(blocks))


def _loaded(side: Side) -> Scores | Result:
    """A side, read where it is a file or folder of scores."""
    if isinstance(side, (str, os.PathLike)) and os.path.exists(side):
        scores = read(side)
        return load(side) if scores.kind == SAVED and scores.steps is not None else scores
    if not isinstance(side, (Scores, Result)):
        raise UsageError(f"a side is of type {type(side).__name__}; expected results of score() or load(FILE)")
    return side


def _named(sides: Sequence[Scores | Result]) -> Iterator[Scores]:
    """The scores of all sides under different names: those of their hypotheses, or A, B, C ..."""
    names = [side.hyp_name if isinstance(side, Result) else side.name for side in sides]
    numbers = Counter(names)
    for place, (side, name) in enumerate(zip(sides, names, strict=True)):
        letter = ascii_uppercase[place] if place < len(ascii_uppercase) else f"{place + 1}"
        shown = letter if not name or name.startswith("<") else f"{name} ({letter})" if numbers[name] > 1 else name
        yield of_result(side, shown) if isinstance(side, Result) else replace(side, name=shown)
