"""Lines of text that may begin with ids, as in Kaldi text: what both sides together say about it.

One side alone cannot tell, for every line of Kaldi text is also a line of plain text. Ids are unique on each side, both
sides have the same, and they look like ids or stand in another order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from itertools import pairwise
from typing import Literal, TypeAlias

from ....formats.errors import short
from ....formats.schema.markup import BLANKS
from ....formats.values import dataclass

_WORD = re.compile(f"[^{BLANKS}]+")
_NUMBER = re.compile(r"\W*[0-9][0-9.,:]*(?:st|nd|rd|th|s)?\W*", re.IGNORECASE)
_DIGIT = re.compile("[0-9]")
_LETTER = re.compile(r"[^\W0-9]|[0-9]-+[0-9]")
_HYPHEN = re.compile(r"\w-\w")
# Lines that show whether first words can be ids, and how the other words look.
_SAMPLE = 200
_LOOKS = 1000
# As many first words with hyphens (uh-huh, mm-hmm) are accidents.
_FEW = 2
# Of as many lines of plain text, two begin with one word, or one with a word that also occurs within a line.
_MANY = 20
_RECORDINGS = (".wav", ".flac", ".mp3")
_SEPARATORS = "|,;"
# Longer words are no ids; expressions need not look at them.
_LONG = 100

_DIGITS = 12

# The look of a word: an id such as utt1 or a-1, a number, a compound with a hyphen, or an ordinary word.
Look: TypeAlias = "Literal['id', 'number', 'hyphens', 'word']"
# How sure the look of all first words is: they are ids, they may be ids, they are words.
Sureness: TypeAlias = "Literal['ids', 'unsure', 'words']"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The format of both sides with the reason; the format is empty if the evidence is contradictory."""

    format: Literal["kaldi", "txt", ""]
    reason: str = ""
    """The evidence in words; empty for ordinary text."""
    separator: str = ""
    """The sign that may separate ids from texts."""


TEXT = Verdict("txt")


def verdict(ref: Sequence[str], hyp: Sequence[str]) -> Verdict:
    """The verdict on the lines of both sides.

    >>> verdict(["utt1 good day", "utt2 yes"], ["utt2 yes", "utt1 good way"]).format
    'kaldi'
    >>> verdict(["good day", "yes we can"], ["good way", "yes he can"]).format
    'txt'
    """
    starts = first_words(ref[:_SAMPLE]), first_words(hyp[:_SAMPLE])
    if all(map(_has_repeats, starts)) and "words" in map(_sureness, starts, (_others(ref), _others(hyp))):
        return TEXT
    if (sign := _separator(starts[0])) and sign == _separator(starts[1]):
        return Verdict("", f"{sign!r} is in the first word of every line, and may separate ids from texts", sign)
    sides = first_words(ref), first_words(hyp)
    if not any(_others(lines) for lines in (ref, hyp)):
        return TEXT  # one word a line: ids would leave nothing to score
    others = _others(ref), _others(hyp)
    looks = _sureness(sides[0], others[0]), _sureness(sides[1], others[1])
    if any(map(_has_repeats, sides)):
        if looks == ("ids", "ids"):
            return Verdict("", f"every line begins with a word that looks like an id, but {_repeated(ref, hyp)}")
        return TEXT
    if looks[0] == "words" and _are_apart(*sides, *others):
        return Verdict("", "every line begins with a different word, the same on both sides and never within a line")
    return _of_unique(*sides, *looks)


def _are_apart(ref: list[str], hyp: list[str], ref_others: list[str], hyp_others: list[str]) -> bool:
    """Whether many lines begin with the same words in the same order, none of which occurs within a line."""
    if ref != hyp or not _MANY <= len(ref) <= len(ref_others):
        return False
    return not {*map(str.casefold, ref)} & {*map(str.casefold, ref_others), *map(str.casefold, hyp_others)}


def _repeated(ref: Sequence[str], hyp: Sequence[str]) -> str:
    """The first repeated word at the begin of lines, with its first two lines.

    >>> _repeated(["a1 yes"], ["a1 yes", "a2 no", "a1 yes"])
    "'a1' begins lines 1 and 3 of the hypothesis"
    """
    side, lines = ("reference", ref) if _has_repeats(first_words(ref)) else ("hypothesis", hyp)
    firsts = [next(iter(first_words([line])), "") for line in lines]
    counts = Counter(filter(None, firsts))
    word = next(word for word in firsts if counts[word] > 1)
    first, second = [number for number, each in enumerate(firsts, 1) if each == word][:2]
    return f"{short(word)!r} begins lines {first} and {second} of the {side}"


def _of_unique(ref: list[str], hyp: list[str], ref_look: Sureness, hyp_look: Sureness) -> Verdict:
    """The verdict on first words that are unique on each side."""
    common = {*ref} & {*hyp}
    nested = len(common) == min(len(ref), len(hyp))
    moved = [word for word in ref if word in common] != [word for word in hyp if word in common]
    looks = {ref_look if ref else hyp_look, hyp_look if hyp else ref_look}
    # The same first words are ids on both sides, though the texts of one of them look alike (u1 twenty, u1 a-20).
    if looks == {"ids"} and are_same_ids(ref, {*hyp}):
        return Verdict("kaldi")
    if nested and "ids" in looks and "words" not in looks:
        return Verdict("kaldi", f"both files start every line with an id{', and the ids match' * bool(common)}")
    if nested and moved:
        return Verdict("kaldi", "the lines of both sides begin with the same words in another order, like ids")
    if looks == {"ids"}:
        return Verdict(
            "",
            f"every line begins with a word that looks like an id, but only {len(common)} of "
            f"{max(len(ref), len(hyp))} are on both sides",
        )
    if nested and looks == {"unsure"} and len(ref) > 1:
        return Verdict("", f"the lines of both sides begin with the same words, such as {ref[0]!r}, which may be ids")
    if moved and 2 * len(common) > max(len(ref), len(hyp)):
        return Verdict("", "the lines of both sides begin with many of the same words, in another order")
    if "ids" in looks and min(len(ref), len(hyp)) > 1:
        name, other = ("reference", "hypothesis") if ref_look == "ids" else ("hypothesis", "reference")
        return Verdict(
            "", f"every line of the {name} begins with a word that looks like an id, but no line of the {other}"
        )
    if nested and ref and hyp and (len(ref) > 1 or looks == {"unsure"}):
        return Verdict("txt", "every line begins with a different word, and both sides have the same words")
    return TEXT


def shares(lines: Sequence[str], ids: Set[str]) -> bool:
    """Whether lines begin with ids of the other side: each with another word, and most of these are known ids.

    >>> shares(["a-1 good day", "a-2 yes"], {"a-2", "a-1", "a-3"}), shares(["good day", "yes"], {"a-1", "a-2"})
    (True, False)
    """
    firsts = first_words(lines)
    return bool(firsts) and not _has_repeats(firsts) and 2 * len(ids & {*firsts}) > min(len(firsts), len(ids))


def are_same_ids(firsts: Sequence[str], ids: Set[str]) -> bool:
    """Whether several first words are those of the other side, and all look like ids: they need no notice.

    >>> are_same_ids(["utt1", "utt2"], {"utt2", "utt1"}), are_same_ids(["1", "2"], {"1", "2"})
    (True, False)
    """
    some = firsts[:: len(firsts) // _LOOKS + 1]  # all over the file, for a look at each would take longer than scoring
    return len(firsts) > 1 and {*firsts} == ids and all(look_of(word) == "id" for word in some)


def first_words(lines: Iterable[str]) -> list[str]:
    """The first word of every line that has one."""
    return [match.group() for match in map(_WORD.search, lines) if match is not None]


def look_of(word: str) -> Look:
    """The look of a word.

    >>> [look_of(word) for word in ("utt1", "1089-134686", "spk_a", "7", "3rd", "uh-huh", "the")]
    ['id', 'id', 'id', 'number', 'number', 'hyphens', 'word']
    """
    if len(word) > _LONG:
        return "word"
    if _NUMBER.fullmatch(word):
        return "number"
    if "_" in word or word.lower().endswith(_RECORDINGS) or (_DIGIT.search(word) and _LETTER.search(word)):
        return "id"
    return "hyphens" if _HYPHEN.search(word) else "word"


def _has_repeats(firsts: list[str]) -> bool:
    return len({*firsts}) < len(firsts)


def _separator(firsts: list[str]) -> str:
    """The sign that separates an id from the text in every first word; empty if there is none."""
    for sign in _SEPARATORS:
        parts = [word.partition(sign) for word in firsts]
        if parts and all(text and (sign == "|" or look_of(name) == "id") for name, _, text in parts):
            return sign
    return ""


def _others(lines: Sequence[str]) -> list[str]:
    """The words after the first ones, in the first lines."""
    return [word for line in lines[:_SAMPLE] for word in _WORD.findall(line)[1:]]


def _sureness(firsts: list[str], others: list[str]) -> Sureness:
    """How sure it is that first words are ids: by their looks, unless most other words look alike."""
    # Words all over the file, for a look at each would take longer than scoring.
    looks = list(map(look_of, firsts[:: len(firsts) // _LOOKS + 1]))
    if not looks or "word" in looks:
        return "words"
    alike = {*looks}
    if others and 2 * sum(look_of(word) in alike for word in others) > len(others):
        return "unsure"
    if alike == {"number"}:
        return "ids" if _counts_up(firsts) else "unsure"
    if alike == {"hyphens"}:
        return "ids" if len({*firsts}) > _FEW else "unsure"
    return "ids"


def _counts_up(firsts: list[str]) -> bool:
    """Whether numbers count lines from 0 or 1, in any order, or are padded with zeros."""
    if not all(word.isdecimal() for word in firsts) or len(firsts) < 2 or max(map(len, firsts)) > _DIGITS:
        return False
    if len({*map(len, firsts)}) == 1 and any(word.startswith("0") for word in firsts) and len(firsts[0]) > 1:
        return True
    values = sorted(map(int, firsts))
    return values[0] in (0, 1) and all(second - first == 1 for first, second in pairwise(values))
