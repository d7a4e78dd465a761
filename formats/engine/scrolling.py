"""Captions that scroll or grow: each cue shows again what the cue before has shown. What is repeated is left out."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import pairwise

from ..errors import quantity
from ..schema import NOTICE, Attributes, Corpus, Table
from ..schema.markup import words
from ..values import replace
from .cues import LINES, STYLED, STYLES, spoken, styles_within
from .plain_texts import plain_texts

SCROLLED = 64
"""Captions of YouTube scroll: each of their lines is in up to three cues. Those of live programs roll up or grow word
by word. So many cues show whether a file does."""
_FEWEST_REPEATS = 4
_WINDOW = 8
"""Lines at the end of a cue that the next one may repeat: a screen shows no more."""
_UNSPACED = re.compile("[\u2e80-\u9fff]{2}")
"""Two letters of Chinese or Japanese, between which no blank ends a word."""
_WORD_TIMES = "\ufdd2"
"""Ends a line whose words have times, for a moment: a code point that no text has."""
_TIMED = re.compile(_WORD_TIMES)


def are_scrolling(cues: Sequence[Sequence[str]], bare: Callable[[str], str], stamp: re.Pattern[str]) -> bool:
    """Whether most cues begin with what the cue before shows at its end, and enough of them go on with new words.

    One is enough where times of words, or the blank line that YouTube leaves in its window, show what is new; two are
    where no cue begins otherwise.
    """
    news = [(new_lines(*pair, bare, stamp), pair[1]) for pair in pairwise(cues)]
    repeats = [new for new, lines in news if new is not lines]
    fewest = _FEWEST_REPEATS if len(repeats) < len(news) else 2
    if any(stamp.search(line) or (line and not line.strip()) for lines in cues for line in lines):
        fewest = 1
    return 2 * len(repeats) > len(cues) and sum(bool("".join(new).strip()) for new in repeats) >= fewest


def new_lines(
    before: Sequence[str], lines: Sequence[str], bare: Callable[[str], str], stamp: re.Pattern[str]
) -> Sequence[str]:
    """The lines of a cue without those at its begin that the cue before shows at its end; words with times are new.

    The last of those lines may have grown.

    >>> new_lines(["a", "b"], ["a", "b c", "d"], str, re.compile("<"))
    ['c', 'd']
    """
    shown = [bare(line).strip() for line in before[-_WINDOW:] if line.strip()]
    for first in range(len(shown)):
        *whole, last = shown[first:]
        head, after = lines[: len(whole) + 1], lines[len(whole) + 1 :]
        if len(head) <= len(whole) or any(stamp.search(line) or not line.strip() for line in head):
            continue
        *begin, line = (bare(line).strip() for line in head)
        if begin != whole:
            continue
        if line == last:
            return after
        # Markup of a line that has grown would lose its begin.
        has_grown = line == head[-1].strip() and line.startswith(last)
        if has_grown and (line[len(last)] == " " or _UNSPACED.fullmatch(line[len(last) - 1 : len(last) + 1])):
            return [line[len(last) :].lstrip(), *after]
    return lines


def of_scrolling(repeated: int) -> str:
    """The notice about text that was left out."""
    cues = quantity(repeated, "cue")
    return f"most cues repeat text of the previous cue, as scrolling captions do: the repeated text of {cues} left out"


def said_once(corpus: Corpus) -> Corpus:
    """A corpus of cues; of captions that scroll without what the cue before has shown.

    Segments with the same times are one cue: its speakers, or its lines at several places of the screen.

    >>> from scorelite.formats.schema import Segment
    >>> said = ["so", "so it", "so it is", "so it is now"]
    >>> growing = [Segment(start=place, end=place + 1, text=text) for place, text in enumerate(said)]
    >>> said_once(Corpus(growing)).texts()
    ['so', 'it', 'is', 'now']
    """
    table = corpus.table
    if not are_scrolling([lines for _, lines in _cues(table[:SCROLLED])], _untimed, _TIMED):
        return corpus
    texts, plain = list(table.column("text") or [None] * len(table)), plain_texts(table)
    attributes: list[Attributes] = list(table.column("attributes") or [()] * len(table))
    repeated, dropped = 0, set[int]()
    for (_, before), (rows, lines) in pairwise(_cues(table)):
        new = new_lines(before, lines, _untimed, _TIMED)
        if new is lines:
            continue
        repeated += 1
        left: dict[int, list[str]] = {row: [] for row in rows}
        for row, line in zip(rows[len(lines) - len(new) :], new, strict=True):
            left[row].append(line)
        for row, rest in left.items():
            text = spoken(_untimed(" ".join(rest)))
            if not text:
                dropped.add(row)
            elif text != plain[row]:
                attributes[row] = _shortened(attributes[row], corpus.format, (plain[row], text), rest)
                texts[row] = text
    kept = [row for row in range(len(table)) if row not in dropped]
    segments = table.changed(text=texts, attributes=attributes).picked(kept)
    return replace(
        corpus,
        segments=segments,
        comments=tuple([replace(each, before=bisect_left(kept, each.before)) for each in corpus.comments]),
        meta=(*corpus.meta, (f"{corpus.format}:scrolling{NOTICE}", of_scrolling(repeated))),
    )


def _cues(table: Table) -> list[tuple[list[int], list[str]]]:
    """The lines of cues, each with its segment; a line whose words have times ends with a mark."""
    lists, times = (
        table.label_lists(),
        [column.values if column else range(len(table)) for column in (table.start, table.end)],
    )
    cues: list[tuple[list[int], list[str]]] = []
    shown = None
    attributes = table.column("attributes") or [()] * len(table)
    for row, (text, pairs, *span) in enumerate(zip(plain_texts(table), attributes, *times, strict=True)):
        lines = dict(pairs).get(LINES, text).split("\n")
        if lists is not None and lists.first[row] < lists.first[row + 1]:
            lines = [line + _WORD_TIMES for line in lines]
        if span != shown:
            cues.append(([], []))
        shown = span
        cues[-1][0].extend([row] * len(lines))
        cues[-1][1].extend(lines)
    return cues


def _untimed(line: str) -> str:
    return line.replace(_WORD_TIMES, "")


def _shortened(attributes: Attributes, name: str, texts: tuple[str, str], lines: Sequence[str]) -> Attributes:
    """The attributes of a segment whose text has become shorter, to these lines; the text of the file is none."""
    before, after = (len(words(text)) for text in texts)
    others = {f"{name}:text", f"{name}:{STYLED}", LINES, *STYLES}
    kept = tuple([pair for pair in attributes if pair[0] not in others])
    if len(lines) > 1:
        kept += ((LINES, "\n".join(lines)),)
    return kept + styles_within(attributes, before, before - after, after)
