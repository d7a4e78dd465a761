"""Answers to names that others have stand in text files, a line each."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

FOLDER = files("scorelite.resources") / "answers"


@pytest.mark.parametrize("file", ["names.txt", "options.txt"])
def test_each_name_of_a_section_has_one_answer(file: str) -> None:
    for section in (FOLDER / file).read_text(encoding="utf-8").split("\n[")[1:]:
        rows = [row.partition(": ") for row in section.splitlines()[1:] if row and row[0] != "#"]
        assert all(names and answer for names, _, answer in rows)
        times = Counter(name for names, _, _ in rows for name in names.split())
        assert [name for name, number in times.items() if number > 1] == []
