"""The reference program's reports of a result."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator

from formats.errors import UsageError
from scoring.report.words import renderer
from scoring.report.words.options import ReportError, ReportOptions
from scoring.settings import Settings
from scoring.words.result import Result, Timeline
from scoring.words.scores import (
    CHARACTERS,
    HYP_CONFIDENCE,
    HYP_TIMES,
    REF_CONFIDENCE,
    REF_TIMES,
    SEGMENT_TIMES,
    SENSITIVE,
    WordScores,
)
from scoring.words.speakers import speakers_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scoring.report import File


def render(
    result: Result, name: str, *, speakers: str | None = None, width: int = 1000
) -> Iterator[File]:
    """Yields the report in files: a suffix such as b".sys", and its bytes in pieces."""
    if name == "wws":
        raise UsageError("report 'wws' needs word weights, which only the command sclite takes (-w)")
    try:
        yield from renderer(name)(word_scores(result, speakers), ReportOptions(width=width))
    except ReportError as error:
        raise UsageError(str(error)) from None


def word_scores(result: Result, speakers: str | None) -> WordScores:
    """A result as the reports read it; without a word about speakers they are those of the files, or in the ids."""
    ids = result.utterances.ids()
    settings = result.settings
    timeline = result.utterances.timeline
    if timeline and speakers is None:
        names = [_folded(segment.speaker, settings) for segment in timeline.segments]
    else:
        other = dict(result.speaker_map)
        names = [_encoded(other.get(name, name)) for name in speakers_of(ids, speakers or "spu_id")]
    numbers: dict[bytes, int] = {}
    # setdefault's default is worked out before the name is entered: the next free number.
    of_utterance = array("i", [numbers.setdefault(name, len(numbers)) for name in names])
    scores = WordScores(
        batch=result.utterances.batch,
        charset=settings.charset(),
        ids=[b"(" + (_folded(key, settings) if timeline else _encoded(key)) + b")" for key in ids],
        speakers=list(numbers),
        speaker_of=memoryview(of_utterance),
        sequence=range(len(ids)),
        title=_encoded(result.hyp_name),
        ref_name=_encoded(result.ref_name),
        hyp_name=_encoded(result.hyp_name),
        date=time.ctime().encode(),
        sensitive=settings.case_sensitive,
        optional=settings.optional_words,
        fragments=settings.fragments,
        attributes=CHARACTERS * (settings.unit == "character") | SENSITIVE * settings.case_sensitive,
    )
    if timeline:
        _add_times(scores, timeline, settings)
    return scores


def _add_times(scores: WordScores, timeline: Timeline, settings: Settings) -> None:
    """What the files say of recordings, labels, times and confidences."""
    segments, carried = timeline.segments, timeline.carried
    scores.files = [_folded(segment.session, settings) for segment in segments]
    scores.channels = [_folded(segment.channel, settings) for segment in segments]
    tags = [_folded(f"<{','.join(segment.tags)}>", settings) if segment.tags else b"" for segment in segments]
    scores.labels_of = tags if any(tags) else None
    scores.labels = [(_encoded(a), _encoded(b), _encoded(c)) for a, b, c in timeline.definitions.labels]
    scores.categories = [(_encoded(a), _encoded(b), _encoded(c)) for a, b, c in timeline.definitions.categories]
    scores.attributes = (
        int(scores.any_attribute())
        | REF_TIMES * carried.ref_times
        | REF_CONFIDENCE * carried.ref_confidence
        | HYP_TIMES * carried.hyp_times
        | HYP_CONFIDENCE * carried.hyp_confidence
        | SEGMENT_TIMES * timeline.windows
    )
    if timeline.windows:
        # The reference program keeps these times in single precision, which shows in long recordings.
        times = (array("f", (segment.start or 0.0, segment.end or 0.0)) for segment in segments)
        scores.ref_times = [(start, end) for start, end in times]


def _folded(text: str, settings: Settings) -> bytes:
    """A name of a file with times as the reference prints it: in lower case unless case matters."""
    return _encoded(text) if settings.case_sensitive else settings.charset().fold(_encoded(text))


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
