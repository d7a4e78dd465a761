"""The cause of most of an error rate, if it is not recognition: times, pauses, doubles, other recordings, stretches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from ..common.results import listed
from ..maths.assignment import greatest
from ..notices.notice import SIDES, Explanation, would_be
from .conventions import Convention, DiarisationSettings, convention_of
from .measure import Measure, Recording, Settings
from .measures.diarisation import extent_of
from .times import of_times
from .turns import Turns, joined, speech_of, turns_of

# With a lower rate, nothing but times is looked for; a cause leaves at most this part of the rate.
_LEAST = 0.2
_HALF = 0.5
# So many recordings whose rates are high are tried with each other's hypotheses; so few labels may fit by accident.
_RECORDINGS = 12
_FEW = 10
# The part of speech that is confused, from which on stretches are tried; their lengths in seconds, and their number in
# a recording.
_CONFUSED = 0.15
_STRETCHES = (600, 300, 180, 120, 90, 60, 45, 40, 30, 20)
_MANY = 4
# Shorter stretches leave a little less confused.
_NEARLY = 1.3


def cause_of(
    recordings: Sequence[Recording], measure: Measure, settings: Settings, now: float | None
) -> Explanation | None:
    """The cause without which the rate would be lowest, if there is one.

    >>> from scorelite.scoring.segments.api import score_segments
    >>> refs = {name: [("a", step * at, step * at + 2.0) for at in range(12)] for name, step in (("x", 3), ("y", 5))}
    >>> swapped = {"x": refs["y"], "y": refs["x"]}
    >>> print(score_segments(refs, swapped, measure="detection").notices[0])
    with the hypotheses of 2 recordings (x, y) exchanged the error rate would be 0.0 % instead of 95.8 %: does each \
hypothesis have the name of its recording?
    """
    if now is None:
        return None
    found = [cause for cause in (of_times(recordings, measure, settings, now),) if cause]
    if now >= _LEAST:
        found += [
            cause
            for cause in _candidates(recordings, measure, settings, now)
            if cause.rate is not None and cause.rate <= _HALF * now
        ]
    return min(found, key=lambda cause: cause.rate or 0.0, default=None)


def _candidates(
    recordings: Sequence[Recording], measure: Measure, settings: Settings, now: float
) -> Iterator[Explanation]:
    """The causes that look possible, with their rates."""
    if measure.name == "detection":
        yield from _inverted(recordings, measure, settings, now)
    if measure.names == "free":
        yield from _twice_named(recordings, measure, settings, now)
    if isinstance(settings, DiarisationSettings) and measure.error_rate == "der" and not settings.collar:
        yield from _unlinked(recordings, measure, settings, now)
    exchanged = _exchanged(recordings, measure, settings)
    if exchanged:
        moved = [each.name for each, old in zip(exchanged, recordings, strict=True) if each is not old]
        condition = f"with the hypotheses of {listed(moved, 'recording')} exchanged"
        advice = "does each hypothesis have the name of its recording?"
        yield _explanation("recordings", condition, advice, (exchanged, measure, settings, now))


def _explanation(
    name: str, condition: str, advice: str, of_rate: tuple[Sequence[Recording], Measure, Settings, float]
) -> Explanation:
    """The cause with the rate of changed recordings."""
    changed, measure, settings, now = of_rate
    rate = measure.rate(measure.total(measure.score(changed, settings)))
    called = "DER" if measure.error_rate == "der" else "the error rate"
    text = f"{condition} {would_be(rate or 0.0, now, exact=True, measure=called)}"
    return Explanation(name, f"{text}: {advice}", rate, now, exact=True, advice=advice)


def _unlinked(
    recordings: Sequence[Recording], measure: Measure, settings: DiarisationSettings, now: float
) -> Iterator[Explanation]:
    """The cause of names of speakers that mean somebody else in each stretch of some length.

    Names that a hypothesis has in addition, and mappings of stretches with few labels, hide the errors of any system.
    """
    total = measure.total(measure.score(recordings, settings))
    labels = sum(len(each.hyp) for each in recordings)
    if total.confused < _CONFUSED * total.total or total.hyp_speakers > total.speakers + len(recordings):
        return
    convention = convention_of(settings.convention)
    found: list[tuple[float, int, list[Recording]]] = []
    for length in _STRETCHES:
        stretches = [stretch for each in recordings for stretch in _stretches_of(each, convention, length)]
        if len(stretches) > _MANY * len(recordings) and labels >= _FEW * len(stretches):
            found.append((measure.total(measure.score(stretches, settings)).confused, length, stretches))
    least = min((confused for confused, _, _ in found), default=0.0)
    for confused, length, stretches in found:
        if confused <= _NEARLY * least and 3 * confused < total.confused:
            condition = f"with the names of speakers mapped anew in each stretch of {length} s"
            advice = "was each stretch diarised alone?"
            yield _explanation("stretches", condition, advice, (stretches, measure, settings, now))
            return


def _stretches_of(recording: Recording, convention: Convention, length: int) -> list[Recording]:
    """The stretches of this length of a recording, each with what is scored in it as regions."""
    ref, hyp = recording.resolved()
    marks = recording.marks if convention.marks else ()
    regions = recording.regions
    if regions is None:
        regions = tuple(extent_of(speech_of(ref), speech_of(hyp), convention, marks))
    latest = max((min(end, max(ref.last, hyp.last)) for _, end in regions), default=0.0)
    found = []
    for start in range(0, int(latest) + 1, length):
        end = start + length
        if within := tuple((max(low, start), min(high, end)) for low, high in regions if low < end and high > start):
            found.append(Recording(recording.name, ref.within(start, end), hyp.within(start, end), within, marks))
    return found


def _exchanged(recordings: Sequence[Recording], measure: Measure, settings: Settings) -> list[Recording]:
    """The recordings, of which those with high rates have the hypotheses that fit them best; empty if none moves."""
    scores = measure.score(recordings, settings)
    wrong = [
        place
        for place, score in enumerate(scores)
        if len(recordings[place].hyp) and (measure.rate(measure.total([score])) or 0.0) >= _LEAST
    ]
    if not 2 <= len(wrong) <= _RECORDINGS:
        return []
    errors = [
        [_errors(measure, measure.score([replace(recordings[row], hyp=recordings[column].hyp)], settings))]
        for row in wrong
        for column in wrong
    ]
    rows, columns = greatest(-np.array(errors, dtype=np.float64).reshape(len(wrong), len(wrong)))
    exchanged = list(recordings)
    for row, column in zip(rows, columns, strict=True):
        if row != column:
            exchanged[wrong[row]] = replace(recordings[wrong[row]], hyp=recordings[wrong[column]].hyp)
    moved = sum(len(each.hyp) for each, old in zip(exchanged, recordings, strict=True) if each is not old)
    return exchanged if moved >= _FEW else []


def _inverted(
    recordings: Sequence[Recording], measure: Measure, settings: Settings, now: float
) -> Iterator[Explanation]:
    """The cause of a hypothesis whose labels are where nobody speaks.

    A detector that misses nearly everything labels speech: its labels are no pauses of the reference.
    """
    labelled = [replace(each, hyp=_as_speech(each.hyp)) for each in recordings]
    total = measure.total(measure.score(labelled, settings))
    if 2 * total.correct < total.false_alarm + total.correct and 2 * total.false_alarm > total.scored - total.total:
        changed = [replace(each, hyp=_pauses(each)) for each in labelled]
        condition = "with the pauses between the labels of the hypothesis as speech"
        advice = "are the labels of the hypothesis the pauses?"
        yield _explanation("inverted", condition, advice, (changed, measure, settings, now))


def _as_speech(turns: Turns) -> Turns:
    """The labels of speech, or all labels where all are of silence, under one name."""
    labels = speech_of(turns) if len(speech_of(turns)) else turns
    return turns_of([("speech", start, end) for _, start, end in labels.rows()])


def _pauses(recording: Recording) -> Turns:
    """The time between the labels of the hypothesis, from the first to the last time of both sides and of regions."""
    ref, hyp = recording.resolved()
    spans = [(start, end) for _, start, end in (*ref.rows(), *hyp.rows())] + [*(recording.regions or ())]
    if not spans:
        return hyp
    merged = joined(hyp).rows()
    starts = [min(start for start, _ in spans), *(end for _, _, end in merged)]
    ends = [*(start for _, start, _ in merged), max(end for _, end in spans)]
    return turns_of([("speech", start, end) for start, end in zip(starts, ends, strict=True) if start < end])


def _twice_named(
    recordings: Sequence[Recording], measure: Measure, settings: Settings, now: float
) -> Iterator[Explanation]:
    """The cause of a side whose every label occurs twice, under two names."""
    for place, name in enumerate(SIDES):
        turns = [(each.ref, each.hyp)[place] for each in recordings]
        once = [mine for mine in map(_without_doubles, turns) if mine is not None]
        if sum(map(len, turns)) < _FEW or len(once) < len(turns):
            continue
        pairs = zip(recordings, once, strict=True)
        changed = [replace(each, hyp=mine) if place else replace(each, ref=mine) for each, mine in pairs]
        first, second = next(_pairs_of_names(each) for each in turns if len(each))[0]
        doubled = f"every label of the {name} occurs twice, under two names such as {first!r} and {second!r}"
        advice = "were two outputs joined?"
        yield _explanation("twice named", f"{doubled}: with one of them", advice, (changed, measure, settings, now))


def _pairs_of_names(turns: Turns) -> list[tuple[str, str]]:
    """The names of labels that have the same times, two and two; empty where a label is single."""
    order = np.lexsort((turns.codes, turns.ends, turns.starts))
    codes, starts, ends = turns.codes[order], turns.starts[order], turns.ends[order]
    if len(turns) % 2 or not all(np.array_equal(column[::2], column[1::2]) for column in (starts, ends)):
        return []
    pairs = zip(codes[::2].tolist(), codes[1::2].tolist(), strict=True)
    return [(turns.names[first], turns.names[second]) for first, second in pairs]


def _without_doubles(turns: Turns) -> Turns | None:
    """The labels of one name of each two that always share their times; None where names are no such pairs."""
    pairs = {*_pairs_of_names(turns)}
    names = [name for pair in pairs for name in pair]
    if len({*names}) < len(names) or (len(turns) and not pairs):
        return None
    kept = {first for first, _ in pairs}
    return turns.where(np.array([turns.names[code] in kept for code in turns.codes.tolist()], dtype=bool))


def _errors(measure: Measure, scores: Sequence[object]) -> float:
    """All errors of scores, in seconds or labels."""
    _, *wrong = measure.counted(measure.overall(measure.total(scores)))
    return sum(value or 0.0 for value in wrong)
