"""Optional libraries, imported by the functions that need them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from formats.errors import UsageError


def library(name: str, *, purpose: str, install: str) -> Any:
    """The module of this name; an error with its purpose and the install command where it is missing."""
    try:
        return import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        raise UsageError(f"{purpose} need {package}, which is not installed: pip install {install}") from None
