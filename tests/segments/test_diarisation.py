"""Diarisation: how many speakers either side has."""

from __future__ import annotations

import scorelite


def test_speakers_of_both_sides_are_counted_within_the_regions() -> None:
    ref = {"a": [("x", 0.0, 5.0), ("y", 5.0, 9.0)], "b": [("x", 0.0, 4.0)]}
    hyp = {"a": [("1", 0.0, 9.0)], "b": [("1", 0.0, 2.0), ("2", 2.0, 3.0), ("3", 3.0, 4.0)]}
    total = scorelite.score_segments(ref, hyp, measure="diarisation").total
    assert (total.speakers, total.hyp_speakers) == (3, 4)
    assert (total.speaker_count_accuracy, total.speaker_count_error) == (0.0, 1.5)
    regions = {"a": [(0.0, 4.0)], "b": [(0.0, 2.0)]}
    inside = scorelite.score_segments(ref, hyp, measure="diarisation", regions=regions).total
    assert (inside.speaker_count_accuracy, inside.speaker_count_error) == (1.0, 0.0)
    assert (total + inside).speaker_count_accuracy == 0.5
