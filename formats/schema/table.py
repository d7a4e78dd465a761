"""Segments as one table of columns: what every format is read into, and what everything else reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from operator import attrgetter

from ..errors import UsageError, Where, quantity, short
from ..guessed import Answering
from ..values import dataclass, field
from .items import Attributes, Grammar, Item, LabelLists, LabelValues, objects_of_columns
from .markup import are_bare, are_words, marked_text, marked_texts, parse, render
from .numbers import Numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypedDict, overload

    from typing_extensions import Unpack

    from .words import Words

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
        text: Sequence[Any] | None
        labels: LabelLists | None
        attributes: Sequence[Attributes] | None
        lines: Sequence[int] | None
        original: Sequence[object] | None
        where: Sequence[Where | None] | None


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
    "grammar": "plain",
    "where": None,
}
"""What a column holds where a segment has nothing."""
_TIMES = ("start", "end")
_NAMES = ("id", "session", "channel", "speaker")
_EMPTY = dict.fromkeys(NOTHING.keys() - {"lines"})
_OF_WORDS = ("labels", "lines")
_TAGS = frozenset({"tag1", "tag2"})
_TOGETHER = 4096  # segments made at once


_OTHER_NAMES = {
    **dict.fromkeys(("words", "tokens"), "text, or items"),
    **dict.fromkeys(("transcript", "content", "sentence", "plaintext"), "text"),
    "begin": "start",
    **dict.fromkeys(("end_time", "offset"), "end"),
    **dict.fromkeys(("duration", "length"), "end - start"),
    **dict.fromkeys(("middle", "mid"), "(start + end) / 2"),
    **dict.fromkeys(("speaker_id", "label", "track"), "speaker"),
    **dict.fromkeys(("to_dict", "as_dict", "json"), "dataclasses.asdict(segment)"),
    **dict.fromkeys(("recording", "file", "recording_id"), "session"),
    **dict.fromkeys(("utterance_id", "utt_id", "utt", "name", "key"), "id"),
    "confidence": "confidence of each of its items",
}
"""Attributes that others expect of a segment, with ours."""
OF_CORPORA = {
    **dict.fromkeys(("text", "transcript", "transcripts", "lines", "show"), "corpus.texts()"),
    **dict.fromkeys(("to_string", "to_text"), "scorelite.write(corpus, file, format=name), of an io.BytesIO() as file"),
    **dict.fromkeys(("words", "tokens"), "corpus.texts(), or corpus.segments[0].labels of words with times"),
    **dict.fromkeys(("to_pandas", "head", "dtypes", "columns"), "scorelite.to_library(corpus, 'pandas')"),
    **{
        library: f"scorelite.to_library(corpus, '{library}')" for library in ("polars", "pyarrow", "datasets", "lhotse")
    },
    **dict.fromkeys(("timeline", "itertracks", "crop", "support"), "scorelite.to_library(corpus, 'pyannote')"),
    **dict.fromkeys(("to_dict", "to_list", "to_records"), "[dataclasses.asdict(segment) for segment in corpus]"),
    **dict.fromkeys(("save", "write", "convert"), "scorelite.write(corpus, path)"),
    **dict.fromkeys(
        ("json", "csv", "tsv", "rttm", "stm", "ctm", "trn", "srt", "vtt", "ass", "textgrid", "eaf", "seglst", "kaldi"),
        "scorelite.write(corpus, path)",
    ),
    **dict.fromkeys(("read", "from_file"), "scorelite.read(path)"),
    **dict.fromkeys(("session", "sessions", "recordings"), "corpus.table.sessions"),
    **dict.fromkeys(("speaker", "speakers", "labels", "rename_labels"), "corpus.table.speakers"),
    **dict.fromkeys(
        ("filter", "select", "map", "apply", "unique", "groupby"),
        "scorelite.Corpus(segments), of [... for segment in corpus]",
    ),
    **dict.fromkeys(("merge", "concat", "add", "append", "extend"), "scorelite.Corpus([*first, *second])"),
    **dict.fromkeys(
        ("sort", "sorted", "sort_values", "sort_by_start"),
        "scorelite.Corpus(sorted(corpus, key=lambda segment: segment.start))",
    ),
    **dict.fromkeys(
        ("shift", "scale", "transform_framerate", "to_fps"), "scorelite.convert, which moves the times of a file"
    ),
    **dict.fromkeys(("utterances", "rows", "cues", "items", "events"), "corpus.segments"),
    **dict.fromkeys(
        ("duration", "length", "extent", "timestamps", "times", "start", "end"),
        "segment.end - segment.start of each segment in corpus",
    ),
    **dict.fromkeys(("uri", "filename", "name"), "corpus.path"),
    **dict.fromkeys(("overlap", "gaps"), "segment.start and segment.end of each segment in corpus"),
}
"""Attributes that others expect of a corpus, with ours."""


@dataclass(frozen=True, slots=True)
class Segment(Answering):
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
    """The words as a text; None where they are `labels`, as words with times are: `str(segment)` has both as a text."""
    labels: Sequence[Item] | None = None
    grammar: Grammar = "plain"
    attributes: Attributes = ()
    """Details that only some formats have; private names begin with the name of the format and a colon."""
    where: Where | None = field(default=None, compare=False)
    original: object = field(default=None, compare=False, repr=False)
    """The line that the segment was read from, from which its format writes unchanged parts."""
    ANSWERS = _OTHER_NAMES

    @property
    def items(self) -> Sequence[Item]:
        """The labels; a text is parsed on access."""
        if self.labels is not None:
            return self.labels
        return parse(self.text or "", self.grammar)

    def __str__(self) -> str:
        """The text, also of labels.

        >>> from .items import Label
        >>> str(Segment(labels=(Label("good"), Label("day")))), str(Segment(text="good day"))
        ('good day', 'good day')
        """
        return text_of(self)


def _columns_of(segments: list[Segment]) -> dict[str, Any]:
    """The fields of segments as columns; a column that no segment has is None."""
    columns: dict[str, Any] = {}
    for name in NOTHING.keys() - {"lines"}:
        try:
            values = list(map(attrgetter(name), segments))
        except AttributeError:
            wrong = next(each for each in segments if not isinstance(each, Segment))
            raise UsageError(
                f"segments have {short(repr(wrong))}; expected Segment(text='good day'), or read(path)"
            ) from None
        columns[name] = None if values.count(NOTHING[name]) == len(values) and (values or name != "id") else values
    for name in _NAMES:
        if {*map(type, columns[name] or ())} - {str}:
            wrong = next(value for value in columns[name] if type(value) is not str)
            raise UsageError(f"a segment has the {name} {wrong!r}; expected a text, as in Segment(id='a', start=0.5)")
    for name in _TIMES:
        columns[name] = columns[name] and Numbers.of(columns[name])
    return columns


def _part_texts_from_labels(columns: dict[str, Any], size: int) -> None:
    """Leaves each segment either its labels or, without labels, its text."""
    lists = columns["labels"]
    texts = columns["text"] or [None] * size
    if lists is None:
        columns["text"] = columns["text"] and [text or "" for text in texts]
        return
    without_labels = [items is None for items in lists]
    bare = [(text or "") if is_bare else None for text, is_bare in zip(texts, without_labels, strict=True)]
    columns["text"] = bare if True in without_labels else None
    labels = LabelValues(is_exact=True)
    labels.extend(lists)
    columns["labels"] = labels.whole()


def _lines_of_one_file(columns: dict[str, Any]) -> str:
    """Puts the lines of segments in place of their places, if these are lines of one file; returns its path."""
    places = [place for place in columns["where"] or () if place is not None]
    if len({(place.path, place.column) for place in places}) != 1 or places[0].column != 1:
        return ""
    columns["lines"] = [0 if place is None else place.line for place in columns.pop("where")]
    path: str = places[0].path
    return path


def text_of(segment: Segment) -> str:
    """The text of a segment; labels are written in the segment's grammar."""
    if segment.text is not None:
        return segment.text
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


class Table(Answering, Sequence[Segment]):
    """The segments of a file as columns, each of one value for every segment; a column that no segment has is None.

    Columns are texts, names, or `Numbers`. Segments are objects that are made when they are looked at.

    >>> table = Table(2, id=["a", "b"], text=["hi", "ho"])
    >>> table.ids(), table.texts(), table.start, table[1].text
    (['a', 'b'], ['hi', 'ho'], None, 'ho')
    """

    ANSWERS = OF_CORPORA
    __slots__ = ("_columns", "_grammar", "_others", "_size", "_texts", "files", "further", "nulls", "path", "words")

    def __init__(
        self,
        size: int,
        *,
        grammar: Grammar | None = "plain",
        path: str = "",
        others: Callable[[], Table] | None = None,
        words: Words | None = None,
        **columns: Unpack[Columns],
    ) -> None:
        """`others` reads the table that has the columns which are not given. `words` are the words of all segments if
        these are rows with times. The grammar is None where there is none, or a column of them.
        """
        self._size = size
        self._grammar: Grammar | None = grammar
        self._others = others
        self._texts: Sequence[str] | None = None
        self._columns: dict[str, Any] = {**columns}
        self.path = path
        self.words = words
        self.nulls = 0
        """Number of texts that are null in the file."""
        self.files: Callable[[], Sequence[str]] | None = None
        """The reader of the paths of recordings; None if there is none."""
        self.further: Callable[[Sequence[str]], Mapping[str, Sequence[str | None]]] | None = None
        """The reader of columns other than texts, ids and times; None if there is none."""
        if words is not None:
            self._columns["session"] = [session for session, _ in words.names]
            self._columns["channel"] = [channel for _, channel in words.names]

    @classmethod
    def of(cls, segments: Sequence[Segment]) -> Table:
        """The table of segments that are objects; of one with both, labels are taken, not the text.

        >>> Table.of([Segment(speaker="anna"), Segment()]).speakers
        ['anna', '']
        """
        if isinstance(segments, cls):
            return segments
        objects = list(segments)
        columns = _columns_of(objects)
        _part_texts_from_labels(columns, len(objects))
        grammars = columns.pop("grammar") or ["plain"] * len(objects)
        path = _lines_of_one_file(columns)
        table = cls(len(objects), grammar=grammars[0] if len({*grammars}) == 1 else None, path=path, **columns)
        table._columns["grammar"] = None if table._grammar is not None else grammars
        return table

    @classmethod
    def rows(cls, words: Words) -> Table:
        """The table of words with times."""
        return cls(len(words), grammar=words.grammar, path=words.path, words=words)

    # --- columns -------------------------------------------------------------------------------------

    def column(self, name: str) -> Any:
        """A column; None if no segment has it."""
        if name not in self._columns:
            if self.words is not None and name in _OF_WORDS:
                return self._of_words(name)
            self._columns[name] = self._others().column(name) if self._others is not None else None
        return self._columns[name]

    def has(self, name: str) -> bool:
        """Whether some segment has this.

        >>> Table.of([Segment(speaker="anna")]).has("speaker"), Table(2, id=["", ""]).has("id")
        (True, False)
        """
        column = self.column(name)
        return column is not None and (name in _TIMES or any(column[:1]) or any(column))

    def _of_words(self, name: str) -> Any:
        """The labels, or the lines, of rows of words, made anew for those who ask."""
        words = self.words
        assert words is not None
        return words.label_lists() if name == "labels" else list(map(words.lines.__getitem__, words.first[:-1]))

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
        places = self.column("where")
        return self._filled("lines") if places is None else [0 if place is None else place.line for place in places]

    @property
    def written(self) -> Sequence[str] | None:
        """The texts as the file has them, those of ignored segments too; None where words of some are no text."""
        return None if self._columns.get("labels") else self._columns.get("text")

    @property
    def only_labels(self) -> LabelLists | None:
        """The labels of all segments, where a file has words with numbers, and nothing else, in place of texts."""
        labels: LabelLists | None = None if self._columns.get("text") else self._columns.get("labels")
        return labels if labels is not None and not labels.odd else None

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
        lists: LabelLists | None = self._columns.get("labels")
        if lists is None:
            return [""] * self._size
        joined: list[Any] = lists.texts()
        odd = lists.odd_places()
        if self._grammar != "plain" and (lists.labels.attributes is not None or not are_bare(joined)):
            odd = [place for place, labels in enumerate(pairwise(lists.first)) if labels[0] < labels[1]]
        for place, segment in zip(odd, self._segments(odd), strict=True):
            joined[place] = text_of(segment)
        texts = self._columns.get("text") or [None] * self._size
        return [words if text is None else text for text, words in zip(texts, joined, strict=True)]

    def grammars(self) -> set[Grammar]:
        """The grammars in which the texts are written."""
        return {*(self.column("grammar") or ())} if self._grammar is None else {self._grammar}

    @property
    def grammar(self) -> Grammar | None:
        """The grammar of all texts; None where they differ, or where there is no segment."""
        return self._grammar

    def has_windows(self) -> bool:
        """Whether every segment has a begin and an end."""
        start, end = self.start, self.end
        return start is not None and end is not None and start.is_complete() and end.is_complete()

    def are_timed(self) -> list[bool]:
        """Whether each segment has a begin and an end."""
        nothing = [None] * self._size
        times = zip(self.start or nothing, self.end or nothing, strict=True)
        return [start is not None and end is not None for start, end in times]

    def has_word_times(self) -> bool:
        """Whether words have times."""
        lists: LabelLists | None = self._columns.get("labels")
        if lists is None or self.words is not None:
            return self.words is not None
        is_timed = len(lists.labels) > 0 and lists.labels.numbers[0] is not None
        return is_timed or any(getattr(item, "start", None) is not None for item in lists.odd.values())

    def has_labels(self) -> bool:
        """Whether some segment has labels instead of a text."""
        return self.words is not None or self._columns.get("labels") is not None

    def label_lists(self) -> LabelLists | None:
        """The labels of all segments; None where none has labels instead of a text."""
        lists: LabelLists | None = self.column("labels")
        return lists

    # --- other tables ----------------------------------------------------------------------------------

    def changed(self, /, grammar: Any = None, **columns: Any) -> Table:
        """The table with other columns in place of some, and another grammar of all texts, or of each, if one is named.

        >>> segment = Table.of([Segment(text="hi")]).changed(speaker=["anna"])[0]
        >>> segment.speaker, segment.text
        ('anna', 'hi')
        """
        words = self.words
        if words is not None and columns.keys() <= {"session", "channel"}:
            places = zip(columns.get("session", self.sessions), columns.get("channel", self.channels), strict=True)
            return Table.rows(words.renamed(list(places)))
        of_words = {name: self._of_words(name) for name in _OF_WORDS if words is not None and name not in columns}
        table = self._like(self._size, self._columns | of_words | columns)
        table._others = self._others
        if grammar is not None:
            of_all = isinstance(grammar, str)
            table._grammar, table._columns["grammar"] = (grammar, None) if of_all else (None, grammar)
        return table

    def picked(self, places: Sequence[int]) -> Table:
        """The segments at these places."""
        if self.words is not None:
            first = self.words.first
            return Table.rows(self.words.runs([(run, range(first[run], first[run + 1])) for run in places]))
        if self._others is not None:
            for name in NOTHING:
                self.column(name)
        return self._like(len(places), {name: _picked(column, places) for name, column in self._columns.items()})

    def _like(self, size: int, columns: dict[str, Any]) -> Table:
        """A table of such segments with these columns."""
        table = Table(size, grammar=self._grammar, path=self.path)
        table._columns = columns
        return table

    def is_like(self, other: Table) -> bool:
        """Whether the columns are those of another table, and nothing was changed since."""
        names = {*self._columns, *other._columns} - {"original"}
        is_of_one = self.words is None and self._others is other._others
        return is_of_one and all(self.column(name) is other.column(name) for name in names)

    # --- segments as objects ---------------------------------------------------------------------------

    def _segments(self, places: Sequence[int]) -> list[Segment]:
        """The segments at these places."""
        if self.words is not None:
            return self._of_rows(self.words, places)
        contents = {name: _picked(self.column(name), places) for name in NOTHING if name != "labels"}
        lists = self.label_lists()
        texts: Sequence[str | None] = contents["text"] or [None] * len(places)
        if lists is not None:
            rows = zip(places, texts, strict=True)
            contents["labels"] = [lists[place] if text is None else None for place, text in rows]
        if contents["ignored"] is not None:
            contents["ignored"] = list(map(bool, contents["ignored"]))
            ignored = contents["ignored"]
            contents["text"] = [text and "" if skip else text for text, skip in zip(texts, ignored, strict=True)]
        lines = contents.pop("lines")
        if contents["where"] is None and lines is not None:
            contents["where"] = [Where(self.path, line) if line else None for line in lines]
        if self._grammar is not None:
            contents["grammar"] = [self._grammar] * len(places)
        return objects_of_columns(Segment, len(places), _EMPTY | contents, NOTHING)

    def _of_rows(self, words: Words, places: Sequence[int]) -> list[Segment]:
        """The segments of rows of words at these places."""
        spans = [(words.first[place], words.first[place + 1]) for place in places]
        contents = {name: _picked(self._columns[name], places) for name in ("session", "channel")}
        contents["labels"] = [words.items(first, last) for first, last in spans]
        contents["where"] = [words.where(first) for first, _ in spans]
        contents["grammar"] = [words.grammar] * len(places)
        return objects_of_columns(Segment, len(places), _EMPTY | contents, NOTHING)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> Segment: ...

        @overload
        def __getitem__(self, index: slice) -> Table: ...

    def __getitem__(self, index: int | slice) -> Segment | Table:
        places = range(self._size)[index]
        return self.picked(places) if isinstance(places, range) else self._segments([places])[0]

    def __iter__(self) -> Iterator[Segment]:
        for first in range(0, self._size, _TOGETHER):
            yield from self._segments(range(first, min(first + _TOGETHER, self._size)))

    def __len__(self) -> int:
        return self._size

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        labels, others = self.only_labels, other.only_labels if isinstance(other, Table) else None
        if labels is not None and others is not None and [*labels.labels.values] != [*others.labels.values]:
            return False  # without an object for each word
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


def sclite_texts(table: Table) -> Sequence[str] | None:
    """The texts of all segments in sclite's grammar, as `sclite_text` makes them one by one; empty for ignored ones.
    None where a segment needs a closer look.

    >>> sclite_texts(Table(2, text=["a;b c", "d"]))
    ['a\\\\;b c', 'd']
    """
    if table.grammar == "sclite":
        return table.texts()
    if table.grammar is None or table.words is not None:
        return None
    lists = table.label_lists()
    if lists is not None:
        pairs = chain.from_iterable({*(lists.labels.attributes or ())})
        if lists.odd or table.has("ignored") or not are_words(lists.labels.values) or not _TAGS.isdisjoint(dict(pairs)):
            return None
    try:
        return marked_texts(table.texts())
    except UsageError:
        return None


def _picked(column: Sequence[Any] | None, places: Sequence[int]) -> Sequence[Any] | None:
    if column is None:
        return None
    return column.taken(places) if hasattr(column, "taken") else [column[place] for place in places]
