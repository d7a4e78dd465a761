"""The worth of confidences: counted by hand, equal to scikit-learn, and by laws."""

from __future__ import annotations

import json
import pickle
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from tests.analysis.gold import cases
from tests.peers import peer

MEASURES = {"roc_auc": "auc", "ap_correct": "ap", "ap_error": "ap_errors", "auc_pr_error_trapezoid": "auc_pr_errors"}
MEASURES |= {"brier": "brier", "log_loss": "log_loss"}
JUDGED = st.lists(st.tuples(st.integers(0, 100), st.booleans()), min_size=1, max_size=12)


def scored(confidences: list[float], correct: list[Any], session: str = "a") -> Any:
    """A result with these words: `good` ones, and wrong ones."""
    words = ["good" if right else "bad" for right in correct]
    lines = [
        f"{session} 1 {place}.0 1.0 {word} {value!r}\n"
        for place, (word, value) in enumerate(zip(words, confidences, strict=True))
    ]
    ref = f"{session} 1 x 0 {len(words)} {' '.join(['good'] * len(words))}\n"
    hyp = "".join(lines)
    return scorelite.score_files(ref.encode(), hyp.encode(), ref_format="stm", hyp_format="ctm")


def of(judged: list[tuple[int, bool]], session: str = "a") -> Any:
    return scored([value / 100 for value, _ in judged], [right for _, right in judged], session)


def test_measures_are_those_of_scikit_learn() -> None:
    for case in cases("confidence"):
        result = scored(case["confidence"], case["correct"])
        confidence, expected = result.confidence(), case["out"]
        for name, own in MEASURES.items():
            if expected[name] is not None:
                assert getattr(confidence, own) == pytest.approx(expected[name], abs=1e-9), (name, case)
        if len(set(case["confidence"])) == len(case["confidence"]):
            assert confidence.aurc == pytest.approx(expected["aurc"], abs=1e-9)
        for bins in (10, 15):
            binned = result.confidence(bins)
            for name in ("ece", "mce", "rmsce"):
                assert getattr(binned, name) == pytest.approx(expected[f"{name}_{bins}"], abs=1e-9), case
        # As in sclite, no confidence is above 0.9999999.
        assert confidence.nce == pytest.approx(expected["nce"], abs=1e-6 if 1.0 in case["confidence"] else 1e-9)
        assert confidence.nce == result.nce


def test_fresh_cases_agree_with_scikit_learn() -> None:
    metrics = peer("sklearn.metrics")
    draw = random.Random(5)
    for _ in range(30):
        values = [round(draw.betavariate(3, 1), draw.choice((2, 4, 6))) for _ in range(draw.randint(4, 300))]
        correct = [1, 0, *(int(draw.random() < value) for value in values[2:])]
        confidence = scored(values, correct).confidence()
        assert confidence.auc == pytest.approx(metrics.roc_auc_score(correct, values), abs=1e-9)
        assert confidence.ap == pytest.approx(metrics.average_precision_score(correct, values), abs=1e-9)
        wrong, doubts = [1 - right for right in correct], [1 - value for value in values]
        assert confidence.ap_errors == pytest.approx(metrics.average_precision_score(wrong, doubts), abs=1e-9)
        assert confidence.brier == pytest.approx(metrics.brier_score_loss(correct, values), abs=1e-9)


def test_words_are_counted_by_hand() -> None:
    confidence = scored([0.9, 0.8, 0.8, 0.1, 1.0], [1, 1, 0, 0, 1]).confidence(bins=10)
    assert [(row.low, row.words, row.right) for row in confidence.rows] == [
        (0.1, 1, 0),
        (0.8, 2, 1),
        (0.9, 1, 1),
        (1.0, 1, 1),
    ]
    assert confidence.mce == pytest.approx(0.3)
    assert confidence.ece == pytest.approx((0.1 + 2 * 0.3 + 0.1 + 0) / 5)
    assert confidence.risk(40) == 0
    assert confidence.risk(60) == pytest.approx(0.5 / 3)  # one of the two words of 0.8, each as likely
    assert confidence.aurc == pytest.approx((0 + 0 + 0.5 / 3 + 1 / 4 + 2 / 5) / 5)


def test_words_that_are_all_right_have_no_order() -> None:
    confidence = scored([0.9, 0.8], [1, 1]).confidence()
    assert (confidence.auc, confidence.ap_errors, confidence.auc_pr_errors, confidence.nce) == (None, None, None, None)
    assert "AUC undefined" in str(confidence)


def test_no_words_are_no_rate() -> None:
    result = scorelite.score_files(
        b"a 1 x 0 1 good\nb 1 x 0 1 good\n", b"a 1 0 1 good 0.9\n", ref_format="stm", hyp_format="ctm", missing="delete"
    )
    assert result.confidence().words == 1
    confidence = scored([0.9], [1]).confidence()
    empty = type(confidence)(
        signature=confidence.signature,
        bins=15,
        histogram=b"",
        counts=scorelite.Counts(),
        information=confidence.information,
    )
    assert (empty.mean, empty.ece, empty.mce, empty.rmsce, empty.brier, empty.risk(50), empty.aurc) == (None,) * 7


def test_confidences_outside_0_to_1_are_counted() -> None:
    confidence = scored([1.5, 0.5], [1, 0]).confidence()
    assert (confidence.outside, confidence.mean) == (1, 0.75)
    assert "1 confidence outside 0 to 1" in str(confidence)


def test_deletions_do_not_enter() -> None:
    ctm = b"a 1 0 1 good 0.5\n"
    result = scorelite.score_files(b"a 1 x 0 2 good day\n", ctm, ref_format="stm", hyp_format="ctm")
    assert result.confidence().words == 1


@pytest.mark.slow
@given(JUDGED, JUDGED)
def test_parts_add_up_to_the_whole(first: list[tuple[int, bool]], other: list[tuple[int, bool]]) -> None:
    parts = [of(first, "a"), of(other, "b")]
    whole = sum(parts).confidence()
    assert sum(part.confidence() for part in parts) == whole
    assert pickle.loads(pickle.dumps(whole)) == whole


@given(JUDGED)
def test_the_order_of_words_does_not_matter(judged: list[tuple[int, bool]]) -> None:
    assert of(judged).confidence().histogram == of(judged[::-1]).confidence().histogram


def test_other_bins_are_not_added() -> None:
    result = scored([0.9, 0.1], [1, 0])
    with pytest.raises(scorelite.MismatchError, match="different settings"):
        result.confidence(10) + result.confidence(15)


@pytest.mark.parametrize("bins", [0, -1, 2000, 1.5, True])
def test_odd_bins_are_refused(bins: Any) -> None:
    with pytest.raises(
        scorelite.UsageError, match=r"bins is .*; expected a whole number of at least 1 and at most 1,000"
    ):
        scored([0.9], [1]).confidence(bins)


def test_words_without_confidences_are_refused() -> None:
    with pytest.raises(scorelite.UsageError, match="texts that are paired by ids or by line have none; expected"):
        scorelite.score(["a"], ["a"]).confidence()


def test_utterances_as_recordings_of_an_stm_keep_the_confidences_that_pairing_by_ids_loses() -> None:
    hyp = b"u1 1 0 1 good 0.9\nu2 1 0 1 bad 0.4\n"
    with pytest.raises(scorelite.UsageError, match="an stm with a line 'ID 1 ID 0 9999 TEXT'"):
        scorelite.score_files(b"u1 good\nu2 good\n", hyp, ref_format="kaldi", hyp_format="ctm").confidence()
    ref = b"u1 1 u1 0 9999 good\nu2 1 u2 0 9999 good\n"
    assert scorelite.score_files(ref, hyp, ref_format="stm", hyp_format="ctm").confidence().auc == 1.0


def test_a_part_whose_hypothesis_has_no_words_adds_nothing(scorelite: Any, tmp_path: Path) -> None:
    for name, said, heard in (("a", "good day", "a 1 0 1 good 0.9\na 1 1 1 way 0.4\n"), ("b", "hello", ";; silence\n")):
        for folder, file, text in (("ref", f"{name}.stm", f"{name} 1 x 0 2 {said}\n"), ("hyp", f"{name}.ctm", heard)):
            (tmp_path / folder).mkdir(exist_ok=True)
            (tmp_path / folder / file).write_text(text)
    command = ["score", "ref", "hyp", "--missing", "delete", "--with", "confidence", "--json"]
    whole, parts = (
        json.loads(scorelite(*command, *options, cwd=tmp_path).stdout)["analyses"]["confidence"]
        for options in ((), ("--shards", "-o", "totals"))
    )
    assert whole == parts
    assert whole["words"] == 2
    nothing = of_silence()
    assert (nothing.words, nothing.ece, nothing.aurc, nothing.risk(50), nothing.nce) == (0, None, None, None, None)
    assert "0 words of the hypothesis, mean confidence undefined" in str(nothing)


def of_silence() -> Any:
    """The confidences of no words."""
    return scorelite.score_files(
        b"b 1 x 0 2 hello\n", b";; silence\n", ref_format="stm", hyp_format="ctm", missing="delete"
    ).confidence()


def test_the_command_prints_a_table_and_writes_json(scorelite: Any, tmp_path: Path) -> None:
    (tmp_path / "ref.stm").write_text("a 1 x 0 2 good day\n")
    (tmp_path / "hyp.ctm").write_text("a 1 0 1 good 0.9\na 1 1 1 way 0.4\n")
    command = ["score", "ref.stm", "hyp.ctm", "--with", "confidence=bins:10"]
    shown = scorelite(*command, cwd=tmp_path).stdout.decode()
    assert "  0.900 to 1.000      1  90.0  100.0 %  -10.0" in shown
    assert "  ECE 0.2500, MCE 0.4000" in shown
    told = json.loads(scorelite(*command, "--json", cwd=tmp_path).stdout)
    assert told["analyses"]["confidence"]["auc"] == 1.0
    refused = scorelite("score", "ref.stm", "hyp.ctm", "--with", "confidence=bin:10", cwd=tmp_path)
    assert (refused.returncode, b"no setting 'bin'; expected one of bins" in refused.stderr) == (2, True)


def test_a_confidence_below_1_excludes_nothing() -> None:
    nearly, surely = (scored([value, 0.5], [0, 1]).confidence() for value in (0.9999999, 1.0))
    assert (nearly.log_loss, surely.log_loss) == (pytest.approx((13.815511 + 0.693147) / 2), None)
    assert [row.low for row in nearly.rows][-1] < 1 == [row.low for row in surely.rows][-1]
    assert scored([1e-9, 0.5], [1, 0]).confidence().log_loss is not None


def test_a_column_of_confidences_of_utterances_leads_to_the_rates_of_its_ranges() -> None:
    table = b"id,ref,hyp,confidence\na,good day,good way,0.2\nb,good day,good day,0.9\nc,we go,we go,0.6\n"
    result = scorelite.score_files(table)
    with pytest.raises(scorelite.UsageError, match=r"result\.by\('confidence:0-0\.5'\)"):
        result.confidence()
    rates = result.by("confidence:0-0.5")
    assert {name: counts.wer for name, counts in rates.items()} == {"0 to 0.5": 0.5, "0.5 or more": 0.0}
