"""Command `scorelite`: one file for each sub-command, and exit code 2 for errors that the user can fix."""

from __future__ import annotations

import errno
import os
import sys

from . import without_collecting

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import NoReturn

# Names of the commands, which are also their modules, and their help; a module is imported when its command is called.
COMMANDS = {
    "score": "score a hypothesis file against a reference file",
    "show": "show alignments on the terminal, the worst utterances first",
    "kaldi": "Kaldi's scoring programs: compute-wer, align-text, wer_per_utt_details ...",
    "sctk": "NIST's SCTK: sclite, csrfilt.sh, hubscr.pl and the other programs",
    "merge": "add totals of shards, and report their sum",
    "convert": "convert files from one format into another",
    "vote": "combine the outputs of several recognisers by a vote on each word",
    "formats": "list the known formats",
    "normalise": "normalise the words of a file in any format",
    "compare": "compare scores with other scores: Kaldi's, sclite's, earlier ones",
    "kws": "score keyword spotting: term-weighted value",
    "link": "make programs of SCTK, Kaldi, F4DE, BenchmarkSTT and MeetEval available under their own names",
    "segments": "score labels with times: speakers, sounds, classes",
    "completion": "completion of commands and options for bash, zsh and fish",
    "meetings": "score recordings of several speakers: cpWER, tcpWER, ORC-WER ...",
    "meeteval-wer": "MeetEval's meeteval-wer: its measures, options and files",
    "meeteval-io": "MeetEval's meeteval-io: files of meetings in another format",
    "benchmarkstt": "BenchmarkSTT's benchmarkstt: its metrics, normalizers and outputs",
    "benchmarkstt-tools": "BenchmarkSTT's benchmarkstt-tools: normalization, metrics, api",
    "serve": "scoring over HTTP: a page, JSON and uploaded files",
}

# Commands that run other programs, whose command lines are their own.
PROGRAMS = ("kaldi", "sctk", "meeteval-wer", "meeteval-io", "benchmarkstt", "benchmarkstt-tools")
# Stands for the name of every command.
EVERY = "*"

EPILOG = """\
examples:
  scorelite score ref.trn hyp.trn          score a hypothesis file against a reference file
  scorelite convert talk.srt talk.stm      convert a file; scorelite formats lists all formats
  scorelite score --help                   options of a command, with examples

The command `sclite` is a drop-in replacement for NIST's program of that name.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line and returns its exit code."""
    try:
        try:
            return _run(None if arguments is None else list(arguments))
        finally:
            # What argparse prints is still in the buffer, and must not fail when Python exits.
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        from .delivery import READER_LEFT, abandon_stdout

        abandon_stdout()
        return READER_LEFT
    except OSError as error:
        from .delivery import abandon_stdout

        abandon_stdout()
        return _complain(f"cannot write to standard output: {error.strerror or error}", 1)


def _run(arguments: list[str] | None) -> int:
    try:
        words = _of_link(sys.argv[0]) + sys.argv[1:] if arguments is None else arguments
        if "scorelite.scoring.cli.colour" in sys.modules or any(word.startswith("--colo") for word in words):
            from .colour import choose

            choose(words)
        if words == ["--version"]:
            print(version())
            return 0
        if words[:1] and words[0] in PROGRAMS and words[1:2]:
            # All words after the program's name are its own command line.
            from importlib import import_module

            module = import_module(_module(words[0]))
            if module.is_program(words[1]):
                module.run_program(words[1], words[2:])
        if arguments is None:
            from .grammar import without_translations

            without_translations()
        if words[:1] == ["kws"]:
            from . import kws

            if (code := kws.run_kwseval(words[1:])) is not None:
                return code
        options = without_collecting(lambda: _grammar(words).parse_args(words))
        vars(options).pop("color", None)
        from ...formats.errors import show_options
        from .grammar import check_outputs

        show_options(True)
        try:
            check_outputs(options)
            without_collecting(lambda: options.run(options))
        finally:
            show_options(False)
        return 0
    except OSError as error:
        if error.filename is None:
            raise  # an error of stdout: files have names
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        expected = "; expected a file" if isinstance(error, IsADirectoryError) else ""
        return _complain(f"{os.fsdecode(error.filename)}: {error.strerror or error}{expected}", 1 if full else 2)
    except MemoryError:
        return _complain("not enough memory", 1)
    except KeyboardInterrupt:
        return _complain("interrupted", 130)
    except Exception as error:
        from ...formats.errors import FormatError, ScoreliteError, half_character
        from .delivery import READER_LEFT, DeliveryError, ReaderLeft

        if isinstance(error, FormatError):
            return _complain(str(error), 2, "")  # begins with path:line:column, which editors understand
        if isinstance(error, ScoreliteError):
            return _complain(str(error), 2)
        if isinstance(error, UnicodeEncodeError):
            return _complain(str(half_character(error)), 2)
        if isinstance(error, ReaderLeft):
            return READER_LEFT
        if isinstance(error, (DeliveryError, ImportError)):  # of the core that SCORELITE_CORE names
            return _complain(str(error), 1)
        raise


def run() -> NoReturn:
    """Runs the command line of this process and ends it with its exit code."""
    from ...formats.engine.optional import spare_numpy
    from .ahead import read_ahead

    # numpy would start a thread for each processor, which nothing here uses, and die where there may be no more.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # pyarrow's own memory keeps more pages than that of the system, and no faster ones for a single reader.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    spare_numpy()
    read_ahead(sys.argv[1:])
    code = main()
    # Taking the interpreter down takes as long as scoring a small file. It is needed where somebody waits for it:
    # functions that were registered, and threads.
    if "atexit" not in sys.modules and "threading" not in sys.modules:
        try:
            sys.stderr.flush()
        except (AttributeError, ValueError, OSError):
            pass  # closed: nobody reads it
        os._exit(code)
    import signal

    # The work is done. Ctrl-C now ends the process at once, where Python would print a traceback and go on.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(code)


def _of_link(path: str) -> list[str]:
    """The words that a link to `scorelite` stands for: one named compute-wer is `scorelite kaldi compute-wer`."""
    name = os.path.basename(path)
    if name.startswith(("scorelite", "__main__")):
        return []
    from .programs import words_of

    return words_of(name)


def _grammar(words: list[str]) -> argparse.ArgumentParser:
    """Parser of a command line; one that begins with a command needs no other, for it names none in a message."""
    called = next((word for word in words if not word.startswith("-")), "")
    return parser(called, alone=called in COMMANDS and words[0] == called)


def parser(called: str = "", alone: bool = False) -> argparse.ArgumentParser:
    """Parser of the command line; only the command that is called (or EVERY) has its own options.

    `alone` leaves the others out, which are otherwise listed with their help.
    """
    import argparse
    from importlib import import_module

    from .grammar import Parser

    root = Parser(
        prog="scorelite",
        description="Scores speech recognition: word error rates, alignments and the reports of NIST's sclite.",
        epilog=EPILOG,
    )
    root.add_argument(
        "--version",
        action=_saying_version(),
        nargs=0,
        default=argparse.SUPPRESS,
        help="print the version and which core runs",
    )
    commands = root.add_subparsers(title="commands", metavar="COMMAND", required=True, prog="scorelite")
    for name, summary in COMMANDS.items():
        if alone and name != called:
            continue
        command = commands.add_parser(name, help=summary)
        if called in (name, EVERY):
            module = import_module(_module(name))
            module.add(command)
            command.set_defaults(run=module.run)
            if name not in PROGRAMS:
                from .colour import add_colour

                add_colour(command)
    return root


def _module(command: str) -> str:
    return f"scorelite.scoring.cli.{command.replace('-', '_')}"


def _saying_version() -> type[argparse.Action]:
    import argparse

    class Version(argparse.Action):
        def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
            print(version())
            parser.exit()

    return Version


def version() -> str:
    """Version, and which core runs."""
    from .. import _core as core
    from ..common.version import __version__

    running = f"{core.NAME} core"
    if core.NAME == "python":
        from .._core.python.work import is_chosen

        running += ", chosen by SCORELITE_CORE" if is_chosen() else ": slow, because the native one was not built"
    return f"scorelite {__version__} ({running})"


def _complain(message: str, code: int, begin: str = "scorelite: ") -> int:
    from ...formats.engine.terminal import say
    from .colour import Paint

    paint = Paint.for_stream(sys.stderr)
    if begin:
        say(f"{paint.bad(begin.rstrip())} {message}\n")
    else:
        # Of a place, its expectation, its line and a caret, the first says most.
        first, newline, rest = message.partition("\n")
        say(f"{paint.bad(first)}{newline}{rest}\n")
    return code


if __name__ == "__main__":
    run()
