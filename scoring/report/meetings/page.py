"""The page of meetings: the segments of each speaker on both sides on a timeline, and those with errors as a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import Any

from ...common.counts import percent
from ...common.palette import KINDS
from ...meetings.prepared import PlacedWord
from ...meetings.result import MeetingPart, MeetingResult
from ...meetings.scores import Match
from ...meetings.sides import Side
from ..engine.analyses import fold_of
from ..engine.blocks import Time
from ..engine.head import card
from ..engine.page import Cell, Markup, below, opened, table, visible
from ..engine.spans import Nouns, Span, spans_page

_NOTHING = PlacedWord(-1, "")
_NOUNS = Nouns("session", "Sessions", "speaker", "Speakers", counted=True)
_ERRORS = tuple(f"{kind.noun}s" for kind in KINDS.values())
_HEADS = ("words", "errors", *_ERRORS, "speakers", "speakers missed", "false speakers")


def render(results: Sequence[MeetingResult], tables: Iterable[Any] = ()) -> Iterator[bytes]:
    """The page of one result, chunk by chunk; `tables` are its analyses."""
    (result,) = results
    about = f"{result.title} of {visible(result.hyp_name or 'hypothesis')}"
    title = f"{about}: {percent(result.error_rate)}"
    files = [f"Reference {visible(result.ref_name)}" * bool(result.ref_name)]
    files.append(f"Scored regions {visible(result.uem_name)}" * bool(result.uem_name))
    head = [card(about, result.key_figure(), *files), *_head(result, chain.from_iterable(map(fold_of, tables)))]
    return spans_page(title, head, _spans(result), _NOUNS)


def _head(result: MeetingResult, tables: Iterable[Markup]) -> Iterator[Markup]:
    scores = [(visible(part.name), part.score) for part in result.parts]
    rows = []
    for name, score in [*scores, ("all", result.total)]:
        counts, speakers = score.counts, score.speakers
        numbers = (counts.reference, counts.errors, counts.substitutions, counts.deletions, counts.insertions)
        cells = (*numbers, speakers.scored, speakers.missed, speakers.false)
        rows.append([Cell(name, text=True), Cell(percent(counts.wer)), *(Cell(f"{number:,}") for number in cells)])
    heads = [Cell("session", text=True), Cell(result.title), *map(Cell, _HEADS)]
    yield from opened("By session", table(heads, rows[:-1], rows[-1], name="sums", sortable=False))
    yield from tables
    yield from below(result.notices, result.signature)


def _spans(result: MeetingResult) -> Iterator[Span]:
    for part in result.parts:
        for match in part.assigned.matches:
            yield from _of_match(part, match, result)


def _of_match(part: MeetingPart, match: Match, result: MeetingResult) -> Iterator[Span]:
    """The segments of two streams that were aligned, in one lane, and their errors."""
    lane = " / ".join(dict.fromkeys(name for name in (match.ref, match.hyp) if name is not None))
    ref, hyp = part.session.ref, part.session.hyp
    for place in match.refs:
        yield Span(part.name, lane, "reference", "C", _time(ref, [place]), ref=ref.texts[place])
    for place in match.hyps:
        yield Span(part.name, lane, "hypothesis", "C", _time(hyp, [place]), hyp=hyp.texts[place])
    yield from _errors(part, lane, match, result)


def _errors(part: MeetingPart, lane: str, match: Match, result: MeetingResult) -> Iterator[Span]:
    """Errors of one kind in a row, within one segment, from the start of the first word to the end of the last one.

    Words of alternations without times lie somewhere in the whole stream.
    """
    refs, hyps = map(iter, part.placed_words(match, result.record, result.settings))
    steps = []
    for step in match.steps.decode():
        ref, hyp = _NOTHING if step == "I" else next(refs), _NOTHING if step == "D" else next(hyps)
        said = hyp if step == "I" else ref
        steps.append((step, said.place, ref.word, hyp.word, said.time))
    for (kind, place), run in groupby(steps, key=lambda step: step[:2]):
        if kind == "C":
            continue
        words_of_run = list(run)
        side, places = (part.session.hyp, match.hyps) if kind == "I" else (part.session.ref, match.refs)
        ref_text, hyp_text = (
            " ".join(filter(None, words)) for words in zip(*(each[2:4] for each in words_of_run), strict=True)
        )
        time = _whole([each[4] for each in words_of_run])
        if time[0] is None:
            time = _time(side, places if place < 0 else [place])
        yield Span(part.name, lane, "error", kind, time, ref_text, hyp_text, len(words_of_run))


def _whole(times: Sequence[Time]) -> Time:
    """When the first of some words begins and the last one ends, where that is known."""
    timed = [(begin, end) for begin, end in times if begin is not None and end is not None]
    return (min(begin for begin, _ in timed), max(end for _, end in timed)) if timed else (None, None)


def _time(side: Side, places: Sequence[int]) -> Time:
    """When the first of some segments begins and the last one ends."""
    if side.starts is None or side.ends is None or not places:
        return None, None
    return min(map(side.starts.__getitem__, places)), max(map(side.ends.__getitem__, places))
