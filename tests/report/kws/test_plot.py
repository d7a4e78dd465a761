"""Pictures of keyword scoring."""

from __future__ import annotations

import pytest

from scorelite import kws
from tests.report.pictures import marks, texts


def result() -> kws.KwsResult:
    found = [("hello", 1.1, 1.5, 0.9), ("hello", 8.0, 8.4, 0.3)]
    return kws.evaluate({"talk": [("hello", 1.0, 1.5)]}, {"talk": found}, ["hello"], {"talk": 60.0})


@pytest.mark.slow
def test_a_curve_names_its_values() -> None:
    assert any(text.startswith("MTWV 1.0000") for text in texts(result(), "det"))
    assert marks(result(), "det") == 1


@pytest.mark.slow
def test_thresholds_have_three_curves() -> None:
    assert marks(result(), "thresholds") == 3
    assert {"miss rate", "false alarm rate", "threshold"} <= set(texts(result(), "thresholds"))


@pytest.mark.slow
def test_a_histogram_tells_right_from_false_detections() -> None:
    assert {"of a keyword (1)", "false (1)", "score"} <= set(texts(result(), "histogram"))


@pytest.mark.slow
def test_without_detections_pictures_are_empty() -> None:
    empty = kws.evaluate({"talk": [("hello", 1.0, 1.5)]}, {"talk": []}, ["hello"], {"talk": 60.0})
    assert marks(empty, "det") == marks(empty, "thresholds") == 0
    assert "of a keyword (0)" in texts(empty, "histogram")
