"""Values of tests of which some are tried in every run, and all where slow tests run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def slow_but_for(values: Iterable[Any], is_quick: Callable[[Any], bool]) -> list[Any]:
    """Values for `parametrize`, of which those that are not quick have the mark `slow`.

    For tests that run the same code for each value, so that a few show most faults.
    """
    return [value if is_quick(value) else pytest.param(value, marks=pytest.mark.slow) for value in values]
