"""Numbers as text, many at once: the same characters as one by one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

np = pytest.importorskip("numpy")

FLOATS = st.one_of(
    st.floats(allow_nan=False),
    st.floats(0, 1, allow_nan=False),
    st.integers(-(10**16), 10**16).map(lambda value: value / 1000),
    st.builds(lambda digits, power: float(f"{digits}5e{power}"), st.integers(0, 10**15), st.integers(-24, 2)),
    st.integers(-20, 20).map(lambda power: 10.0**power),
    st.builds(lambda power, less: 10.0**power * (1 - less * 2.0**-52), st.integers(-9, 15), st.integers(-9, 9)),
    st.sampled_from([0.0, 999999999999.998, -0.0, 9.9999999999999995e-5, 999999999999999.5, 0.99999999999999989]),
)


@settings(max_examples=100)
@given(st.lists(FLOATS, max_size=8))
def test_every_number_is_written_as_c_writes_it(values: list[float]) -> None:
    from scorelite.scoring.report.kws.numbers import joined, texts

    rows = texts(np.array(values, dtype=np.float64))
    assert [joined([rows[place : place + 1]]) for place in range(len(values))] == [f"{value:.15g}" for value in values]
