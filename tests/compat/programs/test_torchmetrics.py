"""Metrics of torchmetrics: sums by hand, and the library itself if it is installed: values, errors, signatures."""

from __future__ import annotations

import inspect
import pickle
import random
import sys
import warnings
from importlib import import_module
from typing import Any

import pytest

from scorelite.compat.torchmetrics import counting
from scorelite.formats.errors import UsageError
from tests.peers import peer

RATES = ["WordErrorRate", "CharErrorRate", "MatchErrorRate", "WordInfoLost", "WordInfoPreserved"]
FUNCTIONS = [
    *("word_error_rate", "char_error_rate", "match_error_rate"),
    *("word_information_lost", "word_information_preserved", "edit_distance"),
]
HOME = "scorelite.compat.torchmetrics"
WORDS = ["a", "b", "ab", "B", "\u00a0", "a\tb", "é", "\n", ""]


def test_sums_are_those_counted_by_hand() -> None:
    assert counting.sums_of_words(["a b", "c"], ["a", "c d"]) == counting.Sums(2, 3, 3, 4)
    assert counting.sums_of_words(["a\u00a0b c"], ["a b C"]) == counting.Sums(1, 3, 3, 3)
    assert counting.sums_of_words(["a", "b"], ["a"]) == counting.Sums(0, 1, 1, 1)
    assert counting.sums_of_words([], []) == counting.Sums(0, 0, 0, 0)
    assert counting.sums_of_characters([" a"], ["a"]) == counting.Sums(1, 1, 2, 2)
    assert counting.sums_of_characters([["x", "y"]], [("x",)]) == counting.Sums(1, 1, 2, 2)
    assert counting.distances(["rain", ""], ["shine", "ab"], 1) == [3.0, 2.0]


@pytest.mark.parametrize("module", ["text", "functional"])
def test_without_torchmetrics_the_error_says_what_to_install(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, f"{HOME}.{module}", raising=False)
    with pytest.raises(UsageError, match=r"metrics of torchmetrics need torch, .*: pip install .*torchmetrics"):
        import_module(f"{HOME}.{module}")


@pytest.fixture(scope="module")
def both() -> tuple[Any, Any]:
    """Our classes and those of torchmetrics."""
    peer("torch")
    return import_module(HOME), peer("torchmetrics.text")


def answer(function: Any, *values: Any) -> Any:
    """The value of a call as numbers, with its type; or the kind and text of its error."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = function(*values)
    except Exception as error:
        return type(error), str(error)
    return value if value is None else (str(value.dtype), value.shape, repr(value.tolist()))


def sides(chance: random.Random) -> tuple[Any, Any]:
    """Hypotheses and references; now and then of a wrong kind or of another number."""

    def text() -> str:
        return " ".join(chance.choices(WORDS, k=chance.randint(0, 5)))

    preds, target = ([text() for _ in range(chance.randint(0, 3))] for _ in range(2))
    shape = chance.random()
    if shape < 0.3:
        return text(), text()
    if shape < 0.8:
        return preds, (target + preds)[: len(preds)]
    if shape < 0.9:
        return preds, target
    return chance.choice([(preds, None), (3, target), ([1], ["a"]), (["a"], [2.5]), (["a", 1], ["b", None])])


def follow(kinds: tuple[Any, Any], keywords: dict[str, Any], chance: random.Random) -> None:
    """Does some steps with a metric of each; values and errors must agree."""
    metrics = [kind(**keywords) for kind in kinds]
    for _ in range(chance.randint(1, 6)):
        step = chance.choice(["update", "update", "forward", "merge", "reset", "pickle", "compute"])
        values = sides(chance)
        if step == "pickle":
            metrics = [pickle.loads(pickle.dumps(metric)) for metric in metrics]
        elif step == "reset":
            for metric in metrics:
                metric.reset()
        elif step == "merge":
            others = [kind(**keywords) for kind in kinds]
            first, other = (answer(metric.update, *values) for metric in others)
            assert first == other
            # Releases before 1.5 have no merge_state.
            first, other = (answer(lambda a, b: a.merge_state(b), *pair) for pair in zip(metrics, others, strict=True))
            assert first == other
        else:
            calls = {"update": "update", "forward": "forward", "compute": "compute"}
            values = () if step == "compute" else values
            first, other = (answer(getattr(metric, calls[step]), *values) for metric in metrics)
            assert first == other, (step, values)
    first, other = (answer(metric.compute) for metric in metrics)
    assert first == other


@pytest.mark.parametrize("name", [*RATES, "EditDistance"])
def test_any_sequence_of_steps_gives_their_values_and_errors(both: tuple[Any, Any], name: str) -> None:
    kinds = getattr(both[0], name), getattr(both[1], name)
    assert issubclass(*kinds)
    chance = random.Random(name)
    for _ in range(300):
        keywords: dict[str, Any] = {}
        if name == "EditDistance":
            keywords = {
                "reduction": chance.choice(["mean", "sum", None, "none"]),
                "substitution_cost": chance.randint(0, 3),
            }
        follow(kinds, keywords, chance)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_give_their_values_and_errors(both: tuple[Any, Any], name: str) -> None:
    ours = getattr(import_module(f"{HOME}.functional"), name)
    theirs = getattr(peer("torchmetrics.functional.text"), name)
    shown = [(each.name, each.kind, each.default) for each in inspect.signature(ours).parameters.values()]
    assert shown == [(each.name, each.kind, each.default) for each in inspect.signature(theirs).parameters.values()]
    chance = random.Random(name)
    for _ in range(300):
        values = sides(chance)
        if name == "edit_distance":
            values = (*values, chance.choice([0, 1, 2, 1.5]), chance.choice(["mean", "sum", None, "none", "mode"]))
        assert answer(ours, *values) == answer(theirs, *values), values


def test_shifts_beyond_the_beam_cost_what_they_cost_there(both: tuple[Any, Any]) -> None:
    ours = import_module(f"{HOME}.functional").edit_distance
    theirs = peer("torchmetrics.functional.text").edit_distance
    chance = random.Random(26)
    for _ in range(60):
        text = "".join(chance.choices("abcdefgh", k=chance.randint(1, 90)))
        shift = "-" * chance.randint(0, 60)
        pair = chance.choice([(text + shift, shift + text), (text, text * chance.randint(1, 4)), (text[:2], text)])
        cost = chance.randint(0, 3)
        assert ours(*pair, cost).tolist() == theirs(*pair, cost).tolist(), (pair, cost)


@pytest.mark.parametrize("name", [*RATES, "EditDistance"])
@pytest.mark.filterwarnings("ignore")
def test_metrics_can_be_compiled_as_there(both: tuple[Any, Any], name: str) -> None:
    assert peer("torch").jit.script(getattr(both[0], name)()) is not None


def test_sums_of_many_words_stay_exact(both: tuple[Any, Any]) -> None:
    metric = both[0].WordErrorRate()
    metric.update("a", "b")
    metric.total += (1 << 24) - 1
    for _ in range(4):
        metric.update("a", "b")
    assert (metric.errors.item(), metric.total.item()) == (5, (1 << 24) + 4)


def test_wrong_keywords_are_refused_as_there(both: tuple[Any, Any]) -> None:
    for keywords in ({"substitution_cost": -1}, {"reduction": "mode"}, {"foo": 1}):
        ours, theirs = (answer(lambda kind=module.EditDistance: kind(**keywords)) for module in both)  # noqa: B023
        assert ours == theirs
        assert isinstance(ours[1], str)
