"""The vote: which word of each slot is written, and how."""

from __future__ import annotations

from math import copysign, isnan

from scoring.aligners import voting
from scoring.compat.sctk import Failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scoring.compat.sctk.rover.command_line import Command

NOTHING = b"@"
_MOST_WORDS = 49

Arc = tuple[bytes, float, float, float, bytes]
Candidate = voting.Candidate[bytes, bytes]


def row(candidate: Candidate, place: bytes) -> bytes:
    """A row of ctm with mean times and confidence."""
    count = candidate.count
    numbers = candidate.begin / count, (candidate.end - candidate.begin) / count, candidate.confidence / count
    return place + b" %.3f %.3f " % numbers[:2] + candidate.value + b" %.6f\n" % numbers[2]


def _by_mean(candidate: Candidate, total: float) -> float:
    return candidate.confidence / candidate.count


def _by_highest(candidate: Candidate, total: float) -> float:
    return candidate.highest


_MEASURES: dict[bytes, Callable[[Candidate, float], float]] = {
    b"meth1": _by_mean,
    b"meth1a": _by_mean,
    b"oracle": _by_mean,
    b"maxconf": _by_highest,
    b"maxconfa": _by_highest,
}


def winner(found: list[Candidate], arcs: Sequence[Arc], command: Command) -> Candidate:
    """The candidate with the highest score, the first of several."""
    alpha, count = command.alpha, len(arcs)
    total = 0.0
    for arc in arcs:
        total += arc[3]

    def score(candidate: Candidate) -> float:
        share = alpha * (candidate.count / count)
        if command.method == b"avgconf":
            # Confidences whose sum is 0 have no shares.
            from scoring.stats.single import quotient

            return share + quotient((1.0 - alpha) * candidate.confidence, total)
        return share + (1.0 - alpha) * _MEASURES[command.method](candidate, total)

    best = voting.best(found, score)
    if best is None:
        raise Failure(b"Error: No best word found\n")
    return best


def _number(value: float) -> bytes:
    """A number as printf shows it, NaN with its sign."""
    return b"-nan" if isnan(value) and copysign(1.0, value) < 0 else b"%f" % value


def written(arcs: Sequence[Arc], place: tuple[bytes, bytes], command: Command) -> Iterator[bytes]:
    """The output for one slot."""
    if command.method == b"putat":
        yield b"<putative_tag file=%b chan=%b >\n" % place
        for value, begin, end, confidence, name in arcs:
            yield b'   <attrib tag="%b" t1="%b" t2="%b" ' % (value, _number(begin), _number(end))
            yield b'conf="%b" tag1="%b">\n' % (_number(confidence), name)
        yield b"</putative_tag >\n"
        return
    where = b" ".join(place)
    found = voting.candidates(arcs)
    if len(found) > _MOST_WORDS:
        raise Failure(b"Error: Too many words in print_linear\n")
    best = winner(found, arcs, command)
    if command.method != b"oracle":
        if best.value != NOTHING:
            yield row(best, where)
        return
    if len(found) == 1:
        yield row(best, where)
        return
    yield where + b" * * <ALT_BEGIN>\n"
    for number, candidate in enumerate(found, 1):
        yield row(candidate, where)
        yield where + (b" * * <ALT_END>\n" if number == len(found) else b" * * <ALT>\n")
