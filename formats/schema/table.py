"""Segments as one table of columns: what every format is read into, and what everything else reads."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter

from ..errors import Where, quantity
from ..values import dataclass, field, replace
from .items import Attributes, Grammar, Item, LabelColumns, LabelLists, LabelValues
from .markup import marked_text, parse, render
from .numbers import Numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypedDict, overload

    from typing_extensions import Unpack

    from .words import Words

    Records = Sequence["Segment"] | Callable[[], Sequence["Segment"]]

    class Columns(TypedDict, total=False):
        """The columns of a table, named as the fields of a segment; `lines` are the lines of the file, 0 for none."""

        id: Sequence[str] | None
        session: Sequence[str] | None
        channel: Sequence[str] | None
        speaker: Sequence[str] | None
        start: Numbers | None
        end: Numbers | None
        tags: Sequence[tuple[str, ...]] | None
        ignored: Sequence[bool | int] | None
        text: Sequence[str] | None
        labels: LabelLists | None
        attributes: Sequence[Attributes] | None
        lines: Sequence[int] | None
        original: Sequence[object] | None


NOTHING: dict[str, Any] = {
    "id": "",
    "session": "",
    "channel": "",
    "speaker": "",
    "start": None,
    "end": None,
    "tags": (),
    "ignored": False,
    "attributes": (),
    "text": None,
    "labels": None,
    "lines": 0,
    "original": None,
}
"""What a column holds where a segment has nothing."""
_TIMES = ("start", "end")
# Columns that a table of objects makes anew for those who ask.
_WORDS = ("text", "labels")


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


class Table(Sequence[Segment]):
    """The segments of a file as columns, each of one value for every segment; a column that no segment has is None.

    Columns are texts, names, or `Numbers`. A segment is an object that is made when it is looked at. Readers that
    make such objects anyway hand them over with `of`: the columns are then made of these.

    >>> table = Table(2, id=["a", "b"], text=["hi", "ho"])
    >>> table.ids(), table.texts(), table.start, table[1].text
    (['a', 'b'], ['hi', 'ho'], None, 'ho')
    """

    __slots__ = ("_before", "_columns", "_grammar", "_records", "_size", "_texts", "nulls", "path", "words")

    def __init__(
        self,
        size: int,
        *,
        grammar: Grammar | None = "plain",
        path: str = "",
        records: Records | None = None,
        words: Words | None = None,
        **columns: Unpack[Columns],
    ) -> None:
        """`records` are the segments as objects, or a function that reads them: columns that are not given come from
        them. `words` are the words of all segments if these are rows with times.
        """
        self._size = size
        self._grammar: Grammar | None = grammar
        self._records = records
        self._texts: Sequence[str] | None = None
        self._before: Table | None = None  # the table of which some columns were changed
        self._columns: dict[str, Any] = {**columns}
        self.path = path
        self.words = words
        self.nulls = 0
        """Number of texts that are null in the file."""
        if words is not None:
            self._columns["session"] = [session for session, _ in words.names]
            self._columns["channel"] = [channel for _, channel in words.names]

    @classmethod
    def of(cls, segments: Sequence[Segment]) -> Table:
        """The table of segments that are objects.

        >>> Table.of([Segment(speaker="anna"), Segment()]).speakers
        ['anna', '']
        """
        if isinstance(segments, cls):
            return segments
        return cls(len(segments), grammar=None, records=segments)

    @classmethod
    def rows(cls, words: Words) -> Table:
        """The table of words with times."""
        return cls(len(words), grammar=words.grammar, path=words.path, words=words)

    # --- columns -------------------------------------------------------------------------------------

    def column(self, name: str) -> Any:
        """A column; None if no segment has it."""
        if name not in self._columns:
            column = self._of_others(name)
            if name in _WORDS:
                return column
            self._columns[name] = column
        return self._columns[name]

    def has(self, name: str) -> bool:
        """Whether some segment has this.

        >>> Table.of([Segment(speaker="anna")]).has("speaker"), Table(2, id=["", ""]).has("id")
        (True, False)
        """
        column = self.column(name)
        return column is not None and (name in _TIMES or any(column[:1]) or any(column))

    def _of_others(self, name: str) -> Sequence[Any] | None:
        if self._before is not None:
            return self._before.column(name)  # type: ignore[no-any-return]
        if self._records is None and not (name == "labels" and self.words is not None):
            return None
        spoken = self.words.labels() if self.words is not None else None
        if spoken is not None and self.words is not None:
            return LabelLists(spoken, self.words.first)
        segments = self.records()
        if name == "lines":
            return [segment.where.line if segment.where else 0 for segment in segments]
        values = list(map(attrgetter(name), segments))
        if values.count(NOTHING[name]) == len(values) > 0 or (not values and name != "id"):
            return None
        if name == "labels":
            lists = LabelValues()
            lists.extend(values)
            return lists.whole()
        return Numbers.of(values) if name in _TIMES else values

    def _filled(self, name: str) -> Sequence[Any]:
        column = self.column(name)
        return [NOTHING[name]] * self._size if column is None else column

    def ids(self) -> Sequence[str]:
        """The ids of all segments."""
        return self._filled("id")

    @property
    def sessions(self) -> Sequence[str]:
        """The recordings of all segments."""
        return self._filled("session")

    @property
    def channels(self) -> Sequence[str]:
        """The channels of all segments."""
        return self._filled("channel")

    @property
    def speakers(self) -> Sequence[str]:
        """The speakers of all segments."""
        return self._filled("speaker")

    @property
    def start(self) -> Numbers | None:
        """The begins of all segments."""
        start: Numbers | None = self.column("start")
        return start

    @property
    def end(self) -> Numbers | None:
        """The ends of all segments."""
        end: Numbers | None = self.column("end")
        return end

    @property
    def tags(self) -> Sequence[tuple[str, ...]]:
        """The tags of all segments."""
        return self._filled("tags")

    @property
    def ignored(self) -> Sequence[bool | int]:
        """Whether segments are not scored."""
        return self._filled("ignored")

    @property
    def lines(self) -> Sequence[int]:
        """The lines of all segments in the file."""
        return self._filled("lines")

    @property
    def written(self) -> Sequence[str] | None:
        """The texts as the file has them, those of ignored segments too; None where words of some are no text."""
        texts: Sequence[str] | None = None if self._columns.get("labels") else self._columns.get("text")
        return texts if texts is not None or self._before is None else self._before.written

    @property
    def labels(self) -> LabelLists | None:
        """The labels of all segments, where a file has words with numbers, and nothing else, in place of texts."""
        labels: LabelLists | None = None if self._columns.get("text") else self._columns.get("labels")
        if labels is None:
            return None if self._before is None else self._before.labels
        return labels if labels.is_plain() else None

    def texts(self) -> Sequence[str]:
        """The texts of all segments; empty for ignored ones. Labels are written in the grammar of the segment."""
        if self._texts is None:
            self._texts = self._all_texts()
        return self._texts

    def _all_texts(self) -> Sequence[str]:
        if self.words is not None:
            return self.words.texts()
        texts = self.written
        if texts is not None:
            if not self.has("ignored"):
                return texts
            return ["" if ignored else text for text, ignored in zip(texts, self.ignored, strict=True)]
        if self.labels is not None:
            return self.labels.texts()
        if self._before is not None:
            return self._before.texts()
        if self._records is None:
            return self._texts_of_both()
        return list(map(text_of, self.records()))

    def _texts_of_both(self) -> list[str]:
        """The texts of segments of which some have labels instead."""
        lists: LabelLists | None = self._columns.get("labels")
        joined: list[Any] = [None] * self._size if lists is None else lists.texts()
        texts: list[Any] = self._columns.get("text") or [None] * self._size
        odd = {bisect_right(lists.first, row) - 1 for row in lists.odd} if lists is not None else ()
        for place in odd:
            joined[place] = text_of(self[place])
        return [words if text is None else text for text, words in zip(texts, joined, strict=True)]

    def grammars(self) -> set[Grammar]:
        """The grammars in which the texts are written."""
        if self._grammar is not None:
            return {self._grammar}
        return {segment.grammar for segment in self.records()} if self._before is None else self._before.grammars()

    @property
    def grammar(self) -> Grammar | None:
        """The grammar of all texts; None where they differ, or where there is no segment."""
        if self._grammar is None:
            grammars = self.grammars()
            if len(grammars) != 1:
                return None
            (self._grammar,) = grammars
        return self._grammar

    def has_windows(self) -> bool:
        """Whether every segment has a begin and an end."""
        start, end = self.start, self.end
        return start is not None and end is not None and start.is_complete() and end.is_complete()

    def has_word_times(self) -> bool:
        """Whether words have times."""
        if self.words is not None or self.written is not None:
            return self.words is not None
        lists: LabelLists | None = self._columns.get("labels")
        if lists is not None:
            return len(lists.labels) > 0 and (lists.labels.numbers[0] is not None or _have_times([*lists.odd.values()]))
        segments = self.records() if self._before is None else self._before.records()
        return any(_have_times(segment.labels) for segment in segments if segment.labels)

    def has_labels(self) -> bool:
        """Whether some segment has labels instead of a text."""
        if self.words is not None or self.written is not None:
            return self.words is not None
        if self._columns.get("labels") is not None:
            return True
        segments = self.records() if self._before is None else self._before.records()
        return any(segment.labels is not None for segment in segments)

    # --- other tables ----------------------------------------------------------------------------------

    def changed(self, **columns: Sequence[Any]) -> Table:
        """The table with other columns in place of some.

        >>> segment = Table.of([Segment(text="hi")]).changed(speaker=["anna"])[0]
        >>> segment.speaker, segment.text
        ('anna', 'hi')
        """
        words = self.words
        if words is not None and columns.keys() <= {"session", "channel"}:
            places = zip(columns.get("session", self.sessions), columns.get("channel", self.channels), strict=True)
            return Table.rows(words.renamed(list(places)))
        if self._records is None and words is None:
            return self._like(self._size, self._columns | columns)

        def records() -> list[Segment]:
            rows = zip(self.records(), *columns.values(), strict=True)
            return [replace(segment, **dict(zip(columns, row, strict=True))) for segment, *row in rows]

        table = Table(self._size, grammar=None, records=records, **columns)  # type: ignore[arg-type]
        table._before = self
        return table

    def picked(self, places: Sequence[int]) -> Table:
        """The segments at these places."""
        if self._records is not None or self.words is not None:
            segments = self.records()
            return Table.of([segments[place] for place in places])
        return self._like(len(places), {name: _picked(column, places) for name, column in self._columns.items()})

    def _like(self, size: int, columns: dict[str, Any]) -> Table:
        """A table of such segments with these columns."""
        return Table(size, grammar=self._grammar, path=self.path, **columns)

    def is_like(self, other: Table) -> bool:
        """Whether the columns are those of another table, and nothing was changed since."""
        columns = {name: column for name, column in self._columns.items() if name != "original" and column is not None}
        before = {name: column for name, column in other._columns.items() if name != "original" and column is not None}
        is_same = columns.keys() == before.keys() and all(columns[name] is before[name] for name in columns)
        return is_same and self._records is None and self.words is None

    # --- segments as objects ---------------------------------------------------------------------------

    def records(self) -> Sequence[Segment]:
        """The segments as objects."""
        if self._records is None:
            return self
        if not isinstance(self._records, Sequence):
            self._records = self._records()
        return self._records

    def _segment(self, place: int) -> Segment:
        if self.words is not None:
            first, last = self.words.first[place], self.words.first[place + 1]
            session, channel = self.words.names[place]
            return Segment(
                session=session,
                channel=channel,
                labels=self.words.items(first, last),
                grammar=self.words.grammar,
                where=self.words.where(first),
            )
        contents = {
            name: column[place] for name, column in self._columns.items() if column is not None and name != "lines"
        }
        if "labels" in contents and contents.get("text") is not None:
            del contents["labels"]  # it has a text instead
        if "ignored" in contents:
            contents["ignored"] = bool(contents["ignored"])
            if contents["ignored"] and contents.get("text"):
                contents["text"] = ""
        lines = self.column("lines")
        where = Where(self.path, lines[place]) if lines is not None and lines[place] else None
        return Segment(**contents, grammar=self._grammar or "plain", where=where)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> Segment: ...

        @overload
        def __getitem__(self, index: slice) -> Table: ...

    def __getitem__(self, index: int | slice) -> Segment | Table:
        places = range(self._size)[index]
        if isinstance(places, range):
            return self.picked(places)
        return self._segment(places) if self._records is None else self.records()[places]

    def __iter__(self) -> Iterator[Segment]:
        if self._records is not None:
            return iter(self.records())
        for column in filter(None, (self._columns.get("start"), self._columns.get("end"))):
            column.items()  # all at once
        return map(self._segment, range(self._size))

    def __len__(self) -> int:
        return self._size

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, Sequence) and not isinstance(other, (str, bytes)):
            return len(self) == len(other) and all(mine == its for mine, its in zip(self, other, strict=True))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __add__(self, other: Sequence[Segment]) -> Table:
        return Table.of((*self, *other))

    def __radd__(self, other: Sequence[Segment]) -> Table:
        return Table.of((*other, *self))

    def __reduce__(self) -> tuple[object, ...]:
        return Table.of, (tuple(self),)

    def __repr__(self) -> str:
        return f"<{quantity(len(self), 'segment')} of {self.path or 'a text'}>"


def _picked(column: Sequence[Any] | None, places: Sequence[int]) -> Sequence[Any] | None:
    if column is None:
        return None
    return column.taken(places) if hasattr(column, "taken") else [column[place] for place in places]


def _have_times(labels: Sequence[Item]) -> bool:
    if isinstance(labels, LabelColumns):
        return labels.numbers[0] is not None
    return any(getattr(label, "start", None) is not None for label in labels)
