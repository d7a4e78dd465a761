"""Reading of pairs: the words of both sides of an utterance, in a row where they are plain, else as lattices."""

from __future__ import annotations

from .lattice import Network
from .lattice_aligner import Lattice
from .lexicon import Lexicon
from .reader import Reader
from .rules import NO_ASCII, Rules
from .words import Choice, words_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .side import Side
    from .words import Sequence, TextWord


class Pair:
    """The words of both sides of an utterance; lattices, where they are more than words in a row.

    `notices` are the messages of the reference while it reads them.
    """

    def __init__(
        self, ref: list[TextWord], hyp: list[TextWord], lattices: tuple[Lattice, Lattice] | None, notices: list[bytes]
    ) -> None:
        self.ref = ref
        self.hyp = hyp
        self.lattices = lattices
        self.notices = notices


class PairReader:
    """Reads the texts of both sides of utterances."""

    def __init__(self, rules: Rules, ref: Side, hyp: Side) -> None:
        refs = hyps = rules.characters
        if rules.segment:
            # One side is cut into characters, from which words of the other side are built.
            whole_words, characters = -1, 0 if rules.ascii_too else NO_ASCII
            refs, hyps = (whole_words, characters) if rules.segment == 1 else (characters, whole_words)
        self._refs = _SideReader(rules, ref, refs)
        # With -S algo2 the reference forgets to fold the hypothesis of a trn file.
        self._hyps = _SideReader(rules, hyp, hyps, keep_case=rules.segment == 2)

    def read(self, place: int) -> Pair:
        """The words of an item of both sides."""
        ref, hyp = self._refs.sequence(place), self._hyps.sequence(place)
        if self._refs.is_simple(ref) and self._hyps.is_simple(hyp):
            refs, hyps = self._refs.row(ref), self._hyps.row(hyp)
            return Pair(refs, hyps, None, self._refs.take_notices() + self._hyps.take_notices())
        lattices = self._refs.lattice(ref), self._hyps.lattice(hyp)
        notices = self._refs.take_notices() + self._hyps.take_notices()
        return Pair(lattices[0].words, lattices[1].words, lattices, notices)


class _SideReader:
    """Reads the items of one side."""

    def __init__(self, rules: Rules, side: Side, characters: int, keep_case: bool = False) -> None:
        self._rules = rules
        self._side = side
        self._reader = Reader(rules, characters)
        self._keep_case = keep_case
        self._lexicon = Lexicon(rules.lexicon, rules.charset) if rules.segment else None

    def sequence(self, place: int) -> Sequence:
        """The words and alternations of an item."""
        return self._reader.read(self._side.items[place], self._keep_case)

    def is_simple(self, sequence: Sequence) -> bool:
        """Whether a sequence is words in a row, which need no network."""
        rules = self._rules
        if rules.times or rules.weights is not None or rules.segment:
            return False
        # Cut into characters, a word with one of these can be more than a row of words.
        special = b"@{" if rules.characters >= 0 else b""
        for item in sequence:
            if isinstance(item, Choice) or item.null or item.wild:
                return False
            if not item.literal and any(byte in item.value for byte in special):
                return False
        return True

    def row(self, sequence: Sequence) -> list[TextWord]:
        """The words of a simple sequence, cut into characters if the rules say so."""
        row: list[TextWord] = []
        for word in words_in(sequence):
            pieces = self._reader.pieces(word) if self._reader.characters >= 0 else None
            row.extend([word] if pieces is None else words_in(pieces))
        return row

    def lattice(self, sequence: Sequence) -> Lattice:
        """The words of a sequence as a lattice."""
        network = Network(sequence)
        if self._reader.characters < 0:
            return Lattice(network, network.made)
        network.spell(self._reader)
        if self._lexicon is not None:
            network.combine(self._lexicon)
        return Lattice(network, network.arcs())

    def take_notices(self) -> list[bytes]:
        """The messages since the last call."""
        notices = list(self._reader.notices)
        self._reader.notices.clear()
        return notices
