"""Folders of files, one for each recording or part, and the names of these files."""

from __future__ import annotations

import os
from pathlib import Path

from ...formats.errors import UsageError
from ...formats.registry import is_one, stem


def is_folder_of_files(target: object, format: str | None = None) -> bool:
    """Whether a target is a folder of separate files, not a corpus in many files such as Kaldi's data folder.

    >>> is_folder_of_files(os.curdir), is_folder_of_files("a.trn")
    (True, False)
    """
    if not isinstance(target, (str, os.PathLike)) or not os.path.isdir(target):
        return False
    return not is_one(os.fspath(target), format)


def files_in(folder: Path) -> dict[str, Path]:
    """The files of a folder by name, without the suffix of their formats."""
    by_name: dict[str, Path] = {}
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or not path.is_file():
            continue
        name = stem(path.name)
        if name in by_name:
            raise UsageError(f"{by_name[name]} and {path} have the same name; expected different names")
        by_name[name] = path
    return by_name
