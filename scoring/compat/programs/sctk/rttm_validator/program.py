"""rttmValidator.pl 13: faults of an RTTM file, one line each."""

from __future__ import annotations

from collections.abc import Iterator

from .. import Failure, resource
from ..options import Options, date_and_time
from ..streams import Streams
from . import logic, syntax
from .rows import Checks, Content, read


def faults(content: Content, name: bytes, checks: Checks) -> Iterator[list[bytes]]:
    """Lines of one step after the other; a step with an error is the last one."""
    yield list(syntax.warnings_and_errors(content, name, checks))
    times = logic.timelines(content)
    for step in (logic.overlaps, logic.empty_units, logic.cut_words, logic.cut_by_unscored):
        yield list(step(times))
    if checks.units:
        yield list(logic.words_outside(times, b"SU"))
    if checks.turns:
        yield list(logic.words_outside(times, b"SPEAKER"))
    if checks.interruptions:
        yield list(logic.lone_interruptions(times))


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    options = Options(words, flags="usevhftpS", valued="i")
    streams.error(options.complaints)
    values = options.values
    name = values.get("i")
    if not name or "h" in values:
        raise Failure(resource("sctk/rttmValidator.txt"), 255)
    if "t" not in values:
        streams.out(_heading(words))
    checks = Checks(
        names="f" not in values,
        speakers="p" not in values,
        units="u" not in values,
        turns="s" not in values,
        interruptions="e" not in values,
        extended="S" in values,
    )
    for lines in faults(read(name), name, checks):
        streams.out(b"".join([line + b"\n" for line in lines]))
        if any(line.startswith(b"ERROR") for line in lines):
            streams.out(b"Validation aborted\n")
            return 1
    return 0


def _heading(words: list[bytes]) -> bytes:
    program = b"rttmValidator.pl (version v13) "
    return program + b"run on " + date_and_time() + b"\ncommand line:  " + program + b" ".join(words) + b"\n"
