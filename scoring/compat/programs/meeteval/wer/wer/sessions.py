"""Sessions scored: structures become sides, and results the fields of error rates."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from typing import Any, TypeAlias

from ......meetings.result import MeetingPart, scored
from ......meetings.settings import MeetingSettings
from ......meetings.sides import Session, Side
from ...io.seglst import asseglst, nested, text_of
from .error_rate import SelfOverlap
from .word_timing import misplaced_words

Segment: TypeAlias = "dict[str, Any]"
_SORTS = {True: "checked", False: "kept", "segment": "segment", "word": "word", "segment_if_available": "segment"}
# Measures that assign segments without words, too, and to which streams without words are streams.
_WITH_EMPTY = ("orc", "greedy-orc", "greedy-tcorc", "di-cp", "di-tcp")
# MeetEval's greedy measures need the speakers of the reference, although they do not use them.
_WITHOUT_REF_SPEAKERS = ("orc", "tcorc")
_WORD_BY_WORD = ("tcp", "tcorc", "tcmimo")
_logger = logging.getLogger("meeteval")


_NO_COLLAR = (
    "Collar is set to 0, which means that no collar is applied.\nThis is probably not what you want.\n"
    "You may want to set the collar to 5 seconds."
)


def _sides(
    ref: list[Segment], hyp: list[Segment], *, needs_ref_speakers: bool
) -> tuple[Session, tuple[list[Any], list[Any]]]:
    """The session with speakers as texts, and the names behind these."""
    names: tuple[list[Any], list[Any]] = ([], [])
    sides = []
    for rows, names_of_side, needs_speakers in zip((ref, hyp), names, (needs_ref_speakers, True), strict=True):
        numbers: dict[Any, str] = {}
        for row in rows:
            if needs_speakers and "speaker" not in row:
                raise KeyError("speaker")
            numbers.setdefault(row.get("speaker"), str(len(numbers)))
        names_of_side += numbers
        speakers = tuple(numbers[row.get("speaker")] for row in rows)
        texts = tuple(row["words"] for row in rows)
        if all("start_time" in row and "end_time" in row for row in rows):
            times = [tuple(float(row[name]) for row in rows) for name in ("start_time", "end_time")]
            sides.append(Side(speakers, texts, *times))
        else:
            sides.append(Side(speakers, texts))
    return Session("", *sides), names


def _check(measure: str, ref: list[Segment], hyp: list[Segment], sorts: tuple[Any, Any]) -> None:
    sessions = {row["session_id"] for row in (*ref, *hyp) if "session_id" in row}
    if len(sessions) > 1:
        raise ValueError(f"Expected a single session ID, but got {len(sessions)}: {sessions}")
    for rows, sort, name in ((ref, sorts[0], "reference"), (hyp, sorts[1], "hypothesis")):
        if sort not in _SORTS:
            raise ValueError(f'Invalid value for sort: {sort}. Choose one of True, False, "segment", "word"')
        if sort == "word" and measure not in _WORD_BY_WORD:
            raise ValueError(f"sort=word is only supported where words are sorted on their own ({name})")
        timed = all("start_time" in row and "end_time" in row for row in rows)
        if not timed and sort not in (False, "segment_if_available"):
            raise ValueError(f"sort={sort} is only supported if the data contains timestamps ({name}).")
        if timed and not all(isfinite(row[end]) for row in rows for end in ("start_time", "end_time")):
            raise ValueError(f"A time is no finite number of seconds ({name})")
        if timed and any(row["end_time"] < row["start_time"] for row in rows):
            raise ValueError(f"The end time of an interval must be larger than the start time ({name})")


def _warn(ref: list[Segment], hyp: list[Segment], sorts: tuple[Any, Any], settings: Mapping[str, Any]) -> None:
    """MeetEval's warnings about one session: about its order, and about a collar that is too small."""
    for rows, sort, name in ((ref, sorts[0], "reference"), (hyp, sorts[1], "hypothesis")):
        if sort == "segment_if_available" and not all("start_time" in row and "end_time" in row for row in rows):
            _logger.warning("Assuming sort=False because timestamps are missing in %s.", name)
    if "collar" not in settings:
        return
    if settings["collar"] == 0:
        _logger.warning("%s", _NO_COLLAR)
    elif (
        hyp and (mean := float(sum(row["end_time"] - row["start_time"] for row in hyp)) / len(hyp)) > settings["collar"]
    ):
        message = "The mean word length is %.2f seconds, which is more than the collar length of %g seconds."
        _logger.warning(message, mean, settings["collar"])
    for rows, sort, side, name in ((ref, sorts[0], "ref", "reference"), (hyp, sorts[1], "hyp", "hypothesis")):
        ordered = sorted(rows, key=lambda row: row["start_time"]) if sort is not False else rows
        for of_speaker in _grouped(ordered, lambda row: row.get("speaker")) if sort is not True else ():
            misplaced, words = misplaced_words(of_speaker, settings[f"{side}_timing"])
            if misplaced:
                message = "The order of word-level timings contradicts the segment-level order in %s%s: %d of %d times."
                speaker = f" for speaker {of_speaker[0]['speaker']}" if "speaker" in of_speaker[0] else ""
                _logger.warning(message, name, speaker, misplaced, words)


def score_session(
    measure: str, ref: list[Segment], hyp: list[Segment], sorts: tuple[Any, Any], **settings: Any
) -> tuple[dict[str, Any], MeetingPart, tuple[list[Any], list[Any]]]:
    """The fields that all error rates have, the score, and the names of speakers."""
    _check(measure, ref, hyp, sorts)
    _warn(ref, hyp, sorts, settings)
    session, names = _sides(ref, hyp, needs_ref_speakers=measure not in _WITHOUT_REF_SPEAKERS)
    chosen = MeetingSettings(ref_sort=_SORTS[sorts[0]], hyp_sort=_SORTS[sorts[1]], **settings)  # type: ignore[arg-type]
    (part,) = scored(measure, chosen, [session]).parts
    if not part.score.is_optimal and not measure.startswith(("greedy", "di-")):
        _logger.warning(
            "no proven optimum: the number of errors lies between %d and %d", part.score.low, part.score.counts.errors
        )
    counts = part.score.counts
    fields = {
        "errors": counts.errors,
        "length": counts.reference,
        "insertions": counts.insertions,
        "deletions": counts.deletions,
        "substitutions": counts.substitutions,
        "reference_self_overlap": self_overlap(ref),
        "hypothesis_self_overlap": self_overlap(hyp),
    }
    return fields, part, names


def named(names: list[Any], number: str | None) -> Any:
    """The name behind a number; None for no stream."""
    return None if number is None else names[int(number)]


def score_spoken(
    measure: str, sides: tuple[list[Segment], list[Segment]], sorts: tuple[Any, Any], **settings: Any
) -> tuple[dict[str, Any], MeetingPart, tuple[list[Any], list[Any]]]:
    """The score of the segments that have words, or of all for measures that assign the others as well."""
    if measure in _WITH_EMPTY:
        return score_session(measure, *sides, sorts, **settings)
    refs, hyps = ([row for row in rows if row["words"].strip()] for rows in sides)
    fields, part, names = score_session(measure, refs, hyps, sorts, **settings)
    overlaps = (f"{name}_self_overlap" for name in ("reference", "hypothesis"))
    return fields | dict(zip(overlaps, map(self_overlap, sides), strict=True)), part, names


def stream_names(measure: str, assignment: tuple[Any, ...], names: list[Any], rows: list[Segment]) -> tuple[Any, ...]:
    """The names behind an assignment of the rows with words; the others are in the first of all streams by name.

    Without streams, all segments are in a dummy.
    """
    following = iter(assignment)
    first = min(names, key=str, default="dummy")
    every = measure in _WITH_EMPTY
    numbers = (next(following) if every or row["words"].strip() else None for row in rows)
    return tuple(first if number is None else names[int(number)] for number in numbers)


def self_overlap(rows: list[Segment]) -> SelfOverlap | None:
    """How much speakers overlap with themselves; silence before and between their words counts as theirs."""
    if not rows or not all("start_time" in row and "end_time" in row for row in rows):
        return None
    total = SelfOverlap.zero()
    for of_speaker in _grouped(rows, lambda row: row.get("speaker")):
        latest: Any = 0
        overlap: Any = 0
        time: Any = 0
        for row in sorted(of_speaker, key=lambda row: row["start_time"]):
            start, end = row["start_time"], row["end_time"]
            if latest > start:
                overlap += min(latest, end) - start
            time += max(0, end - latest)
            latest = max(latest, end)
        total += SelfOverlap(overlap, time)
    return total


def _grouped(rows: Iterable[Segment], key: Callable[[Segment], Any]) -> Iterable[list[Segment]]:
    groups: dict[Any, list[Segment]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups.values()


def rows_of(data: Any, levels: tuple[str, ...] = ("speaker", "segment_index")) -> list[Segment]:
    """The segments of any structure; `levels` are what nested lists and mappings stand for."""
    if isinstance(data, (list, tuple)) and data and all(isinstance(row, dict) and "words" in row for row in data):
        return [{**row, "words": text_of(row["words"])} for row in data]
    if hasattr(data, "to_seglst"):
        return asseglst(data).segments
    return list(nested(data, levels, {}))
