"""Alignment of plain sequences: words in a row, some of them optional, where all costs are whole numbers."""

from __future__ import annotations

from .costs import of_policy
from .policy import chooser
from .words import same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .rules import Rules
    from .words import Step, TextWord


def align_rows(rules: Rules, ref: list[TextWord], hyp: list[TextWord]) -> list[Step]:
    """The cheapest path through two plain sequences.

    `costs[i][j]` is the cost of aligning the first i words of the reference with the first j of the hypothesis. Steps
    are chosen on the way back from the end, so ties are those of the last words.
    """
    substitution, inserted, deleted, optional_inserted, optional_deleted = of_policy(rules.costs, 3)
    insertions = [optional_inserted if word.optional else inserted for word in hyp]
    deletions = [optional_deleted if word.optional else deleted for word in ref]
    keys = [word.key for word in hyp]
    row = [0]
    for insertion in insertions:
        row.append(row[-1] + insertion)
    costs = [row]
    for word, deletion in zip(ref, deletions, strict=True):
        above, row = row, [row[0] + deletion]
        for j, insertion in enumerate(insertions):
            is_equal = same(word, hyp[j]) if rules.fragments else word.key == keys[j]
            best = above[j] if is_equal else above[j] + substitution
            if above[j + 1] + deletion < best:
                best = above[j + 1] + deletion
            if row[j] + insertion < best:
                best = row[j] + insertion
            row.append(best)
        costs.append(row)
    choose = chooser(rules.ties)
    steps: list[Step] = []
    i, j = len(ref), len(hyp)
    while i or j:
        if not i:
            move = "I"
        elif not j:
            move = "D"
        else:
            is_equal = same(ref[i - 1], hyp[j - 1])
            pair = costs[i - 1][j - 1] + (0 if is_equal else substitution)
            move = choose(is_equal, pair, costs[i - 1][j] + deletions[i - 1], costs[i][j - 1] + insertions[j - 1])
        i -= move != "I"
        j -= move != "D"
        steps.append((None if move == "I" else ref[i], None if move == "D" else hyp[j]))
    steps.reverse()
    return steps
