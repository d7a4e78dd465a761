"""A warm process: it has imported our commands and runs each in a copy of itself, faster than in a new process."""

from __future__ import annotations

import atexit
import gc
import importlib
import importlib.util
import marshal
import os
import pkgutil
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

HEAD = struct.Struct("!I")
# Python reads these when it starts, and our modules when they are imported: the warm process must have equal ones.
READ_AT_START = ("PYTHON", "SCORELITE", "LC_", "LANG", "LD_", "MALLOC_", "OMP_", "OPENBLAS_", "MPL")
# But these are read by a command when it runs.
READ_BY_COMMANDS = ("SCORELITE_ALLOW_PIPES", "SCORELITE_SCTK")
# A command imports what it needs of these when it runs: in a copy that takes longer than most commands.
PACKAGES = ("scorelite.formats", "scorelite.scoring")
LEFT_OUT = ("scorelite.scoring.compat", "scorelite.scoring.service", "scorelite.formats.libraries")
# Most of the time of a command that needs one of these is its import; to copy a process that has them takes as long as
# most commands, so that a process of its own has them, for commands whose words name what needs them.
LIBRARIES = ("matplotlib.figure", "pandas", "pyarrow.parquet")
NEEDING_LIBRARIES = ("plot", "parquet", "arrow", "shards", "merge")
# Scored before any command, for at the first use patterns are compiled, which takes as long as most commands.
DEMO = [
    [str(Path(__file__).parent.parent / "resources" / "demo" / name) for name in names]
    for names in (("ref.trn", "hyp.trn"), ("ref.stm", "hyp.ctm"))
]


@dataclass(frozen=True, slots=True)
class Command:
    """A command to run: its module, and what a process has from its parent."""

    module: str
    arguments: Sequence[str | bytes]
    folder: Path
    environment: Mapping[str, str]


def read_at_start(environment: Mapping[str, str]) -> dict[str, str]:
    """Variables that only a new process notices."""
    return {name: value for name, value in environment.items() if name.startswith(READ_AT_START)}


class WarmProcess:
    """The warm process, started with these variables by the first command; its end is that of this process."""

    def __init__(self, environment: Mapping[str, str], *, has_libraries: bool = False) -> None:
        self._socket: socket.socket | None = None
        self._environment = environment
        self._has_libraries = has_libraries
        self._with_libraries: WarmProcess | None = None

    def can_run(self, command: Command) -> bool:
        """Tells whether the command finds in the warm process what it would find in a new one."""
        if not sys.platform.startswith("linux"):
            return False
        ours, theirs = read_at_start(self._environment), read_at_start(command.environment)
        if any(
            ours.get(name) != theirs.get(name) for name in (ours.keys() | theirs.keys()).difference(READ_BY_COMMANDS)
        ):
            return False
        if self._socket is None:
            self._start()
        return True

    def run(self, command: Command, stdin: bytes, timeout: float) -> subprocess.CompletedProcess[bytes]:
        """Runs the command in a copy of the warm process."""
        if not self._has_libraries and any(word in str(command.arguments) for word in NEEDING_LIBRARIES):
            if self._with_libraries is None:
                self._with_libraries = WarmProcess(self._environment, has_libraries=True)
                self._with_libraries._start()
            return self._with_libraries.run(command, stdin, timeout)
        assert self._socket is not None
        pipes = [os.pipe() for _ in range(3)]
        ours = [pipes[0][1], pipes[1][0], pipes[2][0]]
        theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
        request = marshal.dumps(
            (
                command.module,
                [os.fsencode(argument) for argument in command.arguments],
                os.fsencode(command.folder),
                {os.fsencode(name): os.fsencode(value) for name, value in command.environment.items()},
            )
        )
        socket.send_fds(self._socket, [HEAD.pack(len(request))], theirs)
        self._socket.sendall(request)
        for descriptor in theirs:
            os.close(descriptor)
        (number,) = HEAD.unpack(_exactly(self._socket, HEAD.size))
        hung = threading.Timer(timeout, os.kill, (number, signal.SIGKILL))
        hung.start()
        try:
            stdout, stderr = _talk(ours, stdin)
        finally:
            hung.cancel()
        (status,) = HEAD.unpack(_exactly(self._socket, HEAD.size))
        words = [command.module, *command.arguments]
        return subprocess.CompletedProcess(words, os.waitstatus_to_exitcode(status), stdout, stderr)

    def close(self) -> None:
        """Ends the warm process."""
        if self._socket is not None:
            self._socket.close()
            self._process.wait()
        if self._with_libraries is not None:
            self._with_libraries.close()

    def _start(self) -> None:
        self._socket, other = socket.socketpair()
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"from tests import warm; warm.serve({other.fileno()}, {self._has_libraries})"],
            env=dict(self._environment),
            cwd=Path(__file__).parent.parent,
            pass_fds=[other.fileno()],
            # Python makes its streams when it starts: they must be pipes, as those of the commands.
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        other.close()


# A program that starts much faster than one that imports our commands: a warm process runs them for it. Where a
# variable is set that only a new process notices, it becomes one.
PROGRAM = """#!{python} -IS
import marshal, os, signal, socket, struct, sys
at_start = {{name: value for name, value in os.environ.items() if name.startswith({names!r})}}
if at_start != {environment!r}:
    code = "import sys; from {module} import main; sys.exit(main())"
    os.execv({python!r}, [{python!r}, "-c", code, *sys.argv[1:]])
connection = socket.socket(socket.AF_UNIX)
connection.connect({address!r})
words = [os.fsencode(word) for word in sys.argv[1:]]
request = marshal.dumps(({module!r}, words, os.getcwdb(), dict(os.environb)))
socket.send_fds(connection, [struct.pack("!I", len(request))], [0, 1, 2])
connection.sendall(request)
number = struct.unpack("!I", connection.recv(4, socket.MSG_WAITALL))[0]
signal.signal(signal.SIGTERM, lambda *_: os.kill(number, signal.SIGTERM))
status = os.waitstatus_to_exitcode(struct.unpack("!I", connection.recv(4, socket.MSG_WAITALL))[0])
sys.exit(status if status >= 0 else 128 - status)
"""


class WarmPrograms:
    """Programs for the PATH of a shell, which a warm process of their own runs."""

    def __init__(self, folder: Path, programs: Mapping[str, str], environment: Mapping[str, str]) -> None:
        address = folder / "address"
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(str(address))
        listening.listen()
        for name, module in programs.items():
            path = folder / name
            path.write_text(
                PROGRAM.format(
                    python=sys.executable,
                    names=READ_AT_START,
                    environment=read_at_start(environment),
                    address=str(address),
                    module=module,
                )
            )
            path.chmod(0o755)
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"from tests import warm; warm.listen({listening.fileno()})"],
            env=dict(environment),
            cwd=Path(__file__).parent.parent,
            pass_fds=[listening.fileno()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        listening.close()

    def close(self) -> None:
        """Ends the warm process."""
        self._process.communicate()


def _talk(descriptors: Sequence[int], stdin: bytes) -> tuple[bytes, bytes]:
    """Writes what the command reads, and returns its output and its errors."""
    talk = [b"", b""]

    def write() -> None:
        try:
            with open(descriptors[0], "wb") as file:
                file.write(stdin)
        except BrokenPipeError:
            pass

    def read(number: int) -> None:
        with open(descriptors[1 + number], "rb") as file:
            talk[number] = file.read()

    jobs = [threading.Thread(target=write), threading.Thread(target=read, args=(0,))]
    for job in jobs:
        job.start()
    read(1)
    for job in jobs:
        job.join()
    return talk[0], talk[1]


def _exactly(source: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = source.recv(size - len(data))
        if not part:
            raise EOFError("the other side has ended")
        data += part
    return data


def serve(descriptor: int, has_libraries: bool) -> NoReturn:
    """Imports our commands, waits for them on a socket, and runs each in a copy of this process."""
    _import_commands(has_libraries)
    _run(*_copy_for_each(socket.socket(fileno=descriptor)))


def listen(descriptor: int) -> NoReturn:
    """Imports our commands and runs one for each connection, also several at once, until standard input ends."""
    _import_commands(has_libraries=True)
    listening = socket.socket(fileno=descriptor)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the copies that wait for the commands
    while True:
        if sys.stdin in select.select([listening, sys.stdin], [], [])[0]:
            os._exit(0)
        connection, _ = listening.accept()
        if not os.fork():
            break
        connection.close()
    listening.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _run(*_copy_for_each(connection))


def _import_commands(has_libraries: bool) -> None:
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # no copy has the threads that numpy would start
    for package in map(importlib.import_module, PACKAGES):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.startswith(LEFT_OUT):
                importlib.import_module(module.name)
    if has_libraries:
        for name in LIBRARIES:
            if importlib.util.find_spec(name.partition(".")[0]):
                importlib.import_module(name)
    scoring = importlib.import_module("scorelite.scoring")
    for sides in DEMO:
        str(scoring.score_files(*sides).notices)
    gc.collect()
    gc.freeze()


def _run(module: str, arguments: Sequence[bytes]) -> NoReturn:
    sys.argv = ["-c", *map(os.fsdecode, arguments)]
    try:
        code = importlib.import_module(module).main()
    except SystemExit as end:
        code = end.code
    _exit(code)


def _exit(code: object) -> NoReturn:
    """Ends as Python does, but leaves all objects where they are: to free them would copy their memory first."""
    if isinstance(code, int) and threading.active_count() == 1:
        atexit._run_exitfuncs()
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except OSError:
            sys.exit(code)  # Python tells it in its own way
        os._exit(code)
    sys.exit(code)


def _copy_for_each(source: socket.socket) -> tuple[str, list[bytes]]:
    """Copies this process for each command; returns in the copies only, with module and arguments."""
    while True:
        head, descriptors, _, _ = socket.recv_fds(source, HEAD.size, 3)
        if not head:
            os._exit(0)
        request = marshal.loads(_exactly(source, HEAD.unpack(head)[0]))
        number = os.fork()
        if not number:
            source.close()
            return _as_its_parent_wants(request, descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        source.sendall(HEAD.pack(number))
        source.sendall(HEAD.pack(os.waitpid(number, 0)[1]))


def _as_its_parent_wants(request: tuple[Any, ...], descriptors: Sequence[int]) -> tuple[str, list[bytes]]:
    module, arguments, folder, environment = request
    for place, descriptor in enumerate(descriptors):
        os.dup2(descriptor, place)
        os.close(descriptor)
    os.environb.clear()
    os.environb.update(environment)
    os.chdir(folder)
    return module, arguments
