"""The notebooks run from top to bottom, in the small runner of `tests.notebooks` and in a kernel of Jupyter."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import PATIENCE, ROOT
from tests.notebooks import LARGEST, NOTEBOOKS, _run, code_cells, loaded, renewed
from tests.peers import peer

OF_EACH = pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)


@OF_EACH
def test_the_stored_outputs_are_those_that_the_cells_have(notebook: Path, tmp_path: Path) -> None:
    assert renewed(loaded(notebook), tmp_path) == notebook.read_text(encoding="utf-8"), "python -m tests.notebooks"


def test_a_cell_shows_what_it_prints_and_its_last_value() -> None:
    names: dict[str, Any] = {}
    assert _run("x = 2", names, 1) == []
    assert _run("print(x)\nx + 1", names, 2) == [
        {"name": "stdout", "output_type": "stream", "text": ["2\n"]},
        {"data": {"text/plain": ["3"]}, "execution_count": 2, "metadata": {}, "output_type": "execute_result"},
    ]
    with pytest.raises(ZeroDivisionError):
        _run("1 / 0", names, 3)


def test_there_are_three_and_they_are_small() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["error_analysis", "quick_start", "regression_gate"]
    assert [path.stem for path in NOTEBOOKS if path.stat().st_size > 5 * LARGEST] == []
    assert all(cell["outputs"] for path in NOTEBOOKS for cell in code_cells(loaded(path))[1:])


@OF_EACH
def test_a_notebook_is_valid_and_runs_in_a_kernel(notebook: Path, tmp_path: Path) -> None:
    nbformat, nbclient = peer("nbformat"), peer("nbclient")
    peer("ipykernel")
    document = nbformat.read(str(notebook), as_version=4)
    nbformat.validate(document)
    stored = [printed(cell) for cell in code_cells(document)]
    nbclient.NotebookClient(document, timeout=PATIENCE, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert [printed(cell) for cell in code_cells(document)] == stored


def printed(cell: Any) -> str:
    """The text that a cell prints; a warning has the name of a file that each kernel makes anew."""
    streams = [output["text"] for output in cell["outputs"] if output.get("name") == "stdout"]
    return "".join("".join(text) for text in streams)


def test_readme_and_site_link_every_notebook() -> None:
    readme, site = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "mkdocs.yml"))
    for path in NOTEBOOKS:
        assert f"docs/notebooks/{path.name}" in readme
        assert f": notebooks/{path.stem}.md" in site


@OF_EACH
def test_no_output_has_a_path_of_a_machine(notebook: Path) -> None:
    assert str(ROOT) not in notebook.read_text(encoding="utf-8")
    assert "/tmp/" not in json.dumps(loaded(notebook))
