"""Alignment of two sides, one utterance after the other."""

from __future__ import annotations

from ..work import NeedsNativeCore, add_steps
from .batch import Batch
from .lattice_aligner import align_networks
from .pair_reader import PairReader
from .plain import align_rows
from .words import EMPTY_WORD, same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .batch import Notice
    from .pair_reader import Pair
    from .rules import Rules
    from .side import Side
    from .words import Slot, Step, TextWord

# The reference prints this (so spelled) when it pairs two null words.
NULLS_NOTICE = b"substition of to nulls\n"


def align(rules: Rules, ref: Side, hyp: Side, threads: int = 1, pairs: tuple[bytes, bytes] | None = None) -> Batch:
    """Aligns the utterances of two sides, one with one; to align `pairs` of any items needs the native core.

    >>> from scorelite.core.python import Charset, Rules, texts
    >>> rules = Rules(Charset("ascii", {}, {}))
    >>> batch = align(rules, texts(["a b c"]), texts(["A x c d"]))
    >>> "".join(op for op, _, _ in batch.slots(0))
    'CSCI'
    """
    if pairs is not None:
        raise NeedsNativeCore
    if len(ref) != len(hyp):
        raise ValueError(f"{len(ref)} references, but {len(hyp)} hypotheses")
    reader = PairReader(rules, ref, hyp)
    paths: list[list[Slot]] = []
    notices: list[Notice] = []
    for number in range(len(ref)):
        pair = reader.read(number)
        notices += [(number, "stderr", notice) for notice in pair.notices]
        path = []
        for ref_word, hyp_word in _aligned(rules, pair):
            slot = _slot(ref_word, hyp_word)
            if slot is not None:
                path.append(slot)
            elif ref_word is not None and hyp_word is not None:
                notices.append((number, "stdout", NULLS_NOTICE))
        if rules.sort_times:
            _sort_times(path)
        paths.append(path)
    return Batch(rules.charset, rules.sensitive, paths, notices)


def _aligned(rules: Rules, pair: Pair) -> list[Step]:
    """The steps of the cheapest alignment of a pair."""
    add_steps(len(pair.ref) * len(pair.hyp))
    if pair.lattices is None:
        return align_rows(rules, pair.ref, pair.hyp)
    return align_networks(rules, *pair.lattices)


def _slot(ref: TextWord | None, hyp: TextWord | None) -> Slot | None:
    """The aligned pair of two words, at least one of which is there; None for null words alone."""
    if ref is not None and hyp is not None:
        return None if ref.null and hyp.null else ("C" if same(ref, hyp) else "S", ref.public(), hyp.public())
    if ref is not None:
        if ref.optional:
            return "C", ref.public(), EMPTY_WORD
        return None if ref.null or ref.wild else ("D", ref.public(), None)
    if hyp is not None:
        if hyp.optional:
            return "C", EMPTY_WORD, hyp.public()
        return None if hyp.null else ("I", None, hyp.public())
    return None


def _sort_times(path: list[Slot]) -> None:
    """Sorts every run of insertions and deletions by begin time, equal ones as they are."""
    start = 0
    while start < len(path):
        end = start
        while end < len(path) and path[end][0] in "ID":
            end += 1
        path[start:end] = sorted(path[start:end], key=lambda slot: (slot[1] or slot[2] or EMPTY_WORD)[3])
        start = end + 1
