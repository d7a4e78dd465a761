"""NLP: Rev's tables of words, one in each line, with speakers, marks, capitals and classes, as fstalign reads them.

    token|speaker|ts|endTs|punctuation|case|tags|wer_tags
    Good|0|3.24|3.37||UC|[]|[]

A segment is a stretch of one speaker. Marks, capitals and classes are kept as details of the words. Rows without a word
are left out, and so are marks that slipped into the columns of times.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, compress, groupby, repeat
from operator import lt

from .engine.fields import are_numbers, number, time_problem, times
from .engine.json import Json, detail, details
from .engine.spoken import Spoken
from .errors import Problems, UsageError, Where, fail, quantity
from .record import Format
from .schema import Attributes, Corpus, LabelColumns, LabelLists, Table
from .schema.markup import BLANKS
from .source import Source

NAME = "nlp"
USUAL = ("token", "speaker", "ts", "endTs", "punctuation", "case", "tags", "wer_tags")
OTHERS = ("confidence", "prepunctuation", "ali_comment", "oldTs", "oldEndTs")
_HEAD = "token|speaker|ts|endTs|punctuation|case|tags, and perhaps wer_tags, confidence and others"
_ROW = "a word, its speaker, and seconds or nothing"
_NUMBERS = ("ts", "endTs", "confidence")
_LISTS = ("tags", "wer_tags")
_NOTHING = ("", "[]")
_COLUMNS, _BARE = "columns", "/bare"
_DIGIT = re.compile("[0-9]")
_ENDS = re.compile("[|\n\r]")


def read(source: Source) -> Corpus:
    """Reads the words of a recording.

    >>> text = b"token|speaker|ts|endTs|punctuation|case\\nGood|0|3.24|3.37||UC\\nday|0|3.4|3.9|.|LC\\n"
    >>> segment, = read(Source(text)).segments
    >>> segment.speaker, segment.items[1].value, segment.items[1].end, segment.items[1].attributes
    ('0', 'day', 3.9, (('nlp:punctuation', '"."'), ('nlp:case', '"LC"')))
    """
    names, columns, lines = word_columns(source)
    bare = [name for name in _LISTS if not any(columns.get(name, "[]"))]
    meta: Attributes = () if names == USUAL else (detail(NAME, _COLUMNS, list(names)),)
    meta += (detail(NAME, _BARE, list[Json](bare)),) if bare and lines else ()
    spoken = [place for place, word in enumerate(columns["token"]) if word]
    if len(spoken) < len(lines):
        columns = {name: list(map(column.__getitem__, spoken)) for name, column in columns.items()}
        lines = list(map(lines.__getitem__, spoken))
    segments = _table(columns, source.name, lines)
    return Corpus(segments, meta=meta, format=NAME, path=source.name)


def word_columns(source: Source) -> tuple[tuple[str, ...], dict[str, list[str]], list[int]]:
    """The names of the columns of a file, its cells by name, and the number of the line of each row.

    >>> word_columns(Source(b"token|tags\\nGood|[]\\n"))
    (('token', 'tags'), {'token': ['Good'], 'tags': ['[]']}, [2])
    """
    texts = list(source.lines())
    lines = list(compress(enumerate(texts, 1), map(str.strip, texts, repeat(BLANKS))))
    if not lines:
        fail(Where(source.name, 1), "no line of column names", _HEAD)
    names = _names(Where(source.name, lines[0][0]), lines.pop(0)[1])
    rows = [line for _, line in lines]
    if {*map(str.count, rows, repeat("|"))} - {len(names) - 1}:
        _refuse(source.name, names, lines)
    whole = "|".join(rows)
    cells = whole.split("|") if rows else []
    if len(whole.split(None, 1)) > 1 or whole[:1].isspace() or whole[-1:].isspace():
        cells = list(map(str.strip, cells, repeat(BLANKS)))
    columns = {name: cells[place :: len(names)] for place, name in enumerate(names)}
    if not _is_sound(columns):
        _refuse(source.name, names, lines)
    return names, columns, [place for place, _ in lines]


def _names(where: Where, head: str) -> tuple[str, ...]:
    """The names of the columns."""
    names = tuple(name.strip(BLANKS) for name in head.split("|"))
    if "token" not in names or len({*names}) != len(names):
        fail(where, "no line of column names", _HEAD, head)
    if unknown := [name for name in names if name not in (*USUAL, *OTHERS)]:
        fail(where, f"an unknown column {unknown[0]!r}", _HEAD, head)
    return names


def _is_sound(columns: Mapping[str, Sequence[str]]) -> bool:
    """Whether no field is a problem."""
    if len("|".join(columns["token"]).split()) > 1:
        return False
    begins, ends = (_numerals(columns.get(name, ())) for name in ("ts", "endTs"))
    if times([text for text in (*begins, *ends) if text]) is None:
        return False
    both = [(begin, end) for begin, end in zip(begins, ends, strict=False) if begin and end]
    firsts, lasts = zip(*both, strict=True) if both else ((), ())
    if any(map(lt, map(float, lasts), map(float, firsts))):
        return False
    return are_numbers(filter(None, columns.get("confidence", ())))


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
        return f"{quantity(len(cells), 'field')}, where the head has {len(names)}"
    row = dict(zip(names, cells, strict=True))
    if len(row["token"].split()) > 1 or (row["token"] and not row["token"].split()):
        return f"the word {row['token']!r} has blanks in it"
    begin, end = _numerals([row.get("ts", ""), row.get("endTs", "")])
    for name, text in (("begin", begin), ("end", end)):
        if text and (what := time_problem(name, text)):
            return what
    if begin and end and float(end) < float(begin):
        return f"the end {end} lies before the begin {begin}"
    if row.get("confidence") and number(row["confidence"]) is None:
        return f"confidence {row['confidence']!r} is not a number"
    return None


def _numerals(cells: Sequence[str]) -> list[str | None]:
    """Fields of numbers; None for one without a digit: files have marks that slipped into these columns."""
    if not any(cells):
        return [None] * len(cells)
    has_digit = map(_DIGIT.search, cells)
    return [cell if match else None for cell, match in zip(cells, has_digit, strict=True)]


def _table(columns: Mapping[str, Sequence[str]], path: str, lines: Sequence[int]) -> Table:
    """The segments of rows."""
    if not lines:
        return Table.of(())
    runs = [(speaker, len(list(run))) for speaker, run in groupby(columns.get("speaker", [""] * len(lines)))]
    first = array("q", accumulate((size for _, size in runs), initial=0))
    begins, ends, sure = (_numerals(columns.get(name, ())) for name in _NUMBERS)
    numbers = (begins if any(begins) else None, ends if any(ends) else None, sure if any(sure) else None)
    labels = LabelColumns(columns["token"], numbers, _attributes(columns), (path, lines))
    speakers = [speaker for speaker, _ in runs]
    return Table(
        len(runs),
        path=path,
        labels=LabelLists(labels, first),
        lines=[lines[row] for row in first[:-1]],
        speaker=speakers if any(speakers) else None,
    )


def _attributes(columns: Mapping[str, Sequence[str]]) -> list[Attributes] | None:
    """The fields of all rows that are neither names nor numbers."""
    names = [name for name in columns if name not in ("token", "speaker", *_NUMBERS)]
    rows = list(zip(*map(columns.__getitem__, names), strict=True)) if names else []
    made = {
        row: tuple(detail(NAME, name, cell) for name, cell in zip(names, row, strict=True) if cell not in _NOTHING)
        for row in {*rows}
    }
    return [made[row] for row in rows] if any(made.values()) else None


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
    """A row for each part of words with blanks: the first one has the begin, the last one the end and the marks."""
    sizes = [len(word.split()) for word in columns["token"]]
    owners = [row for row, size in enumerate(sizes) for _ in range(size)]
    parts = {name: [cells[row] for row in owners] for name, cells in columns.items()}
    parts["token"] = [part for word in columns["token"] for part in word.split()]
    firsts = [not place or owners[place - 1] != row for place, row in enumerate(owners)]
    lasts = [*firsts[1:], True]
    for name, flags in (("ts", firsts), ("endTs", lasts), ("punctuation", lasts)):
        if name in parts:
            parts[name] = [cell if flag else "" for cell, flag in zip(parts[name], flags, strict=True)]
    return parts


def _check(columns: Mapping[str, Sequence[str]]) -> None:
    """Refuses what a row cannot hold."""
    for name, column in columns.items():
        if wrong := next(filter(_ENDS.search, {*column}), None):
            raise UsageError(f"nlp cannot hold the {name} {wrong!r}: a bar or a line end ends a field")


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first line names the columns."""
    head = next((line for line in lines if line.strip(BLANKS)), "")
    names = [name.strip(BLANKS) for name in head.split("|")]
    return len(names) > 1 and names[0] == "token" and {*names} <= {*USUAL, *OTHERS}


FORMAT = Format(
    name=NAME,
    suffixes=(".nlp",),
    summary="Rev's words with speakers, marks, capitals and classes: token|speaker|ts|endTs|punctuation|case|tags",
    carries=frozenset({"attributes:nlp", "confidence", "speakers", "times"}),
    read=read,
    write=write,
    sniff=sniff,
    family="annotation",
)
