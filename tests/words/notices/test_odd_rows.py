"""Rows of one file that look wrong: words that overlap, and confidences that are no probabilities."""

from __future__ import annotations

from pathlib import Path

import pytest

import scorelite
from scorelite import formats
from scorelite.scoring.words.notices.odd_rows import of_file
from tests.conftest import Run


def notices(*rows: str) -> list[str]:
    return [str(notice) for notice in of_file(formats.read("\n".join([*rows, ""]).encode(), format="ctm"))]


def test_words_of_a_channel_that_overlap_are_reported() -> None:
    assert notices("a A 2.0 1.0 three", "a A 0.0 1.0 one", "a A 0.5 2.0 two", "a B 0.0 1.0 one") == [
        "1 word with a begin before the row above, such as 'one' at 0 s in line 2",
        "2 words with a begin before the end of the previous word, such as 'two' at 0.5 s in line 3",
    ]


def test_rounded_times_and_alternations_do_not_overlap() -> None:
    assert notices("a A 0.0 1.0 one", "a A 0.99 1.0 two", "a B 0.0 1.0 one") == []
    branches = ["a A * * <ALT_BEGIN>", "a A 0.0 1.0 one", "a A * * <ALT>", "a A 0.0 1.0 won", "a A * * <ALT_END>"]
    assert notices(*branches, "a A 1.0 1.0 two") == []


def test_ends_in_place_of_durations_are_one_notice() -> None:
    (notice,) = notices(*[f"a A {second}.0 {second + 1}.0 w" for second in range(1, 12)])
    assert notice.endswith("the fourth field looks like an end, not a duration")


def test_check_warns_of_odd_rows(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.ctm").write_text("a A 0.0 1.0 one 90\na A 0.5 1.0 two 95\n")
    checked = scorelite("check", "a.ctm", cwd=tmp_path)
    assert (checked.returncode, checked.stdout) == (0, b"a.ctm: ctm, 1 segment, 2 words\n")
    confidences, overlap = checked.stderr.decode().splitlines()
    assert confidences == (
        "scorelite: warning: a.ctm: confidences above 1 in the file; expected probabilities from 0 to 1"
    )
    assert overlap.startswith("scorelite: warning: a.ctm: 1 word with a begin before the end of the previous word")


@pytest.mark.parametrize(("normalise", "said"), [(None, True), ("numbers-en", True), ("basic", False)])
def test_characters_are_looked_at_as_the_normaliser_leaves_them(normalise: str | None, said: bool) -> None:
    ref = formats.read(b"talk 1 0 1 good\ntalk 1 1 1 day\n", format="ctm")
    hyp = formats.read("talk 1 0 1 good\xa0day\n".encode(), format="ctm")
    notices = scorelite.score(ref, hyp, normalise=normalise).notices
    assert ("no-break spaces" in {notice.name for notice in notices}) == said
