"""Engines that people have: each gives the sum that one process gives, also where a worker is lost."""

from __future__ import annotations

import os
import pickle
import sys

import pytest

from scorelite.scoring import batches
from scorelite.scoring.common.settings import Settings
from tests.batches.material import corpus
from tests.peers import peer

pyarrow = pytest.importorskip("pyarrow")
SETTINGS = Settings(case_sensitive=True)


@pytest.fixture(scope="module")
def table():
    """The texts of a corpus."""
    return corpus(120).select(["id", "ref", "hyp"])


@pytest.fixture(scope="module")
def expected(table):
    """The sum of one process on the whole."""
    return batches.merge([batches.score_batch(table, SETTINGS)])


def test_polars_frames_are_tables(table, expected):
    polars = peer("polars")
    frame = polars.from_arrow(table)
    assert batches.fold_tables(frame.iter_slices(50), SETTINGS) == expected


def test_duckdb_relations_are_read_in_batches(table, expected, tmp_path):
    duckdb = peer("duckdb")
    pytest.importorskip("pyarrow.parquet").write_table(table, tmp_path / "corpus.parquet")
    relation = duckdb.sql(f"select hyp, id, ref from '{tmp_path}/corpus.parquet' order by hyp")
    assert batches.fold_tables(relation.to_arrow_reader(50), SETTINGS) == expected


def test_data_sets_of_hugging_face_are_iterated_or_mapped(table, expected):
    datasets = peer("datasets")
    data = datasets.Dataset.from_dict(table.to_pydict())
    assert batches.fold_tables(data.with_format("arrow").iter(50), SETTINGS) == expected
    counts = data.with_format("arrow").map(
        batches.score_batch,
        batched=True,
        batch_size=50,
        remove_columns=data.column_names,
        fn_kwargs={"settings": SETTINGS},
    )
    assert batches.merge(counts.iter(1000), SETTINGS) == expected


DETECTED = {
    "recording": ["talk1", "talk1", "talk1", "talk2", "talk2", "talk2"],
    "side": ["ref", "hyp", "region"] * 2,
    "value": ["hello", "hello", None, "day", "good", None],
    "start": [1.0, 1.1, 0.0, 3.0, 3.0, 0.0],
    "end": [1.5, 1.6, 60.0, 4.0, 4.0, 60.0],
    "score": [None, 0.9, None, None, 0.7, None],
}
WORDS = ["hello", "good", "day"]


@pytest.fixture(scope="module")
def detected():
    """Labels and detections of two recordings, and their sums by one process."""
    rows = pyarrow.table(DETECTED)
    labels = batches.merge_labels([batches.score_labels(rows, measure="classes")])
    return rows, labels, batches.merge_detections([batches.score_detections(rows, WORDS)])


def test_groups_of_polars_are_whole_recordings(detected):
    polars = peer("polars")
    rows, labels, detections = detected
    parts = polars.from_arrow(rows).partition_by("recording")
    assert batches.merge_labels(batches.score_labels(part.to_arrow(), measure="classes") for part in parts) == labels
    actual = batches.merge_detections(batches.score_detections(part.to_arrow(), WORDS) for part in parts)
    assert actual == detections


def test_queries_of_duckdb_are_whole_recordings(detected):
    duckdb = peer("duckdb")
    rows, labels, detections = detected
    table = duckdb.from_arrow(rows)
    names = [name for (name,) in table.project("recording").distinct().fetchall()]
    parts = [table.filter(f"recording = '{name}'").to_arrow_table() for name in names]
    assert batches.merge_labels(batches.score_labels(part, measure="classes") for part in parts) == labels
    assert batches.merge_detections(batches.score_detections(part, WORDS) for part in parts) == detections


def test_tasks_of_dask_are_whole_recordings(detected):
    dask = peer("dask")
    rows, labels, detections = detected
    parts = [rows.slice(first, 3) for first in (0, 3)]
    score = dask.delayed(batches.score_labels)
    assert batches.merge_labels(dask.compute(*[score(part, measure="classes") for part in parts])) == labels
    score = dask.delayed(batches.score_detections)
    assert batches.merge_detections(dask.compute(*[score(part, WORDS) for part in parts])) == detections


def killed_once(part, marker):
    """The part; the first process that gets one with rows is killed."""
    if len(part) and part["id"].iloc[0] != "foo" and not os.path.exists(marker):
        open(marker, "w").close()
        os._exit(1)
    return part


@pytest.fixture
def environment_for_workers():
    """The environment of ours, without what a cluster sets for the processes that it starts and leaves behind."""
    before = dict(os.environ)
    yield
    os.environ.clear()
    os.environ.update(before)


@pytest.mark.usefixtures("environment_for_workers")
def test_dask_scores_again_what_a_lost_worker_had(table, expected, tmp_path):
    frames, distributed = peer("dask.dataframe"), peer("distributed")
    marker = str(tmp_path / "killed")
    frame = frames.from_pandas(table.to_pandas(), npartitions=40)
    assert batches.fold_dask(frame, SETTINGS) == expected
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster),
    ):
        assert batches.fold_dask(frame.map_partitions(killed_once, marker, meta=frame._meta), SETTINGS) == expected
    assert os.path.exists(marker)


@pytest.mark.slow
def test_ray_maps_blocks(table, expected):
    ray = peer("ray")
    data = peer("ray.data")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        assert batches.fold_ray(data.from_arrow(table).repartition(5), SETTINGS) == expected
    finally:
        ray.shutdown()


@pytest.mark.slow
def test_spark_maps_partitions(table, expected, monkeypatch):
    sql = peer("pyspark.sql")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    session = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        frame = session.createDataFrame(table.to_pandas()).repartition(5)
        assert batches.fold_spark(frame, SETTINGS) == expected
    finally:
        session.stop()


def stored(value, path):
    """Writes what a pipeline found, which runs in a process of its own."""
    with open(path, "wb") as file:
        pickle.dump(value, file)


@pytest.mark.slow
def test_beam_combines(table, expected, tmp_path):
    beam = peer("apache_beam")
    fold = batches.beam_fold(SETTINGS)
    assert fold.extract_output(fold.merge_accumulators([fold.create_accumulator()])) is None
    path = str(tmp_path / "found")
    with beam.Pipeline() as pipeline:
        tables = pipeline | beam.Create([table.slice(row, 30) for row in range(0, 120, 30)])
        _ = tables | beam.CombineGlobally(fold) | beam.Map(stored, path)
    with open(path, "rb") as file:
        assert pickle.load(file) == expected
