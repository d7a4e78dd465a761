"""Notebooks of docs/notebooks: their cells run in order, as a kernel would run them, and their outputs are stored.

`python -m tests.notebooks` brings the stored outputs up to date.
"""

from __future__ import annotations

import ast
import io
import json
import os
import tempfile
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from scorelite.formats.errors import short
from tests.conftest import ROOT

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
LARGEST = 8_000
"""The longest HTML that is stored, in characters; a longer one is left to the reader's own run."""

LONGEST = 300
"""The longest text of a value that is stored whole, in characters."""


def loaded(path: Path) -> dict[str, Any]:
    """The document of a notebook."""
    document: dict[str, Any] = json.loads(path.read_bytes())
    return document


def code_cells(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The cells that run."""
    return [cell for cell in document["cells"] if cell["cell_type"] == "code"]


def outputs_of(document: dict[str, Any], folder: Path) -> list[list[dict[str, Any]]]:
    """The outputs of all code cells, run in one namespace in this folder."""
    names: dict[str, Any] = {"__name__": "__main__"}
    before = Path.cwd()
    os.chdir(folder)
    try:
        cells = enumerate(code_cells(document), 1)
        return [_run("".join(cell["source"]), names, number) for number, cell in cells]
    finally:
        os.chdir(before)


def _run(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """The outputs of one cell: what it prints, then the value of its last line."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), names)
        value = None if last is None else eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(printed.getvalue())})
    if value is not None:
        shown = {"data": _shown(value), "execution_count": number, "metadata": {}, "output_type": "execute_result"}
        outputs.append(shown)
    return outputs


def _shown(value: object) -> dict[str, list[str]]:
    """A value as text, and as HTML where it has a small one."""
    html = value._repr_html_() if hasattr(value, "_repr_html_") else ""
    forms = {"text/html": _lines(html)} if html and len(html) <= LARGEST else {}
    return {**forms, "text/plain": _lines(short(repr(value), LONGEST))}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def renewed(document: dict[str, Any], folder: Path) -> str:
    """The text of a notebook with the outputs that its cells have now."""
    for number, (cell, outputs) in enumerate(zip(code_cells(document), outputs_of(document, folder), strict=True), 1):
        cell |= {"execution_count": number, "outputs": outputs}
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    for notebook in NOTEBOOKS:
        with tempfile.TemporaryDirectory() as empty:
            notebook.write_text(renewed(loaded(notebook), Path(empty)), encoding="utf-8")
