"""The worth of confidences: whether they say how often words are right, and whether they tell right from wrong.

Everything comes from one histogram of the confidences of right and of wrong words, in steps of a millionth.
Deletions do not enter: a word that was not said has no confidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...formats.errors import UsageError, argument, quantity
from ...formats.roles import plain
from ...formats.values import dataclass, field
from ..common.analyses import BY_NAME
from ..common.arrays import summed_rows
from ..common.counts import Counts, percent
from ..common.results import Immutable
from ..words.information import Information
from ..words.normalized_cross_entropy import normalized
from .analysis import Analysis
from .breakdown import Breakdown, decimals, signed
from .settings import checked, settings_of, settled
from .spec import Spec
from .steps import CORRECT, Steps
from .tally import rate, tally_of

if TYPE_CHECKING:
    from ..common.arrays import Floats, Integers, Mask
    from ..words.result import Result
    from .tally import Tally

BINS = 15
_MOST_BINS = 1000
COVERAGES = (50, 80, 90, 95, 100)
"""Shares of the words, in percent, whose error rate is shown: the most confident ones."""
_OF_UTTERANCES = ("confidence", "conf", "avg_confidence", "mean_confidence", "score", "probability")
"""Names of columns with a confidence of each utterance."""
_STEPS = 1_000_000
_FINER = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Bin(Immutable):
    """The words with confidences between two bounds; a confidence of 1 is in a separate bin."""

    low: float
    high: float
    words: int
    right: int
    mean: float
    """The mean of the confidences."""

    @property
    def share(self) -> float:
        """The share of words that are right."""
        return self.right / self.words

    @property
    def gap(self) -> float:
        """Mean confidence minus the share of correct words."""
        return self.mean - self.share


@dataclass(frozen=True, slots=True, kw_only=True)
class Confidence(Breakdown):
    """The quality of confidences, with a row for each bin of the reliability diagram.

    >>> import scorelite
    >>> ctm = b"a 1 0.0 0.5 good 0.9\\na 1 0.5 0.5 way 0.4\\n"
    >>> result = scorelite.score_files(b"a 1 x 0 1 good day\\n", ctm, ref_format="stm", hyp_format="ctm")
    >>> confidence = result.confidence()
    >>> confidence.auc, round(confidence.ece, 6), round(confidence.brier, 6)
    (1.0, 0.25, 0.085)
    """

    TITLE: ClassVar[str] = "Confidences"
    NAME: ClassVar[str] = "confidence"
    SPEC: ClassVar[Spec] = Spec(
        columns={"number": ["low", "high", "mean", "share", "gap"], "integer": ["words", "right"]}
    )

    bins: int
    """Bins of the reliability diagram; a confidence of 1 has one more."""
    histogram: bytes = field(repr=False)
    """Rows of three integers (int64): a confidence in millionths, and how many right and wrong words have it."""
    counts: Counts
    """The counts of the result."""
    information: Information
    """Sums of logarithms, from which, with the counts, the NCE comes."""

    @property
    def _rows(self) -> Integers:
        """The rows of the histogram."""
        return np.frombuffer(self.histogram, np.int64).reshape(-1, 3)

    @property
    def _table(self) -> tuple[Floats, Integers, Integers]:
        """Confidences, upwards, with the numbers of their right and wrong words."""
        places, right, wrong = self._rows.T
        return places / _STEPS, right, wrong

    def _mean(self, losses: tuple[Floats, Floats]) -> float | None:
        """The mean of a loss that right and wrong words of each confidence have."""
        _, right, wrong = self._table
        return float(losses[0] @ right + losses[1] @ wrong) / self.words if self.words else None

    @property
    def words(self) -> int:
        """Words of the hypothesis."""
        return int(self._rows[:, 1:].sum())

    @property
    def right(self) -> int:
        """Correct words."""
        return int(self._table[1].sum())

    @property
    def mean(self) -> float | None:
        """The mean confidence."""
        values = self._table[0]
        return self._mean((values, values))

    @property
    def outside(self) -> int:
        """Confidences outside 0 to 1, which are clipped."""
        return self.information.outside

    @property
    def rows(self) -> tuple[Bin, ...]:
        """The bins that have words. Bounds are floats of numpy's linspace: of ten, 0.3 is in the bin below."""
        values, right, wrong = self._table
        place = _bins(values, self.bins)
        words = np.bincount(place, right + wrong, self.bins + 1)
        sums = np.bincount(place, values * (right + wrong), self.bins + 1)
        hits = np.bincount(place, right, self.bins + 1)
        ends = [*np.linspace(0.0, 1.0, self.bins + 1).tolist(), 1.0]
        return tuple(
            Bin(ends[k], ends[k + 1], int(words[k]), int(hits[k]), float(sums[k] / words[k]))
            for k in np.flatnonzero(words).tolist()
        )

    def _gaps(self) -> tuple[Floats, Floats]:
        """The gap of each bin, and the share of its words."""
        rows = self.rows
        return np.abs([row.gap for row in rows]), np.array([row.words for row in rows]) / self.words

    @property
    def ece(self) -> float | None:
        """Expected calibration error: the mean gap of all words."""
        return float(np.dot(*self._gaps())) if self.words else None

    @property
    def mce(self) -> float | None:
        """Maximum calibration error: the largest gap of a bin."""
        return float(self._gaps()[0].max()) if self.words else None

    @property
    def rmsce(self) -> float | None:
        """Root of the mean square of the gaps."""
        if not self.words:
            return None
        gaps, shares = self._gaps()
        return float(np.sqrt(gaps**2 @ shares))

    @property
    def brier(self) -> float | None:
        """Mean squared difference of confidences to 1 for correct words and to 0 for wrong ones."""
        values = self._table[0]
        return self._mean(((1 - values) ** 2, values**2))

    @property
    def log_loss(self) -> float | None:
        """Mean negative log-likelihood; None if a confidence of 0 or 1 was wrong."""
        values, right, wrong = self._table
        if wrong[values == 1].any() or right[values == 0].any():
            return None
        with np.errstate(divide="ignore"):
            losses = -np.log(values), -np.log1p(-values)
        losses[0][values == 0] = losses[1][values == 1] = 0
        return self._mean(losses)

    @property
    def nce(self) -> float | None:
        """Normalized cross entropy; None if all words are correct or all wrong."""
        return normalized(self.counts, self.information)

    @property
    def auc(self) -> float | None:
        """Probability that a correct word is more confident than a wrong one; None if all are correct or all wrong."""
        _, right, wrong = self._table
        pairs = int(right.sum()) * int(wrong.sum())
        below = np.cumsum(wrong) - wrong
        return float(right @ (below + wrong / 2)) / pairs if pairs else None

    @property
    def ap(self) -> float | None:
        """Average precision of correct words, by falling confidence."""
        _, right, wrong = self._table
        return _average_precision(right[::-1], wrong[::-1])

    @property
    def ap_errors(self) -> float | None:
        """Average precision of wrong words, by rising confidence."""
        _, right, wrong = self._table
        return _average_precision(wrong, right)

    @property
    def auc_pr_errors(self) -> float | None:
        """Area under the precision-recall curve of wrong words; papers mean either this or `ap_errors`."""
        _, right, wrong = self._table
        if not wrong.any():
            return None
        recall, precision = _curve(wrong, right)
        return float(np.diff(recall, prepend=0.0) @ (precision + np.concatenate([[1.0], precision[:-1]])) / 2)

    @property
    def aurc(self) -> float | None:
        """Area under the risk-coverage curve: mean error rate of the most confident 1, 2, ... words."""
        right, wrong = (part[::-1] for part in self._table[1:])
        size = right + wrong
        rank = np.arange(1, self.words + 1)
        group = np.repeat(np.arange(len(size)), size)
        inside = rank - (np.cumsum(size) - size)[group]
        errors = (np.cumsum(wrong) - wrong)[group] + inside * (wrong / np.maximum(size, 1))[group]
        return float((errors / rank).mean()) if self.words else None

    def risk(self, coverage: float) -> float | None:
        """The error rate of the most confident words, `coverage` percent of all; None without words.

        >>> import scorelite
        >>> ctm = b"a 1 0.0 0.5 good 0.9\\na 1 0.5 0.5 way 0.4\\n"
        >>> result = scorelite.score_files(b"a 1 x 0 1 good day\\n", ctm, ref_format="stm", hyp_format="ctm")
        >>> result.confidence().risk(50), result.confidence().risk(100)
        (0.0, 0.5)
        """
        words = round(self.words * coverage / 100)
        if not words:
            return None
        right, wrong = (part[::-1] for part in self._table[1:])
        ends = np.cumsum(right + wrong)
        errors = np.interp(words, np.concatenate([[0], ends]), np.concatenate([[0], np.cumsum(wrong)]))
        return float(errors) / words

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """The bins of the reliability diagram."""
        heads = ("confidence", self.counted, "mean", "right", "gap")
        rows = [
            (
                f"{row.low:.3f} to {row.high:.3f}" if row.low < 1 else "1",
                f"{row.words:,}",
                f"{100 * row.mean:.1f}",
                percent(row.share),
                f"{100 * row.gap:+.1f}",
            )
            for row in self.rows
        ]
        return heads, rows

    def facts(self) -> Mapping[str, Any]:
        """All measures."""
        numbers = ("words", "right", "outside", "mean", *(name for name, _ in _CALIBRATION + _SEPARATION))
        return {
            **{name: getattr(self, name) for name in numbers},
            "risk": {str(coverage): self.risk(coverage) for coverage in COVERAGES},
        }

    def notes(self) -> Iterable[str]:
        """Measures of calibration and ranking, and error rates of the most confident words."""
        yield f"{quantity(self.words, 'word')} of the hypothesis, mean confidence {decimals(self.mean, 4)}"
        for names in (_CALIBRATION, _SEPARATION):
            yield ", ".join(f"{title} {decimals(getattr(self, name), 4)}" for name, title in names)
        risks = ", ".join(f"{percent(self.risk(coverage))} of {coverage} %" for coverage in COVERAGES)
        yield f"errors among the most confident words: {risks}"
        if self.outside:
            yield f"{quantity(self.outside, 'confidence')} outside 0 to 1: clipped"

    def _added(self, other: Confidence) -> Confidence:
        return Confidence(
            signature=self.signature,
            bins=self.bins,
            histogram=summed_rows([self._rows, other._rows]).tobytes(),
            counts=self.counts + other.counts,
            information=self.information + other.information,
        )


_CALIBRATION = (("ece", "ECE"), ("mce", "MCE"), ("rmsce", "RMSCE"), ("brier", "Brier"), ("log_loss", "log loss"))
_SEPARATION = (
    *(("nce", "NCE"), ("auc", "AUC"), ("ap", "AP of right words"), ("ap_errors", "AP of errors")),
    *(("auc_pr_errors", "AUC-PR of errors"), ("aurc", "AURC")),
)


def _curve(wanted: Integers, other: Integers) -> tuple[Floats, Floats]:
    """Recall and precision of those down to each place."""
    hits = np.cumsum(wanted)
    return hits / hits[-1], hits / np.cumsum(wanted + other)


def _average_precision(wanted: Integers, other: Integers) -> float | None:
    """The mean of the precisions at which the wanted words are reached; None without any."""
    if not wanted.any():
        return None
    recall, precision = _curve(wanted, other)
    return float(np.diff(recall, prepend=0.0) @ precision)


def _settings(argument: Any) -> dict[str, int]:
    """All settings, none of which is out of its bounds."""
    bins = settings_of(argument, {"bins": BINS}).get("bins", BINS)
    return {"bins": checked("bins", bins, 1, _MOST_BINS)}


def confidence(result: Result, bins: int = BINS, steps: Steps | None = None) -> Confidence:
    """The worth of the confidences of a result."""
    settings = _settings({"bins": bins})
    steps = steps or Steps(result)
    information = _informed(steps)
    said = ~np.isnan(steps.confidences)
    places = _places(steps, said)
    is_right = steps.where(CORRECT)[said]
    sides = [np.bincount(places[side], minlength=_STEPS + 1) for side in (is_right, ~is_right)]
    used = np.flatnonzero(sides[0] + sides[1])
    table = np.column_stack([used, sides[0][used], sides[1][used]]).astype(np.int64)
    return Confidence(
        signature=signed(result, "confidence", settled(settings)),
        bins=bins,
        histogram=table.tobytes(),
        counts=result.counts,
        information=information,
    )


def _informed(steps: Steps) -> Information:
    """The sums of what confidences tell: nothing where the hypothesis has no words, as that of a part may have none."""
    information = steps.result.summed_information()
    if information is None and len(steps.said("hyp")):
        if column := next((name for name in steps.result.table.columns if plain(name) in _OF_UTTERANCES), None):
            ranges = f"{column}:0-0.5"
            rates = argument(f"result.by({ranges!r})", f"--by {ranges}")
            raise UsageError(
                f"no confidences of words, but column {column!r} has one of each utterance; {rates} has the rates of "
                "utterances below 0.5 and of the surer ones"
            )
        if steps.result.table.timeline is None:
            raise UsageError(
                "no confidences: texts that are paired by ids or by line have none; expected words with confidences "
                "in files that are paired by time: two folders with files of the same names, one recording on each "
                "side, or stm and ctm; where the ctm has ids of utterances, an stm with a line 'ID 1 ID 0 9999 TEXT' "
                "for each"
            )
        raise UsageError(
            "no confidences: not every word of the hypothesis has one; expected confidences, as in the sixth field of "
            "ctm"
        )
    return information or Information()


def _places(steps: Steps, said: Mask) -> Integers:
    """The confidences of words in millionths; those between 0 and 1 are never 0 or 1."""
    values = np.clip(steps.confidences[said], 0.0, 1.0)
    inner = (values > 0) & (values < 1)
    places = np.clip(np.rint(values * _STEPS), inner, _STEPS - inner)
    return places.astype(np.int64)


def tallies(steps: Steps, argument: Any) -> Iterator[Tally]:
    """The parts of each utterance in the calibration error, and in the mean square error."""
    bins = _settings(argument)["bins"]
    _informed(steps)
    said = ~np.isnan(steps.confidences)
    places, right = _places(steps, said), steps.where(CORRECT)[said]
    utterances, size = steps.utterance[said], len(steps.first) - 1
    bin_of, off = _bins(places / _STEPS, bins), places - right * _STEPS
    gaps = {f"gap {number}": np.where(bin_of == number, off, 0) for number in range(bins + 1)}
    yield tally_of("ECE", utterances, {**gaps, "words": 1}, size, value=calibration_error, is_rate=False)
    losses = np.rint((off / _STEPS) ** 2 * _FINER)
    yield tally_of("Brier", utterances, {"losses": losses, "words": 1}, size, value=_mean_loss, is_rate=False)


def _mean_loss(sums: Sequence[Any]) -> Floats:
    """The mean square error of losses in billionths."""
    return rate(sums) / _FINER


def _bins(values: Floats, bins: int) -> Integers:
    """The bin of each confidence; 1 has one of its own."""
    places: Integers = np.searchsorted(np.linspace(0.0, 1.0, bins + 1), values, side="right") - 1
    return places


def calibration_error(sums: Sequence[Any]) -> Floats:
    """The expected calibration error: gaps of the bins in millionths, times their words, by all words.

    >>> float(calibration_error([np.array(-1_000_000), np.array(500_000), np.array(10)]))
    0.15
    """
    *gaps, words = sums
    return rate([sum(np.abs(gap) for gap in gaps), words]) / _STEPS


CONFIDENCE = Analysis(
    BY_NAME["confidence"],
    title=Confidence.TITLE,
    make=lambda steps, argument: confidence(steps.result, **_settings(argument), steps=steps),
    read=_settings,
    by_utterance=tallies,
)
