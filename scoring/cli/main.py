"""Command `scorelite`: one file for each sub-command, and exit code 2 for errors that the user can fix."""

from __future__ import annotations

import os
import sys

from .ahead import read_ahead
from .commands import COMMANDS, PROGRAMS, module_of
from .other_words import command_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn, TextIO


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line and returns its exit code."""
    try:
        try:
            return _run(None if arguments is None else list(arguments))
        finally:
            # What argparse prints is still in the buffer, and must not fail when Python exits.
            if sys.stdout is not None:
                sys.stdout.flush()
    except OSError as error:
        from .exit_codes import code_of_stdout

        return code_of_stdout(error)


def _run(arguments: list[str] | None) -> int:
    try:
        words = _of_link(sys.argv[0]) + sys.argv[1:] if arguments is None else arguments
        if "scorelite.scoring.cli.colour" in sys.modules or any(word.startswith("--colo") for word in words):
            from .colour import choose

            words = choose(words)
        if words == ["--version"]:
            from .version import version

            print(version())
            return 0
        if words and words[0] not in COMMANDS:
            words = command_line(words)
            if words and words[0] not in COMMANDS and words[0][:1] != "-":
                words = (_of_link(words[0]) or words[:1]) + words[1:]
        if words[:1] and words[0] in PROGRAMS and words[1:2]:
            # All words after the program's name are its own command line.
            module = module_of(words[0])
            if module.is_program(words[1]):
                module.run_program(words[1], words[2:])
        from .command_line import call

        return call(words, translated=arguments is not None)
    except (Exception, KeyboardInterrupt) as error:
        from .exit_codes import code_of

        return code_of(error)


def run() -> NoReturn:
    """Runs the command line of this process and ends it with its exit code."""
    from ...formats.optional import spare_numpy

    # numpy would start a thread for each processor, which nothing here uses, and die where there may be no more.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # pyarrow's own memory keeps more pages than that of the system, and no faster ones for a single reader.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    spare_numpy()
    read_ahead(sys.argv[1:])
    if os.name == "nt":
        for stream in (sys.stdout, sys.stderr):
            as_elsewhere(stream)
    code = None

    def leave() -> None:
        # Taking the interpreter down takes as long as scoring a small file, and nobody needs it.
        if code is None:
            return
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (AttributeError, ValueError, OSError):
                pass  # closed: nobody reads it
        os._exit(code)

    if "atexit" not in sys.modules:  # else functions were registered before, and are called after
        import atexit

        atexit.register(leave)
    code = main()
    if "threading" in sys.modules:  # some may be waited for
        import signal

        # The work is done. Ctrl-C now ends the process at once, where Python would print a traceback and go on.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(code)


def as_elsewhere(stream: TextIO | None) -> None:
    """Lets a stream of Windows write UTF-8 and line feeds, where it would write the letters of one country and CRLF."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", newline="\n")


def _of_link(path: str) -> list[str]:
    """The words that a link to `scorelite` stands for: one named compute-wer is `scorelite kaldi compute-wer`."""
    name = os.path.basename(path)
    if name.startswith(("scorelite", "__main__")):
        return []
    from .programs import words_of

    return words_of(name)


if __name__ == "__main__":
    run()
