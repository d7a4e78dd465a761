"""Bootstrap samples of groups of equal rows."""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import accumulate
from math import exp, lgamma, log, sqrt
from operator import sub
from statistics import covariance, mean
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.ask import integers, small_integers

_SIZES = st.one_of(st.integers(1, 70), st.integers(1, 10**7))
_GROUPS = st.lists(st.tuples(st.integers(-9, 9), _SIZES), min_size=1, max_size=12)


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


@pytest.mark.sweep(5)
# Rows drawn one by one, inversion, rejection; the larger group first and last.
@pytest.mark.parametrize(
    ("rows", "others"),
    [(5, 7), (3, 37), (37, 3), (12, 12), (90, 910), (520, 480), (480, 520), (3, 99_997), (36, 99_964), (99_000, 1_000)],
)
def test_a_group_is_drawn_with_the_binomial_distribution(core: ModuleType, rows: int, others: int) -> None:
    samples, whole = 4000, rows + others
    drawn = Counter(array("q", core.grouped_sums([small_integers(1, 0)], integers(rows, others), samples, 3)[0]))
    shares = accumulate(drawn[number] / samples for number in range(whole + 1))
    probabilities = accumulate(binomial_probabilities(whole, rows))
    # The test of Kolmogorov and Smirnov, at 1 %.
    assert max(map(abs, map(sub, shares, probabilities))) < 1.63 / sqrt(samples)


def binomial_probabilities(whole: int, part: int) -> list[float]:
    """The probabilities that none, one ... all of so many draws fall on a part of the whole."""
    hit, miss = log(part / whole), log((whole - part) / whole)
    choices = [lgamma(whole + 1) - lgamma(number + 1) - lgamma(whole - number + 1) for number in range(whole + 1)]
    return [exp(choice + number * hit + (whole - number) * miss) for number, choice in enumerate(choices)]


@pytest.mark.parametrize("counts", [(3, 2, 1, 1), (60, 1, 30, 9), (50_000, 30_000, 19_000, 1_000)])
def test_groups_vary_together_as_draws_with_replacement_do(core: ModuleType, counts: tuple[int, ...]) -> None:
    samples, whole = 4000, sum(counts)
    columns = [small_integers(*(place == group for place in range(4))) for group in range(4)]
    drawn = [array("q", sums) for sums in core.grouped_sums(columns, integers(*counts), samples, 8)]
    for group, count in enumerate(counts):
        assert mean(drawn[group]) == pytest.approx(count, abs=4 * sqrt(count / samples))
        for other in range(group):
            product = count * counts[other] / whole
            deviations = sqrt(count * counts[other])
            assert covariance(drawn[group], drawn[other]) == pytest.approx(-product, abs=4 * deviations / sqrt(samples))


@given(groups=_GROUPS, factor=st.integers(-9, 9), seed=st.integers(0, 9))
def test_all_columns_have_the_same_samples(
    native: ModuleType, groups: list[tuple[int, int]], factor: int, seed: int
) -> None:
    column, counts = zip(*groups, strict=True)
    columns = [small_integers(*column), small_integers(*(factor * value for value in column))]
    first, second = (array("q", sums) for sums in native.grouped_sums(columns, integers(*counts), 3, seed))
    assert [factor * value for value in first] == second.tolist()


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
