"""Labels whose times cannot be right are said, and regions without a label are an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorelite.scoring import score_segments
from scorelite.scoring.cli.main import main

REF = [("anna" if place % 2 else "ben", 3.0 * place, 3.0 * place + 2.0) for place in range(12)]
ENDS = [(name, start, start + end) for name, start, end in REF]


@pytest.mark.parametrize(
    ("hyp", "expected"),
    [
        (REF, ""),
        (ENDS, "labels of the hypothesis overlap the next ones: are durations ends?"),
        ([*REF, *REF], "every label of the hypothesis stands there twice"),
        ([(name, start + 90, end + 90) for name, start, end in REF], "no label of the hypothesis overlaps one"),
    ],
)
@pytest.mark.parametrize("measure", ["diarisation", "classes", "boundaries"])
def test_times_that_cannot_be_right_are_said(measure: str, hyp: list[tuple[str, float, float]], expected: str) -> None:
    notices = score_segments({"talk": REF}, {"talk": hyp}, measure=measure).notices
    # What the rate would be with other times is a line of its own, where that is tried.
    signs = [notice for notice in notices if not notice.startswith("with the ")]
    assert len(signs) == bool(expected)
    assert expected in "".join(signs)


@pytest.mark.parametrize("measure", ["diarisation", "classes", "events", "sound-events"])
def test_a_last_label_without_an_end_has_no_length_and_is_said(measure: str) -> None:
    rows = {"talk": [("a", 0.0, 4.0), ("b", 4.0, None)]}
    longer = {"talk": [("a", 0.0, 4.0), ("b", 4.0, 6.0)]}
    notices = score_segments(rows, rows, measure=measure).notices
    assert [notice.partition(",")[0] for notice in notices] == [
        "label 'b' of talk begins at the latest time of both sides"
    ]
    assert not score_segments(rows, longer, measure=measure).notices
    assert not score_segments(rows, rows, measure=measure, regions={"talk": [(0.0, 9.0)]}).notices


def test_regions_without_a_label_are_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("r.rttm").write_text("SPEAKER talk 1 0.0 4.0 <NA> <NA> a <NA> <NA>\n")
    Path("h.rttm").write_text("SPEAKER talk 1 0.5 3.0 <NA> <NA> x <NA> <NA>\n")
    Path("u.uem").write_text("talk 1 5000 6000\n")
    for measure in ("diarisation", "classes", "events", "clusters"):
        assert main(["segments", "r.rttm", "h.rttm", "--measure", measure, "--uem", "u.uem"]) == 2
        assert "no label of r.rttm or h.rttm lies in the regions of --uem" in capsys.readouterr().err
    Path("u.uem").write_text("talk 1 1 2\n")
    assert main(["segments", "r.rttm", "h.rttm", "--measure", "diarisation", "--uem", "u.uem"]) == 0


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Café", "values differ in case, blanks or Unicode form alone, such as 'café' and 'Café'"),
        ("café ", "values differ in case, blanks or Unicode form alone, such as 'café' and 'café '"),
        ("cafe\u0301", "values differ in case, blanks or Unicode form alone, such as 'café' and 'cafe\u0301'"),
        ("ca\u200bfé", "zero-width characters in the hypothesis"),
        ("bar", ""),
    ],
)
def test_values_that_differ_in_odd_characters_alone_are_said(name: str, expected: str) -> None:
    ref = [("café", 0.0, 1.0), ("music", 1.0, 2.0)]
    hyp = [(name, 0.0, 1.0), ("music", 1.0, 2.0)]
    notices = score_segments({"talk": ref}, {"talk": hyp}).notices
    assert expected in " ".join(notices)
    assert len(notices) == bool(expected)
    assert not score_segments({"talk": ref}, {"talk": hyp}, measure="diarisation").notices
