"""The keywords of `score_batch`, for type checkers and editors: no start imports this."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from ..common.results import Missing


class BatchKeywords(TypedDict, total=False):
    """The fields of `Scoring` but the settings."""

    id: str
    ref: str
    hyp: str
    speaker: str | None
    speakers: str
    session: str | None
    groups: Sequence[str]
    keep: Sequence[str]
    missing: Missing
    confidences: str | None
    operations: bool
    threads: int
