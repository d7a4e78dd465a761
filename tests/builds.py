"""Builds of the native core for tests: with a sanitizer, or with sizes so small that short pairs meet every search."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
_NAME = "scorelite.scoring._core._native"


def build(folder: Path, options: Sequence[str], sources: Path = ROOT) -> Path:
    """The native core, compiled with more options; only files that changed since the last build are compiled again."""
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--build-temp", str(folder / "objects")]
    environment = {**os.environ, "SCORELITE_COMPILER_OPTIONS": " ".join(options), "SCORELITE_REQUIRE_NATIVE": "1"}
    subprocess.run([*command, "--build-lib", folder], cwd=sources, env=environment, check=True)
    return built(folder)


def built(folder: Path) -> Path:
    """The native core that was built in a folder."""
    (made,) = folder.joinpath(*_NAME.split(".")[:-1]).iterdir()
    return made


def loaded(path: Path) -> ModuleType:
    """The native core of a file, beside any other."""
    loader = ExtensionFileLoader(_NAME, str(path))
    spec = spec_from_file_location(_NAME, path, loader=loader)
    assert spec
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module
