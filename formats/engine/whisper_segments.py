"""Segments in the JSON of OpenAI's Whisper, which WhisperX and faster-whisper also use."""

from __future__ import annotations

from collections.abc import Sequence

from ..schema import Label, LabelColumns, Segment
from ..values import dataclass
from .json_source import Json, Node, Step, details, members
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
from .word_lists import Path, Words

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
