"""Builds the native core with a sanitizer and runs what it should watch, in a temporary copy of the sources.

The build is kept in `build/sanitized`: the next run compiles only what changed.
`thread` runs two threads that share values, `address` (with undefined behaviour) runs random cases of readers and both
cores. Exit code 1 if the sanitizer reports anything, or an answer differs.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.builds import ROOT
from tests.builds import build as build_core

_COPIED = ("scorelite", "core", "scoring", "formats", "resources", "tests")
_BUILT = ROOT / "build" / "sanitized"
_OPTIONS = ("-O1", "-g1", "-fno-omit-frame-pointer")


@dataclass(frozen=True, slots=True)
class Sanitizer:
    """A sanitizer: the compiler's option, the library that Python has to load first, settings, and the program."""

    flags: tuple[str, ...]
    libraries: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    program: tuple[str, ...]


SANITIZERS = {
    "thread": Sanitizer(
        ("-fsanitize=thread",),
        ("libtsan.so",),
        # The allocator that Arrow brings along cannot be watched.
        (
            ("TSAN_OPTIONS", "exitcode=66:history_size=7:report_signal_unsafe=0"),
            ("ARROW_DEFAULT_MEMORY_POOL", "system"),
        ),
        ("tests.sanitized.shared",),
    ),
    "address": Sanitizer(
        ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"),
        ("libasan.so", "libubsan.so"),
        # Python itself leaks at its end.
        (("ASAN_OPTIONS", "detect_leaks=0:quarantine_size_mb=16"), ("UBSAN_OPTIONS", "print_stacktrace=1")),
        ("tests.fuzz", "--only", "readers", "--only", "cores", "--only", "policies"),
    ),
}


def arguments(words: Sequence[str] | None) -> tuple[argparse.Namespace, list[str]]:
    """The command line; what it does not know goes to the program that is run."""
    parser = argparse.ArgumentParser(prog="python -m tests.sanitized", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sanitizer", choices=sorted(SANITIZERS))
    return parser.parse_known_args(words)


def build(name: str) -> Path:
    """The native core with a sanitizer, after compiling what changed since the last run."""
    return build_core(_BUILT / name, (*_OPTIONS, *SANITIZERS[name].flags))


def libraries(sanitizer: Sanitizer) -> str:
    """Paths of the libraries to load first, which the compiler knows."""
    compiler = shlex.split(os.environ.get("CXX", "c++"))
    paths = [
        subprocess.run(
            [*compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        for name in (*sanitizer.libraries, "libstdc++.so")
    ]
    return " ".join(paths)


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit code."""
    options, rest = arguments(words)
    sanitizer = SANITIZERS[options.sanitizer]
    with tempfile.TemporaryDirectory(prefix="sanitized-") as name:
        folder = Path(name)
        for part in _COPIED:
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        shutil.copy(build(options.sanitizer), folder / "core")
        print(f"{options.sanitizer}: built with {' '.join(sanitizer.flags)}", flush=True)
        environment = {**os.environ, **dict(sanitizer.settings), "LD_PRELOAD": libraries(sanitizer)}
        environment |= {"PYTHONPATH": name, "PYTHONMALLOC": "malloc", "SCORELITE_CORE": "native"}
        done = subprocess.run(
            [sys.executable, "-m", *sanitizer.program, *rest], cwd=folder, env=environment, check=False
        )
    print(f"{options.sanitizer}: exit code {done.returncode}")
    return 1 if done.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
