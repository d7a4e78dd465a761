"""Lists of keywords in the docstrings of `score` and `score_files`, made from the records of the settings."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from .declared import SETTINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    Call = TypeVar("Call", bound=Callable[..., Any])


def _listing() -> str:
    """The keywords of `score` and `score_files`, for their docstrings."""
    lines = ["", "", "    Keywords, each with its default first:"]
    for of_files in (False, True):
        lines += ["    Of files:"] * of_files
        for setting in SETTINGS:
            if setting.of_files == of_files:
                lines += _folded(f"      {setting.name:<21}", setting.in_python())
    return "\n".join([*lines, "    "])


def _folded(head: str, text: str) -> Iterator[str]:
    """The lines of a text after a head, none of them too long for a terminal or a page."""
    line, indent = head, " " * len(head)
    for word in text.split():
        if len(line) + len(word) >= _WIDTH:
            yield line
            line = indent
        line += f" {word}"
    yield line


_WIDTH = 120


_KEYWORDS = _listing()


def with_list_of_keywords(function: Call) -> Call:
    """The function, whose docstring lists all keywords."""
    # From 3.13 on Python takes the margin from docstrings.
    keywords = _KEYWORDS if sys.version_info < (3, 13) else _KEYWORDS.replace("\n    ", "\n")
    function.__doc__ = f"{(function.__doc__ or '').rstrip()}{keywords}"
    return function
