"""Comparison of two results, and of their explanations and tests."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

import scorelite
from scorelite import scoring
from scorelite.formats.errors import UsageError
from scorelite.scoring.common.counts import Counts
from scorelite.scoring.common.limits import Verdict
from scorelite.scoring.compare.api import compare
from scorelite.scoring.compare.changes import Limits, judged
from scorelite.scoring.compare.results import of_result
from scorelite.scoring.compare.scores import Scores
from scorelite.scoring.compare.significance import all_tests, paired_tests
from scorelite.scoring.compare.sources import read
from scorelite.scoring.compare.systems import tournament
from scorelite.scoring.compare.verdict import BREAKDOWN, DIFFERENT, IDENTICAL

REFS = {"u1": "a b", "u2": "c d e", "u3": "f g h i"}
HYPS = {"u1": "b c", "u2": "c d e", "u3": "f g x i"}


def scored(hyps: dict[str, str], policy: str = "kaldi_wer", name: str = "") -> Scores:
    return of_result(scoring.score(REFS, hyps, policy=policy, case_sensitive=True), name)


def test_pairs_of_words_are_counted_alike_whether_results_are_scored_now_or_saved(tmp_path: Path) -> None:
    hyps = [{"u1": "b c", "u2": "b c", "u3": last} for last in ("a b", "b c")]
    results = [scoring.score(dict.fromkeys(each, "a b"), each) for each in hyps]
    paths = [tmp_path / f"{number}.json" for number in range(2)]
    for path, result in zip(paths, results, strict=True):
        path.write_text(json.dumps(result.to_dict(utterances=True)))
    (live, saved), (other_live, other_saved) = (
        (of_result(result), read(str(path))) for path, result in zip(paths, results, strict=True)
    )
    compared = [[*compare(a, b).words] for a in (live, saved) for b in (other_live, other_saved)]
    assert [(pair.ref, pair.hyp, pair.a, pair.b) for pair in compared[0]] == [(None, "c", 0, 1), ("a", None, 0, 1)]
    assert all({*map(repr, pairs)} == {*map(repr, compared[0])} for pairs in compared)


def test_a_result_is_identical_to_itself() -> None:
    comparison = compare(scored(HYPS), scored(HYPS))
    assert comparison.verdict == IDENTICAL
    assert not comparison.utterances
    assert not comparison.words
    assert comparison.increase == 0


def test_another_tie_policy_is_another_breakdown_and_is_named() -> None:
    comparison = compare(scored(HYPS, "kaldi_wer"), scored(HYPS, "kaldi_align"))
    assert comparison.verdict == BREAKDOWN
    assert "kaldi_wer (" in comparison.explanation
    assert "kaldi_align (" in comparison.explanation
    assert [utterance.id for utterance in comparison.utterances] == ["u1"]
    assert [(word.ref, word.hyp) for word in comparison.words if word.b > word.a] == [("a", "b"), ("b", "c")]


def test_a_policy_is_named_even_if_only_one_result_tells_its_words() -> None:
    total = scored(HYPS, "kaldi_align").counts
    comparison = compare(Scores("x", "x", "kaldi_align", counts=total), scored(HYPS, "kaldi_wer"))
    assert "the words of B give the counts of A with kaldi_align" in comparison.explanation


def test_without_words_the_explanation_is_only_a_guess() -> None:
    a = Scores("a", "a", "kaldi_wer", counts=Counts(0, 0, 1, 1))
    b = Scores("b", "b", "kaldi_align", counts=Counts(0, 1, 0, 0))
    assert compare(a, b).explanation == ""
    c = Scores("c", "c", "kaldi_align", counts=Counts(1, 0, 0, 2))
    a = Scores("a", "a", "kaldi_wer", counts=Counts(0, 0, 1, 1))
    assert compare(a, c).verdict == BREAKDOWN
    assert "cannot be checked" in compare(a, c).explanation


def test_different_utterances_and_words_stand_worst_first() -> None:
    worse = {"u1": "a b", "u2": "x y", "u3": "f g x i"}
    comparison = compare(scored(HYPS), scored(worse))
    assert comparison.verdict == DIFFERENT
    assert [(utterance.id, utterance.more) for utterance in comparison.utterances] == [("u2", 3), ("u1", -2)]
    assert comparison.utterances[0].hyp_b == "x y"
    assert comparison.words[0].b > comparison.words[0].a
    assert comparison.explanation == "B has other words than A in 2 utterances"


def test_an_utterance_that_only_one_has_is_a_difference() -> None:
    a = scored(HYPS)
    assert a.utterances is not None
    b = Scores("b", "b", a.policy, counts=a.counts, utterances={k: v for k, v in a.utterances.items() if k != "u2"})
    comparison = compare(a, b)
    assert [(utterance.id, utterance.b) for utterance in comparison.utterances] == [("u2", None)]


def test_percentages_are_compared_as_they_are_printed() -> None:
    counts = Counts(2, 1, 0, 0)
    printed = Scores("a", "a", "sclite", rate=33.3, words=3, shares={"errors": 33.3, "substitutions": 33.3})
    assert compare(printed, Scores("b", "b", "sclite", counts=counts, words=3)).verdict == IDENTICAL
    other = Scores("b", "b", "sclite", counts=Counts(3, 0, 0, 0), words=3)
    assert compare(printed, other).verdict == DIFFERENT


def test_intervals_are_compared_with_intervals_only() -> None:
    a = Scores("a", "a", "kaldi_wer", interval=(10.0, 9.0, 11.0))
    assert compare(a, a).verdict == IDENTICAL
    assert compare(a, Scores("b", "b", "kaldi_wer", interval=(10.0, 9.0, 11.5))).verdict == DIFFERENT
    with pytest.raises(UsageError, match="no number in common to compare"):
        compare(a, Scores("b", "b", "kaldi_wer", counts=Counts(1)))


def test_utterances_in_another_order_are_compared_by_name() -> None:
    texts = {
        f"s{k % 3}-{k}": (f"a b{k} c d", f"a b{k} x d" if k % 4 else "", f"a y c{' z' * (k % 3)}") for k in range(30)
    }
    refs, ones, twos = ({name: row[side] for name, row in texts.items()} for side in range(3))
    first, two = of_result(scoring.score(refs, ones), "a"), of_result(scoring.score(refs, twos), "b")
    moved = of_result(scoring.score(dict(reversed(refs.items())), twos), "b")
    assert all_tests(first, two, 100) == all_tests(first, moved, 100)
    assert all_tests(first, two, 100, "speaker") == all_tests(first, moved, 100, "speaker")
    assert len(all_tests(first, moved, 100).exact) == 3
    assert compare(first, two).to_dict() == compare(first, moved).to_dict()
    few = of_result(scoring.score({name: refs[name] for name in list(refs)[10:]}, twos, missing="skip"), "b")
    shown = {difference.id: difference for difference in compare(first, few).utterances}
    assert [name for name in refs if name in shown and shown[name].b is None] == list(refs)[:10]
    assert (shown["s2-11"].ref, shown["s2-11"].hyp_a, shown["s2-11"].hyp_b) == texts["s2-11"]


def test_paired_tests_need_the_same_utterances() -> None:
    with pytest.raises(UsageError, match="has no errors by utterance"):
        paired_tests(scored(HYPS), Scores("b", "b", "sclite", counts=Counts(1)), 10)
    a = scored(HYPS)
    with pytest.raises(UsageError, match="have different utterances; paired tests need the same"):
        paired_tests(a, Scores("b", "b", "sclite", utterances={"u1": Counts(1)}), 10)


def test_a_clear_difference_is_found_and_no_difference_is_not() -> None:
    generator = range(60)
    refs = {str(k): "a b c d e f" for k in generator}
    worse = {str(k): "a x c d e f" if k % 2 else "a b c d y" for k in generator}
    systems = [
        of_result(scoring.score(refs, hyps), name)
        for name, hyps in (("bad", worse), ("good", refs), ("same", dict(refs)))
    ]
    table = tournament(systems, level=0.05, replications=200)
    assert [scores.name for scores in table.systems] == ["good", "same", "bad"]
    assert table.between("bad", "good").winner(0.05) == "good"
    assert table.between("good", "same").winner(0.05) is None
    assert table.to_dict()["pairs"][0]["winner"] is None


def test_a_rate_with_one_decimal_is_compared_with_one_decimal(tmp_path: Path) -> None:
    result = scoring.score(["a b c d e f g"] * 11, ["a b c d e f x"] * 10 + ["a b c d e f g"])
    (tmp_path / "sys").write_text(result.report("sum", speakers="one"))
    comparison = compare(read(tmp_path / "sys"), of_result(result))
    assert (comparison.verdict, comparison.increase) == ("identical", 0.0)


def test_rates_of_other_texts_are_named_and_no_gate_passes_on_a_part_of_the_test_set() -> None:
    full = scoring.score({"a": "x y", "b": "z z"}, {"a": "x", "b": "z"})
    part = scoring.score({"a": "x y"}, {"a": "x y"})
    other = scoring.score({"a": "x y w", "b": "z z"}, {"a": "x y w", "b": "z z"})
    assert full.compare(part).explanation == "not the same test set: 1 utterance only in A, 0 utterances only in B"
    assert "not the same test set" in repr(full.compare(part))
    limits = Limits(increase=0.0)
    assert str(judged(full.compare(part), limits)).startswith("FAIL: WER fell by 50.00 points (50.00 -> 0.00 %); not")
    remark = "not the same references: 1 utterance has another one, such as a: 'x y' in A, 'x y w' in B"
    reason = f"WER fell by 50.00 points (50.00 -> 0.00 %); {remark}"
    assert judged(full.compare(other), limits) == Verdict(False, reason)
    assert not full.compare(full).are_other_texts


def test_results_are_compared_by_the_names_of_their_files(tmp_path: Path) -> None:
    results = [scoring.score(["a b c"], [hyp]) for hyp in ("a b", "a b c")]
    paths = [tmp_path / name for name in ("old.json", "new.json")]
    for result, path in zip(results, paths, strict=True):
        result.save(path)
    assert scorelite.compare(str(paths[0]), paths[1]).to_dict() == scorelite.compare(*results).to_dict()
    with pytest.raises(UsageError, match="a side is of type str"):
        scorelite.compare("nosuch.json", results[1])


def _gate(tmp_path: Path, first: tuple[Any, Any], other: tuple[Any, Any], *, utterances: tuple[bool, bool]) -> Verdict:
    """The verdict on two results in files that have utterances or not."""
    sides = []
    for name, (refs, hyps), has_utterances in zip("ab", (first, other), utterances, strict=True):
        result = scoring.score(refs, hyps, missing="skip", markup=True)
        if has_utterances:
            result.save(tmp_path / name)
        else:
            (tmp_path / name).write_text(result.to_json())
        sides.append(read(tmp_path / name))
    return judged(compare(*sides), Limits(increase=100.0))


@pytest.mark.parametrize("utterances", [(False, False), (True, False), (False, True), (True, True)])
def test_no_gate_passes_on_another_test_set(tmp_path: Path, utterances: tuple[bool, bool]) -> None:
    refs = {f"u{number}": "a b c" for number in range(5)}
    part = dict.fromkeys(("u1", "u2"), "a b c")
    verdict = _gate(tmp_path, (refs, refs), (refs, part), utterances=utterances)
    assert (verdict.passed, "not the same test set: " in verdict.reason) == (False, True)
    longer = {**refs, "u0": "a b c d"}
    verdict = _gate(tmp_path, (refs, refs), (longer, longer), utterances=utterances)
    assert (verdict.passed, "not the same references: " in verdict.reason) == (False, True)


def test_references_that_were_changed_are_found_by_their_texts(tmp_path: Path) -> None:
    refs, others = {"a": "x y", "b": "z z"}, {"a": "x w", "b": "z z"}
    verdict = _gate(tmp_path, (refs, refs), (others, refs), utterances=(True, True))
    assert not verdict.passed
    assert verdict.reason.endswith("1 utterance has another one, such as a: 'x y' in A, 'x w' in B")
    comparison = scoring.score(refs, refs).compare(scoring.score(others, refs))
    assert (comparison.are_other_texts, comparison.p_values) == (True, {})
    # Capitals that are one with small letters are no change.
    capitals = {name: text.upper() for name, text in refs.items()}
    assert _gate(tmp_path, (refs, refs), (capitals, refs), utterances=(True, True)).passed


def test_another_branch_of_an_alternative_is_no_other_reference(tmp_path: Path) -> None:
    refs = {"a": "{ gonna / going to } go"}
    verdict = _gate(tmp_path, (refs, {"a": "gonna go"}), (refs, {"a": "going to go"}), utterances=(True, True))
    assert verdict.passed
    verdict = _gate(tmp_path, (refs, {"a": "gonna go"}), (refs, {"a": "going to go"}), utterances=(False, False))
    assert "with alternatives such as { a / b }" in verdict.reason
    for name, text in zip("ab", ("gonna go", "going to go"), strict=True):
        scoring.score(refs, {"a": text}, normalise="nfkc", markup=True).save(tmp_path / name)
    assert not compare(read(tmp_path / "a"), read(tmp_path / "b")).are_other_texts


@pytest.mark.parametrize(("words", "passed"), [(1_010, True), (1_100, False)])
def test_reports_of_sclite_may_have_chosen_other_alternatives_of_one_reference(words: int, passed: bool) -> None:
    first, other = (
        Scores(name, "sclite", "sclite", Counts(number - 100, 100, 0, 0), words=number, sentences=50)
        for name, number in (("a", 1_000), ("b", words))
    )
    assert judged(compare(first, other), Limits(increase=5.0)).passed is passed


def test_the_difference_has_an_interval() -> None:
    refs = {f"u{number}": "a b c d" for number in range(20)}
    old, new = (
        scoring.score(refs, {name: "a b c d" if number % step else "a b c" for number, name in enumerate(refs)})
        for step in (2, 5)
    )
    comparison = old.compare(new)
    low, high = comparison.interval or (0.0, 0.0)
    assert comparison.increase == pytest.approx((low + high) / 2) == pytest.approx(-0.075)
    # Residuals by hand: 8 texts have one error less, and 2 one more.
    squares = 8 * 0.7**2 + 2 * 1.3**2 + 10 * 0.3**2
    assert high - low == pytest.approx(2 * 2.093 * math.sqrt(20 / 19 * squares) / 80, rel=1e-3)
    assert comparison.to_dict()["interval"] == [low, high]
    assert f"95 % interval of B - A: {100 * low:+.2f} to {100 * high:+.2f} points" in [*comparison.tests()]
