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
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import compress, pairwise
from operator import itemgetter

from .engine.clock_times import clock, has_unpadded, unpadded_clock
from .engine.cues import (
    BREAK,
    ENTITY,
    LATEST,
    LINES,
    PIECE,
    POSITION,
    STYLED,
    STYLES,
    Markup,
    Tags,
    check_times,
    clock_text,
    clock_texts,
    in_lines,
    spoken,
    styles_by_place,
    subtitles,
    unescaped,
    values_of,
)
from .engine.fields import are_times, wrong_time
from .engine.paragraphs import paragraph_of
from .engine.plain_texts import plain_texts
from .engine.row_reader import FilledTable
from .engine.scrolling import SCROLLED, are_scrolling, new_lines, of_scrolling
from .errors import UsageError, Where, arguments_in, fail, quantity
from .schema import NOTICE, Attributes, Comment, Corpus, LabelColumns, LabelLists, Table, number_texts
from .schema.markup import words
from .source import Source
from .values import replace

_ARROW = "-->"
_LINE = re.compile(r"([0-9]+(?:\.[0-9]+)?)(%?)(?:,[a-z]+)?")
_TOP_LINE, _TOP_PERCENT, _MIDDLE_PERCENT = 2, 25, 50
_SIDES, _ROWS = ("align:left", "", "align:right"), ("", "line:50%", "line:0")
_SETTINGS = {str(3 * row + side + 1): f"{_ROWS[row]} {_SIDES[side]}".strip() for row in range(3) for side in range(3)}
"""The settings of a cue at each place, as the keys of a number pad are."""
_LINE_ENDS = frozenset("\r\n")
_LAYOUT = "00:00:01.000 --> 00:00:02.500"
_TIMES = re.compile(r"\s*([0-9:.]+)[ \t\f]*-->[ \t\f]*([0-9:.]+)(?:([ \t].*)|\s*)")
_HEAD = "WEBVTT"
# Files that are joined have several heads; the draft of 2013 had regions in lines.
_KINDS = frozenset({"NOTE", "STYLE", "REGION", "Region:", _HEAD})
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?\s([^<>]*)>", re.IGNORECASE)
# The name of a cue in transcripts of Webex: its number, the speaker and the number of that.
_OF_WEBEX = re.compile(r'[0-9]+ "([^"]+)" \([0-9]+\)')
_VOICE_END = re.compile(r"</v\s*>", re.IGNORECASE)
_STAMP = re.compile(r"<((?:[0-9]+:)?[0-9]{2}:[0-9]{2}\.[0-9]{3})>")
# Players show no tag, known or unknown. A < before a blank is a sign that was not escaped.
_TAG = re.compile(r"<[^\s<>][^<>]*>|<\s*[0-9]+:[0-9:.]+\s*>")
_READING = re.compile(r"<rt(?:\.[^\s<>]*)?>[^<]*(?:</rt\s*>)?")
"""The reading of characters of a ruby, which is not more words."""


def read(source: Source) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"WEBVTT\\n\\n00:01.000 --> 00:02.500\\n<v Anna>Good &amp; well.\\n"))
    >>> corpus.segments[0].speaker, corpus.segments[0].text
    ('Anna', 'Good & well.')
    """
    lines = _lines(source)
    first = lines[0] if lines else ""
    if first != "WEBVTT" and not first.startswith(("WEBVTT ", "WEBVTT\t")):
        fail(Where(source.name, 1), "not a WebVTT file", "'WEBVTT' in the first line", first)
    blank = [*[not line for line in map(str.strip, lines)], True]
    head = next(place for place in range(1, len(blank)) if blank[place] or _ARROW in lines[place])
    for place in range(head + 1, len(lines) - 1):
        if blank[place]:
            blank[place] = not _is_text(lines, place)
    begins = [place for place in range(head, len(lines)) if not blank[place] and (place == head or blank[place - 1])]
    ends = [place for place in range(head + 1, len(blank)) if blank[place] and not blank[place - 1]]
    of_times = unpadded_clock if has_unpadded(source.text) else clock
    add = _Adder(source.name, of_times)
    _read_all(lines, begins, ends, add)
    add.problems.check()
    if are_scrolling(add.cues, bare, _STAMP):
        add = _Adder(source.name, of_times, scrolls=True)
        _read_all(lines, begins, ends, add)
    meta = [("vtt:header", "\n".join(lines[:head]))] if head > 1 or first != "WEBVTT" else []
    meta += add.meta
    if moved := _moved_by(lines[:head]):
        what = f"X-TIMESTAMP-MAP, by which a stream moves cues by {moved:g} s, is not applied"
        what += arguments_in(f"; shift={moved:g} (--shift {moved:g}) of convert moves them")
        meta.append((f"vtt{NOTICE}", what))
    for found, what in ((add.joined, "a cue without a blank line above it"), (add.heads, f"a second header '{_HEAD}'")):
        if found:
            line = f"line {found[0] + 1}" + f" and {quantity(len(found) - 1, 'more')}" * (len(found) > 1)
            meta.append((f"vtt{NOTICE}", f"{line}: {what}; read as players do"))
    if add.scrolls:
        meta.append((f"vtt{NOTICE}", of_scrolling(add.repeated)))
    table = add.segments.table()
    return Corpus(table, comments=tuple(add.comments), meta=tuple(meta), format="vtt", path=source.name)


def _moved_by(head: Sequence[str]) -> float:
    """The seconds by which the head of a piece of a stream (HLS) moves cues; 0 where it moves none.

    >>> _moved_by(["WEBVTT", "X-TIMESTAMP-MAP=LOCAL:00:00:01.000,MPEGTS:900000"])
    9.0
    """
    fields = next((line.partition("=")[2] for line in head if line.startswith("X-TIMESTAMP-MAP=")), "")
    values = {name: value for name, _, value in (field.strip().partition(":") for field in fields.split(","))}
    local, ticks = clock(values.get("LOCAL", "")), values.get("MPEGTS", "")
    return 0.0 if local is None or not ticks.isdecimal() else int(ticks) / 90_000 - local


def _lines(source: Source) -> list[str]:
    r"""The lines of a file: carriage returns end lines, too; one that was converted twice ends one.

    >>> _lines(Source(b"a\rb\r\nc\r\r\nd\n"))
    ['a', 'b', 'c', 'd']
    """
    text = source.text
    if "\r" not in text:
        return source.lines()
    for end in ("\r\r\n", "\r\n", "\r"):
        text = text.replace(end, "\n")
    return text.removesuffix("\n").split("\n")


class _Adder(FilledTable):
    """Takes the segments of cues, and what else stands between them."""

    def __init__(self, path: str, clock: Callable[[str], float | None], *, scrolls: bool = False) -> None:
        """`clock` reads times; `scrolls` leaves out what the cue before has shown."""
        super().__init__(path, "id", "start", "end", "speaker", "text", "labels", "attributes", "lines")
        self.clock = clock
        self.comments: list[Comment] = []
        self.meta: list[tuple[str, str]] = []
        self.scrolls, self.repeated = scrolls, 0
        self.cues: list[Sequence[str]] = []
        """The lines of the first cues, or of all that scroll."""
        self.joined: list[int] = []
        """The places of lines with times that end the text of the cue before."""
        self.heads: list[int] = []
        """The places of heads after the first."""

    def at(self, lines: Sequence[str], place: int) -> None:
        """Goes to a line, whose problems are reported next."""
        self.number, self.line = place + 1, lines[place]


def _blocks(lines: Sequence[str], begin: int, end: int, add: _Adder) -> Iterator[tuple[int, int, int]]:
    """The blocks between blank lines: begin, the place of the times of a cue, and end.

    A line with times ends the text of a cue. A number above such a line is the name of the next cue, which players
    would show as text.
    """
    place = begin if _ARROW in lines[begin] else begin + 1
    for number in range(place + 1, end):
        is_named = number - 1 > place and lines[number - 1].strip().isdecimal()
        if _ARROW in lines[number] and _TIMES.fullmatch(lines[number]) and not is_named:
            yield begin, place, number
            add.joined.append(number)
            begin = place = number
    yield begin, place, end


def _read_all(lines: Sequence[str], begins: Sequence[int], ends: Sequence[int], add: _Adder) -> None:
    """Reads all blocks."""
    for begin, end in zip(begins, ends, strict=True):
        for block in _blocks(lines, begin, end, add):
            _read_block(lines, block, add)


def _read_block(lines: Sequence[str], block: tuple[int, int, int], add: _Adder) -> None:
    """Reads a cue, a comment, or what is kept for writing."""
    begin, place, end = block
    if place < end and _ARROW in lines[place]:
        add.at(lines, place)
        name = lines[begin].strip() if begin < place else ""
        _read_cue(name, lines[place + 1 : end], add)
        return
    line = lines[begin]
    add.at(lines, begin)
    kind = line.split(None, 1)[0]
    if kind not in _KINDS:
        add.report_at(1, "not a cue", _LAYOUT)
    elif _is_comment(line, end - begin):
        body = line[5:].strip()
        add.comments.append(Comment(body if body[:2] == ";;" else line, len(add)))
    else:
        add.meta.append((f"vtt:block:{len(add)}", "\n".join(lines[begin:end])))
    if kind == _HEAD:
        add.heads.append(begin)


def _read_cue(name: str, lines: Sequence[str], add: _Adder) -> None:
    """Reads a cue, of which the line with the times is read now."""
    match = _TIMES.fullmatch(add.line)
    start, end = (add.clock(match[1]), add.clock(match[2])) if match else (None, None)
    wrong = next((place for place, line in enumerate(lines) if _ARROW in line), None)
    if match is None or start is None or end is None:
        add.report_at(1, "invalid times", _LAYOUT)
    elif end < start:
        add.report_at(match.start(2) + 1, f"end {match[2]} is before begin {match[1]}", "")
    elif wrong is not None:
        add.number, add.line = add.number + 1 + wrong, lines[wrong]
        add.report_at(1, "a line with times inside a cue", "a blank line before it")
    else:
        if add.scrolls or len(add.cues) < SCROLLED:
            add.cues.append(lines)
        if add.scrolls and len(add.cues) > 1:
            new = new_lines(add.cues[-2], lines, bare, _STAMP)
            add.repeated += new is not lines
            if new is not lines and not "".join(new).strip():
                return
            lines = new
        raw = "\n".join(lines)
        settings = (match[3] or "").lstrip(" \t").rstrip()
        position = _position_in(settings)
        kept: Attributes = ((POSITION, position),) if position else ()
        kept += (("vtt:settings", settings),) if settings != _SETTINGS.get(position, "") else ()
        _add_voices((name, start, end), raw, kept, add)


def _position_in(settings: str) -> str:
    """The place of a cue as the keys of a number pad are, from the line and the side that settings name; else empty.

    Files of YouTube have `align:start` in all cues, so this names no place.

    >>> _position_in("line:0"), _position_in("align:right line:50%"), _position_in("line:90%")
    ('8', '6', '')
    """
    named = dict(setting.partition(":")[::2] for setting in settings.split())
    side = {"left": 0, "right": 2}.get(named.get("align", ""), 1)
    match = _LINE.fullmatch(named.get("line", ""))
    line = float(match[1]) if match else -1.0
    row = 0
    if match and (line <= _TOP_LINE or (match[2] and line <= _TOP_PERCENT)):
        row = 2
    elif match and match[2] and line == _MIDDLE_PERCENT:
        row = 1
    return str(3 * row + side + 1) if (row, side) != (0, 1) else ""


def _add_voices(cue: tuple[str, float, float], raw: str, settings: Attributes, add: _Adder) -> None:
    """Adds a segment for each voice of a cue; what is kept for writing is with the first."""
    name, start, end = cue
    voices = _voices_of(raw)
    if not any(speaker for speaker, _ in voices) and (named := _OF_WEBEX.fullmatch(name)):
        voices = [(named[1], raw)]
    for number, (speaker, text) in enumerate(voices, 1):
        plain, attributes = _MARKUP.read(text)
        lines = tuple([pair for pair in attributes if pair[0] == LINES or pair[0] in STYLES])
        labels, stamped = None, None
        if len(voices) == 1:
            labels, stamped = _timed_words(text, start, end) if "<" in text else (None, None)
            kept = dict(lines)
            body = (
                in_lines(stamped.split(" "), kept.get(LINES, ""), "\n") if stamped else _marked(kept.get(LINES, plain))
            )
            bare_body = _tag_of(speaker) + body
            body = _tag_of(speaker) + _MARKUP.styled(body, kept)
            # A lone > is no markup.
            is_kept = body != raw and (raw != plain or "<" in raw or "&" in raw)
            attributes = (*settings, *lines, *(((_MARKUP.key_of(raw, bare_body), raw),) if is_kept else ()))
        elif number == 1:
            attributes = (*lines, *settings, ("vtt:text", raw))
        else:
            attributes = (*lines, ("vtt:voice", str(number)))
        key = f"{name}-{number}" if number > 1 and name else name
        add.segments.add(key, start, end, speaker, plain if labels is None else None, labels, attributes, add.number)


def _is_text(lines: Sequence[str], place: int) -> bool:
    """Whether a line of blanks is part of a cue, as in the captions of YouTube: the lines around it are text, too.

    Only an empty line ends a cue for players, but many files have blanks in the lines between cues.
    """
    before, line, after = lines[place - 1 : place + 2]
    is_inside = bool(line and before.strip() and after.strip())
    return is_inside and _ARROW not in "".join(lines[place + 1 : place + 3]) and after.split(None, 1)[0] not in _KINDS


def _is_comment(line: str, size: int) -> bool:
    """Whether a block of some lines, of which this is the first, is a note of one line."""
    return size == 1 and line[:4] == "NOTE" and line[4:5] in ("", " ", "\t")


def _timed_words(text: str, start: float, end: float) -> tuple[LabelColumns | None, str | None]:
    """The words of a cue with times between them, and the text that is written for them."""
    pieces = _STAMP.split(text)
    if len(pieces) == 1:
        return None, None
    times = [start, *[clock(stamp) or 0.0 for stamp in pieces[1::2]], end]
    texts = number_texts(times)
    values, begins, ends = list[str](), list[str | None](), list[str | None]()
    # Markup may reach over a time, and takes that away.
    for place, piece in enumerate(bare("\0".join(pieces[::2])).split("\0")):
        inside = words(piece)
        # Several words between two times have no times of their own.
        is_timed = len(inside) == 1 and times[place] <= times[place + 1]
        values += inside
        begins += [texts[place] if is_timed else None] * len(inside)
        ends += [texts[place + 1] if is_timed else None] * len(inside)
    numbers = (begins, ends, None) if any(begins) else (None, None, None)
    labels = LabelColumns(values, numbers, None)
    clocks = clock_texts([start], "."), clock_texts([end], ".")
    return labels, _all_stamped(LabelLists(labels, [0, len(values)]), *clocks)[0]


def _voices_of(raw: str) -> list[tuple[str, str]]:
    """The voices of a cue with their texts; text before the first voice has an empty one."""
    pieces = _VOICE.split(raw)
    texts = [_VOICE_END.sub("", text) for text in pieces[::2]]
    names = ["", *pieces[1::2]]
    voices = [
        (_speaker(name), text.strip()) for name, text in zip(names[:-1], texts, strict=False) if bare(text).strip()
    ]
    if bare(texts[-1]).strip() or not voices:
        voices.append((_speaker(names[-1]), texts[-1]))
    return voices


def _speaker(name: str) -> str:
    """The speaker whom the tag of a voice names."""
    return " ".join((unescaped(name) if "&" in name else name).split())


def bare(text: str) -> str:
    """The text without markup.

    >>> bare("<c.loud>a</c> &lt;b&gt; <font color=red>c</font> 1 < 2")
    'a <b> c 1 < 2'
    >>> bare("<ruby>kanji<rt>reading</rt></ruby> a")
    'kanji a'
    """
    text = BREAK.sub("\n", text) if "<" in text else text
    text = _TAG.sub("", _READING.sub("", text) if "<rt" in text else text)
    return ENTITY.sub(lambda match: unescaped(match[0]), text) if "&" in text else text


def _marked(text: str) -> str:
    """A text with entities for markup characters."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _tag_of(speaker: str) -> str:
    """The tag of the voice of a speaker."""
    return f"<v {_marked(speaker)}>" if speaker else ""


_STYLES = Tags.of_styles(r"<LETTER(?:\.[^\s<>]*)?(?:\s[^<>]*)?>", r"</LETTER\s*>", ("<LETTER>", "</LETTER>"))
_MARKUP = Markup("vtt", bare, mark=_marked, styles=_STYLES)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the cues of a file; every segment needs times."""
    yield dict(corpus.meta).get("vtt:header", "WEBVTT") + "\n"
    yield from more(corpus, 0)


def more(corpus: Corpus, before: int) -> Iterator[str]:
    """Yields the cues of a piece after so many others."""
    blocks = [(int(key.rpartition(":")[2]), value) for key, value in corpus.meta if key.startswith("vtt:block:")]
    blocks += [(comment.before, _note(comment.text)) for comment in corpus.comments]
    rest = deque(sorted(blocks, key=itemgetter(0)))
    for place, cue in enumerate(_cues(corpus.table)):
        while rest and rest[0][0] <= place:
            yield f"\n{rest.popleft()[1]}\n"
        yield cue
    for _, block in rest:
        yield f"\n{block}\n"


def drops(corpus: Corpus) -> frozenset[str]:
    """The times of a word that fills its cue, between which and another no time stands."""
    table = corpus.table
    lists = table.label_lists()
    words = None if lists is None else lists.flat()
    begins, ends, _ = (None, None, None) if words is None else words.labels.numbers
    if words is None or begins is None or ends is None or table.start is None or table.end is None:
        return frozenset()
    cues = zip(words.first, words.first[1:], table.start.values, table.end.values, strict=False)
    alone = [(begins[first], ends[first], start, stop) for first, last, start, stop in cues if last == first + 1]
    if any(begin and end and (float(begin), float(end)) == (start, stop) for begin, end, start, stop in alone):
        return frozenset({"times"})
    return frozenset()


def _cues(table: Table) -> Iterator[str]:
    """The cues of all segments; empty for those that are part of the cue before them."""
    wrong = wrong_time(table, LATEST)
    texts = list(_texts(table, wrong))
    attributes = table.column("attributes")
    ids = table.ids()
    inside = _with_voices(table, texts) | _with_paragraphs(table, texts) if attributes is not None else ()
    if _ARROW in "\n".join((*ids, *texts)) or not _LINE_ENDS.isdisjoint("".join(ids)):
        _check_lines(table, texts, inside)
    if wrong is not None:
        check_times(table, wrong, "vtt")
    if not texts:
        return
    assert table.start is not None
    assert table.end is not None
    settings = [""] * len(texts)
    rows = (attributes or ())[: len(texts)]
    placed = {place: _SETTINGS[value] for place, value in values_of(rows, POSITION).items() if value in _SETTINGS}
    for place, value in (placed | values_of(rows, "vtt:settings")).items():
        settings[place] = f" {value}"
    for first in range(0, len(texts), PIECE):
        part = slice(first, first + PIECE)
        times = clock_texts(table.start.values[part], "."), clock_texts(table.end.values[part], ".")
        cues = [
            "\n" + f"{key}\n" * (key != "") + f"{start} --> {end}{setting}\n{text}" + "\n" * (text != "")
            for start, end, key, setting, text in zip(*times, ids[part], settings[part], texts[part], strict=True)
        ]
        yield from ["" if place in inside else cue for place, cue in enumerate(cues, first)] if inside else cues


def _check_lines(table: Table, texts: Sequence[str], inside: Collection[int]) -> None:
    """Rejects arrows and line ends where a reader would take them for a part of a cue."""
    for place, (key, speaker, text) in enumerate(zip(table.ids(), table.speakers, texts, strict=False)):
        if place in inside:
            continue
        if _ARROW in text:
            raise UsageError(f"vtt cannot hold the speaker {speaker!r}: its arrow would be read as times")
        if _ARROW in key or not _LINE_ENDS.isdisjoint(key):
            raise UsageError(f"vtt cannot hold the id {key!r}; expected one line without '-->'")


def _texts(table: Table, stop: int | None) -> Sequence[str]:
    """The texts of cues with their voices and the times of their words."""
    lists = table.label_lists()
    clocks_of = (clock_texts(column.values[:stop], ".") if column else [] for column in (table.start, table.end))
    stamped = None if lists is None else _all_stamped(lists, *clocks_of)
    attributes: Sequence[Attributes] = (table.column("attributes") or ())[:stop]
    plain, speakers = plain_texts(table)[:stop], table.speakers[:stop]
    remembered = values_of(attributes, "vtt:text") | values_of(attributes, f"vtt:{STYLED}")
    lines = values_of(attributes, LINES)
    unchanged = {place: line for place, line in lines.items() if spoken(line) == plain[place]}
    bodies = [_marked(unchanged.get(place, text)) for place, text in enumerate(plain)]
    for place, timed in enumerate(stamped or ()):
        if timed is not None:
            bodies[place] = in_lines(timed.split(" "), unchanged.get(place, ""), "\n")
    for place, styles in styles_by_place(attributes).items():
        bodies[place] = _MARKUP.styled(bodies[place], styles)
    # A cue without words has the markup of the file.
    empty = {place: raw for place, raw in remembered.items() if not bodies[place]}
    texts = [_tag_of(speaker) + text for speaker, text in zip(speakers, bodies, strict=True)]
    for place, raw in empty.items():
        texts[place] += raw
    for place, raw in remembered.items():
        if spoken(bare(raw)) == plain[place] and [speaker for speaker, _ in _voices_of(raw)] == [speakers[place]]:
            texts[place] = raw
    return texts


def _all_stamped(lists: LabelLists, opening: Sequence[str], closing: Sequence[str]) -> list[str | None]:
    """The words of cues between these clock times, with times between them; None where some word has no time."""
    values, (begins, ends, _) = lists.labels.values, lists.labels.numbers
    if begins is None:
        return [None] * len(opening)
    spans = list(pairwise(lists.first))[: len(opening)]
    is_timed = [last > first and None not in begins[first:last] for first, last in spans]
    for place in lists.branching():
        is_timed[place : place + 1] = [False] * len(is_timed[place : place + 1])
    numbers = [[0.0 if text is None else float(text) for text in texts] for texts in (begins, ends or begins)]
    if not all(map(partial(are_times, latest=LATEST), numbers)):
        for first, last in compress(spans, is_timed):
            for word, *times in zip(values[first:last], *(column[first:last] for column in numbers), strict=True):
                for time in times:
                    clock_text(time, owner=word)
        numbers = [[time if 0 <= time < LATEST else 0.0 for time in times] for times in numbers]
    marked = list(map(_marked, values))
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
    firsts = [place for place, pairs in enumerate(attributes[1 : len(texts)]) if ("vtt:voice", "2") in pairs]
    if not firsts:
        return inside
    plain, remembered = plain_texts(table), values_of(attributes, "vtt:text")
    for place in firsts:
        raw = remembered.get(place, "")
        voices = _voices_of(raw)
        rows = slice(place, place + len(voices))
        is_same = [(speaker, spoken(bare(text))) for speaker, text in voices] == [
            *zip(speakers[rows], plain[rows], strict=True)
        ]
        if place not in inside and is_same:
            texts[place] = raw
            inside |= {*range(place + 1, rows.stop)}
    return inside


def _with_paragraphs(table: Table, texts: list[str]) -> set[int]:
    """The segments that are of the paragraph of timed text before them; its cue gets a line for each voice.

    Words with times have cues of their own.
    """
    numbers = [paragraph_of(pairs) for pairs in (table.column("attributes") or ())[: len(texts)]]
    if not any(numbers) or table.start is None or table.end is None:
        return set()
    is_voice = [bool(speaker) and not _STAMP.search(text) for speaker, text in zip(table.speakers, texts, strict=False)]
    facts = list(zip(numbers, table.start.values, table.end.values, is_voice, strict=False))
    inside = {place for place in range(1, len(facts)) if all(facts[place]) and facts[place] == facts[place - 1]}
    first = 0
    for place in range(len(texts)):
        if place not in inside:
            first = place
            texts[first] += "</v>" if place + 1 in inside else ""
        else:
            texts[first] += f"\n{texts[place]}</v>"
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
        "WebVTT: cues with voices, settings and word times",
        (read, write, sniff),
        "comments",
        "ids",
        *STYLES,
        "positions",
        "speakers",
        "times",
    ),
    streams="appended",
    more=more,
    drops=drops,
)
