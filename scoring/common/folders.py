"""Folders of files, one for each recording or part, and the names of these files."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ...formats.detection import detect, is_one
from ...formats.engine.folder_tree import files_below, is_clutter, without_clutter
from ...formats.errors import FormatError, UsageError
from ...formats.registry import stem
from ...formats.source import Source

_BARE = "txt"


def is_folder_of_files(target: object, format: str | None = None) -> bool:
    """Whether a target is a folder of separate files, not a corpus in many files such as Kaldi's data folder.

    >>> is_folder_of_files(os.curdir), is_folder_of_files("a.trn")
    (True, False)
    """
    if not isinstance(target, (str, os.PathLike)) or not os.path.isdir(target):
        return False
    return not is_one(os.fspath(target), format)


def matched(path: str) -> list[str]:
    """The files that a pattern matches, in order; a path that is none, alone.

    >>> matched("a.trn"), matched("no-such-*.trn")
    (['a.trn'], [])
    """
    if not glob.has_magic(path) or os.path.lexists(path):
        return [path]
    return without_clutter(glob.glob(path, recursive=True))


def expanded(paths: Iterable[str]) -> Iterator[str]:
    """The paths, with the files that patterns match in place of these, as a shell has them."""
    for path in paths:
        files = matched(path)
        if not files:
            raise UsageError(f"{path}: the pattern matches no file")
        yield from files


def files_in(folder: Path, format: str | None = None, side: str = "") -> dict[str, Path]:
    """The files of a folder by name, without the suffix of their formats; of several with one name, that of `format`.

    Regions (uem) lie next to what they limit, and are no side. Without files of its own, those of the folders below are
    taken, under names with their folders where two are alike. `side` is `ref` or `hyp`, for the message about several
    files with one name.
    """
    paths = [path for path in sorted(folder.iterdir()) if path.is_file() and not is_clutter(path.name)]
    paths = paths or [Path(path) for path in files_below(os.fspath(folder))]
    paths = [path for path in paths if path.suffix != ".uem"] or paths
    folders_of: dict[str, set[Path]] = {}
    for path in paths:
        folders_of.setdefault(stem(path.name), set()).add(path.parent)
    by_name: dict[str, list[Path]] = {}
    for path in paths:
        name = stem(path.name)
        if len(folders_of[name]) > 1:
            name = f"{path.parent.relative_to(folder).as_posix()}/{name}"
        by_name.setdefault(name, []).append(path)
    return {name: paths[0] if len(paths) == 1 else _one_of(paths, format, side) for name, paths in by_name.items()}


def _one_of(paths: Sequence[Path], format: str | None, side: str) -> Path:
    """The file of a format among several with one name."""
    names = [_format_of(path) for path in paths]
    if names.count(format or "") == 1:
        return paths[names.index(format or "")]
    shown = f"{paths[0]} and {paths[1]} have the same name; expected different names"
    single = [name for name in names if name and names.count(name) == 1]
    if format or not single or not side:
        raise UsageError(shown)
    name = next((name for name in single if name != _BARE), single[0])
    raise UsageError(
        f"{shown}, or {side}_format={name!r} (--{side}-format {name}), which takes the files of this format alone"
    )


def _format_of(path: Path) -> str:
    """The name of the format that a file shows; empty for none."""
    try:
        return detect(Source(path)).name
    except (FormatError, UsageError):
        return ""
