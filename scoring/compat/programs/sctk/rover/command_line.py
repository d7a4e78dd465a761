"""Command line of rover: grammar and defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arguments import Arguments, CommandLineError, sets, takes_integer
from ..sclite.numbers import real

if TYPE_CHECKING:
    from ..arguments import Option

METHODS = (b"meth1", b"oracle", b"putat", b"maxconf", b"avgconf", b"meth1a", b"maxconfa")


class Command:
    """Parsed command line."""

    def __init__(self) -> None:
        self.hypotheses: list[tuple[bytes, bytes]] = []  # file, format
        self.output: bytes | None = None
        self.feedback = 1
        self.alpha = 1.0
        self.null_confidence = 0.0
        self.method = b""
        self.sensitive = False
        self.timed = False


def parse(words: list[bytes]) -> Command:
    """Parse a command line without the program's name."""
    command, arguments = Command(), Arguments(words, lambda text: None)
    arguments.read(command, _OPTIONS)
    if len(command.hypotheses) <= 1:
        raise CommandLineError(b"Req'd Hyp File names, 2 or more")
    if command.output is None:
        raise CommandLineError(b"Req'd Output File name")
    if not command.method:
        raise CommandLineError(b"Req'd method")
    return command


def _output(command: Command, arguments: Arguments) -> None:
    command.output = arguments.value(b"Not enough Output arguments", b"Req'd Output Filename")


def _hypothesis(command: Command, arguments: Arguments) -> None:
    name = arguments.value(b"Not enough Hyp arguments", b"Req'd Hyp File name")
    kind = arguments.take() if arguments.value_follows() else b"trn"
    command.hypotheses.append((name, kind))
    if kind != command.hypotheses[0][1]:
        raise CommandLineError(b"Hyp formats must all be identical\n")


def _alpha(command: Command, arguments: Arguments) -> None:
    command.alpha = real(arguments.take(b"Not enough alpha arguments"))


def _null_confidence(command: Command, arguments: Arguments) -> None:
    command.null_confidence = real(arguments.take(b"Not enough null_conf arguments"))


def _width(command: Command, arguments: Arguments) -> None:
    arguments.take(b"Not enough Line Width arguments")


def _method(command: Command, arguments: Arguments) -> None:
    command.method = arguments.take(b"Not enough Method arguments")
    if command.method not in METHODS:
        raise CommandLineError(b"Illegal method")


_OPTIONS: dict[bytes, Option] = {
    b"-o": _output,
    b"-h": _hypothesis,
    b"-a": _alpha,
    b"-c": _null_confidence,
    b"-l": _width,
    b"-f": takes_integer("feedback", b"Not enough Feedback arguments"),
    b"-m": _method,
    b"-s": sets("sensitive"),
    b"-T": sets("timed"),
}
