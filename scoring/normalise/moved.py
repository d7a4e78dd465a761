"""Errors that rules moved, counted after each step of a chain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias, TypeVar

from ..common.counts import Counts
from .chain import Chain
from .effect import Effect, Moved

Things = TypeVar("Things")
Unit = TypeVar("Unit", bound=Hashable)


Stage: TypeAlias = "tuple[Sequence[Unit], Sequence[str], Mapping[Unit, int]]"
"""One step: the unit of every change that it made, the rule of each, and the errors of these units after it."""


def moved_by(stages: Iterable[Stage[Unit]], errors: Mapping[Unit, int]) -> tuple[Moved, ...]:
    """The errors that rules moved; `errors` of each unit before the first step.

    >>> moved_by([(["a", "a"], ["lower", "lower"], {"a": 1})], {"a": 2})
    (Moved(rule='lower', changes=2, errors=Fraction(-1, 1)),)
    """
    before = dict(errors)
    # Errors by the rule and the number of changes that share them; fractions are made of sums.
    shared: Counter[tuple[str, int]] = Counter()
    changes: Counter[str] = Counter()
    for units, rules, now in stages:
        changes.update(rules)
        sizes = Counter(units)
        differences = {unit: now[unit] - before[unit] for unit in sizes}
        shares = zip(rules, map(sizes.__getitem__, units), map(differences.__getitem__, units), strict=True)
        for (rule, size, difference), times in Counter(shares).items():
            shared[rule, size] += difference * times
        before |= {unit: now[unit] for unit in sizes}
    moved = dict.fromkeys(changes, Fraction(0))
    for (rule, size), total in shared.items():
        moved[rule] += Fraction(total, size)
    return sorted_moved(Moved(rule, number, moved[rule]) for rule, number in changes.items())


def stages_of(
    chain: Chain,
    normalised: Callable[[Chain], tuple[Things, Iterable[tuple[Unit, Hashable, str]]]],
    errors: Callable[[Things, Collection[Unit]], Mapping[Unit, int]],
) -> Iterator[Stage[Unit]]:
    """The stages of things that are normalised as a whole, because words may join or split.

    Each time all steps up to this one run on what was given. `normalised` has the things after a chain, and the unit,
    the text and the rule of every change, those of one text in the order of the steps; `errors` counts in some units.
    """
    before: Counter[Hashable] = Counter()
    for number in range(1, len(chain.steps) + 1):
        things, changes = normalised(Chain(chain.steps[:number], chain.label))
        seen: Counter[Hashable] = Counter()
        units: list[Unit] = []
        rules: list[str] = []
        for unit, text, rule in changes:
            seen[text] += 1
            if seen[text] > before[text]:
                units.append(unit)
                rules.append(rule)
        before = seen
        if units:
            yield units, rules, errors(things, {*units})


def sorted_moved(rows: Iterable[Moved]) -> tuple[Moved, ...]:
    """Rules, the one that moved most errors first."""
    return tuple(sorted(rows, key=lambda row: (-abs(row.errors), -row.changes, row.rule)))


def summed(effects: Iterable[Effect]) -> Effect:
    """The effect on all of several sets.

    >>> effect = Effect(Counts(1, 1, 0, 0), (Moved("lower", 1, Fraction(-1)),))
    >>> summed([effect, effect]).moved
    (Moved(rule='lower', changes=2, errors=Fraction(-2, 1)),)
    """
    raw: Counts | None = Counts(0, 0, 0, 0)
    moved: dict[str, Fraction] = {}
    made: Counter[str] = Counter()
    for effect in effects:
        raw = None if raw is None or effect.raw is None else raw + effect.raw
        for row in effect.moved:
            moved[row.rule] = moved.get(row.rule, 0) + row.errors
            made[row.rule] += row.changes
    return Effect(raw, sorted_moved(Moved(rule, number, moved[rule]) for rule, number in made.items()))
