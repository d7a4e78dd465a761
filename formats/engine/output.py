"""Output files: whole under their name, or not there. Every file that the commands write is written by `OutputFile`.

The data go to a part file with a random name in the folder of the target; the part file takes the name of the target
when it is complete. An error, an interrupt, SIGTERM or SIGHUP removes the part file and leaves an old file as it was;
after SIGKILL a part file may remain next to the old file.

- An existing file keeps its mode and its owner; one without write permission is an error.
- A symbolic link stays, and its target is replaced.
- A file with several hard links keeps its inode, so that all its names show the new content: the complete part file is
  copied into it. So does a file in a folder that takes no new files, and a file whose owner cannot be kept. Only while
  that copy runs an interruption can leave such a file incomplete.
- A pipe, a device or /dev/stdout is written directly; a terminal shows control characters as visible ones.

The module imports little, because the drop-in `sclite` imports it.
"""

from __future__ import annotations

import os
import sys
from time import sleep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import FrameType
    from typing import Any, BinaryIO

STDOUT = "standard output"
# Chunks are gathered to about this size before they are handed to the system.
_PIECE = 1 << 18
_LARGE = 1 << 16
_FLAGS = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
# Bits of the file type; the module `stat` is one more to import.
_TYPE, _REGULAR = 0o170000, 0o100000
_LINKS = 40
_STREAMS = {"/dev/stdout": 1, "/dev/stderr": 2}


class OutputFile:
    """A file being written; `save` completes it. OSErrors name the path as it was given."""

    __slots__ = ("_descriptor", "_part", "_path", "_target")

    def __init__(self, path: str) -> None:
        self._path = path
        self._part = ""
        self._target = ""
        """Where the part file goes: its name is replaced, unless it is empty; then the file itself is overwritten."""
        try:
            self._descriptor = self._opened()
        except OSError as error:
            raise OSError(error.errno, error.strerror, path) from None

    def save(self, chunks: Iterable[bytes]) -> None:
        """Writes all chunks and gives the file its name; after an error the old file is as it was."""
        try:
            self.fill(chunks)
            self.publish()
        except BaseException:
            self.discard()
            raise

    def fill(self, chunks: Iterable[bytes]) -> None:
        """Writes all chunks to the part file."""
        if not self._part and os.isatty(self._descriptor):
            from .terminal import visible_bytes

            chunks = visible_bytes(chunks)
        _gather(chunks, lambda piece: self._write(self._descriptor, piece))

    def publish(self) -> None:
        """Gives the complete file its name."""
        try:
            if self._target:
                self._close()
                os.replace(self._part, self._target)
                _forget(self._part)
                self._part = ""
            elif self._part:
                self._copy()
        except OSError as error:
            raise OSError(error.errno, error.strerror, self._path) from None
        self.discard()

    def discard(self) -> None:
        """Closes the file and removes the part file, if there is one."""
        self._close()
        if self._part:
            _remove(self._part)
            _forget(self._part)
            self._part = ""

    def _opened(self) -> int:
        """The descriptor to write to: that of a part file, or that of the target where it is no regular file."""
        descriptor = _descriptor_of(self._path)
        if descriptor is not None:
            if descriptor == 1 and sys.stdout is not None:
                sys.stdout.flush()
            return os.dup(descriptor)
        try:
            status = os.stat(self._path)
        except FileNotFoundError:
            if not self._path:
                raise
            return self._open_part(os.path.realpath(self._path))
        # A file that may not be written must not be replaced either, even where its folder would allow that.
        if status.st_mode & _TYPE != _REGULAR:
            return os.open(self._path, os.O_WRONLY | os.O_TRUNC | _FLAGS)
        os.close(os.open(self._path, os.O_WRONLY | _FLAGS))
        try:
            opened = self._open_part(os.path.realpath(self._path), status)
        except OSError:
            return self._open_spool()
        if status.st_nlink > 1 or not _take_over(opened, status):
            self._target = ""
        return opened

    def _open_part(self, target: str, like: os.stat_result | None = None) -> int:
        """Creates the part file of a target; `like` is the status of the file that it replaces."""
        folder, name = os.path.split(target)
        if not name or not os.path.basename(self._path):
            raise _os_error("EISDIR")
        part = os.path.join(folder, f".scorelite-{os.urandom(8).hex()}.part")
        _remember(part)
        try:
            descriptor = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | _FLAGS, 0o600 if like else 0o666)
        except BaseException:
            _forget(part)
            raise
        self._part, self._target = part, target
        return descriptor

    def _open_spool(self) -> int:
        """Creates a part file in the folder for temporary files, to be copied into the target."""
        from tempfile import mkstemp

        descriptor, self._part = mkstemp(prefix="scorelite-", suffix=".part")
        _remember(self._part)
        return descriptor

    def _copy(self) -> None:
        """Copies the part file into the target, whose inode stays."""
        target = os.open(self._path, os.O_WRONLY | os.O_TRUNC | _FLAGS)
        try:
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            while data := os.read(self._descriptor, _PIECE):
                self._write(target, data)
        finally:
            os.close(target)

    def _write(self, descriptor: int, data: bytes) -> None:
        """Writes every byte, however few the system takes at a time."""
        view = memoryview(data)
        try:
            while view:
                try:
                    view = view[os.write(descriptor, view) :]
                except BlockingIOError:  # a pipe in non-blocking mode that is full
                    sleep(0.01)
        except OSError as error:
            raise OSError(error.errno, error.strerror, self._path) from None

    def _close(self) -> None:
        if self._descriptor >= 0:
            descriptor, self._descriptor = self._descriptor, -1
            os.close(descriptor)


def write_file(path: str, chunks: Iterable[bytes]) -> None:
    """Writes one file."""
    OutputFile(path).save(chunks)


def write_stdout(chunks: Iterable[bytes]) -> None:
    """Writes to stdout, on a terminal with visible control characters; an OSError of stdout names it."""
    stream = sys.stdout
    try:
        if stream is None:
            raise _os_error("EBADF")
        stream.flush()
    except OSError as error:
        raise OSError(error.errno, error.strerror, STDOUT) from None
    if stream.isatty():
        from .terminal import visible_bytes

        chunks = visible_bytes(chunks)
    # Where stdout has no buffer (PYTHONUNBUFFERED), each chunk would be a call of the system.
    _gather(chunks, lambda piece: _put(stream.buffer, piece))


def _gather(chunks: Iterable[bytes], write: Callable[[bytes], None]) -> None:
    """Hands chunks to `write` in larger pieces; after an error, those that came before it too."""
    parts: list[bytes] = []
    gathered = 0
    try:
        for chunk in chunks:
            if len(chunk) >= _LARGE:
                # Written as it is: a copy would take longer than the call.
                write(b"".join(parts))
                parts.clear()
                gathered = 0
                write(chunk)
                continue
            parts.append(chunk)
            gathered += len(chunk)
            if gathered >= _PIECE:
                piece = b"".join(parts)
                parts.clear()
                gathered = 0
                write(piece)
    finally:
        write(b"".join(parts))


def _put(stream: BinaryIO, piece: bytes) -> None:
    """Writes every byte to stdout; without a buffer (PYTHONUNBUFFERED) the system may take fewer at a time."""
    left = memoryview(piece)
    try:
        while left:
            taken = stream.write(left)
            if taken is None:  # a pipe in non-blocking mode that is full
                raise _os_error("EAGAIN")
            left = left[taken:]
        stream.flush()
    except OSError as error:
        raise OSError(error.errno, error.strerror, STDOUT) from None


def _os_error(name: str) -> OSError:
    """The error that the system calls by this name."""
    import errno

    number: int = getattr(errno, name)
    return OSError(number, os.strerror(number))


def _descriptor_of(path: str) -> int | None:
    """The open descriptor that a path such as /dev/stdout or /dev/fd/3 stands for, also through symbolic links.

    >>> _descriptor_of("/dev/stdout"), _descriptor_of("/dev/fd/3"), _descriptor_of("out.txt")
    (1, 3, None)
    """
    for _ in range(_LINKS):
        path = os.path.abspath(path)
        folder, name = os.path.split(path)
        if path in _STREAMS:
            return _STREAMS[path]
        if name.isascii() and name.isdecimal() and folder in ("/dev/fd", "/proc/self/fd", f"/proc/{os.getpid()}/fd"):
            return int(name)
        try:
            path = os.path.join(folder, os.readlink(path))
        except (OSError, AttributeError):
            return None
    return None


def _take_over(descriptor: int, like: os.stat_result) -> bool:
    """Gives a new file the owner and the mode of an old one, where the system allows it."""
    try:
        status = os.fstat(descriptor)
        if (status.st_uid, status.st_gid) != (like.st_uid, like.st_gid):
            os.chown(descriptor, like.st_uid, like.st_gid)
        os.chmod(descriptor, like.st_mode & 0o7777)
    except (OSError, AttributeError, NotImplementedError, TypeError):  # Windows has paths alone, until 3.13
        return False
    return True


class TemporaryFolder:
    """A new folder among the temporary files of the system, removed with all it holds at the end of the block.

    An error, an interrupt, SIGTERM or SIGHUP removes it too.
    """

    __slots__ = ("_path",)

    def __enter__(self) -> str:
        from tempfile import gettempdir

        self._path = os.path.join(gettempdir(), f"scorelite-{os.urandom(8).hex()}")
        _remember(self._path)
        try:
            os.mkdir(self._path, 0o700)
        except BaseException:
            _forget(self._path)
            raise
        return self._path

    def __exit__(self, *error: object) -> None:
        try:
            _remove(self._path)
        finally:
            _forget(self._path)


# --- signals -------------------------------------------------------------------------------------

# Part files, temporary folders and the process that created each: a child of a fork has a copy of the table.
_parts: dict[str, int] = {}
# Signals whose default action, to end the process, is replaced while there are part files or temporary folders.
_replaced: list[int] = []
_FATAL = ("SIGTERM", "SIGHUP")


def _remember(part: str) -> None:
    if not _parts:
        _catch()
    _parts[part] = os.getpid()


def _forget(part: str) -> None:
    _parts.pop(part, None)
    if not _parts:
        _release()


def _signals() -> Any:
    """The core of the module `signal`, which itself imports `enum`: that takes longer than scoring a small file."""
    import _signal  # type: ignore[import-not-found]

    return _signal


def _catch() -> None:
    """Replaces the default action of fatal signals, unless this is not the main thread."""
    signals = _signals()
    for name in _FATAL:
        number = getattr(signals, name, None)
        if number is not None and signals.getsignal(number) == signals.SIG_DFL:
            try:
                signals.signal(number, _end)
            except ValueError:
                return
            _replaced.append(number)


def _release() -> None:
    """Restores the default action of the signals that `_catch` replaced."""
    signals = _signals()
    try:
        while _replaced:
            signals.signal(_replaced[-1], signals.SIG_DFL)
            _replaced.pop()
    except ValueError:
        pass


def _end(number: int, frame: FrameType | None) -> None:
    """Removes the part files and folders of this process and ends it as the signal would have ended it."""
    signals = _signals()
    for part, process in list(_parts.items()):
        if process == os.getpid():
            _remove(part)
    signals.signal(number, signals.SIG_DFL)
    os.kill(os.getpid(), number)


def _remove(path: str) -> None:
    """Removes a file, or a folder with all it holds, as far as that is possible."""
    if os.path.isdir(path):
        from shutil import rmtree

        rmtree(path, ignore_errors=True)
        return
    try:
        os.unlink(path)
    except OSError:
        pass
