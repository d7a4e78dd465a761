"""Subtitles that are late or of another frame rate are reported, although joined texts have no errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorelite import formats, scoring
from tests.conftest import Run

TEXTS = [f"this is cue {word}" for word in ["one", "two", "three", "four", "five", "six", "seven", "eight"]]
STARTS = [1.0, 400.5, 810.0, 1200.2, 1600.0, 2000.0, 2405.0, 2800.7]


def clock(seconds: float) -> str:
    thousandths = round(1000 * seconds)
    minutes, rest = divmod(thousandths, 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1000:02},{rest % 1000:03}"


def subtitles(path: Path, *, late: float = 0.0, slower: float = 1.0, texts: list[str] = TEXTS) -> Path:
    starts = [slower * start + late for start in STARTS]
    cues = (
        f"{n}\n{clock(a)} --> {clock(a + 2)}\n{text}\n"
        for n, (a, text) in enumerate(zip(starts, texts, strict=True), 1)
    )
    path.write_text("\n".join(cues))
    return path


def notices(ref: Path, hyp: Path) -> list[str]:
    result = scoring.score_files(ref, hyp)
    return [notice.text for notice in result.notices if notice.name == "cue times"]


@pytest.mark.parametrize(
    ("changes", "what", "option"),
    [
        ({"late": 2.0}, "2.00 s later than those of the reference", "--shift -2`"),
        ({"late": -0.75}, "0.75 s earlier than those of the reference", "--shift 0.75`"),
        ({"slower": 23.976 / 25}, "those of a video with 25 frames a second, not 23.976", "--fps 25:23.976`"),
    ],
)
def test_cues_with_other_times_are_reported_with_the_command_that_moves_them(
    changes: dict[str, float], what: str, option: str, tmp_path: Path, scorelite: Run
) -> None:
    ref, hyp = subtitles(tmp_path / "ref.srt"), subtitles(tmp_path / "hyp.srt", **changes)
    assert scoring.score_files(ref, hyp).wer == 0.0
    (text,) = notices(ref, hyp)
    assert text.startswith(f"the cues of the hypothesis are {what}, which the rate of joined texts does not show")
    assert f"scorelite convert {hyp} OUT {option}" in text
    moved = scorelite("convert", "hyp.srt", "out.srt", *option.rstrip("`").split())
    assert moved.returncode == 0
    assert notices(ref, tmp_path / "out.srt") == []
    starts = [segment.start for segment in formats.read(tmp_path / "out.srt").segments]
    assert starts == pytest.approx(STARTS, abs=0.01)


def test_cues_of_other_texts_and_cues_that_are_a_little_late_are_not_reported(tmp_path: Path) -> None:
    ref = subtitles(tmp_path / "ref.srt")
    assert notices(ref, subtitles(tmp_path / "late.srt", late=0.3)) == []
    others = [f"something else {place}" for place in range(5)] + TEXTS[5:]
    assert notices(ref, subtitles(tmp_path / "other.srt", late=2.0, texts=others)) == []
