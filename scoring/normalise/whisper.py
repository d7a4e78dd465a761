"""Steps of Whisper's normalisers and of the Open ASR Leaderboard's, which were made from them."""

from __future__ import annotations

import re
import unicodedata
from functools import partial

from .chain import Step
from .characters import BLANKS, LOWER, joins
from .english_numbers import Numbers, number_words
from .operation import Function, Operation
from .tables import built_in

# Letters that no form of Unicode takes apart.
_LETTERS = {
    "œ": "oe",
    "Œ": "OE",
    "ø": "o",
    "Ø": "O",
    "æ": "ae",
    "Æ": "AE",
    "ß": "ss",
    "ẞ": "SS",
    "đ": "d",
    "Đ": "D",
    "ð": "d",
    "Ð": "D",
    "þ": "th",
    "Þ": "th",
    "ł": "l",
    "Ł": "L",
}
_NUMERIC = ".%$¢€£"


def _plain_letter(letter: str, kept: str = _NUMERIC) -> str:
    """The letter without diacritics; a blank for marks, symbols and punctuation that numbers do not need."""
    return "".join(_plain_part(part, kept) for part in unicodedata.normalize("NFKD", letter))


def _plain_part(part: str, kept: str) -> str:
    if part in kept:
        return part
    category = unicodedata.category(part)
    return _LETTERS.get(part) or ("" if category == "Mn" else " " if category[0] in "MSP" else part)


def _clean(text: str, categories: str, only_words: bool = False) -> str:
    """The text in form NFKC and lower case, with blanks for letters of these categories."""
    composed = unicodedata.normalize("NFKC", text)
    lower = "".join(" " if unicodedata.category(part)[0] in categories else part for part in composed).lower()
    return re.sub(r"[^\w\s]", "", lower) if only_words else lower


def _clean_letter(letter: str, categories: str, only_words: bool = False) -> str | None:
    if joins(letter) or "Σ" in unicodedata.normalize("NFKC", letter):
        return None
    return _clean(letter, categories, only_words)


def _cleaning(categories: str, only_words: bool = False) -> Function:
    chosen = {"categories": categories, "only_words": only_words}
    summary = f"NFKC, blanks for letters of categories {categories}, lower case"
    if only_words:
        summary += ", only word characters and white space"
    return Function("symbols", summary, partial(_clean, **chosen), partial(_clean_letter, **chosen), True)  # type: ignore[arg-type]


BRACKETS = (
    Operation("brackets", "spans", ("<[", ">]", 0)),
    Operation("parentheses", "spans", ("(", ")", 1)),
)
_SQUEEZE = Operation("blanks", "squeeze", (False,))
LONE_SYMBOLS = Operation("lone symbols", "lone_symbols")
SYMBOLS = Function("symbols", "NFKD without marks; blanks for symbols other than .%$¢€£", _plain_letter, _plain_letter)
_bare_letter = partial(_plain_letter, kept="")
_LETTERS_ALONE = Function("symbols", "NFKD without marks; blanks for symbols", _bare_letter, _bare_letter)


def whisper_basic(marks: bool = False, diacritics: bool = True) -> tuple[Step, ...]:
    """Steps of Whisper's normaliser for any language; with `marks`, vowel signs and other marks stay.

    Without `diacritics`, letters lose them.
    """
    if not diacritics:
        return LOWER, *BRACKETS, _LETTERS_ALONE, LOWER, _SQUEEZE
    return LOWER, *BRACKETS, _cleaning("SP" if marks else "MSP"), _SQUEEZE


def whisper_normalizer_english() -> tuple[Step, ...]:
    """Steps of the package whisper-normalizer for English."""
    return whisper_english("whisper-normalizer-words")


def whisper_english(*more_words: str) -> tuple[Step, ...]:
    """Steps of Whisper's normaliser for English; tables of more words are those of packages made from it."""
    return (
        *_words("whisper-fillers", ("whisper-words", *more_words), "whisper-endings"),
        _numbers(),
        built_in("en", "spelling", "whisper-spelling"),
        LONE_SYMBOLS,
        _SQUEEZE,
    )


def american_spelling() -> tuple[Step, ...]:
    """The steps of Whisper's normaliser for English that write British spelling as American."""
    return LOWER, built_in("en", "spelling", "whisper-spelling")


def leaderboard_english() -> tuple[Step, ...]:
    """Steps of the Open ASR Leaderboard's normaliser for English."""
    return (
        *_words("leaderboard-fillers", ("leaderboard-words",), "leaderboard-endings"),
        built_in("en", "leaderboard-compounds", name="compounds"),
        _numbers(),
        built_in("en", "spelling", "leaderboard-spelling"),
        built_in("en", "leaderboard-names", name="names"),
        Operation("acronyms", "acronyms"),
        LONE_SYMBOLS,
        _SQUEEZE,
    )


def leaderboard_multilingual() -> tuple[Step, ...]:
    """Steps of the Open ASR Leaderboard's normaliser for other languages, without numbers."""
    return LOWER, *BRACKETS, _cleaning("MSP", only_words=True), BLANKS


def _words(fillers: str, words: tuple[str, ...], endings: str) -> tuple[Step, ...]:
    """Steps up to the numbers."""
    return (
        LOWER,
        *BRACKETS,
        built_in("en", fillers, name="fillers"),
        built_in("en", "apostrophes"),
        built_in("en", *words, name="words"),
        built_in("en", "tenses", exact_blanks=True),
        built_in("en", "negations"),
        built_in("en", endings, name="endings"),
        Operation("commas", "commas"),
        Operation("periods", "periods"),
        SYMBOLS,
    )


def _numbers() -> Operation:
    words = number_words()
    return Operation(
        "numbers", "english_numbers", (words, Numbers(words).spell), "numbers in digits, as Whisper writes them"
    )
