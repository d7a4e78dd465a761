"""Steps that replace letters: widths, quotes, dashes, invisible letters, writings of single scripts, ASCII."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache, partial
from typing import Any

from ...formats.optional import library
from .chain import Step
from .operation import Function, by_letter, unless
from .tables import built_in

_QUOTES = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc\u0060\u00b4\uff07\u2039\u203a", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u301d\u301e\u301f\uff02", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
}
# Zero width space, word joiner, byte order mark, soft hyphen, signs of directions, selectors of variants, fillers of
# Hangul and tags; no joiners, no marks.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
)
_JOINERS = re.compile("[\u200c\u200d]")
_HAMZA = re.compile(r"(?<!\S)[\u0622\u0623\u0625]")
_TANWEEN = re.compile("[\u064b-\u064d]")
_LAST_TANWEEN = re.compile(rf"{_TANWEEN.pattern}+(?=\)?(?!\S))")
# Vowel signs, tanween, shadda, sukun, small letters above, and the stroke that only makes a word longer.
_ARABIC_MARKS = re.compile("[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]")
_HEBREW_POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]")
_DASHES = "\\-\u2010-\u2015\u2212\u2500\u301c\uff0d\uff70"
_LONG_VOWEL = re.compile(f"(?<=[\u3041-\u3096\u30a1-\u30fa\u30fc])[{_DASHES}]")
# Sequences by which terminals change colours and move, and all control characters that are no blanks.
_CONTROLS = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])?|[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]"
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
# Of Thai and Lao: e twice, which is ae, and the vowel am as two signs, with the sign of a tone behind one of them.
_VOWELS = (
    ("\u0e40\u0e40", "\u0e41", re.compile("\u0e4d([\u0e48-\u0e4b]?)\u0e32|([\u0e48-\u0e4b])\u0e4d\u0e32"), "\u0e33"),
    ("\u0ec0\u0ec0", "\u0ec1", re.compile("\u0ecd([\u0ec8-\u0ecb]?)\u0eb2|([\u0ec8-\u0ecb])\u0ecd\u0eb2"), "\u0eb3"),
)
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


def arabic_marks() -> tuple[Step, ...]:
    """The step that removes harakat, other marks of Arabic letters, and tatweel."""
    return (by_letter("arabic-marks", "without harakat and tatweel", partial(_ARABIC_MARKS.sub, "")),)


def hebrew_points() -> tuple[Step, ...]:
    """The step that removes points and accents of Hebrew letters."""
    return (by_letter("hebrew-points", "without points and accents of Hebrew", partial(_HEBREW_POINTS.sub, "")),)


def long_vowels() -> tuple[Step, ...]:
    """The step that writes a dash behind a kana as the mark of a long vowel."""
    summary = "the mark of a long vowel for dashes after kana"
    letter = partial(unless, re.compile(f"[{_DASHES}]"))
    return (Function("long-vowels", summary, partial(_LONG_VOWEL.sub, "\u30fc"), letter),)


def simplified() -> tuple[Step, ...]:
    """The steps that write traditional Chinese characters as simplified ones, where each has one."""
    return built_in("zh", "simplified"), built_in("zh", "variants")


def controls() -> tuple[Step, ...]:
    """The step that removes control characters, and sequences with which terminals change colours."""
    summary = "without control characters and sequences of terminals"
    return (Function("controls", summary, partial(_CONTROLS.sub, ""), partial(unless, _CONTROL)),)


def southeast_asian_signs() -> tuple[Step, ...]:
    """The step that writes vowels of Thai and Lao as one letter each, behind the sign of the tone."""
    summary = "vowels of Thai and Lao as one letter each, after the tone"
    letter = partial(unless, re.compile("[\u0e40\u0e4d\u0ec0\u0ecd]"))
    return (Function("thai", summary, _with_whole_vowels, letter),)


def indic_letters() -> tuple[Step, ...]:
    """The step that writes letters of Indic scripts as one where Unicode has one for the sequence."""
    return (built_in("indic", "letters"),)


def _with_whole_vowels(text: str) -> str:
    for double, ae, signs, am in _VOWELS:
        text = signs.sub(rf"\1\2{am}", text.replace(double, ae))
    return text


def ascii_letters() -> tuple[Step, ...]:
    """The step that transliterates to ASCII by the tables of the package anyascii."""
    _anyascii()  # said now if it is not installed
    return (by_letter("ascii", "ASCII by anyascii", _ascii_letter),)


def _anyascii() -> Any:
    return library("anyascii", purpose="transliterations to ASCII", install="'scorelite[ascii]'").anyascii


@lru_cache(maxsize=4096)
def _ascii_letter(letter: str) -> str:
    return letter if "\ud800" <= letter <= "\udfff" else str(_anyascii()(letter))
