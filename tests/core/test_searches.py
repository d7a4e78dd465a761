"""Every search of the aligners finds the cheapest path and takes the ties of its policy, as a table of all cells does.

A seeded part of what `python -m tests.fuzz --only searches` does with builds of the core for tests.
"""

from __future__ import annotations

import pytest

from tests.fuzz import full_table, searches
from tests.fuzz.case import IDENTICAL, chance_of
from tests.fuzz.full_table import Network, Settings


@pytest.mark.parametrize(("size", "seed", "count"), [("short", 1, 250), ("long", 1, 2), ("real", 1, 1)])
def test_pairs_of_any_settings_are_aligned_as_by_a_table_of_all_cells(native, size, seed, count):
    for number in range(count):
        case = searches.sized(chance_of(f"searches {size}", seed, number), size)
        assert searches.checked(case, {"native": native}) == IDENTICAL, f"{size} {number}"


@pytest.mark.parametrize(
    ("ref", "hyp", "options", "expected"),
    [
        ("a b", "a a b", {}, "ICC"),
        ("a b", "a a b", {"ties": "IDS"}, "CIC"),
        ("a b", "b", {"costs": (1, 1, 1)}, "DC"),
        ("A", "a", {"sensitive": True}, "S"),
        ("{ a / b c }", "b c", {}, "CC"),
        ("{ a / @ }", "", {}, ""),
        ("(a) b", "b", {"optional": True}, "CC"),
        ("(a) b", "b", {}, "DC"),
        ("ab- -yz", "abc xyz", {"fragments": True}, "CC"),
        ("ab-", "abc", {}, "S"),
        ("ab c", "a bc", {"characters": 0}, "CCC"),
        ("a b", "b", {"weights": (("a", 1.0), ("b", 0.0))}, "DC"),
    ],
)
def test_the_table_counts_as_the_policy_says(ref, hyp, options, expected):
    settings = Settings(**options)
    path = full_table.aligned(Network(ref, settings), Network(hyp, settings))
    assert "".join(letter for letter, _, _ in path) == expected


def test_a_compound_is_taken_where_it_is_cheaper():
    assert full_table.compounds(["a", "b"], ["ab"], (1, 1, 1), "SID") == [(2, 1)]
    assert full_table.compounds(["ab"], ["a", "b"], (1, 1, 1), "SID") == [(1, 2)]
    assert full_table.compounds(["a", "", "b"], ["ab"], (4, 3, 3), "SID") == [(3, 1)]
