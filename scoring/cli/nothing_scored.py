"""Runs in which nothing was scored: an error, because a missing number is soon taken for a perfect one."""

from __future__ import annotations

from ...formats.errors import MismatchError
from .other_commands import TURNS, for_pair, kind_of, typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..common.counts import Counts
    from ..kws import Job
    from ..meetings.result import MeetingResult
    from ..meetings.sources import ErrorSources
    from ..segments.result import SegmentResult
    from ..segments.totals import Totals as LabelTotals
    from ..segments.turns import Turns
    from ..words.totals import Totals


def check_words(result: Totals) -> None:
    """Refuses a score without an utterance, or without a word on either side."""
    counts = result.counts
    if counts.reference or counts.hypothesis:
        sides = (result.ref_name, result.ref_format), (result.hyp_name, result.hyp_format)
        _check_sides(sides, counts)
        return
    names = (
        f"{result.ref_name or 'the reference'} ({result.ref_format}) and "
        f"{result.hyp_name or 'the hypothesis'} ({result.hyp_format})"
    )
    if result.sentences:
        raise MismatchError(f"nothing was scored: {names} have no words; expected words on at least one side")
    raise MismatchError(
        f"nothing was scored: {names} have no utterance in common; expected utterances in both files "
        "(--ref-format and --hyp-format name their formats)"
    )


def _check_sides(sides: Sequence[tuple[str, str]], counts: Counts) -> None:
    """Refuses a side without words, by name and format, that says only who speaks when."""
    for (name, kind), size in zip(sides, (counts.reference, counts.hypothesis), strict=True):
        if not size and kind in TURNS:
            command = typed("segments", *[path for path, _ in sides], "--measure", "diarisation")
            raise MismatchError(
                f"{name} has no words, but speakers with times; expected a file with words, or, for the diarisation "
                f"error rate: {command}"
            )


def check_segments(result: SegmentResult) -> None:
    """Refuses a score without a recording, or without a label on either side within the regions."""
    from ..segments.notices import nothing_within

    recordings = [part.recording for part in result.parts]
    if not nothing_within(recordings):
        if _is_nothing(result):
            if all(_lasts_no_time(each.ref) and _lasts_no_time(each.hyp) for each in recordings):
                raise MismatchError(
                    f"nothing was scored: every label of {result.ref_name} and {result.hyp_name} is a point, which "
                    "lasts no time; expected intervals: let each end 0.1 s after its start in both files, and "
                    "--measure sound-events --collar 0.05 pairs labels that are at most 0.05 s apart"
                )
            raise MismatchError(
                f"nothing was scored: no label of {result.ref_name} or {result.hyp_name} counts under these settings "
                "(--overlap and --collar leave out time, --measure chooses what counts)"
            )
        return
    if any(each.ref or each.hyp for each in recordings):
        raise MismatchError(
            f"nothing was scored: no label of {result.ref_name} or {result.hyp_name} is in the regions of --uem; "
            "expected regions in seconds that contain labels"
        )
    raise MismatchError(
        f"nothing was scored: {result.ref_name} and {result.hyp_name} have no recording with labels; expected labels "
        "with times (--by and --tier choose what a label is)"
    )


def _lasts_no_time(turns: Turns) -> bool:
    return bool((turns.starts == turns.ends).all())


def check_labels(totals: LabelTotals) -> None:
    """Refuses totals of labels without a recording, or in which there is nothing."""
    if _is_nothing(totals):
        raise MismatchError("nothing was scored: the totals have no recording with labels; expected labels with times")


def _is_nothing(totals: LabelTotals) -> bool:
    """Whether all numbers of all recordings are 0 or missing, but for speech that is outside what is scored."""
    numbers = {**totals.total.to_dict(), "outside": 0}
    return not any(value for value in numbers.values() if isinstance(value, (int, float)))


def check_meetings(result: MeetingResult | ErrorSources, ref: str, hyp: str) -> None:
    """Refuses a score without a word on either side, or with turns in place of words on one."""
    counts, command = result.counts, for_pair((ref, hyp))
    if counts.reference or counts.hypothesis:
        _check_sides(((ref, kind_of(ref)), (hyp, kind_of(hyp))), counts)
    if not counts.reference and not counts.hypothesis:
        if command.startswith("scorelite segments"):
            raise MismatchError(
                f"{result.ref_name} and {result.hyp_name} have no words, but speakers with times; expected: {command}"
            )
        raise MismatchError(
            f"nothing was scored: {result.ref_name} and {result.hyp_name} have no words in common sessions; expected "
            "words on at least one side (--uem names the regions that are scored)"
        )


def check_keywords(job: Job, rttm: str, kwlist: str) -> None:
    """Refuses a score without a keyword that was said."""
    if not job.result.to_dict()["keywords_scored"]:
        raise MismatchError(
            f"nothing was scored: no keyword of {kwlist} was said in {rttm}; expected words of at least one keyword "
            "within the searched regions (--include-empty scores keywords that were never said)"
        )
