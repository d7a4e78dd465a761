"""Checks of the files that a command writes: none is an input, or written twice, or named as something else."""

from __future__ import annotations

import argparse
import os
import re

from ...formats.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass


_WRITTEN = ("output", "csv", "page", "changes", "spans")


_READ = (
    *("ref", "hyp", "input", "inputs", "sources", "systems", "totals", "ecf", "rttm", "kwlist", "kwslist"),
    *("uem", "speaker_map", "entities", "slices", "measures", "references", "text", "times", "segments", "verdicts"),
)


_READ_AS = ("equivalents", "analyses", "sources")
"""Options whose values name files behind a name or a comma: `csv:rules.txt`, `classes=marks.jsonl`, `a1.trn,a2.trn`."""


def check_outputs(options: argparse.Namespace) -> None:
    """Raises UsageError where a report would replace a file that is scored, or two outputs are one file."""
    values = vars(options)
    written = [(name, values[name]) for name in _WRITTEN if isinstance(values.get(name), str)]
    written = [(name, path) for name, path in written if (name, path) != ("csv", "-")]
    written += [(name, path) for name in ("plot", "verdict") for _, path in values.get(name) or ()]
    for place, (name, path) in enumerate(written):
        inputs = [path for key in _READ for path in _paths(values.get(key))]
        inputs += [path for key in _READ_AS for value in _paths(values.get(key)) for path in re.split("[:=,]", value)]
        others = [other for _, other in written[:place]]
        # Of convert and normalise, both are operands.
        is_operand = name == "output" and "target_format" in values and ("input" in values or "inputs" in values)
        name = "OUT" if is_operand else f"--{name}"
        if (path in others and path != os.devnull) or any(_is_one_file(path, file) for file in others):
            raise _twice(name, path, "another output")
        if any(_is_one_file(path, file) for file in inputs):
            raise _twice(name, path, "an input")


_OF_SUFFIX = {".json": "json", ".csv": "csv", ".tsv": "csv", ".html": "page", ".htm": "page"}
"""The option that writes files of a suffix."""


_NO_CSV = (".xlsx", ".xls", ".ods", ".tsv", ".json", ".jsonl", ".parquet", ".html", ".htm")
"""Suffixes of files that programs do not read as rows with commas."""
_BOOKS = (".xlsx", ".xls", ".ods")


def check_table(options: argparse.Namespace) -> None:
    """Refuses the rows of --csv in a file whose suffix says that it is something else."""
    values = vars(options)
    path = values.get("csv")
    name = f"--csv {path}"
    if path == "-":
        path = values.get("output")
        name = f"--output {path}"
    if not isinstance(path, str):
        return
    root, suffix = os.path.splitext(path)
    if suffix.lower() in _NO_CSV:
        opened = ", which spreadsheets open" if suffix.lower() in _BOOKS else ""
        raise UsageError(f"{name} would be rows of csv, not {suffix.lower()}; expected --csv {root}.csv{opened}")


def check_suffix(options: argparse.Namespace) -> None:
    """Refuses a summary in a file whose suffix says that it is something else."""
    values = vars(options)
    path = values.get("output")
    if not isinstance(path, str):
        return
    root, suffix = os.path.splitext(path)
    if suffix.lower() in _BOOKS:
        raise UsageError(f"--output {path} would be text, not a workbook; expected --csv {root}.csv")
    if values.get("report") or values.get("markdown"):
        return
    kind = _OF_SUFFIX.get(suffix.lower())
    is_written = values.get("json") or values.get("csv") == "-"
    if kind in values and not is_written:
        names = {"json": f"--json -o {path}", "csv": f"--csv {root}.csv", "page": f"--page {path}"}
        raise UsageError(f"--output {path} would be a summary in plain text; expected {names[kind]}")


def _is_one_file(first: str, other: str) -> bool:
    return os.path.isfile(first) and os.path.isfile(other) and os.path.samefile(first, other)


def _twice(name: str, path: str, what: str) -> Exception:
    return UsageError(f"{name} {path} is {what} too; expected another file")


def _paths(value: object) -> list[str]:
    return [path for path in (value if isinstance(value, (list, tuple)) else [value]) if isinstance(path, str)]
