"""Columns of files that the core read, as places in their bytes; strings are made when they are looked at."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import compress, count

from ... import core
from .lazy import Later, OneByOne

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    Element = TypeVar("Element")


# Rows whose fields are made together.
_TOGETHER = 1 << 16


class _Column(OneByOne["Element"]):
    """A column of the utterances of a file."""

    __slots__ = ("_spans",)

    def __init__(self, spans: core.Spans) -> None:
        self._spans = spans

    def __len__(self) -> int:
        return len(self._spans)


class SpanLines(_Column[int]):
    """The lines of all utterances."""

    __slots__ = ()

    def _item(self, place: int) -> int:
        return self._spans.line(place)


class SpanIds(_Column[str]):
    """The ids of all utterances, none empty, and all of them different in the corpora that readers make."""

    __slots__ = ()

    @property
    def are_different(self) -> bool:
        """Whether no id stands twice."""
        return self._spans.different

    def _item(self, place: int) -> str:
        return self._spans.id(place)

    def __iter__(self) -> Iterator[str]:
        return iter(self._spans.ids())

    def picked(self, places: Sequence[int]) -> list[str]:
        """The ids at these places."""
        return self._spans.ids(array("q", places).tobytes())

    def speakers(self) -> tuple[list[str], array[int]] | None:
        """The names that ids begin with, before '-' or else '_', and the number of each; None if one has none."""
        names, numbers = core.text_prefixes(self._spans.keys(), b"-_")
        speakers_of_ids = array("i", numbers)
        return None if min(speakers_of_ids, default=0) < 0 else ([name.decode() for name in names], speakers_of_ids)

    def places_of(self, others: SpanIds) -> Sequence[int]:
        """The places of the ids of another file, -1 for those that are missing here."""
        places = others._spans.places(self._spans)
        return range(len(self)) if places is None else memoryview(places).cast("q")


def are_named(ids: Sequence[str]) -> bool:
    """Whether no id is empty."""
    return isinstance(ids, SpanIds) or all(ids)


class SpanTexts(_Column[str]):
    """The texts of all utterances, or of those at some places."""

    __slots__ = ("_changed", "_places")

    def __init__(self, spans: core.Spans, places: Sequence[int] | None = None, changed: bytes = b"") -> None:
        super().__init__(spans)
        self._places = places
        self._changed = changed

    @property
    def is_ascii(self) -> bool:
        """Whether all characters are of ASCII."""
        return self._spans.ascii

    def beyond_ascii(self) -> tuple[list[str], int]:
        """The texts that are not ASCII, and the number of characters of all texts."""
        return self._spans.beyond_ascii(None if self._places is None else array("q", self._places).tobytes())

    def unusual(self, letters: str) -> Sequence[int]:
        """The places of texts with a character that is not ASCII, a control character, or one of these letters."""
        chosen = None if self._places is None else array("q", self._places).tobytes()
        return memoryview(self._spans.unusual(letters.encode(), chosen)).cast("q")

    def has(self, letters: str) -> bool:
        """Whether a text of the file has one of these letters of ASCII."""
        return self._spans.has(letters.encode())

    def rewritten(self, rewrite: Callable[[core.Spans], tuple[core.Spans, bytes] | None]) -> SpanTexts | None:
        """The texts after a change of all; None where that needs strings."""
        made = rewrite(self._spans)
        return made and SpanTexts(made[0], self._places, made[1])

    def replaced(self, at: Sequence[int], texts: Sequence[str]) -> SpanTexts:
        """The texts with others at these places, which count among the texts that are here."""
        places = array("q", at if self._places is None else map(self._places.__getitem__, at))
        order = sorted(range(len(places)), key=places.__getitem__)
        spans = self._spans.replaced(
            array("q", map(places.__getitem__, order)).tobytes(), [*map(texts.__getitem__, order)]
        )
        changed = bytearray(self._changed or bytes(len(self._spans)))
        for place in places:
            changed[place] = 1
        return SpanTexts(spans, self._places, bytes(changed))

    def changed(self) -> Iterable[int]:
        """The places of texts that were changed."""
        changed = self._changed
        return compress(count(), changed if self._places is None else map(changed.__getitem__, self._places))

    def taken(self, places: Sequence[int]) -> SpanTexts:
        """The texts at these places, in this order; places count among the texts that are here."""
        mine = self._places
        return SpanTexts(self._spans, places if mine is None else [mine[place] for place in places])

    def side(self) -> core.Side:
        """The texts for the core."""
        side = self._spans.side()
        return side if self._places is None else side.take(array("q", self._places).tobytes())

    def picked(self, places: Sequence[int]) -> list[str]:
        """The texts at these places."""
        mine = self._places
        return list(map(self._spans.text, places if mine is None else map(mine.__getitem__, places)))

    def _item(self, place: int) -> str:
        return self._spans.text(place if self._places is None else self._places[place])

    def __iter__(self) -> Iterator[str]:
        if self._places is None:
            return iter(self._spans.texts())
        few = len(self._places) < len(self._spans) // 4
        return map(self._spans.text if few else self._spans.texts().__getitem__, self._places)

    def __len__(self) -> int:
        return len(self._spans) if self._places is None else len(self._places)


class RowFields(OneByOne[str]):
    """A field of the rows of a file, as written; strings are made at each look, and not kept."""

    __slots__ = ("_number", "_rows")

    def __init__(self, rows: core.TimedRows, number: int) -> None:
        self._rows = rows
        self._number = number

    def __len__(self) -> int:
        return len(self._rows)

    def picked(self, places: Sequence[int]) -> list[str]:
        """The fields of these rows."""
        return self._rows.texts(self._number, array("q", places).tobytes())

    def _item(self, place: int) -> str:
        return self.picked([place])[0]

    def __iter__(self) -> Iterator[str]:
        size = len(self)
        for first in range(0, size, _TOGETHER):
            yield from self.picked(range(first, min(first + _TOGETHER, size)))


class RowTexts(Later[str]):
    """The words or texts of the rows of a file, whose strings are all made at the first access to one, and kept."""

    __slots__ = ("_made", "_make", "_number", "rows")

    def __init__(self, rows: core.TimedRows, number: int) -> None:
        self.rows = rows
        self._number = number
        self._make: Callable[[], Sequence[str]] | None = partial(rows.texts, number)
        self._made: Sequence[str] = ()

    @property
    def is_ascii(self) -> bool:
        """Whether the file is of ASCII."""
        return self.rows.ascii

    def unusual(self, letters: str) -> Sequence[int]:
        """The rows with a word that has a character that is not ASCII, a control character, or one of these letters."""
        return memoryview(self.rows.unusual(letters.encode())).cast("q")

    def has(self, letters: str) -> bool:
        """Whether a word of the rows has one of these letters of ASCII."""
        return any(not set(letters).isdisjoint(word) for word in self.picked(self.unusual(letters)))

    def side(self) -> core.Side:
        """The words or texts of the rows for the core."""
        return self.rows.side()

    def picked(self, places: Sequence[int]) -> list[str]:
        """The words of these rows."""
        if self._make is None:
            return super().picked(places)
        return self.rows.texts(self._number, array("q", places).tobytes())

    def __len__(self) -> int:
        return len(self.rows)
