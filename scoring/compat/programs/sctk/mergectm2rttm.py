"""mergectm2rttm.pl 0.4: words of a ctm file given to the turns of an RTTM file in which they are spoken."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from . import Failure, resource
from .options import LongOptions
from .perl_number import number
from .rttm_rows import named_lines, valid_rows
from .rttm_smooth import DEFAULT_GAP, smoothed
from .rttm_sort import ordered
from .streams import Streams

Channel = tuple[bytes, bytes]

_HEADING = b";; type file chnl tbeg tdur ortho stype name conf\n"


@dataclass(frozen=True, slots=True)
class Turns:
    """Turns of one channel by their begin as text, of which the first one counts, and all its speakers."""

    speakers: set[bytes] = field(default_factory=set)
    turns: dict[bytes, tuple[bytes, float]] = field(default_factory=dict)


class Speakers:
    """Speakers of one channel by time."""

    def __init__(self, turns: dict[bytes, tuple[bytes, float]]) -> None:
        self._turns = sorted([(number(begin), begin, speaker, end) for begin, (speaker, end) in turns.items()])
        self._begins = [turn[0] for turn in self._turns]
        self._latest = list(accumulate([turn[3] for turn in self._turns], max))

    def at(self, time: float) -> bytes | None:
        """The speaker of a moment; of several, the one whose turn begins first as text."""
        starts = []
        place = bisect_right(self._begins, time) - 1
        while place >= 0 and self._latest[place] >= time:
            _, begin, speaker, end = self._turns[place]
            if time <= end:
                starts.append((begin, speaker))
            place -= 1
        return min(starts)[1] if starts else None


def merged(turns: Iterable[bytes], words: Iterable[bytes]) -> Iterator[bytes]:
    """Rows of SPKR-INFO, and for each word of a turn rows of SPEAKER and LEXEME.

    >>> turns = [b"SPKR-INFO m 1 <NA> <NA> <NA> unknown A <NA>", b"SPEAKER m 1 0 2 <NA> <NA> A <NA>"]
    >>> list(merged(turns, [b"m 1 0.5 0.3 hi 0.9 lex", b"m 1 5 0.3 you 0.9 lex"]))[1:]
    [b'SPEAKER m 1 0.5 0.3 <NA> <NA> A <NA>', b'LEXEME m 1 0.5 0.3 hi lex A 0.9']
    """
    channels = _channels(turns)
    spoken = _words(words)
    for (recording, channel), of_channel in sorted(channels.items()):
        if not of_channel.speakers:
            continue
        head = recording + b" " + channel + b" "
        for name in sorted(of_channel.speakers):
            yield b"SPKR-INFO " + head + b"<NA> <NA> <NA> unknown " + name + b" <NA>"
        speakers = Speakers(of_channel.turns)
        rows = spoken.get((recording, channel), {})
        for begin in sorted(rows, key=number):
            duration, word, confidence = rows[begin]
            # The middle of a word has four decimals.
            speaker = speakers.at(float(b"%.4f" % (number(begin) + number(duration) / 2)))
            if speaker is not None:
                times = head + begin + b" " + duration
                yield b"SPEAKER " + times + b" <NA> <NA> " + speaker + b" <NA>"
                yield b"LEXEME " + times + b" " + word + b" lex " + speaker + b" " + confidence


def _fields(lines: Iterable[bytes], count: int) -> Iterator[list[bytes]]:
    """Fields of rows without their comments; missing ones are empty."""
    for line in lines:
        fields = line.partition(b";;")[0].strip().split(None, count - 1)
        if fields:
            yield fields + [b""] * (count - len(fields))


def _channels(lines: Iterable[bytes]) -> dict[Channel, Turns]:
    by_channel: dict[Channel, Turns] = {}
    for kind, recording, channel, begin, duration, _, _, speaker, _ in _fields(lines, 9):
        turns = by_channel.setdefault((recording, channel), Turns())
        if kind.upper() == b"SPKR-INFO":
            turns.speakers.add(speaker)
        elif kind.upper() == b"SPEAKER":
            end = float(b"%.3f" % (number(begin) + number(duration)))
            turns.turns.setdefault(begin, (speaker, end))
    return by_channel


def _words(lines: Iterable[bytes]) -> dict[Channel, dict[bytes, tuple[bytes, bytes, bytes]]]:
    """Words of each channel by their begin as text, of which the first one counts."""
    by_channel: dict[Channel, dict[bytes, tuple[bytes, bytes, bytes]]] = {}
    for recording, channel, begin, duration, word, confidence, kind, _ in _fields(lines, 8):
        if kind == b"lex":
            by_channel.setdefault((recording, channel), {}).setdefault(begin, (duration, word, confidence))
    return by_channel


def _lines(name: bytes, kind: bytes) -> list[bytes]:
    return named_lines(name, b"Unable to open for read " + kind + b" file '" + name + b"'")


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    options = LongOptions(words, flags=("version", "help"), valued=("rttmfile", "ctmfile", "pathtools"), sensitive=True)
    streams.error(options.complaints)
    values = options.values
    if "version" in values or "help" in values:
        streams.out(b"mergectm2rttm version: 0.4\n" if "version" in values else resource("sctk/mergectm2rttm.txt"))
        return 0
    for key, message in (("rttmfile", b"An RTTM"), ("ctmfile", b"An CTM")):
        if not values.get(key):
            raise Failure(b"ERROR: " + message + b" file must be set.\n", 255)
    rows = merged(_lines(values["rttmfile"], b"RTTM"), _lines(values["ctmfile"], b"CTM"))
    for row in ordered(valid_rows(list(smoothed(rows, DEFAULT_GAP)))):
        streams.out(b" ".join(row) + b"\n")
    streams.out(_HEADING)
    return 0
