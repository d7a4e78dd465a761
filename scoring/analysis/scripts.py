"""Scripts of letters, by the beginnings of their names in Unicode."""

from __future__ import annotations

import unicodedata
from functools import cache

_KANA = ("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HALFWIDTH KATAKANA")
_OTHER_NAMES = {"CJK": "HAN", "KANGXI": "HAN", "IDEOGRAPHIC": "HAN", **dict.fromkeys(_KANA, "KANA")}


@cache
def script_of(letter: str) -> str:
    """The script of a letter, in capitals; empty for what is no letter. Hiragana and katakana are one, KANA.

    >>> script_of("a"), script_of("京"), script_of("ー"), script_of("7")
    ('LATIN', 'HAN', 'KANA', '')
    """
    if not letter.isalpha():
        return ""
    first, _, rest = unicodedata.name(letter, "").partition(" ")
    if first in ("FULLWIDTH", "HALFWIDTH", "MODIFIER"):
        first = rest.partition(" ")[0]
    return _OTHER_NAMES.get(first, first)
