"""Files of words and segments (ctm, stm, nlp), read natively where they need no closer look."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import chain

from ... import core
from ...formats.schema import Comment, Corpus, OneByOne, Table
from ...formats.schema.markup import are_sound
from ...formats.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from ...formats.record import Format

    Element = TypeVar("Element")


_BEGIN, _DURATION, _WORD, _CONFIDENCE = 2, 3, 4, 5  # fields of a row of ctm
_ASCII = (None, "utf-8", "ascii")  # encodings of files that may be ASCII; None is unknown
_CHUNK = 1 << 16  # rows whose strings are made together


def read(source: Source, record: Format, *, markup: bool = True) -> Corpus | None:
    """The corpus of a ctm, stm or nlp file; None for other formats, and where the format's reader has to look: it tells
    the place of every problem.

    >>> from scorelite import by_name
    >>> read(Source(b"talk A 0.5 0.2 day\\n"), by_name("ctm")).texts(), read(Source(b"day\\n"), by_name("ctm"))
    (['day'], None)
    """
    reader = _READERS.get(record.name)
    if reader is None or source.encoding not in (None, "utf-8") or source.folder is not None:
        return None
    return reader(source, markup)


def turns(source: Source) -> Sequence[Any] | None:
    """The turns of speakers of an RTTM file by session and channel, as `rttm_turns` of the core gives them.

    None where the format's reader has to look.
    """
    return core.rttm_turns(source.data, False) if source.encoding in _ASCII else None


def _rows(source: Source, markup: bool) -> Corpus | None:
    rows = core.ctm_rows(source.data)
    if rows is None or not rows.plain:
        return None
    from ...formats.schema.words import Words

    table = Words("sclite" if markup else "plain", source.name)
    first, lines = array("q", rows.first), array("q", rows.lines)
    numbers = [array("d", rows.numbers(number)) for number in (_BEGIN, _DURATION, _CONFIDENCE)]
    begins, durations, confidences = (_Fields(rows, number) for number in (_BEGIN, _DURATION, _CONFIDENCE))
    names = [(session.decode(), channel.decode()) for session, channel in rows.names]
    table.fill(names, first, rows.texts(_WORD), (begins, durations, confidences), numbers, lines)
    return Corpus(Table.rows(table), comments=_comments(rows.comments), format="ctm", path=source.name)


def _segments(source: Source, markup: bool) -> Corpus | None:
    rows = core.stm_rows(source.data)
    if rows is None or not rows.plain:
        return None
    fields = tuple(map(rows.texts, range(7)))
    ignored = rows.ignored
    scored = (text for text, is_ignored in zip(fields[-1], ignored, strict=True) if not is_ignored)
    if markup and (b"{" in source.data or b"}" in source.data) and not are_sound(scored):
        return None
    from ...formats.engine.rows import segments_table

    numbers = array("d", rows.numbers(3)), array("d", rows.numbers(4))
    table = segments_table(fields, numbers, ignored, array("q", rows.lines), source.name, markup=markup)
    return Corpus(table, comments=_comments(rows.comments), format="stm", path=source.name)


def _words(source: Source, markup: bool) -> Corpus:
    # Imported only now: few files are of this format.
    from ...formats.nlp import corpus_of, word_rows

    return corpus_of(word_rows(source, core.separated_cells), source.name)


_READERS: dict[str, Callable[[Source, bool], Corpus | None]] = {"ctm": _rows, "stm": _segments, "nlp": _words}


def _comments(lines: list[tuple[bytes, int]]) -> tuple[Comment, ...]:
    return tuple([Comment(line.decode(), before) for line, before in lines])


class _Fields(OneByOne[str]):
    """A field of all rows, as written."""

    __slots__ = ("_number", "_rows")

    def __init__(self, rows: core.TimedRows, number: int) -> None:
        self._rows = rows
        self._number = number

    def __len__(self) -> int:
        return len(self._rows)

    def picked(self, places: Sequence[int]) -> list[str]:
        """The fields of these rows."""
        return self._rows.texts(self._number, array("q", places).tobytes())

    def _item(self, place: int) -> str:
        return self.picked([place])[0]

    def __iter__(self) -> Iterator[str]:
        size = len(self)
        firsts, lasts = range(0, size, _CHUNK), chain(range(_CHUNK, size, _CHUNK), (size,))
        return chain.from_iterable(map(self.picked, map(range, firsts, lasts)))
