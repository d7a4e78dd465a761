"""Segments that last longer than their texts are reported: by `check`, and by a score if most of them do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorelite import scoring
from tests.conftest import Run

TEXTS = ["so it is", "yes", "no they left at ten", "we go on"]


def manifest(path: Path, unit: float) -> Path:
    rows = [{"duration": unit * len(text) / 12, "text": text, "pred_text": text} for text in TEXTS]
    path.write_text("".join(f"{json.dumps({'audio_filepath': f'{n}.wav', **row})}\n" for n, row in enumerate(rows)))
    return path


@pytest.mark.parametrize("unit", [1000.0, 16000.0])
def test_durations_in_another_unit_are_reported_once(unit: float, tmp_path: Path, scorelite: Run) -> None:
    result = scoring.score_files(path := manifest(tmp_path / "a.json", unit))
    assert ["are durations in seconds?" in notice.text for notice in result.notices].count(True) == 1
    assert b"are durations in seconds?" in scorelite("check", path.name, cwd=tmp_path).stderr
    in_seconds = scoring.score_files(manifest(tmp_path / "b.json", 1.0))
    assert not [notice for notice in in_seconds.notices if "seconds" in notice.text]


def test_a_cue_of_an_hour_is_reported_by_check(tmp_path: Path, scorelite: Run) -> None:
    cues = ["00:00:03,000 --> 00:00:05,000\ngood day\n", "00:00:05,000 --> 01:00:08,000\nshall we\n"]
    (tmp_path / "a.srt").write_text("\n".join(f"{number}\n{cue}" for number, cue in enumerate(cues, 1)))
    done = scorelite("check", "a.srt", cwd=tmp_path)
    what = "1 segment is mostly silence, such as the one at 5 s, which lasts 3603 s for 'shall we'"
    assert (done.returncode, done.stderr.decode()) == (0, f"scorelite: warning: a.srt: {what}\n")
