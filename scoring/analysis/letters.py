"""Letters: their code points, and their scripts by the beginnings of their names in Unicode."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

_KANA = ("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HALFWIDTH KATAKANA")
_OTHER_NAMES = {"CJK": "HAN", "KANGXI": "HAN", "IDEOGRAPHIC": "HAN", **dict.fromkeys(_KANA, "KANA")}


def code_points(texts: Iterable[str]) -> NDArray[np.uint32]:
    """The code points of all letters of texts, one text after the other.

    >>> code_points(["ab", "é"]).tolist()
    [97, 98, 233]
    """
    return np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)


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
