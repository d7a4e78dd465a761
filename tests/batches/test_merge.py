"""Batches of counts: whatever a corpus is divided into, the sum is that of one process on the whole."""

from __future__ import annotations

import pickle

import pytest

from scorelite import scoring
from scorelite.formats.errors import MismatchError, UsageError
from scorelite.scoring import batches
from scorelite.scoring.common.settings import Settings
from tests.batches.material import corpus, parts

pyarrow = pytest.importorskip("pyarrow")


def whole(table, **settings):
    """The totals of one process on the whole."""
    ids = table["id"].to_pylist()
    sides = (dict(zip(ids, table[name].to_pylist(), strict=True)) for name in ("ref", "hyp"))
    return scoring.score(*sides, **settings).totals()


def fold(tables, settings=None, **keywords):
    settings = settings or Settings()
    counts = (batches.score_batch(table, settings, **keywords) for table in tables)
    return batches.merge(counts, groups=keywords.get("groups", ()))


@pytest.mark.parametrize("number", [1, 2, 7, 60, 150])
def test_every_division_gives_the_reports_of_the_whole(number):
    table = corpus(100)
    expected = whole(table)
    actual = fold(parts(table, number))
    assert actual.to_dict() == expected.to_dict()
    for name in ("sum", "rsum", "lur"):
        assert actual.report(name) == expected.report(name)
    assert actual.to_arrow("speaker").equals(expected.to_arrow("speakers"))
    assert str(actual) == str(expected)
    assert actual == fold([table])
    assert actual.interval() == fold([table]).interval()


@pytest.mark.parametrize(
    "settings",
    [
        {"policy": "kaldi_wer", "case_sensitive": True},
        {"unit": "character"},
        {"markup": True, "optional_words": True},
        {"normalise": "whisper-basic"},
        {"normalise": "leaderboard-en", "policy": "kaldi_wer"},
    ],
)
def test_settings_are_those_of_the_whole(settings):
    table = corpus(60)
    expected = whole(table, **settings)
    actual = fold(parts(table, 3), Settings(**settings))
    assert actual.to_dict() == expected.to_dict()
    assert actual.report("sum") == expected.report("sum")


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "dictionary"])
def test_texts_of_every_encoding_have_equal_counts(kind):
    table = corpus(80)
    types = {"string": pyarrow.string(), "large_string": pyarrow.large_string(), "string_view": pyarrow.string_view()}
    for name in ("id", "ref", "hyp"):
        try:
            column = table[name].dictionary_encode() if kind == "dictionary" else table[name].cast(types[kind])
        except pyarrow.ArrowNotImplementedError as error:
            pytest.skip(f"this release of pyarrow cannot: {error}")
        table = table.set_column(table.column_names.index(name), name, column)
    assert fold([table.slice(0, 33), table.slice(33)]) == fold([corpus(80)])


def test_counts_of_a_table_are_read_back_as_totals():
    table = corpus(50)
    counts = batches.score_batch(table)
    assert scoring.Totals.from_arrow(counts) == whole(table)
    assert fold([table]).to_dict() == batches.merge([whole(table).to_arrow()]).to_dict()


def test_sums_add_in_any_order_and_are_pickled():
    first, two, three = (fold([part], groups=["noise"]) for part in parts(corpus(), 3))
    assert first + (two + three) == sum([three, first, two])
    assert pickle.loads(pickle.dumps(first + two)) == two + first


def test_words_in_utterances_of_which_the_reference_has_none_are_named():
    table = corpus(80)
    empty = pyarrow.array(["" if place % 4 == 0 else text for place, text in enumerate(table["ref"].to_pylist())])
    table = table.set_column(table.column_names.index("ref"), "ref", empty)
    (notice,) = [notice for notice in whole(table).notices if notice.name == "empty references"]
    assert notice in fold(parts(table, 5)).notices


def test_groups_are_summed():
    table = corpus()
    actual = fold(parts(table, 5), groups=["noise"])
    for value in ("low", "high", None):
        rows = [row for row in table.to_pylist() if row["noise"] == value]
        expected = scoring.score([row["ref"] for row in rows], [row["hyp"] for row in rows])
        assert actual.by("noise")[value] == expected.counts
    assert actual.to_arrow("noise")["utterances"].to_pylist() == [
        group.utterances for group in actual.sums["noise"].values()
    ]
    assert actual.interval(by="speaker") == fold([table]).interval(by="speaker")
    with pytest.raises(UsageError, match="no group 'room'; expected one of: speaker, noise"):
        actual.by("room")


def test_an_interval_is_that_of_samples_of_utterances():
    actual = fold(parts(corpus(), 4)).interval(3000, seed=5)
    rate = fold([corpus()]).wer
    assert rate is not None
    assert abs(actual.mean - rate) < 0.01
    assert 0.01 < actual.reach < 0.2


def test_utterances_in_two_batches_are_refused():
    table = corpus(40)
    first = batches.score_batch(table)
    with pytest.raises(MismatchError, match=r"results with utterances in common .*: 1 utterance \("):
        batches.merge([first, batches.score_batch(table.slice(7, 1))])
    with pytest.raises(MismatchError, match="40 utterances"):
        batches.merge([first, first])
    with pytest.raises(MismatchError, match="results with utterances in common"):
        batches.merge([first]) + batches.merge([first])
    with pytest.raises(MismatchError, match="the batch has 1 repeated id"):
        batches.merge([batches.score_batch(pyarrow.concat_tables([table, table.slice(3, 1)]))])


def test_batches_of_other_settings_are_refused():
    first, two = parts(corpus(40), 2)
    with pytest.raises(MismatchError, match="results with different settings cannot be added"):
        batches.merge([batches.score_batch(first), batches.score_batch(two, Settings(case_sensitive=True))])


def test_batches_without_metadata_need_the_settings():
    settings = Settings(case_sensitive=True)
    bare = batches.score_batch(corpus(40), settings).replace_schema_metadata(None)
    with pytest.raises(UsageError, match="this batch has no metadata of scorelite"):
        batches.merge([bare])
    assert batches.merge([bare], settings).counts == fold([corpus(40)], settings).counts
    with pytest.raises(MismatchError, match="rows scored with different settings"):
        batches.merge([bare], Settings())


def test_a_record_batch_gives_a_record_batch():
    (batch,) = corpus(9).to_batches()
    actual = batches.score_batch(batch, keep=["seconds"], groups=["noise"], operations=True)
    assert isinstance(actual, pyarrow.RecordBatch)
    assert actual.column("seconds").equals(batch.column("seconds"))
    utterances = whole(corpus(9)), actual.column("operations").to_pylist()
    assert [len(text) for text in utterances[1]] == [
        sum(utterances[0].table.numbers()[4 * row : 4 * row + 4]) for row in range(9)
    ]


@pytest.mark.parametrize("rule", ["skip", "delete"])
def test_null_hypotheses_follow_the_rule(rule):
    table = pyarrow.table({"id": ["a-1", "b-1", "b-2"], "ref": ["x y", "z", "q"], "hyp": ["x", None, "q"]})
    expected = scoring.score({"a-1": "x y", "b-1": "z", "b-2": "q"}, {"a-1": "x", "b-2": "q"}, missing=rule).totals()
    actual = batches.merge([batches.score_batch(part, missing=rule) for part in (table.slice(0, 2), table.slice(2))])
    assert actual.to_dict() == expected.to_dict()
    assert actual.report("sum") == expected.report("sum")


def test_null_hypotheses_are_an_error_unless_a_rule_is_given():
    table = pyarrow.table({"id": ["a-1"], "ref": ["x"], "hyp": pyarrow.array([None], pyarrow.string())})
    with pytest.raises(MismatchError, match=r"1 reference \(a-1\) without a hypothesis .*missing='delete'"):
        batches.score_batch(table)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"id": ["a"], "ref": ["x"]}, "no column 'hyp' among 'id', 'ref'; expected one: hyp= names another"),
        ({"id": ["a"], "ref": [1], "hyp": ["x"]}, "column 'ref' holds values of type int64; expected texts"),
        ({"id": ["a", None], "ref": ["x", "y"], "hyp": ["x", "y"]}, "row 1 of column 'id' is null"),
        ({"id": ["a"], "ref": ["x"], "hyp": [["x"]]}, "column 'hyp' holds values of type list<"),
    ],
)
def test_columns_that_cannot_be_scored_are_refused(columns, message):
    with pytest.raises(UsageError) as error:
        batches.score_batch(pyarrow.table(columns))
    assert message in str(error.value)


def test_broken_texts_are_refused():
    data, places = pyarrow.py_buffer(b"ab\xff"), pyarrow.py_buffer(b"\0\0\0\0\3\0\0\0")
    broken = pyarrow.StringArray.from_buffers(1, places, data)
    with pytest.raises(UsageError, match="column 'ref' is broken"):
        batches.score_batch(pyarrow.record_batch({"id": ["a"], "ref": broken, "hyp": ["x"]}))


def test_ids_without_a_speaker_are_refused_by_reports_of_speakers():
    actual = batches.merge([batches.score_batch(pyarrow.table({"id": ["a1"], "ref": ["x"], "hyp": ["x"]}))])
    assert actual.counts.correct == 1
    with pytest.raises(UsageError, match="1 id without the name of a speaker.*score again with speakers='one'"):
        actual.report("sum")
    scored_batch = batches.score_batch(pyarrow.table({"id": ["a1"], "ref": ["x"], "hyp": ["x"]}), speakers="one")
    assert " all " in batches.merge([scored_batch]).report("sum")


def test_reports_that_need_words_are_refused():
    with pytest.raises(UsageError, match="report 'pra' needs alignments"):
        fold([corpus(9)]).report("pra")


def test_settings_of_another_type_are_refused():
    with pytest.raises(UsageError, match=r"settings is of type dict; expected scorelite.Settings"):
        batches.score_batch(corpus(3), {"policy": "sclite"})


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"normalise": "basic"}, r"normalise= is a setting; expected settings=scorelite.Settings\(normalise=...\)"),
        ({"like": "kaldi"}, r"like= is a setting; expected settings=scorelite.Settings\(like=...\)"),
        ({"ref_column": "said"}, "keyword 'ref_column' is unknown; expected one of: id, ref, hyp"),
        ({"facts": {}}, "keyword 'facts' is unknown"),
    ],
)
def test_unknown_keywords_are_answered(keywords, message):
    with pytest.raises(UsageError, match=message):
        batches.score_batch(corpus(2), **keywords)


@pytest.mark.parametrize("replications", ["x", None, 1.5, 0, 10**12])
def test_numbers_of_samples_are_checked(replications):
    with pytest.raises(UsageError, match="expected 1 to 1,000,000"):
        fold([corpus(9)]).interval(replications)


@pytest.mark.parametrize(("value", "message"), [(None, "has nulls; expected a number"), (-5, "a negative count, -5")])
def test_counts_that_were_made_up_are_refused(value, message):
    counts = batches.score_batch(corpus(3))
    column = pyarrow.array([value] * 3, counts.schema.field("deletions").type)
    with pytest.raises(UsageError, match=message):
        batches.merge([counts.set_column(counts.schema.names.index("deletions"), "deletions", column)])


def test_a_rule_for_missing_ids_that_is_not_that_of_the_batches_is_refused() -> None:
    batch = batches.score_batch(pyarrow.table({"id": ["a-1"], "ref": ["one"], "hyp": ["two"]}), missing="delete")
    assert batches.merge([batch], missing="delete").missing_rule == "delete"
    with pytest.raises(MismatchError, match="missing:skip"):
        batches.merge([batch], missing="skip")


def test_sums_of_batches_and_totals_are_not_added_to_each_other():
    sums = fold([corpus(20)])
    with pytest.raises(MismatchError, match="Merged and Totals cannot be added to each other; merge all batches"):
        whole(corpus(20)) + sums
    with pytest.raises(TypeError):
        sums + whole(corpus(20))


def test_sums_of_batches_have_no_page_and_no_options_of_utterances():
    sums = fold([corpus(20)])
    with pytest.raises(UsageError, match="a page needs alignments, which totals do not store"):
        sums.page()
    with pytest.raises(UsageError, match="sums of batches have no speakers="):
        sums.to_arrow(speakers="one")
    with pytest.raises(TypeError, match="speakers"):
        sums.report("sum", speakers="one")
