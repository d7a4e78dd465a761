"""Charts by columns of numbers: rates of utterances by duration, signal-to-noise ratio, date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorelite import scoring
from scorelite.scoring.report.words.page_axes import axes_of
from scorelite.scoring.report.words.page_systems import systems_of
from tests.report.words.conftest import Open

pytestmark = pytest.mark.slow

HEAD = "id,reference,hypothesis,snr,date,speaker_id,gender\n"


def table(folder: Path, rows: int = 12) -> scoring.Result:
    """Utterances of four words with none or one wrong, by turns; the last one has no ratio."""
    path = folder / "t.csv"
    lines = [
        f"u-{k},a b c d,a b c {'x' if k % 2 else 'd'},{'' if k == rows - 1 else 5 * k - 10},2026-01-{k + 1:02},{k},f\n"
        for k in range(rows)
    ]
    path.write_text(HEAD + "".join(lines))
    return scoring.score_files(path)


def test_columns_of_numbers_and_of_dates_are_axes_and_numbers_that_are_names_are_not(tmp_path: Path) -> None:
    (system,) = systems_of([table(tmp_path)], ["a"])
    assert [(axis.name, axis.dates) for axis in axes_of(system)] == [("snr", False), ("date", True)]
    (few,) = systems_of([table(tmp_path, rows=4)], ["a"])
    assert axes_of(few) == []


def test_a_chart_has_a_dot_for_each_utterance_and_the_rates_of_equal_parts(opened: Open, tmp_path: Path) -> None:
    shown: Any = opened(table(tmp_path), fragment="#view=charts")
    titles = shown.locator("#charts figcaption").all_inner_texts()
    assert titles[-2:] == ["Rate by snr, %", "Rate by date, %"]
    chart = shown.locator("#charts .chart", has_text="Rate by snr")
    assert chart.locator("svg").get_attribute("aria-label") == "Rate by snr, %"
    assert chart.locator("circle").count() == 11
    chart.locator("summary").click()
    # Eleven utterances in two parts: two or three of five or six are wrong, a quarter of each.
    assert [line.split("\t") for line in chart.locator("table").inner_text().splitlines()] == [
        ["-10 to 15", "12.5 %, 3 of 24, 6 utterances"],
        ["20 to 40", "10.0 %, 2 of 20, 5 utterances"],
    ]
    shown.locator("#charts .chart", has_text="Rate by date").locator("circle").last.click()
    assert shown.locator("#list tr.chosen").inner_text().startswith("u-11")
