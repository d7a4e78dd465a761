"""The Python interface of keyword scoring, counted by hand, and laws that hold for any input."""

from __future__ import annotations

import dataclasses
import math
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorelite.formats.errors import MismatchError, UsageError
from scorelite.formats.schema import Label
from scorelite.scoring import kws
from scorelite.scoring.maths.shortest_paths import Assignment
from tests.conftest import ROOT

np = pytest.importorskip("numpy")


def test_values_are_those_counted_by_hand() -> None:
    ref = [("a", 10.0, 10.5), ("a", 20.0, 20.5), ("b", 30.0, 30.5), ("c", 40.0, 40.3), ("d", 40.4, 40.7)]
    hyp = [("a", 10.0, 10.5, 0.9), ("a", 20.0, 20.5, 0.3), ("a", 60.0, 60.5, 0.8), ("b", 30.1, 30.6, 0.7)]
    result = kws.evaluate(ref, hyp, ["a", "b", "c d", "zz"], 100)
    assert result.keywords["a"].twv == pytest.approx(1 - (0.5 + 999.9 / 98))
    assert result.keywords["zz"].miss_rate is None
    assert result.atwv == pytest.approx(1 - ((0.5 + 0 + 1) / 3 + 999.9 * (1 / 98) / 3))
    assert result.stwv == pytest.approx(1 - 1 / 3)
    assert result.actual.miss == 0.5
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.trials = None  # type: ignore[misc]


def test_labels_decisions_ids_and_cases() -> None:
    ref = [Label("Good", 0.0, 0.4), Label("Day", 0.5, 0.9)]
    hyp = [("K", 0.0, 0.9, 0.1, True)]
    assert kws.evaluate(ref, hyp, {"K": "good day"}, 60).atwv == 1.0
    assert kws.evaluate(ref, hyp, {"K": "good day"}, 60, case_sensitive=True).atwv is None
    assert kws.evaluate([("good day", 0.0, 0.9)], [("GOOD DAY", 0.0, 0.9)], ["good day"], 60).atwv == 1.0


def test_results_of_recordings_add_up() -> None:
    ref = {"u": [("a", 1.0, 1.5), ("b", 5.0, 5.5)], "v": [("a", 2.0, 2.5)]}
    hyp = {"u": [("a", 1.0, 1.5, 0.9), ("b", 9.0, 9.5, 0.6)], "v": [("a", 7.0, 7.5, 0.4)]}
    lengths = {"u": 50.0, "v": 70.0}
    whole = kws.evaluate(ref, hyp, ["a", "b"], lengths)
    parts = [kws.evaluate({key: ref[key]}, {key: hyp[key]}, ["a", "b"], {key: lengths[key]}) for key in ref]
    assert sum(parts).to_dict(keywords=True) == whole.to_dict(keywords=True)  # type: ignore[union-attr]
    with pytest.raises(MismatchError, match="(?s)different settings.*gap:0.5.*gap:1"):
        parts[0] + kws.evaluate(ref, hyp, ["a", "b"], lengths, gap=1.0)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (
            ([("a", 1, 2)], [("b", 1, 2)], ["a"], 10),
            UsageError,
            "'b' is not a keyword; expected the id or the text of one; leave out rows of other words",
        ),
        (([("a", 2, 1)], [], ["a"], 10), UsageError, "ends before it starts"),
        (([("a",)], [], ["a"], 10), UsageError, "expected (value, start, end[, score[, decision]])"),
        (([], [], "a", 10), UsageError, "keywords is a single text"),
        (([], [], ["a", "a"], 10), UsageError, "repeats a keyword"),
        (({"u": []}, {}, ["a"], 10), UsageError, "duration as a mapping"),
        (({"u": []}, {}, ["a"], {}), MismatchError, "duration has no seconds for 1 recording (u)"),
        (({}, {"u": []}, ["a"], {}), MismatchError, "hyp has 1 recording (u) without reference or duration"),
        (([], [], ["a"], 0), UsageError, "expected more than 0"),
        (([], [], ["a"], math.inf), UsageError, "duration is inf; expected a number of seconds, more than 0"),
        (({"u": []}, {}, ["a"], {"u": "x"}), UsageError, "duration of 'u' is 'x'; expected a number of seconds"),
        (([], [], ["a", 1], 10), UsageError, "keywords holds 1; expected texts"),
        (([("a", 0, math.inf)], [], ["a"], 10), UsageError, "expected numbers as start, end and score, times finite"),
        (([], [("a", 0, 1, math.nan)], ["a"], 10), UsageError, "('a', 0, 1, nan) is not a label; expected numbers"),
        (([], [("a", 0, 1, None)], ["a"], 10), UsageError, "('a', 0, 1, None) is not a label; expected numbers"),
    ],
)
def test_wrong_arguments_are_named(arguments: tuple[object, ...], error: type[Exception], words: str) -> None:
    with pytest.raises(error) as caught:
        kws.evaluate(*arguments)  # type: ignore[arg-type]
    assert words in str(caught.value)


def test_nothing_found_and_nothing_said_have_no_value_that_is_wrong() -> None:
    nothing_found = kws.evaluate([("a", 1.0, 1.5)], [], ["a"], 60)
    assert (nothing_found.atwv, nothing_found.mtwv, nothing_found.otwv, nothing_found.stwv) == (0.0, 0.0, None, None)
    nothing_said = kws.evaluate([], [("a", 1.0, 1.5)], ["a"], 60)
    assert (nothing_said.atwv, nothing_said.mtwv, nothing_said.mean_average_precision) == (None, None, None)
    assert "undefined" in str(nothing_said)


TIMES = st.floats(0, 50, allow_nan=False).map(lambda value: round(value, 1))
SCORES = st.integers(0, 20).map(lambda value: value / 20)
REFS = st.lists(st.tuples(st.sampled_from("ab"), TIMES), max_size=12)
HYPS = st.lists(st.tuples(st.sampled_from("ab"), TIMES, SCORES), max_size=16)


@settings(max_examples=12)
@given(REFS, HYPS)
def test_laws_of_the_values(refs: list[tuple[str, float]], hyps: list[tuple[str, float, float]]) -> None:
    ref = [(word, begin, begin + 0.4) for word, begin in refs]
    hyp = [(word, begin, begin + 0.4, score) for word, begin, score in hyps]
    result = kws.evaluate(ref, hyp, ["a", "b"], 500)
    trials = result.trials
    assert int(trials.targets.sum()) == len(refs)
    assert int(trials.detections.sum()) == len(hyps)
    if result.curve is None or result.mtwv is None or result.otwv is None or result.stwv is None:
        return
    assert result.mtwv <= result.otwv + 1e-9 <= result.stwv + 2e-9
    for place, threshold in enumerate(result.curve.thresholds.tolist()):
        again = kws.evaluate(ref, hyp, ["a", "b"], 500, threshold=threshold)
        assert again.atwv == pytest.approx(float(result.curve.value[place]), abs=1e-9)
    maximum = result.maximum
    assert maximum.threshold is not None
    assert kws.evaluate(ref, hyp, ["a", "b"], 500, threshold=maximum.threshold).atwv == pytest.approx(result.mtwv)


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.integers(0, 4), st.lists(st.integers(0, 6), min_size=1, max_size=4)), min_size=1, max_size=6)
)
def test_assignments_are_as_cheap_as_trying_all(rows: list[tuple[int, list[int]]]) -> None:
    width = max(first + len(costs) for first, costs in rows)
    table = [(range(first, first + len(costs)), [cost / 8 for cost in costs]) for first, costs in rows]
    chosen = Assignment(table, width, 3.0).columns()
    used = [column for column in chosen if column >= 0]
    assert len(used) == len(set(used))
    best = _cheapest([(first, tuple(costs)) for first, costs in rows], 0, frozenset())
    cost = sum(rows[row][1][column - rows[row][0]] / 8 if column >= 0 else 3.0 for row, column in enumerate(chosen))
    assert math.isclose(cost, best)


def _cheapest(rows: list[tuple[int, tuple[int, ...]]], row: int, used: frozenset[int]) -> float:
    if row == len(rows):
        return 0.0
    first, costs = rows[row]
    best = 3.0 + _cheapest(rows, row + 1, used)
    for place, cost in enumerate(costs):
        if first + place not in used:
            best = min(best, cost / 8 + _cheapest(rows, row + 1, used | {first + place}))
    return best


def test_words_of_labels_are_cut_into_characters_as_the_keywords_are(tmp_path: Path) -> None:
    detected, options = [("\u4e2d\u56fd", 0.0, 1.0, 0.9)], {"prefilters": ("charsplit",)}
    assert kws.evaluate([("\u4e2d\u56fd", 0.0, 1.0)], detected, ["\u4e2d\u56fd"], 10, **options).atwv == 1
    for name, text in (
        ("said.ctm", "t 1 0 1 \u4e2d\u56fd\n"),
        ("searched.uem", "t 1 0 10\n"),
        ("keywords.txt", "\u4e2d\u56fd\n"),
        ("found.ctm", "t 1 0 1 \u4e2d\u56fd 0.9\n"),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = [tmp_path / name for name in ("searched.uem", "said.ctm", "keywords.txt", "found.ctm")]
    assert kws.score_files(*files, **options).result.atwv == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"threshold": math.nan}, "threshold is nan; expected a number"),
        ({"threshold": "0.5"}, "threshold is '0.5'; expected a number"),
        ({"cost": "dear"}, "cost is dear; expected a number above 0"),
        ({"prior": None}, "prior is None; expected a number above 0"),
        ({"gap": "0.5"}, "gap is 0.5; expected a number of seconds"),
        ({"trials_per_second": 1e300}, "are 6e+301 trials; expected fewer than 1e15"),
    ],
)
def test_settings_that_are_not_numbers_or_too_large_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        kws.evaluate([("a", 0, 1)], [("a", 0, 1, 0.9)], ["a"], 60, **changes).to_dict()


def test_a_threshold_beside_decisions_is_refused() -> None:
    files = [ROOT / "resources" / "demo_kws" / name for name in ("ecf.xml", "ref.rttm", "kwlist.xml", "kwslist.xml")]
    with pytest.raises(UsageError, match=r"threshold=0.9 has no effect on .*kwslist.xml, which has the decisions"):
        kws.score_files(*files, threshold=0.9)
    ref, decided = [("hello", 1.0, 1.5)], [("hello", 1.0, 1.5, 0.9, True)]
    with pytest.raises(UsageError, match=r"threshold=0.9 has no effect on detections that all have decisions"):
        kws.evaluate(ref, decided, ["hello"], 60, threshold=0.9)
    assert "decisions:score" not in kws.evaluate(ref, decided, ["hello"], 60).signature
    mixed = [*decided, ("hello", 3.0, 3.5, 0.6)]
    assert kws.evaluate(ref, mixed, ["hello"], 60, threshold=0.7).keywords["hello"].false_alarms == 0


@pytest.mark.parametrize(
    ("place", "old", "new", "expected"),
    [
        ("kwlist", "é", "e\u0301", "words that nobody said would be 16.7 % instead of 50.0 %: normalise='nfc'"),
        ("rttm", "é", "e\u0301", "words that nobody said would be 16.7 % instead of 50.0 %: normalise='nfc'"),
        ("kwlist", "frésh", "fré\u200bsh", "zero-width characters in the keywords"),
        ("kwlist", "é", "Ã©", "encoded in UTF-8 twice in the keywords, such as 'frÃ©sh'"),
        ("kwlist", "good", "g\u043eod", "letters of two scripts that look alike within a word in the keywords"),
        ("kwslist", "market", "markt", "1 recording (markt) of detections neither searched nor transcribed"),
        ("kwlist", "frésh", "FRÉSH", ""),
        ("kwlist", "good morning", "good\u00a0morning", ""),
    ],
)
def test_keywords_that_cannot_match_the_transcript_are_said(place: str, old: str, new: str, expected: str) -> None:
    names = {"ecf": "ecf.xml", "rttm": "ref.rttm", "kwlist": "kwlist.xml", "kwslist": "kwslist.xml"}
    folder = ROOT / "resources" / "demo_kws"
    texts = {key: (folder / name).read_text().replace("fresh", "frésh") for key, name in names.items()}
    texts[place] = texts[place].replace(old, new)
    result = kws.score_files(*(text.encode() for text in texts.values())).result
    assert expected in " ".join(result.notices)
    assert len(result.notices) == bool(expected)
    assert sum([result]).notices == result.notices


@pytest.mark.parametrize(("scores", "said"), [((), True), ((1.0,), True), ((0.3,), False)])
def test_detections_without_scores_are_said(scores: tuple[float, ...], said: bool) -> None:
    found = [("hello", 1.0, 1.5), ("hello", 9.0, 9.5, *scores)]
    result = kws.evaluate([("hello", 1.0, 1.5)], found, ["hello"], 60)  # type: ignore[list-item]
    assert ("every detection has the score 1" in " ".join(result.notices)) == said
    decided = [(*label[:3], 1.0, True) for label in found]
    assert not kws.evaluate([("hello", 1.0, 1.5)], decided, ["hello"], 60).notices  # type: ignore[arg-type]


SAID = [(f"w{place % 7}", 2.0 * place, 2.0 * place + 0.4) for place in range(60)]


def found(late: float = 0.0, factor: float = 1.0) -> list[tuple[str, float, float, float]]:
    return [(word, factor * (start + late), factor * (end + late), 0.9) for word, start, end in SAID]


@pytest.mark.parametrize("late", [0.8, 3.0])
def test_detections_that_are_late_as_a_whole_are_named(late: float) -> None:
    words = [f"w{place}" for place in range(7)]
    right, result = (kws.evaluate(SAID, found(shift), words, 200.0) for shift in (0.0, late))
    assert not right.notices
    assert result.notices[0].startswith(f"with the times of the detections {late:.2f} s earlier ATWV would be 1.0000")
    assert sum([result]).notices == result.notices
    assert (
        kws.evaluate({"a": SAID}, {"a": found(late)}, words, {"a": 200.0})
        + kws.evaluate({"b": SAID}, {"b": found(late)}, words, {"b": 200.0})
    ).causes == ()


def test_late_detections_are_named_also_where_false_alarms_leave_a_value_far_below_zero() -> None:
    words = [f"w{place}" for place in range(7)]
    false = [(f"w{(place + 3) % 7}", 2.0 * place + 1, 2.0 * place + 1.4, 0.9) for place in range(9)]
    right, late = (
        [(word, start + by, end + by, score) for word, start, end, score in (*found(), *false)] for by in (0, 3)
    )
    value = kws.evaluate(SAID, right, words, 200.0).atwv
    result = kws.evaluate(SAID, late, words, 200.0)
    assert value is not None
    assert value < -1
    assert f"3.00 s earlier ATWV would be {value:.4f} instead of {result.atwv:.4f}" in result.notices[0]
    assert not [notice for notice in kws.evaluate(SAID, right, words, 200.0).notices if "ATWV would be" in notice]


def test_detections_in_milliseconds_and_outside_the_searched_regions_are_named() -> None:
    words = [f"w{place}" for place in range(7)]
    assert "of the detections read as milliseconds" in kws.evaluate(SAID, found(0.0, 1000.0), words, 200.0).notices[0]
    result = kws.evaluate({"a": SAID}, {"a": found()}, words, {"a": [(0, 61.0)]})
    assert [notice.partition(" are ")[2] for notice in result.notices] == ["outside the searched regions: left out"] * 2
    assert result.to_dict()["took_part"]["hyp"]["items"] == {"scored": 31, "all": 60}


@pytest.mark.parametrize(
    ("scores", "unit"), [((40.0, 95.0), "percent"), ((-0.1, -0.9), "logarithms"), ((0.4, 1.0), "")]
)
def test_scores_that_are_no_probabilities_are_said(scores: tuple[float, float], unit: str) -> None:
    detected = [("hello", 1.0, 1.5, scores[0]), ("hello", 9.0, 9.5, scores[1])]
    notices = " ".join(kws.evaluate([("hello", 1.0, 1.5)], detected, ["hello"], 60).notices)
    assert (f"are they {unit}? expected probabilities from 0 to 1" in notices) == bool(unit)
    assert bool(notices) == bool(unit)
