"""Columns of tables that hold references, hypotheses and ids: those that are named, or those with usual names."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from .... import formats
from ....formats import hf_dataset
from ....formats.engine.columns import hint, shown_names, sides_alike, usual_sides
from ....formats.engine.json_shapes import advice
from ....formats.engine.separated import cells_of, heading_of, names_below, numbers_of
from ....formats.errors import UsageError, argument, suggestion
from ....formats.optional import library
from ....formats.roles import HYPOTHESES, OF_REFERENCES, REFERENCES, ROLES, first_usual, text_column
from ...notices.cause import quoted
from .columns import Columns

SEPARATORS = {"csv": ",", "tsv": "\t"}
_LOOKED_AT = 200


def both_among(names: Sequence[str], columns: Columns, path: str, lines: Sequence[str] = ()) -> tuple[str, str]:
    """The columns of references and of hypotheses among the columns of a table, which begins with these lines."""
    usual_ref, usual_hyp = usual_sides(names)
    ref, hyp = columns.ref or usual_ref, columns.hyp or usual_hyp
    for name, side in ((ref, "ref"), (hyp, "hyp")):
        if name is None or name not in names:
            shown = shown_names(names) or "no columns"
            lack = f"no column {name!r}" if name else f"no column with a usual name for {_NOUNS[side]}"
            expected = (
                f"{side}_column= (--{side}-column) with one of them"
                if name
                else f"{side}_column= (--{side}-column NAME)"
            )
            usual = (REFERENCES, HYPOTHESES)[side == "hyp"]
            near = names_below(lines, [name] if name else usual)
            near = near or _inside(names, ref, hyp) or _below(lines) or _pairs(sides_alike(names))
            near = near or (suggestion(name, names) if name else hint(names, usual))
            raise UsageError(f"{path}: {lack} among {shown}; expected {expected}, or a second file{near}")
    assert ref is not None
    assert hyp is not None
    if ref == hyp:
        raise UsageError(f"{path}: column {ref!r} is both reference and hypothesis; expected two columns")
    return ref, hyp


def _pairs(pairs: Sequence[tuple[str, str]]) -> str:
    """How columns are chosen of a table that has several pairs of sides, such as raw and normalised texts."""
    choices = [
        " with ".join(
            argument("=".join((f"{side}_column", repr(name))), f"--{side}-column {quoted(name)}")
            for side, name in zip(_NOUNS, pair, strict=True)
        )
        for pair in pairs
    ]
    return f"; the table has {' or '.join(choices)}" if len(choices) > 1 else ""


def _inside(names: Sequence[str], ref: str | None, hyp: str | None) -> str:
    """How texts inside objects become columns, where a path such as `supervisions.0.text` names one.

    >>> _inside(["id", "text", "custom"], "text", "custom.0.hyp")
    "; jq -c '{id, ref: .text, hyp: .custom[0].hyp}' makes lines with these texts as columns"
    """
    members = ["id"] * ("id" in names)
    for side, path in (("ref", ref), ("hyp", hyp)):
        first, *keys = (path or "").split(".")
        if first not in names or not all(key.isidentifier() or key.isdecimal() for key in (first, *keys)):
            return ""
        steps = "".join(f"[{key}]" if key.isdecimal() else f".{key}" for key in keys)
        members.append(f"{side}: .{first}{steps}")
    return f"; jq -c '{{{', '.join(members)}}}' makes lines with these texts as columns"


def _below(lines: Sequence[str]) -> str:
    """How the members of an object that holds both sides become columns.

    >>> _below(['{"id": "a", "texts": {"gt": "good day", "asr": "good way"}}'])
    "; jq -c '. + .texts' makes columns of what 'texts' holds"
    """
    try:
        row = json.loads(lines[0]) if lines else None
    except ValueError:
        return ""
    for name, cell in row.items() if isinstance(row, dict) else ():
        if isinstance(cell, dict) and all(usual_sides([*cell])):
            path = f".{name}" if name.isidentifier() else f".[{json.dumps(name)}]"
            return f"; jq -c '. + {path}' makes columns of what {name!r} holds"
    return ""


def column_of_side(source: formats.Source, record: formats.Format, place: int) -> tuple[str | None, str | None]:
    """The column of one side in a table of its own, and the name to read it by: None where every reader takes it.

    The hypothesis of a table is what was recognised, not a copied reference. What was recognised is never a reference:
    the files may have changed places.
    """
    names = names_of(source, record)
    usual = text_column(names)
    name = first_usual((*(HYPOTHESES if place else ()), *ROLES["text"], *OF_REFERENCES), names)
    if name is None and usual is not None:
        check_texts(source, record, "ref")
    return name, None if name == usual else name


def check_texts(source: formats.Source, record: formats.Format, side: str) -> None:
    """Rejects a table of one side without a usual column of texts; a broken table is left to its reader."""
    names = names_of(source, record)
    if names and not first_usual(ROLES["text"], names):
        usual = ", ".join((*HYPOTHESES, *ROLES["text"]) if side == "hyp" else (*ROLES["text"], *OF_REFERENCES))
        shown = shown_names(names)
        kaldi = f", or {side}_format= (--{side}-format) kaldi if the first line is not a header"
        by_number = "; a number names the column of a table without a line of names" * (record.name in SEPARATORS)
        below = names_below(source.head(_LOOKED_AT), ROLES["text"]) if record.name in SEPARATORS else ""
        heading = "" if below else kaldi if " " in names[-1] else by_number
        raise UsageError(
            f"{source.name}: no column with a usual name for texts ({usual}) among {shown}; expected {side}_column= "
            f"(--{side}-column NAME){heading}{below or hint(names, ROLES['text'])}"
        )


def check_cells(rows: Sequence[Mapping[str, object]], column: str, path: str) -> None:
    """Rejects a column of objects of JSON, and names the text in them, if it has a usual name.

    >>> check_cells([{"heard": {"results": [{"text": "hi"}]}}], "heard", "a.jsonl")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: a.jsonl: column 'heard' holds objects; expected texts, as jq ... makes them
    """
    cell = next((row[column] for row in rows if isinstance(row.get(column), dict)), None)
    if cell is None:
        return
    inside = _text_in(cell)
    made = f", as jq -c '.{column} = .{column}{inside}' makes them" if inside and column.isidentifier() else ""
    raise UsageError(f"{path}: column {column!r} holds objects; expected texts{made}")


def _text_in(value: object) -> str:
    """The path of jq to the first text with a usual name in a value of JSON; empty if there is none."""
    if isinstance(value, list):
        return f"[0]{inside}" if value and (inside := _text_in(value[0])) else ""
    for name, member in value.items() if isinstance(value, dict) else ():
        if name.isidentifier() and isinstance(member, str) and first_usual((*ROLES["text"], *HYPOTHESES), [name]):
            return f".{name}"
        if name.isidentifier() and (inside := _text_in(member)):
            return f".{name}{inside}"
    return ""


_NOUNS = {"ref": "references", "hyp": "hypotheses"}


def names_of(source: formats.Source, record: formats.Format, wanted: Sequence[str] = ()) -> list[str]:
    """The names of the columns of a table, or of the members of its first line; empty for a broken table.

    Where the `wanted` columns are numbers, those of a table without a line of names are numbers, too.

    >>> from scorelite import Source, by_name
    >>> names_of(Source(b"id,text,hyp\\n1,a,b\\n"), by_name("csv")), names_of(Source(b'{"a": 1}\\n'), by_name("jsonl"))
    (['id', 'text', 'hyp'], ['a'])
    """
    if record.name in SEPARATORS:
        _, head, separator = heading_of(source.head(2), SEPARATORS[record.name])
        cells = cells_of(head, separator)
        return numbers_of(cells, wanted, source.name) or cells
    if record.name == "parquet":
        parquet = library("pyarrow.parquet", purpose="Parquet files", install="'scorelite[parquet]'")
        try:
            return [str(name) for name in parquet.read_schema(io.BytesIO(source.data)).names]
        except (OSError, ValueError):
            return []
    if record.name == hf_dataset.NAME:
        return hf_dataset.names_of(source)
    line = next((line for line in source.head(8) if line.strip()), "")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return []
    if not isinstance(value, dict):
        return []
    if value and all(isinstance(cell, (dict, list)) for cell in value.values()):
        raise UsageError(f"{source.name}: one object with all utterances; expected one object per line{advice(source)}")
    return list(value)


def first_rows(
    source: formats.Source, record: formats.Format, wanted: Sequence[str] = ()
) -> Sequence[Mapping[str, object]]:
    """The first rows of a table, or what can be read of them; a broken table is left to its reader.

    `wanted` are the columns that are named.

    >>> from scorelite import Source, by_name
    >>> first_rows(Source(b"id,text,hyp\\n1,a,b\\n"), by_name("csv"))
    [{'id': '1', 'text': 'a', 'hyp': 'b'}]
    """
    if record.name == "parquet":
        parquet = library("pyarrow.parquet", purpose="Parquet files", install="'scorelite[parquet]'")
        try:
            file = parquet.ParquetFile(io.BytesIO(source.data), pre_buffer=False)
            batches = file.iter_batches(_LOOKED_AT, use_threads=False)
            return _strings(next(batches, None))
        except (OSError, ValueError):
            return []
    if record.name == hf_dataset.NAME:
        return _strings(hf_dataset.first_batch(source))
    lines = source.head(_LOOKED_AT)
    rows: list[dict[str, object]] = []
    try:
        if record.name in SEPARATORS:
            above, head, separator = heading_of(lines, SEPARATORS[record.name])
            numbers = numbers_of(cells_of(head, separator), wanted, source.name) or None
            rows += csv.DictReader([f"{line}\n" for line in lines[above:]], numbers, delimiter=separator)
        else:
            rows += filter(_is_object, map(json.loads, filter(str.strip, lines)))
    except (csv.Error, ValueError, RecursionError):
        pass  # the last row may be cut, and a broken one is reported by the reader
    return rows


def _strings(batch: Any) -> list[dict[str, object]]:
    """The columns of texts of the first rows of a batch."""
    if batch is None:
        return []
    first = batch.slice(0, _LOOKED_AT)
    columns = {
        field.name: first.column(place).to_pylist()
        for place, field in enumerate(first.schema)
        if str(field.type) in ("string", "large_string", "string_view")
    }
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]


def _is_object(value: object) -> bool:
    return isinstance(value, dict)
