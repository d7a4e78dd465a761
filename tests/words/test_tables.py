"""Tables for other programs: Arrow and pandas, and totals read back."""

from __future__ import annotations

import math
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import scoring
from scorelite.scoring import Counts, Totals, UsageError
from tests.conftest import ROOT
from tests.peers import peer

STM = b';; LABEL "m" "male" "men"\ntalk A Anna 0 1.50 <m> a { b / c }\ntalk A ben 1.5 3 c\n'
CTM = b"talk A 0.25 0.5 a 0.9\ntalk A 1.75 0.5 x 0.4\n"


def timed():
    return scoring.score_files(STM, CTM, ref_format="stm", hyp_format="ctm")


def results():
    return {
        "ids": scoring.score({"anna-1": "a b", "ben-1": "c"}, {"anna-1": "a", "ben-1": "c"}),
        "numbers": scoring.score(["a b", "c"], [["a", "x"], b"c"], case_sensitive=True, policy="kaldi_wer"),
        "policy": scoring.score(["a b"], ["b c"], policy=scoring.Policy("mine", (2, 1, 1.5), "DIS", "as I like")),
        "times": timed(),
        "nothing": scoring.score([], []),
        "missing": scoring.score({"a-1": "x", "b-1": "y"}, {"b-1": "y"}, missing="delete"),
    }


class TestArrow:
    """Arrow tables."""

    @pytest.fixture(autouse=True)
    def _arrow(self):
        peer("pyarrow")

    @pytest.mark.parametrize("name", results())
    def test_totals_are_what_they_were(self, name):
        result = results()[name]
        for table in (result.to_arrow(), result.totals().to_arrow()):
            assert Totals.from_arrow(table) == result.totals()
        assert Totals.from_arrow(result.to_arrow()).signature == result.signature

    def test_totals_go_through_parquet(self, tmp_path):
        parquet = peer("pyarrow.parquet")
        result = timed()
        parquet.write_table(result.to_arrow(), tmp_path / "totals.parquet")
        assert Totals.from_arrow(parquet.read_table(tmp_path / "totals.parquet")) == result.totals()

    def test_filtered_rows_are_counted_anew(self):
        table = results()["ids"].to_arrow()
        actual = Totals.from_arrow(table.slice(1))
        assert (actual.counts, actual.sentences, actual.sentence_errors) == (Counts(1), 1, 0)

    def test_rows_of_words_have_their_times(self):
        rows = timed().to_arrow("words").to_pylist()
        assert rows[0] == {
            "utterance": "Anna-000",
            "position": 0,
            "operation": "C",
            "ref": "a",
            "hyp": "a",
            "ref_start": None,
            "ref_end": None,
            "ref_confidence": None,
            "hyp_start": 0.25,
            "hyp_end": 0.75,
            "hyp_confidence": 0.9,
        }
        assert [(row["operation"], row["ref"], row["hyp"]) for row in rows[1:]] == [("D", "b", None), ("S", "c", "x")]

    def test_rows_of_speakers_are_those_of_reports(self):
        assert timed().to_arrow("speakers").to_pylist() == [
            {
                "speaker": "anna",
                "utterances": 1,
                "correct": 1,
                "substitutions": 0,
                "deletions": 1,
                "insertions": 0,
                "reference": 2,
                "errors": 1,
                "wer": 0.5,
                "utterance_errors": 1,
            },
            {
                "speaker": "ben",
                "utterances": 1,
                "correct": 0,
                "substitutions": 1,
                "deletions": 0,
                "insertions": 0,
                "reference": 1,
                "errors": 1,
                "wer": 1.0,
                "utterance_errors": 1,
            },
        ]
        assert results()["numbers"].to_arrow("speakers").to_pylist()[0]["speaker"] == "all"
        assert [row["speaker"] for row in results()["ids"].to_arrow("speakers", speakers="sp").to_pylist()] == [
            "anna-1",
            "ben-1",
        ]

    def test_bytes_that_are_no_text_are_written_as_such(self):
        (row,) = scoring.score([b"a \xff"], [b"a"]).to_arrow().to_pylist()
        assert row["ref"] == "a \\xff"

    def test_a_table_of_something_else_is_refused(self):
        import pyarrow

        table = results()["ids"].to_arrow()
        with pytest.raises(UsageError, match=r"has no metadata of scorelite's totals of words.*from to_arrow\(\)"):
            Totals.from_arrow(pyarrow.table({"a": [1]}))
        with pytest.raises(UsageError, match="this table has no column 'deletions'; it has: id, ref, hyp, session"):
            Totals.from_arrow(table.drop_columns(["deletions"]))
        for value, shown in ((None, "None"), (-1, "-1"), (1 << 31, "2147483648")):
            column = pyarrow.array([0, value], pyarrow.int64())
            broken = table.set_column(table.column_names.index("deletions"), "deletions", column)
            with pytest.raises(UsageError, match=f"row 1 of column 'deletions' is {shown}; expected a count of 0 or"):
                Totals.from_arrow(broken)
        with pytest.raises(UsageError, match=r"read it with Totals\.from_arrow, or write result\.save"):
            scoring.Result.from_arrow(table)


@pytest.mark.parametrize("rows", ["utterances", "speakers", "words"])
def test_data_frames_have_the_documented_columns(rows):
    peer("pandas")
    text = (ROOT / "docs" / "guides" / "results.md").read_text(encoding="utf-8")
    (line,) = re.findall(rf"^- {rows}: (.*)$", text, re.MULTILINE)
    documented = re.findall(r"`(\w+)`", line)
    for result in results().values():
        shown = list(result.to_pandas(rows))
        assert shown == [name for name in documented if name in shown]
        assert {*documented} - {*shown} <= {*Totals.SPARSE}
        if result.table.timeline and rows == "utterances":
            assert "start" in shown


def test_a_data_frame_says_nothing_where_nothing_is_known():
    peer("pandas")
    frame = scoring.score(["", "a"], ["x", "a"]).to_pandas()
    assert math.isnan(frame["wer"][0])
    assert (frame["wer"][1], frame["ref"][0], frame["id"][1]) == (0.0, "", "2")
    assert list(frame["ref"]) == ["", "a"]
    assert str(frame["errors"].dtype) == "int64"


def test_utterances_are_rows_of_a_data_frame_of_their_own():
    pandas = peer("pandas")
    frame = pandas.DataFrame(scoring.score({"u": "a b"}, {"u": "a"}).utterances)
    assert list(frame) == ["id", "ref", "hyp", "counts"]
    assert frame["counts"][0] == {"correct": 1, "substitutions": 0, "deletions": 1, "insertions": 0}


def test_unknown_rows_and_rows_that_totals_do_not_have_are_refused():
    peer("pandas")
    result = results()["ids"]
    with pytest.raises(UsageError, match="rows 'word' is unknown; expected one of: utterances, speakers, words"):
        result.to_pandas("word")
    with pytest.raises(UsageError, match="totals store counts without words"):
        result.totals().to_pandas("words")


def test_a_library_that_is_missing_is_named_with_the_command_that_installs_it(monkeypatch):
    for library in ("pyarrow", "pandas"):
        monkeypatch.setitem(sys.modules, library, None)
    result = results()["ids"]
    with pytest.raises(UsageError, match=r"need pyarrow, which is not installed: pip install 'scorelite\[arrow\]'"):
        result.to_arrow()
    with pytest.raises(UsageError, match="need pandas, which is not installed: pip install pandas"):
        result.to_pandas()


IDS = st.text(st.characters(codec="utf-8"), max_size=5)


@given(st.dictionaries(IDS, st.sampled_from(["a", "a b", ""]), max_size=5))
def test_any_ids_survive(texts):
    peer("pyarrow")
    totals = scoring.score(texts, texts).totals()
    assert Totals.from_arrow(totals.to_arrow()) == totals
