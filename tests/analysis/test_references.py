"""Several references of one hypothesis: as QCRI's multiRefWER counts them, by hand, and as one alternation of all."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite.formats.errors import MismatchError, UsageError
from tests.analysis.gold import cases
from tests.conftest import Run

MGB = {"policy": "2/1/1:SDI", "case_sensitive": True}
WORDS = st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=5).map(" ".join)


def against(refs: list[Any], hyp: Any, **settings: Any) -> Any:
    first, *others = (scorelite.score(ref, hyp, **settings) for ref in refs)
    return first.references(*others)


def test_rates_are_those_of_multi_ref_wer() -> None:
    pattern = r"MR-WER:([\d.]+) \[(\d+) ins, (\d+) del, (\d+) sub, (\d+) cor"
    for case in cases("mrwer"):
        if len(case["refs"]) < 2:
            continue
        refs = [{name: ref.get(name, "") for name in case["hyp"]} for ref in case["refs"]]
        table = against(refs, case["hyp"], **MGB)
        counts = table["MR-WER"].counts
        rate, *numbers = re.search(pattern, case["overall"]).groups()  # type: ignore[union-attr]
        assert [counts.insertions, counts.deletions, counts.substitutions, counts.correct] == list(map(int, numbers))
        assert f"{100 * counts.wer:.2f}" == rate
        assert f"AV-WER:{100 * table.mean:.2f}\n" in case["overall"]
        single = re.findall(r"Overall WER:([\d.]+) ", case["overall"])
        assert [f"{100 * row.rate:.2f}" for row in table.rows[:-3]] == single


def test_references_may_have_their_texts_in_any_order(scorelite: Run, tmp_path: Path) -> None:
    first, second = ["a b (u1)", "c d e (u2)", "e (u3)"], ["e f (u3)", "c d f (u2)", "a c (u1)"]
    for name, lines in (("first", first), ("second", second), ("other", second[::-1]), ("hyp", first)):
        (tmp_path / f"{name}.trn").write_text("\n".join(lines) + "\n")
    tables = []
    for name in ("second", "other"):
        done = scorelite("score", "first.trn", "hyp.trn", "--references", f"{name}.trn", "--json")
        tables.append([{**row, "reference": ""} for row in json.loads(done.stdout)["analyses"]["references"]["rows"]])
    assert tables[0] == tables[1]
    assert [row["rate"] for row in tables[0][:2]] == [0, 3 / 7]


def test_a_table_of_both_sides_is_no_hypothesis_of_several_references(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "both.csv").write_text("id,ref,hyp\nu1,a b,a c\n")
    (tmp_path / "r.trn").write_text("a c (u1)\n")
    refused = scorelite("score", "both.csv", "--references", "r.trn")
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"--references scores a hypothesis that has its own file; both.csv has both sides" in refused.stderr


@given(st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=5))
def test_the_fewest_errors_are_those_of_one_alternation_of_all_references(texts: list[tuple[str, str, str]]) -> None:
    first, second, hyps = map(list, zip(*texts, strict=True))
    table = against([first, second], hyps, policy="1/1/1:SDI")
    both = [f"{{ {ref} / {other} }}" for ref, other in zip(first, second, strict=True)]
    assert (
        table["fewest errors"].counts.errors
        == scorelite.score(both, hyps, policy="1/1/1:SDI", markup=True).counts.errors
    )


@given(st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=2, max_size=5))
def test_parts_add_up_to_the_whole(texts: list[tuple[str, str, str]]) -> None:
    def part(chosen: slice) -> Any:
        first, second, hyps = map(list, zip(*texts[chosen], strict=True))
        return against([first, second], hyps)

    whole = part(slice(None))
    assert part(slice(1)) + part(slice(1, None)) == whole
    assert pickle.loads(pickle.dumps(whole)) == whole


def test_equal_references_give_one_rate() -> None:
    table = against([["a b c"], ["a b c"]], ["a x c d"])
    assert {row.rate for row in table.rows} == {table.mean} == {2 / 3}


@pytest.mark.parametrize("texts", [("a (uh) b", ""), ("(uh) a", "a"), ("a b", "a (uh) b"), ("(uh) (um)", "")])
def test_equal_references_with_optional_words_give_one_rate(texts: tuple[str, str]) -> None:
    result = scorelite.score([texts[0]], [texts[1]], optional_words=True)
    assert result.references(result)["MR-WER"].counts == result.counts


def test_a_word_that_one_reference_allows_to_be_missing_is_no_deletion() -> None:
    first, other = (scorelite.score([ref], ["so"], optional_words=True) for ref in ("so uh", "so (uh)"))
    counts = [first.references(other)["MR-WER"].counts, other.references(first)["MR-WER"].counts]
    assert [(each.correct, each.deletions) for each in counts] == [(2, 0), (2, 0)]


def test_scores_that_do_not_belong_together_are_refused() -> None:
    first = scorelite.score({"u": "a"}, {"u": "a"})
    with pytest.raises(MismatchError, match="reference 2 and reference 1 have different utterances"):
        first.references(scorelite.score({"v": "a"}, {"v": "a"}))
    with pytest.raises(MismatchError, match="are of different hypotheses"):
        first.references(scorelite.score({"u": "a"}, {"u": "b"}))
    with pytest.raises(UsageError, match="one reference; expected scores of the same hypotheses against two or more"):
        first.references()


@pytest.mark.parametrize("method", ["references", "audit"])
def test_what_is_no_result_is_named(method: str) -> None:
    with pytest.raises(UsageError, match="'two.trn' is not a result; expected one of scorelite.score or score_files"):
        getattr(scorelite.score(["a"], ["a"]), method)("two.trn")


def test_the_command_takes_further_references(scorelite: Run, tmp_path: Path) -> None:
    for name, text in (("one", "we saw a gray cat"), ("two", "we see the gray cats"), ("hyp", "we saw the gray cat")):
        (tmp_path / f"{name}.trn").write_text(f"{text} (u)\n")
    run = scorelite("score", "one.trn", "hyp.trn", "--references", "two.trn", "--json")
    rows = json.loads(run.stdout)["analyses"]["references"]["rows"]
    rates = {row["reference"]: row["rate"] for row in rows}
    assert (rates["one.trn"], rates["two.trn"], rates["MR-WER"]) == (0.2, 0.4, 0.0)
    scorelite("score", "one.trn", "hyp.trn", "--references", "two.trn", "--page", "page.html")
    assert "MR-WER" in (tmp_path / "page.html").read_text(encoding="utf-8")
    refused = scorelite("score", "one.trn", "-", "--hyp-format", "trn", "--references", "two.trn", stdin=b"a (u)\n")
    assert (refused.returncode, b"expected files instead of standard input" in refused.stderr) == (2, True)


@pytest.mark.parametrize(
    "keywords",
    [{"equivalents": "any-words"}, {"equivalents": {"saw": ["see"]}, "equivalents_side": "both"}],
)
def test_other_words_of_one_hypothesis_are_told_from_another_hypothesis(keywords: Any) -> None:
    hyps = ["we saw the Big cat"]
    refs = ["we <*> cat", "we saw <*> cat", "we see the big cat"]
    results = [scorelite.score([ref], hyps, **keywords) for ref in refs]
    with pytest.raises(MismatchError, match="have different words of the hypothesis; expected equivalents_side="):
        results[0].references(*results[1:])
    other = scorelite.score(["we saw the cat"], ["we saw a cat"], **keywords)
    with pytest.raises(MismatchError, match="are of different hypotheses; expected one hypothesis"):
        results[2].references(other)


def test_equivalents_of_references_leave_the_hypothesis_as_it_is() -> None:
    hyps = ["a well-known man"]
    first, other = (scorelite.score([ref], hyps, equivalents="hyphens") for ref in ("a well known man", "a well man"))
    assert [row.counts.errors for row in first.references(other).rows[:2]] == [0, 1]


@pytest.mark.parametrize("other", [{"policy": "kaldi_wer"}, {"normalise": "basic"}, {"case_sensitive": True}])
def test_references_of_different_settings_are_refused(other: dict[str, Any]) -> None:
    first, second = scorelite.score(["a b"], ["a c"]), scorelite.score(["a c"], ["a c"], **other)
    with pytest.raises(MismatchError, match="reference 2 and reference 1 were scored with different set"):
        first.references(second)


def test_references_with_and_without_marks_are_of_one_hypothesis() -> None:
    first, second = (scorelite.score(["a b"], ["a c"], markup=markup) for markup in (True, False))
    assert first.references(second)["MR-WER"].counts == first.counts


def test_a_reference_called_as_a_row_of_all_is_refused() -> None:
    first, second = scorelite.score(["a b"], ["a c"]), scorelite.score(["a c"], ["a c"])
    with pytest.raises(UsageError, match="a reference called 'MR-WER', the name of a row of all"):
        first.references(second, names=["first", "MR-WER"])


def test_references_beside_verdicts_on_one_of_them_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scorelite: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("one", "we saw a cat"), ("two", "we see a cat"), ("hyp", "we saw the cat")):
        Path(f"{name}.trn").write_text(f"{text} (u)\n")
    row = {"id": "u", "begin": 2, "end": 3, "ref": "a", "alt": "the", "verdict": "reference wrong", "judge": "ann"}
    Path("v.jsonl").write_text(json.dumps(row) + "\n")
    words = ("one.trn", "hyp.trn", "--references", "two.trn")
    refused = scorelite("score", *words, "--verdicts", "v.jsonl")
    assert refused.returncode == 2
    assert (
        b"--references does not go with --verdicts, which only correct one.trn; expected a corrected file"
        in refused.stderr
    )
    assert scorelite("audit", "one.trn", "--verdicts", "v.jsonl", "-o", "OUT.trn").returncode == 0
    told = json.loads(scorelite("score", "OUT.trn", *words[1:], "--json").stdout)["analyses"]["references"]["rows"]
    assert [row["substitutions"] for row in told[:2]] == [0, 2]


def test_compounds_that_one_reference_merges_in_the_hypothesis_are_told() -> None:
    first, other = (
        scorelite.score([text], ["an ice cream"], normalise="leaderboard-en") for text in ("an icecream", "an ice")
    )
    with pytest.raises(MismatchError, match="a normaliser that merges no compounds, which depend on the reference"):
        first.references(other)


def test_people_are_the_other_references_scored_against_each() -> None:
    refs = [["a b c", "d"], ["a x c", "d e"], ["a b", "d"]]
    table = against(refs, ["a b c", "d e"])
    # The second and the third against the first: b for x, e; c is missing. Of 4 words twice.
    assert (table.rows[0].people, table.rows[0].people_rate) == (scorelite.Counts(6, 1, 1, 1), 3 / 8)
    for place, row in enumerate(table.rows[:3]):
        others = [scorelite.score(refs[place], refs[other]) for other in range(3) if other != place]
        assert row.people == sum((each.counts for each in others), scorelite.Counts())
    assert table.people == pytest.approx(sum(row.people_rate for row in table.rows[:3]) / 3)
    assert [row.people_rate for row in table.rows[3:]] == [None] * 3


@pytest.mark.parametrize(
    ("first", "other", "hyp", "followed"),
    [
        ("we saw him go", "we met him go", "we saw him go", (1, 0)),
        ("we saw him go", "we met him go", "we met him go", (0, 1)),
        ("we saw him go", "we met him go", "we heard him go", (0, 0)),  # neither
        ("we saw the dog go", "we met a dog go", "we saw a dog go", (0, 0)),  # a part of either
        ("we saw him", "we saw him go", "we saw him", (1, 0)),  # the other reference has more
        ("we saw him", "we saw him go", "we saw him go", (0, 1)),
        ("we saw him", "we saw him go", "we saw him run", (0, 0)),
        ("saw him", "we saw him", "we saw him", (0, 1)),
        ("we saw him go", "we met him run", "we saw him run", (1, 1)),
        ("we saw him", "we saw him", "we saw them", (0, 0)),
    ],
)
def test_a_hypothesis_follows_the_reference_whose_whole_text_it_has(
    first: str, other: str, hyp: str, followed: tuple[int, int]
) -> None:
    rows = against([[first], [other]], [hyp]).rows
    assert tuple(row.followed for row in rows[:2]) == followed
    assert [row.decided for row in rows[:2]] == [sum(followed)] * 2
    swapped = against([[other], [first]], [hyp]).rows
    assert tuple(row.followed for row in swapped[:2]) == followed[::-1]


def test_characters_and_alternations_have_people_too() -> None:
    assert against([["abc"], ["abd"]], ["abc"], unit="character").rows[0].people_rate == 1 / 3
    rows = against([["so { gonna / going to } go"], ["so going to go"]], ["so going to go"], markup=True).rows
    assert [row.people_rate for row in rows[:2]] == [0.0, 0.5]  # the first reading of the first has one word
