"""Totals: the counts of a score by utterance, without texts and alignments."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import isnan

from ... import core
from ...formats.errors import MismatchError, UsageError, arguments_in, quantity, short
from ...formats.schema.spans import SpanIds
from ...formats.values import dataclass, field, field_names, replace
from ..common import totals
from ..common.counts import Counts, FileCounts, percent
from ..common.key_figure import KeyFigure, between, ends_of, shares
from ..common.other_names import known_keywords
from ..common.results import check_signatures, listed
from ..common.settings import Settings
from ..common.tie_policy import KEEP_CASE, Policy, policy_of
from ..common.totals import Rule, added, shared, united
from ..common.version import SCHEMA, __version__
from ..maths.draws import check_drawn
from ..maths.intervals import (
    MOST_REPLICATIONS,
    Interval,
    at_level,
    check_level,
    interval_of_ratio,
    interval_of_sizes,
    sizes_of,
)
from ..notices.notice import Notice, facts_of, notice_of, summed, with_more
from ..notices.took_part import NOTHING, TookPart
from .information import Information
from .information import summed as summed_rows
from .measure import Measure
from .measures import MEASURES
from .measures.mean import MEAN, median
from .measures.mer import MER
from .measures.nce import NCE
from .measures.ser import SER
from .measures.wer import WER
from .notices.gravest import warn_of_notices
from .notices.one_sided import absent, missed, of_empty_hypotheses, of_empty_references, outside_words
from .speakers import column_of_speakers, speakers_of
from .utterance_table import UtteranceTable, check_alike, concatenated, units_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, TypeVar

    from ...formats.source import Target
    from ..common.arrow import Column
    from ..common.published import Average
    from .ranges import Groups

    Parts = TypeVar("Parts", bound="Totals")


SHOWN = ("outside hypothesis", "without a hypothesis", "without a reference")
"""Notices that say again what summaries have anyway, whatever its part is."""


def _all_formats(names: Iterable[str]) -> str:
    """The formats of all parts, such as `srt+vtt`."""
    return "+".join(sorted({name for joined in names for name in joined.split("+")}))


def _all_files(parts: Iterable[tuple[FileCounts, ...]]) -> tuple[FileCounts, ...]:
    """The files of all parts, by name."""
    return tuple(sorted((row for files in parts for row in files), key=lambda row: row.name))


def _one_map(maps: Iterable[tuple[tuple[str, str], ...]]) -> tuple[tuple[str, str], ...]:
    """The maps of all parts in one; a name that they map to different names is an error."""
    pairs = {pair for pairs in maps for pair in pairs}
    different = sorted(old for old, number in Counter(old for old, _ in pairs).items() if number > 1)
    if different:
        raise MismatchError(
            f"{listed(different, 'speaker')} with different names in the speaker maps of the results to be added; "
            "score all parts with one speaker_map"
        )
    return tuple(sorted(pairs))


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals(totals.Totals):
    """Counts of a score by utterance, and the rates of their sum: small, picklable, addable.

    Processes and machines that score parts of a corpus hand each other totals (or whole results) and add them. The sum
    has its utterances in canonical order, so it does not depend on the order of addition: by recording, channel and
    time, or by id. Made-up ids are given anew: with times they number a speaker's utterances; without ids utterances
    stay in the order of addition, numbered from 1. If files differ in name, the sum has no name.

    >>> import scorelite
    >>> parts = [scorelite.score({"a-1": "x y"}, {"a-1": "x"}), scorelite.score({"a-2": "z"}, {"a-2": "z"})]
    >>> total = sum(part.totals() for part in parts)
    >>> total.wer, total.sentences, total == sum(part.totals() for part in reversed(parts))
    (0.3333333333333333, 2, True)
    """

    WING: ClassVar[str] = "words"
    UNIT: ClassVar[str] = "utterance"
    ROWS: ClassVar[tuple[str, ...]] = ("utterances", "speakers", "words")
    SPARSE: ClassVar[tuple[str, ...]] = (
        *("session", "channel", "speaker", "start", "end", "tags"),
        *("right_information", "wrong_information", "confident_words", "odd_confidences"),
        *(f"{side}_{name}" for side in ("ref", "hyp") for name in ("start", "end", "confidence")),
    )
    LACKS: ClassVar[str] = "alignments"
    WRITTEN: ClassVar[tuple[str, ...]] = (
        *("missing", "extra", "missing_rule", "outside", "outside_rule", "overlap_rule", "ignored_segments"),
        *("ignored_words", "ref_name", "hyp_name", "ref_format", "hyp_format", "verdicts", "speaker_map", "version"),
    )
    MEASURES: ClassVar[tuple[Measure, ...]] = MEASURES
    ADDS: ClassVar[Mapping[str, Rule]] = {
        **dict.fromkeys(("counts", "sentences", "sentence_errors", "took_part"), added),
        **dict.fromkeys(("outside", "ignored_segments", "ignored_words"), added),
        **dict.fromkeys(("missing", "extra"), united),
        **dict.fromkeys(("ref_name", "hyp_name"), shared),
        **dict.fromkeys(("ref_format", "hyp_format"), _all_formats),
        "speaker_map": _one_map,
        "files": _all_files,
    }

    counts: Counts
    sentences: int
    sentence_errors: int
    settings: Settings
    table: UtteranceTable
    """Ids, places and counts of utterances, as columns."""
    missing: tuple[str, ...] = ()
    """Ids of references that had no hypothesis; of files with times, recordings and channels."""
    extra: tuple[str, ...] = ()
    """Ids (or recordings and channels) of hypotheses that had no reference, and were left out."""
    missing_rule: str = "error"
    """The rule for those: error, skip or delete."""
    outside: int = 0
    """Hypothesis words outside all segments of the reference."""
    outside_rule: str = ""
    """The rule for those: attach, skip or error."""
    overlap_rule: str = ""
    """The rule for reference segments that overlap: error or earlier."""
    ignored_segments: int = 0
    """Reference segments that are marked as not to be scored."""
    ignored_words: int = 0
    """Hypothesis words in those, which were left out as well."""
    ref_name: str = ""
    hyp_name: str = ""
    ref_format: str = ""
    hyp_format: str = ""
    verdicts: str = ""
    """Eight digits for the verdicts that corrected the reference, and who gave them."""
    speaker_map: tuple[tuple[str, str], ...] = ()
    """Other names in reports for speakers that only ids name."""
    notices: Sequence[Notice] = ()
    """What to know before believing the number: how files were read, and what is odd about them."""
    version: str = __version__
    """The version of scorelite that scored."""
    files: tuple[FileCounts, ...] = ()
    """The counts of each file of two folders; empty where two files were scored."""
    took_part: TookPart = field(default=NOTHING, compare=False)
    """How much of both sides was scored."""

    @property
    def wer(self) -> float | None:
        """Word error rate as a fraction; None if there is no reference word.

        The gravest notices, such as that no word is correct, are warnings: a number alone has none.
        """
        rate = WER.value(self)
        warn_of_notices(self.notices, rate, 2)
        return rate

    @property
    def noun(self) -> str:
        """The name of one of what is compared: a word, a character, or an id."""
        return "id" if self.ref_format.startswith("ids") else self.settings.unit

    @property
    def cer(self) -> float | None:
        """Character error rate, where characters are compared: totals of words have no texts to compare once more."""
        if self.settings.unit != "character":
            raise UsageError("cer needs texts, which totals do not store; expected totals of unit='character' (-c)")
        rate = WER.value(self)
        warn_of_notices(self.notices, rate, 2)
        return rate

    @property
    def mer(self) -> float | None:
        """Match error rate: errors per aligned pair, at most 1."""
        return MER.value(self)

    @property
    def wip(self) -> float | None:
        """Word information preserved: the correct part of the reference times that of the hypothesis."""
        counts = self.counts
        recognised = counts.correct + counts.substitutions + counts.insertions
        if not counts.reference or not recognised:
            return None if not counts.reference and not recognised else 0.0
        return counts.correct / counts.reference * counts.correct / recognised

    @property
    def wil(self) -> float | None:
        """Word information lost: 1 less `wip`."""
        return None if self.wip is None else 1 - self.wip

    @property
    def correct(self) -> int:
        """Words that are equal on both sides."""
        return self.counts.correct

    @property
    def hits(self) -> int:
        """Correct words, by the name that jiwer gives them."""
        return self.counts.correct

    @property
    def substitutions(self) -> int:
        """Words that differ in the hypothesis."""
        return self.counts.substitutions

    @property
    def deletions(self) -> int:
        """Reference words without a hypothesis word."""
        return self.counts.deletions

    @property
    def insertions(self) -> int:
        """Hypothesis words without a reference word."""
        return self.counts.insertions

    @property
    def errors(self) -> int:
        """Substitutions, deletions and insertions."""
        return self.counts.errors

    @property
    def ser(self) -> float | None:
        """Sentence error rate: utterances with an error; None if there is no utterance."""
        return SER.value(self)

    @property
    def mean_utterance_wer(self) -> float | None:
        """The mean of the rates of utterances, as in papers on text to speech; `wer` divides the sums instead.

        >>> import scorelite
        >>> result = scorelite.score(["yes", "we saw a cat"], ["no", "we saw a cat"])
        >>> result.wer, result.mean_utterance_wer, result.median_utterance_wer
        (0.2, 0.5, 0.5)
        """
        return MEAN.value(self)

    @property
    def median_utterance_wer(self) -> float | None:
        """The median of the rates of utterances; those without reference words are left out, as in their mean."""
        return median(self)

    @property
    def nce(self) -> float | None:
        """Normalized cross entropy: the information of confidences beyond the share of correct words.

        1 is perfect, 0 is none, below 0 they mislead. None if a hypothesis word has no confidence, or if all words are
        correct or all are wrong. It is summed exactly: no order of parts moves it.
        """
        return NCE.value(self)

    def summed_information(self) -> Information | None:
        """The sum of what confidences tell; None where words have none."""
        timeline, rows = self.table.timeline, self.table.information
        if rows is None or timeline is None or not timeline.carried.hyp_confidence:
            return None
        return summed_rows(rows)

    def _signed(self) -> Iterable[str]:
        _, _, settings = self.settings.signature.partition("|")
        parts = {
            "missing": self.missing_rule,
            "outside": self.outside_rule,
            "overlap": self.overlap_rule,
            "ref": self.ref_format,
            "hyp": self.hyp_format,
            "verdicts": self.verdicts,
            "average": "" if self.settings.average == "pooled" else self.settings.average,
        }
        return settings, *(f"{name}:{value}" for name, value in parts.items() if value)

    def average_signature(self, average: Average) -> str:
        """The signature of an average: of `wer`, which is pooled, or of the mean or median of utterance rates.

        >>> import scorelite
        >>> scorelite.score(["a b"], ["a c"]).average_signature("mean").rpartition("|")[2]
        'average:mean'
        """
        parts = [part for part in self.signature.split("|") if not part.startswith("average:")]
        return "|".join([*parts, *([f"average:{average}"] * (average != "pooled"))])

    @property
    def main_rate(self) -> float | None:
        """The rate of summaries and limits: `wer`, or the average that `like` publishes.

        >>> import scorelite
        >>> result = scorelite.score(["Yes.", "We saw a cat."], ["no", "we saw a cat"], like="seed-tts-eval")
        >>> result.main_rate, result.wer
        (0.5, 0.2)
        """
        rates = {"pooled": WER.value, "mean": MEAN.value, "median": median}
        return rates[self.settings.average](self)

    def compared(self) -> Iterable[str]:
        """The parts of the signature that must be equal in results to be compared: settings, chosen columns, version.

        Formats of files are no settings, and a rule is one where it had an effect.

        >>> import scorelite
        >>> "missing:skip" in scorelite.score({"a": "x"}, {"a": "x"}, missing="skip").compared()
        False
        """
        return *self._chosen(), *(f"{name}:{rule}" for name, rule in self._effective().items())

    def _chosen(self) -> Iterable[str]:
        """The settings of the signature, with the columns that were named, but without formats and rules."""
        _, _, settings = self.settings.signature.partition("|")
        columns = {"ref": self.ref_format.partition("[")[2], "hyp": self.hyp_format.partition("[")[2]}
        named = [f"{side}:[{column}" for side, column in columns.items() if column]
        judged = [f"verdicts:{self.verdicts}"] if self.verdicts else []
        averaged = [f"average:{self.settings.average}"] if self.settings.average != "pooled" else []
        return f"scorelite:{self.version}", *settings.split("|"), *named, *judged, *averaged

    def _effective(self) -> dict[str, str]:
        """The rules for what does not fit together that had an effect."""
        rules = {"missing": self.missing_rule} if self.missing or self.extra else {}
        return rules | ({"outside": self.outside_rule} if self.outside else {})

    def check_addable(self: Parts, parts: Sequence[Parts]) -> None:
        """Refuses to add results of different settings, of which this is the first; formats may differ.

        So may rules of which one alone had an effect.
        """
        effective: dict[str, tuple[str, Totals]] = {}
        for part in parts:
            if [*self._chosen()] != [*part._chosen()]:
                check_signatures(self.signature, part.signature)
            for name, rule in part._effective().items():
                first_rule, first = effective.setdefault(name, (rule, part))
                if rule != first_rule:
                    check_signatures(first.signature, part.signature)

    def speakers(self, kind: str | None = None) -> list[str]:
        """The speaker of each utterance, as reports name it.

        Without `kind` it is the one that a file with times names, else the one that the id names (see
        `words/speakers.py`), else the one of the reference's column `speaker`; utterances without ids are of one
        speaker.
        """
        timeline = self.table.timeline
        if timeline is not None and kind is None:
            return self.folded(timeline.speakers)

        chosen = kind or ("one" if self.table.made_up else "spu_id")
        try:
            spoken = speakers_of(self.table.names(), chosen)
        except UsageError:
            name = column_of_speakers(self.table.columns)
            # A column counts where it names the speaker of every utterance.
            if kind is not None or not name or not all(self.table.columns[name].values):
                raise
            spoken = list(map(str, self.table.columns[name]))
        other = dict(self.speaker_map)
        return [other.get(name, name) for name in spoken] if other else spoken

    def usual_speakers(self) -> str | None:
        """The kind of speakers of a report for which none is chosen: "one" where ids name no speaker, else None."""
        try:
            self.speaker_numbers()
        except UsageError:
            return "one"
        return None

    def speaker_numbers(self, kind: str | None = None) -> tuple[list[str], array[int]]:
        """The different speakers in the order of their first utterances, and the number of that of each utterance."""
        ids = self.table.ids
        if isinstance(ids, SpanIds) and kind in (None, "spu_id") and not self.speaker_map:
            # Ids that stay places in the bytes of a file belong to utterances without times.
            numbered = ids.speakers()
            if numbered is not None:
                return numbered
        numbers: dict[str, int] = {}
        # setdefault's default is worked out before the name is entered: the next free number.
        of_utterance = array("i", [numbers.setdefault(name, len(numbers)) for name in self.speakers(kind)])
        return list(numbers), of_utterance

    @known_keywords
    def by(self, group: Any = "speaker") -> dict[str | None, Counts]:
        """The counts of each speaker, recording, or value of another column of the reference's table.

        `group` may also be a mapping from ids to groups, a Series of pandas, or a function of an utterance. Groups are
        in the order of their first utterances, or, if all names are numbers or dates, of these. Unnamed ones have None
        as their name. `duration:0-2-5` is of ranges, each with its lower edge; more than ten different numbers become
        four ranges, unless `age:each` asks for each. Dates and times of day have `date:year`, `:month`, `:week`,
        `:day`, `:weekday` and `:hour`. `words`, of the reference, and, where there are times, `duration` and `start`
        need no column. Names are texts, as in a file: '30' for 30, 'true' for True.

        >>> import scorelite
        >>> by_speaker = scorelite.score(["a b", "c"], ["a", "c"], ids=["ann-1", "bob-1"]).by("speaker")
        >>> {name: counts.wer for name, counts in by_speaker.items()}
        {'ann': 0.5, 'bob': 0.0}
        """
        # Only now: most scores have no groups.
        from .groups import ByName, is_given
        from .ranges import in_few, in_order

        if is_given(group):
            column = self._analyses().given_groups(self, group)
            names, numbers = in_few("", (column.values, column.codes))
        else:
            names, numbers = self.shown_groups(group)
        by_name = self._counted(names, numbers)
        return ByName({name: by_name[name] for name in in_order(names) or names})

    def _counted(self, names: Sequence[str | None], numbers: array[int]) -> dict[str | None, Counts]:
        rows = core.count_totals(self.table.counts, numbers.tobytes(), len(names))
        return {name: Counts(*row[1:5]) for name, row in zip(names, rows, strict=True)}

    def group_counts(self, group: str) -> dict[str | None, tuple[int, int, Counts]]:
        """The number of utterances, those with an error, and the counts of each value of a group, that of most
        utterances first, or numbers in their order.

        >>> import scorelite
        >>> scorelite.score(["a b", "c"], ["a", "c"], ids=["ann-1", "ann-2"]).group_counts("speaker")
        {'ann': (2, 1, Counts(correct=2, substitutions=0, deletions=1, insertions=0))}
        """
        from .ranges import in_order

        names, numbers = self.shown_groups(group)
        rows = core.count_totals(self.table.counts, numbers.tobytes(), len(names))
        by_name = dict(zip(names, rows, strict=True))
        order = in_order(names) or sorted(names, key=lambda name: -by_name[name][0])
        return {name: (by_name[name][0], by_name[name][5], Counts(*by_name[name][1:5])) for name in order}

    def slices(self, columns: Any, unit: str | None = None) -> Any:
        """Rates by a column such as gender, or several, with intervals and a test of units such as speakers.

        `gender*accent` is of both columns crossed. Groups may be given as to `by`.

        >>> import scorelite
        >>> table = b"id,text,hyp,accent\\na,good day,good day,uk\\nb,good day,good way,us\\n"
        >>> scorelite.score_files(table).slices("accent")["us"].rate
        0.5
        """
        return self._analyses().slices(self, columns, unit)

    def with_columns(self: Parts, path: Target, *, is_part: bool = False) -> Parts:
        """This result with more columns, from a table with ids, speakers or sessions.

        A table is a file, bytes or a data frame. It must have a row for some utterance, unless the result is a part of
        a corpus (`is_part`).
        """
        columns, notices = self._analyses().joined_columns(self, path, is_part)
        return self.with_table(replace(self.table, columns=columns)).noted(notices)

    def with_table(self: Parts, table: UtteranceTable) -> Parts:
        return replace(self, table=table)

    def group_numbers(self, group: str) -> Groups:
        """The different values of a group, and the number of that of each utterance; `duration:0-2-5` is of ranges."""
        from .groups import groups_of  # only now: most scores have no groups

        return groups_of(self.table, group, self.speaker_numbers)

    def shown_groups(self, group: str) -> Groups:
        """The groups as people see them: many different numbers are four ranges, unless `age:each` is asked for."""
        from .groups import shown_groups

        return shown_groups(self.table, group, self.speaker_numbers)

    @known_keywords
    def interval(
        self, replications: int = 1000, *, level: float = 0.95, seed: int = 0, by: str = "utterance", threads: int = 1
    ) -> Interval:
        """The confidence interval of the error rate, from bootstrap samples after Bisani and Ney (2004).

        A sample draws utterances, or whole values of a group, such as speakers. It depends on the counts alone: neither
        the order of utterances nor a division into batches moves it.

        >>> import scorelite
        >>> scorelite.score(["a b", "c d"], ["a b", "c x"]).interval().mean
        0.2425
        """
        if type(replications) is not int or not 1 <= replications <= MOST_REPLICATIONS:
            share = "; a level is passed by keyword" if isinstance(replications, float) else ""
            raise UsageError(f"replications is {replications!r}; expected 1 to {MOST_REPLICATIONS:,}{share}")
        check_level(level)
        if not self.counts.reference:
            raise UsageError("the error rate is undefined without reference words, and so is its interval")
        if by == "utterance" and self.sentences < 2:
            raise UsageError("an interval draws utterances, but there is only 1; expected two or more")
        sizes = self.sizes(by)
        if self.settings.average == "mean":
            if by != "utterance":
                raise UsageError(f"an interval of the mean of utterance rates draws utterances, not {short(by)}")
            rates = [errors / words for (errors, words), times in sizes.items() if words for _ in range(times)]
            return at_level(interval_of_ratio(rates, [1.0] * len(rates)), level)
        interval = interval_of_sizes(sizes, replications, seed, threads)
        if isnan(interval.mean):
            raise UsageError(f"none of {quantity(replications, 'sample')} has reference words; expected more samples")
        return at_level(interval, level)

    def sizes(self, by: str) -> Mapping[tuple[int, int], int]:
        """The number of utterances, or of values of a group, that have so many errors and reference words."""
        if by == "utterance":
            return sizes_of(self.table.counts)
        names, numbers = self.group_numbers(by)
        check_drawn(by, names, numbers, "utterances")
        return Counter((counts.errors, counts.reference) for counts in self._counted(names, numbers).values())

    def folded(self, names: Sequence[str]) -> list[str]:
        """Names of a file with times as reports print them: in lower case unless case matters."""
        if self.settings.case_sensitive:
            return list(names)
        fold = self.settings.charset().fold
        folded_as = {name: fold(name.encode("utf-8", "surrogateescape")) for name in set(names)}
        return [folded_as[name].decode("utf-8", "surrogateescape") for name in names]

    def to_dict(self) -> dict[str, Any]:
        """Everything but the utterances by name, ready for JSON."""
        return {**self._rates(), **self._facts()}

    def _rates(self) -> dict[str, Any]:
        return {**self.counts.to_dict(self.settings.unit), **self._measured()}

    def _facts(self) -> dict[str, Any]:
        return {
            "ref": self.ref_name,
            "hyp": self.hyp_name,
            "missing": list(self.missing),
            "extra": list(self.extra),
            "outside": self.outside,
            "ignored_segments": self.ignored_segments,
            "ignored_words": self.ignored_words,
            **({"files": [row.to_dict(self.settings.unit) for row in self.files]} if self.files else {}),
            **({} if self.took_part == NOTHING else {"took_part": self.took_part.to_dict()}),
            "notices": [notice.to_dict() for notice in self.notices],
            "settings": self.settings.to_dict(),
            "signature": self.signature,
            "schema": SCHEMA,
        }

    @classmethod
    def _of_table(cls, table: Any, metadata: dict[str, Any]) -> Totals:
        """The totals of a table of utterances; counts are those of its rows."""
        from .tables import table_of_arrow

        utterances = table_of_arrow(table, metadata["table"])
        ((sentences, *counts, wrong),) = core.count_totals(utterances.counts, bytes(4 * len(utterances)), 1)
        return Totals(
            counts=Counts(*counts),
            sentences=sentences,
            sentence_errors=wrong,
            settings=settings_of_metadata(metadata),
            table=utterances,
            **cls._read_fields(metadata),
            took_part=TookPart.of_numbers(metadata.get("took_part")),
            notices=tuple(map(notice_of, metadata.get("notices", ()))),
        )

    def _columns(self, rows: str, *, speakers: str | None = None) -> dict[str, Column]:
        """The columns of one of the tables; `speakers` is that of reports."""
        from .tables import speaker_columns, utterance_columns

        if rows == "speakers":
            return speaker_columns(self.table, self.speakers(speakers), self.settings.unit)
        if rows == "words":
            raise UsageError("totals store counts without words; rows of words need the result")
        return utterance_columns(self.table, self._known_speakers(speakers), self.settings.unit)

    def _index(self, rows: str) -> Any:
        return self.table.index if rows in ("", "utterances") else None

    def _known_speakers(self, kind: str | None) -> list[str] | None:
        """The speaker of each utterance; None if neither files nor ids name any and no kind is asked for."""
        if kind is None and self.table.made_up and self.table.timeline is None:
            return None
        try:
            return self.speakers(kind)
        except UsageError:
            if kind is None:
                return None
            raise

    def _metadata(self) -> dict[str, Any]:
        from .tables import table_metadata

        return {
            "signature": self.signature,
            "settings": {**self.settings.to_dict(), "policy": _policy(policy_of(self.settings.policy))},
            "compounds": self.settings.compounds,
            "table": table_metadata(self.table),
            **self._written_fields(),
            "took_part": self.took_part.numbers(),
            "notices": [notice.to_dict() for notice in self.notices],
        }

    def noted(self: Parts, notices: Iterable[Notice]) -> Parts:
        """The totals with more notices, one of each kind."""
        return replace(self, notices=with_more(self.notices, notices))

    def ordered(self: Parts) -> Parts:
        """The result in canonical order, in which sums of results are."""
        return self.merged([self])

    def _units(self) -> Mapping[object, str]:
        return units_of(self.table)

    def _sum(self: Parts, parts: Sequence[Parts]) -> Parts:
        check_alike([part.table for part in parts])
        summed = totals.Totals._sum(self, parts)
        table = concatenated([part.table for part in parts])
        order = table.canonical_order()
        return summed._joined(parts, _numbered(table.taken(order), self.settings), order)

    def _joined(self: Parts, parts: Sequence[Parts], table: UtteranceTable, order: Sequence[int]) -> Parts:
        """The sum with the utterances of all parts; `order` are their places in the parts."""
        scored_ids = table.met()
        rules = _rules_of(parts)
        # Where missing hypotheses count as deletions, missing ids are in the table as well.
        is_counted = rules["missing_rule"] == "delete" and table.timeline is None
        return replace(
            self,
            table=table,
            missing=self.missing if is_counted else tuple([name for name in self.missing if name not in scored_ids]),
            extra=tuple([name for name in self.extra if name not in scored_ids]),
            notices=(
                *summed((notice for part in parts for notice in facts_of(part.notices)), self.counts),
                *missed(self.took_part, rules["outside_rule"]),
                *of_empty_references(table, self.counts),
                *of_empty_hypotheses(table, self.counts, self.missing if is_counted else ()),
                *absent(
                    self.missing,
                    [name for name in self.extra if name not in scored_ids],
                    rules["missing_rule"],
                    self.sentences,
                ),
            ),
            missing_rule=rules["missing_rule"],
            outside_rule=rules["outside_rule"],
            overlap_rule=rules["overlap_rule"],
        )

    def _headline(self) -> str:
        return WER.title_of(self) + str(self.counts).removeprefix(WER.title)

    def __format__(self, spec: str) -> str:
        """The text of the result; with a format of numbers, its error rate.

        >>> import scorelite
        >>> f"{scorelite.score(['a b'], ['a c']):.1%}"
        '50.0%'
        """
        if not spec:
            return str(self)
        return "undefined" if self.main_rate is None else format(self.main_rate, spec)

    def __str__(self) -> str:
        ser = f"SER {percent(self.ser)} [ {self.sentence_errors:,} / {quantity(self.sentences, 'utterance')} ]"
        mean = [f"mean {percent(self.main_rate)} of utterance rates"] * (self.settings.average == "mean")
        return "\n".join([*mean, self._headline(), ser, *self.remarks()])

    __repr__ = totals.Totals.__repr__

    def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        counts = self.counts
        rows = [
            ("correct", counts.correct, counts.correct_rate),
            ("substitutions", counts.substitutions, counts.substitution_rate),
            ("deletions", counts.deletions, counts.deletion_rate),
            ("insertions", counts.insertions, counts.insertion_rate),
        ]
        first, *others = [
            (measure.title_of(self), measure.number(self), measure.value(self))
            for measure in self.MEASURES
            if measure.number
        ]
        scored = f"of {quantity(counts.reference, self.noun)}, {quantity(self.sentences, 'utterance')}"
        cells = [(name, f"{number:,}", percent(rate)) for name, number, rate in (first, *rows, *others)]
        return ["", scored, "rate"], cells

    def key_figure(self) -> KeyFigure:
        """The main number with its interval and the parts of it, as a page begins."""
        counts = self.counts
        found = None
        if self.sentences > 1 and counts.reference:
            found = ends_of(self.interval())
        errors = quantity(counts.errors, "error")
        scored = f"{quantity(counts.reference, self.noun)}, {quantity(self.sentences, 'utterance')}"
        is_mean = self.settings.average == "mean"
        return KeyFigure(
            percent(self.main_rate),
            f"mean of utterance rates ({self.settings.like})" if is_mean else f"{self.noun} error rate",
            between(found) if found else "",
            found,
            f"{errors} in {scored}",
            () if is_mean else shares(counts),
            self.main_rate,
        )

    def _notes(self) -> Sequence[str]:
        return self.remarks()

    def unpaired_remarks(self) -> list[str]:
        """Notes on utterances and words of one side alone."""
        timed = self.table.timeline is not None
        notes = []
        if self.missing:
            treated = "scored as deletions" if self.missing_rule == "delete" else "left out"
            things = quantity(len(self.missing), "channel" if timed else "reference")
            notes.append(f"{things} without a hypothesis: {treated}")
        if self.extra:
            things = quantity(len(self.extra), "channel" if timed else "hypothesis")
            notes.append(f"{things} without a reference: left out")
        if self.outside:
            notes.append(f"{quantity(self.outside, 'word')} outside all segments: {outside_words(self.outside_rule)}")
        return notes

    def remarks(self) -> list[str]:
        """Notes on everything that was left out or treated by a rule."""
        others = [str(notice) for notice in self.notices if notice.name not in SHOWN]
        return [*self.unpaired_remarks(), *self.case_remarks(), *others]

    def case_remarks(self) -> list[str]:
        """A note where case is folded, which the program of the policy does not do; else nothing."""
        program = KEEP_CASE.get(policy_of(self.settings.policy))
        if self.settings.case_sensitive or program is None:
            return []
        kept = arguments_in("case_sensitive=True (--case-sensitive)")
        return [f"a and A are equal, but not to {program}; {kept} distinguishes them"]


def _rules_of(parts: Sequence[Totals]) -> dict[str, str]:
    """The rules of a sum: of each kind the one that had an effect, or else that of all parts, or else the usual one."""
    rules = {}
    for name, usual in (("missing", "error"), ("outside", "attach"), ("overlap", "error")):
        field = f"{name}_rule"
        effective = {part._effective().get(name, "") for part in parts} - {""}
        different = effective or {getattr(part, field) for part in parts} - {""}
        rules[field] = different.pop() if len(different) == 1 else usual if different else ""
    return rules


def _policy(policy: Policy) -> dict[str, Any]:
    return {name: getattr(policy, name) for name in field_names(Policy)}


def settings_of_metadata(metadata: Mapping[str, Any]) -> Settings:
    """The settings of metadata, in which a policy is written in full."""
    facts = metadata["settings"]
    policy = facts["policy"]
    if "normalise" in facts or "equivalents" in facts:
        from ..normalise.known import with_known

        facts = with_known(facts, metadata.get("compounds", ""))
    return Settings(**{**facts, "policy": Policy(**{**policy, "costs": tuple(policy["costs"])})})


def _numbered(table: UtteranceTable, settings: Settings) -> UtteranceTable:
    """The table with new numbers where ids are made up."""
    if not table.made_up:
        return table
    timeline = table.timeline
    ids = None if timeline is None else timeline.numbered(case_sensitive=settings.case_sensitive)
    return replace(table, ids=ids)
