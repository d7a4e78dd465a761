"""Normalisation of lists of texts in memory."""

from __future__ import annotations

from collections.abc import Sequence

from .catalogue import Wanted, chain_of
from .change import Change


def normalise(texts: Sequence[str], wanted: Wanted, *, log: bool = True) -> tuple[list[str], Sequence[Change]]:
    """Normalises texts by a built-in normaliser, a rule file, a chain, or several of these in their order.

    Gives the new texts and every change that was made; without `log` no changes, in less time.

    >>> normalise(["Good DAY!"], "basic", log=False)
    (['good day'], [])
    """
    result, changes = chain_of(wanted).apply(texts, log=log)
    return list(result), changes
