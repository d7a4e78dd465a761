"""Kinds of written words: which word is of which kind."""

from __future__ import annotations

import re

import pytest

import scorelite
from scorelite.scoring.analysis.kinds import PATTERNS


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("$4.50", "money"),
        ("€1,200.", "money"),
        ("5%,", "percent"),
        ("3:30", "time"),
        ("3:30pm", "time"),
        ("10am", "time"),
        ("2026-11-28", "date"),
        ("11/28/26", "date"),
        ("555-123-4567", "phone"),
        ("(555)-123-4567.", "phone"),
        ("+4915112345678", "phone"),
        ("ann.lee@mail.com", "mail"),
        ("www.mail.com/help", "url"),
        ("example.org", "url"),
        ("https://a.b/c?d=1", "url"),
        ("CN7347858", "id"),
        ("A4-77X", "id"),
        ("1,234.5", "number"),
        ("21st", "number"),
        ("1980s", "number"),
        ("7", "number"),
        ("house", None),
        ("mother-in-law", None),
        ("o'clock", None),
        ("a.m.", None),
    ],
)
def test_a_word_is_of_one_kind(word: str, kind: str | None) -> None:
    kinds = [name for name, pattern in PATTERNS.items() if re.fullmatch(pattern, word)]
    assert kinds == ([] if kind is None else [kind])


def test_kinds_are_classes_without_a_file() -> None:
    refs, hyps = ["My id is CN734, I paid $4.50 at 3:30."], ["My id is CN743, I paid $4.50 at 3:13."]
    classes = scorelite.score(refs, hyps).classes("kinds-en")
    rates = {row.name: (row.words, row.rate) for row in classes.rows if row.words}
    assert rates == {"id": (1, 1.0), "money": (1, 0.0), "time": (1, 1.0), "rest": (6, 0.0)}
