"""The protocol of results: words, keywords and segments print, report, add up, travel and compare alike."""

from __future__ import annotations

import copy
import csv
import io
import json
import pickle
from collections.abc import Callable
from html import escape
from importlib import import_module
from pathlib import Path

import pytest

from scorelite import scoring
from scorelite.scoring import UsageError, batches, kws, meetings
from scorelite.scoring.common.totals import Totals


def words(name: str, hyp: str = "b") -> Totals:
    return scoring.score({f"{name}-1": "b"}, {f"{name}-1": hyp})


def word_totals(name: str, hyp: str = "b") -> Totals:
    return scoring.score({f"{name}-1": "b"}, {f"{name}-1": hyp}).totals()


def keywords(name: str, hyp: str = "b") -> Totals:
    keywords = [(hyp, 1.0, 1.5, 0.9)]
    return kws.evaluate({name: [("b", 1.0, 1.5)]}, {name: keywords}, ["b", "q"], {name: 60.0})


def segments(name: str, hyp: str = "b") -> Totals:
    return scoring.score_segments({name: [("b", 0.0, 2.0)]}, {name: [(hyp, 0.0, 1.0)]})


def segment_totals(name: str, hyp: str = "b") -> Totals:
    return scoring.score_segments({name: [("b", 0.0, 2.0)]}, {name: [(hyp, 0.0, 1.0)]}).totals()


def sessions(name: str, hyp: str = "b") -> Totals:
    return meetings.score({name: [("anna", "b")]}, {name: [("1", hyp)]})


def batch_sums(name: str, hyp: str = "b") -> Totals:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"id": [f"{name}-1"], "ref": ["b"], "hyp": [hyp]})
    return batches.merge([batches.score_batch(table, scoring.Settings())])


WINGS = [words, word_totals, keywords, segments, segment_totals, sessions]


@pytest.mark.parametrize("make", [*WINGS, batch_sums])
class TestResults:
    """Results of every wing, and sums of batches."""

    def test_sums_do_not_depend_on_the_order(self, make: Callable[..., Totals]) -> None:
        parts = [make(name) for name in ("x", "y", "z")]
        total = sum(parts)
        assert total == sum(reversed(parts)) == parts[1] + parts[2] + parts[0]
        assert total.signature == parts[0].signature
        assert json.dumps(total.to_dict()) == json.dumps((parts[2] + parts[0] + parts[1]).to_dict())

    def test_a_unit_is_added_once(self, make: Callable[..., Totals]) -> None:
        with pytest.raises(scoring.MismatchError, match="in common cannot be added: 1 "):
            make("x") + make("x")

    def test_values_are_equal_by_content(self, make: Callable[..., Totals]) -> None:
        assert make("x") == make("x")
        assert make("x") != make("y")
        assert make("x") != make("x", "q")

    def test_copies_and_pickles_are_equal(self, make: Callable[..., Totals]) -> None:
        result = make("x") + make("y")
        for actual in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
            assert actual == result
            assert str(actual) == str(result)
            assert actual.report("sum" if result.WING == "words" else "sys") == result.report(
                "sum" if result.WING == "words" else "sys"
            )

    def test_the_repr_is_one_line_with_the_kind_and_the_main_numbers(self, make: Callable[..., Totals]) -> None:
        shown = repr(make("x"))
        assert shown.startswith(f"<{type(make('x')).__name__}: ")
        assert "\n" not in shown
        assert " %" in shown or "ATWV" in shown

    @pytest.mark.parametrize("name", ["page", "to_html", "to_json", "to_csv"])
    def test_a_writer_takes_a_path_or_an_open_file_or_gives_the_content(
        self, make: Callable[..., Totals], name: str, tmp_path: Path
    ) -> None:
        result = make("x")
        if result.LACKS and name in ("page", "to_html"):
            with pytest.raises(UsageError, match=r"a page needs .*, which totals do not store; use the result itself"):
                result.page(tmp_path / "x")
            return
        write = getattr(result, name)
        content, file = write(), io.BytesIO()
        data = content if isinstance(content, bytes) else content.encode()
        assert write(tmp_path / "x") is None
        assert write(file) is None
        assert (tmp_path / "x").read_bytes() == file.getvalue() == data
        if name == "to_json":
            assert json.loads(content) == json.loads(json.dumps(result.to_dict()))
        if name == "to_csv":
            rows = list(csv.DictReader(io.StringIO(content)))
            assert next(iter(rows[0])) in ("id", "keyword", "recording", "session", "speaker")
            assert len(rows) >= 1

    def test_whole_results_are_saved_or_the_message_says_what_keeps_them(
        self, make: Callable[..., Totals], tmp_path: Path
    ) -> None:
        result = make("x")
        if type(result) is scoring.Result:
            result.save(tmp_path / "x.json")
            assert scoring.load(tmp_path / "x.json") == result
            return
        with pytest.raises(UsageError, match=r"save\(\) (needs .*; to_arrow|stores results of words; .* pickle)"):
            result.save(tmp_path / "x.json")

    def test_no_result_is_a_number(self, make: Callable[..., Totals]) -> None:
        with pytest.raises(TypeError, match=r"holds several numbers; expected one of them"):
            float(make("x"))  # type: ignore[arg-type]

    def test_a_missing_attribute_names_a_near_one(self, make: Callable[..., Totals]) -> None:
        with pytest.raises(AttributeError, match=r"no attribute 'signatur'; did you mean signature\?"):
            make("x").signatur  # type: ignore[attr-defined]  # noqa: B018
        with pytest.raises(AttributeError, match=r"expected result\.to_pandas\(\)"):
            make("x").dataframe  # type: ignore[attr-defined]  # noqa: B018

    def test_whole_results_have_a_page_and_totals_say_what_they_lack(self, make: Callable[..., Totals]) -> None:
        result = make("x")
        if result.LACKS:
            with pytest.raises(UsageError, match=f"a page needs {result.LACKS}, which totals do not store"):
                result.page()
        else:
            assert b"<html" in result.page()

    def test_no_results_have_no_sum(self, make: Callable[..., Totals]) -> None:
        with pytest.raises(UsageError, match="no results to add; expected one or more"):
            type(make("x")).merged([])

    def test_text_and_table_for_people(self, make: Callable[..., Totals]) -> None:
        result = make("x")
        assert str(result).strip()
        assert "<table" in result._repr_html_()
        assert escape(result.signature) in result._repr_html_()

    def test_every_listed_report_is_made_or_refused_with_a_reason(self, make: Callable[..., Totals]) -> None:
        result = make("x")
        for name in import_module(f"scorelite.scoring.report.{result.WING}").NAMES:
            try:
                made = result.report(name)
            except UsageError as error:
                made = str(error)
            assert made
        with pytest.raises(UsageError, match="report 'nonsense' is unknown; expected one of: "):
            result.report("nonsense")


@pytest.mark.parametrize("make", WINGS)
def test_every_table_is_made_for_arrow_and_pandas(make: Callable[..., Totals]) -> None:
    arrow, pandas = pytest.importorskip("pyarrow"), pytest.importorskip("pandas")
    result = make("x")
    for rows in ("", *result.ROWS):
        if result.LACKS and rows in ("words", "labels", "slots"):
            with pytest.raises(UsageError, match=f"totals store .* without {rows}"):
                result.to_arrow(rows)
            continue
        table = result.to_arrow(rows)
        assert isinstance(table, arrow.Table)
        assert table.num_rows > 0
        assert isinstance(result.to_pandas(rows), pandas.DataFrame)
        frame = list(result.to_pandas(rows))
        assert frame == [name for name in table.column_names if name in frame]
        assert {*table.column_names} - {*frame} <= {*result.SPARSE}
    with pytest.raises(UsageError, match=f"rows 'x' is unknown; expected one of: {', '.join(result.ROWS)}"):
        result.to_arrow("x")
