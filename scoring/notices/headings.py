"""Lines of transcripts that name a speaker and a time, as meeting services write them above each turn."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...formats.errors import quantity, short

_HEADING = re.compile(r"\s*[^\W\d][\w.' -]{0,40}?\s+\(?\d{1,2}:\d\d(?::\d\d)?\)?\s*")
# Fewer lines, or a smaller part of all, are no headings of turns.
_FEWEST, _PART = 2, 0.2
_SAMPLE = 200


def headings(path: str, lines: Sequence[str]) -> str:
    """A warning about lines of a text that are no speech; empty where there are few.

    >>> headings("talk.txt", ["Ann Lee  0:03", "Good day.", "Ben  0:05", "Hello."]).partition(",")[0]
    'talk.txt: 2 of the first 4 lines are a name and a time'
    """
    first = lines[:_SAMPLE]
    found = [line for line in first if _HEADING.fullmatch(line)]
    if len(found) < max(_FEWEST, _PART * len(first)):
        return ""
    shown = short(" ".join(found[0].split()))
    return (
        f"{path}: {len(found)} of the first {quantity(len(first), 'line')} are a name and a time, such as {shown!r}, "
        "and count as words; expected lines such as 'Ann Lee: good day'"
    )
