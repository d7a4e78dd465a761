"""Segments with times (stm), read as leniently as the reference reads them."""

from __future__ import annotations

from struct import pack

from ...... import core
from .. import Failure
from ..rows import whole_lines
from .broken_ids import size_of_character
from .ctm import NO_NUMBERS, Stop, too_short
from .errors import bad_text
from .fields import is_plain, numbers, numbers_of, single_precision, split_characters, without_nul
from .labels import BEGINNINGS, half_mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeVar

    from .job import Job
    from .labels import Definitions

    Value = TypeVar("Value")
    # Fields before the text, and the text.
    Fields = tuple[list[bytes], bytes]

_WHITE = b" \t\n\v\f\r"
_EXPECTED = b"expected file channel speaker begin end [<label>] text"
# A segment is not scored if its text has either of these words, in either case and anywhere.
IGNORE_MARKS = (b"IGNORE_TIME_SEGMENT_IN_SCORING", b"IGNORETIMESEGMENTINSCORING")


class Stm:
    """Segments of a file, up to the one at which reading stops."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.files: list[bytes] = []
        self.channels: list[bytes] = []
        self.speakers: list[bytes] = []
        self.begin = self.end = NO_NUMBERS
        self.labels: list[bytes] = []
        self.texts: list[bytes] = []
        # Lines that begin with one comment mark: the numbers of the segments that they become, and the lines.
        self.warnings: list[tuple[int, bytes]] = []
        self.ignores = True  # True if a text may have an ignore mark
        self.stop: Stop | None = None

    def __len__(self) -> int:
        return len(self.texts)


def read(path: bytes, data: bytes, charset: core.Charset, *, encoding: str, sensitive: bool) -> Stm:
    """Read all segments of a file."""
    reader = _Reader(path, data, charset, encoding, sensitive)
    reader.read(data)
    return reader.stm


def chosen(column: Sequence[Value], segments: Sequence[int]) -> Sequence[Value]:
    """The values of these segments: the column itself where they are all there are."""
    return column if len(segments) == len(column) else [column[segment] for segment in segments]


class _Reader:
    def __init__(self, path: bytes, data: bytes, charset: core.Charset, encoding: str, sensitive: bool) -> None:
        self._path = path
        self._charset = charset
        self._encoding = encoding
        self._sensitive = sensitive
        self._begins: list[bytes] = []
        self._ends: list[bytes] = []
        self._raw_lines: list[bytes] | None = None
        self.stm = Stm(data)

    def read(self, data: bytes) -> None:
        """Read all lines."""
        if is_plain(data, self._encoding):
            folded = self._charset.fold(data)
            self.stm.ignores = any(self._charset.fold(mark) in folded for mark in IGNORE_MARKS)
            if b"\0" not in data and self._read_rows(data if self._sensitive else folded):
                return
        self._read_lines(data)
        self.stm.begin, self.stm.end = _times(self._begins), _times(self._ends)

    def _read_rows(self, text: bytes) -> bool:
        """Read plain lines at once; False where a line needs a closer look."""
        last = text[text.rfind(b"\n") + 1 :]
        # To the reference, a last line without newline is always data.
        if last and (last[:1] in (b";", b"*") or not last.strip(_WHITE)):
            return False
        rows = core.stm_rows(text)
        if rows is None:
            return False
        stm = self.stm
        stm.files, stm.channels, stm.speakers, stm.labels, stm.texts = map(rows.column, (0, 1, 2, 5, 6))
        stm.begin, stm.end = (memoryview(numbers_of(rows, field, single=True)).cast("d") for field in (3, 4))
        return True

    def _passes_over(self, line: bytes, number: int) -> bool:
        """True if a line (without its newline) is a comment or empty; keeps a warning about half a comment mark."""
        mark = line[:1]
        if mark in (b";", b"*"):
            if line[1:2] == mark:
                return True
            # As in the file, although another text is used.
            self.stm.warnings.append((len(self.stm), self._raw_line(number)))
        return not line.strip(_WHITE)

    def _raw_line(self, number: int) -> bytes:
        if self._raw_lines is None:
            self._raw_lines = whole_lines(self.stm.data)
        return without_nul(self._raw_lines[number])

    def _add(self, head: Sequence[bytes], label_and_text: tuple[bytes, bytes]) -> None:
        stm = self.stm
        file, channel, speaker, begin, end = head
        stm.files.append(file)
        stm.channels.append(channel)
        stm.speakers.append(speaker)
        self._begins.append(begin)
        self._ends.append(end)
        stm.labels.append(label_and_text[0])
        stm.texts.append(label_and_text[1])

    def _stop_at(self, head: Sequence[bytes], line: bytes, number: int) -> None:
        self.stm.stop = Stop(too_short(self._path, line, number + 1, len(head), _EXPECTED))

    # --- line by line --------------------------------------------------------------------------

    def _read_lines(self, data: bytes) -> None:
        every = data.split(b"\n")
        last = len(every) - 1
        for number, line in enumerate(every):
            line = without_nul(line)
            if self._passes_over(line, number) if number < last else not line:
                continue
            try:
                head, rest = self._odd_fields(self._raw_line(number))
                if len(head) == 5:
                    self._add(head, self._odd_label_and_text(rest))
                    continue
            except core.TextError as error:
                self.stm.stop = Stop(bad_text(error))
            except Failure as failure:
                self.stm.stop = Stop(failure)
            else:
                self._stop_at(head, line, number)
            return

    def _odd_fields(self, line: bytes) -> Fields:
        begin = len(line) - len(line.lstrip(_WHITE))
        if self._encoding == "utf-8" and begin < len(line):
            # The reference first asks whether a line is empty; its first character must be whole.
            size_of_character(line, begin)
        if not self._sensitive:
            line = self._charset.fold(line)
        return split_characters(line, 5, self._encoding)

    def _odd_label_and_text(self, rest: bytes) -> tuple[bytes, bytes]:
        first, behind = split_characters(rest, 1, self._encoding)
        if not first:
            return b"", b""
        if first[0][:1] != b"<":
            return b"", rest.rstrip(b"\n")
        split_characters(behind, 1, self._encoding)  # the first word is tested too
        return first[0], behind.rstrip(b"\n")


def _times(column: list[bytes]) -> memoryview[float]:
    return memoryview(pack(f"{len(column)}d", *single_precision(numbers(column)))).cast("d")


# --- comments of stm and ctm files, with their definitions of labels and categories ----------------------


def read_comments(data: bytes, definitions: Definitions, job: Job) -> None:
    """Read the definitions of a file and print the messages about them; fails at a broken character."""
    for line in _comment_lines(data):
        line = without_nul(line)
        if line[1:2] != b";":
            job.streams.error(half_mark(line))
            continue
        if job.command.encoding == "utf-8" and not line.isascii():
            for beginning in BEGINNINGS:
                _compare(line, beginning)
        job.streams.out(definitions.read(line))


def _comment_lines(data: bytes) -> Iterator[bytes]:
    place = 0 if data[:1] == b";" else data.find(b"\n;") + 1
    while place or data[:1] == b";":
        end = data.find(b"\n", place) + 1 or len(data)
        yield data[place:end]
        place = end if data[end : end + 1] == b";" else data.find(b"\n;", end) + 1
        if place == 0:
            return


def _compare(line: bytes, beginning: bytes) -> None:
    """Compare character by character as the reference does; fails at a broken character."""
    for place, byte in enumerate(line[: len(beginning)]):
        size_of_character(line, place)
        if byte != beginning[place]:
            return
