"""The error rates of diarisation, each in one call."""

from __future__ import annotations

import warnings
from typing import Any

from ...formats.source import Target
from ..common.other_names import understood
from .api import Rows, score_segments
from .result import SegmentResult


@understood
def der(refs: Target | Rows, hyps: Target | Rows, **settings: Any) -> float | None:
    """The diarisation error rate of two files, or of mappings from recordings to rows of speaker, start and end.

    A data frame, or a list of dictionaries, has the columns start, end (or duration), speaker, and perhaps recording.
    `score_segments(refs, hyps, measure="diarisation").total` has its components.

    As in md-eval, speech of the hypothesis before or after all labels of the reference is not scored;
    `convention="pyannote"` counts it as false alarms, and `regions`, of files `uem`, names the scored time. `collar`
    is in seconds on each side of a boundary: half of pyannote's own.

    >>> der({"talk": [("anna", 0.0, 4.0)]}, {"talk": [("x", 0.0, 3.0)]})
    0.25
    >>> der([{"start": 0, "end": 4, "speaker": "anna"}], [{"start": 0, "end": 3, "speaker": "x"}])
    0.25
    """
    rate: float | None = _diarisation(refs, hyps, settings).error_rate
    return rate


@understood
def jer(refs: Target | Rows, hyps: Target | Rows, **settings: Any) -> float | None:
    """The Jaccard error rate: the mean over speakers, for the same inputs as `der`.

    >>> jer({"talk": [("anna", 0.0, 4.0), ("ben", 4.0, 5.0)]}, {"talk": [("x", 0.0, 4.0)]})
    0.5
    """
    rate: float | None = _diarisation(refs, hyps, settings).total.jer
    return rate


def _diarisation(refs: Any, hyps: Any, settings: dict[str, Any]) -> SegmentResult:
    """The result whose one number is returned; a number has no notices, so the gravest are warnings: those of tiers, of
    unscored speech, and of collars."""
    result = score_segments(refs, hyps, measure="diarisation", **settings)
    for notice in result._gravest():
        warnings.warn(notice, stacklevel=4)  # the caller of `der`, which is decorated
    return result
