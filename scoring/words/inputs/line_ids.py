"""Lines of text that may begin with ids, as in Kaldi text: what both sides together say about it.

One side alone cannot tell, for every line of Kaldi text is also a line of plain text. Ids are unique on each side, both
sides have the same, and they look like ids or stand in another order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from typing import Literal, TypeAlias

from ....core.file_names import RECORDINGS
from ....formats import Source, kaldi
from ....formats.errors import short
from ....formats.schema.markup import BLANKS
from ....formats.schema.spans import SpanIds
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


def verdict(ref: Source, hyp: Source) -> Verdict:
    """The verdict on the lines of both sides.

    >>> verdict(Source(b"utt1 good day\\nutt2 yes\\n"), Source(b"utt2 yes\\nutt1 good way\\n")).format
    'kaldi'
    >>> verdict(Source(b"good day\\nyes we can\\n"), Source(b"good way\\nyes he can\\n")).format
    'txt'
    """
    heads = ref.head(_SAMPLE), hyp.head(_SAMPLE)
    starts = first_words(heads[0]), first_words(heads[1])
    others = _others(heads[0]), _others(heads[1])
    if all(map(_has_repeats, starts)) and "words" in map(_sureness, starts, others):
        return TEXT
    if (sign := _separator(starts[0])) and sign == _separator(starts[1]):
        return Verdict("", f"{sign!r} is in the first word of every line, and may separate ids from texts", sign)
    if not any(others):
        return TEXT  # one word a line: ids would leave nothing to score
    sides = kaldi.first_words(ref), kaldi.first_words(hyp)
    looks = _sureness(sides[0], others[0]), _sureness(sides[1], others[1])
    if not (sides[0].are_different and sides[1].are_different):
        if looks == ("ids", "ids"):
            return Verdict("", f"every line begins with a word that looks like an id, but {_repeated(ref, hyp)}")
        return TEXT
    if looks[0] == "words" and _are_apart(*sides, *others):
        return Verdict("", "every line begins with a different word, the same on both sides and never within a line")
    return _of_unique(*sides, *looks)


def _are_apart(ref: SpanIds, hyp: SpanIds, ref_others: list[str], hyp_others: list[str]) -> bool:
    """Whether many lines begin with the same words in the same order, none of which occurs within a line."""
    if not _MANY <= len(ref) <= len(ref_others) or list(ref) != list(hyp):
        return False
    return not {*map(str.casefold, ref)} & {*map(str.casefold, ref_others), *map(str.casefold, hyp_others)}


def _repeated(ref: Source, hyp: Source) -> str:
    """The first repeated word at the begin of lines, with its first two lines.

    >>> _repeated(Source(b"a1 yes"), Source(b"a1 yes\\na2 no\\na1 yes"))
    "'a1' begins lines 1 and 3 of the hypothesis"
    """
    side, source = ("hypothesis", hyp) if kaldi.first_words(ref).are_different else ("reference", ref)
    firsts = [next(iter(first_words([line])), "") for line in source.lines()]
    counts = Counter(filter(None, firsts))
    word = next(word for word in firsts if counts[word] > 1)
    first, second = [number for number, each in enumerate(firsts, 1) if each == word][:2]
    return f"{short(word)!r} begins lines {first} and {second} of the {side}"


def _of_unique(ref: SpanIds, hyp: SpanIds, ref_look: Sureness, hyp_look: Sureness) -> Verdict:
    """The verdict on first words that are unique on each side."""
    looks = {ref_look if ref else hyp_look, hyp_look if hyp else ref_look}
    # The same first words are ids on both sides, though the texts of one of them look alike (u1 twenty, u1 a-20).
    if looks == {"ids"} and are_same_ids(ref, hyp):
        return Verdict("kaldi")
    places = [place for place in hyp.places_of(ref) if place >= 0]
    common, moved = len(places), places != sorted(places)
    nested = common == min(len(ref), len(hyp))
    if nested and "ids" in looks and "words" not in looks:
        return Verdict("kaldi", f"both files start every line with an id{', and the ids match' * bool(common)}")
    if nested and moved:
        return Verdict("kaldi", "the lines of both sides begin with the same words in another order, like ids")
    if looks == {"ids"}:
        return Verdict(
            "",
            f"every line begins with a word that looks like an id, but only {common} of "
            f"{max(len(ref), len(hyp))} are on both sides",
        )
    if nested and looks == {"unsure"} and len(ref) > 1:
        return Verdict("", f"the lines of both sides begin with the same words, such as {ref[0]!r}, which may be ids")
    if moved and 2 * common > max(len(ref), len(hyp)):
        return Verdict("", "the lines of both sides begin with many of the same words, in another order")
    if "ids" in looks and min(len(ref), len(hyp)) > 1:
        name, other = ("reference", "hypothesis") if ref_look == "ids" else ("hypothesis", "reference")
        return Verdict(
            "", f"every line of the {name} begins with a word that looks like an id, but no line of the {other}"
        )
    if nested and ref and hyp and (len(ref) > 1 or looks == {"unsure"}):
        return Verdict("txt", "every line begins with a different word, and both sides have the same words")
    return TEXT


def shares(firsts: SpanIds, ids: Set[str]) -> bool:
    """Whether lines begin with ids of the other side: each with another word, and most of these are known ids.

    >>> ids = {"a-1", "a-2", "a-3"}
    >>> [shares(kaldi.first_words(Source(lines)), ids) for lines in (b"a-1 good day\\na-2 yes", b"good day\\nyes")]
    [True, False]
    """
    return bool(firsts) and firsts.are_different and 2 * len(ids & {*firsts}) > min(len(firsts), len(ids))


def are_same_ids(firsts: SpanIds, ids: Sequence[str]) -> bool:
    """Whether several first words, all different, are the ids of the other side and look like ids: no notice is needed.

    >>> firsts = [kaldi.first_words(Source(lines)) for lines in (b"u1 yes\\nu2 no", b"1 yes\\n2 no")]
    >>> are_same_ids(firsts[0], ["u2", "u1"]), are_same_ids(firsts[1], ["1", "2"])
    (True, False)
    """
    some = firsts[:: len(firsts) // _LOOKS + 1]  # all over the file, for a look at each would take longer than scoring
    if not 1 < len(firsts) == len(ids) or any(look_of(word) != "id" for word in some):
        return False
    return -1 not in ids.places_of(firsts) if isinstance(ids, SpanIds) else {*firsts} == {*ids}


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
    if "_" in word or word.lower().endswith(RECORDINGS) or (_DIGIT.search(word) and _LETTER.search(word)):
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
    """The words after the first ones."""
    return [word for line in lines for word in _WORD.findall(line)[1:]]


def _sureness(firsts: Sequence[str], others: list[str]) -> Sureness:
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


def _counts_up(firsts: Sequence[str]) -> bool:
    """Whether numbers count lines from 0 or 1, in any order, or are padded with zeros."""
    lengths = {*map(len, firsts)}
    if not "".join(firsts).isdecimal() or len(firsts) < 2 or max(lengths) > _DIGITS:
        return False
    if len(lengths) == 1 and lengths != {1} and any(word.startswith("0") for word in firsts):
        return True
    values = sorted(map(int, firsts))
    return values[0] in (0, 1) and values == list(range(values[0], values[0] + len(values)))
