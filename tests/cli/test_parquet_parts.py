"""Folders of Parquet parts, as Spark and Hive write them, are one table."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorelite import score_files
from scorelite.formats.errors import FormatError
from scorelite.formats.parquet_parts import folders_of_parts, parts_in
from tests.conftest import Run

# One word of one is wrong, and none of three: 25 % of the table, 50 % on the average of its parts.
PARTS = (
    {"id": ["u1"], "text": ["yes"], "pred_text": ["no"]},
    {"id": ["u2"], "text": ["to be sure"], "pred_text": ["to be sure"]},
)
NAMES = {
    "spark": ("part-00000-3f.snappy.parquet", "part-00001-3f.snappy.parquet"),
    "dask": ("part.0.parquet", "part.1.parquet"),
    "hub": ("train-00000-of-00002.parquet", "train-00001-of-00002.parquet"),
    "hive": ("locale=de/x.parquet", "locale=en/x.parquet"),
    "nested": ("day=1/locale=de/x.parquet", "day=1/locale=en/x.parquet"),
}


def write(folder: Path, names: tuple[str, ...], parts: tuple[dict[str, list[str]], ...] = PARTS) -> Path:
    """A folder of parts, with the empty file that Spark writes next to them."""
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    for name, part in zip(names, parts, strict=True):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        parquet.write_table(arrow.table(part), folder / name)
    (folder / "_SUCCESS").touch()
    return folder


@pytest.mark.parametrize("kind", NAMES)
def test_a_folder_of_parts_is_one_table(tmp_path: Path, kind: str, scorelite: Run) -> None:
    folder = write(tmp_path / "set", NAMES[kind])
    assert score_files(folder).wer == 0.25
    assert "WER     25.0 %" in scorelite("score", str(folder)).stdout.decode()
    assert (
        scorelite("score", str(folder), "--shards", "-o", str(tmp_path / "totals"))
        .stdout.decode()
        .count("WER     25.0 %")
        == 1
    )


def test_keys_of_folders_are_columns(tmp_path: Path) -> None:
    folder = write(tmp_path / "set", ("locale=de%2FAT/x.parquet", "locale=__HIVE_DEFAULT_PARTITION__/x.parquet"))
    assert {name: group.wer for name, group in score_files(folder).by("locale").items()} == {
        None: 0.0,
        "de/AT": 1.0,
    }


def test_parts_below_a_folder_of_results_are_one_cell(tmp_path: Path, scorelite: Run) -> None:
    for model in ("old", "new"):
        write(tmp_path / "results" / model / "set", NAMES["spark"])
    assert [
        line.split() for line in scorelite("score", str(tmp_path / "results")).stdout.decode().splitlines()[:3]
    ] == [
        ["model", "set", "average"],
        ["new", "25.00", "25.00"],
        ["old", "25.00", "25.00"],
    ]


def test_files_that_are_parts_say_the_rate_of_the_table(tmp_path: Path, scorelite: Run) -> None:
    third = {"id": ["u3"], "text": ["one two three four"], "pred_text": ["one two three four"]}
    folder = write(tmp_path / "set", (*NAMES["spark"], "part-00002-3f.snappy.parquet"), (*PARTS, third))
    text = scorelite("score", *sorted(map(str, folder.glob("*.parquet")))).stdout.decode()
    assert (
        f"parts of one table, whose rate is 12.50 % as a whole: expected `scorelite score {folder}`, or --shards"
        in text
    )
    assert "pooled: 12.50, the rate of all files as one corpus" in text


def test_files_of_other_names_are_tables_of_their_own(tmp_path: Path) -> None:
    for names in (("ami.parquet", "tedlium.parquet"), ("train-0-of-1.parquet", "test-0-of-1.parquet")):
        folder = write(tmp_path / names[0], names)
        assert parts_in(str(folder)) == []
        assert [*folders_of_parts([str(folder / names[0])])] == [""]


def test_a_broken_part_is_named(tmp_path: Path) -> None:
    folder = write(tmp_path / "set", NAMES["spark"])
    (folder / NAMES["spark"][1]).write_bytes(b"PAR1")
    with pytest.raises(
        FormatError, match=r"part-00001-3f.snappy.parquet:1:1: a broken Parquet file: .*; expected Parquet"
    ):
        score_files(folder)
