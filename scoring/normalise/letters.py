"""Steps that put other letters: widths, quotes, dashes, invisible letters, Arabic writing, ASCII."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache, partial
from typing import Any

from ...formats.optional import library
from .chain import Step
from .operation import Function, by_letter, unless

_QUOTES = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc\u0060\u00b4\uff07\u2039\u203a", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u301d\u301e\u301f\uff02", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
}
# Zero width space, word joiner, byte order mark, soft hyphen, and signs of directions; no joiners, no marks.
_INVISIBLE = re.compile("[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")
_JOINERS = re.compile("[\u200c\u200d]")
_HAMZA = re.compile(r"(?<!\S)[\u0622\u0623\u0625]")
_TANWEEN = re.compile("[\u064b-\u064d]")
_LAST_TANWEEN = re.compile(rf"{_TANWEEN.pattern}+(?=\)?(?!\S))")
# Half-width marks of voiced kana, and the marks that join a kana or stand alone.
_VOICED = {"\uff9e": ("\u3099", "\u309b"), "\uff9f": ("\u309a", "\u309c")}
_VOICED_KANA = re.compile("(.?)([\uff9e\uff9f])", re.DOTALL)


def _resized(tag: str, letter: str) -> str:
    """The ordinary form of a wide or narrow letter, as Unicode's decompositions say."""
    decomposed, *parts = unicodedata.decomposition(letter).split() or [""]
    return "".join(chr(int(part, 16)) for part in parts) if decomposed == tag else letter


def width() -> tuple[Step, ...]:
    """The step that writes full-width Latin letters, digits, signs and blanks as those of ASCII."""
    return (by_letter("width", "ordinary forms of full-width letters", partial(_resized, "<wide>")),)


def cjk_width() -> tuple[Step, ...]:
    """The step that writes half-width kana, hangul and signs in full width, voiced kana as one letter."""
    summary = "full-width forms of half-width kana, hangul and signs"
    return (Function("cjk-width", summary, _widened, _widened_letter),)


def _widened(text: str) -> str:
    return "".join(_resized("<narrow>", letter) for letter in _VOICED_KANA.sub(_voiced, text))


def _widened_letter(letter: str) -> str | None:
    return None if letter in _VOICED else _resized("<narrow>", letter)


def _voiced(match: re.Match[str]) -> str:
    kana = _resized("<narrow>", match[1])
    joined, alone = _VOICED[match[2]]
    composed = unicodedata.normalize("NFC", kana + joined) if kana else alone
    return composed if len(composed) == 1 else kana + alone


def quotes_and_dashes() -> tuple[Step, ...]:
    """The step that writes all quotes, apostrophes and dashes as those of ASCII."""
    return (by_letter("quotes", "' and \" and - for all quotes and dashes", _plain_quote),)


def _plain_quote(letter: str) -> str:
    return _QUOTES.get(letter, letter)


def zero_width() -> tuple[Step, ...]:
    """The step that removes letters without width, except joiners, with which words of many scripts are written."""
    return (by_letter("zero-width", f"without {_INVISIBLE.pattern!a}", partial(_INVISIBLE.sub, "")),)


def joiners() -> tuple[Step, ...]:
    """The step that removes the zero width joiner and non-joiner."""
    return (by_letter("joiners", "without joiner and non-joiner", partial(_JOINERS.sub, "")),)


def arabic_hamza() -> tuple[Step, ...]:
    """The step that writes alef with madda or hamza as plain alef at the begin of words, as SCTK's hamzaNorm.pl."""
    summary = "plain alef for alef with madda or hamza at the begin of words"
    return (Function("hamza", summary, partial(_HAMZA.sub, "\u0627"), partial(unless, _HAMZA)),)


def arabic_tanween(everywhere: bool = False) -> tuple[Step, ...]:
    """The step that removes fathatan, dammatan and kasratan at the end of words, as SCTK's tanweenFilt.pl, or
    everywhere, as its option -a."""
    if everywhere:
        return (by_letter("tanween", "without tanween", partial(_TANWEEN.sub, "")),)
    summary = "without tanween at the end of words"
    return (Function("tanween", summary, partial(_LAST_TANWEEN.sub, ""), partial(unless, _TANWEEN)),)


def ascii_letters() -> tuple[Step, ...]:
    """The step that transliterates to ASCII by the tables of the package anyascii."""
    _anyascii()  # said now if it is not installed
    return (by_letter("ascii", "ASCII by anyascii", _ascii_letter),)


def _anyascii() -> Any:
    return library("anyascii", purpose="transliterations to ASCII", install="'scorelite[ascii]'").anyascii


@lru_cache(maxsize=4096)
def _ascii_letter(letter: str) -> str:
    return letter if "\ud800" <= letter <= "\udfff" else str(_anyascii()(letter))
