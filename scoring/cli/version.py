"""Which core runs: the text of `scorelite --version`, and the warning where it is a slow one."""

from __future__ import annotations

from ... import core
from ...core import work
from ..common.version import __version__


def version() -> str:
    """Version, and which core runs."""
    running = f"{core.NAME} core"
    if core.NAME == "python":
        running += ", chosen by SCORELITE_CORE" if work.is_chosen() else ": slow, because the native one was not built"
    return f"scorelite {__version__} ({running})"


def slow_core() -> str:
    """The warning of a command that scores with the pure-Python core; empty where that was chosen, or another runs."""
    if core.NAME != "python" or work.is_chosen():
        return ""
    work.told()
    return work.SLOW
