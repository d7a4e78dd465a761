"""Pages escape every text that enters them, and their tables sort in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorelite.scoring.report.engine.page import Cell, element, page, table

EVIL = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>"


def evil_page() -> str:
    """A page with markup in every place that takes a text."""
    cell = Cell(EVIL, EVIL, text=True)
    body = [EVIL, element("p", EVIL, title=EVIL), *table([cell], [[cell]], [cell], name=EVIL)]
    return "".join(page(EVIL, body))


def test_markup_in_any_text_is_shown_as_text() -> None:
    text = evil_page()
    assert "<img" not in text
    assert text.count("<script>") == 1
    assert text.count("&lt;img src=x onerror=alert(1)&gt;") == 10


def test_markup_in_any_text_runs_nothing(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "p.html").write_text(evil_page(), encoding="utf-8")
    shown = browser.new_page()
    dialogs: list[Any] = []
    shown.on("dialog", lambda dialog: (dialogs.append(dialog), dialog.dismiss()))
    shown.goto((tmp_path / "p.html").as_uri())
    assert shown.locator("script").count() == 1
    assert shown.locator("img").count() == 0
    assert shown.locator("td").first.inner_text() == EVIL
    assert not dialogs


def test_the_policy_of_a_page_stops_a_foreign_script_and_lets_its_own_run(browser: Any, tmp_path: Path) -> None:
    text = "".join(page("t", table([Cell("n")], [[Cell("2")], [Cell("1")]])))
    hacked = text.replace("</body>", "<script>document.title = 'hacked'</script></body>")
    (tmp_path / "p.html").write_text(hacked, encoding="utf-8")
    shown = browser.new_page()
    shown.goto((tmp_path / "p.html").as_uri())
    assert shown.title() == "t"
    shown.locator("th").click()
    assert shown.locator("td").all_inner_texts() == ["1", "2"]
    assert shown.locator("th").evaluate("head => getComputedStyle(head).cursor") == "pointer"


def test_columns_sort_numbers_before_texts_and_leave_cells_without_a_value_last(browser: Any, tmp_path: Path) -> None:
    values = ["b", "10", "", "9", "-1.5", "a", "1e-3"]
    rows = [[Cell(f"row {place}", text=True), Cell(value or "-", value)] for place, value in enumerate(values)]
    (tmp_path / "p.html").write_text("".join(page("t", table([Cell("r"), Cell("v")], rows))), encoding="utf-8")
    shown = browser.new_page()
    shown.on("pageerror", lambda error: pytest.fail(str(error)))
    shown.goto((tmp_path / "p.html").as_uri())
    shown.locator("th").nth(1).click()
    assert shown.locator("td:nth-child(2)").all_inner_texts() == ["-1.5", "1e-3", "9", "10", "a", "b", "-"]
    shown.locator("th").nth(1).press("Enter")
    assert shown.locator("td:nth-child(2)").all_inner_texts() == ["b", "a", "10", "9", "1e-3", "-1.5", "-"]


def test_two_tables_of_a_page_sort_by_themselves_and_a_plain_one_does_not(browser: Any, tmp_path: Path) -> None:
    rows = [[Cell("2")], [Cell("1")]]
    body = [text for name in "ab" for text in table([Cell("n")], rows, name=name)]
    body += table([Cell("n")], rows, name="c", sortable=False)
    (tmp_path / "p.html").write_text("".join(page("t", body)), encoding="utf-8")
    shown = browser.new_page()
    shown.goto((tmp_path / "p.html").as_uri())
    for name in "bc":
        shown.locator(f"#{name} th").click()
    actual = [shown.locator(f"#{name} td").all_inner_texts() for name in "abc"]
    assert actual == [["2", "1"], ["1", "2"], ["2", "1"]]
