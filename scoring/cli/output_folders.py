"""The files of an output folder: one for each input, named as the input is."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from ...formats.detection import is_one
from ...formats.engine.folder_tree import files_below
from ...formats.errors import FormatError, UsageError
from ...formats.record import Format
from ...formats.records import detected
from ...formats.registry import by_suffix, stem
from ...formats.source import Source


def plan(sources: Sequence[str], folder: str, goal: Format | None, source_format: str | None) -> list[tuple[str, str]]:
    """Pairs of source and target: the named files, and the files of known formats in the named folders.

    Without a format to write, files keep their names.
    """
    source_of: dict[str, str] = {}
    for source in sources:
        for path, name in members(source, source_format):
            target = file_of(folder, stem(name), goal) if goal else os.path.join(folder, name)
            if target in source_of:
                raise UsageError(f"{source_of[target]} and {path} would both become {target}")
            source_of[target] = path
    check_targets(source_of.values(), source_of)
    if not source_of:
        raise UsageError(
            f"{', '.join(sources)}: no file with a known suffix; --from NAME reads all files in that format"
        )
    return [(path, target) for target, path in source_of.items()]


def file_of(folder: str, name: str, goal: Format) -> str:
    """The file of a folder that has a name, in a format."""
    return os.path.join(folder, name + (goal.suffixes[0] if goal.suffixes else ""))


def check_targets(sources: Iterable[str], targets: Iterable[str]) -> None:
    """Rejects files of an output folder that are inputs as well."""
    files = {os.path.realpath(source) for source in sources}
    if same := next((target for target in targets if os.path.realpath(target) in files), None):
        raise UsageError(f"OUT {same} is also an input; expected another folder")


def members(source: str, source_format: str | None) -> Iterator[tuple[str, str]]:
    """The files of a folder with their names in it, or the file itself."""
    if not os.path.isdir(source) or is_one(source, source_format):
        yield source, os.path.basename(source.rstrip("/"))
        return
    for path in files_below(source):
        if source_format or by_suffix(path) or _is_known_json(path):
            yield path, os.path.relpath(path, source)


def _is_known_json(path: str) -> bool:
    """Whether a file of JSON, whose suffix names no format, shows one by its content."""
    if not path.endswith(".json"):
        return False
    try:
        detected(Source(path))
    except (FormatError, UsageError):
        return False
    return True
