"""Tests pass on a busy machine: one profile without a deadline, no sleeps, one bound for processes that hang."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import hypothesis

from tests.conftest import ROOT


def calls(word: str) -> Iterator[tuple[Path, ast.Call]]:
    """Yields every call in the tests that hold a word, with its file."""
    for path in sorted((ROOT / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if word in text else ():
            if isinstance(node, ast.Call):
                yield path.relative_to(ROOT), node


def test_property_tests_have_no_deadline() -> None:
    assert hypothesis.settings().deadline is None
    actual = {str(path) for path, call in calls("deadline") if any(word.arg == "deadline" for word in call.keywords)}
    assert actual == {"tests/conftest.py"}


def test_no_test_sleeps() -> None:
    assert [path for path, call in calls("sleep") if ast.unparse(call.func).endswith("sleep")] == []


def test_every_bound_on_a_process_is_the_same_generous_one() -> None:
    for path, call in calls("timeout"):
        for word in call.keywords:
            if word.arg == "timeout":
                bound = ast.unparse(word.value)
                assert bound in ("PATIENCE", "PATIENCE * 1000", "timeout"), f"{path}:{call.lineno}: {bound}"
