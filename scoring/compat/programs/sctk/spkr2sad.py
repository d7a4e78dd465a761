"""spkr2sad.pl: turns of all speakers become turns of one speaker named speech."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from . import Failure
from .perl_number import number
from .rttm_rows import input_lines
from .streams import Streams

Fields = list[bytes]


def speech(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Comments, then for each recording one SPKR-INFO and its turns by start; other rows are left out.

    >>> list(speech([b"SPEAKER m 1 0.5 1 <NA> <NA> A <NA>"]))[0]
    b'SPKR-INFO m 1 <NA> <NA> <NA> unknown speech <NA>'
    """
    infos: dict[bytes, Fields] = {}
    turns: dict[bytes, list[Fields]] = {}
    for line in lines:
        if line.startswith(b";"):
            yield line
            continue
        fields = line.split()
        fields += [b""] * (8 - len(fields))
        of_channel = turns.setdefault(fields[1], [])
        if fields[0] == b"SPEAKER":
            of_channel.append(fields)
        elif fields[0] == b"SPKR-INFO":
            infos.setdefault(fields[1], fields)
    for recording in sorted(turns):
        rows = turns[recording]
        info = infos.get(recording)
        if info is None and rows:
            info = [b"SPKR-INFO", *rows[0][1:3], b"<NA>", b"<NA>", b"<NA>", *rows[0][6:]]
        if info is None:
            raise Failure(b"Error: No SPKR-INFO and no SPEAKER Tags for recording '" + recording + b"'\n", 255)
        yield b" ".join([*info[:6], b"unknown", b"speech", *info[8:]])
        for fields in sorted(rows, key=lambda fields: number(fields[3])):
            yield b" ".join([*fields[:7], b"speech", *fields[8:]])


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    for line in speech(input_lines(words, streams)):
        streams.out(line + b"\n")
    return 0
