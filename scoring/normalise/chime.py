"""Steps of the normalisers of the CHiME-6, CHiME-7 and CHiME-8 challenges, as MeetEval names them."""

from __future__ import annotations

import re
from functools import cache, partial

from .chain import Step
from .characters import BLANKS, LOWER
from .english_numbers import number_words
from .operation import Function, Operation, Table, by_letter
from .rule import Rule
from .tables import built_in
from .whisper import BRACKETS, LONE_SYMBOLS, SYMBOLS

_SOUNDS = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        ("\u2019", "'"),
        (r"\b(?:u?hm+|mhm|mm+|m+h|um+)\b", "hmm"),
        (r"\b(?:a+h+|ha+)\b", "ah"),
        (r"(?<![!?.])[!?.]+(?!\S)", ""),
        (r"\b(?:o+h+|h+o+)\b", "oh"),
        (r"\b(?:u+h+|h+u+h*)\b", "uh"),
    )
)
# "wi-fi", but also the end of any other word in "i-fi".
_WIFI = re.compile(r"\wi-fi\b")
_SOUND_LETTERS = frozenset("\u2019!?.mh")
# A number that no digit precedes, and the sign before or behind it.
_UNITS = (
    ("$", re.compile(r"\$(\d+(?:\.\d+)?)"), r"\1 dollars"),
    ("$", re.compile(r"(?<!\d)(\d+(?:\.\d+)?)\$"), r"\1 dollars"),
    ("%", re.compile(r"(?<!\d)(\d+(?:\.\d+)?)%"), r"\1 percent"),
)


def chime6() -> tuple[Step, ...]:
    """Steps of CHiME-6: nothing is left of a text with [redacted]."""
    return (
        Function("redacted", "no text where [redacted] is in it", _unredacted, _opening),
        LOWER,
        Function("marks", "without .?,:;!, a blank for \", ' for \u2019", _unmarked, _unmarked_letter),
        Operation("blanks", "squeeze", (False,)),
        Table("stranded dashes", (Rule(" - ", " ", "any", "any"),), exact_blanks=True),
        Table("mm-", (Rule("mm-", "mm", "any", "any"),)),
        BRACKETS[0],
        by_letter("quotes", 'a blank for "', partial(re.compile('"').sub, " ")),
        BLANKS,
    )


def chime7() -> tuple[Step, ...]:
    """Steps of CHiME-7: those of CHiME-6, and one writing of each hesitation."""
    return *chime6(), built_in("en", "chime7-sounds", name="sounds")


def chime8() -> tuple[Step, ...]:
    """Steps of CHiME-8, which were made from Whisper's: numbers below 1001 in words, hesitations removed."""
    return (
        LOWER,
        *BRACKETS,
        BLANKS,
        built_in("en", "chime8-contractions", name="contractions"),
        built_in("en", "apostrophes"),
        Function("sounds", "one writing of each sound, no marks at the end of words", _sounded, _sounded_letter, True),
        Table("wi fi", (Rule("wi fi", "wifi", "word", "word"),), exact_blanks=True),
        Function("wi-fi", "wifi for wi-fi and for every end of a word in i-fi", _with_wifi, _hyphen, True),
        built_in("en", "chime8-words", "whisper-words", name="words"),
        built_in("en", "tenses", exact_blanks=True),
        built_in("en", "negations"),
        built_in("en", "whisper-endings", name="endings"),
        Operation("commas", "commas"),
        Operation("periods", "periods"),
        SYMBOLS,
        BLANKS,
        Function("numbers", "numbers up to 1000 in words, dollars, percent", _worded, _digit, True),
        built_in("en", "chime8-spelling", "spelling", "whisper-spelling", name="spelling"),
        LONE_SYMBOLS,
        built_in("en", "chime8-fillers", name="fillers"),
        BLANKS,
    )


def _unredacted(text: str) -> str:
    return "" if "[redacted]" in text else text


def _opening(letter: str) -> str | None:
    return None if letter == "[" else letter


def _unmarked_letter(letter: str) -> str:
    return "" if letter in ".?,:;!" else "'" if letter == "\u2019" else letter


def _unmarked(text: str) -> str:
    return "".join(map(_unmarked_letter, text))


def _sounded(text: str) -> str:
    for pattern, replacement in _SOUNDS:
        text = pattern.sub(replacement, text)
    return text


def _sounded_letter(letter: str) -> str | None:
    return None if letter in _SOUND_LETTERS else letter


def _with_wifi(text: str) -> str:
    return _WIFI.sub("wifi", text)


def _hyphen(letter: str) -> str | None:
    return None if letter == "-" else letter


def _digit(letter: str) -> str | None:
    return None if letter.isdecimal() else letter


@cache
def _words_of_numbers() -> tuple[dict[int, str], dict[str, str]]:
    """Words of numbers below 20 and of tens, and those of numbers with an ending, such as 20th."""
    plain: dict[int, str] = {}
    ended: dict[str, str] = {}
    for word, kind, value, suffix in number_words():
        if suffix and kind <= 4:
            ended[f"{value}{suffix}"] = word
        elif kind in (1, 3):
            plain[value] = word
    return plain, ended


def _worded(text: str) -> str:
    for sign, pattern, replacement in _UNITS:
        if sign in text:
            text = pattern.sub(replacement, text)
    return " ".join(map(_worded_number, text.split()))


def _worded_number(word: str) -> str:
    plain, ended = _words_of_numbers()
    if not word.isdecimal():
        return ended.get(word, word)
    if word == "000":
        return "thousand"
    digits = word.lstrip("0")
    number = int(word) if len(digits) <= 4 else 1001
    if not 0 < number < 1000 or number == 100:
        return {0: "zero", 100: "hundred", 1000: "thousand"}.get(number, word)
    hundreds, rest = divmod(number, 100)
    parts = [rest] if rest in plain else [rest - rest % 10, rest % 10]
    words = [plain[part] for part in parts if part]
    return " ".join([plain[hundreds], "hundred", *words] if hundreds else words)
