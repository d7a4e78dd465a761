"""Comment lines of stm and ctm files, with their definitions of labels and categories."""

from __future__ import annotations

from .broken_ids import size_of_character
from .fields import without_nul
from .labels import BEGINNINGS, half_mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .job import Job
    from .labels import Definitions


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
