"""Segments in the JSON of OpenAI's Whisper, which WhisperX and faster-whisper also use."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate, chain, pairwise
from operator import gt

from ..schema import Attributes, Label, LabelColumns, LabelLists, Numbers, Segment, Table
from ..values import dataclass
from .json_source import Document, Json, Node, Step, details, members
from .json_words import (
    bare_text,
    bounds,
    elements,
    kept,
    number_json,
    others,
    plain_labels,
    restored,
    words_of,
)
from .word_lists import Path, Words, are_numbers, member_columns, run_of, with_columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KNOWN = ("start", "end", "text", "words", "speaker")


@dataclass(frozen=True, slots=True)
class Dialect:
    """A format of the family: its name, the key of a word's confidence, and the text before a word."""

    format: str
    confidence: str
    lead: str

    @property
    def pattern(self) -> str:
        """The usual form of a word."""
        return self.lead + "{}"

    def shape(self, lists: tuple[Path, ...]) -> Words:
        """The members of a word, for lists at these paths."""
        roles: dict[Step, str] = {"word": "value", "start": "start", "end": "end", self.confidence: "confidence"}
        return Words(self.format, lists, roles, lead=self.lead)

    def segments(self, document: Document, nodes: Sequence[Node], rows: Json, shape: Words) -> Sequence[Segment]:
        """The segments of a list: a table, or one by one where a row needs a closer look."""
        table = self.table(document, rows)
        if table is not None:
            return table
        with_columns(document, shape)
        return tuple(map(self.segment, nodes))

    def table(self, document: Document, rows: Json) -> Table | None:
        """The table of segments with the same members, all of which have usual times, and words or a text; None for
        others."""
        if not isinstance(rows, list) or not rows or {*map(type, rows)} != {dict}:
            return None
        keys = [str(key) for key in rows[0]]  # type: ignore[union-attr]
        if {*map(tuple, rows)} != {(*keys,)} or not {"start", "end", "text"} <= {*keys}:  # type: ignore[arg-type]
            return None
        cells: dict[str, list[Any]] = {key: [row[key] for row in rows] for key in keys}  # type: ignore[index,call-overload]
        times = _times(cells["start"], cells["end"])
        speakers = cells.get("speaker", [])
        usual = {*map(type, cells["text"])} == {str} and {*map(type, speakers)} <= {str}
        attributes = member_columns(self.format, len(rows), {key: cells[key] for key in keys if key not in _KNOWN})
        if times is None or not usual or attributes is None:
            return None
        lists = self._lists(cells["words"]) if "words" in cells else None
        if "words" in cells and lists is None:
            return None
        texts = [text.strip() for text in cells["text"]] if lists is None else None
        rest = self._read_texts(cells["text"], texts, lists)
        return Table(
            len(rows),
            path=document.name,
            speaker=speakers or None,
            start=times[0],
            end=times[1],
            attributes=[(*more, *last) for more, last in zip(attributes, rest, strict=True)],
            **({"text": texts} if lists is None else {"labels": lists}),
        )

    def _lists(self, lists: list[Any]) -> LabelLists | None:
        """The labels of all segments; None where a word is not usual."""
        if {*map(type, lists)} != {list}:
            return None
        run = run_of(list(chain.from_iterable(lists)), self.shape(()))
        if run is None or run.attributes is not None:
            return None
        return LabelLists(run.labels(), list(accumulate(map(len, lists), initial=0)))

    def _read_texts(
        self, read: Sequence[str], texts: Sequence[str] | None, lists: LabelLists | None
    ) -> Sequence[Attributes]:
        """The texts of the file, as attributes, where they are not those of the words."""
        if lists is not None:
            glue = ("" if self.lead else " ") + self.lead
            values = lists.labels.values
            texts = [glue.join(values[first:last]) for first, last in pairwise(lists.first)]
        written = [self.lead + text if text else "" for text in texts or ()]
        return [
            () if text == derived else kept(self.format, "/text", text, derived)
            for text, derived in zip(read, written, strict=True)
        ]

    def segment(self, node: Node) -> Segment:
        """A segment with its words, or with its text where the file has no words."""
        start, end = node.time("start"), node.time("end")
        node.order(start, end)
        text = node.text("text")
        attributes = node.rest(*_KNOWN)
        labels: Sequence[Label] | None = None
        if node.get("words") is not None:
            labels, before = elements(node.rows("words"), self.shape(()).labels, self.format)
            attributes += before
        segment = Segment(
            speaker=node.name("speaker"),
            start=start,
            end=end,
            text=text.strip() if labels is None else None,
            labels=labels,
            attributes=attributes,
        )
        read = text if node.get("text") is not None else None
        return self.with_attributes(segment, kept(self.format, "/text", read, self.text(segment)))

    def with_attributes(self, segment: Segment, more: tuple[tuple[str, str], ...]) -> Segment:
        """The segment with further attributes."""
        return Segment(
            speaker=segment.speaker,
            start=segment.start,
            end=segment.end,
            text=segment.text,
            labels=segment.labels,
            attributes=segment.attributes + more,
        )

    def text(self, segment: Segment) -> str:
        """The text to write for a segment."""
        if segment.labels is None or segment.grammar != "plain":
            text = bare_text(segment)
            return self.lead + text if text else ""
        if isinstance(segment.labels, LabelColumns) and not any(segment.labels.attributes or ()):
            return ("" if self.lead else " ").join([self.lead + value for value in segment.labels.values])
        labels = plain_labels(segment)
        if not any(label.attributes for label in labels):
            return ("" if self.lead else " ").join([self.lead + label.value for label in labels])
        words = words_of(labels, self.format, self.pattern)
        return ("" if self.lead else " ").join(word.text for word in words)

    def object(self, segment: Segment) -> dict[str, Json]:
        """The object to write for a segment; with words only if the segment has labels."""
        found = details(segment.attributes, self.format)
        labels = plain_labels(segment) if segment.labels is not None else []
        start, end = bounds(segment, labels)
        words = None if segment.labels is None else others(found, "/before") + self.words(labels)
        return members(
            {
                "start": number_json(start),
                "end": number_json(end),
                "text": restored(found, "/text", self.text(segment)),
                "words": words,
                "speaker": segment.speaker or None,
            },
            found,
        )

    def words(self, labels: list[Label]) -> list[Json]:
        """The objects to write for words."""
        listed: list[Json] = []
        for word in words_of(labels, self.format, self.pattern):
            known: dict[str, Json] = {
                "word": word.text,
                "start": number_json(word.start),
                "end": number_json(word.end),
                self.confidence: number_json(word.confidence),
            }
            listed.append(members(known, word.found))
            listed += others(word.found)
        return listed


def _times(starts: list[Any], ends: list[Any]) -> tuple[Numbers, Numbers] | None:
    """Begins and ends; None where one needs a closer look."""
    if {*map(type, starts), *map(type, ends)} != {bytes}:
        return None
    columns = [b"\n".join(column).decode("ascii", "replace").split("\n") for column in (starts, ends)]
    if not all(map(are_numbers, columns)):
        return None
    values = [array("d", map(float, column)) for column in columns]
    if any(map(gt, *values)):
        return None
    return Numbers.read(columns[0], values[0]), Numbers.read(columns[1], values[1])
