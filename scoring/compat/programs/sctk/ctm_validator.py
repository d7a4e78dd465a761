"""ctmValidator.pl 3: faults of a ctm file, one line each."""

from __future__ import annotations

from . import resource
from .options import LongOptions
from .streams import Streams
from .validation import ctm_report, read_input


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    options = LongOptions(words, flags=("h",), valued=("i", "l"))
    streams.error(options.complaints)
    name = options.values.get("i")
    if name is None or "h" in options.values:
        streams.out(resource("sctk/ctmValidator.txt"))
        return 0
    faults = ctm_report(read_input(name, b"ctm"), name, options.values.get("l", b"english").lower())
    streams.out(faults or b"Validated " + name + b"\n")
    return 1 if faults else 0
