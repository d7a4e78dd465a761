"""Alignment of two sides, one utterance after the other."""

from __future__ import annotations

from scoring._core.python.batch import Batch
from scoring._core.python.lattice import Lattice, align_networks
from scoring._core.python.lexicon import Lexicon
from scoring._core.python.network import Network
from scoring._core.python.plain import align_rows
from scoring._core.python.reader import Reader
from scoring._core.python.rules import NO_ASCII
from scoring._core.python.words import EMPTY_WORD, Choice, same, words_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scoring._core.python.costs import Step
    from scoring._core.python.rules import Rules
    from scoring._core.python.sides import Side
    from scoring._core.python.words import Sequence, Slot, TextWord

# The reference prints this (so spelled) when it pairs two null words.
NULLS_NOTICE = b"substition of to nulls\n"


def align(rules: Rules, ref: Side, hyp: Side, threads: int = 1) -> Batch:
    """Aligns the utterances of two sides, one with one.

    >>> from scoring._core.python import Charset, Rules, texts
    >>> rules = Rules(Charset("ascii", {}, {}))
    >>> batch = align(rules, texts(["a b c"]), texts(["A x c d"]))
    >>> "".join(op for op, _, _ in batch.slots(0))
    'CSCI'
    """
    if len(ref) != len(hyp):
        raise ValueError(f"{len(ref)} references, but {len(hyp)} hypotheses")
    aligner = Aligner(rules)
    return Batch(rules.charset, rules.sensitive, [aligner.path(ref, hyp, i) for i in range(len(ref))], aligner.notices)


class Aligner:
    """Aligns one utterance after the other."""

    __slots__ = ("_hyp", "_lexicon", "_ref", "_rules", "notices")

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.notices: list[tuple[int, str, bytes]] = []
        cut = 0 if rules.ascii_too else NO_ASCII
        self._ref = Reader(rules, cut if rules.segment == 2 else -1 if rules.segment else rules.characters)
        self._hyp = Reader(rules, cut if rules.segment == 1 else -1 if rules.segment else rules.characters)
        self._lexicon = Lexicon(rules.lexicon, rules.charset) if rules.segment else None

    def path(self, ref: Side, hyp: Side, i: int) -> list[Slot]:
        """The alignment of utterance i."""
        words_a = self._ref.read(ref, i)
        # With -S algo2 the reference forgets to fold the hypothesis of a trn file.
        words_b = self._hyp.read(hyp, i, keep_case=self._rules.segment == 2)
        for reader in (self._ref, self._hyp):
            self.notices.extend((i, "stderr", notice) for notice in reader.notices)
            reader.notices.clear()
        if self._is_simple(words_a) and self._is_simple(words_b):
            steps = align_rows(self._rules, self._row(self._ref, words_a), self._row(self._hyp, words_b))
        else:
            steps = align_networks(self._rules, self._lattice(self._ref, words_a), self._lattice(self._hyp, words_b))
        path = self._slots(steps, i)
        if self._rules.sort_times:
            _sort_times(path)
        return path

    def _is_simple(self, sequence: Sequence) -> bool:
        rules = self._rules
        if rules.times or rules.weights is not None or rules.segment:
            return False
        # Cut into characters, a word with one of these can be more than a row of words.
        special = b"@{" if rules.characters >= 0 else b""
        return not any(
            isinstance(item, Choice) or item.null or any(byte in item.value for byte in special) for item in sequence
        )

    def _row(self, reader: Reader, sequence: Sequence) -> list[TextWord]:
        row: list[TextWord] = []
        for word in words_in(sequence):
            pieces = reader.pieces(word) if reader.characters >= 0 else None
            row.extend([word] if pieces is None else words_in(pieces))
        return row

    def _lattice(self, reader: Reader, sequence: Sequence) -> Lattice:
        network = Network(sequence)
        if reader.characters >= 0:
            network.spell(reader)
            if self._lexicon is not None:
                network.combine(self._lexicon)
        return Lattice(network)

    def _slots(self, steps: list[Step], i: int) -> list[Slot]:
        path: list[Slot] = []
        for a, b in steps:
            if a is not None and b is not None:
                if a.null and b.null:
                    self.notices.append((i, "stdout", NULLS_NOTICE))
                else:
                    path.append(("C" if same(a, b) else "S", a.public(), b.public()))
            elif a is not None:
                if a.optional:
                    path.append(("C", a.public(), EMPTY_WORD))
                elif not a.null:
                    path.append(("D", a.public(), None))
            elif b is not None:
                if b.optional:
                    path.append(("C", EMPTY_WORD, b.public()))
                elif not b.null:
                    path.append(("I", None, b.public()))
        return path


def _sort_times(path: list[Slot]) -> None:
    """Sorts every run of insertions and deletions by begin time, equal ones as they are."""
    start = 0
    while start < len(path):
        end = start
        while end < len(path) and path[end][0] in "ID":
            end += 1
        path[start:end] = sorted(path[start:end], key=lambda slot: (slot[1] or slot[2] or EMPTY_WORD)[3])
        start = end + 1
