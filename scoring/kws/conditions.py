"""Groups of trials: by source type, by keyword or its attributes, by targets, or by the system's vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ...formats.errors import UsageError
from ...formats.kwlist import Keyword
from .alignment import Aligned
from .excerpts import Stretch, file_patterns, pattern, stretches
from .gathering import Group, gather
from .material import Ints
from .result import KwsResult
from .settings import KwsSettings
from .totals import size

_ATTRIBUTE = re.compile(r"(.+):regex=(.+)", re.DOTALL)
_ALL = re.compile(r"\s+&&\s+")


@dataclass(frozen=True, slots=True)
class Conditions:
    """Ways to group trials, at most one at a time."""

    source_types: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Patterns of source types by name of the group."""
    terms: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Patterns of keyword ids by name of the group."""
    queries: Sequence[str] = ()
    """`attribute`, `attribute:regex=pattern`, or several joined by ` && `: a group for each value."""
    by_targets: bool = False
    by_oov: bool = False

    def __post_init__(self) -> None:
        if sum(map(bool, self._ways)) > 1:
            raise UsageError("several ways to group trials; expected only one")

    @property
    def _ways(self) -> tuple[object, ...]:
        return self.source_types, self.terms, self.queries, self.by_targets, self.by_oov

    def __bool__(self) -> bool:
        return any(self._ways)


@dataclass(frozen=True, slots=True)
class Grouping:
    """Groups of an alignment."""

    aligned: Aligned
    settings: KwsSettings
    conditions: Conditions
    files: Sequence[str] = ()
    """Patterns of the recordings and channels that are scored."""

    def searched(self, source_types: Sequence[str] = ()) -> tuple[Stretch, ...]:
        """Stretches of all source types, or of those that match a pattern."""
        patterns = [pattern(text) for text in source_types]
        items = self._segments() if self.settings.segments else self._excerpts()
        return tuple(item for item in items if not patterns or any(p.search(item.source) for p in patterns))

    def _excerpts(self) -> tuple[Stretch, ...]:
        wanted = file_patterns(self.files, self.settings.convention)
        return stretches(self.aligned.material.inputs.ecf, wanted)

    def _segments(self) -> tuple[Stretch, ...]:
        """Stretch for each recording, channel and source type that has segments, with their number."""
        spans, scored, material = self.aligned.spans, self.aligned.scored_segments, self.aligned.material
        counts: dict[tuple[str, str, str], int] = {}
        for segment in () if scored is None else scored.tolist():
            excerpt = int(spans.excerpt[segment])
            source = material.inputs.ecf.excerpts[excerpt].source_type if excerpt >= 0 else ""
            key = (*material.places[int(spans.place[segment])], source)
            counts[key] = counts.get(key, 0) + 1
        return tuple(Stretch(*key, 0.0, 0.0, number) for key, number in sorted(counts.items()))

    def results(self) -> tuple[list[KwsResult], list[str]]:
        """Result of each group that has trials or keywords of its own, and the names of groups of no size."""
        made: list[KwsResult] = []
        skipped: list[str] = []
        if not self.conditions:
            return made, skipped
        every = self.searched()
        for name, rows, always in sorted(self._groups(), key=lambda group: group[0]):
            searched = every
            if self.conditions.source_types:
                searched = self.searched(self.conditions.source_types[name])
                if not size(searched, self.settings):
                    self._check_size(has_trials=bool(len(rows)), has_empty=bool(always))
                    skipped.append(name)
                    continue
            if len(rows) or always:
                # Groups are never pooled, but where all keywords are one, KWSEval finds no texts in groups either.
                group = Group(name, searched, rows, frozenset(always), has_texts=not self._loses_keywords)
                made.append(gather(self.aligned, self.settings, group))
        return made, skipped

    @property
    def _loses_keywords(self) -> bool:
        """Whether nothing is found of a keyword by its id."""
        return self.settings.pooled and self.settings.convention.groups_lose_pooled

    def _check_size(self, *, has_trials: bool, has_empty: bool) -> None:
        """Rejects a group of no size at which KWSEval fails: one with a trial, or of segments with an empty keyword."""
        in_segments = self.settings.segments
        if self.settings.convention.groups_need_size and (has_trials or (in_segments and has_empty)):
            raise UsageError(f"parameter '{'TotTrials' if in_segments else 'TotDur'}' must > 0")

    def _of_sources(self, source_types: Sequence[str]) -> list[int]:
        """Excerpts whose source type matches a pattern."""
        patterns = [pattern(text) for text in source_types]
        excerpts = self.aligned.material.inputs.ecf.excerpts
        return [number for number, item in enumerate(excerpts) if any(p.search(item.source_type) for p in patterns)]

    def _groups(self) -> Iterator[tuple[str, Ints, list[int]]]:
        """Name, rows and always present keywords of each group."""
        empty = self._without_trials()
        if self.conditions.source_types:
            for name, texts in self.conditions.source_types.items():
                yield name, np.flatnonzero(np.isin(self.aligned.excerpt, self._of_sources(texts))), list(empty)
            return
        names = self._members()
        every = set(self.conditions.terms) | set(names)
        if self.conditions.by_targets and empty:
            every.add("NoTargets")
        for name in every:
            members = names.get(name, [])
            yield name, np.flatnonzero(np.isin(self.aligned.keyword, members)), self._always(name, members, empty)

    def _always(self, name: str, members: Sequence[int], empty: Sequence[int]) -> list[int]:
        """Keywords without trials that a group shows; a group by term shows all, whether they belong to it or not."""
        if self.conditions.terms:
            return list(empty)
        if self.conditions.queries:
            return [number for number in empty if number in set(members)]
        return list(empty) if self.conditions.by_targets and name == "NoTargets" else []

    def _without_trials(self) -> list[int]:
        """Keywords that were searched and have neither a reference nor a detection."""
        if self.settings.segments and self.settings.listed_only:
            return []
        present = set() if self._loses_keywords else set(np.unique(self.aligned.keyword).tolist())
        return sorted(set(self.aligned.material.units.tolist()) - present)

    def _members(self) -> dict[str, list[int]]:
        """Keywords of each group."""
        aligned, size = self.aligned, len(self.aligned.material.keywords)
        trials = np.bincount(aligned.keyword, minlength=size)
        targets = np.bincount(aligned.keyword[aligned.is_target & (not self._loses_keywords)], minlength=size)
        unknown = {item.keyword: item.out_of_vocabulary for item in aligned.material.inputs.detected.listings}
        names: dict[str, list[int]] = {}
        for number, keyword in enumerate(aligned.material.keywords):
            if self.conditions.terms:
                terms = self.conditions.terms.items()
                groups = [name for name, texts in terms if any(pattern(text).search(keyword.id) for text in texts)]
            elif self.conditions.queries:
                values = (_query(query, keyword) for query in self.conditions.queries)
                groups = list(dict.fromkeys(name for name in values if name is not None))
            elif not trials[number]:
                groups = []
            elif self.conditions.by_targets:
                groups = ["HasTargets" if targets[number] else "NoTargets"]
            else:
                groups = [self._vocabulary(unknown.get(keyword.id, "NA"))]
            for name in groups:
                names.setdefault(name, []).append(number)
        return names

    def _vocabulary(self, unknown: str) -> str:
        """Group of a keyword by the number of its words that the system does not know."""
        lost = self.settings.segments and self.settings.convention.segments_know_all
        return "OOV" if unknown.isdigit() and int(unknown) > 0 and not lost else "IV"


def _query(query: str, keyword: Keyword) -> str | None:
    """Group of a keyword under a query; None without such an attribute or with another value."""
    names = []
    for part in _ALL.split(query):
        match = _ATTRIBUTE.fullmatch(part)
        attribute, wanted = (match[1], match[2]) if match else (part, None)
        value = keyword.attribute(attribute)
        if attribute == "TEXT":
            value = keyword.text
        elif attribute == "TERMID":
            value = keyword.id
        if value is None or (wanted is not None and not _searches(wanted, value)):
            return None
        names.append(f"{attribute}-{value}")
    return " X ".join(names)


def _searches(text: str, value: str) -> bool:
    try:
        return re.search(text, value) is not None
    except re.error as error:
        raise UsageError(f"{text!r} is not a regular expression: {error}") from None
