"""align2html.pl: reads asclite's log and writes its pages into a folder."""

from __future__ import annotations

import os

from .. import Failure, resource
from ..options import LongOptions
from ..rows import write
from ..rttm_rows import named_lines
from ..streams import Streams
from .drawing import group_document
from .groups import Group
from .reading import groups_of
from .tables import Recording, file_name, group_page, index_page, recording_page

_DIED = 255
# Other files beside the pages: our script and pictures under the names of the reference's.
_FILES = {"js/wz_jsgraphics.js": "drawing.js", "images/white_dk.gif": "dark.gif", "images/white_lt.gif": "light.gif"}
_MAPPED = 4


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    valued = ("alignfile", "mapfile", "outputdir")
    options = LongOptions(words, flags=("version", "help"), valued=valued, sensitive=True)
    streams.error(options.complaints)
    values = options.values
    if "version" in values or "help" in values:
        streams.out(b"align2html version: 0.6\n" if "version" in values else resource("sctk/align2html.txt"))
        return 0
    if not values.get("alignfile"):
        raise Failure(b"ERROR: An Align file must be set.\n", _DIED)
    if not values.get("outputdir"):
        raise Failure(b"ERROR: An Output directory must be set.\n", _DIED)
    name = values["alignfile"]
    log = named_lines(name, b"Unable to open for read alignfile file '" + name + b"'")
    mapped = _pairs(values["mapfile"]) if values.get("mapfile") else []

    def warn(text: bytes) -> None:
        streams.error(b"scorelite: align2html.pl: " + text + b"\n")

    write_pages(values["outputdir"], groups_of(log, warn), mapped, streams)
    return 0


def write_pages(folder: bytes, groups: list[Group], mapped: list[tuple[bytes, bytes]], streams: Streams) -> None:
    """Writes all pages; fails in the end if there is no word of the reference that rates could refer to."""
    recordings = _recordings(groups)
    pages = {group_page(group): group_document(group, mapped) for group in groups}
    pages["index.html"] = index_page(recordings, groups).encode("latin-1")
    pages |= {entry.page: recording_page(entry, groups).encode("latin-1") for entry in recordings}
    if len(pages) < len(groups) + len(recordings) + 1:
        streams.error(b"scorelite: align2html.pl: some names give the same file, where only the last page is left\n")
    if groups:
        pages |= {name: resource(f"align2html/{file}") for name, file in _FILES.items()}
    for name, data in pages.items():
        path = folder + b"/" + name.encode("latin-1")
        _make_folder(os.path.dirname(path))
        write(path, data, streams)
    if not any(word for group in groups for _, word, _ in group.events):
        reason = b"no aligned word of the reference; expected the log of asclite with -f 6 or -f 7"
        raise Failure(b"align2html.pl: " + reason + b"\n", _DIED)


def _recordings(groups: list[Group]) -> list[Recording]:
    groups_by_recording: dict[tuple[bytes, bytes], list[Group]] = {}
    for group in groups:
        groups_by_recording.setdefault((group.file, group.channel), []).append(group)
    recordings = []
    for names in sorted(groups_by_recording):
        file, channel = (name.decode("latin-1") for name in names)
        recordings.append(Recording(file, channel, file_name(f"{file}_{channel}.html"), groups_by_recording[names]))
    return recordings


def _make_folder(path: bytes) -> None:
    try:
        os.makedirs(path, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = os.fsencode(getattr(error, "strerror", None) or str(error))
        raise Failure(b"Error: cannot make the folder " + path + b": " + reason + b"\n", _DIED) from None


def _pairs(name: bytes) -> list[tuple[bytes, bytes]]:
    """Speakers of the reference and of the system that a file of md-eval maps to each other."""
    lines = named_lines(name, b"Unable to open the mapping file '" + name + b"'")
    rows = [line.split(b",") for line in lines]
    return [(row[2], row[3]) for row in rows if len(row) > _MAPPED and row[_MAPPED] == b"mapped"]
