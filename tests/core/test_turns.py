"""Turns of RTTM files as columns."""

from __future__ import annotations

import contextlib
from array import array
from types import ModuleType
from typing import Any

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


def _read(core: ModuleType, data: bytes) -> Any:
    """The rows of a file that has no unusual ones, or whose unusual ones are turns with all ten fields."""

    def row(rows: Any, number: int, line: str) -> None:
        fields = line.split()
        rows.add([*fields, *[""] * (10 - len(fields))], float(fields[3]), float(fields[4]), 0.0)

    return core.read_rttm(data, row, True)


def test_turns_are_grouped_by_file_and_channel(native: ModuleType) -> None:
    rows = [("f", "0", "b"), ("g", "1e0", "<NA>"), ("f", "2.5", "\u00e9")]
    data = "".join(f"SPEAKER {file} 1 {begin} .5 <NA> <NA> {name} <NA>\n" for file, begin, name in rows).encode()
    data += b"LEXEME f 1 0 9 word lex c <NA>\n"
    first, second = native.turns_of(_read(native, data))
    assert (first[:3], second[:3]) == ((b"f", b"1", [b"b", b"\xc3\xa9"]), (b"g", b"1", [b""]))
    assert [array("i", turns[3]).tolist() for turns in (first, second)] == [[0, 1], [0]]
    assert [array("d", turns[4]).tolist() for turns in (first, second)] == [[0, 2.5], [1]]
    assert [array("d", turns[6]).tolist() for turns in (first, second)] == [[0.5, 3], [1.5]]


@given(text=_ROWS)
def test_turns_are_those_of_the_rows(native: ModuleType, twin: ModuleType, text: str) -> None:
    assert native.bare_turns(text.encode()) == twin.bare_turns(text.encode())
    with contextlib.suppress(FormatError):
        rows = rttm.rows_of(Source(text.encode()))
        assert [turns[:7] for turns in native.turns_of(rows)] == [turns[:7] for turns in twin.turns_of(rows)]


@given(text=_ROWS)
def test_bare_turns_are_those_of_the_format(core: ModuleType, text: str) -> None:
    bare = core.bare_turns(text.encode())
    if bare is None or any(b"<NA>" in row[2] for row in bare):  # which is a name to md-eval
        return
    turns = core.turns_of(rttm.rows_of(Source(text.encode())))
    assert [row[:7] for row in bare] == [row[:7] for row in turns]


_WORDS = st.lists(
    st.tuples(
        st.sampled_from(["SPEAKER", "LEXEME", "LEXEME", "LEXEME", "NOSCORE"]),
        st.sampled_from(["f 1", "f 1", "f 1", "g 1", "f 2"]),
        st.sampled_from(["0 1", "0.5 .25", "1 0.000001", "0 1.1", "1e0 1", "3 1"]),
        st.sampled_from(["good lex", "<NA> un-lex", "d\u00e4 fp", "a\x01b lex", "{x} lex"]),
        st.sampled_from(["a", "a", "b"]),
        st.sampled_from(["<NA>", "0.5", "-1.25", "5e-1", "1 <NA>", "<NA> 2", "0.5 ;; c"]),
    )
    .map(lambda row: "{} {} {} {} {} {}".format(*row))
    .filter(lambda row: row.startswith("LEXEME") or " lex" not in row),
    max_size=12,
).map("\n".join)


@given(text=_WORDS)
def test_words_of_turns_are_those_that_the_rows_have(text: str) -> None:
    rows = rttm.rows_of(Source(text.encode()))
    segments, first, words, typed = rows.spoken()
    starts, bounds = array("q", segments).tolist(), array("q", first).tolist()
    kinds, tokens = rows.texts(rttm.TYPE), rows.texts(rttm.TOKEN)
    lexemes = [row for row, kind in enumerate(kinds) if kind == "LEXEME"]
    spoken = [row for row in lexemes if tokens[row] != "<NA>"]
    assert starts == sorted({*starts})
    assert {*range(len(rows))} - {*starts} <= {*lexemes}
    assert starts[:1] == [0][: len(rows)]
    assert bounds == [len([row for row in spoken if row < start]) for start in [*starts, len(rows)]]
    fields = [words.column(field) for field in range(8)]
    assert fields == [rows.column(field, array("q", spoken).tobytes()) for field in (1, 2, 3, 4, 5, 8, 6, 9)]
    assert fields == [words.column(field, array("q", range(len(words))).tobytes()) for field in range(8)]
    details = zip(fields[6], fields[7], strict=True)
    assert array("q", typed).tolist() == [word for word, pair in enumerate(details) if pair != (b"lex", b"")]
    lines = array("q", rows.lines)
    assert array("q", words.lines).tolist() == [lines[row] for row in spoken]
    assert {*array("q", words.first)} == {*bounds}
    unusual = [row for row, word in enumerate(words.texts(4)) if not word.isascii() or {"{", "\x01"} & {*word}]
    assert array("q", words.unusual(b"{")).tolist() == unusual


def test_words_belong_to_the_turn_before_them_that_they_lie_in() -> None:
    rows = [
        "SPEAKER f 1 0 2 <NA> <NA> a <NA>",
        "LEXEME f 1 0.5 0.5 in lex a 0.5",
        "LEXEME f 1 1.5 0.5000005 close lex a <NA>",
        "LEXEME f 1 1.5 0.51 out fp a <NA>",
        "LEXEME f 1 9 1 follows lex a <NA>",
        "LEXEME f 1 9 1 other lex b <NA>",
        "LEXEME f 1 9 1 <NA> un-lex b <NA>",
        "SPEAKER f 1 0 2 <NA> <NA> b <NA> 0.5",
        "LEXEME f 1 0.5 0.5 alone lex b <NA> 0.5",
    ]
    segments, first, words, typed = rttm.rows_of(Source("\n".join(rows).encode())).spoken()
    assert array("q", segments).tolist() == [0, 3, 5, 7, 8]
    assert array("q", first).tolist() == [0, 2, 4, 5, 5, 6]
    assert words.texts(4) == ["in", "close", "out", "follows", "other", "alone"]
    assert words.names == [(b"f", b"1")] * 4
    assert array("q", words.first).tolist() == [0, 2, 4, 5, 6]
    assert array("q", typed).tolist() == [2, 5]
    assert (words.texts(6)[2], words.texts(7)[5]) == ("fp", "0.5")


def test_rows_of_words_are_no_turns(native: ModuleType) -> None:
    with pytest.raises(ValueError, match="rows of another kind; expected those of turns"):
        native.ctm_rows(b"LEXEME A 0 1 a\n").spoken()


def test_other_files_keep_their_problems(core: ModuleType) -> None:
    broken = b"SPEAKER f 1 0 1 <NA> <NA> a <NA>\nSPEAKER f 1 0 x <NA> <NA> a <NA>\n"
    assert core.bare_turns(broken) is None
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
    assert core.bare_turns(rows) == [(b"f", b"1", [b"a", b"b"], *columns, (0.5, 3.5, 1.0))]
    assert core.bare_turns(b"") == []


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
    assert core.bare_turns(_ROW % (b"0", b"1", b"a") + row) is None
