"""Results: totals with their texts and alignments."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import chain

from ... import core
from ...formats.errors import UsageError, quantity, short
from ...formats.values import dataclass, field, field_names, replace
from ..common.counts import Counts
from ..common.other_names import known_keywords
from ..common.results import listed
from ..notices.notice import MISSED, Deferred, facts_of
from .alignment import Alignment, Text, decoded_word, joined_words, with_single_blanks
from .information import Information, rows_of
from .notices.gravest import warn_of_notices
from .totals import Totals
from .utterance_table import UtteranceTable, ids_under
from .utterances import Alignments, Utterance, Utterances, joined
from .worst import worst_places, worst_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping
    from typing import Any, ClassVar, NoReturn, overload

    from ..common.arrow import Column
    from ..common.compared import Compared
    from ..normalise.effect import Effect
    from ..notices.notice import Explanation
    from .entities import Entities
    from .normalised.both_sides import Before
    from .step import Confusion


def _commonest(row: Confusion) -> tuple[int, str, str]:
    """The order of pairs: the commonest first, equally common ones by their letters."""
    ref, hyp, times = row
    return -times, ref or "", hyp or ""


@dataclass(frozen=True, slots=True)
class Saved:
    """The effect of a normalisation as a file has it: texts before it are not in files."""

    effect: Effect


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Totals):
    """The score of a set of utterances: totals, texts and alignments.

    >>> import scorelite
    >>> result = scorelite.score(["a b c", "d"], ["a x c", "d"], ids=["one", "two"])
    >>> result.wer, result.counts.substitutions, result.ser
    (0.25, 1, 0.5)
    >>> print(result.utterances[0])
    id: one
    REF:  a B c
    HYP:  a X c
    Eval:   S
    """

    LACKS: ClassVar[str] = ""

    utterances: Utterances
    before: Before | Saved | None = field(default=None, compare=False, repr=False)
    """Texts before normalisation; None without a normaliser and for sums of results."""
    given: tuple[Sequence[Text], Sequence[Text], bool] | None = field(default=None, compare=False, repr=False)
    """Of a sum, both sides before normalisation, and whether they have marks; None where some part has none."""

    def __len__(self) -> int:
        return len(self.utterances)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Utterance]:
        return iter(self.utterances)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int | str) -> Utterance: ...

        @overload
        def __getitem__(self, index: slice) -> list[Utterance]: ...

    def __getitem__(self, index: int | str | slice) -> Utterance | list[Utterance]:
        try:
            return self.utterances[index]
        except KeyError:
            ids = self.utterances.ids()
            shown = f"one of {listed(ids, 'id')}" if ids else "another result, for this one is empty"
            expected = f"result.{index}" if hasattr(self, str(index)) else shown
            raise KeyError(f"no utterance has the id {index!r}; expected {expected}") from None

    def __contains__(self, item: object) -> bool:
        """Whether an utterance has this id, or is one of this result."""
        if not isinstance(item, str):
            return item in self.utterances
        try:
            self.utterances.table.place(item)
        except KeyError:
            return False
        return True

    @property
    def alignments(self) -> Sequence[Alignment]:
        """The alignments of all utterances, each made when it is looked at."""
        return Alignments(self.utterances)

    @property
    def cer(self) -> float | None:
        """The error rate of the characters of words as a fraction: the same texts aligned once more.

        >>> import scorelite
        >>> scorelite.score(["good day"], ["good way"]).cer
        0.14285714285714285
        """
        warn_of_notices(self.notices, self.counts.wer, 2)
        settings = replace(self.settings, unit="character", normalise=None)
        sides = (list(map(joined_words, side)) for side in (self.utterances.refs, self.utterances.hyps))
        try:
            return Counts(*map(sum, zip(*settings.counts(*sides), strict=True))).wer
        except core.TextError as error:
            raise UsageError(f"a text cannot be read: {error}") from None

    @known_keywords
    def confusions(self, number: int | None = None) -> list[Confusion]:
        """Pairs of different words and how often they are aligned, the most frequent first; None means no word.

        >>> import scorelite
        >>> scorelite.score(["a b c", "b d"], ["a x c", "x d"]).confusions(1)
        [Confusion(ref='b', hyp='x', count=2)]
        """
        from .step import Confusion  # needs typing, which most scores do not import

        substituted, inserted, deleted = self.utterances.batch.tally(array("q", range(len(self))).tobytes())
        counted = [Confusion(decoded_word(ref), decoded_word(hyp), times) for (ref, hyp), times in substituted.items()]
        counted += [Confusion(None, decoded_word(hyp), times) for hyp, times in inserted.items()]
        counted += [Confusion(decoded_word(ref), None, times) for ref, times in deleted.items()]
        return sorted(counted, key=_commonest)[:number]

    @known_keywords
    def worst(self, number: int = 10) -> list[Utterance]:
        """The utterances with the most errors, the worst first; those without errors are left out.

        >>> import scorelite
        >>> scorelite.score({"a": "x y", "b": "z"}, {"a": "x", "b": "z"}).worst()[0].id
        'a'
        """
        if not isinstance(number, int):
            raise UsageError(f"number is {number!r}; expected how many, such as worst(10)")
        numbers = self.table.numbers().tolist()
        errors = [sum(numbers[place + 1 : place + 4]) for place in range(0, len(numbers), 4)]
        places = sorted(filter(errors.__getitem__, range(len(errors))), key=lambda place: -errors[place])
        return [self.utterances[place] for place in places[:number]]

    def __sub__(self, other: object) -> NoReturn:
        raise TypeError(
            "results cannot be subtracted; expected b.compare(a).increase, the rate of a less that of b, or "
            "a.counts.errors - b.counts.errors"
        )

    def compare(self, other: Result, **options: Any) -> Compared:
        """Compares the errors with those of another result on the same utterances, with significance tests.

        Keywords are those of `scorelite.compare`, which also ranks more than two.

        >>> import scorelite
        >>> old, new = (scorelite.score(["a b c", "d"], hyps) for hyps in (["a x c", "d"], ["a b c", "d"]))
        >>> old.compare(new).increase
        -0.25
        """
        compared: Compared = self._comparisons().compare(self, other, **options)
        return compared

    def summed_information(self) -> Information | None:
        """The sum of what confidences tell; None where words have none."""
        return self._informed().summed_information()

    def _informed(self) -> Totals:
        """The totals with the information of confidences, where words have them."""
        fields_of_totals = {name: getattr(self, name) for name in field_names(Totals)}
        if self.utterances.carried().hyp_confidence:
            fields_of_totals["table"] = replace(self.table, information=rows_of(self.utterances.batch) or None)
        return Totals(**fields_of_totals)

    def normalisation(self) -> Effect:
        """Counts without normalisation, and the errors that each rule moved."""
        if isinstance(self.before, Saved):
            return self.before.effect
        effects = _effects()
        after = effects.After(self.utterances.refs, self.utterances.hyps, self.counts, self.utterances.counts())
        effect: Effect = effects.effect(self._normalised(), after, self.settings, self.table)
        return effect

    def changes(self) -> Iterator[dict[str, Any]]:
        """Every change that normalisation made, ready for JSON: side, id, place, old and new piece, and rule.

        >>> import scorelite
        >>> changes = list(scorelite.score(["Good DAY"], ["good day"], normalise="basic").changes())
        >>> changes[0]["side"], changes[0]["before"], changes[0]["after"], changes[0]["rule"]
        ('ref', 'Good DAY', 'good day', 'lower')
        """
        if isinstance(self.before, Saved):
            raise UsageError("saved results keep no changes; call changes() before save()")
        changes: Iterator[dict[str, Any]] = _effects().changes_of(
            self._normalised(), self.settings, self.utterances.ids()
        )
        return changes

    def entities(self, wanted: Mapping[str, float] | Iterable[str] | os.PathLike[str]) -> Entities:
        """Counts of names and terms by position: by entity with its weight, each with the weight 1, or a file of them.

        >>> import scorelite
        >>> result = scorelite.score(["we saw ann lee"], ["we saw an lee"])
        >>> result.entities(["ann lee", "we"]).rate
        0.5
        """
        from .entities import entity_counts

        alignments = (utterance.alignment.pairs for utterance in self.utterances)
        return entity_counts(alignments, wanted, self.settings)

    def classes(self, marks: Any) -> Any:
        """Errors by class of words: marks are phrases by class, objects as in a file of marks, or the path of one.

        >>> import scorelite
        >>> result = scorelite.score(["call ann lee now"], ["call an lee"])
        >>> result.classes({"name": ["ann lee"]})["name"].rate
        0.5
        """
        return self._analyses().classes(self, marks)

    def confidence(self, bins: int = 15) -> Any:
        """The quality of word confidences: calibration, ranking, error rates of the most confident words.

        >>> import scorelite
        >>> ctm = b"a 1 0.0 0.5 good 0.9\\na 1 0.5 0.5 way 0.4\\n"
        >>> result = scorelite.score_files(b"a 1 x 0 1 good day\\n", ctm, ref_format="stm", hyp_format="ctm")
        >>> round(result.confidence().ece, 6), result.confidence(bins=1).ece
        (0.25, 0.15000000000000002)
        """
        return self._analyses().confidence(self, bins)

    def failures(self, **settings: float) -> Any:
        """Dropouts, insertions, bursts, loops, truncated texts, words after the end, empty and invented texts, scripts.

        Settings say how large a failure is at least: dropout, inserted, burst, truncated, trailing and switch in words,
        loop in times (of a phrase, one time less); compression, which is off without a number, is the ratio of zlib
        above which a text counts.

        >>> import scorelite
        >>> failures = scorelite.score(["a b c d e f"], ["a f"]).failures(dropout=4)
        >>> failures["dropout"].places, failures.places[0].ref_first, failures.places[0].ref_last
        (1, 1, 4)
        """
        return self._analyses().failures(self, **settings)

    def punctuation(self, marks: str = ".,?!") -> Any:
        """Rates of punctuation marks by aligned words and by NeMo's rule, and of capitals, before normalisation.

        >>> import scorelite
        >>> punctuation = scorelite.score(["Yes, we saw."], ["Yes. we saw."]).punctuation()
        >>> punctuation["nemo", "all"].rate, punctuation["words", "."].precision
        (0.5, 0.5)
        """
        return self._analyses().punctuation(self, marks)

    def writing(self, language: str = "en") -> Any:
        """Errors of the texts as written by cause: case, numbers, punctuation, spelling, spacing, words.

        `language` is en, or none for other languages: numbers and spelling then have no rules.

        >>> import scorelite
        >>> scorelite.score(["The colour."], ["the color"]).writing()["spelling"].errors
        1
        """
        return self._analyses().writing(self, language)

    def times(self, *, collar: float = 0.2, onset: float = 0.05) -> Any:
        """Errors of the times of words, which both sides must have: of starts and ends, and words in the right place.

        `collar` is how many seconds start and end of a word may be off, `onset` how far starts may be apart.

        >>> import scorelite
        >>> ref, hyp = b"a 1 0.0 0.4 good\\na 1 0.5 0.4 day\\n", b"a 1 0.02 0.40 good\\na 1 0.56 0.4 day\\n"
        >>> times = scorelite.score_files(ref, hyp, ref_format="ctm", hyp_format="ctm").times()
        >>> times["start"].mean, times["end"].within(50), times.onsets.f1
        (0.04, 0.5, 0.5)
        """
        return self._analyses().times(self, collar=collar, onset=onset)

    def diacritics(self) -> Any:
        """Rates of Arabic diacritics of words whose letters are right, before normalisation.

        >>> import scorelite
        >>> print(scorelite.score(["كَتَبَ"], ["كَتَبُ"]).diacritics()["words, with endings"].rate)
        1.0
        """
        return self._analyses().diacritics(self)

    def measured(self, given: Any, unit: str | None = None) -> Any:
        """Measures of other programs with the rate: tables with a column id, or numbers by id and name.

        `unit` is what the intervals draw: speaker, session, utterance or a column of the reference's table.

        >>> import scorelite
        >>> result = scorelite.score({"a": "good day", "b": "we saw"}, {"a": "good day", "b": "we saw it"})
        >>> result.measured({"a": {"chrf": 100}, "b": {"chrf": 76.5}})["chrf"].mean
        88.25
        """
        return self._analyses().measured(self, given, unit)

    def explain(self, number: str | float) -> Any:
        """The public conventions that give these texts a published rate, in percent.

        Normaliser, case, unit, alignment, pooled or mean, and utterances without a hypothesis are tried; all that round
        to the number are listed, with the steps from this score to each.

        >>> import scorelite
        >>> result = scorelite.score(["Yes.", "We saw it"], ["yes", "we saw him"])
        >>> explained = result.explain("16.67")
        >>> explained.rows[0].convention.normaliser, explained.rows[0].ladder[0][0]
        ('basic', 'normaliser basic')
        """
        return self._analyses().explain(self, number)

    def spans(self) -> Any:
        """The places where the hypothesis differs from the reference, in the order of texts, for any judge.

        `to_dict()` of a place is a line of a file of verdicts, without the verdict: `verdicts=` takes it back.

        >>> import scorelite
        >>> [(place.ref, place.alt) for place in scorelite.score(["we saw a Grey cat"], ["we saw gray cat"]).spans()]
        [('a Grey', 'gray')]
        """
        return self._analyses().spans(self)

    def mdd(self, canonical: Any) -> Any:
        """Mispronunciation detection and diagnosis; the reference holds the phones that were spoken.

        `canonical` are the phones that should be spoken: a file, texts by id, or texts in the order of the utterances.

        >>> import scorelite
        >>> found = scorelite.score(["sh ae l ay m k"], ["sh ae l ay n k"]).mdd(["sh ae l ay k"])["all"]
        >>> found.true_rejections, found.diagnosis_errors, found.recall
        (1, 1, 1.0)
        """
        return self._analyses().mdd(self, canonical)

    def nbest(self, lists: Any) -> Any:
        """N-best lists of the utterances: a file, or lists by id, the best hypothesis first.

        The rate of the first, of the best among 2, 4 ... and all, the rank of the best, and how much of what the lists
        can save the scored hypotheses saved.

        >>> import scorelite
        >>> result = scorelite.score({"u": "we saw a cat"}, {"u": "we saw cat"})
        >>> result.nbest({"u": ["we saw cat", "we saw a cat"]}).oracle.rate
        0.0
        """
        return self._analyses().nbest(self, lists)

    def references(self, *others: Result, names: Sequence[str] | None = None) -> Any:
        """Rates of one hypothesis against several references: this score and those against the others.

        >>> import scorelite
        >>> first, other = (scorelite.score([ref], ["gray cats"]) for ref in ("grey cats", "gray cat"))
        >>> first.references(other)["MR-WER"].rate
        0.0
        """
        return self._analyses().references([self, *map(checked_result, others)], names)

    def rules(self) -> Any:
        """The rules of the equivalents: where each one was used, and the errors that it saved.

        >>> import scorelite
        >>> result = scorelite.score(["uh we saw"], ["we saw"], equivalents={"uh": ["@"]})
        >>> result.rules()["uh | @"].saved
        1
        """
        return self._analyses().rules(self)

    @known_keywords
    def analyse(self, wanted: Mapping[str, Any]) -> Any:
        """Several analyses on one alignment, by name, as `--with` names them; None for one without an argument.

        >>> import scorelite
        >>> result = scorelite.score(["we saw ann"], ["we saw an"])
        >>> result.analyse({"classes": {"name": ["ann"]}})["classes"]["name"].rate
        1.0
        """
        return self._analyses().analyse(self, wanted)

    def analyse_changes(
        self, other: Result, wanted: Mapping[str, Any], *, replications: int = 1000, blocks: str = "", threads: int = 1
    ) -> Any:
        """Analyses of this result and another one on the same utterances, each row with its difference.

        The interval and p come from samples of utterances, or of `blocks`: speaker, session or a column.

        >>> import scorelite
        >>> old, new = (scorelite.score(["we saw ann", "go"], [f"we saw {heard}", "go"]) for heard in ("an", "ann"))
        >>> old.analyse_changes(new, {"classes": {"name": ["ann"]}})["classes"]["name"].difference
        -1.0
        """
        options: Any = {"replications": replications, "blocks": blocks, "threads": threads}
        return self._analyses().changes(self, checked_result(other), wanted, **options)

    def audit(self, *others: Result, names: Sequence[str] | None = None) -> Any:
        """Places where this system and others agree with each other but not with the reference, most suspicious first.

        >>> import scorelite
        >>> first, other = (scorelite.score(["the grey cat"], ["the gray cat"]) for _ in range(2))
        >>> first.audit(other).rows[0].alt
        'gray'
        """
        return self._analyses().audit([self, *map(checked_result, others)], names)

    def causes(self) -> tuple[Explanation, ...]:
        """Causes of most errors that are not recognition, with the rate without them; none at a low rate.

        >>> import scorelite
        >>> refs = ["good day to you", "we saw it"]
        >>> hyps = ["<eps> good day <eps> to you", "<eps> we <eps> saw <eps> it"]
        >>> print(scorelite.score(refs, hyps).causes()[0])
        without '<eps>' in the hypothesis the rate would be 0.0 % instead of 71.4 %: normalise='drop:<eps>'
        """
        from .notices.explained import explanations

        before = None if isinstance(self.before, Saved) else self.before
        absent = self.missing if self.missing_rule == "delete" else ()
        return explanations(self.utterances, self.counts, absent, before)

    def texts_given(self) -> tuple[Sequence[Text], Sequence[Text]] | None:
        """Both sides before normalisation, with their marks; None if they were not stored."""
        if isinstance(self.before, Saved):
            return None
        if self.before is not None:
            return self.before.refs.given, self.before.hyps.given
        if self.settings.normalise:
            return None if self.given is None else self.given[:2]
        return self.utterances.refs, self.utterances.hyps

    def marks_given(self) -> bool:
        """Whether texts before normalisation have marks; those of equivalents occur only in texts after it."""
        if self.before is not None and not isinstance(self.before, Saved):
            return self.before.markup
        return self.settings.markup if self.given is None else self.given[2]

    def under_ids(self, name: str) -> Result:
        """The result with ids made from a name if it has none, so that results of several files can be added; numbers,
        as cues of subtitles have them, are unique in their file alone, and get the name in front."""
        ids, made_up = self.table.ids, self.table.made_up
        if made_up and self.table.timeline is None:
            return self.with_table(replace(self.table, ids=ids_under(name, len(self)), made_up=False))
        if ids is None or made_up or not all(map(str.isdecimal, ids)):
            return self
        return self.with_table(replace(self.table, ids=tuple([f"{name}-{key}" for key in ids])))

    def in_file(self, name: str) -> Result:
        """The result with a name before each id: files may share ids."""
        ids = self.table.ids
        if ids is None:
            return self
        return self.with_table(replace(self.table, ids=tuple([f"{name}/{key}" for key in ids])))

    def with_table(self, table: UtteranceTable) -> Result:
        texts = self.utterances
        batches = (texts.batch,)
        return replace(self, table=table, utterances=Utterances(table, texts.refs, texts.hyps, batches, texts.settings))

    def totals(self) -> Totals:
        """The totals alone: a few bytes per utterance, for another process or machine to add up.

        Causes of errors are not in them: what the rate would be without one does not add up.
        """
        kept = tuple(notice for notice in facts_of(self.notices) if notice.adds or notice.name.startswith(MISSED))
        return replace(self._informed(), notices=kept)

    __repr__ = Totals.__repr__

    def _html_of_parts(self) -> str:
        """The utterances with most errors, as far as some kilobytes hold them."""
        utterances = self.utterances
        worst = (utterances[place] for place in worst_places(utterances.counts()))
        return worst_table((each.id, each.counts, each.alignment) for each in worst)

    @known_keywords
    def to_dict(self, *, utterances: bool = False) -> dict[str, Any]:
        """Everything by name, ready for JSON; `utterances=True` adds every utterance with its alignment."""
        effect = {} if self.before is None else self.normalisation().to_dict(self.settings.unit)
        document = {**self._rates(), **effect, **self._facts()}
        if utterances:
            document["metadata"] = self._metadata_of_files()
            document["utterances"] = [utterance.to_dict() for utterance in self.utterances]
        return document

    def _metadata_of_files(self) -> dict[str, Any]:
        """Everything that JSON keeps in addition to rates and utterances, so that a file of it is a whole result."""
        metadata: dict[str, Any] = _listed({"wing": self.WING, **self._metadata()})
        # What stands in the rest of the document.
        del metadata["signature"], metadata["notices"], metadata["kept"]["ref_name"], metadata["kept"]["hyp_name"]
        if self.before is not None:
            moved = self.normalisation().moved
            metadata["moved"] = [[rule.rule, rule.changes, str(rule.errors)] for rule in moved]
        return metadata

    @classmethod
    def from_arrow(cls, table: Any) -> NoReturn:
        """Raises an error: a table has no alignments. Totals.from_arrow reads it, and `save` stores whole results."""
        raise UsageError(
            "a table of utterances has no alignments; read it with Totals.from_arrow, or write result.save(...)"
        )

    def _columns(self, rows: str, *, speakers: str | None = None) -> dict[str, Column]:
        if rows == "words":
            return _word_columns(self.utterances)
        columns = Totals._columns(self._informed(), rows, speakers=speakers)
        if rows != "utterances":
            return columns
        sides = (("ref", self.utterances.refs), ("hyp", self.utterances.hyps))
        texts: dict[str, Column] = {name: ("text", with_single_blanks(texts)) for name, texts in sides}
        return {"id": columns.pop("id"), **texts, **columns}

    def _joined(self, parts: Sequence[Totals], table: UtteranceTable, order: Sequence[int]) -> Result:
        results = [part for part in parts if isinstance(part, Result)]
        utterances = joined([part.utterances for part in results], table, order)
        summed = Totals._joined(self, parts, table, order)
        assert isinstance(summed, Result)
        result = replace(summed, utterances=utterances, before=None, given=_given(results, order))
        # Rates without a cause are those of the sum, and found only where somebody looks.
        return replace(result, notices=Deferred(lambda: (*summed.notices,), result.causes))


def at_places(result: Result, order: Sequence[int]) -> Result:
    """The result of the utterances that stand at these places."""
    utterances = result.utterances.taken(order)
    correct, *wrong = utterances.table.by_kind()
    return replace(
        result,
        counts=Counts(sum(correct), *map(sum, wrong)),
        sentences=len(order),
        sentence_errors=sum(map(any, zip(*wrong, strict=True))),
        table=utterances.table,
        utterances=utterances,
        before=None,
        given=_given([result], order),
    )


def _given(parts: Sequence[Result], order: Sequence[int]) -> tuple[Sequence[Text], Sequence[Text], bool] | None:
    """Both sides of several results before normalisation, in an order of all of them, and whether they have marks."""
    given = [part.texts_given() for part in parts] if parts and parts[0].settings.normalise else [None]
    if None in given:
        return None
    refs, hyps = ([text for sides in given if sides for text in sides[place]] for place in (0, 1))
    marked = any(part.marks_given() for part in parts)
    return [refs[place] for place in order], [hyps[place] for place in order], marked


def checked_result(given: object) -> Result:
    """The result that was given; an error for anything else."""
    if not isinstance(given, Result):
        raise UsageError(f"{short(repr(given))} is not a result; expected one of scorelite.score or score_files")
    return given


def checked_results(given: object) -> list[Result]:
    """The results of a list; an error for anything else."""
    if not isinstance(given, (list, tuple)):
        raise UsageError(f"results are {short(repr(given))}; expected a list of them")
    return [checked_result(each) for each in given]


def checked_names(given: object, number: int) -> list[str]:
    """Names of so many results; an error for anything else than a list of different ones, one for each."""
    if not isinstance(given, (list, tuple)) or not all(isinstance(name, str) for name in given):
        raise UsageError(
            f"names= is {short(repr(given))}; expected a list with one for each of {quantity(number, 'result')}"
        )
    if len({*given}) != len(given) or len(given) != number:
        raise UsageError(
            f"the names are {', '.join(given)}; expected a different one for each of {quantity(number, 'result')}"
        )
    return list(given)


def _listed(value: Any) -> Any:
    """A value with its tuples as lists, as JSON has them."""
    if isinstance(value, dict):
        return {name: _listed(each) for name, each in value.items()}
    return list(map(_listed, value)) if isinstance(value, (list, tuple)) else value


def _effects() -> Any:
    """The module about what normalisation did, which results without a normaliser never need."""
    from .normalised import effects

    return effects


def _word_columns(utterances: Utterances) -> dict[str, Column]:
    """A row for each step of all alignments."""
    alignments = [utterance.alignment.pairs for utterance in utterances]
    pairs = list(chain.from_iterable(alignments))
    ids = [name for name, steps in zip(utterances.ids(), alignments, strict=True) for _ in steps]
    columns: dict[str, Column] = {
        "utterance": ("text", ids),
        "position": ("integer", [position for steps in alignments for position in range(len(steps))]),
        "operation": ("text", [pair.operation for pair in pairs]),
        "ref": ("text", [pair.ref for pair in pairs]),
        "hyp": ("text", [pair.hyp for pair in pairs]),
    }
    for side in ("ref", "hyp"):
        for name in (f"{side}_start", f"{side}_end", f"{side}_confidence"):
            columns[name] = ("number", [getattr(pair, name) for pair in pairs])
    return columns
