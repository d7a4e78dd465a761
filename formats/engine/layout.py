"""Layout of subtitles: cues that are too long are split between words, and lines that are too long are broken.

A cue within all limits stays as it is. Texts of Chinese and Japanese, without blanks, are broken where a line may end.
The pieces of a cue begin and end with their words where these have times; other words share the time of their cue by
number of letters. Of all ways to break a text into the fewest lines, the one is taken whose lines are most even and end
with punctuation. A cue is split in the same way, but into one piece more where that ends several pieces with a
sentence.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import inf

from ..errors import UsageError
from ..schema import Attributes, Corpus, Item, Segment, Table
from ..schema.markup import render, words
from ..values import dataclass, replace
from .cues import LINES, STYLED, STYLES, styles_in, styles_within
from .line_breaks import is_within_word, unbroken
from .plain_texts import plain_text
from .word_times import span, spread

_MOST_LINES = 2
"""Lines of a cue where only their length is limited."""
# Of equally even breaks, one after the end of a sentence is best, then one after other punctuation.
_CLOSING = "\"'’”»)]}」』）】〉》"
_SENTENCE_ENDS, _CLAUSE_ENDS = ".?!…。？！؟।", ",;:–—-、，；：،؛"
_WITHIN_CLAUSE, _WITHIN_SENTENCE, _WITHIN_WORD = 0.4, 0.15, 0.3
_OF_CUES = 2.0
"""How much more the end of a cue counts than that of a line."""
_CUE, _LINE = 1.0, 1e6
"""The cost of another cue, and of another line, of which there are always as few as possible."""
_DASHES = ("-", "\u2013", "\u2014")
_ANEW = frozenset({LINES, *STYLES})
# Attributes that hold the text of a cue as a file had it.
_OF_TEXT = (":text", f":{STYLED}", ":p", ":voice")
_NO_WIDTH = frozenset({"Mn", "Me", "Cf"})

OVERLAPS = "some cues overlap the next one and stay as they are: min_gap= (--min-gap) makes gaps between the others"
LONG_LINES = "some lines are too long: they are one word, which is not broken"
EARLY_ENDS = "some cues of one word end early, because they may not last longer"


@dataclass(frozen=True, slots=True)
class Layout:
    """Limits of cues: characters a line, lines a cue, seconds a cue, and between two cues; None for no limit."""

    max_chars: int | None = None
    max_lines: int | None = None
    max_duration: float | None = None
    min_gap: float | None = None

    def __post_init__(self) -> None:
        for name, unit in (("max_chars", "characters"), ("max_lines", "lines")):
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int) or value < 1):
                raise UsageError(f"{name} is {value!r}; expected a whole number of {unit}, 1 or more")
        if self.max_duration is not None and not 0 < self.max_duration < inf:
            raise UsageError(f"max_duration is {self.max_duration!r}; expected seconds, more than 0")
        if self.min_gap is not None and not 0 < self.min_gap < inf:
            raise UsageError(f"min_gap is {self.min_gap!r}; expected seconds, more than 0")
        if self.max_lines is not None and self.max_chars is None:
            raise UsageError("max_lines= (--max-lines) has no effect without max_chars= (--max-chars)")

    def __bool__(self) -> bool:
        return (self.max_chars, self.max_duration, self.min_gap) != (None, None, None)

    @property
    def lines(self) -> int:
        """The number of lines of a cue."""
        return _MOST_LINES if self.max_lines is None else self.max_lines


def characters(text: str) -> int:
    """The number of characters of a line as a viewer counts them: a letter with its marks is one.

    >>> characters("cafe\\u0301 au lait")
    12
    """
    if text.isascii():
        return len(text)
    return sum(unicodedata.category(character) not in _NO_WIDTH for character in text)


def laid_out(corpus: Corpus, layout: Layout, before: int = 0) -> tuple[Corpus, tuple[str, ...]]:
    """The corpus with cues within these limits, after so many others, and notes on limits that were not kept.

    >>> cue = Segment(start=0.0, end=4.0, text="Good day, he said, to all of you.")
    >>> cut, _ = laid_out(Corpus((cue,)), Layout(max_chars=20, max_lines=1))
    >>> [(piece.start, piece.end, piece.text) for piece in cut.segments]
    [(0.0, 2.308, 'Good day, he said,'), (2.308, 4.0, 'to all of you.')]
    """
    notes: dict[str, None] = {}
    pieces: list[Segment] = []
    counts: list[int] = []
    for segment in corpus.segments:
        made = list(_pieces(segment, layout, notes))
        pieces += made
        counts.append(len(made))
    if layout.min_gap is not None:
        pieces = _with_gaps(pieces, layout.min_gap, notes)
    if pieces == list(corpus.segments):
        return corpus, tuple(notes)
    # Numbers of cues are counted again; names stay.
    if all(not segment.id or segment.id.isdecimal() for segment in corpus.segments):
        pieces = [replace(piece, id=str(n) if piece.id else "") for n, piece in enumerate(pieces, before + 1)]
    first = [0]
    for count in counts:
        first.append(first[-1] + count)
    comments = tuple([replace(comment, before=first[comment.before]) for comment in corpus.comments])
    return replace(corpus, segments=Table.of(pieces), comments=comments), tuple(notes)


def _pieces(segment: Segment, layout: Layout, notes: dict[str, None]) -> Iterator[Segment]:
    """A cue as it is, where it keeps all limits; else its pieces."""
    cue = _Cue.of(segment if layout.max_chars is None else _with_breaks(segment, layout.max_chars))
    if cue is None:
        yield segment
        return
    if _keeps_limits(cue, layout):
        yield segment
        return
    bounds = [0, *_cuts(len(cue.texts), lambda begin, end: cue.cost(begin, end, layout), _CUE), len(cue.texts)]
    for number, (begin, end) in enumerate(pairwise(bounds), 1):
        yield cue.piece((begin, end), number if len(bounds) > 2 else 0, layout, notes)


def _with_breaks(segment: Segment, most: int) -> Segment:
    """The segment with blanks where lines end within its words; styles of parts of words are not told apart."""
    kept = dict(segment.attributes)
    are_whole = {*styles_in(segment.attributes).values()} <= {"all"}
    if segment.text is None or segment.grammar != "plain" or not are_whole:
        return segment
    text = " ".join(_broken(segment.text, most))
    if text == " ".join(words(segment.text)):
        return segment
    if LINES in kept:
        kept[LINES] = "\n".join([" ".join(_broken(line, most)) for line in kept[LINES].split("\n")])
    return replace(segment, text=text, attributes=tuple(kept.items()))


def _broken(text: str, most: int) -> Iterator[str]:
    """The words of a text, those that are too long for a line in parts: as few as fit, each of them a line."""
    for word in words(text):
        parts = [word] if characters(word) <= most else unbroken(word)
        sizes = list(map(characters, parts))

        def cost(first: int, last: int, parts: list[str] = parts, sizes: list[int] = sizes) -> float | None:
            width = sum(sizes[first:last])
            if last - first > 1 and width > most:
                return None
            price = (width / most) ** 2
            if last == len(parts):
                return price
            is_within = is_within_word(parts[last - 1][-1], parts[last][0])
            return price + _price_of_end(parts[last - 1]) + _WITHIN_WORD * is_within

        for first, last in pairwise([0, *_cuts(len(parts), cost, _LINE), len(parts)]):
            yield "".join(parts[first:last])


def _price_of_end(text: str) -> float:
    """The cost of a line or cue that ends with this text."""
    last = text.rstrip(_CLOSING)[-1:]
    if last in _SENTENCE_ENDS:
        return 0.0
    return _WITHIN_SENTENCE if last in _CLAUSE_ENDS else _WITHIN_CLAUSE


def _keeps_limits(cue: _Cue, layout: Layout) -> bool:
    if layout.max_duration is not None and cue.duration(0, len(cue.texts)) > layout.max_duration:
        return False
    if layout.max_chars is None:
        return True
    return len(cue.lines) <= layout.lines and all(characters(line) <= layout.max_chars for line in cue.lines)


def _with_gaps(cues: Sequence[Segment], least: float, notes: dict[str, None]) -> list[Segment]:
    """The cues, of which one with too short a gap after it ends earlier; those that overlap stay, with a note."""
    made = list(cues)
    for place, (cue, after) in enumerate(pairwise(cues)):
        if cue.start is None or cue.end is None or after.start is None:
            continue
        end = round(after.start - least, 6)
        if cue.start < end < cue.end <= after.start:
            made[place] = replace(cue, end=end)
        elif cue.end > after.start:
            notes[OVERLAPS] = None
    return made


@dataclass(frozen=True, slots=True)
class _Cue:
    """A cue that is split: its words with their texts, lengths and times."""

    segment: Segment
    items: Sequence[Item]
    texts: Sequence[str]
    sizes: Sequence[int]
    starts: Sequence[float]
    ends: Sequence[float]
    lines: Sequence[str]
    """Its lines so far."""
    turns: frozenset[int]
    """The words that begin a line with a dash, which another speaker says: a line ends before them."""

    @classmethod
    def of(cls, segment: Segment) -> _Cue | None:
        """The words of a segment; None where it has none, or no times."""
        items = [item for item in segment.items if render((item,), "plain")]
        if not items or segment.start is None or segment.end is None:
            return None
        texts = [render((item,), "plain") for item in items]
        starts, ends = _times(items, float(segment.start), float(segment.end))
        kept, text = dict(segment.attributes).get(LINES, ""), plain_text(segment)
        lines = kept.split("\n") if " ".join(words(kept)) == text else [text]
        begins = accumulate([len(words(line)) for line in lines[:-1]], initial=0)
        turns = frozenset([place for place, line in zip(begins, lines, strict=True) if line.startswith(_DASHES)])
        return cls(segment, items, texts, list(map(characters, texts)), starts, ends, lines, turns)

    def duration(self, begin: int, end: int) -> float:
        """The seconds of a piece, without the error of a difference."""
        return round(self.ends[end - 1] - self.starts[begin], 6)

    def width(self, begin: int, end: int) -> int:
        """The characters of some words with blanks between them."""
        return sum(self.sizes[begin:end]) + end - begin - 1

    def cost(self, begin: int, end: int, layout: Layout) -> float | None:
        """The cost of a piece; None where it exceeds a limit and can be shorter."""
        limit = self.width(0, len(self.texts))
        if end - begin > 1:
            if layout.max_duration is not None and self.duration(begin, end) > layout.max_duration:
                return None
            if layout.max_chars is not None and self._fewest_lines(begin, end, layout.max_chars) > layout.lines:
                return None
        if layout.max_chars is not None:
            limit = layout.max_chars * layout.lines
        return self._price(begin, end, limit, _OF_CUES)

    def _fewest_lines(self, begin: int, end: int, most: int) -> int:
        lines, width = 1, self.sizes[begin]
        for place in range(begin + 1, end):
            width += 1 + self.sizes[place]
            if width > most or place in self.turns:
                lines, width = lines + 1, self.sizes[place]
        return lines

    def _price(self, begin: int, end: int, limit: int, weight: float = 1.0) -> float:
        """The cost of a piece or line: the square of its length, for evenness, and its end, which has a weight."""
        price = (self.width(begin, end) / limit) ** 2
        if end == len(self.texts):
            return price
        return price + weight * _price_of_end(self.texts[end - 1])

    def piece(self, bounds: tuple[int, int], number: int, layout: Layout, notes: dict[str, None]) -> Segment:
        """A piece as a segment, with its number where there are several."""
        begin, end = bounds
        segment = self.segment
        stop = self.ends[end - 1]
        if layout.max_duration is not None and self.duration(begin, end) > layout.max_duration:
            stop = round(self.starts[begin] + layout.max_duration, 6)
            notes[EARLY_ENDS] = None
        lines = self._lines(begin, end, layout)
        if layout.max_chars is not None and any(characters(line) > layout.max_chars for line in lines):
            notes[LONG_LINES] = None
        attributes: Attributes = tuple(
            [pair for pair in segment.attributes if pair[0] not in _ANEW and not pair[0].endswith(_OF_TEXT)]
        )
        sizes = [len(words(text)) for text in self.texts]
        styles = styles_within(segment.attributes, sum(sizes), sum(sizes[:begin]), sum(sizes[begin:end]))
        attributes = (*styles, *attributes)
        if len(lines) > 1:
            attributes = ((LINES, "\n".join(lines)), *attributes)
        return replace(
            segment,
            id=f"{segment.id}-{number}" if segment.id and number else segment.id,
            start=segment.start if begin == 0 else self.starts[begin],
            end=segment.end if stop == segment.end else stop,
            text=None if segment.text is None else " ".join(self.texts[begin:end]),
            labels=None if segment.text is not None else tuple(self.items[begin:end]),
            attributes=attributes,
            grammar="plain" if segment.text is not None else segment.grammar,
        )

    def _lines(self, begin: int, end: int, layout: Layout) -> list[str]:
        """The lines of a piece: as few as fit, by the longest line of the cue where no length is given."""
        most = layout.max_chars or max(map(characters, self.lines))

        def cost(first: int, last: int) -> float | None:
            first, last = first + begin, last + begin
            if last - first > 1 and self.width(first, last) > most:
                return None
            if not self.turns.isdisjoint(range(first + 1, last)):
                return None
            return self._price(first, last, most) if last < end else (self.width(first, last) / most) ** 2

        cuts = [place + begin for place in _cuts(end - begin, cost, _LINE)]
        return [" ".join(self.texts[first:last]) for first, last in pairwise([begin, *cuts, end])]


def _cuts(size: int, cost: Callable[[int, int], float | None], each: float) -> list[int]:
    """The places at which a row of words is cut, so that the pieces cost least; `each` is the cost of any piece.

    A piece that costs None is too long, as is every longer one with the same end.
    """
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, size + 1):
        ways: list[tuple[float, int]] = []
        for begin in range(end - 1, -1, -1):
            price = cost(begin, end)
            if price is None:
                break
            ways.append((best[begin][0] + each + price, begin))
        best.append(min(ways))
    cuts: list[int] = []
    place = best[size][1]
    while place:
        cuts.append(place)
        place = best[place][1]
    return cuts[::-1]


def _times(items: Sequence[Item], start: float, end: float) -> tuple[list[float], list[float]]:
    """Begins and ends of words in order, without overlaps; the first word begins and the last one ends with the cue."""
    spans = [span(item) or (start, end) for item in spread(items, start, end)]
    starts = [start]
    for begin, _ in spans[1:]:
        starts.append(min(max(float(begin), starts[-1]), end))
    rows = zip(spans, starts, [*starts[1:], end], strict=True)
    ends = [min(max(float(stop), begin), after) for (_, stop), begin, after in rows]
    ends[-1] = end
    return starts, ends
