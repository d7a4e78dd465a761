"""Cues in the usual form as columns: subtitle files whose every cue has it are cut, and written, all at once."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, repeat
from operator import add, gt

from ..schema import Attributes, Numbers, Segment, Table
from ..schema.markup import are_bare
from ..values import dataclass
from .cues import LINES, milliseconds

# Hours, minutes with seconds, and milliseconds.
TIME = r"([0-9]{2}:)?([0-9]{2}:[0-9]{2})([,.][0-9]{3})"
# What stands behind the times, the lines of the text, and the blank lines behind them.
REST = r"([^\n]*)\n((?:[^\n]+\n)*)(\n*)"
_PERIOD = 11  # groups, and what stands between two cues
_BLANKS_ALONE = re.compile(r"^[^\S\n]+$", re.MULTILINE)
_PIECE = 256  # cues written together
LATEST = 1e9


@dataclass(frozen=True, slots=True)
class Cues:
    """The cues of a file as columns."""

    ids: Sequence[str]
    start: array[float]
    end: array[float]
    settings: Sequence[str]
    """What stands behind the times."""
    raw: Sequence[str]
    """The texts of the file, with their line ends and markup."""
    lines: Sequence[int]
    """The lines with the times."""


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


def cue_table(cues: Cues, path: str, odd: re.Pattern[str], read: Callable[[int], Segment | None]) -> Table | None:
    """The table of cues; `read` reads the cue of a number whose text is odd, or that has settings.

    None where one cue is not one segment with a text.
    """
    texts = list(cues.raw)
    speakers = [""] * len(texts)
    attributes: list[Attributes] = [()] * len(texts)
    found = map(odd.search, texts)
    for place in [place for place, (match, more) in enumerate(zip(found, cues.settings, strict=True)) if match or more]:
        segment = read(place)
        if segment is None or segment.text is None:
            return None
        texts[place], speakers[place], attributes[place] = segment.text, segment.speaker, segment.attributes
    return Table(
        len(texts),
        path=path,
        id=cues.ids if any(cues.ids) else None,
        speaker=speakers if any(speakers) else None,
        start=Numbers(cues.start),
        end=Numbers(cues.end),
        text=texts,
        attributes=attributes if any(attributes) else None,
        lines=cues.lines,
    )


def are_cues(table: Table, name: str) -> bool:
    """Whether every segment has the times of a cue, and none has details that the format of this name writes."""
    start, end = table.start, table.end
    if start is None or end is None or not table.has_windows() or any(map(gt, start.values, end.values)):
        return False
    if min(start.values, default=0.0) < 0 or max(end.values, default=0.0) >= LATEST:
        return False
    keys = {key for pairs in table.column("attributes") or () for key, _ in pairs}
    return LINES not in keys and not any(key.startswith(f"{name}:") for key in keys)


def plain_texts(table: Table, odd: re.Pattern[str]) -> Sequence[str] | None:
    """The texts of all segments, where each is written as it is: it is not `odd`, and has no marks; else None."""
    if table.written is not None:
        is_bare = table.grammar == "plain" or are_bare(table.written)
    else:
        is_bare = table.labels is not None and _are_words(table.labels.labels.values)
    texts = table.texts() if is_bare else None
    return None if texts is None or any(map(odd.search, texts)) else texts


def _are_words(values: Sequence[str]) -> bool:
    """Whether every value is one word."""
    joined = " ".join(values)
    return joined.isprintable() and joined.split() == [*values]


def written_cues(table: Table, texts: Sequence[str], mark: str) -> Iterator[list[tuple[str, str, str]]]:
    """Id, times and text of every cue, many at once."""
    assert table.start is not None
    assert table.end is not None
    ids = table.ids()
    for first in range(0, len(table), _PIECE):
        part = slice(first, first + _PIECE)
        starts, ends = (clock_texts(column.values[part], mark) for column in (table.start, table.end))
        times = [f"{start} --> {end}" for start, end in zip(starts, ends, strict=True)]
        yield list(zip(ids[part], times, texts[part], strict=True))


def clock_texts(seconds: Sequence[float], mark: str) -> list[str]:
    """Clock times with milliseconds, as `clock_text` makes them one by one.

    >>> clock_texts([3602.5, 1.0005], ",")
    ['01:00:02,500', '00:00:01,001']
    """
    counts = [int(time * 1000 + 0.5 + 1e-6) for time in seconds]
    return [
        f"{count // 3_600_000:02d}:{count // 60_000 % 60:02d}:{count // 1000 % 60:02d}{mark}{count % 1000:03d}"
        for count in counts
    ]
