"""Examples in docstrings give what they show."""

from __future__ import annotations

import doctest
import importlib
import linecache
import re
from itertools import groupby

import pytest

from tests import layout
from tests.conftest import ROOT

EXAMPLE = re.compile(r"^ *>>> ", re.MULTILINE)
EXAMPLES = sorted(
    (name for name, path in layout.modules(ROOT).items() if EXAMPLE.search(path.read_text("utf-8"))),
    key=lambda name: (name.rpartition(".")[0], name),
)


PACKAGES = {package: [*names] for package, names in groupby(EXAMPLES, key=lambda name: name.rpartition(".")[0])}


@pytest.mark.parametrize("package", PACKAGES)
def test_the_examples_of_the_modules_of_a_package_hold(package: str, capsys: pytest.CaptureFixture[str]) -> None:
    linecache.clearcache()  # before each example doctest asks for the state of all files in this cache
    for name in PACKAGES[package]:
        module = importlib.import_module(layout.installed_name(name))
        failed, tried = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
        assert tried > 0, name
        assert failed == 0, capsys.readouterr().out
