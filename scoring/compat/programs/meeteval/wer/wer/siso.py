"""The error rates of one stream against another."""

from __future__ import annotations

from typing import Any

from ...io.seglst import SESSION_LEVELS, apply_multi_file
from .declared import Rates
from .error_rate import ErrorRate
from .sessions import rows_of, score_session

__all__ = ["siso_character_error_rate", "siso_word_error_rate", "siso_word_error_rate_multifile"]


def siso_word_error_rate(reference: Any, hypothesis: Any) -> ErrorRate:
    """The error rate of one text against another.

    >>> siso_word_error_rate("a b", "c d")
    ErrorRate(error_rate=1.0, errors=2, length=2, insertions=0, deletions=0, substitutions=2)
    """
    sides = []
    for data, name in ((reference, "Reference"), (hypothesis, "Hypothesis")):
        rows = rows_of(data, ("segment",))
        if len(rows) != 1:
            raise ValueError(f"{name} must contain exactly one line, but found {len(rows)} lines.")
        sides.append([{"words": rows[0]["words"], "speaker": 0}])
    fields, _, _ = score_session("wer", sides[0], sides[1], (False, False))
    return ErrorRate(**fields)


def siso_character_error_rate(reference: Any, hypothesis: Any) -> ErrorRate:
    """The character error rate of one text against another; blanks inside are characters.

    >>> siso_character_error_rate("abc", "abd").errors
    1
    """
    sides = []
    for data, name in ((reference, "Reference"), (hypothesis, "Hypothesis")):
        rows = rows_of(data, ("segment",))
        if len(rows) != 1:
            raise ValueError(f"{name} must contain exactly one line, but found {len(rows)} lines.")
        # Numbers in place of characters, as blanks separate words.
        sides.append(" ".join(str(ord(letter)) for letter in rows[0]["words"].strip()))
    return siso_word_error_rate(sides[0], sides[1])


def siso_word_error_rate_multifile(reference: Any, hypothesis: Any, partial: bool = False) -> Rates:
    """The error rate of each session, or of each session and speaker, which have one segment each."""
    sides = [rows_of(data, SESSION_LEVELS) for data in (reference, hypothesis)]
    keys: list[tuple[str, ...]] = [("session_id",), ("session_id", "speaker")]
    for key in keys:
        names_of_sides = [[tuple(row.get(name) for name in key) for row in rows] for rows in sides]
        if all(len(set(names)) == len(names) for names in names_of_sides):
            found_rows = [
                [
                    {**row, "session_id": name if len(key) > 1 else name[0]}
                    for row, name in zip(rows, names, strict=True)
                ]
                for rows, names in zip(sides, names_of_sides, strict=True)
            ]
            return apply_multi_file(
                siso_word_error_rate, found_rows[0], found_rows[1], allowed_empty_examples_ratio=0, partial=partial
            )
    raise ValueError("(session ID, speaker) pairs are not unique. The SISO-WER needs unique ones.")
