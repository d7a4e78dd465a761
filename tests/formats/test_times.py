"""Sums and differences of times as they are written, by decimal arithmetic."""

from __future__ import annotations

from decimal import Decimal
from operator import add, sub

from hypothesis import given
from hypothesis import strategies as st

from scorelite.formats.engine.rows import exact_lengths
from scorelite.formats.schema.numbers import exact_texts

DECIMALS = st.integers(0, 8)


@st.composite
def times(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Pairs of times, nearly all with as many decimals."""
    decimals, most = draw(DECIMALS), draw(st.sampled_from([99, 10**6, 10**12]))
    pairs = draw(st.lists(st.tuples(st.integers(0, most), st.integers(0, most)), min_size=1, max_size=5))
    columns = [
        [format(Decimal(number).scaleb(-decimals), "f") for number in column] for column in zip(*pairs, strict=True)
    ]
    columns[0][-1] += draw(st.sampled_from(["", "" if decimals else ".", "0" if decimals else ".5"]))
    return columns[0], columns[1]


@given(times())
def test_sums_and_differences_of_times_are_those_of_decimals(columns: tuple[list[str], list[str]]) -> None:
    for operation in (add, sub):
        exact = [operation(*map(Decimal, pair)) for pair in zip(*columns, strict=True)]
        assert list(map(Decimal, exact_texts(operation, *columns))) == exact
        if not any(text.endswith(".") for text in columns[0]):
            assert exact_texts(operation, *columns) == [format(number, "f") for number in exact]


@given(times())
def test_lengths_are_the_numbers_that_are_nearest_to_the_exact_ones(columns: tuple[list[str], list[str]]) -> None:
    lengths = [Decimal(end) - Decimal(begin) for begin, end in zip(*columns, strict=True)]
    made = exact_lengths(*columns)
    if min(lengths) < 0:
        assert made is None
    else:
        assert made is not None
        assert list(made[1]) == list(map(float, lengths))
