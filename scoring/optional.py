"""Libraries that only some functions need: imported when such a function is called."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from formats.errors import UsageError


def library(name: str, *, purpose: str, extra: str) -> Any:
    """The module of this name; where it is not installed, an error names the command that installs it."""
    try:
        return import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        command = f"pip install 'scorelite[{extra}]'"
        raise UsageError(f"{purpose} need {package}, which is not installed: {command}") from None
