"""Checks of timed files that hubscr.pl makes before it scores them: order, and usual rows of ctm."""

from __future__ import annotations

from array import array
from itertools import pairwise

_TIME = rb"(?s:(?=.{1,15}\Z)[0-9]+(?:\.[0-9]*)?)"
_USUAL_ROW = (
    rb"[A-Za-z0-9_-]+ (?:[0-9]+|[AB]) [0-9]+(?:\.[0-9]+)? [0-9]+(?:\.[0-9]+)? [A-Za-z'-]+(?: [0-9]+(?:\.[0-9]+)?)?"
)


def rows_in_order(data: bytes, field: int, /) -> bool:
    """Whether all lines are rows in the order of file, channel and the time in a field, separated by single blanks.

    False also where a closer look is needed: comments, blank lines, times with more than 15 digits.

    >>> rows_in_order(b"f 1 0.5 1 b\\nf 1 1 1 a\\n", 2), rows_in_order(b"f 1 s 2\\nf 1 s 1\\n", 3)
    (True, False)
    """
    # Imported only now: scores of transcripts need nothing of it.
    import re

    is_time = re.compile(_TIME).fullmatch
    if field < 2:
        raise ValueError("the field of a time; expected 2 or more")
    keys = []
    for line in _lines(data):
        fields = line.split(b" ", field + 1)[: field + 1]
        if len(fields) <= field or line[:2] == b";;" or any(part.split() != [part] for part in fields):
            return False
        if not is_time(fields[field]):
            return False
        keys.append((*fields[:2], float(fields[field])))
    return bool(keys) and all(first <= second for first, second in pairwise(keys))


def unusual_ctm_rows(data: bytes, /) -> bytes:
    """Number, begin and end (int64) of the lines of a ctm file that are neither usual ones nor comments.

    Usual ones have a word of letters, plain times, and a confidence or none.

    >>> memoryview(unusual_ctm_rows(b";; x\\nf 1 0.5 1 don't 0.5\\nf 1 2 1 {\\n")).cast("q").tolist()
    [3, 25, 34]
    """
    import re

    is_usual = re.compile(_USUAL_ROW).fullmatch
    rows = array("q")
    begin = 0
    for number, line in enumerate(_lines(data), 1):
        if line[:2] != b";;" and not is_usual(line):
            rows.extend((number, begin, begin + len(line)))
        begin += len(line) + 1
    return rows.tobytes()


def _lines(data: bytes) -> list[bytes]:
    lines = data.split(b"\n")
    return lines if lines[-1] else lines[:-1]
