"""Pairs of texts scored: the only place where words are aligned and summed for a result."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import accumulate

from ... import core
from ...formats.errors import MismatchError, UsageError, half_character
from ...formats.values import replace
from ..common.counts import Counts
from ..common.results import check_threads
from ..common.settings import Settings
from ..notices.notice import Deferred
from .alignment import check_text, side_of
from .notices.one_sided import missed
from .notices.search import Evidence, causes_of, notices_of
from .pairs import Pairs
from .result import Result
from .utterance_table import CountsLater, UtteranceTable
from .utterances import Utterances

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..notices.took_part import TookPart
    from .normalised.both_sides import Before


def scored(pairs: Pairs, settings: Settings, threads: int, *, sort_times: bool = False, **facts: Any) -> Result:
    """Aligns the pairs and sums their counts; `facts` are other fields of the result."""
    check_threads(threads)
    before, batch, unmerged = None, None, ""
    if settings.rules_of_words is not None and "redactions" in settings.rules_of_words.made:
        # Imported only now: few references have redactions.
        from ..normalise.redactions import with_stand_in

        pairs = replace(pairs, refs=with_stand_in(pairs.refs))
    if settings.chain is not None:
        # Imported only now: most runs normalise nothing.
        from .normalised import before_of, normalised, respelled

        before = before_of(pairs.refs, pairs.hyps, settings)
        refs, hyps = (normalised(side, settings, threads) for side in (before.refs, before.hyps))
        pairs = replace(pairs, refs=refs, hyps=hyps)
        unmerged = _unmerged(settings, before)
        if unmerged:
            settings = settings.without_compounds()
        if settings.compounds:
            with _legible(pairs):
                refs, hyps, batch = respelled(refs, hyps, settings, threads)
            pairs = replace(pairs, refs=refs, hyps=hyps)
    if settings.equivalents is not None:
        if batch is not None:
            raise UsageError(
                "equivalents together with a normaliser that merges compounds; expected equivalents= (--equivalents) "
                "without "
                "normalise= (--normalise), or with a normaliser of another kind"
            )
        pairs, settings = _with_equivalents(pairs, settings, before)
    if batch is None:
        batch = _aligned(pairs, settings, threads, sort_times)
    ((sentences, *counts, wrong),) = batch.totals(bytes(4 * len(batch)), 1)
    made_up = pairs.ids is None or pairs.numbered
    table = UtteranceTable(CountsLater(batch), pairs.ids, made_up, pairs.timeline, columns=pairs.columns)
    utterances = Utterances(table, pairs.refs, pairs.hyps, (batch,), settings)
    seen = Evidence(pairs, utterances, Counts(*counts), before, facts, unmerged)
    return Result(
        counts=seen.counts,
        sentences=sentences,
        sentence_errors=wrong,
        settings=settings,
        table=table,
        utterances=utterances,
        before=before,
        notices=Deferred(partial(notices_of, seen), partial(causes_of, seen)),
        **facts,
    )


def _with_equivalents(pairs: Pairs, settings: Settings, before: Before | None) -> tuple[Pairs, Settings]:
    """The pairs with alternations for what has equivalents, and the settings that read them."""
    # Imported only now: few scores have equivalents.
    from .readings import with_readings

    given = None if before is None else before.refs.given
    names, timeline = (lambda: pairs.names), pairs.timeline
    refs, hyps, settings = with_readings(pairs.refs, pairs.hyps, names, settings, timeline, given)
    return replace(pairs, refs=refs, hyps=hyps), settings


def _unmerged(settings: Settings, before: Before) -> str:
    """The reason why compounds are not merged though the normaliser demands it, and what would help; or nothing."""
    if not settings.compounds:
        return ""
    if not before.plain:
        return "words have times, or texts have marks; markup=False (--no-markup) reads marks as letters"
    if settings.optional_words or settings.fragments:
        return "words may be missing or match by one end; expected neither optional words (-D) nor fragments (-F)"
    return ""


def _aligned(pairs: Pairs, settings: Settings, threads: int, sort_times: bool) -> core.Batch:
    with _legible(pairs):
        if pairs.steps is not None:
            return _followed(pairs, settings.rules(sort_times=sort_times), pairs.steps)
        return core.align(settings.rules(sort_times=sort_times), side_of(pairs.refs), side_of(pairs.hyps), threads)


@contextmanager
def _legible(pairs: Pairs) -> Iterator[None]:
    """Names the text that cannot be read."""
    try:
        yield
    except core.TextError as error:
        raise UsageError(f"a text cannot be read: {error}") from None
    except UnicodeEncodeError as error:
        raise half_character(error) from None
    except (TypeError, AttributeError):
        # Checked only now: a look at each word beforehand would take longer than scoring.
        for name, values in (("refs", pairs.refs), ("hyps", pairs.hyps)):
            for place, text in enumerate(values):
                check_text(f"{name}[{place}]", text)
        raise


def _followed(pairs: Pairs, rules: core.Rules, steps: Sequence[str]) -> core.Batch:
    places = array("q", accumulate(map(len, steps), initial=0)).tobytes()
    letters = "".join(steps).encode("ascii", "replace")
    try:
        return core.followed(rules, side_of(pairs.refs), side_of(pairs.hyps), letters, places)
    except ValueError as error:
        raise MismatchError(
            f"{error}; expected the operations of these texts, scored with these settings (utterances count from 0)"
        ) from None


def with_part(result: Result, took_part: TookPart) -> Result:
    """The result, with how much of both sides took part, and notices about what did not."""
    return replace(result, took_part=took_part).noted(missed(took_part, result.outside_rule))
