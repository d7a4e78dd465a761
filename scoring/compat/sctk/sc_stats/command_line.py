"""Command line of sc_stats: grammar and defaults."""

from __future__ import annotations

from ..arguments import Arguments, CommandLineError, UnknownOption
from ..sclite.numbers import integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Warn = Callable[[bytes], None]

_TESTS = (b"mcn", b"mapsswe", b"mapsswe_seg", b"sign", b"wilc", b"anovar")
_STANDARD = {b"mcn", b"mapsswe", b"sign", b"wilc"}
_REPORTS = (b"sum", b"rsum", b"es", b"res", b"prn", b"lur")
_GRAPHS = (b"range", b"grange", b"grange2", b"det")


class Command:
    """Parsed command line."""

    __slots__ = (
        "description",
        "directory",
        "feedback",
        "graphs",
        "name",
        "pipe_in",
        "reports",
        "tests",
        "unified",
        "verbose",
        "width",
    )

    def __init__(self) -> None:
        self.pipe_in = False
        self.feedback = 1
        self.directory: bytes | None = None
        self.name = b"Ensemble"
        self.description = b""
        self.width = 100
        self.verbose = False
        self.unified = False
        self.tests: set[bytes] = set()
        self.reports: set[bytes] = set()
        self.graphs: set[bytes] = set()


def parse(words: list[bytes], warn: Warn) -> Command:
    """Parse a command line without the program's name."""
    if not words:
        raise CommandLineError(b"Arguments reguired")
    command, arguments = Command(), Arguments(words)
    # The first word that is not an option ends the options; it and all that follows is ignored.
    while arguments.option_follows():
        word = arguments.take()
        option = _OPTIONS.get(word)
        if option is None:
            raise UnknownOption(b"Illegal argument: " + word)
        option(command, arguments, warn)
    return command


def _alignments(command: Command, arguments: Arguments, warn: Warn) -> None:
    if arguments.option_follows():
        raise CommandLineError(b"Req'd alignment File name")
    # The reference remembers the names and never reads the files.
    arguments.names(b"Not enough alignment files")


def _pipe(command: Command, arguments: Arguments, warn: Warn) -> None:
    command.pipe_in = True


def _feedback(command: Command, arguments: Arguments, warn: Warn) -> None:
    # The usage text names a percentage formula as well: -f E is feedback 0.
    command.feedback = integer(arguments.take(b"Not enough Feedback arguments"))


def _directory(command: Command, arguments: Arguments, warn: Warn) -> None:
    command.directory = arguments.take(b"Output directory not specified")


def _name(command: Command, arguments: Arguments, warn: Warn) -> None:
    command.name = arguments.take(b"Test output name not specified")


def _description(command: Command, arguments: Arguments, warn: Warn) -> None:
    command.description = arguments.take(b"Test ensemble desc. not specified")


def _width(command: Command, arguments: Arguments, warn: Warn) -> None:
    command.width = integer(arguments.take(b"Not enough Line Width arguments"))


def _verbose(command: Command, arguments: Arguments, warn: Warn) -> None:
    command.verbose = True


def _unified(command: Command, arguments: Arguments, warn: Warn) -> None:
    command.unified = True


def _tests(command: Command, arguments: Arguments, warn: Warn) -> None:
    # A test that is named twice is switched off again.
    for name in arguments.names(b"Not enough Test arguments"):
        if name == b"std4":
            command.tests = set(_STANDARD)
        elif name in _TESTS:
            command.tests ^= {name}
        else:
            warn(b"Unknown test '" + name + b"'\n")


def _reports(command: Command, arguments: Arguments, warn: Warn) -> None:
    for name in arguments.names(b"Not enough Report arguments"):
        if name == b"none":
            command.reports.clear()
        elif name in _REPORTS:
            command.reports ^= {name}
        else:
            warn(b"Unknown report '" + name + b"'\n")


def _graphs(command: Command, arguments: Arguments, warn: Warn) -> None:
    for name in arguments.names(b"Not enough Graph arguments"):
        if name in _GRAPHS:
            command.graphs ^= {name}
        else:
            warn(b"Unknown graph option '" + name + b"'\n")


def _works(command: Command, arguments: Arguments, warn: Warn) -> None:
    command.graphs = {b"range"}
    command.tests = set(_STANDARD)
    command.unified = True


_OPTIONS: dict[bytes, Callable[[Command, Arguments, Warn], None]] = {
    b"-a": _alignments,
    b"-p": _pipe,
    b"-f": _feedback,
    b"-O": _directory,
    b"-n": _name,
    b"-e": _description,
    b"-l": _width,
    b"-v": _verbose,
    b"-u": _unified,
    b"-t": _tests,
    b"-r": _reports,
    b"-g": _graphs,
    b"-w": _works,
}
