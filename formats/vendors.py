"""Segments of files of recognisers, what is kept of a file for writing, and objects to write.

`engine.word_lists` makes labels of words, and says what becomes of words with blanks and of items between words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from itertools import accumulate, chain, compress, pairwise, repeat
from operator import and_, eq, mul, sub
from typing import Any, Generic, TypeVar
from zlib import crc32

from .engine.fields import difference_text
from .engine.json import Cells, Json, Lines, detail, filled, lines_of, parse_many, values_of_lines
from .engine.json_objects import JsonObject
from .engine.json_rows import PlainRows, Shape, plain_rows
from .engine.json_text import dump, inline, numeral_json
from .engine.spoken import (
    AFTER,
    Spoken,
    seconds,
)
from .errors import quantity
from .schema import (
    NOTICE,
    Attributes,
    Corpus,
    LabelColumns,
    LabelLists,
    Made,
    Numbers,
    OneByOne,
    Segment,
    Table,
    Written,
)
from .schema.markup import BLANKS
from .schema.numbers import exact_texts, sum_text
from .source import Source
from .values import dataclass, replace

_NO_NUMBERS = frozenset({str, dict, list})
_DIGITS = 18  # longer names of digits stay texts
FAMILY = "vendor JSON"


# --- reading -------------------------------------------------------------------------------------


def table_of(
    path: str,
    labels: LabelColumns | None = None,
    first: Sequence[int] | None = None,
    *,
    texts: Sequence[str | None] | None = None,
    attributes: Sequence[Attributes] | None = None,
    start: Cells | None = None,
    end: Cells | None = None,
    lines: Sequence[int] | None = None,
    **names: Sequence[str],
) -> Table:
    """The segments of a file; those that have a text have no labels."""
    labels = labels or LabelColumns((), (None, None, None), None)
    first = first or [0] * (len(texts or ()) + 1)
    size = len(first) - 1
    if not size:
        return Table.of(())
    columns_of_names = {role: column if any(column) else None for role, column in names.items()}
    times = {role: cells and Numbers.some(cells) for role, cells in (("start", start), ("end", end))}
    columns: dict[str, Any] = {**times, **columns_of_names}
    columns["attributes"] = attributes if attributes is not None and any(attributes) else None
    if texts is None or texts.count(None) == size:
        return Table(size, path=path, labels=LabelLists(labels, first), lines=lines, **columns)
    columns["labels"] = LabelLists(labels, first) if None in texts else None
    return Table(size, path=path, text=texts, lines=lines, **columns)


def stripped_texts(texts: Sequence[str]) -> list[str]:
    """The texts without blanks around them."""
    return list(map(str.strip, texts, repeat(BLANKS)))


def utterances_of(
    document: Lines,
    texts: Sequence[str | None],
    labels: LabelColumns | None = None,
    first: Sequence[int] | None = None,
    **columns: Any,
) -> Table:
    """The segments of lines, with texts or labels."""
    if None in texts:
        bare = [None if text is None else text.strip(BLANKS) for text in texts]
    else:
        bare = stripped_texts(texts)  # type: ignore[arg-type,assignment]
    return table_of(document.name, labels, first, texts=bare, lines=document.numbers, **columns)


def lists_words(item: JsonObject, key: str, text: str) -> bool:
    """Whether the words that an object lists under a key count, not its text.

    An empty list next to a text has no words for it: a service that is not asked for words may write one, and so does
    WhisperX for a segment that it cannot align.
    """
    return item.has(key) and not (text.strip() and item.members[key] == [])


def text_alone(item: JsonObject, key: str, listed: str) -> str | None:
    """The text of an object that lists no words; None where it lists some, or is missing."""
    text = item.text(key).strip()
    return None if not item or lists_words(item, listed, text) else text


def first_name(item: JsonObject, keys: Sequence[str], nobody: Sequence[str] = ("",)) -> str:
    """The first name of an object, under several keys, that is not among `nobody`."""
    return next((name for key in keys if (name := item.name(key)) not in nobody), "")


def kept(format: str, key: str, value: Json) -> Attributes:
    """The attribute that keeps a value of one format; none for null."""
    return () if value is None else ((f"{format}:{key}", inline(value)),)


def end_of(start: str | None, size: str | None) -> str | None:
    """The end of what begins here and lasts so long, exact in decimal digits."""
    return None if start is None or size is None else sum_text(start, size)


def seconds_text(units: str | None, per_second: int) -> str | None:
    """The seconds of a number of units, such as milliseconds."""
    if units is None:
        return None
    if units.isdigit() and len(units) < _DIGITS:
        return in_seconds(units, len(str(per_second)) - 1)
    return str(seconds(Written(units), per_second))


# --- writing -------------------------------------------------------------------------------------


def objects(columns: Mapping[str, Any], extras: Mapping[int, Mapping[str, Json]]) -> list[Json]:
    """An object for every row: the members of columns (None is left out), and those kept of the file.

    >>> objects({"a": [1, 2], "b": [None, 3]}, {0: {"c": 4, "a": 5, "/d": 6}})
    [{'a': 1, 'c': 4}, {'a': 2, 'b': 3}]
    """
    size = len(next(iter(columns.values())))
    missing = {key: column.count(None) for key, column in columns.items()}
    keys = [key for key in columns if missing[key] < size]
    cells = zip(*[columns[key] for key in keys], strict=True) if keys else repeat((), size)
    rows: list[Any] = list(map(dict, map(zip, repeat(keys), cells)))
    for key in [key for key in keys if missing[key]]:
        for row in rows:
            if row[key] is None:
                del row[key]
    for place, more in extras.items():
        whole = rows[place]
        for key in more:
            if key[:1] != "/" or key[:2] == "//":
                name = key[1:] if key[:2] == "//" else key
                if name not in whole:
                    whole[name] = more[key]
    return rows


def numerals(texts: Cells) -> list[Json]:
    """A column of numbers in JSON, from their texts."""
    return [None if text is None else numeral_json(text).encode() for text in texts]


def names_json(names: Sequence[str]) -> list[Json]:
    """A column of names in JSON, for vendors that number speakers or channels.

    >>> names_json(["7", "anna", "", "9" * 18, "9" * 19])
    [7, 'anna', None, 999999999999999999, '9999999999999999999']
    """
    by_name: dict[str, Json] = {name: name_json(name) for name in {*names}}
    return [by_name[name] for name in names]


def name_json(name: str) -> Json:
    """The name of a speaker or channel, for vendors that number them."""
    if name.isascii() and name.isdigit() and len(name) <= _DIGITS and str(int(name)) == name:
        return int(name)
    return name or None


def texts_or_none(names: Sequence[str]) -> list[Json]:
    """A column of names in JSON; None for those that are empty."""
    return [name or None for name in names]


def lengths(starts: Cells, ends: Cells) -> list[Json]:
    """The numbers of seconds between begins and ends, exact in decimal digits; None where one is missing."""
    texts = _exact(sub, ends, starts)
    for start, end, text in zip(starts, ends, texts, strict=True):
        if text and text[0] == "-":
            difference_text(end or "", start or "")  # an error, unless it is a zero
    return numerals(texts)


def _exact(operation: Callable[[Any, Any], Any], first: Cells, second: Cells) -> Cells:
    """The results of an operation with pairs of numbers; None where one is missing."""
    pairs = zip(first, second, strict=True)
    are_there = [None if None in pair else True for pair in pairs]
    columns: Any = [list(compress(column, are_there)) for column in (first, second)]
    return filled(are_there, exact_texts(operation, *columns))


def mark_behind(text: str, display: str) -> str:
    """The punctuation after a word: the rest of its printed form, if that begins with the word in any case."""
    size = len(text)
    return display[size:] if display[:size].casefold() == text.casefold() else ""


def marks_behind(spoken: Spoken) -> dict[int, str]:
    """The punctuation after words that keep no items of a file."""
    return {
        place: mark
        for place, display in enumerate(spoken.displays)
        if display
        and (mark := mark_behind(spoken.words[place], display))
        and not (place in spoken.extras and AFTER in spoken.extras[place])
    }


# --- units of time -------------------------------------------------------------------------------


def in_seconds(text: str, places: int) -> str:
    """The seconds of whole units, of which there are 10 to the power of `places` in a second.

    >>> in_seconds("1500", 3), in_seconds("7", 3)
    ('1.500', '0.007')
    """
    digits = text.rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}"


def units_of(times: Cells, per_second: int) -> list[int | None]:
    """The nearest numbers of units in times."""
    some = map(mul, map(Decimal, [text for text in times if text is not None]), repeat(per_second))
    return filled(times, map(int, map(Decimal.to_integral_value, some)))


# --- derived parts of a file ----------------------------------------------------------------------


def remembered(format: str, key: str, read: Json, derived: Json) -> Attributes:
    """The attribute that keeps a part of a file which differs from the derived part; none where they are equal. A
    checksum of the derived part lets `restored` detect changed words."""
    if read is None or read == derived:
        return ()
    is_same = not isinstance(read, str) and _merged([None], [read], [derived])[1][0]
    return () if is_same else (detail(format, key, [_sum(derived), read]),)


def restored(extras: dict[str, Json], key: str, derived: Json) -> Json:
    """The kept part of a file, if the derived part has not changed; else the derived part."""
    value = extras.get(key)
    if isinstance(value, list) and len(value) == 2 and inline(value[0]) == str(_sum(derived)):
        return value[1]
    return derived


def _sum(value: Json) -> int:
    return crc32(inline(value).encode("utf-8", "surrogatepass"))


_Whole = TypeVar("_Whole", Corpus, Segment)


@dataclass(frozen=True, slots=True)
class Original(Generic[_Whole]):
    """The text of a file or of a line, and the corpus or segment that was read from it."""

    format: str
    text: str
    read: _Whole
    is_whole: bool = True
    """Whether each result of the file was read as it is, so that the text can be changed where the corpus is."""


def writer(format: str, build: Callable[[Corpus], Json]) -> Callable[[Corpus], Iterator[str]]:
    """The `write` of a format with one value, which `build` gives for a corpus."""

    def write(corpus: Corpus) -> Iterator[str]:
        """Yields the file in the form of the service or program."""
        yield from dump(unsealed(corpus, build, format))

    return write


def without_interim(results: Sequence[JsonObject], format: str, key: str) -> tuple[list[JsonObject], Attributes]:
    """The results of a stream that are final, and a notice of the others, which later ones replace; all results of a
    file in which none is final."""
    final = [result for result in results if result.members.get(key) is not False]
    if not final or len(final) == len(results):
        return [*results], ()
    left_out = quantity(len(results) - len(final), "interim result")
    return final, ((f"{format}{NOTICE}", f"{left_out} not read: the final ones have their words"),)


def sealed(corpus: Corpus, source: Source, *, is_whole: bool = True) -> Corpus:
    """The corpus with the text of its file, for a lossless round trip; see `Original` for `is_whole`."""
    return replace(corpus, original=Original(corpus.format, source.text, corpus, is_whole))


def unsealed(corpus: Corpus, build: Callable[[Corpus], Json], format: str) -> Json:
    """The value to write for a corpus: that of its file, with the changes made since."""
    original = corpus.original
    if not isinstance(original, Original) or original.format != format:
        return build(corpus)
    values = parse_many(original.text, "")
    value = values[0] if len(values) == 1 else values
    if original.read == corpus:
        return value
    if not original.is_whole:
        return build(corpus)
    before, now = build(original.read), build(corpus)
    if isinstance(value, dict) and isinstance(before, dict) and not before.keys() <= value.keys():
        return now  # an answer of another form, which is not changed by members of this one
    return _merged([value], [before], [now])[0][0]


class Originals(OneByOne["Original[Segment]"]):
    """The lines that segments were read from, for a lossless round trip."""

    __slots__ = ("format", "lines", "table")

    def __init__(self, format: str, lines: Sequence[str], table: Table) -> None:
        self.format, self.lines, self.table = format, lines, table

    def _item(self, place: int) -> Original[Segment]:
        return Original(self.format, self.lines[place], self.table[place])

    def __len__(self) -> int:
        return len(self.lines)


def table_of_lines(
    source: Source,
    format: str,
    shape: Shape,
    read: Callable[[Lines], Table],
    further: Callable[[PlainRows, Sequence[str]], Mapping[str, Sequence[str | None]]] | None = None,
) -> Table:
    """The segments of a file of lines: plain ones by the core, the others by `read`.

    Where all lines have the same members, `further` reads the columns that are no texts, ids or times.
    """
    rows = plain_rows(
        source,
        shape,
        lambda: read(Lines.of_file(source, format)),
        lambda numbers, lines: read(Lines(source.name, format, lines, numbers)),
    )
    if rows is None:
        document = Lines.of_file(source, format)
        return _sealed_lines(read(document), format, document.lines)
    table = _sealed_lines(rows.table, format, Made(len(rows.table), lambda: lines_of(source)[0]))
    if further is not None and rows.rows.even:
        table.further = partial(further, rows)
    return table


def _sealed_lines(segments: Table, format: str, lines: Sequence[str]) -> Table:
    """The segments of lines with these, for a lossless round trip."""
    table = segments.changed(original=Originals(format, lines, segments))
    table.nulls, table.files = segments.nulls, segments.files
    return table


def unchanged_lines(table: Table, format: str) -> list[Json] | None:
    """The values of the lines of a table that was read from a file of a format and not changed since."""
    originals = table.column("original")
    if isinstance(originals, Originals) and originals.format == format and table.is_like(originals.table):
        return values_of_lines(originals.lines)
    return None


def unsealed_lines(spoken: Spoken, build: Callable[[Spoken], Sequence[Json]]) -> Sequence[Json]:
    """The values of lines to write: those of the file, with the changes made since."""
    originals = spoken.table.column("original")
    unchanged = unchanged_lines(spoken.table, spoken.format)
    if unchanged is not None:
        return unchanged
    now = build(spoken)
    if isinstance(originals, Originals):
        places: Sequence[int] = range(spoken.size) if originals.format == spoken.format else ()
        read, lines = originals.table, originals.lines
    else:
        originals = originals or ()
        rows = enumerate(originals)
        places = [place for place, row in rows if isinstance(row, Original) and row.format == spoken.format]
        read, lines = Table.of([originals[place].read for place in places]), [originals[place].text for place in places]
    if not places:
        return now
    before = build(Spoken(Corpus(read, format=spoken.format), spoken.format, earliest=None))
    merged = list(now)
    now = [now[place] for place in places]
    for place, value in zip(places, _merged(values_of_lines(lines), before, now)[0], strict=True):
        merged[place] = value
    return merged


def _merged(original: Sequence[Any], before: Sequence[Any], now: Sequence[Any]) -> tuple[list[Json], list[bool]]:
    """Original values with the differences between the values built before and now, and where there are none."""
    is_same = list(map(eq, before, now))
    merged = [value if same else other for value, same, other in zip(original, is_same, now, strict=True)]
    odd = [row for row, same in enumerate(is_same) if not same]
    kinds = [(row, type(before[row]), type(now[row])) for row in odd]
    objects = [row for row, kind, other in kinds if kind is other is dict]
    lists = [row for row, kind, other in kinds if kind is other is list and len(before[row]) == len(now[row])]
    scalars = [row for row, kind, other in kinds if kind not in _NO_NUMBERS and other not in _NO_NUMBERS]
    texts = ([inline(values[row]) for row in scalars] for values in (before, now))
    changes: list[Iterable[tuple[int, Any, bool]]] = [
        zip(scalars, [now[row] for row in scalars], map(eq, *texts), strict=True)
    ]
    changes += [_merged_objects(rows, original, before, now) for rows in _alike(objects, original, before, now)]
    changes += [_merged_lists(lists, original, before, now)] if lists else []
    for row, whole, same in chain.from_iterable(changes):
        merged[row], is_same[row] = original[row] if same else whole, same
    return merged, is_same


def _alike(rows: Sequence[int], *values: Sequence[Any]) -> Iterable[list[int]]:
    """The rows whose objects have the same keys, together."""
    keys = [[tuple(column[row]) if type(column[row]) is dict else None for row in rows] for column in values]
    groups: dict[tuple[Any, ...], list[int]] = {}
    for row, shape in zip(rows, zip(*keys, strict=True), strict=True):
        if shape in groups:
            groups[shape] += [row]
        else:
            groups[shape] = [row]
    return groups.values()


def _merged_objects(
    rows: Sequence[int], original: Sequence[Any], before: Sequence[Any], now: Sequence[Any]
) -> Iterable[tuple[int, Json, bool]]:
    """As `_merged`, for some rows whose objects have the same keys."""
    first = rows[0]
    is_object = type(original[first]) is dict
    keys = [key for key in original[first] if key in now[first] or key not in before[first]] if is_object else []
    is_same = [before[first].keys() == now[first].keys()] * len(rows)
    columns: dict[str, Sequence[Json]] = {key: [original[row][key] for row in rows] for key in keys}
    for key in now[first]:
        nothing: list[Json] = [None] * len(rows)
        former = [before[row][key] for row in rows] if key in before[first] else nothing
        read = [original[row][key] for row in rows] if is_object and key in original[first] else nothing
        columns[key], same = _merged(read, former, [now[row][key] for row in rows])
        is_same = list(map(and_, is_same, same))
    if not is_object:
        return zip(rows, [now[row] for row in rows], is_same, strict=True)
    cells = zip(*columns.values(), strict=True) if columns else repeat((), len(rows))
    return zip(rows, map(dict, map(zip, repeat([*columns]), cells)), is_same, strict=True)


def _merged_lists(
    rows: Sequence[int], original: Sequence[Any], before: Sequence[Any], now: Sequence[Any]
) -> Iterable[tuple[int, Json, bool]]:
    """As `_merged`, for some rows with lists of the same length."""
    sizes = [len(now[row]) for row in rows]
    fits = [type(original[row]) is list and len(original[row]) == len(now[row]) for row in rows]
    read = [original[row] if fit else [None] * size for row, fit, size in zip(rows, fits, sizes, strict=True)]
    sides = read, [before[row] for row in rows], [now[row] for row in rows]
    merged, same = _merged(*(list(chain.from_iterable(values)) for values in sides))
    parts = pairwise(accumulate(sizes, initial=0))
    return [
        (row, merged[first:last] if fit else now[row], False not in same[first:last])
        for row, fit, (first, last) in zip(rows, fits, parts, strict=True)
    ]
