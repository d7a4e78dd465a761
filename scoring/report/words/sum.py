"""The summary by speaker in percent (.sys), and the table that rsum (.raw) and wws (.wws) share with it."""

from __future__ import annotations

from ...words.scores import CHARACTERS, HYP_CONFIDENCE
from ..engine.numbers import integer, percent, rounded, statistics
from ..engine.table import Table, centred

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...words.scores import CrossEntropy, Sums, WordScores
    from .. import File
    from . import ReportOptions

    # Sums of a speaker's weights: reference words, correct, substitutions, deletions, insertions.
    Weights = tuple[float, float, float, float, float]

_NOTES = (
    b"\n"
    b"* No Reference words for this/these speaker(s).  Word counts supplied\n"
    b"  rather than percents.\n"
    b"# No Reference words for this/these speaker(s).  NCE not computable.\n"
    b"+ Speaker(s) with no reference data is ignored\n"
)


def render(scores: WordScores, options: ReportOptions) -> Iterator[File]:
    """The summary in percent."""
    yield b".sys", summary(scores, options)


def summary(
    scores: WordScores,
    options: ReportOptions,
    *,
    raw: bool = False,
    banner: bytes = b"",
    weights: Sequence[Weights] | None = None,
) -> Iterator[bytes]:
    """Heading, banner and table: counts if raw, else percentages, of weights if there are any."""
    summed = _Summary(scores, raw, weights, _entropy(scores, options))
    yield b"\n\n\n" + centred(b"SYSTEM SUMMARY PERCENTAGES by SPEAKER") + b"\n\n" + banner
    options.tables.centring = True
    table = Table(options.tables)
    table.fill(scores.title, summed.format(b"l"), summed.header(), summed.speakers(), summed.total())
    table.rule(b"=")
    for cells in summed.statistics():
        table.row(summed.format(b"c"), cells)
    yield table.render(0)
    if summed.wordless and not raw:
        yield _NOTES


def _entropy(scores: WordScores, options: ReportOptions) -> CrossEntropy | None:
    """The normalized cross entropy, if every utterance has confidences."""
    if not scores.any_attribute() & HYP_CONFIDENCE:
        return None
    if not scores.every_attribute() & HYP_CONFIDENCE:
        options.notices.append(b"Warning: Ignoring confidence scores in output\n")
        return None
    from ...words.normalized_cross_entropy import cross_entropy

    entropy = cross_entropy(scores)
    if entropy.notice:
        options.notices.append(entropy.notice)
    return entropy


class _Summary:
    """Cells of the table: by speaker, in total, and statistics over speakers."""

    __slots__ = ("_scores", "_totals", "_words", "entropy", "raw", "sentences", "shares", "sums", "wordless")

    def __init__(
        self, scores: WordScores, raw: bool, weights: Sequence[Weights] | None, entropy: CrossEntropy | None
    ) -> None:
        self._scores = scores
        self._totals = totals = scores.totals()
        self._words = [correct + sub + deleted for _, correct, sub, deleted, _, _ in totals]
        self.raw = raw
        self.entropy = entropy
        # Counts need no reference words, so the table of counts marks no speaker.
        self.wordless = 0 if raw else self._words.count(0)
        if weights is None:
            weights = [(words, *row[1:5]) for words, row in zip(self._words, totals, strict=True)]
            self.sums = [sum(column) for column in zip(*weights, strict=True)] or [0] * 5
        else:
            self.sums = _truncated_sums(weights)
        self.shares = [_shares(row, each, raw) for row, each in zip(totals, weights, strict=True)]
        self.sentences = [float(row[5]) if raw else percent(row[5], row[0]) for row in totals]

    def format(self, name: bytes) -> bytes:
        """The format of a row whose first column is justified by `name`."""
        return name + (b"|cc|cccccc" if self.entropy is None else b"|cc|cccccc|c")

    def header(self) -> list[bytes]:
        """The titles of the columns."""
        words = b"# Chr" if self._scores.any_attribute() & CHARACTERS else b"# Wrd"
        cells = [b" SPKR", b" # Snt", words, b"Corr", b" Sub", b" Del", b" Ins", b" Err", b"S.Err"]
        if self.entropy is not None:
            cells.append(b"NCE")
        return cells

    def speakers(self) -> Iterator[list[bytes]]:
        """A row per speaker."""
        pattern, places = (b"%5.0f ", 0) if self.raw else (b"%5.1f ", 1)
        for index, name in enumerate(self._scores.speakers):
            words = self._words[index]
            cells = [b" %s " % name, b"%5d" % self._totals[index][0], b"%5d" % words]
            if words or self.raw:
                cells += [pattern % rounded(value, places) for value in self.shares[index]]
            else:
                cells += [b"%5.0f*" % rounded(value, 0) for value in self.shares[index]]
            cells.append(pattern % rounded(self.sentences[index], places))
            if self.entropy is not None:
                cells.append(b"%7.3f " % rounded(self.entropy.speakers[index], 3) if words else b"# ")
            yield cells

    def total(self) -> list[bytes]:
        """The row of totals: sums, or the percentages of the sums."""
        utterances, wrong = (sum(row[column] for row in self._totals) for column in (0, 5))
        whole, correct, sub, deleted, inserted = self.sums
        values: list[float] = [correct, sub, deleted, inserted, sub + inserted + deleted]
        if not self.raw:
            values = [percent(value, whole) for value in values]
        values.append(wrong if self.raw else percent(wrong, utterances))
        pattern, places = (b"%5.0f ", 0) if self.raw else (b"%5.1f ", 1)
        cells = [b" Sum" if self.raw else b" Sum/Avg", b"%5d" % utterances, b"%5d" % sum(self._words)]
        cells += [pattern % rounded(value, places) for value in values]
        if self.entropy is not None:
            cells.append(b"%7.3f " % rounded(self.entropy.overall, 3))
        return cells

    def statistics(self) -> Iterator[list[bytes]]:
        """Three rows: mean, standard deviation and median over the speakers."""
        columns: list[tuple[bytes, int, tuple[float, float, float]]] = [
            (b"%5.1f ", 1, statistics([row[0] for row in self._totals])),
            (b"%5.1f ", 1, statistics(self._words)),
        ]
        pattern = b"%5.1f+" if self.wordless else b"%5.1f "
        columns += [(pattern, 1, statistics(self._with_words(list(column)))) for column in self._columns()]
        columns.append((b"%5.1f ", 1, statistics(self.sentences)))
        if self.entropy is not None:
            pattern = b"%7.3f#" if self.wordless else b"%7.3f "
            columns.append((pattern, 3, statistics(self.entropy.speakers)))
        for index, name in enumerate((b" Mean ", b" S.D. ", b"Median")):
            yield [name] + [pattern % rounded(values[index], places) for pattern, places, values in columns]

    def _columns(self) -> Iterable[tuple[float, ...]]:
        return zip(*self.shares, strict=True) if self.shares else [()] * 5

    def _with_words(self, column: list[float]) -> list[float]:
        """The values of the speakers who have reference words.

        The reference moves the values up, but not the word counts by which it selects them: from the second speaker
        without reference words on, it drops the values of other speakers.
        """
        if not self.wordless:
            return column
        without = (index for index, words in enumerate(self._words) if not words)
        # Each dropped value moves those after it up by one place.
        dropped = {index + before for before, index in enumerate(without)}
        kept = [value for index, value in enumerate(column) if index not in dropped]
        return kept[: len(column) - self.wordless]


def _truncated_sums(weights: Sequence[Weights]) -> list[float]:
    """Totals of the weights, truncated to an integer after every speaker, as in the reference."""
    sums = [0] * 5
    for row in weights:
        sums = [integer(total + value) for total, value in zip(sums, row, strict=True)]
    return list(sums)


def _shares(counts: Sums, weights: Weights, raw: bool) -> tuple[float, float, float, float, float]:
    """Correct, substitutions, deletions, insertions, errors: counts if raw or without reference words, else percent."""
    whole, correct, sub, deleted, inserted = weights
    if raw or whole == 0:
        _, correct, sub, deleted, inserted, _ = counts
        return correct, sub, deleted, inserted, sub + inserted + deleted
    return (
        correct / whole * 100.0,
        sub / whole * 100.0,
        deleted / whole * 100.0,
        inserted / whole * 100.0,
        (sub + inserted + deleted) / whole * 100.0,
    )
