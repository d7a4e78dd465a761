"""Metrics: whatever the division into updates, merges, states and pickles, the score is that of everything at once."""

from __future__ import annotations

import copy
import json
import pickle
from array import array
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorelite
from scorelite import Metric, MismatchError, UsageError, score
from scorelite import core as _core
from tests.peers import peer

WORDS = st.lists(st.sampled_from(["a", "b", "c", "A", "ab", "é"]), max_size=5)
# A text or a list of words that is no text.
TEXTS = st.one_of(WORDS.map(" ".join), WORDS, st.sampled_from([None, 3.5]) | st.just([None]))
SETTINGS: list[Any] = [
    {},
    {"unit": "characters"},
    {"policy": "kaldi_wer", "case_sensitive": True},
    {"normalise": "casefold"},
    pytest.param({"policy": "rapidfuzz", "markup": True}, marks=pytest.mark.native),
]
# Calls for an utterance that is normalised.
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["update", "merge", "add", "state", "pickle", "copy", "reset", "json"]),
        st.lists(st.tuples(TEXTS, TEXTS), max_size=3),
        st.sampled_from(["", "", "", "", "", "", "", "set", "short", "text"]),
    ),
    max_size=8,
)


def misfit(kind: str, refs: Any, hyps: Any) -> tuple[Any, Any]:
    """Two sides, of which one may be of a wrong kind."""
    if kind == "set":
        return {*map(str, refs)}, hyps
    if kind == "short":
        return refs, [*hyps, "a"]
    return ("a b", hyps) if kind == "text" else (refs, hyps)


def outcome(call: Any, *arguments: Any, **keywords: Any) -> tuple[type, str] | None:
    """The error of a call; None without."""
    try:
        call(*arguments, **keywords)
    except Exception as error:
        return type(error), str(error)
    return None


def follow(steps: Any, keywords: dict[str, Any]) -> None:
    """Does the steps with a metric, and with lists of everything that was accepted; both must agree."""
    metric, refs, hyps = Metric(**keywords), [], []
    for step, pairs, wrong in steps:
        sides = misfit(wrong, [ref for ref, _ in pairs], [hyp for _, hyp in pairs])
        other = Metric(**keywords)
        actual = outcome((metric if step == "update" else other).update, *sides)
        assert actual == outcome(score, *sides, **keywords)
        if actual is None:
            refs, hyps = [*refs, *sides[0]], [*hyps, *sides[1]]
        if step == "merge":
            assert metric.merge(other) is metric
        elif step == "add":
            before = metric.state_dict()
            metric, old = metric + other, metric
            assert old.state_dict() == before
        elif step == "state":
            metric.merge(other.state_dict())
        elif step in ("pickle", "copy", "json"):
            metric.merge(other)
            metric = moved(metric, step)
        elif step == "reset":
            metric.reset()
            refs, hyps = [], []
    whole = score(refs, hyps, **keywords).totals()
    result = metric.compute()
    assert (result.counts, result.sentences, result.ser) == (whole.counts, whole.sentences, whole.ser)
    assert (result.wer, result.mer, result.wil) == (whole.wer, whole.mer, whole.wil)
    assert result.table == whole.table
    assert result.signature == whole.signature
    assert repr(metric).count("\n") == 0


def moved(metric: Metric, step: str) -> Metric:
    """A metric equal to another one that it has nothing in common with."""
    if step == "pickle":
        return pickle.loads(pickle.dumps(metric))  # type: ignore[no-any-return]
    if step == "copy":
        return copy.deepcopy(metric)
    restored = Metric(**{name: getattr(metric.settings, name) for name in ("policy", "unit", "case_sensitive")})
    if metric.settings.chain or metric.settings.markup:
        restored = copy.copy(metric)
        restored.reset()
    restored.load_state_dict(json.loads(json.dumps(metric.state_dict())))
    return restored


@pytest.mark.parametrize("keywords", SETTINGS, ids=str)
@settings(max_examples=40 if _core._chosen else 15)
@given(STEPS)
def test_any_sequence_of_steps_scores_as_everything_at_once(keywords: dict[str, Any], steps: Any) -> None:
    follow(steps, keywords)


IDS = st.lists(st.lists(st.sampled_from([0, 1, 2, -100]), max_size=6), max_size=4)


@pytest.mark.parametrize("policy", ["sclite", "kaldi_wer", "rapidfuzz", "5/2/4:DSI"])
@settings(max_examples=40)
@given(st.lists(st.tuples(IDS, IDS), max_size=4))
@pytest.mark.native
def test_ids_score_as_the_words_that_they_stand_for(policy: str, updates: Any) -> None:
    metric, refs, hyps = Metric(ignore=-100, policy=policy), [], []
    for left, right in updates:
        size = min(len(left), len(right))
        sides = left[:size], right[:size]
        metric.update(*sides)
        refs += words_of(sides[0])
        hyps += words_of(sides[1])
    assert metric.compute().table == score(refs, hyps, policy=policy).table


def words_of(rows: list[list[int]]) -> list[list[str]]:
    return [[str(each) for each in row if each != -100] for row in rows]


def test_arrays_of_ids_are_those_of_their_rows() -> None:
    numpy = pytest.importorskip("numpy")
    pyarrow = pytest.importorskip("pyarrow")
    rows = [[5, 6, 7, -100], [8, -100, -100, -100]]
    hyps = [[5, 7, 7, -100], [8, 9, -100, -100]]
    expected = Metric(ignore=[-100, 3])
    expected.update(rows, hyps)
    for made in (numpy.array, pyarrow.array, lambda values: [*map(numpy.array, values)], tuple):
        metric = Metric(ignore=(3, -100))
        metric.update(made(rows), made(hyps))
        assert metric.state_dict() == expected.state_dict()
    lengths = Metric()
    lengths.update(numpy.array(rows), numpy.array(hyps), ref_lengths=[3, 1], hyp_lengths=numpy.array([3, 2]))
    assert lengths.compute().counts == expected.compute().counts
    for made in (list, numpy.array, lambda values: array("q", values)):
        single = Metric()
        single.update(made([1, 2, 3]), [1, 3])
        assert single.compute().counts.deletions == 1


def test_series_of_ids_are_those_of_their_rows() -> None:
    pandas = pytest.importorskip("pandas")
    metric = Metric()
    metric.update(pandas.Series([[1, 2], [3]]), pandas.Series([[1], [3]]))
    metric.update(pandas.Series([1, 2]), pandas.Series([1, 2]))
    assert metric.state_dict()["counts"] == [1, 0, 1, 0, 1, 0, 0, 0, 2, 0, 0, 0]


def test_series_of_polars_are_read_where_they_lie() -> None:
    polars = peer("polars")
    metric = Metric()
    metric.update(polars.Series([[1, 2], [3]]), polars.Series([[1], [4]], dtype=polars.List(polars.UInt16)))
    assert metric.state_dict()["counts"] == [1, 0, 1, 0, 0, 1, 0, 0]


def test_a_tensor_of_ids_is_read_where_it_lies() -> None:
    torch = peer("torch")
    rows, hyps = torch.tensor([[5, 6, -100], [8, -100, -100]]), torch.tensor([[5, 7, 8], [8, -100, -100]])
    metric = Metric(ignore=-100)
    metric.update(rows, hyps)
    metric.update([*rows], [*hyps], ref_lengths=torch.tensor([2, 1]))
    metric.update(rows.to(torch.int32)[:, :1], hyps.to(torch.uint8)[:, :1])
    assert metric.state_dict()["counts"] == [1, 1, 0, 1, 1, 0, 0, 0] * 2 + [1, 0, 0, 0] * 2


@pytest.mark.parametrize(
    ("keywords", "sides", "lengths", "text"),
    [
        ({}, ([[1]], ["a b"]), {}, "not all are ids ("),
        ({}, ([[1], [2]], [[1]]), {}, "2 references, but 1 hypotheses; expected one row of ids for each reference"),
        ({"unit": "character"}, ([[1]], [[1]]), {}, "unit= has no effect on ids, which are compared as they are"),
        ({"normalise": "casefold"}, ([[1]], [[1]]), {}, "normalise= has no effect on ids"),
        ({"ignore": 0}, ("a", "a"), {}, "not all are ids (a text among ids); expected whole numbers on both sides"),
        (
            {},
            ("a", "a"),
            {"hyp_lengths": [1]},
            "not all are ids (a text among ids); expected whole numbers on both sides",
        ),
        ({}, ([[1]], [[1]]), {"ref_lengths": ["1"]}, "ref_lengths is list; expected a whole number for each row"),
        ({}, ([[1]], [[1]]), {"ref_lengths": [2]}, "ids cannot be read: length 2 of row 0; expected 0 to 1"),
        ({}, ({(1, 2)}, [[1, 2]]), {}, "refs is a set, and sets have no order; expected a list of rows of ids"),
        ({"ignore": 0}, ({"u": [1]}, {"u": [1]}), {}, "refs is a mapping; expected rows of ids, paired by position"),
        ({}, (Path("ref.trn"), "a"), {}, "refs is of type PosixPath; expected texts (score() reads files)"),
    ],
)
def test_what_does_not_fit_is_refused_and_adds_nothing(keywords: Any, sides: Any, lengths: Any, text: str) -> None:
    metric = Metric(**keywords)
    with pytest.raises((UsageError, MismatchError)) as caught:
        metric.update(*sides, **lengths)
    assert str(caught.value).startswith(text)
    assert metric.compute().sentences == 0


def test_other_arrays_are_refused_with_what_to_do() -> None:
    numpy = pytest.importorskip("numpy")
    for wrong, text in (
        (numpy.zeros((2, 3, 4)), "refs is an array of float64; expected ids: whole numbers of this machine (of logits"),
        ([numpy.zeros(3)], "refs[0] is an array of float64"),
        (numpy.zeros((2, 3), bool), "refs is an array of bool"),
        (numpy.ma.masked_array([[1, 2]], [[0, 1]]), "refs is a masked array; expected refs.filled(-100)"),
        (numpy.zeros((2, 2, 2), int), "ids cannot be read: an array of 3 dimensions; expected 2"),
    ):
        with pytest.raises(UsageError) as caught:
            Metric().update(wrong, wrong)
        assert str(caught.value).startswith(text)


def test_texts_and_ids_need_metrics_of_their_own() -> None:
    texts, ids = Metric(), Metric()
    texts.update("a", "a")
    ids.update([[1]], [[1]])
    for call in (lambda: texts.update([[1]], [[1]]), lambda: texts.merge(Metric(), ids)):
        with pytest.raises(MismatchError, match=r"has counted texts; expected a separate metric for ids"):
            call()
    with pytest.raises(MismatchError, match="has counted ids"):
        ids.merge(texts)
    assert texts.compute().sentences == ids.compute().sentences == 1
    ids.update([[], []], [[], []])
    assert ids.compute().sentences == 3
    texts.reset()
    assert texts.signature == score(["a"], ["a"]).signature
    texts.update([[1]], [[2]])
    assert texts.signature == texts.compute().signature == ids.state_dict()["signature"]
    assert texts.signature.endswith("|ref:ids|hyp:ids")
    assert str(texts.compute()).startswith("TER 100.0 % [ 1 / 1: 1 substitution")
    assert "<th>of 1 id, 1 utterance</th>" in texts.compute()._repr_html_()


def test_metrics_of_other_settings_are_not_added() -> None:
    for other in (Metric(unit="character"), Metric(case_sensitive=True)):
        with pytest.raises(MismatchError, match="different settings"):
            Metric().merge(other)
        with pytest.raises(MismatchError, match="different settings"):
            Metric() + other
        with pytest.raises(MismatchError, match="different settings"):
            Metric().load_state_dict(other.state_dict())
    first, other = Metric(ignore=0), Metric(ignore=-100)
    first.update([[1]], [[1]])
    other.update([[1]], [[1]])
    with pytest.raises(MismatchError, match="ids without 0"):
        first.merge(other)
    with pytest.raises(TypeError):
        Metric() + 1  # type: ignore[operator]


@pytest.mark.parametrize(
    "state",
    [
        {},
        {"counts": [1, 0, 0, 0]},
        [1],
        {"signature": Metric().signature, "counts": [1]},
        {"signature": Metric().signature, "counts": [1, 0, 0, -1]},
        {"signature": Metric().signature, "counts": [1, 0, 0, 0.5]},
        {"signature": Metric().signature, "counts": [1, 0, 0, 1 << 40]},
        {"signature": Metric().signature, "counts": [1, 0, 0, 0], "more": 1},
        {"signature": Metric().signature, "counts": bytes(16)},
        {"signature": [], "counts": [1, 0, 0, 0]},
    ],
)
def test_a_damaged_state_is_refused(state: Any) -> None:
    metric = Metric()
    metric.update("a", "b")
    with pytest.raises(UsageError, match="a state"):
        metric.load_state_dict(state)
    assert metric.compute().wer == 1.0


def test_the_names_of_others_are_understood() -> None:
    metric = Metric(normalizer="casefold", unit="char")
    metric.update(references=["Ab"], predictions=["ab"])
    assert metric(prediction="ab", truth="ac").wer == 0.5
    assert metric.compute().wer == 0.25
    with pytest.raises(UsageError, match="setting 'lowercase' is unknown"):
        Metric(lowercase=True)  # type: ignore[call-arg]
    with pytest.raises(UsageError, match="setting 'pad_token_id' is unknown; expected ignore= of Metric"):
        Metric(pad_token_id=0)  # type: ignore[call-arg]
    with pytest.raises(UsageError, match="ignore is 'pad'; expected an id"):
        Metric(ignore="pad")  # type: ignore[arg-type]


def test_metrics_add_up() -> None:
    parts = [Metric() for _ in range(3)]
    for number, part in enumerate(parts):
        part.update({"x": "a b"}, {"x": "a b" if number else "a"})
    assert sum(parts).compute().wer == 1 / 6  # type: ignore[union-attr]
    assert parts[0].compute().wer == 0.5


def test_threads_update_one_metric() -> None:
    metric = Metric()
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda number: metric.update(["a b"] * number, ["a"] * number), range(64)))
    numbers = Counter(metric.state_dict()["counts"])
    assert numbers == Counter({1: 2 * 2016, 0: 2 * 2016})


def test_the_result_has_everything_that_needs_no_text() -> None:
    metric = Metric()
    metric.update(["a b", "c d"], ["a b", "c x"])
    result = metric.compute()
    assert result.interval().mean == score(["a b", "c d"], ["a b", "c x"]).interval().mean
    assert result.to_dict()["wer"] == 0.25
    assert str(result).splitlines() == [
        "WER 25.0 % [ 1 / 4: 1 substitution, 0 deletions, 0 insertions ]",
        "SER 50.0 % [ 1 / 2 utterances ]",
    ]
    with pytest.raises(UsageError, match="cer needs texts"):
        _ = result.cer
    characters = Metric(unit="character")
    assert characters("ab", "ac").cer == 0.5
    nothing = Metric()
    nothing.update(["a"] * 12, [""] * 12)
    assert "the hypothesis has no words" in str(nothing.compute())
    nothing.update(["b"] * 50, ["b"] * 50)
    nothing.update([""] * 4, ["b c d"] * 4)
    assert "4 utterances have no word in the reference, but 12 of 62 words" in str(nothing.compute())


def test_a_score_of_nothing_says_so_and_a_sum_with_words_does_not() -> None:
    text = "nothing was scored: neither side has words; expected words on at least one side"
    for result in (score([], []), score({}, {}), score([""], [""]), Metric().compute()):
        assert result.wer is None
        assert [str(notice) for notice in result.notices] == [text]
    for rate in (scorelite.wer, scorelite.cer, scorelite.mer):
        with pytest.warns(UserWarning, match=text):
            assert rate([], []) is None
    words = score(["a b"], ["a b"], ids=["u1"])
    assert (words + score({}, {})).notices == words.notices == ()
    metric = Metric()
    metric.update([], [])
    assert [notice.name for notice in metric.compute().notices] == ["nothing scored"]
    metric.update("a", "a")
    assert metric.compute().notices == ()
    assert scorelite.score_segments({}, {}).notices[0].startswith("nothing was scored: ")


def test_padding_that_nobody_left_out_is_no_token() -> None:
    numpy = pytest.importorskip("numpy")
    labels, predictions = [[1, 2, 4, -100], [1, 4, -100, -100]], [[1, 2, 3, 0], [1, 4, 0, 0]]
    for refs in (labels, numpy.array(labels)):
        with pytest.raises(UsageError, match="refs has the id -100, which is no token but padding"):
            Metric().update(refs, predictions)
        metric = Metric(ignore=(-100, 0))
        metric.update(refs, predictions)
        assert metric.compute().wer == pytest.approx(0.2)
    by_length = Metric()
    by_length.update(labels, predictions, ref_lengths=[3, 2], hyp_lengths=[3, 2])
    assert by_length.compute().counts.errors == 1


def test_metrics_in_a_list_are_merged_one_by_one() -> None:
    first = Metric()
    with pytest.raises(UsageError, match="first.merge"):
        first.merge([Metric(), Metric()])  # type: ignore[arg-type]
