"""Audio of an error page: the file of each utterance as a link that is relative to the page."""

from __future__ import annotations

import argparse
import os

from ...formats.errors import UsageError, quantity
from .messages import warn
from .values import byte_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..report.words.page_times import Audio
    from ..words.result import Result


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
    from ..report.words.page_audio import audio_files, sound
    from ..report.words.page_times import Audio

    if not options.audio:
        return Audio()
    links, paths, note = audio_files(result, options.audio, options.page)
    if note:
        warn(note)
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
    return Audio([numbers.get(link, "") for link in links], tuple(map(sound, files.values())))
