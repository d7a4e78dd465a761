"""The WDER: the cases and figures of DiarizationLM 0.1.5, by hand, and with times."""

from __future__ import annotations

from pathlib import Path

import pytest

import scorelite
from scorelite import meetings
from scorelite.formats.errors import MismatchError
from scorelite.scoring.common.counts import Counts

# Words, their speakers, and what DiarizationLM counts: words of the right speaker and of another one.
CASES = [
    ("d e d b b a d e e", "113323333", "e d b b a d e e", "13313333", (7, 1)),
    ("e e d d a d d e", "11121111", "e a d d d e", "112233", (3, 3)),
    ("d b c a e a b", "1233221", "d c b e a e", "322222", (3, 3)),
    ("c e b e d d a c d", "111122113", "e e b e e b c c", "11211213", (5, 3)),
    ("d e b a c a a", "1111113", "d a b a c a d a e", "133211123", (4, 3)),
    ("d a a c c e", "111111", "d a a e d", "11131", (3, 1)),
    ("c e c d b c b d", "13111322", "c e c d a b c b d", "131111322", (8, 0)),
    ("a c a c c e d a c a", "1111111111", "a e c a b c e c a c b", "11111311113", (8, 2)),
]


@pytest.mark.parametrize(("refs", "ref_speakers", "hyps", "hyp_speakers", "expected"), CASES)
def test_it_counts_as_diarizationlm(
    refs: str, ref_speakers: str, hyps: str, hyp_speakers: str, expected: tuple[int, int]
) -> None:
    ref = {"talk": list(zip(ref_speakers, refs.split(), strict=True))}
    hyp = {"talk": list(zip(hyp_speakers, hyps.split(), strict=True))}
    result = meetings.score(ref, hyp, measure="wder", policy="1/1/1:IDS")
    assert result.counts == Counts(*expected)
    assert result.error_rate == expected[1] / sum(expected) == scorelite.wder(ref, hyp, policy="1/1/1:IDS")


def test_words_are_in_the_order_of_time_and_a_wrong_word_has_a_speaker_too() -> None:
    ref = {"talk": [("anna", "good day", 0, 1), ("ben", "hi", 2, 3), ("anna", "bye now", 4, 5)]}
    hyp = {"talk": [("2", "bye now", 4, 5), ("1", "good way", 0, 1), ("1", "hi", 2, 3)]}
    result = meetings.score(ref, hyp, measure="wder")
    # anna is 2, with bye and now, and ben is 1; good and way are of 1 instead of 2.
    assert result.counts == Counts(3, 2)
    assert result.parts[0].assigned.assignment == (("anna", "2"), ("ben", "1"))
    assert [match.steps for match in result.parts[0].assigned.matches] == [b"SSCC", b"C"]
    assert "WDER 40.0 % [ 2 / 5: paired words with the wrong speaker ]" in str(result)
    assert result.key_figure().sentence == "2 errors in 5 paired words, 1 session"
    assert "1:WAY" in result.report("pra")


def test_missed_and_inserted_words_do_not_count() -> None:
    ref, hyp = {"talk": [("anna", "a b c d")]}, {"talk": [("1", "a"), ("2", "x y z")]}
    assert meetings.score(ref, hyp, measure="wder", policy="1/1/1:SID").counts == Counts(3, 1)
    assert scorelite.wder({"talk": [("anna", "a b")]}, {"talk": [("1", "a b c d")]}) == 0.0
    assert scorelite.wder({"talk": [("anna", "a b")]}, {"talk": [("1", "")]}) is None


def test_speakers_without_a_partner_are_wrong_and_names_do_not_matter() -> None:
    ref = {"talk": [("anna", "a b c"), ("ben", "d")]}
    assert scorelite.wder(ref, {"talk": [("1", "a b c d")]}) == 1 / 4
    assert scorelite.wder(ref, {"talk": [("ben", "a b c"), ("anna", "d")]}) == 0.0


def test_speakers_of_sessions_are_counted() -> None:
    ref = {"a": [("anna", "x"), ("ben", "y")], "b": [("anna", "x")], "c": [("anna", "x")]}
    hyp = {"a": [("1", "x"), ("2", "y")], "b": [("1", "x"), ("2", "x"), ("3", "x")], "c": [("1", "x")]}
    result = meetings.score(ref, hyp)
    assert (result.speaker_count_accuracy, result.speaker_count_error) == (2 / 3, 2 / 3)
    assert result.to_dict()["speaker_count_error"] == 2 / 3


def test_files_of_turns_without_words_have_no_wder(tmp_path: Path) -> None:
    turns = tmp_path / "r.rttm"
    turns.write_text("SPEAKER talk 1 0 4 <NA> <NA> anna <NA> <NA>\n")
    with pytest.raises(MismatchError, match=r"r\.rttm and .*r\.rttm have no words; expected words of speakers"):
        scorelite.wder(turns, turns)
