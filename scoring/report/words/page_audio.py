"""Audio of an error page: the file of each utterance as a link that is relative to the page."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ....core.file_names import file_stem
from ....formats.errors import MismatchError, UsageError
from ....formats.source import SideFile
from .page_times import Audio

if TYPE_CHECKING:
    from typing import TypeAlias

    from ....formats.engine.writing import Output
    from ...words.result import Result

    Wanted: TypeAlias = "str | os.PathLike[str] | Mapping[str, str | os.PathLike[str]]"

# What Chromium and Firefox play, and its type.
_TYPES = {
    ".wav": "audio/wav",
    ".flac": "audio/flac",
    ".mp3": "audio/mpeg",
    ".opus": "audio/ogg",
    ".ogg": "audio/ogg",
    ".oga": "audio/ogg",
    ".m4a": "audio/mp4",
    ".aac": "audio/aac",
    ".mp4": "audio/mp4",
    ".webm": "audio/webm",
}
SUFFIXES = tuple(_TYPES)
_FIELD = re.compile("{(session|channel|id)}")


def sound(path: str) -> tuple[str, bytes]:
    """The type and the bytes of a file."""
    with open(path, "rb") as file:
        return _TYPES.get(os.path.splitext(path)[1].lower(), "audio/wav"), file.read()


def linked_audio(result: Result, wanted: Wanted, page: Output | None) -> Audio:
    """The audio of a page that is written to a path, or else opened in this folder; warns of utterances without any."""
    links, _, note = audio_files(result, wanted, os.fspath(page) if isinstance(page, (str, os.PathLike)) else "")
    if note:
        warnings.warn(note, stacklevel=5)
    return Audio(links)


def audio_files(result: Result, wanted: Wanted, page: str) -> tuple[list[str], list[str], str]:
    """A link and a path for each utterance, the link empty without a file, and a note on those without one.

    `wanted` is a folder, a pattern, a manifest, or a mapping from names of recordings or ids to paths.
    """
    fields = _fields(result)
    if isinstance(wanted, Mapping):
        paths = [os.fspath(wanted.get(each.get("session") or each["id"], "")) for each in fields]
        wanted = "..."
    elif os.path.isdir(wanted := os.fspath(wanted)):
        folder = _Folder(wanted)
        paths = [folder.find(each.get("session") or each["id"]) for each in fields]
    elif os.path.isfile(wanted):
        named = _manifest_files(wanted)
        paths = [named.get(each.get("session") or each["id"], "") for each in fields]
    else:
        _check_pattern(wanted, fields[0] if fields else {})
        paths = [_filled(wanted, each) for each in fields]
    exists = {path: os.path.isfile(path) for path in set(paths)}
    note = ""
    missing = [place for place, path in enumerate(paths) if not exists[path]]
    if missing:
        first = fields[missing[0]]
        name = first.get("session") or first["id"]
        if len(missing) == len(paths):
            raise MismatchError(
                f"{_given(wanted)}: no file for any utterance, such as {name!r}; expected a folder with "
                f"{name}.wav (or {', '.join(SUFFIXES[1:])}), a pattern of paths with {{session}} or {{id}}, or a "
                "manifest whose audio_filepath names the files"
            )
        note = f"{_given(wanted)}: {len(missing):,} of {len(paths):,} utterances have no file, such as {name!r}"
    start = os.path.dirname(page) or "."
    links = {path: _link(path, start) for path, there in exists.items() if there}
    return [links.get(path, "") for path in paths], paths, note


def _given(wanted: str) -> str:
    """The argument, as messages name it."""
    return f"audio={wanted!r} (--audio {wanted})"


def _manifest_files(path: str) -> dict[str, str]:
    """The files that a manifest names, by their names without folder and suffix; relative ones lie beside it."""
    from ....formats.engine.json import Lines
    from ....formats.engine.json_objects import lines_in

    document = Lines.of_file(SideFile(path), "nemo")
    files: dict[str, str] = {}
    for row in lines_in(document):
        name = row.text("audio_filepath", required=True)
        # No other file may get into a page, and none of this name can be found.
        if os.path.splitext(name)[1].lower() not in SUFFIXES or "\0" in name:
            continue
        file = os.path.join(os.path.dirname(path), name)
        if files.setdefault(file_stem(name), file) != file:
            raise MismatchError(
                f"{_given(path)}: {files[file_stem(name)]} and {file} are both {file_stem(name)!r}; expected files of "
                "different names, or a pattern of paths with {session} or {id}"
            )
    document.check()
    return files


def _fields(result: Result) -> list[dict[str, str]]:
    """The names of each utterance that a pattern can hold; times count from the begin of a recording, not of an id."""
    timeline = result.table.timeline
    if timeline is None:
        return [{"id": name} for name in result.utterances.ids()]
    places = zip(timeline.sessions, timeline.channels, strict=True)
    return [{"session": session, "channel": channel} for session, channel in places]


def _check_pattern(pattern: str, templates: Mapping[str, str]) -> None:
    used = set(_FIELD.findall(pattern))
    if not used:
        raise UsageError(
            f"{_given(pattern)} is not a folder, pattern or manifest; expected a folder, a path with {{session}} or "
            "{id}, or a file of JSON lines with audio_filepath"
        )
    if templates and not used <= templates.keys():
        fields = " or ".join(f"{{{name}}}" for name in templates)
        raise UsageError(
            f"{_given(pattern)}: these files have no {', '.join(used - templates.keys())}; expected {fields}"
        )


def _filled(pattern: str, fields: Mapping[str, str]) -> str:
    """The path of an utterance; empty where a name from the files would lead out of its folder."""
    if any(".." in re.split(r"[/\\]", name) for name in fields.values()):
        return ""
    return _FIELD.sub(lambda field: fields[field[1]], pattern)


class _Folder:
    """A folder with audio; every folder below it is listed once, when a name asks for it."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._listed: dict[str, dict[str, str]] = {}

    def find(self, name: str) -> str:
        """The path of a file of this name, with or without the suffix; empty where there is none."""
        below, _, last = name.rpartition("/")
        if name.startswith("/") or "\0" in name or ".." in below.split("/"):
            return ""
        if below not in self._listed:
            self._listed[below] = self._list(os.path.join(self._path, below))
        return self._listed[below].get(last, "")

    def _list(self, folder: str) -> dict[str, str]:
        files: dict[str, str] = {}
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            stem, suffix = os.path.splitext(name)
            if suffix.lower() in SUFFIXES:
                path = os.path.join(folder, name)
                files[name] = path
                files.setdefault(stem, path)
        return files


def _link(path: str, start: str) -> str:
    """The relative address of a file; every sign that means something in an address is written as its number."""
    from urllib.parse import quote

    return quote(os.fsencode(os.path.relpath(path, start).replace(os.sep, "/")))
