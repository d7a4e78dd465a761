"""The writer of files: a file is whole under its name or as it was before, whatever goes wrong."""

from __future__ import annotations

import io
import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

import pytest

from scorelite.formats.engine import output
from scorelite.formats.engine.output import OutputFile, write_file
from scorelite.formats.engine.writing import write_folder
from tests.conftest import ROOT

if TYPE_CHECKING:
    from typing_extensions import Buffer

IS_ROOT = os.name == "posix" and os.geteuid() == 0
posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")


def names(folder: Path) -> set[str]:
    """All names in a folder, part files included."""
    return set(os.listdir(folder))


def failing(error: BaseException) -> Iterator[bytes]:
    """Half a megabyte, so that some of it is written, and then an error."""
    yield b"x" * (1 << 19)
    raise error


@pytest.mark.parametrize("error", [ValueError("no"), OSError(28, "full"), KeyboardInterrupt(), SystemExit(3)])
def test_an_error_leaves_the_old_file_and_no_part(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    with pytest.raises(type(error)):
        write_file(str(path), failing(error))
    assert path.read_bytes() == b"old"
    with pytest.raises(type(error)):
        write_file(str(tmp_path / "new"), failing(error))
    assert names(tmp_path) == {"a"}


def test_the_part_file_is_new_beside_the_target_and_has_a_random_name(tmp_path: Path) -> None:
    seen = []

    def chunks() -> Iterator[bytes]:
        seen.extend(names(tmp_path) - {"a"})
        yield b"data"

    (tmp_path / "a").write_bytes(b"old")
    for _ in range(2):
        write_file(str(tmp_path / "a"), chunks())
    assert len(set(seen)) == 2
    assert names(tmp_path) == {"a"}


def test_a_part_file_of_that_name_is_never_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "urandom", lambda size: bytes(size))
    other = tmp_path / f".scorelite-{'00' * 8}.part"
    other.write_bytes(b"somebody else's")
    with pytest.raises(FileExistsError):
        write_file(str(tmp_path / "a"), [b"data"])
    assert other.read_bytes() == b"somebody else's"
    assert names(tmp_path) == {other.name}


@posix
def test_a_new_file_has_the_mode_of_the_umask(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write_file(str(tmp_path / "a"), [b"data"])
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_an_existing_file_keeps_its_mode_and_its_part_is_private(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(mode)
    inode = path.stat().st_ino
    write_file(str(path), [b"new"])
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", mode)
    assert path.stat().st_ino != inode


@pytest.mark.skipif(not IS_ROOT, reason="only the superuser gives files away")
def test_an_existing_file_keeps_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    os.chown(path, 1234, 4321)
    write_file(str(path), [b"new"])
    assert (path.stat().st_uid, path.stat().st_gid, path.read_bytes()) == (1234, 4321, b"new")


@posix
def test_a_file_whose_owner_cannot_be_kept_keeps_its_inode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "_take_over", lambda descriptor, like: False)
    path = tmp_path / "a"
    path.write_bytes(b"something long and old")
    inode = path.stat().st_ino
    with pytest.raises(ValueError, match="no"):
        write_file(str(path), failing(ValueError("no")))
    assert path.read_bytes() == b"something long and old"
    write_file(str(path), [b"new"])
    assert (path.read_bytes(), path.stat().st_ino, names(tmp_path)) == (b"new", inode, {"a"})


@posix
@pytest.mark.parametrize("is_dangling", [False, True])
def test_a_symbolic_link_stays_and_its_target_is_written(tmp_path: Path, is_dangling: bool) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    if not is_dangling:
        (folder / "target").write_bytes(b"old")
    (tmp_path / "middle").symlink_to(Path("elsewhere") / "target")
    (tmp_path / "link").symlink_to("middle")
    write_file(str(tmp_path / "link"), [b"new"])
    assert os.readlink(tmp_path / "link") == "middle"
    assert (folder / "target").read_bytes() == b"new"
    assert (names(folder), names(tmp_path)) == ({"target"}, {"elsewhere", "middle", "link"})


@posix
def test_hard_links_show_the_new_content_under_all_names(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"something long and old")
    os.link(tmp_path / "a", tmp_path / "b")
    with pytest.raises(ValueError, match="no"):
        write_file(str(tmp_path / "a"), failing(ValueError("no")))
    assert (tmp_path / "b").read_bytes() == b"something long and old"
    write_file(str(tmp_path / "a"), [b"new"] * 3)
    assert (tmp_path / "b").read_bytes() == b"newnewnew"
    assert (tmp_path / "a").samefile(tmp_path / "b")
    assert names(tmp_path) == {"a", "b"}


@posix
def test_a_folder_that_takes_no_new_file_lets_its_files_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"old")
    opened = os.open

    def refusing(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT and os.path.dirname(path) == str(tmp_path):
            raise PermissionError(13, "Permission denied", path)
        return opened(path, flags, mode)

    monkeypatch.setattr(os, "open", refusing)
    with pytest.raises(ValueError, match="no"):
        write_file(str(tmp_path / "a"), failing(ValueError("no")))
    assert (tmp_path / "a").read_bytes() == b"old"
    write_file(str(tmp_path / "a"), [b"new"])
    assert ((tmp_path / "a").read_bytes(), names(tmp_path)) == (b"new", {"a"})
    with pytest.raises(PermissionError) as caught:
        write_file(str(tmp_path / "b"), [b"new"])
    assert caught.value.filename == str(tmp_path / "b")


@posix
def test_a_read_only_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o444)
    if IS_ROOT:  # the superuser may write everything: refuse as the system refuses other users
        opened = os.open

        def refusing(name: str, flags: int, mode: int = 0o777) -> int:
            if flags & os.O_WRONLY and name == str(path):
                raise PermissionError(13, "Permission denied", name)
            return opened(name, flags, mode)

        monkeypatch.setattr(os, "open", refusing)
    with pytest.raises(PermissionError) as caught:
        write_file(str(path), [b"new"])
    assert caught.value.filename == str(path)
    assert (path.read_bytes(), names(tmp_path)) == (b"old", {"a"})


def test_a_name_of_255_bytes_is_possible(tmp_path: Path) -> None:
    for name in ("x" * 255, "ü" * 127):
        write_file(str(tmp_path / name), [b"data"])
        write_file(str(tmp_path / name), [b"more"])
        assert (tmp_path / name).read_bytes() == b"more"
    assert len(names(tmp_path)) == 2


@pytest.mark.parametrize(
    ("name", "error"),
    [("", FileNotFoundError), ("no/a", FileNotFoundError), ("folder", IsADirectoryError), ("a/", OSError)],
)
def test_a_path_that_cannot_be_written_is_named_as_it_was_given(
    name: str, error: type[OSError], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(error) as caught:
        write_file(name, [b"data"])
    assert caught.value.filename == name
    assert names(tmp_path) == {"folder"}


# --- devices and pipes ---------------------------------------------------------------------------


def program(body: str) -> list[str]:
    """The command line of a Python program that may import the package."""
    return [sys.executable, "-c", f"import os, sys; sys.path.insert(0, {str(ROOT)!r})\n{body}"]


@posix
def test_devices_and_pipes_are_written_directly(tmp_path: Path) -> None:
    write_file(os.devnull, [b"data"])
    os.mkfifo(tmp_path / "pipe")
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write_file(str(tmp_path / "pipe"), [b"data"] * 2)
    reader.join(30)
    assert (found, names(tmp_path)) == ([b"datadata"], {"pipe"})
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


@posix
@pytest.mark.parametrize("link", [False, True])
def test_dev_stdout_is_the_open_file_and_keeps_its_place(tmp_path: Path, link: bool) -> None:
    path = "/dev/stdout"
    if link:
        (tmp_path / "link").symlink_to(path)
        path = str(tmp_path / "link")
    body = (
        "from scorelite.formats.engine.output import write_file\n"
        f"print('before'); write_file({path!r}, [b'data\\n']); print('after')"
    )
    (tmp_path / "out").write_bytes(b"old\n")
    with (tmp_path / "out").open("ab") as file:
        subprocess.run(program(body), stdout=file, check=True)
    assert (tmp_path / "out").read_bytes() == b"old\nbefore\ndata\nafter\n"
    done = subprocess.run(program(body), stdout=subprocess.PIPE, check=True)
    assert done.stdout == b"before\ndata\nafter\n"


@posix
def test_a_numbered_descriptor_is_the_open_file(tmp_path: Path) -> None:
    with (tmp_path / "out").open("wb", buffering=0) as file:
        file.write(b"before ")
        write_file(f"/dev/fd/{file.fileno()}", [b"data"])
        file.write(b" after")
    assert (tmp_path / "out").read_bytes() == b"before data after"
    with pytest.raises(OSError, match="Bad file descriptor"):
        write_file("/dev/fd/99", [b"data"])


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_device_is_named() -> None:
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        write_file("/dev/full", [b"data"])


# --- folders -----------------------------------------------------------------------------------------


class Unbuffered(io.RawIOBase):
    """Stdout without a buffer, of which the system takes so many bytes at a time; None: it takes none now."""

    def __init__(self, most: int | None) -> None:
        self.most = most
        self.taken: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Buffer) -> int | None:
        if self.most is None:
            return None
        self.taken.append(bytes(data)[: self.most])
        return len(self.taken[-1])


def unbuffered(most: int | None, monkeypatch: pytest.MonkeyPatch) -> Unbuffered:
    stream = Unbuffered(most)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(cast("BinaryIO", stream), write_through=True))
    return stream


def test_stdout_without_a_buffer_gets_every_byte_in_few_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = unbuffered(100_000, monkeypatch)
    output.write_stdout(b"%05d" % number for number in range(60_000))
    assert b"".join(stream.taken) == b"".join(b"%05d" % number for number in range(60_000))
    assert len(stream.taken) < 10


def test_what_came_before_an_error_reaches_stdout(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = unbuffered(100_000, monkeypatch)

    def chunks() -> Iterator[bytes]:
        yield b"one"
        raise ValueError("broken off")

    with pytest.raises(ValueError, match="broken off"):
        output.write_stdout(chunks())
    assert stream.taken == [b"one"]


def test_a_full_pipe_that_may_not_block_is_an_error_of_stdout(monkeypatch: pytest.MonkeyPatch) -> None:
    unbuffered(None, monkeypatch)
    with pytest.raises(BlockingIOError) as caught:
        output.write_stdout([b"x"])
    assert caught.value.filename == output.STDOUT


def test_the_files_of_a_folder_appear_together(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "a").write_bytes(b"old")

    def files() -> Iterator[tuple[str, list[str]]]:
        yield "a", ["new"]
        assert (folder / "a").read_bytes() == b"old"
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        write_folder(str(folder), files())
    assert (names(folder), (folder / "a").read_bytes()) == ({"a"}, b"old")
    with pytest.raises(ValueError, match="no"):
        write_folder(str(tmp_path / "fresh"), (files() if number else ("a", ["new"]) for number in range(2)))
    assert names(tmp_path) == {"data"}
    write_folder(str(tmp_path / "fresh"), [("a", ["new"]), ("b", ["other"])])
    assert names(tmp_path / "fresh") == {"a", "b"}


# --- signals -----------------------------------------------------------------------------------------

SLOW = """
from scorelite.formats.engine.output import write_file
def chunks():
    yield b'x' * (1 << 19)
    print('half', flush=True)
    while True:
        yield b''
write_file('a', chunks())
"""


@pytest.fixture
def half_written(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that has written half of the file `a`, which existed before."""
    (tmp_path / "a").write_bytes(b"old")
    running = subprocess.Popen(program(SLOW), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=tmp_path)
    assert running.stdout is not None
    assert running.stdout.readline() == b"half\n"
    yield running
    running.kill()
    running.wait()
    running.stdout.close()


@posix
@pytest.mark.parametrize("number", [signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)])
def test_a_signal_removes_the_part_and_ends_the_process_as_ever(
    half_written: subprocess.Popen[bytes], tmp_path: Path, number: signal.Signals
) -> None:
    assert len(names(tmp_path)) == 2
    half_written.send_signal(number)
    assert half_written.wait(30) == -number
    assert (names(tmp_path), (tmp_path / "a").read_bytes()) == ({"a"}, b"old")


@posix
def test_an_interrupt_removes_the_part(half_written: subprocess.Popen[bytes], tmp_path: Path) -> None:
    half_written.send_signal(signal.SIGINT)
    half_written.wait(30)
    assert (names(tmp_path), (tmp_path / "a").read_bytes()) == ({"a"}, b"old")


@posix
def test_a_killed_process_leaves_the_old_file_whole(half_written: subprocess.Popen[bytes], tmp_path: Path) -> None:
    half_written.kill()
    half_written.wait(30)
    assert (tmp_path / "a").read_bytes() == b"old"
    write_file(str(tmp_path / "a"), [b"new"])
    assert (tmp_path / "a").read_bytes() == b"new"


@posix
def test_signals_are_those_of_the_program_again_when_all_files_are_whole(tmp_path: Path) -> None:
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    first, second = (OutputFile(str(tmp_path / name)) for name in "ab")
    assert signal.getsignal(signal.SIGTERM) != signal.SIG_DFL
    first.save([b"1"])
    assert signal.getsignal(signal.SIGTERM) != signal.SIG_DFL
    second.discard()
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    assert names(tmp_path) == {"a"}


@posix
def test_a_handler_of_the_program_stays(tmp_path: Path) -> None:
    def handler(*_: object) -> None:
        pass

    signal.signal(signal.SIGTERM, handler)
    try:
        file = OutputFile(str(tmp_path / "a"))
        assert signal.getsignal(signal.SIGTERM) is handler
        file.save([b"data"])
        assert signal.getsignal(signal.SIGTERM) is handler
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def test_threads_write_without_touching_signals(tmp_path: Path) -> None:
    threads = [
        threading.Thread(target=write_file, args=(str(tmp_path / f"{number}"), [b"data"])) for number in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert names(tmp_path) == {f"{number}" for number in range(8)}
    assert not output._parts
