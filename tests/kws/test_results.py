"""Results of keyword scoring travel and add up: copies, pickles, sums of parts, equality, refusals."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorelite.formats.errors import MismatchError, UsageError
from scorelite.scoring import kws
from tests.kws.conftest import Command
from tests.peers import peer

np = pytest.importorskip("numpy")

REF = {"u": [("a", 1.0, 1.5), ("b", 5.0, 5.5)], "v": [("a", 2.0, 2.5)], "w": []}
HYP = {"u": [("a", 1.0, 1.5, 0.9), ("b", 9.0, 9.5, 0.6)], "v": [("a", 7.0, 7.5, 0.4)]}
SECONDS = {"u": 50.0, "v": 70.1, "w": 0.2}
REPORTS = ("sys", "raw", "pra", "dtl", "sgml", "sum", "bsum", "alignment", "det")
# Reports whose rows stand in the order in which recordings were added.
ORDERED = {"alignment"}


def scored(names: str | list[str], **changes: Any) -> kws.KwsResult:
    """Score of some of the recordings."""
    ref = {name: REF[name] for name in names}
    hyp = {name: HYP[name] for name in names if name in HYP}
    return kws.evaluate(ref, hyp, ["a", "b"], {name: SECONDS[name] for name in names}, **changes)


WORDS = st.sampled_from("abc")
TIMES = st.integers(0, 400).map(lambda value: value / 10)
SCORES = st.integers(0, 12).map(lambda value: value / 12)
RECORDING = st.tuples(
    st.lists(st.tuples(WORDS, TIMES), max_size=8),
    st.lists(st.tuples(st.sampled_from("ab"), TIMES, SCORES), max_size=8),
    st.integers(10**3, 10**6).map(lambda value: value / 7),
)
CORPORA = st.lists(RECORDING, min_size=1, max_size=6)
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "include_empty": st.booleans(),
        "pooled": st.booleans(),
        "corners": st.booleans(),
        "convention": st.sampled_from(list(kws.CONVENTIONS.values())),
    },
)


def of(corpus: Mapping[str, Any], changes: dict[str, Any]) -> kws.KwsResult:
    """Score of a corpus that maps names to words, detections and seconds."""
    ref = {name: [(word, begin, begin + 0.4) for word, begin in words] for name, (words, _, _) in corpus.items()}
    hyp = {
        name: [(word, at, at + 0.4, score) for word, at, score in detections]
        for name, (_, detections, _) in corpus.items()
    }
    seconds = {name: duration for name, (_, _, duration) in corpus.items()}
    # What would bring a much better value about is found for a whole score alone, not for a sum.
    return replace(kws.evaluate(ref, hyp, ["a", "b"], seconds, **changes), causes=())


def shown(result: kws.KwsResult) -> dict[str, Any]:
    """Everything that a result says."""
    reports: dict[str, Any] = {}
    for name in REPORTS:
        try:
            text = result.report(name)
        except UsageError as error:  # decisions that fit no threshold
            text = str(error)
        reports[name] = sorted(text.splitlines()) if name in ORDERED else text
    return {"dict": result.to_dict(keywords=True), "str": str(result), "html": result._repr_html_(), **reports}


@pytest.mark.slow
@settings(max_examples=15)
@given(CORPORA, CHANGES, st.data())
def test_parts_of_a_corpus_add_up_to_the_whole_in_any_order(
    corpus: list[Any], changes: dict[str, Any], data: st.DataObject
) -> None:
    named = {f"rec{number}": recording for number, recording in enumerate(corpus)}
    order = data.draw(st.permutations(list(named)))
    cuts = data.draw(st.sets(st.integers(1, max(len(order) - 1, 1))).map(sorted)) if len(order) > 1 else []
    parts = [order[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(order)], strict=True)]
    whole = of(named, changes)
    results = [of({name: named[name] for name in part}, changes) for part in parts]
    shuffled = data.draw(st.permutations(results))
    merged = reduce(add, shuffled)
    assert merged == whole == kws.KwsResult.merged(shuffled)
    assert merged.signature == whole.signature
    assert shown(merged) == shown(whole)
    assert merged.ordered().columns.equal(whole.ordered().columns)


def test_scores_of_one_part_are_no_scores_of_the_sum() -> None:
    parts = {"first": ([], [("a", 0.0, 0.0)], 100.0), "other": ([], [("a", 0.0, 1.0), ("a", 5.0, 1.0)], 100.0)}
    results = [of({name: part}, {}) for name, part in parts.items()]
    said = ["every detection has the score 1" in " ".join(result.notices) for result in (*results, sum(results))]
    assert said == [False, True, False]


def test_a_sum_begins_with_nothing() -> None:
    assert sum([scored("u"), scored("v")]) == scored(["u", "v"])


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_copies_are_equal_and_say_the_same(copied: Any) -> None:
    result = scored(["u", "v"])
    assert result.mtwv is not None
    again = copied(result)
    assert again == result
    assert hash(again) == hash(result)
    assert shown(again) == shown(result)


def test_a_pickle_holds_the_totals_and_nothing_computed_from_them() -> None:
    result = scored(["u", "v"])
    before = pickle.dumps(result)
    shown(result)
    assert pickle.dumps(result) == before


def test_results_of_equal_counts_and_different_trials_differ() -> None:
    result = scored("v")
    other = kws.evaluate({"v": [("a", 3.0, 3.5)]}, {"v": HYP["v"]}, ["a", "b"], {"v": 70.1})
    assert {**other.to_dict(), "signature": ""} == {**result.to_dict(), "signature": ""}
    assert other != result
    assert result != scored("v", gap=1.0)
    assert result != scored("u")
    assert result != "a result"


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (lambda: scored("v", gap=1.0), "(?s)different settings.*gap:0.5.*gap:1"),
        (lambda: scored("v", threshold=0.7), "decisions:score>=0.7"),
        (lambda: scored("v", case_sensitive=True), "case:kept"),
        (lambda: scored("v", convention=kws.KWSEVAL), "kws:kwseval"),
        (lambda: scored(["u", "v"]), r"1 recording \(u\); keep each recording in one result"),
        (
            lambda: kws.evaluate({"x": []}, {}, ["a", "b", "c"], {"x": 9.0}),
            r"1 keyword \(c\) in only some of the results to be added; score all parts with one keyword list",
        ),
        (
            lambda: kws.evaluate({"x": []}, {}, {"a": "a", "b": "bb"}, {"x": 9.0}),
            "keyword 'b' is 'b' in one result and 'bb' in another|keyword 'b' is 'bb'",
        ),
    ],
)
def test_results_that_do_not_belong_together_are_not_added(other: Any, words: str) -> None:
    with pytest.raises(MismatchError, match=words):
        scored("u") + other()
    with pytest.raises(MismatchError):
        other() + scored("u")


def test_only_results_can_be_added() -> None:
    with pytest.raises(TypeError):
        scored("u") + 1
    with pytest.raises(TypeError):
        1 + scored("u")


def test_numbers_given_as_text_have_the_signature_of_their_value() -> None:
    assert scored("u", cost="0.1000") + scored("v") == scored("v") + scored("u", cost="0.1000")


def test_every_setting_is_in_the_signature() -> None:
    changed = {
        "gap": 1,
        "tolerance": 1,
        "cost": 1,
        "value": 2,
        "prior": 0.5,
        "trials_per_second": 2,
        "include_empty": True,
        "listed_only": True,
        "pooled": True,
        "segments": True,
        "corners": True,
        "prefilters": ("charsplit",),
        "normalise": "whisper-en",
        "convention": kws.KWSEVAL,
    }
    assert set(changed) == set(kws.KwsSettings.__dataclass_fields__)
    actual = {kws.KwsSettings(**{name: value}).signature for name, value in changed.items()}  # type: ignore[arg-type]
    assert len(actual | {kws.KwsSettings().signature}) == len(changed) + 1


def test_unknown_names_are_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="setting 'gpa' is unknown; did you mean gap"):
        scored("u", gpa=1)
    with pytest.raises(UsageError, match=r"convention 'kwseval' is unknown; expected scorelite\.kws\.CONVENTIONS"):
        scored("u", convention="kwseval")
    with pytest.raises(UsageError, match="report 'foo' is unknown; expected one of"):
        scored("u").report("foo")
    with pytest.raises(UsageError, match="report option 'wide' is unknown"):
        scored("u").report("sum", wide=True)
    with pytest.raises(UsageError, match="measures: 'AP' is unknown"):
        scored("u").report("sum", measures=("AP",))


def test_reports_of_a_result_are_those_of_the_command(run: Command, basic: dict[str, str]) -> None:
    files = [basic[name] for name in ("e.xml", "r.rttm", "k.xml", "s.xml")]
    options = [word for pair in zip(("--ecf", "--rttm", "--kwlist", "--kwslist"), files, strict=True) for word in pair]
    result = kws.score_files(*files).result
    for name in ("sum", "bsum", "alignment", "det"):
        assert run("kws", *options, "--report", name).stdout == bytes(result.report(name))


def test_jobs_with_groups_travel(basic: dict[str, str]) -> None:
    files = [basic[name] for name in ("e.xml", "r.rttm", "k.xml", "s.xml")]
    job = kws.score_files(*files, conditions=kws.Conditions(source_types={"cts": ["cts"], "bn": ["bnews"]}))
    again = pickle.loads(pickle.dumps(job))
    assert (again.result, again.results, again.skipped) == (job.result, job.results, ("bn",))
    with pytest.raises(MismatchError, match="group:cts"):
        job.result + job.results["cts"]


@pytest.mark.parametrize("convention", kws.CONVENTIONS.values(), ids=lambda convention: str(convention.name))
def test_segments_add_up(convention: kws.Convention, tmp_path: Any) -> None:
    from tests.kws.conftest import control, keyword_list, system

    texts: dict[str, dict[str, list[Any]]] = {"f": {}, "g": {}}
    for number, name in enumerate("fg"):
        begin = 10 + 5 * number
        texts[name] = {
            "ecf": [(name, "1", "0", "100", "cts")],
            "rttm": [f"SPEAKER {name} 1 5 30 <NA> <NA> s <NA>", f"LEXEME {name} 1 {begin} .5 a lex s <NA>"],
            "found": [(name, "1", str(begin), ".5", ".9", "YES"), (name, "1", "60", ".5", f".{number + 3}", "NO")],
        }

    def score(names: str) -> kws.KwsResult:
        parts = [texts[name] for name in names]
        (tmp_path / "e").write_text(control(*(row for part in parts for row in part["ecf"])))
        (tmp_path / "r").write_text("".join(f"{row}\n" for part in parts for row in part["rttm"]))
        (tmp_path / "k").write_text(keyword_list(("T1", "a"), ("T2", "b")))
        (tmp_path / "s").write_text(system(("T1", [row for part in parts for row in part["found"]])))
        files = [tmp_path / name for name in ("e", "r", "k", "s")]
        return kws.score_files(*files, segments=True, convention=convention).result

    assert score("f") + score("g") == score("fg")
    assert shown(score("g") + score("f")) == shown(score("fg"))


def test_nothing_is_no_result() -> None:
    with pytest.raises(UsageError, match="no results to add"):
        kws.KwsResult.merged([])


def test_columns_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        scored("u").columns.score[0] = 1.0


class TestTables:
    """Arrow tables and data frames."""

    @pytest.fixture(autouse=True)
    def _arrow(self) -> None:
        peer("pyarrow")

    @pytest.mark.parametrize("changes", [{}, {"pooled": True, "cost": "0.1000"}, {"convention": kws.KWSEVAL}])
    def test_a_result_goes_through_a_table_of_trials(self, changes: dict[str, Any], tmp_path: Path) -> None:
        parquet = peer("pyarrow.parquet")
        for names in (["u", "v"], ["w"]):
            result = scored(names, **changes)
            parquet.write_table(result.to_arrow("trials"), tmp_path / "trials.parquet")
            for table in (result.to_arrow("trials"), parquet.read_table(tmp_path / "trials.parquet")):
                again = kws.KwsResult.from_arrow(table)
                assert again == result
                assert again.signature == result.signature
                assert shown(again) == shown(result)

    def test_files_go_through_a_table_of_trials(self, basic: dict[str, str]) -> None:
        files = [basic[name] for name in ("e.xml", "r.rttm", "k.xml", "s.xml")]
        job = kws.score_files(*files, conditions=kws.Conditions(source_types={"cts": ["cts"]}))
        for result in (job.result, *job.results.values()):
            assert kws.KwsResult.from_arrow(result.to_arrow("trials")) == result

    def test_filtered_trials_are_counted_anew(self) -> None:
        table = scored(["u", "v"]).to_arrow("trials")
        actual = kws.KwsResult.from_arrow(table.slice(0, 1))
        assert (actual.to_dict()["hits"], actual.to_dict()["misses"], actual.duration) == (1, 0, 120.1)

    def test_rows_of_trials_say_what_became_of_them(self) -> None:
        rows = scored("u").to_arrow("trials").to_pylist()
        assert rows[0] == {
            "keyword": "a",
            "recording": "u",
            "channel": "1",
            "source": "",
            "outcome": "correct",
            "ref_start": 1.0,
            "ref_end": 1.5,
            "ref_start_text": "1",
            "start": 1.0,
            "end": 1.5,
            "start_text": "1",
            "score": 0.9,
            "score_text": "0.9",
            "decision": "YES",
        }
        assert [(row["outcome"], row["start"], row["decision"]) for row in rows[1:]] == [
            ("missed", None, None),
            ("false_alarm", 9.0, "YES"),
        ]

    def test_rows_of_keywords_are_their_scores(self) -> None:
        result = scored(["u", "v"])
        assert result.to_arrow().to_pylist() == [score.to_dict() for score in result.keywords.values()]

    def test_data_frames_have_the_columns(self) -> None:
        peer("pandas")
        result = scored(["u", "v"])
        for rows in ("keywords", "trials"):
            frame = result.to_pandas(rows)
            assert list(frame.columns) == result.to_arrow(rows).column_names
            assert len(frame) == result.to_arrow(rows).num_rows

    @pytest.mark.parametrize(
        ("column", "value", "words"),
        [
            ("score", "0.5", "row 0 of column 'score' is '0.5'; expected a float or null"),
            ("decision", "maybe", "column 'decision' holds 'maybe'; expected 'YES', 'NO' or null"),
            ("keyword", "zz", "column 'keyword' holds 'zz', which the metadata of this table does not name"),
            ("recording", None, "column 'recording' holds 'None'"),
        ],
    )
    def test_wrong_cells_are_named(self, column: str, value: str | None, words: str) -> None:
        arrow = peer("pyarrow")
        table = scored("v").to_arrow("trials")
        cells = arrow.array([value] * len(table), arrow.string())
        wrong = table.set_column(table.column_names.index(column), column, cells)
        with pytest.raises(UsageError) as caught:
            kws.KwsResult.from_arrow(wrong.replace_schema_metadata(table.schema.metadata))
        assert words in str(caught.value)

    def test_other_tables_are_refused(self) -> None:
        result = scored("u")
        with pytest.raises(UsageError, match="rows 'words' is unknown; expected one of: keywords, trials"):
            result.to_arrow("words")  # type: ignore[arg-type]
        with pytest.raises(UsageError, match="no column 'keyword'"):
            kws.KwsResult.from_arrow(result.to_arrow("keywords"))
        with pytest.raises(UsageError, match="has no metadata"):
            kws.KwsResult.from_arrow(result.to_arrow("trials").replace_schema_metadata({}))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"gap": -0.1}, "gap is -0.1; expected a number of seconds >= 0"),
        ({"tolerance": -1}, "tolerance is -1; expected a number of seconds >= 0"),
        ({"prior": 1}, "prior is 1; expected a probability between 0 and 1"),
        ({"prior": "2"}, "prior is 2; expected a probability between 0 and 1"),
    ],
)
def test_values_that_turn_numbers_around_are_refused_but_as_kwseval_computes_with_them(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        kws.KwsSettings(**changes)
    assert kws.KwsSettings(**changes, convention=kws.KWSEVAL)


def test_a_pickle_holds_the_trials_and_nothing_that_was_made_of_them() -> None:
    result = scored("u")
    before = pickle.dumps(result)
    result.to_dict(keywords=True)
    assert len(pickle.dumps(result)) == len(before)
    assert pickle.loads(pickle.dumps(result)).to_dict() == result.to_dict()
