"""The base of results that are scores of parts, such as recordings or sessions, whatever a score is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from .arrow import Columns, part_columns
from .results import Missing, Scored, check_units, shared
from .version import __version__

Parts = TypeVar("Parts", bound="Parted")


@dataclass(frozen=True, slots=True, repr=False)
class Parted(Scored):
    """Scores of parts, sorted by name; results of other parts with one signature add up.

    A wing defines the sum of scores, notices, and what its summary shows.
    """

    PART: ClassVar[str]
    """What a part is called: recording or session."""
    LOST: ClassVar[str]
    """What becomes of a part without a hypothesis where it is scored."""

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
        return self.measure, self._settings(), f"missing:{self.missing_rule}"

    def _unmet(self, name: Any) -> list[str]:
        """Remarks on parts that one side alone has; `name` writes some of them."""
        treated = self.LOST if self.missing_rule == "delete" else "left out"
        sides = ((self.missing, f"without a hypothesis: {treated}"), (self.extra, "without a reference: left out"))
        return [f"{name(parts)} {said}" for parts, said in sides if parts]

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        return {
            "measure": self.measure,
            "signature": self.signature,
            "ref": self.ref_name,
            "hyp": self.hyp_name,
            "missing": list(self.missing),
            "extra": list(self.extra),
            "notices": list(self.notices),
            "total": self.total.to_dict(),
        }

    def _columns(self, rows: str) -> Columns:
        return part_columns(self.PART, [part.name for part in self.parts], self._scores(), self.total.to_dict())

    def _scores(self) -> list[dict[str, Any]]:
        """The score of each part by name."""
        return [part.score.to_dict() for part in self.parts]

    def _sum(self: Parts, parts: Sequence[Parts]) -> Parts:
        names: set[str] = set()
        for part in parts:
            names_of_part = {each.name for each in part.parts} | {*part.missing}
            check_units(self.PART, sorted(names & names_of_part))
            names |= names_of_part
        return replace(
            self,
            parts=tuple(sorted((each for part in parts for each in part.parts), key=lambda each: each.name)),
            missing=_sorted(part.missing for part in parts),
            extra=tuple(sorted({name for part in parts for name in part.extra} - names)),
            ref_name=shared(part.ref_name for part in parts),
            hyp_name=shared(part.hyp_name for part in parts),
        )


def _sorted(names: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(sorted(name for part in names for name in part))
