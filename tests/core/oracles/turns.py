"""Turns of an RTTM file: columns, grouped by recording and channel."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scorelite.core.python.columns import floats

if TYPE_CHECKING:
    from typing import TypeAlias

    from scorelite.core.python.timed_rows import TimedRows

    # Name, begin, duration, and where the name stands.
    _Turn: TypeAlias = tuple[bytes, float, float, int]
    Recording: TypeAlias = tuple[
        bytes, bytes, list[bytes], bytes, bytes, bytes, bytes, bytes, tuple[float, float, float]
    ]

# Rows with plain numbers of at most 15 bytes, whose values are exact.
_TIME = rb"(?=[0-9.]{1,15}(?:[\t\v\f\r ]|$))([0-9]+\.?[0-9]*|\.[0-9]+)"
_SCORE = rb"(?:<NA>|(?=\S{1,15}(?:[\t\v\f\r ]|$))[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+))"
_FIELD = rb"([\x00-\x08\x0e-\x1b!-\x7f]+)"
_FIELDS = (rb"SPEAKER", _FIELD, _FIELD, _TIME, _TIME, rb"<[nN][aA]>", rb"<[nN][aA]>", _FIELD, _SCORE)
_ROW = rb"[\t\v\f\r ]*" + rb"[\t\v\f\r ]+".join(_FIELDS) + rb"[\t\v\f\r ]*"


def turns_of(rows: TimedRows, /) -> list[Recording]:
    """The SPEAKER rows that `read_rttm` read, by file and channel.

    Each recording has its file and channel, the sorted names of its speakers, of which <NA> is none, and columns: the
    number (int32) of the name, begins, durations and ends (float64), and where the names stand in the data (int64,
    -1). Last come the first begin, the last end and the shortest duration.
    """
    fields = zip(*map(rows.column, (0, 1, 2, 7)), floats(rows.numbers(3)), floats(rows.numbers(4)), strict=True)
    groups: dict[tuple[bytes, bytes], list[_Turn]] = {}
    for kind, file, channel, name, begin, duration in fields:
        if kind == b"SPEAKER":
            groups.setdefault((file, channel), []).append((b"" if name == b"<NA>" else name, begin, duration, -1))
    return _recordings(groups)


def bare_turns(data: bytes, /) -> list[Recording] | None:
    """The turns of an RTTM file as `turns_of` gives them, with the places of names; None for a file in which a row or a
    line is not a turn with a name and a score, in ASCII.

    >>> rows = b"SPEAKER f 1 0 2 <NA> <NA> b <NA>\\nSPEAKER f 1 1 2 <NA> <NA> a <NA>\\n"
    >>> array("i", bare_turns(rows)[0][3]).tolist()
    [1, 0]
    """
    plain = _rows(data)
    if plain is None:
        return None
    groups: dict[tuple[bytes, bytes], list[_Turn]] = {}
    for place, (file, channel, begin, duration, name) in plain:
        groups.setdefault((file, channel), []).append((name, float(begin), float(duration), place))
    return _recordings(groups)


def _recordings(groups: dict[tuple[bytes, bytes], list[_Turn]]) -> list[Recording]:
    turns = []
    for (file, channel), rows in groups.items():
        names = sorted({row[0] for row in rows})
        places = {name: place for place, name in enumerate(names)}
        codes = array("i", [places[row[0]] for row in rows]).tobytes()
        begins = array("d", [row[1] for row in rows]).tobytes()
        durations = array("d", [row[2] for row in rows]).tobytes()
        ends = array("d", [row[1] + row[2] for row in rows]).tobytes()
        written = array("q", [row[3] for row in rows]).tobytes()
        bounds = min(row[1] for row in rows), max(row[1] + row[2] for row in rows), min(row[2] for row in rows)
        turns.append((file, channel, names, codes, begins, durations, ends, written, bounds))
    return turns


def _rows(data: bytes) -> list[tuple[int, tuple[bytes, ...]]] | None:
    """Where the name stands, and the fields, of all rows but blank ones; None if a row is odd or holds a comment."""
    import re  # commands that read no turns start without it

    row_of = re.compile(_ROW).fullmatch
    rows: list[tuple[int, tuple[bytes, ...]]] = []
    start = 0
    for line in data.split(b"\n"):
        row = row_of(line)
        if row is not None:
            rows.append((start + row.start(row.lastindex or 0), row.groups()))
        elif line.strip(b"\t\v\f\r "):
            return None
        start += len(line) + 1
    return None if b";;" in data else rows
