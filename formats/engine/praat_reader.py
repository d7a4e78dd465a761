"""Reading of Praat's TextGrid, long, short and binary: tiers of intervals and of points.

An interval with a text becomes a segment whose speaker is the name of its tier. A single word takes the times of its
interval, so a tier of words gives words with times; the words of a longer text have no times. Where a tier `x` has a
partner `x - words` (and `x - words (points)` for words without duration), the partner gives the words of those segments
whose words it has. Points become segments without duration. Intervals without a text, or with one of blanks alone,
become nothing: they fill the gaps between segments.

Praat reads numbers, quoted texts and flags, and skips all other words. This reader does too, so one reader serves both
forms.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple, NoReturn, TypeAlias

from ..errors import Problems, Where, quantity
from ..schema import (
    NOTICE,
    Attributes,
    Corpus,
    LabelColumns,
    number_text,
)
from ..schema.filling import Filling
from ..schema.markup import words
from ..source import BINARY_TEXTGRID, Source
from .gaps import kept
from .praat_binary import as_text
from .tiers import no_tier

_TOKEN = re.compile(r'"[^"]*(?:""[^"]*)*"|(?<!\S)(?:<[^<>\s]*>|[-+]?\.?[0-9][^\s"]*|![^\n]*)(?!\S)')
_NUMBER = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_SECONDS = r"([0-9]+(?:\.[0-9]+)?)\s+"
# An interval as programs write it, long or short.
_USUAL = re.compile(
    rf'\s+(?:intervals ?\[[0-9]+\]:?\s+xmin = )?{_SECONDS}(?:xmax = )?{_SECONDS}(?:text = )?"([^"]*)"(?!\S)'
)
# A character as Praat spells it: \sw is shown as a schwa.
_SPELLED = re.compile(r"\\[^\s\\]{2}")
INTERVALS, POINTS = "IntervalTier", "TextTier"
PARTNER = " - words"
ONLY_POINTS = " (points)"
POINT = ("textgrid:point", "")
CLOSE = 1e-6
LATEST = 1e12
# Begin, end and text of an interval, point or word.
Item: TypeAlias = "tuple[float, float, str]"


class _Tier(NamedTuple):
    """A tier of a file. A point starts and ends at one time."""

    kind: str
    name: str
    start: float
    end: float
    items: Sequence[Item]


class _Row(NamedTuple):
    """A segment, with the columns of the table."""

    speaker: str
    start: float
    end: float
    text: str | None
    labels: LabelColumns | None
    attributes: Attributes

    @property
    def values(self) -> Sequence[str]:
        """The words."""
        return words(self.text or "") if self.labels is None else self.labels.values


def read(source: Source, name: str, tiers: Sequence[str]) -> Corpus:
    """The corpus of a TextGrid in the format of this name; all tiers, or those that `tiers` names."""
    reader = _Reader(source)
    all_tiers = reader.tiers()
    if isinstance(tiers, str):
        tiers = (tiers,)
    names = [tier.name for tier in all_tiers]
    missing = [wanted for wanted in tiers if wanted not in names]
    if missing:
        raise no_tier(source.name, missing[0], names)
    chosen = [tier for tier in all_tiers if not tiers or tier.name in tiers]
    segments = Filling("", *_Row._fields)
    segments.extend(_segments(chosen))
    meta = [("textgrid:times", f"{number_text(reader.start)} {number_text(reader.end)}")]
    meta += [("textgrid:form", "short")] * reader.short
    meta += [("textgrid:tier", _described(tier)) for tier in chosen]
    spelled = [match[0] for tier in chosen for _, _, text in tier.items if (match := _SPELLED.search(text))]
    if spelled:
        what = f"{quantity(len(spelled), 'text')} with characters in Praat's spelling ({spelled[0]}): read as written"
        meta.append((f"textgrid{NOTICE}", f"{what}; Edit > Convert entire TextGrid to Unicode in Praat changes them"))
    return Corpus(segments.table(), meta=tuple(meta), format=name, path=source.name)


def _described(tier: _Tier) -> str:
    filled = sum(not _is_silent(text) for _, _, text in tier.items) or (len(tier.items) if tier.kind == POINTS else 0)
    return f"{tier.kind} {number_text(tier.start)} {number_text(tier.end)} {filled} {tier.name}"


def _is_silent(text: str) -> bool:
    return not text or text.isspace()


def without_points(corpus: Corpus) -> Corpus:
    """The corpus without points, which last no time: nobody speaks in a tier of points."""
    attributes = corpus.table.column("attributes") or ()
    if not any(POINT in pairs for pairs in attributes):
        return corpus
    return kept(corpus, [place for place, pairs in enumerate(attributes) if POINT not in pairs])


class _Reader:
    """Reads a file from begin to end, in the long or the short form: both have the same names and numbers in order."""

    def __init__(self, source: Source) -> None:
        self._problems = Problems()
        self._source = source
        is_binary = source.data[: len(BINARY_TEXTGRID)] == BINARY_TEXTGRID
        self._text = as_text(source.data, source.name) if is_binary else source.text
        self._at = 0
        self._last = 0
        self.start = self.end = 0.0
        self.short = "xmin" not in self._text[:400]

    def tiers(self) -> list[_Tier]:
        """All tiers of the file."""
        # Older versions of Praat named the short form.
        if self._text_value("'ooTextFile'") not in ("ooTextFile", "ooTextFile short"):
            self._refuse("not a Praat text file", "'File type = \"ooTextFile\"' in the first line")
        if self._text_value("'TextGrid'") != "TextGrid":
            self._refuse("not a TextGrid", "'Object class = \"TextGrid\"'")
        self.start, self.end = self._number("xmin"), self._number("xmax")
        if self._next("<exists>") != "<exists>":
            return []
        tiers = [self._tier() for _ in range(self._count("the number of tiers"))]
        self._problems.check()
        return tiers

    def _tier(self) -> _Tier:
        kind = self._text_value("the class of a tier")
        if kind not in (INTERVALS, POINTS):
            self._refuse(f"a tier of class {kind!r}", f"{INTERVALS} or {POINTS}")
        name, start, end = self._text_value("the name of a tier"), self._number("xmin"), self._number("xmax")
        items = [self._item(kind) for _ in range(self._count("the number of items"))]
        return _Tier(kind, name, start, end, items)

    def _item(self, kind: str) -> Item:
        usual = _USUAL.match(self._text, self._at) if kind == INTERVALS else None
        if usual is not None and float(usual[1]) <= float(usual[2]) < LATEST:
            self._last, self._at = usual.span()
            return float(usual[1]), float(usual[2]), usual[3]
        start = self._number("a time")
        end = start
        if kind == INTERVALS:
            end = self._number("xmax")
            if end < start:
                self._report(f"xmax {end:g} is before xmin {start:g}", "xmax at or after xmin")
        return start, end, self._text_value("a text")

    def _next(self, expected: str) -> str:
        while True:
            match = _TOKEN.search(self._text, self._at)
            if match is None:
                self._last = len(self._text.rstrip())
                self._refuse("the file ends here", expected)
            self._last, self._at = match.span()
            if match[0][0] != "!":
                return match[0]

    def _text_value(self, expected: str) -> str:
        token = self._next(expected)
        if token[0] != '"':
            self._refuse(f"{token} is not quoted", f"{expected} in double quotes")
        return token[1:-1].replace('""', '"')

    def _number(self, expected: str) -> float:
        token = self._next(expected)
        if _NUMBER.fullmatch(token) is None:
            self._refuse(f"{token} is not a number", expected)
        value = float(token)
        if not -LATEST < value < LATEST:
            self._refuse(f"{token} is out of range", f"{expected}, between {-LATEST:g} and {LATEST:g}")
        return value

    def _count(self, expected: str) -> int:
        value = self._number(expected)
        if value < 0 or value != int(value):
            self._refuse(f"{value:g} is not a count", f"{expected}, a whole number >= 0")
        return int(value)

    def _refuse(self, what: str, expected: str) -> NoReturn:
        """Raises a problem after which nothing can be read, with those before it."""
        self._report(what, expected)
        self._problems.check()
        raise AssertionError("a problem was reported")

    def _report(self, what: str, expected: str) -> None:
        begin = self._text.rfind("\n", 0, self._last) + 1
        line = self._text[begin : begin + 4096].split("\n", 1)[0].rstrip("\r")
        where = Where(self._source.name, self._text.count("\n", 0, self._last) + 1, self._last - begin + 1)
        self._problems.add(where, what, expected, line)


def _segments(tiers: Sequence[_Tier]) -> list[_Row]:
    """The segments of tiers; a partner tier of words is merged into the segments that it belongs to."""
    rows: list[_Row] = []
    paired: set[str] = set()
    by_name = {tier.name: tier for tier in tiers}
    numbers = Counter(tier.name for tier in tiers)
    seen: Counter[str] = Counter()
    for tier in tiers:
        same = seen[tier.name]
        seen[tier.name] += 1
        if tier.name in paired:
            continue
        extra: Attributes = (("textgrid:tier", str(same + 1)),) if same else ()
        spoken = _of_tier(tier, extra)
        partners = [
            by_name[name]
            for name in (tier.name + PARTNER, tier.name + PARTNER + ONLY_POINTS)
            if numbers[name] == numbers[tier.name] == 1 and tier.kind == INTERVALS
        ]
        if [partner.kind for partner in partners] in ([INTERVALS], [POINTS], [INTERVALS, POINTS]):
            merged = _with_words(spoken, partners)
            if merged is not None:
                paired |= {partner.name for partner in partners}
                spoken = merged
        rows += spoken
    return [row for row in rows if row[0] not in paired] if paired else rows


def _of_tier(tier: _Tier, extra: Attributes) -> list[_Row]:
    """The intervals with texts, or all points, of a tier."""
    is_point = tier.kind == POINTS
    usual = (*extra, POINT) if is_point else extra
    rows = []
    for start, end, text in tier.items:
        if _is_silent(text) and not is_point:
            continue
        values = words(text)
        bare = " ".join(values)
        attributes = usual if bare == text else (*usual, ("textgrid:text", text))
        if len(values) == 1 and not is_point:
            # A single word has the times of its interval.
            labels = LabelColumns(values, ([number_text(start)], [number_text(end)], None), None)
            rows.append(_Row(tier.name, start, end, None, labels, attributes))
        else:
            rows.append(_Row(tier.name, start, end, bare, None, attributes))
    return rows


def _with_words(rows: Sequence[_Row], partners: Sequence[_Tier]) -> list[_Row] | None:
    """The segments with the words of partner tiers; None where a word belongs to none of them."""
    timed = sorted([item for tier in partners for item in tier.items if item[2]], key=itemgetter(0, 1))
    merged = []
    at = 0
    for row in rows:
        values = row.values
        spoken = timed[at : at + len(values)]
        if spoken and [text for _, _, text in spoken] == values:
            is_within = row.start - CLOSE <= spoken[0][0] and spoken[-1][1] <= row.end + CLOSE
            if is_within:
                begins = [number_text(begin) for begin, _, _ in spoken]
                ends = [number_text(end) for _, end, _ in spoken]
                labels = LabelColumns(values, (begins, ends, None), None)
                row = row._replace(text=None, labels=labels, attributes=(*row.attributes, ("textgrid:words", "")))
                at += len(values)
        merged.append(row)
    return merged if timed and at == len(timed) else None
