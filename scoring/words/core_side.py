"""One side of a score as the core takes it."""

from __future__ import annotations

from collections.abc import Sequence

from .. import _core as core
from .alignment import Text


def side_of(texts: Sequence[Text]) -> core.Side:
    """Texts for the core; words with times (`TimedWords`) make a side of their own."""
    own = getattr(texts, "side", None)
    return own() if own is not None else core.texts(texts)
