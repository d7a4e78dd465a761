"""The two sides of a comparison: warnings where their files say that the command is not what was meant."""

from __future__ import annotations

import os
import re
import sys

_REFERENCE = {"ref", "refs", "reference", "gold", "truth", "gt", "manual", "human"}
_HYPOTHESIS = {"hyp", "hyps", "hypothesis", "asr", "system", "sys", "output", "decoded", "auto", "pred", "predicted"}


def warn_if_swapped(ref: str, hyp: str | None) -> None:
    """Writes a warning to stderr if the reference is called a hypothesis, and the hypothesis a reference."""
    if hyp is not None and look_swapped(ref, hyp):
        warn(f"the sides look swapped: the reference is {ref}, the hypothesis {hyp}; expected REF before HYP")


def warn_if_one_file(ref: str, hyp: str) -> None:
    """Writes a warning to stderr if reference and hypothesis are the same file."""
    from formats.source import is_one_file

    if is_one_file(ref, hyp):
        warn(f"reference and hypothesis are the same file, {ref}: nothing was recognised; expected two files")


def warn(text: str) -> None:
    """Writes a warning to stderr, if there is one."""
    if sys.stderr is not None:
        from formats.engine.terminal import say
        from scoring.cli.colour import Paint

        say(f"{Paint.for_stream(sys.stderr).warning('scorelite: warning:')} {text}\n")


def look_swapped(ref: str, hyp: str) -> bool:
    """True if only the first name has words for a hypothesis, and only the second words for a reference.

    >>> look_swapped("exp/hyp.trn", "data/ref.trn"), look_swapped("ref.hyp.trn", "ref.trn")
    (True, False)
    """
    first, second = (set(re.findall("[a-z]+", os.path.basename(name).lower())) for name in (ref, hyp))
    return bool(first & _HYPOTHESIS and second & _REFERENCE) and not (first & _REFERENCE or second & _HYPOTHESIS)
