"""Normalisers of others give what their own packages gave for these sentences; each golden file names its source."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorelite.scoring.normalise import normalise
from tests.normalise.material import sentences

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.json")), ids=lambda path: path.stem)
def test_texts_are_those_of_the_package(path: Path) -> None:
    golden = json.loads(path.read_text("utf-8"))
    texts = golden.get("inputs") or list(sentences(golden["seed"], len(golden["texts"])))
    assert normalise(texts, golden["name"], log=False)[0] == golden["texts"]


@pytest.mark.parametrize("name", ["whisper-en", "leaderboard-en", "chime8"])
def test_the_ending_nt_is_replaced_before_others(name: str) -> None:
    """Packages replace one ending after the other, so that `'d` ends before the `not` that `n't` became."""
    assert normalise(["i'dn't've"], name, log=False)[0] == ["i would not have"]
