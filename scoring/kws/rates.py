"""Term-weighted values of files, each in one call."""

from __future__ import annotations

from typing import Any

from ...formats.source import Target
from ..common.other_names import files_needed
from .job import score_files


@files_needed
def atwv(ecf: Target, rttm: Target, kwlist: Target, kwslist: Target, **settings: Any) -> float | None:
    """The actual term-weighted value (ATWV), at the decisions of the system.

    The files are those of `kws.score_files`: the searched recordings, the words, the keywords and the detections.
    """
    return score_files(ecf, rttm, kwlist, kwslist, **settings).result.atwv


@files_needed
def mtwv(ecf: Target, rttm: Target, kwlist: Target, kwslist: Target, **settings: Any) -> float | None:
    """The maximum term-weighted value (MTWV), at the best score threshold."""
    return score_files(ecf, rttm, kwlist, kwslist, **settings).result.mtwv
