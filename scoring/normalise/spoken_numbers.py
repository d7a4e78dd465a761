"""Spelled-out English numbers in digits, in texts that stay otherwise as they are: the normaliser numbers-en.

A text is cut into words and what stands between them. Number words that belong together, with a blank or a hyphen
between them, become one number; the text is read again until no number is left to write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain, groupby, repeat
from operator import and_
from typing import NamedTuple

from .chain import Step
from .english_numbers import NumberWord
from .operation import Operation

# fmt: off
_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)
_TENS = (
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
)
_ORDINAL_ONES = (
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth",
    "nineteenth",
)
# fmt: on
_POWERS = ("thousand", "million", "billion", "trillion")

_SMALL = {word: number for number, word in enumerate(_ONES)} | {word: 10 * k for k, word in enumerate(_TENS, 2)}
_ORDINALS = {
    **{word: number for number, word in enumerate(_ORDINAL_ONES)},
    **{word.replace("y", "ieth"): _SMALL[word] for word in _TENS},
}
_DECADES = {word.replace("y", "ies"): _SMALL[word] for word in _TENS}
_MULTIPLIERS = {"hundred": 100, **{word: 1000**power for power, word in enumerate(_POWERS, 1)}}
_ORDINAL_MULTIPLIERS = {f"{word}th": number for word, number in _MULTIPLIERS.items()}
_REPEATS = {"double": 2, "triple": 3}
_SIGNS = ("minus", "negative")
_DENOMINATORS = {"half": 2, "quarter": 4, "third": 3, **{_ORDINAL_ONES[number]: number for number in range(4, 11)}}
_PLURAL_DENOMINATORS = {f"{word}s": number for word, number in _DENOMINATORS.items() if word != "half"} | {"halves": 2}
_OH = ("oh", "o")
_ARTICLES = ("a", "an")
_BEFORE_NO_AMOUNT = ("half", "quarter", "of")

_NUMERIC = frozenset((*_SMALL, *_ORDINALS, *_DECADES, *_MULTIPLIERS))
# What a word may be; the native core numbers these in this order.
_ROLES: tuple[Mapping[str, int] | tuple[str, ...], ...] = (
    *(_SMALL, _ORDINALS, _DECADES, _MULTIPLIERS, _ORDINAL_MULTIPLIERS),
    *(_REPEATS, _SIGNS, _DENOMINATORS, _PLURAL_DENOMINATORS, _OH),
    *(("point",), ("and",), ("a",), _ARTICLES, ("half",), ("hundreds",), ("no",), _BEFORE_NO_AMOUNT),
)
_WORDS = frozenset(chain.from_iterable(_ROLES))
_GROUPED = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*|\d+(?:\.\d+)?(?!\w)|\w+")
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")
# A text without any of these holds no number to write.
_SIGNAL_WORDS = _NUMERIC.union(_ORDINAL_MULTIPLIERS, _REPEATS, _SIGNS)
_ENDS = ".,?!;:\"'()"
_SIGNALS = re.compile(rf"\b(?:{'|'.join(sorted(_SIGNAL_WORDS))})\b|\d,\d", re.IGNORECASE)


class _Found(NamedTuple):
    """A number that was read: its text, and the place behind its last word."""

    text: str
    end: int


def in_digits() -> tuple[Step, ...]:
    """The step of the normaliser numbers-en."""
    return (Operation("numbers", "spoken_numbers", (_number_words(), spelled), "numbers-en 1"),)


def _number_words() -> tuple[NumberWord, ...]:
    """All words that matter to numbers; their kinds have a bit for each role."""
    values = dict(chain.from_iterable(role.items() for role in _ROLES if isinstance(role, dict)))
    kinds = {word: sum(1 << place for place, role in enumerate(_ROLES) if word in role) for word in sorted(_WORDS)}
    return tuple((word, kind, values.get(word, 0), "") for word, kind in kinds.items())


def spelled(text: str) -> str:
    """The text with its numbers in digits.

    >>> spelled("Thirty-six at five o'clock in nineteen eighty four, minus five, two hundred and one")
    "36 at 5 o'clock in 1984, -5, 201"
    >>> spelled("triple zero, one oh one, three point one four, two thirds, no one")
    '000, 101, 3.14, 2/3, no one'
    """
    if not _SIGNALS.search(text):
        return text
    # Words that matter to each other stand side by side: each such stretch is a text of its own.
    stretches = ((matters, " ".join(parts)) for matters, parts in groupby(text.split(" "), _matters))
    return " ".join(_read(words) if matters and _SIGNALS.search(words) else words for matters, words in stretches)


def having_numbers(texts: Sequence[str]) -> list[bool]:
    """Whether each text has a sign of a number; one without any stays as it is.

    >>> having_numbers(["Thirty-six", "o'clock", "1,000"])
    [True, False, True]
    """
    # Most texts are single words, perhaps with marks at their ends: a set knows those.
    words = list(map(str.strip, texts, repeat(_ENDS)))
    plain = map(and_, map(str.isascii, words), map(str.isalnum, words))
    known = map(_SIGNAL_WORDS.__contains__, map(str.lower, words))
    return [
        is_known if is_plain else _SIGNALS.search(text) is not None
        for text, is_plain, is_known in zip(texts, plain, known, strict=True)
    ]


def _matters(part: str) -> bool:
    """Whether a part of a text between two blanks can matter to the parts beside it."""
    words = [word.lower() for word in _WORD.findall(part)]
    has_digits = any(map(str.isdecimal, part))
    return not part or has_digits or not _WORDS.isdisjoint(words) or _SIGNALS.search(part) is not None


def _read(text: str) -> str:
    """A stretch of words with its numbers in digits; it is read again until no number is left to write."""
    while True:
        before = text
        text = _once(_GROUPED.sub(lambda match: match[0].replace(",", ""), text))
        if text == before:
            return text


def _once(text: str) -> str:
    matches = list(_WORD.finditer(text))
    words = _Words(tuple(match[0].lower() for match in matches), tuple(_joints(text, matches)))
    pieces: list[str] = []
    done = place = 0
    while place < len(matches):
        number = words.number(place)
        if number is None:
            place += 1
            continue
        pieces += (text[done : matches[place].start()], number.text)
        done = matches[number.end - 1].end()
        place = number.end
    return "".join(pieces) + text[done:]


def _joints(text: str, matches: Sequence[re.Match[str]]) -> Iterator[str]:
    """The joint of each word to the one before it: a blank for white space, a hyphen, a bar for anything else."""
    end = 0
    for match in matches:
        between = text[end : match.start()]
        yield "-" if between == "-" and end else " " if between.isspace() and end else "|"
        end = match.end()


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a text in lower case, and what joins each to the one before it."""

    words: tuple[str, ...]
    joints: tuple[str, ...]

    def at(self, place: int, first: int = 0, joints: str = " -") -> str:
        """The word at a place; none if it does not continue the words from the first one on."""
        if first <= place < len(self.words) and (place == first or self.joints[place] in joints):
            return self.words[place]
        return ""

    def number(self, place: int) -> _Found | None:
        """The number that begins at this place, if there is one."""
        word = self.words[place]
        value = _SMALL.get(word)
        if value is not None:
            if word == "one" and self._before(place) == "no":
                return None
            found = self._digit_run(place) if value < 10 else self._year(place, value)
            return found or self._fraction(place) or self._amount(place)
        if word in _SIGNS:
            before = self._before(place)
            return None if _is_number(before) or before in _NUMERIC else self._negative(place + 1)
        if word in _ARTICLES:
            return None if self._before(place) in _BEFORE_NO_AMOUNT else self._amount(place)
        if word in _REPEATS:
            return self._digit_run(place)
        return self._amount(place) if _is_number(word) else self._lone(place)

    def _before(self, place: int) -> str:
        """The word before a place; none if something other than a blank or a hyphen stands between."""
        return self.words[place - 1] if place and self.joints[place] != "|" else ""

    def _negative(self, place: int) -> _Found | None:
        """The number behind a sign."""
        word = self.at(place, place - 1, " ")
        if not word or word in _SIGNS:
            return None
        number = self.number(place) or (_Found(word, place + 1) if _is_number(word) else None)
        return number and _Found(f"-{number.text}", number.end)

    def _digit_run(self, place: int) -> _Found | None:
        """Single digits one after another, as in a number of a telephone."""
        first, digits, count = place, "", 0
        while word := self.at(place, first, " "):
            following = self.at(place + 1, first, " ")
            if word in _REPEATS and (_is_digit(following) or following in _OH):
                digits += str(_SMALL.get(following, 0)) * _REPEATS[word]
                place += 2
                count += 2
                continue
            if not (_is_digit(word) or (digits and word in _OH and (_is_digit(following) or count > 1))):
                break
            digits += str(_SMALL.get(word, 0))
            place += 1
            count += 1
        # The last digit may begin a larger number: "one two hundred".
        following = self.at(place, first)
        if count and _is_digit(self.words[place - 1]) and (following in _MULTIPLIERS or following == "point"):
            return None if count <= 2 else _Found(digits[:-1], place - 1)
        return _Found(digits, place) if count > 1 else None

    def _below_hundred(self, place: int, first: int) -> _Found | None:
        """A number below 100."""
        value = _SMALL.get(self.at(place, first))
        if value is None:
            return None
        unit = _SMALL.get(self.at(place + 1, first), 0) if value >= 20 else 0
        return _Found(str(value + unit), place + 2) if 0 < unit < 10 else _Found(str(value), place + 1)

    def _year(self, place: int, century: int) -> _Found | None:
        """Two numbers of two digits that are one: nineteen eighty four, twenty ten, nineteen oh five, ten sixty six."""
        if not 10 <= century <= 20:
            return None
        second = self.at(place + 1, place)
        if second in _DECADES and century > 12:
            return _Found(f"{century}{_DECADES[second]}s", place + 2)
        if second == "hundreds" and century > 12:
            return _Found(f"{century}00s", place + 2)
        digit = self.at(place + 2, place)
        if second in _OH and _is_digit(digit) and century > 12:
            return _Found(f"{century}0{_SMALL[digit]}", place + 3)
        rest = self._below_hundred(place + 1, place)
        if rest is None or not (60 if century <= 12 else 10) <= int(rest.text):
            return None
        return None if self.at(rest.end, place) in _MULTIPLIERS else _Found(f"{century}{rest.text}", rest.end)

    def _fraction(self, place: int) -> _Found | None:
        """A fraction such as two thirds."""
        above = self._below_hundred(place, place)
        if above is None or above.text == "0":
            return None
        below = self.at(above.end, place)
        denominators = _DENOMINATORS if above.text == "1" else _PLURAL_DENOMINATORS
        return _Found(f"{above.text}/{denominators[below]}", above.end + 1) if below in denominators else None

    def _amount(self, place: int) -> _Found | None:
        """A cardinal or ordinal number with hundreds, thousands and so on, and decimals."""
        head = self._head(place)
        if head is None:
            return None
        total, group, place, first = Decimal(0), Decimal(head.text), head.end, place
        written = head.end == first + 1 and self.words[first][0].isdecimal()
        limit = None
        while True:
            word = self.at(place, first)
            if word in _MULTIPLIERS and self._fits(_MULTIPLIERS[word], group, limit):
                group, limit, total = self._multiplied(_MULTIPLIERS[word], group, limit, total)
                place += 1
                written = False
                continue
            if word in _ORDINAL_MULTIPLIERS and not written and self._fits(_ORDINAL_MULTIPLIERS[word], group, limit):
                group, _, total = self._multiplied(_ORDINAL_MULTIPLIERS[word], group, limit, total)
                return _Found(_ordinal(int(total + group)), place + 1)
            rest = None if written else self._rest(place, first, group, total)
            if rest is None:
                break
            group += Decimal(rest.text.rstrip("stndrh"))
            place = rest.end
            if rest.text[-1].isalpha():
                return _Found(_ordinal(int(total + group)), place)
        if written:
            return None
        return self._with_decimals(total + group, place, first)

    def _head(self, place: int) -> _Found | None:
        """The first number of an amount: below 100, in digits, or "a" before hundred, thousand and so on."""
        word = self.words[place]
        following = self.at(place + 1, place)
        if word in _ARTICLES and following in _MULTIPLIERS:
            return _Found("1", place + 1)
        if _is_number(word):
            if following not in _MULTIPLIERS and following != "and":
                return None
            half = self._half(place + 1, place)
            joined = self.joints[place] != "-" and self.at(place + 1, place, " ")
            if half and len(word) < 16 and "." not in word:
                return _Found(f"{word}.5", half) if self.at(half, place) in _MULTIPLIERS else None
            return _Found(word, place + 1) if joined in _MULTIPLIERS and len(word) < 16 else None
        head = self._below_hundred(place, place)
        if head is None:
            return None
        half = self._half(head.end, place)
        if half and self.at(half, place) in _MULTIPLIERS:
            return _Found(f"{head.text}.5", half)
        decimals = self._decimals(head.end + 1, place) if self.at(head.end, place) == "point" else None
        if decimals and self.at(decimals.end, place) in _MULTIPLIERS:
            return _Found(f"{head.text}.{decimals.text}", decimals.end)
        return head

    def _half(self, place: int, first: int) -> int:
        """The place behind "and a half", or 0."""
        wanted = ("and", "a", "half")
        return place + 3 if all(self.at(place + k, first, " ") == word for k, word in enumerate(wanted)) else 0

    @staticmethod
    def _fits(multiplier: int, group: Decimal, limit: int | None) -> bool:
        if multiplier == 100:
            return 0 < group < 100
        return group > 0 and (limit is None or multiplier < limit)

    @staticmethod
    def _multiplied(
        multiplier: int, group: Decimal, limit: int | None, total: Decimal
    ) -> tuple[Decimal, int | None, Decimal]:
        if multiplier == 100:
            return group * multiplier, limit, total
        return Decimal(0), multiplier, total + group * multiplier

    def _rest(self, place: int, first: int, group: Decimal, total: Decimal) -> _Found | None:
        """The number below 100 that continues one in hundreds or thousands, or an ordinal that ends one."""
        joined = self.at(place, first) == "and"
        if joined:
            place += 1
        if not (group or total) or group % 100:
            unit = _ORDINALS.get(self.at(place, first), 0)
            tens = int(group) % 100
            if not joined and group == int(group) and tens >= 20 and tens % 10 == 0 and 0 < unit < 10:
                return _Found(f"{unit}th", place + 1)
            return None
        ordinal = _ORDINALS.get(self.at(place, first), 0)
        if ordinal:
            return _Found(f"{ordinal}th", place + 1)
        rest = self._below_hundred(place, first)
        if rest is None or rest.text == "0":
            return None
        following = self.at(rest.end, first)
        if following == "hundred" and (group or joined):
            return None
        if following in _MULTIPLIERS and joined and not group:
            return None
        return rest

    def _with_decimals(self, value: Decimal, place: int, first: int) -> _Found:
        whole = value == int(value)
        text = str(int(value)) if whole else f"{value:f}".rstrip("0")
        if whole and (half := self._half(place, first)):
            return _Found(f"{text}.5", half)
        if whole and self.at(place, first) == "point" and (decimals := self._decimals(place + 1, first)):
            return _Found(f"{text}.{decimals.text}", decimals.end)
        return _Found(text, place)

    def _decimals(self, place: int, first: int) -> _Found | None:
        """Digits behind "point": single digits, or one number below 100."""
        digits, begin = "", place
        while (word := self.at(place, first, " ")) and (_is_digit(word) or word in _OH):
            digits += str(_SMALL.get(word, 0))
            place += 1
        if digits:
            return _Found(digits, place)
        return self._below_hundred(begin, first)

    def _lone(self, place: int) -> _Found | None:
        """An ordinal or a decade by itself; "second" is more often a time."""
        word = self.words[place]
        if word in _DECADES:
            return _Found(f"{_DECADES[word]}s", place + 1)
        if word in _ORDINALS and word != "second":
            return _Found(_ordinal(_ORDINALS[word]), place + 1)
        return None


def _is_digit(word: str) -> bool:
    return _SMALL.get(word, 10) < 10


def _is_number(word: str) -> bool:
    return _NUMBER.fullmatch(word) is not None


def _ordinal(number: int) -> str:
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
