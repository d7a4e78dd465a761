"""Totals of a scoring: every trial with its recording and keyword, as columns that add up and make all numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...formats.errors import MismatchError, UsageError
from ..common.counts import Addable
from ..common.results import Immutable, check_signatures, check_units, listed
from ..common.version import __version__
from .alignment import Aligned
from .excerpts import Stretch, seconds
from .material import Bools, Floats, Inputs, Ints, Texts
from .orders import ordered
from .settings import KwsSettings

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAIN = ("Occurrence", "Segment")


@dataclass(frozen=True, slots=True)
class Origin:
    """Facts from the inputs that can move a number."""

    language: str = ""
    case_sensitive: bool = False
    threshold: float | None = None
    """Score that accepts a detection without a decision; None where the input holds all decisions."""

    @classmethod
    def of(cls, inputs: Inputs) -> Origin:
        """Origin of files that were read, or of labels in memory."""
        return cls(inputs.kwlist.language, inputs.kwlist.normalize != "lowercase", inputs.threshold)

    @property
    def signature(self) -> str:
        """Part of a result's signature."""
        decisions = "given" if self.threshold is None else f"score>={self.threshold:.15g}"
        language = f"|language:{self.language}" if self.language else ""
        return f"case:{'kept' if self.case_sensitive else 'folded'}|decisions:{decisions}{language}"


@dataclass(frozen=True, slots=True)
class Entry:
    """Keyword of a set of trials."""

    id: str
    text: str | None
    """None in groups of a convention that finds no texts."""
    attributes: tuple[tuple[str, str], ...] = ()
    always: bool = True
    """Belongs to the set even without a trial."""


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Trials as columns, one row each; indices point into the names of their `Totals`."""

    recording: NDArray[np.int32]
    channel: NDArray[np.int32]
    source: NDArray[np.int32]
    """Index of the source type, -1 for none."""
    keyword: NDArray[np.int32]
    target: Bools
    """Whether there is a reference."""
    ref_begin: Floats
    ref_end: Floats
    ref_begin_text: Texts
    """Begin of the reference as its file has it."""
    scored: Bools
    """Whether there is a detection."""
    begin: Floats
    end: Floats
    begin_text: Texts
    score: Floats
    score_text: Texts
    yes: Bools
    """Whether the system accepted the detection."""

    def __post_init__(self) -> None:
        for part in fields(self):
            getattr(self, part.name).flags.writeable = False

    def __len__(self) -> int:
        return len(self.keyword)

    @classmethod
    def joined(cls, parts: Sequence[Columns]) -> Columns:
        """Rows of several parts, one part after the other."""
        return cls(*(np.concatenate([getattr(part, item.name) for part in parts]) for item in fields(cls)))

    def equal(self, other: Columns) -> bool:
        """Whether all rows are equal; NaN equals NaN."""
        pairs = [(getattr(self, part.name), getattr(other, part.name)) for part in fields(self)]
        return all(np.array_equal(one, two, equal_nan=one.dtype.kind == "f") for one, two in pairs)

    def taken(self, rows: Ints | slice) -> Columns:
        """Some of the rows."""
        return Columns(*(getattr(self, part.name)[rows] for part in fields(self)))


@dataclass(frozen=True, slots=True, eq=False)
class Totals(Addable, Immutable):
    """Trials of a set of recordings. Totals of different recordings add up; rates are computed from the sums.

    All names are sorted, and there is none that is not used, so that the order of addition leaves no trace.
    """

    name: str
    settings: KwsSettings
    origin: Origin
    keywords: tuple[Entry, ...]
    recordings: tuple[str, ...]
    searched: tuple[Stretch, ...]
    """Stretches that were searched, sorted by recording."""
    channels: tuple[str, ...]
    sources: tuple[str, ...]
    columns: Columns
    pooled: bool = False
    """All keywords are one block."""
    version: str = __version__
    """Version of scorelite that scored."""
    remarks: tuple[str, ...] = ()
    """Remarks on the inputs, such as keywords in another Unicode form than words."""

    @property
    def signature(self) -> str:
        """Settings and origin in one line; results with one signature are comparable."""
        _, _, settings = self.settings.signature.partition("|")
        group = "" if self.name in MAIN else f"|group:{self.name}"
        return f"scorelite:{self.version}|{settings}|{self.origin.signature}{group}"

    @property
    def duration(self) -> float | None:
        """Searched seconds; None where segments are trials."""
        return None if self.settings.segments else size(self.searched, self.settings)

    @property
    def count(self) -> int:
        """Number of trials of each keyword."""
        whole = size(self.searched, self.settings)
        return int(whole) if self.settings.segments else self.settings.trials(whole)

    @classmethod
    def merged(cls, parts: Iterable[Totals]) -> Totals:
        """Totals of all parts, in one step."""
        found = list(parts)
        if not found:
            raise UsageError("there are no parts to merge; expected one or more")
        first = found[0]
        for other in found[1:]:
            check_signatures(first.signature, other.signature)
        seen = Counter(name for part in found for name in part.recordings)
        check_units("recording", sorted(name for name, number in seen.items() if number > 1))
        keywords = _joined_keywords(found)
        names = {
            "recording": _sorted(*(part.recordings for part in found)),
            "channel": _sorted(*(part.channels for part in found)),
            "source": _sorted(*(part.sources for part in found)),
            "keyword": tuple(entry.id for entry in keywords),
        }
        searched = [stretch for part in found for stretch in part.searched]
        return replace(
            first,
            settings=min((part.settings for part in found), key=repr),
            keywords=keywords,
            recordings=names["recording"],
            searched=tuple(sorted(searched, key=lambda stretch: stretch.recording)),
            channels=names["channel"],
            sources=names["source"],
            columns=_in_order_of_reports(Columns.joined([part._renumbered(names) for part in found])),
            remarks=_sorted(*(part.remarks for part in found)),
        )

    def __add__(self, other: Totals) -> Totals:
        return Totals.merged([self, other]) if isinstance(other, Totals) else NotImplemented

    def _renumbered(self, names: Mapping[str, Sequence[str]]) -> Columns:
        """Columns whose indices point into other names, which include the own ones."""
        own = {
            "recording": self.recordings,
            "channel": self.channels,
            "source": self.sources,
            "keyword": tuple(entry.id for entry in self.keywords),
        }
        changed = {}
        for column, texts in own.items():
            number = {text: place for place, text in enumerate(names[column])}
            table = _table(range(len(texts)), [number[text] for text in texts], len(texts))
            changed[column] = table[getattr(self.columns, column)]
        return replace(self.columns, **changed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Totals):
            return NotImplemented
        names = [part.name for part in fields(self) if part.name != "columns"]
        same = all(getattr(self, name) == getattr(other, name) for name in names)
        return same and self.ordered().columns.equal(other.ordered().columns)

    def __hash__(self) -> int:
        return hash((self.name, self.settings, self.recordings, len(self.columns)))

    def ordered(self) -> Totals:
        """Totals with the rows sorted by recording, channel and time; at one time references come first."""
        columns = self.columns
        time = np.where(columns.target, columns.ref_begin, columns.begin)
        rest = [getattr(columns, part.name) for part in reversed(fields(columns))]
        return replace(
            self, columns=columns.taken(np.lexsort((*rest, ~columns.target, time, columns.channel, columns.recording)))
        )


@dataclass(frozen=True, slots=True)
class Group:
    """Set of trials of an alignment."""

    name: str
    searched: tuple[Stretch, ...]
    rows: Ints | None = None
    """Trials of the set; None for all."""
    always: frozenset[int] = frozenset()
    """Keywords that belong to the set even without a trial."""
    pooled: bool = False
    has_texts: bool = True


def size(searched: Sequence[Stretch], settings: KwsSettings) -> float:
    """Searched seconds, or number of segments."""
    if settings.segments:
        return sum(stretch.segments for stretch in searched)
    return seconds(searched, settings.convention)


def gather(aligned: Aligned, settings: KwsSettings, group: Group) -> Totals:
    """Totals of one set of trials; a set of which no time was searched is an error."""
    whole = size(group.searched, settings)
    if not settings.segments and not whole > 0:
        raise UsageError(f"{group.name}: the searched duration is {whole:.15g} s; expected more than 0")
    rows = np.arange(len(aligned)) if group.rows is None else group.rows
    material = aligned.material
    present = _numbers(aligned.keyword[rows]) | group.always
    keywords = sorted(present, key=lambda number: material.keywords[number].id)
    used = sorted(_numbers(aligned.place[rows]))
    places = [material.places[number] for number in used]
    recordings = _sorted((stretch.recording for stretch in group.searched), (file for file, _ in places))
    channels = _sorted(channel for _, channel in places)
    kinds = [excerpt.source_type for excerpt in material.inputs.ecf.excerpts]
    excerpts = sorted(_numbers(aligned.excerpt[rows]) - {-1})
    sources = _sorted(kinds[number] for number in excerpts)
    number_of_places = len(material.places)
    tables = (
        _table(keywords, range(len(keywords)), len(material.keywords)),
        _table(used, [recordings.index(file) for file, _ in places], number_of_places),
        _table(used, [channels.index(channel) for _, channel in places], number_of_places),
        _table(excerpts, [sources.index(kinds[number]) for number in excerpts], len(kinds)),
    )
    return Totals(
        group.name,
        settings,
        Origin.of(material.inputs),
        tuple(
            Entry(item.id, item.text if group.has_texts else None, item.attributes, number in group.always)
            for number, item in ((number, material.keywords[number]) for number in keywords)
        ),
        recordings,
        group.searched,
        channels,
        sources,
        _columns(aligned, rows, tables),
        group.pooled,
    )


def _columns(aligned: Aligned, rows: Ints, tables: Sequence[NDArray[np.int32]]) -> Columns:
    """Rows of an alignment, with numbers of names from four tables: keyword, recording, channel and source."""
    keyword, recording, channel, source = tables
    reference, detection, place = aligned.reference[rows], aligned.detection[rows], aligned.place[rows]
    found, spans = aligned.material.inputs.found, aligned.spans
    begin_texts = np.array([text.encode("utf-8", "surrogateescape") for text in spans.begin_texts], dtype=np.bytes_)
    scored = detection >= 0
    return Columns(
        recording=recording[place],
        channel=channel[place],
        source=source[aligned.excerpt[rows]],
        keyword=keyword[aligned.keyword[rows]],
        target=reference >= 0,
        ref_begin=_filled(spans.begin, reference, np.nan),
        ref_end=_filled(spans.end, reference, np.nan),
        ref_begin_text=_filled(begin_texts, reference, b""),
        scored=scored,
        begin=_filled(found.begins, detection, np.nan),
        end=_filled(found.begins + found.durations, detection, np.nan),
        begin_text=_filled(found.begin_texts, detection, b""),
        score=_filled(found.scores, detection, np.nan),
        score_text=_filled(found.score_texts, detection, b""),
        yes=_filled(found.yes, detection, False),
    )


def _in_order_of_reports(columns: Columns) -> Columns:
    """Rows by keyword, recording and channel; first hits, then misses, then detections without a reference."""
    kind = np.where(columns.target, np.where(columns.scored, 0, 1), 2)
    return columns.taken(ordered(columns.keyword, columns.recording, columns.channel, kind))


def _joined_keywords(parts: Sequence[Totals]) -> tuple[Entry, ...]:
    """Keywords of all parts, sorted by id."""
    found: dict[str, Entry] = {}
    for entry in (entry for part in parts for entry in part.keywords):
        known = found.setdefault(entry.id, entry)
        if (known.text, known.attributes) != (entry.text, entry.attributes):
            raise MismatchError(
                f"keyword {entry.id!r} is {known.text!r} in one result and {entry.text!r} in another, or has other "
                "attributes there; score all parts with one keyword list"
            )
        found[entry.id] = replace(known, always=known.always or entry.always)
    first = parts[0]
    if first.name in MAIN and not first.settings.listed_only and not first.pooled:
        missing = {key for part in parts for key in found.keys() - {entry.id for entry in part.keywords}}
        if missing:
            raise MismatchError(
                f"{listed(sorted(missing), 'keyword')} in only some of the results to be added; "
                "score all parts with one keyword list"
            )
    return tuple(found[key] for key in sorted(found))


def _sorted(*names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({name for part in names for name in part}))


def _numbers(column: Ints) -> set[int]:
    """Numbers of 0 and more that a column holds."""
    return set(np.flatnonzero(np.bincount(column[column >= 0])).tolist())


def _table(numbers: Iterable[int], values: Iterable[int], size: int) -> NDArray[np.int32]:
    """Value for each number below `size`, and -1 for -1."""
    table = np.full(size + 1, -1, dtype=np.int32)
    table[list(numbers)] = list(values)
    return table


def _filled(column: NDArray[Any], rows: Ints, missing: object) -> NDArray[Any]:
    """Values of some rows; row -1 is missing."""
    return np.append(column, np.array([missing], dtype=column.dtype))[rows]
