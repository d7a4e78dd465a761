"""Segments of stm files as columns."""

from __future__ import annotations

from scorelite.core.python.timed_rows import TimedRows, _split


def stm_rows(data: bytes, /) -> TimedRows | None:
    """The segments of a file, whose fields spaces and tabs separate; None if a row is too short, or begins with half a
    mark of a comment.

    >>> from array import array
    >>> rows = stm_rows(b"talk A anna 0 1.5 <o> one two\\n")
    >>> rows.column(5), rows.column(6), array("d", rows.numbers(4)).tolist()
    ([b'<o>'], [b'one two'], [1.5])
    """
    rows = TimedRows(3)
    for line in rows._lines_of_rows(data):
        fields, text = _split(line, 5)
        if len(fields) < 5 or line[:1] in (b";", b"*"):
            return None
        labels: list[bytes] = []
        if text[:1] == b"<":
            labels, text = _split(text, 1)
        rows._keep((*fields, *(labels or [b""]), text))
    return rows
