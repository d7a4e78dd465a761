"""Rows of tables as utterances: fields with a separator, and columns in batches."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from .columns import integers
from .side import Side, texts_of
from .spans import Spans
from .stretches import check_least
from .strict import is_strict_text

_LONGEST = 1 << 17  # bytes of a field


def separated_rows(data: bytes, separator: str, *, columns: int, text: int, id: int, path: bool) -> Spans | None:
    """Texts and ids of rows of fields with a separator below a row of names; None where a row needs a closer look.

    `text` and `id` are places of columns, -1 for no ids. With `path`, ids are names of files without their suffixes.

    >>> rows = separated_rows(b'id,text\\na,"yes, sir"\\n', ",", columns=2, text=1, id=0, path=False)
    >>> rows.ids(), rows.texts()
    (['a'], ['yes, sir'])
    """
    rows = _rows(data, separator, columns)
    if rows is None or (id >= 0 and any("\n" in row[id] for row in rows)):
        return None
    return _spans([row[text] for row in rows], [row[id] for row in rows] if id >= 0 else None, path=path)


def coded_fields(data: bytes, separator: bytes, columns: int, wanted: bytes, /) -> list[tuple[list[str], bytes]] | None:
    """The different fields of each wanted column of such rows, and the place of that of each row among them (int32).

    `wanted` are places of columns (int64), which rise. None where a row needs a closer look.

    >>> (fields, codes), = coded_fields(b"id,accent\\na,us\\nb,uk\\nc,us\\n", b",", 2, array("q", [1]).tobytes())
    >>> fields, array("i", codes).tolist()
    (['us', 'uk'], [0, 1, 0])
    """
    check_least(columns, 1)
    places = integers("q", wanted)
    for place, least in zip(places, (0, *(place + 1 for place in places)), strict=False):
        if not least <= place < columns:
            raise ValueError(f"column {place}; expected rising ones below {columns}")
    if len(separator) != 1:
        raise ValueError("a separator of one byte expected")
    rows = _rows(data, separator.decode("latin-1"), columns)
    return None if rows is None else [_coded([row[place] for row in rows]) for place in places]


def _coded(fields: Sequence[str]) -> tuple[list[str], bytes]:
    codes = {field: code for code, field in enumerate(dict.fromkeys(fields))}
    return list(codes), array("i", map(codes.__getitem__, fields)).tobytes()


def _rows(data: bytes, separator: str, columns: int) -> list[list[str]] | None:
    """The fields of all rows but the first; None where a row needs a closer look."""
    import csv

    if not is_strict_text(data):
        return None
    lines = data.decode().removesuffix("\n").split("\n")
    reader = csv.reader((line.removesuffix("\r") + "\n" for line in lines), delimiter=separator, strict=True)
    rows: list[list[str]] = []
    begin = 0
    try:
        for row in reader:
            *inside, last = lines[begin : reader.line_num]
            if not row or "\r" in "".join([*inside, last.removesuffix("\r")]):
                return None
            rows.append(row)
            begin = reader.line_num
    except csv.Error:
        return None
    if any(len(row) != columns or any(len(field.encode()) >= _LONGEST for field in row) for row in rows):
        return None
    return rows[1:]


def batch_rows(batches: Iterable[tuple[Side, Side | None]], *, path: bool) -> Spans | None:
    """Texts and ids of pairs of columns, which are copied; None where an id is repeated or empty.

    >>> batch_rows([(Side([b" hi "]), Side([b"w/a.wav"]))], path=True).ids()
    ['a']
    """
    texts: list[str] = []
    ids: list[str] | None = None
    for column, names in batches:
        if names is not None and len(names) != len(column):
            raise ValueError("texts and ids of different numbers")
        texts += [text.decode() for text in texts_of(column)]
        if names is not None:
            ids = (ids or []) + [name.decode() for name in texts_of(names)]
    return _spans(texts, ids, path=path)


def _spans(texts: Sequence[str], ids: Sequence[str] | None, *, path: bool) -> Spans | None:
    # Not imported at the start of sclite, which needs no tables.
    from ..file_names import file_stems

    if path and ids is not None:
        ids = file_stems(ids)
    if not texts or (ids is not None and ("" in ids or len({*ids}) < len(ids))):
        return None
    return Spans(list(ids or [""] * len(texts)), [text.strip(" \t\n\v\f\r") for text in texts])
