"""Analyses of meetings: each segment of the reference and the words that were aligned to it are an utterance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...formats.engine.labels import Definitions
from ...formats.errors import UsageError, short, unknown
from ...formats.schema.coded import coded
from ...formats.values import replace
from ..common.analyses import ANALYSES
from ..common.settings import Settings
from ..words.alignment import Carried
from ..words.pairs import Pairs
from ..words.scored import scored
from ..words.table_columns import TableColumns
from ..words.utterance_table import Timeline
from .breakdown import Breakdowns
from .catalogue import analyse
from .slices import wished

if TYPE_CHECKING:
    from ..meetings.result import MeetingPart, MeetingResult
    from ..meetings.scores import Match
    from ..meetings.sides import Side
    from ..words.result import Result

_AS_WRITTEN = ("punctuation", "writing", "diacritics")
"""Analyses that compare texts before normalisation, which is done before segments are joined to streams."""


@dataclass(slots=True)
class _Utterance:
    """A segment of the reference, or a false one of the hypothesis, with what was aligned to it."""

    session: str
    speaker: str
    place: int
    """The place of the segment in its side."""
    start: float
    end: float
    refs: list[str] = field(default_factory=list)
    hyps: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)


def of_meetings(result: MeetingResult, wanted: Mapping[str, Any], columns: Any = None) -> Breakdowns:
    """Analyses of meetings by name, with their arguments; `columns` is a table with more columns for slices."""
    if not isinstance(wanted, Mapping):
        raise UsageError(f"analyses are {short(repr(wanted))}; expected arguments by name, {{'failures': None}}")
    names = [each.name for each in ANALYSES if each.in_meetings]
    for name in wanted:
        if name not in names:
            raise unknown("analysis of meetings", str(name), names)
        if name in _AS_WRITTEN and result.settings.chain is not None:
            raise UsageError(
                f"{name} compares texts as they were written, and these are normalised; expected no normalise= "
                "(--normalise)"
            )
    words = words_of_meetings(result)
    if columns is not None:
        words = words.with_columns(columns)
    if "slices" in wanted and len(result.parts) > 1 and wished(wanted["slices"])[1] is None:
        # Speakers of several sessions may share a name, and share the recording's noise with each other.
        wanted = {**wanted, "slices": f"{wanted['slices']}/session"}
    made = analyse(words, wanted)
    return Breakdowns(tuple((name, _signed(each, words, result)) for name, each in made.named))


def _signed(breakdown: Any, words: Result, result: MeetingResult) -> Any:
    """An analysis of the words with the signature of the meetings."""
    return replace(breakdown, signature=result.signature + breakdown.signature.removeprefix(words.signature))


def words_of_meetings(result: MeetingResult) -> Result:
    """The words of meetings as they were aligned, segment by segment, as a result of words."""
    settings = result.settings
    if settings.marks:
        raise UsageError(
            "analyses of meetings read no marks of texts; expected neither markup, optional_words nor fragments"
        )
    if result.measure == "wder":
        raise UsageError("measure wder has no alignment of streams; expected another measure, such as cp")
    utterances = [
        utterance for part in result.parts for match in part.assigned.matches for utterance in _cut(part, match, result)
    ]
    chosen = Settings(policy=settings.policy, case_sensitive=settings.case_sensitive, unit=settings.unit)
    sessions, speakers = [each.session for each in utterances], [each.speaker for each in utterances]
    timeline, table = None, {"session": sessions, "speaker": speakers}
    if all(side.starts is not None for part in result.parts for side in (part.session.ref, part.session.hyp)):
        times = [each.start for each in utterances], [each.end for each in utterances]
        nothing = [""] * len(utterances)
        timeline = Timeline(sessions, nothing, speakers, *times, [()] * len(utterances), True, Carried(), Definitions())
        table = {}
    pairs = Pairs(
        [tuple(each.refs) for each in utterances],
        [tuple(each.hyps) for each in utterances],
        _ids(utterances),
        timeline,
        of_files=False,
        steps=["".join(each.steps) for each in utterances],
        columns=TableColumns(lambda: {name: coded(cells) for name, cells in table.items()}),
    )
    return scored(pairs, chosen, 1)


def _cut(part: MeetingPart, match: Match, result: MeetingResult) -> list[_Utterance]:
    """The alignment of two streams, cut where a segment of the reference begins.

    Inserted words stay with the segment before them, or with the first one. A stream of the hypothesis that no speaker
    of the reference has is cut by its own segments.
    """
    refs, hyps = part.placed_words(match, result.record, result.settings)
    side, words = (part.session.ref, refs) if refs else (part.session.hyp, hyps)
    made: list[_Utterance] = []
    place = words[0].place if words else 0
    ref = hyp = 0
    for step in match.steps.decode("ascii"):
        if not refs:
            place = hyps[hyp].place
        elif step != "I":
            place = refs[ref].place
        if not made or made[-1].place != place:
            speaker = side.speakers[place]
            made.append(_Utterance(part.name, speaker if refs else f"hyp {speaker}", place, *_times(side, place)))
        made[-1].steps.append(step)
        if step != "I":
            made[-1].refs.append(refs[ref].word)
            ref += 1
        if step != "D":
            made[-1].hyps.append(hyps[hyp].word)
            hyp += 1
    return made


def _times(side: Side, place: int) -> tuple[float, float]:
    """When a segment begins and ends; 0 without times."""
    return (0.0, 0.0) if side.starts is None or side.ends is None else (side.starts[place], side.ends[place])


def _ids(utterances: list[_Utterance]) -> list[str]:
    """Session, speaker, and the number of the utterance among those of the speaker, as in `talk anna-0001`."""
    counts: dict[str, int] = {}
    ids = []
    for each in utterances:
        name = " ".join(filter(None, (each.session, each.speaker)))
        counts[name] = counts.get(name, -1) + 1
        ids.append(f"{name}-{counts[name]:04}")
    return ids
