"""Ties with a match of their own and equal ends: alignment as RapidFuzz has it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import pytest

from scorelite import core as native
from scorelite.scoring import RAPIDFUZZ, align
from tests.core import oracles as twin
from tests.core.ask import Ask
from tests.peers import peer

POLICY = (RAPIDFUZZ.whole_costs, RAPIDFUZZ.ties, False)


# Made by rapidfuzz 3.14.6.
@pytest.mark.parametrize(
    ("ref", "hyp", "operations"),
    [
        ("a b", "c", "SD"),
        ("a", "b c", "IS"),
        ("a", "a a", "CI"),
        ("a a", "a", "CD"),
        ("a b", "b a", "ICD"),
        ("a", "b a a b", "ICII"),
        ("a", "b a a", "IIC"),
    ],
)
def test_ends_come_first_then_deletions_substitutions_insertions_and_matches(
    ref: str, hyp: str, operations: str
) -> None:
    assert align(ref, hyp, policy="rapidfuzz").operations == operations


def pair(chance: random.Random, most: int) -> tuple[list[int], list[int]]:
    """Numbers as words, and what was heard of them, or others."""
    size = chance.choice((2, 4, 20, 200))
    ref = [chance.randrange(size) for _ in range(chance.randint(0, most))]
    if chance.random() < 0.5:
        return ref, [chance.randrange(size) for _ in range(chance.randint(0, most))]
    rate = chance.random()
    return ref, [chance.randrange(size) if chance.random() < rate else word for word in ref if chance.random() < 0.9]


def edits(core: Any, ref: Sequence[int], hyp: Sequence[int]) -> list[tuple[str, int, int, int, int]]:
    """The steps of a core as RapidFuzz writes them: runs of equal edits, with their places."""
    edits = []
    i = j = 0
    for step in core.steps(ref, hyp, *POLICY):
        tag = {(1, 0): "delete", (0, 1): "insert"}.get(step) or ("equal" if ref[i] == hyp[j] else "replace")
        edits.append((tag, i, j, i + step[0], j + step[1]))
        i, j = i + step[0], j + step[1]
    runs = (list(run) for _, run in groupby(edits, key=lambda edit: edit[0]))
    return [(run[0][0], run[0][1], run[-1][3], run[0][2], run[-1][4]) for run in runs]


@pytest.mark.parametrize("most", [8, 60, 300])
def test_steps_are_those_of_rapidfuzz(core: Any, most: int) -> None:
    opcodes = peer("rapidfuzz.distance.Levenshtein").opcodes
    chance = random.Random(most)
    for _ in range(4000 // most):
        ref, hyp = pair(chance, most)
        assert edits(core, ref, hyp) == list(map(tuple, opcodes(ref, hyp)))


def test_long_pairs_are_cut_as_rapidfuzz_cuts_them() -> None:
    if native.steps is twin.steps:
        pytest.skip("four million cells take the twin seconds")
    opcodes = peer("rapidfuzz.distance.Levenshtein").opcodes
    chance = random.Random(5)
    for n, m in ((2047, 2049), (2048, 2048), (2048, 2049), (65, 64528), (64, 70000), (500000, 10), (6000, 9000)):
        size = chance.choice((2, 5, 100))
        ref, hyp = ([chance.randrange(size) for _ in range(count)] for count in (n, m))
        assert edits(native, ref, hyp) == list(map(tuple, opcodes(ref, hyp)))


@pytest.mark.slow
def test_cut_pairs_are_equal_in_both_cores() -> None:
    chance = random.Random(7)
    ref, hyp = ([chance.randrange(9) for _ in range(count)] for count in (66, 63600))
    assert 66 * 63600 > 1 << 22
    assert twin.steps(ref, hyp, *POLICY) == native.steps(ref, hyp, *POLICY)


@pytest.mark.parametrize("ties", ["=SDI=", "=DSIM="])
@pytest.mark.parametrize(
    ("ref", "hyp", "operations"),
    [
        ("{ba ba}", "ba", "CD"),
        ("ba", "{ba ba}", "CI"),
        ("x {ba ba} y", "x ba y", "CCDC"),
        ("{ {a a} a}", "a", "CDD"),
    ],
)
def test_an_alternation_of_one_way_is_words_in_a_row(ties: str, ref: str, hyp: str, operations: str) -> None:
    assert Ask(native).ops(ref, hyp, costs=RAPIDFUZZ.whole_costs, ties=ties) == operations
