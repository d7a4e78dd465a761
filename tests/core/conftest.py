"""Fixtures by which one suite drives both cores."""

from __future__ import annotations

import importlib
import os
from pathlib import Path

import pytest

from scorelite import core as chosen
from tests.core.ask import Ask

CORES = {"python": "tests.core.oracles", "native": "scorelite.core._native"}


def built() -> bool:
    """Whether there is a native core, loadable or not: a broken one has to fail the tests."""
    folder = Path(chosen.__file__).parent
    return any(folder.glob("_native*.so")) or any(folder.glob("_native*.pyd"))


def _is_demanded() -> bool:
    return os.environ.get("SCORELITE_REQUIRE_NATIVE", "") not in ("", "0")


PRESENT = list(CORES) if built() or _is_demanded() else ["python"]


@pytest.fixture(scope="session", params=PRESENT)
def core(request):
    """The module of a core."""
    return importlib.import_module(CORES[request.param])


@pytest.fixture(scope="session")
def native():
    """The native core, for tests that compare it with its twin."""
    if not (built() or _is_demanded()):
        pytest.skip("the native core was not built")
    return importlib.import_module(CORES["native"])


@pytest.fixture(scope="session")
def twin():
    """The readable definitions."""
    return importlib.import_module(CORES["python"])


@pytest.fixture(scope="session")
def ask(core):
    """Shorthand for calls of a core."""
    return Ask(core)
