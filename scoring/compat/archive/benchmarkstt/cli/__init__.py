"""Command lines of BenchmarkSTT: what its programs share."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Callable, Iterable, Sequence
from shutil import get_terminal_size
from textwrap import fill
from typing import Any

from ..factory import ClassConfig, CoreFactory

_STANDARD_WIDTH = 78
_LEVELS = ("critical", "fatal", "error", "warn", "warning", "info", "debug", "notset")


def create_parser(prog: str, description: str, examples: str) -> argparse.ArgumentParser:
    """A parser whose -h is free, and which takes options by their whole names only."""
    return argparse.ArgumentParser(
        prog=prog,
        description=description,
        epilog=f"examples:\n{examples}",
        add_help=False,
        allow_abbrev=False,
        formatter_class=HelpFormatter,
    )


class HelpFormatter(argparse.HelpFormatter):
    """Shows the arguments of a metric or normaliser by their names, and keeps the lines of examples."""

    def __init__(self, prog: str, *others: Any, **options: Any) -> None:
        if not others:
            options.setdefault("width", _STANDARD_WIDTH)
        super().__init__(prog, *others, **options)

    def format_help(self) -> str:
        """The help, as wide as the terminal."""
        # argparse makes a formatter for each argument that is added. Only the one that shows help needs the width.
        if self._width == _STANDARD_WIDTH:
            self._width = get_terminal_size().columns - 2
            self._max_help_position = min(self._max_help_position, max(self._width - 20, 4))
        return super().format_help()

    def _format_usage(self, *arguments: Any) -> str:
        # From Python 3.14 on, argparse never breaks a line within an option, however many arguments it has.
        return "".join(map(self._broken, super()._format_usage(*arguments).splitlines(keepends=True)))

    def _broken(self, line: str) -> str:
        if len(line.rstrip()) <= self._width:
            return line

        indent = line[: len(line) - len(line.lstrip())]
        return fill(line.strip(), self._width, initial_indent=indent, subsequent_indent=indent) + "\n"

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if text.startswith("examples:"):
            return "".join(indent + line for line in text.splitlines(keepends=True))
        return "\n".join(super(HelpFormatter, self)._fill_text(line, width, indent) for line in text.splitlines())

    def _split_lines(self, text: str, width: int) -> list[str]:
        lines = (super(HelpFormatter, self)._split_lines(line, width) for line in text.splitlines())
        return [piece for pieces in lines for piece in pieces]

    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        if isinstance(action, _Collected):
            return " ".join(action.shown)
        return super()._format_args(action, default_metavar)


class _Collected(argparse.Action):
    """An option that stands for an object: collects its name and arguments in the order of the command line."""

    shown: tuple[str, ...] = ()
    counts = (0, 0)
    target = ""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: Any = None
    ) -> None:
        least, most = self.counts
        if not least <= len(values) <= most:
            # The original has two blanks here.
            wanted = str(least) if least == most else f"between {least} and  {most}"
            raise argparse.ArgumentError(self, f"requires {wanted} arguments (got {len(values)})")
        if not hasattr(namespace, self.target):
            setattr(namespace, self.target, [])
        getattr(namespace, self.target).append((self.dest, *values))


def add_objects(group: Any, target: str, classes: Iterable[ClassConfig]) -> None:
    """Adds an option for each class of a factory; what is given is collected in `target`."""
    for class_config in classes:
        required, optional = class_config.required_args, class_config.optional_args
        kind = type(
            "Collected",
            (_Collected,),
            {
                "shown": (*required, *(f"[{name}]" for name in optional)),
                "counts": (len(required), len(required) + len(optional)),
                "target": target,
            },
        )
        count: Any = ("+" if required else "*") if required or optional else 0
        group.add_argument(
            f"--{class_config.name}", action=kind, nargs=count, help=class_config.docs.replace("%", "%%")
        )


def add_common(parser: argparse.ArgumentParser) -> None:
    """Adds the options that all programs have."""
    parser.add_argument(
        "--log-level",
        type=str.lower,
        default="warning",
        choices=_LEVELS,
        metavar="LEVEL",
        help=f"level of the log: {', '.join(_LEVELS)}",
    )
    parser.add_argument(
        "--load",
        nargs="+",
        metavar="MODULE_NAME",
        help="modules of the working directory with more metrics and normalizers",
    )
    parser.add_argument("--help", action="help", default=argparse.SUPPRESS, help="show this help message and exit")


def before_parsing(words: Sequence[str]) -> None:
    """Sets the level of the log and loads modules, which decide what options there are."""
    level = logging.WARNING
    if "--log-level" in words[:-1]:
        named = words[words.index("--log-level") + 1].upper()
        level = getattr(logging, named, level) if named.lower() in _LEVELS else level
    logging.basicConfig(level=level)
    logging.getLogger().setLevel(level)
    if "--load" in words:
        for name in words[words.index("--load") + 1 :]:
            if name.startswith("-"):
                break
            CoreFactory.add_supported_namespace(name)


def run_program(program: Callable[[Sequence[str]], None]) -> None:
    """Runs a program with the words of this process, and ends with exit code 0."""
    program(sys.argv[1:])
    sys.exit(0)
