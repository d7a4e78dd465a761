"""Diarisation: how many speakers either side has, and which speaker was taken for which."""

from __future__ import annotations

import random

import pytest

import scorelite
from scorelite.scoring.segments.measures.diarisation import Diarised
from tests.segments.material import speakers


def test_confused_speakers_are_listed_by_recording_and_partner() -> None:
    """By hand: ben's first 2 s are x's, who is anna; of the last 3 s, in which x and z speak, each has half of ben."""
    ref = {"a": [("anna", 0.0, 10.0), ("ben", 10.0, 20.0), ("ben", 30.0, 33.0)], "b": [("ben", 0.0, 4.0)]}
    hyp = {"a": [("x", 0.0, 12.0), ("y", 12.0, 20.0), ("x", 30.0, 33.0), ("z", 30.0, 33.0)], "b": []}
    result = scorelite.score_segments(ref, hyp, measure="diarisation")
    recording, nothing = (each["confusions"] for each in result.to_dict()["recordings"])
    assert recording == [{"ref": "ben", "hyp": "x", "amount": 3.5}, {"ref": "ben", "hyp": "z", "amount": 1.5}]
    assert nothing == []
    listed = result.report("dtl")
    assert "   1:       3.50  ->  a ben ==> a x = anna\n   2:       1.50  ->  a ben ==> a z = -\n" in listed
    assert "Percent Substitution      =   18.5%   (5.00)" in listed
    assert "   1:       4.00  ->  b ben\n     -------------\n            4.00" in listed


@pytest.mark.parametrize("seed", range(20))
def test_confusions_add_up_to_those_of_speakers_and_of_all(seed: int) -> None:
    chance = random.Random(seed)
    settings = {"collar": chance.choice([0.0, 0.25]), "overlap": chance.choice(["include", "exclude"])}
    sides = [{"talk": speakers(chance, prefix)} for prefix in "rh"]
    result = scorelite.score_segments(*sides, measure="diarisation", **settings)
    score: Diarised = result.parts[0].score
    assert sum(score.confusions.values()) == pytest.approx(score.time.confused)
    for row in score.speakers:
        mine = sum(amount for (ref, _), amount in score.confusions.items() if row.name and ref == row.name)
        assert mine == pytest.approx(row.confused)
    whole = result.record.confusions([(None, score)], None).overall
    names = ("correct", "substitutions", "deletions", "insertions")
    time = score.time
    expected = (time.correct, time.confused, time.missed, time.false_alarm)
    assert tuple(getattr(whole, name) for name in names) == pytest.approx(expected)


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
