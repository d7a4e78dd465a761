"""The table of causes: what users feed a scorer wrongly, one record each, the mildest change first."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from .blanks import other_blanks
from .cause import Attempt, Cause
from .letters import lost_letters, replaced_letters
from .oddities import is_unbroken
from .sample import Sample
from .vanishing import WRITINGS, Kind
from .words_of_models import introductions, thoughts
from .words_of_one_side import (
    bracketed,
    dropped,
    ends_of_words,
    fillers,
    first_words,
    headed,
    last_words,
    punctuated,
    silence,
)
from .wrong_pairs import (
    cut_off,
    elsewhere,
    error_messages,
    one_text,
    other_languages,
    other_scripts,
    reversed_texts,
    twice,
    unrelated,
)

if TYPE_CHECKING:
    from typing import TypeAlias

    Sign: TypeAlias = Callable[[Sample], bool]

# Words of one side have so many times the length of those of the other where its unit is another.
_OTHER_UNIT = 1.8
_SAME_LENGTH = 1.4
# Repeated stretches make a side so much longer, in so many of its texts.
_LONGER = 1.25
_FEW = 3
# Errors of case and punctuation are no accident: a third of all is reported, at any rate.
_THIRD_LESS = 2 / 3 + 1e-9
# Most words of another language are wrong.
_HALF_WRONG = 0.5
_OBJECT = re.compile(r"\s*[A-Z]\w{0,40}\(\w+=")
_CODE = frozenset(["b'", 'b"', "u'", 'u"', "'", '"', "[", "{", "('", '("'])


def _normaliser(name: str, condition: str, sign: Sign) -> Callable[[Sample], Iterator[Attempt]]:
    """The attempt with a normaliser, made where a sign of the cause is seen: most samples have none."""

    def attempts(sample: Sample) -> Iterator[Attempt]:
        if sign(sample):
            yield Attempt(condition, normalise=name)

    return attempts


def _any(test: Callable[[str], object]) -> Sign:
    """The sign that one of the letters passes a test."""
    return lambda sample: any(map(test, sample.odd_letters))


def _has(letters: str) -> Sign:
    """The sign that one of these letters is there."""
    return lambda sample: not sample.odd_letters.isdisjoint(letters)


def _one_sided(test: Callable[[str], object]) -> Sign:
    """The sign that texts of one side have letters that pass a test, and nearly none of the other."""

    def sign(sample: Sample) -> bool:
        letters = frozenset(filter(test, sample.odd_letters))
        if not letters:
            return False
        few, many = sorted(sum(not letters.isdisjoint(text) for text in side) for side in sample.sides)
        return 5 * few < many

    return sign


def _is_marked(letter: str) -> bool:
    return not letter.isascii() and any(
        unicodedata.category(part) == "Mn" for part in unicodedata.normalize("NFD", letter)
    )


def _is_katakana(letter: str) -> bool:
    return "\u30a1" <= letter <= "\u30f6"


def _sign_of(kind: Kind) -> Sign:
    """The sign of a way to write words: one of its letters; of case, letters beyond ASCII that have two cases."""
    if kind.name == "case":
        return lambda sample: (
            not sample.settings.case_sensitive
            and any(letter != letter.casefold() for letter in sample.odd_letters if not letter.isascii())
        )
    return _any(kind.may_change)


def _is_case_kept(sample: Sample) -> bool:
    return sample.settings.case_sensitive and any("".join(side) != "".join(side).casefold() for side in sample.sides)


def _is_code(sample: Sample) -> bool:
    """Whether texts of a side begin as values of Python or JSON do."""
    return any(2 * sum(map(_begins_as_code, side)) > len(side) for side in sample.sides)


def _begins_as_code(text: str) -> bool:
    return text.lstrip()[:2] in _CODE or text[:1] in _CODE or bool(_OBJECT.match(text))


def _has_digits_of_one_side(sample: Sample) -> bool:
    if not any(map(str.isdecimal, sample.odd_letters)):
        return False
    few, many = sorted(sum(any(map(str.isdecimal, text)) for text in side) for side in sample.sides)
    return 5 * few < many


def _has_numerals_of_one_side(sample: Sample) -> bool:
    return _has_digits_of_one_side(sample) and not sample.odd_letters.isdisjoint(_CHINESE_NUMERALS)


def _lost_apostrophes(sample: Sample) -> Iterator[Attempt]:
    """The attempt without apostrophes, where hardly a text of one side has one: dont for don't."""
    few, many = sorted(sum("'" in text for text in side) for side in sample.sides)
    if 5 * few < many:
        yield Attempt("without apostrophes{where}", normalise="replace:'=")


_CHINESE_NUMERALS = "零〇一二两兩三四五六七八九十百千万萬亿億"
_CONTRACTION = re.compile(r"\w+'(?:m|re|ve|ll|d|s)|\w+n't")
_TITLES = frozenset(["mr", "mister", "mrs", "missus", "ms", "dr", "doctor", "st", "saint", "prof", "professor", "jr"])
_SHORT_FORMS = frozenset(["wanna", "gonna", "gotta", "gimme", "lemme", "cannot", "let's", "ok", "okay"])
_AMOUNTS = frozenset("$\u00a3\u20ac\u00a2%")


def _english(sample: Sample) -> Iterator[Attempt]:
    """The attempt with Whisper's rules for English, where one side alone has a contraction, a title or an amount."""
    refs, hyps = ({word.rstrip(".,?!") for word in side} for side in sample.words)
    alone = refs ^ hyps
    if alone.isdisjoint(_TITLES | _SHORT_FORMS) and not any(
        _CONTRACTION.fullmatch(word) or not _AMOUNTS.isdisjoint(word) for word in alone
    ):
        return
    # Imported only now: most samples have no such word.
    from ..normalise.catalogue import is_published

    if not is_published(sample.chain):
        condition = "with contractions, titles and amounts of English in one writing"
        yield Attempt(condition, normalise="whisper-en")


def _is_longer(sample: Sample) -> bool:
    """Whether one side has many more words, and most of its texts repeat some at once; a few short ones may."""
    sizes = [sum(side.values()) for side in sample.words]
    for side, size, other in zip(sample.sides, sizes, sizes[::-1], strict=True):
        if size > _LONGER * other:
            repeating = [row for row, text in enumerate(side) if _repeats(text)]
            if sample.part(repeating) > 0.5 and (len(repeating) >= 2 * _FEW or _is_long(side[repeating[0]])):
                return True
    return False


def _is_long(text: str) -> bool:
    return text.count(" ") > 8 * _FEW


def _repeats(text: str) -> bool:
    """Whether stretches are repeated in all parts of a text, as no loop of a recogniser repeats them."""
    words = text.split()
    half = len(words) // 2
    if half > _FEW and words[:half] == words[half : 2 * half]:
        return True
    from ..normalise.repairs import once

    # Short texts have words twice by accident.
    number, most = (4, 7) if _is_long(text) else (1, 6)
    parts = [words[part * len(words) // number : (part + 1) * len(words) // number] for part in range(number)]
    return all(8 * len(once(" ".join(part)).split()) < most * len(part) for part in parts)


_BRITISH = re.compile(r"our|[iy]s[aei]|[bt]re|gu|ll|ss|ence|[ao]e|grey|tyre|mme|que|cosy|mould|plough|ium|sc")
"""Letters that words of British spelling have."""


def _british(sample: Sample) -> Iterator[Attempt]:
    """The attempt with American spelling, where one side alone has a word of the other; not next to published rules."""
    refs, hyps = sample.words
    alone = refs.keys() ^ hyps.keys()
    if not _BRITISH.search(" ".join(alone)):
        return
    # Imported only now: most samples have no such word.
    from ..normalise.catalogue import is_published
    from ..normalise.tables import rows_of

    if not is_published(sample.chain) and any(row[0] in alone for row in rows_of("en", "spelling")):
        yield Attempt("with American spelling{where}", normalise="spelling-en")


def _by_characters(sample: Sample) -> Iterator[Attempt]:
    """The attempt with characters as the unit, where words of both sides are not of one kind."""
    # Bytes that a reader kept, as surrogates, are no characters.
    if sample.settings.unit == "character" or any("\ud800" <= letter <= "\udfff" for letter in sample.odd_letters):
        return
    words = [sum(side.values()) for side in sample.words]
    unlike = max(words) > _OTHER_UNIT * min(words)
    # Chinese, Japanese, Thai ... without blanks between words.
    if not all(words) or not (unlike or any(map(is_unbroken, sample.odd_letters))):
        return
    letters = [sum(map(len, "".join(side).split())) for side in sample.sides]
    if max(letters) > _SAME_LENGTH * min(letters):
        return
    if unlike or all(size > 4 * number for size, number in zip(letters, words, strict=True)):
        yield Attempt("compared by characters", characters=True)


def _other_blanks(sample: Sample) -> Iterator[Attempt]:
    if not any(_by_characters(sample)):
        yield from other_blanks(sample)


WRITING: tuple[Cause, ...] = (
    *(
        Cause(kind.name, _normaliser(kind.normaliser, kind.condition, _sign_of(kind)), least=1, certain=kind.certain)
        for kind in WRITINGS
    ),
    Cause("kana", _normaliser("hiragana", "with hiragana for katakana", _one_sided(_is_katakana)), least=1),
    Cause(
        "marks",
        _normaliser("no-marks", "without accents and other marks of letters{where}", _one_sided(_is_marked)),
        least=2,  # a recogniser, too, writes one accent too many
    ),
)
"""Causes that are ways to write one word: they fit any two lists of words."""

# A number in words that is one in digits, or a long form that is a short one, is never an error of recognition: one
# shows it, at any rate.
_certain = partial(Cause, least=1, high=0.0, certain=True)

CAUSES: tuple[Cause, ...] = (
    *WRITING,
    Cause("case", _normaliser("casefold", "without differences of case", _is_case_kept), high=0.0, most=_THIRD_LESS),
    Cause("spelling", _british, least=2, most=_THIRD_LESS),
    Cause("underscores", _normaliser("underscores", "with blanks for underscores{where}", _has("_"))),
    # No recogniser writes these signs: one error shows them.
    Cause(
        "cells",
        _normaliser("cells", "with the texts inside brackets and quotes of code (JSON, Python){where}", _is_code),
        least=1,
    ),
    Cause("subwords", _normaliser("subwords", "with pieces of words joined{where}", _has("@#\u2581\u0120")), least=1),
    Cause("lost letters", lost_letters, least=2, high=0.0),
    Cause("thoughts", thoughts, least=1),
    Cause("heads", headed),
    Cause("silence", silence, least=1),
    Cause("fillers", fillers),
    Cause("words of one side", dropped),
    Cause("brackets", bracketed),
    Cause("punctuation", punctuated, high=0.0, most=_THIRD_LESS),
    _certain("numbers", _normaliser("numbers-en", "with numbers in digits{where}", _has_digits_of_one_side)),
    _certain(
        "Chinese numerals",
        _normaliser("numbers-zh", "with Chinese numerals in digits{where}", _has_numerals_of_one_side),
    ),
    _certain("lost apostrophes", _lost_apostrophes, least=2),
    _certain("English", _english),
    Cause("letters of one side", replaced_letters),
    Cause("repeats", _normaliser("repeats", "with repeated stretches of words once{where}", _is_longer)),
    Cause("characters", _by_characters, least=2),
    Cause("blanks", _other_blanks, least=2),
    Cause("first words", first_words),
    Cause("last words", last_words),
    Cause("introductions", introductions),
    Cause("ends of words", ends_of_words),
    Cause("reversed texts", reversed_texts),
    Cause("twice", twice),
    Cause("other pairs", elsewhere),
    Cause("cut off", cut_off),
    Cause("error messages", error_messages, least=1),
    Cause("one text", one_text),
    Cause("other scripts", other_scripts, least=1),
    Cause("other languages", other_languages, high=_HALF_WRONG),  # words of one language may be usual in another
    Cause("unrelated texts", unrelated),
)
"""All causes. A new one is a record here, and a test in tests/words/notices/test_causes.py."""
