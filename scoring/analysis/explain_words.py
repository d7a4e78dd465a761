"""The rates of texts under the public conventions of words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from ...formats.values import dataclass, replace
from ..common.results import Immutable
from ..common.settings import Settings
from ..normalise.catalogue import chain_of
from ..normalise.chain import Chain, Scoring
from ..words import convention as of_words
from ..words.alignment import words_of
from ..words.measures.mean import mean_of, median_of
from ..words.normalised import before_of, normalised
from ..words.pairs import Pairs
from ..words.result import checked_names, checked_results
from ..words.scored import scored
from .as_written import texts_given
from .explain import ANY, Explained, Rates, explain_each

if TYPE_CHECKING:
    from typing import TypeAlias

    from ..words.alignment import Text
    from ..words.result import Result

    _Averages: TypeAlias = Mapping[tuple[str, ...], float | None]

NORMALISERS: tuple[tuple[str, ...], ...] = (
    (),
    ("basic",),
    ("whisper-basic",),
    ("whisper-en",),
    ("leaderboard-en",),
    ("leaderboard-multilingual",),
    ("jiwer-standardize",),
    ("chime6",),
    ("chime8",),
    ("seed-tts-en",),
    ("lower,rm(.?!,)",),
    ("lower,rm([^a-z0-9 ])",),
    ("ids-en", "basic"),
    ("ids-en", "leaderboard-en"),
    ("mixed-units",),
    ("basic", "mixed-units"),
)
"""The normalisers that are tried; empty for texts as they are written."""
EMPTY = ("counted", "skipped", "as words")
"""Insertions where the reference has no words: errors, nothing, or (MU-Bench) errors in as many words."""
AVERAGES = ("pooled", "mean", "median")
"""Of all errors, or of the rates of utterances."""
ALIGNMENTS = {"sclite": "sclite", "fewest edits": "kaldi_wer"}
"""The alignments that differ in the number of errors, with a policy of each; ties never change a rate."""
_OTHERS = "as in this score"
"""The normaliser of a score with settings that no public convention has."""
_OF_FEWEST = ("rapidfuzz", "kaldi_wer", "kaldi_align")


@dataclass(frozen=True, slots=True)
class Convention(Immutable):
    """All choices that an error rate of given texts depends on, in the order of the steps of a ladder."""

    normaliser: str
    """Names with + between them; empty for texts as they are written."""
    compounds: str
    """The way in which compounds match: merged, joined or no."""
    case: str
    """kept or folded."""
    unit: str
    alignment: str
    missing: str
    """counted or skipped: utterances without a hypothesis."""
    empty: str
    """One of `EMPTY`."""
    average: str
    """One of `AVERAGES`."""


def explain(result: Result, number: str | float) -> Explained:
    """The conventions under which the texts of a result have a rate."""
    return explain_each([WordRates(result)], [number])[0]


def explain_all(
    results: Sequence[Result], numbers: Sequence[str | float], names: Sequence[str] = ()
) -> tuple[Explained, ...]:
    """Finds the conventions that give each result a published rate; with several rates, all at once."""
    results = checked_results(results)
    named = (
        checked_names(names, len(results))
        if names
        else [result.hyp_name or str(place) for place, result in enumerate(results, 1)]
    )
    explained = explain_each([WordRates(result) for result in results], numbers)
    return tuple(replace(each, system=name) for each, name in zip(explained, named, strict=True))


class WordRates(Rates):
    """The rates of the texts of a result under conventions, each alignment of the same words made once."""

    FREE: ClassVar[str] = "alignment"
    CHOICES: ClassVar[tuple[str, ...]] = tuple(ALIGNMENTS)
    SUMMED: ClassVar[tuple[str, ...]] = ("empty", "average")

    def __init__(self, result: Result) -> None:
        super().__init__()
        self.result = result
        refs, hyps = texts_given(result)
        self._texts = list(refs), list(hyps)
        ids = result.table.names()
        missing = {*result.missing} if result.missing_rule == "delete" else set()
        self._there = [place for place, name in enumerate(ids) if name not in missing]
        self._missing = ("counted", "skipped") if missing else ("counted",)
        self._chains: dict[str, Chain | None] = {"": None}
        self._normalised: dict[str, Sequence[Sequence[Text]]] = {"": self._texts}
        self._scored: list[tuple[Settings, Sequence[Sequence[Text]], _Averages]] = []
        self.own: Convention = self._own()
        self._kept[replace(self.own, empty=ANY, average=ANY)] = _averages(result)

    def _own(self) -> Convention:
        settings = self.result.settings
        chain = settings.chain
        label = chain.label if chain else ""
        names = "+".join(part.partition("@")[0] for part in label.split("+") if part)
        self._chains[names] = chain
        odd = settings.optional_words, settings.fragments, settings.keep_ascii, settings.drop_hyphens
        names = _OTHERS if any(odd) or settings.equivalents is not None else names
        policy = getattr(settings.policy, "label", str(settings.policy))
        return Convention(
            normaliser=names,
            compounds=settings.compounds or "no",
            case="kept" if settings.case_sensitive else "folded",
            unit=settings.unit,
            alignment="fewest edits" if policy in _OF_FEWEST else policy,
            missing="counted",
            empty="counted",
            average=settings.average,
        )

    def conventions(self) -> Iterator[Convention]:
        """All that are tried."""
        for names in map("+".join, NORMALISERS):
            chain = self._chain(names)
            own = chain.scoring.compounds if chain else ""
            # All but mixed-units write small letters.
            for case in ("folded",) if names not in ("", "mixed-units") else ("folded", "kept"):
                for unit, compounds in (("word", "no"), ("character", "no"), *([("word", own)] if own else ())):
                    for alignment in ALIGNMENTS:
                        for missing in self._missing:
                            for empty in EMPTY if self._has_empty(names) else EMPTY[:1]:
                                for average in AVERAGES:
                                    yield Convention(names, compounds, case, unit, alignment, missing, empty, average)

    def _has_empty(self, names: str) -> bool:
        """Whether a reference has no words after normalisation."""
        return not all(map(words_of, self._words(names)[0]))

    def step(self, here: Any, there: Any, name: str) -> Any:
        """The convention with one part of another one; compounds are of a normaliser, and go with it."""
        without = {"compounds": "no"} if name == "normaliser" else {}
        return super().step(replace(here, **without), there, name)

    def scored(self, convention: Convention) -> _Averages:
        """The rates under a convention, by the treatment of empty references and the average."""
        sides = self._words(convention.normaliser)
        if convention.missing == "skipped":
            sides = [[side[place] for place in self._there] for side in sides]
        settings = self._settings(convention)
        scoring = Scoring(compounds=settings.compounds) if settings.chain else Scoring()  # type: ignore[arg-type]
        bare = replace(settings, normalise=Chain((), scoring.compounds, scoring) if scoring.compounds else None)
        for known_settings, known, rates in self._scored:
            if known_settings == bare and known == sides:
                return rates
        rates = _averages(scored(Pairs(sides[0], sides[1], of_files=False), bare, 1))
        self._scored.append((bare, sides, rates))
        return rates

    def _words(self, names: str) -> Sequence[Sequence[Text]]:
        """Both sides after normalisation."""
        if names not in self._normalised:
            settings = Settings(normalise=self._chain(names), markup=self.result.settings.markup)
            before = before_of(*self._texts, settings)
            self._normalised[names] = [normalised(side, settings) for side in (before.refs, before.hyps)]
        return self._normalised[names]

    def _chain(self, names: str) -> Chain | None:
        if names not in self._chains:
            self._chains[names] = chain_of(names.split("+"))
        return self._chains[names]

    def _settings(self, convention: Convention) -> Settings:
        made = Settings(
            policy=ALIGNMENTS.get(convention.alignment, convention.alignment),
            case_sensitive=convention.case == "kept",
            unit=convention.unit,  # type: ignore[arg-type]
            markup=self.result.settings.markup,
            normalise=self._chain(convention.normaliser),
        )
        return made if convention.compounds != "no" else made.without_compounds()

    def signature(self, convention: Convention) -> str:
        """The signature of a score by a convention; empty where scorelite scores none so."""
        if convention.empty == "as words" or (convention.empty == "skipped" and convention.average == "pooled"):
            return ""
        return of_words.Convention(
            self._settings(convention),
            missing="skip" if convention.missing == "skipped" else self.result.missing_rule,
            outside=self.result.outside_rule,
            overlap=self.result.overlap_rule,
            average=convention.average,
        ).signature


def _averages(result: Result) -> _Averages:
    """The rates of a result by the treatment of empty references and by the average."""
    averages: dict[tuple[str, ...], float | None] = {}
    for empty in EMPTY:
        sizes: Counter[tuple[int, int]] = Counter()
        for (errors, size), times in result.sizes("utterance").items():
            if empty == "as words":
                sizes[errors, size or errors] += times
            elif size or empty == "counted":
                sizes[errors, size] += times
        reference = sum(size * times for (_, size), times in sizes.items())
        pooled = sum(errors * times for (errors, _), times in sizes.items()) / reference if reference else None
        averages |= {(empty, "pooled"): pooled, (empty, "mean"): mean_of(sizes), (empty, "median"): median_of(sizes)}
    return averages
