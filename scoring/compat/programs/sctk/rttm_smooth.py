"""rttmSmooth.pl: joins turns of one speaker that follow each other within some seconds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from . import Failure
from .options import LongOptions
from .perl_number import number
from .rttm_rows import lines_of
from .streams import Streams, read_stdin

Fields = list[bytes]

DEFAULT_GAP = 0.3


def smoothed(lines: Iterable[bytes], gap: float) -> Iterator[bytes]:
    """Comments, then the rows by recording and speaker: other rows by type, then the joined turns by start.

    >>> rows = [b"SPEAKER m 1 0.0 1.0 <NA> <NA> A <NA>", b"SPEAKER m 1 1.2 1 <NA> <NA> A <NA>"]
    >>> list(smoothed(rows, 0.3))
    [b'SPEAKER m 1 0.0 2.200 <NA> <NA> A <NA>']
    """
    groups: dict[bytes, dict[bytes, list[Fields]]] = {}
    for line in lines:
        if line.startswith(b";"):
            yield line
            continue
        fields = line.split()
        kind, recording, speaker = _field(fields, 0), _field(fields, 1), _field(fields, 7)
        # Channels are not kept apart.
        groups.setdefault(recording + b" " + speaker, {}).setdefault(kind, []).append(fields)
    for key in sorted(groups):
        turns = groups[key].pop(b"SPEAKER", [])
        for rows in groups[key].values():
            yield from map(b" ".join, rows)
        yield from map(b" ".join, _joined(turns, gap))


def _field(fields: Sequence[bytes], place: int) -> bytes:
    return fields[place] if place < len(fields) else b""


def _joined(turns: list[Fields], gap: float) -> Iterator[Fields]:
    turns.sort(key=lambda fields: number(_field(fields, 3)))
    current: Fields = []
    for fields in turns:
        start, length = number(_field(fields, 3)), number(_field(fields, 4))
        if not current:
            current = fields
            continue
        begin = number(_field(current, 3))
        end = begin + number(_field(current, 4))
        if end >= start - gap:
            if start + length > end:
                current = [*current[:4], b"%.3f" % (start + length - begin), *current[5:]]
        else:
            yield current
            current = fields
    if current:
        yield current


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    options = LongOptions(words, valued=("s",))
    if options.complaints:
        raise Failure(options.complaints + b"Error: expected rttmSmooth.pl [-s SECONDS] < RTTM\n", 255)
    gap = number(options.values["s"]) if "s" in options.values else DEFAULT_GAP
    streams.out(b"".join([line + b"\n" for line in smoothed(lines_of(read_stdin()), gap)]))
    return 0
