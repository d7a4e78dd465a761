"""Reading of pairs: the words of both sides of an utterance, in a row where they are plain, else as lattices."""

from __future__ import annotations

from .lattice import Network
from .lattice_aligner import Lattice
from .lexicon import Lexicon
from .origin import Origin
from .reader import Reader
from .rules import NO_ASCII, Rules
from .side import Side
from .words import Choice, Graph, Sequence, TextWord, words_in


class Pair:
    """The words of both sides of an utterance by number; lattices, where they are more than words in a row."""

    __slots__ = ("hyp", "lattices", "ref")

    def __init__(self, ref: list[TextWord], hyp: list[TextWord], lattices: tuple[Lattice, Lattice] | None) -> None:
        self.ref = ref
        self.hyp = hyp
        self.lattices = lattices

    def passes_all(self) -> bool:
        """Whether there is one way through either side, and each of its words takes part in a step."""
        if any(word.null or word.optional or word.wild for words in (self.ref, self.hyp) for word in words):
            return False
        return self.lattices is None or all(lattice.is_linear() for lattice in self.lattices)


class PairReader:
    """Reads the texts of both sides of an utterance; texts that several utterances share are read once."""

    __slots__ = ("_hyps", "_origin", "_refs")

    def __init__(self, origin: Origin) -> None:
        self._origin = origin
        rules = origin.rules
        cut = 0 if rules.ascii_too else NO_ASCII
        shared = origin.pairs is not None
        self._refs = _SideReader(
            rules, origin.ref, cut if rules.segment == 2 else -1 if rules.segment else rules.characters, shared
        )
        # With -S algo2 the reference forgets to fold the hypothesis of a trn file.
        self._hyps = _SideReader(
            rules,
            origin.hyp,
            cut if rules.segment == 1 else -1 if rules.segment else rules.characters,
            shared,
            keep_case=rules.segment == 2,
        )

    def read(self, i: int) -> Pair:
        """The words of both sides."""
        a, b = self._origin.items(i)
        refs, hyps = self._refs, self._hyps
        if refs.is_simple(a) and hyps.is_simple(b):
            return Pair(refs.row(a), hyps.row(b), None)
        ref, hyp = refs.lattice(a), hyps.lattice(b)
        return Pair(ref.words, hyp.words, (ref, hyp))

    def notices(self, i: int) -> list[bytes]:
        """The messages of the reference while it read an utterance."""
        a, b = self._origin.items(i)
        return self._refs.item(a).notices + self._hyps.item(b).notices


class _Item:
    """An item of a side, in all forms that it has been read in."""

    __slots__ = ("lattice", "notices", "row", "words")

    def __init__(self, words: Sequence | Graph) -> None:
        self.words = words
        self.row: list[TextWord] | None = None
        self.lattice: Lattice | None = None
        self.notices: list[bytes] = []


class _SideReader:
    """Reads the items of one side, each once if it is `shared`."""

    __slots__ = ("_items", "_keep_case", "_lexicon", "_reader", "_rules", "_shared", "_side")

    def __init__(self, rules: Rules, side: Side, characters: int, shared: bool, keep_case: bool = False) -> None:
        self._rules = rules
        self._side = side
        self._reader = Reader(rules, characters)
        self._keep_case = keep_case
        self._lexicon = Lexicon(rules.lexicon, rules.charset) if rules.segment else None
        self._shared = shared
        self._items: dict[int, _Item] = {}

    def item(self, i: int) -> _Item:
        """An item, read now or before."""
        item = self._items.get(i)
        if item is None:
            if not self._shared:
                self._items.clear()
            item = self._items[i] = _Item(self._reader.read(self._side, i, self._keep_case))
            self._take_notices(item)
        return item

    def is_simple(self, i: int) -> bool:
        """Whether an item is words in a row."""
        rules, words = self._rules, self.item(i).words
        if rules.times or rules.weights is not None or rules.segment or rules.overlap or isinstance(words, Graph):
            return False
        # Cut into characters, a word with one of these can be more than a row of words.
        special = b"@{" if rules.characters >= 0 else b""
        return not any(
            isinstance(item, Choice)
            or item.null
            or item.wild
            or (not item.literal and any(byte in item.value for byte in special))
            for item in words
        )

    def row(self, i: int) -> list[TextWord]:
        """The words of a simple item."""
        item = self.item(i)
        if item.row is None and not isinstance(item.words, Graph):
            item.row = []
            for word in words_in(item.words):
                pieces = self._reader.pieces(word) if self._reader.characters >= 0 else None
                item.row.extend([word] if pieces is None else words_in(pieces))
            self._take_notices(item)
        return item.row or []

    def lattice(self, i: int) -> Lattice:
        """The words of an item as a lattice."""
        item = self.item(i)
        if item.lattice is None:
            network = Network(item.words)
            if self._reader.characters < 0:
                item.lattice = Lattice(network, network.made)
            else:
                network.spell(self._reader)
                if self._lexicon is not None:
                    network.combine(self._lexicon)
                item.lattice = Lattice(network, network.arcs())
            self._take_notices(item)
        return item.lattice

    def _take_notices(self, item: _Item) -> None:
        item.notices += self._reader.notices
        self._reader.notices.clear()
