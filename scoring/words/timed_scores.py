"""Scores of files with times: words are paired by recording, channel and time, in segments of the reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from formats.engine.labels import Definitions, definitions
from formats.engine.tables import RowTable, SegmentTable, tags_of, timed
from formats.errors import MismatchError, UsageError
from formats.schema import Corpus, TimedTable, Written
from formats.schema.markup import words
from formats.values import dataclass
from scoring.results import Missing
from scoring.settings import Settings
from scoring.words.alignment import Carried, Text
from scoring.words.inputs.corpora import has_windows, has_word_times
from scoring.words.pairing.by_id import pair
from scoring.words.pairing.by_time import Windows, by_pauses, by_windows
from scoring.words.pairing.rules import Outside, Overlap
from scoring.words.result import Result
from scoring.words.scored import Pairs, scored
from scoring.words.timed_words import is_confident, selected
from scoring.words.utterance_table import Timeline, folded


def score_timed(
    ref: Corpus,
    hyp: Corpus,
    settings: Settings,
    *,
    missing: Missing = "error",
    outside: Outside = "attach",
    overlap: Overlap = "error",
    threads: int = 1,
) -> Result:
    """Scores a corpus with times against another.

    Segments of the reference are paired with the hypothesis words in them (stm and ctm), words with words between
    common pauses (ctm and ctm), segments with segments of equal times (stm and stm).
    """
    if has_word_times(hyp):
        if has_windows(ref):
            return _score_windows(ref, hyp, settings, missing, outside, overlap, threads)
        if has_word_times(ref):
            return _score_pauses(ref, hyp, settings, missing, threads)
    elif has_windows(ref) and has_windows(hyp):
        return score_segments(ref, hyp, segment_ids(ref, hyp, settings), settings, missing, threads)
    swapped = "; are the sides swapped?" if has_word_times(ref) and has_windows(hyp) else ""
    raise UsageError(
        f"a {ref.format} reference cannot be paired with a {hyp.format} hypothesis; expected segments with times (stm) "
        "and words with times (ctm), equal segments on both sides, words with times on both sides, or equal ids"
        f"{swapped}"
    )


# --- segments and words ----------------------------------------------------------------------------


def _score_windows(
    ref: Corpus,
    hyp: Corpus,
    settings: Settings,
    missing: Missing,
    outside: Outside,
    overlap: Overlap,
    threads: int,
) -> Result:
    table = _rows(hyp, settings)
    sensitive = settings.case_sensitive
    pairing = by_windows(
        _windows(ref), table, case_sensitive=sensitive, missing=missing, outside=outside, overlap=overlap
    )
    refs = _texts(ref, pairing.segments, settings)
    confident = is_confident(table)
    timeline, ids = _timeline(ref, hyp, pairing.segments, Carried(hyp_times=True, hyp_confidence=confident))
    return scored(
        _numbered(refs, selected(table, pairing.hyp, confident=confident), timeline, ids, settings),
        settings,
        threads,
        **_names(ref, hyp, pairing.missing, pairing.extra, missing),
        outside=pairing.outside,
        outside_rule=outside,
        overlap_rule=overlap,
        ignored_segments=pairing.ignored_segments,
        ignored_words=pairing.ignored_words,
    )


def _windows(corpus: Corpus) -> Windows:
    segments = corpus.segments
    if isinstance(segments, SegmentTable):
        names = list(zip(segments.sessions, segments.channels, strict=True))
        return Windows(names, segments.start, segments.end, segments.ignored, segments.lines, corpus.path)
    if isinstance(segments, TimedTable):
        return Windows(
            [(session, channel) for (session, _), channel in zip(segments.names, segments.channels, strict=True)],
            [start or 0.0 for start, _ in segments.times],
            [end or 0.0 for _, end in segments.times],
            [False] * len(segments),
            range(1, len(segments) + 1),
            corpus.path,
        )
    return Windows(
        [(segment.session, segment.channel) for segment in segments],
        [segment.start or 0.0 for segment in segments],
        [segment.end or 0.0 for segment in segments],
        [segment.ignored for segment in segments],
        [segment.where.line if segment.where else 0 for segment in segments],
        corpus.path,
    )


# --- words and words -------------------------------------------------------------------------------


def _score_pauses(ref: Corpus, hyp: Corpus, settings: Settings, missing: Missing, threads: int) -> Result:
    refs, hyps = _rows(ref, settings), _rows(hyp, settings)
    pairing = by_pauses(refs, hyps, case_sensitive=settings.case_sensitive, missing=missing)
    confident = is_confident(refs), is_confident(hyps)
    sessions, channels, start, end = zip(*pairing.pieces, strict=True) if pairing.pieces else ((), (), (), ())
    timeline = Timeline(
        sessions,
        channels,
        tuple([f"{session}-{channel}" for session, channel, _, _ in pairing.pieces]),
        start,
        end,
        ((),) * len(sessions),
        windows=False,
        carried=Carried(True, confident[0], True, confident[1]),
        definitions=Definitions(),
    )
    left = selected(refs, pairing.ref, confident=confident[0])
    right = selected(hyps, pairing.hyp, confident=confident[1])
    pairs = _numbered(left, right, timeline, None, settings)
    return scored(
        pairs, settings, threads, sort_times=True, **_names(ref, hyp, pairing.missing, pairing.extra, missing)
    )


# --- segments and segments -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SegmentIds:
    """Ids of the segments of a side, made of recording, channel and times; segments that are left out have none."""

    ids: Sequence[str]
    places: Sequence[int]
    """The places of these segments in the corpus."""
    left_out: Sequence[int]
    """The places of segments that the reference ignores."""


def segment_ids(ref: Corpus, hyp: Corpus, settings: Settings) -> tuple[SegmentIds, SegmentIds]:
    """The ids of segments of both sides, without those that the reference ignores."""
    windows = _windows(ref), _windows(hyp)
    keys = [_keys(side, settings) for side in windows]
    ignored = {key for key, found in zip(keys[0], windows[0].ignored, strict=True) if found}
    if not ignored:
        return SegmentIds(keys[0], range(len(keys[0])), ()), SegmentIds(keys[1], range(len(keys[1])), ())
    ref_ids, hyp_ids = (_without(side, ignored) for side in keys)
    return ref_ids, hyp_ids


def _without(keys: Sequence[str], ignored: set[str]) -> SegmentIds:
    kept = [place for place, key in enumerate(keys) if key not in ignored]
    left_out = [place for place, key in enumerate(keys) if key in ignored]
    return SegmentIds([keys[place] for place in kept], kept, left_out)


def score_segments(
    ref: Corpus,
    hyp: Corpus,
    ids: tuple[SegmentIds, SegmentIds],
    settings: Settings,
    missing: Missing,
    threads: int,
) -> Result:
    """Scores segments of equal recording, channel and times, which are their ids."""
    try:
        pairing = pair(ids[0].ids, ids[1].ids, missing=missing)
    except MismatchError as error:
        raise unequal_segments(str(error)) from None
    places = [ids[0].places[place] for place in pairing.ref]
    refs = _texts(ref, places, settings)
    hyps = _texts(hyp, [None if place is None else ids[1].places[place] for place in pairing.hyp], settings)
    return scored(
        _numbered(refs, hyps, *_timeline(ref, hyp, places, Carried()), settings),
        settings,
        threads,
        **_names(ref, hyp, pairing.missing, pairing.extra, missing),
        ignored_segments=len(ids[0].left_out),
        ignored_words=sum(len(hyp.segments[place].items) for place in ids[1].left_out),
    )


def unequal_segments(problem: str) -> MismatchError:
    """The error where segments cannot be paired."""
    return MismatchError(
        f"{problem}\nSegments must be equal on both sides; a ctm hypothesis need not be cut like the reference"
    )


def _keys(windows: Windows, settings: Settings) -> list[str]:
    names = [" ".join(name) for name in windows.names]
    if not settings.case_sensitive:
        names = list(map(folded, names))
    return [f"{name} {start}-{end}" for name, start, end in zip(names, windows.start, windows.end, strict=True)]


# --- shared by all three -----------------------------------------------------------------------------


def _timeline(
    ref: Corpus, hyp: Corpus, places: Sequence[int], carried: Carried
) -> tuple[Timeline, tuple[str, ...] | None]:
    """Places of some segments of the reference, and their ids if any has one."""
    segments, ids = ref.segments, None
    columns: dict[str, Any]
    if isinstance(segments, SegmentTable):
        start, end = segments.times()
        names = {name: getattr(segments, name) for name in ("sessions", "channels", "speakers")}
        columns = {name: tuple([column[place] for place in places]) for name, column in names.items()}
        columns["start"], columns["end"] = (
            tuple([Written(column[place]) for place in places]) for column in (start, end)
        )
        columns["tags"] = tuple([tags_of(segments.tags[place]) for place in places])
    elif isinstance(segments, TimedTable):
        columns = {
            "sessions": tuple([segments.names[place][0] for place in places]),
            "channels": tuple([segments.channels[place] for place in places]),
            "speakers": tuple([segments.names[place][1] for place in places]),
            "start": tuple([segments.times[place][0] or 0.0 for place in places]),
            "end": tuple([segments.times[place][1] or 0.0 for place in places]),
            "tags": ((),) * len(places),
        }
        named = segments.ids()
        ids = tuple([named[place] for place in places]) if any(named) else None
    else:
        chosen = [segments[place] for place in places]
        columns = {
            f"{name}s": tuple([getattr(one, name) for one in chosen]) for name in ("session", "channel", "speaker")
        }
        columns["start"] = tuple([one.start or 0.0 for one in chosen])
        columns["end"] = tuple([one.end or 0.0 for one in chosen])
        columns["tags"] = tuple([one.tags for one in chosen])
        ids = tuple([one.id for one in chosen]) if any(one.id for one in chosen) else None
    defined = definitions([*ref.comments, *hyp.comments])
    return Timeline(**columns, windows=True, carried=carried, definitions=defined), ids


def _numbered(
    refs: Sequence[Text],
    hyps: Sequence[Text],
    timeline: Timeline,
    ids: tuple[str, ...] | None,
    settings: Settings,
) -> Pairs:
    """The pairs with the ids of their segments; a segment without one gets an id made up as in sclite."""
    made = timeline.numbered(case_sensitive=settings.case_sensitive)
    if ids is None:
        return Pairs(refs, hyps, made, timeline, numbered=True)
    return Pairs(refs, hyps, tuple([given or number for given, number in zip(ids, made, strict=True)]), timeline)


def _rows(corpus: Corpus, settings: Settings) -> RowTable:
    """Words of a corpus: rows with marks, or literal words, as the settings demand."""
    return timed(corpus, "sclite" if settings.markup else "plain")


def _texts(corpus: Corpus, places: Sequence[int | None], settings: Settings) -> list[Text]:
    """Texts of some segments; where marks are read, bare text is split into words, so that its braces stay words."""
    found: list[Text] = []
    texts, grammars = corpus.texts(), corpus.grammars()
    bare = settings.markup and "plain" in grammars
    for place in places:
        text = "" if place is None else texts[place]
        if bare and place is not None and (len(grammars) == 1 or corpus.segments[place].grammar == "plain"):
            found.append(words(text))
        else:
            found.append(text)
    return found


def _names(
    ref: Corpus, hyp: Corpus, missing: tuple[str, ...], extra: tuple[str, ...], missing_rule: Missing
) -> dict[str, Any]:
    """Fields of the result about the files, and about what only one of them has."""
    return {
        "missing": missing,
        "extra": extra,
        "missing_rule": missing_rule,
        "ref_name": ref.path,
        "hyp_name": hyp.path,
        "ref_format": ref.format,
        "hyp_format": hyp.format,
    }
