"""Examples in docstrings give what they show."""

from __future__ import annotations

import doctest
import importlib

import pytest

from tests import layout
from tests.conftest import ROOT

EXAMPLES = sorted(name for name, path in layout.modules(ROOT).items() if ">>> " in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_a_module_hold(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert tried > 0
    assert failed == 0, capsys.readouterr().out
