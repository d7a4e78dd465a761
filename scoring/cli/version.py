"""The text of `scorelite --version`, which says what is installed, and the warning where the core is a slow one."""

from __future__ import annotations

import os
import sys

from ... import core
from ...core import work
from ..common.version import __version__

# Those of scorelite[all], without an import: the version is asked for by scripts.
LIBRARIES = frozenset({"lxml", "numpy", "openpyxl", "pysubs2", "shtab", "starlette", "textgrid", "uvicorn", "wcwidth"})


def version() -> str:
    """Version, which core runs, which libraries are there, and where all of it is."""
    running = f"{core.NAME} core"
    if core.NAME == "python":
        running += ", chosen by SCORELITE_CORE" if work.is_chosen() else ": slow, because the native one was not built"
    found = _releases()
    parts = [", ".join(f"{name} {found[name]}" for name in sorted(found)) or "no libraries"]
    if missing := sorted(LIBRARIES - found.keys()):
        parts.append(f"not installed: {', '.join(missing)} (pip install 'scorelite[all]')")
    python = ".".join(map(str, sys.version_info[:3]))
    home = os.path.dirname(os.path.dirname(os.path.abspath(core.__file__)))
    return f"scorelite {__version__} ({running})\n{'; '.join(parts)}\nPython {python}, {home}"


def _releases() -> dict[str, str]:
    """The releases of the libraries that are installed, without importing any of them."""
    found: dict[str, str] = {}
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except OSError:
            continue
        for name in names:
            package, _, release = name.removesuffix(".dist-info").partition("-")
            if name.endswith(".dist-info") and package.lower() in LIBRARIES:
                found.setdefault(package.lower(), release)
    return found


def slow_core() -> str:
    """The warning of a command that scores with the pure-Python core; empty where that was chosen, or another runs."""
    if core.NAME != "python" or work.is_chosen():
        return ""
    work.told()
    return work.SLOW
