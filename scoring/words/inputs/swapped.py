"""Names of files that say that reference and hypothesis stand the wrong way round."""

from __future__ import annotations

import os
from collections.abc import Iterator

from ...notices.notice import Notice

NAME = "swapped sides"
_REFERENCE = {"ref", "refs", "reference", "gold", "truth", "gt", "manual", "human"}
_HYPOTHESIS = {"hyp", "hyps", "hypothesis", "asr", "system", "sys", "output", "decoded", "auto", "pred", "predicted"}


def swapped(ref: object, hyp: object) -> str:
    """A remark on two paths of which only the first has words for a hypothesis, and only the second for a reference.

    >>> swapped("exp/hyp.trn", "data/ref.trn")
    'REF and HYP look swapped: the reference is exp/hyp.trn, the hypothesis data/ref.trn; expected REF before HYP'
    >>> swapped("ref.hyp.trn", "ref.trn"), swapped(b"hyp", b"ref")
    ('', '')
    """
    if not isinstance(ref, (str, os.PathLike)) or not isinstance(hyp, (str, os.PathLike)):
        return ""
    paths = os.fsdecode(ref), os.fsdecode(hyp)
    first, second = (_words(os.path.basename(os.path.normpath(path)).lower()) for path in paths)
    if not (first & _HYPOTHESIS and second & _REFERENCE) or first & _REFERENCE or second & _HYPOTHESIS:
        return ""
    return f"REF and HYP look swapped: the reference is {paths[0]}, the hypothesis {paths[1]}; expected REF before HYP"


def swapped_notices(ref: object, hyp: object) -> Iterator[Notice]:
    """A notice if the names of the files say that the sides are swapped."""
    if text := swapped(ref, hyp):
        yield Notice(NAME, text)


def _words(name: str) -> set[str]:
    """The words of a name: its letters from a to z between other characters."""
    return set("".join([letter if "a" <= letter <= "z" else " " for letter in name]).split())
