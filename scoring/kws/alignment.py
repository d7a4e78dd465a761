"""Trials of single occurrences: each reference and each detection of a keyword is paired, missed or a false alarm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.kws import matching
from scoring.kws.excerpts import chosen_places, containing, file_patterns
from scoring.kws.material import Bools, Detections, Floats, Ints, Material
from scoring.kws.occurrences import Occurrences, occurrences
from scoring.kws.settings import KwsSettings


@dataclass(frozen=True, slots=True)
class Spans:
    """The references as a report shows them."""

    place: Ints
    begin_texts: Sequence[str]
    end: Floats
    excerpt: Ints


@dataclass(frozen=True, slots=True)
class Aligned:
    """All trials as columns, a keyword after the other in the order of the system output."""

    material: Material
    spans: Spans
    unit: Ints
    keyword: Ints
    reference: Ints
    """The number of the reference among the spans, -1 for none."""
    detection: Ints
    """The row in the system output, -1 for none."""
    place: Ints
    excerpt: Ints
    """The excerpt by which the trial belongs to a source type, -1 for none."""
    total: int | None = None
    """The number of trials of each keyword, where segments are trials."""
    scored_segments: Ints | None = None
    """Which of the spans are scored, where segments are trials."""

    def __len__(self) -> int:
        return len(self.unit)

    @property
    def is_target(self) -> Bools:
        """Whether there is a reference."""
        return self.reference >= 0

    @property
    def has_score(self) -> Bools:
        """Whether there is a detection."""
        return self.detection >= 0


def align(material: Material, settings: KwsSettings, files: Sequence[str] = ()) -> Aligned:
    """Aligns all keywords."""
    found = occurrences(material, settings)
    references = _References.of(found, material)
    detections = material.detections
    det_excerpt = containing(material.excerpts, detections.place, detections.begin, detections.end)
    chosen = chosen_places(material.places, file_patterns(files, settings.strict_f4de))
    unit_of, occurrence_of = _instances(found, material)
    place_count = max(len(material.places), 1)
    group = unit_of * place_count + references.place[occurrence_of]
    kept_reference = (references.excerpt[occurrence_of] >= 0) & chosen[references.place[occurrence_of]]
    kept_detection = det_excerpt >= 0
    # Where a keyword was never said, KWSEval does not ask which files are wanted.
    det_group = detections.unit * place_count + detections.place
    asked = np.isin(det_group, group) if settings.strict_f4de else np.ones(len(det_group), dtype=np.bool_)
    kept_detection &= chosen[detections.place] | ~asked
    rows = np.flatnonzero(kept_detection)
    instances = np.flatnonzero(kept_reference)
    pairs = _pairs(
        references, occurrence_of[instances], group[instances], detections, det_group, rows, material, settings
    )
    return _trials(material, references.spans(), unit_of, occurrence_of, instances, rows, pairs, det_excerpt)


@dataclass(frozen=True, slots=True)
class _References:
    place: Ints
    begin: Floats
    end: Floats
    excerpt: Ints
    begin_texts: list[str]

    @classmethod
    def of(cls, found: Occurrences, material: Material) -> _References:
        """The occurrences with their times; the excerpt is that of the first word alone."""
        words = material.words
        first = found.first
        texts = words.begin_texts
        return cls(
            words.place[first],
            words.begin[first],
            words.end[found.last],
            containing(material.excerpts, words.place[first], words.begin[first], words.end[first]),
            [texts[place] for place in first.tolist()],
        )

    def spans(self) -> Spans:
        return Spans(self.place, self.begin_texts, self.end, self.excerpt)


def _instances(found: Occurrences, material: Material) -> tuple[Ints, Ints]:
    """Unit and number of each occurrence; a keyword that is listed twice counts its occurrences twice."""
    bounds = np.searchsorted(found.keyword, np.arange(len(material.keywords) + 1))
    units, numbers = [], []
    for unit, item in enumerate(material.units):
        first, last = bounds[item.keyword], bounds[item.keyword + 1]
        units.append(np.full(last - first, unit, dtype=np.int64))
        numbers.append(np.arange(first, last))
    none = np.zeros(0, dtype=np.int64)
    return (np.concatenate(units), np.concatenate(numbers)) if units else (none, none)


def _pairs(
    references: _References,
    occurrence: Ints,
    group: Ints,
    detections: Detections,
    det_group: Ints,
    rows: Ints,
    material: Material,
    settings: KwsSettings,
) -> Ints:
    """For each reference the detection that it is paired with, -1 for none."""
    rows = rows[np.isin(det_group[rows], group)]
    low = references.begin[occurrence] - settings.tolerance
    high = references.end[occurrence] + settings.tolerance
    order, first, last = matching.windows(
        det_group[rows], detections.middle[rows], ~detections.yes[rows], group, low, high
    )
    rows = rows[order]
    # A term that ends before it begins, in an unsorted transcript, has no detections at all.
    last = np.maximum(first, last)
    sizes = last - first
    starts = np.cumsum(sizes) - sizes
    owner = np.repeat(np.arange(len(occurrence)), sizes)
    partner = rows[np.arange(len(owner)) - np.repeat(starts - first, sizes)]
    lowest, highest = _score_ranges(detections, det_group, rows, material)
    edges = matching.weights(
        (references.begin[occurrence][owner], detections.begin[partner]),
        (references.end[occurrence][owner], detections.end[partner]),
        detections.score[partner],
        lowest[partner],
        highest[partner],
    )
    chosen = matching.match(first, last, edges, starts)
    return np.where(chosen >= 0, rows[chosen] if len(rows) else -1, -1)


def _score_ranges(detections: Detections, det_group: Ints, rows: Ints, material: Material) -> tuple[Floats, Floats]:
    """The range of scores for each detection: that of the head, or that of its keyword in its file and channel."""
    size = len(detections.score)
    if material.found.minimum is not None and material.found.maximum is not None:
        return np.full(size, material.found.minimum), np.full(size, material.found.maximum)
    lowest, highest = np.zeros(size), np.zeros(size)
    if len(rows):
        groups = det_group[rows]  # already in order
        starts = np.flatnonzero(np.concatenate([[True], groups[1:] != groups[:-1]]))
        sizes = np.diff(np.append(starts, len(rows)))
        lowest[rows] = np.repeat(np.minimum.reduceat(detections.score[rows], starts), sizes)
        highest[rows] = np.repeat(np.maximum.reduceat(detections.score[rows], starts), sizes)
    return lowest, highest


def _trials(
    material: Material,
    spans: Spans,
    unit_of: Ints,
    occurrence_of: Ints,
    instances: Ints,
    rows: Ints,
    pairs: Ints,
    det_excerpt: Ints,
) -> Aligned:
    """Hits and misses with their references, then the detections that are left."""
    detections = material.detections
    used = np.zeros(len(detections.score), dtype=np.bool_)
    used[pairs[pairs >= 0]] = True
    left = rows[~used[rows]]
    occurrence = occurrence_of[instances]
    unit = np.concatenate([unit_of[instances], detections.unit[left]])
    reference = np.concatenate([occurrence, np.full(len(left), -1, dtype=np.int64)])
    detection = np.concatenate([pairs, left])
    place = np.concatenate([spans.place[occurrence], detections.place[left]])
    excerpt = np.concatenate([spans.excerpt[occurrence], det_excerpt[left]])
    kind = np.where(reference < 0, 2, np.where(detection >= 0, 0, 1))
    order = np.lexsort((kind, place, unit))
    keyword_of = np.array([item.keyword for item in material.units], dtype=np.int64)
    unit = unit[order]
    return Aligned(
        material, spans, unit, keyword_of[unit], reference[order], detection[order], place[order], excerpt[order]
    )
