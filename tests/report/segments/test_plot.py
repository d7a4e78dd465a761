"""Pictures of segments: the parts of the errors of each recording."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorelite import scoring
from scorelite.scoring.segments.api import score_segments
from scorelite.scoring.segments.result import SegmentResult
from tests.conftest import Run
from tests.peers import peer
from tests.report.pictures import marks, texts

REF = {"talk": [("anna", 0.0, 6.0), ("ben", 6.0, 10.0)], "walk": [("anna", 0.0, 4.0)]}
HYP = {"talk": [("1", 0.0, 5.0), ("2", 5.0, 9.0)], "walk": [("1", 0.0, 4.0)]}


def diarised() -> SegmentResult:
    return score_segments(REF, HYP, measure="diarisation")


def test_recordings_have_a_bar_of_parts_below_that_of_all_the_worst_first() -> None:
    shown = texts(diarised(), "errors")
    assert {"confused", "missed", "false alarm", "DER (% of speech)", "20.0 %", "14.3 %", "0.0 %"} <= set(shown)
    assert [text for text in shown if text in ("all", "talk", "walk")] == ["all", "talk", "walk"]
    assert marks(diarised(), "errors") == 9


def test_rates_are_those_of_the_result() -> None:
    result = diarised()
    assert result.error_rate == pytest.approx(2 / 14)
    assert {"14.3 %", "20.0 %"} <= set(texts(result, "rates"))
    assert texts(result.totals(), "rates") == texts(result, "rates")


@pytest.mark.slow
def test_other_measures_call_their_errors_by_their_names() -> None:
    result = score_segments({"talk": [("a", 0.0, 4.0)]}, {"talk": [("b", 0.0, 3.0)]}, measure="classes")
    assert {"substitutions", "deletions", "insertions", "100.0 %", "talk"} <= set(texts(result, "errors"))
    assert "all" not in texts(result, "errors")


@pytest.mark.slow
def test_a_recording_without_speech_has_no_rate() -> None:
    result = score_segments({"talk": []}, {"talk": [("1", 0.0, 4.0)]}, measure="diarisation")
    assert "-" in texts(result, "errors")
    assert "-" in texts(result, "rates")


def test_a_measure_without_an_error_rate_is_refused_with_those_that_have_one() -> None:
    with pytest.raises(
        scoring.UsageError, match="'clusters' has no error rate to draw; expected the measure diarisation"
    ):
        score_segments(REF, HYP, measure="clusters").plot()


@pytest.mark.slow
def test_the_command_draws(scorelite: Run, tmp_path: Path) -> None:
    peer("matplotlib")
    for name, speaker in (("ref", "anna"), ("hyp", "1")):
        (tmp_path / f"{name}.rttm").write_text(f"SPEAKER talk 1 0.0 4.0 <NA> <NA> {speaker} <NA> <NA>\n")
    files = ("ref.rttm", "hyp.rttm", "--measure", "diarisation")
    assert scorelite("segments", *files, "--plot", "errors=a.png").returncode == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    done = scorelite("segments", *files, "--plot", "det=a.png")
    assert b"'det' is not a kind of picture; expected one of: errors, rates\n" in done.stderr
