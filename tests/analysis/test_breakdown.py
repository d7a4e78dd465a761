"""The surfaces of all analyses: rows and their names, one table for Arrow and JSON, settings that are read."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Iterator
from typing import Any

import pytest

import scorelite
from scorelite.scoring.analysis.breakdown import few_of
from scorelite.scoring.analysis.catalogue import ANALYSES
from scorelite.scoring.common.analyses import ANALYSES as DECLARED
from tests.conftest import ROOT, Run

SCHEMA = json.loads((ROOT / "docs" / "reference" / "results.schema.json").read_text(encoding="utf-8"))
TABLE = (
    b"id,text,hyp,gender\nanna-1,we saw Ann.,we saw an,f\nanna-2,good day,good way,f\n"
    b"ben-1,how are you,how were you,m\nben-2,yes,yes yes,m\n"
)
CTM = (b"a 1 0.0 0.4 good 0.9\na 1 0.5 0.4 day 0.6\n", b"a 1 0.1 0.4 good 0.9\na 1 0.5 0.4 way 0.6\n")
WANTED: dict[str, Any] = {
    "classes": {"name": ["ann"]},
    "slices": "gender",
    "failures": "dropout:1",
    "punctuation": None,
    "writing": None,
    "diacritics": None,
    "measures": {"anna-1": {"semdist": 0.5}, "ben-1": {"semdist": 0.1}},
    "mdd": {"anna-1": "we see an", "anna-2": "good day", "ben-1": "how are you", "ben-2": "yes"},
    "nbest": {"anna-1": ["we saw", "we see"], "anna-2": ["good"], "ben-1": ["how", "are"], "ben-2": ["yes"]},
    "rules": None,
}
NAMES: dict[str, Any] = {
    "classes": "rest",
    "slices": "f",
    "failures": "dropout",
    "punctuation": ("words", "all"),
    "writing": "case",
    "diacritics": "letters, with endings",
    "measures": "semdist",
    "mdd": "all",
    "nbest": "first",
    "rules": "saw | see",
    "times": "start",
    "references": "MR-WER",
    "changes": "rest",
}


def breakdowns() -> Iterator[tuple[str, Any]]:
    """An analysis of every kind."""
    result = scorelite.score_files(TABLE, equivalents={"saw": ["see"]})
    yield from result.analyse(WANTED).items()
    timed = scorelite.score_files(*CTM, ref_format="ctm", hyp_format="ctm")
    yield from timed.analyse({"confidence": None, "times": None}).items()
    yield "references", result.references(scorelite.score_files(TABLE, equivalents={"saw": ["see"]}))
    yield "audit", result.audit(result)
    yield "explain", result.explain("50")
    yield "changes", result.analyse_changes(result, {"classes": WANTED["classes"]})["classes"]


def test_every_analysis_compares_two_systems_and_finds_no_difference_between_equal_ones() -> None:
    result = scorelite.score_files(TABLE, equivalents={"saw": ["see"]})
    timed = scorelite.score_files(*CTM, ref_format="ctm", hyp_format="ctm")
    of_texts = result.analyse_changes(result, WANTED | {"measures": (WANTED["measures"], WANTED["measures"])})
    made = {**of_texts, **timed.analyse_changes(timed, {"confidence": None, "times": None})}
    assert {*made} == {analysis.name for analysis in ANALYSES}
    for changes in made.values():
        assert changes.rows
        assert {row.difference for row in changes.rows} <= {0.0, None}
    assert {row.difference for changes in made.values() for row in changes.rows} == {0.0, None}


def test_several_analyses_add_by_name() -> None:
    wanted = {"failures": None, "writing": None}
    sides = ({"a": "we saw ann", "b": "so"}, {"a": "we saw an", "b": "so"}), ({"c": "go on"}, {"c": "on"})
    first, other = (scorelite.score(*side).analyse(wanted) for side in sides)
    both = scorelite.score({**sides[0][0], **sides[1][0]}, {**sides[0][1], **sides[1][1]}).analyse(wanted)
    assert first + other == sum([other, first]) == both
    assert str(first + other) == str(both)
    with pytest.raises(scorelite.MismatchError, match="failures, writing and failures; expected the same ones"):
        first + scorelite.score(["a"], ["a"]).analyse({"failures": None})


def test_several_analyses_are_a_frozen_record_by_name() -> None:
    result = scorelite.score_files(TABLE, equivalents={"saw": ["see"]})
    for analyses in (result.analyse(WANTED), result.analyse_changes(result, {"failures": None, "writing": None})):
        with pytest.raises(TypeError):
            analyses["failures"] = None
        with pytest.raises(AttributeError):
            analyses.named = ()
        assert pickle.loads(pickle.dumps(analyses)) == analyses == dict(analyses.items())
        assert hash(pickle.loads(pickle.dumps(analyses))) == hash(analyses)
        assert copy.deepcopy(analyses) is analyses
        assert [*analyses] == [name for name, _ in analyses.items()] == [*analyses.to_dict()]
        assert (len(analyses), "failures" in analyses, "times" in analyses) == (len([*analyses]), True, False)
        tables = analyses.to_arrow()
        assert {name: table.to_pylist() for name, table in tables.items()} == {
            name: document["rows"] for name, document in analyses.to_dict().items()
        }
        assert repr(analyses) == f"<Breakdowns: {', '.join(analyses)}>"
        with pytest.raises(KeyError, match="times"):
            analyses["times"]


@pytest.mark.parametrize(("name", "breakdown"), [*breakdowns()])
def test_every_analysis_is_a_sequence_of_rows_and_knows_their_names(name: str, breakdown: Any) -> None:
    assert list(breakdown) == list(breakdown.rows)
    assert all(row in breakdown for row in breakdown)
    assert "no such row" not in breakdown
    assert 0 not in breakdown
    if name in NAMES:
        assert NAMES[name] in breakdown
        assert breakdown[NAMES[name]] in breakdown.rows
    with pytest.raises(KeyError):
        breakdown["no such row"]


@pytest.mark.parametrize(("name", "breakdown"), [*breakdowns()])
def test_every_analysis_is_a_data_frame_with_the_rows_of_json(name: str, breakdown: Any) -> None:
    pytest.importorskip("pandas")
    frame = breakdown.to_pandas()
    assert [*frame.columns] == [*breakdown.columns()]
    shown = frame.astype("object").where(frame.notna(), None)
    assert shown.to_dict("records") == breakdown.to_dict()["rows"]


@pytest.mark.parametrize(("name", "breakdown"), [*breakdowns()])
def test_every_analysis_says_one_thing_in_json_and_arrow_and_is_copied(name: str, breakdown: Any) -> None:
    document = breakdown.to_dict()
    assert breakdown.to_arrow().to_pylist() == document["rows"]
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    assert pickle.loads(pickle.dumps(breakdown)) == copy.deepcopy(breakdown) == breakdown
    described = SCHEMA["$defs"]["rules_of_equivalents" if name == "rules" else name]["properties"]
    assert [*described] == [*described | document]
    of_rows = described["rows"]["items"]["properties"]
    assert document["rows"][:1] == [] or {*document["rows"][0]} == {*of_rows}


@pytest.mark.parametrize(("name", "breakdown"), [*breakdowns()])
def test_the_repr_of_an_analysis_is_one_short_line(name: str, breakdown: Any) -> None:
    assert re.fullmatch(rf"<{type(breakdown).__name__}: \d+ rows?; print shows them>", repr(breakdown))


def test_two_systems_are_compared_with_marks_that_are_given_once() -> None:
    first = scorelite.score(["we saw ann"], ["we saw an"])
    marks = [{"class": "name", "phrases": ["ann"]}]
    changes = first.analyse_changes(first, {"classes": (mark for mark in marks)})["classes"]
    assert changes == first.analyse_changes(first, {"classes": marks})["classes"]
    assert first.page(analyses={"classes": (mark for mark in marks)}) == first.page(analyses={"classes": marks})


@pytest.mark.parametrize("name", ["failures", "confidence", "times"])
@pytest.mark.parametrize("argument", [5, b"x", ["dropout:5"]])
def test_settings_that_are_neither_text_nor_mapping_are_refused(name: str, argument: Any) -> None:
    result = scorelite.score(["a"], ["a"])
    for analyse in (result.analyse, lambda wanted: result.analyse_changes(result, wanted)):
        with pytest.raises(
            scorelite.UsageError, match=r"settings are .*; expected '\w+:[0-9.]+.*', or numbers by name"
        ):
            analyse({name: argument})


def test_a_name_that_is_no_text_is_no_analysis() -> None:
    with pytest.raises(scorelite.UsageError, match="no analysis 5; expected one of classes"):
        scorelite.score(["a"], ["a"]).analyse({5: None})


def test_a_comparison_with_analyses_is_pickled_and_copied() -> None:
    first, other = (
        scorelite.score(["we saw ann"] * 6, ["we saw an"] * 6),
        scorelite.score(["we saw ann"] * 6, ["we"] * 6),
    )
    comparison = first.compare(other)
    assert (
        pickle.loads(pickle.dumps(comparison)).to_dict() == copy.deepcopy(comparison).to_dict() == comparison.to_dict()
    )


def test_at_most_five_names_are_listed() -> None:
    assert (few_of(()), few_of("abcde"), few_of("abcdef")) == ("", "a, b, c, d, e", "a, b, c, d, e and 1 more")


@pytest.mark.parametrize("command", ["score", "compare"])
def test_help_names_the_analyses_that_a_command_takes(scorelite: Run, command: str) -> None:
    shown = scorelite(command, "--help-all").stdout.decode()
    listed = re.split(r"\n  (?=-)", shown.partition("\n  --with NAME")[2])[0]
    # Measures of two systems have a table each, and so an option of their own.
    taken = [each.name for each in ANALYSES if command == "score" or each.name != "measures"]
    assert taken == [each.name for each in ANALYSES if re.search(rf"\s{each.name}[\s=[,]", listed)]


def test_the_analyses_are_those_that_are_declared() -> None:
    assert tuple(analysis.declared for analysis in ANALYSES) == DECLARED
