"""Alternations in ctm files: rows with the words <ALT_BEGIN>, <ALT> and <ALT_END>."""

from __future__ import annotations

from ...... import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .ctm import Ctm

PLAIN, BEGIN, BETWEEN, END, OTHER = range(5)
# Rows that are in no file: marks that make the core read an alternation as the reference does. The number
# ADDED_END - k is an <ALT_END> with the confidence of row k - 1.
ADDED_BEGIN, ADDED_END = -1, -2


class Marks:
    """Kind of each row (word or mark), and whether it is in an alternation."""

    def __init__(self, ctm: Ctm, charset: core.Charset) -> None:
        kind_of: dict[bytes, int] = {}
        names = (charset.fold(b"<ALT_BEGIN>"), charset.fold(b"<ALT>"), charset.fold(b"<ALT_END>"))
        for word in set(ctm.words):
            folded = charset.fold(word)
            if folded in names:
                kind_of[word] = names.index(folded) + BEGIN
            elif folded.startswith(b"<alt"):
                kind_of[word] = OTHER
        self.kinds = [kind_of.get(word, PLAIN) for word in ctm.words]
        self.inside = self._inside()
        self._last = len(self.kinds)
        # Last argument and answer of `middle`: successive segments often ask for one row.
        self._latest = -1, -1, 0.0

    def _inside(self) -> list[bool]:
        """Flag the rows in alternations; one that is not closed continues into other channels and files."""
        inside = []
        goes_on = False
        for kind in self.kinds:
            inside.append(goes_on or kind != PLAIN)
            goes_on = inside[-1] and kind != END
        return inside

    def kind(self, row: int) -> int:
        """Kind of a row, which may be behind the last one."""
        return self.kinds[row] if row < self._last else PLAIN

    def any(self, begin: int, end: int) -> bool:
        """True if one of these rows is in an alternation."""
        return True in self.inside[begin:end]

    def middle(self, row: int, end: int, middles: Sequence[float]) -> float:
        """Latest middle of the words of an alternation; a middle is 0 or later."""
        if self._latest[:2] != (row, end):
            latest, place = 0.0, row
            while place < end and self.kinds[place] != END:
                if self.kinds[place] == PLAIN and middles[place] > latest:
                    latest = middles[place]
                place += 1
            self._latest = row, end, latest
        return self._latest[2]

    def behind(self, row: int, end: int) -> int:
        """Row behind the alternation that holds a row.

        If it is not closed, the reference takes one or two rows of the next part.
        """
        last = row - 1
        while last < end and self.kind(last + 1) != END:
            last += 1
        return last + 2 if last < end else last + 1

    def keep_whole(self, begin: int, end: int, dropped: list[bool]) -> None:
        """Keep alternations of which a word is kept; drop the others with all marks but the last."""
        kinds = self.kinds
        row = begin
        while row < end:
            if kinds[row] != BEGIN:
                row += 1
                continue
            start = row
            while row < end and kinds[row] != END:
                row += 1
            words = [place for place in range(start, row) if kinds[place] == PLAIN]
            usable = any(not dropped[place] for place in words)
            dropped[start:row] = [not usable] * (row - start)
            # A mark behind the last word begins an alternation without words.
            if usable and BEGIN in kinds[words[-1] : row]:
                empty = kinds.index(BEGIN, words[-1])
                dropped[empty:row] = [True] * (row - empty)

    def read(self, begin: int, end: int, ignored: Sequence[bool] | None) -> list[int]:
        """Rows from which the reference builds a network, with marks added where the core would build another one."""
        rows: list[int] = []
        row, end = begin, min(end, self._last)
        while row < end:
            if ignored is not None and ignored[row]:
                row += 1
            elif self.inside[row]:
                row = self._read_alternation(row, end, rows)
            else:
                rows.append(row)
                row += 1
        return rows

    def _read_alternation(self, row: int, end: int, rows: list[int]) -> int:
        """Follow the reference from mark to mark; it passes over ignored rows."""
        if self.kinds[row] != BEGIN:
            rows.append(ADDED_BEGIN)
        start = row
        while row < end and self.kinds[row] == BEGIN:
            row += 1
        if row == end:
            # This alternation is one null word; it has the confidence of the row behind the end.
            rows += range(start, end)
            rows.append(ADDED_END - 1 - end if end < self._last else ADDED_END)
            return end
        while True:
            first = row
            while row < end and self.kinds[row] == PLAIN:
                row += 1
            if row == first:
                row += 1
            closes = self.kind(row) == END or (self.kind(row) == BETWEEN and self.kind(row + 1) == END)
            if not closes:
                row += 1
            if row >= end or self.kinds[row] == END:
                break
        rows += range(start, min(row + 1, end))
        # The reference looks behind the end for an empty last alternative.
        if self.kinds[end - 1] == BETWEEN and self.kind(end) == END and row >= end - 1:
            rows.append(ADDED_END)
        return row + 1
