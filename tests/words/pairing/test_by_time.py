"""Pairing by time: the middle of a word decides, in any order of rows, and misfits are reported."""

from __future__ import annotations

import json
import random
import re
import subprocess
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from math import log2
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorelite import formats, scoring
from scorelite.formats.errors import FormatError, MismatchError, UsageError
from scorelite.formats.schema import Alternation, Corpus, Label, Segment
from scorelite.formats.schema.words import Words
from scorelite.scoring.common.counts import Counts
from scorelite.scoring.common.settings import Settings
from scorelite.scoring.words.inputs.corpora import paired_by_time
from scorelite.scoring.words.pairing.by_time import Selection, Windows, by_windows
from scorelite.scoring.words.pairing.rules import TimedRules
from scorelite.scoring.words.result import Result
from scorelite.scoring.words.timed_scores import score_timed
from tests.conftest import ROOT, Run

DEMO = ROOT / "resources" / "demo"


def score(ref: str, hyp: str, *, ref_format: str = "stm", hyp_format: str = "ctm", **options: object) -> Result:
    """The score of two texts; lines may be separated by bars."""
    files = [text.replace("|", "\n").encode() + b"\n" if text else b"" for text in (ref, hyp)]
    return scoring.score_files(*files, ref_format=ref_format, hyp_format=hyp_format, **options)  # type: ignore[arg-type]


def hyps(result: Result) -> list[object]:
    return [utterance.hyp for utterance in result.utterances]


# --- segments and words ----------------------------------------------------------------------------


def test_the_middle_of_a_word_decides_and_the_end_of_a_segment_belongs_to_the_next() -> None:
    ref = "t A s 0 1.5 a|t A s 1.5 4 b"
    assert hyps(score(ref, "t A 1.0 0.9 x|t A 1.25 0.5 y|t A 1.0 1.5 z")) == ["x", "z y"]
    assert hyps(score(ref, "t A 1.5 0.0 x")) == ["", "x"]


def test_a_word_whose_middle_is_the_end_of_a_segment_follows_single_precision_as_in_sclite(reference: Path) -> None:
    for end in ("3.47", "3.3", "0.1", "16777217.5"):
        data = f"t A s 0 {end} a|t A s {end} 99999999 b", f"t A {end} 0 a"
        sclite = counts_of_sclite(reference, *(text.replace("|", "\n") + "\n" for text in data))
        assert score(*data).counts == sclite


def test_rows_and_segments_come_in_any_order() -> None:
    ref = ["t A s 0 1 a b", "t A s 1 2 c", "t B s 0 1 d", "u A r 0 1 e"]
    hyp = ["t A 0.1 0.1 a", "t A 0.5 0.1 b", "t A 1.1 0.1 x", "t B 0.1 0.1 d", "u A 0.1 0.1 e"]
    expected = score("|".join(ref), "|".join(hyp))
    assert (expected.counts, expected.sentence_errors) == (Counts(4, 1), 1)
    rows = random.Random(1)
    for _ in range(5):
        rows.shuffle(hyp)
        assert score("|".join(ref), "|".join(hyp)).counts == expected.counts
        assert hyps(score("|".join(ref), "|".join(hyp))) == hyps(expected)
    assert hyps(score("|".join(reversed(ref)), "|".join(hyp))) == ["e", "d", "x", "a b"]


def test_words_that_begin_at_the_same_time_keep_their_order() -> None:
    assert hyps(score("t A s 0 9 a", "t A 2 0 b|t A 1 0 x|t A 1 1 a|t A 1 0 y")) == ["x a y b"]


def test_names_meet_as_sclite_compares_them() -> None:
    assert score("Talk a s 0 1 w", "tALK A 0 1 w").counts == Counts(1)
    ref, hyp = "Talk a s 0 1 w|b a s 0 1 w", "tALK A 0 1 w|b A 0 1 w"
    assert score(ref, hyp).counts == Counts(2)
    with pytest.raises(MismatchError, match="2 of these differ only in case"):
        score(ref, hyp, case_sensitive=True)


def test_a_channel_without_a_name_is_shown_as_such() -> None:
    whisper = b'{"segments": [{"start": 0, "end": 1, "text": " w", "words": [{"word": " w", "start": 0, "end": 1}]}]}'
    stm = b"j 1 s 0 1 w\nj 2 s 0 1 w\n"
    with pytest.raises(MismatchError, match=r"'1' in the reference, without a name in the hypothesis \(recording j\)"):
        scoring.score_files(stm, whisper, ref_format="stm", hyp_format="whisper", session="j")


def test_two_channels_next_to_subtitles_without_any_are_explained_with_the_way_to_join_them() -> None:
    subtitles = b"1\n00:00:00,000 --> 00:00:04,000\ngood day to you\n"
    words = b"t 0 0.1 1 good\nt 0 1.5 1 day\nt 1 2.5 0.5 to\nt 1 3.2 0.5 you\n"
    with pytest.raises(MismatchError) as caught:
        scoring.score_files(subtitles, words, ref_format="srt", hyp_format="ctm", session="t")
    assert (
        "differ only in the name of the channel: without a name in the reference, '0' in the hypothesis (recording t)\n"
        "  channel={'0': '1'} makes all channels one, as one side has them; channel='0' scores one of them\n"
    ) in str(caught.value)
    for channel, counts in (({"0": "1"}, Counts(4)), ("0", Counts(2, 0, 2))):
        result = scoring.score_files(subtitles, words, ref_format="srt", hyp_format="ctm", session="t", channel=channel)
        assert result.counts == counts


def test_a_side_without_channels_is_scored_whole_with_one_channel_and_a_notice(tmp_path: Path) -> None:
    (tmp_path / "ref.ctm").write_text("t A 0 1 a\nt B 1 1 b\n")
    (tmp_path / "hyp.txt").write_text("a b\n")
    result = scoring.score_files(tmp_path / "ref.ctm", tmp_path / "hyp.txt", channel="A")
    assert result.counts == Counts(1, 0, 0, 1)
    notice = "hyp.txt: no channels: all its words are scored with channel A of the other side"
    assert any(notice in str(each) for each in result.notices)


def test_the_name_of_one_of_several_channels_takes_this_channel_with_a_notice() -> None:
    ref, hyp = "t X anna 0 1 a", "t 0 0.1 0.5 a|t 1 0.2 0.5 b|u 7 0.1 0.5 c"
    both = score(f"{ref}|u X ben 0 1 c", hyp, channel="0")
    assert both.counts == Counts(2)
    assert any("only channel 0 is read, not channel 1" in str(notice) for notice in both.notices)
    assert score(f"{ref}|u X ben 0 1 c", hyp, channel="1").counts == Counts(1, 1)
    joined = score(f"{ref}|u X ben 0 1 c", hyp, channel={"0": "X", "1": "X", "7": "X"})
    assert joined.counts == Counts(2, 0, 0, 1)
    with pytest.raises(UsageError, match=r"no channel 'X': recording 't' has 2 channels \(0, 1\); expected") as caught:
        score(ref, hyp, channel="X")
    assert str(caught.value).endswith("or new names: channel={'0': 'X', '1': 'X'} joins channels")


def test_one_channel_of_a_recogniser_is_scored_against_plain_text() -> None:
    deepgram = {
        "results": {
            "channels": [
                {"alternatives": [{"transcript": text, "words": [{"word": text, "start": 0.1, "end": 0.5}]}]}
                for text in ("hello", "goodbye")
            ]
        }
    }
    hyp = json.dumps(deepgram).encode()
    for channel, text in (("0", b"hello\n"), ("1", b"goodbye\n")):
        result = scoring.score_files(text, hyp, ref_format="txt", hyp_format="deepgram", channel=channel)
        assert result.counts == Counts(1)
    with pytest.raises(UsageError, match=r"no channel 'agent': the recording has 2 channels \(0, 1\)"):
        scoring.score_files(b"hello\n", hyp, ref_format="txt", hyp_format="deepgram", channel="agent")


def test_recordings_with_another_suffix_are_explained_with_the_expression_that_removes_it() -> None:
    ref, hyp = "a A s 0 1 w|b A s 0 1 w", "a.wav A 0 1 w|b.wav A 0 1 w"
    with pytest.raises(MismatchError, match=r"strip_id='\[\.\]wav\$' removes the difference: a in "):
        score(ref, hyp)
    assert score(ref, hyp, strip_id="[.]wav$").counts == Counts(2)


def test_recordings_whose_names_differ_only_in_a_suffix_are_renamed_together() -> None:
    with pytest.raises(MismatchError, match=r"session=\{'a': 'a.wav'\} makes these two one recording"):
        score("b.wav A s 0 1 w|a.wav A s 0 1 w", "a A 0 1 w|c A 0 1 w")


def test_a_side_without_channels_is_named_with_the_option_that_names_them(tmp_path: Path) -> None:
    turn = {"session_id": "j", "words": "the car sat", "start_time": 0, "end_time": 2, "speaker": "x"}
    (tmp_path / "h.seglst.json").write_text(json.dumps([turn, turn | {"session_id": "k"}]))
    (tmp_path / "r.stm").write_text("j 1 A 0 2 the cat sat\nk 1 A 0 2 the cat sat\n")
    files = str(tmp_path / "r.stm"), str(tmp_path / "h.seglst.json")
    with pytest.raises(MismatchError, match="The hypothesis names no channels; channel='1' gives both sides one"):
        scoring.score_files(*files)
    assert scoring.score_files(*files, channel="1").counts.errors == 2


def test_ids_and_places_of_utterances_are_told() -> None:
    result = score("t A anna 0 1.50 <O,,f> a|t A ben 1.5 2 b|t A anna 2 3 c", "t A 0 1 a|t A 1.5 0.2 b|t A 2 1 c")
    assert [utterance.id for utterance in result.utterances] == ["anna-000", "ben-000", "anna-001"]
    segment = result.utterances[0].segment
    assert segment == Segment("", "t", "A", "anna", 0.0, 1.5, ("O", "", "f"), text="a", grammar="sclite")
    assert result.utterances[0].to_dict() == {
        "id": "anna-000",
        "session": "t",
        "channel": "A",
        "speaker": "anna",
        "start": 0.0,
        "end": 1.5,
        "tags": ["O", "", "f"],
        "ref": "a",
        "hyp": "a",
        **Counts(1).to_dict(),
        "operations": "C",
        "alignment": [["C", "a", "a", {"hyp_start": 0.0, "hyp_end": 1.0}]],
    }


# --- words outside -----------------------------------------------------------------------------------

GAPS = "t A s 1 2 a|t A s 4 5 b"
STRAYS = "t A 0.2 0.1 early|t A 1.1 0.1 a|t A 3.0 0.5 between|t A 4.2 0.1 b|t A 7 1 late"


def test_words_in_no_segment_go_to_the_next_one_or_the_last_and_are_counted() -> None:
    result = score(GAPS, STRAYS)
    assert hyps(result) == ["early a", "between b late"]
    assert (result.outside, result.outside_rule) == (3, "attach")
    assert "3 words outside all segments: scored with the next segment" in str(result)
    assert result.to_dict()["outside"] == 3


def test_words_in_no_segment_are_left_out_on_demand_and_counted() -> None:
    result = score(GAPS, STRAYS, outside="skip")
    assert hyps(result) == ["a", "b"]
    assert result.outside == 3
    assert "3 words outside all segments: left out" in str(result)
    assert "|outside:skip|" in result.signature


def test_words_in_no_segment_are_an_error_on_demand() -> None:
    with pytest.raises(MismatchError) as caught:
        score(GAPS, STRAYS, outside="error")
    assert str(caught.value) == (
        "3 words (t A at 0.25, t A at 3.25, t A at 7.5) of the hypothesis outside all segments of the reference\n"
        "Fix the times, or choose: outside='attach' assigns them to the next segment, as sclite "
        "does; outside='skip' leaves them out"
    )


def test_the_begin_of_a_segment_is_inside() -> None:
    for start in ("1.1", "3.47", "0.3"):
        assert score(f"t A s {start} 9 a", f"t A {start} 0 a").outside == 0


# --- ignored segments ----------------------------------------------------------------------------------


def test_ignored_segments_are_left_out_with_their_words() -> None:
    ref = "t A s 0 1 a|t A s 1 2 IGNORE_TIME_SEGMENT_IN_SCORING|t A s 2 3 b"
    result = score(ref, "t A 0 1 a|t A 1.1 0.1 x|t A 1.3 0.1 y|t A 2.1 0.1 b")
    assert (result.counts, result.sentences) == (Counts(2), 2)
    assert (result.ignored_segments, result.ignored_words) == (1, 2)
    assert [utterance.id for utterance in result.utterances] == ["s-000", "s-001"]


def test_a_channel_of_which_all_is_ignored_needs_no_hypothesis() -> None:
    ref = "t A s 0 1 a|t B s 0 1 IGNORE_TIME_SEGMENT_IN_SCORING"
    assert score(ref, "t A 0 1 a").counts == Counts(1)
    assert score(ref, "t A 0 1 a|t B 0 1 x").ignored_words == 1


# --- alternations --------------------------------------------------------------------------------------


def test_an_alternation_moves_as_a_whole_by_its_latest_middle() -> None:
    ref = "t A s 0 2 a|t A s 2 4 b c"
    words = "t A * * <ALT_BEGIN>|t A 1.0 0.1 x|t A * * <ALT>|t A 2.5 0.1 b|t A 2.6 0.1 c|t A * * <ALT_END>"
    result = score(ref, f"t A 0.1 0.1 a|{words}")
    assert hyps(result) == ["a", "{ x / b c }"]
    assert result.counts == Counts(3)
    assert score(ref, f"{words}|t A 0.1 0.1 a").counts == Counts(3)


@pytest.mark.parametrize(
    "branches", [["", "a b"], ["a b", ""], ["", "", "a b"], ["x", "", "a b"], ["a b", "", ""], ["", "x y", "a b"]]
)
def test_no_word_is_lost_behind_an_empty_branch(branches: list[str]) -> None:
    rows = ["t A 0 0.1 z", "t A * * <ALT_BEGIN>"]
    for place, branch in enumerate(branches):
        rows += ["t A * * <ALT>"] * bool(place) + [f"t A 0.2 0.1 {word}" for word in branch.split()]
    result = score("t A s 0 1 z a b", "|".join([*rows, "t A * * <ALT_END>"]))
    assert result.counts == Counts(3)


def test_an_alternation_without_words_goes_with_the_word_before_it() -> None:
    empty = "t A * * <ALT_BEGIN>|t A * * <ALT>|t A * * <ALT_END>"
    result = score("t A s 0 1 a|t A s 1 2 b", f"t A 0 1 a|{empty}|t A 1.1 0.1 b|{empty}")
    assert hyps(result) == ["a { @ / @ }", "b { @ / @ }"]
    assert result.counts == Counts(2)
    assert score("t A s 0 1 a", f"{empty}|t A 0 1 a").counts == Counts(1)


# --- names that only one side has ----------------------------------------------------------------------


def test_channels_that_only_one_side_has_are_an_error_that_names_them() -> None:
    ref = "|".join(f"t{number} A s 0 1 w" for number in range(8)) + "|x 1 s 0 1 w"
    with pytest.raises(MismatchError) as caught:
        score(ref, "t7 a 0 1 w|x A 0 1 w|y A 0 1 w")
    assert str(caught.value) == (
        "reference and hypothesis have different recordings and channels\n"
        "  8 channels (t0 A, t1 A, t2 A, t3 A, t4 A, ...) of 9 in the reference without a word in the hypothesis\n"
        "  2 channels (x A, y A) of 3 in the hypothesis without a reference\n"
        "  1 of these differ only in the name of the channel: '1' in the reference, 'A' in the hypothesis "
        "(recording x)\n"
        "  session={'x': 't0'} makes these two one recording\n"
        "Fix the names, or choose: missing='delete' counts the words of channels without a "
        "hypothesis as deletions; missing='skip' scores only channels that both sides have"
    )


def test_channels_of_a_recogniser_take_the_names_of_the_reference() -> None:
    ref, hyp = "t A s 0 1 a|t B s 0 1 b", "t 0 0 1 a|t 1 0 1 b"
    with pytest.raises(MismatchError, match="channel={'0': 'A', '1': 'B'} renames the channels, if these belong"):
        score(ref, hyp)
    assert score(ref, hyp, channel={"0": "A", "1": "B"}).counts == Counts(2)
    assert score(ref, hyp, channel={"1": "A", "0": "B"}).counts == Counts(0, 2)
    with pytest.raises(MismatchError) as caught:
        score(ref, "t 0 0 1 a|t 1 0 1 b|t 2 0 1 c")
    assert "channel=" not in str(caught.value)  # which channel is none of the reference's is not known


def test_a_side_without_channels_needs_no_names_for_them(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "ref.csv").write_text("session,start,end,text\na,0,1,good\nb,0,1,day\n")
    (tmp_path / "hyp.ctm").write_text("x 1 0.1 0.5 good\ny 1 0.1 0.5 day\n")
    refused = scorelite("score", "ref.csv", "hyp.ctm", cwd=tmp_path)
    assert b"--session 'x=a'" in refused.stderr
    assert b"--channel" not in refused.stderr
    (tmp_path / "hyp.ctm").write_text("a 1 0.1 0.5 good\nb 2 0.1 0.5 day\n")
    refused = scorelite("score", "ref.csv", "hyp.ctm", cwd=tmp_path)
    assert b"  --channel 1 gives both sides one channel" in refused.stderr
    assert scorelite("score", "ref.csv", "hyp.ctm", "--channel", "1", cwd=tmp_path).returncode == 0


def test_channels_from_0_are_renamed_to_those_from_1_of_the_other_side() -> None:
    ref, hyp = "t 1 anna 0 1 a|t 2 ben 1 2 b", "t 0 0.1 0.5 a|t 1 1.1 0.5 b"
    with pytest.raises(MismatchError) as caught:
        score(ref, hyp)
    assert "channel={'0': '1', '1': '2'} renames the channels" in str(caught.value)
    assert "missing='skip'" not in str(caught.value)  # 1 would be compared with the other 1
    with pytest.raises(MismatchError, match="channel={'1': '0', '2': '1'} renames the channels"):
        score("t 0 anna 0 1 a|t 1 ben 1 2 b", "t 1 0.1 0.5 a|t 2 1.1 0.5 b")
    assert score(ref, hyp, channel={"0": "1", "1": "2"}).counts == Counts(2)
    # Both sides have these names, and both are renamed.
    swapped = score(ref, "t 2 0.1 0.5 a|t 1 1.1 0.5 b", channel={"1": "2", "2": "1"})
    assert swapped.counts.correct == 0


def test_a_missing_channel_is_deletions_or_left_out_on_demand() -> None:
    ref, hyp = "t A s 0 1 a b|t B s 0 1 c", "t B 0 1 c"
    deleted = score(ref, hyp, missing="delete")
    assert (deleted.counts, deleted.missing, deleted.sentences) == (Counts(1, 0, 2), ("t A",), 2)
    assert "1 channel without a hypothesis: scored as deletions" in str(deleted)
    skipped = score(ref, hyp + "|u A 0 1 x", missing="skip")
    assert (skipped.counts, skipped.missing, skipped.extra) == (Counts(1), ("t A",), ("u A",))
    assert "1 channel without a reference: left out" in str(skipped)
    with pytest.raises(MismatchError, match="missing='delete' allows channels without a hypothesis, not channels"):
        score(ref, hyp + "|u A 0 1 x", missing="delete")


def test_an_empty_hypothesis_is_an_error_and_deletions_on_demand() -> None:
    with pytest.raises(MismatchError, match=r"1 channel \(t A\) of 1 in the reference"):
        score("t A s 0 1 a", "")
    assert score("t A s 0 1 a", "", missing="delete").counts == Counts(0, 0, 1)
    assert score("", "").sentences == 0


def test_unknown_rules_are_refused() -> None:
    for options in ({"outside": "drop"}, {"overlap": "later"}, {"missing": "drop"}):
        ((name, value),) = options.items()
        with pytest.raises(UsageError, match=f"{name} '{value}' is unknown; expected '"):
            score("t A s 0 1 a", "t A 0 1 a", **options)


# --- segments that overlap -----------------------------------------------------------------------------


def test_overlapping_segments_are_an_error_that_says_where() -> None:
    ref = "t A s 0 2 a|t B s 0 9 x|t A r 1.5 3 b|t A s 2.9 4 c"
    with pytest.raises(FormatError) as caught:
        score(ref, "t A 0 1 a|t B 0 1 x")
    assert str(caught.value) == (
        "<bytes>:3:1: this segment of t A begins at 1.5, before the segment of line 1 ends at 2.0; "
        "expected segments that do not overlap\n"
        "<bytes>:4:1: this segment of t A begins at 2.9, before the segment of line 3 ends at 3.0; "
        "expected segments that do not overlap\n"
        "(overlap='earlier' assigns words in both to the earlier one; `scorelite meetings` scores speakers who talk at "
        "once)"
    )


def test_overlapping_cues_without_names_are_told_without_a_name() -> None:
    cues = "1\n00:00:05,000 --> 00:00:07,000\na\n\n2\n00:00:05,500 --> 00:00:09,000\nb\n"
    with pytest.raises(FormatError, match=r"this segment begins at 5\.5, before the segment of line 2 ends"):
        scoring.score_files(cues.encode(), b"t A 5 1 a\n", ref_format="srt", hyp_format="ctm")


def test_a_word_in_two_segments_goes_to_the_earlier_one_on_demand() -> None:
    result = score("t A s 0 2 a|t A r 1 3 b", "t A 1.5 0.2 a|t A 2.5 0.2 b", overlap="earlier")
    assert (result.counts, result.outside, result.overlap_rule) == (Counts(2), 0, "earlier")
    nested = score("t A s 0 9 a|t A r 1 3 b|t A r 9 10 c", "t A 2 0.2 a|t A 9.1 0.1 c", overlap="earlier")
    assert hyps(nested) == ["a", "", "c"]


# --- words and words -----------------------------------------------------------------------------------


def test_words_meet_words_cut_where_both_sides_are_silent_for_a_second() -> None:
    ref = "t A 0 1 a|t A 1 1 b|t A 4 1 c|t A 7.9 1 d|t A 9.8 1 e|u 1 0 1 f"
    hyp = "t A 0 1 a|t A 1.5 1 x|t A 4.5 1 c|t A 6.5 0.4 y|t A 8 1 d|t A 9.5 1 e|u 1 0 1 f"
    result = score(ref, hyp, ref_format="ctm")
    assert [(u.id, u.ref, u.hyp) for u in result.utterances] == [
        ("t-A-0000", "a b", "a x"),
        ("t-A-0001", "c", "c"),
        ("t-A-0002", "", "y"),
        ("t-A-0003", "d e", "d e"),
        ("u-1-0000", "f", "f"),
    ]
    assert (result.counts, result.outside_rule) == (Counts(5, 1, 0, 1), "")
    segment = result.utterances[1].segment
    assert segment is not None
    assert (segment.session, segment.channel, segment.start, segment.end) == ("t", "A", 4.0, 5.5)


def test_words_and_words_in_any_order_and_with_missing_channels() -> None:
    ref = "t A 1 1 b|t B 0 1 c|t A 0 1 a"
    with pytest.raises(MismatchError, match=r"1 channel \(t B\) of 2 in the reference without"):
        score(ref, "t A 1 1 b|t A 0 1 a", ref_format="ctm")
    assert score(ref, "t A 1 1 b|t A 0 1 a", ref_format="ctm", missing="delete").counts == Counts(2, 0, 1)
    skipped = score(ref, "t A 1 1 b|t A 0 1 a|x A 0 1 a", ref_format="ctm", missing="skip")
    assert (skipped.counts, skipped.missing, skipped.extra) == (Counts(2), ("t B",), ("x A",))


# --- segments and segments -----------------------------------------------------------------------------


def test_a_channel_without_words_has_no_utterance_and_leaves_the_names_of_the_others() -> None:
    words = [{"word": "a", "start": 0.0, "end": 0.5}]
    for first, second in ((words, []), ([], words)):
        channels = [{"alternatives": [{"transcript": "", "words": spoken}]} for spoken in (first, second)]
        data = json.dumps({"results": {"channels": channels}}).encode()
        result = scoring.score_files(data, data, ref_format="deepgram", hyp_format="deepgram")
        assert (result.counts, len(result.utterances)) == (Counts(1, 0, 0, 0), 1)


def test_segments_meet_the_same_segments() -> None:
    ref = "t A s 0 1.0 a b|t A s 1 2 IGNORE_TIME_SEGMENT_IN_SCORING|t A s 2 3 c"
    result = score(ref, "T a x 2.00 3 c|t A x 0 1 a|t A x 1 2 y z", hyp_format="stm")
    assert (result.counts, result.ignored_segments, result.ignored_words) == (Counts(2, 0, 1), 1, 2)
    with pytest.raises(MismatchError, match="OUT.ctm --interpolate` makes a hypothesis that need") as caught:
        score(ref, "t A x 0 3 a c", hyp_format="stm")
    assert "missing" not in str(caught.value)
    with pytest.raises(MismatchError, match="missing='delete' "):
        score(ref, "t A x 0 1 a b", hyp_format="stm")
    assert score(ref, "t A x 0 1 a b", hyp_format="stm", missing="delete").counts == Counts(2, 0, 1)


@pytest.mark.parametrize(("ref_format", "hyp_format"), [("stm", "trn"), ("trn", "ctm")])
def test_formats_that_cannot_meet_are_refused(ref_format: str, hyp_format: str) -> None:
    lines = {"stm": "t A s 0 1 w", "ctm": "t A 0 1 w", "trn": "w (s-1)", "txt": "w"}
    with pytest.raises(UsageError, match=f"a {ref_format} reference cannot be paired with a {hyp_format} hypothesis"):
        score(lines[ref_format], lines[hyp_format], ref_format=ref_format, hyp_format=hyp_format)


def _rules(**settings: bool) -> TimedRules:
    return TimedRules(settings=Settings(**settings))


def test_segments_and_labels_of_any_format_are_scored() -> None:
    ref = Corpus((Segment(session="t", channel="A", speaker="s", start=0.0, end=2.0, text="a {b} c;d"),), format="x")
    labels = (Label("a", 0.0, 0.5), Alternation(((Label("{b}", 0.5, 0.9, 0.5),), ())), Label("c;d", 1.0, 1.5))
    hyp = Corpus((Segment(session="t", channel="A", start=0.0, end=2.0, labels=labels),), format="y")
    for markup in (True, False):
        result = score_timed(ref, hyp, _rules(markup=markup))
        assert result.counts == Counts(3)
    silent = Corpus((Segment(session="t", channel="A", start=0.0, end=2.0, text="a {b} x"),), format="z")
    assert score_timed(ref, silent, _rules()).counts == Counts(2, 1)
    with pytest.raises(UsageError, match="a x reference cannot be paired with a z hypothesis"):
        score_timed(ref, Corpus((Segment(id="a", text="w"),), format="z"), _rules())


def test_recordings_without_names_meet_and_are_called_by_what_there_is() -> None:
    ref = Corpus((Segment(start=0.0, end=2.0, text="a"), Segment(session="u", start=0.0, end=2.0, text="b")))
    hyp = Corpus((Segment(labels=(Label("a", 0.0, 1.0),)), Segment(session="u", labels=(Label("b", 0.0, 1.0),))))
    result = score_timed(ref, hyp, _rules())
    assert [(utterance.id, utterance.wer) for utterance in result.utterances] == [("-000", 0.0), ("u-000", 0.0)]
    named = Corpus((Segment(id="k", start=0.0, end=2.0, text="a"),))
    assert score_timed(named, named, _rules()).utterances[0].id == "k"


def test_a_side_without_names_is_of_the_only_recording_of_the_other() -> None:
    nameless = Corpus((Segment(start=0.0, end=2.0, text="a"),))
    words = formats.read(b"t A 0 1 a\n", format="ctm")
    assert score_timed(nameless, words, _rules()).counts == Counts(1)
    spoken = Corpus((Segment(labels=(Label("a", 0.0, 1.0),)),))
    assert score_timed(formats.read(b"t A s 0 1 a\n", format="stm"), spoken, _rules()).counts == Counts(1)
    assert score_timed(words, spoken, _rules()).counts == Counts(1)
    stereo = formats.read(b"t A 0 1 a\nt B 0 1 b\n", format="ctm")
    with pytest.raises(MismatchError) as caught:
        score_timed(nameless, stereo, _rules())
    assert str(caught.value).splitlines()[1:3] == [
        "  1 channel (without a name) of 1 in the reference without a word in the hypothesis",
        "  2 channels (t A, t B) of 2 in the hypothesis without a reference",
    ]


def test_segments_with_ids_and_times_meet_texts_by_id_and_words_by_time() -> None:
    both = Corpus((Segment(id="k", start=0.0, end=2.0, text="a"),))
    texts = formats.read(b"a (k)\n", format="trn")
    words = formats.read(b"t A 0 1 a\n", format="ctm")
    assert not paired_by_time(both, texts)
    assert not paired_by_time(texts, texts)
    assert not paired_by_time(Corpus(), texts)
    assert paired_by_time(both, both)
    assert paired_by_time(both, words)
    assert paired_by_time(words, texts)


def test_literal_words_are_compared_literally() -> None:
    assert score("t A s 0 1 a;b c*", "t A 0 0.1 a;x|t A 0.5 0.1 c").counts == Counts(2)
    assert score("t A s 0 1 a;b c*", "t A 0 0.1 a;x|t A 0.5 0.1 c", markup=False).counts == Counts(0, 2)


# --- times and confidences -------------------------------------------------------------------------------


def test_alignments_have_times_and_confidences() -> None:
    result = score("t A s 0 2 a b (uh)", "t A 0.05 0.24 A 0.91|t A 0.5 0.1 x 0.1", optional_words=True)
    pairs = result.utterances[0].alignment.pairs
    assert pairs[0] == scoring.Pair("C", "a", "a", hyp_start=0.05, hyp_end=0.29, hyp_confidence=0.91)
    assert repr(pairs[1]) == "Pair(operation='S', ref='b', hyp='x', hyp_start=0.5, hyp_end=0.6, hyp_confidence=0.1)"
    assert pairs[2] == scoring.Pair("C", "(uh)", None)
    both = score("t A 0 1 a 0.5", "t A 0.5 1 a", ref_format="ctm").utterances[0].alignment
    assert both.to_list() == [
        ["C", "a", "a", {"ref_start": 0.0, "ref_end": 1.0, "ref_confidence": 0.5, "hyp_start": 0.5, "hyp_end": 1.5}]
    ]


def test_cross_entropy_needs_a_confidence_of_every_word() -> None:
    ref = "t A s 0 9 a b c d"
    rows = ["t A 0 1 a 0.9", "t A 1 1 b 0.8", "t A 2 1 x 0.2", "t A 3 1 d 0.7"]
    result = score(ref, "|".join(rows))
    entropy = -(3 * log2(3 / 4) + log2(1 / 4))
    assert result.nce == pytest.approx((entropy + log2(0.9 * 0.8 * 0.7) + log2(1 - 0.2)) / entropy)
    assert result.to_dict()["nce"] == result.nce
    assert score(ref, "|".join([*rows[:3], "t A 3 1 d"])).nce is None
    assert score(ref, "|".join([*rows[:3], "t A 3 1 d NA"])).nce is None
    assert score(ref, rows[0]).nce is None  # all words are right
    assert scoring.score(["a"], ["a"]).nce is None
    marks = "t A * * <ALT_BEGIN>|t A 4 1 y 0.5|t A * * <ALT>|t A * * <ALT_END>"
    assert score(ref, "|".join([*rows, marks])).nce is not None


# --- the reference program --------------------------------------------------------------------------------


def counts_of_sclite(folder: Path, ref: str, hyp: str) -> Counts:
    """The counts of NIST's program."""
    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "r").write_bytes(ref.encode())
        (Path(place) / "h").write_bytes(hyp.encode())
        command = [folder / "sclite", "-r", "r", "stm", "-h", "h", "ctm", "-f", "0", "-o", "rsum", "stdout"]
        done = subprocess.run(command, cwd=place, capture_output=True, check=True)
    line = re.search(rb"\| Sum +\|.*", done.stdout)
    assert line
    numbers = list(map(int, re.findall(rb"\d+", line.group())))
    return Counts(*numbers[2:6])


def generated(random_: random.Random) -> tuple[str, str]:
    """A reference and a hypothesis in order of time, with gaps, alternations, empty and ignored segments."""
    stm, ctm = [], []
    for name in ("t A", "t B", "u 1"):
        time = 0.0
        for _ in range(random_.randint(1, 6)):
            words = [random_.choice("abcd") for _ in range(random_.randint(0, 6))]
            end = time + 0.5 + 0.25 * len(words)
            text = " ".join(words)
            if random_.random() < 0.1:
                text = "IGNORE_TIME_SEGMENT_IN_SCORING"
            elif random_.random() < 0.3:
                text += " { a / b c / @ } (d)"
            stm.append(f"{name} s{random_.randint(0, 2)} {time:.2f} {end:.2f} {text}")
            for place, word in enumerate(words):
                begin = time + place * 0.25
                if random_.random() < 0.1:
                    rows = f"{name} {begin:.3f} 0.1 {word}\n{name} * * <ALT>\n{name} {begin + 0.05:.3f} 0.1 d"
                    ctm.append(f"{name} * * <ALT_BEGIN>\n{rows}\n{name} * * <ALT_END>")
                elif random_.random() < 0.9:
                    word = random_.choice(["b", "(a)", word, word, word])
                    ctm.append(f"{name} {begin:.3f} {random_.choice((0, 0.1, 0.25, 0.5))} {word}")
            time = end + random_.choice((0, 0, 0.5))
            if random_.random() < 0.2:
                ctm.append(f"{name} {time - 0.1:.3f} 0.1 a")
        ctm.append(f"{name} {time + 0.5:.3f} 0.1 a")
    return "\n".join(stm) + "\n", "\n".join(ctm) + "\n"


def test_counts_are_those_of_sclite_on_files_in_order(reference: Path) -> None:
    for seed in range(30):
        ref, hyp = generated(random.Random(seed))
        result = scoring.score_files(ref.encode(), hyp.encode(), ref_format="stm", hyp_format="ctm")
        assert result.counts == counts_of_sclite(reference, ref, hyp), seed


@pytest.mark.parametrize("name", ["sum", "rsum", "pra", "dtl", "lur", "prf", "sgml"])
@pytest.mark.parametrize("options", [{}, {"case_sensitive": True}, {"unit": "character"}])
def test_reports_are_those_of_the_drop_in(
    sclite: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, object]
) -> None:
    for path in (DEMO / "ref.stm", DEMO / "hyp.ctm"):
        # Upper case shows where names and words are folded.
        (tmp_path / path.name).write_bytes(path.read_bytes().replace(b"station", b"Station").replace(b" to ", b" To "))
    monkeypatch.chdir(tmp_path)
    # Both programs fold words in UTF-8 alike; only characters need the encoding.
    flags = ["-s"] * ("case_sensitive" in options) + ["-c", "-e", "utf-8"] * ("unit" in options)
    done = sclite("-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm", "-f", "0", "-o", name, "stdout", *flags)
    assert done.returncode == 0
    result = scoring.score_files("ref.stm", "hyp.ctm", **options)  # type: ignore[arg-type]
    dates = re.compile(rb"(?i)creation[ _]date.*")
    assert dates.sub(b"", bytes(result.report(name))) == dates.sub(b"", done.stdout)


# --- laws -----------------------------------------------------------------------------------------------

ROWS = st.lists(st.tuples(st.sampled_from(["t", "u"]), st.integers(0, 40), st.integers(0, 4)), min_size=1)
CUTS = st.lists(st.integers(0, 40), min_size=2, max_size=8, unique=True).map(sorted)


def table_of(rows: Sequence[tuple[str, int, int]]) -> Words:
    data = "".join(f"{name} A {begin / 4} {duration / 2} w\n" for name, begin, duration in rows)
    words = formats.read(data.encode(), format="ctm").table.words
    assert words is not None
    return words


def rows_of(selection: Selection) -> list[int]:
    """The rows of all words that were selected."""
    runs = zip(selection.firsts, selection.behinds, strict=True)
    return [row for first, behind in runs for row in range(first, behind)]


@given(ROWS, CUTS, CUTS)
def test_every_word_is_scored_ignored_or_counted_as_outside(
    rows: list[tuple[str, int, int]], first: list[int], second: list[int]
) -> None:
    hyp = table_of(rows)
    starts = [*first[:-1], *second[:-1]]
    ends = [*first[1:], *second[1:]]
    names = [("t", "A")] * (len(first) - 1) + [("u", "A")] * (len(second) - 1)
    ignored = [place % 3 == 2 for place in range(len(names))]
    ref = Windows(names, [t / 4 for t in starts], [t / 4 for t in ends], ignored, range(len(names)), "x")
    attached = by_windows(ref, hyp, missing="skip")
    skipped = by_windows(ref, hyp, missing="skip", outside="skip")
    extra = sum(name in {key.split()[0] for key in attached.extra} for name, _, _ in rows)
    assert len(rows_of(attached.hyp)) + attached.ignored_words + extra == len(rows)
    assert len(rows_of(skipped.hyp)) + skipped.ignored_words + skipped.outside + extra == len(rows)
    assert attached.outside == skipped.outside
    for pairing in (attached, skipped):
        assert len(set(rows_of(pairing.hyp))) == len(rows_of(pairing.hyp))
        for place, (begin, end) in zip(pairing.segments, pairwise(pairing.hyp.first), strict=True):
            for row in rows_of(pairing.hyp)[begin:end]:
                middle = hyp.begin[row] + hyp.duration[row] / 2
                assert pairing is attached or ref.start[place] <= middle < ref.end[place]


def _deepgram(*channels: str) -> bytes:
    """A result of Deepgram with the words of each channel, a second each."""
    import json

    deepgram = []
    for text in channels:
        words = [
            {"word": word, "start": place, "end": place + 0.5, "confidence": 0.9}
            for place, word in enumerate(text.split())
        ]
        deepgram.append({"alternatives": [{"transcript": text, "confidence": 0.9, "words": words}]})
    return json.dumps({"metadata": {"channels": len(deepgram)}, "results": {"channels": deepgram}}).encode()


@pytest.mark.parametrize("channels", [("good day", ""), ("", "good day"), ("good day", "", "yes")])
def test_a_channel_without_words_is_no_utterance(channels: tuple[str, ...]) -> None:
    data = _deepgram(*channels)
    result = scoring.score_files(data, data, ref_format="deepgram", hyp_format="deepgram")
    assert result.counts.correct == sum(len(text.split()) for text in channels)
    assert result.counts.errors == 0


@given(
    st.lists(
        st.tuples(st.sampled_from("aAb"), st.sampled_from("12"), st.integers(0, 3), st.integers(4, 5)), max_size=5
    ),
    st.booleans(),
)
@example([("a", "1", 0, 4), ("b", "1", 0, 4), ("a", "1", 0, 4)], False)
def test_segments_are_paired_only_where_each_is_there_once(
    rows: list[tuple[str, str, int, int]], case_sensitive: bool
) -> None:
    text = json.dumps(
        [
            {"session_id": name, "channel": channel, "speaker": "s", "start_time": start, "end_time": end, "words": "x"}
            for name, channel, start, end in [("c", "1", 0, 9), *rows]
        ]
    ).encode()
    distinct = {(name if case_sensitive else name.lower(), *rest) for name, *rest in rows}
    if len(distinct) == len(rows):
        result = scoring.score_files(text, text, case_sensitive=case_sensitive)
        assert result.sentences == len(rows) + 1
    else:
        with pytest.raises(MismatchError, match="repeated id"):
            scoring.score_files(text, text, case_sensitive=case_sensitive)


@pytest.mark.parametrize(
    ("order", "policy", "expected"), [((0, 1, 2), "sclite", 0), ((1, 0, 2), "sclite", 1), ((1, 0, 2), "kaldi_wer", 0)]
)
def test_segments_out_of_order_are_told_as_sclite_has_another_number(
    order: Sequence[int], policy: str, expected: int
) -> None:
    lines = ["a 1 x 0 2 good day", "a 1 x 2 4 to you", "b 1 x 0 1 yes"]
    hyp = "a 1 0.5 0.2 good|a 1 1 0.2 day|a 1 2.5 0.2 to|a 1 3 0.2 you|b 1 0 0.5 yes"
    result = score("|".join(lines[place] for place in order), hyp, policy=policy)
    text = "segments are not in order of time, in which they are scored; sclite reads in order of the file"
    assert (result.wer, sum(text in notice.text for notice in result.notices)) == (0, expected)
