"""The vote on one file and channel: which word of each slot is written, and how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from struct import pack

from ......core import compat
from .....words import vote_slots
from .. import Failure
from .command_line import Command
from .words import NO_END, Words

_NOTHING = b"@"
_SYNCHRONOUS = b"%sync%time"
# The first system must be silent for more than so many seconds where words are cut.
_SILENCE = 1.0
_MOST_WORDS = 49
# Slots whose tags are written at once.
_TAGS = 1000
_MEASURES = {
    b"meth1": vote_slots.MEAN,
    b"meth1a": vote_slots.MEAN,
    b"oracle": vote_slots.MEAN,
    b"maxconf": vote_slots.HIGHEST,
    b"maxconfa": vote_slots.HIGHEST,
    b"avgconf": vote_slots.SHARE,
}


def written(systems: Sequence[Words], place: tuple[bytes, bytes], command: Command) -> Iterator[bytes]:
    """The output for the file and channel at which all systems are."""
    columns = [words.columns() for words in systems]
    values = [column.values for column in columns]
    begins, ends = [column.begins for column in columns], [column.ends for column in columns]
    systems_of_place = vote_slots.Systems(values, begins, ends, [column.confidences for column in columns])
    counts = pack(f"{len(columns)}i", *[column.count for column in columns])
    pieces = compat.shared_silences(begins, ends, counts, _SILENCE, NO_END)
    slots = systems_of_place.slots(_kinds, timed=command.timed, pieces=pieces)
    nothing = _NOTHING, command.null_confidence
    if command.method == b"putat":
        names = [words.name for words in systems]
        size = _TAGS * len(pack("i", 0)) * len(names)
        for begin in range(0, len(slots), size):
            some = slots[begin : begin + size]
            yield compat.slot_tags(b"file=%b chan=%b" % place, names, values, systems_of_place.times, some, nothing)
        return
    every = command.method == b"oracle"
    votes = systems_of_place.votes(slots, nothing, (_MEASURES[command.method], command.alpha), every=every)
    sizes = votes.sizes.tobytes() if every else None
    yield from _checked(votes, *compat.voted_rows(b" ".join(place), values, votes.columns, _NOTHING, sizes))


def _kinds(values: Iterable[bytes]) -> bytes:
    nothing, synchronous, plain = vote_slots.NOTHING, vote_slots.SYNCHRONOUS, vote_slots.PLAIN
    return bytes(
        [nothing if value == _NOTHING else synchronous if _SYNCHRONOUS in value else plain for value in values]
    )


def _checked(votes: vote_slots.Votes, text: bytes, row_ends: bytes) -> Iterator[bytes]:
    """The rows of all slots; those before a slot that ends the run, if there is one."""
    if max(votes.sizes, default=0) <= _MOST_WORDS and min(votes.winners, default=0) >= 0:
        yield text
        return
    begin, ends = 0, iter(memoryview(row_ends).cast("q"))
    for size, winner in zip(votes.sizes, votes.winners, strict=True):
        _check(size, winner)
        end = next(ends)
        yield text[begin:end]
        begin = end


def _check(size: int, winner: int) -> None:
    if size > _MOST_WORDS:
        raise Failure(b"Error: Too many words in print_linear\n")
    if winner < 0:
        raise Failure(b"Error: No best word found\n")
