"""hubscr.pl -a: a hypothesis scored by asclite, several speakers at once, and reported by sclite."""

from __future__ import annotations

import os
from contextlib import suppress

from .. import Failure
from ..asclite import program
from ..streams import Shell
from .command_line import DIED, Command, Hypothesis
from .files import content, output_options, write
from .speakers import Diverted, speaker_map

_REPORTS = b"-P -o dtl pra prf -C det sbhist hist"
_ALIGNMENT = b"-adaptive-cost -time-prune 100 -word-time-align 100"
_OWN = b"scorelite:"


class MultipleStreams:
    """Scores hypotheses by asclite."""

    def __init__(self, command: Command, streams: Shell) -> None:
        self._command, self._streams = command, streams

    def score(self, hypothesis: Hypothesis, reference: bytes) -> None:
        """Writes all reports of a hypothesis; with -G also the alignment and its pages."""
        streams, name = self._streams, hypothesis.filtered
        streams.out(b"Scoring %b Hyp '%b' against ref '%b'\n" % (self._command.language, name, reference))
        mapped = speaker_map(self._command, name, reference, streams) if self._command.hub == b"sastt" else b""
        line = self._line(hypothesis, reference, mapped)
        shown = b"asclite " + line + b" 2> " + name + b".aligninfo.csv"
        self._show(shown)
        lines = bytearray()

        def log(data: bytes) -> None:
            # Messages of scorelite itself are printed at once.
            (streams.error if data.startswith(_OWN) else lines.extend)(data)

        try:
            program.run(line.split(), Diverted(streams.out, log))
        except Failure as failure:
            log(failure.message)
            write(name + b".aligninfo.csv", bytes(lines))
            raise Failure(b"Error: ASCLITE execution failed\n      Command: " + shown + b"\n", DIED) from None
        if self._command.has("G"):
            write(name + b".aligninfo.csv", bytes(lines))
            self._draw(name, mapped)
        else:
            # An alignment of an earlier run does not belong to these reports.
            with suppress(OSError):
                os.remove(name + b".aligninfo.csv")
        words = (_REPORTS + b" " + output_options(name)).split()
        if streams.call("sclite", words, content(name + b".sgml")) != 0:
            command = b"sclite " + b" ".join(words) + b" < " + name + b".sgml"
            raise Failure(b"Error: SCLITE execution failed\n      Command: " + command + b"\n", DIED)

    def _draw(self, name: bytes, mapped: bytes) -> None:
        """Draws the pages of the alignment."""
        folder = name + b".alignments"
        words = [*([b"-m", mapped] if mapped else []), b"-a", name + b".aligninfo.csv", b"-o", folder]
        # The reference's line has a blank where there is no map.
        shown = b"mkdir -p %b ; align2html.pl %b" % (folder, b" ".join(words if mapped else [b"", *words]))
        self._show(shown)
        if self._streams.call("align2html.pl", words) != 0:
            raise Failure(b"Error: ALIGN2HTML execution failed\n      Command: " + shown + b"\n", DIED)

    def _show(self, line: bytes) -> None:
        if self._command.has("v"):
            self._streams.out(b"   Exec: " + line + b"\n")

    def _line(self, hypothesis: Hypothesis, reference: bytes, mapped: bytes) -> bytes:
        """Command line of asclite. A blank in a name ends the name."""
        values = self._command.values
        memory, _, difficulty = values.get("m", b"1").partition(b":")
        # Options that are not given leave their blanks, as in the reference.
        parts = [
            b"-f 6",
            b"-spkr-align " + mapped if mapped else b"",
            b"-overlap-limit " + values["o"] if values.get("o", b"-1") != b"-1" else b"",
            _ALIGNMENT,
            b"-force-memory-compression" if "C" in values else b"",
            b"-memory-compression " + values.get("B", b"256"),
            b"-memory-limit " + memory + (b" -difficulty-limit " + difficulty if difficulty else b""),
            b"-r %b %b" % (reference, self._command.reference_format),
            b"-h %b %b %b" % (hypothesis.filtered, self._command.hypothesis_format, hypothesis.title),
            b"-F -D -spkrautooverlap ref -o sgml sum rsum",
        ]
        return b" ".join(parts)
