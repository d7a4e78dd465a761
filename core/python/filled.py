"""Texts about utterances, such as the lines above their alignments: patterns filled from columns."""

from __future__ import annotations

from collections.abc import Sequence

from .columns import floats, integers

# A text, or a pattern with its column: texts, or packed int64 or float64.
Part = bytes | tuple[bytes, Sequence[bytes] | bytes]

# What may follow the % of a pattern, and which values it takes. A regular expression would cost a small run its import.
_CONVERSIONS = {
    b"b": b"b",
    b"d": b"d",
    **{b"0%dd" % width: b"d" for width in range(10)},
    **{b".%df" % decimals: b"f" for decimals in range(7)},
}


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
    kind = _kind(pattern)
    if kind == b"b":
        texts = (column[place] for place in places)
        return [pattern % text if text else b"" for text in texts]
    assert isinstance(column, bytes)
    values: list[int] | list[float] = integers("q", column) if kind == b"d" else floats(column)
    if any(place >= len(values) for place in places):
        raise ValueError("a column is shorter than a place")
    return [pattern % values[place] for place in places]


def _kind(pattern: bytes) -> bytes:
    _, mark, rest = pattern.partition(b"%")
    for size in (1, 3):
        kind = _CONVERSIONS.get(rest[:size])
        if mark and kind and b"%" not in rest:
            return kind
    raise ValueError(f"the pattern '{pattern.decode()}'; expected one of %b, %d, %03d, %.2f")
