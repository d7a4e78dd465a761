"""Data sets of Hugging Face on disk: folders of Arrow files."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorelite import formats, scoring
from scorelite.formats.errors import FormatError
from tests.peers import peer

COLUMNS: dict[str, list[object]] = {
    "id": ["a-1", "a-2", "b-1"],
    "audio": [{"bytes": b"x" * 9, "path": f"/wav/{name}.wav"} for name in "aab"],
    "text": ["good day", " to you", None],
    "pred_text": ["good bay", "to you", "yes"],
    "embedding": [[0.5, 0.25]] * 3,
}
Save = Callable[..., Path]


@pytest.fixture
def save(tmp_path: Path) -> Save:
    """Saves columns as the package datasets does, in so many Arrow files."""
    arrow = peer("pyarrow")

    def written(columns: dict[str, list[Any]] = COLUMNS, files: int = 2, **state: object) -> Path:
        folder = tmp_path / "set"
        folder.mkdir(exist_ok=True)
        table = arrow.table(columns)
        names = [f"data-{place:05d}-of-{files:05d}.arrow" for place in range(files)]
        for place, name in enumerate(names):
            first, last = (table.num_rows * edge // files for edge in (place, place + 1))
            with arrow.OSFile(str(folder / name), "wb") as file, arrow.ipc.new_stream(file, table.schema) as stream:
                stream.write_table(table.slice(first, last - first))
        (folder / "dataset_info.json").write_text("{}")
        (folder / "state.json").write_text(json.dumps({"_data_files": [{"filename": name} for name in names]} | state))
        return folder

    return written


def test_a_folder_is_one_table_without_the_sound(save: Save) -> None:
    corpus = formats.read(save())
    assert corpus.format == "hf-dataset"
    assert corpus.ids() == ["a-1", "a-2", "b-1"]
    assert corpus.texts() == ["good day", "to you", ""]
    first = corpus.segments[0]
    assert first.session == "a"
    assert dict(first.attributes)["hf-dataset:/path"] == '{"path": "/wav/a.wav"}'
    assert not any("embedding" in key for key, _ in first.attributes)
    whole = formats.read(save(), text="pred_text", all_columns=True)
    assert ("hf-dataset:embedding", "[0.5, 0.25]") in whole.segments[0].attributes
    assert whole.texts() == ["good bay", "to you", "yes"]


def test_texts_and_ids_alone_are_columns(save: Save) -> None:
    corpus = formats.read(save({"id": ["a", "b"], "text": ["x", "y z"]}, files=1))
    assert corpus.table.written is not None


def test_columns_and_folders_are_scored(save: Save, tmp_path: Path) -> None:
    folder = save()
    assert scoring.score_files(folder).counts.errors == 2  # a wrong word, and one where the text is null
    (tmp_path / "hyp.trn").write_text("good bay (a-1)\nto you (a-2)\nyes (b-1)\n")
    assert scoring.score_files(folder, tmp_path / "hyp.trn").counts.errors == 2
    assert scoring.score_files(folder, tmp_path / "hyp.trn", ref_column="pred_text").counts.errors == 0


def test_a_folder_is_converted_as_one_file(save: Save, tmp_path: Path) -> None:
    formats.convert(save(), tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text().splitlines()[1].startswith("a-1,")
    assert formats.read(tmp_path / "a.csv").texts() == ["good day", "to you", ""]


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"_data_files": []}, "no Arrow files; expected one or more"),
        ({"_data_files": [{"filename": "../x.arrow"}]}, "no Arrow file '../x.arrow' in the folder"),
        ({"_data_files": [{"filename": "x.arrow"}]}, "no Arrow file 'x.arrow' in the folder"),
        ({"_data_files": 5}, "is a number; expected a list"),
        ({"_indices_data_files": [{"filename": "i.arrow"}]}, r"rows are chosen by another file.*flatten_indices\(\)"),
    ],
)
def test_a_wrong_state_is_refused(save: Save, state: dict[str, object], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        formats.read(save(**state))


def test_other_folders_are_refused(save: Save, tmp_path: Path) -> None:
    (tmp_path / "dataset_dict.json").write_text('{"splits": ["train", "test"]}')
    with pytest.raises(FormatError, match=r"splits \(train, test\); expected the folder of one, such as .*train"):
        formats.read(tmp_path)
    with pytest.raises(FormatError, match="no column of texts among 'id'"):
        formats.read(save({"id": ["a"]}, files=1))
    (tmp_path / "empty").mkdir()
    with pytest.raises(FormatError, match=r"no file 'state.json'; expected a folder that save_to_disk"):
        formats.read(tmp_path / "empty", format="hf-dataset")
    with pytest.raises(FormatError, match="not a folder"):
        formats.read(b"ARROW1", format="hf-dataset")


def test_damaged_files_are_read_or_refused(save: Save) -> None:
    folder = save()
    path = folder / "data-00000-of-00002.arrow"
    data = path.read_bytes()
    chance = random.Random(1)
    for _ in range(150):
        place = chance.randrange(len(data))
        path.write_bytes(data[:place] + bytes([data[place] ^ chance.randrange(1, 256)]) + data[place + 1 :])
        try:
            formats.read(folder)
        except ValueError:
            pass
    path.write_bytes(data[:300])
    with pytest.raises(FormatError, match="a broken Arrow file: .*; expected a complete one"):
        formats.read(folder)


def test_a_data_set_of_the_package_is_read(tmp_path: Path) -> None:
    datasets = peer("datasets")
    columns = {"id": ["a", "b", "c"], "sentence": ["x", "y z", "ü"]}
    datasets.Dataset.from_dict(columns).save_to_disk(tmp_path / "set", num_shards=2)
    corpus = formats.read(tmp_path / "set")
    assert (corpus.ids(), corpus.texts()) == (columns["id"], columns["sentence"])


def test_labels_are_groups_by_their_names(tmp_path: Path) -> None:
    datasets = peer("datasets")
    columns = {"text": ["a b"] * 8, "hyp": ["a b", "a"] * 4, "gender": [0, 1] * 3 + [-1, None], "age": [*range(8)]}
    kinds = {"text": datasets.Value("string"), "hyp": datasets.Value("string"), "age": datasets.Value("int64")}
    features = datasets.Features(kinds | {"gender": datasets.ClassLabel(names=["woman", "man"])})
    data = datasets.Dataset.from_dict(columns, features=features)
    data.save_to_disk(tmp_path / "set")
    data.to_parquet(tmp_path / "set.parquet")
    for target in (tmp_path / "set", tmp_path / "set.parquet", data):
        result = scoring.score_files(target)
        assert [row.name for row in result.slices("gender")] == ["man", "woman", "none"]
        assert {*result.group_counts("age")} == {*map(str, range(8))}
    assert formats.read(tmp_path / "set.parquet", text="gender").texts() == ["woman", "man"] * 3 + ["", ""]


@pytest.mark.parametrize(
    "said",
    [b"", b"5", b"{}", b'{"info": {"features": []}}', b'{"info": {"features": {"gender": {"names": [5]}, "age": 5}}}'],
)
def test_what_does_not_name_labels_is_no_problem(said: bytes, tmp_path: Path) -> None:
    table = peer("pyarrow").table({"text": ["a b"] * 2, "hyp": ["a"] * 2, "gender": [0, 1]})
    peer("pyarrow.parquet").write_table(table.replace_schema_metadata({"huggingface": said}), tmp_path / "t.parquet")
    result = scoring.score_files(tmp_path / "t.parquet")
    assert [*result.group_counts("gender")] == ["0", "1"]
