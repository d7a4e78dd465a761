"""Errors of the times of words: how far starts and ends of correct words are off, and which words are in place.

Errors are kept as a histogram in milliseconds and as sums in microseconds, so that parts of a corpus add up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ... import core
from ...formats.errors import UsageError, quantity
from ...formats.registry import FORMATS
from ...formats.values import dataclass
from ..common.analyses import BY_NAME
from ..common.counts import Matched, percent
from ..maths.r_value import r_value
from ..maths.stretches import among
from .analysis import Analysis
from .breakdown import Breakdown, SummedRow, decimals, signed
from .settings import checked, settings_of, settled
from .spec import Spec, with_commas
from .steps import CORRECT, Steps
from .tally import rate, tally_of
from .time_differences import MICRO, TimeDifferences, histogram, micro

if TYPE_CHECKING:
    from ..common.arrays import Floats, Mask
    from ..words.result import Result
    from .tally import Tally

_REACH = 1 << 62
"""The microseconds in which the times of all utterances follow each other."""
DEFAULTS = {"collar": 0.2, "onset": 0.05}
"""Seconds that start and end of a word, and that starts of any words, may be apart."""
WITHIN = (20, 50, 100, 200)
"""Milliseconds for which the share of smaller errors is shown."""
WINDOW = 300
"""Milliseconds of mir_eval's percentage_correct."""


def _milliseconds(seconds: float | None, sign: str = "") -> str:
    return "-" if seconds is None else f"{1000 * seconds:{sign}.1f}"


@dataclass(frozen=True, slots=True)
class Placed(Matched):
    """Words, or starts of words, of both sides, and the number that match in time."""

    def to_dict(self) -> dict[str, Any]:
        """Numbers and rates by name."""
        names = ("reference", "hypothesis", "matched", "precision", "recall", "f1")
        return {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        rates = (("precision", self.precision), ("recall", self.recall), ("F1", self.f1))
        return ", ".join(f"{name} {percent(rate)}" for name, rate in rates)


@dataclass(frozen=True, slots=True)
class TimeRow(SummedRow):
    """The errors of starts or ends of correct words: hypothesis minus reference."""

    name: str
    errors: TimeDifferences

    @property
    def words(self) -> int:
        """Correct words."""
        return self.errors.count

    @property
    def mean(self) -> float | None:
        """The mean size of the error, in seconds."""
        return self.errors.mean_size

    @property
    def signed(self) -> float | None:
        """The mean error in seconds; negative if the hypothesis is early."""
        return self.errors.mean

    @property
    def median(self) -> float | None:
        """The median of the sizes of the errors, in seconds."""
        return self.errors.median_size

    def quantile(self, share: float) -> float | None:
        """The quantile of the sizes in seconds, interpolated linearly."""
        return self.errors.quantile_of_sizes(share)

    def within(self, milliseconds: float) -> float | None:
        """The share of errors of at most this size; None without words."""
        return self.errors.within(milliseconds)

    def to_dict(self) -> dict[str, Any]:
        """Numbers by name."""
        numbers = ("words", "mean", "median", "signed")
        shares = {f"within_{size}": self.within(size) for size in WITHIN}
        return {"name": self.name, **{name: getattr(self, name) for name in numbers}, **shares}


@dataclass(frozen=True, slots=True, kw_only=True)
class Times(Breakdown):
    """The errors of word timings, with a row for starts and one for ends.

    >>> import scorelite
    >>> ref, hyp = b"a 1 0.0 0.4 good\\na 1 0.5 0.4 day\\n", b"a 1 0.02 0.40 good\\na 1 0.56 0.4 day\\n"
    >>> times = scorelite.score_files(ref, hyp, ref_format="ctm", hyp_format="ctm").times(collar=0.05)
    >>> times["start"].mean, times["start"].within(20), times.placed.f1
    (0.04, 0.5, 0.5)
    """

    TITLE: ClassVar[str] = "Times of correct words, in ms"
    NAME: ClassVar[str] = "times"
    SPEC: ClassVar[Spec] = Spec(
        columns={
            "text": ["name"],
            "integer": ["words"],
            "number": ["mean", "median", "signed", *(f"within_{size}" for size in WITHIN)],
        },
        table={
            "words": ("words", with_commas),
            "mean": ("mean", _milliseconds),
            "median": ("median", _milliseconds),
            "signed": ("signed", partial(_milliseconds, sign="+")),
            **{f"<= {size}": (f"within_{size}", percent) for size in WITHIN},
        },
        adds=("placed", "overlapping", "onsets"),
    )

    collar: float
    onset: float
    rows: tuple[TimeRow, ...]
    placed: Placed
    """Correct words whose start and end are within the collar."""
    overlapping: Placed
    """Correct words that overlap or are within the collar of each other."""
    onsets: Placed
    """Starts of words, whatever the words: the most one-to-one pairs at most `onset` apart."""

    @property
    def percentage_correct(self) -> float | None:
        """The share of starts of correct words that are at most 300 ms off, as in mir_eval."""
        start: TimeRow = self["start"]
        return start.within(WINDOW)

    @property
    def r_value(self) -> float | None:
        """The R-value of starts of words; None without words of the reference."""
        return r_value(self.onsets.matched, self.onsets.reference, self.onsets.hypothesis)

    def facts(self) -> Mapping[str, Any]:
        """Words and starts at the right time."""
        return {
            "collar": self.collar,
            "onset": self.onset,
            **{name: getattr(self, name).to_dict() for name in ("placed", "overlapping", "onsets")},
            "percentage_correct": self.percentage_correct,
            "r_value": self.r_value,
        }

    def notes(self) -> Iterable[str]:
        """Words and starts at the right time."""
        words = self.placed
        yield f"{quantity(words.reference, 'word')} of the reference, {words.hypothesis:,} of the hypothesis"
        yield f"starts of correct words at most {WINDOW} ms off: {percent(self.percentage_correct)}"
        yield f"correct words, start and end within {1000 * self.collar:g} ms: {self.placed}"
        yield f"correct words that overlap, or nearly, by {1000 * self.collar:g} ms: {self.overlapping}"
        value = decimals(self.r_value, 4)
        yield f"starts of any words within {1000 * self.onset:g} ms: {self.onsets}, R-value {value}"


def _within_bounds(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings that are not out of their bounds."""
    return {name: checked(name, seconds, 0, 1, whole=False) for name, seconds in settings.items()}


def times(
    result: Result, *, collar: float = DEFAULTS["collar"], onset: float = DEFAULTS["onset"], steps: Steps | None = None
) -> Times:
    """The errors of the times of words of a result whose words have times on both sides."""
    settings = _within_bounds({"collar": collar, "onset": onset})
    steps = steps or Steps(result)
    _check_timed(steps)
    columns = _Columns(steps)
    sides = columns.words()
    return Times(
        signature=signed(result, "times", settled(settings)),
        collar=collar,
        onset=onset,
        rows=columns.rows(),
        placed=Placed(*sides, columns.placed(round(collar * MICRO))),
        overlapping=Placed(*sides, columns.overlapping(round(collar * MICRO))),
        onsets=Placed(*sides, columns.onsets(round(onset * MICRO))),
    )


def _check_timed(steps: Steps) -> None:
    """Rejects words without times; a side without words, as a part of a corpus may have one, lacks none."""
    carried = steps.result.utterances.carried()
    timed = {"ref": carried.ref_times, "hyp": carried.hyp_times}
    names = {"ref": "reference", "hyp": "hypothesis"}
    lacking = [names[side] for side, has_times in timed.items() if not has_times and len(steps.said(side))]
    if lacking:
        side, result = " and ".join(lacking), steps.result
        cues = {record.name for record in FORMATS if record.cues}
        moved = "`scorelite segments REF HYP --measure sound-events --collar 0.04 --report pra` lists cues that moved"
        of_cues = f"; {moved}" if {result.ref_format, result.hyp_format} <= cues else ""
        raise UsageError(
            f"no times: words of the {side} have none; expected words with times on both sides, such as ctm and ctm"
            f"{of_cues}"
        )


class _Columns:
    """The times of words of both sides as columns, in whole microseconds."""

    def __init__(self, steps: Steps) -> None:
        self._first = steps.first
        self._steps = steps
        self._rows = tuple(np.flatnonzero(~np.isnan(side) & ~_alone(steps)) for side in steps.starts)
        self._starts = steps.starts
        at = np.flatnonzero(steps.where(CORRECT) & ~np.isnan(steps.starts[0]) & ~np.isnan(steps.starts[1]))
        self._at = at
        # Those of the correct words.
        self._start, self._end = (tuple(micro(side[at]) for side in sides) for sides in (steps.starts, steps.ends))

    def words(self) -> tuple[int, int]:
        """The numbers of words of both sides."""
        ref, hyp = map(len, self._rows)
        return ref, hyp

    def rows(self) -> tuple[TimeRow, ...]:
        """The errors of starts and of ends."""
        sides = {"start": self._start, "end": self._end}
        return tuple(TimeRow(name, histogram(hyp - ref)) for name, (ref, hyp) in sides.items())

    def tallies(self, collar: int) -> Iterator[Tally]:
        """The mean sizes of errors in seconds, and the words in the right place, by utterance."""
        owners = self._steps.utterance[self._at]
        size = len(self._first) - 1
        for name, (ref, hyp) in (("start", self._start), ("end", self._end)):
            numbers = {"errors": np.abs(hyp - ref), "words": 1}
            yield tally_of(f"{name}, seconds off", owners, numbers, size, value=_seconds, is_rate=False)
        of_ref, near = self._rows[0], self._at[self._near(collar)]
        yield tally_of("in place", self._steps.utterance[of_ref], {"near": among(of_ref, near), "words": 1}, size)

    def placed(self, collar: int) -> int:
        """Correct words whose start and end are within the collar."""
        return int(np.count_nonzero(self._near(collar)))

    def _near(self, collar: int) -> Mask:
        start, end = (np.abs(hyp - ref) <= collar for ref, hyp in (self._start, self._end))
        near: Mask = start & end
        return near

    def overlapping(self, collar: int) -> int:
        """Correct words that overlap, or between which no more than the collar lies."""
        ahead = self._start[1] - self._end[0] <= collar
        behind = self._start[0] - self._end[1] <= collar
        return int(np.count_nonzero(ahead & behind))

    def onsets(self, distance: int) -> int:
        """The most one-to-one pairs of starts of one utterance at most that far apart."""
        if not all(map(len, self._rows)):
            return 0
        sides = [micro(column[rows]).astype(np.int64) for column, rows in zip(self._starts, self._rows, strict=True)]
        low = min(int(side.min()) for side in sides)
        # Utterances follow one another on one line of time, too far apart for pairs.
        span = max(int(side.max()) for side in sides) - low + distance + 1
        if span * len(self._first) > _REACH:
            raise UsageError(f"times of words within {span / MICRO:.0e} seconds; expected times of recordings")
        begins = span * np.arange(len(self._first) - 1) - low
        for side, rows in zip(sides, self._rows, strict=True):
            side += np.repeat(begins, np.diff(np.searchsorted(rows, self._first)))
            if np.any(side[1:] < side[:-1]):
                side.sort()
        ref, hyp = (side.tobytes() for side in sides)
        return core.near_pairs(ref, hyp, distance)


def _alone(steps: Steps) -> Mask:
    """The steps of optional words that one side has and the other may lack: there is nothing to compare them with."""
    if not steps.result.settings.optional_words:
        return np.zeros(len(steps.operations), np.bool_)
    mask: Mask = steps.where(CORRECT) & ((steps.ref < 0) | (steps.hyp < 0))
    return mask


def _seconds(sums: Sequence[Any]) -> Floats:
    """The mean in seconds of errors in microseconds."""
    return rate(sums) / MICRO


def tallies(steps: Steps, argument: str | None) -> Iterator[Tally]:
    """The mean sizes of errors, and the words in the right place, by utterance."""
    _check_timed(steps)
    settings = {**DEFAULTS, **settings_of(argument, DEFAULTS)}
    return _Columns(steps).tallies(round(settings["collar"] * MICRO))


TIMES = Analysis(
    BY_NAME["times"],
    make=lambda steps, argument: times(steps.result, **settings_of(argument, DEFAULTS), steps=steps),
    read=lambda argument: _within_bounds(settings_of(argument, DEFAULTS)),
    title="Times of correct words",
    by_utterance=tallies,
)
