"""Segments normalised one by one: their texts, and the segments with what became of these."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import TypeAlias

from ...formats.errors import FormatError, UsageError, short
from ...formats.schema import Alternation, Grammar, Item, Label, Segment
from ...formats.schema.markup import parse, render, unmarked, words
from ...formats.values import dataclass, replace
from .origins import Origins, shared_time

_Labels: TypeAlias = "list[Label]"
# Labels that are no words keep their values: a keyword is a name.
_SPOKEN = frozenset({"word", "fragment"})


@dataclass(frozen=True, slots=True)
class Done:
    """The numbers and results of texts, in their order, and the changes by number."""

    results: Iterator[tuple[int, str]]
    origins: Origins | None
    """None where only the words matter, and not which old words they come from."""
    alternatives: bool = False
    """Whether braces of the results are marks of alternations that rules made."""


def _is_text(segment: Segment) -> bool:
    """Whether a segment is a text without marks."""
    return segment.labels is None and (segment.grammar == "plain" or unmarked(segment.text or ""))


def texts_of(segment: Segment) -> Iterator[str]:
    """The texts of a segment; `segment_of` takes their results in this order."""
    if segment.text and _is_text(segment):
        yield segment.text
        return
    if segment.labels is not None and segment.text:
        yield segment.text
    yield from map(_joined, _runs_of(segment.items))


def optional_in(segment: Segment) -> Iterator[int]:
    """The numbers of those texts of a segment without labels that are an optional word each.

    >>> list(optional_in(Segment(text="we (uh) saw { (a) / the }", grammar="sclite")))
    [1, 3]
    """
    if not _is_text(segment):
        yield from (number for number, run in enumerate(_runs_of(segment.items)) if run[0].optional)


def _runs_of(items: Sequence[Item]) -> Iterator[_Labels]:
    """Runs of words, those in alternatives, too."""
    for group in _groups(items):
        if isinstance(group, Alternation):
            for branch in group.branches:
                yield from _runs_of(branch)
        elif isinstance(group, list):
            yield group


def _joined(labels: _Labels) -> str:
    return " ".join(label.value for label in labels)


def _groups(items: Sequence[Item]) -> Iterator[_Labels | Item]:
    """Runs of words, each one text; alternatives and labels that are no words alone."""
    run: _Labels = []
    for item in items:
        spoken = isinstance(item, Label) and item.kind in _SPOKEN
        if isinstance(item, Label) and spoken and not item.optional:
            run.append(item)
            continue
        if run:
            yield run
            run = []
        yield [item] if isinstance(item, Label) and spoken else item
    if run:
        yield run


def segment_of(segment: Segment, done: Done) -> Segment:
    """The segment with the results of its texts."""
    if segment.labels is not None:
        done = replace(done, alternatives=False)  # words with times; only pairs of a score know how rows write them
    if segment.text and _is_text(segment):
        return replace(segment, text=marked_text(next(done.results)[1], segment.grammar, done.alternatives))
    text = segment.text
    if segment.labels is not None and text:
        text = marked_text(next(done.results)[1], segment.grammar, done.alternatives)
    items = tuple(item for group in _groups(segment.items) for item in _items(group, done))
    if segment.labels is None:
        return segment if segment.text is None else replace(segment, text=render(items, segment.grammar))
    return replace(segment, text=text, labels=items)


_BRANCH = r"(?:@ |(?:[^{}/\\;*(@\s]+ )+)"
_ALTERNATION = re.compile(rf"(?<!\S)(\{{ {_BRANCH}(?:/ {_BRANCH})*\}})(?!\S)")
"""An alternation of bare words as a rule writes it, which says what it means."""
_BRACE = re.compile("[{}]")
_ODD = re.compile(r"[{}\\;*(@]")
"""What makes more of a word."""


def marked_text(text: str, grammar: Grammar, alternatives: bool = False) -> str:
    """A normalised text, with marks that the grammar would read as its own escaped.

    With `alternatives`, braces stay marks of alternations.

    >>> marked_text("A;B { HI / @ }", "sclite", alternatives=True)
    'A\\\\;B { HI / @ }'
    """
    if grammar == "plain" or unmarked(text):
        return text
    if not alternatives:
        return render(map(Label, words(text)), grammar)
    pieces = _ALTERNATION.split(text)
    odd = [place for place in range(0, len(pieces), 2) if _ODD.search(pieces[place])]
    if not all(_is_closed(pieces[place]) for place in odd):
        pieces, odd = [text], [0]  # alternations inside of others
    for place in odd:
        pieces[place] = render(_alternated(map(Label, words(pieces[place]))), grammar)
    return " ".join(words(" ".join(pieces)))


def _is_closed(text: str) -> bool:
    """Whether each brace that a text opens is closed in it, and no other one."""
    depths = list(accumulate(1 if sign == "{" else -1 for sign in _BRACE.findall(text)))
    return not depths or (min(depths) >= 0 and depths[-1] == 0)


def _alternated(labels: Iterable[Label]) -> Iterator[Item]:
    """The labels, with those from an opening brace to its closing one read as alternations."""
    run: _Labels = []
    depth = 0
    for label in labels:
        if not run and not label.value.startswith("{"):
            yield label
            continue
        run.append(label)
        depth += open_braces(label.value)
        if depth <= 0:
            yield from _alternation(run)
            run, depth = [], 0
    if run:
        yield from _alternation(run)


def open_braces(word: str) -> int:
    """The number of braces that a word opens and does not close."""
    return word.count("{") - word.count("}")


def _alternation(labels: _Labels) -> Iterable[Item]:
    written = _joined(labels)
    if any(label.optional for label in labels):
        raise UsageError(f"a rule makes the alternation {short(written)!r} of an optional word; expected a bare word")
    return alternation_of(written)


@lru_cache(maxsize=4096)
def alternation_of(written: str) -> tuple[Item, ...]:
    """The labels of an alternation that a rule wrote."""
    try:
        return parse(written, "sclite")
    except FormatError as error:
        problem = error.problems[0]
        raise UsageError(
            f"a rule makes the alternation {short(written)!r}: {problem.what}; expected {problem.expected}"
        ) from None


def _items(group: _Labels | Item, done: Done) -> Iterator[Item]:
    if isinstance(group, Alternation):
        branches = (
            tuple(item for inner in _groups(branch) for item in _items(inner, done)) for branch in group.branches
        )
        yield replace(group, branches=tuple(branches))
    elif isinstance(group, list):
        number, text = next(done.results)
        if done.origins is None:
            labels = _shared(group, words(text))
        else:
            labels = labels_of(group, text, number, done.origins)
        yield from _alternated(labels) if done.alternatives and "{" in text else labels
    else:
        yield group


def labels_of(labels: _Labels, text: str, number: int, origins: Origins) -> Iterator[Label]:
    """The labels of a normalised text."""
    old = [label.value for label in labels]
    if text == " ".join(old):
        yield from labels
        return
    for first, last, values in origins.groups(number, old, text):
        yield from _shared(labels[first : last + 1], values)


def _shared(labels: _Labels, values: list[str]) -> Iterator[Label]:
    """New words that share the time of the old ones."""
    old = labels[0]
    start, end = old.start, labels[-1].end
    confidences = [label.confidence for label in labels if label.confidence is not None]
    confidence = min(confidences) if confidences else None
    for value, begin, stop in shared_time(values, start, end):
        fragment = value != "-" and (value.startswith("-") or value.endswith("-"))
        kind = old.kind if value == old.value else "fragment" if fragment and old.kind == "fragment" else "word"
        yield replace(old, value=value, start=begin, end=stop, confidence=confidence, kind=kind)
