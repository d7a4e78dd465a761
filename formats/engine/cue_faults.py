"""Faults of subtitles that players hide or show to viewers: numbers, cues without text, tags without an end."""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from ..errors import Where
from ..schema import Corpus
from ..values import dataclass
from .broken import OF_CUES
from .plain_texts import plain_text

_TAG = re.compile(r"<(\s*/)?\s*([bius]|font)\b[^<>]*>", re.IGNORECASE)
_SITE = re.compile(
    r"\b(?:www\.)?(?:opensubtitles|subscene|addic7ed|podnapisi|yifysubtitles|yts|amara)\.\w{2,3}\b",
    re.IGNORECASE,
)
"""A site that puts its name into the subtitles which it distributes."""
_DIGITS = 18
"""Cues with longer numbers count nothing."""
_POINT = re.compile(r"\d:\d\d\.\d+ *-->|--> *[\d:]+:\d\d\.\d")


@dataclass(frozen=True, slots=True)
class Finding:
    """A place of a file that is wrong, or a cue that exceeds a limit."""

    where: Where | str
    what: str
    expected: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; expected {self.expected}"


def faults(corpus: Corpus, left: Collection[int] = ()) -> Iterator[Finding]:
    """The faults of cues; `left` are lines of cues that could not be read, whose numbers are not missing.

    >>> from scorelite.formats.schema import Segment
    >>> cues = [Segment(id=id, text=text, where=Where("a.srt", 2)) for id, text in (("1", "a"), ("1", ""), ("3", "b"))]
    >>> print(*faults(Corpus(cues, format="srt")), sep="\\n")
    a.srt:2:1: a cue without text; expected text, or no cue
    a.srt:2:1: cue number 1 after 1; expected numbers that count up by one
    a.srt:2:1: cue number 3 after 1; expected numbers that count up by one
    """
    if corpus.format not in OF_CUES:
        return
    for cue in corpus.segments:
        where = cue.where or corpus.path
        text = plain_text(cue)
        if not text:
            yield Finding(where, "a cue without text", "text, or no cue")
        if site := advertised_in(text):
            yield Finding(where, f"an advertisement of {site}", "what is said")
        for key, raw in cue.attributes:
            if key.startswith(f"{corpus.format}:") and "<" in raw:
                for what, expected in _wrong_tags(raw):
                    yield Finding(where, what, expected)
    if corpus.format == "srt":
        yield from _wrong_numbers(corpus, left)


def advertised_in(text: str) -> str:
    """The site that puts its name into a cue; empty where there is none.

    >>> advertised_in("Subtitles by www.OpenSubtitles.org"), advertised_in("open subtitles")
    ('www.OpenSubtitles.org', '')
    """
    site = _SITE.search(text)
    return site[0] if site else ""


def _wrong_tags(raw: str) -> Iterator[tuple[str, str]]:
    """The kinds of tags that are not as often opened as closed in a cue, and what is expected."""
    tags = Counter((name.lower(), bool(slash)) for slash, name in _TAG.findall(raw))
    for name in dict.fromkeys(name for name, _ in tags):
        begins, ends = tags[name, False], tags[name, True]
        if begins > ends:
            yield f"<{name}> is not closed", f"</{name}> at its end"
        elif ends > begins:
            yield f"</{name}> closes nothing", f"<{name}> before it"


def _wrong_numbers(corpus: Corpus, left: Collection[int]) -> Iterator[Finding]:
    numbered = [cue for cue in corpus.segments if 0 < len(cue.id) <= _DIGITS]
    unread = sorted(left)
    for previous, cue in pairwise(numbered):
        first, last = (bisect(unread, each.where.line if each.where else 0) for each in (previous, cue))
        has_gap = int(cue.id) > int(previous.id) + 1 and first == last
        if int(cue.id) <= int(previous.id) or has_gap:
            yield Finding(
                cue.where or corpus.path, f"cue number {cue.id} after {previous.id}", "numbers that count up by one"
            )


def decimal_points(lines: Sequence[str], path: str) -> Iterator[Finding]:
    """The lines of an srt file whose times have a point before their milliseconds.

    >>> print(*decimal_points(["1", "00:00:01.000 --> 00:00:02,500", "Good day."], "a.srt"))
    a.srt:2:1: a point in a time; expected a comma, as in 00:00:01,000
    """
    for number, line in enumerate(lines, 1):
        if _POINT.search(line):
            yield Finding(Where(path, number), "a point in a time", "a comma, as in 00:00:01,000")
