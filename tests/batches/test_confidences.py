"""Confidences in a column beside the texts: their sums are those of files with times."""

from __future__ import annotations

import random

import pytest

from scorelite import scoring
from scorelite.formats.errors import MismatchError, UsageError
from scorelite.formats.values import replace
from scorelite.scoring import Settings, batches
from scorelite.scoring.batches.files import merge_files, write_totals
from tests.batches.material import corpus, parts

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


def confident(size=60, odd=0.0):
    """A corpus with confidences, some of them outside of 0 to 1."""
    draw = random.Random(3)
    table = corpus(size)
    rows = [
        [round(draw.random(), 3) if draw.random() >= odd else draw.choice([-0.5, 1.5, 0.0, 1.0]) for _ in text.split()]
        for text in table["hyp"].to_pylist()
    ]
    return table.append_column("confidence", pyarrow.array(rows, pyarrow.list_(pyarrow.float32())))


def timed(table, folder):
    """The corpus as segments and words with times."""
    ref, hyp = folder / "whole.stm", folder / "whole.ctm"
    with ref.open("w") as first, hyp.open("w") as two:
        for place, row in enumerate(table.to_pylist()):
            speaker, begin = row["id"].partition("-")[0], 10.0 * place
            first.write(f"talk A {speaker} {begin} {begin + 10} {row['ref']}\n")
            for number, (word, value) in enumerate(zip(row["hyp"].split(), row["confidence"], strict=True)):
                two.write(f"talk A {begin + number + 0.25} 0.5 {word} {value}\n")
    return scoring.score_files(ref, hyp)


@pytest.mark.parametrize("odd", [0.0, 0.2])
def test_nce_and_reports_are_those_of_words_with_times(tmp_path, odd):
    table = confident(odd=odd)
    whole = timed(table, tmp_path)
    made = [batches.score_batch(part, confidences="confidence") for part in parts(table, 7)]
    actual = batches.merge(made)
    assert actual.nce == whole.nce is not None
    assert actual.to_dict()["nce"] == whole.to_dict()["nce"]
    assert actual == sum(map(batches.merge, ([each] for each in made[1:])), batches.merge(made[:1]))
    named = replace(actual, ref_name=whole.ref_name, hyp_name=whole.hyp_name)
    for report in ("sum", "rsum"):
        assert named.report(report) == whole.report(report)


@pytest.mark.parametrize("write", [parquet.write_table, lambda table, path: write_totals(path, table, {"key": "1"})])
def test_confidences_go_through_files(tmp_path, write):
    actual = batches.score_batch(confident(), confidences="confidence")
    path = str(tmp_path / "totals.parquet")
    write(actual, path)
    whole = batches.merge([actual])
    assert merge_files([path]).nce == whole.nce is not None


def test_confidences_go_with_missing_hypotheses():
    table = pyarrow.table({"id": ["a-1", "a-2"], "ref": ["x y", "z"], "hyp": ["x q", None], "c": [[0.5, 0.25], None]})
    for missing in ("skip", "delete"):
        actual = batches.score_batch(table, missing=missing, confidences="c")
        assert actual.column("confident_words").to_pylist() == [2, 0][: len(actual)]
        assert batches.merge([actual]).nce == pytest.approx((2 - 1 - 0.4150375) / 2)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([[0.5]], "row 0 of column 'c' has 1 confidence for 2 words of the hypothesis; expected one each"),
        ([[0.5, None]], "row 0 of column 'c' has a confidence that is null or NaN"),
        ([[0.5, float("nan")]], "row 0 of column 'c' has a confidence that is null or NaN"),
        (["0.5 0.5"], "column 'c' holds values of type string; expected lists of numbers"),
        ([["a", "b"]], "expected lists of numbers"),
    ],
)
def test_confidences_that_do_not_fit_are_refused(values, message):
    table = pyarrow.table({"id": ["a-1"], "ref": ["x y"], "hyp": ["x q"], "c": values})
    with pytest.raises(UsageError) as caught:
        batches.score_batch(table, confidences="c")
    assert message in str(caught.value)


READINGS = {"equivalents": {"a b": ["x y"]}}


@pytest.mark.parametrize(
    "wrong",
    [
        {"unit": "character"},
        {"markup": True},
        {"normalise": "whisper-en"},
        *({**READINGS, "equivalents_side": side} for side in ("hyp", "both")),
    ],
)
def test_confidences_need_the_words_of_the_texts(wrong):
    with pytest.raises(UsageError, match=r"confidences= does not go with "):
        batches.score_batch(confident(3), Settings(**wrong), confidences="confidence")


def test_confidences_go_with_readings_of_references():
    settings = Settings(equivalents={"x y": ["a b"]})
    table = pyarrow.table({"id": ["a-1"], "ref": ["x y z"], "hyp": ["a b c"], "c": [[0.9, 0.1, 0.5]]})
    stm, ctm = b"a 1 x 0 5 x y z\n", b"a 1 0 1 a 0.9\na 1 1 1 b 0.1\na 1 2 1 c 0.5\n"
    whole = scoring.score_files(stm, ctm, ref_format="stm", hyp_format="ctm", equivalents={"x y": ["a b"]})
    assert batches.merge([batches.score_batch(table, settings, confidences="c")], settings).nce == whole.nce


def test_batches_with_and_without_confidences_are_not_added():
    table = confident(20)
    made = [batches.score_batch(table.slice(0, 10), confidences="confidence"), batches.score_batch(table.slice(10))]
    with pytest.raises(MismatchError, match=r"batches with and without confidences cannot be added"):
        batches.merge(made)
    assert batches.merge([made[0], batches.score_batch(table.slice(20))]).nce is not None


def test_a_report_of_words_is_refused_for_sums_with_confidences():
    actual = batches.merge([batches.score_batch(confident(), confidences="confidence")])
    with pytest.raises(UsageError, match="report 'pra' needs alignments, which totals do not store"):
        actual.report("pra")
