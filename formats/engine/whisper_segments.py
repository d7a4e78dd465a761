"""Segments in the JSON of OpenAI's Whisper, which WhisperX and faster-whisper also use."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, compress, pairwise

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
        places = list(accumulate(map(bool, words.sizes), initial=0))
        first = [places[row] for row in items.first]
        written = list(compress(written, words.sizes))
        joined_words = map(self._glue.join, [written[begin:end] for begin, end in pairwise(first)])
        derived = [
            of_words if text is None else self.lead + text if text else ""
            for text, of_words in zip(texts_alone, joined_words, strict=True)
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

    @property
    def _glue(self) -> str:
        """What stands between the words of a text, beside that before each word."""
        return "" if self.lead else " "

    def spoken(self, corpus: Corpus) -> Spoken:
        """The segments and words to write for a corpus."""
        return Spoken(corpus, self.format, self.lead)

    def texts(self, spoken: Spoken) -> list[str]:
        """The texts to write for segments."""
        of_words = map(self._glue.join, [spoken.words[begin:end] for begin, end in pairwise(spoken.first)])
        return [
            joined_words if is_plain else self.lead + text if text else ""
            for is_plain, text, joined_words in zip(spoken.are_plain(), spoken.texts, of_words, strict=True)
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
