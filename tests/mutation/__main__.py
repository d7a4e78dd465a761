"""Puts seeded faults into a copy of the sources, one at a time, runs the tests nearest to each, and shows survivors.

A fault that no test notices says which test is missing. Faults that change nothing are listed, with the reason, in
`equivalent.tsv` beside this file. The native core is built again with each fault in it; faults that the compiler
refuses, or of which it makes the core as it was, are counted apart. Exit code 1 if any fault survives.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

from tests import builds
from tests.mutation import cpp_operators, operators
from tests.mutation.operators import Mutant

ROOT = Path(__file__).resolve().parent.parent.parent
EQUIVALENT = Path(__file__).with_name("equivalent.tsv")
_SEARCHES = "tests/core/test_searches.py"
# No file of tests, but the answers of the searches, which are quicker than a table of all cells.
_ANSWERS = ["answers"]
_ANSWER = [sys.executable, "-m", "tests.mutation.answers"]
_NEAREST = Path(__file__).with_name("nearest.tsv")
_PACKAGES = ("scoring", "formats", "core")
_DOCSTRINGS = "tests/test_docstrings.py::test_the_examples_of_a_module_hold"
_EXAMPLE = re.compile(r"^ *>>> ", re.MULTILINE)
_SECONDS, _NEAR_SECONDS = 900, 400
# Memory that is written to: a browser reserves far more addresses than it uses.
_MEMORY = 6 << 30
# Tests of the tests themselves, and of what is installed, say nothing of a fault.
_LEFT_OUT = ("tests/fuzz", "tests/mutation", "tests/test_build.py", "tests/test_layout.py")
# Built quickly, and so that pairs of some dozen words meet every search.
_OPTIONS = ("-O1", "-DSCORELITE_SMALL_SIZES")
_COPIED = (".ci", "scorelite", "core", "scoring", "formats", "resources", "tests", "docs", "benchmarks")


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=100, metavar="N", help="how many faults (default: 100)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="another seed takes others (default: 0)")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="leave out the first N faults of this seed")
    parser.add_argument("--path", action="append", metavar="PATH", help="only below this file or folder; repeatable")
    parser.add_argument(
        "--nearest", action="store_true", help="only the nearest tests, without the whole suite behind them"
    )
    return parser.parse_args(words)


def sources(paths: Sequence[str]) -> list[Path]:
    """The source files, or those below the paths."""
    sources = sorted(
        path.relative_to(ROOT)
        for name in _PACKAGES
        for path in (ROOT / name).rglob("*.*")
        if path.suffix in (".py", ".cpp", ".hpp")
    )
    return [path for path in sources if not paths or any(_is_below(path, name) for name in paths)]


def _is_below(path: Path, name: str) -> bool:
    wanted = Path(name.rstrip("/"))
    return path == wanted or wanted in path.parents


def chosen(files: Sequence[Path], places: slice, seed: int, known: set[tuple[str, str, str]]) -> list[Mutant]:
    """The faults at some places of the order that a seed gives, those that are known to change nothing left out."""
    chosen = [mutant for path in files for mutant in mutants(path.as_posix())]
    listed = {path for path, _, _ in known}
    chosen = [mutant for mutant in chosen if mutant.path not in listed or key_of(mutant) not in known]
    Random(seed).shuffle(chosen)
    return chosen[places]


def mutants(path: str) -> list[Mutant]:
    """All faults that may be put into a source file."""
    finder = operators if path.endswith(".py") else cpp_operators
    return finder.mutants(path, (ROOT / path).read_text(encoding="utf-8"))


def key_of(mutant: Mutant) -> tuple[str, str, str]:
    """The identity of a fault while lines move: file, line of text without its indent, and what takes its place."""
    source = (ROOT / mutant.path).read_text(encoding="utf-8").encode()
    begin = source.rfind(b"\n", 0, mutant.start) + 1
    end = source.find(b"\n", mutant.end)
    before = source[begin : end if end >= 0 else None].decode()
    moved = replace(mutant, start=mutant.start - begin, end=mutant.end - begin)
    return mutant.path, *changed_lines(before, moved.applied(before))


def changed_lines(before: str, after: str) -> tuple[str, str]:
    """The lines that differ, on one line each."""
    lines = list(difflib.unified_diff(before.split("\n"), after.split("\n"), lineterm="", n=0))[3:]
    sides = ([line[1:].strip() for line in lines if line[:1] == sign] for sign in "-+")
    first, two = (" ".join(side) for side in sides)
    return first, two


def equivalent() -> dict[tuple[str, str, str], str]:
    """The faults that change nothing, each with the reason."""
    rows = [
        line.split("\t") for line in EQUIVALENT.read_text(encoding="utf-8").splitlines() if line[:1] not in ("#", "")
    ]
    return {(path, before, after): reason for path, before, after, reason in rows}


def stages(path: str) -> list[list[str]]:
    """The tests to run for a source file, nearest first.

    Its own examples and its own tests; those that `nearest.tsv` names for its folder; the tests that name it; the
    folders of tests that are called as its folders are; all tests. For the native core, the tests that `nearest.tsv`
    names, else those of the core.
    """
    if not path.endswith(".py"):
        listed = _listed(path)
        answers = _ANSWERS if _SEARCHES in listed else []
        return [tests for tests in (answers, listed or ["tests/core"], ["tests"]) if tests]
    parts = Path(path).with_suffix("").parts
    places = tuple(part.lstrip("_") for part in (parts[1:] if parts[0] == "scoring" else parts))
    own = [Path("tests", *places[:-1], f"test_{places[-1]}.py")]
    folders = [Path("tests", *places[:length]) for length in range(len(places), 0, -1)]
    folders += [Path("tests", *places[:length], f"test_{places[length]}.py") for length in range(len(places) - 1)]
    nearest = [[*_examples(path), *_existing(own)], _listed(Path(path).parent.as_posix()), _naming(parts)]
    stages = [*nearest, *([name] for name in _existing(folders)), ["tests"]]
    return [tests for tests in stages if tests]


def _examples(path: str) -> list[str]:
    """The test of the examples in a file, if it has any."""
    if not (ROOT / path).exists() or not _EXAMPLE.search((ROOT / path).read_text(encoding="utf-8")):
        return []
    name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return [f"{_DOCSTRINGS}[{name}]"]


def _listed(path: str) -> list[str]:
    """The tests that are listed for a file of the native core or a folder, and those that are called as it is."""
    rows = [line.split("\t") for line in _NEAREST.read_text(encoding="utf-8").splitlines() if line[:1] not in ("#", "")]
    stem = Path(path).stem
    named = _existing([Path("tests", "core", *below, f"test_{stem}.py") for below in ((), ("compat",))])
    return list(
        dict.fromkeys(
            [*named, *(test for files, tests in rows if {stem, path} & {*files.split()} for test in tests.split())]
        )
    )


def _existing(paths: Sequence[Path]) -> list[str]:
    return [path.as_posix() for path in paths if (ROOT / path).exists()]


def _naming(parts: Sequence[str]) -> list[str]:
    """The files of tests that import a module, or name it where they test the package it is in."""
    packages, name = [".".join(parts[:-1])], parts[-1]
    if tuple(parts[:2]) == ("scoring", "compat") and len(parts) > 3:
        packages.append(".".join(("scorelite.compat", *parts[3:-1])))  # the short name of a drop-in
    either = f"(?:{'|'.join(packages)})"
    imported = re.compile(rf"\b{either}\.{name}\b|from (?:scorelite\.)?{either} import .*\b{name}\b")
    named = re.compile(rf"\b{name}\b")
    naming = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        near = path.relative_to(ROOT).as_posix()
        text = path.read_text(encoding="utf-8")
        if near.startswith(_LEFT_OUT):
            continue
        if imported.search(text) or (any(package in text for package in packages) and named.search(text)):
            naming.append(near)
    return naming


class Unbuilt(Exception):
    """A fault that the compiler refuses, or of which it makes the same core."""


class Copy:
    """A copy of the project in which faults are put, one at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sound: set[tuple[str, ...]] = set()
        self._left_out: list[str] = []
        for name in _COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        for path in ROOT.iterdir():
            if path.is_file():
                shutil.copy2(path, folder / path.name)
        self._core = b""  # the native core without a fault, once it was built

    def killer(self, mutant: Mutant, only_nearest: bool) -> str:
        """The tests that notice a fault; empty if none do."""
        if mutant.path.endswith(".py"):
            return self._noticed(mutant, only_nearest)
        if not self._core:
            self._core = self._built()
            self._place.write_bytes(self._core)
            subprocess.run([*_ANSWER, "make", "answers"], cwd=self._folder, env=_environment(self._folder), check=True)
        try:
            with self._faulty(mutant):
                faulty = self._built()
        except subprocess.CalledProcessError:
            raise Unbuilt("the compiler refuses it") from None
        if faulty == self._core:
            raise Unbuilt("the compiler makes the same of it")
        self._place.write_bytes(faulty)
        try:
            return self._noticed(mutant, only_nearest)
        finally:
            self._place.write_bytes(self._core)

    def _noticed(self, mutant: Mutant, only_nearest: bool) -> str:
        order = stages(mutant.path)
        for tests in order[:-1] if only_nearest else order:
            while True:
                with self._faulty(mutant):
                    told = self._failure(tests)
                if not told:
                    break
                if self._is_sound(failed(told) or tests):
                    return " ".join(tests)
        return ""

    @contextmanager
    def _faulty(self, mutant: Mutant) -> Iterator[None]:
        """The copy with a fault in it."""
        path = self._folder / mutant.path
        source = path.read_text(encoding="utf-8")
        path.write_text(mutant.applied(source), encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(source, encoding="utf-8")

    def _built(self) -> bytes:
        """The native core of the copy as it is now."""
        made = builds.build(self._folder / "build" / "mutation", _OPTIONS, self._folder)
        self._place = self._folder / "core" / made.name
        return made.read_bytes()

    def _is_sound(self, tests: list[str]) -> bool:
        """Whether tests pass without a fault; one that fails would notice every fault, and is left out from now on."""
        if tuple(tests) in self._sound:
            return True
        with self._sound_core():
            told = self._failure(tests)
        if not told:
            self._sound.add(tuple(tests))
            return True
        if not failed(told):
            raise SystemExit(f"the tests {' '.join(tests)} fail without a fault:\n{told}")
        self._left_out += failed(told)
        print(f"left out, as they fail without a fault: {' '.join(failed(told))}", flush=True)
        return False

    @contextmanager
    def _sound_core(self) -> Iterator[None]:
        """The native core without a fault, for a while."""
        if not self._core:
            yield
            return
        faulty = self._place.read_bytes()
        self._place.write_bytes(self._core)
        try:
            yield
        finally:
            self._place.write_bytes(faulty)

    def _failure(self, tests: list[str]) -> str:
        """Failures that the tests report; empty if they pass."""
        if tests == _ANSWERS:
            return _failure([*_ANSWER, "check", "answers"], self._folder, _NEAR_SECONDS)
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
        # The examples of a source file are tests; a function of it that is called `test` is none.
        command += ["-o", "python_functions=test_*", *tests, *(f"--ignore={name}" for name in _LEFT_OUT)]
        command += [f"--deselect={name}" for name in self._left_out]
        return _failure(command, self._folder, _SECONDS if tests == ["tests"] else _NEAR_SECONDS)


def failed(told: str) -> list[str]:
    """The tests that pytest's summary names as failed."""
    return re.findall(r"^(?:FAILED|ERROR) (\S+::.+?)(?: - .*)?$", told, re.MULTILINE)


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}


def _failure(command: list[str], folder: Path, timeout: float) -> str:
    """The end of what pytest prints where it does not pass, within some time and memory; else empty."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=_environment(folder),
            capture_output=True,
            timeout=timeout,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY)),
        )
    except subprocess.TimeoutExpired:
        return f"no end within {timeout} s"
    # 5: there are no tests, or only slow ones.
    return "" if done.returncode in (0, 5) else done.stdout.decode()[-2000:] or f"exit code {done.returncode}"


def shown(mutant: Mutant) -> str:
    """A fault as a difference of two texts."""
    source = (ROOT / mutant.path).read_text(encoding="utf-8")
    sides = source.split("\n"), mutant.applied(source).split("\n")
    return "\n".join(
        difflib.unified_diff(*sides, mutant.path, f"{mutant.operator}, line {mutant.line}", lineterm="", n=2)
    )


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit code."""
    options = arguments(words)
    known = equivalent()
    places = slice(options.first, options.first + options.count)
    faults = chosen(sources(options.path or []), places, options.seed, {*known})
    print(f"seed {options.seed}, {len(faults)} faults, {len(known)} known to change nothing", flush=True)
    survivors = 0
    killed: Counter[str] = Counter()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        copy = Copy(Path(folder))
        for number, mutant in enumerate(faults, 1):
            try:
                tests = copy.killer(mutant, options.nearest)
            except Unbuilt as reason:
                print(f"{number}: {mutant.path}:{mutant.line} {mutant.operator}: {reason}", flush=True)
                killed["compiler"] += 1
                continue
            told = f"killed by {tests}" if tests else "SURVIVED"
            print(f"{number}: {mutant.path}:{mutant.line} {mutant.operator}: {told}", flush=True)
            if tests:
                killed["tests" if tests == "tests" else "nearest"] += 1
            else:
                survivors += 1
                print(f"{shown(mutant)}\n", flush=True)
    print(
        f"\n{len(faults)} faults: {killed['nearest']} killed by the nearest tests, {killed['tests']} by others, "
        f"{killed['compiler']} that the compiler refuses or undoes, {survivors} survived; "
        f"{time.monotonic() - began:.0f} s"
    )
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
