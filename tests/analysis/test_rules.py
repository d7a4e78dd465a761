"""Rules of equivalents: where they were read and what they saved, counted by hand, and against scores without them."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite.formats.errors import UsageError
from scorelite.scoring.analysis.branches import Branches, parts_of
from scorelite.scoring.normalise.equivalents import Equivalents, Span
from tests.analysis.calls import counted, of_the_core
from tests.conftest import Run

RULES = {"gonna": ["going to"], "uh": ["@"], "new york": ["newyork", "n y c"]}
REFS = ["uh we are gonna go", "in new york gonna", "so gonna"]
HYPS = ["we are going to go", "in newyork gonna", "so goner"]
TEXTS = st.lists(st.lists(st.sampled_from(["a", "b", "c"]), max_size=5).map(" ".join), min_size=1, max_size=4)


def scored(**more: Any) -> Any:
    return scorelite.score(REFS, HYPS, equivalents=RULES, **more)


def test_places_readings_and_errors_are_those_counted_by_hand() -> None:
    rules = scored().rules()
    assert {row.name: (row.places, row.read, row.saved) for row in rules.rows} == {
        "gonna | going to": (3, 1, 2),
        "new york | newyork ; n y c": (1, 1, 2),
        "uh | @": (1, 1, 1),
    }
    assert rules.without.errors == rules.counts.errors + 5


def test_rules_of_the_hypothesis_are_counted_there() -> None:
    result = scorelite.score(HYPS, REFS, equivalents=RULES, equivalents_side="hyp")
    assert result.rules()["gonna | going to"].saved == 2


@pytest.mark.parametrize(
    ("ref", "hyp", "rules", "keywords"),
    [
        ("ten boats", "10 (uh) boats", {"ten boats": ["10 boats"]}, {"optional_words": True}),
        ("ten (uh) boats", "10 boats", {"10 boats": ["ten boats"]}, {"optional_words": True}),
        ("th- ten", "the 10", {"th- ten": ["th- 10"]}, {"fragments": True}),
        ("th- ten", "the 10", {"the 10": ["the ten"]}, {"fragments": True}),
    ],
)
def test_optional_words_and_fragments_are_no_errors_that_a_rule_saved(
    ref: str, hyp: str, rules: Any, keywords: Any
) -> None:
    side: Any = "ref" if ref in rules else "hyp"
    texts = [f"we saw {ref} now"], [f"we saw {hyp} now"]
    (row,) = scorelite.score(*texts, equivalents=rules, equivalents_side=side, **keywords).rules().rows
    assert (row.read, row.saved) == (1, 1)


@given(TEXTS, st.randoms())
def test_the_counts_without_rules_are_those_of_a_score_without(refs: list[str], random: Any) -> None:
    hyps = [" ".join(random.choice("abc") for _ in range(random.randint(0, 4))) for _ in refs]
    rules = {"a": ["b c", "@"], "b a": ["c"], "a b": ["c c"]}
    result = scorelite.score(refs, hyps, equivalents=rules)
    assert result.rules().without == scorelite.score(refs, hyps).counts


def test_alternations_of_the_file_stay() -> None:
    ref, hyp = b"{ yes / yeah } gonna (u)\n", b"yeah going to (u)\n"
    keywords: Any = {"ref_format": "trn", "hyp_format": "trn", "equivalents": {"gonna": ["going to"]}}
    result = scorelite.score_files(ref, hyp, **keywords)
    rules = result.rules()
    assert (rules.counts.errors, rules.without.errors, rules["gonna | going to"].saved) == (0, 2, 2)


def test_parts_add_up_to_the_whole() -> None:
    ids = [f"u{place}" for place in range(len(REFS))]
    first, rest, both = (
        scorelite.score(REFS[cut], HYPS[cut], ids=ids[cut], equivalents=RULES)
        for cut in (slice(1), slice(1, None), slice(None))
    )
    whole = both.rules()
    assert first.rules() + rest.rules() == whole == rest.rules() + first.rules()
    assert pickle.loads(pickle.dumps(whole)) == whole


def test_rules_whose_words_stand_nowhere_are_named() -> None:
    assert "1 rule without a place: x | y" in str(scorelite.score(["a"], ["a"], equivalents={"x": ["y"]}).rules())


def test_a_score_without_equivalents_has_no_rules() -> None:
    with pytest.raises(UsageError, match="no equivalents: the result was scored without"):
        scorelite.score(["a"], ["a"]).rules()


def test_the_command_prints_the_rules(scorelite: Run, tmp_path: Path) -> None:
    for name, texts in (("ref", REFS), ("hyp", HYPS)):
        (tmp_path / f"{name}.trn").write_text("".join(f"{text} (u{place})\n" for place, text in enumerate(texts)))
    (tmp_path / "eq.txt").write_text("gonna | going to\n")
    command = ("score", "ref.trn", "hyp.trn", "--equivalents", "eq.txt", "--with", "rules")
    assert b"gonna | going to       3     1      2" in scorelite(*command).stdout
    rows = json.loads(scorelite(*command, "--json").stdout)["analyses"]["rules"]["rows"]
    assert rows == [{"rule": "gonna | going to", "places": 3, "read": 1, "saved": 2}]


def test_the_first_branches_are_taken_where_several_make_up_the_words() -> None:
    taken = Branches(parts_of("{ a / a b } { b c / c }"), ["a", "b", "c"]).taken
    assert [alternation.branch for alternation in taken] == [0, 0]


def test_two_systems_are_compared_by_what_each_rule_saved() -> None:
    refs = ["we're gonna go", "i wanna be"] * 10
    rules = {"gonna": ["going to"], "wanna": ["want to"]}
    hyps = ["we're going to go", "i want to be"], ["we're gonna go", "i want to be"]
    first, other = (scorelite.score(refs, side * 10, equivalents=rules) for side in hyps)
    changes = first.compare(other).analyse({"rules": None})["rules"]
    assert [(row.name, row.a, row.b, row.units) for row in changes.rows] == [
        ("gonna | going to", 20 / 80, 0.0, 10),
        ("wanna | want to", 20 / 80, 20 / 70, 10),
    ]


def test_rules_made_of_words_are_one_row_when_systems_are_compared() -> None:
    first, other = (
        scorelite.score(["twenty-one years"] * 9, [heard] * 9, equivalents="hyphens")
        for heard in ("twenty one years", "twenty-one years")
    )
    [row] = first.compare(other).analyse({"rules": None})["rules"].rows
    assert (row.name, row.a, row.b) == ("hyphens", 2 / 3, 0.0)


def test_each_reading_that_was_taken_has_its_place() -> None:
    refs, hyps = {"u": "so we're gonna go", "v": "gonna"}, {"u": "so we're going to go", "v": "gonna"}
    result = scorelite.score(refs, hyps, equivalents={"gonna": ["going to"]})
    [taken] = result.rules().taken
    assert (taken.id, taken.side, taken.rule, taken.text, taken.first, taken.saved) == (
        *("u", "ref", "gonna | going to", "going to"),
        *(2, 2),
    )
    assert result.rules().to_dict()["taken"] == [taken.to_dict()]


def test_a_reading_without_words_is_taken_where_they_stood() -> None:
    result = scorelite.score(["so uh we saw"], ["so we saw"], equivalents={"uh": ["@"]})
    [taken] = result.rules().taken
    assert (taken.text, taken.first, taken.saved) == ("", 1, 1)


OWN: Any = {"ref_format": "trn", "hyp_format": "trn", "equivalents": {"gonna": ["going to"]}}


@pytest.mark.parametrize(
    ("ref", "hyp", "places", "read", "more"),
    [
        ("{ gonna / going to } we gonna", "going to we gonna", 2, 0, 0),
        ("{ uh / we gonna } go", "we going to go", 1, 1, 2),
        ("{ uh / { a / we gonna } } go Gonna", "we going to go going to", 2, 2, 4),
        ("{ gonna / x } gonna", "going to gonna", 2, 1, 2),
    ],
)
def test_rules_are_told_from_alternations_of_the_file(ref: str, hyp: str, places: int, read: int, more: int) -> None:
    texts = [f"{text} (u)\n".encode() for text in (ref, hyp)]
    rules = scorelite.score_files(*texts, **OWN).rules()
    row = rules["gonna | going to"]
    assert (row.places, row.read, row.saved) == (places, read, more)
    assert rules.without == scorelite.score_files(*texts, ref_format="trn", hyp_format="trn").counts
    assert rules.without.errors - rules.counts.errors == more


def test_each_rule_of_a_reading_has_its_own_words() -> None:
    rules = scorelite.score(["a b c"], ["x z"], equivalents={"a b": ["x"], "b c": ["y"], "c": ["z"]}).rules()
    assert [(row.name, row.places, row.read, row.saved) for row in rules.rows] == [
        ("a b | x", 1, 1, 2),
        ("c | z", 1, 1, 1),
        ("b c | y", 1, 0, 0),
    ]
    assert [(each.text, each.first) for each in rules.taken] == [("x", 0), ("z", 1)]


def test_a_rule_is_counted_wherever_its_words_stand() -> None:
    rules = scorelite.score(["c c"], ["a"], equivalents={"c c": ["z"], "c": ["q"]}).rules()
    assert {row.name: row.places for row in rules.rows} == {"c c | z": 1, "c | q": 2}


@pytest.mark.parametrize(
    ("ref", "hyp", "rules"),
    [("24/7 shop", "24 7 shop", {"24/7": ["24 7"]}), ("24 7 shop", "24/7 shop", {"24 7": ["24/7"]})],
)
def test_words_with_slashes_have_rules(ref: str, hyp: str, rules: dict[str, list[str]]) -> None:
    result = scorelite.score([ref], [hyp], equivalents=rules)
    made = result.rules()
    assert (made.rows[0].places, made.rows[0].read, made.rows[0].saved) == (1, 1, 2)
    assert made.without.errors == 2
    assert [pair.ref for pair in result[0].alignment.pairs] == hyp.split()


def test_words_with_slashes_stay_as_they_are() -> None:
    rules = {"gonna": ["going to"]}
    result = scorelite.score(["so and/or gonna"], ["so and/or going to"], equivalents=rules)
    assert result.classes({"k": ["and/or"]})["k"].words == 1
    assert [pair.hyp for pair in result[0].alignment.pairs] == ["so", "and/or", "going", "to"]
    assert "and/or" in result.report("pra")


def test_any_words_in_a_reading_are_no_words_of_it() -> None:
    rules: Any = [{"a": ["b <*> c"], "d": ["e"]}, "any-words"]
    taken = scorelite.score(["<*> a d"], ["b x c e"], equivalents=rules).rules().taken
    assert [(each.text, each.first) for each in taken] == [("b c", 0), ("e", 2)]


@pytest.mark.parametrize("side", ["hyp", "both"])
def test_rules_of_words_that_any_words_take_are_refused(side: Any) -> None:
    rules: Any = [{"b": ["c"]}, "any-words"]
    result = scorelite.score(["<*> a"], ["b a"], equivalents=rules, equivalents_side=side)
    with pytest.raises(UsageError, match="rules of the hypothesis do not go with any-words"):
        result.rules()


def test_text_whose_alternations_are_not_those_of_the_alignment_is_refused() -> None:
    with pytest.raises(UsageError, match="the alternations of the text with a c cannot be followed"):
        Branches(parts_of("a { b / @ }"), ["a", "c"])


def test_slashes_are_no_errors_of_writing() -> None:
    result = scorelite.score(["24/7 shop"], ["24/7 shop"], equivalents={"24/7": ["24 7"]})
    assert not any(row.errors for row in result.writing().rows)


def test_compounds_of_any_branch_of_the_other_side_are_rules() -> None:
    refs, hyps = ["g { a / e-f e-f / e e-f }"], ["g e e f g"]
    rules = scorelite.score(refs, hyps, equivalents="hyphens", equivalents_side="hyp", markup=True).rules()
    assert rules.without == scorelite.score(refs, hyps, markup=True).counts
    assert rules["e f | e-f"].read == 1


@pytest.mark.parametrize(
    ("ref", "hyp", "keywords"),
    [
        ("a g g-", "f { e f / @ }", {"equivalents": [{"e f": ["e-f g", "g"]}, "hyphens"], "equivalents_side": "hyp"}),
        ("d { (g-) / @ } j", "c d", {"equivalents": "hyphens"}),
    ],
)
def test_compounds_that_rules_wrote_are_no_rules(ref: str, hyp: str, keywords: Any) -> None:
    rules = scorelite.score([ref], [hyp], markup=True, **keywords).rules()
    assert rules.without == scorelite.score([ref], [hyp], markup=True).counts


def test_alternations_with_as_many_branches_as_rules_write_are_those_of_the_file() -> None:
    ref, hyp = "{ x\u2215y / @ / d } e c b", "e-f x/y"
    result = scorelite.score([ref], [hyp], equivalents={"x/y": ["e f", "a"]}, markup=True)
    assert result.rules().without == result.counts


def test_variations_of_words_with_colons_have_rows_of_their_own(tmp_path: Path) -> None:
    parts = [["10:30", "half past ten"], ["or"], ["9:30", "half past nine"]]
    (tmp_path / "v.jsonl").write_text(json.dumps({"id": "u", "variations": parts}))
    texts = {"u": "10:30 or 9:30"}, {"u": "half past ten or 9:30"}
    rows = scorelite.score(*texts, equivalents=tmp_path / "v.jsonl").rules().rows
    assert {row.name: (row.places, row.read, row.saved) for row in rows} == {"10:30": (1, 1, 3), "9:30": (1, 0, 0)}


@pytest.mark.slow
@of_the_core
@pytest.mark.parametrize("made", [True, False])
def test_places_of_one_text_cost_calls_in_proportion(made: bool) -> None:
    def result_of(size: int) -> Any:
        words = [f"a{place}-b{place}" for place in range(size)]
        of_text = [[word, word.replace("-", " ")] for word in words]
        rules: Any = "hyphens" if made else Equivalents(spans={"0": tuple(_spans(of_text))})
        return scorelite.score([" ".join(words)], [" ".join(words).replace("-", " ")], ids=["0"], equivalents=rules)

    few, many = (counted(lambda result: result.rules(), result_of(size)) for size in (100, 200))
    assert many < 2.3 * few


def _spans(parts: list[list[str]]) -> Any:
    for place, (_, *others) in enumerate(parts):
        yield Span(place, place + 1, tuple([tuple(text.split()) for text in others]), f"{place}")


def test_the_errors_without_rules_are_not_the_sum_of_what_readings_save() -> None:
    rules = scorelite.score(["b a"], ["b x"], equivalents={"a": ["b x"]}).rules()
    assert (rules.counts.errors, rules.without.errors, [taken.saved for taken in rules.taken]) == (1, 1, [2])
