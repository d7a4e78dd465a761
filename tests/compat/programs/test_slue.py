"""SLUE's scores of named entities: by hand, and its own answers."""

from __future__ import annotations

import math

import pytest

from scorelite.compat.slue import get_ner_scores
from tests.analysis.gold import cases


def test_scores_are_those_of_slue() -> None:
    for case in cases("slue_ner"):
        scores = get_ner_scores(case["gt"], case["pred"])
        assert list(scores) == list(case["scores"])
        for label, expected in case["scores"].items():
            assert scores[label] == pytest.approx(expected, abs=1e-12), (label, case)


def test_a_repeated_entity_counts_by_its_number() -> None:
    said = [[("GPE", "eu", 0), ("GPE", "eu", 1)]]
    assert get_ner_scores(said, [[("GPE", "eu", 0)]])["GPE"] == {"precision": 1.0, "recall": 0.5, "fscore": 2 / 3}


def test_the_mean_of_no_labels_is_no_number() -> None:
    scores = get_ner_scores([[]], [[]])
    assert scores["overall_micro"] == {"precision": 0.0, "recall": 0.0, "fscore": 0.0}
    assert all(map(math.isnan, scores["overall_macro"].values()))
