"""Oddities of texts as a whole: what stands before every text of one side, texts a place off, texts as ids.

A sample of pairs from all parts of both sides is looked at, so that large files cost no more than small ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from formats.errors import short
from formats.schema.markup import words
from scoring.notices.notice import Notice
from scoring.notices.oddities import SIDES, plain
from scoring.words.alignment import Text

_SAMPLE = 200
# So few texts may begin alike, or fit another place, by accident.
_FEW = 3
_SOME = 4
_PART = 0.25
_LONG = 500
# What stands before texts that a program or a person numbered, dated or gave to speakers; compiled when one may match.
_BEFORE = (
    ("a time", r"\s*[\[(<]?\d+:\d\d(?::\d\d)?(?:[.,]\d+)?[\])>]?[-\s]"),
    ("a number", r"\s*[\[(]?\d+[\]).:]+\s"),
    ("a name and a colon", r"\s*[^\W\d][\w.'-]*(?: [\w.'-]+){0,2}:\s"),
    ("a dash", r"\s*[-*\u2022\u2013\u2014>]\s"),
)
# What programs leave in texts of one side: a sign that is quickly found, and its pattern.
_WITHIN = (
    ("HTML tags", "<", r"</[A-Za-z]\w*>|<br ?/?>"),
    ("HTML entities", "&", r"&(?:amp|lt|gt|quot|apos|nbsp|#\d+|#x[\da-fA-F]+);"),
    ("marks of subwords", "@@", r"\S+@@(?=\s)"),
    ("marks of subwords", "##", r"(?<=\s)##\w+"),
    ("marks of subwords", "\u2581", r"\u2581\w+"),
    ("quotation marks around them", '"', r'^".*"$'),
    ("JSON", "{", r'^\{".*\}$'),
)
_MARKS = frozenset(":.])-*\u2022\u2013\u2014>")
_HEAD = 60
_EXAMPLE = 30
_OFF = (1, -1, 2, -2, 3, -3)
# The part of the words that two texts share if one is the other's, and how much more that is than of its own.
_ALIKE = 0.5
_MORE = 0.3


def of_pairs(refs: Sequence[Text], hyps: Sequence[Text], ids: Sequence[str] | None) -> Iterator[Notice]:
    """Notices about texts that are paired.

    >>> refs = [f"{a} is {b} today" for a in ("anna", "ben") for b in ("here", "there", "away")]
    >>> print(*of_pairs(refs, [f"Anna: {text}" for text in refs], None))
    every text of the hypothesis begins with a name and a colon, such as 'Anna:', which counts as words
    """
    places = range(0, len(refs), len(refs) // _SAMPLE + 1)
    sides = [plain(refs[place]) for place in places], [plain(hyps[place]) for place in places]
    if ids is not None and len(places) > 1:
        yield from _exchanged(sides[0], [ids[place] for place in places])
    if len(places) >= _FEW:
        yield from _before(sides)
        yield from _within(sides)
        yield from _off(refs, hyps, places)


def _before(sides: tuple[list[str], list[str]]) -> Iterator[Notice]:
    """A notice about what stands before the texts of one side alone."""
    if not any(all(not _MARKS.isdisjoint(text[:_HEAD]) for text in texts[:_FEW]) for texts in sides):
        return
    for name, pattern in _BEFORE:
        matches = re.compile(pattern).match
        found = [[match for match in map(matches, texts) if match] for texts in sides]
        for place, (side, own, other) in enumerate(zip(SIDES, found, found[::-1], strict=True)):
            size = sum(map(bool, map(str.strip, sides[place])))
            if size >= _FEW and 10 * len(own) >= 9 * size and 10 * len(other) <= len(sides[1 - place]):
                every = "every text" if len(own) == size else "nearly every text"
                text = f"{every} of the {side} begins with {name}, such as {own[0].group().strip()!r}"
                yield Notice(f"before texts {place}", f"{text}, which counts as words")
                return


def _within(sides: tuple[list[str], list[str]]) -> Iterator[Notice]:
    """Notices about tags and other marks that some texts of one side have, and none of the other."""
    for name, sign, pattern in _WITHIN:
        marked = [[text for text in texts if sign in text] for texts in sides]
        if marked == [[], []]:
            continue
        search = re.compile(pattern).search
        found = [[match for match in map(search, texts) if match] for texts in marked]
        for place, (side, own, other) in enumerate(zip(SIDES, found, found[::-1], strict=True)):
            if len(own) >= _FEW and 10 * len(own) >= len(sides[place]) and not other:
                example, without = short(own[0].group(), _EXAMPLE), SIDES[1 - place]
                text = f"texts of the {side} have {name}, such as {example!r}, those of the {without} none"
                yield Notice(f"{name} {place}", f"{text}: they count as letters of words")


def _off(refs: Sequence[Text], hyps: Sequence[Text], places: Sequence[int]) -> Iterator[Notice]:
    """A notice if many texts of the hypothesis fit references some places off."""
    looked = 0
    fitting: dict[int, set[frozenset[str]]] = {off: set() for off in _OFF}
    for place in places:
        hyp = _pieces(hyps[place])
        if not hyp:
            continue
        looked += 1
        own = _shared(hyp, _pieces(refs[place]))
        if own + _MORE > 1:
            continue
        near = [off for off in _OFF if 0 <= place + off < len(refs)]
        best, off = max((_shared(hyp, _pieces(refs[place + off])), off) for off in near)
        if best >= max(_ALIKE, own + _MORE):
            fitting[off].add(hyp)
    number, off = max((len(found), off) for off, found in fitting.items())
    second = max(len(found) for each, found in fitting.items() if each != off)
    if number > max(_SOME, _PART * looked, 2 * second):
        where = "later" if off > 0 else "earlier"
        unit = "place" if abs(off) == 1 else "places"
        text = f"{number} of {looked} texts of the hypothesis fit the reference {abs(off)} {unit} {where}"
        yield Notice("texts off", f"{text} better than their own: is a line missing or doubled on one side?")


def _pieces(text: Text) -> frozenset[str]:
    """The words of a text; pairs of characters where few blanks separate words; none of a text that is too short."""
    folded = plain(text)[:_LONG].casefold()
    found = frozenset(words(folded))
    if len(found) > _FEW:
        return found
    return frozenset(map("".join, pairwise(folded))) if len(folded) > 2 * _FEW else frozenset()


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(len(one), len(other)) if one and other else 0.0


def _exchanged(texts: Sequence[str], ids: Sequence[str]) -> Iterator[Notice]:
    """A notice if ids hold words, and texts ids."""
    found = [words(text) for text in texts]
    if {*map(len, found)} != {1} or len({*texts}) < len(texts) or any(len(words(name)) < 2 for name in ids):
        return
    # Imported only now: most ids are one word.
    from scoring.words.inputs.line_ids import look_of

    if all(look_of(text) in ("id", "number") for (text,) in found):
        text = f"texts are single words such as {found[0][0]!r}, and ids hold several, such as {ids[0]!r}"
        yield Notice("ids and texts", f"{text}: are ids and texts exchanged?")
