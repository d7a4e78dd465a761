"""Attempts that are found in the texts: words, first words and letters that only one side has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from os.path import commonprefix

from formats.errors import short
from scoring.notices.cause import Attempt
from scoring.notices.sample import SIDES, Sample

# Words of one side that are dropped together, and the part of its texts that has one of them.
_MOST_WORDS = 8
_PART = 10
_FEW = 3
_BRACKETS = ("<>", "[]", "()", "{}")
_MOST_LETTERS = 40
_EXAMPLE = 30


def dropped(sample: Sample) -> Iterator[Attempt]:
    """Attempts without the words that one side has much more often than the other: the first, then several."""
    for place, side in enumerate(SIDES):
        own, other = sample.words[place], sample.words[1 - place]
        least = max(_FEW, len(sample.refs) // _PART)
        often = [word for word, number in own.most_common(4 * _MOST_WORDS) if number >= least]
        surplus = [word for word in often if own[word] > 4 * other[word]]
        words = [word for word in surplus if _is_droppable(word)][:_MOST_WORDS]
        for number in range(1, len(words) + 1):
            first = ", ".join(short(repr(word), _EXAMPLE) for word in words[:number])
            if number in (1, 2, 4, len(words)):
                yield Attempt(f"without {first} in the {side}", normalise=f"drop:{' '.join(words[:number])}")


def _is_droppable(word: str) -> bool:
    return "*" not in word


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
        if len(heads) < _FEW or 10 * sum(head.casefold() in other for head in heads) > len(heads):
            continue
        condition = f"without the first words of the {side}, such as {short(repr(heads[0]), _EXAMPLE)}"
        prefix = commonprefix(heads)
        letters = prefix.rstrip("0123456789")
        if len(letters) > 1 and "*" not in letters:
            yield Attempt(condition, normalise=f"drop:{letters}*")
            continue
        sides = list(sample.sides)
        sides[place] = [words[1] if len(words) > 1 else "" for words in texts]
        yield Attempt(condition, texts=(sides[0], sides[1]), advice=f"remove them from the {side} before scoring")


def replaced_letters(sample: Sample) -> Iterator[Attempt]:
    """The attempt with letters of one side in place of letters that only the other has, as equal places show them."""
    refs, hyps = (Counter("".join(side).casefold()) for side in sample.sides)
    alone = [
        {letter for letter, number in own.items() if number >= _FEW and number > 10 * other[letter] and letter.isalpha()}
        for own, other in ((refs, hyps), (hyps, refs))
    ]
    if not any(alone):
        return
    for place, letters in enumerate(alone):
        pairs = _counterparts(sample.sides[place], sample.sides[1 - place], letters)
        if pairs and "=" not in "".join(pairs):
            shown = " ".join(f"{old}={new}" for old, new in pairs.items())
            condition = f"with {short(', '.join(f'{new} for {old}' for old, new in pairs.items()), 60)}{{where}}"
            yield Attempt(condition, normalise=f"replace:{shown}")


def _counterparts(own: Sequence[str], other: Sequence[str], letters: set[str]) -> dict[str, str]:
    """The letters that stand most often where one side has letters of its own, in words that are else alike."""
    seen: dict[str, Counter[str]] = {letter: Counter() for letter in letters}
    for mine, theirs in zip(own, other, strict=True):
        words, others = mine.split(), theirs.split()
        if len(words) != len(others):
            continue
        for word, match in zip(words, others, strict=True):
            if len(word) == len(match):
                for old, new in zip(word, match, strict=True):
                    if old != new and old.casefold() in seen:
                        seen[old.casefold()][new.casefold()] += 1
    pairs: dict[str, str] = {}
    for old, counter in seen.items():
        if counter:
            new, number = counter.most_common(1)[0]
            if number >= _FEW and 3 * number > 2 * sum(counter.values()):
                pairs[old] = new
                if old.upper() != old and len(old.upper()) == len(new.upper()) == 1:
                    pairs[old.upper()] = new.upper()
    return pairs if len(pairs) <= 2 * _MOST_LETTERS else {}
