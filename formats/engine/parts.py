"""Subtitles of one film in several files, joined one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from ..schema import Corpus
from ..values import replace
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
