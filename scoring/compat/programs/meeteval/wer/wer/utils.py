"""Counts of an alignment, as the package kaldialign gives them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from ....kaldialign import edit_distance


def kaldialign_edit_distance(reference: Sequence[Hashable], hypothesis: Sequence[Hashable]) -> dict[str, Any]:
    """The numbers of insertions (`ins`), deletions (`del`) and substitutions (`sub`), and their sum (`total`)."""
    return dict(edit_distance(reference, hypothesis))
