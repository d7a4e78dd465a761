"""CTM as asclite reads it: one stream, in which each word, or each group of alternatives, is a segment."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .....maths.single import single
from ..sclite.numbers import real
from .log import Log, crash
from .model import Segment, Side, Stream, Word, milliseconds, wrapped
from .rows import Fields, finished, lines_of

Value = TypeVar("Value")

_FIELDS, _LEAST = 6, 5
_OPENING, _BRANCHING, _CLOSING = b"<ALT_BEGIN>", b"<ALT>", b"<ALT_END>"
_WITHIN, _OUTSIDE = b"within", b"outside"


def read(side: Side, log: Log) -> Side:
    """Fills a side with the content of its file."""
    stream = Stream(side)
    reader = _Reader(stream, log)
    for number, line in enumerate(lines_of(side.name, b"CTM file", log), 1):
        if line[:1] != b";":
            reader.take(number, line)
    side.streams.append(stream)
    return finished(side, b"CTM", log)


class _Marks:
    """The marks of alternatives so far, and the role that they give to the next word."""

    def __init__(self) -> None:
        self._pending: set[bytes] = set()
        self._within = False

    def take(self, text: bytes) -> bool:
        """Notes a mark; False for a word."""
        if text not in (_OPENING, _BRANCHING, _CLOSING):
            return False
        self._pending.add(text)
        if text != _BRANCHING:
            self._within = text == _OPENING
        return True

    def role(self) -> bytes:
        """The mark that the next word answers, `_WITHIN` inside of alternatives, else `_OUTSIDE`."""
        for mark in (_OPENING, _BRANCHING):
            if mark in self._pending:
                return mark
        if self._within:
            return _WITHIN
        return _CLOSING if _CLOSING in self._pending else _OUTSIDE

    def is_pending(self, mark: bytes) -> bool:
        """Whether no word has answered the mark."""
        return mark in self._pending

    def answer(self, mark: bytes) -> None:
        """Notes that a word answers the mark."""
        self._pending.discard(mark)


class _Reader:
    """Links words to a graph, row by row."""

    def __init__(self, stream: Stream, log: Log) -> None:
        self._stream, self._log = stream, log
        self._fields = Fields(_FIELDS)
        self._marks = _Marks()
        self._row, self._sure, self._started = 0, True, False
        self._plain: Word | None = None  # the last word outside of alternatives
        self._last: Word | None = None  # the last word of the current alternative
        self._alternatives: Segment | None = None
        self._earlier: Segment | None = None  # the group before, if nothing stands between

    def take(self, number: int, line: bytes) -> None:
        """Reads a row; one that is too short keeps fields of the rows before."""
        self._row = number
        count = self._fields.take(line)
        if count < _LEAST:
            self._log.error(b"Error parsing the line %d in file %b" % (number, self._stream.side.name))
        else:
            self._sure = count == _FIELDS
        if not self._marks.take(self._fields.values[4]):
            _ADD[self._marks.role()](self)

    def _present(self, value: Value | None) -> Value:
        if value is None:
            crash(
                self._stream.side.name + b":%d" % self._row, b"<ALT> or <ALT_END> without the words that belong to it"
            )
        return value

    def _times(self) -> tuple[int, int]:
        return milliseconds(self._fields.values[2]), milliseconds(self._fields.values[3])

    def _new_segment(self) -> Segment:
        begin, duration = self._times()
        segment = Segment(begin, wrapped(begin + duration), self._stream)
        segment.place(*self._fields.values[:2])
        return segment

    def _word(self, segment: Segment) -> Word:
        word = Word(self._fields.values[4], *self._times(), segment)
        if self._sure:
            word.confidence = single(real(self._fields.values[5]))
        return word

    def _plain_word(self) -> None:
        segment = self._new_segment()
        word = self._word(segment)
        segment.firsts.append(word)
        segment.lasts.append(word)
        if self._started:
            self._present(self._plain).link(word)
        self._started, self._plain = True, word
        self._stream.segments.append(segment)

    def _close(self, word: Word) -> None:
        """Ends a group of alternatives, which the word follows."""
        group = self._present(self._alternatives)
        group.add_last(self._present(self._last), self._log)
        for last in group.lasts:
            last.link(word)
        self._marks.answer(_CLOSING)

    def _first_alternative(self) -> None:
        segment = self._new_segment()
        word = self._word(segment)
        if self._started and self._marks.is_pending(_CLOSING):
            self._close(word)
        elif self._started:
            self._present(self._plain).link(word)
        segment.firsts.append(word)
        self._started, self._last = True, word
        self._marks.answer(_OPENING)
        self._stream.segments.append(segment)
        self._earlier, self._alternatives = self._alternatives, segment

    def _alternative_word(self) -> Word:
        group = self._present(self._alternatives)
        word = self._word(group)
        group.end = max(group.end, word.end)
        return word

    def _next_alternative(self) -> None:
        word = self._alternative_word()
        group = self._present(self._alternatives)
        group.add_first(word, self._log)
        if self._earlier is not None:
            for last in self._earlier.lasts:
                last.link(word)
        elif self._plain is not None:
            self._plain.link(word)
        group.add_last(self._present(self._last), self._log)
        self._last = word
        self._marks.answer(_BRANCHING)

    def _same_alternative(self) -> None:
        word = self._alternative_word()
        self._present(self._last).link(word)
        self._last = word

    def _after_alternatives(self) -> None:
        """The first word after alternatives belongs to a segment of its own, but names that of the alternatives."""
        segment = self._new_segment()
        word = self._word(self._present(self._alternatives))
        segment.add_first(word, self._log)
        segment.add_last(word, self._log)
        self._close(word)
        self._plain = word
        self._stream.segments.append(segment)
        self._last = self._alternatives = self._earlier = None


# How a word is added, by its role.
_ADD: dict[bytes, Callable[[_Reader], None]] = {
    _OPENING: _Reader._first_alternative,
    _BRANCHING: _Reader._next_alternative,
    _WITHIN: _Reader._same_alternative,
    _CLOSING: _Reader._after_alternatives,
    _OUTSIDE: _Reader._plain_word,
}
