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
    for place in range(first.start, first.stop + 1):
        gap = first.gap(place)
        if gap[1] > gap[0] + SILENCE:
            found = _shared(systems, place, gap)
            if found is not None:
                return found
    return [words.stop for words in systems] if any(words.more() for words in systems) else None


def _shared(systems: list[Words], place: int, gap: tuple[float, float]) -> list[int] | None:
    """The last rows before a silence of the first system, if all others are silent within it."""
    found = [place]
    begin, end = gap
    for words in systems[1:]:
        if not words.more():
            found.append(words.start)
            continue
        own = words.start
        while own <= words.stop:
            silence = words.gap(own)
            if _overlap((begin, end), silence) > 0.0:
                break
            own += 1
        else:
            return None
        found.append(own)
        begin, end = max(begin, silence[0]), min(end, silence[1])
    return found


def _overlap(one: tuple[float, float], two: tuple[float, float]) -> float:
    """How long two spans overlap, as the reference measures it; negative for the distance between them."""
    return min(one[1], two[1]) - (two[0] if one[0] < two[0] else one[0])
