"""Odd jobs give the same numbers through every door; `python -m tests.fuzz --only doors` tries more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import doors
from tests.fuzz.case import chance_of


@pytest.mark.parametrize("first", range(0, 20, 5))
def test_every_door_of_python_gives_the_same_numbers(first: int, tmp_path: Path) -> None:
    for number in range(first, first + 5):
        verdict = doors.check_python(doors.job_of(doors.make(chance_of("doors", 7, number))), tmp_path)
        assert verdict.state == "identical", f"{number}: {verdict.reason}\n{verdict.detail}"


@pytest.mark.slow
def test_every_command_gives_the_same_numbers(tmp_path: Path) -> None:
    for number in range(4):
        verdict = doors.check(doors.make(chance_of("doors", 8, number)), tmp_path)
        assert verdict.state == "identical", f"{number}: {verdict.reason}\n{verdict.detail}"
