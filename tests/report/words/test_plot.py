"""Pictures of confidences: curves, file names, and messages about pictures that cannot be drawn."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import scoring
from scorelite.scoring.report.words.plot import check, det_points, equal_error, judged
from scorelite.scoring.words.result import Result
from tests.conftest import ROOT, Run
from tests.peers import peer

DEMO = ROOT / "resources" / "demo"
BEGINNINGS = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}


def result_of(rows: Sequence[tuple[str, float]], ref: str = "a b c d") -> Result:
    """A result with these words and confidences."""
    ctm = "".join(f"t A {place} 1 {word} {confidence}\n" for place, (word, confidence) in enumerate(rows))
    return scoring.score_files(f"t A s 0 99 {ref}\n".encode(), ctm.encode(), ref_format="stm", hyp_format="ctm")


ROWS = (("a", 0.9), ("x", 0.2), ("c", 0.5), ("d", 0.9), ("y", 0.6))


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


@pytest.mark.parametrize(
    ("name", "curve"),
    [
        ("det.svg", "det"),
        ("a/b.det.PNG", "det"),
        ("hist_1.pdf", "hist"),
        ("talk-hist.svg", "hist"),
        ("det/hist.svg", "hist"),
    ],
)
def test_the_name_says_what_to_draw(name: str, curve: str) -> None:
    peer("matplotlib")
    assert check(name) == curve


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("det.gif", "det.gif: the file name of a picture ends in .svg, .png or .pdf"),
        ("det", "det: the file name of a picture ends in .svg, .png or .pdf"),
        ("-", "-: the file name of a picture ends in .svg, .png or .pdf"),
        ("detail.svg", "detail.svg: the name must say what to draw: 'det' or 'hist', as in det.svg"),
        ("det-hist.svg", "det-hist.svg: the name must say what to draw: 'det' or 'hist', as in det.svg"),
        ("det/a.svg", "det/a.svg: the name must say what to draw: 'det' or 'hist', as in det.svg"),
    ],
)
def test_a_name_that_does_not_say_it_is_refused(name: str, message: str) -> None:
    with pytest.raises(scoring.UsageError) as caught:
        check(name)
    assert str(caught.value) == message


def test_a_missing_library_is_named_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(scoring.UsageError) as caught:
        check("det.svg")
    message = "plots need matplotlib, which is not installed: pip install 'scorelite[plot]'"
    assert str(caught.value) == message


def test_without_confidences_there_is_nothing_to_draw() -> None:
    plain = scoring.score(["a"], ["a"])
    partly = scoring.score_files(b"t A s 0 9 a b\n", b"t A 0 1 a 0.5\nt A 1 1 b\n", ref_format="stm", hyp_format="ctm")
    for result in (plain, partly):
        with pytest.raises(scoring.UsageError, match="not every word of the hypothesis has a confidence"):
            judged(result)


@pytest.mark.parametrize("name", ["det.svg", "det.png", "hist.svg", "hist.png", "hist.pdf"])
def test_a_picture_is_of_its_kind_and_always_the_same(name: str) -> None:
    peer("matplotlib")
    result = result_of(ROWS)
    data = result.plot(name)
    assert data.startswith(BEGINNINGS[name[-3:]])
    assert data == result.plot(name)


@pytest.mark.parametrize(
    ("rows", "text"),
    [((("a", 0.9),), "all words are right"), ((("x", 0.9),), "all words are wrong"), (ROWS, "equal at 33.3 %")],
)
def test_a_curve_without_right_or_wrong_words_says_so(rows: Sequence[tuple[str, float]], text: str) -> None:
    matplotlib = peer("matplotlib")
    with matplotlib.rc_context({"svg.fonttype": "none"}):  # text stays text
        assert text in result_of(rows).plot("det.svg").decode()


def test_confidences_outside_their_range_are_told_and_not_drawn() -> None:
    matplotlib = peer("matplotlib")
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        assert "1 outside 0 to 1 are not shown" in result_of((("a", 1.5), ("b", 0.5))).plot("hist.svg").decode()


def test_no_words_give_a_picture_too() -> None:
    peer("matplotlib")
    optional = scoring.score_files(b"t A s 0 9 (a)\n", b"t A 0 1 @ 0.5\n", ref_format="stm", hyp_format="ctm")
    for name in ("det.svg", "hist.png"):
        assert optional.plot(name)


def test_the_command_draws_beside_the_summary(scorelite: Run, tmp_path: Path) -> None:
    peer("matplotlib")
    files = str(DEMO / "ref.stm"), str(DEMO / "hyp.ctm")
    done = scorelite("score", *files, "--plot", "det.svg", "--plot", "x.hist.png")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"NCE    0.418" in done.stdout
    assert (tmp_path / "det.svg").read_bytes().startswith(b"<?xml")
    assert (tmp_path / "x.hist.png").read_bytes().startswith(b"\x89PNG")


def test_the_command_says_before_scoring_what_it_cannot_draw(scorelite: Run, tmp_path: Path) -> None:
    done = scorelite("score", "nothing.stm", "nothing.ctm", "--plot", "curve.svg")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"scorelite: curve.svg: the name must say what to draw: 'det' or 'hist', as in det.svg\n"
    assert not list(tmp_path.iterdir())
