"""The sum of many batches: every report that needs no words, in memory that does not grow with the texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from ... import core
from ...formats.errors import MismatchError, UsageError, short
from ...formats.values import dataclass, field_names, replace
from ..common.arrays import counts_table
from ..common.arrow import Columns
from ..common.counts import Counts
from ..common.results import Missing, Report, check_units, listed
from ..common.settings import Settings
from ..common.totals import Rule
from ..notices.notice import MISSED, Notice, facts_of
from ..notices.notice import merged as merged_notices
from ..notices.took_part import of_empty
from ..words.information import Information, summed_groups
from ..words.notices.one_sided import absent, missed
from ..words.result import Result
from ..words.tables import COUNTS, INFORMATION, group_columns
from ..words.totals import Totals
from .batch import arrow, fingerprint, nothing, template, texts
from .sums_by_group import Sums, added, histogram_of, report, sums_of, sums_of_groups

SPEAKER = "speaker"
_NOTHING: Mapping[Any, Any] = {}


def _grouped(values: Sequence[Mapping[str, Sums]]) -> dict[str, Sums]:
    """The sums of all parts by group; parts of other groups are refused."""
    groupings = {tuple(sums) for sums in values}
    if len(groupings) > 1:
        shown = " and ".join(", ".join(names) for names in sorted(groupings)[:2])
        raise MismatchError(f"batches with different groups cannot be added: {shown}; use the same groups= for all")
    return {name: added(sums[name] for sums in values) for name in values[0]}


def tallied(values: Iterable[Mapping[Any, int]]) -> dict[Any, int]:
    """The numbers of all parts by what is counted, in its order."""
    sizes: Counter[Any] = Counter()
    for histogram in values:
        sizes.update(histogram)
    return dict(sorted(sizes.items()))


def _informed(values: Iterable[Mapping[str | None, Information]]) -> dict[str | None, Information]:
    """The information of confidences of all parts, by speaker."""
    informed: dict[str | None, Information] = {}
    for by_speaker in values:
        for speaker, information in by_speaker.items():
            informed[speaker] = informed.get(speaker, Information()) + information
    return informed


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged(Totals):
    """The counts of batches: small, picklable, addable; the order and number of batches make no difference.

    Its table of utterances is empty: it keeps sums by speaker and by group, how many utterances have so many errors and
    words, and eight bytes for each utterance, which reveal one that occurs in two batches.
    """

    sums: Mapping[str, Sums]
    """Sums by speaker, and by each column that was named as a group."""
    histogram: Mapping[tuple[int, int], int]
    """The number of utterances for each number of errors and of reference words."""
    keys: bytes | None
    """A number of 64 bits for each id, sorted; None in the sum of files, which were searched for equal ids."""
    labels: Sums = _NOTHING
    """Sums by speaker and label, of segments with times; both with a tab between them."""
    information: Mapping[str | None, Information] = _NOTHING
    """What confidences tell, by speaker; empty where words have none."""

    ADDS: ClassVar[Mapping[str, Rule]] = {
        **Totals.ADDS,
        "sums": _grouped,
        "histogram": tallied,
        "labels": added,
        "information": _informed,
    }

    def summed_information(self) -> Information | None:
        """The sum of what confidences tell; None where words have none."""
        return sum(self.information.values(), Information()) if self.information else None

    def by(self, group: str = SPEAKER) -> dict[str | None, Counts]:
        """The counts of each value of a group, in the order of their first utterances by id."""
        return {name: each.counts for name, each in self._sums(group).items()}

    def report(self, name: str = "sys", **options: Any) -> Report:
        """A report as sclite writes it: sum, rsum or lur; other reports need words."""
        made = report(self, self._sums(SPEAKER), self.labels, self.information, name, **options)
        return Report(made.decode("utf-8", "surrogateescape"))

    def _table(self, rows: str, options: dict[str, Any]) -> Columns:
        """A row for each value of a group: utterances and counts."""
        if options:
            raise UsageError(f"sums of batches have no {min(options)}=; expected only the name of a group")
        sums = self._sums(rows or SPEAKER)
        return group_columns(rows or SPEAKER, list(sums), [each.row for each in sums.values()], self.settings.unit)

    def _metadata(self) -> dict[str, Any]:
        return {"signature": self.signature}

    def sizes(self, by: str) -> Mapping[tuple[int, int], int]:
        if by == "utterance":
            return self.histogram
        return Counter((counts.errors, counts.reference) for counts in self.by(by).values())

    def _sums(self, group: str) -> Sums:
        if not isinstance(group, str) or group not in self.sums:
            names = ", ".join(self.sums)
            raise UsageError(f"no group {short(repr(group))}; expected one of: {names} (groups= adds others)")
        return self.sums[group]

    def __add__(self, other: Merged) -> Merged:
        if not isinstance(other, Merged):
            return NotImplemented
        if self.keys is None or other.keys is None:
            raise UsageError("the sum of files stores no ids, so nothing can be added; merge all files in one step")
        return Totals.__add__(self, other)

    def _sum(self, parts: Sequence[Merged]) -> Merged:
        return combined(parts)

    def __eq__(self, other: object) -> bool:
        names = field_names(Merged)
        return isinstance(other, Merged) and all(getattr(self, name) == getattr(other, name) for name in names)

    def __hash__(self) -> int:
        return hash((self.signature, self.counts, self.keys))

    __repr__ = Totals.__repr__


def merged_of(empty: Totals, **fields: Any) -> Merged:
    """The sums of what totals without utterances describe; `fields` are all that differ or that sums have besides."""
    return Merged(**{name: getattr(empty, name) for name in field_names(Totals)} | fields)


def merged_of_result(
    result: Result, facts: Mapping[str, Any], speakers: tuple[list[str | None], Any], places: core.Side, **more: Any
) -> Merged:
    """The sums of a result; `speakers` are names, and the number of that of each utterance."""
    counts = counts_table(result.table.counts).T
    names, groups = speakers
    fields: dict[str, Any] = {
        "counts": result.counts,
        "sentences": result.sentences,
        "sentence_errors": result.sentence_errors,
        "notices": tuple(notice for notice in facts_of(result.notices) if notice.adds),
        "took_part": result.took_part,
        "sums": {SPEAKER: sums_of_groups(names, np.array(groups, np.int32), places, counts)},
        "histogram": histogram_of(counts),
    }
    return merged_of(nothing(result.settings, dict(facts)), **fields | more)


def merge(
    batches: Iterable[Any],
    settings: Settings | None = None,
    *,
    groups: Sequence[str] = (),
    missing: Missing | None = None,
) -> Merged:
    """Adds batches of counts that `score_batch` made, in any order and however they were divided.

    Batches with different settings, and utterances that occur in two batches, are rejected. `settings` and `missing`
    are those of `score_batch`; only tables of an engine that drops the metadata need them. `groups` are columns by
    whose values counts are summed, as well as by speaker.
    """
    names: list[Any] = []
    parts = []
    for batch in batches:
        parts.append(_merged(batch, template(batch, settings, missing), groups))
        names.append(batch)
        if len(parts) >= _MANY:
            # Only the sum is kept; ids of the batches before it are no longer known.
            parts = [combined(parts, names)]
            names = []
    if not parts:
        raise UsageError("no batches to merge; expected one or more")
    return combined(parts, names)


# As many batches are added at once.
_MANY = 256


def combined(parts: Sequence[Merged], batches: Sequence[Any] = ()) -> Merged:
    """The sum of several parts in one step; `batches` are those that the last parts came from, for messages."""
    keys = sorted_keys(parts) if any(part.keys is not None for part in parts) else None
    if keys is not None and len(repeated := repeated_keys(keys)):
        check_units("utterance", _named(repeated, batches))
    _check_confident(parts)
    parts[0].check_addable(parts)
    return with_missed(replace(Totals._sum(parts[0], parts), keys=None if keys is None else keys.tobytes()))


def with_missed(total: Merged) -> Merged:
    """The sum with the notices about what took no part, which are made of its own numbers."""
    noted = [notice for notice in total.notices if not notice.name.startswith(MISSED)]
    left_out = absent(total.missing, total.extra, total.missing_rule, total.sentences)
    lacking = missed(total.took_part, total.outside_rule)
    return replace(total, notices=merged_notices([*noted, *left_out, *lacking, *_of_empty_references(total)]))


def _of_empty_references(total: Merged) -> Iterator[Notice]:
    """A notice about words of the hypothesis in utterances of which the reference has no words; of texts alone."""
    counts = total.counts
    if total.table.timeline is not None or counts.hypothesis == counts.insertions:
        return
    numbers = {errors: number for (errors, words), number in total.histogram.items() if errors and not words}
    inserted = sum(errors * number for errors, number in numbers.items())
    yield from of_empty(sum(numbers.values()), inserted, counts.hypothesis)


def sorted_keys(parts: Sequence[Merged]) -> np.ndarray[Any, Any]:
    """The keys of all utterances of some parts; sorted in place, because they are most of the memory of a sum."""
    keys = np.concatenate([np.frombuffer(part.keys or b"", np.uint64) for part in parts])
    keys.sort()
    return keys


def repeated_keys(keys: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Keys that stand more than once in a sorted array."""
    return np.unique(keys[1:][keys[1:] == keys[:-1]])


def _check_confident(parts: Sequence[Merged]) -> None:
    """Refuses batches with confidences beside some without; parts of timed files decide about the whole of these."""
    batches = [part for part in parts if part.table.timeline is None and part.counts.hypothesis]
    if len({bool(part.information) for part in batches}) > 1:
        raise MismatchError(
            "batches with and without confidences cannot be added; expected confidences= for all batches, or for none"
        )


def _named(keys: np.ndarray[Any, Any], batches: Sequence[Any]) -> list[str]:
    """The ids of some keys; a key itself where the batch with its id is no longer at hand."""
    wanted = {int(key): f"one with the key {int(key):016x}" for key in keys}
    for batch in batches:
        batch_keys = keys_of(batch)
        for row in np.flatnonzero(np.isin(batch_keys, keys)).tolist():
            wanted[int(batch_keys[row])] = batch.column("id")[row].as_py()
    return sorted(wanted.values())


def _merged(batch: Any, empty: Totals, groups: Sequence[str]) -> Merged:
    """The sums of one batch."""
    keys = np.sort(keys_of(batch))
    if len(repeated := repeated_keys(keys)):
        raise MismatchError(f"the batch has {listed(_named(repeated, [batch]), 'repeated id')}")
    return replace(summed(batch, empty, groups), keys=keys.tobytes())


def summed(batch: Any, empty: Totals, groups: Sequence[str]) -> Merged:
    """The sums of one batch, without its keys."""
    names = batch.schema.names
    for name in ("id", SPEAKER, *COUNTS, *groups):
        if name not in names:
            raise UsageError(f"this batch of counts has no column {name!r}; it has: {', '.join(names)}")
    table = batch if isinstance(batch, arrow().Table) else arrow().Table.from_batches([batch])
    table = table.combine_chunks()
    if "signature" in names:
        _check_fingerprints(table, empty)
    for name in COUNTS:
        if table.column(name).null_count:
            raise UsageError(f"the column {name!r} of a batch of counts has nulls; expected a number in every row")
    counts = np.stack([table.column(name).to_numpy().astype(np.int64) for name in COUNTS])
    if counts.size and counts.min() < 0:
        raise UsageError(f"a batch of counts has a negative count, {counts.min()}; expected 0 or more in every row")
    ids = texts(_whole(table, "id"), "id")
    return merged_of(
        empty.ordered(),
        counts=Counts(*counts.sum(axis=1).tolist()),
        sentences=counts.shape[1],
        sentence_errors=int(counts[1:].any(axis=0).sum()),
        sums={name: sums_of(_whole(table, name), ids, counts) for name in (SPEAKER, *groups)},
        histogram=histogram_of(counts),
        keys=None,
        information=_information(table, counts),
    )


def _information(table: Any, counts: np.ndarray[Any, Any]) -> dict[str | None, Information]:
    """The information of confidences by speaker; empty for a table without."""
    names = table.schema.names
    if any(name not in names or table.column(name).null_count for name in INFORMATION) or not len(table):
        return {}
    encoded = table.column(SPEAKER).combine_chunks().dictionary_encode(null_encoding="encode")
    groups = encoded.indices.to_numpy(zero_copy_only=False).tolist()
    right, wrong, words, outside = (table.column(name).to_numpy() for name in INFORMATION)
    if (words != counts[[0, 1, 3]].sum(axis=0)).any():
        raise UsageError("a batch of counts does not have one confidence per word; expected one for each word")
    columns = right.tolist(), wrong.tolist(), words.astype(np.int64).tolist(), outside.astype(np.int64).tolist()
    speakers = encoded.dictionary.to_pylist()
    sums = summed_groups(list(zip(*columns, strict=True)), groups, len(speakers))
    return {name: information for name, information in zip(speakers, sums, strict=True) if information != Information()}


def _whole(table: Any, name: str) -> Any:
    """A column in one piece."""
    column = table.column(name)
    if column.num_chunks == 1:
        return column.chunk(0)
    return arrow().concat_arrays(column.chunks) if column.num_chunks else arrow().array([], column.type)


def keys_of(batch: Any) -> np.ndarray[Any, Any]:
    """The keys of a batch of counts; without a column of them, those of its ids."""
    if "key" in batch.schema.names:
        return np.asarray(batch.column("key").to_numpy(zero_copy_only=False)).view(np.uint64)
    table = batch if isinstance(batch, arrow().Table) else arrow().Table.from_batches([batch])
    return np.frombuffer(core.text_keys(texts(_whole(table, "id"), "id")), np.uint64)


def _check_fingerprints(table: Any, empty: Totals) -> None:
    """Refuses rows that were scored with other settings than those of the table."""
    wanted = fingerprint(empty.signature)
    if not (table.column("signature").to_numpy() == wanted).all():
        raise MismatchError(
            "the batch has rows scored with different settings, another rule for missing ids or another version "
            f"than\n  {empty.signature}\n"
            "Score all batches with the same settings, formats and version"
        )
