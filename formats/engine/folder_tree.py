"""Files in a folder and in the folders below it."""

from __future__ import annotations

import os

from ..errors import LimitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MOST_ENTRIES = 100_000
_OF_SYSTEMS = frozenset({"thumbs.db", "desktop.ini"})
_OF_WORD = "~$"


def is_clutter(name: str) -> bool:
    """Whether a file is hidden, or one that an office or a system leaves in folders, such as Word's lock files.

    >>> is_clutter(".DS_Store"), is_clutter("~$talk.docx"), is_clutter(".~lock.talk.odt#"), is_clutter("talk.docx")
    (True, True, True, False)
    """
    return name.startswith((".", _OF_WORD)) or name.lower() in _OF_SYSTEMS


def without_clutter(paths: Iterable[str]) -> list[str]:
    """The paths of files that people put there, sorted."""
    return sorted(path for path in paths if not is_clutter(os.path.basename(path)))


def files_below(folder: str | os.PathLike[str], wanted: Callable[[str], bool] = lambda name: True) -> list[str]:
    """Paths of the wanted files of a folder and of those below it, sorted; `wanted` is asked about names.

    Clutter is passed over. Links to folders are not followed. A tree of very many files and folders, such as `/` by
    mistake, is rejected.
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
        names = [name for name in names if wanted(name) and not is_clutter(name)]
        paths += [path for name in names if os.path.isfile(path := os.path.join(place, name))]
    return sorted(paths)
