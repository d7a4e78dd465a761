"""Pictures of the documentation are those that the program makes, and are small."""

from __future__ import annotations

import re

import pytest

from tests.conftest import ROOT

pytest.importorskip("matplotlib", reason="matplotlib is not installed, which brings Pillow")
from tests.site.pictures import DRAWINGS, FOLDER


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_up_to_date(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert text == DRAWINGS[name](), "python -m tests.site.pictures draws it anew"


def test_the_lowest_cost_is_that_of_the_path() -> None:
    numbers = re.findall(r">(\d+)</text>", DRAWINGS["costs.svg"]())
    assert numbers[-1] == "10"
    assert "It costs 10: one substitution" in (ROOT / "docs/explanation/alignment.md").read_text(encoding="utf-8")


def test_pictures_are_small_and_used() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (*(ROOT / "docs").rglob("*.md"), ROOT / "README.md")]
    for path in FOLDER.iterdir():
        assert path.stat().st_size < 100_000, path.name
        assert any(f"pictures/{path.name})" in text for text in texts), f"no page shows {path.name}"
