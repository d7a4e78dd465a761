"""Alignment of plain sequences: words in a row, some of them optional, where all costs are whole numbers."""

from __future__ import annotations

from . import bits
from .costs import of_policy
from .halves import aligned_in_parts
from .policy import chooser, has_ends, orders
from .words import same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .costs import Step
    from .rules import Rules
    from .words import TextWord


def align_rows(rules: Rules, ref: list[TextWord], hyp: list[TextWord]) -> list[Step]:
    """The path through two plain sequences, where all costs are whole numbers."""
    if has_ends(rules.ties) and not any(word.optional or word.fragment for word in ref + hyp):
        return aligned_in_parts(
            [word.key for word in ref],
            [word.key for word in hyp],
            lambda part: _align_parts(rules, ref[part[0] : part[1]], hyp[part[2] : part[3]]),
            lambda i, j: (ref[i], hyp[j]),
        )
    optional = rules.optional and any(word.optional for word in ref + hyp)
    if orders(rules.ties)[True][0] == "S" and not optional and not rules.fragments:
        # The path that the ties choose aligns equal words at the end; at the beginning it need not.
        tail = 0
        while tail < len(ref) and tail < len(hyp) and ref[-1 - tail].key == hyp[-1 - tail].key:
            tail += 1
    else:
        tail = 0
    head = _align_parts(rules, ref[: len(ref) - tail], hyp[: len(hyp) - tail])
    head.extend(zip(ref[len(ref) - tail :], hyp[len(hyp) - tail :], strict=True))
    return head


def _align_parts(rules: Rules, ref: list[TextWord], hyp: list[TextWord]) -> list[Step]:
    if len(ref) * len(hyp) >= bits.LEAST and not rules.fragments and not any(word.optional for word in ref + hyp):
        keys = [word.key for word in ref], [word.key for word in hyp]
        moves = bits.moves_of(bits.gains_of(rules.costs), rules.ties, *keys)
        if moves is not None:
            return _steps_of(moves, ref, hyp)
    substitution, inserted, deleted, optional_inserted, optional_deleted = of_policy(rules.costs, 3)
    deletions = [optional_deleted if word.optional else deleted for word in ref]
    insertions = [optional_inserted if word.optional else inserted for word in hyp]
    row = [0]
    for cost in insertions:
        row.append(row[-1] + cost)
    table = [row]
    pairs = []
    for word, deletion in zip(ref, deletions, strict=True):
        pair = _pair_costs(word, hyp, substitution, rules.fragments)
        above, row = row, [row[0] + deletion]
        left = row[0]
        for i, insertion in enumerate(insertions):
            best = above[i] + pair[i]
            left += insertion
            if left < best:
                best = left
            down = above[i + 1] + deletion
            if down < best:
                best = down
            row.append(best)
            left = best
        table.append(row)
        pairs.append(pair)
    return _trace_rows(rules, ref, hyp, table, pairs, deletions, insertions)


def _steps_of(moves: list[str], ref: list[TextWord], hyp: list[TextWord]) -> list[Step]:
    """The words of each move, from the beginning; the moves begin at the end."""
    words, others = iter(ref), iter(hyp)
    return [(None if move == "I" else next(words), None if move == "D" else next(others)) for move in reversed(moves)]


def _pair_costs(word: TextWord, hyp: list[TextWord], substitution: int, fragments: bool) -> list[int]:
    if fragments:
        return [0 if same(word, other) else substitution for other in hyp]
    key = word.key
    return [0 if key == other.key else substitution for other in hyp]


def _trace_rows(
    rules: Rules,
    ref: list[TextWord],
    hyp: list[TextWord],
    table: list[list[int]],
    pairs: list[list[int]],
    deletions: list[int],
    insertions: list[int],
) -> list[Step]:
    choose = chooser(rules.ties)
    steps: list[Step] = []
    i, j = len(ref), len(hyp)
    while i or j:
        if not i:
            move = "I"
        elif not j:
            move = "D"
        else:
            move = choose(
                pairs[i - 1][j - 1] == 0,
                table[i - 1][j - 1] + pairs[i - 1][j - 1],
                table[i - 1][j] + deletions[i - 1],
                table[i][j - 1] + insertions[j - 1],
            )
        i -= move != "I"
        j -= move != "D"
        steps.append((None if move == "I" else ref[i], None if move == "D" else hyp[j]))
    steps.reverse()
    return steps
