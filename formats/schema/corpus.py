"""Segments, corpora, and tables of segments that make a segment when it is accessed."""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import repeat

from ..errors import Where, quantity
from ..values import dataclass, field
from .items import Attributes, Grammar, Item, Label, labels_of_columns, written
from .markup import marked_text, parse, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar, Literal, TypeVar, overload

    Element = TypeVar("Element")


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of speech with its words, given either as the text that was written or as labels.

    >>> Segment(id="a-1", text="good { day / morning }", grammar="sclite").items[0].value
    'good'
    """

    id: str = ""
    session: str = ""
    channel: str = ""
    speaker: str = ""
    start: float | None = None
    end: float | None = None
    tags: tuple[str, ...] = ()
    ignored: bool = False
    text: str | None = None
    labels: Sequence[Item] | None = None
    grammar: Grammar = "plain"
    attributes: Attributes = ()
    """Details that only some formats have; private names begin with the name of the format and a colon."""
    where: Where | None = field(default=None, compare=False)
    original: object = field(default=None, compare=False, repr=False)
    """The line that the segment was read from, from which its format writes unchanged parts."""

    @property
    def items(self) -> Sequence[Item]:
        """The labels; a text is parsed on access."""
        if self.labels is not None:
            return self.labels
        return parse(self.text or "", self.grammar)


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of a recording to score, as in UEM and ECF files."""

    session: str
    channel: str
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Comment:
    """A line that is not data, and the number of segments before it."""

    text: str
    before: int


@dataclass(frozen=True, slots=True)
class Corpus:
    """The content of one file; `segments` may be a lazy table, which makes no objects until they are accessed."""

    segments: Sequence[Segment] = ()
    regions: Sequence[Region] = ()
    comments: tuple[Comment, ...] = ()
    meta: Attributes = ()
    format: str = field(default="", compare=False)
    path: str = field(default="", compare=False)
    original: object = field(default=None, compare=False, repr=False)
    """The file that the corpus was read from, from which its format writes unchanged parts."""

    def __len__(self) -> int:
        return len(self.segments)

    def ids(self) -> Sequence[str]:
        """The ids of all segments, in order."""
        if isinstance(self.segments, Table):
            return self.segments.ids()
        return [segment.id for segment in self.segments]

    def grammars(self) -> set[Grammar]:
        """The grammars in which the texts are written."""
        if isinstance(self.segments, Table):
            return {self.segments.grammar}
        return {segment.grammar for segment in self.segments}

    def texts(self) -> Sequence[str]:
        """The texts of all segments, in order; labels are written in the segment's grammar."""
        if isinstance(self.segments, Table):
            return self.segments.texts()
        return [text_of(segment) for segment in self.segments]


def rows(corpus: Corpus) -> Iterator[tuple[str, str, Grammar]]:
    """Id, text and grammar of every segment; a lazy table makes no segment for them."""
    if isinstance(corpus.segments, Table):
        return zip(corpus.ids(), corpus.texts(), repeat(corpus.segments.grammar), strict=False)
    return ((segment.id, text_of(segment), segment.grammar) for segment in corpus.segments)


def text_of(segment: Segment) -> str:
    """The text of a segment; labels are written in the segment's grammar."""
    if segment.text is not None:
        return segment.text
    if isinstance(segment.labels, LabelColumns) and segment.grammar == "plain":
        return " ".join(segment.labels.values)
    return render(segment.labels or (), segment.grammar)


def sclite_text(segment: Segment) -> str:
    """The text of a segment in sclite's grammar: bare words are marked, alternations and optional words of labels kept.

    >>> sclite_text(Segment(text="a;b c"))
    'a\\\\;b c'
    """
    if segment.grammar != "plain":
        return text_of(segment)
    if segment.text is None:
        return render(segment.labels or (), "sclite")
    return marked_text(segment.text)


class Lazy(Sequence["Element"]):
    """A sequence kept as columns; an element is made on access."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Element]:
        return (self[index] for index in range(len(self)))

    def picked(self, places: Sequence[int]) -> list[Element]:
        """The elements at these places."""
        return [self[place] for place in places]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, Sequence) and not isinstance(other, (str, bytes)):
            return len(self) == len(other) and all(mine == theirs for mine, theirs in zip(self, other, strict=True))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))


class Later(Lazy["Element"]):
    """A sequence whose elements are all made at the first access to one, by `_make`."""

    __slots__ = ()
    _make: Callable[[], Sequence[Element]] | None
    _made: Sequence[Element]

    def made(self) -> Sequence[Element]:
        """All elements."""
        if self._make is not None:
            self._made, self._make = self._make(), None
        return self._made

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> Element: ...

        @overload
        def __getitem__(self, index: slice) -> Sequence[Element]: ...

    def __getitem__(self, index: int | slice) -> Element | Sequence[Element]:
        return self.made()[index]

    def __iter__(self) -> Iterator[Element]:
        return iter(self.made())

    def __reduce__(self) -> tuple[type[tuple[Element, ...]], tuple[Sequence[Element]]]:
        return tuple, (self.made(),)

    def __repr__(self) -> str:
        return repr(self.made())


class Table(Lazy[Segment]):
    """The segments of a file kept as columns; a segment is made on access."""

    __slots__ = ("_path", "grammar")
    KIND: ClassVar[Literal["", "texts", "segments", "words"]] = ""
    """Whether all are texts without times, segments with times, or words with times; empty for others."""
    grammar: Grammar
    _path: str

    def ids(self) -> Sequence[str]:
        """The ids of all segments."""
        return [segment.id for segment in self]

    def texts(self) -> Sequence[str]:
        """The texts of all segments."""
        return [text_of(segment) for segment in self]

    def __repr__(self) -> str:
        return f"<{quantity(len(self), 'segment')} of {self._path or 'a text'}>"


class OneByOne(Lazy[Segment]):
    """Segments of which each is made on its own, by `_segment`."""

    __slots__ = ()

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> Segment: ...

        @overload
        def __getitem__(self, index: slice) -> tuple[Segment, ...]: ...

    def __getitem__(self, index: int | slice) -> Segment | tuple[Segment, ...]:
        places = range(len(self))
        return tuple(map(self._segment, places[index])) if isinstance(index, slice) else self._segment(places[index])

    @abstractmethod
    def _segment(self, place: int) -> Segment: ...


class NamelessTable(OneByOne, Table):
    """A table of segments without ids; `_segment` makes one segment."""

    __slots__ = ()

    def ids(self) -> Sequence[str]:
        """An empty id for every segment."""
        return [""] * len(self)


class UtteranceTable(Table, Later[Segment]):
    """Utterances without times, whose ids and texts are columns; all segments are made at the first access to one.

    >>> table = UtteranceTable(["a"], ["hi"], "plain", "x.csv", lambda: (Segment(id="a", text="hi", speaker="eve"),))
    >>> table.ids(), table.texts(), table[0].speaker
    (['a'], ['hi'], 'eve')
    """

    __slots__ = ("_ids", "_made", "_make", "_texts", "nulls")
    KIND: ClassVar[Literal["", "texts", "segments", "words"]] = "texts"

    def __init__(
        self,
        ids: Sequence[str],
        texts: Sequence[str],
        grammar: Grammar,
        path: str,
        make: Callable[[], Sequence[Segment]],
    ) -> None:
        self._ids = ids
        self._texts = texts
        self.grammar = grammar
        self._path = path
        self._make: Callable[[], Sequence[Segment]] | None = make
        self._made: Sequence[Segment] = ()
        self.nulls = 0
        """Number of texts that are null in the file."""

    def ids(self) -> Sequence[str]:
        """The ids of all segments."""
        return self._ids

    def texts(self) -> Sequence[str]:
        """The texts of all segments."""
        return self._texts

    def __len__(self) -> int:
        return len(self._texts)


class Times(Later[float]):
    """Times of a file as numbers; they are made as they were written at the first access to one.

    >>> times = Times(array("d", [0.5]), lambda: ["0.50"])
    >>> times.numbers[0], times[0], len(times)
    (0.5, '0.50', 1)
    """

    __slots__ = ("_made", "_make", "numbers")

    def __init__(self, numbers: array[float], make: Callable[[], Sequence[float]]) -> None:
        self.numbers = numbers
        self._make: Callable[[], Sequence[float]] | None = make
        self._made: Sequence[float] = ()

    def __len__(self) -> int:
        return len(self.numbers)


class LabelColumns(Later[Label]):
    """Labels of single words kept as columns, with numbers as texts; all are made at the first access to one.

    >>> labels = LabelColumns(["good", "day"], (["0.5", "1.0"], None, None), None)
    >>> labels.values[1], len(labels), labels[1].start, labels[:1] == (labels[0],)
    ('day', 2, 1.0, True)
    """

    __slots__ = ("_made", "_make", "attributes", "numbers", "values")

    def __init__(
        self,
        values: Sequence[str],
        numbers: tuple[Sequence[str] | None, Sequence[str] | None, Sequence[str] | None],
        attributes: Sequence[Attributes] | None,
    ) -> None:
        """`numbers` are begins, ends and confidences; None for those that no label has."""
        self.values, self.numbers, self.attributes = values, numbers, attributes
        self._make: Callable[[], Sequence[Label]] | None = partial(_labels, values, numbers, attributes)
        self._made: Sequence[Label] = ()

    def __len__(self) -> int:
        return len(self.values)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> Label: ...

        @overload
        def __getitem__(self, index: slice) -> Sequence[Label]: ...

    def __getitem__(self, index: int | slice) -> Label | Sequence[Label]:
        if isinstance(index, int):
            return self.made()[index]
        start, end, confidence = (None if column is None else column[index] for column in self.numbers)
        attributes = None if self.attributes is None else self.attributes[index]
        return LabelColumns(self.values[index], (start, end, confidence), attributes)

    def __add__(self, other: Sequence[Item]) -> tuple[Item, ...]:
        return (*self, *other)

    def __radd__(self, other: Sequence[Item]) -> tuple[Item, ...]:
        return (*other, *self)


def _labels(
    values: Sequence[str],
    numbers: tuple[Sequence[str] | None, Sequence[str] | None, Sequence[str] | None],
    attributes: Sequence[Attributes] | None,
) -> tuple[Label, ...]:
    start, end, confidence = (None if column is None else written(column) for column in numbers)
    return tuple(labels_of_columns(values, (start, end, confidence), attributes))


class TimedTable(UtteranceTable):
    """Utterances with times, whose places and texts are columns; none has tags, and few formats have ids and channels.

    >>> made = Segment(session="talk", start=0.0, end=1.0, text="hi")
    >>> table = TimedTable((["talk"], [""], [""]), ([0.0], [1.0]), ["hi"], "x.jsonl", lambda: (made,))
    >>> table.texts(), table.sessions, table.end, table[0].end
    (['hi'], ['talk'], [1.0], 1.0)
    """

    __slots__ = ("channels", "end", "sessions", "speakers", "start")
    KIND = "segments"

    def __init__(
        self,
        names: tuple[Sequence[str], Sequence[str], Sequence[str]],
        times: tuple[Sequence[float], Sequence[float]],
        texts: Sequence[str],
        path: str,
        make: Callable[[], Sequence[Segment]],
        *,
        ids: Sequence[str] | None = None,
    ) -> None:
        """`names` are sessions, channels and speakers, `times` begins and ends."""
        super().__init__([""] * len(texts) if ids is None else ids, texts, "plain", path, make)
        self.sessions, self.channels, self.speakers = names
        self.start, self.end = times

    def seconds(self) -> tuple[array[float], array[float]]:
        """Begins and ends as numbers."""
        start, end = (
            column.numbers if isinstance(column, Times) else array("d", column) for column in (self.start, self.end)
        )
        return start, end


class TextTable(Table):
    """The segments of a file with one utterance a line: ids and texts. Without ids, the numbers of lines are the ids.

    >>> table = TextTable(["a-1"], ["good day"], "sclite", "x.trn", [3])
    >>> table[0].id, table[0].text, str(table[0].where)
    ('a-1', 'good day', 'x.trn:3:1')
    """

    __slots__ = ("_ids", "_lines", "_texts")
    KIND = "texts"

    def __init__(
        self, ids: Sequence[str] | None, texts: Sequence[str], grammar: Grammar, path: str, lines: Sequence[int]
    ) -> None:
        self._ids = ids
        self._texts = texts
        self.grammar = grammar
        self._path = path
        self._lines = lines

    def ids(self) -> Sequence[str]:
        """The ids of all segments."""
        return list(map(str, self._lines)) if self._ids is None else self._ids

    def texts(self) -> Sequence[str]:
        """The texts of all segments."""
        return self._texts

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> Segment: ...

        @overload
        def __getitem__(self, index: slice) -> TextTable: ...

    def __getitem__(self, index: int | slice) -> Segment | TextTable:
        if isinstance(index, slice):
            ids = None if self._ids is None else self._ids[index]
            return TextTable(ids, self._texts[index], self.grammar, self._path, self._lines[index])
        where = Where(self._path, self._lines[index])
        key = str(self._lines[index]) if self._ids is None else self._ids[index]
        return Segment(id=key, text=self._texts[index], grammar=self.grammar, where=where)

    def __len__(self) -> int:
        return len(self._texts)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, TextTable):
            return self.grammar == other.grammar and self._texts == other._texts and self.ids() == other.ids()
        return super().__eq__(other)

    __hash__ = Table.__hash__
