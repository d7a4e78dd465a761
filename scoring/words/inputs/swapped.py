"""Names of files that say that reference and hypothesis stand the wrong way round."""

from __future__ import annotations

import os
from collections.abc import Iterator

from ...notices.notice import Notice
from .columns import Columns

NAME = "swapped sides"
_REFERENCE = {"ref", "refs", "reference", "gold", "truth", "gt", "manual", "human"}
_HYPOTHESIS = {
    "hyp",
    "hyps",
    "hypothesis",
    "asr",
    "system",
    "sys",
    "output",
    "decoded",
    "auto",
    "pred",
    "predicted",
    "prediction",
    "predictions",
}


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
    if not _are_swapped(*(os.path.basename(os.path.normpath(path)) for path in paths)):
        return ""
    return f"REF and HYP look swapped: the reference is {paths[0]}, the hypothesis {paths[1]}; expected REF before HYP"


def swapped_notices(ref: object, hyp: object, columns: Columns) -> Iterator[Notice]:
    """Notices if the names of the files, or of the chosen columns, say that the sides are swapped."""
    if text := swapped(ref, hyp):
        yield Notice(NAME, text)
    if columns.ref and columns.hyp and _are_swapped(columns.ref, columns.hyp):
        names = f"the reference is column {columns.ref!r}, the hypothesis {columns.hyp!r}"
        fix = f"expected ref_column={columns.hyp!r} (--ref-column {columns.hyp})"
        yield Notice("swapped columns", f"the columns look swapped: {names}; {fix}")


def _are_swapped(ref: str, hyp: str) -> bool:
    """Whether only the first name has words for a hypothesis, and only the second one for a reference."""
    first, second = _words(ref.lower()), _words(hyp.lower())
    return bool(first & _HYPOTHESIS and second & _REFERENCE) and not (first & _REFERENCE or second & _HYPOTHESIS)


def _words(name: str) -> set[str]:
    """The words of a name: its letters from a to z between other characters."""
    return set("".join([letter if "a" <= letter <= "z" else " " for letter in name]).split())
