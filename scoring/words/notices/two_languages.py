"""Subtitles in two languages, or with names of speakers, one below the other, of which the other side has one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from ....formats.engine.cues import LINES
from ....formats.engine.plain_texts import plain_text
from ....formats.errors import quantity, short
from ....formats.registry import by_name
from ....formats.schema import Corpus
from ...notices.notice import SIDES, Notice
from ...notices.oddities import is_unbroken

# So many cues, and such a part of all, have several lines.
_FEWEST, _PART = 3, 0.8
# The other side has most words of one line, and few of the other.
_MOST, _FEW = 0.5, 0.25
# Lines that are names are said so many times on average, or more: no lines of a language are.
_REPEATED = 2
_WORD = re.compile(r"[^\W_]+")


def of_two_languages(ref: Corpus, hyp: Corpus) -> Iterator[Notice]:
    """A notice if the first or the last lines of cues are names, or in a language that the other side does not have."""
    for side, corpus, other, other_side in zip(SIDES, (ref, hyp), (hyp, ref), SIDES[::-1], strict=True):
        cues = _lines_of_cues(corpus)
        several = [lines for lines in cues if len(lines) > 1]
        if len(several) < max(_FEWEST, _PART * len(cues)):
            continue
        known = Counter(token for text in other.texts() for token in _tokens(text))
        ends = {"first": [lines[0] for lines in several], "last": [lines[-1] for lines in several]}
        found = {name: _part(lines, known) for name, lines in ends.items()}
        foreign, own = sorted(found, key=found.__getitem__)
        if found[own] <= _MOST or found[foreign] >= _FEW:
            continue
        lines = Counter(ends[foreign])
        if foreign == "first" and len(several) > _REPEATED * len(lines):
            yield Notice(
                f"names on lines {side}",
                f"{len(several):,} of {quantity(len(cues), 'cue')} of the {side} have a first line such as "
                f"{short(repr(ends[foreign][0]))}, {len(lines):,} different ones in all, which count as words that the "
                f"{other_side} lacks: are they names of speakers? Remove these lines, or join each with the next one "
                "by a colon, as in 'Anna: good day', and normalise='heads' (--normalise heads) removes names",
            )
        else:
            yield Notice(
                f"two languages {side}",
                f"{len(several):,} of {quantity(len(cues), 'cue')} of the {side} have a second language: the {foreign} "
                f"line of each, such as {short(repr(ends[foreign][0]))}, counts as words that the {other_side} lacks; "
                "expected a file with the lines of one language",
            )


def _lines_of_cues(corpus: Corpus) -> list[list[str]]:
    """The lines that are shown at one time, in one cue or in several."""
    if not corpus.format or not by_name(corpus.format).cues:
        return []
    cues = []
    for _, shown in groupby(corpus.segments, lambda segment: (segment.start, segment.end)):
        texts = [dict(segment.attributes).get(LINES) or plain_text(segment) for segment in shown]
        if lines := "\n".join(filter(None, texts)):
            cues.append(lines.split("\n"))
    return cues


def _part(lines: Iterable[str], known: Counter[str]) -> float:
    tokens = Counter(token for line in lines for token in _tokens(line))
    return (tokens & known).total() / max(tokens.total(), 1)


def _tokens(text: str) -> Iterator[str]:
    """The words of a text, and the letters of scripts without blanks between words."""
    for word in _WORD.findall(text.casefold()):
        if is_unbroken(word[0]):
            yield from word
        else:
            yield word
