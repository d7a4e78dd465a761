"""The base of results that are scores of parts, such as recordings or sessions, whatever a score is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from ...formats.errors import UsageError
from .arrow import Columns, part_columns
from .results import Missing, renames
from .totals import Rule, Totals, shared, united
from .version import SCHEMA, __version__

REGIONS = "regions"
"""What stands for the file of the scored regions where they were passed as a mapping."""

Parts = TypeVar("Parts", bound="Parted")


def check_regions(regions: Any) -> Mapping[str, Any]:
    """The regions of a call, which are a mapping.

    >>> check_regions([(0.0, 1.5)])
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: regions is of type list; expected regions by recording: {'talk': [(0.0, 1.5)]}
    """
    if not isinstance(regions, Mapping):
        raise UsageError(
            f"regions is of type {type(regions).__name__}; expected regions by recording: {{'talk': [(0.0, 1.5)]}}"
        )
    return regions


@dataclass(frozen=True, slots=True, repr=False)
class Parted(Totals):
    """Scores of parts, sorted by name; results of other parts with one signature add up.

    A wing defines the sum of scores, notices, and what its summary shows.
    """

    LOST: ClassVar[str]
    """What becomes of a part without a hypothesis where it is scored."""
    ADDS: ClassVar[Mapping[str, Rule]] = {
        "parts": lambda values: tuple(sorted(chain.from_iterable(values), key=attrgetter("name"))),
        **dict.fromkeys(("missing", "extra"), united),
        **dict.fromkeys(("ref_name", "hyp_name"), shared),
        # With equal signatures, all parts have regions or none has.
        "uem_name": lambda names: shared(names) or ("several files" if any(names) else ""),
    }

    measure: str
    settings: Any
    parts: tuple[Any, ...]
    """Each with a `name` and a `score`."""
    missing: tuple[str, ...] = ()
    """Parts of the reference without a hypothesis."""
    extra: tuple[str, ...] = ()
    """Parts of the hypothesis without a reference, which are left out."""
    missing_rule: Missing = "error"
    ref_name: str = ""
    hyp_name: str = ""
    uem_name: str = ""
    """The file of the scored regions; empty where all is scored."""
    version: str = __version__
    """The version of scorelite that scored."""

    if TYPE_CHECKING:

        @property
        def total(self) -> Any:
            """The sum over all parts."""

        @property
        def notices(self) -> tuple[str, ...]:
            """Remarks on the numbers."""

    def _settings(self) -> str:
        """The settings in one line."""
        signature: str = self.settings.signature
        return signature

    def _signed(self) -> Sequence[str]:
        signed = (self.measure, self._settings(), f"missing:{self.missing_rule}")
        return (*signed, "uem:yes") if self.uem_name else signed

    def _unmet(self, name: Any) -> list[str]:
        """Remarks on parts that one side alone has; `name` writes some of them."""
        treated = self.LOST if self.missing_rule == "delete" else "left out"
        sides = ((self.missing, f"without a hypothesis: {treated}"), (self.extra, "without a reference: left out"))
        remarks = [f"{name(parts)} {said}" for parts, said in sides if parts]
        if command := renames(self.missing, self.extra):
            remarks.append(f"some differ only in case, folder or suffix: {command} renames them")
        return remarks

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        return {
            "schema": SCHEMA,
            "measure": self.measure,
            "signature": self.signature,
            "ref": self.ref_name,
            "hyp": self.hyp_name,
            "uem": self.uem_name or None,
            "missing": list(self.missing),
            "extra": list(self.extra),
            "notices": list(self.notices),
            "total": self._total(),
        }

    def _total(self) -> dict[str, Any]:
        """The sum by name, ready for JSON."""
        numbers: dict[str, Any] = self.total.to_dict()
        return numbers

    def _columns(self, rows: str) -> Columns:
        return part_columns(self.UNIT, [part.name for part in self.parts], self._scores(), self._total())

    def _scores(self) -> list[dict[str, Any]]:
        """The score of each part by name."""
        return [part.score.to_dict() for part in self.parts]

    def _units(self) -> Mapping[str, str]:
        return {name: name for name in (*(part.name for part in self.parts), *self.missing)}

    def _sum(self: Parts, parts: Sequence[Parts]) -> Parts:
        summed = Totals._sum(self, parts)
        met = summed._units()
        return replace(summed, extra=tuple([name for name in summed.extra if name not in met]))
