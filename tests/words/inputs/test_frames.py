"""Tables in memory are scored as files of the same rows are."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scorelite
from scorelite.formats.errors import UsageError
from tests.peers import peer

REFS = {"u1": "a b c", "u2": "d e f", "u3": "g h i"}
HYPS = {"u3": "g h i", "u1": "a b x", "u2": "d e f"}
TRUTH = 1 / 9
NAMES = [
    ("reference", "hypothesis"),
    ("reference", "reference"),
    ("ref", "hyp"),
    ("text", "pred_text"),
    ("sentence", "prediction"),
    ("Ground Truth", "Predicted"),
]
Rows = list[dict[str, str]]


def _rows(texts: dict[str, str], name: str) -> Rows:
    return [{"id": key, name: text} for key, text in texts.items()]


def _csv(path: Path, rows: Rows) -> str:
    lines = [",".join(rows[0]), *(",".join(row.values()) for row in rows)]
    path.with_suffix(".csv").write_text("".join(f"{line}\n" for line in lines))
    return str(path.with_suffix(".csv"))


def _jsonl(path: Path, rows: Rows) -> str:
    path.with_suffix(".jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return str(path.with_suffix(".jsonl"))


def _columns(rows: Rows) -> dict[str, list[str]]:
    return {name: [row[name] for row in rows] for name in rows[0]}


def _pandas(path: Path, rows: Rows) -> Any:
    return peer("pandas").DataFrame(rows)


def _indexed(path: Path, rows: Rows) -> Any:
    return peer("pandas").DataFrame(rows).set_index("id")


def _polars(path: Path, rows: Rows) -> Any:
    return peer("polars").DataFrame(rows)


def _pyarrow(path: Path, rows: Rows) -> Any:
    return peer("pyarrow").Table.from_pylist(rows)


def _records(path: Path, rows: Rows) -> Any:
    return rows


def _of_columns(path: Path, rows: Rows) -> Any:
    return _columns(rows)


def _lazy(path: Path, rows: Rows) -> Any:
    return _polars(path, rows).lazy()


@pytest.mark.parametrize("has_arrow", [True, False], ids=["pyarrow", "no pyarrow"])
@pytest.mark.parametrize("names", NAMES, ids="/".join)
@pytest.mark.parametrize("made", [_csv, _jsonl, _pandas, _indexed, _polars, _lazy, _pyarrow, _records, _of_columns])
def test_tables_with_a_side_each_are_paired_by_id_whatever_holds_them(
    made: Callable[[Path, Rows], Any],
    names: tuple[str, str],
    has_arrow: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not has_arrow and made is not _pyarrow:
        monkeypatch.setattr("scorelite.formats.frames.has_arrow", lambda: False)
    ref, hyp = made(tmp_path / "ref", _rows(REFS, names[0])), made(tmp_path / "hyp", _rows(HYPS, names[1]))
    result = scorelite.score(ref, hyp)
    assert {each.id: (each.ref, each.hyp) for each in result} == {key: (REFS[key], HYPS[key]) for key in REFS}
    assert scorelite.wer(ref, hyp) == scorelite.cer(ref, hyp) == TRUTH
    if made is not _of_columns:
        assert scorelite.score_files(ref, hyp).wer == scorelite.compare_outputs(ref, hyp).result.wer == TRUTH


@pytest.mark.parametrize("made", [_pandas, _polars, _records])
def test_a_table_in_memory_is_scored_with_a_file(made: Callable[[Path, Rows], Any], tmp_path: Path) -> None:
    ref, hyp = _rows(REFS, "reference"), _rows(HYPS, "hypothesis")
    assert scorelite.score(made(tmp_path, ref), _csv(tmp_path / "hyp", hyp)).wer == TRUTH
    assert scorelite.score(_jsonl(tmp_path / "ref", ref), made(tmp_path, hyp)).wer == TRUTH


def test_rows_whose_texts_have_an_unknown_name_are_refused() -> None:
    with pytest.raises(
        UsageError, match=r"no column with a usual name for texts .* among 'id', 'said'; expected ref_c"
    ):
        scorelite.score(_rows(REFS, "said"), _rows(HYPS, "text"))
    with pytest.raises(UsageError, match="neither suffix nor content shows the format of this JSON"):
        scorelite.score([{"id": "u1", "said": "a b"}], [{"id": "u1", "said": "a b"}])


def test_what_was_recognised_is_no_reference(tmp_path: Path) -> None:
    ref, hyp = _csv(tmp_path / "ref", _rows(REFS, "reference")), _csv(tmp_path / "hyp", _rows(HYPS, "hypothesis"))
    with pytest.raises(UsageError, match=r"hyp.csv: no column with a usual name for texts .* among 'id', 'hypothesis'"):
        scorelite.score(hyp, ref)


def test_a_reference_next_to_other_texts_is_no_hypothesis(tmp_path: Path) -> None:
    rows = [row | {"my_model": HYPS[row["id"]]} for row in _rows(REFS, "reference")]
    with pytest.raises(UsageError, match=r"among 'id', 'reference', 'my_model'; expected hyp_column="):
        scorelite.score(_csv(tmp_path / "ref", _rows(REFS, "reference")), _csv(tmp_path / "hyp", rows))


@pytest.mark.parametrize("name", ["reference", "hypothesis"])
def test_lines_of_json_without_a_name_are_read_by_the_names_of_their_members(name: str) -> None:
    data = "".join(f"{json.dumps(row)}\n" for row in _rows(REFS, name)).encode()
    for part in (data, data.partition(b"\n")[0]):
        corpus = scorelite.read(part)
        assert (corpus.format, corpus.segments[0].id, corpus.texts()[0]) == ("jsonl", "u1", "a b c")


def test_a_line_in_braces_that_is_no_json_is_text() -> None:
    assert scorelite.read(b"{ good / nice } day\n").format == "txt"
