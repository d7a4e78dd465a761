"""The settings as keywords of a function, for type checkers and editors: no start imports this.

Made from the records of the settings by `python -m scorelite.scoring.words.typed_keywords`.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

from ..normalise.catalogue import Wanted
from .tie_policy import Policy

Unit: TypeAlias = Literal["word", "character"]


class Keywords(TypedDict, total=False):
    """Fields of `Settings` as keywords of a function, for type checkers and editors."""

    policy: Policy | str
    case_sensitive: bool
    unit: Unit
    keep_ascii: bool
    drop_hyphens: bool
    optional_words: bool
    fragments: bool
    markup: bool
    normalise: Wanted | None
    equivalents: Any
    equivalents_side: Literal["ref", "hyp", "both"]
    equivalents_branches: Literal["free", "whole"]
    like: str | None
