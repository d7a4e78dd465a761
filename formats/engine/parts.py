"""Several files as one: subtitles of one film, one after the other, and transcripts of many recordings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from ..errors import quantity, short
from ..schema import Corpus, Segment
from ..values import replace
from .renaming import renamed
from .shifting import shifted


def joined(parts: Sequence[Corpus]) -> tuple[Corpus, list[str]]:
    """The cues of all parts, and what was done with the times of each.

    A part that begins before the end of the part before it counts from 0, as those of reels do, and is moved by this
    end. Any other part has its place already. Numbers of cues begin again in each part, so writers make new ones.

    >>> from scorelite.formats.schema import Segment
    >>> reels = [Corpus((Segment(start=1.0, end=2.5, text=text),), path=text) for text in ("a", "b")]
    >>> [segment.start for segment in joined(reels)[0].segments]
    [1.0, 3.5]
    """
    paths = [part.path for part in parts]
    twice = [path for path in dict.fromkeys(paths) if paths.count(path) > 1]
    segments, notes, end = [], [f"{path} is joined more than once" for path in twice], 0.0
    for number, part in enumerate(parts):
        begins = [begin for begin in part.table.start or () if begin is not None]
        before = parts[number - 1].path
        if number and begins:
            if min(begins) < end:
                part = shifted(part, end)
                notes.append(
                    f"{part.path}: moved by {end:g} s, the end of the last cue of {before}; where that video is "
                    f"longer, shift {part.path} by its length first"
                )
            else:
                notes.append(f"{part.path}: not moved, for it begins after {before}")
        segments += [replace(each, id="") if each.id.isdecimal() else each for each in part.segments]
        end = max([end, *[time for time in part.table.end or () if time is not None]])
    return replace(parts[0], segments=tuple(segments)), notes


def collected(parts: Sequence[tuple[str, Corpus]], has_ids: Callable[[str], bool]) -> tuple[Corpus, list[str]]:
    """The segments of all parts, each with the name of its file, and the notices of their readers.

    A recording without a name has that of its file. So have texts without times, where `has_ids` says that a format has
    no ids; several of one file are numbered.

    >>> from scorelite.formats.schema import Segment
    >>> texts = [("a", Corpus((Segment(text="x"),))), ("b", Corpus((Segment(text="y"), Segment(text="z"))))]
    >>> collected(texts, lambda name: False)[0].ids()
    ['a', 'b-1', 'b-2']
    """
    segments: list[Segment] = []
    notes = []
    for name, part in parts:
        are_timed = any(each.start is not None or each.labels for each in part.segments)
        if are_timed:
            segments += renamed(part, session={"": name}).segments
        elif has_ids(part.format):
            segments += part.segments
        else:
            texts = part.segments
            width = len(str(len(texts)))
            ends = [""] if len(texts) == 1 else [f"-{number:0{width}}" for number in range(1, len(texts) + 1)]
            segments += [replace(each, id=name + end) for each, end in zip(texts, ends, strict=True)]
        notes += [f"{part.path}: {notice}" for notice in part.notices()]
    numbers = Counter(each.id for each in segments if each.id)
    if repeated := [key for key, number in numbers.items() if number > 1]:
        notes.append(f"{quantity(len(repeated), 'id')} ({', '.join(map(short, repeated[:3]))}) more than once")
    return Corpus(tuple(segments), format=parts[0][1].format, path=parts[0][1].path), notes
