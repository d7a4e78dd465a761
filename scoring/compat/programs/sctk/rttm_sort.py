"""rttmSort.pl: rows of RTTM sorted by recording, channel, time and type, with all SPKR-INFO first."""

from __future__ import annotations

from collections.abc import Iterable

from . import Failure
from .rttm_rows import input_lines, valid_rows
from .streams import Streams

Row = tuple[bytes, ...]

_ORDER = (
    b"NOSCORE",
    b"NORTMETADATA",
    b"SEGMENT",
    b"SPEAKER",
    b"SU",
    b"A/P",
    b"CB",
    b"IP",
    b"EDIT",
    b"FILLER",
    b"NON-SPEECH",
    b"NON-LEX",
    b"LEXEME",
)
_PLACES = {kind: place for place, kind in enumerate(_ORDER)}


def ordered(rows: Iterable[Row]) -> list[Row]:
    """SPKR-INFO by recording and speaker, then the other rows; channels are sorted as text, <NA> is the latest time.

    >>> rows = [(b"SPEAKER", b"m", b"2", b"9"), (b"SPEAKER", b"m", b"10", b"10"), (b"NOSCORE", b"m", b"2", b"9.0")]
    >>> [(kind, channel) for kind, _, channel, _ in ordered(rows)]
    [(b'SPEAKER', b'10'), (b'NOSCORE', b'2'), (b'SPEAKER', b'2')]
    """
    speakers: dict[tuple[bytes, bytes], Row] = {}
    others = []
    for row in rows:
        if row[0] != b"SPKR-INFO":
            others.append(row)
            continue
        key = row[1], row[7]
        if key in speakers:
            raise Failure(b"Error: spkrinfo exists for '%b %b'\n" % key, 255)
        speakers[key] = row
    return [speakers[key] for key in sorted(speakers)] + sorted(others, key=_place)


def _place(row: Row) -> tuple[bytes, bytes, float, int]:
    return row[1], row[2], float("inf") if row[3] == b"<NA>" else float(row[3]), _PLACES[row[0]]


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    rows = ordered(valid_rows(input_lines(words, streams)))
    streams.out(b"".join([b" ".join(row) + b"\n" for row in rows]))
    return 0
