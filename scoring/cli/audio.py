"""Audio of an error page: the file of each utterance as a link that is relative to the page."""

from __future__ import annotations

import argparse
import os
import re

from ...core.file_names import file_stem
from ...formats.errors import MismatchError, UsageError, quantity
from ...formats.source import SideFile
from .messages import warn
from .values import byte_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..report.words.page_times import Audio
    from ..words.result import Result

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


def add_audio(group: argparse._ArgumentGroup) -> None:
    """Adds the options for the audio of a page."""
    group.add_argument(
        "--audio",
        metavar="FOLDER|PATTERN|MANIFEST",
        help="with --page: a click on a word plays it, from a folder with a file for each recording or id, from a "
        "pattern such as wavs/{session}.flac ({session}, {channel}; {id} without times), or from the audio_filepath of "
        "a manifest; files are linked, not copied",
    )
    group.add_argument(
        "--embed-audio",
        type=byte_size,
        metavar="SIZE",
        help="with --audio: copy the files into the page, up to SIZE bytes in all (20M; mail often stops near 25M)",
    )


def effects_of_audio(options: argparse.Namespace) -> list[tuple[str, object, str]]:
    """The options of audio, which pages play, with whether and when they have an effect."""
    return [("audio", options.page, "--page"), ("embed_audio", options.audio, "--audio")]


def audio_of(result: Result, options: argparse.Namespace) -> Audio:
    """The audio that the options ask for: links, or the files themselves."""
    from ..report.words.page_times import Audio

    if not options.audio:
        return Audio()
    links, paths = _audio_files(result, options.audio, options.page)
    if options.embed_audio is None:
        return Audio(links)
    files = {link: path for link, path in zip(links, paths, strict=True) if link}
    size = sum(os.path.getsize(path) for path in files.values())
    if size > options.embed_audio:
        raise UsageError(
            f"--embed-audio {options.embed_audio:,} bytes: {quantity(len(files), 'file')} of audio with {size:,}; "
            f"expected --embed-audio {-(-size >> 20) or 1}M, smaller files, or only --audio, which links them"
        )
    numbers = {link: f"sound:{number}" for number, link in enumerate(files)}
    return Audio([numbers.get(link, "") for link in links], tuple(map(_sound, files.values())))


def _sound(path: str) -> tuple[str, bytes]:
    with open(path, "rb") as file:
        return _TYPES.get(os.path.splitext(path)[1].lower(), "audio/wav"), file.read()


def _audio_files(result: Result, wanted: str, page: str) -> tuple[list[str], list[str]]:
    """A link and a path for each utterance, the link empty without a file; `wanted` is a folder or a pattern."""
    fields = _fields(result)
    if os.path.isdir(wanted):
        folder = _Folder(wanted)
        paths = [folder.find(each.get("session") or each["id"]) for each in fields]
    elif os.path.isfile(wanted):
        named = _manifest_files(wanted)
        paths = [named.get(each.get("session") or each["id"], "") for each in fields]
    else:
        _check_pattern(wanted, fields[0] if fields else {})
        paths = [_filled(wanted, each) for each in fields]
    exists = {path: os.path.isfile(path) for path in set(paths)}
    missing = [place for place, path in enumerate(paths) if not exists[path]]
    if missing:
        first = fields[missing[0]]
        name = first.get("session") or first["id"]
        if len(missing) == len(paths):
            raise MismatchError(
                f"--audio {wanted}: no file for any utterance, such as {name!r}; expected a folder with "
                f"{name}.wav (or {', '.join(SUFFIXES[1:])}), a pattern of paths with {{session}} or {{id}}, or a "
                "manifest whose audio_filepath names the files"
            )
        warn(f"--audio {wanted}: {len(missing):,} of {len(paths):,} utterances have no file, such as {name!r}")
    start = os.path.dirname(page) or "."
    links = {path: _link(path, start) for path, there in exists.items() if there}
    return [links.get(path, "") for path in paths], paths


def _manifest_files(path: str) -> dict[str, str]:
    """The files that a manifest names, by their names without folder and suffix; relative ones lie beside it."""
    from ...formats.engine.json import Lines
    from ...formats.engine.json_objects import lines_in

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
                f"--audio {path}: {files[file_stem(name)]} and {file} are both {file_stem(name)!r}; expected files of "
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
            f"--audio {pattern} is not a folder, pattern or manifest; expected a folder, a path with {{session}} or "
            "{id}, or a file of JSON lines with audio_filepath"
        )
    if templates and not used <= templates.keys():
        fields = " or ".join(f"{{{name}}}" for name in templates)
        raise UsageError(
            f"--audio {pattern}: these files have no {', '.join(used - templates.keys())}; expected {fields}"
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
