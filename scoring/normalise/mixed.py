"""The step that makes units of mixed scripts: characters where a script has no blanks between words, else words."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache, partial

from .chain import Step
from .characters import BLANKS
from .operation import Function
from .plain import unicode_form

# Letters, digits and signs by their script in Unicode, with the mark that makes vowels of kana long.
_HAN = (
    "\u2e80-\u2e99\u2e9b-\u2ef3\u2f00-\u2fd5\u3005\u3007\u3021-\u3029\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufa6d\ufa70-\ufad9\U00016fe2\U00016fe3\U00016ff0\U00016ff1\U00020000-\U0003ffff"
)
_HIRAGANA = "\u3041-\u3096\u309d-\u309f\U0001b001-\U0001b11f\U0001b132\U0001b150-\U0001b152\U0001f200"
_KATAKANA = (
    "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u32d0-\u32fe\u3300-\u3357\uff66-\uff9d"
    "\U0001aff0-\U0001afff\U0001b000\U0001b120-\U0001b122\U0001b155\U0001b164-\U0001b167"
)
_BOPOMOFO = "\u02ea\u02eb\u3105-\u312f\u31a0-\u31bf"
_HANGUL = (
    "\u1100-\u11ff\u3131-\u318e\u3200-\u321e\u3260-\u327e\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb"
    "\uffa0-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc"
)
_SOUTHERN = (
    "\u0e01-\u0e3a\u0e40-\u0e5b"  # Thai
    "\u0e81-\u0eff"  # Lao
    "\u1780-\u17ff\u19e0-\u19ff"  # Khmer
    "\u1000-\u109f\ua9e0-\ua9fe\uaa60-\uaa7f\U000116d0-\U000116e3"  # Myanmar
    "\u0f00-\u0fd4\u0fd9-\u0fff"  # Tibetan
)
# Spacing marks that stand alone in these scripts, and letters that do not.
_LONE_MARKS = re.compile(
    "[\u102b\u102c\u1038\u1062-\u1064\u1067-\u106d\u1083\u1087-\u108c\u108f\u109a-\u109c\uaa7b\uaa7d]"
)
_JOINED = re.compile("[\u0e33\u0eb3\u200c\u200d\uff9e\uff9f]")
# Which parts of a syllable of Hangul may follow which: consonants (L), vowels (V), final ones (T), and syllables.
_PARTS = {
    "L": re.compile("[\u1100-\u115f\ua960-\ua97c]"),
    "V": re.compile("[\u1160-\u11a7\ud7b0-\ud7c6]"),
    "T": re.compile("[\u11a8-\u11ff\ud7cb-\ud7fb]"),
    "S": re.compile("[\uac00-\ud7a3]"),
}
_FOLLOWING = {"L": "LVS", "V": "VT", "T": "T", "S": "T", "": ""}
_FINALS = 28


def mixed_units(hangul: bool = True) -> tuple[Step, ...]:
    """Steps that put blanks around characters of scripts that write none; Hangul on demand."""
    alone = re.compile(f"[{_HAN}{_HIRAGANA}{_KATAKANA}{_BOPOMOFO}{_SOUTHERN}{_HANGUL if hangul else ''}]")
    which = "characters" if hangul else "characters, Hangul by words,"
    step = Function(
        "units",
        f"blanks around {which} of scripts without blanks between words",
        partial(_spaced, alone),
        lambda letter: None if alone.match(letter) else letter,
    )
    return (*unicode_form("NFC"), step, BLANKS)


@lru_cache(maxsize=4096)
def _joins(letter: str) -> bool:
    """Whether a letter is part of the character before it."""
    if _JOINED.match(letter):
        return True
    return unicodedata.category(letter) in ("Mn", "Me", "Mc") and not _LONE_MARKS.match(letter)


def _is_of_syllable(before: str, letter: str) -> bool:
    """Whether two letters of Hangul are parts of one syllable."""
    if not "\u1100" <= letter <= "\ud7fb":
        return False
    first, second = (next((name for name, part in _PARTS.items() if part.match(x)), "") for x in (before, letter))
    open_ends = first == "S" and (ord(before) - ord("\uac00")) % _FINALS == 0
    return bool(second) and second in ("VT" if open_ends else _FOLLOWING[first])


def _spaced(alone: re.Pattern[str], text: str) -> str:
    """A text with a blank before and behind each character that stands alone."""
    parts: list[str] = []
    inside, before = False, " "
    for letter in text:
        if before.isspace() or not (_joins(letter) or _is_of_syllable(before, letter)):
            lone = alone.match(letter) is not None
            if lone or inside:
                parts.append(" ")
            inside = lone
        parts.append(letter)
        before = letter
    return "".join(parts)
