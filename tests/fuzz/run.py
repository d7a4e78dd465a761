"""Runs command lines: ours inside this process or on the other core, a reference program beside it."""

from __future__ import annotations

import base64
import difflib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path

from tests.fuzz.case import Case, Command

ROOT = Path(__file__).resolve().parent.parent.parent
SECONDS = 60
"""How long a reference program may take; ours has a limit of its own, see tests.fuzz.pool."""
_LIMITS = ((resource.RLIMIT_CPU, 5), (resource.RLIMIT_FSIZE, 32 << 20))
"""Processor time and bytes of a file that a reference program may take: its usual cases need milliseconds and KiB."""
_TWIN_SECONDS = 120
DEBIAN_RELEASE = "2.4.10"
"""The release of SCTK that Debian has, which ours follow where no other is asked for."""
_RELEASE = "SCORELITE_SCTK"
_SHOWN_LINES = 40
_MODULES = {
    "sclite": "scorelite.scoring.cli.sclite",
    "scorelite": "scorelite.scoring.cli.main",
    "align": "tests.fuzz.policies",
}
_DATES = (
    (re.compile(rb'creation_date="[^"]*"'), b'creation_date="DATE"'),
    (re.compile(rb'Creation date: "[^"]*"'), b'Creation date: "DATE"'),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everything that one run left behind, dates masked: an exit code, or a word for another end; output, and files."""

    code: int | str
    out: bytes
    err: bytes
    files: Mapping[str, bytes]

    def differing(self, other: Outcome) -> list[str]:
        """The names of what two outcomes do not share."""
        names = [name for name in ("code", "out", "err") if getattr(self, name) != getattr(other, name)]
        files = {*self.files, *other.files}
        return names + sorted(name for name in files if self.files.get(name) != other.files.get(name))

    def part(self, name: str) -> bytes:
        """One part by its name: code, out, err or that of a file."""
        if name == "code":
            return str(self.code).encode()
        if name in ("out", "err"):
            return bytes(getattr(self, name))
        return self.files.get(name, b"(no such file)")


def shown_difference(theirs: Outcome, ours: Outcome) -> str:
    """The first lines in which two outcomes differ, part by part."""
    shown_difference = []
    for name in theirs.differing(ours):
        sides = [part.decode("utf-8", "backslashreplace").split("\n") for part in (theirs.part(name), ours.part(name))]
        shown_difference += list(difflib.unified_diff(*sides, f"expected {name}", f"ours {name}", lineterm="", n=1))[
            :_SHOWN_LINES
        ]
    return "\n".join(shown_difference)


@contextmanager
def folder_of(case: Case, where: Path, name: str) -> Iterator[Path]:
    """A fresh folder with the files of a case, which is removed afterwards."""
    folder = where / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    case.fill(folder)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run_ours(case: Case, command: Command, where: Path) -> Outcome:
    """Runs a command line in this process, in a fresh folder with the files of the case."""
    with folder_of(case, where, "ours") as folder:
        code, out, err = call(command.program, command.words, folder, command.stdin)
        return _outcome(case, folder, code, out, err)


def run_program(
    program: Path, case: Case, command: Command, where: Path, timeout: float = SECONDS, **environment: str
) -> Outcome:
    """Runs a program of others, with a limit of time; its end by a signal is a word.

    Its output goes to files, which have a limit: a program may print without an end.
    """
    with folder_of(case, where, "theirs") as folder, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        stdin = (folder / command.stdin).open("rb") if command.stdin else open(os.devnull, "rb")
        with stdin:
            process = subprocess.Popen(
                [program, *command.words],
                cwd=folder,
                env={**os.environ, **environment},
                stdin=stdin,
                stdout=out,
                stderr=err,
            )
        with suppress(ProcessLookupError):
            for limit, most in _LIMITS:
                resource.prlimit(process.pid, limit, (most, most + 1))
        try:
            code = process.wait(timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return Outcome("no end", b"", b"", {})
        if -code in (signal.SIGXFSZ, signal.SIGXCPU):
            return Outcome("no end", b"", b"", {})
        word: int | str = signal.Signals(-code).name if code < 0 else code
        out.seek(0)
        err.seek(0)
        return _outcome(case, folder, word, out.read(), err.read())


def call(program: str, words: list[str], folder: Path, stdin: str = "") -> tuple[int | str, bytes, bytes]:
    """Runs one of our commands here; an exception is an exit code of its own, with its traceback behind stderr."""
    main = partial(import_module("scorelite.scoring.cli.sctk").main, program)
    if program in _MODULES:
        main = import_module(_MODULES[program]).main
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        release = release_of_sctk(os.environ.get(_RELEASE, DEBIAN_RELEASE))
        with release, _redirected(folder, stdin, out.fileno(), err.fileno()):
            code: int | str
            try:
                code = main(words)
            except SystemExit as end:
                code = end.code if isinstance(end.code, (int, str)) else 0
            except Exception as error:
                code = place_of(error)
                traceback.print_exc()
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read())
        return code, texts[0], texts[1]


def place_of(error: BaseException) -> str:
    """An exception's name and the place of ours, if any, that it comes from."""
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if "tests/fuzz" not in frame.filename]
    ours = [frame for frame in places if frame.filename.startswith(str(ROOT)) and ".venv" not in frame.filename]
    frame = (ours or places or [None])[-1]
    if frame is None:
        return type(error).__name__
    name = os.path.relpath(frame.filename, ROOT) if ours else os.path.basename(frame.filename)
    return f"{type(error).__name__} in {name}, {frame.name}"


@contextmanager
def release_of_sctk(name: str) -> Iterator[None]:
    """Lets our commands follow this release of SCTK meanwhile."""
    before = os.environ.get(_RELEASE)
    os.environ[_RELEASE] = name
    try:
        yield
    finally:
        os.environ.pop(_RELEASE)
        if before is not None:
            os.environ[_RELEASE] = before


@contextmanager
def _redirected(folder: Path, stdin: str, out: int, err: int) -> Iterator[None]:
    """Moves into a folder, with the three standard streams connected to files."""
    sys.stdout.flush()
    sys.stderr.flush()
    copies = [os.dup(number) for number in (0, 1, 2)]
    before = os.getcwd()
    opened = os.open(folder / stdin if stdin else os.devnull, os.O_RDONLY)
    for source, number in ((opened, 0), (out, 1), (err, 2)):
        os.dup2(source, number)
    os.close(opened)
    os.chdir(folder)
    streams = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)
    sys.stdout = open(1, "w", encoding="utf-8", errors="strict", closefd=False)
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr, sys.stdin):
            stream.close()
        sys.stdin, sys.stdout, sys.stderr = streams
        os.chdir(before)
        for number, copy in enumerate(copies):
            os.dup2(copy, number)
            os.close(copy)


def _outcome(case: Case, folder: Path, code: int | str, out: bytes, err: bytes) -> Outcome:
    sources = dict(case.files)
    outcome = {}
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        if path.is_file() and (data := path.read_bytes()) != sources.get(name):
            outcome[name] = masked(data)
    return Outcome(code, masked(out), masked(err), outcome)


def masked(data: bytes) -> bytes:
    """The data without the dates of its creation."""
    for pattern, mask in _DATES:
        data = pattern.sub(mask, data)
    return data


# --- the other core -----------------------------------------------------------------------------------


def needs_native_core(outcome: Outcome) -> bool:
    """Whether the pure-Python core has answered that it cannot do this."""
    return b"this needs the native core" in outcome.err or "NeedsNativeCore" in str(outcome.code)


class Twin:
    """A process of its own in which our commands run on the pure-Python core."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def run(self, case: Case, command: Command, where: Path) -> Outcome:
        """Runs a command line there, in a fresh folder with the files of the case."""
        with folder_of(case, where, "twin") as folder:
            code, out, err = self._ask(command, folder)
            return _outcome(case, folder, code, out, err)

    def _ask(self, command: Command, folder: Path) -> tuple[int | str, bytes, bytes]:
        process = self._started()
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("the other core has no pipes")
        request = [command.program, command.words, str(folder), command.stdin]
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        signal.alarm(_TWIN_SECONDS)
        previous = signal.signal(signal.SIGALRM, lambda *_: process.kill())
        try:
            answer = process.stdout.readline()
        finally:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, previous)
        if not answer:
            self._process = None
            return f"the process ended: {process.wait()}", b"", b""
        code, out, err = json.loads(answer)
        return code, base64.b64decode(out), base64.b64decode(err)

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.fuzz.run"],
                cwd=ROOT,
                env={**os.environ, "SCORELITE_CORE": "python"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        return self._process


def _serve() -> None:
    """Answers the requests of a `Twin` until its standard input ends."""
    # The limit that it inherits is that of one case; this process serves many, and the asker watches the time of each.
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    for line in sys.stdin:
        program, words, folder, stdin = json.loads(line)
        code, out, err = call(program, words, Path(folder), stdin)
        json.dump([code, base64.b64encode(out).decode(), base64.b64encode(err).decode()], answers)
        answers.write("\n")
        answers.flush()


if __name__ == "__main__":
    _serve()
