"""Libraries that only some functions need: imported when such a function is called."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from formats.errors import UsageError


def library(name: str, *, purpose: str, install: str) -> Any:
    """The module of this name; where it is missing, an error says what needs it and how to install it."""
    try:
        return import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        raise UsageError(f"{purpose} need {package}, which is not installed: pip install {install}") from None
