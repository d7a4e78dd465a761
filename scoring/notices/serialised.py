"""Serialised output of several speakers: each text holds all speakers of a recording, with a token between them."""

from __future__ import annotations

import re
from collections.abc import Sequence

_CHANGE = "<sc>"
# AliMeeting's sign of another speaker, which is a currency before a number.
_SIGN = "$"
_AMOUNT = re.compile(r"\$\s*\d")


def separator_of(refs: Sequence[str]) -> str:
    """The token between speakers; empty where texts have none.

    >>> separator_of(["good day <sc> hello", "yes"]), separator_of(["good day $ hello"]), separator_of(["for $ 5"])
    ('<sc>', '$', '')
    """
    if any(_CHANGE in text for text in refs):
        return _CHANGE
    signs = [text for text in refs if _SIGN in text]
    is_separator = 2 * len(signs) >= len(refs) > 0 and not any(map(_AMOUNT.search, signs))
    return _SIGN if is_separator and any(f" {_SIGN} " in text for text in signs) else ""
