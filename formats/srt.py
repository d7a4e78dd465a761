"""SRT, SubRip subtitles: numbered cues with times, and text with a little markup.

    1
    00:00:01,000 --> 00:00:02,500
    <i>Good day.</i>

Real files may lack a number or have blank lines in a text: a cue ends where a line with times begins the next one. The
id of a segment is the number of its cue. Markup and coordinates are kept for writing. Entities of HTML, `<br>`, and
line breaks and blanks of SubStation Alpha, as converters leave them, are the characters that they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count, pairwise

from .engine.clock_times import player_clock
from .engine.cues import (
    BREAK,
    ENTITY,
    PIECE,
    STYLES,
    Markup,
    Tags,
    clock_texts,
    cue_lines,
    subtitles,
    unescaped,
    values_of,
    without_blank_ends,
)
from .engine.row_reader import FilledTable
from .engine.scrolling import SCROLLED, are_scrolling, new_lines, of_scrolling
from .engine.substation import with_breaks
from .errors import UsageError
from .schema import NOTICE, Corpus
from .source import Source
from .values import replace

_ARROW = "-->"
_OTHER_ARROW = re.compile(r":\s*[0-9]{1,2}\s*[,.]\s*[0-9]{1,3}\s*(?:-+>|[-\u2013\u2014\u2192]+)\s*[0-9]{1,3}\s*:")
_LAYOUT = "00:00:01,000 --> 00:00:02,500"
_TIMES = re.compile(r"\s*([0-9:.,]+)\s*-->\s*([0-9:.,]+)(?:\s+(\S.*)?)?")
_FRAMES = re.compile(r"\s*([0-9]{1,2}:[0-9]{2}:[0-9]{2}[:;][0-9]{2})\b")
_NUMBER = re.compile("[0-9]+")
_NO_STAMP = re.compile(r"(?!)")
_UNKNOWN = re.compile(r"<(/?)([a-zA-Z][\w.-]*)(?:\s[^<>]*)?>")
# Translators of web pages put blanks into times.
_BLANK_IN_TIME = re.compile(r"(?<=[:.,])\s+(?=[0-9])|(?<=[0-9])\s+(?=[:.,])")
_TAG = re.compile(r"<(?:\s*/)?\s*(?:[bius]|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}", re.IGNORECASE)


def read(source: Source) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"1\\n00:00:01,000 --> 00:00:02,500\\n<i>Good</i> day.\\n"))
    >>> corpus.segments[0].text, corpus.segments[0].start, corpus.segments[0].end
    ('Good day.', 1.0, 2.5)
    """
    lines = cue_lines(source)
    add = FilledTable(source.name, "id", "start", "end", "text", "attributes", "lines")
    places = [place for place, line in enumerate(lines) if _ARROW in line]
    _check_head(lines[: places[0]] if places else lines, add)
    # A cue ends above the number of the next one.
    ends = [place - bool(_number_above(lines, place)) for place in places[1:]]
    cut = _number_below(lines, places[-1]) if places else 0
    ends.append(cut - 1 if cut else len(lines))
    texts = [lines[place + 1 : end] for place, end in zip(places, ends, strict=False)]
    news = _new_texts(texts)
    repeated = 0
    for place, text, new in zip(places, texts, news, strict=True):
        add.number, add.line = place + 1, lines[place]
        repeated += new is not text
        if new is text or "".join(new).strip():
            cue(_number_above(lines, place), new, add)
    add.problems.check()
    notices = [of_scrolling(repeated)] if repeated else []
    if cut:
        notices.append(f"line {cut}: the number of a cue that is not there, left out")
    meta = tuple([(f"srt{NOTICE}", notice) for notice in notices])
    return Corpus(add.segments.table(), meta=meta, format="srt", path=source.name)


def _new_texts(texts: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """The lines of cues; of captions that scroll without what the cue before has shown."""
    if not are_scrolling(texts[:SCROLLED], _bare, _NO_STAMP):
        return texts
    return [*texts[:1], *[new_lines(*pair, _bare, _NO_STAMP) for pair in pairwise(texts)]]


def cue(number: str, lines: Sequence[str], add: FilledTable) -> None:
    """Reads a cue: its number, if it has one, the line with its times, and the lines of its text."""
    match = _TIMES.fullmatch(add.line) or _TIMES.fullmatch(_BLANK_IN_TIME.sub("", add.line))
    start, end = (player_clock(match[1]), player_clock(match[2])) if match else (None, None)
    if match is None or start is None or end is None:
        if frames := _FRAMES.match(add.line):
            expected = f"milliseconds, such as {_LAYOUT} (of 25 frames a second, :12 is ,480)"
            add.report_at(1, f"the time {frames[1]} counts frames", expected)
        else:
            add.report_at(1, "invalid times", _LAYOUT)
        return
    if end < start:
        what = f"end {match[2]} is before begin {match[1]}"
        add.report_at(match.start(2) + 1, what, "end >= begin")
        return
    for offset, line in enumerate(lines, 1):
        if _OTHER_ARROW.search(line):
            _report_arrow(add.number + offset, line, add)
            return
    text, attributes = _MARKUP.read("\n".join(without_blank_ends(lines)))
    if match[3]:
        attributes += (("srt:position", match[3].strip()),)
    add.segments.add(number, start, end, text, attributes, add.number)


def _number_above(lines: Sequence[str], place: int) -> str:
    """The number above the times of a cue; nothing where there is none."""
    above = lines[place - 1].strip() if place else ""
    return above if _NUMBER.fullmatch(above) else ""


def _number_below(lines: Sequence[str], place: int) -> int:
    """The line of the number of a further cue below the last one, in a file that was cut there; 0 for none."""
    last = next(number for number in range(len(lines), 0, -1) if lines[number - 1].strip())
    number = _number_above(lines, place)
    is_next = bool(number) and last > place + 1 and lines[last - 1].strip() == str(int(number[-18:]) + 1)
    return last if is_next and not lines[last - 2].strip() else 0


def _check_head(lines: Sequence[str], add: FilledTable) -> None:
    """Reports text before the first cue, other than its number."""
    texts = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not texts or (len(texts) == 1 and texts[0][0] == len(lines) and texts[0][1].strip().isdecimal()):
        return
    for number, line in texts:
        if _OTHER_ARROW.search(line) and _ARROW not in line:
            _report_arrow(number, line, add)
            return
    add.number, add.line = texts[0]
    if add.line.startswith("WEBVTT"):
        way = "vtt with format= (--from, --format, --ref-format or --hyp-format)"
        add.report_at(1, "a file of WebVTT", f"srt; the suffix .vtt, or {way}, reads it")
        return
    add.report_at(1, "text outside of a cue", f"a number, then {_LAYOUT}")


def _report_arrow(number: int, line: str, add: FilledTable) -> None:
    add.number, add.line = number, line
    add.report_at(1, f"times without {_ARROW!r} between them", _LAYOUT)


def _bare(text: str) -> str:
    # Codes of SubStation Alpha, as converters leave them.
    text = BREAK.sub("\n", text) if "<" in text else text
    text = with_breaks(text) if "\\" in text else text
    text = _TAG.sub("", text)
    text = _without_pairs(text) if "</" in text else text
    return ENTITY.sub(lambda match: unescaped(match[0]), text) if "&" in text else text


def _without_pairs(text: str) -> str:
    """A text without unknown tags that are closed: players hide those, and show others (`<unk>`)."""
    tags = [(match[1], match[2].lower()) for match in _UNKNOWN.finditer(text)]
    closed = {name for slash, name in tags if slash} & {name for slash, name in tags if not slash}
    return _UNKNOWN.sub(lambda match: "" if match[2].lower() in closed else match[0], text)


_STYLES = Tags.of_styles(
    r"(?i:<\s*LETTER(?:\s[^<>]*)?>|\{\\LETTER1\})",
    r"(?i:<\s*/\s*LETTER\s*>|\{\\LETTER0\})",
    ("<LETTER>", "</LETTER>"),
)


def _marked(text: str) -> str:
    """A text that players show as it is, where it has what looks like an entity."""
    return ENTITY.sub(lambda match: _as_text(match[0]), text) if "&" in text else text


def _as_text(written: str) -> str:
    """The text to write for what looks like an entity, but is text."""
    return written if unescaped(written) == written else f"&amp;{written[1:]}"


_MARKUP = Markup("srt", _bare, mark=_marked, styles=_STYLES, is_placed=True)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields numbered cues; every segment needs times."""
    return more(corpus, 0)


def more(corpus: Corpus, before: int) -> Iterator[str]:
    """Yields the cues of a piece after so many others."""
    starts, ends, texts = _MARKUP.cues(corpus)
    wrong = next((text for text in texts if _ARROW in text or _OTHER_ARROW.search(text)), None)
    if wrong is not None:
        raise UsageError(f"srt cannot hold the text {wrong!r}: its arrow would be read as times")
    numbers = count(before + 1)
    positions = [""] * len(texts)
    for place, position in values_of(corpus.table.column("attributes") or (), "srt:position").items():
        positions[place] = f" {position}"
    for first in range(0, len(texts), PIECE):
        part = slice(first, first + PIECE)
        times = clock_texts(starts[part], ","), clock_texts(ends[part], ",")
        cues = zip(*times, texts[part], numbers, positions[part], strict=False)
        yield "".join(
            [
                f"\n{number}\n{start} --> {end}{position}\n{text}" + "\n" * (text != "")
                for start, end, text, number, position in cues
            ]
        )[before + first == 0 :]


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first line that is not blank is a number, followed by times."""
    head = [line for line in lines if line.strip()][:2]
    return len(head) == 2 and head[0].strip().isdecimal() and bool(_TIMES.fullmatch(head[1]))


FORMAT = replace(
    subtitles("srt", (".srt",), "SubRip subtitles", (read, write, sniff), *STYLES, "positions"),
    streams="appended",
    more=more,
)
