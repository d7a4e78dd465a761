"""Other packages that tests compare with: which they are, and what happens where one is missing."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import pytest

_LEFT_OUT = Path(__file__).with_name("left_out.tsv")


def left_out() -> dict[str, str]:
    """The modules that are never demanded, each with the reason."""
    lines = _LEFT_OUT.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines if not line.startswith("#"))


def peer(name: str) -> Any:
    """A module of another package; where it is missing, the test skips or fails as `missing` decides."""
    try:
        return import_module(name)
    except ImportError as error:
        missing(name, str(error))


def missing(name: str, problem: str) -> NoReturn:
    """Skips the test; fails it if SCORELITE_REQUIRE_PEERS is set, unless the module is one of `left_out.tsv`."""
    excuse = left_out().get(name.partition(".")[0])
    if excuse:
        pytest.skip(f"{name}: {excuse}", allow_module_level=True)
    if os.environ.get("SCORELITE_REQUIRE_PEERS", "") not in ("", "0"):
        pytest.fail(f"SCORELITE_REQUIRE_PEERS is set, but {problem}: pip install -r tests/peers/requirements.txt")
    pytest.skip(problem, allow_module_level=True)


def skipped(report: pytest.TestReport) -> bool:
    """Tells whether a test skipped for want of another package."""
    return report.skipped and isinstance(report.longrepr, tuple) and Path(report.longrepr[0]) == Path(__file__)
