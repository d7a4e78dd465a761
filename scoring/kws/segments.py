"""Alignment by segment: each stretch of speech or silence either holds a keyword or does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ...formats.errors import UsageError
from .alignment import Aligned, Spans, Trial
from .excerpts import chosen_places, file_patterns
from .material import Bools, Ints, Material, rounded
from .occurrences import occurrences
from .settings import KwsSettings


@dataclass(slots=True)
class _Segment:
    speech: bool
    place: int
    begin: float
    begin_text: str
    end: float


@dataclass(slots=True)
class _Segmentation:
    """Segments of all excerpts, and the segment of each word that lies in one."""

    segments: list[_Segment] = field(default_factory=list)
    of_word: dict[int, int] = field(default_factory=dict)


def align_segments(material: Material, settings: KwsSettings, files: Sequence[str] = ()) -> Aligned:
    """Aligns all keywords by segments; `files` are patterns of the recordings and channels that are scored."""
    segmentation = _segmented(material)
    chosen = chosen_places(material.places, file_patterns(files, settings.convention))
    segments = segmentation.segments
    wanted = np.array([bool(chosen[segment.place]) for segment in segments], dtype=np.bool_)
    if not wanted.any():
        raise UsageError("no segments to score")
    place = np.array([segment.place for segment in segments], dtype=np.int64)
    spans = Spans(
        place,
        [segment.begin_text for segment in segments],
        np.array([segment.begin for segment in segments]),
        np.array([segment.end for segment in segments]),
        _source_excerpts(material, place),
    )
    segment_of = _segments_of(material, spans, wanted)
    targets = _targets(material, settings, segmentation, chosen)
    return _trials(material, spans, targets, segment_of).aligned(material, spans, np.flatnonzero(wanted))


def _segmented(material: Material) -> _Segmentation:
    """Cuts each excerpt into segments of speech and the silences between them."""
    result = _Segmentation()
    rows = material.speakers
    begins = np.array(rows.begins)
    ends = rounded(begins + np.array(rows.durations))
    by_place: dict[tuple[str, str], list[int]] = {}
    for row in np.argsort(begins, kind="stable").tolist():
        by_place.setdefault((rows.files[row], rows.channels[row]), []).append(row)
    words: dict[tuple[int, int], Ints] = _words_by_speaker(material)
    speakers = _speaker_numbers(material)
    for excerpt, place in zip(material.inputs.ecf.excerpts, material.excerpts.place.tolist(), strict=True):
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
    """Assigns the words of a speaker that lie in the last segment, as far as it has grown, to it."""
    if words is None:
        return
    segment = result.segments[-1]
    inside = (material.words.begin[words] >= segment.begin) & (material.words.end[words] <= segment.end)
    number = len(result.segments) - 1
    for word in words[inside].tolist():
        result.of_word[word] = number


def _speaker_numbers(material: Material) -> dict[str, int]:
    """Number of each speaker's name; the speaker column of the words holds place * names + number."""
    numbers_of: dict[str, int] = {}
    for name in material.words.speaker_names:
        numbers_of.setdefault(name, len(numbers_of))
    return numbers_of


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


def _segments_of(material: Material, spans: Spans, wanted: Bools) -> Ints:
    """First segment that holds the middle of each detection, both ends included; -1 for none."""
    detections = material.detections
    segment_of = np.full(len(detections.middle), -1, dtype=np.int64)
    order = np.argsort(detections.place, kind="stable")
    sorted_places = detections.place[order]
    numbers = np.flatnonzero(wanted)
    by_place = numbers[np.argsort(spans.place[numbers], kind="stable")]
    codes, starts = np.unique(spans.place[by_place], return_index=True)
    bounds = np.append(starts, len(by_place))
    for number, code in enumerate(codes.tolist()):
        at_place = by_place[bounds[number] : bounds[number + 1]]
        rows = order[np.searchsorted(sorted_places, code) : np.searchsorted(sorted_places, code, side="right")]
        middle = detections.middle[rows]
        begin, end = spans.begin[at_place], spans.end[at_place]
        if (np.diff(begin) >= 0).all() and (np.diff(end) >= 0).all():
            candidate = np.searchsorted(end, middle)
            inside = candidate < len(at_place)
            inside[inside] &= begin[candidate[inside]] <= middle[inside]
            segment_of[rows[inside]] = at_place[candidate[inside]]
            continue
        for segment in at_place.tolist():  # excerpts overlap: the first one in the control file counts
            free = (segment_of[rows] < 0) & (middle >= spans.begin[segment]) & (middle <= spans.end[segment])
            segment_of[rows[free]] = segment
    return segment_of


def _best_detections(material: Material, segment: Ints) -> Ints:
    """Row of the best detection of each unit in each segment; the others are dropped."""
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
    """Keyword and segment of each target: a keyword that begins and ends in one segment, once per segment."""
    spoken = occurrences(material, settings)
    of_word = np.full(len(material.words.tokens) + 1, -1, dtype=np.int64)
    for word, segment in segmentation.of_word.items():
        of_word[word] = segment
    first, last = of_word[spoken.first], of_word[spoken.last]
    in_one = (first >= 0) & (first == last) & chosen[material.words.place[spoken.first]]
    pairs = np.unique(np.stack([spoken.keyword[in_one], first[in_one]]), axis=1)
    return pairs[0], pairs[1]


def _source_excerpts(material: Material, place: Ints) -> Ints:
    """First excerpt of the recording and channel of each segment; it gives all of them their source type."""
    first: dict[int, int] = {}
    for number, code in enumerate(material.excerpts.place.tolist()):
        first.setdefault(code, number)
    return np.array([first.get(code, -1) for code in place.tolist()], dtype=np.int64)


def _trials(material: Material, spans: Spans, targets: tuple[Ints, Ints], segment_of: Ints) -> Trial:
    """Every segment with a target or a detection, for each unit."""
    keyword, target = targets
    bounds = np.searchsorted(keyword, np.arange(len(material.keywords) + 1))
    width = len(spans.place) + 1
    best = _best_detections(material, segment_of)
    targets_of_units = [target[bounds[number] : bounds[number + 1]] for number in material.units.tolist()]
    units = np.repeat(np.arange(len(targets_of_units)), [len(segments) for segments in targets_of_units])
    wanted = units * width + np.concatenate([np.zeros(0, dtype=np.int64), *targets_of_units])
    codes = material.detections.unit[best] * width + segment_of[best]
    codes, best = _moved(material, spans, wanted, codes, best)
    every = np.union1d(wanted, codes)
    number = every % width
    detection = np.full(len(every), -1, dtype=np.int64)
    detection[np.searchsorted(every, codes)] = best
    return Trial(
        every // width,
        np.where(np.isin(every, wanted), number, -1),
        detection,
        spans.place[number] if len(every) else every,
        spans.excerpt[number] if len(every) else every,
    )


def _moved(material: Material, spans: Spans, wanted: Ints, trial_codes: Ints, best: Ints) -> tuple[Ints, Ints]:
    """Detections with their segments, after detections on a border have moved to a target after it.

    A detection whose middle is the end of one segment and the start of the next hits a target in the next one, too.
    KWSEval has no rule where both segments claim it, and lets a hash decide; here its own segment comes first, and a
    target keeps the detection of its own segment.
    """
    width = len(spans.place) + 1
    segment = trial_codes % width
    border = np.flatnonzero(material.detections.middle[best] == spans.end[segment])
    if not len(border):
        return trial_codes, best
    begins = {key: number for number, key in enumerate(zip(spans.place.tolist(), spans.begin.tolist(), strict=True))}
    targets, taken = set(wanted.tolist()), set(trial_codes.tolist())
    staying = np.ones(len(trial_codes), dtype=np.bool_)
    codes = trial_codes.copy()
    for row in border.tolist():
        code = int(trial_codes[row])
        following = begins.get((int(spans.place[segment[row]]), float(spans.end[segment[row]])))
        if following is None or code in targets:
            continue
        next_code = code - int(segment[row]) + following
        if next_code not in targets:
            continue
        if next_code in taken:
            staying[row] = False
        else:
            taken.add(next_code)
            codes[row] = next_code
    return codes[staying], best[staying]
