"""Words of recognisers: from the JSON of vendors to a table of labels and back, a column at a time.

A word of a vendor may hold blanks ("New York", from a custom vocabulary): each part becomes a label with the times of
the whole and the attribute `part` (1/2, 2/2), and the parts are written as one word again. Where a vendor separates
punctuation, or gives a word in a plain and a printed form, `value` is the plain word and the attribute `display` the
printed one. Items between words that are no words are kept in the attribute `<format>:/after` of the word before them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from itertools import accumulate, chain, compress, groupby, pairwise, repeat
from operator import add, and_, eq, itemgetter, mul, ne, not_, sub
from typing import Any, Generic, TypeVar
from zlib import crc32

from .engine.fields import difference_text
from .engine.json import (
    AS_BYTES,
    Cells,
    Json,
    Lines,
    Objects,
    detail,
    dump,
    filled,
    inline,
    inlines,
    lines_of,
    parse_many,
    values_of_lines,
)
from .engine.json_rows import PlainRows, Shape, plain_rows
from .engine.spoken import (
    AFTER,
    BEFORE,
    DISPLAY,
    PART,
    SPELLING,
    Spoken,
    details_of,
    seconds,
)
from .schema import (
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
from .schema.lazy import taken
from .schema.markup import BLANKS, words
from .schema.numbers import exact_texts
from .source import Source
from .values import dataclass, replace

_SEVERAL = 2
_NO_NUMBERS = frozenset({str, dict, list})
_DIGITS = 18  # longer names of digits stay texts
FAMILY = "vendor JSON"


@dataclass(frozen=True, slots=True)
class Vendor:
    """The members of a word of a format, by their role."""

    format: str
    text: str
    start: str
    end: str
    confidence: str
    display: str = ""
    others: tuple[str, ...] = ()
    """Further members that are no attributes of the word."""
    lead: str = ""
    """Text before every word."""
    quoted: bool = False
    """Whether numbers may be written as texts."""

    def heard(self, items: Objects) -> Heard:
        """The labels of words, whose times are seconds."""
        starts, ends = (items.times(key, quoted=self.quoted) for key in (self.start, self.end))
        items.order(starts, ends)
        texts = items.texts(self.text, required=True)
        keys = (self.text, self.start, self.end, self.confidence, self.display, *self.others)
        return heard(
            self.format,
            texts,
            (starts, ends, items.confidences(self.confidence, quoted=self.quoted)),
            items.rest(*filter(None, keys)),
            items.texts(self.display) if self.display else None,
            self.lead,
        )


# --- reading -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Heard:
    """Words as labels, and the number of labels of each."""

    labels: LabelColumns
    sizes: Sequence[int]
    is_single: bool
    """Whether every word is one label."""

    def of_labels(self, column: Sequence[Any]) -> Sequence[Any]:
        """The values of a column of words, for each of their labels."""
        if self.is_single:
            return column
        return list(chain.from_iterable(map(repeat, column, self.sizes)))


def heard(
    format: str,
    texts: Sequence[str],
    numbers: tuple[Cells, Cells, Cells],
    attributes: Sequence[Attributes] | None = None,
    displays: Sequence[str] | None = None,
    lead: str = "",
) -> Heard:
    """The labels of words: none for a blank text, one for each part of a text with blanks in it.

    `numbers` are begins, ends and confidences, `displays` the printed forms, and `lead` the usual text before a word.

    >>> heard("x", ["New York", ""], ([None] * 2,) * 3).labels.values
    ['New', 'York']
    """
    size, sizes = len(lead), [1] * len(texts)
    values = [text[size:] if text[:size] == lead else text for text in texts] if lead else list(texts)
    more: dict[int, Attributes] = {}
    parts: dict[int, list[str]] = {}
    for place in _odd_words(texts, values):
        parts[place] = pieces = words(texts[place])
        sizes[place] = len(pieces)
        values[place] = " ".join(pieces)
    if parts or lead:
        spelled = list(compress(range(len(texts)), map(ne, texts, map(add, repeat(lead), values))))
        for place, written in zip(spelled, inlines([texts[place] for place in spelled]), strict=True):
            more[place] = ((f"{format}:{SPELLING}", written),)
    for place in () if displays is None else compress(range(len(values)), map(ne, displays, values)):
        if displays and displays[place]:
            more[place] = (*more.get(place, ()), (DISPLAY, displays[place]))
    if more:
        details: list[Attributes] = [()] * len(texts) if attributes is None else list(attributes)
        for place in more:
            details[place] += more[place]
        attributes = details
    columns = [column if any(column) else None for column in numbers]
    is_single = sizes.count(1) == len(sizes)
    if not is_single:
        owners = list(chain.from_iterable(map(repeat, range(len(sizes)), sizes)))
        columns = [None if column is None else [column[owner] for owner in owners] for column in columns]
        attributes = _of_parts(sizes, attributes)
        pieces_of_all = map(parts.get, range(len(values)), [[value] for value in values])
        values = list(chain.from_iterable(pieces_of_all))
    return Heard(LabelColumns(values, tuple(columns), attributes), sizes, is_single)  # type: ignore[arg-type]


def _odd_words(texts: Sequence[str], values: Sequence[str]) -> Iterable[int]:
    """The places of texts that may not be one word."""
    joined = "".join(values)
    if all(values) and joined.isprintable() and " " not in joined:
        return ()
    return [place for place, cut in enumerate(map(str.split, values)) if cut != [values[place]]]


def _of_parts(sizes: Sequence[int], attributes: Sequence[Attributes] | None) -> list[Attributes] | None:
    """The attributes of labels, from those of words: the first part of a word has them."""
    if attributes is None and max(sizes) < 2:
        return None
    details = [()] * len(sizes) if attributes is None else attributes
    return [
        pairs if size == 1 else (*(pairs if place == 1 else ()), (PART, f"{place}/{size}"))
        for pairs, size in zip(details, sizes, strict=True)
        for place in range(1, size + 1)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
    """The labels of lists of items: the first label of each list and the number of all, attributes for the items before
    the first word of each list, and the texts of the items after labels."""

    labels: LabelColumns
    first: Sequence[int]
    before: Sequence[Attributes]
    after: Mapping[int, str]


def listed(
    format: str,
    items: Objects,
    heard: Heard,
    rows: Sequence[int] | None = None,
    *,
    first: Sequence[int] | None = None,
) -> Listed:
    """The labels of lists of items, some of which are no words and stay with the word before them.

    `rows` are the items that are words, `first` the first item of each list, unless they are those of the items.
    """
    bounds = items.first if first is None else first
    before: list[Attributes] = [()] * (len(bounds) - 1)
    if heard.is_single and len(heard.sizes) == len(items):
        return Listed(heard.labels, bounds, before, {})
    sizes = list(heard.sizes)
    if rows is not None and len(rows) < len(items):
        sizes = [0] * len(items)
        for row, size in zip(rows, heard.sizes, strict=True):
            sizes[row] = size
    ends = list(accumulate(sizes, initial=0))
    begins = [ends[row] for row in bounds]
    others = list(compress(range(len(sizes)), map(not_, sizes)))
    owners = list(chain.from_iterable(map(repeat, range(len(bounds)), map(sub, bounds[1:], bounds))))
    places = list(zip(taken(owners, others), taken(ends, others), strict=True))
    texts = inlines(taken(items.values, others))
    if len({*places}) < len(places):
        groups = groupby(zip(places, texts, strict=True), itemgetter(0))
        merged = {place: ", ".join(map(itemgetter(1), group)) for place, group in groups}
        places, texts = list(merged), list(merged.values())
    after: dict[int, str] = {}
    for (owner, end), text in zip(places, texts, strict=True):
        if end == begins[owner]:
            before[owner] = ((f"{format}:{BEFORE}", f"[{text}]"),)
        else:
            after[end - 1] = text
    details: dict[str | None, Attributes] = {text: ((f"{format}:{AFTER}", f"[{text}]"),) for text in {*after.values()}}
    details[None] = ()
    of_labels = list(map(details.__getitem__, map(after.get, range(ends[-1]))))
    attributes = joined(heard.labels.attributes, of_labels if after else None)
    return Listed(LabelColumns(heard.labels.values, heard.labels.numbers, attributes), begins, before, after)


def with_marks(
    lists: Listed,
    first: Sequence[int],
    marks: Callable[[Sequence[Any]], tuple[str, str]],
    opening: str = "",
) -> LabelColumns:
    """The labels with punctuation, in the attribute `display`; `marks` gives the marks after a word and before the next
    one, from the items after the word; `opening` is the mark before the first. `first` are the labels before which no
    mark counts. For a word in parts, the first part has the attribute."""
    labels = lists.labels
    texts = [*{*lists.after.values()}]
    items: Any = AS_BYTES.decode(f"[[{'],['.join(texts)}]]") if texts else []
    by_text = dict(zip(texts, map(marks, items), strict=True))
    if not (opening and len(labels)) and not any(map(any, by_text.values())):
        return labels
    details: list[Attributes] = [()] * len(labels) if labels.attributes is None else list(labels.attributes)
    openings: dict[int, str] = {0: opening} if opening else {}
    closing: dict[int, str] = {}
    starts = {*first}
    for place, text in lists.after.items():
        after, following = by_text[text]
        if after:
            closing[place] = after
        if following and place + 1 < len(details) and place + 1 not in starts:
            openings[place + 1] = following
    values = labels.values
    of_parts = _first_parts(details)
    for place in sorted({*openings, *(of_parts.get(place, place) for place in closing)}):
        last = place
        while last + 1 in of_parts and of_parts[last + 1] == place:
            last += 1
        before, after = openings.get(place, ""), closing.get(last, "")
        if before or after:
            details[place] = ((DISPLAY, before + " ".join(values[place : last + 1]) + after), *details[place])
    return LabelColumns(values, labels.numbers, details)


def _first_parts(attributes: Sequence[Attributes]) -> dict[int, int]:
    """The first part of each word in parts, by the places of all of its parts."""
    numbers = [(place, text) for place, pairs in enumerate(attributes) for name, text in pairs if name == PART]
    first, parts = 0, {}
    for place, text in numbers:
        first = place if text[:2] == "1/" else first
        parts[place] = first
    return parts


def displayed(labels: LabelColumns) -> LabelColumns:
    """The labels with the printed form as their value, for the option `punctuation`."""
    if labels.attributes is None:
        return labels
    values, details = list(labels.values), list(labels.attributes)
    parts = _first_parts(details)
    for place in dict.fromkeys([place for place, pairs in enumerate(details) for name, _ in pairs if name == DISPLAY]):
        forms, last = words(dict(details[place])[DISPLAY]), place + 1
        while last in parts and parts[last] == place:
            last += 1
        if len(forms) == last - place:
            values[place:last] = forms
            for part in range(place, last):
                pairs = [
                    pair for pair in details[part] if pair[0] != DISPLAY and not pair[0].endswith((AFTER, SPELLING))
                ]
                details[part] = tuple(pairs)
    return LabelColumns(values, labels.numbers, details if any(details) else None)


def turns(names: Sequence[object]) -> list[int]:
    """The first place of every run of equal names, and the number of all.

    >>> turns(["a", "a", "b"]), turns([])
    ([0, 2, 3], [0, 0])
    """
    return [0, *compress(range(1, len(names)), map(ne, names[1:], names)), len(names)]


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """Labels of one name in a row: the first label of each run and the number of all, and list and name of each run."""

    first: Sequence[int]
    owners: Sequence[int]
    names: Sequence[Any]

    def of_owners(self, column: Sequence[Any]) -> list[Any]:
        """The values of a column of lists, for each of their runs."""
        return [column[owner] for owner in self.owners]

    def of_firsts(self, column: Sequence[Any], other: Any) -> list[Any]:
        """As `of_owners`, but another value for all but the first run of a list."""
        before = [-1, *self.owners]
        return [column[owner] if owner != last else other for owner, last in zip(self.owners, before, strict=False)]


def runs_of(names: Sequence[Any], first: Sequence[int], nobody: Any = "") -> Runs:
    """The runs of labels with equal names in each list; a list without labels is one run of `nobody`."""
    starts = {*first}
    inner = [cut for cut in turns(names)[1:-1] if cut not in starts]
    owners = map(sub, map(bisect_right, repeat(first), inner), repeat(1))
    runs = sorted([*zip(first, range(len(first) - 1), strict=False), *zip(inner, owners, strict=True)])
    cuts = [*[cut for cut, _ in runs], first[-1]]
    of_runs = [names[cut] if cut < end else nobody for cut, end in pairwise(cuts)]
    return Runs(cuts, [owner for _, owner in runs], of_runs)


def more_of(lists: Objects) -> list[Json]:
    """All but the first of each list; None where there is no other."""
    if len(lists) < len(lists.first) and max(map(sub, lists.first[1:], lists.first), default=0) < _SEVERAL:
        return [None] * (len(lists.first) - 1)
    return [list(lists.values[first + 1 : last]) or None for first, last in pairwise(lists.first)]


def texts_alone(objects: Objects, key: str, beside: str) -> list[str | None]:
    """A text of each object that has no member of another name; None for others, and for objects that are missing."""
    column: list[str | None] = [None] * len(objects)
    cells = objects.cells(beside)
    places = [row for row, is_there in enumerate(objects.there()) if is_there and cells[row] is None]
    for place, text in zip(places, objects.picked(places).texts(key), strict=True):
        column[place] = text.strip()
    return column


def first_names(objects: Objects, keys: Sequence[str], nobody: Sequence[str] = ("",)) -> list[str]:
    """The first name of each object, under several keys, that is not among `nobody`."""
    column, pending = [""] * len(objects), list(range(len(objects)))
    for key in keys:
        if {*map(type, objects.cells(key))} <= {type(None)}:
            continue
        for row, name in zip(pending, objects.picked(pending).names(key), strict=True):
            column[row] = "" if name in nobody else name
        pending = [row for row in pending if not column[row]]
    return column


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


def joined(*columns: Sequence[Attributes] | None) -> list[Attributes] | None:
    """Columns of attributes, one behind the other; None where all are missing."""
    some = [column for column in columns if column is not None]
    if len(some) < 2:
        return list(some[0]) if some else None
    return list(map(tuple, map(chain.from_iterable, zip(*some, strict=True))))


def attribute(format: str, key: str, values: Sequence[Json | None]) -> list[Attributes] | None:
    """A column of attributes that keep a value of one format; None where there is no value."""
    if values.count(None) == len(values):
        return None
    name = f"{format}:{key}"
    places = [place for place, value in enumerate(values) if value is not None]
    rows: list[Attributes] = [()] * len(values)
    for place, text in zip(places, inlines([values[place] for place in places]), strict=True):
        rows[place] = ((name, text),)
    return rows


def members_of(objects: Objects, format: str, *handled: str, always: bool = False) -> list[Json]:
    """The members that the reader does not know, an object each; None for none, unless there is `always` an object."""
    extras = details_of(objects.rest(*handled), format)
    if not extras and not always:
        return [None] * len(objects)
    nothing: Json = {} if always else None
    usual = [nothing if is_there else None for is_there in objects.there()]
    return list(map(extras.get, range(len(usual)), usual))


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
    return filled(texts, map(str.encode, [text for text in texts if text is not None]))


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


def sums(starts: Cells, sizes: Cells) -> Cells:
    """The ends of utterances, from begins and lengths, exact in decimal digits; None where one is missing."""
    return _exact(add, starts, sizes)


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


def seconds_of(units: Cells, per_second: int) -> Cells:
    """The seconds of numbers of units, such as milliseconds."""
    some = [text for text in units if text is not None]
    if "".join(some).isdigit() and max(map(len, some)) < _DIGITS:
        return filled(units, in_seconds(some, len(str(per_second)) - 1))
    return [None if text is None else str(seconds(Written(text), per_second)) for text in units]


# --- units of time -------------------------------------------------------------------------------


def in_seconds(column: Sequence[str], places: int) -> list[str]:
    """The seconds of whole units, of which there are 10 to the power of `places` in a second.

    >>> in_seconds(["1500", "7"], 3)
    ['1.500', '0.007']
    """
    return [f"{text[:-places] or '0'}.{text[-places:]}" for text in map(str.rjust, column, repeat(places), repeat("0"))]


def units_of(times: Cells, per_second: int) -> list[int | None]:
    """The nearest numbers of units in times."""
    some = map(mul, map(Decimal, [text for text in times if text is not None]), repeat(per_second))
    return filled(times, map(int, map(Decimal.to_integral_value, some)))


# --- derived parts of a file ----------------------------------------------------------------------


def remembered(format: str, key: str, read: Json, derived: Json) -> Attributes:
    """The attribute that keeps a part of a file which differs from the derived part; none where they are equal. A
    checksum of the derived part lets `restored` detect changed words."""
    return (
        ()
        if read is None or _merged([None], [read], [derived])[1][0]
        else (detail(format, key, [_sum(derived), read]),)
    )


def remembered_column(
    format: str, key: str, read: Sequence[str | None], derived: Sequence[str]
) -> list[Attributes] | None:
    """As `remembered`, for a text of every row."""
    odd = [
        row for row, (text, other) in enumerate(zip(read, derived, strict=True)) if text is not None and text != other
    ]
    columns = [inlines([texts[row] for row in odd]) for texts in (derived, read)]
    encoded = map(str.encode, columns[0], repeat("utf-8"), repeat("surrogatepass"))
    rows: list[Attributes] = [()] * len(read)
    for row, total, text in zip(odd, map(crc32, encoded), columns[1], strict=True):
        rows[row] = ((f"{format}:{key}", f"[{total}, {text}]"),)
    return rows if odd else None


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


def writer(format: str, build: Callable[[Corpus], Json]) -> Callable[[Corpus], Iterator[str]]:
    """The `write` of a format with one value, which `build` gives for a corpus."""

    def write(corpus: Corpus) -> Iterator[str]:
        """Yields the file in the form of the service or program."""
        yield from dump(unsealed(corpus, build, format))

    return write


def sealed(corpus: Corpus, source: Source) -> Corpus:
    """The corpus with the text of its file, for a lossless round trip."""
    return replace(corpus, original=Original(corpus.format, source.text, corpus))


def unsealed(corpus: Corpus, build: Callable[[Corpus], Json], format: str) -> Json:
    """The value to write for a corpus: that of its file, with the changes made since."""
    original = corpus.original
    if not isinstance(original, Original) or original.format != format:
        return build(corpus)
    values = parse_many(original.text, "")
    value = values[0] if len(values) == 1 else values
    if original.read == corpus:
        return value
    return _merged([value], [build(original.read)], [build(corpus)])[0][0]


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
    texts = (inlines([values[row] for row in scalars]) for values in (before, now))
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
