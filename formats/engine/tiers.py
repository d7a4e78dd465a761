"""Tiers of Praat, ELAN and EXMARaLDA: those that were chosen of each side, and those that are levels of one speech."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import permutations

from ..errors import UsageError
from ..schema import Corpus, Table
from ..values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

OF_ALIGNER = "table of an aligner"
"""The Montreal Forced Aligner's csv, whose rows of words and of phones are tiers."""
WITH_TIERS = ("textgrid", "textgrid-short", "eaf", "exb", OF_ALIGNER)
"""Formats whose reader chooses tiers by name."""
_DIGITS = 3
Names: TypeAlias = "str | Sequence[str] | None"


def tier_names(table: Table) -> list[str]:
    """The name of the tier of each segment: in ELAN, it may have another name than its speaker."""
    from .json import details  # a score of files without tiers needs none

    names = list(table.speakers)
    for place, pairs in enumerate(table.column("attributes") or ()):
        tier = details(pairs, "eaf").get("tier") if pairs else None
        names[place] = tier if isinstance(tier, str) else names[place]
    return names


class NoTierError(UsageError):
    """A tier that a file does not have."""


def no_tier(path: str, name: str, names: Iterable[str]) -> NoTierError:
    """The error for a tier that is none of those of a file."""
    return NoTierError(f"{path} has no tier {name!r}; its tiers are: {', '.join(map(repr, names))}")


@dataclass(frozen=True, slots=True)
class Tiers:
    """The tiers to read of a reference and of a hypothesis; none stand for all.

    >>> tiers_of("words", None, ["Words", "Noise"])
    Tiers(ref=(), hyp=('Words', 'Noise'), both=('words',))
    """

    ref: tuple[str, ...] = ()
    hyp: tuple[str, ...] = ()
    both: tuple[str, ...] = ()
    """Of the sides that have tiers and no names of their own."""

    def of_side(self, place: int, format: str) -> tuple[str, ...]:
        """The tiers to read of one side, which has this format."""
        return (self.ref, self.hyp)[place] or self.both if format in WITH_TIERS else ()

    @contextmanager
    def reading(self, place: int) -> Iterator[None]:
        """A stretch that reads one side; an error about a tier of both sides names the argument of this one."""
        try:
            yield
        except NoTierError as error:
            if not self.both:
                raise
            raise UsageError(f"{error}; {choice_of(place)} chooses one of this file") from None

    def check(self, formats: Sequence[str]) -> None:
        """Raises UsageError for tiers of a side whose format has none."""
        for side, names, kind in zip(("ref", "hyp"), (self.ref, self.hyp), formats, strict=True):
            if names and kind not in WITH_TIERS:
                option = f"{side}_tier={names[0]!r} (--{side}-tier {names[0]})"
                raise UsageError(f"{option} has no effect on {kind}, which has no tiers")
        if self.both and {*formats}.isdisjoint(WITH_TIERS):
            shown = " and ".join(dict.fromkeys(formats))
            raise UsageError(
                f"tier={self.both[0]!r} (--tier {self.both[0]}) has no effect on {shown}, which has no tiers"
            )


ALL_TIERS = Tiers()


def tiers_of(tier: Names, ref_tier: Names, hyp_tier: Names) -> Tiers:
    """The tiers that keywords name: one, or several."""
    both, ref, hyp = (
        (names,) if isinstance(names, str) else tuple(names or ()) for names in (tier, ref_tier, hyp_tier)
    )
    if both and ref and hyp:
        raise UsageError(
            "tier= (--tier) has no effect without a side that ref_tier= (--ref-tier) or hyp_tier= (--hyp-tier) leaves"
        )
    return Tiers(ref, hyp, both)


def choice_of(place: int) -> str:
    """The argument that chooses a tier of one side.

    >>> choice_of(0)
    'ref_tier=NAME (--ref-tier NAME)'
    """
    side = ("ref", "hyp")[place]
    return f"{side}_tier=NAME (--{side}-tier NAME)"


def refuse_levels(corpus: Corpus, choice: str = "tiers=[NAME] (--tier NAME)") -> None:
    """Raises UsageError where one tier of a file divides the segments of another one; `choice` chooses one.

    Each segment of the first begins where one of the second begins, and ends where one ends; turns of two speakers
    rarely do so.
    """
    if corpus.format not in WITH_TIERS:
        return
    starts: dict[str, list[float]] = {}
    ends: dict[str, list[float]] = {}
    table = corpus.table
    for tier, start, end in zip(tier_names(table), table.start or (), table.end or (), strict=False):
        if start is not None and end is not None and end > start:
            starts.setdefault(tier, []).append(round(start, _DIGITS))
            ends.setdefault(tier, []).append(round(end, _DIGITS))
    levels = [
        (whole, parts)
        for whole, parts in permutations(starts, 2)
        if len(starts[parts]) >= max(len(starts[whole]), 2)
        and {*starts[whole]} <= {*starts[parts]}
        and {*ends[whole]} <= {*ends[parts]}
    ]
    if levels:
        whole, parts = levels[0]
        how = f"tier {parts!r} divides the segments of tier {whole!r}, as phones divide words"
        if len(starts[parts]) == len(starts[whole]):
            how = f"tiers {parts!r} and {whole!r} have the same times, as a text and its translation have"
        of_one_level = [name for name in starts if all(name != other for _, other in levels)]
        expected = f"one tier: {choice}"
        if len(of_one_level) > 1:
            expected = f"tiers of one level, such as {' and '.join(map(repr, of_one_level))}: {choice} for each"
        raise UsageError(f"{corpus.path}: {how}; expected {expected}")
