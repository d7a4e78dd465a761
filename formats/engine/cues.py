"""Clock times and texts of cues, for all subtitle formats.

A cue becomes a segment whose text is its bare words. The attribute `lines` holds the text with line breaks, if it has
several lines; `<format>:text` holds the text of the file, if markup makes that different.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, repeat
from operator import add, gt

from ..errors import UsageError
from ..record import Format
from ..schema import Attributes, Corpus, Table
from ..schema.markup import words
from ..values import dataclass
from .fields import check_order, wrong_time
from .transform import plain_text, plain_texts

CARRIED = frozenset({"line breaks", "segment times"})
NEEDED = frozenset({"segment times"})
FAMILY = "subtitles"
LINES = "lines"
LATEST = 1e9
PIECE = 256
"""Cues that are written together."""
_FRAME_RATE, _FASTEST = 25.0, 1000
# Hours, minutes with seconds, and milliseconds.
TIME = r"([0-9]{2}:)?([0-9]{2}:[0-9]{2})([,.][0-9]{3})"
# What stands behind the times, the lines of the text, and the blank lines behind them.
REST = r"([^\n]*)\n((?:[^\n]+\n)*)(\n*)"
_PERIOD = 11  # groups, and what stands between two cues
_BLANKS_ALONE = re.compile(r"^[^\S\n]+$", re.MULTILINE)
_CLOCK = re.compile(r"(?:([0-9]{1,9}):)?([0-9]{1,2}):([0-9]{2})(?:[.,]([0-9]{1,9}))?")


def clock(text: str) -> float | None:
    """The seconds of a clock time; None for any other text.

    >>> clock("01:00:02,500"), clock("00:02.5"), clock("x")
    (3602.5, 2.5, None)
    """
    hours_of, minutes_of, parts_of = milliseconds()
    try:
        return (hours_of[text[:3]] + minutes_of[text[3:8]] + parts_of[text[8:]]) / 1000
    except KeyError:
        pass  # not in the usual form, such as 01:00:02,500
    match = _CLOCK.fullmatch(text)
    if match is None or int(match[3]) > 59 or (match[1] and int(match[2]) > 59):
        return None
    hours, minutes, seconds, fraction = match.groups()
    digits = (fraction or "").ljust(3, "0")
    whole = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    unit: int = 10 ** len(digits)
    return (whole * unit + int(digits)) / unit


@cache
def milliseconds() -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """Tables of the parts of usual clock times, `01:`, `02:03` and `.004`: a lookup is faster than arithmetic."""
    return (
        {f"{hour:02d}:": hour * 3_600_000 for hour in range(100)},
        {f"{minute:02d}:{second:02d}": (minute * 60 + second) * 1000 for minute in range(60) for second in range(60)},
        {f"{mark}{part:03d}": part for mark in ",." for part in range(1000)},
    )


def clock_text(seconds: float, mark: str, digits: int = 3, *, owner: str | None = None) -> str:
    """The clock time of a number of seconds.

    >>> clock_text(3602.5, ","), clock_text(1.005, ".", 2)
    ('01:00:02,500', '00:00:01.01')
    """
    if not 0 <= seconds < LATEST:
        place = "" if owner is None else f"the word {owner!r}: "
        raise UsageError(f"{place}a time is {seconds!r}; expected seconds >= 0 and below 1e9")
    return clock_texts((seconds,), mark, digits)[0]


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


# --- cues in the usual form ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cues:
    """The cues of a file as columns."""

    ids: Sequence[str]
    starts: array[float]
    ends: array[float]
    settings: Sequence[str]
    """What stands behind the times."""
    raw: Sequence[str]
    """The texts of the file, with their line ends and markup."""
    lines: Sequence[int]
    """The lines with the times."""

    def rows(self) -> Iterator[tuple[str, float, float, str, str, int]]:
        """The cues one by one."""
        return zip(self.ids, self.starts, self.ends, self.settings, self.raw, self.lines, strict=True)


def cut_cues(text: str, pattern: re.Pattern[str], before: int = 0, ahead: int = 0) -> Cues | None:
    """The cues of a text that consists of nothing else; None where something needs a closer look.

    The pattern has the groups id, `TIME` twice and `REST`. There are `before` lines in front of the text, and `ahead`
    lines of each cue in front of its times.
    """
    if not text.endswith("\n"):
        text += "\n"
    parts = pattern.split(text)
    count = len(parts) // _PERIOD
    if not count or any(parts[::_PERIOD]) or text.count("-->") != count or _BLANKS_ALONE.search(text):
        return None
    ids = [name or "" for name in parts[1::_PERIOD]]
    starts, ends = (_seconds(parts, first) for first in (2, 5))
    if starts is None or ends is None or any(map(gt, starts, ends)):
        return None
    raw, gaps = parts[9::_PERIOD], parts[10::_PERIOD]
    if not all(gaps[:-1]):
        return None
    heads = [1 + (ahead or name != "") for name in ids]
    sizes = map(add, map(add, heads, map(str.count, raw, repeat("\n"))), map(len, gaps))
    firsts = accumulate(sizes, initial=before)
    lines = list(map(add, firsts, heads))
    return Cues(list(map(str.strip, ids)), starts, ends, parts[8::_PERIOD], [lines_of[:-1] for lines_of in raw], lines)


def _seconds(parts: Sequence[str], first: int) -> array[float] | None:
    """Times in seconds from their three parts; None where one is none."""
    hours_of, minutes_of, parts_of = milliseconds()
    columns = (parts[place::_PERIOD] for place in range(first, first + 3))
    try:
        return array(
            "d",
            [
                (hours_of[hours or "00:"] + minutes_of[minutes] + parts_of[rest]) / 1000
                for hours, minutes, rest in zip(*columns, strict=True)
            ],
        )
    except KeyError:
        return None


# --- texts ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Markup:
    """The markup of a format: how the texts of its cues are read and written."""

    name: str
    """The name of the format in messages."""
    bare: Callable[[str], str]
    """Removes markup from a text."""
    odd: re.Pattern[str]
    """Finds what may be more than words and single blanks."""
    line_end: str = "\n"
    """What stands between two lines of a cue."""
    mark: Callable[[str], str] | None = None
    """Escapes a bare text; without it, a text that would be read as markup is refused."""

    def read(self, raw: str) -> tuple[str, Attributes]:
        """The words of a cue, and the attributes to keep.

        >>> markup = Markup("x", lambda text: text.replace("|", "\\n").replace("^", ""), re.compile(r"[|^]"), "|")
        >>> markup.read("^a|b"), markup.read("a|b")
        (('a b', (('lines', 'a\\nb'), ('x:text', '^a|b'))), ('a b', (('lines', 'a\\nb'),)))
        """
        if self.odd.search(raw) is None:
            return raw, ()
        bare = self.bare(raw)
        text = " ".join(words(bare))
        attributes: Attributes = ()
        lines = text
        if text != raw and "\n" in bare.strip() and text:
            lines = "\n".join(" ".join(words(line)) for line in bare.split("\n") if line.strip())
            attributes = ((LINES, lines),)
        if raw not in (lines, lines.replace("\n", self.line_end)):
            attributes += ((f"{self.name}:text", raw),)
        return text, attributes

    def write(self, text: str, attributes: Attributes) -> str:
        """The text to write for a cue: that of the file, if its words have not changed; else its lines or its words."""
        remembered = dict(attributes)
        raw, lines = remembered.get(f"{self.name}:text"), remembered.get(LINES)
        if raw is not None and words(self.bare(raw)) == words(text):
            return raw
        if lines is not None and words(lines) == words(text):
            text = lines
        return self.marked(text) if text else text

    def marked(self, text: str) -> str:
        """A text as a cue has it; refused where it would be read as markup."""
        if self.mark is not None:
            return self.mark(text)
        if (self.line_end != "\n" and self.line_end in text) or self.bare(text) != text:
            raise UsageError(f"{self.name} has no way to write the text {text!r}: some of it would be read as markup")
        return text.replace("\n", self.line_end)

    def cues(
        self, corpus: Corpus, owner: str = "", latest: float = LATEST
    ) -> tuple[array[float], array[float], list[str]]:
        """Begins, ends and texts of all cues; an error where a time is missing, negative or too late for the format
        `owner`."""
        table = corpus.table
        wrong = wrong_time(table, latest)
        texts = list(plain_texts(table))
        attributes = table.column("attributes")
        is_odd = bool(self.odd.search("".join(texts)))
        if attributes is not None or is_odd:
            rows = zip(texts[:wrong], attributes or repeat(()), strict=False)
            texts = [
                self.write(text, details) if details else self.marked(text) if is_odd and text else text
                for text, details in rows
            ]
        if wrong is not None:
            check_times(table, wrong, owner or self.name, latest)
        empty = array("d")
        return table.start.values if table.start else empty, table.end.values if table.end else empty, texts


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
