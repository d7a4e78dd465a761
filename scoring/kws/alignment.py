"""Alignment by occurrence: each reference and each detection of a keyword is paired, missed or a false alarm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from . import matching
from .excerpts import chosen_places, containing, file_patterns
from .material import Bools, Floats, Ints, Material
from .occurrences import occurrences
from .orders import ordered
from .settings import KwsSettings


@dataclass(frozen=True, slots=True)
class Spans:
    """References as stretches of time; begins are also kept as text, because reports show them as written."""

    place: Ints
    begin_texts: Sequence[str]
    begin: Floats
    end: Floats
    excerpt: Ints


@dataclass(frozen=True, slots=True)
class Aligned:
    """All trials as columns, sorted by unit, place and kind: hits, misses, then detections without a reference."""

    material: Material
    spans: Spans
    unit: Ints
    keyword: Ints
    reference: Ints
    """Index of the reference among the spans, -1 for none."""
    detection: Ints
    """Row of the detection in the system output, -1 for none."""
    place: Ints
    excerpt: Ints
    """Excerpt that gives the trial its source type, -1 for none."""
    scored_segments: Ints | None = None
    """Indices of the spans that are scored, where segments are trials."""

    def __len__(self) -> int:
        return len(self.unit)

    @property
    def is_target(self) -> Bools:
        """Whether each trial has a reference."""
        return self.reference >= 0


@dataclass(frozen=True, slots=True)
class Trial:
    """Columns of trials before they are sorted."""

    unit: Ints
    reference: Ints
    detection: Ints
    place: Ints
    excerpt: Ints

    def aligned(self, material: Material, spans: Spans, scored_segments: Ints | None = None) -> Aligned:
        """Trials in the order of reports."""
        kind = np.where(self.reference < 0, 2, np.where(self.detection >= 0, 0, 1))
        order = ordered(self.unit, self.place, kind)
        unit = self.unit[order]
        return Aligned(
            material,
            spans,
            unit,
            material.units[unit],
            self.reference[order],
            self.detection[order],
            self.place[order],
            self.excerpt[order],
            scored_segments,
        )


def align(material: Material, settings: KwsSettings, files: Sequence[str] = ()) -> Aligned:
    """Aligns all keywords; `files` are patterns of the recordings and channels that are scored."""
    spoken = occurrences(material, settings)
    keyword, spans = spoken.keyword, _spans(material, spoken.first, spoken.last)
    detections = material.detections
    det_excerpt = containing(material.excerpts, detections.place, detections.begin, detections.end)
    chosen = chosen_places(material.places, file_patterns(files, settings.convention))
    units, occurrence = _instances(keyword, material)
    group = _groups(material, units, spans.place[occurrence])
    det_group = _groups(material, detections.unit, detections.place)
    covered = det_excerpt >= 0
    if settings.convention.leaking_patterns:
        covered &= chosen[detections.place] | ~np.isin(det_group, group)
    else:
        covered &= chosen[detections.place]
    rows = np.flatnonzero(covered)
    wanted = (spans.excerpt[occurrence] >= 0) & chosen[spans.place[occurrence]]
    units, occurrence, group = units[wanted], occurrence[wanted], group[wanted]
    pairs = _Pairing(material, spans, det_group, settings.tolerance).pairs(occurrence, group, rows)
    left = np.ones(len(detections.score), dtype=np.bool_)
    left[pairs[pairs >= 0]] = False
    alone = rows[left[rows]]
    return Trial(
        np.concatenate([units, detections.unit[alone]]),
        np.concatenate([occurrence, np.full(len(alone), -1, dtype=np.int64)]),
        np.concatenate([pairs, alone]),
        np.concatenate([spans.place[occurrence], detections.place[alone]]),
        np.concatenate([spans.excerpt[occurrence], det_excerpt[alone]]),
    ).aligned(material, spans)


def _spans(material: Material, first: Ints, last: Ints) -> Spans:
    """Occurrences with their times; their excerpt is that of the first word alone."""
    words = material.words
    texts = words.begin_texts
    return Spans(
        words.place[first],
        [texts[word] for word in first.tolist()],
        words.begin[first],
        words.end[last],
        containing(material.excerpts, words.place[first], words.begin[first], words.end[first]),
    )


def _instances(keyword: Ints, material: Material) -> tuple[Ints, Ints]:
    """Unit and index of each occurrence; one whose keyword has several units comes once for each."""
    bounds = np.searchsorted(keyword, np.arange(len(material.keywords) + 1))
    first = bounds[material.units]
    sizes = bounds[material.units + 1] - first
    units = np.repeat(np.arange(len(sizes)), sizes)
    return units, np.arange(len(units)) - np.repeat(np.cumsum(sizes) - sizes - first, sizes)


def _groups(material: Material, unit: Ints, place: Ints) -> Ints:
    """Number for each pair of unit and place."""
    return unit * max(len(material.places), 1) + place


@dataclass(frozen=True, slots=True)
class _Pairing:
    """Pairs references with detections of the same group."""

    material: Material
    spans: Spans
    det_group: Ints
    tolerance: float

    def pairs(self, occurrence: Ints, group: Ints, rows: Ints) -> Ints:
        """Detection of each reference, -1 for none; `rows` are the detections that take part."""
        detections, spans = self.material.detections, self.spans
        rows = rows[np.isin(self.det_group[rows], group)]
        begin, end = spans.begin[occurrence], spans.end[occurrence]
        order, first, last = matching.windows(
            (self.det_group[rows], detections.middle[rows], ~detections.yes[rows]),
            (group, begin - self.tolerance, end + self.tolerance),
        )
        rows = rows[order]
        # A term that ends before it begins, in an unsorted transcript, has no detections.
        last = np.maximum(first, last)
        sizes = last - first
        starts = np.cumsum(sizes) - sizes
        owner = np.repeat(np.arange(len(occurrence)), sizes)
        partner = rows[np.arange(len(owner)) - np.repeat(starts - first, sizes)]
        lowest, highest = self._score_ranges(rows)
        overlap = matching.overlaps((begin[owner], end[owner]), (detections.begin[partner], detections.end[partner]))
        share = matching.shares(detections.score[partner], lowest[partner], highest[partner])
        chosen = matching.match(matching.Windows(first, last, matching.weights(overlap, share)))
        return np.where(chosen >= 0, rows[chosen] if len(rows) else -1, -1)

    def _score_ranges(self, rows: Ints) -> tuple[Floats, Floats]:
        """Lowest and highest score for each detection: of the file's head, or of its group."""
        score = self.material.detections.score
        detected = self.material.inputs.detected
        if detected.minimum is not None and detected.maximum is not None:
            return np.full(len(score), detected.minimum), np.full(len(score), detected.maximum)
        lowest, highest = np.zeros(len(score)), np.zeros(len(score))
        if len(rows):
            groups = self.det_group[rows]  # in order, because windows sorts by group first
            starts = np.flatnonzero(np.concatenate([[True], groups[1:] != groups[:-1]]))
            sizes = np.diff(np.append(starts, len(rows)))
            lowest[rows] = np.repeat(np.minimum.reduceat(score[rows], starts), sizes)
            highest[rows] = np.repeat(np.maximum.reduceat(score[rows], starts), sizes)
        return lowest, highest
