"""Logs of streaming recognisers: partial texts with the moments at which they came, as columns.

A log has a JSON object a line, the lines of whisper_streaming, or those of SimulEval. Every message belongs to a
segment of a recording, and the last message of a segment is final. Captions are final when they are shown.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, pairwise
from math import inf
from types import NoneType
from typing import TYPE_CHECKING, Any

import numpy as np

from ...formats.engine.json_lines import json_value
from ...formats.engine.names import recording_name
from ...formats.errors import FormatError, Problems, UsageError, Where, short
from ...formats.registry import by_suffix
from ...formats.roles import SESSIONS
from ...formats.source import Source
from ...formats.values import replace
from ..words.retime import keys
from .stream_messages import VENDORS, Said, vendor_of
from .time_differences import LONGEST

if TYPE_CHECKING:
    from typing import TypeAlias

    from ...formats.schema import Corpus
    from ...formats.source import Target
    from ..common.arrays import Floats, Integers, Mask

    Logged: TypeAlias = "Target | Iterable[Target | Mapping[str, Any]]"
    _Line: TypeAlias = "tuple[str, int]"  # a file and the number of a line

_FIELDS = ("id", "segment", "channel", "at", "text", "final", "audio")
_MAY_BE_NULL = ("id", "segment", "channel", "audio")
_OTHER_TIMES = ("time", "timestamp", "t", "received_at", "emission_time", "elapsed")
"""What others call the time of arrival."""
_EPOCH = 1e8
"""Later times in seconds count from 1970, not from the begin of a recording."""
_OTHER_NAMES = {"transcript": "text", "is_final": "final", **dict.fromkeys(SESSIONS, "id")}
"""What others call the fields."""
_WITH_MESSAGE = ("id", "channel", "at", "message", "audio")
_EXPECTED = (
    'an object such as {"id": "talk", "at": 1.5, "text": "good day", "final": false}, {"at": 1.5, "message": {...}} '
    "with a recogniser's message, a line of SimulEval, or three times in ms and a text as whisper_streaming prints them"
)
_NUMBER = r"\s*(-?[0-9]+(?:\.[0-9]*)?)"
_WHISPER = re.compile(rf"{_NUMBER}\s{_NUMBER}\s{_NUMBER}(?:\s+(.*))?$")
_AMOUNT = f"seconds since the audio began: 0 to {LONGEST:.0e}"


@dataclass(frozen=True, slots=True, eq=False)
class StreamLog:
    """Messages as columns, segment by segment, in the order in which they came."""

    names: tuple[str, ...]
    """The recordings; one of several channels is there once for each, if these are kept apart."""
    channels: tuple[str, ...]
    """The channel of each recording; empty if its channels are one."""
    recording: Integers
    """The recording of each segment."""
    first: Integers
    """The places between which the messages of each segment stand; the last of them is final."""
    at: Floats
    """When each message came, in seconds since the audio began."""
    audio: Floats
    """How much audio it covers, in seconds; NaN where it does not say so."""
    vocabulary: tuple[str, ...]
    """The different words, as they are compared."""
    words: Integers
    """The numbers of words; messages that only add words share theirs."""
    begin: Integers
    """The place of the first word of each message."""
    size: Integers
    """How many words each message has."""
    source: Floats
    """The length of the audio of each segment, where the log tells it; else NaN."""
    reference: Integers
    """The number of words of the reference, where the log tells it; else -1."""
    length: Floats
    """How much audio all messages of each recording cover, also those of segments in which nothing was said."""


def read_log(
    given: Logged,
    *,
    as_written: bool = False,
    channels: Mapping[str, str] | None = None,
    by_channel: Collection[str] | None = (),
    encoding: str | None = None,
) -> StreamLog:
    """The log of a file or of several, or of objects as a file has them.

    Words are compared by their letters and digits, or with their case and marks as they were written. A file without
    ids is one recording, called as the file is without its suffix. With `channels`, which has other names for some of
    them, the channels of a recording that has several are recordings of their own. So is a single one with another name
    if the recording is in `by_channel`, or this is None.

    >>> log = read_log([{"at": 0.5, "text": "Good"}, {"at": 0.9, "text": "good day.", "final": True}])
    >>> log.vocabulary, log.words.tolist(), log.begin.tolist(), log.size.tolist()
    (('good', 'day'), [0, 0, 1], [0, 1], [1, 2])
    """
    log = _Log()
    if hasattr(given, "columns"):
        what = f"a log is a {type(given).__name__}"
        raise UsageError(f"{what}; expected an object for each message, as frame.to_dict('records') makes them")
    if not isinstance(given, Iterable) and not _is_file(given):
        raise UsageError(f"a log is {given!r}; expected a file, several, or an object for each message")
    several: Any = [given] if _is_file(given) or isinstance(given, Mapping) else given
    entries: list[Any] = list(several)
    for number, entry in enumerate(entries, 1):
        if _is_file(entry):
            if entry in entries[: number - 1]:
                raise UsageError(f"{short(str(entry))} is given twice; expected each log once")
            source = Source(entry, encoding=encoding)
            record = by_suffix(source.name)
            log.path = source.name
            if record is not None and record.cues:
                log.name = recording_name(source.name, record.name)
                _read_captions(record.read(source), log)
            else:
                log.name = recording_name(source.name, "jsonl")
                _read_lines(source.lines(), log)
        else:
            log.line, log.text = number, None
            _read_object(entry, log)
    return log.columns(as_written, channels, by_channel)


def _is_file(entry: Any) -> bool:
    """Whether an entry of a log is a file, or the bytes of one."""
    return isinstance(entry, (str, os.PathLike, bytes, bytearray)) or hasattr(entry, "read")


@dataclass(slots=True)
class _Segment:
    """The messages of a segment while a log is read."""

    recording: str
    name: str
    channel: str = ""
    rows: list[tuple[float, float | None, str | int]] = field(default_factory=list)
    """When each message came, the audio it covers, and its text, or how many of `words` it has."""
    words: list[str] = field(default_factory=list)
    """The words of a segment whose messages only add words."""
    path: str = ""
    line: int = 0
    """The file and the line of the last message."""
    final: bool | None = False
    """Whether the last message was final; None where the recogniser never says so."""
    source: float = float("nan")
    reference: int = -1


class _Log:
    """A log while it is read: segments in the order in which they begin, and what is wrong."""

    def __init__(self) -> None:
        self.path = self.name = "log"
        """The file that is read, and the recording of messages without an id."""
        self.line = 1
        self.text: str | None = None
        self._problems = Problems()
        self._segments: dict[tuple[str, str, str], _Segment] = {}
        self._open: dict[tuple[str, str], int] = {}
        self._finals: dict[tuple[str, str], tuple[float, str, _Line]] = {}
        self._latest: dict[tuple[str, str], tuple[float, _Line]] = {}
        self._nameless: dict[str, str] = {}

    def recording(self) -> str:
        """The recording of a message without an id: that of the file, which no other file may be called like."""
        other = self._nameless.setdefault(self.name, self.path)
        if other != self.path:
            raise UsageError(
                f"{self.path} and {other} are both logs of a recording {short(self.name)}; expected other names, or an "
                '"id" in each message'
            )
        return self.name

    def wrong(self, what: str, expected: str, key: str = "") -> None:
        """Keeps a problem of this line, at the place of a key."""
        column = self.text.find(f'"{key}"') + 1 if key and self.text else 1
        self._problems.add(Where(self.path, self.line, max(column, 1)), what, expected, self.text)

    def broken(self, error: FormatError) -> None:
        """Keeps the problems of this line, which is JSON that cannot be read."""
        for problem in error.problems:
            self._problems.add(problem.where, problem.what, problem.expected, problem.line)

    def add(self, recording: str, at: float, said: Said, audio: float | None = None) -> None:
        """Adds what a message says."""
        stream = recording, said.channel
        here = self.path, self.line
        last, line = self._latest.get(stream, (at, here))
        if at < last:
            where = f"at {at:g} after {last:g} in {self._shown(line)}"
            return self.wrong(where, "messages of a recording in the order in which they arrived", "at")
        self._latest[stream] = at, here
        name = said.segment
        if name is None:
            name = str(self._open.get(stream, 0))
            *same, line = self._finals.get(stream, (-1.0, "", here))
            if said.final and said.text and same == [at, said.text] and line != here:
                what = f"the final text of {self._shown(line)} again, at {at:g}"
                return self.wrong(what, "each message once", "at")
        segment = self._segments.setdefault((*stream, name), _Segment(recording, name, said.channel))
        if segment.final:
            what = f"segment {short(name)} was final in {self._shown((segment.path, segment.line))}"
            return self.wrong(what, "one final message, the last one of its segment", "segment")
        reached = said.audio if audio is None else audio
        # Sums of floats, such as those of seconds and nanoseconds, are the times that were meant.
        segment.rows.append((at, None if reached is None else round(reached, 9), said.text))
        segment.path, segment.line, segment.final = self.path, self.line, said.final
        if said.final and said.segment is None:
            self._open[stream] = self._open.get(stream, 0) + 1
            self._finals[stream] = at, said.text, here
        return None

    def _shown(self, line: _Line) -> str:
        """A line as messages about this one name it."""
        path, number = line
        return f"line {number}" if path == self.path else f"line {number} of {path}"

    def add_whole(self, segment: _Segment) -> None:
        """Adds a segment of which all messages are known."""
        place = segment.recording, segment.channel, segment.name
        if place in self._segments:
            return self.wrong(f"a second entry of {short(segment.recording)}", "one for each recording", "index")
        segment.path, segment.line, segment.final = self.path, self.line, True
        self._segments[place] = segment
        return None

    def extend(self, recording: str, at: float, text: str) -> None:
        """Adds words that stay after the earlier ones."""
        here = self.path, self.line
        segment = self._segments.setdefault((recording, "", "0"), _Segment(recording, "0", final=True))
        last, _, before = segment.rows[-1] if segment.rows else (at, None, 0)
        if isinstance(before, str):
            return self.wrong("a line of whisper_streaming after other messages", "one kind of messages in a log")
        if at < last:
            what = f"{1000 * at:g} ms after {1000 * last:g} ms in {self._shown((segment.path, segment.line))}"
            return self.wrong(what, "lines in the order in which they arrived")
        *same, line = self._finals.get((recording, ""), (-1.0, "", here))
        if text.strip() and same == [at, self.text]:
            return self.wrong(f"{self._shown(line)} again, at {1000 * at:g} ms", "each line once")
        self._finals[recording, ""] = at, self.text or "", here
        segment.words += text.split()
        segment.rows.append((at, None, len(segment.words)))
        segment.path, segment.line = self.path, self.line
        return None

    def columns(
        self, as_written: bool, names: Mapping[str, str] | None, by_channel: Collection[str] | None
    ) -> StreamLog:
        """The columns of a log that is read; segments in which nothing was said are left out.

        With `names`, which has other names for channels, those of a recording that has several are kept apart.
        """
        segments = [segment for segment in self._segments.values() if any(_is_said(text) for *_, text in segment.rows)]
        for segment in segments:
            if segment.final is False:
                self.path, self.line, self.text = segment.path, segment.line, None
                what = f"segment {short(segment.name)} of {short(segment.recording)} ends here without a final message"
                self.wrong(what, 'its last text with "final": true')
        self._problems.check()
        if not segments:
            raise UsageError(f"{self.path}: no messages with words; expected the log of a streaming recogniser")
        _rename_channels(self._segments.values(), names or {})
        channels: dict[str, set[str]] = {}
        # A channel on which nothing was said is one, too.
        for segment in (*segments, *(segment for segment in self._segments.values() if segment.channel)):
            channels.setdefault(segment.recording, set()).add(segment.channel)
        several = {its for its, names_of in channels.items() if names is not None and len(names_of) > 1}
        named = {*(names or {}).values()}
        several |= {
            its
            for its, names_of in channels.items()
            if (by_channel is None or its in by_channel) and not named.isdisjoint(names_of)
        }
        return _columns(segments, self._segments.values(), several, as_written)


def _rename_channels(segments: Iterable[_Segment], names: Mapping[str, str]) -> None:
    """Gives channels their other names; a name that no message has is rejected."""
    segments = list(segments)
    there = {segment.channel for segment in segments} - {""}
    if unknown := [name for name in names if name not in there]:
        has = f"those of the log are {', '.join(map(short, sorted(there)[:5]))}" if there else "the log names none"
        raise UsageError(f"channel= (--channel) has {short(str(unknown[0]))}, which no message names; {has}")
    for segment in segments:
        segment.channel = names.get(segment.channel, segment.channel)


def _is_said(text: str | int) -> bool:
    """Whether a message has words, or a number of them."""
    return bool(text.strip() if isinstance(text, str) else text)


def _columns(
    segments: Sequence[_Segment], with_silent: Iterable[_Segment], several: Collection[str], as_written: bool
) -> StreamLog:
    """The columns of segments; `several` are the recordings whose channels are kept apart."""
    owners = _owners(segments, several)
    numbers = {name: number for number, name in enumerate(dict.fromkeys(owners))}
    # Segments of a recording stand together, in the order of their final messages.
    recordings = list(map(numbers.__getitem__, owners))
    order = sorted(range(len(segments)), key=lambda place: (recordings[place], segments[place].rows[-1][0]))
    segments = [segments[place] for place in order]
    rows = list(chain.from_iterable(segment.rows for segment in segments))
    words, begin, size, counted = _words(segments)
    compared, kept = words, np.ones(len(words), np.bool_)
    if not as_written:
        bare = keys(words)
        compared = [key or word for key, word in zip(bare, words, strict=True)]
        kept = counted | np.array([bool(key) for key in bare], np.bool_)
    vocabulary = {word: number for number, word in enumerate(dict.fromkeys(compared))}
    codes = np.array(list(map(vocabulary.__getitem__, compared)), np.int64)
    before = np.concatenate([[0], np.cumsum(kept)])
    return StreamLog(
        names=tuple(name for name, _ in numbers),
        channels=tuple(channel for _, channel in numbers),
        recording=np.array([recordings[place] for place in order], np.int64),
        first=np.array([0, *accumulate(len(segment.rows) for segment in segments)], np.int64),
        at=np.array([at for at, *_ in rows], np.float64),
        audio=np.array([np.nan if audio is None else audio for _, audio, _ in rows], np.float64),
        vocabulary=tuple(vocabulary),
        words=codes[kept],
        begin=before[begin],
        size=before[begin + size] - before[begin],
        source=np.array([segment.source for segment in segments], np.float64),
        reference=np.array([segment.reference for segment in segments], np.int64),
        length=_lengths(numbers, list(with_silent), several),
    )


def _owners(segments: Sequence[_Segment], several: Collection[str]) -> list[tuple[str, str]]:
    """The recording of each segment, and its channel where these are kept apart."""
    return [(segment.recording, segment.channel if segment.recording in several else "") for segment in segments]


def _lengths(numbers: Mapping[tuple[str, str], int], segments: Sequence[_Segment], several: Collection[str]) -> Floats:
    """How much audio the messages of each recording cover; NaN where none says so."""
    told = [
        (numbers[owner], audio)
        for owner, segment in zip(_owners(segments, several), segments, strict=True)
        if owner in numbers
        for _, audio, _ in segment.rows
        if audio is not None
    ]
    length = np.full(len(numbers), np.nan)
    np.fmax.at(length, [number for number, _ in told], [audio for _, audio in told])
    return length


def _words(segments: Sequence[_Segment]) -> tuple[list[str], Integers, Integers, Mask]:
    """All words, the first one and the number of those of each message, and whether a log counts the word by itself."""
    words: list[str] = []
    begin: list[int] = []
    size: list[int] = []
    counted: list[Mask] = []
    for segment in segments:
        before = len(words)
        words += segment.words
        for *_, text in segment.rows:
            if isinstance(text, int):
                begin.append(before)
                size.append(text)
            else:
                begin.append(len(words))
                words += text.split()
                size.append(len(words) - begin[-1])
        counted.append(np.full(len(words) - before, bool(segment.words)))
    return words, np.array(begin, np.int64), np.array(size, np.int64), np.concatenate(counted)


def _read_lines(lines: Sequence[str], log: _Log) -> None:
    is_first = True
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        log.line, log.text = number, line
        if line.lstrip()[:1] == "{":
            try:
                entry = json_value(Where(log.path, number), line, _EXPECTED)
            except FormatError as error:
                log.broken(error)
                is_first = False
                continue
            _read_object(entry, log)
        elif (parts := _WHISPER.match(line)) and _is_amount(float(parts[1]) / 1000):
            log.extend(log.recording(), float(parts[1]) / 1000, parts[4] or "")
        else:
            log.wrong("a line of another kind", _EXPECTED + _instead(log.path) * is_first)
            if is_first:
                return  # this is no log: each other line would be wrong, too
        is_first = False


def _instead(path: str) -> str:
    """The way for files of what was said, which are not a log; empty for other files."""
    record = by_suffix(path)
    return f"; words and segments that were said are the reference: ref={path!r} (--ref {path})" if record else ""


def _read_captions(captions: Corpus, log: _Log) -> None:
    """Adds the captions of a programme: each is final when it is shown."""
    cues = sorted(captions.segments, key=lambda segment: segment.start or 0)
    for log.line, segment in enumerate(cues, 1):
        log.add(log.recording(), float(segment.start or 0), Said(segment.text or "", final=True))


def _read_object(entry: Any, log: _Log) -> None:
    if not isinstance(entry, Mapping):
        return log.wrong("no object", _EXPECTED)
    if "delays" in entry and "prediction" in entry:
        return _read_simuleval(entry, log)
    if other := next((name for name in _OTHER_TIMES if name in entry and "at" not in entry), None):
        return log.wrong(f'no "at", but "{other}"', _renamed(other, entry), other)
    entry = {
        name if (usual := _OTHER_NAMES.get(name)) is None or usual in entry else usual: value
        for name, value in entry.items()
    }
    if "at" not in entry or ("text" in entry) == ("message" in entry):
        return log.wrong('no "at" next to "text" or "message"', _EXPECTED)
    fields = _WITH_MESSAGE if "message" in entry else _FIELDS
    if unknown := [name for name in entry if name not in fields]:
        return log.wrong(f"an unknown field {short(str(unknown[0]))}", f"one of {', '.join(fields)}", str(unknown[0]))
    entry = {name: value for name, value in entry.items() if value is not None or name not in _MAY_BE_NULL}
    for name, is_right, expected in _CHECKS:
        if name in entry and not is_right(entry[name]):
            shown = json.dumps(entry[name], default=str)
            return log.wrong(f"{name} {short(shown)}", expected, name)
    recording = str(entry["id"]) if "id" in entry else log.recording()
    at = float(entry["at"])
    if "message" in entry:
        for said in _of_vendor(entry["message"], log):
            named = replace(said, channel=str(entry["channel"])) if "channel" in entry else said
            log.add(recording, at, named, entry.get("audio"))
        return None
    text, final = entry["text"], entry.get("final", False)
    if not isinstance(text, str) or not isinstance(final, bool):
        name, expected = ("final", "true or false") if isinstance(text, str) else ("text", "a text")
        return log.wrong(f"{name} {entry[name]!r}", expected, name)
    segment = str(entry["segment"]) if "segment" in entry else None
    return log.add(recording, at, Said(text, final, entry.get("audio"), segment, str(entry.get("channel", ""))))


def _renamed(name: str, entry: Mapping[str, Any]) -> str:
    """The name that is expected for the time of arrival in place of another, and the command of jq that makes it."""
    time = entry[name] if isinstance(entry[name], (int, float)) else inf
    of_clock = f"(.{name} - START)"
    if time < _EPOCH:
        when, made = f'which "{name}" is, if it counts from there in seconds', f".{name}"
    elif time < 1000 * _EPOCH:
        when, made = "of seconds on the clock, with START", of_clock
    else:
        when, made = "of ms on the clock, with START", f"{of_clock} / 1000"
    is_text = "text" in entry or "transcript" in entry
    command = f".at = {made} | del(.{name})" if is_text else f"{{at: {made}, message: del(.{name})}}"
    begin = '"at": when the text arrived, in seconds from the begin of the recording'
    return f"{begin}; {when}: `jq -c '{command}'` makes it"


def _is_name(value: Any) -> bool:
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def _is_amount(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= LONGEST


_CHECKS = (
    *((name, _is_amount, _AMOUNT) for name in ("at", "audio")),
    *((name, _is_name, "a text or a number") for name in ("id", "segment", "channel")),
)
"""What the fields of a line are, and what is expected."""


def _of_vendor(message: Any, log: _Log) -> Iterator[Said]:
    """The contents of a message of a recogniser; a text is JSON once more."""
    if isinstance(message, str):
        try:
            message = json_value(Where(log.path, 1), message, "an object, or its text")
        except FormatError as error:
            (problem,) = error.problems
            return log.wrong(f"the message: {problem.what}", problem.expected, "message")
    vendor = vendor_of(message) if isinstance(message, Mapping) else None
    if vendor is None:
        names = ", ".join(vendor.name for vendor in VENDORS)
        return log.wrong("a message of no known recogniser", f"one of {names}", "message")
    try:
        contents = list(vendor.read(message))
        if other := [said.text for said in contents if not isinstance(said.text, str)]:
            raise TypeError(f"{other[0]!r} is not a text")
        if odd := [said.segment for said in contents if not isinstance(said.segment, (str, NoneType))]:
            raise TypeError(f"{odd[0]!r} is not a name of a segment")
        if wrong := [said.audio for said in contents if said.audio is not None and not _is_amount(said.audio)]:
            return log.wrong(f"audio to {wrong[0]!r} in a message of {vendor.name}", _AMOUNT, "message")
        yield from contents
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        log.wrong(f"a message of {vendor.name} without what its messages have: {error!r}", _EXPECTED, "message")
    return None


def _read_simuleval(entry: Mapping[str, Any], log: _Log) -> None:
    """An entry of SimulEval, whose times are in ms: a word, or a character, for each delay."""
    delays, text = entry["delays"], entry["prediction"]
    elapsed = entry.get("elapsed") or delays
    lists = isinstance(delays, list) and isinstance(elapsed, list) and isinstance(text, str)
    if not lists or not all(map(_is_amount, (*delays, *elapsed))):
        return log.wrong("delays that are not numbers", "a list of ms for the words of prediction", "delays")
    words = _units(text, len(delays))
    if words is None or len(elapsed) != len(delays):
        what = f"{len(delays)} delays and {len(elapsed)} times elapsed for {len(text.split())} words"
        return log.wrong(what, "one of each for each word, or for each character", "delays")
    if any(later < earlier for times in (delays, elapsed) for earlier, later in pairwise(times)):
        return log.wrong("delays that decrease", "rising times", "delays")
    segment = _Segment(str(entry.get("index", entry.get("id", log.line))), "0")
    segment.words = list(words)
    segment.rows = [
        (arrival / 1000, delay / 1000, place)
        for place, (arrival, delay) in enumerate(zip(elapsed, delays, strict=True), 1)
    ]
    if entry.get("source_length") is not None:
        if not _is_amount(entry["source_length"]) or not entry["source_length"]:
            return log.wrong(f"source_length {entry['source_length']!r}", "a number of ms, above 0", "source_length")
        segment.source = entry["source_length"] / 1000
    if isinstance(entry.get("reference"), str):
        by_character = len(words) != len(text.split())
        segment.reference = len("".join(entry["reference"].split()) if by_character else entry["reference"].split())
    return log.add_whole(segment)


def _units(text: str, number: int) -> tuple[str, ...] | None:
    """The words of a text, or its characters without blanks: those that are so many."""
    ways = (tuple(text.split()), tuple("".join(text.split())))
    return next((units for units in ways if len(units) == number), None)
