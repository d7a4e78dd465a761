"""Signatures of all wings, read back."""

from __future__ import annotations

from typing import Any

from ...formats.errors import UsageError
from ..common.signed import Signed
from ..meetings.measures import NAMES as OF_MEETINGS
from ..words.convention import Convention


def parse_signature(
    signature: str, *, normalise: Any = None, equivalents: Any = None, verdicts: Any = None
) -> Convention | Signed:
    """The convention of a signature of words, meetings, segments or keywords.

    Its `keywords()` are those of the functions that score by it, and its `unlike` names the parts in which another
    signature differs. Pass rules from files again as `normalise`, `equivalents` and `verdicts`. Raises a UsageError if
    this version of scorelite scores differently, or the text is not a signature.

    >>> one, other = (
    ...     parse_signature(f"scorelite:0.1.0|diarisation|{name}|collar:0s each side|overlap:include|missing:delete")
    ...     for name in ("md-eval", "pyannote")
    ... )
    >>> list(one.unlike(other)), other.keywords()["convention"]
    ([('convention', 'md-eval', 'pyannote')], 'pyannote')
    """
    parts = signature.strip().split("|")
    measure = next((part for part in parts if part and ":" not in part), "")
    is_of_kws = any(part.startswith("kws:") for part in parts)
    if not measure and not is_of_kws:
        return Convention.parse(signature, normalise=normalise, equivalents=equivalents, verdicts=verdicts)
    for name, value in (("equivalents", equivalents), ("verdicts", verdicts)):
        if value is not None:
            raise UsageError(f"{name} given for a signature of {measure or 'keywords'}, which has none")
    if is_of_kws:
        from ..kws import signed as keywords

        return keywords.read(signature, normalise)
    if measure in OF_MEETINGS:
        from ..meetings import signed as meetings

        return meetings.read(signature, normalise)
    if normalise is not None:
        raise UsageError(f"a normaliser given for a signature of {measure}, which has none")
    from ..segments import signed as segments

    return segments.read(signature)
