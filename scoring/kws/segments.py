"""Trials of segments: each stretch of speech or silence either holds a keyword or does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from formats.errors import UsageError
from scoring.kws.alignment import Aligned, Spans
from scoring.kws.excerpts import chosen_places, file_patterns
from scoring.kws.material import Bools, Floats, Ints, Material, rounded
from scoring.kws.occurrences import occurrences
from scoring.kws.settings import KwsSettings


@dataclass(slots=True)
class _Segment:
    speech: bool
    place: int
    begin: float
    begin_text: str
    end: float


@dataclass(slots=True)
class _Segmentation:
    """The segments of all excerpts, and in which of them each word lies."""

    segments: list[_Segment] = field(default_factory=list)
    of_word: dict[int, int] = field(default_factory=dict)


def align_segments(material: Material, settings: KwsSettings, files: Sequence[str] = ()) -> Aligned:
    """Aligns all keywords by segments."""
    segmentation = _segmented(material)
    chosen = chosen_places(material.places, file_patterns(files, settings.strict_f4de))
    segments = segmentation.segments
    wanted = np.array([bool(chosen[segment.place]) for segment in segments], dtype=np.bool_)
    if not wanted.any():
        raise UsageError("there are no segments to score")
    place = np.array([segment.place for segment in segments], dtype=np.int64)
    begin = np.array([segment.begin for segment in segments])
    end = np.array([segment.end for segment in segments])
    detection_segment = _segments_of(material, place, begin, end, wanted)
    best = _best_detections(material, detection_segment)
    targets = _targets(material, settings, segmentation, chosen)
    spans = Spans(place, [segment.begin_text for segment in segments], end, _source_excerpts(material, place))
    return _trials(material, spans, targets, best, detection_segment, np.flatnonzero(wanted))


def _segmented(material: Material) -> _Segmentation:
    """Cuts each excerpt into speech, where somebody speaks, and what is between."""
    result = _Segmentation()
    rows = material.speakers
    begins = np.array(rows.begins)
    ends = rounded(begins + np.array(rows.durations))
    by_place: dict[tuple[str, str], list[int]] = {}
    for row in np.argsort(begins, kind="stable").tolist():
        by_place.setdefault((rows.files[row], rows.channels[row]), []).append(row)
    words: dict[tuple[int, int], Ints] = _words_by_speaker(material)
    speakers = _speaker_numbers(material)
    for excerpt, place in zip(material.ecf.excerpts, material.excerpts.place.tolist(), strict=True):
        first = len(result.segments)
        stop = float(f"{excerpt.begin + excerpt.duration:.4f}")
        last, last_text = excerpt.begin, excerpt.begin_text
        for row in by_place.get((excerpt.file, excerpt.channel), []):
            begin, end = float(begins[row]), float(ends[row])
            if begin < excerpt.begin or end > stop:
                continue
            if begin > last:
                result.segments.append(_Segment(False, place, last, last_text, _sum(last, begin - last)))
                last, last_text = _last(result)
            if last == begin:
                length = end - begin
                result.segments.append(_Segment(True, place, begin, rows.begin_texts[row], _sum(begin, length)))
            elif len(result.segments) > first and result.segments[-1].speech and end > last:
                result.segments[-1].end = end
            if len(result.segments) > first:
                last, last_text = _last(result)
                _tag(result, material, words.get((place, speakers.get(rows.speakers[row], -1))))
        if last < stop:
            result.segments.append(_Segment(False, place, last, last_text, _sum(last, stop - last)))
    return result


def _sum(begin: float, length: float) -> float:
    return float(f"{begin + length:.4f}")


def _last(result: _Segmentation) -> tuple[float, str]:
    end = result.segments[-1].end
    return end, f"{end:.4f}"


def _tag(result: _Segmentation, material: Material, words: Ints | None) -> None:
    """Marks the words of a speaker that lie in the segment as far as it has grown."""
    if words is None:
        return
    segment = result.segments[-1]
    inside = (material.words.begin[words] >= segment.begin) & (material.words.end[words] <= segment.end)
    number = len(result.segments) - 1
    for word in words[inside].tolist():
        result.of_word[word] = number


def _speaker_numbers(material: Material) -> dict[str, int]:
    """The numbers that the words have for speakers' names; their column holds place * count + number."""
    known: dict[str, int] = {}
    for name in material.words.speaker_names:
        known.setdefault(name, len(known))
    return known


def _words_by_speaker(material: Material) -> dict[tuple[int, int], Ints]:
    count = max(len(set(material.words.speaker_names)), 1)
    speaker = material.words.speaker
    order = np.argsort(speaker, kind="stable")
    codes, starts = np.unique(speaker[order], return_index=True)
    bounds = np.append(starts, len(order))
    return {
        (code // count, code % count): order[bounds[number] : bounds[number + 1]]
        for number, code in enumerate(codes.tolist())
    }


def _segments_of(material: Material, place: Ints, begin: Floats, end: Floats, wanted: Bools) -> Ints:
    """For each detection the first segment that holds its middle, both ends included; -1 for none."""
    detections = material.detections
    found = np.full(len(detections.middle), -1, dtype=np.int64)
    order = np.argsort(detections.place, kind="stable")
    sorted_places = detections.place[order]
    numbers = np.flatnonzero(wanted)
    by_place = numbers[np.argsort(place[numbers], kind="stable")]
    codes, starts = np.unique(place[by_place], return_index=True)
    bounds = np.append(starts, len(by_place))
    for number, code in enumerate(codes.tolist()):
        own = by_place[bounds[number] : bounds[number + 1]]
        rows = order[np.searchsorted(sorted_places, code) : np.searchsorted(sorted_places, code, side="right")]
        middle = detections.middle[rows]
        if (np.diff(begin[own]) >= 0).all() and (np.diff(end[own]) >= 0).all():
            candidate = np.searchsorted(end[own], middle)
            inside = candidate < len(own)
            inside[inside] &= begin[own][candidate[inside]] <= middle[inside]
            found[rows[inside]] = own[candidate[inside]]
            continue
        for segment in own.tolist():  # excerpts overlap: the first in the order of the control file counts
            free = (found[rows] < 0) & (middle >= begin[segment]) & (middle <= end[segment])
            found[rows[free]] = segment
    return found


def _best_detections(material: Material, segment: Ints) -> Ints:
    """The rows of the best detection of each list in each segment; the others are gone."""
    detections = material.detections
    rows = np.flatnonzero(segment >= 0)
    order = rows[np.lexsort((rows, -detections.score[rows], segment[rows], detections.unit[rows]))]
    if not len(order):
        return order
    first = np.ones(len(order), dtype=np.bool_)
    first[1:] = (segment[order][1:] != segment[order][:-1]) | (
        detections.unit[order][1:] != detections.unit[order][:-1]
    )
    return order[first]


def _targets(
    material: Material, settings: KwsSettings, segmentation: _Segmentation, chosen: Bools
) -> tuple[Ints, Ints]:
    """Keyword and segment of each target: keywords that begin and end in one segment, each once."""
    found = occurrences(material, settings)
    of_word = np.full(len(material.words.tokens) + 1, -1, dtype=np.int64)
    for word, segment in segmentation.of_word.items():
        of_word[word] = segment
    first, last = of_word[found.first], of_word[found.last]
    kept = (first >= 0) & (first == last) & chosen[material.words.place[found.first]]
    pairs = np.unique(np.stack([found.keyword[kept], first[kept]]), axis=1)
    return pairs[0], pairs[1]


def _source_excerpts(material: Material, place: Ints) -> Ints:
    """For each segment the first excerpt of its file and channel, whose source type is taken for all of them."""
    first: dict[int, int] = {}
    for number, code in enumerate(material.excerpts.place.tolist()):
        first.setdefault(code, number)
    return np.array([first.get(code, -1) for code in place.tolist()], dtype=np.int64)


def _trials(
    material: Material, spans: Spans, targets: tuple[Ints, Ints], best: Ints, segment: Ints, scored: Ints
) -> Aligned:
    """Every segment with a target or a detection, for each list."""
    keyword, target = targets
    bounds = np.searchsorted(keyword, np.arange(len(material.keywords) + 1))
    width = len(spans.place) + 1
    units, segments = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for unit, item in enumerate(material.units):
        own = target[bounds[item.keyword] : bounds[item.keyword + 1]]
        units.append(np.full(len(own), unit, dtype=np.int64))
        segments.append(own)
    wanted = np.concatenate(units) * width + np.concatenate(segments)
    found = material.detections.unit[best] * width + segment[best]
    found, best = _moved(material, spans, wanted, found, best, width)
    every = np.union1d(wanted, found)
    number = every % width
    reference = np.where(np.isin(every, wanted), number, -1)
    detection = np.full(len(every), -1, dtype=np.int64)
    detection[np.searchsorted(every, found)] = best
    place = spans.place[number] if len(every) else every
    kind = np.where(reference < 0, 2, np.where(detection >= 0, 0, 1))
    order = np.lexsort((kind, place, every // width))
    unit_of = every[order] // width
    keyword_of = np.array([item.keyword for item in material.units], dtype=np.int64)
    return Aligned(
        material,
        spans,
        unit_of,
        keyword_of[unit_of],
        reference[order],
        detection[order],
        place[order],
        spans.excerpt[number[order]],
        len(scored),
        scored,
    )


def _moved(material: Material, spans: Spans, wanted: Ints, found: Ints, best: Ints, width: int) -> tuple[Ints, Ints]:
    """Detections whose middle is where one segment ends and the next begins also hit a target in the next one.

    KWSEval has no rule where both segments claim them, and lets a hash decide; here the own segment comes first, and a
    target keeps the detection of its own segment.
    """
    segment = found % width
    edge = np.flatnonzero(material.detections.middle[best] == spans.end[segment])
    if not len(edge):
        return found, best
    begins = {(int(place), text): number for number, (place, text) in enumerate(_beginnings(spans))}
    targets, taken = set(wanted.tolist()), set(found.tolist())
    kept = np.ones(len(found), dtype=np.bool_)
    codes = found.copy()
    for place in edge.tolist():
        code = int(found[place])
        key = (int(spans.place[segment[place]]), float(spans.end[segment[place]]))
        following = begins.get(key)
        if following is None or code in targets:
            continue
        next_code = code - int(segment[place]) + following
        if next_code not in targets:
            continue
        if next_code in taken:
            kept[place] = False
        else:
            taken.add(next_code)
            codes[place] = next_code
    return codes[kept], best[kept]


def _beginnings(spans: Spans) -> list[tuple[int, float]]:
    return list(zip(spans.place.tolist(), map(float, spans.begin_texts), strict=True))
