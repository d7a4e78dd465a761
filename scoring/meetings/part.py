"""How much of the sessions of both sides was scored: within regions, and beyond the ends of the other side."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from ...formats.schema.markup import words
from ..common.counts import Counts
from ..notices.notice import SIDES, Notice
from ..notices.speakers import lost_speakers
from ..notices.took_part import Part, TookPart, milliseconds, of_empty
from .prepared import spelled
from .scores import Match
from .settings import Unit
from .sides import Session, Side

# What stands for a speaker where nobody knows one: `convert` writes stm so.
_NOBODY = {"", "unknown"}
# So few times may all be 0.
_FEW = 4
# What is cut off has so many turns, and is so many times as long as what is missed elsewhere.
_TURNS, _LONGER = 3, 2


def took_part_in(
    sessions: Iterable[Session], scored: Sequence[Session], counts: Sequence[Counts], unit: Unit
) -> TookPart:
    """How much of these sessions was scored: segments within regions, of sessions that were not left out."""
    parts = {session.name: (session, its_counts) for session, its_counts in zip(scored, counts, strict=True)}
    total = TookPart()
    for session in sessions:
        if session.name in parts:
            chosen, its_counts = parts[session.name]
            total += TookPart(
                _scored(session.ref, chosen.ref, its_counts.reference, unit),
                _scored(session.hyp, chosen.hyp, its_counts.hypothesis, unit),
            )
        else:
            total += TookPart(*[_left_out(side, unit) for side in (session.ref, session.hyp)])
    beyond = [
        _beyond([(session.ref, session.hyp) for session in scored], unit),
        _beyond([(session.hyp, session.ref) for session in scored], unit),
    ]
    # Words that the other side lacks are errors. Where they are not, both sides have other clocks.
    missed = sum(each.substitutions + each.deletions for each in counts)
    inserted = sum(each.substitutions + each.insertions for each in counts)
    return TookPart(
        replace(total.ref, beyond=beyond[0] if beyond[0] <= missed else 0),
        replace(total.hyp, beyond=beyond[1] if beyond[1] <= inserted else 0),
    )


def _left_out(side: Side, unit: Unit) -> Part:
    """The numbers of a side of a session that is not scored."""
    return Part(all_recordings=int(len(side) > 0), all_milliseconds=_length(side), all_items=_size(side.texts, unit))


def _scored(whole: Side, chosen: Side, items: int, unit: Unit) -> Part:
    """The numbers of a side, of which the words of some segments were scored."""
    outside = _size(whole.texts, unit) - _size(chosen.texts, unit) if len(chosen) < len(whole) else 0
    return Part(
        recordings=int(len(whole) > 0),
        all_recordings=int(len(whole) > 0),
        milliseconds=_length(chosen),
        all_milliseconds=_length(whole),
        items=items,
        all_items=items + outside,
        outside=outside,
    )


def _beyond(pairs: Iterable[tuple[Side, Side]], unit: Unit) -> int:
    """The words before the beginning, or after the end, of all that the other sides have in each session.

    Recognisers miss turns, and diarisers speakers. What is cut off is longer than all that is missed in the middle.
    """
    ends, missed = [], [0]
    for side, other in pairs:
        runs = _runs(side, other)
        least = min(2, len({*side.speakers}))
        for place, rows in enumerate(runs):
            size = _size([text for _, text in rows], unit)
            if 0 < place < len(runs) - 1:
                missed.append(size)
            elif len(rows) >= _TURNS and len({speaker for speaker, _ in rows}) >= least:
                ends.append(size)
    return sum(size for size in ends if size > _LONGER * max(missed))


def _runs(side: Side, other: Side) -> list[list[tuple[str, str]]]:
    """Speakers and texts between segments at whose time the other side has words, in order of time."""
    spans = sorted(span for span, text in zip(_spans(other), other.texts, strict=False) if text)
    begins = [start for start, _ in spans]
    ends = list(accumulate([end for _, end in spans], max))
    rows = sorted(zip(_spans(side), side.speakers, side.texts, strict=False))
    overlaps = []  # whether the other side has words at the time of each row
    for (start, end), _, _ in rows:
        begun = bisect_left(begins, end)
        overlaps.append(begun > 0 and ends[begun - 1] > start)
    speakers = {speaker for (_, speaker, _), is_overlapped in zip(rows, overlaps, strict=True) if is_overlapped}
    runs: list[list[tuple[str, str]]] = [[]]
    for (_, speaker, text), is_overlapped in zip(rows, overlaps, strict=True):
        if is_overlapped:
            runs.append([])
        elif text and speaker in speakers:  # others were missed as a whole
            runs[-1].append((speaker, text))
    return runs if speakers else []


def _size(texts: Iterable[str], unit: Unit) -> int:
    """The number of words, or of characters."""
    return sum(len(words(spelled(text) if unit == "character" else text)) for text in texts)


def _spans(side: Side) -> list[tuple[float, float]]:
    """The start and end of each segment; none without times."""
    return list(zip(side.starts or (), side.ends or (), strict=True))


def _length(side: Side) -> int:
    """The length of all segments, in milliseconds."""
    return milliseconds([end - start for start, end in _spans(side)])


def of_empty_sides(sessions: Sequence[Counts], matches: Sequence[Match]) -> Iterator[Notice]:
    """Notices about words of one side where the other has none; where it has none at all, another notice says so.

    Matches are those of speakers. Speakers are named where no session is.
    """
    references, hypotheses = sum(each.reference for each in sessions), sum(each.hypothesis for each in sessions)
    if not references or not hypotheses:
        return
    inserted = {
        "session": [each.insertions for each in sessions if not each.reference],
        "speaker": [each.counts.insertions for each in matches if each.ref is not None and not each.counts.reference],
    }
    yield from _first_of(inserted, hypotheses, "reference")
    deleted = {
        "session": [each.deletions for each in sessions if not each.hypothesis],
        "speaker": [each.counts.deletions for each in matches if each.hyp is not None and not each.counts.hypothesis],
    }
    yield from _first_of(deleted, references, "hypothesis")


def of_nameless(sessions: Sequence[Session]) -> Iterator[Notice]:
    """Notices about a side without speakers where the other one has several."""
    for name, other in (SIDES, SIDES[::-1]):
        for session in sessions:
            sides = (session.ref, session.hyp) if name == "reference" else (session.hyp, session.ref)
            speakers, others = ({*side.speakers} for side in sides)
            is_nobody = speakers <= _NOBODY or (sides[0].by_channel and len(speakers) == 1)
            if speakers and is_nobody and len(others) > 1:
                text = (
                    f"the {name} has no speakers, the {other} has {len(others)}: all words of the {name} count as one "
                    "speaker's; expected a file with speakers, in a table in a column named speaker; `scorelite "
                    "convert IN OUT.stm --turns FILE` makes one of words with times and a diarisation"
                )
                yield Notice(f"no speakers {name}", text)
                break


def of_lost_speakers(sessions: Sequence[Session]) -> Iterator[Notice]:
    """Notices about a hypothesis of one speaker, or of far too many, where the reference has several."""
    if any(session.hyp.by_channel or {*session.hyp.speakers} <= _NOBODY for session in sessions):
        return  # another notice says so
    refs, hyps = ([len({*side.speakers}) for side in sides] for sides in _sides(sessions))
    if text := lost_speakers(refs, hyps, sum(len(session.hyp.speakers) for session in sessions)):
        yield Notice("lost speakers", text)


def _sides(sessions: Sequence[Session]) -> tuple[list[Side], list[Side]]:
    return [session.ref for session in sessions], [session.hyp for session in sessions]


def of_dead_times(sessions: Sequence[Session]) -> Iterator[Notice]:
    """Notices about a side whose segments all begin and end at 0, where the other one has times."""
    refs, hyps = ([time for side in sides for span in _spans(side) for time in span] for sides in _sides(sessions))
    for name, times, others in (("reference", refs, hyps), ("hypothesis", hyps, refs)):
        if len(times) > _FEW and not any(times) and any(others):
            text = (
                f"every segment of the {name} begins and ends at 0: it has no times, and words meet only near the "
                "beginning; expected the start and end of every segment"
            )
            yield Notice(f"dead times {name}", text)


def _first_of(numbers: dict[str, list[int]], whole: int, side: str) -> Iterator[Notice]:
    """The first notice that is due, by the numbers of words that have no partner."""
    for items, lost in numbers.items():
        words_lost = list(filter(None, lost))
        notices = list(of_empty(len(words_lost), sum(words_lost), whole, items=items, side=side))
        if notices:
            yield from notices
            return
