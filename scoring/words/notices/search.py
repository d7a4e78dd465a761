"""The search for notices about texts as they were scored, and for causes of their errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ....formats.errors import short
from ....formats.values import dataclass
from ...common.counts import Counts
from ...common.settings import Settings
from ...common.tie_policy import KALDI_WER
from ...notices.notice import Explanation, Notice, of_counts
from ...notices.oddities import (
    are_unbroken,
    of_printed,
    of_redactions,
    of_silence,
    of_slots,
    of_speakers,
    of_tags,
    of_texts,
    some_unbroken,
)
from ..alignment import Text
from ..pairs import Pairs
from ..utterances import Utterances
from .odd_texts import braces, exchanged, of_numbers, slashes, spelled_out
from .one_sided import absent, of_empty_hypotheses, of_empty_references
from .unread_marks import of_hyphens, of_marks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..normalised.both_sides import Before


@dataclass(frozen=True, slots=True)
class Evidence:
    """A score and both sides of it, as notices look at them."""

    pairs: Pairs
    """The texts as they were aligned."""
    utterances: Utterances
    counts: Counts
    before: Before | None
    """The texts before normalisation."""
    facts: Mapping[str, Any]
    """Fields of the result about files, and about what one side lacks."""
    unmerged: str = ""
    """Why compounds are not merged, though the normaliser asks for it."""

    @property
    def settings(self) -> Settings:
        """The settings of the score."""
        return self.utterances.settings

    @property
    def given(self) -> tuple[Sequence[Text], Sequence[Text]]:
        """Both sides with signs that a normaliser may have taken away."""
        if self.before is None:
            return self.pairs.refs, self.pairs.hyps
        return self.before.refs.texts, self.before.hyps.texts

    @property
    def absent(self) -> Sequence[str]:
        """The ids without a hypothesis, where their words count as deletions."""
        ids: Sequence[str] = self.facts.get("missing", ()) if self.facts.get("missing_rule") == "delete" else ()
        return ids

    def names(self) -> Iterator[str]:
        """The names of utterances, and of the recordings that they belong to."""
        yield from self.pairs.names
        if self.pairs.timeline is not None:
            yield from self.pairs.timeline.recordings()


def notices_of(seen: Evidence) -> tuple[Notice, ...]:
    """The notices about a score at every rate."""
    return (*_of_pairs(seen), *_of_marks(seen), *_of_rules(seen), *_of_errors(seen))


def _of_pairs(seen: Evidence) -> Iterator[Notice]:
    """Notices about what stands on both sides; of words with times, those about rows are found where files are read."""
    pairs, facts = seen.pairs, seen.facts
    if not pairs.timeline:
        yield from of_texts(pairs.refs, pairs.hyps)
        yield from exchanged(pairs.refs, pairs.ids)
        lacking, extra, rule = (facts.get(name, ()) for name in ("missing", "extra", "missing_rule"))
        yield from absent(lacking, extra, str(rule), len(seen.utterances))
    if pairs.one_object:
        yield Notice("same object", "refs and hyps are the same object: every text is compared with itself")
    yield from of_empty_references(seen.utterances.table, seen.counts)
    yield from of_empty_hypotheses(seen.utterances.table, seen.counts, seen.absent)


def _of_marks(seen: Evidence) -> Iterator[Notice]:
    """Notices about marks of alternatives that are read as words, and about words that look like marks."""
    refs, hyps = seen.pairs.refs, seen.pairs.hyps
    if seen.settings.markup:
        yield from slashes(refs, hyps)
    else:
        formats = [seen.facts.get(f"{side}_format", "") for side in ("ref", "hyp")] if seen.pairs.of_files else ()
        yield from braces(refs, hyps, formats)


def _of_rules(seen: Evidence) -> Iterator[Notice]:
    """Notices about rules of the normaliser and equivalents that changed nothing, or too much."""
    before, settings = seen.before, seen.settings
    # Imported only now: most runs normalise nothing.
    if before is not None or settings.equivalents is not None:
        from ..normalised.idle import of_idle

        yield from of_idle(before, (seen.pairs.refs, seen.pairs.hyps), settings, seen.names)
    if before is not None and settings.chain is not None:
        from .equal_numbers import of_equal_numbers
        from .languages import of_broken_words, of_language

        if settings.unit == "word":
            yield from of_broken_words(before.refs.texts, settings.chain)
        yield from of_language(before.refs.texts, settings.chain)
        yield from of_equal_numbers(before, settings.chain, merged=bool(settings.compounds))
    if seen.unmerged:
        yield Notice("compounds", f"compounds are not merged, although the normaliser asks for it: {seen.unmerged}")


def _of_errors(seen: Evidence) -> Iterator[Notice]:
    """Notices about errors that are none of recognition, and about sides that have nothing in common."""
    refs, hyps, settings = seen.pairs.refs, seen.pairs.hyps, seen.settings
    unbroken = False, False
    if seen.counts.errors:
        yield from of_tags(*seen.given, settings.chain)
        yield from of_silence(refs, hyps)
        yield from of_slots(refs, hyps)
        yield from of_speakers(seen.given[0], refs)
        yield from spelled_out(refs, hyps, settings.unit)
        if settings.markup:
            yield from of_marks(refs, hyps, settings)
    if seen.counts.errors and not seen.counts.correct:
        yield from of_numbers(refs, hyps)
    if seen.counts.errors and settings.unit == "word":
        made = settings.rules_of_words.made if settings.rules_of_words is not None else ()
        if "hyphens" not in made:
            yield from of_hyphens(refs, hyps)
        yield from of_redactions(*seen.given, are_matched="any-words" in made)
        unbroken = are_unbroken(refs), are_unbroken(hyps)
        if True not in unbroken and (example := some_unbroken(refs)):
            text = f"some texts have no blanks between words, such as {short(repr(example), 30)}"
            way = "normalise='mixed-units' (--normalise mixed-units) scores the characters of such scripts"
            yield Notice("some texts without blanks", f"{text}, so a phrase counts as one word: {way}")
    if seen.counts.errors:
        # Whoever asks for the rate of Kaldi, with its policy, asks for its case.
        yield from of_printed(refs, hyps, has_case=settings.case_sensitive and settings.policy != KALDI_WER)
    yield from of_counts(seen.counts, unbroken=unbroken)


def causes_of(seen: Evidence) -> tuple[Explanation, ...]:
    """Causes of errors that are none of recognition, at any rate; and times that may be wrong."""
    if not seen.counts.errors and seen.pairs.timeline is None:
        return ()
    # Imported only now: a score without errors needs none.
    from .explained import explanations

    return explanations(seen.utterances, seen.counts, seen.absent, seen.before)
