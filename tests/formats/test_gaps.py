"""Rows of stm files in which nobody speaks, and stretches that are not scored."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import scorelite as package
from scorelite.scoring import meetings
from scorelite.scoring.segments.api import score_segment_files
from tests.conftest import Run

GAPS = b"""m1 1 inter_segment_gap 0 1
m1 1 A 1 2 <o,f0> hello
m1 1 m1_1_Inter_Segment_Gap 2 3 <o,f0,male>
m1 1 C 3 4 <inter_segment_gap>
m1 1 B 4 5 bye
m1 1 D 5 6 INTERSEGMENT_GAP
"""
BARE = b"m1 1 A 1 2 hello\nm1 1 B 4 5 bye\n"
TURNS = b"SPEAKER m1 1 1 1 <NA> <NA> x <NA> <NA>\nSPEAKER m1 1 4 1 <NA> <NA> y <NA> <NA>\n"
IGNORED = b"m1 1 A 1 2 hello\nm1 1 A 2 3 IGNORE_TIME_SEGMENT_IN_SCORING\nm1 1 B 4 5 bye\n"


def converted(source: bytes, target: str) -> str:
    out = io.BytesIO()
    package.convert(source, out, source_format="stm", target_format=target)
    return out.getvalue().decode()


def test_a_gap_is_no_speaker() -> None:
    assert package.der(GAPS, TURNS, ref_format="stm") == 0.0
    result = meetings.score_files(GAPS, BARE, ref_format="stm", hyp_format="stm")
    assert (result.error_rate, result.counts.reference) == (0.0, 2)
    assert result.parts[0].score.speakers.scored == 2


@pytest.mark.parametrize("target", ["rttm", "srt", "vtt", "seglst", "txt", "kaldi"])
def test_only_stm_has_gaps(target: str) -> None:
    texts = [converted(source, target).splitlines() for source in (GAPS, BARE)]
    if target == "kaldi":  # ids without times count the rows
        texts = [[line.split()[1:] for line in lines] for lines in texts]
    assert texts[0] == texts[1]


def test_convert_reports_gaps_and_keeps_comments(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.stm").write_bytes(GAPS.replace(b"m1 1 B", b";; here\nm1 1 B"))
    job = scorelite("convert", str(tmp_path / "a.stm"), str(tmp_path / "a.rttm"))
    assert "stm -> rttm: rows of inter_segment_gap are left out: nobody speaks there" in job.stderr.decode()
    assert (tmp_path / "a.rttm").read_text().splitlines()[1] == ";; here"


def test_gaps_stay_in_stm() -> None:
    assert converted(GAPS, "stm") == GAPS.decode()


def test_a_row_with_words_is_no_gap() -> None:
    assert converted(b"m1 1 inter_segment_gap 0 1 hello\n", "rttm").startswith("SPEAKER m1 1 0 1")


@pytest.mark.parametrize("convention", ["md-eval", "pyannote"])
@pytest.mark.parametrize("uem", [None, b"m1 1 0 10\n"])
def test_time_that_is_ignored_is_no_false_alarm(convention: str, uem: bytes | None) -> None:
    longer = TURNS.replace(b"1 1 1 <", b"1 1 2 <")
    assert longer != TURNS
    settings = {"measure": "diarisation", "convention": convention, "uem": uem}
    assert score_segment_files(BARE, longer, ref_format="stm", **settings).error_rate == 0.5
    assert score_segment_files(IGNORED, longer, ref_format="stm", **settings).error_rate == 0.0


def test_time_that_is_ignored_is_that_of_its_recording(tmp_path: Path) -> None:
    longer = TURNS.replace(b"1 1 1 <", b"1 1 2 <")
    both = IGNORED + BARE.replace(b"m1", b"m2"), longer + longer.replace(b"m1", b"m2")
    for name, data in zip(("r.stm", "h.rttm"), both, strict=True):
        (tmp_path / name).write_bytes(data)
    result = score_segment_files(tmp_path / "r.stm", tmp_path / "h.rttm", measure="detection")
    assert [(part.name, part.score.false_alarm) for part in result.parts] == [("m1", 0.0), ("m2", 1.0)]


def test_meetings_report_segments_that_are_not_scored() -> None:
    hyp = b"m1 1 x 1 2 hello\nm1 1 x 2 3 so\nm1 1 y 4 5 bye\n"
    result = meetings.score_files(IGNORED, hyp, ref_format="stm", hyp_format="stm")
    assert result.error_rate == 0.5
    assert any("1 segment is not scored" in remark for remark in result.remarks)
