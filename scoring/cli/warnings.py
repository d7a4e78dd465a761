"""The two sides of a comparison: warnings where their files suggest another command."""

from __future__ import annotations

from ...formats.source import is_one_file
from ..words.inputs.swapped import swapped
from .messages import warn


def warn_if_swapped(ref: str, hyp: str | None) -> None:
    """Writes a warning to stderr if the reference is called a hypothesis, and the hypothesis a reference."""
    if text := swapped(ref, hyp):
        warn(text)


def warn_if_one_file(ref: str, hyp: str) -> None:
    """Writes a warning to stderr if reference and hypothesis are the same file."""
    if is_one_file(ref, hyp):
        warn(f"reference and hypothesis are the same file, {ref}: it is scored against itself; expected two files")
