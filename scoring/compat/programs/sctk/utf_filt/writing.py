"""Transcripts as stm, as stm with the marks of sections, and as ctm."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..perl_number import number
from ..streams import Streams
from .reading import Transcript
from .turns import GAP, IGNORED, Section, Turn, tokens

_OVERALL = b""";; CATEGORY "0" "" ""
;; LABEL "O" "Overall" "Overall"
;;
"""
_FOCUS = b""";; CATEGORY "1" "Hub4 Focus Conditions" ""
;; LABEL "F0" "Baseline//Broadcast//Speech" ""
;; LABEL "F1" "Spontaneous//Broadcast//Speech" ""
;; LABEL "F2" "Speech Over//Telephone//Channels" ""
;; LABEL "F3" "Speech in the//Presence of//Background Music" ""
;; LABEL "F4" "Speech Under//Degraded//Acoustic Conditions" ""
;; LABEL "F5" "Speech from//Non-Native//Speakers" ""
;; LABEL "FX" "All other speech" ""
"""
_SEX = b""";; CATEGORY "%d" "Speaker Sex" ""
;; LABEL "female" "Female" ""
;; LABEL "male"   "Male" ""
;; LABEL "child"   "Child" ""
;; LABEL "unk"   "Unknown" ""
"""
_BROKEN = re.compile(rb"-\S+|\S+-")
_OPENING = re.compile(rb"<(?:ENAMEX|TIMEX|NUMEX)[^<>]*>", re.I)
_CLOSING = re.compile(rb"</(?:ENAMEX|TIMEX|NUMEX)[^<>]*>", re.I)
_TIMED = re.compile(rb"STIME=(\d+\.\d+) +ETIME=(\d+\.\d+)\s+(\S.*)", re.S)
_TAGGED = re.compile(rb"\S+<[^<>]+>|<[^<>]+>\S+<[^<>]+>|<[^<>]+>\S+")


def stm(transcript: Transcript) -> Iterator[bytes]:
    """A transcript as stm with the categories of its labels."""
    yield _OVERALL + (_FOCUS if transcript.focus else b"") + _SEX % (2 if transcript.focus else 1)
    for turn in transcript.turns:
        yield _row(turn, transcript.focus)


def sections(transcript: Transcript) -> Iterator[bytes]:
    """A transcript as stm with a line where a section begins or ends."""
    before = Section(b"", b"-1", b"-1")
    for place, turn in enumerate(transcript.turns):
        section = turn.section
        start, end = number(section.start), number(section.end)
        if start not in (number(before.start), -1) and end != number(before.end):
            if place:
                yield b"</Section>\n"
            before = section
            yield b"<Section Type=%b S_time=%.6f E_time=%.6f id=%b>\n" % (section.kind, start, end, section.name)
        yield _row(turn, transcript.focus)
    yield b"</Section>\n"


def _row(turn: Turn, focus: bool) -> bytes:
    labels = b",".join([b"<o", turn.focus, turn.sex] if focus else [b"<o", turn.sex])
    head = b" ".join((turn.file, turn.channel, turn.speaker))
    return head + b" %.6f %.6f " % (number(turn.start), number(turn.end)) + labels + b"> " + turn.text + b"\n"


def ctm_in_equal_shares(transcript: Transcript, streams: Streams) -> Iterator[bytes]:
    """Words of a transcript; those of a turn share its time."""
    for turn in transcript.turns:
        if turn.text == IGNORED or turn.speaker == GAP:
            continue
        plain = turn.text.replace(b"(", b"").replace(b")", b"")
        words = _joined([word for word in tokens(plain) if word.strip() and not _BROKEN.fullmatch(word)])
        if not words:
            streams.out(b"Warning: number of words is zero\n")
            continue
        time = number(turn.start)
        duration = (number(turn.end) - time) / len(words)
        for word in words:
            yield _word(turn, time, duration, word)
            time += duration


def _joined(words: list[bytes]) -> list[bytes]:
    """Words with the tags of names joined to them."""
    joined: list[bytes] = []
    closing_first = b""
    opened = b""
    last = len(words) - 1
    for place, word in enumerate(words):
        if opened:
            opened, word = b"", opened + word
            joined.append(word)
        elif place < last and _OPENING.fullmatch(word):
            opened = word
        elif place < last and _CLOSING.fullmatch(word):
            if joined:
                joined[-1] += word
            else:
                closing_first += word
        else:
            joined.append(word)
    if closing_first and joined:
        joined[-1] += closing_first
    return joined


def ctm_with_own_times(transcript: Transcript) -> Iterator[bytes]:
    """Words of a transcript with the times of their own tags; words without times are left out."""
    for turn in transcript.turns:
        if turn.text == IGNORED:
            continue
        for piece in turn.text.replace(b"(", b"").replace(b")", b"").split(b"STIME=")[1:]:
            match = _TIMED.match(b"STIME=" + piece)
            if match is not None:
                start, end = number(match[1]), number(match[2])
                tagged = _TAGGED.match(match[3])
                yield _word(turn, start, end - start, tagged[0] if tagged else match[3].partition(b"\n")[0])


def _word(turn: Turn, start: float, duration: float, word: bytes) -> bytes:
    return b"%b %b %.6f %.6f %b\n" % (turn.file, turn.ctm_channel, start, duration, word)
