"""Rows of JSON: those that the native core takes are as Python's module `json` reads them; the others are odd."""

from __future__ import annotations

import json
from array import array
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorelite import core
from scorelite.core.file_names import file_stem
from scorelite.formats.engine.json_rows import NAMED, NULL, PATH, STRIPPED, TEXT, TIME
from scorelite.formats.schema import sum_text
from scorelite.formats.schema.markup import BLANKS

pytestmark = pytest.mark.skipif(core.NAME == "python", reason="the pure-Python core takes no rows")

_BLANKS = st.sampled_from(["", "", "", " ", "\t", "\n", "\r"])
_TEXTS = st.one_of(
    st.sampled_from(
        ['"a"', '"b"', '" b\\u00e9\\n"', '"\\ud83d\\ude00"', '"\\ud83d"', '"\\u0000"', '"x.wav"', '"/..\\/.a"']
    ),
    st.sampled_from(['"\u3000a\u00a0"', '"\x1c"', '"\\u001ca\\u2003"', '"\\x"', '"a', '""', '"\x7f"', '"{ \\"a\\" }"']),
    st.text('ab\u00e9\u3000\\/."\u2028', max_size=4).map(lambda text: json.dumps(text, ensure_ascii=False)),
    st.text("a\U0001f600\u00e9\n", max_size=3).map(json.dumps),
)
_NUMBERS = st.one_of(
    st.sampled_from(["0", "-0", "1.50", "1e5", "12.340000000000002", "9999999999", "01", "1.", ".5", "NaN", "-1.5E+3"]),
    st.floats(0, 1e4).map(repr),
    st.builds("{}.{}".format, st.integers(0, 9_999_999_999), st.integers(0, 99_999_999)),
)
_VALUES = st.one_of(
    _TEXTS, _TEXTS, _NUMBERS, st.sampled_from(["null", "true", "false", "[]", "{}", "nul", '[1, {"a": []}]'])
)
_KEYS = {"t": _TEXTS, "i": _VALUES, "n": _VALUES, "p": _TEXTS, "b": _NUMBERS, "l": _NUMBERS, "x": _VALUES}


@st.composite
def files(draw: st.DrawFn) -> tuple[bytes, bool]:
    """A file of mostly such rows, and whether they are in one list."""
    listed = draw(st.booleans())
    keys = draw(st.lists(st.sampled_from(["t", *_KEYS]), min_size=1, max_size=6, unique=draw(st.booleans())))
    is_loose = draw(st.booleans())
    rows = []
    for _ in range(draw(st.integers(0, 3))):
        blank = draw(_BLANKS)
        if draw(st.integers(0, 9)) == 0:
            keys = draw(st.permutations(keys))
        further = draw(st.lists(st.sampled_from(["y", "z", "x", "r"]), max_size=2)) if is_loose else []
        members = [f'{blank}"{key}"{blank}:{blank}{draw(_KEYS.get(key, _VALUES))}{blank}' for key in [*keys, *further]]
        rows.append(f"{blank}{{{','.join(members)}}}{blank}")
    text = f"[{','.join(rows)}]" if listed else "\n".join(rows) + draw(st.sampled_from(["\n", "", "\n\n"]))
    return text.encode("utf-8", "surrogatepass"), listed


COLUMNS = {
    "t": TEXT | NULL | STRIPPED,
    "i": NAMED,
    "n": NAMED,
    "p": TEXT | NULL | PATH,
    "b": TIME | NULL,
    "l": TIME | NULL,
}


class Repeated(Exception):
    """A key that an object has twice."""


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The members of an object, none of them twice."""
    if len(dict(pairs)) < len(pairs):
        raise Repeated
    return dict(pairs)


def cell(value: Any, key: str) -> str:
    """The text of a value in a column; numbers are as the file has them."""
    text = "" if value is None else str(value)
    return file_stem(text) if key == "p" else text.strip(BLANKS) if key == "t" else text


@given(files(), st.sampled_from([(), ("r",)]))
@example((b'{"t": "a", "i": "b"}', False), ())
@example((b'[{"t": "a", "p": "x/y.wav", "b": 0.1, "l": 0.2}\n, {"t": null, "p": "..", "b": 3, "l": 12.5}]\n', True), ())
@example((b'{"t": "a", "i": 1}\n{"t": "b", "i": 1}\n', False), ())
@example((b'{"t": "a", "b": 1}\n{"t":"b", "b":  1}\n{ "t": "c", "b": 1}\n{"t": "c","b":1}\n', False), ())
@example((b'{"t": "a", "t": "b"}\n', False), ())
@example((b'\xef\xbb\xbf{"t": "a"}\n', False), ())
@example((b'{"t": "a", "x": 1e999}\n', False), ())
@example((b'{"t": "a", "b": 0.9999995, "l": 0.1000005}\n', False), ())
@example((b"[]", True), ())
@example((b"", False), ())
@example((b'{"t": "a", "x": 1}\r\n{"y": [{"t": 2}], "t": "b"}\r\n', False), ())
@example((b'\n{"t": "a"}\n\n \t\n{"t": "b"}\n\n', False), ())
@example((b'{"t": "a"}\n{"t": "b", "r": 1}\n', False), ("r",))
@example((b'{"t": "a"}\n{"t": "b", "y": {"z": 1, "z": 2}}\n', False), ())
@example((b'{"t": "a"}\n{"t": "b", "y": ' + b"[" * 64 + b"]" * 64 + b"}\n", False), ())
@example((b'{"t": "a"}\n{"t": "b", "y": ' + b"[" * 65 + b"]" * 65 + b"}\n", False), ())
@example((b'{"t": "a"}\n{"t": "b", "y": ["\\u0000"]}\n', False), ())
@example((b'{"t": "a"}\n{"t": "b", "y": [' + b"1" * 4001 + b"]}\n", False), ())
@example((b'{"t": "a"}\n{"t": "b", "y": [NaN]}\n{"t": "c", "y": [,]}\n', False), ())
def test_rows_that_are_taken_are_those_of_python(file: tuple[bytes, bool], reserved: tuple[str, ...]) -> None:
    data, listed = file
    rows = core.read_json(data, [*COLUMNS.items()], reserved, listed)
    if rows is None:
        return
    decoder = json.JSONDecoder(object_pairs_hook=once, parse_float=str, parse_int=str)
    lines = [line.removesuffix("\r") for line in data.decode().split("\n")]
    if listed:
        values = decoder.decode(data.decode())
        assert not rows.odd
    else:
        numbers = [number for number, line in enumerate(lines, 1) if line.strip(" \t\r")]
        assert array("q", rows.lines).tolist() == numbers
        assert all(text == lines[line - 1] and numbers[place] == line for place, line, text in rows.odd)
        odd = {place for place, _, _ in rows.odd}
        values = [{} if place in odd else decoder.decode(lines[line - 1]) for place, line in enumerate(numbers)]
    assert len(rows) == len(values)
    assert all(reserved[0] not in row for row in values[1:] if reserved and reserved[0] not in values[0])
    for place, key in enumerate(COLUMNS):
        assert rows.texts(place) == [cell(row.get(key), key) for row in values]
    assert rows.paths(3) == [row.get("p") or "" for row in values]
    ids = rows.texts(1)
    spans, are_keys = rows.spans(0, 1)
    assert (spans.texts(), spans.ids()) == (rows.texts(0), ids)
    assert are_keys == (len({*ids} - {""}) == len(ids))
    assert rows.nulls(0) == sum(row["t"] is None for row in values if "t" in row)
    if not listed and all(type(row.get("x")) in (str, type(None), bool) for row in values):
        assert rows.member("x") == [
            str(row["x"]).lower() if row.get("x") in (True, False) else row.get("x") for row in values
        ]
    begins, lengths = rows.texts(4), rows.texts(5)
    assert array("d", rows.numbers(4, -1)).tolist() == [float(text or 0) for text in begins]
    ends = [float(sum_text(begin or "0", length or "0")) for begin, length in zip(begins, lengths, strict=True)]
    assert array("d", rows.numbers(5, 4)).tolist() == ends


def test_any_member_is_read_as_texts() -> None:
    rows = core.read_json(
        b'{"t": "a", "x": 1.50, "y": [1]}\n{"t": "b", "x": "\\u00e9"}\n{"t": "c"}\n', [("t", TEXT)], (), False
    )
    assert rows is not None
    assert rows.even
    assert rows.member("x") == ["1.50", "\u00e9", None]
    assert rows.member("y") is None
    assert rows.member("z") == [None] * 3


def test_odd_rows_are_filled() -> None:
    rows = core.read_json(b'{"t": "a", "i": "x"}\n{"t": 1}\n', [("t", TEXT), ("i", TEXT)], (), False)
    assert rows is not None
    assert rows.odd == [(1, 2, '{"t": 1}')]
    rows.fill([["b", "y"]])
    assert (rows.texts(0), rows.texts(1)) == (["a", "b"], ["x", "y"])
    with pytest.raises(ValueError, match="cells"):
        rows.fill([["b"]])


def test_an_odd_first_row_and_an_odd_row_of_a_list_are_left_to_the_format() -> None:
    assert core.read_json(b'{"t": 1}\n{"t": "a"}\n', [("t", TEXT)], ("x",), False) is None
    assert core.read_json(b'[{"t": "a"}, {"t": 1}]', [("t", TEXT)], (), True) is None
