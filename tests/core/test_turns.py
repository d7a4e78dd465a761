"""Turns of RTTM files as columns."""

from __future__ import annotations

from array import array
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.formats import rttm
from scorelite.formats.errors import FormatError
from scorelite.formats.source import Source
from scorelite.scoring.segments.rows import read_side

_TEXTS = st.text("SPEAKR fg12.;<NA>\t\r\n-\x1c\xe9", max_size=12)
_ROWS = st.lists(
    st.one_of(
        st.tuples(*[st.sampled_from(["f", "g"])] * 2, *[st.sampled_from(["0", "1.5", ".5", "2."])] * 2).map(
            lambda row: "SPEAKER {} {} {} {} <NA> <NA> {}{} <NA>".format(*row, row[0], row[2])
        ),
        st.sampled_from(
            [
                "SPEAKER f 1 1.5 1.2.3 <NA> <NA> a <NA>",
                "SPEAKER f 1 1.5 -1 <NA> <NA> a <NA>",
                "SPEAKER f 1 . 1 <NA> <NA> a <NA>",
                "SPEAKER f 1 0.12345678901234567 1 <NA> <NA> a <NA>",
                "SPEAKER f 1 0 1 <NA> <NA> a 0.5 <NA>",
                "SPEAKER f 1 0 1 <NA> <NA> a -.5",
                "SPEAKER f 1 0 1 <NA> <NA> a x",
                "  SPEAKER f 1\t0 1 <NA> <NA> <NA> <NA> \r",
                "SPEAKER f 1 0 1 <NA> <NA> a",
                "SPEAKER f 1 0 1 <NA> <NA> a <NA> <NA> b",
                "LEXEME f 1 0 1 word lex a <NA>",
                ";; comment",
                "",
            ]
        ),
        _TEXTS,
    ),
    max_size=5,
).map("\n".join)


def test_turns_are_grouped_by_file_and_channel(core: ModuleType) -> None:
    rows = [("f", "0", "b"), ("g", "1", "<NA>"), ("f", "2.5", "a")]
    data = "".join(f"SPEAKER {file} 1 {begin} .5 <NA> <NA> {name} <NA>\n" for file, begin, name in rows).encode()
    first, second = core.rttm_turns(data, False)
    assert (first[:3], second[:3]) == ((b"f", b"1", [b"a", b"b"]), (b"g", b"1", [b""]))
    assert [array("i", turns[3]).tolist() for turns in (first, second)] == [[1, 0], [0]]
    assert [array("d", turns[4]).tolist() for turns in (first, second)] == [[0, 2.5], [1]]
    assert [array("d", turns[6]).tolist() for turns in (first, second)] == [[0.5, 3], [1.5]]


@given(text=_ROWS, bare=st.booleans())
def test_both_cores_read_the_same_turns(native: ModuleType, twin: ModuleType, text: str, bare: bool) -> None:
    assert native.rttm_turns(text.encode(), bare) == twin.rttm_turns(text.encode(), bare)


@given(text=_ROWS)
def test_plain_files_are_read_as_all_others_are(core: ModuleType, text: str) -> None:
    actual = core.rttm_turns(text.encode(), False)
    if actual is None:
        return
    turns: dict[tuple[str, str], list[tuple[str, float, float]]] = {}
    for block in rttm.blocks(Source(text.encode())):
        for row in zip(*block.columns[1:3], block.columns[7], block.begins, block.ends(), strict=True):
            turns.setdefault(row[:2], []).append((row[2].replace("<NA>", ""), *row[3:]))
    read = read_side(Source(text.encode()), format="rttm").rows
    assert {key: rows.rows() for key, rows in read.items()} == turns
    assert list(turns) == [(file.decode(), channel.decode()) for file, channel, *_ in actual]


def test_other_files_keep_their_problems(core: ModuleType) -> None:
    broken = b"SPEAKER f 1 0 1 <NA> <NA> a <NA>\nSPEAKER f 1 0 x <NA> <NA> a <NA>\n"
    assert core.rttm_turns(broken, False) is None
    with pytest.raises(FormatError, match="2:15: duration 'x' is not a number"):
        read_side(Source(broken), format="rttm")


_ROW = b"SPEAKER f 1 %b %b <NA> <na> %b <NA>\n"


def test_bare_turns_have_sorted_names_durations_and_the_places_of_their_names(core: ModuleType) -> None:
    rows = _ROW % (b"1.5", b"2", b"b") + b"\n" + _ROW % (b".5", b"1.", b"a")
    codes, begins, lengths, ends = (
        array("i", [1, 0]),
        *(array("d", row) for row in ([1.5, 0.5], [2.0, 1.0], [3.5, 1.5])),
    )
    places = array("q", [rows.index(b"b <"), rows.index(b"a <NA>\n")])
    columns = [column.tobytes() for column in (codes, begins, lengths, ends, places)]
    assert core.rttm_turns(rows, True) == [(b"f", b"1", [b"a", b"b"], *columns, (0.5, 3.5, 1.0))]
    assert core.rttm_turns(b"", True) == []


@pytest.mark.parametrize(
    "row",
    [
        b"SPEAKER f 1 0 1 <NA> <NA> a <NA> <NA>\n",
        b"SPEAKER f 1 0 1 word <NA> a <NA>\n",
        b"SPEAKER f 1 -1 1 <NA> <NA> a <NA>\n",
        b"SPEAKER f 1 0 1e1 <NA> <NA> a <NA>\n",
        b"SPEAKER f 1 0 1 <NA> <NA> \xe9 <NA>\n",
        b"SPKR-INFO f 1 <NA> <NA> <NA> unknown a <NA>\n",
        b";; a comment\n",
    ],
)
def test_other_rows_are_left_alone(core: ModuleType, row: bytes) -> None:
    assert core.rttm_turns(_ROW % (b"0", b"1", b"a") + row, True) is None
