"""What subtitle formats share: clock times, texts of several lines, and text that is kept as it was written.

A cue becomes a segment. Its text is its bare words. The attribute `lines` is the text with its line breaks, where it
has some, and `<format>:text` is what stands in the file, where markup makes that something else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from formats.engine.transform import plain_text
from formats.errors import UsageError
from formats.record import Format
from formats.schema import Attributes, Corpus, Segment
from formats.schema.markup import words

CARRIED = frozenset({"line breaks", "segment times"})
NEEDED = frozenset({"segment times"})
FAMILY = "subtitles"
LINES = "lines"
_CLOCK = re.compile(r"(?:([0-9]{1,9}):)?([0-9]{1,2}):([0-9]{2})(?:[.,]([0-9]{1,9}))?")


def clock(text: str) -> float | None:
    """Seconds of a clock time; None if it is none.

    >>> clock("01:00:02,500"), clock("00:02.5"), clock("x")
    (3602.5, 2.5, None)
    """
    hours_of, minutes_of, parts_of = _milliseconds()
    try:
        return (hours_of[text[:3]] + minutes_of[text[3:8]] + parts_of[text[8:]]) / 1000
    except KeyError:
        pass  # not hours, minutes, seconds and three digits
    found = _CLOCK.fullmatch(text)
    if found is None or int(found[3]) > 59 or (found[1] and int(found[2]) > 59):
        return None
    hours, minutes, seconds, fraction = found.groups()
    digits = (fraction or "").ljust(3, "0")
    whole = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    unit: int = 10 ** len(digits)
    return (whole * unit + int(digits)) / unit


@cache
def _milliseconds() -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """The parts of nearly every clock time, `01:` and `02:03` and `.004`: looking them up is faster than counting."""
    return (
        {f"{hour:02d}:": hour * 3_600_000 for hour in range(100)},
        {f"{minute:02d}:{second:02d}": (minute * 60 + second) * 1000 for minute in range(60) for second in range(60)},
        {f"{mark}{part:03d}": part for mark in ",." for part in range(1000)},
    )


def clock_text(seconds: float, mark: str, digits: int = 3) -> str:
    """The clock time of seconds.

    >>> clock_text(3602.5, ","), clock_text(1.005, ".", 2)
    ('01:00:02,500', '00:00:01.01')
    """
    if not 0 <= seconds < 1e9:
        raise UsageError(f"{seconds!r} is no time; expected seconds from the beginning of a recording")
    unit = 10**digits
    # A value such as 1.005 lies a little below what was written.
    count = int(seconds * unit + 0.5 + 1e-6)
    whole, part = divmod(count, unit)
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours:02d}:{minute:02d}:{second:02d}{mark}{part:0{digits}d}"


def times_of(segment: Segment, name: str) -> tuple[float, float]:
    """Begin and end of a cue, which must have them."""
    start, end = segment.start, segment.end
    if start is None or end is None:
        raise UsageError(f"{name} needs a begin and an end for every segment; {plain_text(segment)[:40]!r} has none")
    return start, end


def texts(raw: str, bare: str, name: str) -> tuple[str, Attributes]:
    """The words of a cue, and what is kept beside them; `raw` stands in the file, `bare` is that without markup.

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
    """What to write for a cue: what stood in the file, if its words are still the same, or else its lines or its text.

    `bare` takes the markup out of a text, `mark` writes a bare text so that nothing in it is markup.
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
    """The `mark` of a format that has no way to write its own markup as a text."""

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
    """The record of a subtitle format: its functions read, write and sniff, and what it carries beside the usual."""
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
