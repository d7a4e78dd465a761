"""Drop-ins are imported by short names, and what users get is the module itself."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import scorelite
from scorelite import compat
from tests.conftest import ROOT

SHELVES = {name: ROOT / "scoring" / "compat" / name for name in ("programs", "archive")}


def shelf_of(name: str) -> str:
    (shelf,) = (shelf for shelf, folder in SHELVES.items() if {*folder.glob(f"{name}.py"), *folder.glob(name)})
    return shelf


def modules(name: str) -> list[str]:
    """A drop-in and all that is below it, by the names behind `scorelite.compat`."""
    folder = SHELVES[shelf_of(name)] / name
    below = pkgutil.walk_packages([str(folder)], f"{name}.") if folder.is_dir() else ()
    return [name, *(module.name for module in below if not module.name.endswith("__main__"))]


def state(module: object) -> dict[str, int]:
    return {name: id(value) for name, value in vars(module).items()}


@pytest.mark.parametrize("name", compat.__all__)
def test_a_short_name_is_the_module_itself(name: str) -> None:
    home = f"scorelite.scoring.compat.{shelf_of(name)}"
    for each in modules(name):
        try:
            real = importlib.import_module(f"{home}.{each}")
        except (ImportError, scorelite.UsageError):
            continue  # it needs a library that is not installed
        owner = sys.modules[real.__name__.rpartition(".")[0]]
        before, spec, names = state(real), real.__spec__, state(owner)
        assert importlib.import_module(f"scorelite.compat.{each}") is real
        assert (real.__spec__, state(real), state(owner)) == (spec, before, names)
        if each == name:
            assert getattr(scorelite.compat, name) is real


@pytest.mark.parametrize("name", ["sctk", "jiwers", "jiwer.nothing", "pier.nothing"])
def test_other_names_are_missing(name: str) -> None:
    with pytest.raises(ModuleNotFoundError, match=rf"^No module named 'scorelite\.compat\.{name}'"):
        importlib.import_module(f"scorelite.compat.{name}")
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        compat.nothing  # noqa: B018


def test_the_names_are_those_that_type_checkers_see() -> None:
    text = (ROOT / "scorelite" / "compat.py").read_text("utf-8")
    for name in compat.__all__:
        assert f"from .scoring.compat.{shelf_of(name)} import {name} as {name}\n" in text
    assert text.count("    from .scoring.compat.") == len(compat.__all__)
    assert set(compat.__all__) <= set(dir(compat))


def test_a_program_runs_by_its_short_name(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "scorelite.compat.meeteval.wer", "--help"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "meeteval-wer" in done.stdout
    assert done.stderr == ""
