"""Words of recognisers: from the JSON of vendors to labels and back.

A word of a vendor may hold blanks ("New York", from a custom vocabulary): each part becomes a label with the times of
the whole and the attribute `part` (1/2, 2/2), and the parts are written as one word again. Where a vendor separates
punctuation, or gives a word in a plain and a printed form, `value` is the plain word and the attribute `display` the
printed one. Items between words that are no words are kept in the attribute `<format>:/after` of the word before them.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import groupby, repeat
from math import inf, isfinite
from operator import add, attrgetter
from typing import Generic, TypeVar
from zlib import crc32

from ..errors import UsageError, Where
from ..schema import Alternation, Attributes, Corpus, Item, Label, LabelColumns, Numbers, Segment, Written, number_text
from ..schema.markup import parse, render, unmarked, words
from ..source import Source
from ..values import dataclass, replace
from .fields import check_order, number, times
from .json_source import Json, Node, Rows, Run, detail, details, inline, loads, parse_many

# Ticks of a ten-millionth of a second have at most 18 digits below this time.
LATEST = 1e11
_ZERO = Decimal("0.0")
# Longer names of digits stay texts.
_DIGITS = 18
_WHOLE = re.compile("0|[1-9][0-9]{0,17}")
PART = "part"
DISPLAY = "display"
SPELLING, AFTER, BEFORE = "/spelling", "/after", "/before"

_Name = TypeVar("_Name")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a vendor, from one label or from the parts of a word with blanks; `found` are its kept members."""

    text: str
    start: float | None
    end: float | None
    confidence: float | None
    display: str
    found: dict[str, Json]


def labels_of(
    text: str,
    start: float | None,
    end: float | None,
    *,
    format: str,
    confidence: float | None = None,
    display: str = "",
    attributes: Attributes = (),
    pattern: str = "{}",
) -> list[Label]:
    """The labels of a vendor's word; none for blank text. `pattern` is the usual form of a word, such as " {}".

    >>> [label.value for label in labels_of("New York", None, None, format="x")]
    ['New', 'York']
    """
    if text.isalpha() and not attributes and not display and pattern == "{}":
        return [Label(text, start, end, confidence)]  # the usual case, made fast
    values = words(text)
    if text != pattern.format(" ".join(values)):
        attributes += (detail(format, SPELLING, text),)
    if display and display != " ".join(values):
        attributes += ((DISPLAY, display),)
    if len(values) == 1:
        return [Label(values[0], start, end, confidence, attributes=attributes)]
    size = len(values)
    return [
        Label(
            value, start, end, confidence, attributes=(*(attributes if place == 1 else ()), (PART, f"{place}/{size}"))
        )
        for place, value in enumerate(values, 1)
    ]


def words_of(labels: Iterable[Label], format: str, pattern: str = "{}") -> Iterator[Word]:
    """The words of a vendor, from labels: the inverse of `labels_of`."""
    group: list[Label] = []
    for label in labels:
        if not label.attributes and not group:
            yield _word([label], format, pattern)
            continue
        part = dict(label.attributes).get(PART, "")
        place, _, size = part.partition("/")
        if group and part != f"{len(group) + 1}/{dict(group[0].attributes)[PART].partition('/')[2]}":
            yield from (_word([single], format, pattern) for single in group)  # incomplete parts are words of their own
            group = []
        if part and (group or place == "1"):
            group.append(label)
            if place == size:
                yield _word(group, format, pattern)
                group = []
        else:
            yield _word([label], format, pattern)
    yield from (_word([single], format, pattern) for single in group)


def _word(group: Sequence[Label], format: str, pattern: str) -> Word:
    first = group[0]
    text = first.value if len(group) == 1 else " ".join(label.value for label in group)
    written = pattern.format(text)
    if not first.attributes:
        return Word(written, first.start, group[-1].end, first.confidence, "", {})
    found = details(first.attributes, format)
    spelling = found.get(SPELLING)
    if isinstance(spelling, str) and " ".join(words(spelling)) == text:
        written = spelling
    display = dict(first.attributes).get(DISPLAY, "")
    return Word(written, first.start, group[-1].end, first.confidence, display, found)


def elements(rows: Rows, read: Callable[[Node], list[Label]], format: str) -> tuple[Sequence[Label], Attributes]:
    """The labels of a list of words and other items, and the attributes for the items before the first word. Other
    items are kept with the word before them."""
    labels, _, before = named(rows, read, format, lambda node: "", lambda run: run.speakers)
    return labels, before


def named(
    rows: Rows,
    read: Callable[[Node], list[Label]],
    format: str,
    name_of: Callable[[Node], _Name],
    names_of: Callable[[Run], Sequence[_Name]],
) -> tuple[Sequence[Label], Sequence[_Name], Attributes]:
    """As `elements`, with a name for each label, such as the speaker: `name_of` gives that of a single word, `names_of`
    those of words in columns."""
    run = rows.run
    columns = LabelColumns((), (None, None, None), None) if run is None else run.labels()
    usual: Sequence[_Name] = () if run is None else names_of(run)
    labels: list[Label] = []
    names: list[_Name] = []
    items: dict[int, list[str]] = {}  # by the number of labels before them
    known: dict[str, str] = {}  # the JSON of items that surely are no words
    done = 0
    for skipped, place in enumerate(rows.others):
        node = rows.nodes[place]
        key = repr(node.value)
        if key not in known:
            problems = node.problems()
            if not node.is_object():
                continue
            found, name = read(node), name_of(node)
            if found:
                labels += columns.made()[done : place - skipped]
                names += usual[done : place - skipped]
                done = place - skipped
                labels += found
                names += [name] * len(found)
                continue
            written = inline(node.value)
            if node.problems() == problems:
                known[key] = written
        else:
            written = known[key]
        items.setdefault(len(labels) + place - skipped - done, []).append(written)
    before = ((f"{format}:{BEFORE}", _listed(items.pop(0))),) if 0 in items else ()
    more = {count - 1: (f"{format}:{AFTER}", _listed(texts)) for count, texts in items.items()}
    if run is not None and not labels:
        return _with_attributes(run, more) if more else columns, usual, before
    labels += columns.made()[done:]
    names += usual[done:]
    for place, attribute in more.items():
        labels[place] = with_attributes(labels[place], attribute)
    return tuple(labels), names, before


def _listed(texts: Sequence[str]) -> str:
    return f"[{', '.join(texts)}]"


def _with_attributes(run: Run, more: dict[int, tuple[str, str]]) -> LabelColumns:
    """The labels of words in columns, some with one further attribute."""
    attributes: list[Attributes] = [()] * len(run.values) if run.attributes is None else list(run.attributes)
    for place, attribute in more.items():
        attributes[place] += (attribute,)
    return LabelColumns(run.values, run.numbers, attributes)


def joined(parts: Sequence[Rows]) -> Rows:
    """Several lists of words as one."""
    runs = [part.run for part in parts if part.run is not None]
    nodes: list[Node] = []
    places: list[int] = []
    for part in parts:
        places += [len(nodes) + place for place in part.others]
        nodes += part.nodes
    return Rows(nodes, sum(runs[1:], runs[0]) if runs else None, places)


def others(found: dict[str, Json], key: str = AFTER) -> list[Json]:
    """The items after a word, or before the first one, that are no words."""
    value = found.get(key)
    return value if isinstance(value, list) else []


def items_after(label: Label, format: str) -> Sequence[Json]:
    """The items after the word of a label that are no words."""
    wanted = f"{format}:{AFTER}"
    return next((_items(text) for key, text in label.attributes if key == wanted), ())


@lru_cache(maxsize=1024)
def _items(written: str) -> Sequence[Json]:
    found = loads(written)
    return tuple(found) if isinstance(found, list) else ()


def with_attributes(label: Label, *attributes: tuple[str, str]) -> Label:
    """The label with further attributes."""
    return _with(label, label.attributes + attributes)


def _with(label: Label, attributes: Attributes) -> Label:
    """The label with these attributes; faster than `replace`."""
    return Label(
        label.value, label.start, label.end, label.confidence, label.kind, label.optional, attributes, label.where
    )


def printed(labels: Iterable[Label]) -> str:
    """The text of labels in their printed form, with punctuation where the vendor gives it.

    >>> printed([Label("yes", attributes=(("display", "Yes,"),)), Label("sir")])
    'Yes, sir'
    """
    return " ".join(word.display or word.text for word in words_of(labels, ""))


def with_displays(
    labels: Sequence[Label], marks: Callable[[Label], tuple[str, str]], opening: str = ""
) -> Sequence[Label]:
    """The labels with punctuation, in the attribute `display`; `marks` gives the mark after a word and the mark before
    the next one, from the attributes alone; `opening` is the mark before the first. For a word in parts, the first part
    has the attribute."""
    if isinstance(labels, LabelColumns):
        return _with_displays(labels, marks, opening)
    labels = tuple(labels)
    shown: list[Label] = []
    for whole in _wholes(labels):
        closing, following = marks(whole[-1])
        first = whole[0]
        if opening or closing:
            display = opening + " ".join(label.value for label in whole) + closing
            first = _with(first, ((DISPLAY, display), *first.attributes))
        shown += [first, *whole[1:]]
        opening = following
    return tuple(shown)


def _with_displays(labels: LabelColumns, marks: Callable[[Label], tuple[str, str]], opening: str) -> Sequence[Label]:
    """As `with_displays`, for words in columns, none of which is in parts."""
    attributes = labels.attributes or [()] * len(labels)
    known = {own: marks(Label("", attributes=own)) for own in set(attributes)}
    if not opening and not any(map(any, known.values())):
        return labels
    shown: list[Attributes] = []
    for value, own in zip(labels.values, attributes, strict=True):
        closing, following = known[own]
        shown.append(((DISPLAY, opening + value + closing), *own) if opening or closing else own)
        opening = following
    return LabelColumns(labels.values, labels.numbers, shown)


def _wholes(labels: Sequence[Label]) -> Iterator[Sequence[Label]]:
    """The labels in groups, each of which is one word of the vendor."""
    place = 0
    while place < len(labels):
        if not labels[place].attributes:
            yield labels[place : place + 1]
            place += 1
            continue
        number, _, size = _value(labels[place].attributes, PART).partition("/")
        wanted = [f"{part}/{size}" for part in range(1, int(size) + 1)] if number == "1" and size.isdigit() else [""]
        found = [dict(label.attributes).get(PART, "") for label in labels[place : place + len(wanted)]]
        length = len(wanted) if found == wanted else 1
        yield labels[place : place + length]
        place += length


def _value(attributes: Attributes, wanted: str) -> str:
    return next((value for key, value in attributes if key == wanted), "")


def displayed(labels: Sequence[Label]) -> tuple[Label, ...]:
    """The labels with the printed form as their value, for the option `punctuation`."""
    found: list[Label] = []
    for whole in _wholes(tuple(labels)):
        forms = words(dict(whole[0].attributes).get(DISPLAY, ""))
        found += map(_displayed, whole, forms) if len(forms) == len(whole) else whole
    return tuple(found)


def _displayed(label: Label, form: str) -> Label:
    kept = tuple(pair for pair in label.attributes if pair[0] != DISPLAY and not pair[0].endswith((AFTER, SPELLING)))
    return replace(label, value=form, attributes=kept)


def mark_behind(word: Word) -> str:
    """The punctuation after a word: the rest of its printed form, if that begins with the word in any case."""
    size = len(word.text)
    return word.display[size:] if word.display[:size].casefold() == word.text.casefold() else ""


# --- segments ------------------------------------------------------------------------------------


def spoken(corpus: Corpus, earliest: float = 0.0) -> Iterator[Segment]:
    """The segments that are not ignored; an error for times and confidences that readers would refuse."""
    for segment in corpus.segments:
        if not segment.ignored:
            _check_numbers(segment, earliest)
            yield segment


def _check_numbers(segment: Segment, earliest: float) -> None:
    _check_times(segment, segment, earliest)
    for label in plain_labels(segment) if segment.labels else ():
        _check_times(segment, label, earliest)
        if label.confidence is not None and not isfinite(label.confidence):
            raise UsageError(
                f"{_place(segment, label)}: a confidence is {float(label.confidence)}; expected a finite number"
            )


def _check_times(segment: Segment, timed: Segment | Label, earliest: float) -> None:
    start, end = timed.start, timed.end
    for time in (start, end):
        if time is not None and not earliest <= time < LATEST:
            raise UsageError(
                f"{_place(segment, timed)}: a time is {float(time)} s; "
                f"expected seconds >= {earliest:g} and below {LATEST:g}"
            )
    if start is not None and end is not None:
        check_order(start, end)


def _place(segment: Segment, part: Segment | Label) -> str:
    """A name for a segment or one of its words in a message."""
    name = segment.id or " ".join(filter(None, (segment.session, segment.channel, segment.speaker)))
    owner = f"segment {name!r}" if name else "a segment without a name"
    return f"word {part.value!r} of {owner}" if isinstance(part, Label) else owner


def plain_labels(segment: Segment) -> list[Label]:
    """The words of a segment; for an alternation, those of its first branch."""
    return list(_plain(segment.items))


def _plain(items: Iterable[Item]) -> Iterator[Label]:
    for item in items:
        if isinstance(item, Alternation):
            yield from _plain(item.branches[0])
        else:
            yield item


def bare_text(segment: Segment) -> str:
    """The text of a segment without marks, blanks as they are; for an alternation, its first branch."""
    if segment.labels is None and (segment.grammar == "plain" or unmarked(segment.text or "")):
        return segment.text or ""
    if isinstance(segment.labels, LabelColumns):
        return " ".join(segment.labels.values)
    items = segment.labels if segment.labels is not None else parse(segment.text or "", segment.grammar)
    return render(items, "plain")


def text_of_labels(labels: Sequence[Label]) -> str:
    """The words of labels with blanks between them."""
    return " ".join(label.value for label in labels)


def runs(labels: Iterable[Label], speaker: Callable[[Label], str]) -> Iterator[tuple[str, list[Label]]]:
    """Speaker and labels of every stretch of one speaker."""
    run: list[Label] = []
    last = ""
    for label in labels:
        name = speaker(label)
        if run and name != last:
            yield last, run
            run = []
        run.append(label)
        last = name
    if run:
        yield last, run


# --- units of time -------------------------------------------------------------------------------


def seconds(units: float | None, per_second: int) -> Written | None:
    """The seconds of a number of milliseconds or of other units.

    >>> seconds(1500, 1000), seconds(Written("7"), 1000)
    (1.500, 0.007)
    """
    if units is None:
        return None
    places = len(str(per_second)) - 1
    text = number_text(units)
    if _WHOLE.fullmatch(text) and per_second == 10**places:
        digits = text.rjust(places + 1, "0")
        return Written(f"{digits[:-places]}.{digits[-places:]}")  # the usual case, made fast
    exact = Decimal(text) / per_second
    return Written(f"{exact:f}" if exact.as_tuple().exponent < -places else f"{exact:.{places}f}")  # type: ignore[operator]


def in_seconds(column: Sequence[str], places: int) -> list[str]:
    """The seconds of whole units, of which there are 10 to the power of `places` in a second.

    >>> in_seconds(["1500", "7"], 3)
    ['1.500', '0.007']
    """
    return [
        f"{text[:-places]}.{text[-places:]}" if len(text) > places else f"0.{text.rjust(places, '0')}"
        for text in column
    ]


def units(time: float | None, per_second: int) -> int | None:
    """The nearest number of units: the inverse of `seconds`."""
    return None if time is None else int((Decimal(number_text(time)) * per_second).to_integral_value())


def spans(offsets: Sequence[Json], lengths: Sequence[Json]) -> tuple[Numbers, Numbers] | None:
    """Begins and ends of utterances, from begins and lengths; None where a number might have a problem."""
    columns = [_numerals(column) for column in (offsets, lengths)]
    starts, sizes = (None if texts is None else times(texts) or _odd_times(texts) for texts in columns)
    if starts is None or sizes is None:
        return None
    begins, durations = ([*map(Decimal, texts or ())] for texts in columns)
    # A begin of 0 has one digit behind its point, however many are written.
    sums = map(add, [begin or _ZERO for begin in begins], durations)
    return Numbers.read(columns[0] or (), starts), Numbers.read(list(map(format, sums, repeat("f"))))


def _odd_times(texts: Sequence[str]) -> array[float] | None:
    """The values of times with signs or exponents; None where one is no time."""
    values = [value for text in texts if (value := number(text)) is not None and 0 <= value < inf]
    return array("d", values) if len(values) == len(texts) else None


def _numerals(column: Sequence[Json]) -> list[str] | None:
    """The texts of numbers; None where one is none."""
    kinds = {*map(type, column)}
    if kinds == {Written}:
        return list(map(attrgetter("written"), column))
    return list(map(str, column)) if kinds <= {int, Written} else None


def whole(start: float | None, end: float | None, what: str, format: str) -> tuple[float, float]:
    """Both times, for a format that needs them; an error where one is missing."""
    if start is None or end is None:
        raise UsageError(f"{format} cannot hold {what} without times")
    return start, end


def number_json(value: float | None) -> Json:
    """A number with the text in which it was read."""
    return value if value is None or isinstance(value, Written) else Written(number_text(value))


# --- derived parts of a file ----------------------------------------------------------------------


def kept(format: str, key: str, read: Json, derived: Json) -> Attributes:
    """The attribute that keeps a part of a file which differs from the derived part; none where they are equal. A
    checksum of the derived part lets `restored` detect changed words."""
    return () if read is None or _same(read, derived) else (detail(format, key, [_sum(derived), read]),)


def restored(found: dict[str, Json], key: str, derived: Json) -> Json:
    """The kept part of a file, if the derived part has not changed; else the derived part."""
    value = found.get(key)
    if isinstance(value, list) and len(value) == 2 and value[0] == _sum(derived):
        return value[1]
    return derived


def _same(one: Json, other: Json) -> bool:
    """Whether two values have the same text, whatever the order of keys."""
    if one is other:
        return True
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return inline(one) == inline(other)


def _sum(value: Json) -> int:
    return crc32(inline(value).encode("utf-8", "surrogatepass"))


_Whole = TypeVar("_Whole", Corpus, Segment)


@dataclass(frozen=True, slots=True)
class Original(Generic[_Whole]):
    """The text of a file or of a line, and the corpus or segment that was read from it."""

    format: str
    text: str
    read: _Whole


def sealed(corpus: Corpus, source: Source) -> Corpus:
    """The corpus with the text of its file, for a lossless round trip."""
    return replace(corpus, original=Original(corpus.format, source.text, corpus))


def unsealed(corpus: Corpus, build: Callable[[Corpus], Json], format: str) -> Json:
    """The value to write for a corpus: that of its file, with the changes made since."""
    return _restored(corpus, corpus.original, build, format)


def sealed_line(segment: Segment, text: str, where: Where, format: str) -> Segment:
    """The segment with the text and the place of its line, for a lossless round trip."""
    return replace(segment, original=Original(format, text, segment), where=where)


def unsealed_line(segment: Segment, build: Callable[[Segment], Json], format: str) -> Json:
    """The value to write for a segment: that of its line, with the changes made since."""
    return _restored(segment, segment.original, build, format)


def _restored(now: _Whole, original: object, build: Callable[[_Whole], Json], format: str) -> Json:
    if not isinstance(original, Original) or original.format != format:
        return build(now)
    values = parse_many(original.text, "")
    value = values[0] if len(values) == 1 else values
    if original.read == now:
        return value
    return _merged(value, build(original.read), build(now))


def _merged(original: Json, before: Json, now: Json) -> Json:
    """The original value with the differences between the values built before and now."""
    if _same(before, now):
        return original
    if isinstance(original, dict) and isinstance(before, dict) and isinstance(now, dict):
        kept = {key: value for key, value in original.items() if key in now or key not in before}
        return kept | {key: _merged(original.get(key), before.get(key), value) for key, value in now.items()}
    lists = isinstance(original, list) and isinstance(before, list) and isinstance(now, list)
    if lists and len(original) == len(before) == len(now):  # type: ignore[arg-type]
        return list(map(_merged, original, before, now))  # type: ignore[arg-type]
    return now


def bounds(segment: Segment, labels: Sequence[Label]) -> tuple[float | None, float | None]:
    """The times of a segment; where they are missing, the first begin and the last end of its words."""
    start, end = segment.start, segment.end
    if start is None and labels and labels[0].start is not None:
        start = min(label.start for label in labels if label.start is not None)
    if end is None and labels and labels[-1].end is not None:
        end = max(label.end for label in labels if label.end is not None)
    return start, end


def turns(
    rows: Rows,
    read: Callable[[Node], list[Label]],
    speaker: Callable[[Node], str],
    format: str,
    names_of: Callable[[Run], Sequence[str]] = attrgetter("speakers"),
) -> list[tuple[str, Sequence[Label], Attributes]]:
    """Speaker, labels and attributes of every turn; the first turn keeps the items before all words. `names_of` gives
    the speakers of words in columns."""
    labels, names, before = named(rows, read, format, speaker, names_of)
    if not names:
        return [("", (), before)]
    if names.count(names[0]) == len(names):
        return [(names[0], labels, before)]
    found: list[tuple[str, Sequence[Label], Attributes]] = []
    first = 0
    for name, run in groupby(names):
        last = first + sum(1 for _ in run)
        found.append((name, labels[first:last], () if found else before))
        first = last
    return found


def channel_and_speaker(run: Run) -> list[str]:
    """Channel and speaker of every word, with a line end between them."""
    return list(map("\n".join, zip(run.channels, run.speakers, strict=True)))


def name_json(name: str) -> Json:
    """The name of a speaker or channel, for vendors that number them.

    >>> name_json("7"), name_json("anna"), name_json("")
    (7, 'anna', None)
    >>> name_json("9" * 18), name_json("9" * 19)
    (999999999999999999, '9999999999999999999')
    """
    if name.isascii() and name.isdigit() and len(name) <= _DIGITS and str(int(name)) == name:
        return int(name)
    return name or None
