"""Error rates by speaker and system with their mean ranks, on which the tests by speaker and the graphs stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .....report.engine.numbers import summed
from .systems import System


@dataclass(frozen=True, slots=True)
class Ranks:
    """Rates (speaker by system), the ranks of systems for a speaker and of speakers for a system, and both orders."""

    speakers: tuple[bytes, ...]
    systems: tuple[bytes, ...]
    rates: tuple[tuple[float, ...], ...]
    system_ranks: tuple[tuple[float, ...], ...]
    speaker_ranks: tuple[tuple[float, ...], ...]
    system_order: tuple[int, ...]
    speaker_order: tuple[int, ...]


def ranks_of(systems: Sequence[System]) -> Ranks:
    """Rates and ranks of all systems.

    Speakers have the names that the first system gives them; the reference takes the rates of the others by place and
    not by name. The rate of a speaker whom a system lacks is undefined in the reference and 0 here.
    """
    count = max((len(system.speakers) for system in systems), default=0)
    rates = [[0.0] * len(systems) for _ in range(count)]
    for column, system in enumerate(systems):
        for row, speaker in enumerate(system.speakers):
            rates[row][column] = speaker.error_rate()
    names = [speaker.name for speaker in systems[0].speakers] if systems else []
    names += [b""] * (count - len(names))
    by_system = [mean_ranks([row[column] for row in rates])[1] for column in range(len(systems))]
    return Ranks(
        speakers=tuple(names),
        systems=tuple(system.title for system in systems),
        rates=tuple(map(tuple, rates)),
        system_ranks=tuple(tuple(mean_ranks(row)[1]) for row in rates),
        speaker_ranks=tuple(zip(*by_system, strict=True)) if by_system else (),
        system_order=tuple(mean_ranks(list(map(summed, zip(*rates, strict=True))) or [0.0] * len(systems))[0]),
        speaker_order=tuple(mean_ranks(list(map(summed, rates)))[0]),
    )


def mean_ranks(values: Sequence[float]) -> tuple[list[int], list[float]]:
    """Places of values in rising order, and for each value its rank from 1; equal values share their mean rank.

    >>> mean_ranks([3.0, 1.0, 3.0])
    ([1, 0, 2], [2.5, 1.0, 2.5])
    """
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    begin = 0
    while begin < len(order):
        end = begin + 1
        while end < len(order) and values[order[end]] == values[order[begin]]:
            end += 1
        for place in order[begin:end]:
            ranks[place] = (begin + end - 1) / 2 + 1.0
        begin = end
    return order, ranks
