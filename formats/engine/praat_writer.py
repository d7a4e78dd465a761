"""Writing of Praat's TextGrid, long and short: a tier for each speaker, and one for words with times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise, repeat
from operator import add, ge, gt, itemgetter
from typing import Any, TypeAlias

from ..errors import UsageError
from ..schema import (
    Attributes,
    Corpus,
    Label,
    Table,
    number_text,
    number_texts,
    written,
)
from ..schema.markup import words
from ..schema.words import UNSURE, Words
from .fields import check_order
from .plain_texts import plain_texts
from .praat_reader import CLOSE, INTERVALS, LATEST, ONLY_POINTS, PARTNER, POINT, POINTS, Item
from .tiers import tier_names

_TINY = 1e-9
_SMALL = 1e-3
CARRIED = frozenset({"attributes:textgrid", "segment times", "speakers", "times"})
_Layout: TypeAlias = tuple[str, str, str, str, str, bool]
# The text around number, begin, end and text of an interval, and whether intervals are numbered.
_LONG_INTERVAL: _Layout = (
    "        intervals [",
    "]:\n            xmin = ",
    " \n            xmax = ",
    ' \n            text = "',
    '" \n',
    True,
)
_SHORT_INTERVAL: _Layout = ("", "", "\n", '\n"', '"\n', False)


class _Written:
    """A tier to write, as columns in order of time: begins, ends and texts."""

    __slots__ = ("end", "end_texts", "ends", "kind", "name", "of", "start", "start_texts", "starts", "texts", "words")

    def __init__(self, kind: str, name: str, *, start: float | None = None, end: float | None = None) -> None:
        self.kind, self.name, self.start, self.end = kind, name, start, end
        self.starts: list[float] = []
        self.ends: list[float] = []
        self.texts: list[str] = []
        self.start_texts: list[str] = []
        """Begins and ends as text, where the source gives them as text."""
        self.end_texts: list[str] = []
        self.words: dict[int, list[Item]] = {}
        """Words with times of the intervals that have such, by place; they go to a tier of their own."""
        self.of: _Written | None = None
        """The tier whose words this one holds, if it is a partner."""

    def add(self, start: float, end: float, text: str) -> None:
        """Adds one interval or point."""
        check_order(start, end)
        self.starts.append(start)
        self.ends.append(end)
        self.texts.append(text)

    def finish(self) -> None:
        """Formats the times that have no text yet, and doubles quotes."""
        if len(self.start_texts) != len(self.starts):
            times = number_texts(self.starts), number_texts(self.ends)
            self.start_texts, self.end_texts = (
                [text[:-2] if text[-2:] == ".0" else text for text in texts if text] for texts in times
            )
        if '"' in "".join(self.texts):
            self.texts = list(map(_quoted, self.texts))


def write(corpus: Corpus, *, short: bool = False) -> Iterator[str]:
    """Yields the lines of a TextGrid; intervals that overlap in one tier are spread over several tiers."""
    meta = dict(corpus.meta)
    tiers = _tiers(corpus)
    begin, end = 0.0, 0.0
    if "textgrid:times" in meta:
        begin, end = map(float, meta["textgrid:times"].split())
    for tier in tiers:
        begin = min([begin, *tier.starts[:1]])
        end = max(end, tier.end or 0.0, max(tier.ends, default=0.0))
        for time in (begin, end, *tier.starts, *tier.ends):
            if not -LATEST < time < LATEST:
                raise UsageError(
                    f"textgrid cannot hold the time {time:g} s of the tier {tier.name!r}; expected below {LATEST:g}"
                )
        tier.finish()
    end = end if end > begin else begin + 1.0  # Praat refuses a recording without duration
    layout = _short if short or meta.get("textgrid:form") == "short" else _long
    yield from layout(tiers, begin, end)


def _tiers(corpus: Corpus) -> list[_Written]:
    rows = corpus.table.words
    if rows is not None and not rows.marks() and "@" not in [*rows.words]:
        tiers = list(_of_rows(rows))
    else:
        tiers = _of_segments(corpus)
    pieces = {id(tier): list(_without_overlaps(tier)) for tier in tiers}
    all_tiers = []
    for tier in tiers:
        all_tiers += pieces[id(tier)] if tier.starts or tier.of is None else []
        if tier.of is not None:
            all_tiers += _of_words(pieces[id(tier.of)], tier)
    return all_tiers


def _of_rows(table: Words) -> Iterator[_Written]:
    """The words of a ctm file, one tier for each channel."""
    several = len({session for session, _ in table.names}) > 1
    tiers: dict[str, _Written] = {}
    values, begins = [*table.words], [*table.columns()[0]]
    plain = table.grammar == "plain" or not any(map("".join({*values}).__contains__, _MARKED))
    unsure = table.is_unsure()
    for run, (session, channel) in enumerate(table.names):
        name = f"{session} {channel}" if several else channel
        tier = tiers.setdefault(name, _Written(INTERVALS, name))
        part = slice(table.first[run], table.first[run + 1])
        ends = list(map(add, table.begin[part], table.duration[part]))
        starts = begins[part]
        tier.starts += table.begin[part]
        tier.ends += ends
        tier.texts += values[part] if plain else _values(table, run)
        tier.start_texts += [start.removeprefix(UNSURE) for start in starts] if unsure else starts
        # Float sums have stray digits at the end; %g would write small numbers with an exponent.
        tier.end_texts += [f"{end:.12g}" if end > _SMALL else _time(end) for end in ends]
    yield from tiers.values()


def _values(table: Words, run: int) -> list[str]:
    return [item.value for item in table.items(*table.first[run : run + 2]) if isinstance(item, Label)]


_BATCH = 16
_MARKED = frozenset("\\;*(")


def _of_segments(corpus: Corpus) -> list[_Written]:
    """The tiers of segments: those of the file that was read, and one for each other speaker."""
    tiers = _Tiers(corpus.meta)
    table = corpus.table
    speakers = _speakers(table)
    names = [speaker or channel or "words" for speaker, channel in zip(speakers, table.channels, strict=True)]
    if len({*table.sessions}) > 1:
        names = [f"{session} {name}" for session, name in zip(table.sessions, names, strict=True)]
    nothing: list[None] = [None] * len(table)
    columns = table.start or nothing, table.end or nothing, plain_texts(table), _timed_words(table)
    attributes = table.column("attributes") or [()] * len(table)
    for place, (name, pairs, start, end, text, labels) in enumerate(zip(names, attributes, *columns, strict=True)):
        remembered = dict(pairs)
        if start is not None and end is not None:
            tiers.add_segment(name, remembered, (start, end, text), labels)
        elif table[place].items:  # others are a description, such as that of a speaker in rttm
            if not labels or len(labels) < len(words(text)):
                raise UsageError(f"textgrid needs times of segments or of all words; {text[:40]!r} has none or some")
            tier = tiers.tier_of(name, remembered)
            for item in labels:
                tier.add(*item)
    return tiers.written()


def _speakers(table: Table) -> Sequence[str]:
    """The speaker of each segment, or its tier where those of ELAN give some speaker several tiers."""
    tiers = tier_names(table)
    return tiers if len({*tiers}) > len({*table.speakers}) else table.speakers


class _Tiers:
    """The tiers to write, by kind, name and number among those of one name."""

    def __init__(self, meta: Attributes) -> None:
        """The tiers of the file that was read are there already; a star marks those that had texts."""
        self._tiers: dict[tuple[str, str, str], _Written] = {}
        numbers: Counter[str] = Counter()
        for key, value in meta:
            if key == "textgrid:tier":
                kind, start, end, count, *rest = value.split(" ", 4)
                name = rest[0] if rest else ""
                numbers[name] += 1
                tier = _Written(kind, name, start=float(start), end=float(end))
                self._tiers[kind, name, str(numbers[name]) + "*" * (count != "0")] = tier

    def tier_of(self, name: str, remembered: Mapping[str, str]) -> _Written:
        """The tier of a segment of a speaker, with what the reader remembered of it."""
        kind = POINTS if POINT[0] in remembered else INTERVALS
        number = remembered.get("textgrid:tier", "1")
        key = kind, name, number + "*"
        key = key if key in self._tiers else (kind, name, number)
        if key not in self._tiers:
            self._tiers[key] = _Written(kind, name)
        return self._tiers[key]

    def add_segment(self, name: str, remembered: Mapping[str, str], segment: Item, labels: list[Item]) -> None:
        """Adds a segment with times, and the words with times that it has."""
        start, end, text = segment
        raw = remembered.get("textgrid:text")
        tier = self.tier_of(name, remembered)
        tier.add(start, end, raw if raw is not None and words(raw) == words(text) else text)
        is_whole = len(labels) == 1 and labels[0][:2] == (start, end) and "textgrid:words" not in remembered
        if labels and not is_whole and tier.kind == INTERVALS:
            tier.words[len(tier.starts) - 1] = labels
            partner = (INTERVALS, name + PARTNER, "1*")
            if partner not in self._tiers:
                self._tiers[partner] = _Written(INTERVALS, partner[1])
            self._tiers[partner].of = tier

    def written(self) -> list[_Written]:
        """All tiers; one that had texts and lost all of them was renamed, and its old name goes."""
        return [tier for key, tier in self._tiers.items() if tier.starts or tier.of or not key[2].endswith("*")]


def _timed_words(table: Table) -> Iterable[list[Item]]:
    """The words with times of every segment; for an alternation, those of its first branch."""
    lists = table.label_lists()
    lists = lists and lists.flat()
    if lists is None or None in lists.labels.numbers[:2]:
        return repeat([], len(table))
    starts, ends = (written(texts) if texts else [] for texts in lists.labels.numbers[:2])
    rows: list[Any] = list(zip(starts, ends, lists.labels.values, strict=True))
    whole = None not in starts and None not in ends
    return [
        rows[first:last] if whole else [row for row in rows[first:last] if None not in row[:2]]
        for first, last in pairwise(lists.first)
    ]


def _without_overlaps(tier: _Written) -> Iterator[_Written]:
    """The tier, split into several where intervals overlap; items without duration move to a tier of points."""
    rows = zip(tier.starts, tier.ends, tier.texts, range(len(tier.starts)), strict=True)
    items = sorted(rows, key=itemgetter(0)) if _is_tangled(tier) else []
    if not items:
        yield tier
        return
    layers: list[_Written] = [_Written(tier.kind, tier.name, start=tier.start, end=tier.end)]
    # Layers whose last interval has ended, and those in which one lasts, by its end.
    free, busy = [0], list[tuple[float, int]]()
    points = layers[0] if tier.kind == POINTS else _Written(POINTS, tier.name + ONLY_POINTS)
    for start, end, text, place in items:
        if end <= start or tier.kind == POINTS:
            points.add(start, end, text)
            continue
        number = _first_free(layers, free, busy, start, end)
        if number == len(layers):
            layers.append(_Written(tier.kind, f"{tier.name} ({number + 1})"))
        layer = layers[number]
        layer.add(max(start, layer.ends[-1]) if layer.ends else start, end, text)
        heappush(busy, (end, number))
        if place in tier.words:
            layer.words[len(layer.starts) - 1] = tier.words[place]
    yield from layers
    if points.starts and points is not layers[0]:
        yield points


def _first_free(
    layers: Sequence[_Written], free: list[int], busy: list[tuple[float, int]], start: float, end: float
) -> int:
    """The first layer with room for an interval, which no longer counts as free; begins come in order."""
    while busy and start >= busy[0][0] - CLOSE:
        heappush(free, heappop(busy)[1])
    passed = []
    number = len(layers)
    while free and number == len(layers):
        tried = heappop(free)
        close = layers[tried].ends[-1] if layers[tried].ends else start
        if max(start, close) < end:
            number = tried
        else:
            passed.append(tried)
    for each in passed:
        heappush(free, each)
    return number


def _of_words(layers: Sequence[_Written], partner: _Written) -> Iterator[_Written]:
    """The words of each layer of a tier: a tier of intervals, and one of points for words without duration.

    A segment whose words a reader could not find again keeps its text alone: words that are out of order, overlap,
    reach beyond the segment, or are not those of its text.
    """
    for number, layer in enumerate(layers):
        name = layer.name + PARTNER if number else partner.name
        tier = _Written(INTERVALS, name, start=partner.start, end=partner.end)
        points = _Written(POINTS, name + ONLY_POINTS)
        for place in sorted(layer.words):
            items, values = layer.words[place], words(layer.texts[place])
            bounds = layer.starts[place] - _TINY, layer.ends[place] + _TINY
            last = tier.ends[-1] if tier.ends else bounds[0]
            if [text for _, _, text in items] != values or not _are_in_order(items, bounds, last):
                continue
            for start, end, text in items:
                target = points if start == end else tier
                target.starts += [start]
                target.ends += [end]
                target.texts += [text]
        yield from (tier_made for tier_made in (tier, points) if tier_made.starts)


def _are_in_order(items: Sequence[Item], bounds: tuple[float, float], last: float) -> bool:
    """Whether words follow each other between two times, those with a duration also after a last time."""
    before = bounds[0], bounds[0]
    for start, end, _ in items:
        if (start, end) < before or not start <= end <= bounds[1]:
            return False
        if start < end:
            if start < last - CLOSE or (start if start > last else last) >= end:
                return False
            last = end
        before = start, end
    return True


def _is_tangled(tier: _Written) -> bool:
    """Whether intervals overlap, have no duration or are out of order."""
    if tier.kind == POINTS:
        return any(map(gt, tier.starts, tier.starts[1:]))
    if any(map(ge, tier.starts, tier.ends)):
        return True
    following = tier.starts[1:]
    # Float sums may end slightly after the next begin: compare with a tolerance only in that case.
    if not any(map(gt, tier.ends, following)):
        return False
    return any(end > start + _TINY for end, start in zip(tier.ends, following, strict=False))


def _filled(tier: _Written, begin: float, end: float, layout: _Layout) -> Iterator[str]:
    """The lines of the intervals of a tier, with empty intervals in the gaps: each begins where the last one ends."""
    head, after_number, after_start, after_end, tail, counted = layout
    empty = after_end + tail
    last, last_text = begin + _TINY, _time(begin)
    place = 0
    written: list[str] = []
    for start, stop, text, start_text, stop_text in zip(
        tier.starts, tier.ends, tier.texts, tier.start_texts, tier.end_texts, strict=True
    ):
        if start > last:
            place += 1
            number = place if counted else ""
            written += [f"{head}{number}{after_number}{last_text}{after_start}{start_text}{empty}"]
            last_text = start_text
        place += 1
        number = place if counted else ""
        written += [f"{head}{number}{after_number}{last_text}{after_start}{stop_text}{after_end}{text}{tail}"]
        last, last_text = stop + _TINY, stop_text
        if not place % _BATCH:
            yield "".join(written)
            written.clear()
    yield "".join(written)
    if last < end or not place:
        yield f"{head}{place + 1 if counted else ''}{after_number}{last_text}{after_start}{_time(end)}{empty}"


def _count(tier: _Written, begin: float, end: float) -> int:
    """The number of intervals that `_filled` writes."""
    before = [last + _TINY for last in (begin, *tier.ends)]
    gaps: int = sum(map(gt, tier.starts, before))
    return len(tier.starts) + gaps + int(before[-1] < end or not tier.starts)


def _time(value: float) -> str:
    text = repr(value)
    if "e" in text or "." not in text:
        text = number_text(value)
    return text[:-2] if text.endswith(".0") else text


def _quoted(text: str) -> str:
    return text.replace('"', '""')


def _long(tiers: Sequence[_Written], begin: float, end: float) -> Iterator[str]:
    yield 'File type = "ooTextFile"\nObject class = "TextGrid"\n\n'
    yield f"xmin = {_time(begin)} \nxmax = {_time(end)} \ntiers? <exists> \nsize = {len(tiers)} \nitem []: \n"
    for number, tier in enumerate(tiers, 1):
        start, stop = _bounds(tier, begin, end)
        yield (
            f'    item [{number}]:\n        class = "{tier.kind}" \n        name = "{_quoted(tier.name)}" \n'
            f"        xmin = {_time(start)} \n        xmax = {_time(stop)} \n"
        )
        if tier.kind == POINTS:
            yield f"        points: size = {len(tier.starts)} \n"
            for place, (time, text) in enumerate(zip(tier.start_texts, tier.texts, strict=True), 1):
                yield f"        points [{place}]:\n            number = {time} \n"
                yield f'            mark = "{text}" \n'
            continue
        yield f"        intervals: size = {_count(tier, start, stop)} \n"
        yield from _filled(tier, start, stop, _LONG_INTERVAL)


def _bounds(tier: _Written, begin: float, end: float) -> tuple[float, float]:
    """Begin and end of a tier: its own where they are in order and contain all items, else those of the file."""
    start, stop = tier.start, tier.end
    if start is None or (tier.starts and tier.starts[0] < start):
        start = begin
    if stop is None or (tier.ends and tier.ends[-1] > stop):
        stop = end
    return (start, stop) if start <= stop else (begin, end)


def _short(tiers: Sequence[_Written], begin: float, end: float) -> Iterator[str]:
    yield 'File type = "ooTextFile"\nObject class = "TextGrid"\n\n'
    yield f"{_time(begin)}\n{_time(end)}\n<exists>\n{len(tiers)}\n"
    for tier in tiers:
        start, stop = _bounds(tier, begin, end)
        yield f'"{tier.kind}"\n"{_quoted(tier.name)}"\n{_time(start)}\n{_time(stop)}\n'
        if tier.kind == POINTS:
            yield f"{len(tier.starts)}\n"
            yield from (f'{time}\n"{text}"\n' for time, text in zip(tier.start_texts, tier.texts, strict=True))
            continue
        yield f"{_count(tier, start, stop)}\n"
        yield from _filled(tier, start, stop, _SHORT_INTERVAL)
