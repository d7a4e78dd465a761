"""One run of sc_stats: systems from stdin, then tests, graphs and reports in the order of the reference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from .....report.engine.table import TableMemory
from .....report.words import ReportError
from .. import Failure, resource
from ..arguments import CommandLineError, refuse
from ..sclite.sgml_input import systems_in
from ..streams import Streams, create, read_stdin
from . import anovar, lur, mapsswe, mcnemar, side_by_side, sign, summaries, unified, wilcoxon
from .command_line import Command, parse
from .det import files
from .outcome import Outcome
from .ranges import graphs as draw
from .ranges import plots
from .ranks import Ranks, ranks_of
from .systems import System, systems_of

BANNER = b"sc_stats: 1.3\n"
_FAILED = b"load_SCORES_sgml Failed\n"
_MAPSSWE = b"Matched Pair Sentence Segment (Word Error)"
_MCNEMAR = b"McNemar (Sentence Error)"


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program; returns its exit code."""
    try:
        command = parse(words, streams.error)
    except CommandLineError as error:
        return refuse(error, resource("sctk/sc_stats.txt"), b"sc_stats: ", streams)
    _compare(command, streams)
    return 0


def _compare(command: Command, streams: Streams) -> None:
    if command.feedback > 0:
        streams.out(BANNER)
    systems = _read(read_stdin(), streams) if command.pipe_in else []
    if command.tests or command.graphs or command.reports:
        if command.feedback >= 1:
            streams.out(b"Beginning Multi-System comparisons and reports\n")
        _Session(command, streams, systems).run()
    if command.feedback >= 1:
        streams.out(b"\nSuccessful Completion\n")


def _read(data: bytes, streams: Streams) -> list[System]:
    notices: list[tuple[str, bytes]] = []
    try:
        return systems_of(systems_in(data, None, notices, most=None))
    except Failure as failure:
        message = failure.message
        if message.endswith(b"\n" + _FAILED):
            message = message[: -len(_FAILED)] + b"Error: " + _FAILED
        raise Failure(message, failure.code) from None
    finally:
        for stream, text in notices:
            (streams.error if stream == "stderr" else streams.out)(text)


class _Session:
    """Everything that the parts of a run share."""

    def __init__(self, command: Command, streams: Streams, systems: list[System]) -> None:
        self._command = command
        self._streams = streams
        self._systems = systems
        self._tables = TableMemory()
        self._verbose = command.verbose
        self.done: list[unified.Done] = []
        self.root = command.name
        if command.name != b"-" and command.directory is not None:
            self.root = command.directory + b"/" + command.name

    def run(self) -> None:
        command = self._command
        ranks = ranks_of(self._systems) if command.tests or command.graphs else ranks_of([])
        self._tests(ranks)
        if command.unified:
            if not command.tests and not command.graphs:
                raise Failure(b"sc_stats: -u has nothing to unify; choose tests with -t\n")
            self._tell(b"    Printing Unified Statistical Test Reports\n")
            self._unify(ranks)
        self._graphs(ranks)
        self._reports()

    # --- output ---

    def _tell(self, text: bytes) -> None:
        if self._command.feedback >= 1:
            self._streams.out(text)

    def _write(self, path: bytes, content: list[bytes], *, always: bool = False, feed: bool = False) -> None:
        """Writes a file of a test or of ranges; stdout takes it where the name is `-` or cannot be opened.

        On stdout a form feed ends it if `feed` is set.
        """
        target = None if (path.startswith(b"-.") and self.root == b"-") or path == b"-" else create(path)
        if target is None and self.root != b"-":
            self._streams.error(b"Warning: Open of %b for write failed.  Using stdout instead.\n" % path)
            if always:
                self._tell(b"        Output written to '%b'\n" % path)
        else:
            self._tell(b"        Output written to '%b'\n" % path)
        if target is None:
            self._streams.out(b"".join(content) + (b"\f" if feed else b""))
        else:
            target.save(content)

    # --- tests ---

    def _tests(self, ranks: Ranks) -> None:
        tests, description = self._command.tests, self._command.description
        systems, warn = self._systems, self._streams.error
        wide = self._command.unified
        if b"mapsswe" in tests:
            out: list[bytes] = []
            self._announce(_MAPSSWE)
            warnings: list[bytes] = []
            outcome = mapsswe.test(systems, verbose=self._verbose and not wide, out=out.append, warn=warnings.append)
            if not wide:
                out.append(b"\f" if self._verbose else b"")
                mapsswe.matrix(systems, outcome, description, out.append)
            self._finish(_MAPSSWE, b"MP", outcome, b".mapsswe", out)
            for warning in warnings:
                warn(warning)
        if b"mapsswe_seg" in tests:
            mapsswe.analysis(systems, description, self._streams.out, warn)
        if b"sign" in tests:
            out = []
            name = b"Signed Paired Comparison (%b)" % sign.FORMULA
            self._announce(name)
            outcome = sign.test(ranks, verbose=self._verbose, out=out.append)
            if not wide:
                sign.matrix(ranks, outcome, b"Comparison Matrix for the Sign Test", out.append)
            self._finish(name, b"SI", outcome, b".sign", out)
        if b"wilc" in tests:
            out = []
            name = b"Wilcoxon Signed Rank (%b)" % sign.FORMULA
            self._announce(name)
            outcome = wilcoxon.test(ranks, verbose=self._verbose and not wide, out=out.append)
            if not wide:
                sign.matrix(ranks, outcome, b"Comparison Matrix for the Wilcoxon Test", out.append)
            self._finish(name, b"WI", outcome, b".wilc", out)
        if b"mcn" in tests:
            out = []
            self._announce(_MCNEMAR)
            warnings = []
            outcome = mcnemar.test(systems, verbose=self._verbose, out=out.append, warn=warnings.append)
            if not wide:
                out.append(b"\f" if self._verbose else b"")
                mcnemar.matrix(systems, outcome, description, out.append, self._tables)
            self._finish(_MCNEMAR, b"MN", outcome, b".mcn", out)
            for warning in warnings:
                warn(warning)
        if b"anovar" in tests:
            out = []
            name = b"Analysis of Variance by Ranks"
            self._announce(name)
            self._finish(name, b"AN", anovar.test(ranks, verbose=self._verbose, out=out.append), b".anovar", out)

    def _announce(self, name: bytes) -> None:
        self._tell(b"    Performing the %b Test\n" % name)

    def _finish(self, name: bytes, short: bytes, outcome: Outcome, suffix: bytes, content: list[bytes]) -> None:
        """Keeps the outcome, and writes the file of the test if there is one."""
        self.done.append(unified.Done(name, short, outcome))
        if not self._command.unified or self._verbose:
            stem = b"-" if self.root == b"-" else self.root + b".stats"
            feed = self._verbose if suffix == b".anovar" else not self._command.unified
            self._write(stem + suffix, content, always=suffix == b".mcn", feed=feed)

    def _unify(self, ranks: Ranks) -> None:
        description = self._command.description
        stem = b"-" if self.root == b"-" else self.root + b".stats"
        self._write(stem + b".unified", [unified.matrix(ranks.systems, self.done, description, self._tables)])
        directory = self._command.directory or b""
        for place, name in enumerate(ranks.systems):
            # The last part of a name with folders begins with its slash.
            last = name[name.rfind(b"/") :] if b"/" in name else name
            path = directory + b"/" + last + b".sts" if directory else name + b".sts"
            content = unified.summary(ranks.systems, place, self.done, description)
            target = create(path)
            if target is None:
                self._streams.error(b"Warning: Unable to open output file %b, using stdout\n" % path)
                self._streams.out(content + b"\f")
            else:
                target.save([content])

    # --- graphs ---

    def _graphs(self, ranks: Ranks) -> None:
        graphs, description = self._command.graphs, self._command.description
        if b"range" in graphs:
            self._tell(b"    Printing Range Graphs\n")
            out: list[bytes] = []
            draw(ranks, description, out.append)
            self._write(b"-" if self.root == b"-" else self.root + b".range", out, feed=True)
        if b"grange" in graphs:
            self._tell(b"    Printing GNUPLOT Range Graphs\n")
            self._plots(ranks, b".grange", second=False)
        if b"grange2" in graphs:
            self._tell(b"    Printing GNUPLOT Range Graphs V2\n")
            self._plots(ranks, b".grange2", second=True)
        if b"det" in graphs:
            self._curves()

    def _plots(self, ranks: Ranks, suffix: bytes, *, second: bool) -> None:
        for by_speaker in (True, False):
            root = (b"STATS" if self.root == b"-" else self.root + suffix) + (b".spk" if by_speaker else b".sys")
            for file in plots(ranks, self._command.description, root, by_speaker=by_speaker, second=second):
                target = create(root + file.suffix)
                if target is None:
                    raise Failure(b"Error: unable to open %b %b\n" % (file.kind, root + file.suffix))
                if file.suffix == b".dat":
                    self._tell(b"        Output written to '%b.*'\n" % root)
                target.save([file.content])

    def _curves(self) -> None:
        if self.root == b"-":
            self._streams.error(b"Warning: DET plot can not go to STDOUT\n")
            return
        if self._command.feedback >= 1:
            # Without feedback, the reference does not check that there are confidences.
            self._need_systems()
            if not self._systems[0].confident():
                self._streams.out(b"    Skipping DET Curve, no confidence scores supplied.\n")
                return
            self._streams.out(b"    Writing DET Curve to '%b.det.[plt,dat]'\n" % self.root)

        for file in files(self._systems, self.root, self._command.description):
            target = create(self.root + file.suffix)
            if target is None:
                raise Failure(file.complaint)
            target.save([file.content])

    # --- reports ---

    def _reports(self) -> None:
        systems, tables = self._systems, self._tables
        reports, description = self._command.reports, self._command.description
        warn = self._streams.error
        for name, suffix, what in ((b"sum", b".sys", b"scoring report"), (b"rsum", b".raw", b"raw scoring report")):
            if name in reports:
                raw = name == b"rsum"
                self._report(suffix, what, partial(_one, summaries.by_speaker, systems, description, tables, raw=raw))
        for name, what in ((b"es", b"executive scoring report"), (b"res", b"raw executive scoring report")):
            if name in reports:
                make = partial(_one, summaries.executive, systems, description, tables, warn, raw=name == b"res")
                self._report(b"." + name, what, make)
        if b"prn" in reports:
            self._report(
                b".prn", b"Multi-system alignments", lambda: side_by_side.report(systems, self._command.width, warn)
            )
        if b"lur" in reports:
            self._report(b".lur", b"LUR scoring report", partial(_one, lur.report, systems, description, tables))

    def _need_systems(self) -> None:
        """Refuses what takes speakers or labels from the first system: without one the reference crashes."""
        if not self._systems:
            raise Failure(b"sc_stats: no systems to report on; -p reads alignments from stdin\n")

    def _report(self, suffix: bytes, what: bytes, make: Callable[[], Iterable[bytes]]) -> None:
        """Writes one report into its file, or to stdout if that is wanted or the file cannot be created."""
        if suffix not in (b".es", b".res"):
            self._need_systems()

        path = self.root + suffix
        target = None if self.root == b"-" else create(path)
        if target is not None:
            self._tell(b"    Writing %b to '%b'\n" % (what, path))
        try:
            if target is None:
                for chunk in make():
                    self._streams.out(chunk)
            else:
                target.save(make())
        except ReportError as error:
            raise Failure(error.message) from None


def _one(make: Callable[..., bytes], *arguments: object, **options: object) -> Iterator[bytes]:
    """The one piece of a report, made while its file is written: a report that fails leaves no file."""
    yield make(*arguments, **options)
