"""Attempts that are found in the texts: words, and parts of words, that only one side has."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from ...formats.errors import argument, quantity, short
from ...formats.values import replace
from .cause import Attempt, quoted
from .notice import SIDES
from .sample import Sample
from .silence import labels_of_silence

if TYPE_CHECKING:
    from ..normalise.chain import Chain

# Words of one side that are dropped together; each is in so many and this part of its texts, or begins as marks do.
_MOST_WORDS = 8
_TEXTS = 5
_PART = 8
_SIGNS = frozenset("<[({%#&|/\\~+=^$")
# Words of the text before are so many.
_MOST_OF_CONTEXT = 8
_FEW = 3
_BRACKETS = ("<>", "[]", "()", "{}")
_EXAMPLE = 30
# Letters of words that are pieces or escapes, and those that heads begin or end with.
_OF_PIECES = frozenset("@&%+\u2581\u0120")
_DASHES = frozenset("-\u2013\u2014>\u2022*")
_ENDS_OF_HEADS = frozenset(":.])") | _DASHES
# Those of several languages; where one is a word, both sides have it.
_FILLERS = frozenset(
    ["uh", "um", "uhm", "er", "erm", "hm", "hmm", "mm", "mmm", "mhm", "ah", "eh", "äh", "ähm", "öh", "öhm", "euh"]
)
# What transcribers write for sounds, and programs for no word, without brackets.
_SOUNDS = frozenset(
    ["noise", "laughter", "laugh", "cough", "breath", "music", "applause", "inaudible", "unintelligible", "unk", "eps"]
)
# Before digits these are spoken: $25 and 25 dollars.
_OF_AMOUNTS = frozenset("$%&/~+=^")
_TONES = re.compile("[\u02e5-\u02e9\ua700-\ua721]")
_DECIMAL = re.compile(r"-?\d+[.,]\d+")
# Signs between a word and what programs write behind it.
_BEFORE_ENDS = frozenset("/:|=_#")
# A word that is added so many times, and is one of so many words of its side, is frequent.
_OFTEN, _PART_OF_WORDS = 12, 100
# More errors than a text has.
_ALL_ERRORS = 1_000_000


def dropped(sample: Sample) -> Iterator[Attempt]:
    """Attempts without the words that one side has much more often than the other: the first, then several marks."""
    for place in range(len(SIDES)):
        counts, other = sample.words[place], sample.words[1 - place]
        least = max(_TEXTS, len(sample.refs) / _PART)
        texts = sample.texts_in_words[place]
        heads = Counter(text[0] for text in texts if text)
        surplus = [
            word
            for word, number in counts.items()
            if number >= _FEW
            and number > 4 * other.get(word, 0)
            and (_is_sign(word) or (number >= least and _is_label(word, number, heads)))
        ]
        if not surplus:
            continue
        # Equally frequent ones by their letters, so that the order of texts moves nothing.
        surplus.sort(key=lambda word: (-counts[word], word))
        words = [
            word
            for word in surplus[: 8 * _MOST_WORDS]
            if (_is_sign(word) or sum(word in text for text in texts) >= least) and _is_droppable(word, texts)
        ][:_MOST_WORDS]
        if not words:
            continue
        spelled = sorted([word for word in {*" ".join(sample.sides[place]).split()} if word.casefold() in words])
        written = {word.casefold(): word for word in spelled}
        # Several words of letters may be true errors of texts that say the same again and again.
        marks = [word for word in words if _is_sign(word)]
        for chosen in dict.fromkeys(
            [(words[0],), *(tuple(marks[:number]) for number in (1, 2, 4, len(marks)) if marks)]
        ):
            yield _attempt_without(sample, place, chosen, [written.get(word, word) for word in chosen])


def _is_sign(word: str) -> bool:
    """Whether a word looks like a mark, and not like an amount."""
    return word[0] in _SIGNS and not (word[0] in _OF_AMOUNTS and any(map(str.isdecimal, word)))


def _is_label(word: str, number: int, heads: Mapping[str, int]) -> bool:
    """Whether a word is no spoken one: of sounds, with an underscore, or a number before nearly all its texts."""
    is_head = 10 * heads[word] >= 9 * number and not _may_be_spoken(word)
    return word in _SOUNDS or "_" in word or is_head


def _may_be_spoken(word: str) -> bool:
    """Whether a word has letters alone, as ids and times do not: what stands before all texts may be said in all."""
    return all(letter in "'\u2019-" or unicodedata.category(letter)[0] in "LM" for letter in word)


def _attempt_without(sample: Sample, place: int, words: Sequence[str], shown: Sequence[str]) -> Attempt:
    """The attempt without words of one side, which are `shown` as it spells them."""
    listed = ", ".join(short(repr(word), _EXAMPLE) for word in shown)
    return Attempt(
        f"without {listed} in the {SIDES[place]}",
        normalise=f"drop:{' '.join(shown)}",
        most=sample.share([sum(map(text.count, words)) for text in sample.texts_in_words[place]]),
    )


def fillers(sample: Sample) -> Iterator[Attempt]:
    """The attempt without the fillers that one side alone has: recognisers leave them out, and people write them."""
    for place in range(len(SIDES)):
        counts, other = sample.words[place], sample.words[1 - place]
        words = sorted(
            [word for word in _FILLERS if counts[word] > 4 * other[word]], key=lambda word: (-counts[word], word)
        )
        if sum(map(counts.__getitem__, words)) >= _TEXTS:
            yield _attempt_without(sample, place, words, words)


def unheard(sample: Sample) -> Iterator[Attempt]:
    """The attempt without the frequent words of one side that the other never has, as where stop words were removed."""
    for place, side in enumerate(SIDES):
        counts, other = sample.words[place], sample.words[1 - place]
        least = max(_OFTEN, counts.total() / _PART_OF_WORDS)
        pairs, *lone = sample.tally
        often = lone[1 - place]
        alone = {word for word in counts if often.get(word, 0) >= least and not other[word]}
        texts = Counter(word for text in sample.texts_in_words[place] for word in alone.intersection(text))
        confused = Counter[str]()
        for pair, number in pairs.items():
            confused[pair[place]] += number
        words = sorted(
            [word for word in alone if 2 * often[word] > confused[word] and 3 * texts[word] > often[word]],
            key=lambda word: (-counts[word], word),
        )[:_MOST_WORDS]
        if words and all(map(_may_be_spoken, words)):
            attempt = _attempt_without(sample, place, words, words)
            fix = argument("=".join(("normalise", repr(attempt.normalise))), f"--normalise {quoted(attempt.normalise)}")
            advice = f"does a program remove them from the {SIDES[1 - place]}, or add them to the {side} ({fix})?"
            yield replace(attempt, advice=advice)


def silence(sample: Sample) -> Iterator[Attempt]:
    """The attempt without the labels of silence that one side alone has."""
    for place in range(len(SIDES)):
        if labels := labels_of_silence(sample.words[place], sample.words[1 - place]):
            yield _attempt_without(sample, place, labels, labels)


def _is_droppable(word: str, texts: Sequence[Sequence[str]]) -> bool:
    """Whether a word is in all its texts alike, or looks like a mark; a loop of a recogniser is in few of them.

    Pieces of words and escapes are left to other causes.
    """
    numbers = [text.count(word) for text in texts] if word[0] not in _SIGNS else ()
    if "*" in word or word.startswith("##") or _is_redaction(word) or (numbers and 2 * max(numbers) > sum(numbers)):
        return False
    if _OF_PIECES.isdisjoint(word):
        return True
    from ..normalise.repairs import joined, unescaped

    return joined(word) == word == unescaped(word)


def _is_redaction(text: str) -> bool:
    """Whether a text has a redaction, whose words the other side has: without it, they count as errors all the same."""
    if text.isalpha():
        return False
    # Imported only now: few texts have brackets.
    from ..common.redactions import redaction

    return redaction(text.upper()) is not None


def headed(sample: Sample) -> Iterator[Attempt]:
    """The attempt without heads, where enough errors are in texts that may have one."""
    if not sample.odd_letters.isdisjoint(_ENDS_OF_HEADS):
        pairs = zip(*sample.sides, strict=True)
        most = sample.share([_ALL_ERRORS * any(map(_may_have_head, pair)) for pair in pairs])
        yield Attempt("without what precedes texts{where}", normalise="heads", most=most)


def _may_have_head(text: str) -> bool:
    """Whether a text begins with a dash, with digits and a mark, or has a colon in its first three words."""
    words = text.split(None, 3)[:3]
    return bool(words) and (
        words[0][0] in _DASHES
        or (words[0][-1] in _ENDS_OF_HEADS and any(map(str.isdigit, words[0])))
        or ":" in "".join(words)
    )


def punctuated(sample: Sample) -> Iterator[Attempt]:
    """The attempt without punctuation, where the other side has words of one side without its marks."""
    marks = [letter for letter in sample.odd_letters if unicodedata.category(letter)[0] in "PS"]
    if not marks or (sample.chain and _leaves_none(sample.chain, marks)):
        return
    # `basic` removes the letters of tones, and with them the errors of tones.
    if any(map(_TONES.match, marks)):
        return
    most = 1.0
    # Case is removed, too: where it counts, words without marks change as well.
    if all(map(str.isascii, sample.odd_letters)) and not sample.settings.case_sensitive:
        most = sample.share(_marked_words(sample, "".join(marks)))
    yield Attempt("without punctuation and case{where}", normalise="basic", most=most)


def _leaves_none(chain: Chain, marks: Sequence[str]) -> bool:
    """Whether a chain removes all marks from ends of words: those that it leaves, as in 10:30, it leaves on purpose."""
    ends = [mark for mark in marks if unicodedata.category(mark)[0] == "P"]
    return all(text == "a b" for text in chain.apply([f"a{mark} b" for mark in ends])[0])


def _marked_words(sample: Sample, marks: str) -> list[int]:
    """Of each pair, the number of words that may be right without these marks, or are nothing but marks."""
    blanks, mark = str.maketrans(marks, " " * len(marks)), frozenset(marks)
    numbers = [0] * len(sample.refs)
    for texts, words, other in zip(sample.texts_in_words, sample.words, sample.words[::-1], strict=True):
        sizes: dict[str, int] = {}
        for word in words:
            if mark.isdisjoint(word):
                continue
            pieces = word.translate(blanks).split()
            if not pieces or word.strip(marks) in other or any(map(other.__contains__, pieces)):
                sizes[word] = max(1, len(pieces))
        if sizes:
            numbers = [
                number + sum(map(sizes.get, filter(sizes.__contains__, text)))  # type: ignore[arg-type]
                for number, text in zip(numbers, texts, strict=True)
            ]
    return numbers


def bracketed(sample: Sample) -> Iterator[Attempt]:
    """Attempts without what stands in brackets of one kind."""
    for pair in _BRACKETS:
        if pair[0] in sample.odd_letters and pair[1] in sample.odd_letters:
            if any(_is_redaction(text) for text in sample.refs if pair[0] in text):
                continue
            sizes = [sum(_bracketed_words(text, *pair) for text in texts) for texts in zip(*sample.sides, strict=True)]
            condition = f"without text in {pair}{{where}}"
            yield Attempt(condition, normalise=f"drop:{pair[0]}*{pair[1]}", most=sample.share(sizes))


def _bracketed_words(text: str, opening: str, closing: str) -> int:
    """The largest number of words that stand in brackets, or are joined by them."""
    number = 0
    for part in text.split(opening)[1:]:
        inner, _, rest = part.partition(closing)
        number += len(inner.split()) + 2 * (inner != inner.strip()) + (rest[:1].strip() != "")
    return number


def first_words(sample: Sample) -> Iterator[Attempt]:
    """The attempt without the first words of one side, with which no text of the other begins: ids, names, times."""
    for place, side in enumerate(SIDES):
        texts = [text.split(None, 1) for text in sample.sides[place]]
        heads = [words[0] for words in texts if words]
        if not _are_of_one_side(sample, place, 0):
            continue
        if all("," in head for head in heads):
            yield _without_keys(sample, place)
            continue
        condition = f"without the first words of the {side}, such as {short(repr(heads[0]), _EXAMPLE)},"
        rests = sample.with_side(place, [words[1] if len(words) > 1 else "" for words in texts])
        if 2 * sum(map(_may_be_spoken, heads)) > len(heads):
            advice = f"are they names of speakers, or spoken words that the {SIDES[1 - place]} lacks?"
            yield Attempt(condition, texts=rests, advice=advice)
            continue
        same = takewhile(lambda letters: len({*letters}) == 1, zip(*heads, strict=False))
        letters = "".join(letter for letter, *_ in same).rstrip("0123456789")
        if len(letters) > 1 and "*" not in letters:
            yield Attempt(condition, normalise=f"drop:{letters}*")
            continue
        yield Attempt(condition, texts=rests, advice=f"remove them from the {side} before scoring")


def words_of_the_text_before(sample: Sample) -> Iterator[Attempt]:
    """The attempt without the first words of one side that are the last ones of the text before: context of a decoder,
    or of pieces of sound that overlap."""
    for place, side in enumerate(SIDES if sample.is_whole else ()):
        texts, others = sample.texts_in_words[place], sample.texts_in_words[1 - place]
        found = {number: _begin_like_the_end_before(texts, number) for number in range(1, _MOST_OF_CONTEXT + 1)}
        number = max(found, key=lambda size: len(found[size]))
        rows = found[number]
        is_shared = 2 * len(_begin_like_the_end_before(others, number)) > len(rows)
        if len(rows) <= _FEW or 3 * len(rows) < 2 * (len(texts) - 1) or is_shared:
            continue
        what = "word" if number == 1 else quantity(number, "word")
        yield Attempt(
            f"without the first {what} of {quantity(len(rows), 'text')} of the {side}, the last of the text before,",
            texts=sample.with_side(
                place, [" ".join(words[number if row in rows else 0 :]) for row, words in enumerate(texts)]
            ),
            advice="were the words of the utterance before given to the recogniser, or kept from overlapping pieces?",
        )


def _begin_like_the_end_before(texts: Sequence[Sequence[str]], number: int) -> Set[int]:
    """The places of texts that begin with so many last words of the text before."""
    pairs = enumerate(pairwise(texts), 1)
    return {row for row, (before, words) in pairs if number < len(words) and words[:number] == before[-number:]}


def last_words(sample: Sample) -> Iterator[Attempt]:
    """The attempt without the last words of one side, with which no text of the other ends: scores, marks of ends, and
    what recognisers say after each text."""
    for place, side in enumerate(SIDES):
        if not _are_of_one_side(sample, place, -1):
            continue
        texts = [text.split() for text in sample.sides[place]]
        backwards = zip(*(reversed(words) for words in texts if words), strict=False)
        number = max(1, sum(1 for _ in takewhile(lambda words: len({*words}) == 1, backwards)))
        tails = [" ".join(words[-number:]) for words in texts if words]
        condition = f"without the last words of the {side}, such as {short(repr(tails[0]), _EXAMPLE)},"
        rests = sample.with_side(place, [" ".join(words[:-number]) for words in texts])
        advice = f"remove them from the {side} before scoring"
        if 2 * sum(all(map(_may_be_spoken, tail.split())) for tail in tails) > len(tails):
            advice = f"are they marks of ends, or spoken words that the {SIDES[1 - place]} lacks?"
        yield Attempt(condition, texts=rests, advice=advice)


def numbered(sample: Sample) -> Iterator[Attempt]:
    """The attempt without numbers with decimals, if there is one for each word of one side: confidences, or times."""
    for place, side in enumerate(SIDES):
        numbers = {word for word in sample.words[place] if _DECIMAL.fullmatch(word)}
        if 3 * sum(map(sample.words[place].__getitem__, numbers)) <= sample.words[place].total():
            continue
        if numbers.isdisjoint(sample.words[1 - place]):
            rests = [" ".join(word for word in text.split() if word not in numbers) for text in sample.sides[place]]
            condition = f"without the numbers between the words of the {side}, such as {min(numbers)!r},"
            advice = f"remove them from the {side} before scoring"
            yield Attempt(condition, texts=sample.with_side(place, rests), advice=advice)


def _are_of_one_side(sample: Sample, place: int, end: int) -> bool:
    """Whether hardly a text of the other side has the first word (0) of a text among its first ones, or the last (-1)
    among its last ones."""
    pairs = zip(sample.texts_in_words[place], sample.texts_in_words[1 - place], strict=True)
    there = [words[end] in (other[-2:] if end else other[:2]) for words, other in pairs if words]
    return len(there) >= 2 * _FEW and 10 * sum(there) <= len(there)


def _without_keys(sample: Sample, place: int) -> Attempt:
    """The attempt without what stands before the first comma of each text of one side, as in csv."""
    side, example = SIDES[place], short(repr(sample.sides[place][0].partition(",")[0]), _EXAMPLE)
    condition = f"without what precedes the first comma in each text of the {side}, such as {example}"
    rests = sample.with_side(place, [text.partition(",")[2] for text in sample.sides[place]])
    return Attempt(condition, texts=rests, advice="is it csv? Its first line names the columns (id,text)")


def ends_of_words(sample: Sample) -> Iterator[Attempt]:
    """The attempt without what follows a sign in nearly all words of one side: classes, confidences, times."""
    for place, side in enumerate(SIDES):
        words = [word for text in sample.sides[place] for word in text.split()]
        if not words:
            continue
        other = sample.words[1 - place]
        for sign in sorted(_BEFORE_ENDS & sample.odd_letters):
            parts = [word.rpartition(sign) for word in words]
            ended = [head for head, _, end in parts if head and end]
            if 10 * len(ended) < 9 * len(words) or 2 * sum(head.casefold() in other for head in ended) < len(ended):
                continue
            heads = [" ".join(word.rpartition(sign)[0] for word in text.split()) for text in sample.sides[place]]
            example = short(repr(words[0]), _EXAMPLE)
            condition = f"without the part after {sign} in the words of the {side}, such as {example}"
            advice = f"remove it from the {side} before scoring"
            yield Attempt(condition, texts=sample.with_side(place, heads), advice=advice)
