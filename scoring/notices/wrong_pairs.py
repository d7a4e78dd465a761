"""Attempts about sides that do not belong together: other lines, another direction, another script, one text."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from itertools import chain, pairwise
from operator import itemgetter

from ...formats.errors import quantity, short
from ..common.counts import percent
from .cause import Attempt
from .notice import SIDES
from .sample import Pairing, Sample, repeats_at_once
from .usual_words import USUAL, counted_words, examples_of, language_of, number_of_usual

# How programs begin what they print when they fail: RuntimeError: ..., ERROR: ..., Traceback.
_MESSAGE = re.compile(r"\[?(?:[\w.]{0,80}(?:Error|Exception|ERROR)\]?:|Traceback \(most recent)")
_FEW = 3
_EXAMPLE = 40
# The part of the words that two texts share if they belong together, and how much more that is than with its own.
_ALIKE = 0.5
_MORE = 0.3
_NEAR = 3
# So many references are looked at for the text of a hypothesis; of more, those near its place and opposite.
_MOST = 5000
_LONG = 500
# Of more texts than this, some are looked at first, of which this part has to fit other references.
_SOME = 24
_PART = 6
# Texts that are cut off are so much shorter.
_LONGER = 1.25
# So few words may be right from their end by accident.
_SHORT = 20
_FIRST = 4
# So many texts of a side that holds both have the other one's.
_NEARLY_ALL = 0.95


def one_text(sample: Sample) -> Iterator[Attempt]:
    """The fact that most errors are in texts that are all one: placeholders, or cells without a value."""
    weights = _weights(sample)
    for place, side in enumerate(SIDES):
        text, number = max(Counter(sample.sides[place]).items(), key=itemgetter(1), default=("", 0))
        if number <= _FEW or not text.strip():
            continue
        pairs = [row for row, each in enumerate(sample.sides[place]) if each == text]
        others = {sample.sides[1 - place][row] for row in pairs}
        part = sum(weights[row] for row in pairs) / (sum(weights) or 1)
        right = sum(not sample.rows[row][0] for row in pairs)
        if 2 * len(others) > number and part > _ALIKE and right <= 1:
            yield Attempt(
                f"{percent(part)} of the errors are in utterances with the same text as {side}: "
                f"{short(text, _EXAMPLE)!r}",
                fact=True,
                advice="is it a placeholder, or a cell without a value?",
            )


def error_messages(sample: Sample) -> Iterator[Attempt]:
    """The fact that some hypotheses are messages of a program that failed."""
    messages = [text for text in sample.hyps if _MESSAGE.match(text)]
    if messages and not any(map(_MESSAGE.match, sample.refs)):
        yield Attempt(
            f"some hypotheses are messages of errors, such as {short(messages[0], _EXAMPLE)!r}",
            fact=True,
            advice="did the recogniser fail?",
        )


def cut_off(sample: Sample) -> Iterator[Attempt]:
    """Attempts with the texts of one side cut where those of the other end: a partial result, a limit of a decoder; or
    the fact that most texts of one side have the number of letters that the longest one has."""
    for place, side in enumerate(SIDES):
        if number := _number_of_longest(sample, place):
            size = max(map(len, sample.sides[place]))
            yield Attempt(
                f"{quantity(number, 'text')} of the {side} have {size} characters, and none has more",
                fact=True,
                advice="are they cut off, as by a column of a table?",
            )
            continue
        pairs = list(zip(sample.texts_in_words[place], sample.texts_in_words[1 - place], strict=True))
        are_cut = [_begins(*pair) for pair in pairs]
        are_whole = sum(_is_first_part(*pair) for pair in pairs)
        if max(4 * sum(are_cut), 10 * are_whole) < len(pairs) or sum(are_cut) <= _FEW:
            continue
        # A recogniser that repeats itself in one text makes that alone much longer.
        longer = [max(0, len(other) - len(words)) for words, other in pairs]
        if 2 * max(longer) > sum(longer):
            continue
        texts = [
            " ".join(text.split()[: len(words)]) if is_cut else text
            for text, (words, _), is_cut in zip(sample.sides[1 - place], pairs, are_cut, strict=True)
        ]
        more = ", or does the hypothesis have words that nobody said" if side == SIDES[0] else ""
        yield Attempt(
            f"with each {SIDES[1 - place]} cut where its {side} ends",
            texts=sample.with_side(1 - place, texts),
            advice=f"is the {side} cut off, as a partial result or by a limit of length{more}?",
        )


def _number_of_longest(sample: Sample, place: int) -> int:
    """The number of texts of a side with as many characters as the longest one, but for a blank at the end, if some of
    the errors are theirs, and many of them end within a word that the other text has whole; else 0."""
    longest = max(map(len, sample.sides[place]), default=0)
    rows = [row for row, text in enumerate(sample.sides[place]) if len(text) >= longest - 1 and text]
    if longest < _SHORT or len(rows) <= 2 * _FEW:
        return 0
    texts, others = sample.texts_in_words[place], sample.texts_in_words[1 - place]
    cut = [row for row in rows if any(_is_begun(texts[row][-1], word) for word in others[row])]
    errors = _weights(sample)
    is_part = 10 * sum(map(errors.__getitem__, cut)) >= sum(errors)
    return len(rows) if 3 * len(cut) > len(rows) and is_part else 0


def _is_begun(part: str, word: str) -> bool:
    """Whether letters are the first ones of a word."""
    return part != word and word.startswith(part)


def cut_words(sample: Sample) -> Iterator[Attempt]:
    """The attempt with whole words for those at the beginnings, or ends, of texts that lack their outer letters."""
    if sample.settings.unit == "character":
        return
    for place, side in enumerate(SIDES):
        for end, which in ((0, "first"), (-1, "last")):
            texts, cut = [], []
            for text, other in zip(sample.sides[place], sample.sides[1 - place], strict=True):
                words, others = text.split(), other.split()
                if len(words) > 1 and len(others) > 1 and _is_part_of(words[end], others[end], end):
                    cut.append((words[end], others[end]))
                    words[end] = others[end]
                texts.append(" ".join(words))
            if len(cut) > _FEW and 5 * len(cut) > 2 * len(texts):
                example = f"{short(cut[0][0])!r} for {short(cut[0][1])!r}"
                yield Attempt(
                    f"with the {which} letters of texts that the {side} lacks, such as {example},",
                    texts=sample.with_side(place, texts),
                    advice=f"does a program cut the lines of the {side}?",
                )


def _is_part_of(part: str, word: str, end: int) -> bool:
    """Whether a word lacks letters at its beginning (0), or its end (-1)."""
    part, word = part.casefold(), word.casefold()
    lost = word.removesuffix(part) if end == 0 else word.removeprefix(part)
    return lost != word and lost.isalnum()


def _begins(words: Sequence[str], longer: Sequence[str]) -> bool:
    """Whether words begin as a much longer text does, which goes on with other words than it had."""
    if not words or words[:1] != longer[:1] or len(words) * _LONGER >= len(longer):
        return False
    rest = longer[len(words) :]
    return 3 * sum(map({*words}.__contains__, rest)) < 2 * len(rest)


def _is_first_part(words: Sequence[str], longer: Sequence[str]) -> bool:
    """Whether some words are the first ones of a text with several more, which are no loop of a recogniser."""
    is_first = _FEW <= len(words) <= len(longer) - _FEW and words == longer[: len(words)]
    return is_first and not repeats_at_once(longer[len(words) :])


def _weights(sample: Sample) -> Sequence[float]:
    """The errors that each pair stands for: its own, or where it was drawn by them, an equal part."""
    return [errors if sample.is_whole else float(errors > 0) for errors, _ in sample.rows]


def other_scripts(sample: Sample) -> Iterator[Attempt]:
    """The fact that both sides are written in different scripts: another language, or a transliteration."""
    if all(map(str.isascii, sample.odd_letters)):
        return
    scripts = [_script_of(Counter("".join(side))) for side in sample.sides]
    if all(scripts) and scripts[0] != scripts[1] and min(sum(side.values()) for side in sample.words) > 1:
        yield Attempt(
            f"the reference is written in {scripts[0]} letters, the hypothesis in {scripts[1]} ones",
            fact=True,
            advice="are both in one language?",
        )


# Forms of letters of any script, by the first words of their names.
_FORMS = frozenset({"FULLWIDTH", "HALFWIDTH", "MATHEMATICAL", "MODIFIER", ""})
_JAPANESE_OR_CHINESE = frozenset({"CJK", "HIRAGANA", "KATAKANA"})


def _script_of(letters: Counter[str]) -> str:
    """The script of nearly all letters of a text; empty where there is none such."""
    scripts: Counter[str] = Counter()
    for letter, number in letters.items():
        if letter.isalpha():
            name = unicodedata.name(letter, "").partition(" ")[0]
            scripts["East Asian" if name in _JAPANESE_OR_CHINESE else name] += number
    script, number = max(scripts.items(), key=itemgetter(1), default=("", 0))
    return "" if 10 * number < 9 * sum(scripts.values()) or script in _FORMS else script.title()


def other_languages(sample: Sample) -> Iterator[Attempt]:
    """The fact that both sides are of different languages, or hypotheses of which hardly a word is right."""
    wrong = [row for row, (errors, size) in enumerate(sample.rows) if 10 * errors > 8 * size]
    ref, hyp = (counted_words(side[row] for row in wrong) for side in sample.sides)
    languages = language_of(ref), language_of(hyp)
    are_many = 10 * sum(map(_weights(sample).__getitem__, wrong)) > sum(_weights(sample))
    if all(languages) and languages[0] != languages[1] and are_many:
        # Words of one language may be usual in another, and one word that is everywhere is no language.
        if number_of_usual(hyp, languages[1]) < 2 * number_of_usual(hyp, languages[0]):
            return
        if any(len(USUAL[language] & side.keys()) < _FEW for language, side in zip(languages, (ref, hyp), strict=True)):
            return
        shown = [examples_of(*each) for each in zip((ref, hyp), languages, strict=True)]
        where = "" if 2 * len(wrong) > len(sample.refs) else f" of {quantity(len(wrong), 'text')} with most errors"
        yield Attempt(
            f"the reference{where} is {languages[0]}, by words such as {shown[0]}, "
            f"the hypothesis {languages[1]} ({shown[1]})",
            fact=True,
            advice="did the recogniser translate, or take another language?",
        )


def reversed_texts(sample: Sample) -> Iterator[Attempt]:
    """Attempts with the texts of the hypothesis from their ends: by words, or by letters."""
    words = sum(size for _, size in sample.rows)
    if words < _SHORT or 3 * sum(errors for errors, _ in sample.rows) < words:
        return
    by_words, by_letters = [" ".join(text.split()[::-1]) for text in sample.hyps], [text[::-1] for text in sample.hyps]
    advice = "one side is written in the other direction"
    for unit, texts, more in (("words", by_words, ""), ("letters", by_letters, " (rev FILE reverses its lines)")):
        if _begin_alike(sample.refs, texts):
            condition = f"with the {unit} of each hypothesis from the last to the first"
            yield Attempt(condition, texts=(sample.refs, texts), advice=f"{advice}{more}")


def _begin_alike(refs: Sequence[str], hyps: Sequence[str]) -> bool:
    """Whether a quarter of the pairs have the same first letters."""
    alike = sum(ref[:_FIRST].casefold() == hyp[:_FIRST].casefold() for ref, hyp in zip(refs, hyps, strict=True))
    return 4 * alike >= len(refs)


def twice(sample: Sample) -> Iterator[Attempt]:
    """The attempt with one half of each text: two decodes, or a file that holds everything twice."""
    if sample.long is not None:
        sizes = [len(text.split()) for text in sample.long]
    else:
        sizes = [sum(side.values()) for side in sample.words]
    for place, side in enumerate(SIDES):
        if not 1.6 * sizes[1 - place] < sizes[place] < 2.5 * sizes[1 - place]:
            continue
        if sample.long is not None:
            first, second = _halves(sample.long[place])
            if len(first) > _LONG and _shared(_triples(first), _triples(second)) > _ALIKE:
                condition = f"the second half of the {side} repeats the first half"
                yield Attempt(condition, fact=True, advice="keep one of them")
        else:
            halves = [_halves(text) for text in sample.sides[place]]
            alike = sum(_shared(_pieces(first), _pieces(second)) >= _ALIKE for first, second in halves)
            if 2 * alike > len(halves):
                yield Attempt(
                    f"with the first half of each text of the {side}",
                    texts=sample.with_side(place, [first for first, _ in halves]),
                    advice=f"the {side} holds everything twice: keep one of them",
                )


def ids_of_words(sample: Sample) -> Iterator[Attempt]:
    """The fact that one side has whole numbers where the other one has words."""
    numbers = [sum(map(str.isdecimal, chain.from_iterable(texts))) for texts in sample.texts_in_words]
    sizes = [sum(map(len, texts)) for texts in sample.texts_in_words]
    for place, side in enumerate(SIDES):
        if sizes[place] >= _SHORT and numbers[place] == sizes[place] and 5 * numbers[1 - place] < sizes[1 - place]:
            yield Attempt(
                f"the {side} has numbers alone, and the {SIDES[1 - place]} has words",
                fact=True,
                advice="are these the ids of a symbol table, which int2sym.pl of Kaldi turns into words?",
            )


def alphabetical(sample: Sample) -> Iterator[Attempt]:
    """The attempt with the words of both sides in alphabetical order, where one side has them so."""
    ordered = [[words for words in side if len(words) > _FEW] for side in sample.texts_in_words]
    parts = [sum(list(words) == sorted(words) for words in side) / (len(side) or 1) for side in ordered]
    for place, side in enumerate(SIDES):
        if len(ordered[place]) > _FEW and parts[place] >= _NEARLY_ALL and parts[1 - place] < 0.5:
            refs, hyps = ([" ".join(sorted(words)) for words in side] for side in sample.texts_in_words)
            yield Attempt(
                f"with the words of both sides in alphabetical order, as those of the {side} are,",
                texts=(refs, hyps),
                advice="expected the words in the order in which they were said",
                alone=True,
            )
            return


def without_repeats(sample: Sample) -> Iterator[Attempt]:
    """The attempt with each word of a text once, where no text of one side has a word twice, and many others do."""
    repeating = [[words for words in side if len({*words}) < len(words)] for side in sample.texts_in_words]
    for place, side in enumerate(SIDES):
        others = [words for words in repeating[1 - place] if _says_again(words)]
        if repeating[place] or len(others) <= max(2 * _FEW, len(sample.refs) // 2):
            continue
        texts = [" ".join(dict.fromkeys(words)) for words in sample.texts_in_words[1 - place]]
        yield Attempt(
            f"with each word of a text only once in the {SIDES[1 - place]}, as in the {side},",
            texts=sample.with_side(1 - place, texts),
            advice=f"were repeated words removed from the {side}?",
            alone=True,
        )


def _says_again(words: Sequence[str]) -> bool:
    """Whether a word stands at two places of a text, which is neither a word said twice at once nor a loop."""
    places = [words[0], *(word for before, word in pairwise(words) if word != before)]
    return len({*words}) < len(places) <= 2 * len({*words})


def both_sides(sample: Sample) -> Iterator[Attempt]:
    """The attempt without the texts of the other side before, or behind, those of a side that holds both."""
    for place, side in enumerate(SIDES):
        pairs = list(zip(sample.texts_in_words[place], sample.texts_in_words[1 - place], strict=True))
        for is_first in (True, False):
            rests = [_without(words, other, is_first=is_first) for words, other in pairs]
            held = [(rest, *pair) for rest, pair in zip(rests, pairs, strict=True) if rest is not None]
            alike = [_shared({*rest}, {*other}) >= _ALIKE for rest, _, other in held]
            # A text that occurs twice, or more often, is not both sides, also where it is wrong.
            unlike = [not _is_repeated(words) for _, words, _ in held]
            if len(held) < _NEARLY_ALL * len(pairs) or 2 * sum(alike) <= len(pairs) or sum(unlike) <= _FEW:
                continue
            texts = [" ".join(words if rest is None else rest) for rest, (words, _) in zip(rests, pairs, strict=True)]
            where = "begin" if is_first else "end"
            yield Attempt(
                f"without the texts of the {SIDES[1 - place]}, which those of the {side} {where} with,",
                texts=sample.with_side(place, texts),
                advice=f"expected a file with the texts of the {side} alone",
            )
            return


def _is_repeated(words: Sequence[str]) -> bool:
    """Whether a text occurs twice, perhaps with a sign between, or three times."""
    size = len(words)
    half, third = size // 2, size // 3
    return words[:half] == words[size - half :] or words[:third] == words[third : 2 * third] == words[size - third :]


def _without(words: Sequence[str], other: Sequence[str], *, is_first: bool) -> Sequence[str] | None:
    """The words behind, or before, those of another text, and the sign between both; None if they are not there."""
    size = len(other)
    if (words[:size] if is_first else words[-size:]) != other:
        return None
    rest = words[size:] if is_first else words[:-size]
    between = rest[:1] if is_first else rest[-1:]
    if between and not any(map(str.isalnum, between[0])):
        return rest[1:] if is_first else rest[:-1]
    return rest


def unrelated(sample: Sample) -> Iterator[Attempt]:
    """The fact that texts fit their references no better than those of their neighbours: another file, or language."""
    errors, words = (sum(row[column] for row in sample.rows) for column in range(2))
    if words <= 2 * _SHORT or 10 * errors < 7 * words or len({*sample.refs}) <= 2 * _FEW:
        return
    if 2 * sum(sample.words[1].values()) < words:
        return  # a side that is nearly silent fits nothing
    others = [*sample.refs[1:], sample.refs[0]]
    if 20 * sum(each for each, _ in sample.rows_of(others, sample.hyps)) <= 21 * errors:
        yield Attempt(
            "hypotheses fit their own references no better than others",
            fact=True,
            advice="are both sides from the same recordings?",
        )


def _triples(text: str) -> frozenset[tuple[str, str, str]]:
    words = text.casefold().split()
    return frozenset(zip(words, words[1:], words[2:], strict=False))


def _halves(text: str) -> tuple[str, str]:
    words = text.split()
    half = (len(words) + 1) // 2
    return " ".join(words[:half]), " ".join(words[half:])


def elsewhere(sample: Sample) -> Iterator[Attempt]:
    """The attempt with references of other places for texts that fit those: lines shifted, reversed or permuted."""
    pairing = sample.pairing
    if pairing is None or len(sample.hyps) <= _FEW or pairing.size <= _FEW:
        return
    missed = {number for number, (errors, size) in enumerate(sample.rows) if 10 * errors > 7 * size}
    wrong = [number for number in sorted(missed) if len(_pieces(sample.hyps[number])) > _FEW]
    if len(wrong) <= _FEW:
        return
    # Where hardly one of some fits, most of them do not.
    some = wrong[:: max(1, len(wrong) // _SOME)]
    if len(some) < len(wrong) and _PART * len(_fitting(sample, some, pairing)) < len(some):
        return
    fitting = _fitting(sample, wrong, pairing)
    if len({*fitting.values()}) <= _FEW:
        return
    # Of a text that a recogniser took for another one, as it may a command, the other's own hypothesis is right; where
    # texts are all as far from their places, a line was repeated.
    offs = Counter(place - pairing.places[number] for number, place in fitting.items())
    row_of = {place: number for number, place in enumerate(pairing.places)}
    are_missed = [row_of[place] in missed for place in fitting.values() if place in row_of]
    if 2 * sum(are_missed) < len(are_missed) and 10 * max(offs.values()) < 9 * len(fitting):
        return
    refs = [pairing.reference(fitting[number]) if number in fitting else ref for number, ref in enumerate(sample.refs)]
    yield _paired_otherwise(sample, fitting, pairing, (refs, sample.hyps))


def _paired_otherwise(
    sample: Sample, fitting: dict[int, int], pairing: Pairing, texts: tuple[Sequence[str], Sequence[str]]
) -> Attempt:
    """The attempt, in words that say how the other places follow."""
    offs = Counter(place - pairing.places[number] for number, place in fitting.items())
    off, number = offs.most_common(1)[0]
    mirrored = sum(place == pairing.size - 1 - pairing.places[row] for row, place in fitting.items())
    many = quantity(len(fitting), "text")
    if 2 * number > len(fitting):
        where = f"{quantity(abs(off), 'place')} {'later' if off > 0 else 'earlier'}"
        condition = f"with the reference {where} for {many} of the hypothesis"
        advice = "is a line missing or repeated on one side?"
        if pairing.timed:
            advice = "do the times of both sides start at the same moment?"
        return Attempt(condition, texts=texts, advice=advice)
    if 2 * mirrored > len(fitting):
        condition = "with the references from the last to the first"
        return Attempt(condition, texts=texts, advice="one side is in reverse order (tac FILE reverses its lines)")
    condition = f"with references of other places for {many} of the hypothesis"
    if pairing.timed:
        return Attempt(condition, texts=texts, advice="do the times of both sides start at the same moment?")
    return Attempt(
        condition,
        texts=texts,
        advice="lines or ids are in another order: pair them by ids that are equal on both sides",
    )


def _fitting(sample: Sample, wrong: Sequence[int], pairing: Pairing) -> dict[int, int]:
    """For each pair that is wrong, the place of a reference that fits its hypothesis much better, if there is one."""
    pieces = {number: _pieces(sample.hyps[number]) for number in wrong}
    candidates = {number: _near(pairing, pairing.places[number]) for number in wrong}
    if pairing.size <= _MOST:
        index: dict[str, list[int]] = {}
        for place in range(pairing.size):
            for piece in _pieces(pairing.reference(place)):
                index.setdefault(piece, []).append(place)
        for number, pieces_of_hyp in pieces.items():
            rare = sorted(
                (piece for piece in pieces_of_hyp if piece in index), key=lambda piece: (len(index[piece]), piece)
            )
            votes = Counter(place for piece in rare[: 2 * _FEW] for place in index[piece][:_LONG])
            candidates[number] += [place for place, _ in votes.most_common(2 * _FEW)]
    fitting = {}
    for number, pieces_of_hyp in pieces.items():
        mine = _shared(pieces_of_hyp, _pieces(sample.refs[number]))
        share, place = max(
            (
                (_shared(pieces_of_hyp, _pieces(pairing.reference(place))), place)
                for place in candidates[number]
                if place != pairing.places[number]
            ),
            default=(0.0, 0),
        )
        if share >= max(_ALIKE, mine + _MORE):
            fitting[number] = place
    return fitting


def _near(pairing: Pairing, place: int) -> list[int]:
    offs = [off for step in range(1, _NEAR + 1) for off in (step, -step)]
    near = [place + off for off in offs if 0 <= place + off < pairing.size]
    return [*near, pairing.size - 1 - place]


def _pieces(text: str) -> frozenset[str]:
    """The words of a text; pairs of characters where few blanks separate words."""
    folded = text[:_LONG].casefold()
    pieces = frozenset(folded.split())
    if len(pieces) > _FEW:
        return pieces
    return frozenset(map("".join, pairwise(folded))) if len(folded) > 2 * _FEW else frozenset()


def _shared(first: Set[object], other: Set[object]) -> float:
    return len(first & other) / max(len(first), len(other)) if first and other else 0.0
