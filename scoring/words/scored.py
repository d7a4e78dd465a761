"""Pairs of texts scored: the only place where words are aligned and summed for a result."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import accumulate

from ... import core
from ...formats.errors import MismatchError, UsageError, half_character
from ...formats.values import dataclass, replace
from ..common.counts import Counts
from ..common.results import check_threads
from ..common.settings import Settings
from ..notices.notice import HIGH, Deferred, Notice, of_counts
from ..notices.oddities import ESCAPES, are_unbroken, is_ascii, of_printed, of_redactions, of_silence, of_tags, of_texts
from .alignment import ENDS, Text, check_text, have_none, side_of
from .notices.exchanged import wrong_utterances
from .notices.odd_texts import braces, braces_of_files, exchanged, slashes, spelled_out
from .notices.one_sided import absent, missed, of_empty_hypotheses, of_empty_references
from .result import Result
from .table_columns import NO_COLUMNS, TableColumns
from .utterance_table import CountsLater, Timeline, UtteranceTable
from .utterances import Utterances

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..notices.took_part import TookPart
    from .normalised.both_sides import Before


@dataclass(frozen=True, slots=True)
class Pairs:
    """References and hypotheses in one order."""

    refs: Sequence[Text]
    hyps: Sequence[Text]
    ids: Sequence[str] | None = None
    """None where nobody gave ids: utterances are numbered."""
    timeline: Timeline | None = None
    numbered: bool = False
    """Whether ids were made up of speakers and numbers."""
    one_object: bool = False
    """Whether the caller gave one object as both sides."""
    of_files: bool = True
    """Whether the texts were read from files, whose formats say which marks they have."""
    steps: Sequence[str] | None = None
    """The operations of each alignment, a letter a step, where they are known: nothing is searched again."""
    columns: TableColumns = NO_COLUMNS
    """Further columns of the reference's table."""

    @property
    def names(self) -> Sequence[str]:
        """Ids, or names of recordings, or numbers from 1."""
        if self.ids is None and self.timeline is not None:
            return self.timeline.sessions
        return [str(number) for number in range(1, len(self.refs) + 1)] if self.ids is None else self.ids


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
    return Result(
        counts=Counts(*counts),
        sentences=sentences,
        sentence_errors=wrong,
        settings=settings,
        table=table,
        utterances=utterances,
        before=before,
        notices=Deferred(
            partial(_noticed, pairs, utterances, Counts(*counts), unmerged, before, facts),
            partial(_causes, utterances, Counts(*counts), _absent(facts), before),
        ),
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


def _noticed(
    pairs: Pairs,
    utterances: Utterances,
    counts: Counts,
    unmerged: str,
    before: Before | None,
    facts: Mapping[str, Any],
) -> tuple[Notice, ...]:
    """Notices about the texts as they were scored; of words with times, about their errors alone."""
    notices: list[Notice] = []
    if not pairs.timeline:
        notices += [*of_texts(pairs.refs, pairs.hyps), *exchanged(pairs.refs, pairs.ids)]
        lacking, extra, rule = (facts.get(name, ()) for name in ("missing", "extra", "missing_rule"))
        notices += absent(lacking, extra, str(rule), len(utterances))
    if not utterances.settings.markup:
        if pairs.of_files:
            notices += braces_of_files(
                pairs.refs, pairs.hyps, [facts.get(f"{side}_format", "") for side in ("ref", "hyp")]
            )
        else:
            notices += braces(pairs.refs, pairs.hyps)
    if before is not None or utterances.settings.equivalents is not None:
        from .normalised.idle import of_idle

        names = partial(_all_names, pairs)
        notices += of_idle(before, (utterances.refs, utterances.hyps), utterances.settings, names)
    if before is not None and utterances.settings.chain is not None and utterances.settings.unit == "word":
        # Imported only now: most runs normalise nothing.
        from .notices.broken_words import of_broken_words

        notices += of_broken_words(before.refs.texts, utterances.settings.chain)
    if unmerged:
        notices.append(
            Notice("compounds", f"compounds are not merged, although the normaliser asks for it: {unmerged}")
        )
    if pairs.one_object:
        notices.append(Notice("same object", "refs and hyps are the same object: every text is compared with itself"))
    if utterances.settings.markup:
        notices += slashes(pairs.refs, pairs.hyps)
    notices += of_empty_references(utterances.table, counts)
    notices += of_empty_hypotheses(utterances.table, counts, _absent(facts))
    if counts.errors:
        # A normaliser may have taken signs away.
        given = (pairs.refs, pairs.hyps) if before is None else (before.refs.texts, before.hyps.texts)
        notices += of_tags(*given, utterances.settings.chain)
        notices += of_silence(utterances.refs, utterances.hyps)
        if utterances.settings.unit == "word":
            notices += of_redactions(*given, are_matched=_matches_any_words(utterances.settings))
        notices += spelled_out(utterances.refs, utterances.hyps, utterances.settings.unit)
    of_words = counts.errors and utterances.settings.unit == "word"
    if of_words:
        notices += of_printed(utterances.refs, utterances.hyps, case_sensitive=utterances.settings.case_sensitive)
    unbroken = (are_unbroken(pairs.refs), are_unbroken(pairs.hyps)) if of_words else (False, False)
    return *notices, *of_counts(counts, unbroken=unbroken)


def _matches_any_words(settings: Settings) -> bool:
    return settings.rules_of_words is not None and "any-words" in settings.rules_of_words.made


def _all_names(pairs: Pairs) -> Iterator[str]:
    """The names of utterances, and of the recordings that they belong to."""
    yield from pairs.names
    if pairs.timeline is not None:
        yield from pairs.timeline.recordings()


def _absent(facts: Mapping[str, Any]) -> Sequence[str]:
    """The ids without a hypothesis, where their words count as deletions."""
    absent: Sequence[str] = facts.get("missing", ()) if facts.get("missing_rule") == "delete" else ()
    return absent


def _causes(utterances: Utterances, counts: Counts, absent: Sequence[str], before: Before | None) -> tuple[Notice, ...]:
    """Causes of most errors, where there are many, or where times may be wrong, and errors that vanish at any rate."""
    has_causes = (counts.wer or 0.0) >= HIGH or utterances.table.timeline is not None
    tests = (_may_vanish, _may_be_exchanged, _may_be_printed)
    if not has_causes and not any(test(utterances, counts) for test in tests):
        if before is None or not counts.errors:
            return ()
        from .notices.before_normaliser import may_be_written_otherwise

        if not may_be_written_otherwise(before, utterances):
            return ()
    # Imported only now: most scores have a low rate and words of ASCII alone.
    from .notices.explained import explanations

    return explanations(utterances, counts, absent, before)


def _may_be_exchanged(utterances: Utterances, counts: Counts) -> bool:
    """Whether hypotheses of two utterances may be exchanged: of each of both, hardly a word is right."""
    return counts.errors > 0 and len(wrong_utterances(utterances)) > 1


def _may_be_printed(utterances: Utterances, counts: Counts) -> bool:
    """Whether errors may be differences of case or punctuation."""
    if not counts.errors or not counts.reference:
        return False
    sides = utterances.refs, utterances.hyps
    return utterances.settings.case_sensitive or not all(have_none(side, ENDS) for side in sides)


def _may_vanish(utterances: Utterances, counts: Counts) -> bool:
    """Whether errors may be two writings of one word; those of ASCII have escapes, controls or an odd apostrophe."""
    if not counts.errors or not counts.reference:
        return False
    sides = utterances.refs, utterances.hyps
    return not all(is_ascii(side) and have_none(side, ESCAPES) for side in sides)


def with_part(result: Result, took_part: TookPart) -> Result:
    """The result, with how much of both sides took part, and notices about what did not."""
    return replace(result, took_part=took_part).noted(missed(took_part, result.outside_rule))
