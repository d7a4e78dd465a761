"""Alignment of two sides, one utterance after the other."""

from __future__ import annotations

from ..work import add_steps
from .batch import Batch
from .columns import integers
from .lattice_aligner import align_networks
from .origin import Origin, unpacked_origin
from .packing import Unpacker, damaged
from .pair_reader import PairReader
from .paths import Path, unpacked
from .plain import align_rows
from .policy import has_ends
from .side import Side
from .words import EMPTY_WORD, same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .batch import Notice
    from .costs import Step
    from .pair_reader import Pair
    from .rules import Rules
    from .words import Arcs, Slot, TextWord

# The reference prints this (so spelled) when it pairs two null words.
NULLS_NOTICE = b"substition of to nulls\n"


def align(rules: Rules, ref: Side, hyp: Side, threads: int = 1, pairs: tuple[bytes, bytes] | None = None) -> Batch:
    """Aligns the utterances of two sides, one with one, or the items of both that `pairs` (columns of int64) names.

    Texts of pairs are cut into words once, in however many pairs they are.

    >>> from array import array
    >>> from scorelite.core.python import Charset, Rules, texts
    >>> rules = Rules(Charset("ascii", {}, {}))
    >>> batch = align(rules, texts(["a b c"]), texts(["A x c d"]))
    >>> "".join(op for op, _, _ in batch.slots(0))
    'CSCI'
    >>> one_with_both = array("q", [0, 0]).tobytes(), array("q", [0, 1]).tobytes()
    >>> array("i", align(rules, texts(["a"]), texts(["b", "a"]), pairs=one_with_both).counts()).tolist()
    [0, 1, 0, 0, 1, 0, 0, 0]
    """
    if pairs is None:
        _check_numbers(len(ref), len(hyp))
        origin = Origin(rules, ref, hyp)
    else:
        columns = [_places(column, len(side)) for column, side in zip(pairs, (ref, hyp), strict=True)]
        _check_numbers(*map(len, columns))
        # Texts that no utterance aligns are not kept.
        origin = (
            Origin(rules, ref, hyp, list(zip(*columns, strict=True)))
            if columns[0]
            else Origin(rules, Side([]), Side([]))
        )
    aligner = Aligner(origin)
    return Batch(rules.charset, rules.sensitive, [aligner.path(i) for i in range(len(origin))], aligner.notices, origin)


def followed(rules: Rules, ref: Side, hyp: Side, letters: bytes, places: bytes, /) -> Batch:
    """The alignments of two sides by known steps: letters of all utterances, and the places (int64) of each.

    Networks are aligned again, for letters do not say which way they go; steps that do not fit the words are a
    ValueError.

    >>> from array import array
    >>> from scorelite.core.python import Charset, Rules, texts
    >>> rules = Rules(Charset("ascii", {}, {}))
    >>> batch = followed(rules, texts(["a b c"]), texts(["A x"]), b"CDS", array("q", [0, 3]).tobytes())
    >>> batch.operations(0), batch.pairs(0, tuple, None, None, 0)[2]
    ('CDS', ('S', 'c', 'x', None, None, None, None, None, None))
    """
    _check_numbers(len(ref), len(hyp))
    bounds = integers("q", places)
    whole = len(bounds) == len(ref) + 1 and (bounds[0], bounds[-1]) == (0, len(letters))
    if not whole or sorted(bounds) != list(bounds):
        raise ValueError("places that do not divide the letters among the utterances")
    origin = Origin(rules, ref, hyp)
    letters_of_pairs = [letters[bounds[i] : bounds[i + 1]].decode("latin-1") for i in range(len(ref))]
    aligner = Aligner(origin, letters_of_pairs)
    return Batch(rules.charset, rules.sensitive, [aligner.path(i) for i in range(len(origin))], aligner.notices, origin)


def _check_numbers(refs: int, hyps: int) -> None:
    if refs != hyps:
        raise ValueError(f"{refs} references, but {hyps} hypotheses")


def _places(column: bytes, size: int) -> list[int]:
    """Places in a list of this size, as Python finds them: negative numbers count from the end."""
    places = range(size)
    return [places[number] for number in integers("q", column)]


class Aligner:
    """Aligns one utterance after the other."""

    __slots__ = ("_known", "_reader", "_rules", "notices")

    def __init__(self, origin: Origin, letters_of_pairs: Sequence[str] | None = None) -> None:
        self._rules = origin.rules
        # The steps of each utterance, if they are known.
        self._known = letters_of_pairs
        self._reader = PairReader(origin)
        self.notices: list[Notice] = []

    def path(self, i: int) -> Path:
        """The alignment of utterance i."""
        pair = self._reader.read(i)
        self.notices.extend((i, "stderr", notice) for notice in self._reader.notices(i))
        letters = self._known
        if letters is not None and pair.lattices is None and not any(word.optional for word in (*pair.ref, *pair.hyp)):
            return _follow(i, letters[i], pair)
        add_steps(len(pair.ref) * len(pair.hyp))
        if pair.lattices is None or (has_ends(self._rules.ties) and _plain_rows(self._rules, pair)):
            steps = _numbered(align_rows(self._rules, pair.ref, pair.hyp))
        else:
            steps = align_networks(self._rules, *pair.lattices)
        path = []
        for arcs in steps:
            ref, hyp = pair.ref[arcs[0] - 1] if arcs[0] else None, pair.hyp[arcs[1] - 1] if arcs[1] else None
            slot = _slot(ref, hyp)
            if slot is not None:
                path.append((slot, arcs))
            elif ref is not None and hyp is not None:
                self.notices.append((i, "stdout", NULLS_NOTICE))
        if self._rules.sort_times:
            _sort_times(path)
        if letters is not None and letters[i] != "".join(slot[0] for slot, _ in path):
            raise _unfit(i)
        return Path([slot for slot, _ in path], [arcs for _, arcs in path])


def _plain_rows(rules: Rules, pair: Pair) -> bool:
    """Whether both networks are words in a row that nothing but their letters tells apart."""
    if rules.times or rules.weights is not None or rules.segment or rules.overlap:
        return False
    return pair.passes_all() and not any(word.fragment for word in (*pair.ref, *pair.hyp))


def _follow(i: int, letters: str, pair: Pair) -> Path:
    """The path of known steps through two plain sequences."""
    a = b = 0
    slots, arcs = [], []
    for letter in letters:
        refs, hyps = pair.ref[a : a + (letter != "I")], pair.hyp[b : b + (letter != "D")]
        slot = _slot(refs[0] if refs else None, hyps[0] if hyps else None)
        if slot is None or slot[0] != letter:
            raise _unfit(i)
        a += len(refs)
        b += len(hyps)
        slots.append(slot)
        arcs.append((a if refs else 0, b if hyps else 0))
    if (a, b) != (len(pair.ref), len(pair.hyp)):
        raise _unfit(i)
    return Path(slots, arcs)


def _unfit(i: int) -> ValueError:
    return ValueError(f"the steps of utterance {i} do not fit its words")


def batch_from(rules: Rules, ref: Side, hyp: Side, state: bytes, /) -> Batch:
    """A batch from its pickled state; ValueError if that does not fit the texts."""
    data = Unpacker(state)
    origin = unpacked_origin(data, rules, ref, hyp)
    reader = PairReader(origin)
    paths = [_restored(data, reader.read(i), rules) for i in range(len(origin))]
    notices: list[Notice] = []
    for _ in range(data.count(3)):
        utterance, to_stdout = data.number(), data.byte()
        if utterance >= len(origin) or to_stdout > 1 or (notices and utterance < notices[-1][0]):
            raise damaged()
        notices.append((utterance, "stdout" if to_stdout else "stderr", data.text()))
    data.finish()
    return Batch(rules.charset, rules.sensitive, paths, notices, origin)


def _restored(data: Unpacker, pair: Pair, rules: Rules) -> Path:
    """A packed path through words that have been read."""
    slots: list[Slot] = []
    steps = unpacked(data, pair, rules)
    for operation, (a, b) in steps:
        nothing = EMPTY_WORD if operation == "C" else None
        slots.append(
            (operation, pair.ref[a - 1].public() if a else nothing, pair.hyp[b - 1].public() if b else nothing)
        )
    return Path(slots, [arcs for _, arcs in steps])


def _numbered(steps: Sequence[Step]) -> list[Arcs]:
    """The numbers of the words that steps through plain words align."""
    a = b = 0
    arcs = []
    for ref, hyp in steps:
        a += ref is not None
        b += hyp is not None
        arcs.append((0 if ref is None else a, 0 if hyp is None else b))
    return arcs


def _slot(a: TextWord | None, b: TextWord | None) -> Slot | None:
    """The aligned pair of two words, at least one of which is there; None for null words alone."""
    if a is not None and b is not None:
        return None if a.null and b.null else ("C" if same(a, b) else "S", a.public(), b.public())
    if a is not None:
        return ("C", a.public(), EMPTY_WORD) if a.optional else None if a.null or a.wild else ("D", a.public(), None)
    if b is not None:
        return ("C", EMPTY_WORD, b.public()) if b.optional else None if b.null else ("I", None, b.public())
    return None


def _sort_times(path: list[tuple[Slot, Arcs]]) -> None:
    """Sort every run of insertions and deletions by begin time, equal ones as they are."""
    start = 0
    while start < len(path):
        end = start
        while end < len(path) and path[end][0][0] in "ID":
            end += 1
        path[start:end] = sorted(path[start:end], key=lambda place: (place[0][1] or place[0][2] or EMPTY_WORD)[3])
        start = end + 1
