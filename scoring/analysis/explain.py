"""Which convention gives a number? Rates under every public convention, and the ladder from one to another.

The signature read backwards: a published rate says little without the normaliser, the letters that are compared, the
alignment and the average behind it. All conventions that round to the number are listed; which one was used, only its
authors know.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Any, ClassVar

from ...formats.errors import UsageError, quantity, short
from ...formats.values import dataclass, field, field_names, replace
from ..common.answers import Answers
from ..common.counts import percent
from ..common.results import Immutable
from .breakdown import Breakdown, signed

if TYPE_CHECKING:
    from ..common.arrow import Column

ANY = "any"
"""The part of a convention whose choices give the same rate."""
_NUMBER = re.compile(r"(\d+)(?:\.(\d+))?\s*(%?)")
_FEWEST, _LADDERS, _SHOWN = 5, 3, 20
_MOST_DECIMALS = 15
"""Decimals of a rate, after which a float has none."""


class Rates:
    """The rates of one result under conventions, which are frozen dataclasses of texts."""

    FREE: ClassVar[str]
    """The part of a convention whose choices often give the same rate."""
    CHOICES: ClassVar[tuple[str, ...]]
    """These choices."""
    SUMMED: ClassVar[tuple[str, ...]]
    """The parts that only say how the counts of units are summed."""

    result: Any
    own: Any
    """The convention of the result, as near as the tried ones come to it."""

    if TYPE_CHECKING:

        def conventions(self) -> Iterator[Any]:
            """All that are tried."""

        def scored(self, convention: Any) -> Mapping[tuple[str, ...], float | None]:
            """The rates under a convention, by the choices of its summed parts."""

        def signature(self, convention: Any) -> str:
            """The signature of a score by a convention; empty where scorelite scores none so."""

    def __init__(self) -> None:
        self._kept: dict[Any, Mapping[tuple[str, ...], float | None]] = {}

    def rate(self, convention: Any) -> float | None:
        """The rate under a convention; None where it is not defined, or cannot be scored so."""
        key = replace(convention, **dict.fromkeys(self.SUMMED, ANY))
        if getattr(key, self.FREE) == ANY:
            key = replace(key, **{self.FREE: self.CHOICES[0]})
        if key not in self._kept:
            try:
                self._kept[key] = self.scored(key)
            except UsageError:
                self._kept[key] = {}
        return self._kept[key].get(tuple([getattr(convention, name) for name in self.SUMMED]))

    def step(self, here: Any, there: Any, name: str) -> Any:
        """The convention with one part, and what goes with that, of another one."""
        return replace(here, **{name: getattr(there, name)})


@dataclass(frozen=True, slots=True)
class Explanation(Immutable):
    """A convention with its rate, and the steps from the score to it."""

    convention: Any
    """A record whose fields are the choices: normaliser, case ..., or of diarisation the collar, overlap ..."""
    rate: float
    ladder: tuple[tuple[str, float], ...]
    """What changed, and by how much the rate changed with it: the changes add up to the whole difference."""
    signature: str
    """The signature of a score by the convention, which `parse_signature` reads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained(Breakdown):
    """The conventions that give a published rate.

    >>> import scorelite
    >>> explained = scorelite.score(["Yes.", "We saw it"], ["yes", "we saw him"]).explain("16.67")
    >>> [(row.convention.normaliser, row.convention.average) for row in explained.rows][:1]
    [('basic', 'mean')]
    """

    TITLE: ClassVar[str] = "Conventions that give a published rate"
    NAME: ClassVar[str] = "explain"
    ANSWERS = Answers("attributes of explained numbers")

    number: str
    rows: tuple[Explanation, ...]
    """Those that round to the number, the nearest first."""
    nearest: tuple[Explanation, ...]
    """The nearest ones where none rounds to it."""
    tried: int
    own: Any
    """The convention of the score that was made."""
    own_rate: float
    rates: Rates = field(compare=False, repr=False)
    system: str = ""
    """The name of one of several systems."""

    def ladder(self, first: Any, last: Any) -> tuple[tuple[str, float], ...]:
        """The steps between two conventions; their changes add up to the difference.

        >>> import scorelite
        >>> explained = scorelite.score(["yes", "we saw it"], ["no", "we saw it"]).explain("50")
        >>> [(step, round(change, 2)) for step, change in explained.ladder(explained.own, explained.rows[0].convention)]
        [('average mean', 0.25)]
        """
        return tuple(_ladder(self.rates, first, last))

    def heading(self) -> str:
        """The rate, and the number of conventions that give it."""
        found = quantity(len(self.rows), "convention")
        of = f"{short(self.system)}: " if self.system else ""
        return f"{of}{found} of {self.tried} {'gives' if len(self.rows) == 1 else 'give'} {self.number}"

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """The rate and the parts of each convention."""
        names = self._parts()
        rows = [
            [f"{100 * row.rate:.4f} %", *(getattr(row.convention, name) or "as written" for name in names)]
            for row in (self.rows or self.nearest)[:_SHOWN]
        ]
        return ("rate", *names), rows

    def _parts(self) -> Sequence[str]:
        return field_names(type(self.own))

    def notes(self) -> Iterable[str]:
        """The ladders to the first conventions."""
        if not self.rows:
            yield f"none gives {self.number}; the {len(self.nearest)} nearest are listed"
        if len(self.rows) > _SHOWN:
            yield f"{len(self.rows) - _SHOWN:,} more are in JSON and csv"
        for row in (self.rows or self.nearest)[:_LADDERS]:
            steps = " | ".join(f"{100 * change:+.2f} {what}" for what, change in row.ladder) or "this score"
            yield f"{percent(self.own_rate)} | {steps} = {percent(row.rate)}"

    def columns(self) -> Mapping[str, Column]:
        """Rates, conventions and signatures."""
        rows = self.rows or self.nearest
        parts: dict[str, Column] = {
            name: ("text", [getattr(row.convention, name) for row in rows]) for name in self._parts()
        }
        signatures: Column = ("text", [row.signature for row in rows])
        return {"rate": ("number", [row.rate for row in rows]), **parts, "signature": signatures}

    def facts(self) -> Mapping[str, Any]:
        """The rate, the convention of the score, and ladders."""
        return {
            **({"system": self.system} if self.system else {}),
            "number": self.number,
            "found": len(self.rows),
            "tried": self.tried,
            "own": {name: getattr(self.own, name) for name in self._parts()} | {"rate": self.own_rate},
            "ladders": [
                [{"step": what, "change": change} for what, change in row.ladder] for row in self.rows or self.nearest
            ],
        }


def explain_each(systems: Sequence[Rates], numbers: Sequence[str | float]) -> tuple[Explained, ...]:
    """The conventions under which each system has a number; of several numbers, all systems have theirs.

    A number is a rate in percent as it was published, such as "5.42": its decimals say how it was rounded.
    """
    if not isinstance(numbers, (list, tuple)) or not numbers:
        given = short(repr(numbers)) if numbers else "missing"
        raise UsageError(
            f"the published rate is {given}; expected one in percent, or one for each system, as in '5.42'"
        )
    targets = [_targets(number) for number in numbers]
    if len(numbers) == 1:
        return tuple(_explained([rates], targets)[0] for rates in systems)
    if len(numbers) != len(systems):
        raise UsageError(
            f"{quantity(len(numbers), 'rate')} for {quantity(len(systems), 'system')}; expected one, or one for each"
        )
    return tuple(_explained(systems, targets))


_Target = tuple[Decimal, int]
"""A percentage, and the number of its decimals."""


def _targets(number: str | float) -> tuple[str, list[_Target]]:
    """A number as it was written, and the percentages that it may mean."""
    text = str(number).strip()
    match = _NUMBER.fullmatch(text)
    if match is None or isinstance(number, bool):
        raise UsageError(f"the rate {short(repr(number))} is not a number; expected one such as 5.42, in percent")
    whole, decimals, sign = match.groups()
    digits = len(decimals or "")
    if digits > _MOST_DECIMALS:
        raise UsageError(f"the rate {short(text)} has {digits:,} decimals; expected {_MOST_DECIMALS} at most")
    value = Decimal(f"{whole}.{decimals or 0}")
    targets = [(value, digits)]
    if not sign and value < 2 and digits > 2:  # 0.0542 may be a fraction
        targets.append((100 * value, digits - 2))
    return f"{whole}{'.' * bool(decimals)}{decimals or ''} %" if sign else text, targets


def _explained(systems: Sequence[Rates], targets: Sequence[tuple[str, list[_Target]]]) -> list[Explained]:
    """The conventions under which all of these systems have their numbers."""
    tried = [*systems[0].conventions()]
    hits: list[tuple[float, int, str, Any]] = []
    others: list[tuple[float, int, str, Any]] = []
    for convention in tried:
        found = [system.rate(convention) for system in systems]
        defined = [rate for rate in found if rate is not None]
        if len(defined) < len(systems):
            continue
        pairs = [*zip(defined, [listed for _, listed in targets], strict=True)]
        away = max(min(abs(100 * rate - float(target)) for target, _ in listed) for rate, listed in pairs)
        own = systems[0].own
        steps = sum(getattr(own, name) != getattr(convention, name) for name in field_names(type(convention)))
        is_hit = all(any(_rounds(rate, *target) for target in listed) for rate, listed in pairs)
        (hits if is_hit else others).append((away, steps, str(convention), convention))
    shown = [convention for *_, convention in sorted(hits or others)]
    merged = _merged(shown, tried, systems)[: None if hits else _FEWEST]
    explained = []
    for rates, (text, _) in zip(systems, targets, strict=True):
        own_rate = rates.rate(rates.own)
        if own_rate is None:
            raise UsageError("the rate is undefined without reference words or speech; expected some in the reference")
        rows = tuple(_row(rates, convention) for convention in merged)
        explained.append(
            Explained(
                signature=signed(rates.result, "explain", short(text)),
                number=text,
                rows=rows if hits else (),
                nearest=() if hits else rows,
                tried=len(tried),
                own=rates.own,
                own_rate=own_rate,
                rates=rates,
            )
        )
    return explained


def _rounds(rate: float, target: Decimal, digits: int) -> bool:
    """Whether a rate is the number when it is rounded, or cut, to as many decimals."""
    exact = Decimal(repr(100 * rate))
    step = Decimal(1).scaleb(-digits)
    return target in (exact.quantize(step, ROUND_HALF_UP), round(exact, digits))


def _merged(conventions: Sequence[Any], tried: Sequence[Any], systems: Sequence[Rates]) -> list[tuple[Any, Any]]:
    """Conventions, and as they are shown: where all choices of the free part give equal rates, they are one."""
    free = {systems[0].FREE: ANY}
    choices = Counter(replace(convention, **free) for convention in tried)
    groups: dict[Any, list[Any]] = {}
    for convention in conventions:
        alike = replace(convention, **free), *(system.rate(convention) for system in systems)
        groups.setdefault(alike, []).append(convention)
    shown: list[tuple[Any, Any]] = []
    for (merged, *_), group in groups.items():
        is_one = 1 < len(group) == choices[merged]
        shown += [(group[0], merged)] if is_one else [(convention, convention) for convention in group]
    return shown


def _row(rates: Rates, convention: tuple[Any, Any]) -> Explanation:
    tried, shown = convention
    ladder = tuple(_ladder(rates, rates.own, shown))
    return Explanation(shown, rates.rate(tried) or 0.0, ladder, rates.signature(tried))


def _ladder(rates: Rates, first: Any, last: Any) -> Iterator[tuple[str, float]]:
    """The steps from one convention to another, a part at a time, with the change of the rate."""
    if getattr(last, rates.FREE) == ANY:
        kept = replace(last, **{rates.FREE: getattr(first, rates.FREE)})
        last = kept if rates.rate(kept) == rates.rate(last) else replace(last, **{rates.FREE: rates.CHOICES[0]})
    here, rate = first, rates.rate(first) or 0.0
    for name in field_names(type(first)):
        value = getattr(last, name)
        if value == getattr(here, name):
            continue
        following = rates.step(here, last, name)
        reached = rates.rate(following)
        if reached is not None:
            yield f"{name} {value or 'as written'}", reached - rate
            here, rate = following, reached
    if here != last:  # a convention between the two cannot be scored
        yield "all other choices", (rates.rate(last) or 0.0) - rate
