"""Optional libraries, imported by the functions that need them."""

from __future__ import annotations

import os
import sys
from importlib import import_module

from .errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The first release of pyarrow that works where numpy is not installed.
_WITHOUT_NUMPY = 18
_spares_numpy = False
ALL = frozenset({"lxml", "numpy", "openpyxl", "pysubs2", "shtab", "starlette", "textgrid", "uvicorn", "wcwidth"})
"""What `scorelite[all]` brings: words are scored without any of it."""


def spare_numpy() -> None:
    """Makes pyarrow come without numpy, which takes longer to import, unless numpy was imported before.

    For a process of our own only: what others run in theirs may hand arrays of numpy to pyarrow.
    """
    global _spares_numpy
    _spares_numpy = True


def missing(error: ImportError, what: str) -> str:
    """The message about a library of `scorelite[all]`, or the native core, that is missing; empty for any other error.

    >>> missing(ModuleNotFoundError("No module named 'numpy'", name="numpy"), "scorelite.kws")
    "scorelite.kws needs numpy, which is not installed: pip install 'scorelite[all]'"
    """
    if error.name == "scorelite.core":
        return str(error)
    package = (error.name or "").partition(".")[0]
    if not isinstance(error, ModuleNotFoundError) or package not in ALL:
        return ""
    return f"{what} needs {package}, which is not installed: pip install 'scorelite[all]'"


def library(name: str, *, purpose: str, install: str) -> Any:
    """The module of this name; an error with its purpose and the install command where it is missing."""
    package = name.partition(".")[0]
    try:
        return _lean_arrow(name) if package == "pyarrow" and _spares_numpy else import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == package:
            raise UsageError(f"{purpose} need {package}, which is not installed: pip install {install}") from None
        raise _broken(package, error, purpose, install) from error
    except Exception as error:  # a broken library can raise anything
        raise _broken(package, error, purpose, install) from error


def _lean_arrow(name: str) -> Any:
    """A module of pyarrow, which finds no numpy while it is imported."""
    if "numpy" in sys.modules or "pyarrow" in sys.modules or _release_of("pyarrow") < _WITHOUT_NUMPY:
        return import_module(name)
    sys.modules["numpy"] = None  # type: ignore[assignment]  # what Python takes for a module that cannot be imported
    try:
        return import_module(name)
    finally:
        del sys.modules["numpy"]


def _release_of(package: str) -> int:
    """The first number of the version of a package that is not imported; 0 where it is unknown."""
    for folder in sys.path:
        try:
            with open(os.path.join(folder, package, "_generated_version.py"), encoding="utf-8") as file:
                number = file.read().partition("version = '")[2].partition(".")[0]
        except OSError:
            continue
        return int(number) if number.isdecimal() else 0
    return 0


def _broken(package: str, error: Exception, purpose: str, install: str) -> UsageError:
    said = " ".join(f"{type(error).__name__}: {error}".split())
    return UsageError(
        f"{purpose} need {package}, which cannot be imported ({said}): pip install --force-reinstall {install}"
    )
