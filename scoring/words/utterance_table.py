"""Utterances as columns: ids, places and counts."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby, pairwise
from struct import Struct

from ... import core
from ...formats.engine.labels import Definitions
from ...formats.errors import MismatchError, quantity
from ...formats.schema import Later
from ...formats.values import dataclass, field, replace
from ..common.counts import Counts
from .alignment import Carried
from .information import NOTHING, Row
from .table_columns import NO_COLUMNS, TableColumns, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn, TypeAlias

Tags: TypeAlias = "tuple[str, ...]"
# The columns of a timeline.
_COLUMNS = ("sessions", "channels", "speakers", "start", "end", "tags")
_FOUR = Struct("4i")
_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def folded(name: str) -> str:
    """A name with A-Z as a-z, as sclite compares names unless case matters; other letters keep their case."""
    return name.translate(_LOWER)


def all_folded(names: Sequence[str]) -> list[str]:
    """Many names with A-Z as a-z.

    >>> all_folded(["Anna", "\u00c4nne"])
    ['anna', '\u00c4nne']
    """
    folded_names = "\0".join(names).translate(_LOWER).split("\0") if names else []
    return folded_names if len(folded_names) == len(names) else list(map(folded, names))


def place_name(session: str, channel: str) -> str:
    """The name of a recording and a channel in messages."""
    return " ".join(filter(None, (session, channel))) or "without a name"


@dataclass(frozen=True, slots=True)
class Timeline:
    """Places of utterances that are stretches of recordings: a value for each utterance in every column."""

    sessions: Sequence[str]
    channels: Sequence[str]
    speakers: Sequence[str]
    start: Sequence[float]
    end: Sequence[float]
    tags: Sequence[Tags]
    windows: bool
    """True where start and end are those of reference segments, False where pauses cut words into utterances."""
    carried: Carried
    definitions: Definitions
    """The meanings of tags."""

    def __len__(self) -> int:
        return len(self.sessions)

    def __repr__(self) -> str:
        return f"<Timeline of {quantity(len(self), 'utterance')}>"

    def key(self, place: int) -> tuple[str, str, float, float, str]:
        """The place of one utterance: recordings by name, channels by name, then times."""
        return (
            self.sessions[place],
            self.channels[place],
            self.start[place],
            self.end[place],
            self.speakers[place],
        )

    def name(self, place: int) -> str:
        """The place of one utterance as messages name it, such as `talk A 0.5-3.25`."""
        return f"{place_name(self.sessions[place], self.channels[place])} {self.start[place]}-{self.end[place]}"

    def numbered(self, *, case_sensitive: bool) -> tuple[str, ...]:
        """Ids as sclite makes them: the speaker, and how many utterances of that speaker came before."""
        digits = 3 if self.windows else 4
        seen: dict[str, int] = {}
        ids = []
        names = [name or session for session, name in zip(self.sessions, self.speakers, strict=True)]
        for shown, speaker in zip(names, names if case_sensitive else all_folded(names), strict=True):
            number = seen[speaker] = seen.get(speaker, -1) + 1
            ids.append(f"{shown}-{number:0{digits}}")
        return tuple(ids)

    def recordings(self) -> dict[str, range]:
        """The utterances of each recording of one channel that stand in the order of time."""
        stretches: dict[str, list[range]] = {}
        begin = 0
        for (name, _), group in groupby(zip(self.sessions, self.channels, strict=True)):
            end = begin + sum(1 for _ in group)
            rising = all(first <= second for first, second in pairwise(self.start[begin:end]))
            stretches.setdefault(name, []).append(range(begin, end if rising else begin))
            begin = end
        return {name: parts[0] for name, parts in stretches.items() if len(parts) == 1 and parts[0]}

    def taken(self, order: Sequence[int]) -> Timeline:
        """The places of some utterances, in this order."""
        columns: dict[str, Any] = {name: getattr(self, name) for name in _COLUMNS}
        chosen: dict[str, Any] = {name: tuple([column[place] for place in order]) for name, column in columns.items()}
        return replace(self, **chosen)


def ids_under(name: str, size: int) -> tuple[str, ...]:
    """Ids made of the name of a file, for utterances without any.

    >>> ids_under("talk", 2), ids_under("talk", 1)
    (('talk-000', 'talk-001'), ('talk',))
    """
    return tuple([f"{name}-{place:03}" for place in range(size)]) if size > 1 else (name,) * size


class MadeUpIds(Later[str]):
    """The ids that a timeline makes up, made when they are looked at: a summary needs none."""

    __slots__ = ("_made", "_make", "_size")

    def __init__(self, timeline: Timeline, *, case_sensitive: bool) -> None:
        self._make: Callable[[], Sequence[str]] | None = partial(timeline.numbered, case_sensitive=case_sensitive)
        self._made: Sequence[str] = ()
        self._size = len(timeline)

    def __len__(self) -> int:
        return self._size


class CountsLater:
    """The counts of a batch as bytes, made when they are looked at: a summary needs none."""

    __slots__ = ("_batch", "_made")

    def __init__(self, batch: core.Batch) -> None:
        self._batch = batch
        self._made: bytes | None = None

    def made(self) -> bytes:
        """The bytes, which are kept."""
        if self._made is None:
            self._made = self._batch.counts()
        return self._made

    def __len__(self) -> int:
        return 16 * len(self._batch)

    def __eq__(self, other: object) -> bool:
        return self.made() == (other.made() if isinstance(other, CountsLater) else other)

    def __hash__(self) -> int:
        return hash(self.made())

    def __repr__(self) -> str:
        return f"<counts of {quantity(len(self._batch), 'utterance')}>"


class _ByName:
    """The places of utterances by their ids, which are kept from the first question on: who asks for all asks often."""

    __slots__ = ("_places",)
    _places: dict[str, int]

    def names(self) -> tuple[str, ...]:
        """The ids of all utterances."""
        raise NotImplementedError

    def place(self, name: str) -> int:
        """The place of the utterance with an id; the first of several."""
        if not hasattr(self, "_places"):
            places = {each: place for place, each in reversed([*enumerate(self.names())])}
            object.__setattr__(self, "_places", places)
        return self._places[name]


@dataclass(frozen=True, slots=True)
class UtteranceTable(_ByName):
    """The utterances of a score as columns.

    >>> table = UtteranceTable(array("i", [2, 1, 0, 0, 3, 0, 0, 1]).tobytes())
    >>> len(table), table.names(), table.counts_of(1)
    (2, ('1', '2'), Counts(correct=3, substitutions=0, deletions=0, insertions=1))
    """

    given: bytes | CountsLater
    """The counts, or the batch that has them."""
    ids: Sequence[str] | None = None
    """None where nobody gave ids: utterances are numbered from 1."""
    made_up: bool = True
    """Whether ids are made up; merging estimates them anew."""
    timeline: Timeline | None = None
    information: tuple[Row, ...] | None = None
    """The information of confidences of each utterance; None where it is not known."""
    columns: TableColumns = field(default=NO_COLUMNS, compare=False)
    """Further columns of the reference's table, such as accent: names, and a text for each utterance."""
    index: Any = field(default=None, compare=False)
    """The index of the object of pandas that was scored, for data frames to be aligned with; None for others."""

    def __len__(self) -> int:
        return len(self.given) // 16

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {quantity(len(self), 'utterance')}>"

    def __call__(self, *values: object, **keywords: object) -> NoReturn:
        raise TypeError("result.table holds counts by utterance and is no function; expected result.to_pandas()")

    @property
    def counts(self) -> bytes:
        """Correct, substitutions, deletions and insertions of each utterance, as 32-bit integers of this machine."""
        return self.given.made() if isinstance(self.given, CountsLater) else self.given

    def __reduce__(self) -> tuple[object, ...]:
        # An array can be read by machines of another byte order.
        counts = array("i", self.counts)
        return _unpickled, (counts, self.ids, self.made_up, self.timeline, self.information, self.columns, self.index)

    def numbers(self) -> memoryview:
        """The counts as integers, four for each utterance."""
        return memoryview(self.counts).cast("i")

    def by_kind(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """The correct, substituted, deleted and inserted words of each utterance, a list of each kind."""
        numbers = self.numbers().tolist()
        return numbers[0::4], numbers[1::4], numbers[2::4], numbers[3::4]

    def counts_of(self, place: int) -> Counts:
        """The counts of one utterance."""
        return Counts(*_FOUR.unpack_from(self.counts, 16 * place))

    def names(self) -> tuple[str, ...]:
        """The ids of all utterances."""
        return tuple(self.ids) if self.ids is not None else tuple(map(str, range(1, len(self) + 1)))

    def name(self, place: int) -> str:
        """The id of one utterance."""
        return self.ids[place] if self.ids is not None else str(place + 1)

    def met(self) -> set[str]:
        """Names that both sides have: ids, or recordings and channels in which the hypothesis has words."""
        timeline = self.timeline
        if timeline is None:
            return set(self.names())
        correct, substituted, _, inserted = self.by_kind()
        words = zip(correct, substituted, inserted, timeline.sessions, timeline.channels, strict=True)
        return {place_name(session, channel) for *sides, session, channel in words if any(sides)}

    def taken(self, order: Sequence[int]) -> UtteranceTable:
        """Some utterances, in this order and under their ids."""
        numbers = self.numbers()
        counts = array("i", [number for place in order for number in numbers[4 * place : 4 * place + 4]])
        ids = None if self.ids is None else tuple([self.ids[place] for place in order])
        timeline = self.timeline and self.timeline.taken(order)
        information = None if self.information is None else tuple([self.information[place] for place in order])
        columns = self.columns.taken(order)
        return UtteranceTable(counts.tobytes(), ids, self.made_up, timeline, information, columns)

    def canonical_order(self) -> Sequence[int]:
        """Places in the order of merged results: by recording, channel and time, or by id; as they are without ids."""
        if (timeline := self.timeline) is not None:
            ids = () if self.made_up else self.names()
            return sorted(range(len(self)), key=lambda place: (timeline.key(place), ids and ids[place]))
        if self.ids is None or self.made_up:
            return range(len(self))
        return sorted(range(len(self)), key=self.ids.__getitem__)


def _unpickled(
    counts: array[int],
    ids: tuple[str, ...] | None,
    made_up: bool,
    timeline: Timeline | None,
    information: tuple[Row, ...] | None,
    columns: TableColumns,
    index: Any,
) -> UtteranceTable:
    return UtteranceTable(counts.tobytes(), ids, made_up, timeline, information, columns, index)


def concatenated(tables: Sequence[UtteranceTable]) -> UtteranceTable:
    """The utterances of several tables, one table after the other.

    Made-up ids are dropped, to be made up again after sorting. If some tables have times and others none, all of them
    keep their ids alone.
    """
    timelines = [table.timeline for table in tables if table.timeline is not None]
    timed = len(timelines) == len(tables)
    made_up = any(table.made_up for table in tables) and (timed or not timelines)
    ids = None if made_up else tuple([name for table in tables for name in table.names()])
    timeline = _concatenated(timelines, [_words(table) for table in tables]) if timed else None
    counts = b"".join(table.counts for table in tables)
    columns = joined([table.columns for table in tables if len(table)])
    return UtteranceTable(counts, ids, made_up, timeline, _informed(tables), columns)


def _informed(tables: Sequence[UtteranceTable]) -> tuple[Row, ...] | None:
    """The information of all tables; parts without words with confidences, or without utterances, have none."""
    if all(table.information is None for table in tables) or any(
        table.information is None and table.timeline is not None and table.timeline.carried.hyp_confidence
        for table in tables
        if len(table)
    ):
        return None
    nothing = (NOTHING,)
    return tuple([row for table in tables for row in (table.information or nothing * len(table))])


def check_alike(tables: Sequence[UtteranceTable]) -> None:
    """Refuses to mix utterances without ids and times, which have numbers alone, with others."""
    if len({table.made_up and table.timeline is None for table in tables}) > 1:
        raise MismatchError(
            "results of different kinds cannot be added: utterances with ids and utterances without ids; score all "
            "parts with ids"
        )


def units_of(table: UtteranceTable) -> dict[object, str]:
    """Keys of utterances with their names in messages; made-up numbers are no keys."""
    timeline = table.timeline
    if not table.made_up:
        return dict(zip(table.names(), table.names(), strict=True))
    if timeline is not None:
        return {timeline.key(place): timeline.name(place) for place in range(len(table))}
    return {}


def _words(table: UtteranceTable) -> tuple[int, int]:
    """The number of words of the reference and of the hypothesis."""
    correct, substitutions, deletions, insertions = map(sum, table.by_kind())
    return correct + substitutions + deletions, correct + substitutions + insertions


def _concatenated(timelines: Sequence[Timeline], words: Sequence[tuple[int, int]]) -> Timeline:
    columns: dict[str, Any] = {
        name: tuple([value for timeline in timelines for value in getattr(timeline, name)]) for name in _COLUMNS
    }
    carried = [timeline.carried for timeline in timelines]
    return replace(
        timelines[0],
        **columns,
        windows=all(timeline.windows for timeline in timelines),
        carried=Carried(
            any(each.ref_times for each in carried),
            _confident([each.ref_confidence for each in carried], [number for number, _ in words]),
            any(each.hyp_times for each in carried),
            _confident([each.hyp_confidence for each in carried], [number for _, number in words]),
        ),
        definitions=_defined([timeline.definitions for timeline in timelines]),
    )


def _confident(confident: Sequence[bool], words: Sequence[int]) -> bool:
    """Whether every word has a confidence; parts without words do not count."""
    return any(confident) and all(has or not number for has, number in zip(confident, words, strict=True))


def _defined(all_definitions: Sequence[Definitions]) -> Definitions:
    """The definitions that all parts share; parts without any take those of the others."""
    different = [definitions for definitions in dict.fromkeys(all_definitions) if definitions != Definitions()]
    if len(different) > 1:
        raise MismatchError(
            f"results with different definitions of labels cannot be added: {_labels(different[0])} and "
            f"{_labels(different[1])}; give all parts the same ;; LABEL and ;; CATEGORY lines"
        )
    return different[0] if different else Definitions()


def _labels(definitions: Definitions) -> str:
    return ", ".join(f"{key} ({title})" for key, title, _ in (*definitions.labels, *definitions.categories))
