"""Sums of logarithms of confidences, on both cores."""

from __future__ import annotations

from array import array
from math import inf, log, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.ask import floats
from tests.core.conftest import built

LIMITS = 1e-7, 1 - 1e-7


def information(core, operations, column):
    """Sums over all operations, and numbers of words."""
    rows = core.information_rows(operations, column, array("q", [0, len(operations)]).tobytes(), *LIMITS)
    return tuple(array(code, row)[0] for code, row in zip("ddii", rows, strict=True))


def test_right_and_wrong_words_are_summed_apart_and_limited(core):
    right, wrong, words, outside = information(core, b"CSIDC", floats(0.5, 0.25, 1.5, nan, -1.0))
    bits = 1.4426950408889634
    assert right == log(0.5) * bits + log(LIMITS[0]) * bits
    assert wrong == log(0.75) * bits + log(1.0 - LIMITS[1]) * bits
    assert (words, outside) == (4, 2)
    assert information(core, b"", b"") == (0.0, 0.0, 0, 0)
    with pytest.raises(ValueError, match="a confidence for every operation expected"):
        information(core, b"C", b"")


def test_rows_are_sums_of_stretches(core):
    operations, column = b"CSIDC", floats(0.5, 0.25, 1.5, nan, -1.0)
    actual = core.information_rows(operations, column, array("q", [0, 2, 2, 5]).tobytes(), *LIMITS)
    rows = [information(core, operations[a:b], column[8 * a : 8 * b]) for a, b in ((0, 2), (2, 2), (2, 5))]
    expected = [array(code, values).tobytes() for code, values in zip("ddii", zip(*rows, strict=True), strict=True)]
    assert list(actual) == expected
    for places in ([0, 6], [3, 1], [-1, 2]):
        with pytest.raises(ValueError, match="places outside of the operations, or in disorder"):
            core.information_rows(operations, column, array("q", places).tobytes(), *LIMITS)


@pytest.mark.skipif(not built(), reason="the native core was not built")
@given(st.lists(st.tuples(st.sampled_from(b"CSI"), st.floats() | st.sampled_from([0.0, 1.0, inf, -inf]))))
def test_both_cores_give_the_same_sums_to_the_last_bit(native, twin, rows):
    operations, column = bytes(row[0] for row in rows), floats(*(row[1] for row in rows))
    assert information(native, operations, column) == information(twin, operations, column)


_CONFIDENCES = st.lists(st.one_of(st.floats(-1, 2), st.sampled_from([0.0, -0.0, 0.5, float("nan")])), max_size=40)


@given(values=_CONFIDENCES, letters=st.text("CSI", min_size=40, max_size=40))
def test_both_cores_sort_alike(native, twin, values, letters):
    arguments = letters[: len(values)].encode(), array("d", values).tobytes()
    assert native.sorted_confidences(*arguments) == twin.sorted_confidences(*arguments)


@given(right=_CONFIDENCES, wrong=_CONFIDENCES, most=st.integers(-1, 100))
def test_both_cores_draw_the_same_curve(native, twin, right, wrong, most):
    columns = [array("d", sorted(side)).tobytes() for side in (right, wrong)]
    assert native.det_curve(*columns, most) == twin.det_curve(*columns, most)


def test_long_curves_have_the_digits_of_the_twin(native, twin):
    columns = [array("d", range(start, 6000, 2)).tobytes() for start in (0, 1)]
    assert native.det_curve(*columns, 9999) == twin.det_curve(*columns, 9999)


def test_words_without_an_operation_are_refused(core):
    with pytest.raises(ValueError, match="a confidence for every operation expected"):
        core.sorted_confidences(b"CC", array("d", [0.5]).tobytes())
