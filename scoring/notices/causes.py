"""The table of causes: what users feed a scorer wrongly, one record each, the mildest change first."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from .blanks import other_blanks
from .cause import Attempt, Cause
from .letters import lost_letters, one_letter, replaced_letters
from .oddities import is_unbroken
from .rewritten import rewritten
from .sample import Sample, repeats_at_once
from .vanishing import WRITINGS, Kind
from .words_of_models import added_words, thoughts
from .words_of_one_side import (
    bracketed,
    dropped,
    ends_of_words,
    fillers,
    first_words,
    headed,
    last_words,
    numbered,
    punctuated,
    silence,
    unheard,
    words_of_the_text_before,
)
from .wrong_pairs import (
    alphabetical,
    both_sides,
    cut_off,
    cut_words,
    elsewhere,
    error_messages,
    ids_of_words,
    one_text,
    other_languages,
    other_scripts,
    reversed_texts,
    twice,
    unrelated,
    without_repeats,
)

if TYPE_CHECKING:
    from typing import TypeAlias

    Sign: TypeAlias = Callable[[Sample], bool]

# Words of one side have so many times the length of those of the other where its unit is another.
_OTHER_UNIT = 1.8
_SAME_LENGTH = 1.4
_ANNOTATED = re.compile(r",[sda](?!\S)")
# Repeated stretches make a side so much longer, in so many of its texts.
_LONGER = 1.25
_FEW = 3
# Errors of case and punctuation are no accident: a fifth of all is reported, at any rate.
_FIFTH_LESS = 0.8 + 1e-9
# One compound in two writings is an accident, many are not.
_QUARTER_LESS = 0.75
# Words of fewer errors are no cause.
_TENTH = 0.1
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


# The classes of marks that are vowels, change a consonant, or join two, as in Indian scripts.
_OF_INDIAN_SCRIPTS = (0, 7, 9)


def _is_marked(letter: str) -> bool:
    return not letter.isascii() and any(
        unicodedata.combining(part) not in _OF_INDIAN_SCRIPTS for part in unicodedata.normalize("NFD", letter)
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


def _is_annotated(sample: Sample) -> bool:
    """Whether texts have phones with the annotations of L2-ARCTIC: IH,IY,s."""
    return "," in sample.odd_letters and any(_ANNOTATED.search(text) for side in sample.sides for text in side)


def _begins_as_code(text: str) -> bool:
    return text.lstrip()[:2] in _CODE or text[:1] in _CODE or bool(_OBJECT.match(text))


def _has_digits_of_one_side(sample: Sample) -> bool:
    if not any(map(str.isdecimal, sample.odd_letters)):
        return False
    few, many = sorted(sum(any(map(str.isdecimal, text)) for text in side) for side in sample.sides)
    return 5 * few < many


def _has_numerals_of_one_side(sample: Sample) -> bool:
    return _has_digits_of_one_side(sample) and not sample.odd_letters.isdisjoint(_CHINESE_NUMERALS)


def _lost(sign: str, name: str, sample: Sample) -> Iterator[Attempt]:
    """The attempts without a sign inside words, where hardly a text of one side has one: dont or don t for don't."""
    few, many = sorted(sum(sign in text for text in side) for side in sample.sides)
    if 5 * few < many:
        yield Attempt(f"without {name}{{where}}", normalise=f"replace:{sign}=")
        yield Attempt(f"with blanks for {name}{{where}}", normalise=rf"replace:{sign}=\s")


def _lost_accents(sample: Sample) -> Iterator[Attempt]:
    """The attempt without marks of letters, where one side has hardly one, and the other words that always have one."""
    if not any(map(_is_marked, sample.odd_letters)):
        return
    few, many = sorted([[word for word in words if any(map(_is_marked, word))] for words in sample.words], key=len)
    if len(many) < _FEW or 5 * len(few) > len(many):
        return
    from ..normalise.catalogue import built_in

    words = sample.words[many[0] not in sample.words[0]]
    plain = built_in("no-marks").apply(many)[0]
    if 2 * sum(map(words.__contains__, plain)) < len(many):
        yield Attempt("without accents and other marks of letters{where}", normalise="no-marks")


_DIVIDED = re.compile(r"(?<!\S)(?:'\w*|\w+'|n't|\w+-)(?!\S)")
_DIVISION = re.compile(r"\s+(?='\w|n't(?!\S))|\s+(?='\s+\w)|(?<=\s')\s+|(?<=\w')\s+|(?<=\w)-\s+(?=\w)")


def _divided_words(sample: Sample) -> Iterator[Attempt]:
    """The attempt with whole words where one side alone divides them at apostrophes or hyphens: don ' t, mee- ting."""
    few, many = sorted(sum(bool(_DIVIDED.search(text)) for text in side) for side in sample.sides)
    if 5 * few < many:
        refs, hyps = ([_DIVISION.sub("", text) for text in side] for side in sample.sides)
        advice = "join their parts before scoring"
        yield Attempt("with words such as don't in one piece{where}", texts=(refs, hyps), advice=advice)


_CHINESE_NUMERALS = "零〇一二两兩三四五六七八九十百千万萬亿億"
_CONTRACTION = re.compile(r"\w+'(?:m|re|ve|ll|d|s)|\w+n't")
_TITLES = frozenset(["mr", "mister", "mrs", "missus", "ms", "dr", "doctor", "st", "saint", "prof", "professor", "jr"])
_SHORT_FORMS = frozenset(["wanna", "gonna", "gotta", "gimme", "lemme", "cannot", "let's", "ok", "okay"])
_AMOUNTS = frozenset("$\u00a3\u20ac\u00a2%")


def _english(sample: Sample) -> Iterator[Attempt]:
    """The attempt with Whisper's rules for English, where one side alone has a contraction, a title or an amount."""
    refs, hyps = ({word.rstrip(".,?!") for word in side} for side in sample.words)
    alone = {
        word
        for word in refs ^ hyps
        if word in _TITLES | _SHORT_FORMS or _CONTRACTION.fullmatch(word) or not _AMOUNTS.isdisjoint(word)
    }
    pairs = zip(*sample.texts_in_words, strict=True)
    sizes = [2 * sum(word.rstrip(".,?!") in alone for text in pair for word in text) for pair in pairs]
    # Whisper's rules cut words at marks, such as the vowel signs of Hindi.
    if (
        not alone
        or sample.share(sizes) < _TENTH
        or any(unicodedata.category(each)[0] == "M" for each in sample.odd_letters)
    ):
        return
    # Imported only now: most samples have no such word.
    from ..normalise.catalogue import is_published

    if not is_published(sample.chain):
        condition = "with contractions, titles and amounts of English in one writing"
        yield Attempt(condition, normalise="whisper-en")


def _repeats_words(sample: Sample) -> bool:
    """Whether most texts of one side repeat words at once, which hardly one of the other side does; or whether one side
    has many more words, as most of its texts repeat all of theirs."""
    repeating = [[row for row, words in enumerate(side) if repeats_at_once(words)] for side in sample.texts_in_words]
    for rows, others in (repeating, repeating[::-1]):
        if len(rows) > 2 * _FEW and sample.part(rows) > 0.5 and 5 * len(others) < len(rows):
            return True
    sizes = [sum(side.values()) for side in sample.words]
    for side, size, other in zip(sample.sides, sizes, sizes[::-1], strict=True):
        if size > _LONGER * other:
            rows = [row for row, text in enumerate(side) if _repeats(text)]
            if sample.part(rows) > 0.5 and (len(rows) >= 2 * _FEW or _is_long(side[rows[0]])):
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
_certain = partial(Cause, least=1, certain=True)

CAUSES: tuple[Cause, ...] = (
    *WRITING,
    Cause("case", _normaliser("casefold", "without differences of case", _is_case_kept), fewest=3, most=_FIFTH_LESS),
    _certain("spelling", _british, least=2),
    _certain("underscores", _normaliser("underscores", "with blanks for underscores{where}", _has("_"))),
    # No recogniser writes these signs: one error shows them.
    Cause(
        "cells",
        _normaliser("cells", "with the texts inside brackets and quotes of code (JSON, Python){where}", _is_code),
        least=1,
    ),
    Cause("subwords", _normaliser("subwords", "with pieces of words joined{where}", _has("@#\u2581\u0120")), least=1),
    Cause(
        "annotated phones",
        _normaliser("spoken-phones", "with the phones that were spoken{where}", _is_annotated),
        least=1,
    ),
    Cause("lost letters", lost_letters, least=2),
    Cause("thoughts", thoughts, least=1),
    Cause("heads", headed),
    Cause("silence", silence, least=1),
    _certain("fillers", fillers, least=5),
    _certain("words of one side", dropped, least=5),
    Cause("brackets", bracketed),
    Cause("punctuation", punctuated, fewest=3, most=_FIFTH_LESS),
    _certain("numbers", _normaliser("numbers-en", "with numbers in digits{where}", _has_digits_of_one_side)),
    _certain(
        "Chinese numerals",
        _normaliser("numbers-zh", "with Chinese numerals in digits{where}", _has_numerals_of_one_side),
    ),
    _certain("lost apostrophes", partial(_lost, "'", "apostrophes"), least=2),
    _certain("lost hyphens", partial(_lost, "-", "hyphens"), least=2),
    _certain("English", _english),
    _certain("divided words", _divided_words, least=2),
    _certain("one letter", one_letter, least=2),
    Cause("letters of one side", replaced_letters),
    _certain("marks", _lost_accents, least=5),
    _certain(
        "repeats", _normaliser("repeats", "with repeated stretches of words once{where}", _repeats_words), least=5
    ),
    Cause("characters", _by_characters, least=2),
    Cause("blanks", _other_blanks, least=2, most=_QUARTER_LESS),
    _certain("words of the text before", words_of_the_text_before, least=5),
    Cause("first words", first_words),
    Cause("last words", last_words),
    _certain("added words", added_words, least=5),
    _certain("numbers between words", numbered, least=5),
    _certain("unheard words", unheard, least=5),
    Cause("ends of words", ends_of_words),
    _certain("rewritten words", rewritten, least=5),
    Cause("reversed texts", reversed_texts),
    Cause("alphabetical order", alphabetical),
    _certain("repeated words removed", without_repeats, least=5),
    Cause("ids of words", ids_of_words, sole=True),
    Cause("both sides of texts", both_sides, sole=True),
    Cause("twice", twice),
    Cause("other pairs", elsewhere, most=_QUARTER_LESS),
    Cause("cut off", cut_off),
    _certain("cut words", cut_words, least=5),
    Cause("error messages", error_messages, least=1),
    Cause("one text", one_text),
    Cause("other scripts", other_scripts, least=1),
    Cause("other languages", other_languages),
    Cause("unrelated texts", unrelated),
)
"""All causes. A new one is a record here, and a test in tests/words/notices/test_causes.py."""
