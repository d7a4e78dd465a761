"""Edit paths: the two ways of filling the table, one for short and one for long sequences, agree."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scorelite.scoring.compat.evalmate import levenshtein

_WORDS = st.lists(st.sampled_from("abc"), min_size=1, max_size=9)


@given(ref=_WORDS, hyp=_WORDS, costs=st.sampled_from([(3, 3, 4), (1, 2, 2), (5, 1, 3)]))
def test_filling_by_diagonals_makes_the_moves_of_filling_by_cells(
    ref: list[str], hyp: list[str], costs: tuple[float, float, float]
) -> None:
    by_cells, cost = levenshtein._by_cells(ref, hyp, *costs)
    by_diagonals, same_cost = levenshtein._by_diagonals(ref, hyp, *costs)
    assert same_cost == cost
    places = [(row, column) for row in range(1, len(ref) + 1) for column in range(1, len(hyp) + 1)]
    assert [by_diagonals(*place) for place in places] == [by_cells(*place) for place in places]
