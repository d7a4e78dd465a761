"""Normalisers and equivalents of which only what signatures name is known: nothing is normalised with them again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .chain import Chain, Scoring
from .equivalents import KINDS, Equivalents

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def with_known(facts: Mapping[str, Any], compounds: Any) -> dict[str, Any]:
    """Settings by name with a chain and rules in place of their labels.

    >>> with_known({"equivalents": "661b95ab"}, "")["equivalents"].label
    '661b95ab'
    """
    made = dict(facts)
    if "normalise" in made:
        made["normalise"] = Chain((), made["normalise"], Scoring(compounds=compounds))
    if "equivalents" in made:
        label = made["equivalents"]
        made["equivalents"] = Equivalents(made=tuple([name for name in label.split("+") if name in KINDS]), label=label)
    return made
