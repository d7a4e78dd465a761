"""Audio of an error page: the file of each utterance as a link that is relative to the page."""

from __future__ import annotations

import os
import re
from urllib.parse import quote

from formats.errors import MismatchError, UsageError
from scoring.cli.sides import warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.words.result import Result

# What Chromium and Firefox play.
SUFFIXES = (".wav", ".flac", ".mp3", ".opus", ".ogg", ".oga", ".m4a", ".aac", ".mp4", ".webm")
_FIELD = re.compile("{(session|channel|id)}")


def audio_links(result: Result, wanted: str, page: str) -> list[str]:
    """A link for each utterance, empty without a file; `wanted` is a folder or a pattern such as `wavs/{id}.wav`."""
    fields = _fields(result)
    if os.path.isdir(wanted):
        folder = _Folder(wanted)
        paths = [folder.find(each.get("session") or each["id"]) for each in fields]
    else:
        _check_pattern(wanted, fields[0] if fields else {})
        paths = [_filled(wanted, each) for each in fields]
    found = {path: os.path.isfile(path) for path in set(paths)}
    missing = [place for place, path in enumerate(paths) if not found[path]]
    if missing:
        first = fields[missing[0]]
        name = first.get("session") or first["id"]
        if len(missing) == len(paths):
            raise MismatchError(
                f"--audio {wanted}: no file for any utterance, such as {name!r}; expected a folder with "
                f"{name}.wav (or {', '.join(SUFFIXES[1:])}), or a pattern of paths with {{session}} or {{id}}"
            )
        warn(f"--audio {wanted}: {len(missing):,} of {len(paths):,} utterances have no file, such as {name!r}")
    start = os.path.dirname(page) or "."
    links = {path: _link(path, start) for path, there in found.items() if there}
    return [links.get(path, "") for path in paths]


def _fields(result: Result) -> list[dict[str, str]]:
    """The names of each utterance that a pattern can hold; times count from the begin of a recording, not of an id."""
    timeline = result.table.timeline
    if timeline is None:
        return [{"id": name} for name in result.utterances.ids()]
    places = zip(timeline.sessions, timeline.channels, strict=True)
    return [{"session": session, "channel": channel} for session, channel in places]


def _check_pattern(pattern: str, known: Mapping[str, str]) -> None:
    used = set(_FIELD.findall(pattern))
    if not used:
        raise UsageError(
            f"--audio {pattern} is no folder and no pattern; expected a folder, or a path with {{session}} or {{id}}"
        )
    if known and not used <= known.keys():
        fields = " or ".join(f"{{{name}}}" for name in known)
        raise UsageError(f"--audio {pattern}: these files have no {', '.join(used - known.keys())}; expected {fields}")


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
        found: dict[str, str] = {}
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            stem, suffix = os.path.splitext(name)
            if suffix.lower() in SUFFIXES:
                path = os.path.join(folder, name)
                found[name] = path
                found.setdefault(stem, path)
        return found


def _link(path: str, start: str) -> str:
    """The relative address of a file; every sign that means something in an address is written as its number."""
    return quote(os.fsencode(os.path.relpath(path, start).replace(os.sep, "/")))
