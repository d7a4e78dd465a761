"""Texts about utterances, such as the lines above their alignments: patterns filled from columns."""

from __future__ import annotations

import re

from scoring._core.python.columns import floats, integers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    # A text, or a pattern with its column: texts, or packed int64 or float64.
    Part = bytes | tuple[bytes, Sequence[bytes] | bytes]

_CONVERSION = re.compile(rb"[^%]*%(?:(b)|(?:0[0-9])?(d)|\.[0-6](f))[^%]*", re.S)


def filled(order: bytes, parts: Sequence[Part], /) -> list[bytes]:
    """A text for each place (int64), joined of texts and of patterns with their columns.

    A pattern with `%b` takes texts, and is left out where the text is empty; `%d` and `%03d` take int64, `%.2f`
    float64.

    >>> from array import array
    >>> places = array("q", [1, 0]).tobytes()
    >>> filled(places, [b"<", (b"%b ", [b"one", b""]), (b"%03d", places), b">"])
    [b'<000>', b'<one 001>']
    """
    places = integers("q", order)
    if places and min(places) < 0:
        raise ValueError(f"place {next(place for place in places if place < 0)}; expected 0 or more")
    columns = [_column(part, places) for part in parts]
    return list(map(b"".join, zip(*columns, strict=True))) if columns else [b""] * len(places)


def _column(part: Part, places: list[int]) -> list[bytes]:
    if isinstance(part, bytes):
        return [part] * len(places)
    pattern, column = part
    found = _CONVERSION.fullmatch(pattern)
    if found is None:
        raise ValueError(f"the pattern '{pattern.decode()}'; expected one of %b, %d, %03d, %.2f")
    if found[1]:
        texts = (column[place] for place in places)
        return [pattern % text if text else b"" for text in texts]
    assert isinstance(column, bytes)
    values: list[int] | list[float] = integers("q", column) if found[2] else floats(column)
    if any(place >= len(values) for place in places):
        raise ValueError("a column is shorter than a place")
    return [pattern % values[place] for place in places]
