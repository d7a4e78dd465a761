"""Runs of BenchmarkSTT's programs in this process, each as if it were a process of its own."""

from __future__ import annotations

import io
import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from scorelite.compat.benchmarkstt import diff, metrics, normalization, output, segmentation
from scorelite.compat.benchmarkstt import input as texts
from scorelite.compat.benchmarkstt.factory import CoreFactory
from scorelite.compat.benchmarkstt.normalization.logger import normalization_logger
from scorelite.scoring.cli.main import main

_FACTORIES = (
    *(diff.factory, texts.factory, metrics.factory, normalization.factory, normalization.file_factory),
    *(output.factory, segmentation.factory),
)


@dataclass(frozen=True)
class Run:
    """The outcome of a program."""

    exit: int
    stdout: str
    stderr: str


@contextmanager
def fresh() -> Iterator[None]:
    """While this runs, nothing is loaded or logged; afterwards all is as it was."""
    root = logging.getLogger()
    before = root.handlers[:], root.level, normalization_logger.logger.handlers[:], set(sys.modules)
    root.handlers[:] = []
    try:
        yield
    finally:
        root.handlers[:], root.level, normalization_logger.logger.handlers[:], modules = before
        CoreFactory._extra_namespaces.clear()
        for factory in _FACTORIES:
            factory._instance = None
        for name in set(sys.modules) - modules:
            if not name.startswith(("scoring.", "formats.")) and not getattr(sys.modules[name], "__spec__", None):
                continue
            if (getattr(sys.modules[name], "__file__", "") or "").startswith(("/tmp/", str(Path.cwd()))):
                del sys.modules[name]


def run(words: Sequence[str], stdin: str = "") -> Run:
    """Runs `scorelite` with these words."""
    out, err = io.StringIO(), io.StringIO()
    with fresh(), pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "stdin", io.StringIO(stdin))
        code = _ended(lambda: main(words))
    return Run(code, out.getvalue(), err.getvalue())


def _ended(work: Callable[[], int]) -> int:
    try:
        return work()
    except SystemExit as end:
        return int(end.code or 0)


def write(folder: Path, files: dict[str, Any]) -> None:
    """Writes texts and bytes into a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def lacks_unidecode(case: dict[str, Any]) -> bool:
    """True for a recorded case of Unidecode, which is no dependency of ours, where it is not installed."""
    return find_spec("unidecode") is None and "unidecode" in repr(case).lower()
