"""The reference program's reports of a result."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterable, Iterator

from formats.errors import UsageError
from scoring.evaluate.words import CHARACTERS, SENSITIVE, WordScores
from scoring.report import NAMES, renderer
from scoring.report.options import ReportError, ReportOptions
from scoring.result import Result
from scoring.speakers import speakers_of


def render(
    result: Result, name: str, *, speakers: str = "spu_id", width: int = 1000
) -> Iterator[tuple[bytes, Iterable[bytes]]]:
    """Yields the report in files: a suffix such as b".sys", and its bytes in pieces."""
    if name not in NAMES:
        raise UsageError(f"report {name!r} is unknown; expected one of: {', '.join(NAMES)}")
    if name == "wws":
        raise UsageError("report 'wws' needs word weights, which only the command sclite takes (-w)")
    try:
        yield from renderer(name)(word_scores(result, speakers), ReportOptions(width=width))
    except ReportError as error:
        raise UsageError(str(error)) from None


def word_scores(result: Result, speakers: str) -> WordScores:
    """A result as the reports read it."""
    ids = result.utterances.ids()
    numbers: dict[str, int] = {}
    # setdefault's default is worked out before the name is entered: the next free number.
    of_utterance = array("i", [numbers.setdefault(name, len(numbers)) for name in speakers_of(ids, speakers)])
    settings = result.settings
    return WordScores(
        batch=result.utterances.batch,
        charset=settings.charset(),
        ids=[b"(" + _encoded(key) + b")" for key in ids],
        speakers=[_encoded(name) for name in numbers],
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


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
