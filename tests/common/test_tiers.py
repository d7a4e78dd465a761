"""Tiers that nobody chose are named wherever they are scored, in every wing and however files are paired."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("numpy")
pytest.importorskip("scipy")

import scorelite
from scorelite.formats.errors import UsageError
from scorelite.scoring import meetings

TOGETHER, AS_SPEAKERS = "are scored together; ref_tier=NAME chooses", "are scored as speakers; ref_tier=NAME chooses"


def textgrid(**tiers: str) -> str:
    """A TextGrid of ten seconds, whose tiers are intervals."""
    rows = "".join(f' "IntervalTier" "{name}" 0 10 {rows.count(chr(34)) // 2} {rows}' for name, rows in tiers.items())
    return f'"ooTextFile" "TextGrid" 0 10 <exists> {len(tiers)}{rows}'


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    for name, word in (("ref", "day"), ("hyp", "way")):
        text = textgrid(anna=f'0 1 "good {word}" 1 3 "yes" 3 10 ""', notes='0 4 "" 4 6 "she coughs here" 6 10 ""')
        (tmp_path / f"{name}.TextGrid").write_text(text)
    return tmp_path / "ref.TextGrid", tmp_path / "hyp.TextGrid"


def test_tiers_of_files_paired_by_segment_are_named_until_one_is_chosen(files: tuple[Path, Path]) -> None:
    both = scorelite.score_files(*files)
    said = [notice.text for notice in both.notices]
    assert f"{files[0]}: 2 tiers (anna, notes) {TOGETHER}" in said
    assert f"{files[1]}: 2 tiers (anna, notes) are scored together; hyp_tier=NAME chooses" in said
    assert (both.counts.reference, both.counts.errors) == (6, 1)
    for tier in ("anna", ["anna", "notes"]):
        chosen = scorelite.score_files(*files, tier=tier)
        assert not [notice for notice in chosen.notices if "2 tiers" in notice.text]
    with pytest.warns(UserWarning, match="2 tiers"):
        assert scorelite.wer(*files) == pytest.approx(1 / 6)


def test_tiers_of_a_corpus_that_was_read_before_are_named(files: tuple[Path, Path]) -> None:
    result = scorelite.score_files(*map(scorelite.read, files))
    assert f"{files[0]}: 2 tiers (anna, notes) are scored together; tiers=[NAME] of read chooses" in [
        notice.text for notice in result.notices
    ]


def test_tiers_of_folders_are_named_once_for_each_side(files: tuple[Path, Path], tmp_path: Path) -> None:
    for path in files:
        (tmp_path / path.stem).mkdir()
        for name in ("a", "b"):
            (tmp_path / path.stem / f"{name}.TextGrid").write_text(path.read_text())
    result = scorelite.score_files(tmp_path / "ref", tmp_path / "hyp")
    assert len([notice for notice in result.notices if "2 tiers (anna, notes)" in notice.text]) == 2
    assert any(
        f"2 tiers (anna, notes) {AS_SPEAKERS}" in text
        for text in meetings.score(tmp_path / "ref", tmp_path / "hyp").notices
    )


def test_tiers_that_become_speakers_are_named(files: tuple[Path, Path]) -> None:
    said = f"{files[0]}: 2 tiers (anna, notes) {AS_SPEAKERS}"
    assert said in meetings.score(*files).notices
    assert said in scorelite.score_segments(*files, measure="diarisation").notices
    assert not [text for text in meetings.score(*files, tier="anna").notices if "2 tiers" in text]
    for rate in (scorelite.der, scorelite.jer, scorelite.cpwer):
        with pytest.warns(UserWarning, match="as speakers"):
            rate(*files)


def test_phones_of_an_aligner_are_no_speaker_of_a_meeting(tmp_path: Path) -> None:
    path = tmp_path / "a.TextGrid"
    phones = '0 0.5 "g" 0.5 1 "d" 1 2 "d" 2 3 "ay" 3 10 ""'
    path.write_text(textgrid(words='0 1 "good" 1 3 "day" 3 10 ""', phones=phones))
    with pytest.raises(UsageError, match=r"as phones divide words; expected one tier: ref_tier=NAME"):
        meetings.score(path, path)
    assert meetings.score(path, path, tier="words").error_rate == 0


def test_a_comment_tier_is_named_where_earlier_segments_take_the_words(files: tuple[Path, Path]) -> None:
    words = b"hyp 1 0 0.5 good\nhyp 1 0.5 0.5 day\nhyp 1 1 1 yes\n"
    result = scorelite.score_files(files[0], words, hyp_format="ctm", overlap="earlier")
    assert f"{files[0]}: 2 tiers (anna, notes) {TOGETHER}" in [notice.text for notice in result.notices]
