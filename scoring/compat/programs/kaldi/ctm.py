"""Kaldi's scripts for words with times: from utterances to recordings, and overlapping utterances without doubles."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .....formats.engine.output import write_file
from ..sctk.perl_number import number
from .console import Ended, Program

# Text on stdin, which is read only if no file is named.
Read = Callable[[], bytes]

CONVERT_USAGE = b"""\
Usage: convert_ctm.pl <segments-file> <reco2file_and_channel-file> [<utterance-ctm>] > real-ctm
"""
RESOLVE_USAGE = b"""\
usage: resolve_ctm_overlaps.py [-h] [--verbose VERBOSE] segments ctm_in ctm_out
"""
# Perl ends with the system's error number: a missing file, and what a check for a terminal leaves behind.
_MISSING, _BROKEN = 2, 25
# Python's argparse; and an error of the script.
_USAGE, _FAILED = 2, 1
# Seconds by which a word may end behind its recording.
_TOLERANCE = 0.01


def convert(program: Program, arguments: Sequence[str], stdin: Read) -> int:
    """Places words of utterances in their recordings, as convert_ctm.pl does."""
    names = list(arguments)
    skip = names[:1] == ["--skip-unknown"]
    if skip:
        names.pop(0)
    if not 2 <= len(names) <= 3:
        program.say(CONVERT_USAGE)
        return 1
    segments = {row[0]: row[1:] for row in _rows(program, names[0], b"segments file", 4)}
    files = {row[0]: row[1:] for row in _rows(program, names[1], b"reco2file_and_channel file", 3)}
    done = 0
    for line in _ctm_lines(program, names[2:], stdin):
        fields = line.split()
        if len(fields) not in (5, 6):
            raise _died(program, b"Unexpected ctm format: " + line)
        segment = segments.get(fields[0])
        if segment is None:
            if skip:
                continue
            what = b"Utterance-id %b not defined in segments file %b\n"
            raise _died(program, what % (fields[0], os.fsencode(names[0])))
        file = files.get(segment[0])
        if file is None:
            what = b"Recording-id %b not defined in reco2file_and_channel file %b\n"
            raise _died(program, what % (segment[0], os.fsencode(names[1])))
        begin, length = b"%.2f" % (number(fields[2]) + number(segment[1])), b"%.2f" % number(fields[3])
        row = b" ".join([*file, begin, length, *fields[4:]]) + b"\n"
        if float(begin) + float(length) > number(segment[2]) + _TOLERANCE:
            program.say(b"Warning: word appears to be past end of recording; line is " + row)
        program.output.append(row)
        done += 1
    return 0 if done else 1


def _rows(program: Program, name: str, kind: bytes, count: int) -> Iterator[list[bytes]]:
    """Rows of a file with so many fields."""
    try:
        with open(name, "rb") as file:
            data = file.read()
    except (OSError, ValueError):
        verb = b"open " if kind.startswith(b"reco2") else b"opening "
        raise _died(program, verb + kind + b" " + os.fsencode(name) + b"\n", _MISSING) from None
    for line in data.splitlines(keepends=True):
        fields = line.split()
        if len(fields) != count:
            raise _died(program, b"Bad line in " + kind + b": " + line)
        yield fields


def _ctm_lines(program: Program, names: Sequence[str], stdin: Read) -> list[bytes]:
    if not names or names[0] == "-":
        return stdin().splitlines(keepends=True)
    try:
        with open(names[0], "rb") as file:
            return file.read().splitlines(keepends=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        program.say(b"Can't open " + os.fsencode(names[0]) + b": " + os.fsencode(reason) + b"\n")
        return []


def _died(program: Program, message: bytes, code: int = _BROKEN) -> Ended:
    program.say(message if message.endswith(b"\n") else message + b"\n")
    return Ended(code)


# --- overlaps -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Utterance:
    """An utterance of the segments file, with its place in the recording."""

    recording: bytes
    begin: float
    end: float


@dataclass(frozen=True, slots=True)
class Word:
    """A row of ctm: utterance and channel, times within the utterance, and the fields behind them."""

    head: bytes
    begin: float
    duration: float
    rest: bytes

    @property
    def middle(self) -> float:
        """The middle of the word, which decides to which side of a border it belongs."""
        return self.begin + self.duration / 2

    def row(self) -> bytes:
        """The row with numbers as Python writes them."""
        return b"%b %b %b %b\n" % (self.head, repr(self.begin).encode(), repr(self.duration).encode(), self.rest)


def resolve(program: Program, arguments: Sequence[str], stdin: Read) -> int:
    """Leaves out words that two overlapping utterances both have, as resolve_ctm_overlaps.py does."""
    names = _resolve_names(program, arguments)
    utterances = _utterances(program, names[0], stdin)
    words = _words(program, names[1], stdin, utterances)
    by_recording: dict[bytes, list[bytes]] = {}
    for name, utterance in utterances.items():
        by_recording.setdefault(utterance.recording, []).append(name)
    rows: list[bytes] = []
    for recording, spoken in by_recording.items():
        ordered = [name for name in sorted(spoken, key=lambda name: utterances[name].begin) if name in words]
        if not ordered:
            program.say(b"CTM for recording " + recording + b" was empty\n")
            continue
        resolved = without_doubles([(utterances[name], words[name]) for name in ordered])
        rows += [word.row() for word in resolved]
    if names[2] == "-":
        program.output += rows
        return 0

    try:
        write_file(names[2], rows)
    except OSError as error:
        raise _died(program, os.fsencode(f"{names[2]}: {error.strerror or error}"), _FAILED) from None
    return 0


def without_doubles(utterances: Sequence[tuple[Utterance, Sequence[Word]]]) -> list[Word]:
    """Words of a recording: of an overlap, the first half from the first utterance, the second half from the other.

    >>> words = Word(b"a 1", 0.5, 1.0, b"x"), Word(b"a 1", 8.7, 1.0, b"y")
    >>> pairs = (Utterance(b"r", 0, 10), words), (Utterance(b"r", 8, 20), [Word(b"b 1", 0.7, 1.0, b"y")])
    >>> [word.head for word in without_doubles(pairs)]
    [b'a 1', b'b 1']
    """
    without: list[Word] = []
    words = [list(rows) for _, rows in utterances]
    for place, ((before, _), (other, _)) in enumerate(pairwise(utterances)):
        if not words[place]:
            continue
        overlap = before.end - other.begin
        if overlap > 0 and other.end <= before.end:
            # An utterance inside another one says nothing of its own.
            without += words[place]
            words[place + 1] = []
            continue
        border = before.end - before.begin - overlap / 2
        late = next((k for k, word in enumerate(words[place]) if word.middle > border), len(words[place]))
        without += words[place][:late]
        early = next((k for k, word in enumerate(words[place + 1]) if word.middle > overlap / 2), None)
        words[place + 1] = [] if early is None else words[place + 1][early:]
    return without + words[-1]


def _resolve_names(program: Program, arguments: Sequence[str]) -> list[str]:
    names: list[str] = []
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        if word in ("-h", "--help"):
            program.output.append(RESOLVE_USAGE)
            raise Ended(0)
        if word == "--verbose":
            rest[:1] = []
        elif not word.startswith("--verbose="):
            names.append(word)
    if len(names) != 3 or any(name.startswith("-") and name != "-" for name in names):
        program.say(RESOLVE_USAGE + b"resolve_ctm_overlaps.py: error: expected segments, ctm_in and ctm_out\n")
        raise Ended(_USAGE)
    return names


def _content(program: Program, name: str, stdin: Read) -> list[bytes]:
    if name == "-":
        return stdin().splitlines()
    try:
        with open(name, "rb") as file:
            return file.read().splitlines()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"resolve_ctm_overlaps.py: error: can't open '{name}': {reason}\n"
        raise _died(program, RESOLVE_USAGE + os.fsencode(message), _USAGE) from None


def _utterances(program: Program, name: str, stdin: Read) -> dict[bytes, Utterance]:
    utterances = {}
    for line_number, line in enumerate(_content(program, name, stdin), 1):
        fields = line.split()
        times = _numbers(fields[2:4])
        if len(fields) not in (4, 5) or times is None:
            what = f"{name}:{line_number}: not a segment; expected utterance, recording, begin and end"
            raise _died(program, os.fsencode(what), _FAILED)
        utterances[fields[0]] = Utterance(fields[1], *times)
    return utterances


def _words(program: Program, name: str, stdin: Read, utterances: dict[bytes, Utterance]) -> dict[bytes, list[Word]]:
    by_utterance: dict[bytes, list[Word]] = {}
    for line_number, line in enumerate(_content(program, name, stdin), 1):
        fields = line.split()
        times = _numbers(fields[2:4])
        if times is None:
            what = f"{name}:{line_number}: not a word; expected utterance, channel, begin, duration and word"
            raise _died(program, os.fsencode(what), _FAILED)
        if fields[0] not in utterances:
            what = f"{name}:{line_number}: the segments file has no utterance "
            raise _died(program, os.fsencode(what) + fields[0], _FAILED)
        word = Word(b" ".join(fields[:2]), *times, b" ".join(fields[4:]))
        by_utterance.setdefault(fields[0], []).append(word)
    return by_utterance


def _numbers(fields: Sequence[bytes]) -> tuple[float, float] | None:
    try:
        begin, end = map(float, fields)
    except ValueError:
        return None
    return begin, end
