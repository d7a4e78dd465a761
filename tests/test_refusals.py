"""Sets, ids that stand twice and odd numbers of threads are refused by the functions of every wing, with the fix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import scorelite
from scorelite import kws, meetings
from scorelite.scoring.compare import of_result, paired_tests

sl: Any = scorelite
ROWS, ROW = [("a", 0.0, 1.0), ("b", 1.0, 2.0)], [("a", 0.0, 1.0)]
SAID = [("ann", "x y"), ("ben", "z")]


def result() -> Any:
    return scorelite.score(["a b", "c"], ["a", "c"])


SETS: list[tuple[str, Callable[[], Any]]] = [
    ("refs is a set", lambda: sl.score({"a b"}, ["a b"])),
    ("hyps is a set", lambda: sl.score(["a b"], frozenset({"a b"}))),
    ("refs is a set", lambda: sl.wer({"a b"}, ["a b"])),
    ("ids is a set", lambda: sl.score(["a", "b"], ["a", "b"], ids={"x", "y"})),
    ("normalise is a set", lambda: sl.score(["a"], ["a"], normalise={"basic", "nfc"})),
    ("texts is a set", lambda: sl.normalise({"A", "B"}, "basic")),
    ("entities is a set", lambda: result().entities({"a", "b"})),
    ("t is a set", lambda: sl.score_segments({"t": {*ROWS}}, {"t": ROWS})),
    ("t is a set", lambda: sl.der({"t": ROWS}, {"t": {*ROWS}})),
    ("a session is a set", lambda: meetings.score({"t": {*SAID}}, {"t": SAID})),  # type: ignore[dict-item]
    ("a session is a set", lambda: sl.cpwer({"t": SAID}, {"t": {*SAID}})),
    ("ref is a set", lambda: kws.evaluate({*ROWS}, ROWS, ["a"], 9)),  # type: ignore[arg-type]
    ("hyp is a set", lambda: kws.evaluate({"m": ROW}, {"m": {*ROWS}}, ["a"], {"m": 9})),  # type: ignore[dict-item]
    ("keywords is a set", lambda: kws.evaluate(ROW, ROWS, {"a", "b"}, 9)),
]


@pytest.mark.parametrize(("message", "call"), SETS)
def test_sets_are_refused_since_they_have_no_order(message: str, call: Callable[[], Any]) -> None:
    with pytest.raises(scorelite.UsageError, match=f"{message}, and sets have no order; expected a list"):
        call()


def test_views_of_dictionaries_have_an_order() -> None:
    texts = {"a b": 1, "c": 2}
    assert scorelite.score(texts.keys(), [*texts]).wer == 0


TWICE: list[Callable[[], Any]] = [
    lambda: sl.score(["a", "b"], ["a", "b"], ids=["u-1", "u-1"]),
    lambda: sl.score(["a", "b"], ["a", "b"], ids=["u-1", "x", "u-1"]),
    lambda: sl.score(["a", "b"], ["a", "b"], ids=(name for name in ("u-1", "u-1"))),
]


@pytest.mark.parametrize("call", TWICE)
def test_ids_that_stand_twice_are_refused(call: Callable[[], Any]) -> None:
    with pytest.raises(scorelite.MismatchError, match="ids has u-1 more than once; expected a unique id"):
        call()


def test_tables_of_counts_have_an_id_once() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"id": ["u", "v"], "ref": ["a", "b"], "hyp": ["a", "b"]})
    counted = sl.batches.score_batch(table, operations=True, keep=["ref", "hyp"])
    with pytest.raises(scorelite.MismatchError, match="the table has u more than once"):
        sl.batches.finish(pyarrow.concat_tables([counted, counted]))


def test_a_number_and_its_text_are_one_id() -> None:
    assert scorelite.score(["a", "b"], ["a", "b"], ids=[7, 8])["8"].ref == "b"
    assert sl.score({7: "a"}, {"7": "a"}).utterances.ids() == ("7",)
    with pytest.raises(scorelite.MismatchError, match="refs has 7 more than once"):
        sl.score({7: "a", "7": "b"}, {7: "a"})


@pytest.mark.parametrize("name", [None, 1.5, float("nan"), True, ("a",)])
def test_ids_that_are_no_names_are_refused(name: Any) -> None:
    with pytest.raises(scorelite.UsageError, match="ids has .*; expected texts or whole numbers"):
        scorelite.score(["a"], ["a"], ids=[name])


@pytest.mark.parametrize("threads", [-1, 0, True, 1.5, "2"])
@pytest.mark.parametrize(
    "call",
    [
        lambda threads: sl.score(["a"], ["a"], threads=threads),
        lambda threads: sl.wer("a", "a", threads=threads),
        lambda threads: sl.score_files(b"a (u-1)\n", b"a (u-1)\n", threads=threads),
        lambda threads: result().interval(10, threads=threads),
        lambda threads: sl.batches.score_batch(None, threads=threads),
        lambda threads: paired_tests(of_result(result()), of_result(result()), 10, threads=threads),
    ],
)
def test_a_number_of_threads_that_is_none_is_refused(threads: Any, call: Callable[[Any], Any]) -> None:
    with pytest.raises(scorelite.UsageError, match=r"threads is .*; expected a whole number >= 1"):
        call(threads)


@pytest.mark.parametrize("side", [["a"], {"t"}, "t", [("ann", "x")]])
def test_sessions_that_are_no_mapping_are_refused(side: Any) -> None:
    with pytest.raises(
        scorelite.UsageError, match="refs is of type .*; expected a path, or a mapping from session to rows of"
    ):
        meetings.score(side, {"t": SAID})
