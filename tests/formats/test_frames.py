"""Data frames and data sets in memory: read as tables."""

from typing import Any

import pytest

import scorelite
from scorelite import UsageError
from tests.peers import peer

ROWS: dict[str, list[Any]] = {"id": ["a", "b"], "text": ["x y", "z"], "hyp": ["x", "z"], "accent": ["us", "uk"]}


def test_a_frame_of_pandas_holds_both_sides_whatever_its_index() -> None:
    pandas = peer("pandas")
    peer("pyarrow")
    frame = pandas.DataFrame(ROWS | {"accent": pandas.Categorical(ROWS["accent"])}, index=[7, 3])
    result = scorelite.score(frame)
    assert (result.wer, result.utterances["b"].columns) == (1 / 3, {"accent": "uk"})


def test_two_frames_are_paired_by_id() -> None:
    frame = peer("pandas").DataFrame(ROWS)
    peer("pyarrow")
    assert scorelite.score_files(frame[["id", "text"]], frame[["id", "hyp"]].iloc[::-1]).wer == 1 / 3


def test_a_missing_text_is_null() -> None:
    frame = peer("pandas").DataFrame(ROWS | {"hyp": ["x", None]})
    peer("pyarrow")
    result = scorelite.score(frame)
    assert (result.counts.deletions, [notice.name for notice in result.notices][-1]) == (2, "null hypothesis")


def test_tables_of_pyarrow_are_read() -> None:
    table = peer("pyarrow").table(ROWS)
    assert scorelite.read(table).texts() == ["x y", "z"]


def test_frames_of_polars_are_read() -> None:
    frame = peer("polars").DataFrame(ROWS)
    peer("pyarrow")
    assert scorelite.score(frame).by("accent")["us"].deletions == 1


def test_chosen_rows_of_a_data_set_are_read() -> None:
    rows = peer("datasets").Dataset.from_dict(ROWS).select([1])
    assert [*scorelite.score(rows).by("accent")] == ["uk"]


def test_splits_of_a_data_set_are_named() -> None:
    datasets = peer("datasets")
    with pytest.raises(UsageError, match=r"splits \(test\); expected one of them, such as dataset\['test'\]"):
        scorelite.score(datasets.DatasetDict({"test": datasets.Dataset.from_dict(ROWS)}))


def test_one_list_needs_hypotheses() -> None:
    with pytest.raises(UsageError, match="hyps is missing; expected the hypotheses, or one table"):
        scorelite.score(["x"])
