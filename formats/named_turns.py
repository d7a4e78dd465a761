"""Transcripts with the name of the speaker and a time above each turn, as Otter, Rev, Zoom and Teams export them.

    Anna Lee  0:03
    Good day.

    Ben (00:05):
    Hello.

The time may also come first: `[00:00:03] - Anna Lee`. A turn ends where the next one begins. Older files of Teams have
both times, without zeros in front (`0:0:3.90` has 90 ms), and the name in the line below:

    0:0:3.90 --> 0:0:5.400
    Anna Lee
    Good day.

pyannote prints turns without texts: `[ 00:00:00.498 -->  00:00:02.184] A SPEAKER_00`. Names have up to five words, each
with a capital. Lines above the first turn, such as a title and a date, and what the program itself says are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .engine.clock_times import clock, has_unpadded, unpadded_clock
from .engine.cues import OPEN_END, cue_lines
from .engine.row_reader import FilledTable
from .engine.silence import is_mostly_silent
from .errors import quantity, short
from .record import Format, read_only
from .schema import NOTICE, Corpus
from .source import Source

_WORD = r"(?![a-z])[^\W\d][\w.'\u2019\u2010\u2011-]*"
_NAME = rf"(?:[Ss]peaker[ _]?\w+|{_WORD}(?:[ \u00a0](?:{_WORD}|van|von|de|der|di|da|la|el|al|bin)){{0,4}})"
_SPEAKER = re.compile(rf"\s*{_NAME}\s*")
_TIME = r"[0-9]{1,3}:[0-9]{2}(?::[0-9]{2})?(?:[.,][0-9]{1,3})?"
_BETWEEN = r"(?:\s+[-\u2013|]\s+|\s*,\s*|\s+)"
_HEADING = re.compile(
    rf"\s*(?:\[?(?P<name>{_NAME})\]?{_BETWEEN}[\[(]?(?P<time>{_TIME})[\])]?"
    rf"|[\[(]?(?P<first>{_TIME})[\])]?{_BETWEEN}(?P<second>{_NAME})):?\s*"
)
_WINDOW = re.compile(r"\s*(?P<begin>[0-9:.]+) --> (?P<end>[0-9:.]+)\s*")
_PRINTED = re.compile(r"\s*\[ (?P<begin>[0-9:.]+) --> +(?P<end>[0-9:.]+)\] \w+ (?P<name>\S+)\s*")
_TIME_FIRST = re.compile(rf"\s*[\[(]?{_TIME}\b")
_OF_PROGRAM = re.compile(rf"\s*(?:Transcribed by https?://otter\.ai/?|{_NAME} (?:started|stopped) transcription)\s*")
_MOST_ABOVE = 20
"""Lines above the first turn; more are no title."""
_LAYOUT = "Anna Lee 0:03"
# A smaller part of all lines are no headings of turns.
_PART = 0.2


def read(source: Source) -> Corpus:
    """Reads turns.

    >>> corpus = read(Source(b"Anna Lee  0:03\\nGood\\nday.\\n\\nBen  0:05\\nHello.\\n"))
    >>> [(turn.speaker, turn.start, turn.end, turn.text) for turn in corpus.segments]
    [('Anna Lee', 3.0, 5.0, 'Good day.'), ('Ben', 5.0, 10.0, 'Hello.')]
    """
    if _has_windows(source.head()):
        return _read_windows(source)
    add = FilledTable(source.name, "speaker", "start", "end", "text", "lines")
    above: list[str] = []
    turns: list[tuple[str, float, int, list[str]]] = []
    for add.number, add.line in enumerate(cue_lines(source), 1):
        match = _HEADING.fullmatch(add.line)
        time = _time_of(match) if match else ""
        start = clock(time)
        if match and start is None:
            add.report_at(add.line.index(time) + 1, f"{time} is not a time", _LAYOUT)
        elif match and start is not None:
            if turns and start < turns[-1][1]:
                add.report_at(add.line.index(time) + 1, f"{time} is before the turn above", "times that rise")
            turns.append((match["name"] or match["second"], start, add.number, []))
        elif not add.line.strip() or _OF_PROGRAM.fullmatch(add.line):
            continue
        elif turns:
            turns[-1][3].append(add.line.strip())
        elif len(above) < _MOST_ABOVE:
            above.append(add.line.strip())
        else:
            add.report_at(1, "no name and time above so many lines", _LAYOUT)
    add.problems.check()
    ends = [start + OPEN_END for _, start, _, _ in turns]
    for place in range(len(turns) - 2, -1, -1):
        start, after = turns[place][1], turns[place + 1][1]
        ends[place] = ends[place + 1] if after == start else after  # turns of one second begin at one time
    silent: list[str] = []
    for (speaker, start, number, lines), end in zip(turns, ends, strict=True):
        text = " ".join(lines)
        add.segments.add(speaker, start, end, text, number)
        if is_mostly_silent(end - start, text):
            silent.append(f"that of line {number} is {end - start:g} s long for {short(text)!r}")
    notes = [f"the file has no end for the last turn: it is read as {OPEN_END:g} s long"] * bool(turns)
    if silent:
        more = f", and {len(silent) - 1:,} more like it" if silent[1:] else ""
        notes.append(f"turns are read up to the next one, silence too: {silent[0]}{more}")
    notes += _notes_on(above)
    meta = tuple((f"named-turns{NOTICE}", note) for note in notes)
    return Corpus(add.segments.table(), meta=meta, format="named-turns", path=source.name)


def _read_windows(source: Source) -> Corpus:
    """Reads turns with begin and end: those of Teams have names in the line below, those of pyannote in the same."""
    add = FilledTable(source.name, "speaker", "start", "end", "text", "lines")
    above: list[str] = []
    turns: list[tuple[float, float, int, list[str]]] = []
    for add.number, add.line in enumerate(cue_lines(source), 1):
        window = _WINDOW.fullmatch(add.line) or _PRINTED.fullmatch(add.line)
        if window is None:
            if text := add.line.strip():
                (turns[-1][3] if turns else above).append(text)
            continue
        start, end = unpadded_clock(window["begin"]), unpadded_clock(window["end"])
        if start is None or end is None or end < start:
            add.report_at(1, "invalid times", "0:0:3.90 --> 0:0:5.400")
        else:
            turns.append((start, end, add.number, [*window.groups()[2:]]))
    add.problems.check()
    for start, end, number, lines in turns:
        speaker, *texts = lines or [""]
        add.segments.add(speaker, start, end, " ".join(texts), number)
    meta = tuple((f"named-turns{NOTICE}", note) for note in _notes_on(above))
    return Corpus(add.segments.table(), meta=meta, format="named-turns", path=source.name)


def _notes_on(above: Sequence[str]) -> list[str]:
    """The notice about lines above the first turn, if there are any."""
    lines = quantity(len(above), "line")
    return [f"{lines} above the first turn left out, such as {short(above[0])!r}"] if above else []


def _has_windows(lines: Sequence[str]) -> bool:
    """Whether a line begins a turn of Teams, with the name of a speaker below it, or is a turn of pyannote."""
    for line, below in pairwise([*lines[:_MOST_ABOVE], ""]):
        if _PRINTED.fullmatch(line):
            return True
        if has_unpadded(line) and _WINDOW.fullmatch(line) and _SPEAKER.fullmatch(below):
            return True
    return False


def _time_of(heading: re.Match[str]) -> str:
    return heading["time"] or heading["first"]


def sniff(lines: Sequence[str]) -> bool:
    """Whether some lines are a name and a time, and the times rise; but hardly all, and not far below the first line.

    >>> sniff(["Ann 0:03", "yes", "Ben 0:05", "no"]), sniff(["Lunch 12:30", "Dinner 18:00"]), sniff(["Ann 0:03", "yes"])
    (True, False, False)
    """
    if _has_windows(lines):
        return True
    data = [line for line in lines if line.strip()]
    found = list(map(_HEADING.fullmatch, data))
    first = next((place for place, match in enumerate(found) if match), 0)
    data, found = data[first:], found[first:]
    times = [clock(_time_of(match)) for match in found if match]
    known = [time for time in times if time is not None]
    if (
        not found
        or not found[0]
        or first > _MOST_ABOVE
        or len(known) < max(2, _PART * len(data))
        or len(known) < len(times)
    ):
        return False
    if any(not match and _TIME_FIRST.match(line) for line, match in zip(data, found, strict=True)):
        return False  # texts with times before them
    are_empty = sum(bool(first and second) for first, second in pairwise([*found, found[0]]))
    return known == sorted(known) and 2 * are_empty < len(known)


FORMAT = Format(
    name="named-turns",
    suffixes=(),
    summary="Otter, Rev, Zoom, Teams: name and time above each turn; printed turns of pyannote",
    carries=frozenset({"segment times", "speakers"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="annotation",
)
