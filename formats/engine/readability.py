"""Readability of subtitles: reading speed, lines, durations and gaps of cues, against published guidelines."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import groupby, pairwise

from ..errors import Where, quantity
from ..schema import Corpus, Segment
from ..schema.markup import words
from ..values import dataclass
from .cue_faults import Finding
from .cues import LINES
from .layout import characters
from .plain_texts import plain_text

_INEXACT = 0.001
"""Seconds: files have milliseconds, and 5/6 of a second is 0.833 s there."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of cues; None for no limit. Durations and gaps are seconds."""

    max_chars: int | None = None
    max_lines: int | None = None
    max_cps: float | None = None
    """Characters a second, with blanks and punctuation."""
    max_wpm: float | None = None
    """Words a minute."""
    min_duration: float | None = None
    max_duration: float | None = None
    min_gap: float | None = None
    """The shortest gap between two cues."""
    wide: bool = False
    """Whether letters of half the width, such as Latin ones and blanks, count as half a character."""
    may_touch: bool = False
    """Whether a cue may begin when the one before it ends, however long gaps must be."""


@dataclass(frozen=True, slots=True)
class Guideline:
    """Published limits, with their source."""

    name: str
    title: str
    source: str
    limits: Limits


_TWO_FRAMES = 2 / 24
_NETFLIX_ALL = (
    "https://partnerhelp.netflixstudios.com/hc/en-us/articles/215758617-Timed-Text-Style-Guide-General-Requirements"
)
_NETFLIX = "https://partnerhelp.netflixstudios.com/hc/en-us/articles/217350977-English-Timed-Text-Style-Guide"
GUIDELINES = (
    Guideline(
        "netflix",
        "Netflix, English, programmes for adults",
        _NETFLIX,
        Limits(42, 2, max_cps=20, min_duration=5 / 6, max_duration=7, min_gap=_TWO_FRAMES),
    ),
    Guideline(
        "netflix-children",
        "Netflix, English, programmes for children",
        _NETFLIX,
        Limits(42, 2, max_cps=17, min_duration=5 / 6, max_duration=7, min_gap=_TWO_FRAMES),
    ),
    *(
        Guideline(
            f"netflix-{code}",
            f"Netflix, {language}, programmes for adults, horizontal lines",
            _NETFLIX_ALL,
            Limits(chars, 2, max_cps=cps, min_duration=5 / 6, max_duration=7, min_gap=_TWO_FRAMES, wide=True),
        )
        for code, language, chars, cps in (
            ("zh", "Chinese", 16, 9),
            ("ja", "Japanese", 13, 4),
            ("ko", "Korean", 16, 12),
        )
    ),
    # 160 to 180 words a minute, or 0.33 s a word; 37 characters are a line of teletext, elsewhere 68 % of the picture.
    Guideline(
        "bbc",
        "BBC subtitle guidelines",
        "https://www.bbc.co.uk/accessibility/forproducts/guides/subtitles/",
        Limits(37, 2, max_wpm=180, min_gap=1.0, may_touch=True),
    ),
)
BY_NAME = {guideline.name: guideline for guideline in GUIDELINES}


@dataclass(frozen=True, slots=True)
class _Cue:
    where: Where | str
    start: float
    end: float
    lines: tuple[str, ...]

    @property
    def duration(self) -> float:
        return _exact(self.end - self.start)

    def sizes(self, limits: Limits) -> list[float]:
        """The characters of each line."""
        return [_size(line, limits) for line in self.lines]

    def characters_a_second(self, limits: Limits) -> float | None:
        """The reading speed; None for a cue that is too short for any guideline."""
        return sum(self.sizes(limits)) / self.duration if self.duration > 0 else None

    def words_a_minute(self) -> float | None:
        """The reading speed in words; None for a cue that is too short for any guideline."""
        return 60 * sum(len(words(line)) for line in self.lines) / self.duration if self.duration > 0 else None


@dataclass(frozen=True, slots=True)
class Measured:
    """The numbers of a cue that guidelines limit; times are seconds, None for a speed of no duration."""

    line: int | None
    """The line of the file."""
    start: float
    end: float
    duration: float
    gap: float | None
    """From the end of the cue before it, below 0 where they overlap; None for the first one."""
    lines: int
    characters: float
    longest_line: float
    characters_a_second: float | None
    words_a_minute: float | None
    text: str


def findings(corpus: Corpus, limits: Limits) -> Iterator[Finding]:
    """The cues of subtitles that exceed a limit, in order of time.

    >>> cue = Segment(start=0.0, end=1.0, text="much too much for one second", where=Where("a.srt", 2))
    >>> for finding in findings(Corpus((cue,), format="srt"), Limits(max_chars=20, max_cps=20)):
    ...     print(finding)
    a.srt:2:1: line 1 has 28 characters; expected at most 20
    a.srt:2:1: 28.0 characters a second; expected at most 20
    """
    cues = sorted(_cues(corpus), key=lambda cue: cue.start)
    before: list[_Cue | None] = [None, *cues]
    for previous, cue in zip(before, cues, strict=False):
        yield from _of_text(cue, limits)
        yield from _of_duration(cue, limits)
        if previous is not None:
            yield from _of_gap(previous, cue, limits)


def measured(corpus: Corpus, limits: Limits | None) -> Iterator[Measured]:
    """The numbers of each cue, in order of time.

    >>> cue = Segment(start=1.0, end=3.0, text="a short text", where=Where("a.srt", 2))
    >>> [row] = measured(Corpus((cue,), format="srt"), None)
    >>> row.line, row.duration, row.characters, row.characters_a_second, row.words_a_minute
    (2, 2.0, 12, 6.0, 90.0)
    """
    limits = limits or Limits()
    end = None
    for cue in sorted(_cues(corpus), key=lambda cue: cue.start):
        sizes = cue.sizes(limits)
        yield Measured(
            cue.where.line if isinstance(cue.where, Where) else None,
            cue.start,
            cue.end,
            cue.duration,
            None if end is None else _exact(cue.start - end),
            len(cue.lines),
            sum(sizes),
            max(sizes),
            cue.characters_a_second(limits),
            cue.words_a_minute(),
            " ".join(cue.lines),
        )
        end = cue.end


def _exact(seconds: float) -> float:
    """The difference of two times, without what floats add to milliseconds."""
    return round(seconds, 6)


def overlaps(corpus: Corpus) -> str:
    """A notice about cues of one file that are shown at once; empty in SubStation Alpha, where signs and effects do so.

    >>> cues = [Segment(start=start, end=start + 2, text="a", where=Where("a.srt", 4)) for start in (0.0, 1.5, 4.0)]
    >>> overlaps(Corpus(cues, format="srt"))
    '1 cue begins before the end of the cue before it, such as that of line 4'
    """
    if corpus.format in ("ass", "ssa"):
        return ""
    cues = sorted(_cues(corpus), key=lambda cue: cue.start)
    found = [cue.where for previous, cue in pairwise(cues) if cue.start < previous.end - _INEXACT]
    if not found:
        return ""
    place = f"that of line {found[0].line}" if isinstance(found[0], Where) else found[0]
    begin = "begins" if len(found) == 1 else "begin"
    return f"{quantity(len(found), 'cue')} {begin} before the end of the cue before it, such as {place}"


def _cues(corpus: Corpus) -> Iterator[_Cue]:
    """The cues of a file: what several speakers say at once is one cue."""
    numbered = enumerate(corpus.segments, 1)
    for _, group in groupby(numbered, lambda pair: (pair[1].start, pair[1].end, pair[1].where or pair[0])):
        members = list(group)
        number, first = members[0]
        where = first.where or f"{corpus.path}: cue {number}"
        if first.start is None or first.end is None:
            continue
        lines = tuple([line for _, segment in members for line in _lines(segment)])
        if lines:  # a cue without a text shows nothing
            yield _Cue(where, float(first.start), float(first.end), lines)


def _lines(segment: Segment) -> list[str]:
    text, lines = plain_text(segment), dict(segment.attributes).get(LINES, "")
    if " ".join(words(lines)) == text:
        return lines.split("\n")
    return [text] if text else []


def is_mostly_wide(corpus: Corpus) -> bool:
    """Whether most letters are as wide as Chinese, Japanese and Korean ones."""
    letters = [letter for text in corpus.texts() for letter in text if letter.isalpha()]
    return 2 * sum(map(_is_wide, letters)) > len(letters)


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in ("W", "F")


def _size(line: str, limits: Limits) -> float:
    """The characters of a line, as a guideline counts them."""
    if not limits.wide:
        return characters(line)
    return sum(1 if _is_wide(character) else 0.5 * characters(character) for character in line)


def _of_text(cue: _Cue, limits: Limits) -> Iterator[Finding]:
    if limits.max_lines is not None and len(cue.lines) > limits.max_lines:
        yield Finding(cue.where, quantity(len(cue.lines), "line"), f"at most {limits.max_lines}")
    for number, size in enumerate(cue.sizes(limits), 1):
        if limits.max_chars is not None and size > limits.max_chars:
            yield Finding(cue.where, f"line {number} has {size:.10g} characters", f"at most {limits.max_chars}")
    speed, rate = cue.characters_a_second(limits), cue.words_a_minute()
    if limits.max_cps is not None and speed is not None and speed > limits.max_cps + _INEXACT:
        yield Finding(cue.where, f"{speed:.1f} characters a second", f"at most {limits.max_cps:g}")
    if limits.max_wpm is not None and rate is not None and rate > limits.max_wpm + _INEXACT:
        yield Finding(cue.where, f"{rate:.0f} wpm", f"at most {limits.max_wpm:g}")


def _of_duration(cue: _Cue, limits: Limits) -> Iterator[Finding]:
    if cue.duration <= 0 or (limits.min_duration is not None and cue.duration < limits.min_duration - _INEXACT):
        least = f"at least {_shown(limits.min_duration)} s" if limits.min_duration else "more than 0 s"
        yield Finding(cue.where, f"a cue of {_shown(cue.duration)} s", least)
    if limits.max_duration is not None and cue.duration > limits.max_duration + _INEXACT:
        yield Finding(cue.where, f"a cue of {_shown(cue.duration)} s", f"at most {limits.max_duration:g} s")


def _of_gap(previous: _Cue, cue: _Cue, limits: Limits) -> Iterator[Finding]:
    gap = cue.start - previous.end
    place = f"line {previous.where.line}" if isinstance(previous.where, Where) else previous.where
    before = f"the cue before it ({place})"
    if gap < -_INEXACT:
        yield Finding(cue.where, f"begins {_shown(-gap)} s before the end of {before}", "a start at or after that")
    elif limits.min_gap is not None and gap < limits.min_gap - _INEXACT:
        if limits.may_touch and gap <= _INEXACT:
            return
        least = f"at least {_shown(limits.min_gap)} s" + " or no gap" * limits.may_touch
        yield Finding(cue.where, f"a gap of {_shown(max(gap, 0.0))} s to {before}", least)


def _shown(seconds: float) -> str:
    """Seconds with milliseconds, as files have them."""
    return f"{round(seconds, 3):g}"
