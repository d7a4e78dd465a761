"""Builds of the native core for tests: with a sanitizer, or with sizes so small that short pairs meet every search."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
_NAME = "scorelite.core._native"


def build(folder: Path, options: Sequence[str], sources: Path = ROOT) -> Path:
    """The native core, compiled with more options; only files that changed since the last build are compiled again."""
    if all(option.startswith(("-D", "-O")) for option in options):
        _share_objects(folder / "objects", [option[2:] for option in options if option.startswith("-D")], sources)
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--build-temp", str(folder / "objects")]
    environment = {**os.environ, "SCORELITE_COMPILER_OPTIONS": " ".join(options), "SCORELITE_REQUIRE_NATIVE": "1"}
    subprocess.run([*command, "--build-lib", folder], cwd=sources, env=environment, check=True)
    return built(folder)


def _share_objects(objects: Path, macros: Sequence[str], sources: Path) -> None:
    """Takes from the usual build what it has of files that ask for none of these macros, unless they changed since."""
    version = f"{sys.implementation.cache_tag}{'t' * bool(sysconfig.get_config_var('Py_GIL_DISABLED'))}"
    usual = sources / "build" / f"temp.{sysconfig.get_platform()}-{version}"
    for made in sorted(usual.rglob("*.o")):
        ours = objects / made.relative_to(usual)
        files = with_headers(sources / made.relative_to(usual).with_suffix(".cpp"))
        newest = max(file.stat().st_mtime for file in (*files, sources / "setup.py"))
        asks = any(macro in file.read_text(encoding="utf-8") for file in files for macro in macros)
        if not asks and not ours.exists() and made.stat().st_mtime > newest:
            ours.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(made, ours)


def with_headers(source: Path) -> set[Path]:
    """A source file and the headers of ours that it includes."""
    files, waiting = set[Path](), [source.resolve()]
    while waiting:
        file = waiting.pop()
        if file not in files and file.exists():
            files.add(file)
            names = re.findall(r'^#include "(.+)"', file.read_text(encoding="utf-8"), re.MULTILINE)
            waiting += [(file.parent / name).resolve() for name in names]
    return files


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
