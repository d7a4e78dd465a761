"""Is it enough data: counted by hand, by simulation, and at the doors."""

from __future__ import annotations

import json
import random
from math import sqrt
from pathlib import Path

import pytest

import scorelite as sl
from scorelite.formats.errors import UsageError
from scorelite.scoring.compare.power import power_of
from tests.conftest import Run


def test_the_standard_error_is_that_of_a_ratio() -> None:
    power = power_of([2, 0, 0, 0, 0, 1], [10] * 6, "speaker")
    assert power is not None
    # The rates differ by 3 / 60; residuals are 1.5, four times -0.5, and 0.5.
    variance = (1.5**2 + 4 * 0.5**2 + 0.5**2) / 5
    assert power.variance == pytest.approx(variance)
    assert power.shown == pytest.approx(2.801585 * sqrt(variance / 6) / 10)
    about, low, high = power.needed(power.shown)
    assert low <= about == 6 <= high


def test_few_units_and_equal_systems_have_no_plan() -> None:
    assert power_of([1] * 5, [10] * 5, "speaker") is None
    assert power_of([0] * 9, [10] * 9, "speaker") is None
    same = sl.score(["a b"] * 3, ["a b"] * 3)
    with pytest.raises(UsageError, match="expected two results of six or more speakers or recordings that differ"):
        same.compare(same).plan()


def test_a_difference_is_one_word_in_a_million_at_least() -> None:
    power = power_of([2, 1, 0, 1, 3, -1], [100] * 6, "speaker")
    assert power is not None
    assert power.needed(1e-6)[0] > power.needed(1e-5)[0]
    for difference in (0.0, 1e-300, float("nan"), None):
        with pytest.raises(UsageError, match="a difference of .*; expected one of 1e-06 or more"):
            power.needed(difference)  # type: ignore[arg-type]


@pytest.mark.parametrize("pilot", [24, 60, 200])
def test_planned_tests_have_the_power_and_ranges_hold_the_number(pilot: int) -> None:
    drawn = random.Random(pilot)

    def units(count: int) -> tuple[list[int], list[int]]:
        """Speakers with 100 to 200 words, of whom the second system has 1.5 % fewer errors in the mean."""
        words = [drawn.randint(100, 200) for _ in range(count)]
        return [round(drawn.gauss(-0.015, 0.04) * said) for said in words], words

    exact = power_of(*units(20_000), "speaker")
    assert exact is not None
    right, _, _ = exact.needed(0.015)
    found = held = 0
    for _ in range(200):
        plan = power_of(*units(pilot), "speaker")
        assert plan is not None
        about, low, high = plan.needed(0.015)
        held += low <= right <= high
        differences, words = units(about)
        test = power_of(differences, words, "speaker")
        assert test is not None
        error = sqrt(test.variance / test.units) / test.words
        found += abs(sum(differences) / sum(words)) > 1.96 * error
    assert 0.7 <= found / 200 <= 0.88
    assert held / 200 >= 0.7


def _sides() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    refs = {f"{name}-{place}": "we saw it" for name in "abcdefgh" for place in range(3)}
    old = {name: "we saw" if name < "e" else "we saw it" for name in refs}
    new = {name: "we" if name < "c" else "we saw it" for name in refs}
    return refs, old, new


def test_units_are_speakers_where_there_are_several() -> None:
    refs, old, new = _sides()
    power = sl.score(refs, old).compare(sl.score(refs, new)).power
    assert power is not None
    assert (power.unit, power.units, power.words) == ("speaker", 8, 9.0)


def test_the_command_ends_with_the_plan_and_json_has_it(scorelite: Run, tmp_path: Path) -> None:
    for name, side in zip(("ref", "old", "new"), _sides(), strict=True):
        (tmp_path / f"{name}.trn").write_text("".join(f"{text} ({key})\n" for key, text in side.items()))
    words = ["compare", "--ref", "ref.trn", "old.trn", "new.trn"]
    done = scorelite(*words, "--plan", "5")
    assert b"these 8 speakers show a difference of" in done.stdout
    assert b"for 5 points take about" in done.stdout
    power = json.loads(scorelite(*words, "--json").stdout)["power"]
    assert (power["unit"], power["units"], power["points"]) == ("speaker", 8, 1.0)
    assert power["needed_low"] <= power["needed"] <= power["needed_high"]
    for points, message in (("0", b"is not above 0"), ("x", b"is not a number"), ("1e-300", b"expected 0.0001 points")):
        refused = scorelite(*words, "--plan", points)
        assert (refused.returncode, refused.stdout) == (2, b"")
        assert message in refused.stderr
