"""stmValidator.pl 1: words of a stm file that cannot be scored, one line each."""

from __future__ import annotations

from . import Failure
from .options import Options
from .streams import Streams
from .validation import read_input, stm_report

_USAGE = b"""

stmValidator.pl -i <STM file>

Version: 1
Description: This Perl program (version 1) validates a given STM file.
Options:
  -l <language> : language
  -s            : silent
  -h            : print this help message
Input:
  -i <STM file>: an STM file

"""


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    options = Options(words, flags="sh", valued="il")
    streams.error(options.complaints)
    name = options.values.get("i")
    if not name or "h" in options.values:
        raise Failure(_USAGE, 255)
    faults = stm_report(read_input(name, b"STM"), options.values.get("l", b"english").lower())
    if "s" not in options.values:
        streams.out(faults or b"Validated " + name + b"\n")
    return 1 if faults else 0
