"""Verdicts of people on errors: whose error it is. References are scored as corrected by them.

A file of verdicts has a line of JSON for each place that was judged:

    {"id": "u1", "begin": 3, "end": 4, "ref": "grey", "alt": "gray", "verdict": "both right", "judge": "ann"}

Words are counted in the reference as it is written; of an alternation, those of its first branch count.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import accumulate, islice
from json import dumps
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn, TypeVar

from ...formats.engine.json_lines import json_lines
from ...formats.errors import UsageError, Where, fail, quantity, short
from ...formats.schema import Alternation, Corpus, Label, Table, text_of
from ...formats.schema.items import first_words
from ...formats.schema.markup import bracketed, marked_words, parse, unmarked, words
from ...formats.source import SideFile
from ...formats.values import dataclass, replace
from .utterance_table import ids_under

if TYPE_CHECKING:
    from typing import TypeAlias

    from ...formats.schema import Grammar, Item, Segment

    Key: TypeAlias = tuple[Any, ...]

_Key = TypeVar("_Key")
REFERENCE, BOTH, HYPOTHESIS, UNCLEAR = "reference wrong", "both right", "hypothesis wrong", "unclear"
KINDS = (REFERENCE, BOTH, HYPOTHESIS, UNCLEAR)
_EXPECTED = (
    'an object such as {"id": "u1", "begin": 3, "end": 4, "ref": "grey", "alt": "gray", "verdict": "both right"}'
)
_NEEDED = ("id", "ref", "alt")
_PLACE = ("begin", "end")
_TEXTS = (*_NEEDED, "verdict", "judge", "left", "right", "session", "channel", "speaker")
NO_TEXT = re.compile("[\0\ud800-\udc7f\udd00-\udfff]")
"""What no text has: a NUL, or half a character."""
_JUDGED = "the reference that was judged"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A place of an utterance, and whose error it is."""

    id: str
    begin: int
    """The first word of the reference that the verdict is about, counted from 0."""
    end: int
    """The first one after them; words were inserted where it is the same."""
    ref: str
    alt: str
    """What the systems have in its place."""
    verdict: str
    """One of `KINDS`; empty for a place that nobody has judged."""
    judge: str = ""
    left: str = ""
    right: str = ""
    session: str = ""
    channel: str = ""
    speaker: str = ""
    start: float | None = None
    where: Where | None = None
    line: str = ""

    @property
    def place(self) -> Key:
        """The utterance and the words that are judged."""
        return self.id, self.session, self.channel, self.speaker, self.start, self.begin, self.end

    @property
    def utterance(self) -> str:
        """The utterance as messages name it: by its start, or by its id."""
        if self.start is None:
            return short(self.id)
        names = {"recording": self.session, "channel": self.channel}
        return ", ".join(
            [f"at {self.start:g} s", *(f"{name} {short(value)}" for name, value in names.items() if value)]
        )

    def refuse(self, what: str, expected: str) -> NoReturn:
        """Says what is wrong with the verdict."""
        if self.where is None:
            raise UsageError(f"{what} (verdict on {self.utterance}); expected {expected}")
        fail(self.where, what, expected, self.line)


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The verdicts of a file: one of each place, and all who judged."""

    path: str
    rows: tuple[Verdict, ...]
    judges: tuple[str, ...]
    """Who judged, by name."""
    open: int = 0
    """Places without a verdict."""

    @property
    def counts(self) -> dict[str, int]:
        """How many places have each verdict."""
        counts = Counter(row.verdict for row in self.rows)
        return {kind: counts[kind] for kind in KINDS}

    @property
    def label(self) -> str:
        """Eight digits for the verdicts, and who gave them, for the signature of a result."""
        keys = sorted(repr((*row.place, row.ref, row.alt, row.verdict)) for row in self.rows)
        digits = sha256("\n".join(keys).encode("utf-8", "surrogatepass")).hexdigest()[:8]
        judges = ",".join(re.sub(r"[^\w.@-]+", "_", name) for name in self.judges)
        return digits + (f":{judges}" if judges else "")

    def __str__(self) -> str:
        kinds = ", ".join(f"{number:,} {kind}" for kind, number in self.counts.items() if number)
        judges = f" by {', '.join(self.judges)}" if self.judges else ""
        left = f"; {quantity(self.open, 'place')} without a verdict" if self.open else ""
        return f"{quantity(len(self.rows), 'verdict')}{judges}: {kinds}{left}"


def read_verdicts(file: str | os.PathLike[str] | BinaryIO) -> Verdicts:
    """The verdicts of a file; places without one are left out, and counted."""
    if not isinstance(file, (str, os.PathLike)) and not hasattr(file, "read"):
        raise UsageError(f"verdicts are {short(repr(file))}; expected a file of verdicts")
    source = SideFile(file)
    rows: dict[Key, Verdict] = {}
    judges: set[str] = set()
    unjudged = 0
    for where, line, value in json_lines(source.name, source.lines(), _EXPECTED):
        row = _row(where, line, value)
        if not row.verdict:
            unjudged += 1
            continue
        held = rows.setdefault(row.place, row)
        if (held.verdict, held.ref, held.alt) != (row.verdict, row.ref, row.alt):
            first = held.where.line if held.where else 0
            said, before = (f"{each.verdict!r} of {each.alt!r} for {each.ref!r}" for each in (row, held))
            row.refuse(f"{said}, but {before} on line {first}", "one verdict on each place")
        judges.add(row.judge)
    if not rows:
        fail(Where(source.name, 1), "no verdicts", _EXPECTED)
    return Verdicts(source.name, tuple(rows.values()), tuple(sorted(judges - {""})), unjudged)


def _row(where: Where, line: str, row: Any) -> Verdict:
    if not isinstance(row, dict):
        fail(where, "no object", _EXPECTED, line)
    for name in _NEEDED:
        if name not in row:
            fail(where, f"no {name}", f'{name}, which may be an empty text: "{name}": ""', line)
    for name in _TEXTS:
        if not isinstance(row.get(name, ""), str):
            fail(where, f"{name} {short(str(row[name]))}", "a text", line)
        if NO_TEXT.search(row.get(name, "")):
            fail(where, f"{name} {short(ascii(row[name]))} contains a NUL or half a surrogate pair", "a text", line)
    begin, end, start = row.get("begin"), row.get("end"), row.get("start")
    if type(begin) is not int or type(end) is not int or not 0 <= begin <= end:
        found = ", ".join(f"{name} {short(dumps(row[name]))}" if name in row else f"no {name}" for name in _PLACE)
        fail(where, found, "whole numbers begin <= end, counted from 0", line)
    if start is not None and type(start) not in (int, float):
        fail(where, f"start {short(str(start))}", "seconds", line)
    verdict = row.get("verdict", "")
    if verdict not in (*KINDS, ""):
        fail(where, f"the verdict {verdict!r}", f"one of: {', '.join(KINDS)}", line)
    texts = {name: row.get(name, "") for name in _TEXTS}
    made = Verdict(**texts, begin=begin, end=end, start=start, where=where, line=line)
    if len(words(made.ref)) != end - begin:
        what = f"{quantity(len(words(made.ref)), 'word')} in ref, {end - begin} from begin to end"
        made.refuse(what, "equal numbers")
    return made


class Correction:
    """Verdicts that correct the reference, in one file or several, and those for which no file had a place."""

    def __init__(self, verdicts: Verdicts) -> None:
        self.verdicts = verdicts
        self._unplaced = dict.fromkeys(verdicts.rows)
        self._paths: list[str] = []

    def corrected(
        self, corpus: Corpus, places: Table | None = None, name: str = "", *, is_marked: bool = True
    ) -> Corpus:
        """A reference with what is wrong replaced; of what is right, either may be said.

        `places` has the names of its recordings if these are others than its own; utterances without ids are called
        by `name`, as those of folders are. `is_marked`: alternations are read as such.
        """
        self._paths.append(corpus.path)
        table = corpus.table
        if table.words is not None:
            raise UsageError(
                f"{corpus.path}: verdicts cannot correct words without utterances; expected a reference of utterances, "
                "such as stm"
            )
        changes: defaultdict[int, list[Verdict]] = defaultdict(list)
        names = _Names(places or table, name)
        for row in self.verdicts.rows:
            place = names.find(row)
            if place is not None:
                self._unplaced.pop(row, None)
                changes[place].append(row)
        if not changes:
            return corpus
        made = {place: _corrected(table[place], rows, is_marked=is_marked) for place, rows in changes.items()}
        segments = {place: segment for place, segment in made.items() if segment is not None}
        return replace(corpus, segments=_replaced(table, segments)) if segments else corpus

    @property
    def makes_alternations(self) -> bool:
        """Whether of something either may be said."""
        return any(row.verdict == BOTH for row in self.verdicts.rows)

    def check(self) -> None:
        """Rejects a verdict on an utterance that no file has."""
        for row in self._unplaced:
            files = ", ".join(self._paths[:3]) + ", ..." * (len(self._paths) > 3)
            row.refuse(f"no utterance {row.utterance} in {files}", _JUDGED)


def verdicts_of(given: str | os.PathLike[str] | BinaryIO | Verdicts) -> Verdicts:
    """Verdicts, or those of a file."""
    return given if isinstance(given, Verdicts) else read_verdicts(given)


def correction_of(given: str | os.PathLike[str] | BinaryIO | Verdicts) -> Correction:
    """The correction by verdicts, or by those of a file."""
    return Correction(verdicts_of(given))


def corrected(corpus: Corpus, verdicts: Verdicts) -> Corpus:
    """The reference as the verdicts correct it: what is wrong is replaced; of what is right, either may be said."""
    correction = Correction(verdicts)
    made = correction.corrected(corpus)
    correction.check()
    return made


class _Names:
    """The places of utterances by recording, channel and start, or by id; the number of a line where there are no ids.

    Recordings without a name are called by that of a file, which verdicts have: they are found by channel and start.
    """

    def __init__(self, table: Table, name: str) -> None:
        self._table = table
        self._called = any(table.sessions)
        self._name = name

    def find(self, row: Verdict) -> int | None:
        """The place of an utterance; a verdict that fits several is rejected."""
        key = self._key(row)
        fits = (self._by_id if row.start is None else self._by_time).get(key, [])
        if len(fits) > 1 and row.speaker:
            fits = [place for place in fits if self._table.speakers[place] == row.speaker]
        if len(fits) > 1:
            what = f"id {short(row.id)}" if row.start is None else f"start {row.start}"
            row.refuse(f"{quantity(len(fits), 'utterance')} with the {what}", "a verdict with the speaker of one")
        return fits[0] if fits else None

    def _key(self, row: Verdict) -> Key:
        if row.start is None:
            return (row.id,)
        return (row.session if self._called else "", row.channel, round(row.start, 6))

    @cached_property
    def _by_id(self) -> Mapping[Key, list[int]]:
        table = self._table
        ids = table.ids() if table.has("id") else map(str, range(1, len(table) + 1))
        made = ids_under(self._name, len(table)) if self._name else ()
        return {**_places((name,) for name in made), **_places((name,) for name in ids)}

    @cached_property
    def _by_time(self) -> Mapping[Key, list[int]]:
        table = self._table
        if table.start is None:
            return {}
        starts = (None if start is None else round(float(start), 6) for start in table.start.items())
        return _places(zip(table.sessions, table.channels, starts, strict=True))


def _places(keys: Iterable[_Key]) -> Mapping[_Key, list[int]]:
    """The places of each key."""
    places: defaultdict[_Key, list[int]] = defaultdict(list)
    for place, key in enumerate(keys):
        places[key].append(place)
    return places


def _replaced(table: Table, segments: Mapping[int, Segment]) -> Table:
    """The table with other segments at some places."""
    if table.has_labels():
        return Table.of([segments.get(place, segment) for place, segment in enumerate(table)])
    texts, grammars = list(table.written or table.texts()), {segment.grammar for segment in segments.values()}
    for place, segment in segments.items():
        texts[place] = segment.text or ""
    if grammars == {table.grammar}:
        return table.changed(text=texts)
    column = list(table.column("grammar") or [table.grammar] * len(table))
    for place, segment in segments.items():
        column[place] = segment.grammar
    return table.changed(grammar=column, text=texts)


class Pieces:
    """The words and alternations of a text as it is written.

    >>> pieces = Pieces.of("so { gonna / going to } go", "sclite")
    >>> pieces.words, pieces.bounds
    (['so', 'gonna', 'go'], [0, 1, 2, 3])
    """

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        spoken = [list(map(bracketed, first_words([item]))) for item in items]
        self.words: list[str] = [word for part in spoken for word in part]
        """Those of first branches."""
        self.bounds: list[int] = [0, *accumulate(map(len, spoken))]
        """The words before each item, and those of all."""

    @classmethod
    def of(cls, text: str, grammar: Grammar) -> Pieces:
        """The pieces of a text."""
        return cls(parse(text, "plain" if unmarked(text) else grammar))

    def around(self, begin: int, end: int) -> tuple[int, int]:
        """The items of some words: the first one, and the one after the last; cut items count."""
        if begin == end:
            first = bisect_left(self.bounds, begin)
            return (first, first) if self.bounds[first] == begin else (first - 1, first)
        return bisect_right(self.bounds, begin) - 1, bisect_left(self.bounds, end)

    @cached_property
    def _folded(self) -> list[str]:
        return [word.casefold() for word in self.words]

    @cached_property
    def _by_word(self) -> Mapping[str, list[int]]:
        return _places(self._folded)

    def have(self, words_of_place: Sequence[str], place: int) -> bool:
        """Whether some words in small letters stand at a place."""
        end = place + len(words_of_place)
        return place >= 0 and end <= len(self.words) and self._folded[place:end] == words_of_place

    def places_of(self, words_of_place: Sequence[str]) -> Sequence[int]:
        """The places at which some words in small letters stand, two at most: those of the rarest one are looked at."""
        near = [self._by_word.get(word, []) for word in words_of_place]
        rarest = min(range(len(near)), key=lambda number: len(near[number]))
        fits = (place - rarest for place in near[rarest] if self.have(words_of_place, place - rarest))
        return list(islice(fits, 2))


def _corrected(segment: Segment, rows: Sequence[Verdict], *, is_marked: bool) -> Segment | None:
    """A segment as the verdicts on it correct it; None where it is right."""
    pieces = Pieces.of(text_of(segment), segment.grammar)
    placed = sorted(((*_found(pieces, row), row) for row in rows), key=lambda change: change[:2])
    changes = [change for change in placed if change[2].verdict in (REFERENCE, BOTH)]
    if not changes:
        return None
    is_plain = segment.grammar == "plain" and not any(row.verdict == BOTH for *_, row in changes)
    made: list[str] = []
    last = 0
    for first, behind, row in changes:
        if first < last:
            row.refuse(
                f"words {row.begin} to {row.end} overlap the words of another verdict", "one verdict on each word"
            )
        if row.verdict == BOTH and not is_marked:
            row.refuse(f"{BOTH!r}, where marks are letters", "a score without markup=False (--no-markup)")
        try:
            made += _written([*pieces.items[last:first], *_said(pieces.items[first:behind], row)], is_plain=is_plain)
        except UsageError as error:
            row.refuse(str(error), "words that the reference's format can hold")
        last = behind
    try:
        made += _written(pieces.items[last:], is_plain=is_plain)
    except UsageError as error:
        changes[-1][2].refuse(str(error), "words that the reference's format can hold")
    return replace(segment, text=" ".join(made), labels=None, grammar="plain" if is_plain else "sclite")


def _said(items: Sequence[Item], row: Verdict) -> Sequence[Item]:
    """The items in the place of those that are judged."""
    alt = tuple(map(Label, words(row.alt)))
    if row.verdict == REFERENCE:
        return alt
    single = items[0] if len(items) == 1 else None
    branches = single.branches if isinstance(single, Alternation) else (tuple(items),)
    return (Alternation((*branches, alt)),)


def _written(items: Sequence[Item], *, is_plain: bool) -> Iterable[str]:
    """Items as words of a text."""
    return map(bracketed, first_words(items)) if is_plain else marked_words(items)


def _found(pieces: Pieces, row: Verdict) -> tuple[int, int]:
    """The items that a verdict is on: those at its place, or at the only place with its words and their neighbours."""
    ref, left, right = (words(text.casefold()) for text in (row.ref, row.left, row.right))
    whole = [*left, *ref, *right]
    begin = row.begin
    if not pieces.have(whole, begin - len(left)):
        fits = pieces.places_of(whole) if left or right else ()
        if len(fits) != 1:
            there = " ".join(pieces.words[max(0, begin - len(left)) : row.end + len(right)]) or "nothing"
            wanted = " ".join(filter(None, (row.left, row.ref, row.right))) or "nothing"
            row.refuse(f"the words {wanted!r}, but the reference has {there!r}", _JUDGED)
        begin = fits[0] + len(left)
    first, behind = pieces.around(begin, begin + len(ref))
    if (pieces.bounds[first], pieces.bounds[behind]) != (begin, begin + len(ref)):
        row.refuse(f"words {row.begin} to {row.end} are part of an alternation", "all words of its first branch")
    return first, behind
