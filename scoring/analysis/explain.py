"""Which convention gives a number? The same texts under every public convention, and the ladder from one to another.

The signature read backwards: a published rate says little without the normaliser, the letters that are compared, the
alignment and the average behind it. All conventions that round to the number are listed; which one was used, only its
authors know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Any, ClassVar

from ...formats.errors import UsageError, quantity, short
from ...formats.values import dataclass, replace
from ..common.counts import percent
from ..common.results import Immutable
from ..words.api import score_texts
from ..words.measures.mean import mean, median
from .as_written import texts_given
from .breakdown import Breakdown, signed

if TYPE_CHECKING:
    from ..common.arrow import Column
    from ..words.result import Result

_OWN = "own"
NORMALISERS: tuple[tuple[str, ...], ...] = (
    (),
    ("basic",),
    ("whisper-basic",),
    ("whisper-en",),
    ("leaderboard-en",),
    ("leaderboard-multilingual",),
    ("jiwer-standardize",),
    ("chime6",),
    ("chime8",),
    ("lower,rm(.?!,)",),
    ("lower,rm([^a-z0-9 ])",),
    ("ids-en", "basic"),
    ("ids-en", "leaderboard-en"),
)
"""The normalisers that are tried; empty for texts as they are written."""
_ALIGNED_ITS_WAY = frozenset({"leaderboard-en", "leaderboard-multilingual"})
"""Normalisers whose authors score with an alignment and compounds of their own."""
ALIGNMENTS = {"sclite": "sclite", "fewest edits": "rapidfuzz"}
"""The alignments that differ in the number of errors, with a policy of each."""
_ANY = "any"
"""The alignment of conventions that differ in that alone, and give the same rates."""
AVERAGES = ("pooled", "mean of utterances", "median of utterances")
_NUMBER = re.compile(r"(\d+)(?:\.(\d+))?\s*(%?)")
_FEWEST, _MOST_RUNGS, _SHOWN = 5, 3, 20
_FIELDS = ("normaliser", "case", "unit", "alignment", "missing", "average")
"""The steps of a ladder, in this order."""


@dataclass(frozen=True, slots=True)
class Convention(Immutable):
    """Everything that decides a rate of given texts."""

    normaliser: str
    """Names with + between them; empty for texts as they are written."""
    case: str
    """kept or folded."""
    unit: str
    alignment: str
    missing: str
    """counted or skipped: utterances without a hypothesis."""
    average: str

    def __str__(self) -> str:
        shown = [self.normaliser or "as written", f"case {self.case}", f"{self.unit}s", self.alignment, self.average]
        return ", ".join([*shown, *(["missing skipped"] * (self.missing == "skipped"))])


@dataclass(frozen=True, slots=True)
class Explanation(Immutable):
    """A convention with its rate, and the steps to it from the score that was made."""

    convention: Convention
    rate: float
    ladder: tuple[tuple[str, float], ...]
    """What changed, and by how much the rate changed with it: the changes add up to the whole difference."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained(Breakdown):
    """The conventions under which two sides have a rate.

    >>> import scorelite
    >>> explained = scorelite.score(["Yes.", "We saw it"], ["yes", "we saw him"]).explain("16.67")
    >>> [(row.convention.normaliser, row.convention.average) for row in explained.rows][:1]
    [('basic', 'mean of utterances')]
    """

    TITLE: ClassVar[str] = "Conventions that give a number"
    NAME: ClassVar[str] = "explain"

    number: str
    rows: tuple[Explanation, ...]
    """Those that round to the number, the nearest first."""
    nearest: tuple[Explanation, ...]
    """The nearest ones where none rounds to it."""
    tried: int
    own: Convention
    """The convention of the score that was made."""
    own_rate: float

    def heading(self) -> str:
        """The number, and how many conventions give it."""
        found = quantity(len(self.rows), "convention")
        return f"{found} of {self.tried} {'gives' if len(self.rows) == 1 else 'give'} {self.number}"

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """The rate and the parts of each convention; conventions that differ in nothing but one part are apart."""
        shown = (self.rows or self.nearest)[:_SHOWN]
        rows = [
            (
                f"{100 * row.rate:.4f} %",
                row.convention.normaliser or "as written",
                row.convention.case,
                row.convention.unit,
                row.convention.alignment,
                row.convention.missing,
                row.convention.average,
            )
            for row in shown
        ]
        return ("rate", "normaliser", "case", "unit", "alignment", "missing", "average"), rows

    def notes(self) -> Iterable[str]:
        """The ladders to the first conventions."""
        if not self.rows:
            yield f"none gives {self.number}; the {len(self.nearest)} nearest are listed"
        elif len(self.rows) > _SHOWN:
            yield f"{len(self.rows) - _SHOWN:,} more"
        for row in (self.rows or self.nearest)[:_MOST_RUNGS]:
            steps = " | ".join(f"{100 * change:+.2f} {what}" for what, change in row.ladder) or "this score"
            yield f"{percent(self.own_rate)} | {steps} = {percent(row.rate)}"

    def columns(self) -> Mapping[str, Column]:
        """Rates and conventions."""
        rows = self.rows or self.nearest
        parts: dict[str, Column] = {name: ("text", [getattr(row.convention, name) for row in rows]) for name in _FIELDS}
        return {"rate": ("number", [row.rate for row in rows]), **parts}

    def facts(self) -> Mapping[str, Any]:
        """The number, the convention of the score, and ladders."""
        rows = self.rows or self.nearest
        return {
            "number": self.number,
            "found": len(self.rows),
            "tried": self.tried,
            "own": {name: getattr(self.own, name) for name in _FIELDS} | {"rate": self.own_rate},
            "ladders": [[{"step": what, "change": change} for what, change in row.ladder] for row in rows],
        }


def explain(result: Result, number: str | float) -> Explained:
    """The conventions under which the texts of a result have a rate.

    `number` is a rate in percent as it was published, such as "5.42": its decimals say how it was rounded.
    """
    text, targets = _targets(number)
    rates = _Rates(result)
    conventions = list(rates.conventions())
    found: list[tuple[float, Convention, float]] = []
    for convention in conventions:
        rate = rates.rate(convention)
        twin = replace(convention, alignment=next(iter(ALIGNMENTS)))
        if rate is not None and rates.rate(twin) == rate and convention.alignment in ALIGNMENTS:
            if convention != twin:
                continue
            others = [rates.rate(replace(twin, alignment=name)) for name in ALIGNMENTS]
            convention = replace(twin, alignment=_ANY) if {*others} == {rate} else twin
        if rate is not None:
            found.append((min(abs(100 * rate - float(target)) for target, _ in targets), convention, rate))
    own = rates.own
    own_rate = rates.rate(own)
    if own_rate is None:
        raise UsageError("the rate is undefined without reference words; expected texts with words")
    found.sort(key=lambda each: (each[0], _distance(own, each[1]), str(each[1])))
    hits = [each for each in found if any(_rounds(each[2], target, digits) for target, digits in targets)]
    rows = [Explanation(each, rate, tuple(rates.ladder(own, each))) for _, each, rate in hits or found[:_FEWEST]]
    return Explained(
        signature=signed(result, "explain", short(text)),
        number=text,
        rows=tuple(rows) if hits else (),
        nearest=() if hits else tuple(rows),
        tried=len(conventions),
        own=own,
        own_rate=own_rate,
    )


def _targets(number: str | float) -> tuple[str, list[tuple[Decimal, int]]]:
    """A number as it was written, and the percentages that it may mean, with their decimals."""
    text = str(number).strip()
    match = _NUMBER.fullmatch(text)
    if match is None or isinstance(number, bool):
        raise UsageError(f"the rate {short(repr(number))} is not a number; expected one such as 5.42, in percent")
    whole, decimals, sign = match.groups()
    digits = len(decimals or "")
    value = Decimal(f"{whole}.{decimals or 0}")
    targets = [(value, digits)]
    if not sign and value < 2 and digits > 2:  # 0.0542 may be a fraction
        targets.append((100 * value, digits - 2))
    return f"{whole}{'.' * bool(decimals)}{decimals or ''} %" if sign else text, targets


def _rounds(rate: float, target: Decimal, digits: int) -> bool:
    """Whether a rate is the number when it is rounded, or cut, to as many decimals."""
    exact = Decimal(repr(100 * rate))
    step = Decimal(1).scaleb(-digits)
    return target in (exact.quantize(step, ROUND_HALF_UP), round(exact, digits))


def _distance(first: Convention, other: Convention) -> int:
    """How many parts of two conventions differ."""
    return sum(getattr(first, name) != getattr(other, name) for name in _FIELDS)


class _Rates:
    """The rates of the texts of a result under conventions, each alignment made once."""

    def __init__(self, result: Result) -> None:
        refs, hyps = texts_given(result)
        self._ids = result.table.names()
        self._sides = list(refs), list(hyps)
        self._missing = frozenset(result.missing) if result.missing_rule == "delete" else frozenset()
        self._settings = result.settings
        self._kept: dict[Convention, tuple[float | None, float | None, float | None]] = {}
        self.own: Convention = self._own(result)

    def _own(self, result: Result) -> Convention:
        """The convention of the result, as near as the tried ones come to it."""
        settings = result.settings
        label = settings.chain.label if settings.chain else ""
        names = "+".join(part.partition("@")[0] for part in label.split("+") if part)
        policy = getattr(settings.policy, "name", str(settings.policy))
        alignment = _OWN if names.split("+")[-1] in _ALIGNED_ITS_WAY else "sclite" if policy == "sclite" else policy
        fewest = ("rapidfuzz", "jiwer", "kaldi_wer", "kaldi_align", "wenet")
        alignment = "fewest edits" if alignment in fewest else alignment
        case = "kept" if settings.case_sensitive else "folded"
        return Convention(names, case, settings.unit, alignment, "counted", AVERAGES[0])

    def conventions(self) -> Iterator[Convention]:
        """All that are tried."""
        for names in NORMALISERS:
            alignments = [_OWN] if names and names[-1] in _ALIGNED_ITS_WAY else list(ALIGNMENTS)
            for case in ("folded",) if names else ("folded", "kept"):  # all these normalisers write small letters
                for unit in ("word", "character"):
                    if unit == "character" and alignments == [_OWN]:
                        continue
                    for alignment in alignments:
                        for missing in ("counted", "skipped") if self._missing else ("counted",):
                            for average in AVERAGES:
                                yield Convention("+".join(names), case, unit, alignment, missing, average)

    def rate(self, convention: Convention) -> float | None:
        """The rate under a convention; None where it is not defined, or cannot be scored so."""
        alignment = next(iter(ALIGNMENTS)) if convention.alignment == _ANY else convention.alignment
        key = replace(convention, alignment=alignment, average=AVERAGES[0])
        if key not in self._kept:
            self._kept[key] = self._scored(key)
        return self._kept[key][AVERAGES.index(convention.average)]

    def _scored(self, convention: Convention) -> tuple[float | None, float | None, float | None]:
        places = range(len(self._ids))
        if convention.missing == "skipped":
            places = [place for place in places if self._ids[place] not in self._missing]  # type: ignore[assignment]
        refs, hyps = ([side[place] for place in places] for side in self._sides)
        normaliser = convention.normaliser.split("+") if convention.normaliser else None
        policy = None if convention.alignment == _OWN else ALIGNMENTS.get(convention.alignment, convention.alignment)
        settings: dict[str, Any] = {"normalise": normaliser, "unit": convention.unit, "markup": self._settings.markup}
        if policy is not None:
            settings["policy"] = policy
        try:
            scored = score_texts(refs, hyps, case_sensitive=convention.case == "kept", **settings)
        except UsageError:
            return None, None, None
        return scored.wer, mean(scored), median(scored)

    def ladder(self, first: Convention, last: Convention) -> Iterator[tuple[str, float]]:
        """The steps from one convention to another, a part at a time, with the change of the rate."""
        here, rate = first, self.rate(first) or 0.0
        for name in _FIELDS:
            value = getattr(last, name)
            if getattr(here, name) == value or (name == "alignment" and _ANY in (value, here.alignment)):
                continue
            if name == "normaliser" and here.alignment != last.alignment and _OWN in (here.alignment, last.alignment):
                # The Open ASR Leaderboard's normalisers come with their own alignment.
                following = replace(here, normaliser=value, alignment=last.alignment)
            else:
                following = replace(here, **{name: value})
            reached = self.rate(following)
            if reached is None:
                continue
            yield f"{name} {value or 'as written'}", reached - rate
            here, rate = following, reached
