"""Readers: from the items of a side to the words that are aligned."""

from __future__ import annotations

from .marks import Marker
from .parser import Parser
from .row_reader import RowReader
from .rules import Rules
from .side import FoldedText, Rows
from .spelling import Speller
from .words import TextWord, words_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .side import Item
    from .words import Sequence


class Reader:
    """Turns the items of a side into sequences of words and alternations."""

    def __init__(self, rules: Rules, characters: int) -> None:
        self._rules = rules
        self._marker = Marker(rules)
        self._speller = Speller(rules, characters)
        self._parser = Parser(rules, self._marker, self._speller)
        self._rows = RowReader(rules, self._marker, self._parser)
        self.characters = characters
        self.notices = self._parser.notices

    def read(self, item: Item, keep_case: bool = False) -> Sequence:
        """The words of one utterance, marked and weighted; with -c not yet cut into characters."""
        if isinstance(item, bytes):
            sequence = self._read_text(self._fold(item))
        elif isinstance(item, FoldedText):
            sequence = self._read_text(item.raw if keep_case else item.text)
        elif isinstance(item, Rows):
            sequence = self._rows.read(item)
        else:
            sequence = [self._literal(self._fold(word)) for word in item]
        return self._speller.speakable(sequence)

    def _fold(self, data: bytes) -> bytes:
        return data if self._rules.sensitive else self._rules.charset.fold(data)

    def _literal(self, value: bytes) -> TextWord:
        word = TextWord(value)
        word.literal = True
        self._marker.mark(word)
        return word

    def _read_text(self, text: bytes) -> Sequence:
        if not self._rules.markup:
            return [self._literal(token) for token in text.split()]
        return self._parser.parse(text)

    def pieces(self, word: TextWord) -> Sequence | None:
        """The words of one character that take the place of a word; None if it stays as it is."""
        if len(word.value) <= 1:
            return None
        parts = self._speller.spell(word.key)
        if parts == [word.value]:
            return None
        # The reference reads the spelled word as a text again, so a piece `@` becomes the null word and braces, which
        # only ctm words can bring here, an alternation. Where nothing is left of that it crashes.
        text = b" ".join(parts).replace(b";", b"\\;")
        sequence = [] if word.literal else self._parser.parse(text, 1, mark=False)
        if not sequence:
            sequence.extend(TextWord(part) for part in parts)
        self._share(word, list(words_in(sequence)))
        return sequence

    def _share(self, word: TextWord, pieces: list[TextWord]) -> None:
        """Give the pieces of a word their parts of its time, and its marks."""
        begin = word.begin
        for piece in pieces:
            piece.literal = word.literal
            piece.duration = word.duration / len(pieces)
            piece.begin = begin
            piece.end = piece.duration + begin
            piece.confidence = word.confidence
            begin += piece.duration
            if word.optional:
                piece.key = piece.value
                piece.value = b"(" + piece.value + b")"
                piece.optional = True
                piece.null = False
            self._marker.weigh(piece)
