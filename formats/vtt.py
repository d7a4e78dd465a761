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
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import accumulate, chain, compress, pairwise, repeat
from typing import TypeAlias

from .engine.cues import (
    LATEST,
    PIECE,
    REST,
    TIME,
    Cues,
    Markup,
    check_times,
    clock,
    clock_text,
    clock_texts,
    cut_cues,
    milliseconds,
    subtitles,
)
from .engine.fields import are_times, wrong_time
from .engine.transform import plain_text, plain_texts
from .errors import Problems, UsageError, Where
from .schema import Alternation, Attributes, Comment, Corpus, LabelColumns, LabelLists, Table, number_texts
from .schema.filling import Filling
from .schema.markup import words
from .source import Source
from .values import replace

_ARROW = "-->"
_LAYOUT = "00:00:01.000 --> 00:00:02.500"
_TIMES = re.compile(r"\s*([0-9:.]+)[ \t]+-->[ \t]+([0-9:.]+)(?:([ \t].*)|\s*)")
_HEAD = re.compile(r"WEBVTT\n\n+")
_POINTED = TIME.replace(",", "")
_CUE = re.compile(rf"^(?:([^\n]+)\n)?{_POINTED}[ \t]+-->[ \t]+{_POINTED}{REST}", re.MULTILINE)
_SETTINGS = re.compile(r"[ \t].*|\s*")
# Texts that are not their own words: with markup, entities, several lines or blanks that are not single.
_ODD = re.compile(r"[<&\n\t]|  |^\s|\s\Z")
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?\s([^<>]*)>", re.IGNORECASE)
_VOICE_END = re.compile(r"</v\s*>", re.IGNORECASE)
_STAMP = re.compile(r"<((?:[0-9]+:)?[0-9]{2}:[0-9]{2}\.[0-9]{3})>")
# A voice and a text of bare words, maybe with times between them.
_SPOKEN = re.compile(
    rf"(?:<v ([^\s<>&]+(?: [^\s<>&]+)*)>)?([^<>&\n]*(?:{_STAMP.pattern.replace('<(', '<(?:')}[^<>&\n]*)*)"
)
_TAG = re.compile(r"</?(?:c|i|b|u|ruby|rt|lang|v)(?:[.\s][^<>]*)?>|<[0-9:.]+>", re.IGNORECASE)
_MARKED = re.compile("[<>&]")
_ENTITY = re.compile(r"&(?:amp|lt|gt|nbsp|lrm|rlm|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});")


_COLUMNS = "id", "start", "end", "speaker", "text", "labels", "attributes", "lines"
_Row: TypeAlias = "tuple[str, float, float, str, str | None, LabelColumns | None, Attributes, int]"
_Cells: TypeAlias = "list[str | None]"
_Part: TypeAlias = "tuple[str, str]"  # a voice, and its text in a cue


def read(source: Source) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"WEBVTT\\n\\n00:01.000 --> 00:02.500\\n<v Anna>Good &amp; well.\\n"))
    >>> corpus.segments[0].speaker, corpus.segments[0].text
    ('Anna', 'Good & well.')
    """
    cues = _usual(source)
    if cues is not None:
        table = Filling(source.name, *_COLUMNS)
        table.extend(cues)
        return Corpus(table.table(), format="vtt", path=source.name)
    reader = _Reader(source)
    reader.read()
    return Corpus(
        reader.cues.table(),
        comments=tuple(reader.comments),
        meta=tuple(reader.meta),
        format="vtt",
        path=source.name,
    )


def _usual(source: Source) -> Iterator[_Row] | None:
    """The cues of a file of nothing but a heading and cues; None for any other file."""
    text = source.text.replace("\r\n", "\n")
    head = _HEAD.match(text)
    if head is None or "\r" in text:
        return None
    cues = cut_cues(text[head.end() :], _CUE, before=head[0].count("\n"))
    if cues is None or not all(map(_SETTINGS.fullmatch, cues.settings)):
        return None
    if not any(cues.settings) and not any(map(_ODD.search, cues.raw)):
        return zip(cues.ids, cues.starts, cues.ends, repeat(""), cues.raw, repeat(None), repeat(()), cues.lines)
    rows = None if any(cues.settings) else _spoken(cues)
    return rows or (
        row
        for key, start, end, settings, raw, line in cues.rows()
        for row in _rows(raw, key, (start, end), settings, line)
    )


def _spoken(cues: Cues) -> Iterator[_Row] | None:
    """The cues of words with times and voices, without other markup; None where some need a closer look."""
    matches = list(map(_SPOKEN.fullmatch, cues.raw))
    if None in matches or not "|".join(cues.raw).isprintable():
        return None
    speakers, texts = zip(*[match.groups("") for match in matches if match], strict=True)
    pieces = list(map(_STAMP.split, texts))
    columns = _between(pieces, cues)
    if columns is None:
        return None
    words_of, begins, ends = columns
    first = list(accumulate(map(len, words_of), initial=0))
    sizes = list(map(len, pieces))
    count = list(accumulate([size // 2 + 1 for size in sizes], initial=0))
    bounds = [first[place] for place in count]
    values = list(chain.from_iterable(words_of))
    lists = LabelLists(LabelColumns(values, (begins, ends, None), None), bounds)
    stamped = _all_stamped(lists, clock_texts(cues.starts, "."), clock_texts(cues.ends, "."))
    rows: list[_Row] = []
    times = zip(cues.ids, cues.starts, cues.ends, cues.lines, strict=True)
    bodies = zip(cues.raw, speakers, texts, sizes, stamped, pairwise(bounds), strict=True)
    for (key, start, end, line), (raw, speaker, text, size, timed, (begin, last)) in zip(times, bodies, strict=True):
        labels = None
        plain: str | None = " ".join(values[begin:last])
        is_exact = plain == text
        if size > 1:
            labels = LabelColumns(values[begin:last], (begins[begin:last], ends[begin:last], None), None)
            is_exact, plain = timed == text, None
        rows.append((key, start, end, speaker, plain, labels, () if is_exact else (("vtt:text", raw),), line))
    return iter(rows)


def _between(pieces: Sequence[Sequence[str]], cues: Cues) -> tuple[list[list[str]], _Cells, _Cells] | None:
    """The words between two times, and begin and end of each word; None where a time is not in the usual form."""
    hours_of, minutes_of, parts_of = milliseconds()
    times: list[float] = []
    try:
        for parts, start, end in zip(pieces, cues.starts, cues.ends, strict=True):
            stamps = [
                (hours_of[stamp[:-9] or "00:"] + minutes_of[stamp[-9:-4]] + parts_of[stamp[-4:]]) / 1000
                for stamp in parts[1::2]
            ]
            times += (start, *stamps, end)
    except KeyError:
        return None
    texts = number_texts(times)
    limits = accumulate([size // 2 + 2 for size in map(len, pieces)], initial=0)
    opened = [place for first, last in pairwise(limits) for place in range(first, last - 1)]
    words_of = list(map(str.split, chain.from_iterable([parts[::2] for parts in pieces])))
    # Several words between two times have no times of their own.
    spans = [
        (texts[place], texts[place + 1]) if not inside[1:] and times[place] <= times[place + 1] else (None, None)
        for place, inside in zip(opened, words_of, strict=True)
    ]
    begins = [begin for (begin, _), inside in zip(spans, words_of, strict=True) for _ in inside]
    ends = [end for (_, end), inside in zip(spans, words_of, strict=True) for _ in inside]
    return words_of, begins, ends


class _Reader:
    """Reads a file block by block."""

    def __init__(self, source: Source) -> None:
        self._path = source.name
        self._lines = source.lines()
        self._problems = Problems()
        self.cues = Filling(source.name, *_COLUMNS)
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
            self.comments.append(Comment(body if body.startswith(";;") else first, len(self.cues)))
        elif first.split(None, 1)[0] in ("NOTE", "STYLE", "REGION"):
            self.meta.append((f"vtt:block:{len(self.cues)}", "\n".join(lines[begin:end])))
        else:
            self._problems.add(Where(self._path, begin + 1), "not a cue", _LAYOUT, first)

    def _cue(self, key: str, place: int, end: int) -> None:
        line = self._lines[place]
        where = Where(self._path, place + 1)
        match = _TIMES.fullmatch(line)
        start, stop = (clock(match[1]), clock(match[2])) if match else (None, None)
        if match is None or start is None or stop is None:
            self._problems.add(where, "invalid times", _LAYOUT, line)
            return
        if stop < start:
            column = match.start(2) + 1
            what = f"end {match[2]} is before begin {match[1]}"
            self._problems.add(Where(self._path, place + 1, column), what, "", line)
            return
        for number in range(place + 1, end):
            if _ARROW in self._lines[number]:
                what = "a line with times inside a cue"
                self._problems.add(Where(self._path, number + 1), what, "a blank line before it", self._lines[number])
                return
        raw = "\n".join(self._lines[place + 1 : end])
        self.cues.extend(_rows(raw, key, (start, stop), match[3] or "", place + 1))


def _rows(raw: str, key: str, times: tuple[float, float], settings: str, line: int) -> Sequence[_Row]:
    """The segments of a cue, one for each voice."""
    settings = settings.lstrip(" \t").rstrip() if settings else ""
    attributes = (("vtt:settings", settings),) if settings else ()
    if _ODD.search(raw) is None:
        return [(key, *times, "", raw, None, attributes, line)]
    parts = _parts(raw)
    rows: list[_Row] = []
    for number, (speaker, inner) in enumerate(parts, 1):
        text, details = _MARKUP.read(inner)
        details = tuple([pair for pair in details if pair[0] != "vtt:text"])
        if len(parts) > 1:
            details += (*attributes, ("vtt:text", raw)) if number == 1 else (("vtt:voice", str(number)),)
            name = key if number == 1 else f"{key}-{number}" if key else ""
            rows.append((name, *times, speaker, text, None, details, line))
            continue
        labels = _labels(inner, *times)
        stamped = None
        if labels is not None:
            lists = LabelLists(labels, [0, len(labels)])
            (stamped,) = _all_stamped(lists, *([time] for time in clock_texts(times, ".")))
        details = attributes + details
        if _payload(speaker, text, stamped, details) != raw:
            details += (("vtt:text", raw),)
        rows.append((key, *times, speaker, text if labels is None else None, labels, details, line))
    return rows


def _parts(raw: str) -> list[_Part]:
    """The texts of a cue by voice; text before the first voice has an empty one."""
    parts: list[_Part] = []
    begin, speaker = 0, ""
    for voice in _VOICE.finditer(raw):
        before = raw[begin : voice.start()]
        if bare(before).strip():
            parts.append((speaker, _VOICE_END.sub("", before).strip()))
        begin, speaker = voice.end(), " ".join(_unescaped(voice[1]).split())
    rest = _VOICE_END.sub("", raw[begin:])
    if bare(rest).strip() or not parts:
        parts.append((speaker, rest))
    return parts


def bare(text: str) -> str:
    """A text without markup.

    >>> bare("<c.loud>a</c> &lt;b&gt; <unk>")
    'a <b> <unk>'
    """
    if "<" in text:
        text = _TAG.sub("", text)
    return _ENTITY.sub(lambda match: _unescaped(match[0]), text) if "&" in text else text


def _unescaped(text: str) -> str:
    """A text with characters in place of entities."""
    if "&" not in text:
        return text
    from html import unescape

    return unescape(text)


def _marked(text: str) -> str:
    """A text with entities for markup characters."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


_MARKUP = Markup("vtt", bare, _ODD, mark=_marked)


def _labels(raw: str, start: float, end: float) -> LabelColumns | None:
    """The words of a text with times between them; None for a text without times."""
    pieces = _STAMP.split(raw)
    if len(pieces) == 1:
        return None
    times = [start, *[clock(stamp) or 0.0 for stamp in pieces[1::2]], end]
    texts = number_texts(times)
    inner = bare("\0".join(pieces[::2])).split("\0")
    values: list[str] = []
    begins: list[str | None] = []
    ends: list[str | None] = []
    for place, spoken in enumerate(map(words, inner)):
        if not spoken:
            continue
        # Several words between two times have no times of their own.
        is_timed = spoken[1:] == [] and times[place] <= times[place + 1]
        values += spoken
        begins += [texts[place] if is_timed else None for _ in spoken]
        ends += [texts[place + 1] if is_timed else None for _ in spoken]
    return LabelColumns(values, (begins, ends, None), None)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the cues of a file; every segment needs times."""
    yield dict(corpus.meta).get("vtt:header", "WEBVTT") + "\n"
    yield from more(corpus, 0)


def more(corpus: Corpus, before: int) -> Iterator[str]:
    """Yields the cues of a piece after so many others."""
    blocks = [(int(key.rpartition(":")[2]), value) for key, value in corpus.meta if key.startswith("vtt:block:")]
    blocks += [(comment.before, _note(comment.text)) for comment in corpus.comments]
    blocks.sort(key=lambda pair: pair[0])
    for place, cue in enumerate(_cues(corpus.table)):
        while blocks and blocks[0][0] <= place:
            yield f"\n{blocks.pop(0)[1]}\n"
        yield cue
    for _, block in blocks:
        yield f"\n{block}\n"


def _cues(table: Table) -> Iterator[str]:
    """The cues of all segments; empty for those that are part of the cue before them."""
    wrong = wrong_time(table, LATEST)
    texts = _texts(table, wrong)
    attributes = table.column("attributes")
    ids = table.ids()
    inside = _with_voices(table, texts) if attributes is not None else ()
    if _ARROW in "\n".join((*ids, *texts)) or "\n" in "".join(ids):
        _check_lines(table, texts, inside)
    if wrong is not None:
        check_times(table, wrong, "vtt")
    if not texts:
        return
    assert table.start is not None
    assert table.end is not None
    settings = [""] * len(texts)
    if attributes is not None:
        settings = ["".join([f" {value}" for key, value in pairs if key == "vtt:settings"]) for pairs in attributes]
    for first in range(0, len(texts), PIECE):
        part = slice(first, first + PIECE)
        times = clock_texts(table.start.values[part], "."), clock_texts(table.end.values[part], ".")
        cues = [
            "\n" + f"{key}\n" * (key != "") + f"{start} --> {end}{setting}\n{text}" + "\n" * (text != "")
            for start, end, key, setting, text in zip(*times, ids[part], settings[part], texts[part], strict=True)
        ]
        yield from ["" if place in inside else cue for place, cue in enumerate(cues, first)] if inside else cues


def _check_lines(table: Table, texts: Sequence[str], inside: Collection[int]) -> None:
    """Refuses arrows and line ends where a reader would take them for a part of a cue."""
    for place, (key, speaker, text) in enumerate(zip(table.ids(), table.speakers, texts, strict=False)):
        if place in inside:
            continue
        if _ARROW in text:
            raise UsageError(f"vtt cannot hold the speaker {speaker!r}: its arrow would be read as times")
        if _ARROW in key or "\n" in key:
            raise UsageError(f"vtt cannot hold the id {key!r}; expected one line without '-->'")


def _texts(table: Table, stop: int | None) -> list[str]:
    """The texts of cues with their voices and the times of their words."""
    lists: LabelLists | None = table.column("labels")
    clocks = (clock_texts(column.values[:stop], ".") if column else [] for column in (table.start, table.end))
    stamped = None if lists is None else _all_stamped(lists, *clocks)
    attributes = table.column("attributes")
    if stamped is None:
        plain = plain_texts(table)
    else:  # words with times are asked for their text only where the file had another
        had = [any(key == "vtt:text" for key, _ in pairs) for pairs in attributes or [()] * len(stamped)]
        rows_of = zip(range(len(stamped)), stamped, had, strict=False)
        plain = [plain_text(table[row]) if text is None or has else "" for row, text, has in rows_of]
    if attributes is None and not table.has("speaker") and stamped is None and not any(map(_MARKED.search, plain)):
        return list(plain[:stop])
    speakers = table.speakers[:stop]
    voices = {speaker: f"<v {_marked(speaker)}>" if speaker else "" for speaker in {*speakers}}
    rows = zip(speakers, plain, stamped or repeat(None), attributes or repeat(()), strict=False)
    return [_payload(*row) if row[2] is None or row[3] else voices[row[0]] + row[2] for row in rows]


def _payload(speaker: str, text: str, stamped: str | None, attributes: Attributes) -> str:
    """The text of a cue with its voice and the times of its words."""
    raw = dict(attributes).get("vtt:text") if attributes else None
    if raw is not None:
        parts = _parts(raw)
        if len(parts) == 1 and parts[0][0] == speaker and words(bare(raw)) == words(text):
            return raw
    if stamped is not None:
        written = stamped
    elif raw is not None and not words(text):
        written = raw
    else:
        written = (
            _MARKUP.write(text, tuple([pair for pair in attributes if pair[0] != "vtt:text"])) if attributes else text
        )
        written = written if attributes or not text else _marked(text)
    return f"<v {_marked(speaker)}>{written}" if speaker else written


def _all_stamped(lists: LabelLists, opening: Sequence[str], closing: Sequence[str]) -> list[str | None]:
    """The words of cues between these clock times, with times between them; None where some word has no time."""
    values, (begins, ends, _) = lists.labels.values, lists.labels.numbers
    if begins is None:
        return [None] * len(opening)
    spans = list(pairwise(lists.first))[: len(opening)]
    is_timed = [last > first and None not in begins[first:last] for first, last in spans]
    for place in {bisect_right(lists.first, row) - 1 for row, item in lists.odd.items() if type(item) is Alternation}:
        is_timed[place : place + 1] = [False] * len(is_timed[place : place + 1])
    numbers = [[0.0 if text is None else float(text) for text in texts] for texts in (begins, ends or begins)]
    if not all(map(partial(are_times, latest=LATEST), numbers)):
        for first, last in compress(spans, is_timed):
            for word, *times in zip(values[first:last], *(column[first:last] for column in numbers), strict=True):
                for time in times:
                    clock_text(time, ".", owner=word)
        numbers = [[time if 0 <= time < LATEST else 0.0 for time in times] for times in numbers]
    marked = list(map(_marked, values)) if _MARKED.search(" ".join(values)) else values
    starts, stops = (clock_texts(times, ".") for times in numbers)
    of_file: Sequence[str | None] = ends or [None] * len(values)
    stamped: list[str | None] = []
    for (first, last), now, closed, timed in zip(spans, opening, closing, is_timed, strict=True):
        text = ""
        span = slice(first, last if timed else first)
        for word, start, stop, end in zip(marked[span], starts[span], stops[span], of_file[span], strict=True):
            text += f" <{start}>{word}" if start > now else f" {word}"
            if start > now:
                now = start
            if end is not None and stop > now:
                # A time after a word is its end; the next word begins there or later.
                text += f"<{stop}>" if stop < closed else ""
                now = stop
        stamped += [text[1:] if timed else None]
    return stamped


def _with_voices(table: Table, texts: list[str]) -> set[int]:
    """The segments that are part of the cue before them; that cue gets the text of the file."""
    attributes, speakers, inside = table.column("attributes"), table.speakers, set[int]()
    if not any(("vtt:voice", "2") in pairs for pairs in attributes):
        return inside
    plain = plain_texts(table)
    for place, pairs in enumerate(attributes[1 : len(texts)]):
        if ("vtt:voice", "2") in pairs and place not in inside:
            raw = dict(attributes[place]).get("vtt:text", "")
            parts = _parts(raw)
            group = range(place, min(place + len(parts), len(plain)))
            same = [
                speakers[row] == speaker and words(plain[row]) == words(bare(inner))
                for row, (speaker, inner) in zip(group, parts, strict=False)
            ]
            if len(group) == len(parts) and all(same):
                texts[place] = raw
                inside |= {*group[1:]}
    return inside


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
