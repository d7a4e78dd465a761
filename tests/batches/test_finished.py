"""Results of tables with operations: the reports of the whole or of any rows, without aligning anything again."""

from __future__ import annotations

import pickle

import pytest

from scorelite import core, scoring
from scorelite.formats.errors import MismatchError, UsageError
from scorelite.scoring import Settings, batches
from scorelite.scoring.words import for_reports
from tests.batches.material import corpus, parts

pyarrow = pytest.importorskip("pyarrow")
compute = pytest.importorskip("pyarrow.compute")
REPORTS = ("pra", "prf", "dtl", "spk", "snt", "sgml", "sum", "rsum")


def rows_of(settings, size=40, number=3):
    made = [
        batches.score_batch(part, settings, operations=True, keep=["ref", "hyp"])
        for part in parts(corpus(size), number)
    ]
    return pyarrow.concat_tables(made)


def scored(table, **settings):
    ids, refs, hyps = (table.column(name).to_pylist() for name in ("id", "ref", "hyp"))
    return scoring.score(refs, hyps, ids=ids, **settings)


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"case_sensitive": True, "policy": "kaldi_wer"},
        {"unit": "character"},
        {"markup": True, "fragments": True, "optional_words": True},
        {"normalise": "whisper-en"},
    ],
    ids=["plain", "kaldi", "characters", "markup", "normalised"],
)
def test_any_rows_have_all_reports_and_the_page_of_texts_that_are_scored(wanted, monkeypatch):
    monkeypatch.setattr(for_reports.time, "ctime", lambda: "Sat Nov 21 21:27:40 2026")  # which stands in some reports
    settings = Settings(**wanted)
    table = rows_of(settings)
    for rows in (table, table.filter(compute.match_substring(table["operations"], "D")), table.slice(5, 0)):
        actual, expected = batches.finish(rows, settings), scored(rows, **wanted)
        assert actual.counts == expected.counts
        if len(rows):
            for report in REPORTS:
                assert actual.report(report) == expected.report(report)
            assert actual.page() == expected.page()
    assert pickle.loads(pickle.dumps(batches.finish(table, settings))) == scored(table, **wanted)


def test_nothing_is_aligned_again(monkeypatch):
    table = rows_of(Settings())
    expected = scored(table).report("dtl")
    monkeypatch.delattr(core, "align")
    assert batches.finish(table).report("dtl") == expected


def test_markup_is_aligned_as_it_was():
    marked = pyarrow.table({"id": ["a-1", "a-2"], "ref": ["{ x / y z } w", "(uh) v"], "hyp": ["y z w", "v"]})
    settings = Settings(markup=True, optional_words=True)
    made = batches.score_batch(marked, settings, operations=True, keep=["ref", "hyp"])
    expected = scored(marked, markup=True, optional_words=True)
    assert batches.finish(made).report("pra") == expected.report("pra")


@pytest.mark.parametrize("operations", ["CC", "CCCC", "CSD", "CCX", "CC?", ""])
def test_operations_of_other_texts_are_refused(operations):
    table = pyarrow.table({"id": ["a-1"], "ref": ["x y z"], "hyp": ["x y"], "operations": [operations]})
    with pytest.raises(MismatchError, match=r"the steps of utterance 0 do not fit its words"):
        batches.finish(table, Settings())
    assert batches.finish(table.set_column(3, "operations", [["CCD"]]), Settings()).counts.deletions == 1


def test_what_a_table_lacks_is_said():
    table = pyarrow.table({"id": ["a-1"], "ref": ["x"], "hyp": ["x"]})
    with pytest.raises(UsageError, match=r"no column 'operations'"):
        batches.finish(table, Settings())
    made = batches.score_batch(table, Settings(normalise="whisper-en"), operations=True, keep=["ref", "hyp"])
    with pytest.raises(UsageError, match=r"tables only store the name of their normaliser; expected settings="):
        batches.finish(made)
    with pytest.raises(MismatchError):
        batches.finish(made, Settings())
    with pytest.raises(UsageError, match=r"expected a pyarrow RecordBatch or Table"):
        batches.finish([1])


@pytest.mark.parametrize("side", ["ref", "hyp", "both"])
def test_rows_with_equivalents_are_finished_and_merged_with_their_settings(side):
    texts = {"id": ["a-1", "a-2"], "ref": ["we saw ten boats", "gonna go"], "hyp": ["we saw 10 boats", "going to go"]}
    rules = {"ten": ["10"], "10": ["ten"], "gonna": ["going to"], "going to": ["gonna"]}
    settings = Settings(equivalents=rules, equivalents_side=side)
    table = batches.score_batch(pyarrow.table(texts), settings, operations=True, keep=["ref", "hyp"])
    alone = scored(table, equivalents=rules, equivalents_side=side)
    assert (alone.counts.errors, alone.counts.reference) == (0, 6 + (side == "ref"))
    for rows in (table, table.replace_schema_metadata(None)):
        whole = batches.finish(rows, settings)
        assert (whole.report("pra"), whole.signature) == (alone.report("pra"), alone.signature)
        assert [*whole.rules().rows] == [*alone.rules().rows]
        assert batches.merge([rows], settings).counts == alone.counts
    with pytest.raises(
        UsageError, match="only store the name of their equivalents; expected settings=, as in score_ba"
    ):
        batches.finish(table)
    with pytest.raises(MismatchError, match="different settings"):
        batches.merge([table], Settings(equivalents={"ten": ["10"]}, equivalents_side=side))
