"""The program benchmarkstt-tools."""

from __future__ import annotations

from collections.abc import Sequence

from ..modules import original_name
from . import HelpFormatter, add_common, before_parsing, create_parser, run_program
from .entrypoints import api, metrics, normalization

_COMMANDS = {"normalization": normalization, "metrics": metrics, "api": api}
_EXAMPLES = """\
  scorelite benchmarkstt-tools normalization --lowercase
  scorelite benchmarkstt-tools metrics -r r -h h --cer
"""


def program(words: Sequence[str]) -> None:
    """Runs a command line."""
    before_parsing(words)
    with original_name():
        parser = create_parser("benchmarkstt-tools", "Some additional helpful tools", _EXAMPLES)
        commands = parser.add_subparsers(dest="subcommand")
        for name, module in _COMMANDS.items():
            command = commands.add_parser(
                name,
                add_help=False,
                allow_abbrev=False,
                formatter_class=HelpFormatter,
                description=str(module.__doc__).strip(),
            )
            module.argparser(command)
            add_common(command)
        parser.add_argument("--help", action="help", help="show this help message and exit")
        args = parser.parse_args(words)
        if not args.subcommand:
            parser.error("expects at least 1 argument")
        _COMMANDS[args.subcommand].run(parser, args)


def run() -> None:
    """Runs the command line of this process and ends it."""
    run_program(program)
