"""Other systems: the native core compiles for each of them, and no file of the repository is refused by one."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path, PurePosixPath

import pytest

from scorelite.formats.engine.output import OutputFile
from scorelite.scoring.cli.main import as_elsewhere, main
from tests.conftest import ROOT
from tests.peers import peer

SYSTEMS = {
    "Linux with glibc 2.17": "x86_64-linux-gnu.2.17",
    "Linux with musl": "x86_64-linux-musl",
    "Linux of 32 bits": "x86-linux-musl",
    "macOS on Intel": "x86_64-macos",
    "macOS on Apple's processors": "aarch64-macos",
    "Windows on Intel": "x86_64-windows-gnu",
    "Windows on ARM": "aarch64-windows-gnu",
}
DEVICES = {"con", "prn", "aux", "nul", "conin$", "conout$"} | {
    f"{name}{n}" for name in ("com", "lpt") for n in range(10)
}
# What Python's headers ask about a system; the interpreter's own answers are those of this machine.
ANSWERS = """\
#define SIZEOF_LONG __SIZEOF_LONG__
#define SIZEOF_WCHAR_T __SIZEOF_WCHAR_T__
#define SIZEOF_VOID_P __SIZEOF_POINTER__
#define SIZEOF_SIZE_T __SIZEOF_SIZE_T__
#define SIZEOF_INT __SIZEOF_INT__
#define SIZEOF_LONG_LONG __SIZEOF_LONG_LONG__
#define HAVE_STDINT_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_WCHAR_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_SYS_STAT_H 1
"""


@pytest.fixture
def headers(tmp_path: Path) -> Path:
    """Python's headers, for any system."""
    folder = tmp_path / "include"
    folder.mkdir()
    for header in Path(sysconfig.get_paths()["include"]).iterdir():
        if header.name != "pyconfig.h":
            (folder / header.name).symlink_to(header)
    (folder / "pyconfig.h").write_text(ANSWERS, encoding="utf-8")
    return folder


def test_commands_of_windows_start_as_those_of_other_systems() -> None:
    points = re.findall(r'"(\w+) = scorelite\.([\w.]+):(\w+)"', (ROOT / "setup.py").read_text(encoding="utf-8"))
    assert points == [("scorelite", "scoring.cli.main", "run"), ("sclite", "scoring.cli.sclite", "run")]


def test_a_program_that_calls_a_command_keeps_its_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["scorelite", "--version"])
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    before = {**os.environ}
    assert main() == 0
    assert {**os.environ} == before


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_clang_compiles_every_native_file_for(system: str, headers: Path, tmp_path: Path) -> None:
    peer("ziglang")
    sources = sorted((ROOT / "core").glob("**/native/*.cpp"))
    assert len(sources) > 40

    def problems(source: Path) -> str:
        command = [sys.executable, "-m", "ziglang", "c++", "-target", SYSTEMS[system], "-std=c++17", "-O0", "-c"]
        options = [f"-I{headers}", "-DPy_LIMITED_API=0x030A0000", "-o", str(tmp_path / f"{source.stem}.o"), str(source)]
        done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
        return done.stderr if done.returncode else ""

    with ThreadPoolExecutor(2) as pool:
        failed = {source.name: text for source, text in zip(sources, pool.map(problems, sources), strict=True) if text}
    assert not failed


def names_in_the_repository() -> list[str]:
    """The paths of all files that git knows; in an unpacked archive, of all files but those that tools make."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        listed = b""
    if listed:
        return [os.fsdecode(name) for name in listed.split(b"\0") if name]
    folders = ("benchmarks", "core", "docs", "formats", "resources", "scorelite", "scoring", "tests")
    return [str(path.relative_to(ROOT)) for name in folders for path in (ROOT / name).rglob("*") if path.is_file()]


def test_every_file_can_be_checked_out_on_windows_and_macos() -> None:
    names = names_in_the_repository()
    assert len(names) > 1000
    refused = []
    for name in names:
        for part in PurePosixPath(name).parts:
            stem = part.split(".")[0].lower()
            if stem in DEVICES or part[-1] in ". " or any(sign in '<>:"|?*\\' or sign < " " for sign in part):
                refused.append(name)
    assert not refused
    assert len({name.lower() for name in names}) == len(names), "two names differ by case alone"
    assert max(map(len, names)) <= 140, "Windows allows 260 letters, the folder of the checkout included"


def test_git_changes_no_line_ending() -> None:
    assert "* -text" in (ROOT / ".gitattributes").read_text(encoding="utf-8").splitlines()


def test_a_stream_of_text_writes_utf_8_and_line_feeds() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="cp1252", newline="\r\n")
    as_elsewhere(stream)
    stream.write("naïve 東\n")
    stream.flush()
    assert stream.buffer.getvalue() == "naïve 東\n".encode()  # type: ignore[attr-defined]


def test_a_mode_that_cannot_be_set_through_a_descriptor_does_not_stop_the_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows, before Python 3.13, os.chmod takes paths alone."""
    target = tmp_path / "out.txt"
    target.write_bytes(b"old")

    def chmod(path: object, mode: int) -> None:
        raise TypeError("chmod: path should be string, bytes or os.PathLike, not int")

    monkeypatch.setattr(os, "chmod", chmod)
    OutputFile(str(target)).save([b"new"])
    assert target.read_bytes() == b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]
