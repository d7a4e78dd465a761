"""Origins: the rules and texts behind a batch, and which texts its utterances align."""

from __future__ import annotations

from .packing import damaged
from .side import Side

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .packing import Packer, Unpacker
    from .rules import Rules
    from .side import Item


class Origin:
    """The rules and texts behind a batch; without `pairs`, utterance i aligns items i of both sides."""

    __slots__ = ("hyp", "pairs", "ref", "rules")

    def __init__(self, rules: Rules, ref: Side, hyp: Side, pairs: list[tuple[int, int]] | None = None) -> None:
        self.rules = rules
        self.ref = ref
        self.hyp = hyp
        self.pairs = pairs

    def __len__(self) -> int:
        return len(self.ref) if self.pairs is None else len(self.pairs)

    def items(self, i: int) -> tuple[int, int]:
        """The items that utterance i aligns."""
        return (i, i) if self.pairs is None else self.pairs[i]

    def pack(self, out: Packer) -> None:
        """Write the number of utterances, and their items as differences."""
        out.byte(self.pairs is not None)
        out.number(len(self))
        before = (0, 0)
        for pair in self.pairs or ():
            out.difference(pair[0] - before[0])
            out.difference(pair[1] - before[1])
            before = pair


def unpacked_origin(data: Unpacker, rules: Rules, ref: Side, hyp: Side) -> Origin:
    """The origin whose items a state tells."""
    paired, count = data.byte(), data.count(2)
    if paired > 1 or (not paired and not count == len(ref) == len(hyp)):
        raise damaged()
    if not paired:
        return Origin(rules, ref, hyp)
    pairs = []
    a = b = 0
    for _ in range(count):
        a, b = a + data.difference(), b + data.difference()
        if not (0 <= a < len(ref) and 0 <= b < len(hyp)):
            raise damaged()
        pairs.append((a, b))
    return Origin(rules, ref, hyp, pairs)


def gathered(utterances: Sequence[tuple[Origin, int]], model: Origin) -> Origin:
    """The origin of some utterances of others: each text once, in the order in which they come."""
    refs, hyps = _Joiner(model.ref), _Joiner(model.hyp)
    pairs = []
    for origin, i in utterances:
        a, b = origin.items(i)
        pairs.append((refs.add(origin.ref, a), hyps.add(origin.hyp, b)))
    whole = all(pair == (i, i) for i, pair in enumerate(pairs))
    return Origin(model.rules, refs.side(), hyps.side(), None if whole else pairs)


class _Joiner:
    """One side for the texts of several, each of them once."""

    __slots__ = ("_items", "_model", "_places")

    def __init__(self, model: Side) -> None:
        self._model = model
        self._items: list[Item] = []
        self._places: dict[tuple[int, int], int] = {}

    def add(self, side: Side, i: int) -> int:
        """The place of an item of a side."""
        place = self._places.setdefault((id(side), i), len(self._items))
        if place == len(self._items):
            self._items.append(side.items[i])
        return place

    def side(self) -> Side:
        """The model if it has just these items, else a new side."""
        model = self._model.items
        same = len(model) == len(self._items) and all(map(lambda a, b: a is b, model, self._items))
        return self._model if same else Side(self._items)
