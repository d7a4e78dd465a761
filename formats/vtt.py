"""WebVTT: cues with times, settings, voices and times of words.

    WEBVTT

    intro
    00:01.000 --> 00:02.500 align:start
    <v Anna>Good <00:02.000>day.

The id of a segment is the name of its cue, its speaker the voice; a cue of several voices becomes several segments.
Settings, markup, styles and regions are kept for writing. A note of one line is a comment.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import pairwise

from .engine.cue_columns import (
    LATEST,
    REST,
    TIME,
    are_cues,
    clock_texts,
    cue_table,
    cut_cues,
    plain_texts,
    written_cues,
)
from .engine.cues import clock, clock_text, raw_text, subtitles, texts, times_of
from .engine.transform import plain_text
from .errors import Problems, UsageError, Where
from .schema import Attributes, Comment, Corpus, Item, Label, Segment, Table
from .schema.markup import words
from .source import Source
from .values import dataclass, replace

_ARROW = "-->"
_LAYOUT = "00:00:01.000 --> 00:00:02.500"
_TIMES = re.compile(r"\s*([0-9:.]+)[ \t]+-->[ \t]+([0-9:.]+)(?:([ \t].*)|\s*)")
_HEAD = re.compile(r"WEBVTT\n\n+")
_POINTED = TIME.replace(",", "")
_CUE = re.compile(rf"^(?:([^\n]+)\n)?{_POINTED}[ \t]+-->[ \t]+{_POINTED}{REST}", re.MULTILINE)
_SETTINGS = re.compile(r"[ \t].*|\s*")
# Texts that are not their own words: with markup, entities, several lines or blanks that are not single.
_ODD = re.compile(r"[<&\n\t]|  |^\s|\s\Z")
_UNUSUAL = re.compile(r"[<>&]|-->|  |^\s|\s\Z|[^\S ]")
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?\s([^<>]*)>", re.IGNORECASE)
_VOICE_END = re.compile(r"</v\s*>", re.IGNORECASE)
_STAMP = re.compile(r"<((?:[0-9]+:)?[0-9]{2}:[0-9]{2}\.[0-9]{3})>")
_TAG = re.compile(r"</?(?:c|i|b|u|ruby|rt|lang|v)(?:[.\s][^<>]*)?>|<[0-9:.]+>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:amp|lt|gt|nbsp|lrm|rlm|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});")


@dataclass(frozen=True, slots=True)
class _Part:
    """The text of one voice in a cue."""

    speaker: str
    raw: str


def read(source: Source) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"WEBVTT\\n\\n00:01.000 --> 00:02.500\\n<v Anna>Good &amp; well.\\n"))
    >>> corpus.segments[0].speaker, corpus.segments[0].text
    ('Anna', 'Good & well.')
    """
    table = _table(source)
    if table is not None:
        return Corpus(table, format="vtt", path=source.name)
    reader = _Reader(source)
    reader.read()
    return Corpus(
        tuple(reader.segments),
        comments=tuple(reader.comments),
        meta=tuple(reader.meta),
        format="vtt",
        path=source.name,
    )


def _table(source: Source) -> Table | None:
    """The cues of a file of nothing but a heading and cues of one voice each; None for any other file."""
    text = source.text.replace("\r\n", "\n")
    head = _HEAD.match(text)
    if head is None or "\r" in text:
        return None
    cues = cut_cues(text[head.end() :], _CUE, before=head[0].count("\n"))
    if cues is None or not all(map(_SETTINGS.fullmatch, cues.settings)):
        return None

    def read(place: int) -> Segment | None:
        settings = cues.settings[place].lstrip(" \t").rstrip()
        kept = (("vtt:settings", settings),) if settings else ()
        found = _segments(cues.raw[place], "", (cues.start[place], cues.end[place]), kept, None)
        return found[0] if len(found) == 1 else None

    return cue_table(cues, source.name, _ODD, read)


class _Reader:
    """Reads a file block by block."""

    def __init__(self, source: Source) -> None:
        self._path = source.name
        self._lines = source.lines()
        self._problems = Problems()
        self.segments: list[Segment] = []
        self.comments: list[Comment] = []
        self.meta: list[tuple[str, str]] = []

    def read(self) -> None:
        """Reads all blocks; raises the problems that it finds."""
        lines = self._lines
        first = lines[0] if lines else ""
        if first != "WEBVTT" and not first.startswith(("WEBVTT ", "WEBVTT\t")):
            self._problems.add(Where(self._path, 1), "not a WebVTT file", "'WEBVTT' in the first line", first)
            self._problems.check()
        place = 1
        while place < len(lines) and lines[place].strip() and _ARROW not in lines[place]:
            place += 1
        if place > 1 or first != "WEBVTT":
            self.meta.append(("vtt:header", "\n".join(lines[:place])))
        while place < len(lines):
            if not lines[place].strip():
                place += 1
                continue
            end = place
            while end < len(lines) and lines[end].strip():
                end += 1
            self._block(place, end)
            place = end
        self._problems.check()

    def _block(self, begin: int, end: int) -> None:
        lines = self._lines
        first = lines[begin]
        timed = begin if _ARROW in first else begin + 1
        if timed < end and _ARROW in lines[timed]:
            key = first.strip() if timed > begin else ""
            self._cue(key, timed, end)
        elif first.startswith("NOTE") and end == begin + 1 and first[4:5] in ("", " ", "\t"):
            body = first[5:].strip()
            self.comments.append(Comment(body if body.startswith(";;") else first, len(self.segments)))
        elif first.split(None, 1)[0] in ("NOTE", "STYLE", "REGION"):
            self.meta.append((f"vtt:block:{len(self.segments)}", "\n".join(lines[begin:end])))
        else:
            self._problems.add(Where(self._path, begin + 1), "not a cue", _LAYOUT, first)

    def _cue(self, key: str, place: int, end: int) -> None:
        line = self._lines[place]
        where = Where(self._path, place + 1)
        found = _TIMES.fullmatch(line)
        start, stop = (clock(found[1]), clock(found[2])) if found else (None, None)
        if found is None or start is None or stop is None:
            self._problems.add(where, "invalid times", _LAYOUT, line)
            return
        if stop < start:
            column = found.start(2) + 1
            what = f"end {found[2]} is before begin {found[1]}"
            self._problems.add(Where(self._path, place + 1, column), what, "", line)
            return
        for number in range(place + 1, end):
            if _ARROW in self._lines[number]:
                what = "a line with times inside a cue"
                self._problems.add(Where(self._path, number + 1), what, "a blank line before it", self._lines[number])
                return
        settings = (("vtt:settings", written),) if (written := (found[3] or "").lstrip(" \t").rstrip()) else ()
        self.segments += _segments("\n".join(self._lines[place + 1 : end]), key, (start, stop), settings, where)


def _segments(
    raw: str, key: str, times: tuple[float, float], settings: Attributes, where: Where | None
) -> list[Segment]:
    """The segments of a cue, one for each voice."""
    if _ODD.search(raw) is None:
        return [Segment(id=key, start=times[0], end=times[1], text=raw, attributes=settings, where=where)]
    parts = _parts(raw)
    if len(parts) == 1:
        speaker, inner = parts[0].speaker, parts[0].raw
        text, kept = texts(inner, bare(inner), "vtt")
        labels = _labels(inner, *times)
        segment = Segment(
            id=key,
            speaker=speaker,
            start=times[0],
            end=times[1],
            text=None if labels else text,
            labels=labels,
            attributes=settings + tuple(pair for pair in kept if pair[0] != "vtt:text"),
            where=where,
        )
        if _payload(segment) == raw:
            return [segment]
        written = ("vtt:text", raw)
        return [
            Segment(
                id=key,
                speaker=speaker,
                start=times[0],
                end=times[1],
                text=text if labels is None else None,
                labels=labels,
                attributes=(*segment.attributes, written),
                where=where,
            )
        ]
    found = []
    for number, part in enumerate(parts):
        text, kept = texts(part.raw, bare(part.raw), "vtt")
        attributes = tuple(pair for pair in kept if pair[0] != "vtt:text")
        attributes += (*settings, ("vtt:text", raw)) if number == 0 else (("vtt:voice", str(number + 1)),)
        found.append(
            Segment(
                id=key if number == 0 else f"{key}-{number + 1}" if key else "",
                speaker=part.speaker,
                start=times[0],
                end=times[1],
                text=text,
                attributes=attributes,
                where=where,
            )
        )
    return found


def _parts(raw: str) -> list[_Part]:
    """The texts of a cue by voice; text before the first voice has an empty one."""
    found: list[_Part] = []
    begin, speaker = 0, ""
    for voice in _VOICE.finditer(raw):
        before = raw[begin : voice.start()]
        if bare(before).strip():
            found.append(_Part(speaker, _VOICE_END.sub("", before).strip()))
        begin, speaker = voice.end(), " ".join(_unescaped(voice[1]).split())
    rest = _VOICE_END.sub("", raw[begin:])
    if bare(rest).strip() or not found:
        found.append(_Part(speaker, rest))
    return found


def bare(text: str) -> str:
    """A text without markup.

    >>> bare("<c.loud>a</c> &lt;b&gt; <unk>")
    'a <b> <unk>'
    """
    if "<" in text:
        text = _TAG.sub("", text)
    return _ENTITY.sub(lambda found: _unescaped(found[0]), text) if "&" in text else text


def _unescaped(text: str) -> str:
    """A text with characters in place of entities."""
    if "&" not in text:
        return text
    from html import unescape

    return unescape(text)


def _marked(text: str) -> str:
    """A text with entities for markup characters."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") if _special(text) else text


def _special(text: str) -> bool:
    return "<" in text or "&" in text or ">" in text


def _labels(raw: str, start: float, end: float) -> tuple[Item, ...] | None:
    """The words of a text with times between them; None for a text without times."""
    pieces = _STAMP.split(raw)
    if len(pieces) == 1:
        return None
    times = [start, *(clock(stamp) or 0.0 for stamp in pieces[1::2]), end]
    found: list[Item] = []
    for begin, stop, piece in zip(times, times[1:], pieces[::2], strict=False):
        values = words(bare(piece))
        if len(values) == 1 and begin <= stop:
            found.append(Label(values[0], begin, stop))
        else:
            # Several words between two times have no times of their own.
            found += map(Label, values)
    return tuple(found)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the cues of a file; every segment needs times."""
    yield dict(corpus.meta).get("vtt:header", "WEBVTT") + "\n"
    yield from more(corpus, 0)


def more(corpus: Corpus, before: int) -> Iterator[str]:
    """Yields the cues of a piece after so many others."""
    blocks = [(int(key.rpartition(":")[2]), value) for key, value in corpus.meta if key.startswith("vtt:block:")]
    blocks += [(comment.before, _note(comment.text)) for comment in corpus.comments]
    blocks.sort(key=lambda pair: pair[0])
    texts = None if blocks else _cue_texts(corpus.table)
    if texts is not None:
        for cues in written_cues(corpus.table, texts, "."):
            yield "".join(
                [
                    "\n" + f"{key}\n" * (key != "") + f"{times}\n{text}" + "\n" * (text != "")
                    for key, times, text in cues
                ]
            )
        return
    segments = corpus.segments
    skip = 0
    for place, segment in enumerate(segments):
        while blocks and blocks[0][0] <= place:
            yield f"\n{blocks.pop(0)[1]}\n"
        if skip:
            skip -= 1
            continue
        text = _payload(segment)
        if ("vtt:voice", "2") in (segments[place + 1].attributes if place + 1 < len(segments) else ()):
            skip, text = _voices(segments, place, text)
        yield _cue(segment, text)
    for _, block in blocks:
        yield f"\n{block}\n"


def _cue_texts(table: Table) -> Sequence[str] | None:
    """The texts of all cues with their voices and the times of their words; None where one needs a closer look."""
    if not are_cues(table, "vtt") or (table.has("id") and any(map(_UNUSUAL.search, table.ids()))):
        return None
    has_times = table.labels is not None and table.has_word_times()
    texts = _stamped_texts(table) if has_times else plain_texts(table, _UNUSUAL)
    if texts is None or not table.has("speaker"):
        return texts
    voices = {speaker: f"<v {_marked(speaker)}>" if speaker else "" for speaker in {*table.speakers}}
    return [voice + text for voice, text in zip(map(voices.__getitem__, table.speakers), texts, strict=True)]


def _stamped_texts(table: Table) -> list[str] | None:
    """The words of all segments with times between them, as `_stamped` writes them; None where a time is missing or
    no clock time."""
    assert table.labels is not None
    assert table.start is not None
    assert table.end is not None
    labels, first = table.labels.labels, table.labels.first
    if any(column is None or None in column for column in labels.numbers[:2]):
        return None
    numbers = [array("d", map(float, texts)) for texts in labels.numbers[:2] if texts is not None]
    if min(map(min, numbers)) < 0 or max(map(max, numbers)) >= LATEST:
        return None
    starts, stops = (clock_texts(column, ".") for column in numbers)
    values = _marked("\n".join(labels.values)).split("\n")
    if len(values) != len(labels):
        return None
    opening, closing = (clock_texts(column.values, ".") for column in (table.start, table.end))
    texts = []
    for (low, high), now, end in zip(pairwise(first), opening, closing, strict=True):
        text = ""
        for word, start, stop in zip(values[low:high], starts[low:high], stops[low:high], strict=True):
            text += f" <{start}>{word}" if start > now else f" {word}"
            if start > now:
                now = start
            if stop > now:
                # A time after a word is its end; the next word begins there or later.
                text += f"<{stop}>" if stop < end else ""
                now = stop
        texts.append(text[1:])
    return texts


def _cue(segment: Segment, text: str) -> str:
    start, end = times_of(segment, "vtt")
    if _ARROW in text:
        raise UsageError(f"vtt cannot hold the speaker {segment.speaker!r}: its arrow would be read as times")
    if _ARROW in segment.id or "\n" in segment.id:
        raise UsageError(f"vtt cannot hold the id {segment.id!r}; expected one line without '-->'")
    name = f"{segment.id}\n" if segment.id else ""
    settings = "".join(f" {value}" for key, value in segment.attributes if key == "vtt:settings")
    times = f"{clock_text(start, '.')} --> {clock_text(end, '.')}"
    return f"\n{name}{times}{settings}\n{text}{chr(10) * bool(text)}"


def _payload(segment: Segment) -> str:
    """The text of a cue with its voice and the times of its words."""
    raw = dict(segment.attributes).get("vtt:text") if segment.attributes else None
    if raw is not None:
        parts = _parts(raw)
        if len(parts) == 1 and parts[0].speaker == segment.speaker and words(bare(raw)) == words(plain_text(segment)):
            return raw
    stamped = _stamped(segment)
    text = raw_text(segment, "vtt", lambda _: "", _marked) if stamped is None else stamped
    return f"<v {_marked(segment.speaker)}>{text}" if segment.speaker else text


def _stamped(segment: Segment) -> str | None:
    """The words with times between them; None where no word has times."""
    labels = segment.labels
    if not labels or not all(isinstance(item, Label) and item.start is not None for item in labels):
        return None
    start, end = times_of(segment, "vtt")
    found = []
    now = clock_text(start, ".")
    for item in labels:
        assert isinstance(item, Label)
        begin = clock_text(item.start or 0.0, ".", owner=item.value)
        found.append(f"<{begin}>" * (begin > now) + _marked(item.value))
        now = max(begin, now)
        if item.end is not None and (stop := clock_text(item.end, ".", owner=item.value)) > now:
            # A time after a word is its end; the next word begins there or later.
            found[-1] += f"<{stop}>" if stop < clock_text(end, ".") else ""
            now = stop
    return " ".join(found)


def _voices(segments: Sequence[Segment], place: int, text: str) -> tuple[int, str]:
    """The number of following segments of the same cue, and the text of the cue."""
    raw = dict(segments[place].attributes).get("vtt:text", "")
    parts = _parts(raw)
    group = segments[place : place + len(parts)]
    same = [
        segment.speaker == part.speaker and words(plain_text(segment)) == words(bare(part.raw))
        for segment, part in zip(group, parts, strict=False)
    ]
    return (len(parts) - 1, raw) if len(group) == len(parts) and all(same) else (0, text)


def _note(text: str) -> str:
    if _ARROW in text:
        raise UsageError(f"vtt cannot hold the comment {text!r}: its arrow would be read as times")
    return text if text.startswith("NOTE") else f"NOTE {text}"


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first line is WEBVTT."""
    return bool(lines) and lines[0].split(None, 1)[:1] == ["WEBVTT"]


FORMAT = replace(
    subtitles(
        "vtt",
        (".vtt",),
        "WebVTT: cues with voices, settings and times of words",
        (read, write, sniff),
        "comments",
        "ids",
        "speakers",
        "times",
    ),
    streams="appended",
    more=more,
)
