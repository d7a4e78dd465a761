"""The umbrella command `scorelite`: one sub-command a file, and exit code 2 for what the user can mend."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from formats.errors import FormatError, ScoreliteError
from scoring.cli import compare, convert, formats, kaldi, kws, score, segments
from scoring.cli.delivery import DeliveryError

COMMANDS = (score, kaldi, convert, formats, compare, kws, segments)

EPILOG = """\
examples:
  scorelite score ref.trn hyp.trn          score a hypothesis file against a reference file
  scorelite convert talk.srt talk.stm      convert a file; scorelite formats lists what is known
  scorelite score --help                   everything that can be said about it

The command `sclite` is a drop-in replacement for NIST's program of that name.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line and returns its exit code."""
    options = parser().parse_args(arguments)
    try:
        options.run(options)
        return 0
    except FormatError as error:
        return _complain(str(error), 2)  # begins with path:line:column, which editors can follow
    except ScoreliteError as error:
        return _complain(f"scorelite: {error}", 2)
    except DeliveryError as error:
        return _complain(f"scorelite: {error}", 1)
    except OSError as error:
        name = f"{os.fsdecode(error.filename)}: " if error.filename is not None else ""
        return _complain(f"scorelite: {name}{error.strerror or error}", 2)
    except MemoryError:
        return _complain("scorelite: not enough memory", 1)
    except KeyboardInterrupt:
        return _complain("scorelite: interrupted", 130)


def parser() -> argparse.ArgumentParser:
    """The whole grammar of the command line."""
    root = argparse.ArgumentParser(
        prog="scorelite",
        description="Scores speech recognition: word error rates, alignments and the reports of NIST's sclite.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    root.add_argument("--version", action=_Version)
    commands = root.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    return root


class _Version(argparse.Action):
    """Says the version and which core runs; the core is only loaded when somebody asks."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(
            option_strings,
            dest,
            nargs=0,
            default=argparse.SUPPRESS,
            help="say the version and which core runs, and stop",
        )

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from scoring import __version__
        from scoring import _core as core

        running = f"{core.NAME} core"
        if core.NAME == "python":
            chosen = os.environ.get("SCORELITE_CORE") == "python"
            running += ", chosen by SCORELITE_CORE" if chosen else ": slow, because the native one was not built"
        print(f"scorelite {__version__} ({running})")
        parser.exit()


def _complain(message: str, code: int) -> int:
    sys.stderr.write(message.encode("utf-8", "replace").decode("utf-8") + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
