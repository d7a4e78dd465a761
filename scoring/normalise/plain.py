"""Steps of the normalisers that need no words: Unicode forms, case by language, and MeetEval's and jiwer's."""

from __future__ import annotations

import re
import string
import unicodedata
from functools import partial
from typing import TYPE_CHECKING

from .chain import Step
from .characters import BLANKS, LOWER, PUNCTUATION, joins
from .operation import Function, Operation, by_letter
from .tables import built_in

if TYPE_CHECKING:
    from typing import Literal

_LITHUANIAN_DOTS = "([ij]\u0328?|\u012f)\u0307+"
_WHITE = str.maketrans(dict.fromkeys("\t\n\r\v\f", " "))


def basic() -> tuple[Step, ...]:
    """Steps of the normaliser basic."""
    return (*unicode_form("NFC"), LOWER, PUNCTUATION, BLANKS)


def unicode_form(form: Literal["NFC", "NFKC"]) -> tuple[Step, ...]:
    """The step that writes each text in a form of Unicode."""
    return (
        Function(form.lower(), f"Unicode's form {form}", partial(_formed, form), partial(_formed_letter, form), True),
    )


def _formed(form: Literal["NFC", "NFKC"], text: str) -> str:
    return unicodedata.normalize(form, text)


def _formed_letter(form: Literal["NFC", "NFKC"], letter: str) -> str | None:
    return None if joins(letter) else unicodedata.normalize(form, letter)


def case_folding(language: str = "") -> tuple[Step, ...]:
    """The step that folds case: Turkish and Azeri have I without a dot, Lithuanian writes a dot under accents."""
    if language in ("tr", "az"):
        return (Function("case", "case folding of Turkish: I is \u0131, \u0130 is i", _folded_turkish),)
    if language == "lt":
        return (Function("case", "case folding of Lithuanian: no dot above i and j", _folded_lithuanian),)
    return (Function("case", "case folding", str.casefold, str.casefold),)


def _folded_turkish(text: str) -> str:
    return text.replace("I\u0307", "i").replace("\u0130", "i").replace("I", "\u0131").casefold()


def _folded_lithuanian(text: str) -> str:
    return re.sub(_LITHUANIAN_DOTS, r"\1", text.casefold())


def meeteval(allowed: str = "", removed: str = "") -> tuple[Step, ...]:
    """Steps of MeetEval's `lower,rm(...)`: letters that are removed, or all letters that are kept."""
    summary = f"only the letters {allowed!r}" if allowed else f"without the letters {removed!r}"
    function = by_letter("letters", summary, partial(_allowed_letter, allowed, removed))
    return (LOWER, function, BLANKS) if allowed else (LOWER, function)


def _allowed_letter(allowed: str, removed: str, letter: str) -> str:
    return "" if letter in removed or (allowed and letter not in allowed) else letter


_SPACES = (
    Operation("spaces", "long_blanks"),
    Operation("ends", "strip"),
)


def _with_blanks(text: str) -> str:
    return text.translate(_WHITE)


def jiwer_default() -> tuple[Step, ...]:
    """Steps of jiwer's default before words are split."""
    return _SPACES


def jiwer_standardize() -> tuple[Step, ...]:
    """Steps of jiwer's `wer_standardize` before words are split."""
    return (
        LOWER,
        built_in("en", "jiwer-contractions", name="contractions"),
        Operation("brackets", "spans", ("<[", ">]", 0)),
        Function("white space", "a blank for white space of ASCII", _with_blanks, _with_blanks),
        *_SPACES,
    )


# Chinese punctuation as zhon lists it. Apostrophes of ASCII stay in words.
_CHINESE = (
    "\uff02\uff03\uff04\uff05\uff06\uff07\uff08\uff09\uff0a\uff0b\uff0c\uff0d\uff0f\uff1a\uff1b\uff1c\uff1d\uff1e"
    "\uff20\uff3b\uff3c\uff3d\uff3e\uff3f\uff40\uff5b\uff5c\uff5d\uff5e\uff5f\uff60\uff62\uff63\uff64"
    "\u3000\u3001\u3003\u3008\u3009\u300a\u300b\u300c\u300d\u300e\u300f\u3010\u3011\u3014\u3015\u3016\u3017\u3018"
    "\u3019\u301a\u301b\u301c\u301d\u301e\u301f\u3030\u303e\u303f\u2013\u2014\u2018\u2019\u201b\u201c\u201d\u201e"
    "\u201f\u2026\u2027\ufe4f\ufe51\ufe54\u00b7\uff0e\uff01\uff1f\uff61\u3002"
)
SEED_TTS_REMOVED = dict.fromkeys(map(ord, {*string.punctuation, *_CHINESE} - {"'"}))
"""What seed-tts-eval removes, for `str.translate`."""


def seed_tts(language: Literal["en", "zh"]) -> tuple[Step, ...]:
    """Steps of seed-tts-eval before words, or characters of Chinese, are split."""
    letters = by_letter("punctuation", "without punctuation of ASCII and Chinese but for '", _without_punctuation)
    return (letters, LOWER, BLANKS) if language == "en" else (letters, BLANKS)


def _without_punctuation(letter: str) -> str:
    return letter.translate(SEED_TTS_REMOVED)
