"""Alignment of sequences of symbols of any hashable type, with compounds on request."""

from __future__ import annotations

from array import array

from scorelite.core.python import policy
from scorelite.core.python.holding import all_text

from .halves import aligned_in_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from typing import Any

    from .halves import Part

    # The numbers of symbols of the reference and of the hypothesis that a step takes.
    Step = tuple[int, int]
    # By place and symbol: the numbers of symbols before the place that together make up this one, the smallest first.
    Compounds = dict[tuple[int, Hashable], list[int]]
    # Costs of a substitution, an insertion and a deletion.
    Triple = tuple[int, int, int]

# Control characters, and blanks beside the space.
_OTHER_THAN_PLAIN = frozenset(map(chr, range(32))) | frozenset(
    "\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
_MOVES = {"S": (1, 1), "I": (0, 1), "D": (1, 0)}


def plainly_spaced(texts: Iterable[object], /) -> bool:
    """Whether all are str without blanks but the space, control characters and halves of characters.

    >>> plainly_spaced(["a b", "ä"]), plainly_spaced(["a\\tb"]), plainly_spaced(["a\\u3000b"])
    (True, False, False)
    """
    return all(type(text) is str and _OTHER_THAN_PLAIN.isdisjoint(text) and _is_whole(text) for text in texts)


def _is_whole(text: str) -> bool:
    """Whether a text has no half of a character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def steps(ref: Iterable[Hashable], hyp: Iterable[Hashable], costs: Triple, ties: str, compounds: bool, /) -> list[Step]:
    """The numbers of symbols of either side that each step of the cheapest alignment takes.

    A compound costs nothing; it is taken only where it is cheaper than anything else.

    >>> steps(["white", "paper"], ["whitepaper"], (1, 1, 1), "IDS", True)
    [(2, 1)]
    """
    refs, hyps = tuple(ref), tuple(hyp)
    has_ends = ties[:1] == ties[-1:] == "="
    ties = ties.strip("=")
    policy.check_policy(costs, ties)
    for symbol in refs + hyps:
        hash(symbol)
    made_up: tuple[Compounds, Compounds] = {}, {}
    if compounds:
        if not all_text(refs, hyps):
            raise TypeError("compounds are made of str")
        made_up = _made_up(refs, hyps), _made_up(hyps, refs)
    if not has_ends or any(made_up):
        return _traced(refs, hyps, costs, ties, *made_up)
    numbers: dict[Hashable, int] = {}
    rows, columns = ([numbers.setdefault(symbol, len(numbers)) for symbol in side] for side in (refs, hyps))

    def aligned(part: Part) -> list[Step]:
        return _traced(rows[part[0] : part[1]], columns[part[2] : part[3]], costs, ties, {}, {})

    return aligned_in_parts(rows, columns, aligned, lambda i, j: (1, 1))


def pairs(
    ref: Iterable[Hashable], hyp: Iterable[Hashable], missing: object, costs: Triple, ties: str, compounds: bool, /
) -> list[tuple[Any, Any]]:
    """The aligned symbols; a compound's words stand together, joined by blanks.

    >>> pairs("ab", "b", "*", (1, 1, 1), "IDS", False)
    [('a', '*'), ('b', 'b')]
    """
    refs, hyps = tuple(ref), tuple(hyp)
    pairs = []
    i = j = 0
    for rows, columns in steps(refs, hyps, costs, ties, compounds):
        pairs.append((_side(refs[i : i + rows], missing), _side(hyps[j : j + columns], missing)))
        i += rows
        j += columns
    return pairs


def symbol_counts(
    refs: Iterable[Iterable[Hashable]], hyps: Iterable[Iterable[Hashable]], costs: Triple, ties: str, compounds: bool, /
) -> bytes:
    """Four int32 per pair of sequences: correct, substitutions, deletions, insertions.

    Correct are symbols of the reference, so that they and the errors add up to its length, with compounds, too.

    >>> symbol_counts(["ab"], ["b"], (1, 1, 1), "IDS", False) == array("i", [1, 0, 1, 0]).tobytes()
    True
    """
    policy.check_policy(costs, ties.strip("="))
    sides = [tuple(side) for side in (refs, hyps)]
    if len(sides[0]) != len(sides[1]):
        raise ValueError(f"{len(sides[0])} references, but {len(sides[1])} hypotheses")
    counts = array("i")
    for ref_symbols, other in zip(*sides):  # noqa: B905
        ref, hyp = tuple(ref_symbols), tuple(other)
        counts_of_pair = [0, 0, 0, 0]
        i = j = 0
        for rows, columns in steps(ref, hyp, costs, ties, compounds):
            right = rows + columns > 2 or bool(rows and columns and _same(ref[i], hyp[j]))
            counts_of_pair[0 if right else 2 if not columns else 3 if not rows else 1] += rows if right else 1
            i += rows
            j += columns
        counts.extend(counts_of_pair)
    return counts.tobytes()


def _side(symbols: Sequence[object], missing: object) -> object:
    """One side of a pair; empty words at the beginning of a compound leave no blank."""
    if len(symbols) < 2:
        return symbols[0] if symbols else missing
    text = ""
    for word in symbols:
        text += f" {word}" if text else str(word)
    return text


def _same(a: object, b: object) -> bool:
    return a is b or a == b


def _made_up(parts: Sequence[Hashable], wholes: Sequence[Hashable]) -> Compounds:
    """The numbers of words before a place that together make up a word of the other side."""
    whole_words = set(wholes)
    longest = max((len(str(word)) for word in wholes), default=0)
    compounds: Compounds = {}
    for end in range(2, len(parts) + 1):
        text = str(parts[end - 1])
        for length in range(2, end + 1):
            text = str(parts[end - length]) + text
            if len(text) > longest:
                break
            if text in whole_words:
                compounds.setdefault((end, text), []).append(length)
    return compounds


def _traced(
    ref: Sequence[Hashable],
    hyp: Sequence[Hashable],
    costs: Triple,
    ties: str,
    ref_compounds: Compounds,
    hyp_compounds: Compounds,
) -> list[Step]:
    """The steps of the cheapest path: fill the table of costs, then go back through it.

    Costs are kept four times as large, which leaves room for the rank of a move among equally cheap ones.
    """
    substitution, insertion, deletion = (4 * cost for cost in costs)
    ways = [tuple(map(_MOVES.__getitem__, order)) for order in policy.orders(ties)]
    ranks = [[kinds.index(_MOVES[letter]) for letter in "SID"] for kinds in ways]
    table = [[insertion * place for place in range(len(hyp) + 1)]]
    moves: list[list[Step]] = [[_MOVES["I"]] * (len(hyp) + 1)]
    for i, ref_word in enumerate(ref, 1):
        above, row, made = table[-1], [deletion * i], [_MOVES["D"]]
        value = row[0]
        for j, hyp_word in enumerate(hyp, 1):
            equal = _same(ref_word, hyp_word)
            across, left, up = ranks[equal]
            diagonal = above[j - 1] + across + (0 if equal else substitution)
            value = min(diagonal, value + insertion + left, above[j] + deletion + up)
            move = ways[equal][value & 3]
            value &= ~3
            if ref_compounds or hyp_compounds:
                jumps = [(length, 1) for length in ref_compounds.get((i, hyp_word), ())]
                jumps += [(1, length) for length in hyp_compounds.get((j, ref_word), ())]
                for jump in jumps:
                    cost = (table[i - jump[0]] if jump[0] > 1 else above)[j - jump[1]]
                    if cost < value:
                        value, move = cost, jump
            row.append(value)
            made.append(move)
        table.append(row)
        moves.append(made)
    return _back(moves, len(ref), len(hyp))


def _back(moves: list[list[Step]], i: int, j: int) -> list[Step]:
    steps = []
    while i or j:
        step = moves[i][j]
        steps.append(step)
        i -= step[0]
        j -= step[1]
    steps.reverse()
    return steps
