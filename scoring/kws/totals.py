"""Totals of a scoring: every trial with its recording and keyword, as columns that add up and make all numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, TypeVar

import numpy as np

from ...formats.errors import MismatchError
from ..common import totals
from ..common.results import listed
from ..common.totals import Rule, added, united
from ..common.version import __version__
from ..notices.took_part import NOTHING, TookPart
from .excerpts import Stretch, seconds
from .material import Bools, Floats, Inputs, Ints, Texts
from .orders import ordered
from .settings import KwsSettings

if TYPE_CHECKING:
    from numpy.typing import NDArray

Parts = TypeVar("Parts", bound="Totals")
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
        return all(np.array_equal(first, second, equal_nan=first.dtype.kind == "f") for first, second in pairs)

    def taken(self, rows: Ints | slice) -> Columns:
        """Some of the rows."""
        return Columns(*(getattr(self, part.name)[rows] for part in fields(self)))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Totals(totals.Totals):
    """Trials of a set of recordings. Totals of different recordings add up; rates are computed from the sums.

    All names are sorted, and there is none that is not used, so that the order of addition leaves no trace.
    """

    WING: ClassVar[str] = "kws"
    UNIT: ClassVar[str] = "recording"
    ADDS: ClassVar[Mapping[str, Rule]] = {
        **dict.fromkeys(("recordings", "channels", "sources", "remarks"), united),
        "settings": lambda values: min(values, key=repr),
        "causes": lambda values: values[0] if len(values) == 1 else (),
        "took_part": added,
        "searched": lambda values: tuple(sorted(chain.from_iterable(values), key=lambda stretch: stretch.recording)),
    }

    name: str
    """Name of the set: Occurrence or Segment, or that of a group."""
    settings: KwsSettings
    origin: Origin
    entries: tuple[Entry, ...]
    """Keywords, by which results have the scores of each."""
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
    causes: tuple[str, ...] = ()
    """What would bring a much better value about, such as other times; of sums, nothing."""
    took_part: TookPart = NOTHING
    """How many occurrences and detections were scored."""

    def _signed(self) -> Sequence[str]:
        _, _, settings = self.settings.signature.partition("|")
        group = () if self.name in MAIN else (f"group:{self.name}",)
        return settings, self.origin.signature, *group

    @property
    def duration(self) -> float | None:
        """Searched seconds; None where segments are trials."""
        return None if self.settings.segments else size(self.searched, self.settings)

    @property
    def count(self) -> int:
        """Number of trials of each keyword."""
        whole = size(self.searched, self.settings)
        return int(whole) if self.settings.segments else self.settings.trials(whole)

    def _sum(self: Parts, parts: Sequence[Parts]) -> Parts:
        summed = replace(totals.Totals._sum(self, parts), entries=_joined_entries(parts))
        columns = Columns.joined([part._renumbered(summed._names()) for part in parts])
        return replace(summed, columns=_in_order_of_reports(columns))

    def _units(self) -> Mapping[str, str]:
        return {name: name for name in self.recordings}

    def _names(self) -> dict[str, Sequence[str]]:
        """The names that the indices of each column point into."""
        keywords = tuple(entry.id for entry in self.entries)
        return {
            "recording": self.recordings,
            "channel": self.channels,
            "source": self.sources,
            "keyword": keywords,
        }

    def _renumbered(self, names: Mapping[str, Sequence[str]]) -> Columns:
        """Columns whose indices point into other names, which include those of these totals."""
        changed = {}
        for column, texts in self._names().items():
            number = {text: place for place, text in enumerate(names[column])}
            table = table_of(range(len(texts)), [number[text] for text in texts], len(texts))
            changed[column] = table[getattr(self.columns, column)]
        return replace(self.columns, **changed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Totals):
            return NotImplemented
        names = [part.name for part in fields(self) if part.name not in ("columns", "causes")]
        same = all(getattr(self, name) == getattr(other, name) for name in names)
        return same and self.ordered().columns.equal(other.ordered().columns)

    def __hash__(self) -> int:
        return hash((self.name, self.settings, self.recordings, len(self.columns)))

    def ordered(self: Parts) -> Parts:
        """Totals with the rows sorted by recording, channel and time; at one time references come first."""
        columns = self.columns
        time = np.where(columns.target, columns.ref_begin, columns.begin)
        rest = [getattr(columns, part.name) for part in reversed(fields(columns))]
        return replace(
            self, columns=columns.taken(np.lexsort((*rest, ~columns.target, time, columns.channel, columns.recording)))
        )


def size(searched: Sequence[Stretch], settings: KwsSettings) -> float:
    """Searched seconds, or number of segments."""
    if settings.segments:
        return sum(stretch.segments for stretch in searched)
    return seconds(searched, settings.convention)


def _in_order_of_reports(columns: Columns) -> Columns:
    """Rows by keyword, recording and channel; first hits, then misses, then detections without a reference."""
    kind = np.where(columns.target, np.where(columns.scored, 0, 1), 2)
    return columns.taken(ordered(columns.keyword, columns.recording, columns.channel, kind))


def _joined_entries(parts: Sequence[Totals]) -> tuple[Entry, ...]:
    """Keywords of all parts, sorted by id."""
    entries: dict[str, Entry] = {}
    for entry in (entry for part in parts for entry in part.entries):
        early = entries.setdefault(entry.id, entry)
        if (early.text, early.attributes) != (entry.text, entry.attributes):
            raise MismatchError(
                f"keyword {entry.id!r} is {early.text!r} in one result and {entry.text!r} in another, or has other "
                "attributes there; score all parts with one keyword list"
            )
        entries[entry.id] = replace(early, always=early.always or entry.always)
    first = parts[0]
    if first.name in MAIN and not first.settings.listed_only and not first.pooled:
        missing = {key for part in parts for key in entries.keys() - {entry.id for entry in part.entries}}
        if missing:
            raise MismatchError(
                f"{listed(sorted(missing), 'keyword')} in only some of the results to be added; "
                "score all parts with one keyword list"
            )
    return tuple(entries[key] for key in sorted(entries))


def table_of(numbers: Iterable[int], values: Iterable[int], size: int) -> NDArray[np.int32]:
    """Value for each number below `size`, and -1 for -1."""
    table = np.full(size + 1, -1, dtype=np.int32)
    table[list(numbers)] = list(values)
    return table
