"""Confidences of words in a column beside the texts: what they tell of each utterance."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...formats.errors import UsageError, quantity
from .. import _core as core
from ..common.settings import Settings
from ..words.scores import HIGHEST_CONFIDENCE, LOWEST_CONFIDENCE
from ..words.tables import INFORMATION
from .columns import arrow


def check_words(settings: Settings) -> None:
    """Refuses settings with which the words that are scored are not those of the texts."""
    reasons = (
        (settings.unit != "word", f"unit={settings.unit!r} (-c)", "words"),
        (settings.markup, "markup=True (--markup)", "bare words"),
        (settings.optional_words, "optional_words=True (--optional-words)", "words that all are scored"),
        (settings.chain is not None, "normalise= (--normalise)", "texts as they were recognised"),
    )
    for given, name, expected in reasons:
        if given:
            raise UsageError(f"confidences= is not for {name}; expected {expected}, each with its confidence")


def information_columns(
    values: Any, name: str, words: np.ndarray[Any, Any], steps: tuple[bytes, bytes]
) -> dict[str, Any]:
    """The columns of information for a column with a list of confidences for each utterance.

    `words` counts those of each hypothesis; `steps` are the letters of all alignments and their places.
    """
    pyarrow = arrow()
    letters, places = steps
    column = np.full(len(letters), np.nan)
    column[np.frombuffer(letters, np.uint8) != ord("D")] = _checked(values, name, words)
    found = core.information_rows(letters, column.tobytes(), places, LOWEST_CONFIDENCE, HIGHEST_CONFIDENCE)
    types = (np.float64, np.float64, np.int32, np.int32)
    rows = (np.frombuffer(one, kind) for one, kind in zip(found, types, strict=True))
    return {column: pyarrow.array(row.astype(np.float64)) for column, row in zip(INFORMATION, rows, strict=True)}


def _checked(values: Any, name: str, words: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """All confidences in one array: a number for each word of each utterance."""
    pyarrow = arrow()
    try:
        values = values.cast(pyarrow.large_list(pyarrow.float64()))
    except pyarrow.ArrowException:
        raise UsageError(f"column {name!r} holds values of type {values.type}; expected lists of numbers") from None
    lengths = values.value_lengths().fill_null(0).to_numpy()
    different = np.flatnonzero(lengths != words)
    if len(different):
        row = int(different[0])
        raise UsageError(
            f"row {row} of column {name!r} has {quantity(int(lengths[row]), 'confidence')} for "
            f"{quantity(int(words[row]), 'word')} of the hypothesis; expected one each"
        )
    found: np.ndarray[Any, Any] = values.flatten().to_numpy(zero_copy_only=False)
    strange = np.flatnonzero(np.isnan(found))
    if len(strange):
        row = int(np.searchsorted(np.cumsum(lengths), strange[0], "right"))
        raise UsageError(f"row {row} of column {name!r} has a confidence that is null or NaN; expected numbers")
    return found
