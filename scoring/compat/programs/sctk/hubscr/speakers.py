"""hubscr.pl with files in rttm: their validation, and the hub sastt, which maps speakers by md-eval before asclite."""

from __future__ import annotations

from collections.abc import Callable

from .. import Failure, stm2rttm
from ..md_eval import program as md_eval
from ..rttm_validator import program as validator
from ..streams import Streams
from .command_line import DIED, Command
from .files import write

_DIARISATION = b"-nafcs -c 0.25 -o"


class Diverted(Streams):
    """Streams of a program that is called, which go to functions of the caller."""

    def __init__(self, out: Callable[[bytes], None], error: Callable[[bytes], None]) -> None:
        self._out, self._error = out, error

    def out(self, data: bytes) -> None:
        self._out(data)

    def error(self, data: bytes) -> None:
        self._error(data)

    def flush(self) -> None:
        """Nothing: the caller flushes its own streams."""


def rttm_report(name: bytes) -> bytes:
    """Faults of a file as rttmValidator.pl reports them; nothing if there are none."""
    faults = bytearray()
    code = validator.run([b"-S", b"-f", b"-u", b"-i", name], Diverted(faults.extend, lambda _: None))
    return bytes(faults) if code else b""


def speaker_map(command: Command, name: bytes, reference: bytes, streams: Streams) -> bytes:
    """Runs md-eval on a hypothesis, keeps its output, and returns the name of its map of speakers."""
    turns = reference if command.reference_format == b"rttm" else _turns(reference, streams)
    mapped = name + b".mdeval.spkrmap"
    regions = b"-u " + command.values["u"] if command.values.get("u") else b""
    options = command.values.get("M", _DIARISATION)
    line = b" ".join([options, regions, b"-r", turns, b"-s", name, b"-M", mapped])
    shown = b"md-eval.pl " + line + b" 1> " + name + b".mdeval"
    if command.has("v"):
        streams.out(b"   Exec: " + shown + b"\n")
    output = bytearray()
    try:
        # A blank in a name ends the name; nothing is executed.
        md_eval.run(line.split(), Diverted(output.extend, streams.error))
    except Failure as failure:
        streams.error(failure.message)
        raise Failure(b"Error: MDEVAL failed\n      Command: " + shown + b"\n", DIED) from None
    finally:
        write(name + b".mdeval", bytes(output))
    return mapped


def _turns(reference: bytes, streams: Streams) -> bytes:
    """Writes the turns of a reference in stm; returns their file's name."""
    name, output = reference + b".rttm", bytearray()
    try:
        stm2rttm.run([b"-e", b"rt05s", reference], Diverted(output.extend, streams.error))
    except Failure as failure:
        streams.error(failure.message)
        command = b"cat %b | stm2rttm.pl -e rt05s > %b" % (reference, name)
        raise Failure(b"Error: STM2RTTM failed\n      Command: " + command + b"\n", DIED) from None
    finally:
        write(name, bytes(output))
    return name
