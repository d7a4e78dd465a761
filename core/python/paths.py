"""Paths: the alignments of single utterances, and their packed form, which takes about two bits a step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .packing import Packer, Unpacker, damaged, folded, unfolded
from .pair_reader import Pair
from .rules import Rules
from .words import Arcs, Slot

_OPERATIONS = "CSDI"
_MANY_WORDS = 100000


class Path:
    """The alignment of one utterance: slots, and the words of the texts that they align.

    The words mostly follow each other; then `arcs` is None.
    """

    __slots__ = ("arcs", "slots")

    def __init__(self, slots: list[Slot], arcs: list[Arcs] | None = None) -> None:
        self.slots = slots
        self.arcs = arcs
        if arcs is not None and not any(_unexpected([slot[0] for slot in slots], arcs)):
            self.arcs = None

    def pack(self, out: Packer) -> None:
        """Write the number of steps, their operations in two bits each, and the arcs that are not the expected ones."""
        operations = [slot[0] for slot in self.slots]
        out.number(len(operations))
        for start in range(0, len(operations), 4):
            codes = map(_OPERATIONS.index, operations[start : start + 4])
            out.byte(sum(code << 2 * place for place, code in enumerate(codes)))
        unexpected = [] if self.arcs is None else list(_unexpected(operations, self.arcs))
        out.number(len(unexpected))
        before = -1
        for place, arcs, (ref, hyp) in unexpected:
            out.number(place - before - 1)
            before = place
            if operations[place] != "I":
                out.number(folded(arcs[0] - ref) + 1 if arcs[0] else 0)
            if operations[place] != "D":
                out.number(folded(arcs[1] - hyp) + 1 if arcs[1] else 0)


class _Expected:
    """The arcs that come next if words follow each other."""

    __slots__ = ("hyp", "ref")

    def __init__(self) -> None:
        self.ref = self.hyp = 1

    def arcs(self, operation: str) -> Arcs:
        """The arcs of the next step."""
        return (0 if operation == "I" else self.ref, 0 if operation == "D" else self.hyp)

    def pass_by(self, arcs: Arcs) -> None:
        """Go on behind a step."""
        self.ref = arcs[0] + 1 if arcs[0] else self.ref
        self.hyp = arcs[1] + 1 if arcs[1] else self.hyp


def _unexpected(operations: Sequence[str], arcs: Sequence[Arcs]) -> Iterator[tuple[int, Arcs, Arcs]]:
    """The steps whose arcs are not the expected ones: place, arcs, and the arcs that would come next."""
    expected = _Expected()
    for place, (operation, actual) in enumerate(zip(operations, arcs, strict=True)):
        if actual != expected.arcs(operation):
            yield place, actual, (expected.ref, expected.hyp)
        expected.pass_by(actual)


def unpacked(data: Unpacker, pair: Pair, rules: Rules) -> list[tuple[str, Arcs]]:
    """Operations and arcs of a packed path through these words."""
    size = data.number()
    packed = data.some((size + 3) // 4)
    if size % 4 and packed[-1] >> 2 * (size % 4):
        raise damaged()
    operations = [_OPERATIONS[packed[k // 4] >> 2 * (k % 4) & 3] for k in range(size)]
    deleted, inserted = operations.count("D"), operations.count("I")
    fits = size - inserted == len(pair.ref) and size - deleted == len(pair.hyp)
    many = len(pair.ref) + len(pair.hyp) > _MANY_WORDS
    unreached = size == 0 and (rules.times or rules.weights is not None or many)  # all ways are too dear
    unexpected = data.count(2)
    if pair.passes_all() and ((not fits and not unreached) or (unexpected and not rules.sort_times)):
        raise damaged()
    return _with_arcs(data, operations, unexpected, (len(pair.ref), len(pair.hyp)))


def _with_arcs(data: Unpacker, operations: list[str], unexpected: int, last: Arcs) -> list[tuple[str, Arcs]]:
    """The operations with their arcs, so many of which are not the expected ones."""
    following = data.number() if unexpected else -1
    expected = _Expected()
    operations_with_arcs = []
    for place, operation in enumerate(operations):
        arcs = expected.arcs(operation)
        if place == following:
            arcs = (
                _unpacked_arc(data, expected.ref) if operation != "I" else 0,
                _unpacked_arc(data, expected.hyp) if operation != "D" else 0,
            )
            unexpected -= 1
            following = data.number() + place + 1 if unexpected else -1
        if not _is_possible(operation, arcs, last):
            raise damaged()
        operations_with_arcs.append((operation, arcs))
        expected.pass_by(arcs)
    if unexpected:
        raise damaged()
    return operations_with_arcs


def _unpacked_arc(data: Unpacker, expected: int) -> int:
    code = data.number()
    arc = expected + unfolded(code - 1)
    if code and arc < 1:
        raise damaged()
    return arc if code else 0


def _is_possible(operation: str, arcs: Arcs, last: Arcs) -> bool:
    """Whether words have these numbers; beside an optional word there may be none."""
    if arcs[0] > last[0] or arcs[1] > last[1]:
        return False
    if operation == "C":
        return any(arcs)
    return (operation == "I" or arcs[0] > 0) and (operation == "D" or arcs[1] > 0)
