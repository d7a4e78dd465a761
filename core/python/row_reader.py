"""Rows of ctm files as words with times, and the alternations between their <ALT> marks."""

from __future__ import annotations

from .marks import Marker
from .parser import Parser, without_star
from .rules import Rules
from .side import Rows
from .words import Choice, Sequence, TextWord, null_word, words_in


class RowReader:
    """Turns ctm rows into sequences of words and alternations."""

    def __init__(self, rules: Rules, marker: Marker, parser: Parser) -> None:
        self._rules = rules
        self._charset = rules.charset
        self._marker = marker
        self._parser = parser

    def read(self, rows: Rows) -> Sequence:
        """The words of the rows, marked."""
        folded = [self._charset.fold(word) for word in rows.words]
        sequence: Sequence = []
        i = 0
        while i < len(folded):
            if folded[i].startswith(b"<alt"):
                i, choice = self._choice(rows, folded, i)
                sequence.append(choice)
            else:
                sequence.append(self._word(rows, i))
            i += 1
        for word in words_in(sequence):
            self._marker.mark(word)
        return sequence

    def _word(self, rows: Rows, i: int) -> TextWord:
        token = rows.words[i] if self._rules.sensitive else self._charset.fold(rows.words[i])
        if not self._rules.markup:
            word = TextWord(token)
            word.literal = True
        elif token.startswith(b"{"):
            # Braces mean nothing here, but they keep semicolons and backslashes from being read.
            word = TextWord(without_star(token))
        else:
            word = self._parser.cut(token)
        word.begin = rows.begin[i]
        word.end = word.begin + rows.duration[i]
        word.duration = word.end - word.begin
        word.confidence = rows.confidence[i]
        return word

    def _choice(self, rows: Rows, folded: list[bytes], i: int) -> tuple[int, Choice]:
        """The alternation that begins at row i and the row where it ends; an empty alternative is the null word.

        The steps from mark to mark are the reference's, also where they lose a word: behind an empty first alternative,
        or behind a mark that stands alone.
        """
        first, between, last = (self._charset.fold(mark) for mark in (b"<ALT_BEGIN>", b"<ALT>", b"<ALT_END>"))
        end = len(folded)
        branches: list[Sequence] = []
        while i < end and folded[i] == first:
            i += 1
        while not branches or (i < end and folded[i] != last):
            branch: Sequence = []
            while i < end and not folded[i].startswith(b"<alt"):
                branch.append(self._word(rows, i))
                i += 1
            if not branch:
                word = null_word()
                word.confidence = rows.confidence[i] if i < end else 0.0
                branch.append(word)
                i += 1
            branches.append(branch)
            if folded[i : i + 2] != [between, last] and folded[i : i + 1] != [last]:
                i += 1
        return i, Choice(branches)
