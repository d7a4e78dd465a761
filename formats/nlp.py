"""NLP: Rev's tables of words, one in each line, with speakers, marks, capitals and classes, as fstalign reads them.

    token|speaker|ts|endTs|punctuation|case|tags|wer_tags
    Good|0|3.24|3.37||UC|[]|[]

A segment is a stretch of one speaker. Marks, capitals and classes are kept as details of the words. Rows without a word
are left out, and so are marks that slipped into the columns of times.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import compress, count, islice
from operator import lt, ne

from .. import core
from .engine.fields import are_numbers, number, time_problem, times
from .engine.json import Json, detail, details
from .engine.spoken import Spoken
from .errors import Problems, UsageError, Where, fail, quantity
from .record import Format
from .schema import Attributes, Corpus, LabelColumns, LabelLists, Table
from .schema.items import Details
from .schema.markup import BLANKS
from .schema.markup import words as words_in
from .source import SideFile, Source
from .values import dataclass, replace

NAME = "nlp"
USUAL = ("token", "speaker", "ts", "endTs", "punctuation", "case", "tags", "wer_tags")
OTHERS = ("confidence", "prepunctuation", "ali_comment", "oldTs", "oldEndTs")
_HEAD = "token|speaker|ts|endTs|punctuation|case|tags, and perhaps wer_tags, confidence and others"
_ROW = "a word, its speaker, and seconds or nothing"
_NUMBERS = ("ts", "endTs", "confidence")
_SINGLE = frozenset(("token", "speaker", *_NUMBERS))
"""Columns whose cells are no details of the words."""
_LISTS = ("tags", "wer_tags")
_MARKS = ("prepunctuation", "punctuation")
_NOTHING = frozenset(("", "[]"))
_COLUMNS, _BARE = "columns", "/bare"
_DIGIT = re.compile("[0-9]")
_BLANK = re.compile(f"[{BLANKS}]")
_WORDS = re.compile(f"[^{BLANKS}]+")
_ENDS = re.compile("[|\n\r]")


def read(source: Source, *, punctuation: bool = False) -> Corpus:
    """Reads the words of a recording; `punctuation=True` keeps the punctuation next to words.

    >>> text = b"token|speaker|ts|endTs|punctuation|case\\nGood|0|3.24|3.37||UC\\nday|0|3.4|3.9|.|LC\\n"
    >>> segment, = read(Source(text)).segments
    >>> segment.speaker, segment.items[1].value, segment.items[1].end, segment.items[1].attributes
    ('0', 'day', 3.9, (('nlp:punctuation', '"."'), ('nlp:case', '"LC"')))
    >>> read(Source(text), punctuation=True).texts()
    ['Good day.']
    """
    return corpus_of(word_rows(source), source.name, punctuation=punctuation)


def corpus_of(rows: WordRows, path: str, *, punctuation: bool = False) -> Corpus:
    """The words of the rows of a file."""
    bare = [name for name in _LISTS if not any(rows.column(name) or ("[]",))]
    meta: Attributes = () if (*rows.columns,) == USUAL else (detail(NAME, _COLUMNS, list(rows.columns)),)
    meta += (detail(NAME, _BARE, list[Json](bare)),) if bare and rows.lines else ()
    spoken = rows.spoken()
    return Corpus(_table(spoken.printed() if punctuation else spoken, path), meta=meta, format=NAME, path=path)


@dataclass(frozen=True, slots=True)
class Numerals:
    """A column of numbers as texts, with None for cells without one."""

    texts: list[str | None]
    values: array[float] | None = None
    """The numbers, where all cells are times."""


@dataclass(frozen=True, slots=True)
class WordRows:
    """The rows of a file."""

    columns: Mapping[str, Sequence[str]]
    """The cells of each column of the file, row by row."""
    numbers: Mapping[str, Numerals]
    """The columns of numbers."""
    lines: Sequence[int]
    """The number of the line of each row."""

    def column(self, name: str) -> Sequence[str]:
        """The cells of a column, row by row; none without the column."""
        return self.columns.get(name, ())

    @property
    def in_order(self) -> bool:
        """Whether rows with starts stand in the order of these, as those of a recording are scored."""
        begins = self.numbers["ts"]
        starts = [*(begins.values or map(float, filter(None, begins.texts)))]
        return starts == sorted(starts)

    def spoken(self) -> WordRows:
        """The rows that have a word."""
        words = self.columns["token"]
        if all(words):
            return self
        return WordRows(
            {name: list(compress(cells, words)) for name, cells in self.columns.items()},
            {name: Numerals(list(compress(column.texts, words))) for name, column in self.numbers.items()},
            list(compress(self.lines, words)),
        )

    def printed(self) -> WordRows:
        """The rows with the marks of each word as part of it."""
        nothing = [""] * len(self.lines)
        before, behind = (self.column(name) or nothing for name in _MARKS)
        words = list(map("".join, zip(before, self.columns["token"], behind, strict=True)))
        marks = {name: nothing for name in _MARKS if name in self.columns}
        return replace(self, columns={**self.columns, **marks, "token": words})


def word_rows(source: Source) -> WordRows:
    """The rows of a file, and the numbers of their lines; a blank line may be a row without a word.

    >>> rows = word_rows(Source(b"token|tags\\nGood|[]\\n"))
    >>> rows.column("token"), rows.column("tags"), rows.lines
    (['Good'], ['[]'], range(2, 3))
    """
    if (rows := _TAGGED.get((source.data, source.encoding))) is not None:
        return rows
    text, lines = source.text.removesuffix("\n"), range(1, source.count_lines() + 1)
    rows = _rows_of(source.name, text, lines)
    return _closely(source) if rows is None or not _is_sound(rows) else rows


def _closely(source: Source) -> WordRows:
    """The rows of a file that may have blank lines, or problems, which are reported with their places."""
    lines = [(place, text) for place, text in enumerate(source.lines(), 1) if text.strip(BLANKS)]
    if not lines:
        fail(Where(source.name, 1), "no line of column names", _HEAD)
    places, texts = zip(*lines, strict=True)
    rows = _rows_of(source.name, "\n".join(texts), places)
    if rows is None or not _is_sound(rows):
        _refuse(source.name, _names(Where(source.name, places[0]), texts[0]), lines[1:])
    assert rows is not None
    return rows


def _rows_of(path: str, text: str, lines: Sequence[int]) -> WordRows | None:
    """The rows of a text, whose lines have these numbers; None where one has more or fewer cells than its head."""
    head, _, body = text.partition("\n")
    if not head.strip(BLANKS):
        return None
    # In other lines, a carriage return is a blank around the last cell.
    return _cut(_names(Where(path, lines[0]), head.removesuffix("\r")), body, lines[1:])


def _is_sound(rows: WordRows) -> bool:
    """Whether no word has blanks, and numbers are in order; False for what needs a closer look."""
    return not _have_blanks(rows.columns["token"]) and _are_sound(*map(rows.numbers.__getitem__, _NUMBERS))


_TAGGED: dict[tuple[bytes, str | None], WordRows] = {}
"""Rows of files with classes or equivalents, by the bytes of the file and their encoding."""
_MOST, _MOST_BYTES = 256, 32 << 20
"""Files whose rows are kept, and the bytes of all of them."""


def tagged_rows(path: str) -> WordRows:
    """The rows of a file that have a word.

    Classes, equivalents and the score of one reference ask for the same files, which are cut once.
    """
    source = SideFile(path)
    rows = word_rows(source)
    size = len(source.data)
    if len(_TAGGED) >= _MOST or sum(len(data) for data, _ in list(_TAGGED)) > _MOST_BYTES - size:
        _TAGGED.clear()
    if size <= _MOST_BYTES:
        _TAGGED[source.data, source.encoding] = rows
    return rows.spoken()


def runs(cells: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Runs of equal cells: the cell, its first row, and the row after its last.

    >>> list(runs(["a", "a", "b"])), list(runs([]))
    ([('a', 0, 2), ('b', 2, 3)], [])
    """
    firsts = [0, *compress(count(1), map(ne, cells, islice(cells, 1, None)))] if cells else []
    return zip(map(cells.__getitem__, firsts), firsts, [*firsts[1:], len(cells)], strict=False)


def _cut(names: tuple[str, ...], text: str, lines: Sequence[int]) -> WordRows | None:
    """Rows as columns; None where a row has more or fewer cells than there are columns."""
    made = core.separated_cells(f"{text}\n" if lines else "", len(names), "|")
    if made is None:
        return None
    columns = dict(zip(names, made, strict=True))
    return WordRows(columns, {name: _numerals(columns.get(name, ())) for name in _NUMBERS}, lines)


def _have_blanks(texts: Sequence[str]) -> bool:
    """Whether some text has blanks in it, or around it."""
    return _BLANK.search("|".join(texts)) is not None


def _names(where: Where, head: str) -> tuple[str, ...]:
    """The names of the columns."""
    names = tuple(name.strip(BLANKS) for name in head.split("|"))
    if "token" not in names or len({*names}) != len(names):
        fail(where, "no line of column names", _HEAD, head)
    if unknown := [name for name in names if name not in (*USUAL, *OTHERS)]:
        fail(where, f"an unknown column {unknown[0]!r}", _HEAD, head)
    return names


def _are_sound(begins: Numerals, ends: Numerals, confidences: Numerals) -> bool:
    """Whether all times are in order, and all confidences are numbers; False for what needs a closer look."""
    if begins.values is not None and ends.values is not None:
        return not any(map(lt, ends.values, begins.values)) and are_numbers(filter(None, confidences.texts))
    if times([text for text in (*begins.texts, *ends.texts) if text]) is None:
        return False
    both = ((begin, end) for begin, end in zip(begins.texts, ends.texts, strict=False) if begin and end)
    return not any(float(end) < float(begin) for begin, end in both) and are_numbers(filter(None, confidences.texts))


def _refuse(path: str, names: Sequence[str], lines: Sequence[tuple[int, str]]) -> None:
    """Raises the problems of all lines."""
    problems = Problems()
    for place, line in lines:
        if what := _problem(names, [cell.strip(BLANKS) for cell in line.split("|")]):
            problems.add(Where(path, place), what, _ROW, line)
    problems.check()


def _problem(names: Sequence[str], cells: Sequence[str]) -> str | None:
    """The problem of the fields of a row; None for none."""
    if len(cells) != len(names):
        return f"{quantity(len(cells), 'field')}, where the header has {len(names)}"
    row = dict(zip(names, cells, strict=True))
    if len(words_in(row["token"])) > 1:
        return f"the word {row['token']!r} has blanks in it"
    begin, end = _numerals([row.get("ts", ""), row.get("endTs", "")]).texts
    for name, text in (("begin", begin), ("end", end)):
        if text and (what := time_problem(name, text)):
            return what
    if begin and end and float(end) < float(begin):
        return f"end {end} is before begin {begin}"
    if row.get("confidence") and number(row["confidence"]) is None:
        return f"confidence {row['confidence']!r} is not a number"
    return None


def _numerals(cells: Sequence[str]) -> Numerals:
    """Fields of numbers; None for one without a digit: files have marks that slipped into these columns."""
    if not any(cells):
        return Numerals([None] * len(cells))
    if (values := times(cells)) is not None:
        return Numerals(list(cells), values)
    has_digit = map(_DIGIT.search, cells)
    return Numerals([cell if match else None for cell, match in zip(cells, has_digit, strict=True)])


def _table(rows: WordRows, path: str) -> Table:
    """The segments of rows."""
    if not rows.lines:
        return Table.of(())
    turns = [*runs(rows.column("speaker") or [""] * len(rows.lines))]
    first = array("q", [0, *(end for _, _, end in turns)])
    begins, ends, sure = (rows.numbers[name].texts for name in _NUMBERS)
    numbers = (begins if any(begins) else None, ends if any(ends) else None, sure if any(sure) else None)
    labels = LabelColumns(list(rows.columns["token"]), numbers, _attributes(rows), (path, rows.lines))
    speakers = [speaker for speaker, _, _ in turns]
    return Table(
        len(turns),
        path=path,
        labels=LabelLists(labels, first),
        lines=[rows.lines[row] for row in first[:-1]],
        speaker=speakers if any(speakers) else None,
    )


def _attributes(rows: WordRows) -> Sequence[Attributes] | None:
    """The fields of all rows that are neither names nor numbers."""
    columns = {name: cells for name, cells in rows.columns.items() if name not in _SINGLE and not {*cells} <= _NOTHING}
    if not columns:
        return None

    def make() -> Sequence[Attributes]:
        keys = list(zip(*columns.values(), strict=True))
        made = {key: _details(columns, key) for key in {*keys}}
        return list(map(made.__getitem__, keys))

    return Details(len(rows.lines), {detail(NAME, name, "")[0] for name in columns}, make)


def _details(names: Iterable[str], cells: Iterable[str]) -> Attributes:
    """Fields of a row as attributes of its word."""
    return tuple([_detail(name, cell) for name, cell in zip(names, cells, strict=True) if cell not in _NOTHING])


@lru_cache(maxsize=1 << 16)
def _detail(name: str, cell: str) -> tuple[str, str]:
    """A field of a row as an attribute of its word."""
    return detail(NAME, name, cell)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the lines of a file: those of the file that was read have its columns."""
    spoken = Spoken(corpus, NAME)
    notes = details(corpus.meta, NAME)
    held, bare = notes.get(_COLUMNS), notes.get(_BARE)
    names = [str(name) for name in held] if isinstance(held, list) else list(USUAL)
    further = {key for more in spoken.extras.values() for key in more}
    further |= {"confidence"} if any(spoken.confidences) else set()
    names += [name for name in (*USUAL, *OTHERS) if name in further and name not in names]
    columns: dict[str, list[str]] = {name: [""] * len(spoken.plain) for name in names}
    for name in _LISTS:
        if name in columns and not (isinstance(bare, list) and name in bare):
            columns[name] = ["[]"] * len(spoken.plain)
    for row, more in spoken.extras.items():
        for name, cell in more.items():
            columns[name][row] = str(cell)
    speakers = spoken.speakers
    columns |= {"token": list(spoken.plain), "speaker": [speakers[owner] for owner in spoken.owners()]}
    for name, cells in zip(_NUMBERS, (spoken.starts, spoken.ends, spoken.confidences), strict=True):
        if name in columns:
            columns[name] = [
                str(cell) if cell is not None else held for cell, held in zip(cells, columns[name], strict=True)
            ]
    if " " in "".join(columns["token"]):
        columns = _split(columns)
    _check(columns)
    yield "|".join(names) + "\n"
    lines = map("|".join, zip(*map(columns.__getitem__, names), strict=True))
    yield "".join(map("{}\n".format, lines))


def _split(columns: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """A row for each part of words with blanks: the first has the start, the last the end and the punctuation."""
    split = list(map(_WORDS.findall, columns["token"]))
    sizes = list(map(len, split))
    owners = [row for row, size in enumerate(sizes) for _ in range(size)]
    parts = {name: [cells[row] for row in owners] for name, cells in columns.items()}
    parts["token"] = [part for words in split for part in words]
    firsts = [not place or owners[place - 1] != row for place, row in enumerate(owners)]
    lasts = [*firsts[1:], True]
    for name, flags in (("ts", firsts), ("endTs", lasts), ("punctuation", lasts)):
        if name in parts:
            parts[name] = [cell if flag else "" for cell, flag in zip(parts[name], flags, strict=True)]
    return parts


def _check(columns: Mapping[str, Sequence[str]]) -> None:
    """Rejects what a row cannot hold."""
    for name, column in columns.items():
        if wrong := next(filter(_ENDS.search, {*column}), None):
            raise UsageError(f"nlp cannot hold the {name} {wrong!r}: a bar or a line end ends a field")
    if wrong := next(filter(_BLANK.search, {*columns["token"]}), None):
        raise UsageError(f"nlp cannot hold the word {wrong!r}: it has white space in it")


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first line names the columns."""
    head = next((line for line in lines if line.strip(BLANKS)), "")
    names = [name.strip(BLANKS) for name in head.split("|")]
    return len(names) > 1 and names[0] == "token" and {*names} <= {*USUAL, *OTHERS}


FORMAT = Format(
    name=NAME,
    suffixes=(".nlp",),
    summary="Rev's words with speakers, punctuation, capitals and classes: "
    "token|speaker|ts|endTs|punctuation|case|tags",
    carries=frozenset({"attributes:nlp", "confidence", "speakers", "times"}),
    read=read,
    write=write,
    sniff=sniff,
    family="annotation",
    printed=True,
)
