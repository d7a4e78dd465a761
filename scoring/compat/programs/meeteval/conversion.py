"""The program `meeteval-io`: files of one format, or several, written as one file of another format."""

from __future__ import annotations

import argparse
import os
import re
import stat
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NoReturn

from .....formats.engine.output import write_stdout
from .ending import exit_code
from .io.seglst import SegLST
from .io.smart import dump, load

_READ, _WRITTEN = ("ctm", "stm", "seglst", "rttm"), ("stm", "seglst", "rttm")
_FILES = "input files, or - for stdin"


def parser(*, is_piped: bool) -> argparse.ArgumentParser:
    """The command line; `is_piped` says that stdin is a pipe, which is then the only input."""
    root = argparse.ArgumentParser(prog="scorelite meeteval-io", description=__doc__)
    root.add_argument("--print-shell-aliases", action=_Aliases, nargs=0, help="print aliases of the commands")
    commands = root.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for source, target in product(_READ, _WRITTEN):
        summary = f"converts from {source} to {target}"
        command = commands.add_parser(f"{source}2{target}", help=summary, description=summary, add_help=False)
        command.add_argument("--help", action="help", help="show this help message and exit")
        command.add_argument("-f", "--force", action="store_true", help="replace the output file if it exists")
        command.add_argument("input_files", nargs="*" if is_piped else "+", metavar="INPUT", help=_FILES)
        command.add_argument("output_file", metavar="OUTPUT", help="- is stdout")
        command.set_defaults(formats=(source, target), parser=command, placeholders=())
        if source == "ctm":
            default = None if is_piped else "{filestem}"
            said = "name of the speaker; {session_id} and {filestem} stand for a name (default: {filestem})"
            command.add_argument("--speaker", default=default, required=is_piped, metavar="TEXT", help=said)
            command.set_defaults(placeholders=("speaker",))
        if source == "rttm" and target != "rttm":
            said = "words of every segment; {session_id} and {speaker} stand for a name (default: <NA>)"
            command.add_argument("--words", default="<NA>", metavar="TEXT", help=said)
            command.set_defaults(placeholders=("words",))
    return root


class _Aliases(argparse.Action):
    """An option that prints a line for each command, and ends."""

    def __call__(self, root: argparse.ArgumentParser, *_: Any) -> NoReturn:
        names = [f"{source}2{target}" for source, target in product(_READ, _WRITTEN)]
        write_stdout([f"alias {name}='meeteval-io {name}'\n".encode() for name in names])
        root.exit()


def run(words: Sequence[str]) -> int:
    """Runs a command; returns its exit code."""
    is_piped = _is_pipe(0)
    options = parser(is_piped=is_piped).parse_args(list(words))
    fail: Callable[[str], NoReturn] = options.parser.error
    inputs, output = options.input_files, options.output_file
    if output != "-" and not options.force and os.path.exists(output):
        fail(f'Output file "{output}" already exists. Use --force / -f to overwrite.')
    if is_piped and inputs not in ([], ["-"]):
        fail(f"Input files ({' '.join(inputs)}) are not allowed when piping into the command.")
    templates = {name: getattr(options, name) for name in options.placeholders}
    source, target = options.formats

    def convert() -> None:
        converted = [_filled(file, source, templates, fail) for file in (["-"] if is_piped else inputs)]
        dump(SegLST.merge(*converted), output, target)

    return exit_code("meeteval-io", options.command, convert)


def _is_pipe(stream: int) -> bool:
    try:
        return stat.S_ISFIFO(os.fstat(stream).st_mode)
    except OSError:  # the caller closed it
        return False


def _filled(file: str, source: str, templates: Mapping[str, str], fail: Callable[[str], NoReturn]) -> SegLST:
    """The segments of a file, with what the templates say."""
    segments: SegLST = load(file, format=source).to_seglst()
    extra = {"filestem": Path(file).stem} if os.path.isfile(file) else {}
    for key, template in templates.items():
        if "{filestem}" in template and not extra:
            fail(f'"{{filestem}}" not available for key {key}="{template}" and file {file}: not a regular file.')
        segments = segments.map(lambda segment: {**segment, key: _text(key, template, file, segment, extra, fail)})  # noqa: B023
    return segments


def _text(
    key: str,
    template: str,
    file: str,
    segment: Mapping[str, Any],
    extra: Mapping[str, str],
    fail: Callable[[str], NoReturn],
) -> str:
    """A template in which names of keys in braces stand for their values."""

    def value(match: re.Match[str]) -> str:
        name = match[1]
        if name not in segment and name not in extra:
            fail(
                f'Key "{name}" not found in segment ({list(segment)}) or extra keys ({list(extra)}) for file "{file}" '
                f'and key "{key}"="{template}".'
            )
        return str(segment.get(name, extra.get(name)))

    return re.sub(r"\{([^{}]*)\}", value, template)
