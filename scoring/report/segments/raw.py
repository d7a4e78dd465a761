"""The summary in seconds or numbers (`raw`): a row for each class, speaker or recording, and the sum."""

from __future__ import annotations

from collections.abc import Iterator

from ....formats.errors import UsageError
from ...segments.measure import Row
from ...segments.totals import Totals
from ..engine.sheet import drawn
from .options import ReportOptions
from .sheet import noun, sheet

_KINDS = ("correct labels", "substitutions", "deletions", "insertions")
_HEADS = ("Corr", "Sub", "Del", "Ins", "Err")
# Those of diarisation are called as in the report sys.
_OF_SPEAKERS = ("Corr", "Conf", "Miss", "FA", "Err")


def render(result: Totals, options: ReportOptions) -> Iterator[bytes]:
    """The summary in seconds or numbers."""
    measure = result.record
    absent = [kind for kind, name in zip(_KINDS, measure.counts, strict=True) if name is None]
    if absent:
        kinds = " or ".join(absent)
        raise UsageError(
            f"measure {measure.name!r} does not count {kinds}, so it has no report raw; expected sys or pra"
        )
    unit = "Seconds" if measure.digits else "# Ref"
    heads = _OF_SPEAKERS if measure.error_rate == "der" else _HEADS

    def cells(row: Row) -> list[str]:
        correct, *errors = (value or 0 for value in measure.counted(row))
        sums = correct + errors[0] + errors[1], correct, *errors, sum(errors)
        return [f"{value:.{measure.digits}f}" for value in sums]

    about = noun(result, options).upper()
    yield drawn(sheet(result, options, ((unit,), heads), cells), f"SEGMENT SUMMARY COUNTS by {about}")
