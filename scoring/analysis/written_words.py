"""Words of a text as they are written, and which of them each word that was compared comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import ceil
from typing import TYPE_CHECKING

from ...formats.errors import FormatError, Where
from ...formats.schema import Alternation, Label, Segment
from ...formats.schema.items import first_words
from ...formats.schema.markup import parse, unmarked
from ...formats.values import replace
from ..common.settings import Settings
from ..normalise.origins import Origins
from ..normalise.segments import Done, segment_of, texts_of
from ..words.alignment import Text, words_of
from ..words.verdicts import Pieces
from .as_written import texts_given

if TYPE_CHECKING:
    from typing import TypeAlias

    from ...formats.schema import Item
    from .branches import Branches
    from .steps import Steps

    Span: TypeAlias = tuple[int, int]
    """The first word as it is written, and the one after the last."""

_PLACES = 2
"""Decimals of shares of words that are looked at."""


class WrittenWords:
    """The words of a text as it is written, and the span of them that each word that was compared comes from.

    >>> settings = Settings(normalise="whisper-en")
    >>> text = WrittenWords("uh I can't go", settings, ["i", "can", "not", "go"])
    >>> text.words, text.spans, text.around(1, 2)
    (['uh', 'I', "can't", 'go'], [(1, 2), (2, 3), (2, 3), (3, 4)], (1, 3))
    """

    def __init__(
        self, text: Text, settings: Settings, compared: Sequence[str], branches: Branches | None = None
    ) -> None:
        """`branches` are the alternations of the text that was compared."""
        pieces = Pieces(_items_of(text, settings))
        self.words = pieces.words
        """Of alternations, those of the first branch."""
        spans = _normalised(pieces, settings)
        self.spans: list[Span] = spans if branches is None else list(_taken(spans, branches))
        """Those of each word that was compared, one text with the other."""
        self.is_sound = len(self.spans) == len(compared) and (branches is None or len(branches) == len(spans))
        """Whether each word that was compared is accounted for."""

    def around(self, begin: int, end: int) -> Span:
        """The compared words that come from the words that some of them come from: at a gap none, or those around.

        A gap after an alternation whose first branch has no words takes its words along: a verdict stands before it.
        """
        if begin == end:
            while begin and self.spans[begin - 1][0] == self.spans[begin - 1][1]:
                begin -= 1
            if begin == end and 0 < begin < len(self.spans) and self.spans[begin - 1][1] > self.spans[begin][0]:
                begin -= 1
            if begin == end:
                return begin, end
        first, behind = self._cover(begin, end)
        while begin and self.spans[begin - 1][1] > first:
            begin -= 1
            first, behind = self._cover(begin, end)
        while end < len(self.spans) and self.spans[end][0] < behind:
            end += 1
            first, behind = self._cover(begin, end)
        return begin, end

    def span(self, begin: int, end: int) -> Span:
        """The words that some compared words come from; at a gap, the place after the word before it."""
        if begin < end:
            return self._cover(begin, end)
        place = self.spans[begin - 1][1] if begin else 0
        return place, place

    def _cover(self, begin: int, end: int) -> Span:
        spans = self.spans[begin:end]
        return min(first for first, _ in spans), max(behind for _, behind in spans)


def written_words(steps: Steps, side: str, owner: int) -> WrittenWords:
    """The words of an utterance on a side, `ref` or `hyp`."""
    result = steps.result
    text = texts_given(result)[side == "hyp"][owner]
    settings = replace(result.settings, markup=result.marks_given())
    return WrittenWords(text, settings, steps.text(side, owner), steps.branches(owner, side))


def _items_of(text: Text, settings: Settings) -> Sequence[Item]:
    """The words and alternations of a text."""
    if isinstance(text, str) and settings.markup and not unmarked(text):
        try:
            return parse(text, "sclite")
        except FormatError:  # marks are read since equivalents write some
            pass
    return tuple(map(Label, words_of(text)))


def _numbered(pieces: Pieces) -> Iterator[Item]:
    """The pieces with the numbers of their words as times, and as lines; all of an alternation have those of it."""
    for item, (begin, end) in zip(pieces.items, pairwise(pieces.bounds), strict=True):
        yield _at(item, begin, end)


def _at(item: Item, begin: int, end: int) -> Item:
    if isinstance(item, Alternation):
        return replace(
            item, branches=tuple(tuple(_at(each, begin, end) for each in branch) for branch in item.branches)
        )
    return replace(item, start=begin, end=end, confidence=None, where=Where("", begin))


def _normalised(pieces: Pieces, settings: Settings) -> list[Span]:
    """The span of each word of the normalised text; of alternations, of those of first branches."""
    if settings.chain is None and pieces.bounds == [*range(len(pieces.words) + 1)]:
        return [*pairwise(pieces.bounds)]
    items: Sequence[Item] = tuple(_numbered(pieces))
    if settings.chain is not None and items:
        segment = Segment(labels=items)
        texts = [*texts_of(segment)]
        results, changes = settings.chain.apply(texts, log=True)
        origins = Origins(settings.chain, texts, changes)
        items = segment_of(segment, Done(iter(enumerate(results)), origins)).items
    spans: list[Span] = []
    for _, group in groupby(first_words(items), lambda label: label.where):
        labels = list(group)
        begin = labels[0].where.line if labels[0].where else 0
        end = ceil(round(max(label.end or 0.0 for label in labels), _PLACES))
        spans += [(begin, end)] * len(labels)
    return spans


def _taken(spans: Sequence[Span], branches: Branches) -> Iterator[Span]:
    """The span of each word of an alignment, from those of the words of first branches: an alternation has one."""
    place = 0
    for taken in branches.taken:
        yield from spans[place : taken.first]
        place = taken.first + taken.size
        own = spans[taken.first : place]
        behind = spans[taken.first - 1][1] if 0 < taken.first <= len(spans) else 0
        whole = (own[0][0], own[-1][1]) if own else (behind, behind)
        yield from [whole] * taken.count
    yield from spans[place:]
