"""Errors of the times of words: counted by hand, equal to mir_eval, and by laws."""

from __future__ import annotations

import json
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite.scoring.analysis.times import Placed
from tests.analysis.gold import cases
from tests.peers import peer

# Words of a text with the start and the length of each, in ms: rising, so that no word is before the one it follows.
WORDS = st.lists(st.tuples(st.sampled_from("ab"), st.integers(1, 400), st.integers(1, 300)), min_size=1, max_size=8)
REF = b"a 1 0.0 0.4 good\na 1 0.5 0.4 day\na 1 1.0 0.4 to\na 1 1.5 0.5 you\n"
HYP = b"a 1 0.02 0.4 good\na 1 0.56 0.4 day\na 1 1.3 0.2 two\na 1 1.5 1.0 you\na 1 2.6 0.1 all\n"


def scored(ref: bytes, hyp: bytes) -> Any:
    return scorelite.score_files(ref, hyp, ref_format="ctm", hyp_format="ctm")


def ctm(words: list[tuple[str, int, int]], session: str = "a") -> bytes:
    """A file of words that come one after the other, each so many ms behind the last one's start."""
    lines, start = [], 0
    for word, gap, length in words:
        start += gap
        lines.append(f"{session} 1 {start / 1000} {length / 1000} {word}\n")
    return "".join(lines).encode()


def pairs(result: Any) -> list[Any]:
    return [pair for utterance in result for pair in utterance.alignment.pairs]


def test_errors_are_counted_by_hand() -> None:
    times = scored(REF, HYP).times(collar=0.06)
    start, end = times["start"], times["end"]
    assert (start.words, start.mean, start.median, start.signed) == (3, 0.08 / 3, 0.02, 0.08 / 3)
    assert (end.words, end.mean, end.median, end.signed) == (3, 0.58 / 3, 0.06, 0.58 / 3)
    assert [start.within(size) for size in (19, 20, 50, 60)] == [1 / 3, 2 / 3, 2 / 3, 1.0]
    assert times.percentage_correct == 1.0
    assert times.placed == scorelite.analysis.Placed(4, 5, 2)
    assert (times.placed.precision, times.placed.recall, times.placed.f1) == (2 / 5, 2 / 4, 4 / 9)
    assert times.overlapping.matched == 3
    assert times.onsets == scorelite.analysis.Placed(4, 5, 2)
    # Räsänen's formula for 2 hits of 4 boundaries, and 5 found.
    assert times.r_value == pytest.approx(1 - ((0.5**2 + 0.25**2) ** 0.5 + 0.75 / 2**0.5) / 2)


def test_signed_errors_are_below_0_where_the_hypothesis_is_early() -> None:
    times = scored(b"a 1 0.5 0.4 good\n", b"a 1 0.4 0.4 good\n").times()
    assert (times["start"].mean, times["start"].signed, times["end"].signed) == (0.1, -0.1, -0.1)


def test_the_bounds_are_inside() -> None:
    result = scored(b"a 1 0.1 0.4 good\n", b"a 1 0.3 0.4 good\n")
    times = result.times(onset=0.2)
    assert (times["start"].within(200), times.placed.matched, times.onsets.matched) == (1.0, 1, 1)
    assert result.times(collar=0.199, onset=0.199).placed.matched == 0


def test_parts_of_a_millisecond_count() -> None:
    errors = scored(b"a 1 0.1 0.4 good\na 1 1.1 0.4 day\n", b"a 1 0.1204 0.4 good\na 1 1.12 0.4 day\n").times()["start"]
    assert [errors.within(size) for size in (19, 20, 20.4, 21)] == [0.0, 0.5, 1.0, 1.0]
    assert (errors.median, errors.quantile(1.0)) == (0.0202, 0.0204)
    assert (errors.errors + errors.errors).median_size == 0.0202


def test_words_overlap_or_are_at_most_the_collar_apart() -> None:
    result = scored(b"a 1 0.0 0.2 good\n", b"a 1 0.3 0.2 good\n")
    assert result.times(collar=0.1).overlapping.matched == 1
    assert result.times(collar=0.09).overlapping.matched == 0


def test_starts_are_those_of_mir_eval() -> None:
    onset, alignment = peer("mir_eval.onset"), peer("mir_eval.alignment")
    draw = random.Random(3)
    compared = 0
    for _ in range(60):
        # No error is exactly as large as a window: there floats decide.
        texts = [
            [("c", late, 50)] + [(draw.choice("abc"), 7 * draw.randint(1, 60), 50) for _ in range(30)]
            for late in (7, 9)
        ]
        result = scored(*(ctm(text) for text in texts))
        times = result.times()
        starts = [(pair.ref_start, pair.hyp_start) for pair in pairs(result)]
        sides = [np.array(sorted(time for time in side if time is not None)) for side in zip(*starts, strict=True)]
        f1, precision, recall = onset.f_measure(*sides)
        assert (times.onsets.f1, times.onsets.precision, times.onsets.recall) == pytest.approx((f1, precision, recall))
        both = [(pair.ref_start, pair.hyp_start) for pair in pairs(result) if pair.operation == "C"]
        ref, hyp = map(np.array, zip(*both, strict=True))
        if all(np.diff(ref) > 0) and all(np.diff(hyp) > 0):
            compared += 1
            median, mean = alignment.absolute_error(ref, hyp)
            assert (times["start"].median, times["start"].mean) == pytest.approx((median, mean), abs=1e-9)
            assert times.percentage_correct == pytest.approx(alignment.percentage_correct(ref, hyp))
    assert compared > 30


def test_r_values_are_those_of_the_formula() -> None:
    r_value = scorelite.scoring.maths.r_value.r_value
    for case in cases("r_value"):
        value = r_value(case["hits_one_to_one"], len(case["ref"]), len(case["est"]))
        assert value == pytest.approx(case["r_value"], abs=1e-9)


@given(WORDS, WORDS)
def test_columns_are_those_of_the_alignment(ref: list[tuple[str, int, int]], hyp: list[tuple[str, int, int]]) -> None:
    result = scored(ctm(ref), ctm(hyp))
    both = [pair for pair in pairs(result) if pair.operation == "C"]
    errors = [round(1000 * (pair.hyp_start - pair.ref_start)) for pair in both]
    times = result.times()
    assert (times["start"].words, times.placed.reference, times.placed.hypothesis) == (len(both), len(ref), len(hyp))
    if both:
        assert times["start"].signed == pytest.approx(sum(errors) / len(both) / 1000)
        assert times["start"].median == pytest.approx(float(np.median(np.abs(errors))) / 1000)
        assert times["start"].within(50) == sum(abs(error) <= 50 for error in errors) / len(both)


@given(WORDS, WORDS, WORDS, WORDS)
def test_parts_add_up_to_the_whole(a: Any, b: Any, c: Any, d: Any) -> None:
    texts = a, b, c, d
    first, other = scored(ctm(texts[0]), ctm(texts[1])), scored(ctm(texts[2], "b"), ctm(texts[3], "b"))
    whole = scored(ctm(texts[0]) + ctm(texts[2], "b"), ctm(texts[1]) + ctm(texts[3], "b")).times()
    assert sum([first.times(), other.times()]) == whole == (first + other).times()
    assert pickle.loads(pickle.dumps(whole)) == whole


@given(WORDS, st.integers(0, 20))
def test_a_later_hypothesis_is_late_by_as_much(ref: list[tuple[str, int, int]], late: int) -> None:
    (word, gap, length), *others = ref
    times = scored(ctm(ref), ctm([(word, gap + late, length), *others])).times()
    assert times["start"].signed == times["end"].signed == pytest.approx(late / 1000)
    assert times.onsets.f1 == 1.0


def test_rare_and_large_errors_are_kept() -> None:
    # Words between which neither side is silent for a second are one utterance.
    ref = "".join(f"a 1 {second} 0.5 {'x' if second else 'good'}\n" for second in range(300))
    hyp = "a 1 299.5 0.5 good\n"
    times = scored(ref.encode(), hyp.encode()).times()
    assert (times["start"].median, times["start"].within(299_500), times["start"].within(299_499)) == (299.5, 1.0, 0.0)


def test_no_correct_word_is_no_error() -> None:
    times = scored(b"a 1 0.0 0.4 good\n", b"a 1 0.0 0.4 bad\n").times()
    assert (times["start"].mean, times["start"].median, times["start"].within(20)) == (None, None, None)
    assert (times.placed.f1, times.onsets.f1, times.r_value) == (0.0, 1.0, 1.0)
    assert "start      0     -       -       -" in str(times)


def test_alternations_and_words_that_were_not_said() -> None:
    ref = b"a 1 * * <ALT_BEGIN>\na 1 0.0 0.4 uh\na 1 * * <ALT>\na 1 0.0 0.4 @\na 1 * * <ALT_END>\na 1 0.5 0.4 day\n"
    result = scored(ref, b"a 1 0.5 0.4 day\n")
    assert (result.times()["start"].words, result.times().placed.reference) == (1, 1)


@pytest.mark.parametrize(
    ("files", "side"),
    [
        ((b"a 1 x 0 1 good\n", b"a 1 0 1 good\n", "stm", "ctm"), "reference"),
        ((b"good (a-1)\n", b"good (a-1)\n", "trn", "trn"), "reference and hypothesis"),
    ],
)
def test_sides_without_times_are_refused(files: tuple[bytes, bytes, str, str], side: str) -> None:
    ref, hyp, *formats = files
    result = scorelite.score_files(ref, hyp, ref_format=formats[0], hyp_format=formats[1])
    with pytest.raises(scorelite.UsageError, match=f"no times: words of the {side} have none; expected words with"):
        result.times()


def test_cues_without_times_of_words_are_answered_with_the_list_of_those_that_moved() -> None:
    cues = b"1\n00:00:01,000 --> 00:00:02,000\ngood day\n\n"
    result = scorelite.score_files(cues, cues.replace(b"01,000", b"01,300"), ref_format="srt", hyp_format="srt")
    with pytest.raises(scorelite.UsageError, match="`scorelite segments REF HYP --measure sound-events .* lists cues"):
        result.times()


@pytest.mark.parametrize("seconds", [-0.1, 1.5, True, "0.2"])
def test_odd_collars_are_refused(seconds: Any) -> None:
    with pytest.raises(scorelite.UsageError, match=r"collar is .*; expected a number of at least 0 and at most 1"):
        scored(REF, HYP).times(collar=seconds)


def test_other_collars_are_not_added() -> None:
    result = scored(REF, HYP)
    with pytest.raises(scorelite.MismatchError, match="different settings"):
        result.times() + result.times(collar=0.1)


def test_the_table_of_programs_is_in_seconds() -> None:
    told = scored(REF, HYP).times().to_dict()
    assert told["rows"][0]["median"] == 0.02
    assert told["rows"][1]["within_200"] == 2 / 3
    rates = {"precision": 0.4, "recall": 0.5, "f1": 4 / 9}
    assert told["placed"] == {"reference": 4, "hypothesis": 5, "matched": 2, **rates}
    assert told["signature"].endswith("|times:collar=0.2/onset=0.05")


def test_the_command_prints_a_table_and_writes_json(scorelite: Any, tmp_path: Path) -> None:
    (tmp_path / "ref.ctm").write_bytes(REF)
    (tmp_path / "hyp.ctm").write_bytes(HYP)
    command = ["score", "ref.ctm", "hyp.ctm", "--with", "times=collar:0.1"]
    shown = scorelite(*command, cwd=tmp_path).stdout.decode()
    assert "  start      3   26.7    20.0   +26.7  66.7 %" in shown
    assert "  correct words, start and end within 100 ms: precision 40.0 %, recall 50.0 %, F1 44.4 %" in shown
    told = json.loads(scorelite(*command, "--json", cwd=tmp_path).stdout)
    assert told["analyses"]["times"]["onsets"]["matched"] == 2


def test_two_systems_are_compared_by_their_times() -> None:
    ref = b"".join(b"a%d 1 0.0 0.4 good\na%d 1 0.5 0.4 day\n" % (place, place) for place in range(9))
    hyps = (
        b"".join(b"a%d 1 %.2f 0.4 good\na%d 1 0.5 0.4 day\n" % (place, off, place) for place in range(9))
        for off in (0.1, 0.3)
    )
    first, other = (scorelite.score_files(ref, hyp, ref_format="ctm", hyp_format="ctm") for hyp in hyps)
    changes = first.compare(other).analyse({"times": None})["times"]
    assert [(row.name, row.is_rate, row.units) for row in changes.rows] == [
        ("start, seconds off", False, 9),
        ("end, seconds off", False, 9),
        ("in place", True, 9),
    ]
    assert [(row.a, row.b) for row in changes.rows] == [
        (pytest.approx(0.05), pytest.approx(0.15)),
        (pytest.approx(0.05), pytest.approx(0.15)),
        (1.0, 0.5),
    ]


@pytest.mark.parametrize("heard", ["a 1 1e300 0.4 good\n", "a 1 0.1 1e300 good\n"])
def test_times_beyond_all_recordings_are_refused(heard: str) -> None:
    said = b"a 1 0.0 0.4 good\n"
    result = scorelite.score_files(said, heard.encode(), ref_format="ctm", hyp_format="ctm")
    with pytest.raises(scorelite.UsageError, match=r"times of words up to 1e\+300 seconds; expected at most 1e\+10"):
        result.times()


@pytest.mark.parametrize("share", [95, -0.1, float("nan"), None])
def test_shares_and_sizes_that_are_none_are_refused(share: Any) -> None:
    row = scored(REF, HYP).times()["start"]
    with pytest.raises(scorelite.UsageError, match="share is .*; expected a number of at least 0 and at most 1"):
        row.quantile(share)
    if share != 95:
        with pytest.raises(scorelite.UsageError, match="milliseconds is .*; expected a number of at least 0"):
            row.within(share)


@pytest.mark.parametrize("side", ["ref", "hyp"])
def test_optional_words_that_are_missing_are_no_words_of_times(side: str) -> None:
    without = b"a 1 0.0 0.4 we\na 1 2.0 0.4 go\n"
    optional = b"a 1 0.1 0.4 we\na 1 1.0 0.5 (uh)\na 1 2.1 0.4 go\n"
    texts = (optional, without) if side == "ref" else (without, optional)
    result = scorelite.score_files(*texts, ref_format="ctm", hyp_format="ctm", optional_words=True)
    times = result.times()
    assert (times["start"].words, times["start"].mean, times.placed.matched) == (2, 0.1, 2)
    assert times.placed == times.overlapping == Placed(2, 2, 2)
    assert times.onsets == Placed(2, 2, 0)
    changes = result.analyse_changes(result, {"times": None})["times"]
    assert changes["in place"].a == 1.0
