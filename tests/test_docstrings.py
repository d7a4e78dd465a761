"""Examples in docstrings give what they show."""

from __future__ import annotations

import doctest
import importlib
import linecache
import re

import pytest

from tests import layout
from tests.conftest import ROOT

EXAMPLE = re.compile(r"^ *>>> ", re.MULTILINE)
EXAMPLES = sorted(name for name, path in layout.modules(ROOT).items() if EXAMPLE.search(path.read_text("utf-8")))


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_a_module_hold(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    module = importlib.import_module(layout.installed_name(name))
    linecache.clearcache()  # before each example doctest asks for the state of all files in this cache
    failed, tried = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert tried > 0
    assert failed == 0, capsys.readouterr().out
