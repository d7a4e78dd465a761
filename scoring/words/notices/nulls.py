"""Texts that are missing: null in a column, or a word that programs write for one."""

from __future__ import annotations

from collections.abc import Iterator

from ....formats.errors import quantity
from ....formats.schema import Corpus
from ...notices.notice import SIDES, Notice
from ..inputs.columns import TABLES


def nulls_of(corpus: Corpus) -> int:
    """The number of texts of a table that are null."""
    nulls: int = getattr(corpus.segments, "nulls", 0)
    return nulls


NULL = "null "
"""The beginning of the names of notices about null texts."""


def of_nulls(ref: int, hyp: int) -> Iterator[Notice]:
    """A notice for each side of which so many texts are null."""
    for side, number in zip(SIDES, (ref, hyp), strict=True):
        if number:
            state = "is null" if number == 1 else "are null"
            yield Notice(f"{NULL}{side}", f"{quantity(number, 'text')} of the {side} {state}: scored as empty")


# What programs write for a text that is missing, and how many texts of a table are looked at.
_PLACEHOLDERS = frozenset(("NaN", "nan", "None", "null", "NULL", "<NA>", "N/A", "#N/A", "#NAME?", "#REF!", "#VALUE!"))
_OF_TABLES = _PLACEHOLDERS | {"NA"}  # as R writes; a line may be the word
_LOOKED_AT = 20_000
# Formats with a text for each utterance.
_OF_TEXTS = (*TABLES, "txt", "kaldi", "trn")


def of_placeholders(ref: Corpus, hyp: Corpus) -> Iterator[Notice]:
    """A notice for each side whose texts are words for a missing text, as those of the other side are not."""
    corpora = ref, hyp
    held = []
    for corpus in corpora:
        known = _OF_TABLES if corpus.format in TABLES else _PLACEHOLDERS
        texts = corpus.texts()[:_LOOKED_AT] if corpus.format in _OF_TEXTS else ()
        held.append([text for text in texts if text in known])
    for place, side in enumerate(SIDES):
        words = [word for word in held[place] if word not in held[1 - place]]
        if words:
            state = "is" if len(words) == 1 else "are"
            shown = " or ".join(map(repr, dict.fromkeys(words)))
            yield Notice(
                f"placeholders {side}",
                f"{quantity(len(words), 'text')} of the {side} {state} {shown}, which counts as a word; expected "
                f"{'an empty cell' if corpora[place].format in TABLES else 'no words'} for a missing text",
            )
