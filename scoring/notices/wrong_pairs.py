"""Attempts about sides that do not belong together: other lines, another direction, another script, one text."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from formats.errors import quantity, short
from scoring.notices.cause import Attempt
from scoring.notices.sample import SIDES, Pairing, Sample

_FEW = 3
_EXAMPLE = 40
# The part of the words that two texts share if they belong together, and how much more that is than with its own.
_ALIKE = 0.5
_MORE = 0.3
_NEAR = 3
# So many references are looked at for the text of a hypothesis; of more, those near its place and opposite.
_MOST = 5000
_LONG = 500
_ENGLISH = frozenset("abcdefghijklmnopqrstuvwxyz")


def one_text(sample: Sample) -> Iterator[Attempt]:
    """The fact that nearly all texts of one side are one text: a placeholder, or the answer of a broken program."""
    for side, own, other in zip(SIDES, sample.sides, sample.sides[::-1], strict=True):
        texts = Counter(text for text in own if text.strip())
        if not texts:
            continue
        text, number = texts.most_common(1)[0]
        if number > _FEW and 10 * number >= 9 * len(own) and 10 * len({*other}) > 4 * len(other):
            yield Attempt(
                f"nearly every text of the {side} is {short(repr(text), _EXAMPLE)}",
                fact=True,
                advice="is it a placeholder, or the wrong column?",
            )


def other_scripts(sample: Sample) -> Iterator[Attempt]:
    """The fact that both sides are written in different scripts: another language, or a transliteration."""
    scripts = [_script_of("".join(side)) for side in sample.sides]
    if all(scripts) and scripts[0] != scripts[1] and min(sum(side.values()) for side in sample.words) > 5 * _FEW:
        yield Attempt(
            f"the reference is written in {scripts[0]} letters, the hypothesis in {scripts[1]} ones",
            fact=True,
            advice="are both of one language?",
        )


_SCRIPTS = (
    *("Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Bengali", "Tamil", "Telugu", "Thai", "Hangul"),
    *("Georgian", "Armenian", "Ethiopic", "Gujarati", "Kannada", "Malayalam", "Sinhala", "Khmer", "Lao", "Myanmar"),
    *("CJK", "Hiragana", "Katakana"),
)
_JAPANESE_OR_CHINESE = frozenset({"CJK", "Hiragana", "Katakana"})


def _script_of(text: str) -> str:
    """The script of nearly all letters of a text; empty where there is none such."""
    letters = Counter(letter for letter in text if letter.isalpha())
    scripts: Counter[str] = Counter()
    for letter, number in letters.items():
        name = unicodedata.name(letter, "").partition(" ")[0]
        scripts["East Asian" if name in _JAPANESE_OR_CHINESE else name.title()] += number
    if not scripts:
        return ""
    script, number = scripts.most_common(1)[0]
    known = script.upper() in map(str.upper, _SCRIPTS) or script == "East Asian"
    return script if known and 10 * number >= 9 * sum(scripts.values()) else ""


def reversed_texts(sample: Sample) -> Iterator[Attempt]:
    """Attempts with the texts of the hypothesis from their ends: by words, or by letters."""
    if 3 * sum(errors for errors, _ in sample.rows) < sum(size for _, size in sample.rows):
        return
    by_words = [" ".join(text.split()[::-1]) for text in sample.hyps]
    yield Attempt(
        "with the words of each hypothesis from the last to the first",
        texts=(sample.refs, by_words),
        advice="one side is written in the other direction",
    )
    by_letters = [text[::-1] for text in sample.hyps]
    yield Attempt(
        "with the letters of each hypothesis from the last to the first",
        texts=(sample.refs, by_letters),
        advice="one side is written in the other direction (rev FILE turns its lines)",
    )


def twice(sample: Sample) -> Iterator[Attempt]:
    """The attempt with one half of each text: two decodes one behind the other, or a file that holds everything twice."""
    sizes = [sum(side.values()) for side in sample.words]
    for place, side in enumerate(SIDES):
        if not 1.6 * sizes[1 - place] < sizes[place] < 2.5 * sizes[1 - place]:
            continue
        halves = [_first_half(text) for text in sample.sides[place]]
        if all(map(len, halves)):
            sides = list(sample.sides)
            sides[place] = halves
            yield Attempt(
                f"with the first half of each text of the {side}",
                texts=(sides[0], sides[1]),
                advice=f"the {side} holds everything twice: keep one of both",
            )


def _first_half(text: str) -> str:
    words = text.split()
    return " ".join(words[: (len(words) + 1) // 2])


def elsewhere(sample: Sample) -> Iterator[Attempt]:
    """The attempt with references of other places for texts that fit those: lines shifted, reversed or permuted."""
    pairing = sample.pairing
    if pairing is None or len(sample.hyps) <= _FEW or pairing.size <= _FEW:
        return
    wrong = [
        number
        for number, (errors, size) in enumerate(sample.rows)
        if 2 * errors > size and len(_pieces(sample.hyps[number])) > _FEW
    ]
    if len(wrong) <= _FEW:
        return
    fitting = _fitting(sample, wrong, pairing)
    if len(fitting) <= _FEW or len({*fitting.values()}) <= _FEW:
        return
    refs = [
        pairing.reference(fitting[number]) if number in fitting else ref for number, ref in enumerate(sample.refs)
    ]
    yield _paired_otherwise(sample, fitting, pairing, (refs, sample.hyps))


def _paired_otherwise(
    sample: Sample, fitting: dict[int, int], pairing: Pairing, texts: tuple[Sequence[str], Sequence[str]]
) -> Attempt:
    """The attempt, in words that say how the other places follow."""
    offs = Counter(place - pairing.places[number] for number, place in fitting.items())
    off, number = offs.most_common(1)[0]
    mirrored = sum(place == pairing.size - 1 - pairing.places[own] for own, place in fitting.items())
    many = quantity(len(fitting), "text")
    if 2 * number > len(fitting):
        where = f"{quantity(abs(off), 'place')} {'later' if off > 0 else 'earlier'}"
        condition = f"with the reference {where} for {many} of the hypothesis"
        return Attempt(condition, texts=texts, advice="is a line missing or doubled on one side?")
    if 2 * mirrored > len(fitting):
        condition = "with the references from the last to the first"
        return Attempt(condition, texts=texts, advice="one side stands in reversed order (tac FILE turns its lines)")
    condition = f"with references of other places for {many} of the hypothesis"
    return Attempt(
        condition, texts=texts, advice="lines or ids are in another order: pair them by ids that are equal on both sides"
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
        for number, own in pieces.items():
            rare = sorted((piece for piece in own if piece in index), key=lambda piece: len(index[piece]))
            votes = Counter(place for piece in rare[: 2 * _FEW] for place in index[piece][:_LONG])
            candidates[number] += [place for place, _ in votes.most_common(2 * _FEW)]
    fitting = {}
    for number, own in pieces.items():
        mine = _shared(own, _pieces(sample.refs[number]))
        share, place = max(
            ((_shared(own, _pieces(pairing.reference(place))), place) for place in candidates[number]), default=(0.0, 0)
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
    found = frozenset(folded.split())
    if len(found) > _FEW:
        return found
    return frozenset(map("".join, pairwise(folded))) if len(folded) > 2 * _FEW else frozenset()


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(len(one), len(other)) if one and other else 0.0
