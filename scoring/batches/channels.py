"""Places of channels in files of words or segments with times: lines of one channel are read without the others."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from ... import core
from ...formats.engine.pieces import Stream, blocks
from ...formats.values import dataclass
from .files import append

_DEFINITION = re.compile(rb"^;; (?:LABEL|CATEGORY) [^\n]*\n?", re.MULTILINE)
_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_SEPARATE = b";;\n"


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines of some channels, in the order of the file; the number of each line in the file."""

    data: bytes
    first: Sequence[int]
    """The first lines of stretches in the piece, from 1."""
    lines: Sequence[int]
    """The numbers of these in the file."""

    def line_of(self, line: int) -> int:
        """The line of the file that is a line of the piece."""
        return self.lines_of([line])[0]

    def lines_of(self, lines: Sequence[int]) -> list[int]:
        """The lines of the file that are lines of the piece."""
        first, wanted = np.array(self.first), np.array(lines, np.int64)
        places = np.maximum(0, np.searchsorted(first, wanted, "right") - 1)
        moved: list[int] = (np.array(self.lines)[places] + wanted - first[places]).tolist()
        return moved


class Channels:
    """Numbers of channels, in the order in which two files name them; names are folded unless case matters."""

    def __init__(self, case_sensitive: bool) -> None:
        self._sensitive = case_sensitive
        self._numbers: dict[bytes, int] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, name: bytes) -> int:
        """The number of a channel, a new one for a new name."""
        # As in sclite, only the letters A to Z are folded.
        return self._numbers.setdefault(name if self._sensitive else name.lower(), len(self._numbers))


class Places:
    """Runs of lines of one channel each, in the order of a file, which is read once from begin to end.

    A file that is packed or that cannot be read twice is copied to a folder first.
    """

    def __init__(self, stream: Stream, channels: Channels, folder: str) -> None:
        self.name = stream.name
        self.definitions: bytes = b""
        self.spelled: dict[int, bytes] = {}
        """The first spelling of each channel."""
        self._path = stream.name
        copy = not os.path.isfile(stream.name) or _begin_of(stream.name, 2) == _GZIP
        if copy:
            self._path = os.path.join(folder, f"copy{len(channels)}")
        columns: tuple[list[Any], ...] = ([], [], [], [])
        definitions: dict[bytes, None] = {}
        begin, line = 0, 1
        for block, _ in blocks(stream, "lines"):
            if copy:
                append(self._path, block)
            if b";; " in block:
                definitions.update(dict.fromkeys(_DEFINITION.findall(block)))
            marked = len(_BOM) if not begin and block.startswith(_BOM) else 0
            names, begins, lines = core.channel_runs(block[marked:])
            numbers = [channels.number(name) if name else -1 for name in names]
            for number, name in zip(numbers, names, strict=True):
                if number not in self.spelled:
                    self.spelled[number] = name
            counted = np.frombuffer(lines, np.int64)
            starts = np.frombuffer(begins, np.int64) + begin + marked
            columns[0].append(np.array(numbers, np.int32))
            columns[1].append(starts)
            columns[2].append(np.append(starts[1:], begin + len(block))[: len(starts)])
            columns[3].append(line + np.cumsum(counted) - counted)
            begin += len(block)
            line += int(counted.sum())
        self.channels, self._begins, self._ends, self._lines = map(np.concatenate, columns)
        self.definitions = b"".join(definitions)
        if self.definitions and not self.definitions.endswith(b"\n"):
            self.definitions += b"\n"
        self.spelled.pop(-1, None)

    def sizes(self, number: int) -> np.ndarray[Any, Any]:
        """The bytes of each of so many channels."""
        scored = self.channels >= 0
        sizes = (self._ends - self._begins)[scored]
        return np.bincount(self.channels[scored], sizes, number).astype(np.int64)

    def divided(self, part_of: np.ndarray[Any, Any], parts: int) -> list[np.ndarray[Any, Any]]:
        """The runs of each part; `part_of` has the part of each channel, -1 for one that is left out."""
        part_of_line = np.where(self.channels >= 0, part_of[self.channels], -1)
        order = np.argsort(part_of_line, kind="stable")
        bounds = np.searchsorted(part_of_line[order], np.arange(parts + 1))
        return [order[first:last] for first, last in pairwise(bounds)]

    def pieces(self, channels: Sequence[int], number: int, size: int) -> Iterator[Piece]:
        """The lines of some of so many channels, in pieces of about so many bytes."""
        sizes = np.zeros(number, np.int64)
        part_of = np.full(number, -1)
        if len(channels):
            sizes[list(channels)] = self.sizes(number)[list(channels)]
            part_of[list(channels)] = ((np.cumsum(sizes) - sizes) // size)[list(channels)]
        for runs in self.divided(part_of, int(part_of.max(initial=-1)) + 1):
            if len(runs):
                yield self.read(runs)

    def read(self, runs: np.ndarray[Any, Any]) -> Piece:
        """The lines of some runs, after the definitions of labels of the whole file.

        A comment stands where other channels were left out: it ends a run of rows, as these do.
        """
        pieces, first, lines = [self.definitions], [], []
        line = 1 + self.definitions.count(b"\n")
        begins, ends = self._begins[runs], self._ends[runs]
        apart = np.flatnonzero(begins[1:] != ends[:-1]) + 1
        starts = [0, *apart.tolist()] if len(runs) else []
        stops = [*apart.tolist(), len(runs)]
        with open(self._path, "rb") as file:
            for start, stop in zip(starts, stops, strict=False):
                if start:
                    pieces.append(_SEPARATE)
                    line += 1
                file.seek(int(begins[start]))
                data = file.read(int(ends[stop - 1] - begins[start]))
                first.append(line)
                lines.append(int(self._lines[runs[start]]))
                pieces.append(data if data.endswith(b"\n") else data + b"\n")
                line += pieces[-1].count(b"\n")
        return Piece(b"".join(pieces), first or [1], lines or [1])


def _begin_of(path: str, size: int) -> bytes:
    with open(path, "rb") as file:
        return file.read(size)
