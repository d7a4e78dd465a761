"""Attempts with letters of one side in place of those of the other: lost by an encoding, or of another writing."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import starmap

from ...formats.errors import argument, short
from ...formats.values import replace
from .cause import Attempt, quoted
from .notice import SIDES
from .sample import Sample

_LOST = re.compile("[?\ufffd]+")
_BEYOND = re.compile("[?\x80-\U0010ffff]+")
_FEW = 3
_MOST_LETTERS = 40
# Letters that writers of one language take for one: Arabic, Persian and Urdu, Russian, Danish, Azeri, Ukrainian.
_ONE_LETTER = tuple(map(frozenset, ("اأإآٱ", "هةہە", "يیىئ", "كکڪ", "وؤ", "её", "øö", "æä", "əä", "гґ")))


def lost_letters(sample: Sample) -> Iterator[Attempt]:
    """The fact that letters beyond ASCII are lost on one side, and the attempt with the words of the other side."""
    if sample.odd_letters.isdisjoint("?\ufffd"):
        return
    for place, side in enumerate(SIDES):
        restored: dict[str, str] = {}
        found_words = others = 0
        texts = []
        for text, other in zip(sample.sides[place], sample.sides[1 - place], strict=True):
            words = text.split()
            if not _LOST.search(text):
                texts.append(text)
                continue
            found = _restored(words, other.split())
            number = sum(word in found for word in words)
            found_words += number
            others += sum(bool(_LOST.search(word)) for word in words) - number
            restored |= found
            texts.append(" ".join([found.get(word, word) for word in words]))
        # A letter that the side has elsewhere is lost by no encoding: models write half a character now and then.
        there = set("".join(sample.sides[place]).casefold())
        restored = {word: whole for word, whole in restored.items() if not there.issuperset(whole.casefold())}
        # Question marks at the ends of words are punctuation, except where most stand for letters.
        if len(restored) < _FEW or others > found_words or not _are_inside(restored):
            continue
        lost, whole = next(iter(restored.items()))
        condition = f"letters beyond ASCII are lost in the {side}, such as in {lost!r} for {whole!r}"
        advice = f"write the {side} again, as UTF-8"
        yield Attempt(condition, fact=True, advice=advice)
        yield Attempt(f"{condition}; with them", texts=sample.with_side(place, texts), advice=advice)


def _restored(words: Sequence[str], others: Sequence[str]) -> dict[str, str]:
    """The words of the other side by words that have lost letters of them."""
    whole = {
        _BEYOND.sub("?", word.lower()): word
        for word in others
        if not word.isascii() and all(letter.isascii() or letter.isalpha() for letter in word)
    }
    there = {word.casefold() for word in others}
    found: dict[str, str] = {}
    for word in words:
        other = whole.get(_BEYOND.sub("?", word.lower()), "")  # casefold makes ASCII of ß
        # Each sign stands for a letter, or for a byte of one; a word next to a question mark is not lost.
        if _LOST.search(word) and 0 < len(other) <= len(word) and word.strip("?").casefold() not in there:
            found[word] = other
    return found


def _are_inside(words: dict[str, str]) -> bool:
    """Whether a sign is not the last letter of some word, or is no punctuation at all."""
    return any("\ufffd" in word or "?" in word.rstrip("?") for word in words)


def one_letter(sample: Sample) -> Iterator[Attempt]:
    """The attempts with one writing of letters that are one to writers of a language, or of two scripts."""
    yield from (attempt for pairs, attempt in _replaced(sample) if all(starmap(_is_one_letter, pairs.items())))


def replaced_letters(sample: Sample) -> Iterator[Attempt]:
    """The attempts with one writing of letters that may be one."""
    question = "is it one letter in two writings ({fix}), or does the recogniser confuse two letters?"
    for pairs, attempt in _replaced(sample):
        if not all(starmap(_is_one_letter, pairs.items())):
            rule = attempt.normalise
            fix = argument("=".join(("normalise", repr(rule))), f"--normalise {quoted(rule)}")
            yield replace(attempt, advice=question.format(fix=fix))


def _replaced(sample: Sample) -> Iterator[tuple[dict[str, str], Attempt]]:
    """Letters that only one side has with those that the other has in their places, and the attempt to replace them."""
    if all(letter.isascii() and not letter.isdigit() for letter in sample.odd_letters):
        return
    refs, hyps = (Counter("".join(side).casefold()) for side in sample.sides)
    alone = [
        {
            letter
            for letter, number in letters_of_side.items()
            if number >= _FEW and number > 10 * other[letter] and letter.isalnum() and not _is_syllable(letter)
        }
        for letters_of_side, other in ((refs, hyps), (hyps, refs))
    ]
    if not any(alone):
        return
    for place, letters in enumerate(alone):
        pairs = _counterparts(sample.sides[place], sample.sides[1 - place], letters)
        if pairs and "=" not in "".join(pairs):
            rule = f"replace:{' '.join(f'{old}={new}' for old, new in pairs.items())}"
            condition = f"with {short(', '.join(f'{new} for {old}' for old, new in pairs.items()), 60)}{{where}}"
            yield pairs, Attempt(condition, normalise=rule)


def _is_one_letter(old: str, new: str) -> bool:
    """Whether two letters are one in two conventions of a language, or are of two scripts, as no recogniser writes."""
    both = {old.casefold(), new.casefold()}
    scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in both}
    return len(scripts) == 2 or any(map(both.issubset, _ONE_LETTER))


def _is_syllable(letter: str) -> bool:
    """Whether a letter is a syllable of Hangul, such as a particle, of which another one is another word."""
    return "\uac00" <= letter <= "\ud7a3"


def _counterparts(texts_of_side: Sequence[str], other: Sequence[str], letters: set[str]) -> dict[str, str]:
    """The letters that stand most often where one side has letters of its own, in several words that are else alike."""
    seen: dict[str, Counter[str]] = {letter: Counter() for letter in sorted(letters)}
    for word, match in {pair for texts in zip(texts_of_side, other, strict=True) for pair in _beside(*texts)}:
        for old, new in zip(word, match, strict=True):
            # Other letters of English are other words, digits are other numbers, and no letter stands for a digit.
            is_other = (old.isascii() and new.isascii() and not old.isdigit()) or new.isdigit()
            if old != new and old in seen and new not in "?\ufffd" and not is_other:
                seen[old][new] += 1
    pairs: dict[str, str] = {}
    for old, counter in seen.items():
        for new, number in counter.most_common(1):
            if (number >= _FEW or _is_one_letter(old, new)) and 3 * number > 2 * sum(counter.values()):
                pairs[old] = new
                if old.upper() not in (old, new.upper()) and len(old.upper()) == len(new.upper()) == 1:
                    pairs[old.upper()] = new.upper()
    return pairs if len(pairs) <= 2 * _MOST_LETTERS else {}


def _beside(text: str, other: str) -> Iterator[tuple[str, str]]:
    """Different words of equal length at equal places, where both texts have as many words."""
    words, others = text.casefold().split(), other.casefold().split()
    if len(words) == len(others):
        yield from (
            pair for pair in zip(words, others, strict=True) if pair[0] != pair[1] and len({*map(len, pair)}) == 1
        )
