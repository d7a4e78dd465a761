"""The keywords of `score_files`, for type checkers and editors: no start imports this.

Made from the records of the settings by `python -m scorelite.scoring.words.typed_keywords`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import BinaryIO

from ..common.keywords import Keywords
from ..common.results import Missing
from .pairing.rules import Outside, Overlap
from .verdicts import Verdicts


class FileKeywords(Keywords, total=False):
    """The fields of `Job`, names to be changed, and the settings."""

    missing: Missing
    threads: int
    ref_format: str | None
    hyp_format: str | None
    encoding: str | None
    errors: str
    printed: bool
    ref_column: str | None
    hyp_column: str | None
    id_column: str | None
    tier: str | Sequence[str] | None
    ref_tier: str | Sequence[str] | None
    hyp_tier: str | Sequence[str] | None
    strip_id: str | None
    session: str | Mapping[str, str] | None
    channel: str | Mapping[str, str] | None
    speaker_map: Mapping[str, str] | None
    outside: Outside | None
    overlap: Overlap | None
    verdicts: str | os.PathLike[str] | BinaryIO | Verdicts | None
