"""The step that makes units of mixed scripts: characters where a script has no blanks between words, else words."""

from __future__ import annotations

import re
import unicodedata
from functools import partial

from .chain import Step
from .characters import BLANKS
from .operation import Operation
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
# Kinds of letters, one bit each: all letters but white space, and parts of syllables of Hangul, which are consonants,
# vowels, final consonants, and whole syllables with and without a final one.
_ANY, _CONSONANT, _VOWEL, _FINAL, _OPEN, _CLOSED = (1 << place for place in range(6))
_PARTS = {
    _CONSONANT: re.compile("[\u1100-\u115f\ua960-\ua97c]"),
    _VOWEL: re.compile("[\u1160-\u11a7\ud7b0-\ud7c6]"),
    _FINAL: re.compile("[\u11a8-\u11ff\ud7cb-\ud7fb]"),
    _OPEN: re.compile(f"[{''.join(map(chr, range(0xAC00, 0xD7A4, 28)))}]"),
    _CLOSED: re.compile("[\uac00-\ud7a3]"),
}
# The parts from which each one goes on in one syllable.
_BEFORE = {
    _CONSONANT: _CONSONANT,
    _VOWEL: _CONSONANT | _VOWEL | _OPEN,
    _FINAL: _VOWEL | _FINAL | _OPEN | _CLOSED,
    _OPEN: _CONSONANT,
    _CLOSED: _CONSONANT,
    0: 0,
}


def mixed_units(hangul: bool = True) -> tuple[Step, ...]:
    """Steps that put blanks around characters of scripts that write none; Hangul on demand."""
    alone = re.compile(f"[{_HAN}{_HIRAGANA}{_KATAKANA}{_BOPOMOFO}{_SOUTHERN}{_HANGUL if hangul else ''}]")
    which = "characters" if hangul else "characters, Hangul by words,"
    summary = f"blanks around {which} of scripts without blanks between words"
    return (*unicode_form("NFC"), Operation("units", "units", (partial(_unit, alone),), summary), BLANKS)


def _unit(alone: re.Pattern[str], letter: str) -> tuple[bool, int, int]:
    """Whether a letter stands alone, the kinds that it is of, and those of letters that it is joined to."""
    if letter.isspace():
        return False, 0, 0
    part = next((part for part, letters in _PARTS.items() if letters.match(letter)), 0)
    return alone.match(letter) is not None, _ANY | part, _BEFORE[part] | (_ANY if _joins(letter) else 0)


def _joins(letter: str) -> bool:
    """Whether a letter is part of the character before it."""
    if _JOINED.match(letter):
        return True
    return unicodedata.category(letter) in ("Mn", "Me", "Mc") and not _LONE_MARKS.match(letter)
