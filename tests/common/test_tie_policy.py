"""Policies as data: records decide, users bring their own, and what is no policy is refused with what to write."""

from __future__ import annotations

import importlib
import json
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import scoring
from scorelite.formats.errors import UsageError
from scorelite.scoring import KALDI_ALIGN, KALDI_WER, SCLITE, Policy
from scorelite.scoring.cli.main import main
from scorelite.scoring.common.settings import Settings
from scorelite.scoring.common.tie_policy import POLICIES, policy_of
from scorelite.scoring.compare import compare
from scorelite.scoring.compare.results import of_result
from scorelite.scoring.compare.sources import read
from scorelite.scoring.words import compounds
from scorelite.scoring.words.phonemes import score_phonemes

OWN = Policy("mine", (5, 3, 3), "ISD", "as I like it")
COSTS = st.tuples(*[st.integers(1, 1_000_000)] * 3)
TIES = st.sampled_from(["SID", "SDI", "ISD", "IDS", "DSI", "DIS", "DSIM", "MSID"])


# Each edit of a record, with a pair of texts that tells the edited record from the known one.
@pytest.mark.parametrize(
    ("record", "changes", "ref", "hyp", "before", "after"),
    [
        (SCLITE, {"costs": (1, 1, 1)}, "a b", "b c", "DCI", "SS"),
        (SCLITE, {"costs": (4, 1, 1)}, "a", "b", "S", "DI"),
        (SCLITE, {"ties": "DIS"}, "a b b", "a b", "CDC", "CCD"),
        (KALDI_WER, {"costs": (3, 1, 1)}, "a b", "c d", "SS", "DDII"),
        (KALDI_WER, {"ties": "SDI"}, "a", "b c", "SI", "IS"),
        (KALDI_ALIGN, {"costs": (4, 3, 3)}, "a b", "b c", "SS", "DCI"),
        (KALDI_ALIGN, {"ties": "DIS"}, "a b", "c", "DS", "SD"),
    ],
)
def test_editing_a_record_changes_alignments(
    record: Policy, changes: dict[str, object], ref: str, hyp: str, before: str, after: str
) -> None:
    edited = replace(record, **changes)  # type: ignore[arg-type]
    assert scoring.align(ref, hyp, policy=record).operations == before
    assert scoring.align(ref, hyp, policy=edited).operations == after
    assert scoring.score([ref], [hyp], policy=edited).utterances[0].alignment.operations == after


def test_a_name_stands_for_what_the_list_of_records_says(monkeypatch: pytest.MonkeyPatch) -> None:
    assert scoring.score(["a"], ["b c"], policy="sclite").utterances.operations() == ["IS"]
    edited = tuple(replace(policy, ties="DIS") for policy in POLICIES)
    monkeypatch.setattr(importlib.import_module("scorelite.scoring.common.tie_policy"), "POLICIES", edited)
    assert scoring.score(["a"], ["b c"], policy="sclite").utterances.operations() == ["SI"]


def test_a_policy_of_ones_own_is_taken_wherever_a_policy_is(tmp_path: Path) -> None:
    assert scoring.align("a", "b", policy=Policy("mine", (1, 1, 1), "SDI", "x")).operations == "S"
    for given_as in (OWN, "5/3/3:ISD"):
        assert scoring.align("a", "b c", policy=given_as).operations == "SI"
        assert compounds.align(["a"], ["b", "c"], policy=given_as).operations == "SI"
        assert compounds.counts([["a"]], [["b", "c"]], policy=given_as)[0].insertions == 1
        (phonemes,) = score_phonemes([["x"]], [["b", "c"]], {"x": [["a"]]}, policy=given_as).utterances
        assert phonemes.alignment.operations == "SI"
        result = scoring.score(["a"], ["b c"], policy=given_as)
        assert "|policy:5/3/3:ISD|" in result.signature
        assert of_result(result).policy == "5/3/3:ISD"


def test_policies_that_differ_in_many_ways_are_told_apart_by_numbers_alone() -> None:
    never = Policy("never a substitution", (3, 1, 1), "SID")
    tie = Policy("two gaps as good", (2, 1, 1), "SID")
    dear = Policy("insertions are dear", (4, 5, 1), "SID")
    assert [scoring.align("a", "b", policy=record).operations for record in (never, tie, dear)] == ["DI", "S", "S"]


@given(COSTS, TIES, st.sampled_from([1, 2, 7, 0.5, 0.125]))
def test_only_the_ratio_of_costs_and_the_ties_name_a_policy(
    costs: tuple[int, int, int], ties: str, factor: float
) -> None:
    record = Policy("mine", costs, ties)
    substitution, insertion, deletion = (factor * cost for cost in costs)
    if max(substitution, insertion, deletion) <= 1_000_000:
        assert Policy("other", (substitution, insertion, deletion), ties).label == record.label
    assert policy_of(record.label).whole_costs == record.whole_costs
    assert policy_of(record.label).label == record.label == Settings(policy=record).to_dict()["policy"]


@pytest.mark.parametrize(
    ("record", "label"),
    [
        (Policy("mine", (8, 6, 6), "SID"), "sclite"),
        (Policy("mine", (0.4, 0.3, 0.3), "SID"), "sclite"),
        (Policy("mine", (Fraction(1, 2), Decimal("0.5"), 0.5), "SDI"), "kaldi_align"),  # type: ignore[arg-type]
        (Policy("sclite", (4, 3, 3), "IDS"), "4/3/3:IDS"),
        (Policy("kaldi_wer", (0.001, 1000, 1000), "IDS"), "1/1000000/1000000:IDS"),
    ],
)
def test_equal_numbers_have_the_known_name_and_others_are_written_out(record: Policy, label: str) -> None:
    assert record.label == label
    assert f"|policy:{label}|" in Settings(policy=record).signature


@pytest.mark.parametrize("known", POLICIES)
def test_a_record_with_the_numbers_of_a_known_policy_is_that_policy(known: Policy) -> None:
    assert policy_of(Policy("mine", known.costs, known.ties)) is known
    assert policy_of(f"{'/'.join(map(str, known.costs))}:{known.ties}") is known
    assert Settings(policy=Policy("mine", known.costs, known.ties)) == Settings(policy=known)


def test_policies_that_align_alike_are_equal_and_so_are_results_under_them() -> None:
    first, other = Policy("one", (10, 6, 6), "ISD", "x"), Policy("other", (5, 3, 3), "ISD")
    assert first == other
    assert len({first, other, SCLITE, KALDI_WER}) == 3
    assert first not in (replace(first, ties="SID"), replace(first, costs=(5, 3, 2)), "5/3/3:ISD")
    assert scoring.score(["a b"], ["b c"], policy=first) == scoring.score(["a b"], ["b c"], policy=other)
    assert scoring.score(["a b"], ["b c"], policy=first).settings.policy is first


@pytest.mark.parametrize(
    ("costs", "message"),
    [
        ((0, 1, 1), "substitution cost 0 of a policy; expected a number above 0, with up to 3 decimals"),
        ((1, -1, 1), "insertion cost -1 of a policy; expected"),
        ((1, 1, 1000001), "deletion cost 1000001 of a policy; expected"),
        (
            (0.001, 1001, 1),
            r"costs \(0.001, 1001, 1\) of a policy are 1/1001000/1000; expected whole numbers up to 1000000",
        ),
        ((1, 1, 0.0005), "deletion cost 0.0005 of a policy"),
        ((1, 1, 1.0005), "deletion cost 1.0005 of a policy"),
        ((1, float("nan"), 1), "insertion cost nan of a policy"),
        ((float("inf"), 1, 1), "substitution cost inf of a policy"),
        ((1, True, 1), "insertion cost True of a policy"),
        ((1, "1", 1), "insertion cost '1' of a policy"),
        ((1, None, 1), "insertion cost None of a policy"),
        ((10**400, 1, 1), "substitution cost 1000"),
        ((1, 1), r"costs \(1, 1\) of a policy; expected three, of a substitution, an insertion and a deletion"),
        (4, "costs 4 of a policy; expected three"),
    ],
)
def test_costs_that_decide_nothing_are_refused_with_what_is_expected(costs: object, message: str) -> None:
    with pytest.raises(UsageError, match=f"^{message}"):
        Policy("mine", costs, "SID")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "ties", ["", "SI", "SSI", "sid", "SIDX", "SIDD", "=SID", "SID=", "==", "M", None, ("S", "I", "D")]
)
def test_ties_are_an_order_of_three_or_four_letters(ties: object) -> None:
    with pytest.raises(
        UsageError, match="of a policy; expected S, I and D in some order, such as 'SID', or S, I, D and M"
    ):
        Policy("mine", (1, 1, 1), ties)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["kaldi", "", "4/3/3", "SID", "4:3:3:SID", "a/b/c:SID", "4,3,3:SID", "4 3 3:SID"])
def test_an_unknown_name_is_answered_with_names_and_an_example(text: str) -> None:
    names = ", ".join(policy.name for policy in POLICIES)
    with pytest.raises(UsageError, match=f"is unknown; .*expected one of: {names}, or costs"):
        scoring.align("a", "a", policy=text)


@pytest.mark.parametrize(
    ("text", "wrong"), [("4/0/3:SID", "insertion cost 0 "), ("4/3:SID", "costs"), ("4/3/3:", "ties")]
)
def test_numbers_that_are_no_policy_are_refused_by_part(text: str, wrong: str) -> None:
    with pytest.raises(UsageError, match=f"^{wrong}"):
        policy_of(text)


def test_another_object_is_no_policy() -> None:
    with pytest.raises(UsageError, match="^policy 3; expected a Policy, or one of: sclite"):
        Settings(policy=3)  # type: ignore[arg-type]


# -------------------------------------------------------------------------------------------------- the command line


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("ref.trn").write_text("a (s-1)\na b b (s-2)\n")
    Path("hyp.trn").write_text("b c (s-1)\na b (s-2)\n")
    return tmp_path


@pytest.mark.usefixtures("texts")
def test_the_option_takes_names_and_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    for option, label in (("kaldi_wer", "kaldi_wer"), ("2/2/2:IDS", "kaldi_wer"), ("5/3/3:ISD", "5/3/3:ISD")):
        assert main(["score", "ref.trn", "hyp.trn", "--policy", option, "--json", "--utterances"]) == 0
        document = json.loads(capsys.readouterr().out)
        assert document["settings"]["policy"] == label
        assert [step[0] for step in document["utterances"][0]["alignment"]] == ["S", "I"]
        assert f"|policy:{label}|" in document["signature"]


@pytest.mark.usefixtures("texts")
def test_the_option_refuses_what_is_no_policy(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["score", "ref.trn", "hyp.trn"], ["compare", "--ref", "ref.trn", "hyp.trn", "hyp.trn"]):
        with pytest.raises(SystemExit) as ended:
            main([*command, "--policy", "4/3/0:SID"])
        assert ended.value.code == 2
        assert "argument --policy: deletion cost 0 of a policy; expected" in capsys.readouterr().err


@pytest.mark.usefixtures("texts")
def test_a_comparison_scores_under_the_policy_of_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "ref.trn", "hyp.trn", "--policy", "5/3/3:ISD", "--json", "-o", "a.json"]) == 0
    with pytest.raises(SystemExit) as ended:
        main(["compare", "a.json", "--ref", "ref.trn", "--hyp", "hyp.trn", "--json"])
    assert ended.value.code == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "identical"
    assert read("a.json").policy == "5/3/3:ISD"


def test_a_comparison_names_a_policy_of_ones_own_as_the_explanation() -> None:
    first, other = (of_result(scoring.score(["a b"], ["b c"], policy=name)) for name in ("3/1/1:SID", "kaldi_align"))
    comparison = compare(first, other)
    assert "of A with 3/1/1:SID (at costs of 3/1/1; ties S, I, D)" in comparison.explanation
