"""Where the commands write: the two standard streams, and report files that appear whole or not at all."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# Pieces are gathered to about this size before they are handed to the system.
_PIECE = 1 << 18


class WriteError(Exception):
    """Output could not be written: where to, and why."""

    def __init__(self, name: bytes, reason: str) -> None:
        super().__init__(name, reason)
        self.message = b"cannot write " + name + b": " + os.fsencode(reason)


class Console:
    """Standard output, buffered as bytes, and standard error, written at once."""

    __slots__ = ("_gathered", "_parts", "_stream")

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._gathered = 0
        # Unbuffered where possible, so that nothing is left behind for the interpreter's exit to stumble over.
        # There is no stream at all if the caller closed it: the output is dropped then, as by the reference.
        stream = None if sys.stdout is None else sys.stdout.buffer
        self._stream = getattr(stream, "raw", stream)
        if sys.stdout is not None:
            sys.stdout.flush()

    def out(self, data: bytes) -> None:
        """Write to standard output, some time before the next flush."""
        self._parts.append(data)
        self._gathered += len(data)
        if self._gathered >= _PIECE:
            self.flush()

    def write(self, chunks: Iterable[bytes]) -> None:
        """Write many pieces to standard output."""
        for chunk in chunks:
            self.out(chunk)

    def flush(self) -> None:
        """Hand everything gathered to the system."""
        data = b"".join(self._parts)
        self._parts.clear()
        self._gathered = 0
        if data and self._stream is not None:
            try:
                _write_all(self._stream.write, data)
                self._stream.flush()
            except OSError as error:
                self._stream = None
                raise WriteError(b"standard output", error.strerror or str(error)) from None

    def error(self, data: bytes) -> None:
        """Write to standard error; if that fails there is nobody left to tell."""
        if sys.stderr is None:
            return
        try:
            # Lines appear on a terminal as they come; elsewhere errors overtake the output, as in the reference.
            if self._parts and self._stream is not None and self._stream.isatty():
                self.flush()
            sys.stderr.flush()
            stream = sys.stderr.buffer
            _write_all(getattr(stream, "raw", stream).write, data)
            stream.flush()
        except (OSError, WriteError):
            pass


class ReportFile:
    """A file that is being written, under its own name or under a temporary one beside it."""

    __slots__ = ("_descriptor", "_path", "_temporary")

    def __init__(self, path: bytes, descriptor: int, temporary: bytes | None) -> None:
        self._path = path
        self._descriptor = descriptor
        self._temporary = temporary

    def save(self, chunks: Iterable[bytes]) -> None:
        """Write everything and give the file its name; if that fails, leave what was there before."""
        try:
            self._write(chunks)
            if self._temporary is not None:
                os.replace(self._temporary, self._path)
        except OSError as error:
            self._discard()
            raise WriteError(b"'" + self._path + b"'", error.strerror or str(error)) from None
        except BaseException:
            self._discard()
            raise

    def _write(self, chunks: Iterable[bytes]) -> None:
        def write(data: memoryview) -> int:
            return os.write(self._descriptor, data)

        try:
            parts: list[bytes] = []
            gathered = 0
            for chunk in chunks:
                parts.append(chunk)
                gathered += len(chunk)
                if gathered >= _PIECE:
                    _write_all(write, b"".join(parts))
                    parts.clear()
                    gathered = 0
            _write_all(write, b"".join(parts))
        finally:
            os.close(self._descriptor)

    def _discard(self) -> None:
        if self._temporary is not None:
            try:
                os.unlink(self._temporary)
            except OSError:
                pass


def create(path: bytes) -> ReportFile | None:
    """Begin a report file, or return None where the system does not allow one."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return _beside(path)
    except OSError:
        return None
    # Bits of the file type; the module `stat` is one more to load.
    regular = status.st_mode & 0o170000 == 0o100000
    try:
        # A file that may not be written must not be replaced either, even if the folder would allow it.
        descriptor = os.open(path, os.O_WRONLY | _FLAGS) if regular else _open_directly(path)
    except OSError:
        return None
    if not regular:
        return ReportFile(path, descriptor, None)
    os.close(descriptor)
    replacement = _beside(path, status) if status.st_nlink == 1 else None
    return replacement or _overwrite(path)


_FLAGS = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def _open_directly(path: bytes) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _FLAGS, 0o666)


def _overwrite(path: bytes) -> ReportFile | None:
    try:
        return ReportFile(path, _open_directly(path), None)
    except OSError:
        return None


def _beside(path: bytes, like: os.stat_result | None = None) -> ReportFile | None:
    """A temporary file in the folder of `path`, with the owner and mode of the file that it will replace."""
    folder = path[: path.rfind(b"/") + 1]
    for number in range(1000):
        temporary = folder + b".sclite-%d-%d" % (os.getpid(), number)
        try:
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FLAGS, 0o666)
        except FileExistsError:
            continue
        except OSError:
            return None
        file = ReportFile(path, descriptor, temporary)
        if like is None or _take_over(descriptor, like):
            return file
        os.close(descriptor)
        file._discard()
        return None
    return None


def _take_over(descriptor: int, like: os.stat_result) -> bool:
    """Give a new file the owner and mode of an old one, if that is possible."""
    try:
        own = os.fstat(descriptor)
        if (own.st_uid, own.st_gid) != (like.st_uid, like.st_gid):
            os.chown(descriptor, like.st_uid, like.st_gid)
        if own.st_mode != like.st_mode:
            os.chmod(descriptor, like.st_mode & 0o7777)
    except (OSError, AttributeError, NotImplementedError):
        return False
    return True


def _write_all(write: Writer, data: bytes) -> None:
    """Write every byte, however few the system takes at a time."""
    view = memoryview(data)
    while view:
        written = write(view)
        if written is None:  # the other end is in non-blocking mode and full
            from time import sleep

            sleep(0.01)
        else:
            view = view[written:]


if TYPE_CHECKING:
    from collections.abc import Callable

    Writer = Callable[[memoryview], "int | None"]
