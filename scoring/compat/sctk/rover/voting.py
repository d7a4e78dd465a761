"""The vote on one file and channel: which word of each slot is written, and how."""

from __future__ import annotations

from itertools import repeat
from math import copysign, isnan
from struct import pack

from scoring import _core as core
from scoring.aligners import voting
from scoring.compat.sctk import Failure
from scoring.compat.sctk.rover.words import NO_END

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scoring.compat.sctk.rover.command_line import Command
    from scoring.compat.sctk.rover.words import Words

_NOTHING = b"@"
_SYNCHRONOUS = b"%sync%time"
# The first system must be silent for more than so many seconds where words are cut.
_SILENCE = 1.0
_MOST_WORDS = 49
_MEASURES = {
    b"meth1": voting.MEAN,
    b"meth1a": voting.MEAN,
    b"oracle": voting.MEAN,
    b"maxconf": voting.HIGHEST,
    b"maxconfa": voting.HIGHEST,
    b"avgconf": voting.SHARE,
}


def written(systems: Sequence[Words], place: tuple[bytes, bytes], command: Command) -> Iterator[bytes]:
    """The output for the file and channel at which all systems are."""
    columns = [words.columns() for words in systems]
    values = [column.values for column in columns]
    begins, ends = [column.begins for column in columns], [column.ends for column in columns]
    found = voting.Systems(values, begins, ends, [column.confidences for column in columns])
    counts = pack(f"{len(columns)}i", *[column.count for column in columns])
    pieces = core.shared_silences(begins, ends, counts, _SILENCE, NO_END)
    slots = found.slots(_kinds, timed=command.timed, pieces=pieces)
    if command.method == b"putat":
        names = [words.name for words in systems]
        return _putative(found, slots, values, b"file=%b chan=%b" % place, (names, command.null_confidence))
    every = command.method == b"oracle"
    scale = _MEASURES[command.method], command.alpha
    votes = found.votes(slots, (_NOTHING, command.null_confidence), scale, every=every)
    where = b" ".join(place)
    rows = votes.rows(where, values, _NOTHING, every=every)
    return _all_words(votes, rows, where) if every else _winners(votes, rows)


def _kinds(values: Iterable[bytes]) -> bytes:
    nothing, synchronous, plain = voting.NOTHING, voting.SYNCHRONOUS, voting.PLAIN
    return bytes(
        [nothing if value == _NOTHING else synchronous if _SYNCHRONOUS in value else plain for value in values]
    )


def _winners(votes: voting.Votes, rows: voting.Rows) -> Iterator[bytes]:
    """A row for the winner of each slot, unless that is no word."""
    if max(votes.sizes, default=0) <= _MOST_WORDS and min(votes.winners, default=0) >= 0:
        yield rows.text
        return
    following = iter(rows)
    for size, winner in zip(votes.sizes, votes.winners, strict=True):
        _check(size, winner)
        yield next(following)


def _all_words(votes: voting.Votes, rows: voting.Rows, where: bytes) -> Iterator[bytes]:
    """Rows of all words of each slot, as alternatives if there are several."""
    following = iter(rows)
    for size, winner in zip(votes.sizes, votes.winners, strict=True):
        _check(size, winner)
        if size > 1:
            yield where + b" * * <ALT_BEGIN>\n"
        for number in range(1, size + 1):
            yield next(following)
            if size > 1:
                yield where + (b" * * <ALT_END>\n" if number == size else b" * * <ALT>\n")


def _check(size: int, winner: int) -> None:
    if size > _MOST_WORDS:
        raise Failure(b"Error: Too many words in print_linear\n")
    if winner < 0:
        raise Failure(b"Error: No best word found\n")


def _putative(
    found: voting.Systems,
    slots: bytes,
    values: Sequence[Sequence[bytes]],
    where: bytes,
    others: tuple[Sequence[bytes], float],
) -> Iterator[bytes]:
    """Tags with what each system says in a slot; first the one of the first system that says something."""
    names, null_confidence = others
    begins, ends, confidences = ([memoryview(column).cast("d") for column in side] for side in found.times)
    rows = [
        list(map(_attributes, *columns, repeat(name)))
        for *columns, name in zip(values, begins, ends, confidences, names, strict=True)
    ]
    silent = _attributes(_NOTHING, 0.0, 0.0, null_confidence, b"")
    places, count = memoryview(slots).cast("i").tolist(), len(names)
    for begin in range(0, len(places), count):
        slot = places[begin : begin + count]
        shown = [own[place] if place >= 0 else silent for own, place in zip(rows, slot, strict=True)]
        shown.insert(0, shown.pop(next(number for number, place in enumerate(slot) if place >= 0)))
        yield b"<putative_tag %b >\n%b</putative_tag >\n" % (where, b"".join(shown))


def _attributes(value: bytes, begin: float, end: float, confidence: float, name: bytes) -> bytes:
    if isnan(begin) or isnan(end) or isnan(confidence):
        numbers = b't1="%b" t2="%b" conf="%b"' % (_number(begin), _number(end), _number(confidence))
    else:
        numbers = b't1="%f" t2="%f" conf="%f"' % (begin, end, confidence)
    return b'   <attrib tag="%b" %b tag1="%b">\n' % (value, numbers, name)


def _number(value: float) -> bytes:
    """A number as printf shows it, NaN with its sign."""
    return b"-nan" if isnan(value) and copysign(1.0, value) < 0 else b"%f" % value
