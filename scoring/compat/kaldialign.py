"""kaldialign's interface: `import scoring.compat.kaldialign as kaldialign` gives the results of kaldialign 0.12.

Its alignment is that of compute-wer, not that of align-text; its `sclite_mode` has sclite's costs and not its ties; a
missing symbol that occurs in the data is not noticed. What Kaldi and sclite really answer is given by `scoring.align`
with its policies, compounds under them by `scoring.align.compounds`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from operator import index
from typing import Any, TypeVar

from scoring import _core as core
from scoring.align import KALDI_WER, SCLITE
from scoring.align.compounds import Step, possible, steps, steps_merging
from scoring.stats.draws import MersenneTwister
from scoring.stats.intervals import improvement, interval

__all__ = ["align", "batch_error_rate", "bootstrap_wer_ci", "edit_distance"]

Symbol = TypeVar("Symbol")
_RULES = core.Rules(core.Charset("ascii", {}, {}), sensitive=True, markup=False, policy=KALDI_WER.name)
# One policy of ties for both sets of costs.
_TIES = KALDI_WER.ties
_INSERTION, _DELETION = b"ID"
_BLANKS = " \t\n\v\f\r"
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
    """The same for many pairs: the counts are added up, and the rate is that of the sums."""
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
    """Pairs of symbols; `eps_symbol` stands where one is missing, and words that make up a compound stand together.

    >>> align(["a", "b", "c"], ["a", "s", "x", "c"], "*")
    [('a', 'a'), ('b', 's'), ('*', 'x'), ('c', 'c')]
    >>> align(["white", "paper"], ["whitepaper"], "*", merge_compounds=True)
    [('white paper', 'whitepaper')]
    """
    left: list[Any] = list(ref)
    right: list[Any] = list(hyp)
    missing: Any = eps_symbol
    if merge_compounds:
        left, right, missing = list(map(str, left)), list(map(str, right)), str(missing)
    same = None if _strings(left, right, missing) else _representatives(left, right, [missing])
    if same is not None:
        left, right, missing = [same[word] for word in left], [same[word] for word in right], same[missing]
    if sclite_mode or (merge_compounds and possible(left, right)):
        taken = _steps(*_named(left, right, same), sclite_mode, merge_compounds)
        return _paired(left, right, missing, taken)
    lefts, rights = iter(left), iter(right)
    return [
        (missing if move == _INSERTION else next(lefts), missing if move == _DELETION else next(rights))
        for move in _moves(left, right, same)
    ]


def bootstrap_wer_ci(
    refs: Sequence[Sequence[Symbol]],
    hyps: Sequence[Sequence[Symbol]],
    hyps2: Sequence[Sequence[Symbol]] | None = None,
    replications: int = 10000,
    seed: int = 0,
    merge_compounds: bool = False,
) -> dict[str, Any]:
    """The error rate with its interval of 95 %, and how often a second system is better, after Bisani and Ney.

    The samples are those that kaldialign draws on Linux, on every machine.

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
    if not merge_compounds:
        # A symbol that cannot be compared with the others is an error even if it stands in another system.
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
    found = interval(errors, lengths, replications, MersenneTwister(seed))
    ends = found.mean - found.reach, found.mean + found.reach
    return {"wer": found.mean, "ci95": found.reach, "ci95min": ends[0], "ci95max": ends[1]}


def _check_lengths(refs: Sequence[object], hyps: Sequence[object], which: str) -> None:
    numbers = f"Inconsistent number of reference ({len(refs)}) and hypothesis ({len(hyps)}) sequences{which}."
    assert len(hyps) == len(refs), numbers


def _totals(refs: list[list[Any]], hyps: list[list[Any]], merge: bool) -> list[int]:
    return list(map(sum, zip(*_errors(refs, hyps, False, merge), strict=True)))


def _errors(
    refs: list[list[Any]], hyps: list[list[Any]], sclite: bool, merge: bool
) -> tuple[list[int], list[int], list[int]]:
    """Substitutions, deletions and insertions of every pair."""
    if merge:
        refs, hyps = ([list(map(str, words)) for words in side] for side in (refs, hyps))
    # The core does what it can; where costs or compounds are beyond it, the readable aligner does the rest.
    beyond = range(len(refs)) if sclite else [k for k in range(len(refs)) if merge and possible(refs[k], hyps[k])]
    columns = _counted(refs, hyps) if len(beyond) < len(refs) else ([0] * len(refs), [0] * len(refs), [0] * len(refs))
    for place in beyond:
        ref, hyp = refs[place], hyps[place]
        ref, hyp = _named(ref, hyp, _representatives(ref, hyp))
        for column, count in zip(columns, _tally(ref, hyp, _steps(ref, hyp, sclite, merge)), strict=True):
            column[place] = count
    return columns


def _counted(refs: list[list[Any]], hyps: list[list[Any]]) -> tuple[list[int], list[int], list[int]]:
    """The same from the core."""
    sides = _texts(refs, hyps)
    if sides is None:
        # Kaldialign compares symbols within a pair, and asks no more of them.
        tokens = [_tokens(ref, hyp, _representatives(ref, hyp)) for ref, hyp in zip(refs, hyps, strict=True)]
        sides = core.texts([left for left, _ in tokens]), core.texts([right for _, right in tokens])
    counts = memoryview(core.align(_RULES, *sides).counts()).cast("i")
    return counts[1::4].tolist(), counts[2::4].tolist(), counts[3::4].tolist()


def _lists(sequences: Iterable[Iterable[Any]]) -> list[list[Any]]:
    """Lists of symbols, which are not copied where they are lists already."""
    return [sequence if type(sequence) is list else list(sequence) for sequence in sequences]


def _texts(refs: list[list[Any]], hyps: list[list[Any]]) -> tuple[core.Side, core.Side] | None:
    """Both sides for the core, if all symbols are strings that it tells apart; else None."""
    try:
        whole = ["".join(chain.from_iterable(side)) for side in (refs, hyps)]
    except TypeError:
        return None
    if not all(text.isascii() or _sound([text]) for text in whole):
        return None
    if any(blank in text for text in whole for blank in _BLANKS):
        return core.texts(refs), core.texts(hyps)
    # Words without blanks in them are read faster from texts; but a text does not show an empty word.
    texts = [[" ".join(words) for words in side] for side in (refs, hyps)]
    for side, joined in zip((refs, hyps), texts, strict=True):
        pasted = "\n".join(joined)
        if "  " in pasted or f"\n{pasted}\n".find("\n ") >= 0 or f"{pasted}\n".find(" \n") >= 0:
            return core.texts(refs), core.texts(hyps)
        if "" in joined and any(words == [""] for words in side):
            return core.texts(refs), core.texts(hyps)
    return core.texts(texts[0]), core.texts(texts[1])


def _strings(ref: list[Any], hyp: list[Any], missing: Any) -> bool:
    """Whether all symbols are strings, which have an order and need no names."""
    try:
        "".join(ref)
        "".join(hyp)
    except TypeError:
        return False
    return isinstance(missing, str)


def _sound(words: list[str]) -> bool:
    """Whether no half of a surrogate pair could make two strings look alike."""
    text = "".join(words)
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _representatives(*sequences: list[Any]) -> dict[Any, Any] | None:
    """For symbols that are not strings: the one that stands for all that are equal to it; they must have an order."""
    if not set(map(type, chain(*sequences))) - {str}:
        return None
    symbols: set[Any] = set()
    for sequence in sequences:
        symbols |= set(sequence)
    return {symbol: symbol for symbol in sorted(symbols)}


def _tokens(ref: list[Any], hyp: list[Any], same: dict[Any, Any] | None) -> tuple[list[bytes], list[bytes]]:
    """Names for symbols of any kind."""
    names = {symbol: b"%d" % place for place, symbol in enumerate(same if same is not None else {*ref, *hyp})}
    return [names[symbol] for symbol in ref], [names[symbol] for symbol in hyp]


def _named(ref: list[Any], hyp: list[Any], same: dict[Any, Any] | None) -> tuple[list[Any], list[Any]]:
    """Strings as they are, names for anything else."""
    return (ref, hyp) if same is None else _tokens(ref, hyp, same)


def _moves(ref: list[Any], hyp: list[Any], same: dict[Any, Any] | None) -> list[int]:
    """A letter for every step, as its code."""
    if not ref and not hyp:
        return []
    if same is not None or not (_sound(ref) and _sound(hyp)):
        ref, hyp = _tokens(ref, hyp, same)
    batch = core.align(_RULES, core.texts((ref,)), core.texts((hyp,)))
    # The core writes an alignment in one piece much faster than it makes objects of its words.
    moves = [step[0] for step in batch.sgml(0, b"\0", b"\1", 0).split(b"\0")]
    if moves.count(_INSERTION) + len(ref) == len(moves) == moves.count(_DELETION) + len(hyp):
        return moves
    return [ord(slot[0]) for slot in batch.slots(0)]  # there is a NUL in a word


def _steps(ref: list[Any], hyp: list[Any], sclite: bool, merge: bool) -> list[Step]:
    costs = SCLITE.costs if sclite else KALDI_WER.costs
    return (steps_merging if merge else steps)(ref, hyp, costs, _TIES)


def _paired(ref: list[Any], hyp: list[Any], missing: Any, taken: Iterable[Step]) -> list[tuple[Any, Any]]:
    """The symbols that every step takes; several of them joined by blanks."""
    pairs = []
    i = j = 0
    for refs, hyps in taken:
        left = missing if not refs else ref[i] if refs == 1 else _joined(ref[i : i + refs])
        right = missing if not hyps else hyp[j] if hyps == 1 else _joined(hyp[j : j + hyps])
        pairs.append((left, right))
        i += refs
        j += hyps
    return pairs


def _joined(words: list[str]) -> str:
    """The words of a compound; empty ones at its beginning leave no blank."""
    text = ""
    for word in words:
        text += f" {word}" if text else word
    return text


def _tally(ref: list[Any], hyp: list[Any], taken: Iterable[Step]) -> tuple[int, int, int]:
    """Substitutions, deletions and insertions among the steps; a compound is no error."""
    substitutions = deletions = insertions = i = j = 0
    for refs, hyps in taken:
        deletions += not hyps
        insertions += not refs
        substitutions += refs == hyps == 1 and ref[i] != hyp[j]
        i += refs
        j += hyps
    return substitutions, deletions, insertions
