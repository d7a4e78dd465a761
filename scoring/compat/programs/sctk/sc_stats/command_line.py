"""Command line of sc_stats: grammar and defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arguments import Arguments, CommandLineError, sets, switches, takes, takes_integer

if TYPE_CHECKING:
    from ..arguments import Option, Warn

_TESTS = (b"mcn", b"mapsswe", b"mapsswe_seg", b"sign", b"wilc", b"anovar")
_STANDARD = {b"mcn", b"mapsswe", b"sign", b"wilc"}
_REPORTS = (b"sum", b"rsum", b"es", b"res", b"prn", b"lur")
_GRAPHS = (b"range", b"grange", b"grange2", b"det")


class Command:
    """Parsed command line."""

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
    command, arguments = Command(), Arguments(words, warn)
    arguments.read(command, _OPTIONS)
    return command


def _alignments(command: Command, arguments: Arguments) -> None:
    if arguments.option_follows():
        raise CommandLineError(b"Req'd alignment File name")
    # The reference remembers the names and never reads the files.
    arguments.names(b"Not enough alignment files")


def _works(command: Command, arguments: Arguments) -> None:
    command.graphs = {b"range"}
    command.tests = set(_STANDARD)
    command.unified = True


_OPTIONS: dict[bytes, Option] = {
    b"-a": _alignments,
    b"-p": sets("pipe_in"),
    # The usage text names a percentage formula as well: -f E is feedback 0.
    b"-f": takes_integer("feedback", b"Not enough Feedback arguments"),
    b"-O": takes("directory", b"Output directory not specified"),
    b"-n": takes("name", b"Test output name not specified"),
    b"-e": takes("description", b"Test ensemble desc. not specified"),
    b"-l": takes_integer("width", b"Not enough Line Width arguments"),
    b"-v": sets("verbose"),
    b"-u": sets("unified"),
    b"-t": switches("tests", b"test", b"Not enough Test arguments", _TESTS, groups={}, whole={b"std4": _STANDARD}),
    b"-r": switches("reports", b"report", b"Not enough Report arguments", _REPORTS, groups={}, whole={b"none": ()}),
    b"-g": switches("graphs", b"graph option", b"Not enough Graph arguments", _GRAPHS, groups={}, whole={}),
    b"-w": _works,
}
