"""Subsets of the trials: by source type, by keyword or its attributes, by whether it has targets, or was known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from formats.errors import UsageError
from formats.kwlist import Keyword
from scoring.kws.alignment import Aligned
from scoring.kws.excerpts import duration, file_patterns, pattern
from scoring.kws.material import Ints
from scoring.kws.settings import KwsSettings
from scoring.kws.trials import Trials, gather

_ATTRIBUTE = re.compile(r"(.+):regex=(.+)", re.DOTALL)
_ALL = re.compile(r"\s+&&\s+")


@dataclass(frozen=True, slots=True)
class Conditions:
    """How trials are grouped; at most one way at a time."""

    source_types: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Patterns of source types for each name of a group."""
    terms: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Patterns of keyword ids for each name of a group."""
    queries: Sequence[str] = ()
    """`attribute`, `attribute:regex=pattern`, or several joined by ` && `: a group for each value."""
    by_targets: bool = False
    by_oov: bool = False

    def __post_init__(self) -> None:
        if sum(map(bool, self.ways)) > 1:
            raise UsageError("only one way to group trials can be chosen")

    @property
    def ways(self) -> tuple[object, ...]:
        """What was said of each way to group."""
        return self.source_types, self.terms, self.queries, self.by_targets, self.by_oov


def grouped(
    aligned: Aligned, settings: KwsSettings, conditions: Conditions, main: Trials, files: Sequence[str] = ()
) -> tuple[list[Trials], list[str]]:
    """The trials of each group that has any, or that has a keyword without trials, and groups without duration."""
    made: list[Trials] = []
    skipped: list[str] = []
    if not any(conditions.ways):
        return made, skipped
    for name, rows, empty in sorted(_groups(aligned, settings, conditions), key=lambda group: group[0]):
        seconds = main.duration
        total = aligned.total
        if conditions.source_types:
            seconds, total = _size(aligned, settings, conditions.source_types[name], files)
            if not (total if seconds is None else seconds):
                _check_size(settings, seconds, has_trials=bool(len(rows)), has_empty=bool(empty))
                skipped.append(name)
                continue
        if not len(rows) and not empty:
            continue
        part = aligned if total == aligned.total else replace(aligned, total=total)
        trials = gather(part, settings, name=name, duration=seconds, rows=rows, empty=empty)
        # Groups are never pooled, but then KWSEval knows no texts of keywords.
        made.append(replace(trials, texts=(None,) * len(trials)) if _is_hidden(settings) else trials)
    return made, skipped


def _check_size(settings: KwsSettings, seconds: float | None, *, has_trials: bool, has_empty: bool) -> None:
    """Groups of no size at which KWSEval fails: it makes them for a trial, or of segments for a keyword without any."""
    if settings.strict_f4de and (has_trials or (seconds is None and has_empty)):
        raise UsageError(f"parameter '{'TotTrials' if seconds is None else 'TotDur'}' must > 0")


def _is_hidden(settings: KwsSettings) -> bool:
    """Whether KWSEval, where all keywords are one, finds nothing of any keyword by its id."""
    return settings.pooled and settings.strict_f4de


def _size(
    aligned: Aligned, settings: KwsSettings, source_types: Sequence[str], files: Sequence[str]
) -> tuple[float | None, int | None]:
    """Seconds or segments of some source types."""
    patterns = [pattern(text) for text in source_types]
    if aligned.total is None:
        strict = settings.strict_f4de
        seconds = duration(
            aligned.material.ecf, source_types=patterns, files=file_patterns(files, strict), strict=strict
        )
        return seconds, None
    excerpts = aligned.material.ecf.excerpts
    wanted = [number for number, item in enumerate(excerpts) if any(p.search(item.source_type) for p in patterns)]
    scored = (
        aligned.spans.excerpt if aligned.scored_segments is None else aligned.spans.excerpt[aligned.scored_segments]
    )
    return None, int(np.isin(scored, wanted).sum())


def _groups(aligned: Aligned, settings: KwsSettings, conditions: Conditions) -> Iterator[tuple[str, Ints, list[int]]]:
    """Name, rows and keywords without trials of each group."""
    if conditions.source_types:
        yield from _by_source(aligned, settings, conditions.source_types)
        return
    keywords = aligned.material.keywords
    empty = _without_trials(aligned, settings)
    size = len(keywords)
    trials = (
        np.bincount(aligned.keyword, minlength=size),
        np.bincount(aligned.keyword[aligned.is_target & (not _is_hidden(settings))], minlength=size),
    )
    names: dict[str, list[int]] = {}
    for number, keyword in enumerate(keywords):
        for name in _names(aligned, settings, conditions, number, keyword, trials):
            names.setdefault(name, []).append(number)
    every = set(conditions.terms) | set(names)
    if conditions.by_targets and empty:
        every.add("NoTargets")
    for name in every:
        members = names.get(name, [])
        rows = np.flatnonzero(np.isin(aligned.keyword, members))
        yield name, rows, _added(conditions, name, members, empty)


def _added(conditions: Conditions, name: str, members: Sequence[int], empty: Sequence[int]) -> list[int]:
    """Keywords without trials that a group shows all the same: by term all of them, whether they belong or not."""
    if conditions.terms:
        return list(empty)
    if conditions.queries:
        return [number for number in empty if number in set(members)]
    return list(empty) if conditions.by_targets and name == "NoTargets" else []


def _by_source(
    aligned: Aligned, settings: KwsSettings, source_types: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, Ints, list[int]]]:
    excerpts = aligned.material.ecf.excerpts
    empty = _without_trials(aligned, settings)
    for name, texts in source_types.items():
        patterns = [pattern(text) for text in texts]
        wanted = [number for number, item in enumerate(excerpts) if any(p.search(item.source_type) for p in patterns)]
        yield name, np.flatnonzero(np.isin(aligned.excerpt, wanted)), list(empty)


def _without_trials(aligned: Aligned, settings: KwsSettings) -> list[int]:
    """Keywords that were looked at and have neither a reference nor a detection."""
    if settings.segments and settings.listed_only:
        return []
    present = set() if _is_hidden(settings) else set(np.unique(aligned.keyword).tolist())
    return sorted({unit.keyword for unit in aligned.material.units} - present)


def _names(
    aligned: Aligned,
    settings: KwsSettings,
    conditions: Conditions,
    number: int,
    keyword: Keyword,
    trials: tuple[Ints, Ints],
) -> list[str]:
    """The groups that a keyword belongs to."""
    if conditions.terms:
        return [
            name for name, texts in conditions.terms.items() if any(pattern(text).search(keyword.id) for text in texts)
        ]
    if conditions.queries:
        found = (_query(query, keyword) for query in conditions.queries)
        return list(dict.fromkeys(name for name in found if name is not None))
    present, has_targets = (bool(counts[number]) for counts in trials)
    if conditions.by_targets:
        return ["HasTargets" if has_targets else "NoTargets"] if present else []
    if conditions.by_oov and present:
        count = aligned.material.out_of_vocabulary.get(number, "NA")
        # In segment mode KWSEval looks for the count where it never was, and finds 0.
        lost = settings.strict_f4de and settings.segments
        return ["OOV" if count.isdigit() and int(count) > 0 and not lost else "IV"]
    return []


def _query(query: str, keyword: Keyword) -> str | None:
    """The group of a keyword under a query, None where it has no such attribute or another value."""
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
        raise UsageError(f"{text!r} is no regular expression: {error}") from None
