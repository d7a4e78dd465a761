"""Scores from any source: some files have only a percentage, some every word."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ... import core
from ...formats.errors import short
from ...formats.values import dataclass, field
from ..common.counts import RATES, Counts, FileCounts, percent
from ..common.paired_names import Names
from ..maths.intervals import interval_of_sizes, sizes_of
from .alignments import Alignments, Step, WordPair

if TYPE_CHECKING:
    from ..common.arrow import Columns
    from ..words.result import Result

BY_RECORDING = ("session", "recording")
"""The units of results that have no errors by utterance: meetings, and who speaks when."""
MILLISECOND = "millisecond"
"""The unit of counts of scores that are seconds."""
# The names of groups of utterances, and the number of that of each utterance.
Groups = tuple[Sequence[str | None], "array[int]"]


NOTHING: Mapping[str, Any] = {}


class CountTable(Mapping[str, Counts]):
    """Counts by name in one column of int32: correct, substitutions, deletions, insertions of one after the other.

    >>> table = CountTable.of({"u1": Counts(2, 1, 0, 0), "u2": Counts(0, 0, 0, 3)})
    >>> table["u2"].insertions, table.at(0), table.at(-1)
    (3, Counts(correct=2, substitutions=1, deletions=0, insertions=0), None)
    """

    __slots__ = ("_made", "_numbers", "_total", "column", "names")

    def __init__(self, names: Names, column: bytes) -> None:
        self.names = names
        self.column = column
        self._numbers = array("i", column)  # not a view: threads without a lock may not slice one together
        self._made: dict[tuple[int, ...], Counts] = {}
        self._total: Counts | None = None

    @classmethod
    def of(cls, counts: Mapping[str, Counts]) -> CountTable:
        """The table of any mapping."""
        if isinstance(counts, CountTable):
            return counts
        rows = [(count.correct, count.substitutions, count.deletions, count.insertions) for count in counts.values()]
        return cls(Names(list(counts)), array("i", [number for row in rows for number in row]).tobytes())

    def at(self, place: int) -> Counts | None:
        """The counts at a place; None for the place -1."""
        if place < 0:
            return None
        numbers = tuple(self._numbers[4 * place : 4 * place + 4])
        if numbers not in self._made:  # few of many utterances have other counts than those before
            self._made[numbers] = Counts(*numbers)
        return self._made[numbers]

    def __getitem__(self, name: str) -> Counts:
        counts = self.at(self.names.place(name))
        if counts is None:
            raise KeyError(name)
        return counts

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def in_order(self, places: array[int]) -> bytes:
        """The counts at these places in one column, zeros for the place -1."""
        none = (0, 0, 0, 0)
        numbers = self._numbers
        rows = [numbers[4 * place : 4 * place + 4] if place >= 0 else none for place in places]
        return array("i", [number for row in rows for number in row]).tobytes()

    def total(self) -> Counts:
        """The sum of all."""
        if self._total is None:
            ((_, *counts, _),) = core.count_totals(self.column, bytes(4 * len(self)), 1)
            self._total = Counts(*counts)
        return self._total


NOW, SAVED = "scored now", "scorelite's JSON"
"""The kinds of scorelite's own results, whose alignments are alike."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores in a file or result; fields that it lacks are None."""

    name: str
    kind: str
    policy: str
    """The policy of `counts`."""
    counts: Counts | None = None
    raw: Counts | None = None
    """Counts of the texts as they were; None where nothing was normalised now."""
    rate: float | None = None
    """The error rate in percent as it is printed."""
    digits: int = 2
    words: int | None = None
    sentences: int | None = None
    wrong: int | None = None
    """Sentences with an error."""
    files: tuple[FileCounts, ...] = ()
    """The counts of each file of a folder, such as a test set."""
    shares: Mapping[str, float] = NOTHING
    """Percentages by name, if the source has them in place of counts."""
    interval: tuple[float, float, float] | None = None
    """Mean and both ends of a bootstrap interval, as printed."""
    title: str = ""
    """The name of the rate, if it is not that of words or characters."""
    measure: str = "wer"
    """Only results of one measure can be compared: those of meetings have others."""
    unit: str = "utterance"
    """What `utterances` are called: those of meetings are sessions."""
    detail_policy: str = ""
    """The policy of utterances and pairs of words."""
    utterances: Mapping[str, Counts] | None = None
    steps: Alignments | None = None
    references: Mapping[str, str] | None = None
    """The references with all alternatives, of which an alignment has one; None where the source lacks them."""
    speakers: Mapping[str, Counts] | None = None
    word_pairs: Mapping[WordPair, int] | None = None
    blocks: Mapping[str, Groups] = NOTHING
    """The speakers and the sessions of all utterances, as far as they are known."""
    counted: str = ""
    """What is counted, word, character or millisecond; empty where the source does not say it."""
    settings: frozenset[str] = frozenset()
    """The settings of the signature that move a number, but for the policy; empty where the source has none."""
    result: Result | None = field(default=None, compare=False, repr=False)
    """What was scored now, with all its texts; None for a file of scores."""

    def __repr__(self) -> str:
        rate = percent(self.counts.wer) if self.counts is not None else f"{self.rate} %"
        return f"<Scores of {short(self.name, 40) or self.kind}: {rate}>"

    def totals(self) -> list[tuple[str, Counts]]:
        """Policies with their counts, if the source has them."""
        totals = [(self.policy, self.counts)] if self.counts is not None else []
        policy = self.detail_policy or self.policy
        if self.utterances is not None:
            totals.append((policy, CountTable.of(self.utterances).total()))
        elif self.speakers is not None and self.counts is None:
            totals.append((policy, total(self.speakers.values())))
        elif self.word_pairs is not None:
            totals.append((policy, counts_of(self.word_pairs)))
        return totals

    def interval_of_samples(self, replications: int) -> tuple[float, float] | None:
        """The 95 % interval of the rate: that of the source, or from samples of its utterances.

        >>> Scores("x", "json", "sclite", utterances={"u1": Counts(2), "u2": Counts(2)}).interval_of_samples(10)
        (0.0, 0.0)
        """
        if self.interval is not None:
            return self.interval[1] / 100, self.interval[2] / 100
        if self.utterances is None or len(self.utterances) < 2:
            return None
        table = CountTable.of(self.utterances)
        if not table.total().reference:
            return None
        drawn = interval_of_sizes(sizes_of(table.column), replications)
        return drawn.low, drawn.high

    def pairs(self) -> Mapping[WordPair, int] | None:
        """Counts of aligned pairs of words; correct pairs may be left out."""
        if self.word_pairs is not None or self.steps is None:
            return self.word_pairs
        return self.steps.wrong_pairs()

    def errors(self) -> tuple[int, int] | None:
        """Errors and reference words, if the source has them."""
        totals = self.totals()
        return (totals[0][1].errors, totals[0][1].reference) if totals else None


def columns_of(systems: Sequence[Scores]) -> Columns:
    """The rate and the counts of each system, a row each; None for what its source does not have.

    >>> columns_of([Scores("a", "json", "sclite", counts=Counts(3, 1))])["wer"]
    ('number', [0.25])
    """
    counts = [scores.totals()[0][1] if scores.totals() else None for scores in systems]
    kinds = ("reference", "errors", "substitutions", "deletions", "insertions")
    return {
        "system": ("text", [scores.name for scores in systems]),
        **{kind: ("integer", [each and getattr(each, kind) for each in counts]) for kind in kinds},
        rate_name(systems): ("number", [rate_of(scores) for scores in systems]),
    }


def rate_name(systems: Sequence[Scores]) -> str:
    """The name of the rate in JSON and tables."""
    return RATES[counted_in(systems)]


def counted_in(systems: Sequence[Scores]) -> str:
    """The unit of counts: word, character or millisecond."""
    return next((scores.counted for scores in systems if scores.counted), "word")


def rate_of(scores: Scores) -> float | None:
    """The error rate, from counts if there are any."""
    errors = scores.errors()
    if errors is not None:
        return errors[0] / errors[1] if errors[1] else None
    printed = scores.rate if scores.interval is None else scores.interval[0]
    return None if printed is None else printed / 100


def total(counts: Iterable[Counts]) -> Counts:
    """The sum of many counts.

    >>> total([Counts(1, 2, 3, 4), Counts(1, 0, 0, 0)])
    Counts(correct=2, substitutions=2, deletions=3, insertions=4)
    """
    rows = [(count.correct, count.substitutions, count.deletions, count.insertions) for count in counts]
    return Counts(*map(sum, zip(*rows, strict=True))) if rows else Counts()


def counts_of(pairs: Mapping[WordPair, int]) -> Counts:
    """The sum of a table of word pairs.

    >>> counts_of({("a", "a"): 2, ("b", None): 1})
    Counts(correct=2, substitutions=0, deletions=1, insertions=0)
    """
    counts = dict.fromkeys("CSDI", 0)
    for (ref, hyp), count in pairs.items():
        counts["I" if ref is None else "D" if hyp is None else "C" if ref == hyp else "S"] += count
    return Counts(*counts.values())


def counts_of_steps(steps: Sequence[Step]) -> Counts:
    """The counts of one alignment."""
    letters = [step[0] for step in steps]
    return Counts(*map(letters.count, "CSDI"))


def scores_of_utterances(
    name: str, kind: str, policy: str, utterances: Mapping[str, Counts], steps: Alignments | None
) -> Scores:
    """The scores of a file that has the counts of each utterance, or even its steps."""
    counts = total(utterances.values())
    return Scores(
        name,
        kind,
        policy,
        counts=counts,
        words=counts.reference,
        sentences=len(utterances),
        wrong=sum(counts.errors > 0 for counts in utterances.values()),
        utterances=utterances,
        steps=steps,
    )


def settings_of_two(first: Iterable[str], second: Iterable[str]) -> str:
    """The settings in which two results differ, those of the first against those of the second; empty where both were
    scored alike, or one has none, as scores of other programs.

    >>> settings_of_two({"case:kept", "unit:word"}, {"case:kept", "normalise:basic@1", "unit:word"})
    'none of these against normalise:basic@1'
    >>> settings_of_two({"case:kept"}, ())
    ''
    """
    ours, theirs = {*first}, {*second}
    if not ours or not theirs or ours == theirs:
        return ""
    return " against ".join(
        " ".join(sorted(side - other)) or "none of these" for side, other in ((ours, theirs), (theirs, ours))
    )


# Rules for what does not fit together: settings only where they had an effect, as of one of two files.
_RULES = ("missing:", "outside:", "overlap:")


def unlike_settings(a: Scores, b: Scores) -> str:
    """The settings in which two scores differ, as `settings_of_two` shows them, without rules for what does not fit.

    >>> cases = frozenset(["case:kept"]), frozenset(["case:folded", "missing:delete"])
    >>> kept, folded = (Scores("x", "json", "sclite", settings=case) for case in cases)
    >>> unlike_settings(kept, folded), unlike_settings(kept, Scores("y", "kaldi", "kaldi_wer"))
    ('case:kept against case:folded', '')
    """
    return settings_of_two(*([part for part in each.settings if not part.startswith(_RULES)] for each in (a, b)))
