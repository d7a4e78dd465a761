"""One run of hubscr.pl, in one process: files are filtered in memory, and sclite and sc_stats are called here."""

from __future__ import annotations

import os

from .. import Failure, OutError
from ..streams import Shell, read_stdin
from ..validation import ctm_report, stm_report
from .command_line import DIED, Command, Hypothesis
from .files import content, output_options, write
from .filters import filters_of
from .sorting import sorted_ctm, sorted_stm

_REPORTS = b"-F -D -o sum rsum sgml lur dtl pra prf -C det sbhist hist"
_TESTS = b"-p -r sum rsum es res lur -t std4 -u -g grange2 det"


def run(words: list[bytes], streams: Shell) -> int:
    """Runs the program."""
    if words[:1] == [b"sortCTM"]:
        streams.out(sorted_ctm(read_stdin()))
        return 0
    if words[:1] == [b"sortSTM"]:
        streams.out(sorted_stm(read_stdin()))
        return 0
    command = Command(words, streams)
    _Run(command, streams).all()
    return 0


class _Run:
    """Steps of a run."""

    def __init__(self, command: Command, streams: Shell) -> None:
        self._command = command
        self._streams = streams
        self._rules = content(command.values["g"])

    def all(self) -> None:
        """Filters all files, scores every hypothesis, and compares them."""
        command = self._command
        self._streams.out(b"Filtering Files:\n")
        filtered = command.reference + b".filt"
        valid = [self._filter(command.reference, filtered, command.reference_format, b"ref")]
        for hypothesis in command.hypotheses:
            valid.append(self._filter(hypothesis.file, hypothesis.filtered, command.hypothesis_format, b"hyp"))
        if not all(valid):
            message = b"Error: Filter processes failure detect.  Aborting.  The -V option disables validation\n"
            raise Failure(message, DIED)
        for hypothesis in command.hypotheses:
            if command.has("a"):
                from .multiple import MultipleStreams

                MultipleStreams(command, self._streams).score(hypothesis, filtered)
            else:
                self._score(hypothesis, filtered)
        if len(command.hypotheses) > 1:
            self._compare()

    def _show(self, line: bytes) -> None:
        if self._command.has("v"):
            self._streams.out(line)

    def _filter(self, file: bytes, target: bytes, style: bytes, purpose: bytes) -> bool:
        """Filters and validates a file; False if it is not valid."""
        command = self._command
        self._streams.out(b"   Filtering %b file '%b', %b format\n" % (command.language, file, style))
        steps = filters_of(command, file, style, purpose, self._rules, self._streams.error)
        line = b" | ".join(step for step, _ in steps) + b" > " + target
        self._show(b"      Exec: " + line + b"\n")
        data = content(file)
        try:
            for _, step in steps:
                data = step(data)
        except OutError:
            # The reference's message goes into the file, which is then removed.
            message = b"Error: Unable to filter file: " + file + b" with command:\n   " + line + b"\n"
            raise Failure(message, DIED) from None
        write(target, data)
        return command.has("V") or self._validate(data, target, style)

    def _validate(self, data: bytes, target: bytes, style: bytes) -> bool:
        self._show(b"      Validating the output file '" + target + b"'\n")
        language = self._command.language
        if style == b"rttm":
            from .speakers import rttm_report

            report = rttm_report(target)
        else:
            report = ctm_report(data, target, language) if style == b"ctm" else stm_report(data, language)
        if report:
            self._streams.out(b"".join(b"      " + line for line in report.splitlines(keepends=True)))
            self._streams.out(b"Error: Filter operation yielded a non-validated " + style)
            self._streams.out(b" output with return code 256\n")
        return not report

    def _score(self, hypothesis: Hypothesis, reference: bytes) -> None:
        command = self._command
        names = command.language, hypothesis.filtered, reference
        self._streams.out(b"Scoring %b Hyp '%b' against ref '%b'\n" % names)
        line = b"-r %b stm -h %b %b " % (reference, hypothesis.filtered, command.hypothesis_format)
        line += hypothesis.title + b" " + _REPORTS + b" " + output_options(hypothesis.filtered)
        if command.language == b"mandarin":
            line += b" -c NOASCII DH -e gb"
        if command.language == b"arabic":
            line += b" -s"
        model, weights = command.values.get("K", b""), command.values.get("w", b"")
        if model or weights:
            line += (b" -L " + model if model else b"") + (b" -w " + weights if weights else b"") + b" -o wws"
        self._show(b"   Exec: sclite " + line + b"\n")
        # The reference hands the line to a shell: a blank in a name ends the name. Ours executes nothing.
        if self._streams.call("sclite", line.split()) != 0:
            message = b"Error: SCLITE execution failed\n      Command: sclite " + line + b"\n"
            raise Failure(message, DIED)

    def _compare(self) -> None:
        command = self._command
        self._streams.out(b"Running Statistical Comparison Tests\n")
        self._show(b"    Checking for sclite's sgml files\n")
        files = [hypothesis.filtered + b".sgml" for hypothesis in command.hypotheses]
        for file in files:
            if not os.path.isfile(file):
                raise Failure(b"Error: Unable to local sgml file '" + file + b"'\n", DIED)
        words, shown = _TESTS.split(), _TESTS
        root, text = command.values.get("n", b""), command.values.get("e", b"")
        if root:
            words += [b"-n", *root.split()]
            shown += b" -n " + root
        if text:
            words += [b"-e", text]
            shown += b' -e "' + text + b'"'
        line = b" ".join([b"cat", *files]) + b" | sc_stats " + shown
        self._show(b"    Exec: " + line + b"\n")
        if self._streams.call("sc_stats", words, b"".join(map(content, files))) != 0:
            raise Failure(b"Error: SC_STATS execution failed\n      Command: " + line + b"\n", DIED)
