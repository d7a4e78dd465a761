"""Reading of pairs: the words of both sides of an utterance, in a row where they are plain, else as lattices."""

from __future__ import annotations

from scoring._core.python.lattice import Lattice
from scoring._core.python.lexicon import Lexicon
from scoring._core.python.network import Network
from scoring._core.python.reader import Reader
from scoring._core.python.rules import NO_ASCII
from scoring._core.python.words import Choice, Graph, words_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scoring._core.python.origin import Origin
    from scoring._core.python.words import Sequence, TextWord


class Pair:
    """The words of both sides of an utterance by number; lattices, where they are more than words in a row."""

    __slots__ = ("hyp", "lattices", "ref")

    def __init__(self, ref: list[TextWord], hyp: list[TextWord], lattices: tuple[Lattice, Lattice] | None) -> None:
        self.ref = ref
        self.hyp = hyp
        self.lattices = lattices

    def passes_all(self) -> bool:
        """Whether there is one way through either side, and each of its words takes part in a step."""
        if any(word.null or word.optional for words in (self.ref, self.hyp) for word in words):
            return False
        return self.lattices is None or all(lattice.is_linear() for lattice in self.lattices)


class PairReader:
    """Reads the texts of both sides of an utterance."""

    __slots__ = ("_hyp", "_lexicon", "_origin", "_ref", "_rules")

    def __init__(self, origin: Origin) -> None:
        self._origin = origin
        self._rules = rules = origin.rules
        cut = 0 if rules.ascii_too else NO_ASCII
        self._ref = Reader(rules, cut if rules.segment == 2 else -1 if rules.segment else rules.characters)
        self._hyp = Reader(rules, cut if rules.segment == 1 else -1 if rules.segment else rules.characters)
        self._lexicon = Lexicon(rules.lexicon, rules.charset) if rules.segment else None

    def read(self, i: int) -> Pair:
        """The words of both sides."""
        ref, hyp = self._origin.items(i)
        one = self._ref.read(self._origin.ref, ref)
        # With -S algo2 the reference forgets to fold the hypothesis of a trn file.
        two = self._hyp.read(self._origin.hyp, hyp, keep_case=self._rules.segment == 2)
        if not isinstance(one, Graph) and not isinstance(two, Graph) and self._is_simple(one) and self._is_simple(two):
            return Pair(_row(self._ref, one), _row(self._hyp, two), None)
        lattices = self._lattice(self._ref, one), self._lattice(self._hyp, two)
        return Pair(lattices[0].words, lattices[1].words, lattices)

    def notices(self) -> list[bytes]:
        """The messages of the reference since the last call."""
        found = [*self._ref.notices, *self._hyp.notices]
        self._ref.notices.clear()
        self._hyp.notices.clear()
        return found

    def _is_simple(self, sequence: Sequence) -> bool:
        rules = self._rules
        if rules.times or rules.weights is not None or rules.segment:
            return False
        # Cut into characters, a word with one of these can be more than a row of words.
        special = b"@{" if rules.characters >= 0 else b""
        return not any(
            isinstance(item, Choice) or item.null or any(byte in item.value for byte in special) for item in sequence
        )

    def _lattice(self, reader: Reader, words: Sequence | Graph) -> Lattice:
        network = Network(words)
        if reader.characters < 0:
            return Lattice(network, network.made)
        network.spell(reader)
        if self._lexicon is not None:
            network.combine(self._lexicon)
        return Lattice(network, network.arcs())


def _row(reader: Reader, sequence: Sequence) -> list[TextWord]:
    row: list[TextWord] = []
    for word in words_in(sequence):
        pieces = reader.pieces(word) if reader.characters >= 0 else None
        row.extend([word] if pieces is None else words_in(pieces))
    return row
