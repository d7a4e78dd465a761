"""Rates by group of three or more systems, with a test of each system against the best one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from ...formats.errors import quantity
from ...formats.values import dataclass, replace
from ..common.counts import percent
from ..common.results import Immutable
from ..maths.exact import holm
from .breakdown import Breakdown, few_of
from .changes import changes
from .slices import FEWEST, LEVEL, Slices
from .spec import Spec

if TYPE_CHECKING:
    from ..words.result import Result


@dataclass(frozen=True, slots=True)
class SystemSlice(Immutable):
    """One group in one system."""

    name: str
    system: str
    rate: float | None
    errors: int
    reference: int
    difference: float | None = None
    """The rate less that of the best system; None for that one, as are the numbers of the test."""
    low: float | None = None
    high: float | None = None
    p: float | None = None
    adjusted: float | None = None
    """p, corrected for all groups and systems after Holm."""
    units: int = 0
    """Utterances, or blocks of them, that have the group."""

    @property
    def is_different(self) -> bool:
        """Whether the rate differs from that of the best system, by the corrected p."""
        return self.adjusted is not None and self.adjusted < LEVEL


@dataclass(frozen=True, slots=True, kw_only=True)
class SlicesOfSystems(Breakdown):
    """Rates by group, of which each system has a column."""

    TITLE: ClassVar[str] = Slices.TITLE
    NAME: ClassVar[str] = Slices.NAME
    SPEC: ClassVar[Spec] = Spec(
        name="group",
        columns={
            "text": ["group", "system"],
            "number": ["rate", "difference", "low", "high", "p", "adjusted"],
            "integer": ["units"],
        },
    )

    unit: str
    """What is drawn: utterance, speaker, session or a column."""
    rows: tuple[SystemSlice, ...]
    """The systems of each group, the best of the whole first."""

    def _by_group(self) -> Mapping[str, Sequence[SystemSlice]]:
        groups: dict[str, list[SystemSlice]] = {}
        for row in self.rows:
            groups.setdefault(row.name, []).append(row)
        return groups

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """The rate of each group in each system, with a star where it differs from that of the best."""
        groups = self._by_group()
        systems = max(map(len, groups.values()), default=0)
        rows = [
            (
                name,
                *(f"{'* ' * row.is_different}{percent(row.rate)}" for row in of_systems),
                f"{of_systems[0].units:,}",
            )
            for name, of_systems in groups.items()
        ]
        return ("", *map(str, range(1, systems + 1)), f"{self.unit}s"), rows

    def facts(self) -> Mapping[str, Any]:
        """The unit, and how many rates differ."""
        tested = sum(row.p is not None for row in self.rows)
        return {"unit": self.unit, "tested": tested, "different": sum(row.is_different for row in self.rows)}

    def weak(self) -> Collection[int]:
        """Groups with few units."""
        groups = self._by_group().values()
        return [place for place, of_systems in enumerate(groups) if of_systems[0].units < FEWEST]

    def notes(self) -> Iterable[str]:
        """The meaning of the columns and of the star."""
        tested = quantity(sum(row.p is not None for row in self.rows), "rate")
        yield f"columns are the ranks of the systems; {tested} tested against rank 1"
        yield f"* differs from rank 1 (paired bootstrap, Holm, p < {LEVEL})"
        without = [name for name, (_, *others) in self._by_group().items() if all(row.p is None for row in others)]
        if without:
            yield f"no test of {few_of(without)}: in fewer than {FEWEST} {self.unit}s, or undefined"


def slices_of_systems(
    systems: Mapping[str, Result], columns: str, *, replications: int, blocks: str, threads: int
) -> SlicesOfSystems:
    """The rates of all systems by group; the best of them is the first."""
    (best, first), *others = systems.items()
    compared: list[Any] = [
        changes(first, other, {"slices": columns}, replications=replications, blocks=blocks, threads=threads)["slices"]
        for _, other in others
    ]
    rows = []
    for group, *of_others in zip(compared[0].rows, *(each.rows for each in compared), strict=True):
        errors, words = group.sums[0]
        rows.append(SystemSlice(group.name, best, group.a, errors, words, units=group.units))
        for (name, _), row in zip(others, of_others, strict=True):
            errors, words = row.sums[1]
            test = row.difference, row.low, row.high, row.p
            rows.append(SystemSlice(row.name, name, row.b, errors, words, *test, units=row.units))
    adjusted = iter(holm([row.p for row in rows if row.p is not None]))
    rows = [row if row.p is None else replace(row, adjusted=next(adjusted)) for row in rows]
    return SlicesOfSystems(signature=compared[0].signature, unit=compared[0].unit, rows=tuple(rows))
