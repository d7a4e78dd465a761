"""Turns of a transcript as rows will show them, and what is done with all turns of a section or a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..perl_number import number

IGNORED = b"ignore_time_segment_in_scoring"
EXCLUDED = b"excluded_region"
GAP = b"inter_segment_gap"
UNKNOWN = b"unk"
OFF = b"off"
# Gaps of up to so many seconds are not shown.
GAP_LIMIT = 1
_TOUCHING = -0.0001
_AHEAD = 5
_BROKEN_TAG = rb"<[^<>]*>"
_TAG = rb"(?:<(?:\"[^\"]*\"|[^<>\"])*>|" + _BROKEN_TAG + rb")"
_WORD = rb"[^ <>]+"
_TOKEN = re.compile(rb"TAG|WORD(?:TAGWORD)+|WORD".replace(b"TAG", _TAG).replace(b"WORD", _WORD))


@dataclass(slots=True)
class Section:
    """Fields of a section, which its turns take over."""

    kind: bytes = b""
    start: bytes = b""
    end: bytes = b""
    name: bytes = b""


@dataclass(slots=True)
class Turn:
    """A turn, or a part of one: fields of its row, as text."""

    section: Section
    speaker: bytes = b""
    sex: bytes = b""
    start: bytes = b""
    end: bytes = b""
    channel: bytes = b""
    file: bytes = b""
    ctm_channel: bytes = b""
    focus: bytes = b""
    text: bytes = b""


@dataclass(frozen=True, slots=True)
class Speech:
    """Dialect, fidelity and mode of a turn, on which its focus condition depends."""

    dialect: bytes
    fidelity: bytes
    mode: bytes

    def focus(self, background: dict[bytes, bytes]) -> bytes:
        """The focus condition of Hub 4.

        >>> Speech(b"native", b"high", b"planned").focus({b"music": b"off", b"speech": b"low", b"other": b"off"})
        b'f4'
        """
        music, speech, other = (background[kind] != OFF for kind in (b"music", b"speech", b"other"))
        quiet = not (music or speech or other)
        high = self.fidelity == b"high"
        if self.dialect != b"native":
            return b"f5" if high and quiet and self.mode == b"planned" else b"fx"
        if not high:
            return b"f2" if quiet else b"fx"
        if quiet:
            return {b"planned": b"f0", b"spontaneous": b"f1"}.get(self.mode, b"fx")
        if music:
            return b"fx" if speech or other else b"f3"
        return b"f4"


def tokens(text: bytes) -> list[bytes]:
    """Words and tags of a text; a word may hold tags.

    >>> tokens(b'he <X T="a b">is</X> a<b>c')
    [b'he', b'<X T="a b">', b'is', b'</X>', b'a<b>c']
    """
    return _TOKEN.findall(text)


def without_empty(turns: Sequence[Turn]) -> list[Turn]:
    """Turns with text."""
    return [turn for turn in turns if turn.text.strip()]


def without_overlaps(turns: Sequence[Turn], keep_text: bool) -> list[Turn]:
    """Turns in which those that overlap are one excluded region."""
    rest = list(turns)
    place = 0
    while place < len(rest) - 1:
        turn, other = rest[place], place + 1
        while other < len(rest) and number(rest[other].start) - _AHEAD < number(turn.end):
            if _overlap(turn, rest[other]):
                _join(turn, rest.pop(other), keep_text)
            else:
                other += 1
        place += 1
    return rest


def _overlap(first: Turn, other: Turn) -> bool:
    if first.channel != other.channel:
        return False
    for early, late in ((first, other), (other, first)):
        if early.start == late.end or number(early.start) - number(late.end) > _TOUCHING:
            return False
    return True


def _join(turn: Turn, other: Turn, keep_text: bool) -> None:
    turn.speaker, turn.sex, turn.focus = EXCLUDED, UNKNOWN, b""
    turn.start = min(turn.start, other.start, key=number)
    turn.end = max(turn.end, other.end, key=number)
    turn.text = turn.text + b" - " + other.text if keep_text else IGNORED


def by_time(turns: Sequence[Turn]) -> list[Turn]:
    """Turns by channel and start."""
    return sorted(turns, key=lambda turn: (turn.channel, number(turn.start)))


def with_gaps(turns: Sequence[Turn], file: bytes) -> list[Turn]:
    """Turns with a row for each gap between one and the next."""
    turns_and_gaps: list[Turn] = []
    for turn in turns:
        if turns_and_gaps and number(turn.start) - number(turns_and_gaps[-1].end) > GAP_LIMIT:
            before = turns_and_gaps[-1]
            section = Section(UNKNOWN, b"-1", b"-1", UNKNOWN)
            turns_and_gaps.append(Turn(section, GAP, b"", before.end, turn.start, before.channel, file, b"1", b"fx"))
        turns_and_gaps.append(turn)
    return turns_and_gaps
