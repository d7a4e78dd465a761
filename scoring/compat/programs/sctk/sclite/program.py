"""sclite: NIST's program, option by option and byte by byte."""

from __future__ import annotations

import os

from .....report.words import NAMES, ReportError, ReportOptions, renderer
from .. import RELEASES, Failure
from ..arguments import CommandLineError, refuse
from ..streams import create, read_stdin
from . import transcripts
from .command_line import parse
from .errors import refuse_compressed
from .job import Job

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .....report.words import det_and_histograms
    from .....words.scores import WordScores
    from ..streams import Streams
    from .command_line import Command

_BANNER = b"sclite: 2.10 TK Version 1.3\n"
_CANNOT_WRITE = b"sclite: cannot write '%b': %b\n"
# Reports with means over utterances: without one, the reference dies by a signal.
_MEANS = ("sum", "rsum")
# Feedback about each report file; that of snt and spk names the speaker too.
_WRITING = {
    "sum": b"scoring report to ",
    "wws": b"scoring report to ",
    "rsum": b"raw scoring report to ",
    "snt": b"sentence scoring report for speaker '%b' to ",
    "spk": b"speaker scoring report for '%b' to ",
    "dtl": b"overall detailed scoring report ",
    "lur": b"LUR scoring report to ",
    "pra": b"string alignments to ",
    "prf": b"string alignments to ",
    "sgml": b"SGML string alignments to ",
    "nl.sgml": b"Newline Separated SGML string alignments to ",
}


def run(words: list[bytes], console: Streams) -> int:
    """Runs a command line; returns its exit code."""
    release = os.environ.get("SCORELITE_SCTK") or RELEASES[0]
    if release not in RELEASES:
        message = f"sclite: SCORELITE_SCTK is {release!r}; expected {', '.join(RELEASES[:-1])} or {RELEASES[-1]}\n"
        console.error(os.fsencode(message))
        return 1
    try:
        threads = _threads()
        _score(parse(words, release, console.error), console, threads)
    except Failure as failure:
        console.error(failure.message)
        return failure.code
    except CommandLineError as error:
        from .usage import usage

        return refuse(error, usage(release), b"\nsclite: Error, ", console)
    return 0


def _threads() -> int:
    """The number of threads that the environment asks for: the command line is NIST's."""
    text = os.environ.get("SCORELITE_THREADS") or "1"
    if not text.isascii() or not text.isdecimal():
        message = f"sclite: SCORELITE_THREADS is {text!r}; expected 0 (one per processor) or more\n"
        raise Failure(os.fsencode(message))
    return int(text[:9]) or os.cpu_count() or 1


def _score(command: Command, console: Streams, threads: int) -> None:
    """Read, align and report every hypothesis in turn."""
    feedback = command.feedback
    if feedback >= 1:
        console.out(_BANNER)
    session = _Session(command, console)
    piped = _read_pipe(command, console) if command.pipe_in else []
    if piped and command.hypotheses:
        # The reference confuses the two kinds of input and crashes.
        raise Failure(b"sclite: -P can not be combined with -r and -h\n")
    job = _begin(command, console, threads)
    for scores in piped:
        session.report(scores, scores.title)
    for hypothesis in command.hypotheses:
        if feedback >= 1:
            names = (command.ref_name or b"", hypothesis[0])
            console.out(b"Begin alignment of Ref File: '%b' and Hyp File: '%b'\n" % names)
        scores = _scored(job, hypothesis)
        session.report(scores, hypothesis[0])
    session.pipe_out()
    if feedback >= 1:
        outcome = b"Successful" if session.successful else b"Unsuccessful"
        console.out(b"\n" + outcome + b" Completion\n")


def _scored(job: Job, hypothesis: tuple[bytes, bytes, bytes]) -> WordScores:
    """A hypothesis file scored against the reference file, in the way of their formats."""
    pair = job.command.ref_format, hypothesis[1]
    if pair == (b"trn", b"trn"):
        return transcripts.TranscriptScoring(job, hypothesis).run()
    if pair == (b"stm", b"ctm"):
        from .stm_ctm import TimedScoring

        return TimedScoring(job, hypothesis).run()
    if pair == (b"ctm", b"ctm"):
        from .ctm_ctm import WordScoring

        return WordScoring(job, hypothesis).run()
    if pair == (b"stm", b"txt"):
        from .stm_txt import TextScoring

        return TextScoring(job, hypothesis).run()
    raise Failure(b"Error: Unable to score '%b' against '%b'\n" % (hypothesis[1], pair[0]))


def _read_pipe(command: Command, console: Streams) -> list[WordScores]:
    """Systems read from stdin."""
    from .sgml_input import read

    if command.feedback >= 1:
        console.out(b"Loading Piped input. . . ")
    notices: list[tuple[str, bytes]] = []
    data = read_stdin()
    refuse_compressed(data, b"stdin")
    try:
        systems = read(data, command.charset, notices)
    finally:
        for stream, text in notices:
            (console.error if stream == "stderr" else console.out)(text)
    if command.feedback >= 1:
        console.out(b"%d systems loaded.\n" % len(systems))
    return systems


def _begin(command: Command, console: Streams, threads: int) -> Job:
    """Load the data that all hypotheses share."""
    job = Job(command, console, threads)
    if command.weights is not None:
        from .weights import load

        if command.feedback >= 1:
            console.out(b"Loading WWL file '%b'\n" % command.weights)
        job.weights = load(command.weights, job.charset, console.error)
    return job


class _Session:
    """Reports of one run."""

    def __init__(self, command: Command, console: Streams) -> None:
        self._command = command
        self._console = console
        self._options = ReportOptions(width=command.width, release=command.release)
        self._piped: list[WordScores] = []
        self.successful = True

    def report(self, scores: WordScores, name: bytes) -> None:
        """Write every report that was asked for; `name` is the file or title that names them."""
        root = self._root(name)
        for report in NAMES:
            if report.encode("ascii") in self._command.reports:
                if report == "wws" and not scores.weighted:
                    self._console.out(b"    Skipping WWS Report, no word weights supplied.\n")
                else:
                    self._write(report, scores, root)
        if self._command.confidence_reports:
            self._report_confidences(scores, root)
        if self._command.pipe_out:
            self._piped.append(scores)

    def pipe_out(self) -> None:
        """Print the alignments of all hypotheses for another program."""
        if self._piped:
            for scores in self._piped:
                for _, chunks in renderer("nl.sgml")(scores, self._options):
                    for chunk in chunks:
                        self._console.out(chunk)

    def _root(self, name: bytes) -> bytes:
        """Folder and first part of the name of all reports of a hypothesis."""
        folder, slash, last = name.rpartition(b"/")
        if not slash:
            folder = b"."
        if self._command.directory is not None:
            folder = self._command.directory
        if self._command.name is not None:
            last = self._command.name
        # Without -O, names of reports in the current folder have no "./", even if the hypothesis was given with it.
        return last if self._command.directory is None and folder == b"." else folder + b"/" + last

    def _write(self, name: str, scores: WordScores, root: bytes) -> None:
        if name in _MEANS and not len(scores) and not scores.speakers:
            text = b"sclite: nothing is scored: no utterance of '%b' meets the reference; no report %b\n"
            raise Failure(text % (scores.hyp_name or scores.title, name.encode("ascii")))
        try:
            for suffix, chunks in renderer(name)(scores, self._options):
                self._save(name, root, suffix, chunks)
        except ReportError as error:
            self._tell_notices()
            raise Failure(error.message) from None
        self._tell_notices()

    def _tell_notices(self) -> None:
        for notice in self._options.notices:
            self._console.error(notice)
        self._options.notices.clear()

    def _save(self, name: str, root: bytes, suffix: bytes, chunks: Iterable[bytes]) -> None:
        """Write one report into its file, or to stdout if that is wanted or the file cannot be created."""
        path = root + suffix
        file = None if self._command.to_stdout else create(path, _CANNOT_WRITE)
        if self._command.feedback >= 1:
            self._tell_writing(name, path, suffix, file is not None)
        if file is None:
            for chunk in chunks:
                self._console.out(chunk)
            return
        try:
            file.save(chunks)
        except ReportError:
            # The reference has created the file before it fails, and leaves it empty.
            if (file := create(path, _CANNOT_WRITE)) is not None:
                file.save([])
            raise

    def _tell_writing(self, name: str, path: bytes, suffix: bytes, to_file: bool) -> None:
        # On stdout, only these two are announced.
        if to_file or name in ("pra", "prf"):
            what = _WRITING[name]
            if b"%b" in what:
                what %= suffix.split(b".", 2)[2]
            self._console.out(b"    Writing %b'%b'\n" % (what, path if to_file else b"stdout"))

    def _report_confidences(self, scores: WordScores, root: bytes) -> None:
        from .....report.words import det_and_histograms

        for name in det_and_histograms.NAMES:
            if name.encode("ascii") in self._command.confidence_reports:
                # Without feedback, the reference does not check that there are confidences.
                if self._command.feedback >= 1:
                    if not det_and_histograms.available(scores):
                        title = det_and_histograms.TITLES[name]
                        self._console.out(b"    Skipping " + title + b", no confidence scores supplied.\n")
                        continue
                    self._console.out(det_and_histograms.announcement(name, root))
                files = det_and_histograms.files(name, scores, root, self._options.notices)
                self._tell_notices()
                self._save_confidences(files, root)

    def _save_confidences(self, files: list[det_and_histograms.File], root: bytes) -> None:
        for file in files:
            target = create(root + file.suffix, _CANNOT_WRITE)
            if target is None:
                self._console.error(file.complaint)
                self.successful = False
                return
            target.save([file.content])
