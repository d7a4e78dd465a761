"""Rows of tables: both cores read the same files, as Python's module `csv` reads them, and leave the others alone."""

from __future__ import annotations

import csv
import io
from array import array
from types import ModuleType
from typing import TypeAlias

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorelite.core import python
from scorelite.core.file_names import file_stem
from scorelite.formats.schema.markup import BLANKS

Coded: TypeAlias = "list[tuple[list[str], list[int]]]"

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
    ]
)


@st.composite
def files(draw: st.DrawFn) -> tuple[bytes, str]:
    """A file of mostly such rows, and its separator."""
    separator = draw(st.sampled_from([",", "\t"]))
    size = draw(st.integers(1, 3))
    rows = [[f"n{place}" for place in range(size)]]
    for _ in range(draw(st.integers(0, 4))):
        size += draw(st.sampled_from([0, 0, 0, 0, 0, 0, 0, 1]))
        rows.append([draw(_FIELDS) for _ in range(size)])
    end = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    text = end.join(separator.join(row) for row in rows) + draw(st.sampled_from([end, "", "\n\n"]))
    return text.encode(), separator


def asked(core: ModuleType, data: bytes, separator: str, *, id: int, path: bool) -> tuple[object, ...] | None:
    """Ids, texts and what the core aligns; None where a reader of a format has to look."""
    columns = data.partition(b"\n")[0].count(separator.encode()) + 1
    key = -1 if columns == 1 else id
    rows = core.separated_rows(data, separator, columns=columns, text=columns - 1, id=key, path=path)
    return rows and (rows.ids(), rows.texts(), rows.ascii, rows.side().__reduce__()[1][1])


@given(files(), st.sampled_from([-1, 0]), st.booleans())
@example((b"i,t\na,b\nc,", ","), 0, False)
@example((b"t\na\n\r", ","), -1, False)
@example((b"i,t\na\n", ","), -1, False)
@example((b"\xef\xbb\xbfi,t\na,b\n", ","), -1, False)
@example((b"i,t\na,\xff\n", ","), -1, False)
@example((b"i,t\na,\0\n", ","), -1, False)
@example((b"i,t\na," + b"x" * (1 << 17) + b"\n", ","), -1, False)
@example((b"i,t\nw/a.wav,b\nv/a.flac,c\n", ","), 0, True)
@example((b"", ","), -1, False)
def test_fields_are_those_of_python(core: ModuleType, file: tuple[bytes, str], id: int, path: bool) -> None:
    data, separator = file
    actual = asked(core, data, separator, id=id, path=path)
    assert actual == asked(python, data, separator, id=id, path=path)
    if actual is None:
        return
    names, *rows = csv.reader(io.StringIO(data.decode(), newline=""), delimiter=separator, strict=True)
    assert all(len(row) == len(names) for row in rows)
    assert actual[1] == [row[-1].strip(BLANKS) for row in rows]
    if id >= 0 and len(names) > 1:
        assert actual[0] == [file_stem(row[id]) if path else row[id] for row in rows]


def coded(
    core: ModuleType, data: bytes, separator: str, columns: int, *wanted: int
) -> list[tuple[list[str], list[int]]] | None:
    """The different fields of some columns, and the place of that of each row among them."""
    found = core.coded_fields(data, separator.encode(), columns, array("q", wanted).tobytes())
    return found and [(fields, array("i", codes).tolist()) for fields, codes in found]


@given(files())
@example((b"i,t\na,b\nc,", ","))
@example((b"i,t\na,\xff\n", ","))
def test_coded_fields_are_those_of_python(core: ModuleType, file: tuple[bytes, str]) -> None:
    data, separator = file
    columns = data.partition(b"\n")[0].count(separator.encode()) + 1
    actual = coded(core, data, separator, columns, *range(columns))
    assert actual == coded(python, data, separator, columns, *range(columns))
    if actual is None:
        return
    _, *rows = csv.reader(io.StringIO(data.decode(), newline=""), delimiter=separator, strict=True)
    assert [[fields[code] for code in codes] for fields, codes in actual] == [
        [row[place] for row in rows] for place in range(columns)
    ]


def test_fields_have_codes_in_the_order_of_their_first_rows(core: ModuleType) -> None:
    data = b'id,accent,age\na,us,7\nb,"u,k",\nc,us,7\n'
    assert coded(core, data, ",", 3, 1, 2) == [(["us", "u,k"], [0, 1, 0]), (["7", ""], [0, 1, 0])]
    assert coded(core, data, ",", 3) == []
    assert coded(core, data, ",", 2, 1) is None


def test_columns_that_are_not_there_are_refused(core: ModuleType) -> None:
    for wanted in ((2,), (-1,), (1, 1), (1, 0)):
        with pytest.raises(ValueError, match=r"^column -?\d; expected rising ones below 2$"):
            coded(core, b"a,b\nc,d\n", ",", 2, *wanted)
    with pytest.raises(ValueError, match="^a separator of one byte expected$"):
        coded(core, b"a,b\nc,d\n", "", 2, 1)
    with pytest.raises(ValueError, match="^0 where at least 1 is expected$"):
        coded(core, b"a\nb\n", ",", 0)


def test_most_files_of_plain_fields_are_read(core: ModuleType) -> None:
    data = b'id,text\r\na,"yes, sir"\r\nb, caf\xc3\xa9 "x" \r\n'
    rows = core.separated_rows(data, ",", columns=2, text=1, id=0, path=False)
    assert (rows.ids(), rows.texts()) == (["a", "b"], ["yes, sir", 'caf\u00e9 "x"'])


def test_a_line_end_within_quotes_does_not_end_a_row(core: ModuleType) -> None:
    data = b'id,text\na,"yes,\nsir"\nb,"""no""\n\n"\n'
    rows = core.separated_rows(data, ",", columns=2, text=1, id=0, path=False)
    assert (rows.ids(), rows.texts()) == (["a", "b"], ["yes,\nsir", '"no"'])
    assert coded(core, data, ",", 2, 1) == [(["yes,\nsir", '"no"\n\n'], [0, 1])]
    assert core.separated_rows(b'id,text\n"a\nb",c\n', ",", columns=2, text=1, id=0, path=False) is None


def test_batches_are_read_one_after_the_other(core: ModuleType) -> None:
    batches = [(core.texts([" a b", ""]), core.texts(["w/x.wav", "y"])), (core.texts(["c"]), core.texts(["z.1.wav"]))]
    rows = core.batch_rows(iter(batches), path=True)
    assert (rows.ids(), rows.texts()) == (["x", "y", "z.1"], ["a b", "", "c"])
    assert core.batch_rows([(core.texts(["a", "b"]), None)], path=False).texts() == ["a", "b"]
    assert core.batch_rows(batches[:1] * 2, path=False) is None
    assert core.batch_rows([(core.texts(["a"]), core.texts([""]))], path=False) is None
    assert core.batch_rows([], path=False) is None


def test_batches_of_other_things_are_refused(core: ModuleType) -> None:
    with pytest.raises(ValueError, match="^texts and ids of different numbers$"):
        core.batch_rows([(core.texts(["a"]), core.texts([]))], path=False)
    with pytest.raises(ValueError, match="^lists of words; expected texts$"):
        core.batch_rows([(core.texts([["a"]]), None)], path=False)
    with pytest.raises(ZeroDivisionError):
        core.batch_rows((1 // 0 for _ in "a"), path=False)
