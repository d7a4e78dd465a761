"""The JSON of whisper.cpp (`-oj`, `-ojf`): segments in milliseconds, with tokens that make words.

Its option `--max-len` breaks words: the rest of a word has no blank before it, and is joined to the segment before.
"""

from __future__ import annotations

from collections.abc import Sequence

from .json_objects import JsonObject, Span
from .word_lists import WordLists

_PER_SECOND, _UNIT = 1000, "milliseconds"
_OPENING = " ([{*\u266a"
_ENDS = (".", "!", "?")
_EAST_ASIAN = "\u2e80"  # the first of the letters that are written without blanks


class Piece:
    """A text with its times: a segment, a token, or a word of several tokens."""

    def __init__(self, row: JsonObject, span: Span) -> None:
        self.start, self.end = [None if time is None else str(float(time) / _PER_SECOND) for time in span]
        self.texts = [row.text("text", required=True)]
        self.confidence = row.confidence("p")
        self.speaker = row.name("speaker")
        self.tokens = row.children("tokens")

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(self.texts)

    def join(self, piece: Piece) -> None:
        """Adds what follows without a blank."""
        self.texts += piece.texts
        self.tokens += piece.tokens
        self.end = max((self.end, piece.end), key=_number)
        self.confidence = min((self.confidence, piece.confidence), key=_number)


def _number(text: str | None) -> float:
    return float(text or 0)


def segments_of(rows: Sequence[JsonObject], format: str) -> tuple[list[Piece], list[str | None], WordLists]:
    """The segments of a file; the text of each, or None where tokens make its words; and these words."""
    words = WordLists(format, lead=" ")
    segments = _unbroken([Piece(row, _offsets(row).span("from", "to", _UNIT)) for row in rows])
    texts: list[str | None] = []
    for segment in segments:
        words.begin()
        of_segment = _words(segment.tokens)
        is_made_of_words = "".join([word.text for word in of_segment]).split() == segment.text.split()
        for word in of_segment if is_made_of_words else ():
            words.add({}, word.text, (word.start, word.end), word.confidence)
        texts.append(None if words.has_words() else segment.text.strip())
    return segments, texts, words


def _offsets(row: JsonObject) -> JsonObject:
    return row.child("offsets", required=True)


def _unbroken(pieces: Sequence[Piece]) -> list[Piece]:
    """Segments with whole words."""
    if 3 * sum(piece.text.startswith(" ") for piece in pieces) < len(pieces):
        return [*pieces]  # a language without blanks
    whole: list[Piece] = []
    for piece in pieces:
        if whole and _goes_on(whole[-1], piece):
            whole[-1].join(piece)
        else:
            whole.append(piece)
    return whole


def _goes_on(before: Piece, piece: Piece) -> bool:
    """Whether a segment begins with the rest of the last word of the one before."""
    if not piece.text or piece.text[0] in _OPENING or piece.text[0] >= _EAST_ASIAN:
        return False
    return before.speaker == piece.speaker and not before.texts[-1].endswith(_ENDS)


def _words(tokens: Sequence[JsonObject]) -> list[Piece]:
    """Words of tokens: one without a blank before it goes on with a word, and signs such as `[_BEG_]` are none."""
    words: list[Piece] = []
    for row in tokens:
        start, end = [_offsets(row).time(key, _UNIT) for key in ("from", "to")]
        token = Piece(row, (start, max((start, end), key=_number)))  # some end before they begin
        if token.text.startswith("[_"):
            continue
        if words and not token.text.startswith(" "):
            words[-1].join(token)
        else:
            words.append(token)
    return words
