"""Checks of timed files: both cores find the same rows."""

from __future__ import annotations

import importlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.conftest import built

_FIELDS = st.sampled_from(
    [
        "f",
        "g",
        "1",
        "A",
        "0.5",
        "2.",
        "2.5",
        "12345678901234.25",
        ".5",
        "don't",
        "<o>",
        "<",
        "<a",
        "x;;y",
        ";;",
        "\v",
        "\xe9",
        "",
    ]
)
_LINES = st.one_of(
    st.lists(_FIELDS, max_size=8).map(" ".join),
    st.tuples(st.sampled_from("fg"), st.sampled_from("1AB"), st.sampled_from(["0", "1.5", "10", "2."]), _FIELDS).map(
        lambda row: f"{row[0]} {row[1]} {row[2]} 0.5 {row[3]}"
    ),
)
_FILES = st.tuples(st.lists(_LINES, max_size=4), st.sampled_from(["", "\n"])).map(
    lambda file: ("\n".join(file[0]) + file[1]).encode("latin-1")
)


@given(data=_FILES, field=st.sampled_from([2, 3]))
def test_both_cores_check_alike(data: bytes, field: int) -> None:
    if not built():
        pytest.skip("the native core was not built")
    twin, native = (importlib.import_module(name) for name in ("tests.core.compat.oracles", "scorelite.core._native"))
    assert native.rows_in_order(data, field) == twin.rows_in_order(data, field)
    assert native.unusual_ctm_rows(data) == twin.unusual_ctm_rows(data)


def test_rows_are_in_the_order_of_file_channel_and_time(core) -> None:
    assert core.rows_in_order(b"f 1 2 x\nf 2 1. x\ng 1 0.5", 2)
    for rows in (
        b"",
        b"f 1 2\nf 1 1.5",
        b"g 1 1\nf 1 2",
        b"f 1 1\n\nf 1 2",
        b";;f 1 1",
        b"f 1 x",
        b"f  1 1",
        b"f 1\v 1",
    ):
        assert not core.rows_in_order(rows, 2)
    with pytest.raises(ValueError, match="expected 2 or more"):
        core.rows_in_order(b"f 1 1", 1)
