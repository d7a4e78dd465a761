"""Times of subtitles at another frame rate."""

from __future__ import annotations

import io
from fractions import Fraction

import pytest

from scorelite import formats
from scorelite.formats.engine.frame_rates import ratio_of

CUES = "1\n00:00:01,001 --> 00:00:59,999\ngood day\n\n2\n01:23:45,678 --> 01:23:46,789\nto you\n"


def fitted(cues: str, fps: str) -> str:
    target = io.BytesIO()
    formats.convert(io.BytesIO(cues.encode()), target, source_format="srt", target_format="srt", fps=fps)
    return target.getvalue().decode()


@pytest.mark.parametrize("fps", ["25:24", "24:25", "50:25", "30:29.5"])
def test_cues_are_those_of_pysubs2(fps: str) -> None:
    pysubs2 = pytest.importorskip("pysubs2")
    theirs = pysubs2.SSAFile.from_string(CUES)
    theirs.transform_framerate(*map(float, fps.split(":")))
    assert fitted(CUES, fps).strip() == theirs.to_string("srt").strip()


@pytest.mark.parametrize(
    ("fps", "expected"),
    [
        ("25:24", Fraction(25, 24)),
        ("24:23.976", Fraction(1001, 1000)),
        ("24:23.98", Fraction(1001, 1000)),
        ("29.97:30", Fraction(1000, 1001)),
        ("60:59.94", Fraction(1001, 1000)),
        ("25:12.5", Fraction(2)),
        ("25:23.9", Fraction(250, 239)),
    ],
)
def test_rates_of_ntsc_are_exact_and_others_as_written(fps: str, expected: Fraction) -> None:
    assert ratio_of(fps) == expected


def test_the_end_of_a_film_moves_by_minutes() -> None:
    # 1:23:45.678 is 5025.678 s; times 1001/960 that is 5240.316331 s.
    assert "01:27:20,316 --> " in fitted(CUES, "25:23.976")


@pytest.mark.parametrize("fps", ["25", "25:25", "24:24.0", "0:25", "25:0", "-25:24", "25:x", "1e9:2", 25, ("25", "24")])
def test_what_are_no_two_rates_is_refused(fps: str) -> None:
    with pytest.raises(formats.UsageError, match="expected two different frame rates, such as 25:23.976"):
        fitted(CUES, fps)


def test_times_are_shifted_before_they_are_fitted() -> None:
    cues = b"1\n10:00:25,000 --> 10:00:26,000\nhi\n"
    target = io.BytesIO()
    formats.convert(cues, target, target_format="srt", source_format="srt", shift=-36000.0, fps="25:24")
    # A programme that starts at 10:00:00: 25 s of it are 625 frames, which last 26.042 s.
    assert target.getvalue().decode().splitlines()[1] == "00:00:26,042 --> 00:00:27,083"
