"""Files in a folder and in the folders below it."""

from __future__ import annotations

import os
from collections.abc import Callable

from ..errors import LimitError

MOST_ENTRIES = 100_000


def files_below(folder: str | os.PathLike[str], wanted: Callable[[str], bool]) -> list[str]:
    """Paths of the wanted files of a folder and of those below it, sorted; `wanted` is asked about names.

    Links to folders are not followed. A tree of very many files and folders, such as `/` by mistake, is rejected.
    """
    paths: list[str] = []
    entries = 0
    for place, folders, names in os.walk(folder):
        entries += len(folders) + len(names)
        if entries > MOST_ENTRIES:
            raise LimitError(
                f"{os.fspath(folder)}: more than {MOST_ENTRIES} files and folders in it and below; expected a folder "
                "of results, or the names of the files"
            )
        paths += [path for name in names if wanted(name) and os.path.isfile(path := os.path.join(place, name))]
    return sorted(paths)
