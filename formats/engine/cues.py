"""Clock times and texts of cues, for all subtitle formats.

A cue becomes a segment whose text is its bare words. The attribute `lines` holds the text with line breaks, if it has
several lines; `<format>:text` holds the text of the file, if markup makes that different.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import accumulate, chain, pairwise, repeat
from math import nan
from typing import TypeAlias

from ..errors import UsageError
from ..record import Format
from ..schema import Attributes, Corpus, Table
from ..schema.markup import word_lists
from ..source import Source
from ..values import dataclass
from .fields import ALL_BLANKS, check_order, wrong_time
from .transform import plain_text, plain_texts

CARRIED = frozenset({"line breaks", "segment times"})
NEEDED = frozenset({"segment times"})
FAMILY = "subtitles"
LINES = "lines"
LATEST = 1e9
PIECE = 256
"""Cues that are written together."""
_FRAME_RATE, _FASTEST = 25.0, 1000
_BEHIND = ("", " ", "\t")
Times: TypeAlias = "list[float | None]"
_CLOCK = re.compile(r"(?:([0-9]{1,9}):)?([0-9]{1,2}):([0-9]{2})(?:[.,]([0-9]{1,9}))?")


def clock(text: str) -> float | None:
    """The seconds of a clock time; None for any other text.

    >>> clock("01:00:02,500"), clock("00:02.5"), clock("x")
    (3602.5, 2.5, None)
    """
    return clocks((text,))[0]


def _unusual_clock(text: str) -> float | None:
    """The seconds of a clock time in any form."""
    match = _CLOCK.fullmatch(text)
    if match is None or int(match[3]) > 59 or (match[1] and int(match[2]) > 59):
        return None
    hours, minutes, seconds, fraction = match.groups()
    digits = (fraction or "").ljust(3, "0")
    whole = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    unit: int = 10 ** len(digits)
    return (whole * unit + int(digits)) / unit


def clocks(texts: Sequence[str]) -> Times:
    """The seconds of clock times; None for other texts.

    >>> clocks(["01:00:02,500", "00:02.5", "x"])
    [3602.5, 2.5, None]
    """
    return [
        time if time == time else _unusual_clock(text) for text, time in zip(texts, usual_clocks(texts), strict=True)
    ]


def usual_clocks(texts: Sequence[str]) -> list[float]:
    """The seconds of clock times in the form 01:00:02,500; NaN for all others.

    >>> usual_clocks(["01:00:02,500", "1:00:02.5"])
    [3602.5, nan]
    """
    cuts = [text[:3] for text in texts], [text[3:8] for text in texts], [text[8:] for text in texts]
    columns = [map(table.get, keys, repeat(nan)) for table, keys in zip(milliseconds(), cuts, strict=True)]
    return [(hour + minute + part) / 1000 for hour, minute, part in zip(*columns, strict=True)]


def times_of(lines: Sequence[str], pattern: re.Pattern[str], marks: str = ".") -> tuple[Times, Times, list[str]]:
    """Begins and ends in lines that the pattern takes apart, and what stands behind; None where one has no such times.

    The marks may stand between seconds and milliseconds.

    >>> times_of(["00:00:01.000 --> 00:00:02.500 x", "0:01.0-->0:02"], re.compile("(.*)-->(.*)(.*)"))
    ([1.0, 1.0], [2.5, 2.0], [' x', ''])
    """
    starts: Times = list(usual_clocks([line[:12] for line in lines]))
    ends: Times = list(usual_clocks([line[17:29] for line in lines]))
    behind = [line[29:] for line in lines]
    others = [
        place
        for place, (line, start, end) in enumerate(zip(lines, starts, ends, strict=True))
        if not (start <= end and line[12:17] == " --> " and line[8] in marks and line[25] in marks)  # type: ignore[operator]
        or line[29:30] not in _BEHIND
    ]
    if others:
        matches = map(pattern.fullmatch, [lines[place] for place in others])
        groups = [("", "", "") if match is None else match.groups("") for match in matches]
        firsts, lasts, rests = zip(*groups, strict=True)
        for place, start, end, rest in zip(others, clocks(firsts), clocks(lasts), rests, strict=True):
            starts[place], ends[place], behind[place] = start, end, rest
    return starts, ends, behind


@cache
def milliseconds() -> tuple[dict[str, float], dict[str, float], dict[str, float]]:
    """Tables of the parts of usual clock times, `01:`, `02:03` and `.004`: a lookup is faster than arithmetic."""
    return (
        {f"{hour:02d}:": hour * 3_600_000 for hour in range(100)},
        {f"{minute:02d}:{second:02d}": (minute * 60 + second) * 1000 for minute in range(60) for second in range(60)},
        {f"{mark}{part:03d}": part for mark in ",." for part in range(1000)},
    )


def clock_text(seconds: float, *, owner: str | None = None) -> str:
    """The clock time of a number of seconds, with three digits after a point.

    >>> clock_text(3602.5), clock_text(1.0005)
    ('01:00:02.500', '00:00:01.001')
    """
    if not 0 <= seconds < LATEST:
        place = "" if owner is None else f"the word {owner!r}: "
        raise UsageError(f"{place}a time is {seconds!r}; expected seconds >= 0 and below 1e9")
    return clock_texts((seconds,), ".")[0]


def clock_texts(seconds: Iterable[float], mark: str, digits: int = 3) -> list[str]:
    """Clock times, rounded to a number of digits.

    >>> clock_texts([3602.5, 1.0005], ",")
    ['01:00:02,500', '00:00:01,001']
    """
    unit = 10**digits
    minute, hour = 60 * unit, 3600 * unit
    # The float 1.005 is slightly below the written 1.005.
    counts = [int(time * unit + 0.5 + 1e-6) for time in seconds]
    return [
        f"{count // hour:02d}:{count // minute % 60:02d}:{count // unit % 60:02d}{mark}{count % unit:0{digits}d}"
        for count in counts
    ]


def frame_rate_of(rate: float | None) -> float:
    """The frame rate of an option; refused unless it is above 0 and below 1000.

    >>> frame_rate_of(24), frame_rate_of(None)
    (24.0, 25.0)
    """
    if rate is None:
        return _FRAME_RATE
    if not 0 < rate < _FASTEST:
        raise UsageError(
            f"frame_rate is {rate!r}; expected frames per second, above 0 and below {_FASTEST}, such as 25 or 23.976"
        )
    return float(rate)


def cue_lines(source: Source) -> list[str]:
    r"""The lines of a file; carriage returns end lines, too, where they are more than newlines.

    >>> cue_lines(Source(b"a\rb\rc\n")), cue_lines(Source(b"a\r\nb\rc\n"))
    (['a', 'b', 'c'], ['a', 'b\rc'])
    """
    text = source.text
    # A newline that was converted twice (\r\r\n) ends one line.
    if "\r" not in text or text.count("\r") - text.count("\r\n") - text.count("\r\r\n") <= text.count("\n"):
        return source.lines()
    return text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")


# --- texts ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Markup:
    """The markup of a format: how the texts of its cues are read and written, all at once."""

    name: str
    """The name of the format in messages."""
    bare: Callable[[Sequence[str]], Sequence[str]]
    """Removes markup from texts."""
    signs: str
    """Characters of markup, and blanks beside the usual one, which a text of words and single blanks does not have."""
    line_end: str = "\n"
    """What stands between two lines of a cue."""
    mark: Callable[[Sequence[str]], Sequence[str]] | None = None
    """Escapes bare texts; without it, a text that would be read as markup is refused."""

    def read(self, raws: Sequence[str]) -> tuple[Sequence[str], Sequence[Attributes]]:
        """The words of cues, and the attributes to keep.

        >>> markup = Markup("x", lambda texts: [text.replace("|", "\\n").strip("^") for text in texts], "|^", "|")
        >>> markup.read(["^a|b", "a|b"])
        (['a b', 'a b'], [(('lines', 'a\\nb'), ('x:text', '^a|b')), (('lines', 'a\\nb'),)])
        """
        odd = self.odd_places(raws)
        texts, attributes = list(raws), list[Attributes]([()]) * len(raws)
        bares = self.bare([raws[place] for place in odd])
        for place, text, lines in zip(odd, spoken(bares), lines_of(bares), strict=True):
            raw, texts[place] = texts[place], text
            if "\n" in lines:
                attributes[place] = ((LINES, lines),)
            else:
                lines = text
            if raw != lines and (self.line_end == "\n" or raw != lines.replace("\n", self.line_end)):
                attributes[place] += ((f"{self.name}:text", raw),)
        return texts, attributes

    def odd_places(self, texts: Sequence[str]) -> Sequence[int]:
        """The places of texts that may be more than words and single blanks."""
        joined = "\n".join(texts)
        signs = [sign for sign in ("  ", *self.signs) if sign in joined]
        edges = {text[:1] for text in texts} | {text[-1:] for text in texts}
        odd = set[int]()
        if joined.count("\n") >= len(texts) or not edges.isdisjoint(ALL_BLANKS):
            odd = {
                place
                for place, text in enumerate(texts)
                if "\n" in text or text[:1] in ALL_BLANKS or text[-1:] in ALL_BLANKS
            }
        for sign in signs:
            odd |= {place for place, text in enumerate(texts) if sign in text}
        return sorted(odd)

    def write(self, texts: Sequence[str], attributes: Sequence[Attributes]) -> Sequence[str]:
        """The texts to write for cues: that of the file, where its words have not changed; else its lines or words."""
        remembered = unchanged(texts, values_of(attributes, f"{self.name}:text"), self.bare)
        lines = unchanged(texts, values_of(attributes, LINES))
        if remembered or lines:
            lines = {**lines, **dict.fromkeys(remembered, "")}
            texts = [lines.get(place, text) for place, text in enumerate(texts)]
        texts = self.marked(texts)
        return [remembered.get(place, text) for place, text in enumerate(texts)] if remembered else texts

    def marked(self, texts: Sequence[str]) -> Sequence[str]:
        """Texts as cues have them; refused where one would be read as markup."""
        if self.mark is not None:
            return self.mark(texts)
        joined = "".join(texts)
        if "\n" not in joined and not any(map(joined.__contains__, self.signs)):
            return texts
        is_read = self.line_end != "\n" and self.line_end in joined
        for text, bare in zip(texts, self.bare(texts), strict=True):
            if text != bare or (is_read and self.line_end in text):
                what = "some of it would be read as markup"
                raise UsageError(f"{self.name} has no way to write the text {text!r}: {what}")
        return list(map(str.replace, texts, repeat("\n"), repeat(self.line_end)))

    def cues(
        self, corpus: Corpus, owner: str = "", latest: float = LATEST
    ) -> tuple[array[float], array[float], Sequence[str]]:
        """Begins, ends and texts of all cues; an error where a time is missing, negative or too late for the format
        `owner`."""
        table = corpus.table
        wrong = wrong_time(table, latest)
        texts = self.write(plain_texts(table)[:wrong], (table.column("attributes") or ())[:wrong])
        if wrong is not None:
            check_times(table, wrong, owner or self.name, latest)
        empty = array("d")
        return table.start.values if table.start else empty, table.end.values if table.end else empty, texts


def spoken(texts: Sequence[str]) -> list[str]:
    """The words of texts with single blanks between them.

    >>> spoken(["good\\n day "])
    ['good day']
    """
    return list(map(" ".join, word_lists(texts)))


def lines_of(texts: Sequence[str]) -> list[str]:
    """The lines of texts that are not blank, with single blanks between their words.

    >>> lines_of(["good \\n\\nday"])
    ['good\\nday']
    """
    lists = list(map(str.split, texts, repeat("\n")))
    lines = list(chain.from_iterable(lists))
    lines = [text if line else "" for text, line in zip(spoken(lines), map(str.strip, lines), strict=True)]
    bounds = pairwise(accumulate(map(len, lists), initial=0))
    return list(map("\n".join, [filter(None, lines[first:last]) for first, last in bounds]))


def values_of(attributes: Sequence[Attributes], key: str) -> dict[int, str]:
    """The values that segments have for a key, by their places.

    >>> values_of([(), (("lines", "a"),)], "lines")
    {1: 'a'}
    """
    return {place: value for place, pairs in enumerate(attributes) for name, value in pairs if name == key}


def unchanged(
    texts: Sequence[str], remembered: dict[int, str], bare: Callable[[Sequence[str]], Sequence[str]] = list
) -> dict[int, str]:
    """The texts of a file whose bare words are those of the plain texts at the same places."""
    if not remembered:
        return remembered
    before = zip(remembered.items(), spoken(bare(list(remembered.values()))), strict=True)
    return {place: raw for (place, raw), text in before if text == texts[place]}


def check_times(table: Table, place: int, name: str, latest: float = LATEST) -> tuple[float, float]:
    """Begin and end of a cue; an error where one is missing, negative or not before the latest time of the format."""
    segment = table[place]
    start, end = segment.start, segment.end
    if start is None or end is None:
        raise UsageError(f"{name} needs a begin and an end for every segment; {plain_text(segment)[:40]!r} has none")
    for time in (start, end):
        if not 0 <= time < latest:
            raise UsageError(
                f"{name} cannot hold the time {float(time)} s of {plain_text(segment)[:40]!r}; "
                f"expected seconds >= 0 and below {latest:g}"
            )
    check_order(start, end)
    return start, end


def subtitles(
    name: str,
    suffixes: tuple[str, ...],
    summary: str,
    functions: tuple[Callable[..., Corpus], Callable[[Corpus], Iterable[str]], Callable[[Sequence[str]], bool]],
    *carries: str,
) -> Format:
    """The record of a subtitle format; `functions` are read, write and sniff, `carries` adds to the usual features."""
    read, write, sniff = functions
    return Format(
        name=name,
        suffixes=suffixes,
        summary=summary,
        carries=CARRIED | set(carries),
        read=read,
        write=write,
        sniff=sniff,
        family=FAMILY,
        needs=NEEDED,
        cues=True,
    )
