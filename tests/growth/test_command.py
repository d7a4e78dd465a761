"""The command that grows files of every format: what it measures, and what it calls too much."""

from __future__ import annotations

import sys

import pytest

from scorelite import formats
from tests.growth.__main__ import ENDLESS, Cost, main
from tests.growth.shapes import Files, is_text, shapes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is read as Linux shows it")


@pytest.mark.slow
def test_every_format_grows_in_many_shapes_of_different_names() -> None:
    for name in (record.name for record in formats.FORMATS if is_text(record)):
        names = [shape.name for shape in shapes(name)]
        assert len(names) > 50
        assert len(set(names)) == len(names)


def test_repetitions_are_counted_on_where_a_shape_says_so() -> None:
    actual = {shape.name: shape.make(3)[""] for shape in shapes("ctm") if shape.name.startswith("ctm.ctm, line 2")}
    assert len(actual) == 4
    for name, text in actual.items():
        assert (len(set(text.splitlines()[1:4])) == 1) == name.endswith("same")


@pytest.mark.parametrize(
    ("power", "exit_code"),
    [(1.0, 0), (1.3, 0), (2.0, 1), (float("inf"), 1)],
    ids=["linear", "bit more", "square", "endless"],
)
def test_what_grows_too_fast_fails(
    power: float, exit_code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def cost(files: Files, name: str) -> Cost:
        if power == float("inf"):
            return ENDLESS
        return Cost((len(files[""]) / 1e5) ** power, 0.0, 0, refused=False)

    monkeypatch.setattr("tests.growth.__main__.cost", cost)
    assert main(["uem", "--shape", "line 1, same"]) == exit_code
    assert ("TOO MUCH" in capsys.readouterr().out) == bool(exit_code)


def test_a_step_is_no_growth(monkeypatch: pytest.MonkeyPatch) -> None:
    def cost(files: Files, name: str) -> Cost:
        return Cost(len(files[""]) / 1e6 + 3.0 * (len(files[""]) > 200_000), 0.0, 0, refused=False)

    monkeypatch.setattr("tests.growth.__main__.cost", cost)
    assert main(["uem", "--shape", "line 1, same"]) == 0


def test_a_file_is_measured_in_a_process_of_its_own() -> None:
    assert main(["trn", "--shape", "equal words", "--size", "20"]) == 0
