"""Segments in the JSON of OpenAI's Whisper, which WhisperX and faster-whisper also use."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..json import Json, Objects
from ..schema import Corpus, Segment
from ..values import dataclass
from ..vendors import (
    Spoken,
    Vendor,
    joined,
    kept_column,
    listed,
    numerals,
    objects,
    restored,
    table_of,
    texts_or_none,
)

_KNOWN = ("start", "end", "text", "words", "speaker")


@dataclass(frozen=True, slots=True)
class Dialect:
    """A format of the family: its name, the key of a word's confidence, and the text before a word."""

    format: str
    confidence: str
    lead: str

    @property
    def word(self) -> Vendor:
        """The members of a word."""
        return Vendor(self.format, "word", "start", "end", self.confidence, lead=self.lead)

    def segments(self, rows: Objects, path: str) -> tuple[Sequence[Segment], list[str]]:
        """The segments of a list, and the texts that would be written for them."""
        starts, ends = rows.times("start"), rows.times("end")
        rows.order(starts, ends)
        cells, texts = rows.cells("text"), rows.texts("text")
        items = rows.objects("words")
        words = self.word.heard(items)
        speakers = rows.names("speaker")
        lists = listed(self.format, items, words)
        texts_alone = [
            text.strip() if cell is None else None for text, cell in zip(texts, rows.cells("words"), strict=True)
        ]
        written = items.texts("word")
        if 0 in words.sizes:
            written = ["" if not size else text for text, size in zip(written, words.sizes, strict=True)]
        derived = [
            self._joined(written[begin:end]) if text is None else self._with_lead(text)
            for text, (begin, end) in zip(texts_alone, pairwise(items.first), strict=True)
        ]
        read = [None if cell is None else text for cell, text in zip(cells, texts, strict=True)]
        attributes = joined(rows.rest(*_KNOWN), lists.before, kept_column(self.format, "/text", read, derived))
        segments = table_of(
            path,
            lists.labels,
            lists.first,
            texts=texts_alone,
            attributes=attributes,
            start=starts,
            end=ends,
            speaker=speakers,
        )
        return segments, derived

    def _joined(self, words: Sequence[str]) -> str:
        return ("" if self.lead else " ").join([word for word in words if word])

    def _with_lead(self, text: str) -> str:
        return self.lead + text if text else ""

    def spoken(self, corpus: Corpus) -> Spoken:
        """The segments and words to write for a corpus."""
        return Spoken(corpus, self.format, self.lead)

    def texts(self, spoken: Spoken) -> list[str]:
        """The texts to write for segments."""
        return [
            self._joined(spoken.words[begin:end]) if is_plain else self._with_lead(text)
            for is_plain, text, (begin, end) in zip(
                spoken.are_plain(), spoken.texts, pairwise(spoken.first), strict=True
            )
        ]

    def objects(self, spoken: Spoken) -> list[Json]:
        """The objects to write for segments; with words only for those that have labels."""
        texts: list[Json] = list(self.texts(spoken))
        for row in [row for row, kept in spoken.details.items() if "/text" in kept]:
            texts[row] = restored(spoken.details[row], "/text", texts[row])
        lists = zip(spoken.lists(self.words(spoken)), spoken.is_labelled, strict=True)
        start, end = spoken.bounds()
        columns: dict[str, Sequence[Json]] = {
            "start": numerals(start),
            "end": numerals(end),
            "text": texts,
            "words": [words if is_labelled else None for words, is_labelled in lists],
            "speaker": texts_or_none(spoken.speakers),
        }
        return list(objects(columns, spoken.details))

    def words(self, spoken: Spoken) -> list[Json]:
        """The objects to write for words."""
        columns: dict[str, Sequence[Json]] = {
            "word": spoken.words,
            "start": numerals(spoken.starts),
            "end": numerals(spoken.ends),
            self.confidence: numerals(spoken.confidences),
        }
        return list(objects(columns, spoken.found))
