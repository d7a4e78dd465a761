"""Scoring of labels in memory."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from typing import Any, TypeAlias

from ...formats.ecf import Ecf, Excerpt
from ...formats.errors import MismatchError, UsageError, Where
from ...formats.kwlist import Keyword, KwList
from ...formats.schema import Corpus, Label
from ..common.results import check_order, listed
from . import labels as labelled
from .alignment import align
from .excerpts import Stretch
from .files import limit_of
from .job import normalised_inputs, result_of
from .labels import Labelled
from .material import Inputs, material, splitter
from .result import KwsResult
from .settings import KwsSettings, settings_of

_CHANNEL = "1"
Searched: TypeAlias = "Sequence[tuple[float, float]]"
Side: TypeAlias = "Iterable[Labelled] | Mapping[str, Iterable[Labelled]]"


def evaluate(
    ref: Side,
    hyp: Side,
    keywords: Iterable[str] | Mapping[str, str],
    duration: float | Mapping[str, float | Searched],
    *,
    threshold: float | None = None,
    settings: KwsSettings | None = None,
    case_sensitive: bool = False,
    **changes: Any,
) -> KwsResult:
    """Scores detections of keywords against the words of a reference.

    `ref` are words, `hyp` detections: labels, or (value, start, end[, score[, decision]]). For several recordings, both
    are mappings from name to list, and so is `duration`: seconds, or the searched parts as (start, end). A
    detection names its keyword by text or by id; without a score it has 1, and without a decision it is accepted if its
    score reaches `threshold`, by default 0.5. Other keywords are fields of `KwsSettings`.

    >>> evaluate([("good", 0.0, 0.3), ("day", 0.4, 0.8)], [("good day", 0.1, 0.8)], ["good day"], 60).atwv
    1.0
    """
    chosen = settings_of(settings, changes)
    if chosen.segments:
        raise UsageError("segments need recordings with excerpts and speakers; use score_files")
    terms = _terms(keywords)
    refs, hyps = _recordings("ref", ref), _recordings("hyp", hyp)
    seconds = _seconds(duration, refs)
    unknown = sorted(set(hyps) - set(seconds))
    if unknown:
        raise MismatchError(
            f"hyp has {listed(unknown, 'recording')} without reference or duration; expected those of ref"
        )
    excerpts = tuple(excerpt for name, length in seconds.items() for excerpt in _excerpts(name, length))
    kwlist = KwList(tuple(terms), "", "UTF-8", "" if case_sensitive else "lowercase")
    named = labelled.Terms(terms, case_sensitive=case_sensitive)
    decided = labelled.are_decided(label for labels in hyps.values() for label in labels)
    if decided and threshold is not None:
        option = f"threshold={threshold:g} (--threshold {threshold:g})"
        raise UsageError(f"{option} has no effect on detections that all have decisions")
    limit = limit_of(threshold)
    detected = labelled.detections(_placed(hyps), named, threshold=limit)
    words = labelled.transcript(_placed(refs), split=splitter(chosen))
    inputs = Inputs(Ecf(excerpts), words, kwlist, detected, None if decided else limit)
    searched = tuple(stretch for name in sorted(seconds) for stretch in _stretches(name, seconds[name]))
    inputs = normalised_inputs(inputs, chosen)
    return result_of(align(material(inputs, chosen), chosen), chosen, searched)


def recordings(corpus: Corpus) -> dict[str, list[Label]]:
    """Labels of a corpus by recording and channel, as `evaluate` takes them.

    A segment without labels becomes one label with its text as value. Only the first alternative counts.

    >>> import scorelite
    >>> recordings(scorelite.read(b"f 1 0.5 0.25 hello 0.9\\n", format="ctm"))["f/1"][0].value
    'hello'
    """
    by_recording: dict[str, list[Label]] = {}
    for (session, channel, _), labels in labelled.by_place(corpus).items():
        by_recording.setdefault("/".join(filter(None, (session, channel))), []).extend(labels)
    for labels in by_recording.values():
        labels.sort(key=lambda label: (label.start or 0.0, label.end or 0.0))
    return by_recording


def _terms(keywords: Iterable[str] | Mapping[str, str]) -> list[Keyword]:
    if isinstance(keywords, str):
        raise UsageError("keywords is a single text; expected a list of keywords, or a mapping from id to text")
    check_order("keywords", keywords, "a list of keywords")
    pairs = keywords.items() if isinstance(keywords, Mapping) else [(text, text) for text in keywords]
    terms = []
    for key, text in pairs:
        if not isinstance(key, str) or not isinstance(text, str):
            raise UsageError(f"keywords holds {key if text == key else text!r}; expected texts")
        terms.append(Keyword(key, text))
    if len({term.id for term in terms}) < len(terms):
        raise UsageError("keywords repeats a keyword; expected each keyword once")
    return terms


def _recordings(name: str, side: Side) -> dict[str, list[Labelled]]:
    for labels in side.values() if isinstance(side, Mapping) else (side,):
        check_order(name, labels, "a list of labels")
    if isinstance(side, Mapping):
        return {key: list(labels) for key, labels in side.items()}
    if isinstance(side, (str, bytes)):
        raise UsageError(f"{name} is a single text; expected a list of labels")
    return {"": list(side)}


def _placed(recordings: Mapping[str, list[Labelled]]) -> dict[labelled.Place, list[Labelled]]:
    return {(name, _CHANNEL, ""): labels for name, labels in recordings.items()}


def _seconds(
    duration: float | Mapping[str, float | Searched], refs: Mapping[str, object]
) -> dict[str, float | Searched]:
    if not isinstance(duration, Mapping):
        if list(refs) != [""]:
            raise UsageError("ref holds several recordings; expected duration as a mapping from name to seconds")
        return {"": _known("", duration)}
    missing = sorted(set(refs) - set(duration))
    if missing:
        raise MismatchError(
            f"duration has no seconds for {listed(missing, 'recording')}; expected the seconds of each recording of ref"
        )
    return {
        name: _checked(name, length)
        if isinstance(length, Sequence) and not isinstance(length, str)
        else _known(name, length)
        for name, length in duration.items()
    }


def _excerpts(name: str, length: float | Searched) -> list[Excerpt]:
    """The excerpts of a recording that were searched; of a length alone, any time lies within it."""
    where = Where("<duration>", 1)
    if isinstance(length, float):
        return [Excerpt(name, _CHANNEL, 0.0, math.inf, "", "0", length, where)]
    return [labelled.searched(name, _CHANNEL, start, end, where) for start, end in length]


def _stretches(name: str, length: float | Searched) -> list[Stretch]:
    spans = [(0.0, length)] if isinstance(length, float) else length
    return [Stretch(name, _CHANNEL, "", start, end) for start, end in spans]


def _checked(name: str, spans: Sequence[Any]) -> Searched:
    """Stretches that begin before they end."""
    for start, end in spans:
        if not (isinstance(start, Real) and isinstance(end, Real) and -math.inf < float(start) < float(end) < math.inf):
            of_name = f" of {name!r}" if name else ""
            raise UsageError(
                f"a stretch{of_name} goes from {start!r} to {end!r}; expected seconds, a start before the end"
            )
    return [(float(start), float(end)) for start, end in spans]


def _known(name: str, seconds: float) -> float:
    """A duration in seconds, which is a finite number."""
    try:
        checked = float(seconds)
    except (TypeError, ValueError):
        checked = math.nan
    if not 0 <= checked < math.inf:
        of_name = f" of {name!r}" if name else ""
        raise UsageError(f"duration{of_name} is {seconds!r}; expected a number of seconds, more than 0")
    return checked
