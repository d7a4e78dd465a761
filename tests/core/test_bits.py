"""Long pairs in the pure-Python core: columns of bits give the steps that a table of numbers gives."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from scorelite.core.python import bits, policy
from tests.core.ask import Ask
from tests.core.material import law

COSTS = [(4, 3, 3), (8, 6, 6), (1, 1, 1), (2, 1, 1), (3, 1, 1), (9, 2, 2)]
TIES = ["SID", "SDI", "IDS", "DIS", "ISD", "DSI", "DSIM", "MSID", "IDMS"]
TEXTS = st.text("abcd", max_size=30)


def moves_of_a_table(costs, ties, ref, hyp):
    """The steps from the end, by the plain recurrence."""
    substitution, insertion, deletion = costs
    table = [[j * insertion for j in range(len(hyp) + 1)]]
    for i, word in enumerate(ref):
        row = [(i + 1) * deletion]
        for j, other in enumerate(hyp):
            pair = table[i][j] + (0 if word == other else substitution)
            row.append(min(pair, table[i][j + 1] + deletion, row[j] + insertion))
        table.append(row)
    choose = policy.chooser(ties)
    i, j, moves = len(ref), len(hyp), []
    while i and j:
        equal = ref[i - 1] == hyp[j - 1]
        pair = table[i - 1][j - 1] + (0 if equal else substitution)
        moves.append(choose(equal, pair, table[i - 1][j] + deletion, table[i][j - 1] + insertion))
        i -= moves[-1] != "I"
        j -= moves[-1] != "D"
    return moves + ["D"] * i + ["I"] * j


@law(st.sampled_from(COSTS), st.sampled_from(TIES), TEXTS, TEXTS, st.sampled_from([1, 3, 512]), examples=1000)
def test_bits_choose_the_steps_of_a_table(costs, ties, ref, hyp, every):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bits, "_EVERY", every)
        assert bits.moves_of(bits.gains_of(costs), ties, ref, hyp) == moves_of_a_table(costs, ties, ref, hyp)


def test_other_gains_are_left_to_the_table():
    assert bits.gains_of((5, 3, 3)) == (6, 1)
    assert bits.moves_of((6, 1), "SID", "ab", "b") is None


@pytest.mark.parametrize("options", [{}, {"costs": (1, 1, 1), "ties": "DSIM"}, {"fragments": True}, {"optional": True}])
def test_both_cores_align_long_pairs_alike(native, twin, options):
    """Of 400 words, so that the twin fills columns of bits where no word is optional or a fragment."""
    ref = " ".join("abcdefg"[k * k % 7] for k in range(400))
    hyp = " ".join("abcdefgh"[k * (k + 3) % 8] for k in range(390))
    for left, right in ((ref, hyp), (ref + " (a) b-", hyp), (hyp, ref)):
        assert Ask(native).slots(left, right, **options) == Ask(twin).slots(left, right, **options)
