"""Effect of a normalisation: what the counts were without it, and the errors that each rule moved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...formats.values import dataclass

if TYPE_CHECKING:
    from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Moved:
    """One rule and the errors that it moved: fewer where the number is negative."""

    rule: str
    changes: int
    errors: Fraction

    def to_dict(self) -> dict[str, str | int | float]:
        """Fields by name.

        >>> from fractions import Fraction
        >>> Moved("lower", 3, Fraction(-3, 2)).to_dict()
        {'rule': 'lower', 'changes': 3, 'errors': -1.5}
        """
        return {"rule": self.rule, "changes": self.changes, "errors": float(self.errors)}


@dataclass(frozen=True, slots=True)
class Effect:
    """The numbers without normalisation, and every rule that changed a text, the one that moved most errors first.

    Steps are applied one after another, and the errors are counted after each. The errors that a step moved in one
    utterance, session or list of keywords are shared equally by the changes that it made there, on both sides. So all
    rules together moved the whole difference.
    """

    raw: Any
    """Counts, or a result of keywords; None where texts before the steps cannot be scored, so that nobody knows it."""
    moved: tuple[Moved, ...]

    def to_dict(self, *unit: str) -> dict[str, Any]:
        """Everything by name, ready for JSON; nothing where it is not known. Counts have a unit."""
        if self.raw is None:
            return {}
        return {"without_normalisation": self.raw.to_dict(*unit), "rules": [row.to_dict() for row in self.moved]}
