"""Results as files: bytes, JSON and csv, given back where nobody names a path, else written whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from csv import writer
from io import StringIO
from typing import Any

from ...formats.engine.formulas import CsvFormulas, check_formulas, quoted
from ...formats.engine.writing import Output, write_bytes
from .arrow import Columns


def to_json(document: Mapping[str, Any], path: Output | None) -> str | None:
    """The JSON of a document.

    >>> to_json({"wer": None}, None)
    '{\\n  "wer": null\\n}\\n'
    """
    text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    return text if to_file(text.encode("utf-8", "backslashreplace"), path) is not None else None


def to_csv(columns: Columns, path: Output | None, csv_formulas: CsvFormulas = "quote") -> str | None:
    """The csv of columns, but for those in which no row has a value; a list of texts is one cell, with blanks inside.

    >>> to_csv({"id": ("text", "ab"), "tags": ("texts", [["x", "y"], None]), "end": ("number", [None, None])}, None)
    'id,tags\\na,x y\\nb,\\n'
    """
    columns = {
        name: (kind, values)
        for name, (kind, values) in columns.items()
        if not len(values) or any(cell is not None for cell in values)
    }
    text = StringIO(newline="")
    table = writer(text, lineterminator="\n")
    table.writerow(columns)
    check_formulas(csv_formulas)
    cells = [
        [" ".join(cell) if kind == "texts" and cell else cell for cell in values] for kind, values in columns.values()
    ]
    if csv_formulas == "quote":
        cells = [[quoted(cell) if isinstance(cell, str) else cell for cell in values] for values in cells]
    table.writerows(zip(*cells, strict=True))
    data = to_file(text.getvalue().encode("utf-8", "surrogateescape"), path)
    return text.getvalue() if data is not None else None


def to_file(data: bytes, path: Output | None) -> bytes | None:
    """The data where nobody names a path; else None, and the file has them."""
    if path is None:
        return data
    write_bytes(path, [data])
    return None
