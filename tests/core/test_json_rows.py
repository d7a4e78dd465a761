"""Rows of JSON: both cores read the same files, as Python's module `json` reads them, and leave the others alone."""

from __future__ import annotations

import json
from array import array
from functools import partial
from types import ModuleType
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from scorelite.core import python
from scorelite.core.file_names import file_stem
from scorelite.formats.schema import sum_text
from scorelite.formats.schema.markup import BLANKS

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


def asked(
    core: ModuleType, data: bytes, listed: bool, id: str, lengths: bool, reserved: tuple[str, ...] | None = None
) -> object:
    """The rows of a file in terms of Python; None where a reader of a format has to look."""
    columns: dict[str, Any] = {"names": ("n", "p"), "numbers": ("b", "l"), "path": "p"}
    rows = core.json_rows(data, "t", id, **columns, listed=listed, lengths=lengths, reserved=reserved)
    if rows is None:
        return None
    spans, kinds, names, numbers, nulls = rows
    side = spans.side().__reduce__()[1][1]
    return spans.ids(), spans.texts(), spans.ascii, side, kinds, names, numbers, nulls


@given(files(), st.booleans(), st.booleans())
@example((b'{"t": "a", "i": "b"}', False), True, True)
@example(
    (b'[{"t": "a", "p": "x/y.wav", "b": 0.1, "l": 0.2}\n, {"t": null, "p": "..", "b": 3, "l": 12.5}]\n', True),
    False,
    True,
)
@example((b'{"t": "a", "i": 1}\n{"t": "b", "i": 1}\n', False), True, False)
@example((b'{"t": "a", "b": 1}\n{"t":"b", "b":  1}\n{ "t": "c", "b": 1}\n{"t": "c","b":1}\n', False), False, False)
@example((b'{"t": "a", "t": "b"}\n', False), False, False)
@example((b'\xef\xbb\xbf{"t": "a"}\n', False), False, False)
@example((b'{"t": "a", "x": 1e999}\n', False), False, False)
@example((b'{"t": "a", "b": 0.9999995, "l": 0.1000005}\n', False), False, True)
@example((b"[]", True), False, False)
@example((b"", False), False, False)
@example((b'{"t": "a", "x": 1}\n{"y": [{"t": 2}], "t": "b"}\n', False), False, False)
@example((b'\n{"t": "a"}\n\n{"t": "b"}\n\n', False), False, False)
@example((b'{"t": "a"}\n{"t": "b", "r": 1}\n', False), False, False)
@example((b'{"t": "a"}\n{"t": "b", "y": {"z": 1, "z": 2}}\n', False), False, False)
@example((b'{"t": "a"}\n{"t": "b", "y": ' + b"[" * 64 + b"]" * 64 + b"}\n", False), False, False)
@example((b'{"t": "a"}\n{"t": "b", "y": ' + b"[" * 65 + b"]" * 65 + b"}\n", False), False, False)
@example((b'{"t": "a"}\n{"t": "b", "y": ["\\u0000"]}\n', False), False, False)
@example((b'{"t": "a"}\n{"t": "b", "y": [' + b"1" * 4001 + b"]}\n", False), False, False)
@example((b'{"t": "a"}\n{"t": "b", "y": [NaN]}\n{"t": "c", "y": [,]}\n', False), False, False)
def test_rows_are_those_of_python(core: ModuleType, file: tuple[bytes, bool], with_ids: bool, lengths: bool) -> None:
    data, listed = file
    strict = asked(core, data, listed, "i" if with_ids else "", lengths)
    assert strict == asked(python, data, listed, "i" if with_ids else "", lengths)
    actual = asked(core, data, listed, "i" if with_ids else "", lengths, ("r",))
    assert actual == asked(python, data, listed, "i" if with_ids else "", lengths, ("r",))
    assert strict in (None, actual)
    if actual is None:
        return
    assert not with_ids or "" not in actual[0]  # type: ignore[index]
    load = partial(json.loads, parse_float=str, parse_int=str)
    rows = load(data) if listed else list(map(load, filter(None, data.decode().split("\n"))))
    ids, texts, _, _, kinds, names, numbers, nulls = actual  # type: ignore[misc]
    assert texts == [(row["t"] or "").strip(BLANKS) for row in rows]
    assert nulls == sum(row["t"] is None for row in rows)
    if with_ids:
        assert ids == ["" if row["i"] is None else str(row["i"]) for row in rows]
    if kinds[3] == 1:
        assert names[1] == [file_stem(row["p"]) for row in rows]
    if numbers[0] and numbers[1]:
        ends = [float(sum_text(row["b"], row["l"]) if lengths else row["l"]) for row in rows]
        assert array("d", numbers[1]).tolist() == ends
