"""Rows of ctm and stm files read as tables; both cores give the same answers."""

from __future__ import annotations

import struct

import pytest
from hypothesis import strategies as st

from tests.core.material import law

LONGEST = 40


def doubles(*values: float) -> bytes:
    return struct.pack(f"{len(values)}d", *values)


def test_a_table_comes_in_columns_with_names_where_they_change(core):
    text = b"f A 0.5 .25 a .5\nf A &&1. 1 b NA\n f\tB  -2 0.1 c 1 x\n"
    assert core.ctm_table(text, LONGEST) is None  # one row is longer
    text = b"f A 0.5 .25 a NA\nf A &&1. 1 b na\n f\tB  -2 0.1 c 1\ng B 3 4 d +.5"
    assert core.ctm_table(text, LONGEST) == (
        [(0, b"f"), (3, b"g")],
        [(0, b"A"), (2, b"B")],
        doubles(0.5, 1.0, -2.0, 3.0),
        doubles(0.25, 1.0, 0.1, 4.0),
        [b"a", b"b", b"c", b"d"],
        doubles(0.0, 0.0, 1.0, 0.5),
        2,
    )
    assert core.ctm_table(b"f A 0 0 a\n", LONGEST)[5:] == (doubles(0.0), -1)


def test_a_number_of_fifteen_letters_is_read_and_one_of_sixteen_is_none(core):
    assert core.ctm_table(b"f A 0 1.0000000000000 a\n", LONGEST)[3] == doubles(1.0)
    assert core.ctm_table(b"f A 0 1.00000000000000 a\n", LONGEST) is None


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\n",
        b"f A 0 0\n",
        b"f A 0 0 a\n\nf A 0 0 a\n",
        b"f A 0 0 a\nf A 0 0 a 1\n",
        b"f A 1e3 0 a\n",
        b"f A * 0 a\n",
        b"f A 0 1_0 a\n",
        b"f A 0 inf a\n",
        b"f A . 0 a\n",
        b"f A && 0 a\n",
        b"f A 1-2 0 a\n",
        b"f A 0 0.0000000000000001 a\n",
        b"f A 0 0 a x\n",
        b"f A 0 0 " + b"a" * LONGEST + b"\n",
    ],
)
def test_other_rows_than_plain_numbers_are_no_table(core, text):
    assert core.ctm_table(text, LONGEST) is None


NUMBERS = st.one_of(
    st.decimals(-99, 99, places=3).map(str), st.text("0123456789.+-&", max_size=17), st.floats(0, 9).map(str)
)
FIELDS = st.tuples(st.sampled_from("fgh"), st.sampled_from("AB"), NUMBERS, NUMBERS, st.sampled_from("abc"))
TABLES = st.lists(
    st.tuples(FIELDS, st.sampled_from(["", "", "NA", "0.5", ".", "1"])).map(lambda row: " ".join((*row[0], row[1]))),
    max_size=5,
).map("\n".join)


@law(TABLES, examples=300)
def test_tables_are_read_alike(native, twin, text):
    assert native.ctm_table(text.encode(), LONGEST) == twin.ctm_table(text.encode(), LONGEST)


def test_segments_come_in_columns_without_comments(core):
    text = b";; x\nf 1 s 0 1.1 <o> a  b \n\tf\t1 t 2 3 <o,f0>\tc\n;;\n"
    assert core.stm_table(text) == (
        [b"f", b"f"],
        [b"1", b"1"],
        [b"s", b"t"],
        doubles(0.0, 2.0),
        doubles(struct.unpack("f", struct.pack("f", 1.1))[0], 3.0),
        [b"<o>", b"<o,f0>"],
        [b"a  b ", b"c"],
    )


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\n",
        b";; x\n",
        b"f 1 s 0 1 <o> a",
        b"f 1 s 0 1 <o>\n",
        b"f 1 s 0 1 <o> \n",
        b"f 1 s 0 1 a b\n",
        b";f 1 s 0 1 <o> a\n",
        b"*f 1 s 0 1 <o> a\n",
        b"f 1 s 1e3 1 <o> a\n",
        b"f 1 s 0 1 <o> a\n\n",
    ],
)
def test_other_segments_than_labelled_ones_are_no_table(core, text):
    assert core.stm_table(text) is None


SEGMENTS = st.lists(
    st.tuples(FIELDS, st.sampled_from(["<o> a", "<o>\t a  b ", "<o>", "a b", "<o>\ra"])).map(
        lambda row: " ".join((*row[0][:4], row[0][3], row[1]))
    )
    | st.sampled_from([";; x", "", " "]),
    max_size=4,
).map(lambda rows: "".join(f"{row}\n" for row in rows))


@law(SEGMENTS, examples=300)
def test_segments_are_read_alike(native, twin, text):
    assert native.stm_table(text.encode()) == twin.stm_table(text.encode())
