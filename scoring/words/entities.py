"""Errors of entities: names and terms of one or more words, matched by position in the alignment."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from csv import Error, reader
from math import isfinite
from operator import itemgetter
from typing import Any

from ...formats.engine.separated import fields_of_any_length, separator_in
from ...formats.errors import UsageError, Where, fail, quantity, short
from ...formats.schema.markup import words
from ...formats.source import SideFile
from ...formats.values import dataclass
from ..common.counts import Counts
from ..common.results import check_amount, check_order
from ..common.settings import Settings
from .step import Pair

_HEADINGS = frozenset(
    ["entity", "entities", "name", "names", "term", "terms", "word", "words", "phrase", "phrases", "keyword"]
)
"""Names of a column of entities; of lines with weights, the second heading is `weight`."""
_EXPECTED = "a JSON object or csv lines with a weight >= 0 for each entity, or a JSON list of entities"
_MOST = 100_000


@dataclass(frozen=True, slots=True)
class EntityCounts:
    """The counts of one entity. An occurrence is correct if all its words are, and nothing is inserted among them."""

    entity: str
    weight: float
    counts: Counts

    def to_dict(self) -> dict[str, Any]:
        """Entity, weight and counts by name."""
        return {"entity": self.entity, "weight": self.weight, **self.counts.to_dict()}


@dataclass(frozen=True, slots=True)
class Entities:
    """The counts of all entities.

    An occurrence in the reference is correct, deleted if all its words are, else substituted. An occurrence in the
    hypothesis that is not a correct one is an insertion. One inside a longer entity is part of that one alone.
    """

    rows: tuple[EntityCounts, ...]

    @property
    def counts(self) -> Counts:
        """The sum of all entities."""
        return sum((row.counts for row in self.rows), Counts())

    @property
    def rate(self) -> float | None:
        """Errors by occurrences in the reference; None without any."""
        return self.counts.wer

    @property
    def weighted_rate(self) -> float | None:
        """Weighted errors by weighted occurrences in the reference; None without any."""
        total = sum(row.weight * row.counts.reference for row in self.rows)
        return sum(row.weight * row.counts.errors for row in self.rows) / total if total else None

    def to_dict(self) -> dict[str, Any]:
        """All counts and both rates, ready for JSON."""
        return {
            "rate": self.rate,
            "weighted_rate": self.weighted_rate,
            **{name: getattr(self.counts, name) for name in ("correct", "substitutions", "deletions", "insertions")},
            "entities": [row.to_dict() for row in self.rows],
        }


def read_entities(path: str) -> dict[str, float]:
    """Entities and their weights from a file: JSON, else csv with an entity and, if need be, its weight in a line."""
    source = SideFile(path)
    if source.text.lstrip()[:1] in ("{", "["):
        return _of_json(source)
    with fields_of_any_length():
        return _checked(_of_lines(source), source)


def _of_lines(source: SideFile) -> dict[str, float]:
    """The entities of lines of csv, with their weights."""
    weights: dict[str, float] = {}
    lines = source.text.splitlines()
    rows = reader(lines, delimiter=separator_in(lines[0]) if lines else ",", strict=True)
    try:
        for row in rows:
            is_head = rows.line_num == 1 and row[1:] == ["weight"]
            if not row or row == [""] or is_head:
                continue
            where = Where(source.name, rows.line_num)
            if rows.line_num == 1 and len(lines) > 1 and len(row) == 1 and row[0].strip().lower() in _HEADINGS:
                fail(where, f"the heading {row[0].strip()!r}", "an entity in each line (remove the heading)", lines[0])
            if len(row) > 2:
                fail(where, quantity(len(row), "field"), _EXPECTED)
            _add(weights, row[0].strip(), _number(row[1].strip()) if len(row) > 1 else 1.0, where)
    except Error as error:
        fail(Where(source.name, rows.line_num), str(error), _EXPECTED)
    return weights


def _of_json(source: SideFile) -> dict[str, float]:
    weights: dict[str, float] = {}
    try:
        value = json.loads(source.text, object_pairs_hook=list)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        fail(Where(source.name, line), f"not JSON: {error}", _EXPECTED)
    for entry in value:
        entity, weight = entry if isinstance(entry, tuple) else (entry, 1.0)
        _add(weights, entity, weight, Where(source.name, 1))
    return _checked(weights, source)


def _add(weights: dict[str, float], entity: object, weight: object, where: Where) -> None:
    if not isinstance(entity, str) or not words(entity):
        fail(where, f"{entity!r} is not an entity", _EXPECTED)
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not isfinite(weight) or weight < 0:
        fail(where, f"{weight!r} is not a weight of {entity!r}", _EXPECTED)
    if entity in weights:
        fail(where, f"{entity!r} twice", "each entity once")
    weights[entity] = float(weight)


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def _checked(weights: dict[str, float], source: SideFile) -> dict[str, float]:
    if not weights:
        fail(Where(source.name, 1), "no entity", _EXPECTED)
    return weights


def entity_counts(
    alignments: Iterable[Sequence[Pair]],
    wanted: Mapping[str, float] | Iterable[str] | os.PathLike[str],
    settings: Settings,
) -> Entities:
    """The counts of entities in alignments; entities are normalised as the texts are."""
    if isinstance(wanted, os.PathLike) or (isinstance(wanted, str) and os.path.isfile(wanted)):
        wanted = read_entities(os.fspath(wanted))
    expected = "a list of them, a mapping to weights, or a file of them"
    if isinstance(wanted, str):
        raise UsageError(f"entities are one text, {short(wanted)!r}; expected {expected}")
    check_order("entities", wanted, expected)
    weights = dict(wanted) if isinstance(wanted, Mapping) else dict.fromkeys(wanted, 1.0)
    for entity, weight in weights.items():
        if not isinstance(entity, str):
            raise UsageError(f"entity {entity!r} is of type {type(entity).__name__}; expected text")
        check_amount(f"the weight of {entity!r}", weight)
    if settings.unit != "word":
        raise UsageError("entities are words; expected no unit='character' (-c)")
    if len(weights) > _MOST:
        raise UsageError(f"{quantity(len(weights), 'entity')}; expected at most {_MOST}")
    names = tuple(weights)
    folded = _Folded(settings.case_sensitive, settings.optional_words)
    spelled = [folded.words(text) for text in _normalised(names, settings)]
    for name, parts in zip(names, spelled, strict=True):
        if not parts:
            raise UsageError(f"{name!r} is not an entity: no word is left; expected at least one")
    finder = _Finder(spelled)
    counts = [[0, 0, 0, 0] for _ in names]
    for pairs in alignments:
        _count(pairs, finder, counts, folded)
    return Entities(
        tuple(EntityCounts(name, weights[name], Counts(*numbers)) for name, numbers in zip(names, counts, strict=True))
    )


def _normalised(names: Sequence[str], settings: Settings) -> Sequence[str]:
    return settings.chain.apply(names)[0] if settings.chain else names


@dataclass(frozen=True, slots=True)
class _Folded:
    """The way in which words are compared: A-Z equal a-z, unless case counts; with optional words, `(uh)` is `uh`."""

    sensitive: bool
    optional: bool

    def words(self, text: str) -> tuple[str, ...]:
        """The words of a text."""
        return tuple(map(self.word, words(text)))

    def word(self, word: str) -> str:
        """The word as it is compared."""
        if self.optional and len(word) > 2 and word[0] + word[-1] == "()":
            word = word[1:-1]
        return word if self.sensitive else word.translate(_LOWER)


_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


class _Finder:
    """The entities by their first word, the number of their words, and these."""

    def __init__(self, spelled: Sequence[tuple[str, ...]]) -> None:
        heads: dict[str, dict[int, dict[tuple[str, ...], list[int]]]] = {}
        for entity, parts in enumerate(spelled):
            of_size = heads.setdefault(parts[0], {}).setdefault(len(parts), {})
            of_size.setdefault(parts, []).append(entity)
        # At each place the longest come first: what lies inside them is known by then.
        self._sizes = {
            head: sorted(of_size.items(), key=itemgetter(0), reverse=True) for head, of_size in heads.items()
        }

    def occurrences(self, words: Sequence[str]) -> Iterator[tuple[int, int, int, bool]]:
        """Entity, first and last place of each occurrence, and whether it lies inside a longer one.

        Those of one entity do not overlap.
        """
        free: dict[int, int] = {}
        reach = 0
        for place, word in enumerate(words):
            for size, entities in self._sizes.get(word, ()):
                end = place + size
                found = [entity for entity in entities.get(tuple(words[place:end]), ()) if place >= free.get(entity, 0)]
                for entity in found:
                    free[entity] = end
                    yield entity, place, end - 1, end <= reach
                reach = max(reach, end) if found else reach


def _count(pairs: Sequence[Pair], finder: _Finder, counts: list[list[int]], folded: _Folded) -> None:
    """Adds the entities of one alignment."""
    correct = set()
    steps = [[step for step, pair in enumerate(pairs) if pair[side]] for side in (1, 2)]
    refs, hyps = ([folded.word(str(pairs[step][side])) for step in steps[side - 1]] for side in (1, 2))
    for entity, first, last, is_inside in finder.occurrences(refs):
        begin, end = steps[0][first], steps[0][last]
        operations = {pair.operation for pair in pairs[begin : end + 1]}
        if operations == {"C"}:
            correct.add((entity, begin, end))
        if not is_inside:
            counts[entity][0 if operations == {"C"} else 2 if operations == {"D"} else 1] += 1
    for entity, first, last, is_inside in finder.occurrences(hyps):
        if not is_inside and (entity, steps[1][first], steps[1][last]) not in correct:
            counts[entity][3] += 1
