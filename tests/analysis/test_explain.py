"""Which convention gives a number: a hidden one is always among the answers, and ladders add up."""

from __future__ import annotations

import json
import pickle
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorelite as sl
from scorelite.formats.errors import UsageError
from scorelite.scoring.analysis.explain_diarisation import COLLARS, OVERLAPS
from scorelite.scoring.analysis.explain_words import ALIGNMENTS, AVERAGES, NORMALISERS
from scorelite.scoring.segments.conventions import CONVENTIONS
from tests.conftest import Run

PIECES = [
    "Yes,",
    "it's",
    "twenty",
    "20",
    "colour",
    "color",
    "Mr.",
    "mister",
    "um",
    "we",
    "WE",
    "can't",
    "go.",
    "5%",
    "好",
]


def _texts(random_: random.Random) -> tuple[dict[str, str], dict[str, str]]:
    refs = [[random_.choice(PIECES) for _ in range(random_.randint(0, 9))] for _ in range(random_.randint(2, 8))]
    hyps = [[random_.choice(PIECES) if random_.random() < 0.3 else word for word in ref] for ref in refs]
    both: list[dict[str, str]] = [
        {f"u{place}": " ".join(words) for place, words in enumerate(side)} for side in (refs, hyps)
    ]
    for name in random_.sample([*both[0]], random_.choice([0, 0, 1])):
        del both[1][name]
    return both[0], both[1]


def check_hidden_convention(seed: int) -> None:
    """A convention that is drawn is among the answers, with its signature, and each ladder adds up."""
    random_ = random.Random(seed)
    refs, hyps = _texts(random_)
    names, average = random_.choice(NORMALISERS), random_.choice(AVERAGES)
    chosen: dict[str, Any] = {
        "normalise": list(names) or None,
        "case_sensitive": random_.random() < 0.5,
        "unit": random_.choice(["word", "character"]),
        "policy": ALIGNMENTS[random_.choice(list(ALIGNMENTS))],
        "missing": random_.choice(["delete", "skip"]),
    }
    result = sl.score(refs, hyps, **chosen)
    rate = {"pooled": result.wer, "mean": result.mean_utterance_wer, "median": result.median_utterance_wer}[average]
    started = sl.score(refs, hyps, missing="delete")
    if rate is None or started.wer is None:
        return
    explained = started.explain(f"{100 * rate:.2f}")
    hidden = ("+".join(names), chosen["unit"], average)
    found = [
        row
        for row in explained.rows
        if (row.convention.normaliser, row.convention.unit, row.convention.average) == hidden
    ]
    assert any(abs(row.rate - rate) < 1e-9 for row in found), (seed, hidden, rate)
    for row in explained.rows:
        assert sum(change for _, change in row.ladder) == pytest.approx(row.rate - explained.own_rate, abs=1e-9)
    first, last = explained.rows[0], explained.rows[-1]
    between = sum(change for _, change in explained.ladder(first.convention, last.convention))
    assert between == pytest.approx(last.rate - first.rate, abs=1e-9)
    signed = next(row for row in found if row.signature)
    again = sl.Convention.parse(signed.signature)
    scored = sl.score(refs, hyps, **again.keywords())
    rates = {"pooled": scored.wer, "mean": scored.mean_utterance_wer, "median": scored.median_utterance_wer}
    assert rates[again.average] == pytest.approx(signed.rate, abs=1e-9)


@pytest.mark.slow
@given(st.integers(0, 1 << 30))
def test_a_hidden_convention_is_among_the_answers(seed: int) -> None:
    check_hidden_convention(seed)


@pytest.mark.slow
def test_a_hidden_convention_is_among_the_answers_of_many_cases() -> None:
    for seed in range(30):
        check_hidden_convention(seed)


def test_capitals_count_where_no_normaliser_folds_them() -> None:
    explained = sl.score(["We saw it"], ["we saw it"]).explain("33.33")
    kept = {row.convention.normaliser for row in explained.rows if row.convention.case == "kept"}
    assert kept == {"", "mixed-units"}


def _turns(random_: random.Random) -> dict[str, list[tuple[str, float, float]]]:
    return {
        name: [
            (random_.choice("abc"), start, round(start + random_.uniform(0.5, 4), 2))
            for start in (round(random_.uniform(0, 20), 2) for _ in range(random_.randint(2, 6)))
        ]
        for name in ("x", "y")
    }


def check_hidden_diarisation(seed: int) -> None:
    """A convention of diarisation that is drawn is among the answers."""
    random_ = random.Random(seed)
    refs, hyps = _turns(random_), _turns(random_)
    regions = random_.choice([None, {"x": [(0.0, 9.0)], "y": [(1.0, 30.0)]}])
    drawn = {
        "convention": random_.choice(list(CONVENTIONS)),
        "collar": float(random_.choice(COLLARS)),
        "overlap": random_.choice(OVERLAPS),
    }
    rate = sl.score_segments(refs, hyps, measure="der", regions=regions, **drawn).error_rate
    started = sl.score_segments(refs, hyps, measure="der", regions=regions)
    if rate is None or started.error_rate is None:
        return
    explained = started.explain(f"{100 * rate:.2f}")
    wanted = {"any", drawn["convention"]}, f"{drawn['collar']:g}", drawn["overlap"]
    found = [
        row
        for row in explained.rows
        if row.convention.convention in wanted[0]
        and (row.convention.collar, row.convention.overlap, row.convention.average) == (*wanted[1:], "pooled")
    ]
    assert any(abs(row.rate - rate) < 1e-9 for row in found), (seed, drawn, rate)
    for row in explained.rows:
        assert sum(change for _, change in row.ladder) == pytest.approx(row.rate - explained.own_rate, abs=1e-9)
        assert sl.parse_signature(row.signature).keywords()["overlap"] == row.convention.overlap


@pytest.mark.slow
@settings(max_examples=6)  # each scores sixty conventions; many run where slow tests do
@given(st.integers(0, 1 << 30))
def test_a_hidden_convention_of_diarisation_is_among_the_answers(seed: int) -> None:
    check_hidden_diarisation(seed)


@pytest.mark.slow
def test_a_hidden_convention_of_diarisation_is_among_the_answers_of_many_cases() -> None:
    for seed in range(15):
        check_hidden_diarisation(seed)


def test_a_collar_of_both_sides_explains_two_rates_of_one_output() -> None:
    """pyannote's collar of 0.25 s is 0.125 s on each side, md-eval's is 0.25 s."""
    refs = {"talk": [("a", 0.0, 4.0), ("b", 4.0, 8.0), ("a", 8.0, 12.0)]}
    hyps = {"talk": [("x", 0.0, 4.2), ("y", 4.2, 7.6), ("x", 7.6, 12.0)]}
    mdeval = sl.score_segments(refs, hyps, measure="der", collar=0.25, overlap="exclude")
    (ladder,) = {
        row.ladder
        for row in mdeval.explain("3.11").rows
        if (row.convention.collar, row.convention.overlap, row.convention.average) == ("0.125", "exclude", "pooled")
    }
    assert [step for step, _ in ladder] == ["collar 0.125"]


def test_the_mean_of_recordings_is_an_average_of_its_own() -> None:
    refs = {"x": [("a", 0.0, 10.0)], "y": [("a", 0.0, 1.0)]}
    hyps = {"x": [("a", 0.0, 10.0)], "y": [("a", 0.0, 0.5)]}
    row = sl.score_segments(refs, hyps, measure="der").explain("25").rows[0]
    assert (row.convention.average, row.ladder) == ("mean", (("average mean", pytest.approx(0.25 - 0.5 / 11)),))
    assert row.signature.endswith("|average:mean")
    with pytest.raises(UsageError, match="the conventions of diarisation explain no rate of classes"):
        sl.score_segments(refs, hyps, measure="classes").explain("25")


def test_empty_references_are_counted_skipped_or_as_words() -> None:
    result = sl.score(["", "we saw it go"], ["thank you", "we saw it run"])
    found = {
        number: {
            row.convention.empty
            for row in result.explain(number).rows
            if (row.convention.unit, row.convention.average) == ("word", "pooled")
        }
        for number in ("75.0", "25.0", "50.0")
    }
    assert found == {"75.0": {"counted"}, "25.0": {"skipped"}, "50.0": {"as words"}}
    (shown,) = {bool(row.signature) for row in result.explain("75.0").rows}
    (hidden,) = {bool(row.signature) for row in result.explain("50.0").rows if row.convention.empty == "as words"}
    assert (shown, hidden) == (True, False)


def test_compounds_are_a_choice_of_their_own() -> None:
    result = sl.score(["the dining car"], ["the diningcar"], normalise="leaderboard-en")
    (row, *_) = [each for each in result.explain("66.67").rows if each.convention.normaliser == "leaderboard-en"]
    assert (row.convention.compounds, row.ladder[0][0]) == ("no", "compounds no")


def test_several_numbers_are_of_one_convention() -> None:
    refs = ["Yes.", "we saw it"]
    old, new = sl.score(refs, ["no", "we saw"]), sl.score(refs, ["yes", "we saw"])
    compared = old.compare(new)
    both = compared.explain("66.67", "16.67")
    assert [row.convention for row in both[0].rows] == [row.convention for row in both[1].rows]
    assert {row.convention.average for row in both[0].rows} == {"mean", "median"}
    alone = compared.explain("66.67")
    assert len(alone[0].rows) > len(both[0].rows)
    none = compared.explain("1", "99")
    assert (len(none[0].rows), len(none[0].nearest), len(none[1].nearest)) == (0, 5, 5)
    with pytest.raises(UsageError, match="3 rates for 2 systems; expected one, or one for each"):
        compared.explain("1", "2", "3")


def test_the_ladder_names_what_changed() -> None:
    refs, hyps = ["yes", "we saw the old harbour at nine"], ["no", "we saw the old harbour at nine"]
    explained = sl.score(refs, hyps).explain("50.0 %")
    (row, *_) = explained.rows
    assert row.ladder == (("average mean", 0.375),)
    assert explained.own_rate == 0.125
    assert "12.5 % | +37.50 average mean = 50.0 %" in str(explained)


def test_words_that_name_existing_files_are_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ref.trn").write_text("Notes.txt (a-1)\n", encoding="utf-8")
    Path("hyp.trn").write_text("notes.txt (a-1)\n", encoding="utf-8")
    explained = sl.score_files("ref.trn", "hyp.trn", case_sensitive=True).explain(0)
    assert "case folded" in str(explained)


def test_missing_utterances_are_counted_or_skipped() -> None:
    result = sl.score({"a": "x y", "b": "z w"}, {"a": "x q"}, missing="delete")
    assert (result.wer, {row.convention.missing for row in result.explain("50").rows}) == (0.75, {"skipped"})


def test_a_number_may_be_a_fraction_and_is_rounded_or_cut() -> None:
    result = sl.score(["a b c"], ["a b x"])
    assert result.explain("0.3333").rows
    assert result.explain("33.3").rows
    assert result.explain(33.33).rows
    assert not result.explain("33.4").rows
    assert len(result.explain("33.4").nearest) == 5


@pytest.mark.parametrize("number", ["", "five", "-3", "1.2.3", True])
def test_what_is_no_number_is_reported(number: Any) -> None:
    with pytest.raises(UsageError, match="is not a number; expected one such as"):
        sl.score(["a"], ["b"]).explain(number)


@pytest.mark.parametrize("number", ["100." + "0" * 15, "9" * 400])
def test_a_number_may_have_many_digits(number: str) -> None:
    assert len(sl.score(["a"], ["b"]).explain(number).nearest) == 5 * (number[0] == "9")
    with pytest.raises(UsageError, match=r"the rate 5\.0+ has 40 decimals; expected 15 at most"):
        sl.score(["a"], ["b"]).explain("5." + "0" * 40)


@pytest.mark.slow
def test_the_command_lists_conventions_and_json_has_them(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("Yes.\nWe saw it\n")
    (tmp_path / "hyp.txt").write_text("yes\nwe saw him\n")
    done = scorelite("score", "ref.txt", "hyp.txt", "--explain", "16.67")
    assert done.returncode == 0
    assert b"give 16.67" in done.stdout
    assert b"average mean" in done.stdout
    document = json.loads(scorelite("score", "ref.txt", "hyp.txt", "--explain", "16.67", "--json").stdout)
    explained = document["analyses"]["explain"]
    assert explained["found"] == len(explained["rows"]) == len(explained["ladders"])
    for number in ("low", ""):
        refused = scorelite("score", "ref.txt", "hyp.txt", "--explain", number)
        assert (refused.returncode, refused.stdout) == (2, b"")
    assert scorelite("score", "ref.txt", "hyp.txt", "--explain", "5", "--report", "sys").returncode == 2
    assert scorelite("score", "ref.txt", "hyp.txt", "--explain", "16.67", "--page", "p.html").returncode == 0
    assert "conventions of" in (tmp_path / "p.html").read_text(encoding="utf-8")


def test_compare_and_segments_explain_rates(scorelite: Run, tmp_path: Path) -> None:
    for name, text in (("ref", "Yes.\nWe saw it\n"), ("a", "no\nwe saw\n"), ("b", "yes\nwe saw\n"), ("c", "yes\nwe\n")):
        (tmp_path / f"{name}.txt").write_text(text)
    done = scorelite("compare", "--ref", "ref.txt", "a.txt", "b.txt", "--explain", "66.67,16.67")
    assert (done.returncode, done.stdout.count(b"give 66.67"), done.stdout.count(b"b.txt: ")) == (0, 1, 1)
    three = scorelite("compare", "--ref", "ref.txt", "a.txt", "b.txt", "c.txt", "--explain", "16.67", "--json")
    assert [each["system"] for each in json.loads(three.stdout)["explained"]] == ["a.txt", "b.txt", "c.txt"]
    markdown = scorelite("compare", "--ref", "ref.txt", "a.txt", "b.txt", "--explain", "16.67", "--markdown")
    assert b"b.txt: " in markdown.stdout
    for wrong in (("66,5,4",), ("x",), ("5", "--hyp", "a.txt"), ("5", "a1.txt,a.txt")):
        refused = scorelite("compare", "--ref", "ref.txt", "a.txt", "b.txt", "--explain", *wrong)
        assert (refused.returncode, refused.stdout) == (2, b"")
    (tmp_path / "ref.rttm").write_text("SPEAKER t 1 0.0 4.0 <NA> <NA> anna <NA> <NA>\n")
    (tmp_path / "hyp.rttm").write_text("SPEAKER t 1 0.0 3.8 <NA> <NA> x <NA> <NA>\n")
    segments = scorelite("segments", "ref.rttm", "hyp.rttm", "--explain", "2.00")
    assert b"5.0 % | -3.00 collar 0.125 = 2.0 %" in segments.stdout
    document = json.loads(scorelite("segments", "ref.rttm", "hyp.rttm", "--explain", "2", "--json").stdout)
    assert document["analyses"]["explain"]["rows"][0]["collar"] == "0.125"
    for wrong in (("--report", "sys"), ("--measure", "classes"), ("--csv",)):
        assert scorelite("segments", "ref.rttm", "hyp.rttm", "--explain", "2", *wrong).returncode == 2


def test_an_explanation_is_copied() -> None:
    explained = sl.score(["a b"], ["a c"]).explain("50")
    assert pickle.loads(pickle.dumps(explained)) == explained
