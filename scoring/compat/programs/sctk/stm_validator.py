"""stmValidator.pl 1: words of a stm file that cannot be scored, one line each."""

from __future__ import annotations

from . import Failure, resource
from .options import Options
from .streams import Streams
from .validation import read_input, stm_report


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    options = Options(words, flags="sh", valued="il")
    streams.error(options.complaints)
    name = options.values.get("i")
    if not name or "h" in options.values:
        raise Failure(resource("sctk/stmValidator.txt"), 255)
    faults = stm_report(read_input(name, b"STM"), options.values.get("l", b"english").lower())
    if "s" not in options.values:
        streams.out(faults or b"Validated " + name + b"\n")
    return 1 if faults else 0
