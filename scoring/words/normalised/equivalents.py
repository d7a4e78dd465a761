"""Texts whose words may be read otherwise: rules of equivalents written as alternations before words are aligned."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from ....formats.errors import MismatchError, UsageError, short
from ....formats.schema.markup import mark
from ....formats.values import replace
from ... import _core as core
from ...common.settings import Settings
from ...normalise.chain import Chain, Scoring
from ...normalise.equivalents import Equivalents, Readings, Span, respelled
from ..alignment import Text, words_of
from ..timed_words import TimedWords
from .both_sides import normalised, side_before

_MARKS = "{}\\;*@("
_MARK = re.compile(f"[{re.escape(_MARKS)}]")
SLASH, FRACTION = "/", "\u2044"
"""A slash ends a branch, so that words are scored and shown with the sign of fractions."""


def with_readings(
    refs: Sequence[Text], hyps: Sequence[Text], names: Callable[[], Sequence[str]], settings: Settings
) -> tuple[Sequence[Text], Sequence[Text], Settings]:
    """Both sides with alternations for the words that rules name, and settings that read these.

    `names` gives the ids of utterances, by which spans of single texts find them.
    """
    rules = settings.rules_of_words
    assert rules is not None
    if settings.unit != "word":
        raise UsageError("equivalents are of words; score without unit='character' (-c)")
    if rules.spans and settings.equivalents_side == "hyp":
        raise UsageError(
            "equivalents of single texts are of the reference, which equivalents_side='both' (--equivalents-side both) "
            "reads, too"
        )
    if rules.made:
        rules = rules.with_made(*(map(" ".join, map(words_of, side)) for side in (refs, hyps)))
    rules = respelled(rules, SLASH, FRACTION)
    spans = _spans_of(names(), rules) if rules.spans else {}
    side = settings.equivalents_side
    return (
        _side(refs, rules, spans, settings, is_read=side != "hyp"),
        _side(hyps, rules, {}, settings, is_read=side != "ref"),
        replace(settings, markup=True),
    )


def _side(
    texts: Sequence[Text], rules: Equivalents, spans: Mapping[int, Sequence[Span]], settings: Settings, *, is_read: bool
) -> Sequence[Text]:
    """A side of which no letter becomes a mark when marks are read; with alternations, if rules are read in it."""
    if not is_read:
        return texts if _has_none(texts, _MARKS + SLASH) else _literal(_unslashed(texts, settings), settings)
    readings = _readings(rules, spans, settings)
    # Nothing but words: what the rules write is what the core reads.
    if (bare := readings.bare(texts, _MARKS + SLASH)) is not None:  # type: ignore[arg-type]
        return bare
    texts = _unslashed(texts, settings)
    bare = readings.bare(texts, _MARKS)  # type: ignore[arg-type]
    return _read(texts, rules, spans, settings) if bare is None else bare


def _spans_of(names: Sequence[str], rules: Equivalents) -> dict[int, Sequence[Span]]:
    """The spans of utterances by their numbers."""
    places = {name: place for place, name in enumerate(names)}
    if not rules.of_parts and not places.keys() & rules.spans.keys():
        raise MismatchError(
            f"no equivalents of a scored text: they are of {short(next(iter(rules.spans)))}, texts are "
            f"{short(next(iter(places), 'none'))}; expected spans by the ids of the reference"
        )
    return {places[name]: spans for name, spans in rules.spans.items() if name in places}


def _unslashed(texts: Sequence[Text], settings: Settings) -> Sequence[Text]:
    """Texts whose words have no slash; those with alternations of their own stay as they are."""
    if isinstance(texts, TimedWords):
        words = [word.replace(SLASH, FRACTION) if word[:1] != "<" else word for word in texts.words]
        return replace(texts, words=words) if SLASH in "".join(texts.words) else texts
    if _has_none(texts, SLASH):
        return texts
    changed: list[Text] = []
    for text in texts:
        if not isinstance(text, str):
            changed.append([word.replace(SLASH, FRACTION) for word in words_of(text)])
        else:
            changed.append(text if settings.markup and "{" in text else text.replace(SLASH, FRACTION))
    return changed


def _literal(texts: Sequence[Text], settings: Settings) -> Sequence[Text]:
    """Texts of which no letter becomes a mark when marks are read."""
    if settings.markup or isinstance(texts, TimedWords) or not _may_have_marks(texts):
        return texts
    return [words_of(text) for text in texts]


def _may_have_marks(texts: Sequence[Text]) -> bool:
    """Whether a text is a list, or has a letter that may be a mark."""
    return not _has_none(texts, _MARKS)


def _has_none(texts: Sequence[Text], signs: str) -> bool:
    """Whether all are texts, and none has one of the signs."""
    return core.holding(texts, [], signs.encode(), True) is not None


def _readings(rules: Equivalents, spans: Mapping[int, Sequence[Span]], settings: Settings) -> Readings:
    whole = settings.equivalents_branches == "whole"
    return Readings(rules, spans, case_sensitive=settings.case_sensitive, whole=whole)


def _read(
    texts: Sequence[Text], rules: Equivalents, spans: Mapping[int, Sequence[Span]], settings: Settings
) -> Sequence[Text]:
    """Texts with marks of their own, lists of words, or words with times, with alternations."""
    texts = _literal(texts, settings)
    place = next((str(rule.where) for rule in rules.rules if rule.where), "equivalents")
    bare = replace(settings, equivalents=None, markup=True)

    def reading(spans: Mapping[int, Sequence[Span]]) -> Settings:
        step = _readings(rules, spans, settings)
        return replace(bare, normalise=Chain((step,), scoring=Scoring(alternatives=place)))

    side = side_before(_marked(texts), reading({}))
    return normalised(side, reading(_by_text(side.owners(), spans)))


def _marked(texts: Sequence[Text]) -> Sequence[Text]:
    """Words with times, of which no letter becomes a mark when marks are read."""
    if not isinstance(texts, TimedWords) or texts.marked:
        return texts
    return replace(texts, marked=True, words=[mark(word) if _MARK.search(word) else word for word in texts.words])


def _by_text(owners: Sequence[int], spans: Mapping[int, Sequence[Span]]) -> dict[int, Sequence[Span]]:
    """The spans of utterances by the numbers of their texts."""
    numbers: dict[int, int] = {}
    for number, owner in enumerate(owners):
        if owner in spans and numbers.setdefault(owner, number) != number:
            raise UsageError("equivalents of words of a text that has alternations; expected texts without")
    return {number: spans[owner] for owner, number in numbers.items() if owner in spans}
