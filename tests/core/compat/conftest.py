"""The fixtures of the folder above for what the core does for one reference program alone."""

from __future__ import annotations

import importlib

import pytest

from tests.core.conftest import CORES, PRESENT

_MODULES = {**CORES, "python": "tests.core.compat.oracles"}


@pytest.fixture(scope="session", params=PRESENT)
def core(request):
    """The module of a core that has these names."""
    return importlib.import_module(_MODULES[request.param])


@pytest.fixture(scope="session")
def twin():
    """The pure-Python twin of these names."""
    return importlib.import_module(_MODULES["python"])
