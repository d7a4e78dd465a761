"""Clock times and texts of cues, for all subtitle formats.

A cue becomes a segment whose text is its bare words. The attribute `lines` holds the text with line breaks, if it has
several lines; `<format>:text` holds the text of the file, if markup makes that different.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from ..errors import UsageError
from ..record import Format
from ..schema import Attributes, Corpus, Segment
from ..schema.markup import words
from .fields import check_order
from .transform import plain_text

CARRIED = frozenset({"line breaks", "segment times"})
NEEDED = frozenset({"segment times"})
FAMILY = "subtitles"
LINES = "lines"
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
    found = _CLOCK.fullmatch(text)
    if found is None or int(found[3]) > 59 or (found[1] and int(found[2]) > 59):
        return None
    hours, minutes, seconds, fraction = found.groups()
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
    if not 0 <= seconds < 1e9:
        place = "" if owner is None else f"the word {owner!r}: "
        raise UsageError(f"{place}a time is {seconds!r}; expected seconds >= 0 and below 1e9")
    unit = 10**digits
    # The float 1.005 is slightly below the written 1.005.
    count = int(seconds * unit + 0.5 + 1e-6)
    whole, part = divmod(count, unit)
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours:02d}:{minute:02d}:{second:02d}{mark}{part:0{digits}d}"


def times_of(segment: Segment, name: str, latest: float = 1e9) -> tuple[float, float]:
    """Begin and end of a cue; an error where one is missing, negative or not before the latest time of the format."""
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


def texts(raw: str, bare: str, name: str) -> tuple[str, Attributes]:
    """The words of a cue, and the attributes to keep; `raw` is the text of the file, `bare` the same without markup.

    >>> texts("<i>a</i>\\nb", "a\\nb", "srt")
    ('a b', (('lines', 'a\\nb'), ('srt:text', '<i>a</i>\\nb')))
    """
    if raw == bare and raw.isprintable() and "  " not in raw and raw.strip() == raw:
        return raw, ()
    text = " ".join(words(bare))
    kept: Attributes = ()
    if text != raw:
        if "\n" in bare.strip() and text:
            kept = ((LINES, "\n".join(" ".join(words(line)) for line in bare.split("\n") if line.strip())),)
        if raw != (kept[0][1] if kept else text):
            kept += ((f"{name}:text", raw),)
    return text, kept


def needed(kept: Attributes, line_end: str) -> Attributes:
    """The kept attributes of a cue without a text that the writer derives from the lines, with `line_end` between them.

    >>> needed((("lines", "a\\nb"), ("stl:text", "a|b")), "|")
    (('lines', 'a\\nb'),)
    """
    derived = dict(kept).get(LINES, "").replace("\n", line_end)
    return tuple(pair for pair in kept if pair[0] == LINES or pair[1] != derived)


def raw_text(segment: Segment, name: str, bare: Callable[[str], str], mark: Callable[[str], str]) -> str:
    """The text to write for a cue: that of the file, if its words have not changed; else its lines or its words.

    `bare` removes markup from a text, `mark` escapes a bare text or refuses it.
    """
    text = plain_text(segment)
    attributes = dict(segment.attributes) if segment.attributes else {}
    raw = attributes.get(f"{name}:text")
    if raw is not None and words(bare(raw)) == words(text):
        return raw
    lines = attributes.get(LINES)
    if lines is not None and words(lines) == words(text):
        text = lines
    return mark(text) if text else text


def unmistakable(name: str, bare: Callable[[str], str]) -> Callable[[str], str]:
    """The `mark` of a format that cannot escape its own markup: it refuses texts that contain some."""

    def mark(text: str) -> str:
        if bare(text) != text:
            raise UsageError(f"{name} has no way to write the text {text!r}: some of it would be read as markup")
        return text

    return mark


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
