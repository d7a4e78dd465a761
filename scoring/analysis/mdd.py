"""Mispronunciation detection and diagnosis (MDD), from phones that should be spoken, were spoken, and were recognised.

The reference has what a person heard, the hypothesis what was recognised. Both are aligned with the canonical phones,
and with each other, as in the definitions of Qian, Meng and Soong (2010) and of Li, Qian and Meng (2017). What was
recognised beyond the spoken phones is in no row, as in the script of Fu et al. (2021), which many systems report by.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np

from ...formats.detection import detect
from ...formats.errors import FormatError, UsageError, Where, fail, quantity, short
from ...formats.registry import by_name
from ...formats.source import SideFile
from ...formats.values import dataclass
from ..common.analyses import BY_NAME
from ..common.counts import percent
from .analysis import Analysis
from .as_written import scored_alike, texts_given
from .breakdown import Breakdown, SummedRow, signed
from .join import check_ids
from .spec import Spec, with_commas
from .steps import CORRECT, DELETION, SUBSTITUTION, Steps
from .tally import Tally, rows_of, tally_of

if TYPE_CHECKING:
    from ...formats.source import Target
    from ..common.arrays import Integers, Mask
    from ..words.result import Result

ALL, RIGHT, SUBSTITUTED, DELETED, INSERTED = "all", "right", "substituted", "deleted", "inserted"
_COUNTS = ("true_acceptances", "false_rejections", "false_acceptances", "correct_diagnoses", "diagnosis_errors")
_RATES = ("false_rejection_rate", "false_acceptance_rate", "diagnosis_error_rate")
_SCORES = ("precision", "recall", "f1", "accuracy")


@dataclass(frozen=True, slots=True)
class MispronunciationRow(SummedRow):
    """Phones that were pronounced correctly, or mispronounced in one way, by decision of the recogniser."""

    name: str
    true_acceptances: int = 0
    """Spoken right, and recognised so."""
    false_rejections: int = 0
    """Spoken right, but something else was recognised."""
    false_acceptances: int = 0
    """Mispronounced, but the canonical phone was recognised, or an inserted phone was not."""
    correct_diagnoses: int = 0
    """Mispronounced, and recognised as it was spoken."""
    diagnosis_errors: int = 0
    """Mispronounced, and recognised as something else than what was spoken or should be spoken."""

    @property
    def true_rejections(self) -> int:
        """Detected mispronunciations, with any diagnosis."""
        return self.correct_diagnoses + self.diagnosis_errors

    @property
    def total(self) -> int:
        """All phones of the row."""
        return self.true_acceptances + self.false_rejections + self.false_acceptances + self.true_rejections

    @property
    def rate(self) -> float | None:
        """The share of wrong decisions."""
        return _share(self.false_rejections + self.false_acceptances, self.total)

    @property
    def accuracy(self) -> float | None:
        """The share of correct decisions."""
        return _share(self.true_acceptances + self.true_rejections, self.total)

    @property
    def false_rejection_rate(self) -> float | None:
        """FRR: share of correct phones that were rejected."""
        return _share(self.false_rejections, self.true_acceptances + self.false_rejections)

    @property
    def false_acceptance_rate(self) -> float | None:
        """FAR: share of mispronunciations that were accepted."""
        return _share(self.false_acceptances, self.false_acceptances + self.true_rejections)

    @property
    def diagnosis_error_rate(self) -> float | None:
        """DER: share of detected mispronunciations with a wrong diagnosis."""
        return _share(self.diagnosis_errors, self.true_rejections)

    @property
    def precision(self) -> float | None:
        """Share of rejected phones that are mispronunciations."""
        return _share(self.true_rejections, self.true_rejections + self.false_rejections)

    @property
    def recall(self) -> float | None:
        """Share of mispronunciations that were rejected."""
        return _share(self.true_rejections, self.true_rejections + self.false_acceptances)

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall; None without mispronunciations."""
        wrong = self.false_rejections + self.false_acceptances
        return None if self.recall is None else 2 * self.true_rejections / (2 * self.true_rejections + wrong)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mispronunciations(Breakdown):
    """Detected and diagnosed mispronunciations, by kind of mispronunciation.

    >>> import scorelite
    >>> print(scorelite.score(["dh ah k aa t"], ["dh ah k eh t s"]).mdd(["dh ah k ae t s"]))
    Mispronunciations
                   TA  FR  FA  TR        FRR        FAR        DER
      all           4   0   1   1      0.0 %     50.0 %    100.0 %
      right         4   0   0   0      0.0 %  undefined  undefined
      substituted   0   0   0   1  undefined      0.0 %    100.0 %
      deleted       0   0   1   0  undefined    100.0 %  undefined
      inserted      0   0   0   0  undefined  undefined  undefined
      precision 100.0 %, recall 50.0 %, F1 66.7 %, accuracy 83.3 %
      diagnosed correctly: 0 of 1 that were found
    """

    TITLE: ClassVar[str] = "Mispronunciations"
    NAME: ClassVar[str] = "mdd"
    SPEC: ClassVar[Spec] = Spec(
        columns={"text": ["name"], "integer": [*_COUNTS, "true_rejections"], "number": [*_RATES, *_SCORES]},
        table={
            "TA": ("true_acceptances", with_commas),
            "FR": ("false_rejections", with_commas),
            "FA": ("false_acceptances", with_commas),
            "TR": ("true_rejections", with_commas),
            "FRR": ("false_rejection_rate", percent),
            "FAR": ("false_acceptance_rate", percent),
            "DER": ("diagnosis_error_rate", percent),
        },
    )

    rows: tuple[MispronunciationRow, ...]
    """All phones, those that were spoken right, and those that were substituted, deleted and inserted."""

    def notes(self) -> Iterable[str]:
        """Precision and recall of all mispronunciations."""
        row = self.rows[0]
        found = ", ".join(f"{name} {percent(getattr(row, name.lower()))}" for name in ("precision", "recall", "F1"))
        yield f"{found}, accuracy {percent(row.accuracy)}"
        yield f"diagnosed correctly: {row.correct_diagnoses:,} of {row.true_rejections:,} that were found"


@dataclass(frozen=True, slots=True)
class Canonical:
    """Phones that should be spoken: texts by id, and for utterances without ids in their order."""

    by_id: Mapping[str, Any]
    in_order: Sequence[Any] = ()
    problem: FormatError | None = None
    """Why lines have no ids, which is an error where they are needed."""

    def texts(self, steps: Steps) -> list[Any]:
        """The text of each utterance."""
        names = steps.result.table.names()
        if self.in_order and steps.result.table.made_up:
            check_ids(steps.result, steps.is_part, "canonical phones in the order of utterances")
            if len(self.in_order) != len(names):
                many = f"{quantity(len(self.in_order), 'text')} of canonical phones"
                raise UsageError(f"{many} for {quantity(len(names), 'utterance')}; expected one for each")
            return [*self.in_order]
        if self.problem is not None:
            raise self.problem
        if lacking := [name for name in names if name not in self.by_id]:
            known = f", under ids such as {', '.join(map(short, [*self.by_id][:2]))}" if self.by_id else " by id"
            raise UsageError(
                f"no canonical phones of {quantity(len(lacking), 'utterance')}, such as {short(lacking[0])}; expected "
                f"those of each{known}"
            )
        return [self.by_id[name] for name in names]


def read_canonical(given: Target | Mapping[Any, Any] | Sequence[Any] | Canonical) -> Canonical:
    """Canonical phones of a file, by id or in order; a file without a format that shows has an id on each line.

    >>> read_canonical(b"u1 dh ah\\nu2 k ae t\\n").by_id
    {'u1': 'dh ah', 'u2': 'k ae t'}
    """
    if isinstance(given, Canonical):
        return given
    if isinstance(given, Mapping):
        return Canonical({str(name): text for name, text in given.items()})
    if isinstance(given, (list, tuple)):
        return Canonical({}, given)
    source: SideFile = SideFile(cast("Target", given))
    form = detect(source)
    lines = [line for line in source.lines() if line.strip()] if form.name == "txt" else []
    try:
        corpus = (by_name("kaldi") if lines else form).read(source)
    except FormatError as error:
        if not lines:
            raise
        return Canonical({}, lines, error)
    if not len(corpus.ids()):
        fail(Where(source.name, 1), "no phones", "canonical phones of each utterance, under its id")
    return Canonical(dict(zip(corpus.ids(), corpus.texts(), strict=True)), lines)


def mdd(result: Result, canonical: Any, steps: Steps | None = None) -> Mispronunciations:
    """Mispronunciations of canonical phones: a file, texts by id, or texts in the order of the utterances."""
    tallies = _tallies(steps or Steps(result), read_canonical(canonical))
    return Mispronunciations(signature=signed(result, "mdd"), rows=rows_of(MispronunciationRow, tallies))


def _tallies(steps: Steps, canonical: Canonical) -> Iterator[Tally]:
    """The phones of each utterance by row, counted by what became of them."""
    utterances, kinds, fates = _phones(steps, canonical)
    for name in (ALL, RIGHT, SUBSTITUTED, DELETED, INSERTED):
        held = slice(None) if name == ALL else kinds == name
        numbers = {count: fates[held] == place for place, count in enumerate(_COUNTS)}
        wrong = ("false_rejections", "false_acceptances")
        yield tally_of(name, utterances[held], numbers, len(steps.result), compared=(wrong, _COUNTS))


def _phones(steps: Steps, canonical: Canonical) -> tuple[Integers, Any, Integers]:
    """The utterance of each phone, how it was spoken, and the place of what became of it in `_COUNTS`.

    Spoken phones come first, then canonical ones that were not spoken.
    """
    wanted = canonical.texts(steps)
    spoken, recognised = texts_given(steps.result)
    to_spoken, to_recognised = (Steps(scored_alike(steps.result, wanted, texts)) for texts in (spoken, recognised))
    _check(steps, to_spoken, to_recognised)

    # Spoken phones: what they are to the canonical ones, and what they were recognised as.
    as_spoken = to_spoken.operations[to_spoken.hyp_rows]
    as_recognised = steps.operations[steps.ref_rows]
    numbers = {word: number for number, word in enumerate(steps.words)}
    # Phones have other numbers in each alignment; -2 are phones that were neither spoken nor recognised.
    of_wanted = np.array([*(numbers.get(word, -2) for word in to_spoken.words), -2], np.int64)
    is_canonical = of_wanted[to_spoken.ref[to_spoken.hyp_rows]] == steps.hyp[steps.ref_rows]
    kinds = np.select([as_spoken == CORRECT, as_spoken == SUBSTITUTION], [RIGHT, SUBSTITUTED], INSERTED)
    is_same = as_recognised == CORRECT
    is_accepted = np.where(kinds == INSERTED, as_recognised == DELETION, is_canonical)
    fates = np.where(kinds == RIGHT, np.where(is_same, 0, 1), _fates(is_same, is_accepted))

    # Canonical phones that were not spoken.
    lacking = to_spoken.operations[to_spoken.ref_rows] == DELETION
    found = to_recognised.operations[to_recognised.ref_rows][lacking]
    deleted = _fates(found == DELETION, found == CORRECT)
    return (
        np.concatenate([to_spoken.utterance[to_spoken.hyp_rows], to_spoken.utterance[to_spoken.ref_rows][lacking]]),
        np.concatenate([kinds, np.full(len(deleted), DELETED)]),
        np.concatenate([fates, deleted]),
    )


def _fates(is_same: Mask, is_accepted: Mask) -> Integers:
    """The places in `_COUNTS` of mispronounced phones: diagnosed, accepted, or taken for something else."""
    fates: Integers = np.where(is_same, 3, np.where(is_accepted, 2, 4))
    return fates


def _check(steps: Steps, to_spoken: Steps, to_recognised: Steps) -> None:
    """Rejects texts of which the alignments do not have the same words, such as alternations."""
    sides = (
        ("spoken", to_spoken.hyp_sizes, steps.ref_sizes),
        ("canonical", to_spoken.ref_sizes, to_recognised.ref_sizes),
    )
    for what, first, other in sides:
        if not np.array_equal(first, other):
            name = steps.names[int(np.flatnonzero(first != other)[0])]
            raise UsageError(
                f"{short(name)}: {what} phones are read in two ways, as those of alternations; expected plain phones"
            )


def _by_utterance(steps: Steps, argument: Any) -> Iterator[Tally]:
    return _tallies(steps, read_canonical(argument))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


MDD = Analysis(
    BY_NAME["mdd"],
    title=Mispronunciations.TITLE,
    make=lambda steps, argument: mdd(steps.result, argument, steps),
    read=read_canonical,
    by_utterance=_by_utterance,
    of_data=True,
)
