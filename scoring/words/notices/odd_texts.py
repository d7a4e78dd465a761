"""Texts that are ids (of a trn file in which both are exchanged), that are spelled out, or whose marks are not read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations

from ....formats.errors import short
from ....formats.schema.markup import words
from ...notices.notice import SIDES, Explanation, Notice
from ...notices.oddities import plain
from ..alignment import Text, have_none

_SAMPLE = 200
_BLANK = "<space>"
# This part of the words of texts that are spelled out has one character.
_MOST = 0.9
_NUMBER = re.compile(r"\s*-?[0-9]+[.,][0-9]+(?:e-?[0-9]+)?\s*")
_ALTERNATION = re.compile(r"\{[^{}]* / [^{}]*\}")
_BRACES = re.compile(r"(?<!\S)\S*[{}]\S*")


def exchanged(refs: Sequence[Text], ids: Sequence[str] | None) -> Iterator[Notice]:
    """A notice if ids hold words, and texts ids.

    >>> print(*exchanged(["u1", "u2"], ["good day", "bad day"]))
    texts are single words such as 'u1', and ids hold several, such as 'good day': are ids and texts exchanged?
    """
    places = range(0, len(refs), len(refs) // _SAMPLE + 1)
    if ids is None or len(places) < 2 or any(len(words(ids[place])) < 2 for place in places):
        return
    texts = [words(plain(refs[place])) for place in places]
    if {*map(len, texts)} != {1} or len({*map(tuple, texts)}) < len(texts):
        return
    # Imported only now: most ids are one word.
    from ..inputs.line_ids import look_of

    if all(look_of(text) in ("id", "number") for (text,) in texts):
        text = f"texts are single words such as {texts[0][0]!r}, and ids hold several, such as {ids[places[0]]!r}"
        yield Notice("ids and texts", f"{text}: are ids and texts exchanged?")


def lists_of_texts(refs: Sequence[str], rate: float) -> Iterator[Explanation]:
    """The fact that a reference is a list of several texts, which are no words of one.

    >>> print(*lists_of_texts(['["good day", "hello there"]'], 1.0))  # doctest: +ELLIPSIS
    a cell of the reference holds several texts, such as '["good day", "hello there"]': expected one text; several ...
    """
    lists = [text for text in refs if text.lstrip()[:2] in ('["', "['", '("', "('")]
    if not lists:
        return
    # Imported only now: hardly a text begins as a list does.
    from ....formats.engine.utterances import one_of_several
    from ...normalise.repairs import has_several_texts

    if (example := next(filter(has_several_texts, lists), None)) is not None:
        advice = f"expected one {one_of_several()}"
        text = f"a cell of the reference holds several texts, such as {short(example)!r}: {advice}"
        yield Explanation("lists of texts", text, None, rate, True, advice=advice)


def slashes(refs: Sequence[Text], hyps: Sequence[Text]) -> Iterator[Notice]:
    """A notice about slashes between words of one side, which look like alternatives without their braces.

    >>> print(*slashes(["the / a cat", "{ b / c }"], ["the cat", "b"]))
    '/' is a word of the reference, as in 'the / a cat', but of no hypothesis; alternatives need braces, { the / a }
    """
    alone = [[text for text in _with_slashes(side) if "{" not in text] for side in (refs, hyps)]
    if bool(alone[0]) == bool(alone[1]):
        return
    side, other = SIDES if alone[0] else SIDES[::-1]
    example = repr(short((alone[0] or alone[1])[0]))
    text = f"'/' is a word of the {side}, as in {example}, but of no {other}; alternatives need braces, {{ the / a }}"
    yield Notice("slashes", text)


def spelled_out(refs: Sequence[Text], hyps: Sequence[Text], unit: str) -> Iterator[Notice]:
    """A notice about texts that are characters already, with a word for each blank, as ESPnet writes them.

    >>> print(*spelled_out(["a b <space> c"], ["a <space> c"], "character"))
    texts are single characters, with <space> for blanks: unit='character' counts the letters of <space>
    """
    if not all(any(_BLANK in plain(text) for text in side[:_SAMPLE]) for side in (refs, hyps)):
        return
    seen = [word for side in (refs, hyps) for text in side[:_SAMPLE] for word in plain(text).split() if word != _BLANK]
    if sum(len(word) == 1 for word in seen) > _MOST * len(seen):
        counts = (
            "unit='character' (-c) counts the letters of" if unit == "character" else "the rate is of characters and"
        )
        yield Notice("spelled out", f"texts are single characters, with {_BLANK} for blanks: {counts} {_BLANK}")


def of_numbers(refs: Sequence[Text], hyps: Sequence[Text]) -> Iterator[Notice]:
    """A notice about a side whose texts are all numbers with decimals, as scores and durations are.

    >>> print(*of_numbers(["good day", "yes"], ["0.92", "0.9"]))
    every text of the hypothesis is a number, such as '0.92': is it the column of texts?
    """
    texts = [[plain(text) for text in side[:_SAMPLE]] for side in (refs, hyps)]
    numbers = [[text for text in side if _NUMBER.fullmatch(text)] for side in texts]
    for place, side in enumerate(SIDES):
        if len(numbers[place]) == len(texts[place]) > 1 and not numbers[1 - place]:
            example = short(numbers[place][0])
            yield Notice(
                "numbers", f"every text of the {side} is a number, such as {example!r}: is it the column of texts?"
            )


def _with_slashes(texts: Sequence[Text]) -> Iterator[str]:
    """The texts of which a slash is a word."""
    if have_none(texts, "/"):
        return
    unusual = getattr(texts, "unusual", None)  # of words that were read
    places = unusual("/") if unusual else None
    for text in texts if places is None else map(texts.__getitem__, places):
        if isinstance(text, str) and "/" in text and "/" in text.split():
            yield text


def braces(refs: Sequence[Text], hyps: Sequence[Text], formats: Sequence[str] = ()) -> Iterator[Notice]:
    """A notice about alternations that are read as words, or else about braces that only one side has; in files, in
    those whose format has no alternations.

    >>> print(*braces(["a { b / c }"], ["a b"]))
    '{ b / c }' in the reference is read as words, including the braces; markup=True reads it as alternatives
    >>> print(*braces(["a {laughter}"], ["a"]), *braces(["{"], ["{"]))  # doctest: +ELLIPSIS
    braces in the reference, such as '{laughter}', count, the hypothesis has none: normalise='drop:{*}' compares ...
    """
    with_braces = [
        []
        if have_none(side, "{}")
        else [text for text in side if isinstance(text, str) and ("{" in text or "}" in text)]
        for side in (refs, hyps)
    ]
    if not any(with_braces):
        return
    if formats:
        # Imported only now: most texts have no braces.
        from ....formats.registry import by_name
        from ..inputs.columns import format_in

        for place, name in enumerate(formats):
            if not name or "alternations" in by_name(format_in(name)).carries:
                with_braces[place] = []
    for side, texts in zip(SIDES, with_braces, strict=True):
        if example := next(filter(None, map(_ALTERNATION.search, texts)), None):
            shown = f"{short(example[0])!r} in the {side} is read as words, including the braces"
            yield Notice("braces", f"{shown}; markup=True (--markup) reads it as alternatives")
            return
    for (side, texts), (other, texts_of_other) in permutations(zip(SIDES, with_braces, strict=True)):
        if not texts_of_other and texts and (first := _BRACES.search(texts[0])):
            shown = f"braces in the {side}, such as {short(first[0])!r}, count, the {other} has none"
            yield Notice(
                "braces", f"{shown}: normalise='drop:{{*}}' (--normalise 'drop:{{*}}') compares texts without them"
            )
