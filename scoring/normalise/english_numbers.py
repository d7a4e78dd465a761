"""Spelled-out English numbers as digits, by the rules of Whisper's normaliser, quirks included.

A number is put together from left to right. It is an integer as long as its words add up ("twenty one"), and digits as
text from then on ("one oh one"). Whatever does not continue it writes it out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

from .tables import rows_of

# Kinds of words; the native core numbers them in this order.
ZERO, ONE, ONE_SUFFIXED, TEN, TEN_SUFFIXED, MULTIPLIER, MULTIPLIER_SUFFIXED = range(7)
SIGN, CURRENCY, PER, PERCENT, AND, REPEAT, POINT = range(7, 14)

NumberWord: TypeAlias = "tuple[str, int, int, str]"
"""A word, its kind, its value, and its suffix or symbol."""

_KINDS = {
    "zero": (ZERO,),
    "one": (ONE, ONE_SUFFIXED),
    "ten": (TEN, TEN_SUFFIXED),
    "multiplier": (MULTIPLIER, MULTIPLIER_SUFFIXED),
    "sign": (SIGN,) * 2,
    "currency": (CURRENCY,) * 2,
    "per": (PER,) * 2,
    "percent": (PERCENT,) * 2,
    "and": (AND,),
    "repeat": (REPEAT,),
    "point": (POINT,),
}
_NUMBER = re.compile(r"\d+(\.\d+)?\Z")
_PREFIXES = "-+£€$¢"


def number_words() -> tuple[NumberWord, ...]:
    """Words of numbers."""
    return tuple(
        (word, _KINDS[kind][bool(suffix)], int(value), suffix) for word, kind, value, suffix in rows_of("en", "numbers")
    )


class _Writer:
    """Words of the output, and the number that is being put together with the sign or currency before it."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.value: int | str | None = None
        self.prefix = ""

    def word(self, word: str) -> None:
        """Writes a word, with the sign that waits for one, and forgets the number."""
        self.words.append(self.prefix + word)
        self.value = None
        self.prefix = ""

    def flush(self) -> None:
        """Writes the number, if there is one."""
        if self.value is not None:
            self.word(str(self.value))

    def plain(self, word: str) -> None:
        """Writes the number, then a word."""
        self.flush()
        self.word(word)

    def attach(self, part: int, after_one: bool, after_ten: bool) -> None:
        """Adds units below 20, or tens: to a round number, else behind the digits."""
        value = self.value
        if value is None:
            self.value = part
        elif isinstance(value, str) or after_one:
            text = str(value)
            self.value = (text[:-1] if after_ten and part < 10 else text) + str(part)
        elif value % (10 if part < 10 else 100) == 0:
            self.value = value + part
        else:
            self.value = f"{value}{part}"

    def multiply(self, multiplier: int) -> None:
        """Multiplies the last three digits of an integer, or a decimal number whose product is an integer."""
        value = self.value
        if value is None:
            self.value = multiplier
        elif isinstance(value, int):
            self.value = value // 1000 * 1000 + value % 1000 * multiplier
        else:
            product = _product(value, multiplier)
            if product is None:
                self.flush()
            self.value = multiplier if product is None else product


def _product(digits: str, multiplier: int) -> int | None:
    """The product if the text is a number and the product an integer."""
    whole, _, decimals = digits.partition(".")
    if not (whole + decimals).isdecimal():
        return None
    scale = 10 ** len(decimals)
    try:
        product, rest = divmod((int(whole or 0) * scale + int(decimals or 0)) * multiplier, scale)
    except ValueError:  # more digits than Python reads
        return None
    return None if rest else product


class Numbers:
    """The words of a language's numbers, and what they do to a text.

    >>> Numbers([("two", ONE, 2, ""), ("twenty", TEN, 20, "")]).spell("twenty two cats")
    '22 cats'
    """

    def __init__(self, words: Iterable[NumberWord]) -> None:
        self._words = {word: (kind, value, suffix) for word, kind, value, suffix in words}

    def spell(self, text: str) -> str:
        """The words of the text, one blank between them, with numbers in digits."""
        words = _separated(self._with_halves(text)).split()
        return _with_cents(" ".join(self._spelled(words)))

    def _kind(self, word: str | None) -> int | None:
        return None if word is None or word not in self._words else self._words[word][0]

    def _with_halves(self, text: str) -> str:
        """The text with "point five" for "and a half" after a number; at the begin of the text "and a half" is lost."""
        *segments, last = re.split(r"\band\s+a\s+half\b", text)
        pieces: list[str] = []
        for segment in segments:
            if segment.strip():
                counts = self._kind(segment.split()[-1]) in (ZERO, ONE, TEN, MULTIPLIER)
                pieces += (segment, "point five" if counts else "and a half")
        if last.strip():
            pieces.append(last)
        return " ".join(pieces)

    def _spelled(self, words: list[str]) -> list[str]:
        writer = _Writer()
        used = False
        for last, word, following in zip([None, *words], words, [*words[1:], None], strict=False):
            used = not used and self._add(writer, last, word, following)
        writer.flush()
        return writer.words

    def _add(self, writer: _Writer, last: str | None, word: str, following: str | None) -> bool:
        """Adds a word; true if it used up the next one."""
        prefixed = word[0] in _PREFIXES
        if _NUMBER.match(word[prefixed:]):
            _add_digits(writer, word, prefixed)
            return False
        if word not in self._words:
            writer.plain(word)
            return False
        kind, value, suffix = self._words[word]
        if kind == ZERO:
            writer.value = str(writer.value or "") + "0"
        elif kind in (ONE, ONE_SUFFIXED, TEN, TEN_SUFFIXED):
            units = kind in (ONE, ONE_SUFFIXED)
            writer.attach(value, units and self._kind(last) == ONE, units and self._kind(last) == TEN)
        elif kind in (MULTIPLIER, MULTIPLIER_SUFFIXED):
            writer.multiply(value)
        elif kind == SIGN:
            writer.flush()
            if self._continues(following):
                writer.prefix = suffix
            else:
                writer.word(word)
        elif kind == CURRENCY:
            if writer.value is None:
                writer.word(word)
            else:
                writer.prefix = suffix
                writer.flush()
        elif kind in (PER, PERCENT):
            return _add_percent(writer, word, kind, suffix, following)
        else:
            return self._add_special(writer, last, word, following)
        if kind in (ONE_SUFFIXED, TEN_SUFFIXED, MULTIPLIER_SUFFIXED):
            writer.word(f"{writer.value}{suffix}")
        return False

    def _continues(self, following: str | None) -> bool:
        """Whether a word can be part of a number."""
        return following is not None and (following in self._words or _NUMBER.match(following) is not None)

    def _add_special(self, writer: _Writer, last: str | None, word: str, following: str | None) -> bool:
        kind, times, _ = self._words[word]
        digit = self._kind(following) in (ZERO, ONE)
        if not self._continues(following) or (kind == REPEAT and not digit):
            writer.plain(word)
        elif kind == AND:
            if self._kind(last) != MULTIPLIER:
                writer.plain(word)
        elif kind == REPEAT and following is not None:
            writer.value = str(writer.value or "") + str(self._words[following][1]) * times
            return True
        elif digit or self._kind(following) in (TEN, None):
            writer.value = str(writer.value or "") + "."
        return False


def _add_digits(writer: _Writer, word: str, prefixed: bool) -> None:
    if isinstance(writer.value, str) and writer.value.endswith("."):
        writer.value += word
        return
    writer.flush()
    if prefixed:
        writer.prefix = word[0]
    product = _product(word[prefixed:], 1)
    writer.value = word[prefixed:] if product is None else product


def _add_percent(writer: _Writer, word: str, kind: int, symbol: str, following: str | None) -> bool:
    """Adds "percent", or "per" before "cent"."""
    if writer.value is None or (kind == PER and following != "cent"):
        writer.plain(word)
        return False
    writer.word(f"{writer.value}{symbol}")
    return kind == PER


def _separated(text: str) -> str:
    """The text with blanks between letters and digits, but not before an ending as in 1st or 60s."""
    text = re.sub(r"([a-z])([0-9])", r"\1 \2", text)
    text = re.sub(r"([0-9])([a-z])", r"\1 \2", text)
    return re.sub(r"([0-9])\s+(st|nd|rd|th|s)\b", r"\1\2", text)


def _with_cents(text: str) -> str:
    """The text with cents added to their currency, cents alone as cents, and "one" for 1."""
    text = re.sub(
        r"([€£$])([0-9]+) (?:and )?¢([0-9]{1,2})\b",
        lambda match: f"{match[1]}{match[2]}.{int(match[3]):02d}",
        text,
    )
    text = re.sub(r"[€£$]0.([0-9]{1,2})\b", lambda match: f"¢{int(match[1])}", text)
    return re.sub(r"\b1(s?)\b", r"one\1", text)
