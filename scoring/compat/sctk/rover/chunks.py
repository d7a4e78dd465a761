"""Where the words of several systems are cut: where all of them are silent."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scoring.compat.sctk.rover.words import Words

# The first system must be silent for more than so many seconds.
SILENCE = 1.0


def next_chunk(systems: list[Words]) -> list[int] | None:
    """The last row of the next chunk in each system; None if no words of this file and channel are left.

    Every system that has words left gives at least one to a chunk, whether it fits or not.
    """
    first = systems[0]
    place = first.start - 1
    while (place := first.silent(place + 1, SILENCE)) <= first.stop:
        found = _shared(systems, place)
        if found is not None:
            return found
    return [words.stop for words in systems] if any(words.more() for words in systems) else None


def _shared(systems: list[Words], place: int) -> list[int] | None:
    """The last rows before a silence of the first system, if all others are silent within it."""
    found = [place]
    begin, end = systems[0].gap(place)
    for words in systems[1:]:
        if not words.more():
            found.append(words.start)
            continue
        own = words.silent_within(begin, end)
        if own > words.stop:
            return None
        found.append(own)
        silence = words.gap(own)
        begin, end = max(begin, silence[0]), min(end, silence[1])
    return found
