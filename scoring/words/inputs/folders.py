"""Two folders of files: files of one name are scored against each other, and their results are added."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from .... import formats
from ....formats.conversion import is_one
from ....formats.errors import MismatchError, UsageError
from ....formats.registry import stem
from ....formats.values import replace
from ...common.results import Missing
from ..pairing.by_id import pair
from ..result import Result

# Scores one file against another: the paths, and the name of the recording.
ScoreOne = Callable[[Path, Path, str], Result]


def are_folders(ref: formats.Target, hyp: formats.Target | None) -> bool:
    """Whether both sides are folders of files, neither of which is one corpus."""
    return _is_heap(ref) and hyp is not None and _is_heap(hyp)


def _is_heap(target: formats.Target) -> bool:
    if not isinstance(target, (str, os.PathLike)) or not os.path.isdir(target):
        return False
    return not is_one(os.fspath(target), None)


def score_folders(ref: Path, hyp: Path, missing: Missing, score_one: ScoreOne) -> Result:
    """The sum over all pairs of files; `missing` decides about files that only one folder has."""
    if missing == "delete":
        raise UsageError("missing='delete' (--missing delete) is not for folders; expected 'error' or 'skip'")
    sides = _files(ref), _files(hyp)
    pairing = pair(list(sides[0]), list(sides[1]), missing=missing)
    if not pairing.ids:
        raise MismatchError(f"nothing was scored: {ref} and {hyp} have no file of the same name")
    result = Result.merged([_one(score_one, sides[0][name], sides[1][name], name) for name in pairing.ids])
    return replace(
        result,
        ref_name=os.fspath(ref),
        hyp_name=os.fspath(hyp),
        missing=(*result.missing, *pairing.missing),
        extra=(*result.extra, *pairing.extra),
        missing_rule=missing,
    )


def _one(score_one: ScoreOne, ref: Path, hyp: Path, name: str) -> Result:
    try:
        return score_one(ref, hyp, name)
    except MismatchError as error:
        raise MismatchError(f"{ref} and {hyp}: {error}") from None


def _files(folder: Path) -> dict[str, Path]:
    """The files of a folder by name, without the suffix of their formats."""
    by_name: dict[str, Path] = {}
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or not path.is_file():
            continue
        name = stem(path.name)
        if name in by_name:
            raise UsageError(f"{by_name[name]} and {path} have one name; expected one file of each name")
        by_name[name] = path
    return by_name
