"""stm2rttm.pl 0.1: segments of a stm file as turns of RTTM, by the rules of an evaluation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from . import Failure
from .options import LongOptions
from .perl_number import number
from .rttm_rows import fields_of, input_lines
from .streams import Streams

Key = tuple[bytes, bytes, bytes]
Turn = list[bytes]

# The longest gap that is closed, and the place of the sex among the labels.
_EVALUATIONS: dict[bytes, tuple[float, int | None]] = {b"rt02": (0.5, 2), b"rt04s": (0.0, 1), b"rt05s": (0.3, None)}
_CODES = b"""Supported evaluations are:
\t- Rich Transcription 02 (code: rt02)
\t- Rich Transcription 05s (code: rt05s)
\t- Rich Transcription 04 Spring (code: rt04s)
"""
_USAGE = b"""Usage: stm2rttm.pl -e [rt02|rt04s|rt05s]
Version: 0.1

Error: You must specify an evaluation code with the -e option!
"""
_EXCLUDED = b"excluded_region"


def turns_of(lines: Iterable[bytes], evaluation: bytes) -> Iterator[bytes]:
    """Rows of SPKR-INFO, then the turns of each speaker by start.

    >>> list(turns_of([b"m 1 A 0.5 2 <o> hi"], b"rt05s"))[1]
    b'SPEAKER m 1 0.5 1.500 <NA> <NA> A <NA>'
    """
    gap, label = _EVALUATIONS[evaluation]
    speakers: dict[Key, list[tuple[Turn, bytes]]] = {}
    sexes: dict[bytes, bytes] = {}
    for line in lines:
        if line.startswith(b";;") or not line.strip() or _is_gap(line):
            continue
        fields = fields_of(line)
        fields += [b""] * (6 - len(fields))
        key = fields[0], fields[1], fields[2]
        speakers.setdefault(key, []).append((fields[3:5], line))
        sex = b"unknown" if label is None else _sex(fields[5], label)
        sex_before = sexes.setdefault(key[2], sex)
        if sex_before != sex and key[2] != _EXCLUDED:
            raise Failure(b"Error: ambiguous spkr info %b=>%b but had %b\n" % (key[2], sex, sex_before), 255)
    for recording, channel, speaker in speakers:
        if speaker != _EXCLUDED:
            sex = sexes[speaker]
            yield b"SPKR-INFO %b %b <NA> <NA> <NA> %b %b <NA>" % (recording, channel, sex, speaker)
    for (recording, channel, speaker), rows in speakers.items():
        kind, name = (b"NOSCORE", b"<NA>") if speaker == _EXCLUDED else (b"SPEAKER", speaker)
        for start, end in _closed(_sorted(rows), gap):
            length = number(end) - number(start)
            yield b"%b %b %b %b %.3f <NA> <NA> %b <NA>" % (kind, recording, channel, start, length, name)


def _is_gap(line: bytes) -> bool:
    text = line.lower()
    return b"inter_segment_gap" in text or b"intersegment_gap" in text


def _sex(labels: bytes, place: int) -> bytes:
    parts = labels.split(b",")
    sex = parts[place].replace(b">", b"", 1) if place < len(parts) else b""
    if sex in (b"male", b"female"):
        return b"adult_" + sex
    if sex.startswith(b"unk"):
        return b"unknown"
    raise Failure(b"Unknown sex " + sex + b"\n", 255)


def _sorted(rows: list[tuple[Turn, bytes]]) -> list[Turn]:
    rows.sort(key=lambda row: number(row[0][0]))
    for (before, earlier), (after, other) in pairwise(rows):
        if number(before[1]) > number(after[0]):
            raise Failure(
                b"Error: segments from the same speaker overlap\n  " + earlier + b"\n\n  " + other + b"\n\n", 255
            )
    return [turn for turn, _ in rows]


def _closed(turns: list[Turn], gap: float) -> list[Turn]:
    """Turns with the gaps between two of them closed; after each the reference passes over two turns."""
    closed: list[Turn] = []
    place = 0
    while place < len(turns):
        turn = turns[place]
        place += 1
        if place < len(turns) and number(turns[place][0]) - number(turn[1]) <= gap:
            closed.append([turn[0], turns[place][1]])
            closed += turns[place + 1 : place + 3]
            place += 3
        else:
            closed.append(turn)
    return closed


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    options = LongOptions(words, valued=("evaluation",))
    streams.error(options.complaints)
    evaluation = options.values.get("evaluation")
    if evaluation is None:
        raise Failure(_USAGE + _CODES, 255)
    if evaluation not in _EVALUATIONS:
        raise Failure(b"Unknown target evaluation code!\n" + _CODES, 255)
    # Nothing is written if a row is wrong.
    rows = list(turns_of(input_lines(options.words, streams), evaluation))
    streams.out(b"".join([row + b"\n" for row in rows]))
    return 0
