"""Names of files that say that reference and hypothesis stand the wrong way round."""

from __future__ import annotations

import os
from collections.abc import Iterator

from ...notices.notice import Notice
from .columns import Columns

NAME = "swapped sides"
_NAMED_REFERENCE = frozenset(("ref", "refs", "reference", "references"))
_REFERENCE = _NAMED_REFERENCE | {"gold", "truth", "gt", "manual", "human", "r"}
_HYPOTHESIS = frozenset(
    (
        *("hyp", "hyps", "hypothesis", "hypotheses", "asr", "system", "sys", "output", "decoded", "auto", "h"),
        *("pred", "preds", "predicted", "prediction", "predictions"),
    )
)


def swapped(ref: object, hyp: object) -> str:
    """A remark on two paths whose names say that the first is a hypothesis, and the second a reference.

    >>> swapped("exp/hyp.trn", "data/ref.trn")
    'REF and HYP look swapped: the reference is exp/hyp.trn, the hypothesis data/ref.trn; expected REF before HYP'
    >>> swapped("ref.hyp.trn", "ref.trn"), swapped(b"hyp", b"ref")
    ('', '')
    """
    if not (_path(ref) and _path(hyp) and _are_swapped(_name(ref), _name(hyp))):
        return ""
    paths = f"the reference is {_path(ref)}, the hypothesis {_path(hyp)}"
    return f"REF and HYP look swapped: {paths}; expected REF before HYP"


def swapped_notices(ref: object, hyp: object, columns: Columns, formats: tuple[str, str]) -> Iterator[Notice]:
    """Notices if the names of the files or their formats, or the chosen columns, say that the sides are swapped."""
    if text := swapped(ref, hyp):
        yield Notice(NAME, text)
    elif _are_swapped(_name(ref), _name(hyp), by_default=formats == ("ctm", "stm")):
        text = "REF and HYP look swapped: stm is a format of references, ctm one of hypotheses; expected REF before HYP"
        yield Notice("swapped formats", text)
    if columns.ref and columns.hyp and _are_swapped(columns.ref, columns.hyp):
        names = f"the reference is column {columns.ref!r}, the hypothesis {columns.hyp!r}"
        fix = f"expected ref_column={columns.hyp!r} (--ref-column {columns.hyp})"
        yield Notice("swapped columns", f"the columns look swapped: {names}; {fix}")


def _are_swapped(ref: str, hyp: str, *, by_default: bool = False) -> bool:
    """Whether the second name alone has words for a reference, and the first those for a hypothesis, or none."""
    first, second = _words(ref.lower()), _words(hyp.lower())
    if first & _REFERENCE or second & _HYPOTHESIS:
        return False
    return by_default or bool(second & (_REFERENCE if first & _HYPOTHESIS else _NAMED_REFERENCE))


def _path(side: object) -> str:
    """The path of a file or folder; empty for anything else."""
    return os.fsdecode(side) if isinstance(side, (str, os.PathLike)) else ""


def _name(side: object) -> str:
    return os.path.basename(os.path.normpath(_path(side)))


def _words(name: str) -> set[str]:
    """The words of a name: its letters from a to z between other characters."""
    return set("".join([letter if "a" <= letter <= "z" else " " for letter in name]).split())
