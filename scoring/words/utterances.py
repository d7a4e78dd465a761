"""The utterances of a result: one is made when it is looked at."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ... import core
from ...formats.errors import UsageError, quantity, short
from ...formats.schema import Segment
from ...formats.schema.lazy import OneByOne
from ...formats.values import dataclass, replace
from ..common.answers import Answers
from ..common.counts import Counts, percent
from ..common.display import escaped, html_table, unhidden
from ..common.results import Immutable
from ..common.settings import Settings
from .alignment import Aligned, Alignment, Carried, Text, words_of, written
from .utterance_table import UtteranceTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn, overload


# Rows of a list of utterances in a notebook, and letters of their texts.
_ROWS, _WIDE = 20, 300


@dataclass(frozen=True, slots=True)
class _Row:
    """The fields of an utterance by which pandas and others make a row of it."""

    id: str
    ref: Text
    hyp: Text
    counts: Counts


class Several(list["Utterance"]):
    """Some utterances of a result."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            fix = "; expected the texts of these in score([each.ref for each in some], [each.hyp for each in some])"
            raise AttributeError(f"a list of utterances has no attribute {name!r}{'' if name[0] == '_' else fix}")


class Utterance(Immutable):
    """One reference and its hypothesis: a place among the utterances of a result."""

    __slots__ = ("_among", "_place")
    ANSWERS = Answers("attributes of utterances")
    __dataclass_fields__ = vars(_Row)["__dataclass_fields__"]

    def __init__(self, among: Utterances, place: int) -> None:
        self._among = among
        self._place = place

    @property
    def id(self) -> str:
        """The id; without ids, the number of the utterance from 1."""
        return self._among.table.name(self._place)

    @property
    def ref(self) -> Text:
        """The reference as it was given."""
        return self._among.refs[self._place]

    @property
    def hyp(self) -> Text:
        """The hypothesis as it was given."""
        return self._among.hyps[self._place]

    @property
    def counts(self) -> Counts:
        """The counts of this utterance; `result.utterances.counts()` has those of all in one column."""
        return self._among.table.counts_of(self._place)

    @property
    def segment(self) -> Segment | None:
        """Recording, channel, speaker, begin, end, labels and reference text; None without times."""
        return self._among.segment(self._place)

    @property
    def columns(self) -> dict[str, str | None]:
        """Other columns of the reference's table, such as accent, by name; texts, or None if a value is null.

        >>> import scorelite
        >>> scorelite.score_files(b"id,text,hyp,accent\\na,good day,good day,uk\\n").utterances[0].columns
        {'accent': 'uk'}
        """
        return self._among.table.columns.row(self._place)

    @property
    def alignment(self) -> Alignment:
        """The alignment word by word, with times and confidences where words have them."""
        return Alignment(batch=self._among.aligned, place=self._place)

    @property
    def wer(self) -> float | None:
        """The error rate of this utterance alone; None if its reference is empty (`result.worst()` sorts by errors).

        The mean of these rates is not the rate of the whole.
        """
        return self.counts.wer

    def to_dict(self) -> dict[str, Any]:
        """Id, place, texts, counts and alignment, ready for JSON."""
        alignment = self.alignment
        return {**self.facts(), "operations": alignment.operations, "alignment": alignment.to_list()}

    def facts(self) -> dict[str, Any]:
        """Id, place, columns, texts and counts, ready for JSON."""
        place: dict[str, Any] = {}
        if segment := self.segment:
            place = {"session": segment.session, "channel": segment.channel, "speaker": segment.speaker}
            place |= {"start": segment.start, "end": segment.end, "tags": list(segment.tags)}
        if columns := self.columns:
            place["columns"] = columns
        texts = {"ref": written(self.ref), "hyp": written(self.hyp)}
        return {"id": self.id, **place, **texts, **self.counts.to_dict(self._among.settings.unit)}

    if not TYPE_CHECKING:

        def __getitem__(self, key: object) -> NoReturn:
            if isinstance(key, str):
                super().__getitem__(key)
            # Called by dict(result), which hides errors of Python's own kinds, and by loops over pairs of texts.
            raise UsageError("an utterance has no items; expected its ref and hyp, or result.to_dict()")

    def _key(self) -> tuple[object, ...]:
        return self.id, self.ref, self.hyp, self.counts

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Utterance) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        # An utterance is pickled without the others of its result.
        return _first, (self._among.taken([self._place]),)

    def __repr__(self) -> str:
        return f"<Utterance {short(self.id, 40)}: {self.counts}>"

    def _repr_html_(self) -> str:
        return f"<p>{escaped(unhidden(short(self.id)))}: {self.counts}</p>{self.alignment._repr_html_()}"

    def __str__(self) -> str:
        return f"id: {self.id}\n{self.alignment}"


class Utterances(Immutable, Sequence[Utterance]):
    """All utterances in order; one is made when it is looked at."""

    __slots__ = ("_aligned", "_batches", "hyps", "refs", "settings", "table")
    ANSWERS = Answers("attributes of lists of utterances")

    def __init__(
        self,
        table: UtteranceTable,
        refs: Sequence[Text],
        hyps: Sequence[Text],
        batches: Sequence[core.Batch],
        settings: Settings,
        order: Sequence[int] | None = None,
    ) -> None:
        self.table = table
        self.refs = refs
        self.hyps = hyps
        self.settings = settings
        # Alignments of added results are joined when they are asked for; the order counts through all batches.
        self._batches = tuple(batches), order
        self._aligned: Aligned | None = None

    @property
    def batch(self) -> core.Batch:
        """The alignments as the core keeps them."""
        return self.aligned.batch

    @property
    def aligned(self) -> Aligned:
        """The alignments with the texts as they were given."""
        if self._aligned is None:
            (first, *others), order = self._batches
            if order is not None:
                joined = first.join(others) if others else first
                first = joined.take(array("q", order).tobytes())
                self._batches = (first,), None
            self._aligned = Aligned(first, self.refs, self.hyps, self.settings, self.carried())
        return self._aligned

    def ids(self) -> Sequence[str]:
        """The ids of all utterances; without ids they are numbered from 1."""
        return self.table.names()

    def counts(self) -> memoryview:
        """Correct, substitutions, deletions and insertions of one utterance after the other, as 32-bit numbers."""
        return self.table.numbers()

    def operations(self) -> list[str]:
        """The alignments of all utterances: a string of one letter (C, S, D, I) for each step, one after the other."""
        letters, places = self.batch.letters()
        text = letters.decode("ascii")
        return [text[first:last] for first, last in pairwise(memoryview(places).cast("q"))]

    def carried(self) -> Carried:
        """Times and confidences that words have in addition to their text."""
        return self.table.timeline.carried if self.table.timeline else Carried()

    def alignment(self, place: int) -> Alignment:
        """The alignment of one utterance."""
        return Alignment(batch=self.aligned, place=place)

    def segment(self, place: int) -> Segment | None:
        """The stretch of a recording that an utterance is; None without times."""
        timeline, text = self.table.timeline, self.refs[place]
        if timeline is None:
            return None
        marked = self.settings.markup and isinstance(text, str)
        return Segment(
            id="" if self.table.made_up else self.table.name(place),
            session=timeline.sessions[place],
            channel=timeline.channels[place],
            speaker=timeline.speakers[place],
            start=timeline.start[place],
            end=timeline.end[place],
            tags=timeline.tags[place],
            text=text if isinstance(text, str) else " ".join(words_of(text)),
            grammar="sclite" if marked else "plain",
        )

    def taken(self, order: Sequence[int]) -> Utterances:
        """Some utterances, in this order and under their ids."""
        table = replace(self.table, ids=self.table.names()).taken(order)
        refs, hyps = ([side[place] for place in order] for side in (self.refs, self.hyps))
        return Utterances(table, refs, hyps, (self.batch,), self.settings, order)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int | str) -> Utterance: ...

        @overload
        def __getitem__(self, index: slice) -> list[Utterance]: ...

    def __getitem__(self, index: int | str | slice) -> Utterance | list[Utterance]:
        """The utterance of a place or of an id, or those of a slice."""
        if isinstance(index, str):
            return Utterance(self, self.table.place(index))
        if isinstance(index, slice):
            return Several(self[place] for place in range(*index.indices(len(self))))
        return Utterance(self, range(len(self))[index])

    def __len__(self) -> int:
        return len(self.table)

    def __iter__(self) -> Iterator[Utterance]:
        return (Utterance(self, place) for place in range(len(self)))

    def __eq__(self, other: object) -> bool:
        """Whether words, ids, settings, times and confidences are equal; the type of texts does not matter."""
        if not isinstance(other, Utterances):
            return NotImplemented
        return (
            (self.table, self.settings) == (other.table, other.settings)
            and all(map(_same_words, self.refs, other.refs))
            and all(map(_same_words, self.hyps, other.hyps))
            and self._same_data(other)
        )

    def _same_data(self, other: Utterances) -> bool:
        """Whether words have equal times and confidences; without times, texts and settings decide the alignment."""
        if self.carried() == Carried():
            return True
        return all(self.alignment(place) == other.alignment(place) for place in range(len(self)))

    def __hash__(self) -> int:
        return hash(self.table)

    def __reduce__(self) -> tuple[object, ...]:
        return Utterances, (self.table, self.refs, self.hyps, (self.batch,), self.settings)

    def __repr__(self) -> str:
        return f"<{quantity(len(self), 'utterance')}>"

    def _repr_html_(self) -> str:
        """The first utterances, a row each."""
        shown = self[:_ROWS]
        rows = [
            (
                short(each.id),
                percent(each.wer),
                *(short(" ".join(words_of(side)), _WIDE) for side in (each.ref, each.hyp)),
            )
            for each in shown
        ]
        caption = quantity(len(self), "utterance")
        return html_table(
            ("id", "WER", "REF", "HYP"),
            rows,
            f"the first {len(shown)} of {caption}" if self[_ROWS : _ROWS + 1] else caption,
        )


class Alignments(OneByOne[Alignment]):
    """The alignments of utterances."""

    __slots__ = ("_utterances",)

    def __init__(self, utterances: Utterances) -> None:
        self._utterances = utterances

    def __len__(self) -> int:
        return len(self._utterances)

    def _item(self, place: int) -> Alignment:
        return self._utterances.alignment(place)

    def __repr__(self) -> str:
        return f"<{quantity(len(self), 'alignment')}>"


def _first(utterances: Utterances) -> Utterance:
    return utterances[0]


def _same_words(first: Text, other: Text) -> bool:
    return first == other or words_of(first) == words_of(other)


def joined(parts: Sequence[Utterances], table: UtteranceTable, order: Sequence[int]) -> Utterances:
    """The utterances of several results in an order of all of them."""
    refs = [text for part in parts for text in part.refs]
    hyps = [text for part in parts for text in part.hyps]
    places = array("q")
    batches: list[core.Batch] = []
    begin = 0
    for part in parts:
        batches_of_part, own_order = part._batches
        places.extend([begin + place for place in (range(len(part)) if own_order is None else own_order)])
        batches += batches_of_part
        begin += sum(map(len, batches_of_part))
    return Utterances(
        table,
        [refs[place] for place in order],
        [hyps[place] for place in order],
        batches,
        parts[0].settings,
        array("q", [places[place] for place in order]),
    )
