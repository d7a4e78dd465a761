"""Rows with times: plain ones are what the readers of the formats read; both cores give all rows alike."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate
from math import inf
from types import ModuleType
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorelite.core import python

_BLANKS = st.sampled_from([" ", " ", " ", "  ", "\t", "\v", "\r", "\x1c", "\u3000"])
_NUMBERS = st.sampled_from(
    ["0", "0.5", "1.", ".5", "-1", "-0", "+1", "1e3", "&&1", "2.25", "12345678901234.5", ".", "x", "*"]
)
_WORDS = st.sampled_from(
    ["a", "é", "<hm>", "<ALT", "<alt_begin>", "{", "@", "a;b*", ";c", "<", "<a,b>", "<\u00e9>", "\\<x>"]
)
_NAMES = st.sampled_from(["a", "a", "b", "é", ";a", "*a", "<a>"])
_IGNORED = st.sampled_from(["Ignore_Time_Segment_In_Scoring", "xIGNORETIMESEGMENTINSCORINGx", "ignore_time"])
_CONFIDENCES = st.sampled_from(["", " 0.5", " NA", " na", " -1.5", " +1", " 1e-3", " x", " 0.5 lex", " 0.5 lex anna"])
_ODD = st.one_of(st.sampled_from([";; note", "; note", "** note\r", "", " ", "\0", ";; \u20ac"]), st.text(max_size=5))
_ENDS = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r\r\n", ""])


def fields(*parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Lines of these fields, with blanks between them."""
    return st.tuples(st.tuples(*parts), _BLANKS).map(lambda match: match[1].join(match[0]))


def files(lines: st.SearchStrategy[str]) -> st.SearchStrategy[bytes]:
    """Files of mostly such lines."""
    some = st.lists(st.tuples(st.one_of(lines, lines, lines, _ODD), _ENDS).map("".join), max_size=5)
    return st.one_of(some.map("".join).map(str.encode), st.binary(max_size=12))


_ROW = st.tuples(fields(_NAMES, _NAMES, _NUMBERS, _NUMBERS, _WORDS), _CONFIDENCES).map("".join)
_TEXT = st.lists(st.one_of(_WORDS, _IGNORED), max_size=3).map(" ".join)
_SEGMENT = fields(_NAMES, _NAMES, _NAMES, _NUMBERS, _NUMBERS, _TEXT)


def answers(rows: Any, fields: int, numbers: Sequence[int]) -> object:
    """Everything that the rows of a core say; NaN as a text."""
    if rows is None:
        return None
    some = array("q", range(0, len(rows), 2)).tobytes()
    return (
        [(rows.column(field), rows.column(field, some)) for field in range(fields)],
        [(str(array("d", rows.numbers(field)).tolist()), rows.rounded(field), rows.odd(field)) for field in numbers],
        (len(rows), rows.names, rows.first, rows.lines, rows.comments, rows.ignored if fields == 7 else b""),
        (rows.longest, rows.marked, rows.first_confidence, rows.added),
    )


@given(files(_ROW))
@example(b"f A 0.5 .25 a NA\nf A &&1. 1 b na\n f\tB  -2 0.1 c 1\ng B 3 4 d +.5")
@example(b"f A 0.1234567890123456 1. a\r\nf A . 1e3 <alt_end> x y\n")
def test_both_cores_read_words_alike(native: ModuleType, twin: ModuleType, data: bytes) -> None:
    assert answers(native.ctm_rows(data), 6, (2, 3, 5)) == answers(twin.ctm_rows(data), 6, (2, 3, 5))


@given(files(_SEGMENT))
@example(b";; x\nf 1 s 0 1.1 <o> a  b \n\tf\t1 t 2 3 <o,f0>\tc\n;;\n")
@example(b"f 1 s 0 1 <o>\r \nf 1 s 0 1 \n")
def test_both_cores_read_segments_alike(native: ModuleType, twin: ModuleType, data: bytes) -> None:
    assert answers(native.stm_rows(data), 7, (3, 4)) == answers(twin.stm_rows(data), 7, (3, 4))


def test_rows_with_other_numbers_are_odd_ones(core: ModuleType) -> None:
    rows = core.ctm_rows(b";c\nf A * 0.10 <ALT> -.5\nf A 1 1e3 b\ng A 2 3 c x y\n")
    assert [array("q", rows.odd(field)).tolist() for field in (2, 3, 5)] == [[0], [1], [2]]
    assert array("d", rows.rounded(3)).tolist() == [0.10000000149011612, 0.0, 3.0]
    assert str(array("d", rows.numbers(5)).tolist()) == "[-0.5, nan, nan]"
    assert (rows.names, array("q", rows.first).tolist()) == ([(b"f", b"A"), (b"g", b"A")], [0, 2, 3])
    assert (rows.first_confidence, rows.longest, rows.marked, rows.added) == (0, 20, True, 0)
    for number in (0, 4, 6, -1):
        with pytest.raises(ValueError, match="a field without numbers"):
            rows.numbers(number)
    for number in (-1, 6):
        with pytest.raises(ValueError, match="a field that does not exist"):
            rows.column(number)


def test_spaces_and_tabs_alone_separate_raw_fields(core: ModuleType) -> None:
    data = b"f A 0 1 a\x0bb 0.5\r\n"
    assert core.ctm_rows(data).column(4) == [b"a\x0bb"]
    assert core.ctm_rows(data).column(5) == [b"0.5\r"]


@pytest.mark.parametrize("data", [b"\n", b"f A 0 0\n", b"f A 0 0 a\n\nf A 0 0 a\n"])
def test_rows_of_words_may_not_be_short(core: ModuleType, data: bytes) -> None:
    assert core.ctm_rows(data) is None


@pytest.mark.parametrize("data", [b"f 1 s 0\n", b";f 1 s 0 1 a\n", b"*f 1 s 0 1 a\n"])
def test_segments_may_not_be_short_nor_begin_with_half_a_mark(core: ModuleType, data: bytes) -> None:
    assert core.stm_rows(data) is None


def test_rows_that_python_adds_stand_among_those_of_the_core(core: ModuleType) -> None:
    def row(rows: Any, number: int, line: str) -> None:
        lines.append(number)
        session, channel, begin, duration, word, *rest = line.split()
        if word != "<ALT":
            rows.add((session, channel, begin, duration, word, "".join(rest)), float(begin), float(duration), 0.5)
        rows.set_inside(word == "<ALT")

    lines: list[int] = []
    data = b"a A 1 .5 x\n;; 1\na A 1e1 1 \xc3\xa9 1e-1\na A 0 0 <ALT\n;; 2\na A 2 1 y 0.5\n"
    data += b"b A 3 1 z 0.5\n;; 3\nb A 4 1 v 0.5"
    rows = core.read_ctm(data, row)
    assert lines == ([3, 4, 7] if core.NAME == "native" else [1, 3, 4, 6, 7, 9])
    assert rows.added == (2 if core.NAME == "native" else 5)
    assert rows.texts(4) == ["x", "\u00e9", "y", "z", "v"]
    assert rows.texts(2) == ["1", "1e1", "2", "3", "4"]
    assert rows.texts(5)[1:] == ["1e-1", "0.5", "0.5", "0.5"]
    assert array("d", rows.numbers(2)).tolist() == [1.0, 10.0, 2.0, 3.0, 4.0]
    assert (rows.names, array("q", rows.first).tolist()) == (
        [(b"a", b"A"), (b"a", b"A"), (b"b", b"A"), (b"b", b"A")],
        [0, 1, 3, 4, 5],
    )
    assert array("q", rows.lines).tolist() == [1, 3, 6, 7, 9]
    assert rows.comments == [(b";; 1", 1), (b";; 2", 2), (b";; 3", 3)]


def test_an_error_of_a_row_ends_the_reading(core: ModuleType) -> None:
    def row(rows: Any, number: int, line: str) -> None:
        rows.add((line,), 0.0, 0.0, 0.0)

    with pytest.raises(ValueError, match="a row of other fields"):
        core.read_stm(b"a A b 1e1 2 x\n", row, False)


def test_only_utf_8_that_names_no_encoding_is_strict_text(core: ModuleType) -> None:
    texts = [b"", b"a\xc3\xa9\n", b"\xef\xbb\xbfa", b"<?xml", b"a\0", b"\xff", b"\xed\xa0\x80"]
    assert [core.is_strict_text(text) for text in texts] == [True, True, False, False, False, False, False]


_STEPS = st.sampled_from([0.0, 0.1, 0.5, 1.0, 1.1, 7.0, 1e-8, -0.3, -5.0])
_LENGTHS = st.sampled_from([0.0, 0.1, 0.2, 0.30000000000000004, 0.5, 6.0])


@given(
    st.lists(st.tuples(_STEPS, _LENGTHS), max_size=25),
    st.lists(st.integers(0, 25), max_size=2),
    st.sampled_from([0.0, 0.1, 0.5, 1.0, inf]),
    st.sampled_from([1.0, 6.0, inf]),
)
def test_rows_are_cut_alike(
    core: ModuleType, rows: list[tuple[float, float]], edges: list[int], pause: float, longest: float
) -> None:
    begins, durations = array("d", accumulate(step for step, _ in rows)), array("d", [length for _, length in rows])
    first = array("q", [0, *(min(edge, len(rows)) for edge in sorted(edges)), len(rows)])
    columns = first.tobytes(), begins.tobytes(), durations.tobytes()
    actual = core.cut_rows(*columns, pause, longest)
    assert actual == python.cut_rows(*columns, pause, longest)
    firsts, finals, ends, counts = (array(kind, column).tolist() for kind, column in zip("qqdq", actual, strict=True))
    assert sum(counts) == len(firsts)
    stops = [begin + duration for begin, duration in zip(begins, durations, strict=True)]
    for opened, closed, final, end in zip(firsts, [*firsts, len(rows)][1:], finals, ends, strict=True):
        assert end == max(stops[opened:closed])
        assert final == -1 or stops[final] == end


@given(files(_ROW))
@example(b";; note\na A 1\na  A 2\n\nb A 1\n;; x\nb")
def test_runs_of_channels_are_those_of_lines(native: ModuleType, data: bytes) -> None:
    names, begins, lines = native.channel_runs(data)
    starts, sizes = array("q", begins).tolist(), array("q", lines).tolist()
    assert sum(sizes) == data.count(b"\n") + bool(data and not data.endswith(b"\n"))
    assert starts[:1] == ([0] if data else [])
    for name, start, end in zip(names, starts, [*starts, len(data)][1:], strict=True):
        fields = [line.split()[:2] for line in data[start:end].split(b"\n") if line[:1] != b";"]
        assert {b" ".join(row) for row in fields if row} <= {name}
