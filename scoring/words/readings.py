"""Rules of equivalents written as alternations before words are aligned."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ...formats.errors import MismatchError, UsageError, short
from ...formats.values import replace
from ..common.settings import Settings
from ..normalise.equivalents import FRACTION, MARKS, SLASH, Equivalents, Readings, Span, respelled
from .alignment import Text, have_none, words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .normalised.equivalents import Step


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
    whole = settings.equivalents_branches == "whole"
    step = partial(Readings, rules, case_sensitive=settings.case_sensitive, whole=whole)
    side = settings.equivalents_side
    return (
        _side(refs, step if side != "hyp" else None, spans, settings),
        _side(hyps, step if side != "ref" else None, {}, settings),
        replace(settings, markup=True),
    )


def _side(
    texts: Sequence[Text], step: Step | None, spans: Mapping[int, Sequence[Span]], settings: Settings
) -> Sequence[Text]:
    """A side of which no letter becomes a mark when marks are read; with alternations, if rules are read in it."""
    # Where there is nothing but words, what the rules write is what the core reads.
    bare = _bare(texts, None if step is None else step(spans))
    if bare is not None:
        return bare
    # Imported only now: most texts have no mark that is a letter.
    from .normalised.equivalents import marked_side

    return marked_side(texts, step, spans, settings)


def _bare(texts: Sequence[Text], readings: Readings | None) -> Sequence[Text] | None:
    """A side with the readings, if it has any; None where a sign in it is a mark, so that more is needed."""
    if readings is None:
        return texts if have_none(texts, MARKS + SLASH) else None
    return readings.bare(texts, MARKS + SLASH)  # type: ignore[arg-type]


def _spans_of(names: Sequence[str], rules: Equivalents) -> Mapping[int, Sequence[Span]]:
    """The spans of utterances by their numbers."""
    places = {name: place for place, name in enumerate(names)}
    if not rules.of_parts and not places.keys() & rules.spans.keys():
        raise MismatchError(
            f"no equivalents of a scored text: they are of {short(next(iter(rules.spans)))}, texts are "
            f"{short(next(iter(places), 'none'))}; expected spans by the ids of the reference"
        )
    return {places[name]: spans for name, spans in rules.spans.items() if name in places}
