"""LRC: lyrics with the time of each line, and in the enhanced form of each word.

    [ti:A song]
    [00:12.00]Good day.
    [00:15.30][01:15.30]<00:15.30>Yes, <00:15.80>again.
    [00:17.20]

A line with several times is sung several times. A line ends where the next one begins; one without text only ends the
line before it. Behind a second colon are hundredths, as in `[00:12:50]`, but seconds in a transcript that is not named
.lrc. The tag `offset` is a number of milliseconds by which all lines come earlier. Other tags are kept for
writing; lines that begin with # are comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from .engine.comments import comment_line, with_comments
from .engine.cues import OPEN_END, Markup, cue_lines, spoken, subtitles, timed_words
from .engine.row_reader import FilledTable
from .errors import UsageError
from .schema import NOTICE, Comment, Corpus, Item, Label, LabelColumns
from .source import Source
from .values import replace

# Files of some players lack minutes, or have times of words in brackets, as those of lines are.
_HOURS, _MINUTES = r"(?:([0-9]{1,2}):(?=[0-9]{1,2}:[0-9]{2}\.))?", r"(?:([0-9]{1,4}):|(?=[0-9]{1,2}\.))"
_TIME = rf"{_HOURS}{_MINUTES}([0-9]{{1,2}})(?:([.:])([0-9]{{1,3}}))?"
_LINE_TIME, _WORD_TIME = re.compile(rf"\s*\[{_TIME}\]"), re.compile(rf"[<\[]{_TIME}[>\]]")
_TAG = re.compile(r"\s*\[([A-Za-z#][^\[\]:]*):(.*)\]\s*")
_OFFSET = re.compile(r"[+-]?[0-9]{1,7}")
_LAYOUT = "[00:12.00]text"
_LATEST = 6e5
"""Seconds: minutes have four digits."""

# A line of the file: its begin, its text, and its number.
_Line = tuple[float, str, int]


def read(source: Source) -> Corpus:
    """Reads lines.

    >>> corpus = read(Source(b"[00:12.00]Good day.\\n[00:15.30]\\n"))
    >>> corpus.segments[0].text, corpus.segments[0].start, corpus.segments[0].end
    ('Good day.', 12.0, 15.3)
    """
    add = FilledTable(source.name, "start", "end", "text", "labels", "lines")
    sung: list[_Line] = []
    meta: list[tuple[str, str]] = []
    comments: list[Comment] = []
    offset, texts = 0.0, 0
    is_clock = not source.name.lower().removesuffix(".gz").endswith(".lrc")
    for add.number, add.line in enumerate(cue_lines(source), 1):
        times, text = _parts(add.line, is_clock)
        tag = _TAG.fullmatch(add.line)
        if times:
            texts += len(times) * (text != "")
            sung += [(time, text, add.number) for time in times]
        elif tag and tag[1].lower() == "offset":
            offset = _offset(tag[2].strip(), add)
        elif tag:
            meta.append((f"lrc:{tag[1]}", tag[2]))
        elif add.line.startswith("#"):
            comments.append(Comment(add.line, texts))
        elif add.line.strip():
            add.report_at(1, "a line without a time", _LAYOUT)
    add.problems.check()
    sung = sorted([(max(0.0, round(time - offset, 3)), text, number) for time, text, number in sung])
    is_open = _add_lines(sung, offset, add, is_clock)
    if is_open:
        meta.append((f"lrc{NOTICE}", f"the file has no end for the last line: it is read as {OPEN_END:g} s long"))
    return Corpus(add.segments.table(), comments=tuple(comments), meta=tuple(meta), format="lrc", path=source.name)


def _parts(line: str, is_clock: bool) -> tuple[list[float], str]:
    """The times in front of a line, and its text."""
    times, end = list[float](), 0
    while match := _LINE_TIME.match(line, end):
        times.append(_seconds(match, is_clock))
        end = match.end()
    return times, line[end:].strip()


def _seconds(match: re.Match[str], is_clock: bool) -> float:
    """The time of a match; `is_clock` tells whether seconds stand behind a second colon."""
    hours, minutes, seconds, sign, fraction = match.groups()
    if sign == ":" and is_clock:
        hours, minutes, seconds, fraction = minutes, seconds, fraction, None
    return int(hours or 0) * 3600 + int(minutes or 0) * 60 + float(f"{int(seconds)}.{fraction or 0}")


def _offset(text: str, add: FilledTable) -> float:
    if _OFFSET.fullmatch(text):
        return int(text) / 1000
    add.report_at(1, f"the offset is {text!r}", "milliseconds, such as [offset:-500]")
    return 0.0


def _add_lines(sung: Sequence[_Line], offset: float, add: FilledTable, is_clock: bool) -> bool:
    """Adds the lines that have texts; whether the end of the last one is not known."""
    is_open = False
    ends: list[float | None] = [None] * len(sung)
    for place in range(len(sung) - 2, -1, -1):
        # Lines of two languages may begin at the same time.
        ends[place] = ends[place + 1] if sung[place + 1][0] == sung[place][0] else sung[place + 1][0]
    for (start, text, number), end in zip(sung, ends, strict=True):
        if not text:
            continue
        stamps = [max(0.0, round(_seconds(match, is_clock) - offset, 3)) for match in _WORD_TIME.finditer(text)]
        if end is None:
            is_open = True
            end = max([start + OPEN_END, *stamps])
        labels = _timed(text, start, stamps, end) if stamps else None
        add.segments.add(start, end, spoken(_bare(text)) if labels is None else None, labels, number)
    return is_open


def _timed(text: str, start: float, stamps: Sequence[float], end: float) -> LabelColumns | None:
    """The words of a line, from the texts between the times in it."""
    texts = _WORD_TIME.split(text)[:: _WORD_TIME.groups + 1]
    times = [start, *stamps, max(end, *stamps)]
    pieces = zip(texts, pairwise(times), strict=True)
    return timed_words([(piece, begin, max(begin, after)) for piece, (begin, after) in pieces])


def _bare(text: str) -> str:
    return _WORD_TIME.sub("", _parts(text, False)[1])


_MARKUP = Markup("lrc", _bare)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the tags and the lines of a file in order of time; every segment needs times."""
    if corpus.format == "lrc":
        for key, value in corpus.meta:
            if key.startswith("lrc:") and not key.endswith(NOTICE):
                yield f"[{key.removeprefix('lrc:')}:{value}]\n"
    yield from with_comments(corpus, _comment, zip(_lines(corpus)))


def _comment(text: str) -> str:
    return comment_line(text if text.startswith("#") else f"# {text}", "#", "lrc")


def _lines(corpus: Corpus) -> Iterator[str]:
    """The line of each segment, with what ends it."""
    table = corpus.table.changed(attributes=None)  # a line has no line breaks
    starts, ends, texts = _MARKUP.cues(replace(corpus, segments=table), latest=_LATEST)
    digits = 2 if all(abs(time * 100 - round(time * 100)) < 1e-6 for time in (*starts, *ends)) else 3
    lists = table.label_lists()
    order = sorted(range(len(texts)), key=starts.__getitem__)
    for row, after in zip(order, [*order[1:], None], strict=False):
        text = texts[row]
        if lists is not None and (stamped := _stamped(lists[row], ends[row], digits)):
            text = stamped
        line = f"[{_clock(starts[row], digits)}]{text}\n"
        if after is None or ends[row] < starts[after]:
            line += f"[{_clock(ends[row], digits)}]\n"
        yield line


def _stamped(items: Sequence[Item], end: float, digits: int) -> str:
    """Words with their times; empty where some word has none."""
    labels = [item for item in items if isinstance(item, Label)]
    times = [(label.start, label.end) for label in labels if label.start is not None and label.end is not None]
    if not labels or len(times) < len(items):
        return ""
    for label, span in zip(labels, times, strict=True):
        for time in span:
            if not 0 <= time < _LATEST:
                what = f"the time {float(time)} s of {label.value!r}; expected seconds >= 0 and below {_LATEST:g}"
                raise UsageError(f"lrc cannot hold {what}")
    text = ""
    for label, (start, stop), (after, _) in zip(labels, times, [*times[1:], (end, end)], strict=True):
        text += f" <{_clock(start, digits)}>{label.value}"
        if stop < after:
            text += f"<{_clock(stop, digits)}>"
    return text[1:]


def _clock(seconds: float, digits: int) -> str:
    """Minutes and seconds.

    >>> _clock(75.5, 2), _clock(6000.0, 3)
    ('01:15.50', '100:00.000')
    """
    count = int(seconds * 10**digits + 0.5 + 1e-6)
    minutes, rest = divmod(count, 60 * 10**digits)
    return f"{minutes:02d}:{rest // 10**digits:02d}.{rest % 10**digits:0{digits}d}"


def drops(corpus: Corpus) -> frozenset[str]:
    """Overlaps, because a line ends where the next one begins; times of words in a line with others without times."""
    table = corpus.table
    columns = [column.values for column in (table.start, table.end) if column is not None]
    times = sorted(zip(*columns, strict=True)) if len(columns) > 1 else []
    dropped = {"overlaps" for (start, end), (after, _) in pairwise(times) if end > after > start}
    lists = table.label_lists()
    begins = None if lists is None else lists.labels.numbers[0]
    if lists is not None and begins is not None:
        lines = [begins[first:last] for first, last in pairwise(lists.first)]
        dropped |= {"times" for line in lines if 0 < line.count(None) < len(line)}
    return frozenset(dropped)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are lines with times, and otherwise only tags and comments."""
    data = [line for line in lines if line.strip() and not line.startswith("#")]
    return any(map(_LINE_TIME.match, data)) and all(_LINE_TIME.match(line) or _TAG.fullmatch(line) for line in data)


FORMAT = replace(
    subtitles("lrc", (".lrc",), "LRC: lyrics, and other texts with a time before each line", (read, write, sniff)),
    carries=frozenset({"segment times", "times", "comments", "attributes:lrc"}),
    drops=drops,
)
