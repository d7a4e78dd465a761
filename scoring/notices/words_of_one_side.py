"""Attempts that are found in the texts: words, first words and letters that only one side has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from itertools import takewhile

from ...formats.errors import short
from .cause import Attempt
from .sample import SIDES, Sample

# Words of one side that are dropped together; each is in so many and this part of its texts, or begins as marks do.
_MOST_WORDS = 8
_TEXTS = 5
_PART = 8
_SIGNS = frozenset("<[({%#&|/\\~+=^$")
_FEW = 3
_BRACKETS = ("<>", "[]", "()", "{}")
_MOST_LETTERS = 40
_EXAMPLE = 30


def dropped(sample: Sample) -> Iterator[Attempt]:
    """Attempts without the words that one side has much more often than the other: the first, then several."""
    for place, side in enumerate(SIDES):
        counts, other = sample.words[place], sample.words[1 - place]
        # Equally frequent ones by their letters, so that the order of texts moves nothing.
        often = sorted(counts.most_common(8 * _MOST_WORDS), key=lambda item: (-item[1], item[0]))
        surplus = [word for word, number in often if number >= _FEW and number > 4 * other[word]]
        if not surplus:
            continue
        least = max(_TEXTS, len(sample.refs) / _PART)
        surplus = [word for word in surplus if word[0] in _SIGNS or counts[word] >= least]
        if not surplus:
            continue
        texts = [text.casefold().split() for text in sample.sides[place]]
        many = Counter(word for text in texts for word in {*text})
        surplus = [word for word in surplus if word[0] in _SIGNS or many[word] >= least]
        words = [word for word in surplus if _is_droppable(word, texts)][:_MOST_WORDS]
        if not words:
            continue
        written = {word.casefold(): word for word in sorted({*" ".join(sample.sides[place]).split()})}
        for number in sorted({1, 2, 4, len(words)} & {*range(1, len(words) + 1)}):
            most = sample.share([sum(map(text.count, words[:number])) for text in texts])
            shown = [written.get(word, word) for word in words[:number]]
            listed = ", ".join(short(repr(word), _EXAMPLE) for word in shown)
            yield Attempt(f"without {listed} in the {side}", normalise=f"drop:{' '.join(shown)}", most=most)


def _is_droppable(word: str, texts: Sequence[Sequence[str]]) -> bool:
    """Whether a word is in all its texts alike, or looks like a mark; a loop of a recogniser is in few of them.

    Pieces of words and escapes are left to other causes.
    """
    from ..normalise.repairs import joined, unescaped

    numbers = [text.count(word) for text in texts] if word[0] not in _SIGNS else ()
    if numbers and 2 * max(numbers) > sum(numbers):
        return False
    return "*" not in word and joined(word) == word == unescaped(word) and not word.startswith("##")


def bracketed(sample: Sample) -> Iterator[Attempt]:
    """Attempts without what stands in brackets of one kind."""
    for pair in _BRACKETS:
        if pair[0] in sample.odd_letters and pair[1] in sample.odd_letters:
            yield Attempt(f"without what stands in {pair}{{where}}", normalise=f"drop:{pair[0]}*{pair[1]}")


def first_words(sample: Sample) -> Iterator[Attempt]:
    """The attempt without the first words of one side, which the other side does not have: ids, names, times."""
    for place, side in enumerate(SIDES):
        texts = [text.split(None, 1) for text in sample.sides[place]]
        heads = [words[0] for words in texts if words]
        other = sample.words[1 - place]
        if len(heads) < 2 * _FEW or 10 * sum(head.casefold() in other for head in heads) > len(heads):
            continue
        condition = f"without the first words of the {side}, such as {short(repr(heads[0]), _EXAMPLE)}"
        same = takewhile(lambda letters: len({*letters}) == 1, zip(*heads, strict=False))
        letters = "".join(letter for letter, *_ in same).rstrip("0123456789")
        if len(letters) > 1 and "*" not in letters:
            yield Attempt(condition, normalise=f"drop:{letters}*")
            continue
        sides = list(sample.sides)
        sides[place] = [words[1] if len(words) > 1 else "" for words in texts]
        yield Attempt(condition, texts=(sides[0], sides[1]), advice=f"remove them from the {side} before scoring")


def replaced_letters(sample: Sample) -> Iterator[Attempt]:
    """The attempt with letters of one side in place of letters that only the other has, as equal places show them."""
    if all(map(str.isascii, sample.odd_letters)) and _folded(sample.letters[0]) == _folded(sample.letters[1]):
        return
    refs, hyps = (Counter("".join(side).casefold()) for side in sample.sides)
    alone = [
        {
            letter
            for letter, number in letters_of_side.items()
            if number >= _FEW and number > 10 * other[letter] and letter.isalpha()
        }
        for letters_of_side, other in ((refs, hyps), (hyps, refs))
    ]
    if not any(alone):
        return
    for place, letters in enumerate(alone):
        pairs = _counterparts(sample.sides[place], sample.sides[1 - place], letters)
        if pairs and "=" not in "".join(pairs):
            shown = " ".join(f"{old}={new}" for old, new in pairs.items())
            condition = f"with {short(', '.join(f'{new} for {old}' for old, new in pairs.items()), 60)}{{where}}"
            yield Attempt(condition, normalise=f"replace:{shown}")


def _folded(letters: Set[str]) -> set[str]:
    return {letter.casefold() for letter in letters if letter.isalpha()}


def _counterparts(texts_of_side: Sequence[str], other: Sequence[str], letters: set[str]) -> dict[str, str]:
    """The letters that stand most often where one side has letters of its own, in several words that are else alike."""
    seen: dict[str, Counter[str]] = {letter: Counter() for letter in sorted(letters)}
    for word, match in {pair for texts in zip(texts_of_side, other, strict=True) for pair in _beside(*texts)}:
        for old, new in zip(word, match, strict=True):
            # Other letters of English are other words.
            if old != new and old in seen and not (old.isascii() and new.isascii()):
                seen[old][new] += 1
    pairs: dict[str, str] = {}
    for old, counter in seen.items():
        for new, number in sorted(counter.items(), key=lambda item: (-item[1], item[0]))[:1]:
            if number >= _FEW and 3 * number > 2 * sum(counter.values()):
                pairs[old] = new
                if old.upper() != old and len(old.upper()) == len(new.upper()) == 1:
                    pairs[old.upper()] = new.upper()
    return pairs if len(pairs) <= 2 * _MOST_LETTERS else {}


def _beside(text: str, other: str) -> Iterator[tuple[str, str]]:
    """Different words of equal length at equal places, where both texts have as many words."""
    words, others = text.casefold().split(), other.casefold().split()
    if len(words) == len(others):
        yield from (
            pair for pair in zip(words, others, strict=True) if pair[0] != pair[1] and len({*map(len, pair)}) == 1
        )
