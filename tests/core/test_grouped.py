"""Bootstrap samples of groups of equal rows."""

from __future__ import annotations

from array import array
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.ask import integers, small_integers

_GROUPS = st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 70)), min_size=1, max_size=12)


@given(groups=_GROUPS, replications=st.integers(0, 5), seed=st.integers(-(1 << 65), 1 << 65), threads=st.integers(0, 3))
def test_both_cores_draw_the_same_groups(
    native: ModuleType,
    twin: ModuleType,
    groups: list[tuple[int, int]],
    replications: int,
    seed: int,
    threads: int,
) -> None:
    column, counts = zip(*groups, strict=True)
    columns = [small_integers(*column), small_integers(*reversed(column))]
    drawn = native.grouped_sums(columns, integers(*counts), replications, seed, threads)
    assert drawn == twin.grouped_sums(columns, integers(*counts), replications, seed, threads)


def test_a_sample_has_as_many_rows_as_all_groups(core: ModuleType) -> None:
    rows = core.grouped_sums([small_integers(1, 1, 1)], integers(5, 60, 7), 50, 1)[0]
    assert set(array("q", rows)) == {72}


@pytest.mark.parametrize(
    ("columns", "counts", "replications", "message"),
    [
        ([], [1], -1, "-1 replications; expected 0 or more"),
        ([], [], 1, "no rows to draw from; expected columns of 1 row or more"),
        ([], [2, 0], 1, "a group of 0 rows; expected 1 or more"),
        ([], [1 << 31], 1, "more than 2147483647 rows"),
        ([[1, 2], [3]], [1, 1], 1, "columns of 2 and 1 rows; expected equal lengths"),
    ],
)
def test_groups_that_cannot_be_drawn_are_refused(
    core: ModuleType, columns: list[list[int]], counts: list[int], replications: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        core.grouped_sums([small_integers(*column) for column in columns], integers(*counts), replications, 0)
