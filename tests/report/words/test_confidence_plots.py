"""Pictures of confidences: their numbers, what they say of odd confidences, and messages where there are none."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import scoring
from scorelite.scoring.report.words.confidence_plots import det_points, equal_error, judged, tenths
from scorelite.scoring.words.result import Result
from tests.report.pictures import svg, texts


def result_of(rows: Sequence[tuple[str, float]], ref: str = "a b c d") -> Result:
    """A result with these words and confidences."""
    ctm = "".join(f"t A {place} 1 {word} {confidence}\n" for place, (word, confidence) in enumerate(rows))
    return scoring.score_files(f"t A s 0 99 {ref}\n".encode(), ctm.encode(), ref_format="stm", hyp_format="ctm")


ROWS = (("a", 0.9), ("x", 0.2), ("c", 0.5), ("d", 0.9), ("y", 0.6))
KINDS = ("reliability", "det", "histogram")


def test_right_and_wrong_words_are_told_apart() -> None:
    assert judged(result_of(ROWS)) == ([0.5, 0.9, 0.9], [0.2, 0.6])
    assert judged(result_of((("a", 0.9),))) == ([0.9], [])


def test_a_curve_has_a_point_for_every_threshold() -> None:
    right, wrong = judged(result_of(ROWS))
    assert list(det_points(right, wrong)) == [(1.0, 0.0), (0.5, 0.0), (0.5, 1 / 3), (0.0, 1 / 3), (0.0, 1.0)]


def test_errors_are_equal_where_the_curve_crosses_the_diagonal() -> None:
    assert equal_error([(1.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0)]) == 0.5
    assert equal_error([(1.0, 0.0), (0.0, 0.0), (0.0, 1.0)]) == 0.0
    assert equal_error([(1.0, 0.0), (0.0, 1.0)]) == 0.5


VALUES = st.lists(st.floats(0, 1), min_size=1)


@given(VALUES, VALUES)
def test_curves_go_from_all_kept_to_all_lost_and_never_back(right: list[float], wrong: list[float]) -> None:
    points = list(det_points(right, wrong))
    assert points[0] == (1.0, 0.0)
    assert points[-1] == (0.0, 1.0)
    assert points == sorted(points, key=lambda point: (-point[0], point[1]))
    assert 0.0 <= equal_error(points) <= 1.0


@given(VALUES, VALUES)
def test_every_word_between_0_and_1_is_in_one_tenth(right: list[float], wrong: list[float]) -> None:
    confidence, share, words = tenths([*right, 1.5], [*wrong, -0.5])
    assert words.sum() == len(right) + len(wrong)
    assert (share * words).sum() == pytest.approx(len(right))
    assert (confidence * words).sum() == pytest.approx(sum(right) + sum(wrong))


@pytest.mark.parametrize("kind", KINDS)
def test_without_confidences_there_is_nothing_to_draw(kind: str) -> None:
    plain = scoring.score(["a"], ["a"])
    partly = scoring.score_files(b"t A s 0 9 a b\n", b"t A 0 1 a 0.5\nt A 1 1 b\n", ref_format="stm", hyp_format="ctm")
    for result in (plain, partly):
        with pytest.raises(scoring.UsageError, match="not every word of the hypothesis has a confidence"):
            result.plot(kind)
    with pytest.raises(scoring.UsageError, match=f"the picture '{kind}' needs words with confidences"):
        plain.totals().plot(kind)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("rows", "text"),
    [
        ((("a", 0.9),), "all words are right"),
        ((("x", 0.9),), "all words are wrong"),
        (ROWS, "equal at 33.3 %"),
    ],
)
def test_a_curve_without_right_or_wrong_words_says_so(rows: Sequence[tuple[str, float]], text: str) -> None:
    assert text in texts(result_of(rows), "det")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["reliability", "histogram"])
def test_confidences_outside_their_range_are_told_and_not_drawn(kind: str) -> None:
    assert "confidence (1 outside 0 to 1 are not shown)" in texts(result_of((("a", 1.5), ("b", 0.5))), kind)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("kind", KINDS)
def test_no_words_give_a_picture_too(kind: str) -> None:
    optional = scoring.score_files(b"t A s 0 9 (a)\n", b"t A 0 1 @ 0.5\n", ref_format="stm", hyp_format="ctm")
    assert svg(optional, kind)


def test_a_histogram_counts_right_and_wrong_words() -> None:
    assert {"right (3)", "wrong (2)"} <= set(texts(result_of(ROWS), "histogram"))


@pytest.mark.slow
def test_several_systems_have_a_curve_each() -> None:
    results = result_of(ROWS), result_of((("a", 0.5), ("b", 0.4), ("z", 0.1)))
    named = [f"{name}: equal at" for name in ("first.ctm", "second.ctm")]
    sides = [with_name(result, f"{name}.ctm") for name, result in zip(("first", "second"), results, strict=True)]
    shown = texts(sides, "det")
    assert all(any(text.startswith(name) for text in shown) for name in named)
    assert {"first.ctm", "second.ctm"} <= set(texts(sides, "reliability"))
    with pytest.raises(scoring.UsageError, match="'histogram' is of one system, and there are 2"):
        texts(sides, "histogram")


def with_name(result: Result, name: str) -> Result:
    from scorelite.formats.values import replace

    return replace(result, hyp_name=name)
