"""`scorelite sctk PROGRAM ...`: programs of NIST's SCTK under their own command lines."""

from __future__ import annotations

import os
import sys
from io import BytesIO, TextIOWrapper

from ..common.version import __version__
from ..compat import pipes
from ..compat.programs.sctk import Failure, OutError
from ..compat.programs.sctk.programs import PROGRAMS
from ..compat.programs.sctk.programs import run as run_listed
from ..compat.programs.sctk.streams import Shell
from . import without_collecting
from .console import Console, WriteError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import NoReturn

    from .grammar import Parser

_INTERRUPTED = 130

EPILOG = """\
programs:
{programs}
examples:
  scorelite sctk sclite -r ref.trn trn -h hyp.trn trn -i rm -o all stdout
  scorelite sctk tanweenFilt.pl -a -i stm ref.stm ref.plain.stm
  scorelite sctk --allow-pipes ctmValidator.pl -i "gunzip -c hyp.ctm.gz |"

NIST's scripts in Perl run `command |` where they expect the name of an input file. Here it runs only with
--allow-pipes, or with SCORELITE_ALLOW_PIPES=1 in the environment.

After the program's name, options and exit codes are those of the program.
"""


def add(parser: Parser) -> None:
    """Adds the options of this command."""
    listed = "".join(f"  {name:<15} {summary}\n" for name, (_, summary) in PROGRAMS.items())
    parser.description = "Runs one of SCTK's programs: same output, same exit code."
    parser.epilog = EPILOG.format(programs=listed)
    parser.add_program([*PROGRAMS], _name, "input files", ".pl or .sh")


def run(options: argparse.Namespace) -> NoReturn:
    """Runs the program and exits with its exit code."""
    if options.allow_pipes:
        pipes.allow()
    run_program(options.program, options.arguments)


def run_program(called: str, arguments: Sequence[str | bytes]) -> NoReturn:
    """Runs a program with its own command line and exits with its exit code."""
    sys.exit(main(called, arguments))


def main(called: str, arguments: Sequence[str | bytes]) -> int:
    """Runs a program with its own command line; returns its exit code."""
    if _name(called) == "sclite" and arguments in (["--version"], [b"--version"]):  # no option of NIST's sclite
        print(f"sclite of scorelite {__version__}", flush=True)
        return 0
    return _run(_name(called), [os.fsencode(word) for word in arguments])


def is_program(called: str) -> bool:
    """Whether there is a program of this name, with or without .pl or .sh."""
    return _name(called) in PROGRAMS


def _name(called: str) -> str:
    return next((name for name in PROGRAMS if called == name.partition(".")[0]), called)


def launch(name: str) -> NoReturn:
    """Runs a program as a process of its own, which exits without freeing its objects."""
    # All output is flushed.
    os._exit(main(name, sys.argv[1:]))


class _Shell(Console, Shell):
    """Console of a program that calls others, which run in this process."""

    __slots__ = ()

    def call(self, program: str, words: list[bytes], stdin: bytes | None = None) -> int:
        """Runs another program of SCTK, with its own stdin if one is given; returns its exit code."""
        if program not in PROGRAMS:
            self.error(b"scorelite sctk: " + program.encode() + b" is not among the programs\n")
            return 1
        self.flush()
        before = sys.stdin
        if stdin is not None:
            sys.stdin = TextIOWrapper(BytesIO(stdin))
        try:
            return main(program, words)
        finally:
            sys.stdin = before


def _run(name: str, words: list[bytes]) -> int:
    console = _Shell()
    try:
        try:
            code = without_collecting(lambda: run_listed(name, words, console))
        except Failure as failure:
            (console.out if isinstance(failure, OutError) else console.error)(failure.message)
            code = failure.code
        console.flush()
    except WriteError as error:
        return error.end(name.encode(), console)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except (MemoryError, ImportError) as error:
        console.error(name.encode() + b": " + os.fsencode(str(error) or "out of memory") + b"\n")
        return 1
    return code
