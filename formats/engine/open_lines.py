"""Lines written in parts, for formats with one line a recording: no recording has to fit into memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from ..schema import Corpus

# The ends of the line of an id: the text before its words, and the text after them.
Ends: TypeAlias = "Callable[[str], tuple[str, str]]"


class OpenLine:
    """The last line of a piece, which has no end yet: the words of the next piece may belong to it."""

    __slots__ = ("_ends", "_head", "_is_filled", "_joined", "_run", "_tail")

    def __init__(self, ends: Ends) -> None:
        self._ends = ends
        self._head = self._tail = ""
        self._is_filled = False  # whether the open line has any text so far
        self._joined = False
        self._run: tuple[str, str] | None = None

    def joins(self, corpus: Corpus) -> bool:
        """Whether the first run of words of a piece, as it was read, goes on with the last run of the piece before."""
        before, self._run, self._joined = self._run, None, False
        table, comments = corpus.table.words, corpus.comments
        if table is not None and table.names:
            self._joined = before == table.names[0] and not (comments and comments[0].before == 0)
            # A comment ends a run.
            self._run = None if comments and comments[-1].before >= len(table) else table.names[-1]
        return self._joined

    def parts(self, lines: Iterator[str], corpus: Corpus) -> Iterator[str]:
        """The lines of the piece that `joins` looked at, the last one without its end; `corpus` has their ids."""
        if not self._joined and self._tail:
            yield self.end()
        parts = [f"{line}\n" for line in "".join(lines).split("\n")[:-1]]
        if self._joined and self._is_filled:
            words = parts[0][len(self._head) :].removesuffix(self._tail.lstrip(" ")).strip(" ")
            parts[0] = f" {words}{self._tail}" if words else self._tail
        self._is_filled &= self._joined and len(parts) == 1
        if self._run is None:
            self._head = self._tail = ""
            yield from parts
            return
        self._head, self._tail = self._ends(corpus.ids()[-1])
        text = parts.pop().removesuffix(self._tail).removesuffix(self._tail.lstrip(" "))
        self._is_filled |= bool(text)
        yield from parts
        yield text

    def end(self) -> str:
        """The end of the open line; empty if none is open."""
        return self._tail if self._is_filled else self._tail.lstrip(" ")
