"""Verdicts of people on errors: whose error it is. References are scored as corrected by them.

A file of verdicts has a line of JSON for each place that was judged:

    {"id": "u1", "begin": 3, "end": 4, "ref": "grey", "alt": "gray", "verdict": "both right", "judge": "ann"}
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NoReturn

from ...formats.engine.json_lines import json_lines
from ...formats.errors import UsageError, Where, fail, quantity, short
from ...formats.schema import Corpus, Table
from ...formats.schema.markup import NULL_WORD, mark, unmarked, words
from ...formats.source import Source
from ...formats.values import dataclass, replace

REFERENCE, BOTH, HYPOTHESIS, UNCLEAR = "reference wrong", "both right", "hypothesis wrong", "unclear"
KINDS = (REFERENCE, BOTH, HYPOTHESIS, UNCLEAR)
_EXPECTED = (
    'an object such as {"id": "u1", "begin": 3, "end": 4, "ref": "grey", "alt": "gray", "verdict": "both right"}'
)
_PLACE = ("session", "channel", "start")
_TEXTS = ("id", "ref", "alt", "verdict", "judge", "left", "right", "session", "channel")
_LETTERS = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True)
class Verdict:
    """A place of an utterance, and whose error it is."""

    id: str
    begin: int
    """The first word of the reference that is meant, counted from 0."""
    end: int
    """The first one behind; words were inserted where it is the same."""
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
    start: float | None = None
    where: Where | None = None
    line: str = ""

    def refuse(self, what: str, expected: str) -> NoReturn:
        """Says what is wrong with the verdict."""
        if self.where is None:
            raise UsageError(f"{what} (verdict on {short(self.id)}); expected {expected}")
        fail(self.where, what, expected, self.line)


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The verdicts of a file."""

    path: str
    rows: tuple[Verdict, ...]

    @property
    def judges(self) -> tuple[str, ...]:
        """Who judged, by name."""
        return tuple(sorted({row.judge for row in self.rows if row.judge}))

    @property
    def counts(self) -> dict[str, int]:
        """How many places have each verdict."""
        counts = Counter(row.verdict for row in self.rows)
        return {kind: counts[kind] for kind in KINDS}

    @property
    def label(self) -> str:
        """Eight digits for the verdicts, and who gave them, for the signature of a result."""
        keys = sorted(repr((row.id, row.begin, row.end, row.ref, row.alt, row.verdict)) for row in self.rows)
        digits = sha256("\n".join(keys).encode("utf-8", "surrogatepass")).hexdigest()[:8]
        judges = ",".join(re.sub(r"[^\w.@-]+", "_", name) for name in self.judges)
        return f"verdicts:{digits}" + (f":{judges}" if judges else "")

    def __str__(self) -> str:
        kinds = ", ".join(f"{number:,} {kind}" for kind, number in self.counts.items() if number)
        judges = f" by {', '.join(self.judges)}" if self.judges else ""
        return f"{quantity(len(self.rows), 'verdict')}{judges}: {kinds}"


def read_verdicts(path: str | os.PathLike[str]) -> Verdicts:
    """The verdicts of a file; places without one are left out."""
    source = Source(os.fspath(path))
    rows: dict[tuple[Any, ...], Verdict] = {}
    for where, line, value in json_lines(source.name, source.text.splitlines(), _EXPECTED):
        row = _row(where, line, value)
        if not row.verdict:
            continue
        key = (row.id, row.session, row.channel, row.start, row.begin, row.end)
        held = rows.setdefault(key, row)
        if (held.verdict, held.alt) != (row.verdict, row.alt):
            first = held.where.line if held.where else 0
            said, before = (f"{each.verdict!r} of {each.alt!r}" for each in (row, held))
            row.refuse(f"{said}, where line {first} says {before}", "one verdict on each place")
    if not rows:
        fail(Where(source.name, 1), "no verdicts", _EXPECTED)
    return Verdicts(source.name, tuple(rows.values()))


def _row(where: Where, line: str, row: Any) -> Verdict:
    if not isinstance(row, dict):
        fail(where, "no object", _EXPECTED, line)
    for name in _TEXTS:
        if not isinstance(row.get(name, ""), str):
            fail(where, f"{name} {short(str(row[name]))}", "a text", line)
    begin, end, start = row.get("begin"), row.get("end"), row.get("start")
    if type(begin) is not int or type(end) is not int or not 0 <= begin <= end:
        fail(where, f"a place from {begin!r} to {end!r}", "whole numbers begin <= end, counted from 0", line)
    if start is not None and type(start) not in (int, float):
        fail(where, f"start {short(str(start))}", "seconds", line)
    verdict = row.get("verdict", "")
    if verdict not in (*KINDS, ""):
        fail(where, f"the verdict {verdict!r}", f"one of: {', '.join(KINDS)}", line)
    texts = {name: row.get(name, "") for name in _TEXTS}
    made = Verdict(**texts, begin=begin, end=end, start=start, where=where, line=line)
    if len(made.ref.split()) != end - begin:
        made.refuse(f"{quantity(len(made.ref.split()), 'word')} in ref, {end - begin} from begin to end", "as many")
    return made


def corrected(corpus: Corpus, verdicts: Verdicts) -> Corpus:
    """The reference as the verdicts correct it: what is wrong is replaced; of what is right, either may be said."""
    table = corpus.table
    if table.words is not None:
        raise UsageError(f"{corpus.path}: words without utterances; expected a reference of utterances, such as stm")
    changes: dict[int, list[Verdict]] = {}
    places = _places(table, verdicts.rows)
    for row in verdicts.rows:
        place = places.get(_key(row))
        if place is None:
            row.refuse(f"no utterance {short(row.id)} in {corpus.path}", "the reference that was judged")
        changes.setdefault(place, []).append(row)
    changes = {place: [row for row in rows if row.verdict in (REFERENCE, BOTH)] for place, rows in changes.items()}
    if not any(changes.values()):
        return corpus
    alternatives = any(row.verdict == BOTH for rows in changes.values() for row in rows)
    texts = list(table.texts())
    sclite = table.grammar == "sclite" or alternatives
    if sclite and table.grammar == "plain":
        texts = [" ".join(mark(word) for word in text.split()) for text in texts]
    for place, rows in changes.items():
        texts[place] = _text(texts[place], rows, sclite)
    grammar = "sclite" if sclite else "plain"
    return replace(corpus, segments=table.changed(grammar=grammar, text=texts, labels=None), original=None)


def _key(row: Verdict) -> tuple[Any, ...]:
    return (row.session, row.channel, round(row.start, 6)) if row.start is not None else (row.id,)


def _places(table: Table, rows: Iterable[Verdict]) -> Mapping[tuple[Any, ...], int]:
    """The places of utterances by session, channel and begin, or by id; the number of a line where there are no ids."""
    by_time = any(row.start is not None for row in rows)
    places: dict[tuple[Any, ...], int] = {}
    if by_time and table.start is not None:
        for place, key in enumerate(zip(table.sessions, table.channels, table.start.items(), strict=True)):
            if key[2] is not None:
                places.setdefault((key[0], key[1], round(float(key[2]), 6)), place)
        return places
    ids = table.ids() if table.has("id") else [str(number) for number in range(1, len(table) + 1)]
    for place, name in enumerate(ids):
        places.setdefault((name,), place)
    return places


def _text(text: str, rows: Sequence[Verdict], sclite: bool) -> str:
    """A text as the verdicts on it correct it."""
    if sclite and not unmarked(text) and any(sign in text for sign in "{}"):
        rows[0].refuse("a text with alternations", "verdicts on texts without")
    said = words(text) if sclite else text.split()
    changes = sorted(((*_found(said, row), row) for row in rows), key=lambda change: change[:2])
    made: list[str] = []
    last = 0
    for begin, end, row in changes:
        if begin < last:
            row.refuse(f"words {begin} to {end} overlap those of another verdict", "one verdict on each word")
        made += said[last:begin]
        try:
            alt = [mark(word) if sclite else word for word in row.alt.split()]
        except UsageError as error:
            row.refuse(str(error), "words that the reference's format can hold")
        if row.verdict == REFERENCE:
            made += alt
        else:
            made += ["{", *(said[begin:end] or [NULL_WORD]), "/", *(alt or [NULL_WORD]), "}"]
        last = end
    return " ".join([*made, *said[last:]])


def _found(said: Sequence[str], row: Verdict) -> tuple[int, int]:
    """Where the words of a verdict stand: at its place, or at the only place with these words and neighbours."""
    keys = _keys(said)
    ref, left, right = (_keys(text.split()) for text in (row.ref, row.left, row.right))
    if keys[row.begin : row.end] == ref and row.end <= len(keys):
        return row.begin, row.end
    whole = [*left, *ref, *right]
    fits = [place for place in range(len(keys) - len(whole) + 1) if keys[place : place + len(whole)] == whole]
    if len(fits) != 1:
        there = " ".join(said[row.begin : row.end]) or "nothing"
        what = f"the words {row.ref or 'nothing'!r}, where the reference has {there!r}"
        row.refuse(what, "the reference that was judged")
    begin = fits[0] + len(left)
    return begin, begin + len(ref)


def _keys(said: Iterable[str]) -> list[str]:
    """The letters and digits of words, by which they are compared."""
    return [_LETTERS.sub("", word.casefold()) for word in said]
