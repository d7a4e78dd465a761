from __future__ import annotations

import array
import subprocess
import sys

from scorelite.scoring.words.scores import CHARACTERS, HYP_CONFIDENCE, SENSITIVE
from tests.report.words.alignments import scores_of

PATHS = [(b"a", "CC"), (b"b", "S"), (b"a", "CDI"), (b"c", ""), (b"b", "C")]


def test_totals_are_per_speaker_in_order_of_appearance():
    assert scores_of(PATHS).totals() == [(2, 3, 0, 1, 1, 1), (2, 1, 1, 0, 0, 1), (1, 0, 0, 0, 0, 0)]


def test_order_is_speaker_after_speaker():
    assert list(scores_of(PATHS).order()) == [0, 2, 1, 4, 3]


def test_utterances_of_a_speaker_keep_their_order():
    scores = scores_of(PATHS)
    assert [list(scores.utterances(speaker)) for speaker in range(3)] == [[0, 2], [1, 4], [3]]
    assert bytes(scores.utterances(1)) == array.array("q", [1, 4]).tobytes()


def test_utterances_without_a_speaker_are_left_out():
    scores = scores_of(PATHS, speaker_of=memoryview(array.array("i", [0, -1, 1, -1, 2])))
    assert list(scores.order()) == [0, 2, 4]


def test_one_attribute_may_stand_for_all_utterances():
    scores = scores_of(PATHS, attributes=CHARACTERS)
    assert scores.attribute(3) == scores.any_attribute() == scores.every_attribute() == CHARACTERS


def test_attributes_of_some_and_of_all_utterances():
    scores = scores_of(PATHS[:2], attributes=[CHARACTERS | SENSITIVE, SENSITIVE | HYP_CONFIDENCE])
    assert scores.attribute(1) == SENSITIVE | HYP_CONFIDENCE
    assert scores.any_attribute() == CHARACTERS | SENSITIVE | HYP_CONFIDENCE
    assert scores.every_attribute() == SENSITIVE


def test_no_utterance_has_no_attribute():
    for attributes in (CHARACTERS, []):
        scores = scores_of([], attributes=attributes)
        assert scores.any_attribute() == scores.every_attribute() == 0


def test_summary_loads_only_what_it_needs():
    code = """
import sys
before = set(sys.modules)
from scorelite.scoring.report import words
words.renderer("sum")
print(" ".join(sorted(set(sys.modules) - before)))
"""
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout.split()
    assert loaded == [
        "__future__",
        "math",
        "scorelite",
        *sorted(f"scorelite.{name}" for name in ("analysis", "batches", "kws", "meetings")),  # names alone
        "scorelite.scoring",
        "scorelite.scoring.common",
        "scorelite.scoring.common.lazy",
        "scorelite.scoring.report",
        "scorelite.scoring.report.engine",
        "scorelite.scoring.report.engine.numbers",
        "scorelite.scoring.report.engine.table",
        "scorelite.scoring.report.words",
        "scorelite.scoring.report.words.sum",
        "scorelite.scoring.words",
        "scorelite.scoring.words.scores",
    ]
