"""Analyses of two systems: values of either, differences counted by hand, samples as numpy draws them, and laws."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite.scoring.analysis.catalogue import ANALYSES
from scorelite.scoring.analysis.marks import marks_of
from scorelite.scoring.analysis.paired import paired
from scorelite.scoring.analysis.steps import Steps
from scorelite.scoring.analysis.tally import rate
from tests.conftest import ROOT, Run

WORDS = ["a", "B", "b.", "c,", "ann", "lee", "lee", "20", "twenty", "x", "كَ"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
TRIPLES = st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=8)
MARKS = [
    {"class": "name", "phrases": ["ann lee", "lee"]},
    {"class": "digits", "pattern": "[0-9]+", "insertions": "none"},
]
WANTED = {
    "classes": MARKS,
    "failures": "dropout:2/inserted:2/loop:2",
    "punctuation": ",.",
    "writing": None,
    "diacritics": None,
    "mdd": {name: "ann saw 4" for number in range(9) for name in (str(number), f"u{number}")},
}


def values(name: str, breakdown: Any) -> dict[str, float | None]:
    """The value of each row of one system, by the name that it has in a comparison."""
    if name == "punctuation":
        marks = {f"{row.rule} {row.mark}": row.rate for row in breakdown.rows}
        return marks | {"capitals": breakdown.capitals.rate}
    if name in ("failures", "writing"):
        return {row.name: breakdown.points(row.name) for row in breakdown.rows}
    return {row.name: row.rate for row in breakdown.rows}


def systems(triples: Any) -> tuple[Any, Any]:
    refs, first, other = zip(*triples, strict=True)
    return scorelite.score(refs, first), scorelite.score(refs, other)


@pytest.mark.slow
@given(TRIPLES)
def test_each_system_has_the_values_of_its_own_analysis(triples: Any) -> None:
    first, other = systems(triples)
    changes = first.analyse_changes(other, WANTED, replications=5)
    for name, argument in WANTED.items():
        for result, side in ((first, "a"), (other, "b")):
            alone = values(name, result.analyse({name: argument})[name])
            assert {row.name: getattr(row, side) for row in changes[name].rows} == pytest.approx(alone)
        for row in changes[name].rows:
            assert row.difference == (None if None in (row.a, row.b) else row.b - row.a)
            assert row.p is None or (row.units >= 5 and 0 < row.p <= row.adjusted <= 1)


@pytest.mark.slow
@given(TRIPLES)
def test_systems_that_change_places_have_opposite_differences(triples: Any) -> None:
    first, other = systems(triples)
    there = first.analyse_changes(other, WANTED, replications=50)
    back = other.analyse_changes(first, WANTED, replications=50)
    for name, changes in there.items():
        for row, mirrored in zip(changes.rows, back[name].rows, strict=True):
            assert (row.a, row.b, row.p, row.adjusted) == (mirrored.b, mirrored.a, mirrored.p, mirrored.adjusted)
            if row.low is not None:
                assert (row.low, row.high) == pytest.approx((-mirrored.high, -mirrored.low))


@pytest.mark.slow
@given(TRIPLES, st.randoms(use_true_random=False))
def test_the_order_of_utterances_has_no_influence(triples: Any, random: Any) -> None:
    named = {f"u{place}": triple for place, triple in enumerate(triples)}
    mixed = dict(random.sample(sorted(named.items()), len(named)))
    refs, first, other = ({name: triple[side] for name, triple in named.items()} for side in range(3))
    other_way = {name: triple[2] for name, triple in mixed.items()}
    changes = scorelite.score(refs, first).analyse_changes(scorelite.score(refs, other), WANTED, replications=20)
    shuffled = {name: refs[name] for name in mixed}
    second = scorelite.score(shuffled, other_way)
    assert scorelite.score(refs, first).analyse_changes(second, WANTED, replications=20) == changes


def pairs_of(wrong_of_first: list[int], wrong_of_other: list[int]) -> tuple[Any, Any]:
    """Two systems on texts of five words, of which so many are wrong."""
    refs = ["a b c d e"] * len(wrong_of_first)
    sides = ([" ".join("x" * wrong + "abcde"[wrong:]) for wrong in side] for side in (wrong_of_first, wrong_of_other))
    first, other = (scorelite.score(refs, hyps) for hyps in sides)
    return first, other


def test_interval_and_p_are_those_of_samples_of_utterances() -> None:
    random = np.random.default_rng(7)
    wrong = random.integers(0, 4, 60), random.integers(0, 5, 60)
    first, other = pairs_of(*(side.tolist() for side in wrong))
    everything = {"classes": [{"class": "all", "pattern": ".*"}]}
    row = first.analyse_changes(other, everything, replications=5000)["classes"]["all"]
    drawn = (wrong[1] - wrong[0])[random.integers(0, 60, (20_000, 60))].mean(axis=1) / 5
    assert (row.low, row.high) == pytest.approx(np.percentile(drawn, [2.5, 97.5]).tolist(), abs=0.01)
    # A class of all words is the word error rate, whose test is that of `compare`.
    assert row.difference == pytest.approx(first.compare(other).increase)
    tested = scorelite.scoring.compare.paired_tests(
        *(scorelite.scoring.compare.of_result(result) for result in (first, other)), 5000
    )[0]
    assert row.p == pytest.approx(tested.p, abs=0.05)


def test_rows_of_few_utterances_have_no_test() -> None:
    first, other = pairs_of([1, 1, 1, 1], [0, 0, 0, 0])
    row = first.analyse_changes(other, {"classes": {"first": ["a"]}})["classes"]["first"]
    assert (row.a, row.b, row.units, row.low, row.p, row.adjusted) == (1.0, 0.0, 4, None, None, None)
    first, other = pairs_of([1] * 5, [0] * 5)
    row = first.analyse_changes(other, {"classes": {"first": ["a"]}})["classes"]["first"]
    assert (row.low, row.high, row.p) == (-1.0, -1.0, 2 / 1001)


def test_blocks_are_drawn_as_a_whole() -> None:
    table = ["id,text,hyp,other,speaker\n"]
    table += [f"{speaker}{place},a b,a b,a x,{speaker}\n" for speaker in "pqrst" for place in range(3)]
    first, other = (
        scorelite.score_files("".join(table).encode(), hyp_column=name, ref_column="text") for name in ("hyp", "other")
    )
    classes = first.analyse_changes(other, {"classes": {"b": ["b"]}}, blocks="speaker")["classes"]
    assert (classes.unit, classes["b"].units, classes["b"].difference) == ("speaker", 5, 1.0)
    assert "speakers" in str(classes)


def sure(confidences: str, second: str) -> Any:
    """Six texts of two words with these confidences; the second word of `x` is wrong."""
    said = f"{{0}} 1 0 1 good {confidences.split()[0]}\n{{0}} 1 1 1 {second} {confidences.split()[1]}\n"
    ref = "".join(f"r{place} 1 s{place} 0 2 good day\n" for place in range(6)).encode()
    hyp = "".join(said.format(f"r{place}") for place in range(6)).encode()
    return scorelite.score_files(ref, hyp, ref_format="stm", hyp_format="ctm")


def test_blocks_that_some_utterances_lack_are_refused() -> None:
    rows = [f"u{place},a b,a {'bc'[place % 2]},{'' if place == 3 else f's{place}'}\n" for place in range(8)]
    result = scorelite.score_files(f"id,text,hyp,speaker\n{''.join(rows)}".encode())
    with pytest.raises(scorelite.UsageError, match=r"1 of 8 utterances has no speaker, .*, or no blocks="):
        result.compare(result).analyse({"failures": None}, blocks="speaker")


def test_calibration_is_compared_as_it_is_measured() -> None:
    first, other = sure("0.9 0.9", "way"), sure("0.8 0.3", "way")
    changes = first.analyse_changes(other, {"confidence": "bins:10"})["confidence"]
    for result, side in ((first, "a"), (other, "b")):
        alone = result.confidence(bins=10)
        assert (getattr(changes["ECE"], side), getattr(changes["Brier"], side)) == pytest.approx(
            (alone.ece, alone.brier)
        )
    assert changes["ECE"].low == pytest.approx(changes["ECE"].difference)
    assert changes["ECE"].p == 2 / 1001
    assert "0.4000  0.2500  -0.1500" in str(changes)


def test_utterances_of_slices_are_those_of_the_groups() -> None:
    table = "id,text,hyp,gender\n" + "".join(
        f"{place},a b,a {'bx'[place % 2]},{'fm'[place % 2]}\n" for place in range(8)
    )
    result = scorelite.score_files(table.encode())
    # A column that is named twice is compared once: Holm counts its groups once.
    changes = result.analyse_changes(result, {"slices": "gender+gender"})["slices"]
    assert [(row.name, row.a, row.units) for row in changes.rows] == [("f", 0.0, 4), ("m", 0.5, 4)]


@pytest.mark.parametrize("name", ["slices", "classes", "rules"])
def test_rows_of_many_groups_hold_the_utterances_of_each_alone(name: str) -> None:
    groups = [place % 40 for place in range(120)]
    is_wrong = [place % 3 > 0 for place in range(120)]
    rows = zip(groups, is_wrong, strict=True)
    lines = [f"{place},g{g} b,{'x' if wrong else 'g'}{g} b,g{g}\n" for place, (g, wrong) in enumerate(rows)]
    equivalents: dict[str, list[str]] = {f"g{group}": [f"x{group}"] for group in range(40)}
    table = f"id,text,hyp,g\n{''.join(lines)}".encode()
    result = scorelite.score_files(table, equivalents=equivalents if name == "rules" else None)
    argument = {"slices": "g", "classes": marks_of({f"g{group}": [f"g{group}"] for group in range(40)})}.get(name)
    analysis = next(analysis for analysis in ANALYSES if analysis.name == name)
    assert analysis.by_utterance is not None
    made = [row for row in analysis.by_utterance(Steps(result), argument) if row.name != "rest"]
    assert len(made) == 40
    assert sum(len(row.places) for row in made) <= len(result)
    for row in made:
        here = [f"g{group}" == row.name.split()[0] for group in groups]
        errors = [int(inside and wrong) for inside, wrong in zip(here, is_wrong, strict=True)]
        words = [2] * 120 if name == "rules" else [(2 if name == "slices" else 1) * inside for inside in here]
        assert [column.tolist() for column in row.columns] == [errors, words]
        there = errors if name == "rules" else here
        assert row.there.tolist() == there
        assert row.places.tolist() == np.flatnonzero(there).tolist()
        assert row.at_places[0].tolist() == [errors[place] for place in np.flatnonzero(there)]
        assert row.total == sum(errors) / sum(words)


def test_changes_pickle_show_themselves_and_refuse_to_be_added() -> None:
    first, other = pairs_of([1] * 5, [0] * 5)
    changes = first.compare(other).analyse({"classes": {"<b>": ["a"]}})["classes"]
    assert pickle.loads(pickle.dumps(changes)) == changes
    assert changes.to_dict()["rows"][0]["name"] == "<b>"
    assert "<td>&lt;b&gt;</td><td>100.0 %</td><td>0.0 %</td><td>-100.0</td>" in changes._repr_html_()
    assert changes.to_arrow().num_rows == 2
    with pytest.raises(scorelite.ScoreliteError, match="comparisons cannot be added"):
        changes + changes


@pytest.mark.parametrize(
    ("wanted", "options", "message"),
    [
        ({"measures": "x.csv"}, {}, "measures of two systems are 'x.csv'; expected two tables"),
        ({"slices": "speaker/session"}, {}, "blocks="),
        ({"slices": "one"}, {}, "<bytes>: the column one has one value, x; expected two or more groups"),
        ({"failures": "dropout:99"}, {}, "dropout is 99, but no text of the reference has more than 5 words"),
        ({"failures": "inserted:99"}, {}, "inserted is 99, but no text of the hypothesis has more than 5 words"),
        ({"nonsense": None}, {}, "no analysis 'nonsense'"),
        ({"failures": None}, {"replications": 0}, "replications is 0"),
        ({"failures": None}, {"replications": True}, "replications is True"),
        ({"failures": None}, {"replications": 1000001}, "replications is 1000001; expected 1 to 1,000,000"),
        ({"failures": None}, {"threads": 0}, "threads is 0"),
        ({"failures": None}, {"blocks": "house"}, "no group 'house'"),
    ],
)
def test_wrong_wishes_are_refused(wanted: Any, options: Any, message: str) -> None:
    first, other = pairs_of([1] * 5, [0] * 5)
    if wanted == {"slices": "one"}:
        table = "id,text,hyp,one\n" + "".join(f"{place},a b,a x,x\n" for place in range(6))
        first = other = scorelite.score_files(table.encode())
    with pytest.raises(scorelite.ScoreliteError, match=message):
        first.analyse_changes(other, wanted, **options)


def test_a_size_that_one_system_alone_reaches_is_compared() -> None:
    first, other = scorelite.score(["a"] * 6, ["a" + " b" * 9] * 6), scorelite.score(["a"] * 6, ["a"] * 6)
    row = first.analyse_changes(other, {"failures": "inserted:8"})["failures"]["inserted"]
    assert (row.a, row.b) == (9.0, 0.0)


def test_other_utterances_and_files_of_scores_are_refused() -> None:
    first, other = scorelite.score({"u1": "a"}, {"u1": "a"}), scorelite.score({"u2": "a"}, {"u2": "a"})
    with pytest.raises(scorelite.ScoreliteError, match="different utterances"):
        first.analyse_changes(other, {"failures": None})
    scores = scorelite.scoring.compare.Scores("old", "json", "sclite", counts=first.counts)
    with pytest.raises(scorelite.ScoreliteError, match=r"old \(json\) has no texts"):
        scorelite.scoring.compare.compare(scores, first).analyse({"failures": None})


REF = "".join(f"we saw ann go (s-{place})\n" for place in range(6))
OLD, NEW = REF.replace("ann", "an"), REF.replace("saw", "so")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (("ref", REF), ("old", OLD), ("new", NEW)):
        Path(f"{name}.trn").write_text(text)
    Path("marks.jsonl").write_text('{"class": "name", "phrases": ["ann"]}\n')
    Path("groups.csv").write_text("id,half\n" + "".join(f"s-{place},{'ab'[place % 2]}\n" for place in range(6)))
    return tmp_path


COMMAND = ("compare", "--ref", "ref.trn", "old.trn", "new.trn", "--with", "classes=marks.jsonl")


@pytest.mark.usefixtures("files")
def test_the_command_writes_text_markdown_and_json(scorelite: Run) -> None:
    text = scorelite(*COMMAND, "--slices", "groups.csv", "--slice", "half").stdout.decode()
    assert "  name  100.0 %   0.0 %  -100.0  -100.0 to -100.0  0.002  0.004           6" in text
    assert "Rates by group, A and B" in text
    assert "no test of a, b: in fewer than 5 utterances" in text
    lines = scorelite(*COMMAND, "--markdown").stdout.decode().splitlines()
    assert "| `name` | 100.0 % | 0.0 % | -100.0 | -100.0 to -100.0 | 0.002 | 0.004 | 6 |" in lines
    document = json.loads(scorelite(*COMMAND, "--json").stdout)
    (name, rest) = document["analyses"]["classes"]["rows"]
    assert (name["name"], name["a"], name["b"], rest["difference"]) == ("name", 1.0, 0.0, pytest.approx(1 / 3))


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((*COMMAND[:3], "old.trn", "new.trn", "ref.trn", "--with", "failures"), "--with has no effect without --ref"),
        (("compare", "old.json", "new.json", "--with", "failures"), "--with has no effect without --ref"),
        ((*COMMAND, "--slices", "groups.csv", "--slice", "gender"), "no group 'gender'"),
        ((*COMMAND, "--with", "slices=half", "--slice", "half"), "expected one of them"),
    ],
)
def test_the_command_refuses_what_has_no_effect(arguments: tuple[str, ...], message: str, scorelite: Run) -> None:
    done = scorelite(*arguments)
    assert done.returncode == 2
    assert message in done.stderr.decode()


def test_the_schema_knows_the_analyses_of_a_comparison() -> None:
    schema = json.loads((ROOT / "docs" / "reference" / "results.schema.json").read_text(encoding="utf-8"))
    first, other = pairs_of([1] * 5, [0] * 5)
    changes = first.analyse_changes(other, {"failures": None})["failures"].to_dict()
    assert set(schema["$defs"]["changes"]["required"]) == set(changes)
    assert set(schema["$defs"]["changes"]["properties"]["rows"]["items"]["required"]) == set(changes["rows"][0])


def test_equal_means_of_times_and_losses_differ_in_no_sample() -> None:
    ref = "".join(
        f"r{place} 1 {start} 0.4 {word}\n" for place in range(20) for start, word in ((1, "good"), (2, "day"))
    )
    all_words = "".join(
        f"r{place} 1 {start + 0.03} 0.4 {word} 0.9\n"
        for place in range(20)
        for start, word in ((1, "good"), (2, "day"))
    )
    lines = all_words.splitlines(keepends=True)
    first_words = "".join(line for place, line in enumerate(lines) if place < 2 or place % 2 == 0)
    first, other = (
        scorelite.score_files(ref.encode(), hyp.encode(), ref_format="ctm", hyp_format="ctm")
        for hyp in (all_words, first_words)
    )
    changes = first.analyse_changes(other, {"times": None, "confidence": None})
    for row in (*changes["times"].rows[:2], *changes["confidence"].rows):
        assert (row.difference, row.low, row.high, row.p) == (0.0, 0.0, 0.0, 1.0), row.name
    assert "-0.0000" not in str(changes["times"])


def test_sums_that_fill_more_than_32_bits_are_drawn_exactly() -> None:
    columns = np.array([3 << 40, 1 << 33, 5, 6, 7]), np.full(5, 3)
    low, high, p = paired(columns, columns, rate, 200, 1)
    assert (low, high, p) == (0.0, 0.0, 1.0)
    shifted = columns[0] + (1 << 40), columns[1]
    assert paired(columns, shifted, rate, 200, 1)[:2] == pytest.approx(((1 << 40) / 3, (1 << 40) / 3))
    assert paired(shifted, columns, rate, 200, 1)[:2] == pytest.approx((-(1 << 40) / 3, -(1 << 40) / 3))
    with pytest.raises(scorelite.ScoreliteError, match="bootstrap samples of numbers of"):
        paired((columns[0] << 20, columns[1]), columns, rate, 200, 1)


def test_capitals_of_two_systems_are_compared_beside_marks() -> None:
    refs = ["Ann saw Bob", "ann saw it"] * 5
    first = scorelite.score(refs, ["Ann saw bob", "Ann saw it"] * 5)
    other = scorelite.score(refs, ["Ann saw Bob", "ann saw us"] * 5)
    changes = first.analyse_changes(other, {"punctuation": None})["punctuation"]
    row = changes["capitals"]
    assert (row.a, row.b, row.units) == (2 / 3, 0.0, 10)
    assert row.p == row.adjusted < 0.05
    assert [each.name for each in changes.rows if each.p is not None] == ["capitals"]


def test_settings_that_move_numbers_are_in_the_signature() -> None:
    first = scorelite.score(["we saw ann lee"] * 6, ["we saw"] * 6)
    wanted: list[dict[str, Any]] = [
        {"failures": None},
        {"failures": "dropout:2"},
        {"classes": {"name": ["ann"]}},
        {"classes": {"name": ["lee"]}},
        {"punctuation": None},
        {"punctuation": ","},
    ]
    signatures = [changes.signature for each in wanted for changes in first.analyse_changes(first, each).values()]
    assert len({*signatures}) == len(wanted)
    assert signatures[0] == first.analyse_changes(first, {"failures": "dropout:5"})["failures"].signature
    assert signatures[1].startswith("failures:dropout=2/inserted=5/")
