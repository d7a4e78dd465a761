"""Interface of kaldialign: `from scorelite.compat import kaldialign` gives the results of kaldialign 0.12.

It aligns as compute-wer, not as align-text; its `sclite_mode` has the costs of sclite but not its ties; an `eps_symbol`
that occurs in the data is not detected. `scorelite.align` with its policies gives the alignments of Kaldi and of
sclite, and `scorelite.scoring.words.compounds` merges compounds under these policies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from operator import index
from typing import Any, TypeVar

from .... import core
from ...maths.draws import MersenneTwister
from ...maths.intervals import improvement, interval_of_rates
from ...maths.single import quotient

__all__ = ["align", "batch_error_rate", "bootstrap_wer_ci", "edit_distance"]

Symbol = TypeVar("Symbol")
# Ties of compute-wer, with both sets of costs.
# Costs of a substitution, an insertion and a deletion, and ties; kaldialign has sclite's costs without sclite's ties.
_PLAIN, _SCLITE = ((1, 1, 1), "IDS"), ((4, 3, 3), "IDS")
_FIRST_SEED_TOO_LARGE = 1 << 32
_FIRST_COUNT_TOO_LARGE = 1 << 31


def edit_distance(
    ref: Iterable[Symbol], hyp: Iterable[Symbol], sclite_mode: bool = False, merge_compounds: bool = False
) -> dict[str, int | float]:
    """Insertions, deletions and substitutions between two sequences of symbols, their sum, and the error rate.

    >>> edit_distance("kitten", "sitting")
    {'ins': 1, 'del': 0, 'sub': 2, 'total': 3, 'ref_len': 6, 'err_rate': 0.5}
    """
    return batch_error_rate([ref], [hyp], sclite_mode, merge_compounds)


def batch_error_rate(
    refs: Iterable[Iterable[Symbol]],
    hyps: Iterable[Iterable[Symbol]],
    sclite_mode: bool = False,
    merge_compounds: bool = False,
) -> dict[str, int | float]:
    """Sums of the counts of many pairs, and the error rate of these sums."""
    assert not isinstance(refs, str), "The input must be an iterable of reference and hypothesis sequences."
    assert not isinstance(hyps, str), "The input must be an iterable of reference and hypothesis sequences."
    left, right = _lists(refs), _lists(hyps)
    _check_lengths(left, right, "")
    substitutions, deletions, insertions = map(sum, _errors(left, right, sclite_mode, merge_compounds))
    total = insertions + deletions + substitutions
    length = sum(map(len, left))
    rate = total / length if length else float("inf") if total else 0.0
    return {
        "ins": insertions,
        "del": deletions,
        "sub": substitutions,
        "total": total,
        "ref_len": length,
        "err_rate": rate,
    }


def align(
    ref: Iterable[Symbol],
    hyp: Iterable[Symbol],
    eps_symbol: Symbol,
    sclite_mode: bool = False,
    merge_compounds: bool = False,
) -> list[tuple[Symbol, Symbol]]:
    """Pairs of symbols; `eps_symbol` replaces a missing one, and the words of a compound are joined by blanks.

    >>> align(["a", "b", "c"], ["a", "s", "x", "c"], "*")
    [('a', 'a'), ('b', 's'), ('*', 'x'), ('c', 'c')]
    >>> align(["white", "paper"], ["whitepaper"], "*", merge_compounds=True)
    [('white paper', 'whitepaper')]
    """
    left: list[Any] = list(ref)
    right: list[Any] = list(hyp)
    missing: Any = eps_symbol
    costs, ties = _SCLITE if sclite_mode else _PLAIN
    if core.all_text(left, right, (missing,)):
        return core.pairs(left, right, missing, costs, ties, merge_compounds)
    if merge_compounds:
        left, right, missing = list(map(str, left)), list(map(str, right)), str(missing)
    else:
        same = _representatives(left, right, [missing])
        left, right, missing = [same[symbol] for symbol in left], [same[symbol] for symbol in right], same[missing]
    return core.pairs(left, right, missing, costs, ties, merge_compounds)


def bootstrap_wer_ci(
    refs: Sequence[Sequence[Symbol]],
    hyps: Sequence[Sequence[Symbol]],
    hyps2: Sequence[Sequence[Symbol]] | None = None,
    replications: int = 10000,
    seed: int = 0,
    merge_compounds: bool = False,
) -> dict[str, Any]:
    """Error rate with its 95 % interval, and how often a second system is better, after Bisani and Ney.

    On every machine, the samples are those that kaldialign draws on Linux.

    >>> round(bootstrap_wer_ci([["a", "b", "c"], ["d", "e", "f"]], [["a", "b", "d"], ["e", "f", "f"]])["wer"], 7)
    0.4997833
    """
    _check_lengths(refs, hyps, "")
    assert replications > 0, "The number of replications must be greater than 0."
    assert seed >= 0, "The seed must be 0 or greater."
    assert not isinstance(refs, str), "The input must be a list of strings or list of lists of ints."
    assert not isinstance(hyps, str), "The input must be a list of strings or list of lists of ints."
    left = _lists(refs)
    systems = [_lists(side) for side in (hyps, hyps2) if side is not None]
    if not merge_compounds and not core.all_text(*chain(left, *systems)):
        # A symbol that cannot be compared with the others is an error, also in the other system.
        _representatives(*left, *chain(*systems))
    if index(seed) >= _FIRST_SEED_TOO_LARGE or index(replications) >= _FIRST_COUNT_TOO_LARGE:
        raise TypeError("replications and seed must fit into an int and an unsigned int of 32 bits")
    lengths = [len(ref) for ref in left]
    errors = [_totals(left, systems[0], merge_compounds)]
    results = [_interval(errors[0], lengths, replications, seed)]
    if hyps2 is None:
        return results[0]
    _check_lengths(refs, hyps2, " for the second system (hyp2_seqs)")
    errors.append(_totals(left, systems[1], merge_compounds))
    results.append(_interval(errors[1], lengths, replications, seed))
    better = improvement(errors[0], errors[1], replications, MersenneTwister(seed))
    return {"system1": results[0], "system2": results[1], "p_s2_improv_over_s1": better / replications}


def _interval(errors: list[int], lengths: list[int], replications: int, seed: int) -> dict[str, float]:
    sums = MersenneTwister(seed).sums((errors, lengths), replications)
    drawn = interval_of_rates(list(map(quotient, *sums)))
    ends = drawn.mean - drawn.reach, drawn.mean + drawn.reach
    return {"wer": drawn.mean, "ci95": drawn.reach, "ci95min": ends[0], "ci95max": ends[1]}


def _check_lengths(refs: Sequence[object], hyps: Sequence[object], which: str) -> None:
    numbers = f"Inconsistent number of reference ({len(refs)}) and hypothesis ({len(hyps)}) sequences{which}."
    assert len(hyps) == len(refs), numbers


def _totals(refs: list[list[Any]], hyps: list[list[Any]], merge: bool) -> list[int]:
    return list(map(sum, zip(*_errors(refs, hyps, False, merge), strict=True)))


def _errors(
    refs: list[list[Any]], hyps: list[list[Any]], sclite: bool, merge: bool
) -> tuple[list[int], list[int], list[int]]:
    """Substitutions, deletions and insertions of every pair."""
    if not core.all_text(*refs, *hyps):
        if merge:
            refs, hyps = ([list(map(str, words)) for words in side] for side in (refs, hyps))
        else:
            # Symbols need only be comparable within a pair.
            for ref, hyp in zip(refs, hyps, strict=True):
                _representatives(ref, hyp)
    counts = memoryview(core.symbol_counts(refs, hyps, *(_SCLITE if sclite else _PLAIN), merge)).cast("i")
    return counts[1::4].tolist(), counts[2::4].tolist(), counts[3::4].tolist()


def _lists(sequences: Iterable[Iterable[Any]]) -> list[list[Any]]:
    """Lists of symbols; lists are not copied."""
    return [sequence if type(sequence) is list else list(sequence) for sequence in sequences]


def _representatives(*sequences: Iterable[Any]) -> dict[Any, Any]:
    """First of all equal symbols for every symbol; symbols must be comparable by `<`."""
    symbols: set[Any] = set()
    for sequence in sequences:
        symbols.update(sequence)
    return {symbol: symbol for symbol in sorted(symbols)}
