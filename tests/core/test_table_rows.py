"""Rows of tables: both cores read the same rows, as Python's module `csv` reads them."""

from __future__ import annotations

import csv
import io
from array import array
from types import ModuleType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorelite.core import python
from scorelite.core.file_names import file_stem
from scorelite.core.python import TableRows
from scorelite.formats.schema.markup import BLANKS

_FIELDS = st.sampled_from(
    [
        "a",
        "b",
        "c d",
        "",
        " e ",
        '"f, g"',
        '"h ""i"""',
        '"',
        '""',
        'j"k',
        '"l"m',
        "w/a.wav",
        "\u3000n\x85",
        "\x1co",
        ",",
        "\r",
        '"m\n n"',
        '"\n"',
        '"o\r\np"',
        "n0",
    ]
)


@st.composite
def files(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A file of mostly such rows, and its separator."""
    separator = draw(st.sampled_from([",", "\t"]))
    size = draw(st.integers(1, 3))
    rows = [[f"n{place}" for place in range(size)]]
    for _ in range(draw(st.integers(0, 4))):
        size += draw(st.sampled_from([0, 0, 0, 0, 0, 0, 0, 1]))
        rows.append([draw(_FIELDS) for _ in range(size)])
    end = draw(st.sampled_from(["\n", "\n", "\r\n", "\r"]))
    text = end.join(separator.join(row) for row in rows) + draw(st.sampled_from([end, "", "\n\n"]))
    return text.encode(), separator.encode()


def fields_of(text: str, separator: bytes) -> list[str]:
    """The fields of a row; nothing for a row that is none."""
    try:
        lines = io.StringIO(text, newline="")
        return next(csv.reader(lines, delimiter=separator.decode(), strict=True), [])
    except csv.Error:
        return []


def read(core: ModuleType, data: bytes, separator: bytes, every: bool = False) -> tuple[TableRows, list[int]]:
    """The rows of a file, and the lines of those that were handed over."""
    lines = []

    def row(rows: TableRows, number: int, text: str) -> None:
        lines.append(number)
        fields = fields_of(text, separator)
        if fields and len(fields) == len(rows.names):
            rows.add(fields)

    return core.read_table(data, separator, row, every), lines


def content(rows: TableRows, id: int, path: bool) -> tuple[object, ...]:
    """All that rows can be asked for."""
    size = len(rows.names)
    columns = [(fields, array("i", codes).tolist()) for fields, codes in map(rows.coded, range(size))]
    lines = array("q", rows.lines).tolist()
    if not size:
        return len(rows), lines
    spans, are_keys = rows.spans(size - 1, id if size > 1 else -1, path)
    return rows.names, lines, columns, spans.ids(), spans.texts(), are_keys


@given(files(), st.sampled_from([-1, 0]), st.booleans())
@example((b"i,t\na,b\nc,", b","), 0, False)
@example((b"t\na\n\r", b","), -1, False)
@example((b'"i,t\na,b\n', b","), -1, False)
@example((b"i,t\na," + b"x" * (1 << 17) + b"\n", b","), -1, False)
@example((b"i,t\nw/a.wav,b\nv/a.flac,c\n", b","), 0, True)
@example((b"\n\r\ni,t\r\n\r\na,b", b","), 0, True)
@example((b"", b","), -1, False)
def test_fields_are_those_of_python(native: ModuleType, file: tuple[bytes, bytes], id: int, path: bool) -> None:
    data, separator = file
    limit = csv.field_size_limit(1 << 20)
    try:
        rows, _ = read(native, data, separator)
        actual = content(rows, id, path)
        assert actual == content(read(python, data, separator)[0], id, path)
        assert actual == content(read(native, data, separator, every=True)[0], id, path)
        text = io.StringIO(data.decode(), newline="")
        try:
            names, *others = filter(None, csv.reader(text, delimiter=separator.decode(), strict=True))
        except (csv.Error, ValueError):
            return
    finally:
        csv.field_size_limit(limit)
    others = [row for row in others if len(row) == len(names)]
    spans, _ = rows.spans(len(names) - 1, id if len(names) > 1 else -1, path)
    assert (rows.names, spans.texts()) == (names, [row[-1].strip(BLANKS) for row in others])
    if id >= 0 and len(names) > 1:
        assert spans.ids() == [file_stem(row[id]) if path else row[id] for row in others]


def test_fields_have_codes_in_the_order_of_their_first_rows(core: ModuleType) -> None:
    rows, _ = read(core, b'id,accent,age\na,us,7\nb,"u,k",\nc,us,7\n', b",")
    codes = [(fields, array("i", codes).tolist()) for fields, codes in map(rows.coded, (1, 2))]
    assert codes == [(["us", "u,k"], [0, 1, 0]), (["7", ""], [0, 1, 0])]


def test_columns_that_are_not_there_are_refused(core: ModuleType) -> None:
    rows, _ = read(core, b"a,b\nc,d\n", b",")
    for wanted in (2, -1):
        with pytest.raises(ValueError, match=rf"^column {wanted}; expected one below 2$"):
            rows.coded(wanted)
    with pytest.raises(ValueError, match=r"^column 2; expected one below 2$"):
        rows.spans(2, 0, False)
    with pytest.raises(ValueError, match=r"^a row of other fields; expected one for each name$"):
        rows.add(["a"])
    with pytest.raises(ValueError, match=r"^a separator of one byte expected$"):
        read(core, b"a,b\n", b"")


def test_rows_know_the_lines_with_which_they_begin(core: ModuleType) -> None:
    rows, _ = read(core, b'id,text\r\na,"yes,\nsir"\n\nb,"""no""\r\n\r"\rc,d', b",")
    assert array("q", rows.lines).tolist() == [2, 5, 8]
    assert rows.spans(1, 0, False)[0].texts() == ["yes,\nsir", '"no"', "d"]


def test_ids_that_are_repeated_empty_or_of_two_lines_are_no_keys(core: ModuleType) -> None:
    for ids, are_keys in (("a b", True), ("a a", False), ('a ""', False), ('a "b\nc"', False)):
        first, second = ids.split(" ")
        rows, _ = read(core, f"id,text\n{first},x\n{second},y\n".encode(), b",")
        spans, found = rows.spans(1, 0, False)
        assert (found, len(spans)) == (are_keys, 2)
    assert rows.spans(1, -1, False)[1] is False


def test_what_is_no_row_is_handed_over(core: ModuleType) -> None:
    if core.NAME == "python":
        pytest.skip("the pure-Python core hands over every row")
    assert read(core, b'id,text\na,b\nc\nd,"e"\nid,f\n', b",")[1] == [3, 5]
    assert read(core, b'id,text\na,b\nc,"d"e\nf,g\n', b",")[1] == [3]
    assert read(core, b'"id,text\na,b\n', b",")[1] == [1]


def test_batches_are_read_one_after_the_other(native: ModuleType) -> None:
    batches = [
        (native.texts([" a b", ""]), native.texts(["w/x.wav", "y"])),
        (native.texts(["c"]), native.texts(["z.1.wav"])),
    ]
    rows, are_keys = native.batch_rows(iter(batches), True)
    assert (rows.ids(), rows.texts(), are_keys) == (["x", "y", "z.1"], ["a b", "", "c"], True)
    assert native.batch_rows([(native.texts(["a", "b"]), None)], False)[0].texts() == ["a", "b"]
    assert native.batch_rows(batches[:1] * 2, False)[1] is False
    assert native.batch_rows([(native.texts(["a"]), native.texts([""]))], False)[1] is False
    assert len(native.batch_rows([], False)[0]) == 0


def test_batches_of_other_things_are_refused(native: ModuleType) -> None:
    with pytest.raises(ValueError, match="^texts and ids of different numbers$"):
        native.batch_rows([(native.texts(["a"]), native.texts([]))], False)
    with pytest.raises(ValueError, match="^lists of words; expected texts$"):
        native.batch_rows([(native.texts([["a"]]), None)], False)
    with pytest.raises(ZeroDivisionError):
        native.batch_rows((1 // 0 for _ in "a"), False)
