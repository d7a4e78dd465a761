"""Ids, phone numbers, spelled words, times, money, addresses in one writing, letter by letter: the normaliser ids-en.

`CN734`, `C N 7 3 4` and `C N seven three four` are the same; so are `$4.50` and `four dollars and fifty cents`, and
`ann.lee@mail.com` and `ann dot lee at mail dot com`. Number words become digits, and all digits stand alone, so that a
number counts as many words as it has digits. Case and punctuation stay: another normaliser runs after it.
"""

from __future__ import annotations

import re

from .chain import Step
from .operation import Function
from .spoken_numbers import in_digits

_CURRENCIES = {"$": "dollars", "€": "euros", "£": "pounds"}
_MONEY = re.compile(r"([$€£])\s?(\d[\d,]*)(?:\.(\d\d))?(\.\d+)?((?: (?:hundred|thousand|million|billion))*)(?!\.*\d)")
_CENTS = re.compile(r"\b(dollars?|euros?|pounds?) and (\d+) (cents?|pence)\b", re.IGNORECASE)
# A dot inside an address: before a word of letters, without a blank on either side.
_DOT = re.compile(r"(?<=\w)\.(?=[A-Za-z]{2})")
_WORD = re.compile(r"\S+")
_IN_ADDRESS = re.compile(r"@|://|(?<=\w)\.[A-Za-z]{2,}(?:[/?:]|\b(?!['’]))")
_SIGNS = {"@": " at ", "://": " colon slash slash ", "/": " slash ", "_": " underscore "}
_ABBREVIATION = re.compile(r"(?:[A-Za-z]\.){2,}")
_ORDINAL = re.compile(r"(\d+)(st|nd|rd|th|s)\Z")
_NOT_SPELLED = frozenset({"ID", "IDS", "OK"})
"""Words in capitals that nobody spells."""
_SPECIAL = frozenset("0123456789@$€£%/.:")


def ids_english() -> tuple[Step, ...]:
    """Steps of the normaliser ids-en."""
    return (
        Function("addresses and money", "addresses, money and percent in words, ids-en 1", in_words, _letter),
        *in_digits(),
        Function("one by one", "digits, and letters of ids and of spelled words, one by one, ids-en 1", one_by_one),
    )


def _letter(letter: str) -> str | None:
    """The letter itself; None for one that may belong to an address or an amount."""
    return None if letter in _SPECIAL else letter


def in_words(text: str) -> str:
    """The text with addresses, amounts of money and percentages in words.

    >>> in_words("Mail ann.lee@mail.com or see www.mail.com/help. It costs $4.50, 5% off.")
    'Mail ann dot lee at mail dot com or see www dot mail dot com slash help. It costs 4 dollars 50 cents, 5 percent \
off.'
    """
    text = _MONEY.sub(_amount, text)
    text = re.sub(r"(?<=\d)\s?%", " percent", text)
    return _WORD.sub(_address, text) if _IN_ADDRESS.search(text) else text


def _amount(match: re.Match[str]) -> str:
    sign, whole, cents, decimals, multiplier = match.groups()
    if multiplier or decimals:
        cents, decimals = None, decimals or (f".{cents}" if cents else "")
    words = f"{whole}{decimals or ''}{multiplier} {_CURRENCIES[sign]}"
    return f"{words} {cents} {'pence' if sign == '£' else 'cents'}" if cents else words


def _address(match: re.Match[str]) -> str:
    """An address as it is read, or another word itself; an abbreviation such as `p.m.` is no address."""
    text = match[0]
    if not _IN_ADDRESS.search(text) or _ABBREVIATION.fullmatch(text):
        return text
    text = _DOT.sub(" dot ", text)
    if "@" in text or " dot " in text:
        for sign, words in _SIGNS.items():
            text = text.replace(sign, words)
    return text


def one_by_one(text: str) -> str:
    """The text with its digits, and the letters of ids and of words in capitals, one by one.

    >>> one_by_one("My id is CN734-85, and IBM was founded in 1911, on the 16th, at 3:30 PM")
    'My id is C N 7 3 4 8 5, and I B M was founded in 1 9 1 1, on the 1 6 th, at 3 3 0 P M'
    >>> one_by_one("ALL OF IT IS IN CAPITALS, BUT A4")
    'ALL OF IT IS IN CAPITALS, BUT A 4'
    """
    text = _CENTS.sub(r"\1 \2 \3", text)
    if text.islower() and not any(map(str.isdigit, text)):
        return text
    # In a text of capitals alone, a word in capitals is a word.
    has_small = any(map(str.islower, text))
    words = text.split(" ")
    for place, word in enumerate(words):
        is_after_number = place > 0 and words[place - 1][-1:].isdigit()
        words[place] = _spelled(word, has_small, is_after_number)
    return " ".join(words)


def _spelled(word: str, has_small: bool, is_after_number: bool) -> str:
    """A word, or its letters and digits one by one."""
    core = word.strip("\"'()[]{}.,;:!?")
    letters = re.sub(r"[^\w]|_", "", core)
    if is_after_number and letters.lower() in ("am", "pm"):
        return word.replace(core, " ".join(letters))
    has_digit = any(map(str.isdigit, letters))
    is_capital = len(letters) > 1 and letters.isupper() and letters.isascii() and letters not in _NOT_SPELLED
    if not has_digit and not (has_small and is_capital):
        return word
    if match := _ORDINAL.fullmatch(letters):
        return word.replace(core, f"{' '.join(match[1])} {match[2]}")
    return word.replace(core, " ".join(letters)) if core else word
