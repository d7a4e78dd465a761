"""Letters: their code points, and their scripts by the beginnings of their names in Unicode."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

_KANA = ("HIRAGANA", "KATAKANA", "HENTAIGANA")
_HAN = ("CJK", "KANGXI", "IDEOGRAPHIC")
# Letters and numerals called by what they stand for, such as º, Ⅷ and ⅷ: these names are no scripts.
_SIGNS = {
    **dict.fromkeys(("FEMININE", "MASCULINE", "ROMAN", "SMALL", "KELVIN", "ANGSTROM"), "LATIN"),
    "OHM": "GREEK",
    "HANGZHOU": "HAN",
}
_OTHER_NAMES = {**dict.fromkeys(_HAN, "HAN"), **dict.fromkeys(_KANA, "KANA"), **_SIGNS}
# Scripts whose letters are called otherwise, or in several ways.
_BEGINNINGS = {
    "HAN": _HAN,
    "KANA": _KANA,
    "HIRAGANA": ("HIRAGANA", "KATAKANA HIRAGANA", "HENTAIGANA"),
    "KATAKANA": ("KATAKANA", "KATAKANA HIRAGANA"),
    "BURMESE": ("MYANMAR",),
    "CANADIAN ABORIGINAL": ("CANADIAN SYLLABICS",),
}
_COMMON = "COMMON"
_WIDTHS = ("FULLWIDTH ", "HALFWIDTH ")
# Unicode has letters in its planes 0 to 3 alone; the others hold tags, selectors and characters of private use.
_BEYOND_LETTERS = 0x40000


def code_points(texts: Iterable[str]) -> NDArray[np.uint32]:
    """The code points of all letters of texts, one text after the other.

    >>> code_points(["ab", "é"]).tolist()
    [97, 98, 233]
    """
    return np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)


@cache
def script_of(letter: str) -> str:
    """The script of a letter, in capitals; empty for what is no letter, and for one that all scripts have.

    Hiragana and katakana are one, KANA.

    >>> script_of("a"), script_of("京"), script_of("ー"), script_of("7"), script_of("ʼ")
    ('LATIN', 'HAN', 'KANA', '', '')
    """
    first = _cached_name(letter).partition(" ")[0]
    return _OTHER_NAMES.get(first, first)


def is_script(name: str) -> bool:
    """Whether some letter of Unicode belongs to a script; a look at all letters takes a while.

    >>> is_script("Han"), is_script("Old_Italic"), is_script("Klingon")
    (True, True, False)
    """
    begins = _beginnings(name)
    return name.upper() == _COMMON or any(_name(chr(code)).startswith(begins) for code in range(_BEYOND_LETTERS))


def is_of_script(word: str, script: str) -> bool:
    """Whether all letters of a word belong to a script, by the beginnings of their names in Unicode.

    A word without such letters is of the script Common.

    >>> is_of_script("二〇", "Han"), is_of_script("コーヒー", "Katakana"), is_of_script("42", "Latin")
    (True, True, False)
    >>> is_of_script("42", "Common"), is_of_script("4th", "Common")
    (True, False)
    """
    begins = _beginnings(script)
    names = list(filter(None, map(_cached_name, word)))
    if script.upper() == _COMMON:
        return bool(word) and not names
    return bool(names) and all(name.startswith(begins) for name in names)


def _name(letter: str) -> str:
    """The name of a letter in Unicode, whatever its width; empty for what is no letter of one script."""
    is_letter = letter.isalpha() or unicodedata.category(letter) == "Nl"  # such as 〇 and Ⅷ
    name = unicodedata.name(letter, "").replace("-", " ") if is_letter else ""
    if name.startswith("MODIFIER "):
        return ""
    return name.partition(" ")[2] if name.startswith(_WIDTHS) else name


_cached_name = cache(_name)


def _beginnings(script: str) -> tuple[str, ...]:
    """The beginnings of the names of a script's letters; none for what is no script."""
    wanted = script.upper().replace("_", " ").replace("-", " ")
    if wanted in _SIGNS:
        return ()
    signs = [name for name, of_script in _SIGNS.items() if of_script == wanted]
    return tuple(f"{begin} " for begin in (*_BEGINNINGS.get(wanted, (wanted,)), *signs))
