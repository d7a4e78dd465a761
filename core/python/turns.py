"""Turns of an RTTM file: columns, grouped by recording and channel."""

from __future__ import annotations

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Recording: TypeAlias = tuple[
        bytes, bytes, list[bytes], bytes, bytes, bytes, bytes, bytes, tuple[float, float, float]
    ]

# Rows with plain numbers of at most 15 bytes, whose values are exact.
_TIME = rb"(?=[0-9.]{1,15}(?:[\t\v\f\r ]|$))([0-9]+\.?[0-9]*|\.[0-9]+)"
_SCORE = rb"(?:<NA>|(?=\S{1,15}(?:[\t\v\f\r ]|$))[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+))"
_FIELD = rb"([!-~\x7f]+)"
_FIELDS = (rb"SPEAKER", _FIELD, _FIELD, _TIME, _TIME, _FIELD, _FIELD, _FIELD, _SCORE)
_BARE_FIELDS = (*_FIELDS[:5], rb"<[nN][aA]>", rb"<[nN][aA]>", _FIELD, rb"[!-~\x7f]+")
_BARE_ROW = rb"[\t\v\f\r ]*" + rb"[\t\v\f\r ]+".join(_BARE_FIELDS) + rb"[\t\v\f\r ]*"
_ROW = rb"[\t\v\f\r ]*" + rb"[\t\v\f\r ]+".join(_FIELDS) + rb"(?:[\t\v\f\r ]+[!-~\x7f]+)?[\t\v\f\r ]*"


def rttm_turns(data: bytes, bare: bool, /) -> list[Recording] | None:
    """The turns of an RTTM file by file and channel; None where a row is not of the type SPEAKER, or not plain.

    Plain rows are ASCII without comments; their times have digits and a point, at most 15 bytes. Bare ones have nine
    fields and neither a text nor a type; of others a speaker <NA> has no name. Each recording has its file and channel,
    the sorted names of its speakers, and columns: the number (int32) of the name, begins, durations and ends (float64),
    and where the names stand in the data (int64). Last come the first begin, the last end and the shortest duration.

    >>> rows = b"SPEAKER f 1 0 2 <NA> <NA> b <NA>\\nSPEAKER f 1 1 2 <NA> <NA> a <NA>\\n"
    >>> array("i", rttm_turns(rows, True)[0][3]).tolist()
    [1, 0]
    """
    plain = _rows(data, _BARE_ROW if bare else _ROW)
    if plain is None:
        return None
    groups: dict[tuple[bytes, bytes], list[tuple[bytes, float, float, int]]] = {}
    for place, (file, channel, begin, duration, *_, name) in plain:
        shown = b"" if name == b"<NA>" and not bare else name
        groups.setdefault((file, channel), []).append((shown, float(begin), float(duration), place))
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


def _rows(data: bytes, pattern: bytes) -> list[tuple[int, tuple[bytes, ...]]] | None:
    """Where the name stands, and the fields, of all rows but blank ones; None if a row is odd or holds a comment."""
    import re  # commands that read no turns start without it

    row_of = re.compile(pattern).fullmatch
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
