"""Normalisation and the errors: every change, and which rules moved how many; other scores need nothing of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, count
from operator import add, is_not, ne, or_
from typing import Any

from .... import core
from ....formats.errors import FormatError, UsageError
from ....formats.schema.spans import SpanTexts
from ....formats.values import dataclass, replace
from ...common.counts import Counts, counts_of, numbers_of
from ...common.settings import Settings
from ...normalise.chain import Chain
from ...normalise.effect import Effect
from ...normalise.log import Change, columns_of, worded
from ...normalise.moved import Stage, moved_by
from ...normalise.origins import Origins
from ..alignment import Text, side_of
from ..utterance_table import UtteranceTable
from .both_sides import Before, Side, before_of, normalised, side_before
from .respelled import compounds_of
from .texts import Texts


def changes_of(before: Before, settings: Settings, ids: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Every change, ready for JSON: side, id, and the fields of the change.

    Where an utterance is several texts, because of alternatives or optional words, `text` is their number from 1.
    """
    chain = settings.chain or Chain(())
    for name, side in (("ref", before.refs), ("hyp", before.hyps)):
        owners = side.owners()
        several = Counter(owners) if len(owners) != len(set(owners)) else Counter[int]()
        begins: dict[int, int] = {}
        for number, owner in enumerate(owners) if several else ():
            begins.setdefault(owner, number)
        for change in chain.apply(side.texts, log=True)[1]:
            owner = owners[change.utterance]
            head: dict[str, Any] = {"side": name, "id": ids[owner]}
            if several[owner] > 1:
                head["text"] = change.utterance - begins[owner] + 1
            yield {**head, **change.to_dict(), "utterance": owner}
    if settings.compounds:
        refs, hyps = (normalised(side, settings) for side in (before.refs, before.hyps))
        for name, changes in zip(("ref", "hyp"), compounds_of(refs, hyps, settings).changes, strict=True):
            for change in changes:
                yield {"side": name, "id": ids[change.utterance], **change.to_dict()}


@dataclass(frozen=True, slots=True)
class After:
    """References and hypotheses as they were scored, their counts, and the four counts of each pair."""

    refs: Sequence[Text]
    hyps: Sequence[Text]
    counts: Counts
    rows: memoryview


def effect(before: Before, after: After, settings: Settings, table: UtteranceTable) -> Effect:
    """Counts of the texts as they were, and the errors that each rule moved; equivalents are read in both.

    Nobody knows these where texts before the chain, or between its steps, cannot take the equivalents. Only pairs that
    normalisation touched are looked at: of all others the counts stay.
    """
    settings = replace(settings, markup=before.markup)
    places = _touched(before, after, settings)
    if not places:
        return Effect(after.counts, ())
    if settings.rules_of_words and settings.rules_of_words.spans:
        places = range(len(before.refs.given))  # those of a recording are counted in all of its utterances
    part = before
    if len(places) < len(before.refs.given):
        part = before_of(_taken(before.refs.given, places), _taken(before.hyps.given, places), settings)
    counted = _Counted(settings, part.refs.given, table)
    try:
        was, errors = counted.scored(part.refs.given, part.hyps.given, 0)
        moved = moved_by(_stages(part, counted), dict(enumerate(errors)))
    except (UsageError, FormatError):
        if settings.equivalents is None:
            raise
        return Effect(None, ())
    return Effect(_replaced(after, places, was), moved)


@dataclass(frozen=True, slots=True)
class _Counted:
    """Counts of texts between the steps of a chain: the settings, and what equivalents ask for."""

    settings: Settings
    refs: Sequence[Text]
    """The references before all steps."""
    table: UtteranceTable

    def scored(self, refs: Sequence[Text], hyps: Sequence[Text], steps: int) -> tuple[Counts, list[int]]:
        """Counts of all pairs after so many steps, and the errors of each."""
        refs, hyps, settings = self._read(refs, hyps, steps)
        batch = core.align(settings.rules(), side_of(refs), side_of(hyps), 1)
        return counts_of(batch), _errors(batch)

    def _read(
        self, refs: Sequence[Text], hyps: Sequence[Text], steps: int
    ) -> tuple[Sequence[Text], Sequence[Text], Settings]:
        """Both sides with equivalents, if there are some."""
        if self.settings.equivalents is None:
            return refs, hyps, self.settings
        # Imported only now: few scores have equivalents.
        from ..readings import with_readings

        whole = self.settings.chain or Chain(())
        chain = Chain(whole.steps[:steps], whole.label) if steps else None
        settings = replace(self.settings, normalise=chain)
        return with_readings(refs, hyps, self.table.names, settings, self.table.timeline, self.refs)


def _touched(before: Before, after: After, settings: Settings) -> Sequence[int]:
    """Pairs that are not what they were."""
    chain = settings.chain or Chain(())
    places: set[int] = set()
    for side, texts in ((before.refs, after.refs), (before.hyps, after.hyps)):
        if isinstance(texts, SpanTexts):
            places.update(texts.changed())
            continue
        results = texts
        if not isinstance(side, Texts) or side.texts is not side.given:
            results = chain.apply(side.texts)[0]
            if isinstance(side, Texts):
                places.update(compress(range(len(texts)), map(ne, side.given, texts)))
        # An object that comes back was changed by no rule; there is only one object of each single letter.
        others, short = map(is_not, side.texts, results), map((2).__gt__, map(len, side.texts))
        places.update(compress(side.owners(), map(or_, others, short)))
    return sorted(places)


def _taken(texts: Sequence[Text], places: Sequence[int]) -> Sequence[Text]:
    """Some of the texts."""
    take = getattr(texts, "taken", None)
    return take(places) if take is not None else [texts[place] for place in places]


def _replaced(after: After, places: Iterable[int], was: Counts) -> Counts:
    """All counts, with these instead of those of some pairs."""
    now = [sum(map(after.rows[column::4].tolist().__getitem__, places)) for column in range(4)]
    columns = zip(numbers_of(after.counts), now, numbers_of(was), strict=True)
    return Counts(*(everything - new + old for everything, new, old in columns))


def _stages(before: Before, counted: _Counted) -> Iterator[Stage[int]]:
    """The utterance and the rule of every change that a step made, and the errors of these utterances after it."""
    settings = counted.settings
    chain = settings.chain or Chain(())
    has_spans = bool(settings.rules_of_words and settings.rules_of_words.spans)
    refs, hyps = _Stage(before.refs, settings), _Stage(before.hyps, settings)
    steps = (chain.stages(side.texts) for side in (before.refs, before.hyps))
    for number, (ref, hyp) in enumerate(zip(*steps, strict=True), 1):
        owners, rules = map(add, refs.after(*ref), hyps.after(*hyp))
        if owners:
            places = range(len(before.refs.given)) if has_spans else sorted({*owners})
            errors = counted.scored(refs.written(places), hyps.written(places), number)[1]
            yield owners, rules, dict(zip(places, errors, strict=True))
    if settings.compounds:
        everything = range(len(before.refs.given))
        compounds = compounds_of(refs.written(everything), hyps.written(everything), settings)
        yield *map(add, *map(columns_of, compounds.changes)), compounds.errors()


class _Stage:
    """One side after some of the steps."""

    __slots__ = ("_changes", "_owners", "_settings", "_side", "_texts")

    def __init__(self, side: Side, settings: Settings) -> None:
        self._side = side
        self._settings = settings
        self._texts = side.texts
        # Which rows an alternation replaces decides where csrfilt.sh puts its marks.
        alternatives = settings.chain is not None and settings.chain.scoring.alternatives
        self._changes: list[Change] | None = [] if alternatives else None
        self._owners = side.owners()

    def after(self, texts: Sequence[str], changes: Sequence[Change]) -> tuple[list[int], list[str]]:
        """Takes the texts and the changes of the next step; the utterance of every change, and its rule."""
        self._texts = texts
        if self._changes is not None:
            self._changes += changes
        numbers, rules = worded(changes)
        return list(map(self._owners.__getitem__, numbers)), rules

    def written(self, places: Sequence[int]) -> Sequence[Text]:
        """Some utterances as they are now."""
        if len(places) == len(self._side.given):
            return self._side.written(self._texts, self._origins(range(len(self._texts))))
        numbers = list(compress(count(), map({*places}.__contains__, self._owners)))
        texts = list(map(self._texts.__getitem__, numbers))
        if self._changes is None and (chosen := self._side.chosen(texts, places)) is not None:
            return chosen
        return side_before(_taken(self._side.given, places), self._settings).written(texts, self._origins(numbers))

    def _origins(self, numbers: Sequence[int]) -> Origins | None:
        """Where the words of some texts come from, as the changes so far tell."""
        if self._changes is None:
            return None
        places = {number: place for place, number in enumerate(numbers)}
        shares = [
            replace(change, utterance=places[change.utterance])
            for change in self._changes
            if change.utterance in places
        ]
        return Origins(Chain(()), (), shares)


def _errors(batch: core.Batch) -> list[int]:
    numbers = memoryview(batch.counts()).cast("i")
    return list(map(sum, zip(*(numbers[column::4].tolist() for column in (1, 2, 3)), strict=True)))
