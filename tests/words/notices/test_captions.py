"""Sounds, music and labels of speakers in captions are named where enough cues have them."""

from __future__ import annotations

from typing import Any

import pytest

from scorelite import scoring

SPOKEN = ("Hello there.", "And so on.", "That is all.")
SOUNDS = ("[door slams] Hello there.", "\u266a And so on. \u266a", "MAN 1: That is all.")


def notices(cues: tuple[str, ...], **settings: Any) -> list[str]:
    files = ["".join(f"{n}\n{n:02}:00:00,000 --> {n:02}:00:02,000\n{cue}\n\n" for n, cue in enumerate(cues, 1))]
    files.append(" ".join(SPOKEN))
    sides = [file.encode() for file in files]
    result = scoring.score_files(*sides, ref_format="srt", hyp_format="txt", **settings)
    return [notice.text for notice in result.notices if notice.name.startswith("captions")]


def test_the_notice_names_the_normaliser_that_removes_the_cause() -> None:
    (notice,) = notices(SOUNDS)
    assert notice == (
        "3 of 3 cues of the reference have sounds in brackets, \u266a or labels of speakers, such as '[door slams] "
        "Hello there.', which count as words; normalise='captions' removes them"
    )
    assert notices(SOUNDS, normalise="captions") == []
    # Punctuation goes, and with it what shows that the words are sounds.
    (notice,) = notices(SOUNDS[1:] * 3, normalise="basic")
    assert notice.startswith("3 of 6 cues")
    assert notice.endswith("normalise='captions' before the other normalisers removes them")


@pytest.mark.parametrize("cues", [SOUNDS[:2] + SPOKEN, SOUNDS + SPOKEN * 20, SPOKEN * 2], ids=["two", "few", "none"])
def test_few_sounds_are_no_notice(cues: tuple[str, ...]) -> None:
    assert notices(cues) == []
    assert notices(SOUNDS + SPOKEN * 19)  # 3 of 60 are 5 %
