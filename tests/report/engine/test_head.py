"""The head that all pages share, and wide tables and folds below it, in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorelite import kws, meetings, scoring
from scorelite.scoring.report import page_pieces
from scorelite.scoring.segments.api import score_segments
from tests.conftest import ROOT

DEMO = ROOT / "resources" / "demo"
NAMES = [f"talk{number}" for number in range(6)]
WORDS = scoring.score(["a b c d"] * 20, ["a x c d"] * 10 + ["a b c d"] * 10)
BETTER = scoring.score(["a b c d"] * 20, ["a b c d"] * 19 + ["a b c"])
SEGMENTS = score_segments(
    {name: [("anna", 0.0, 5.0), ("ben", 5.0, 9.0)] for name in NAMES},
    {name: [("1", 0.5, 6.0), ("2", 6.0, 9.5)] for name in NAMES[1:]} | {NAMES[0]: [("1", 0.0, 9.0)]},
    measure="diarisation",
)
MEETINGS = meetings.score(
    {name: [("anna", "a b c", 0.0, 2.0), ("ben", "e", 2.0, 3.0)] for name in NAMES},
    {name: [("1", "a x", 0.0, 2.0), ("2", "e f", 2.0, 3.0)] for name in NAMES},
)
TIMED = scoring.score_files(str(DEMO / "ref.stm"), str(DEMO / "hyp.ctm"))
KEYWORDS = kws.evaluate(
    {"mon": [(name, 10.0 * place, 10.0 * place + 1) for place, name in enumerate(NAMES)]},
    {"mon": [(name, 10.0 * place, 10.0 * place + 1, 0.9) for place, name in enumerate(NAMES[1:], 1)]},
    NAMES,
    {"mon": 600.0},
)
PAGES = {
    "words": ([WORDS], "12.5 %", "95 % interval", ["10 substitutions", "0 deletions", "0 insertions"]),
    "systems": ([WORDS, BETTER], "1.3 %", "95 % interval", ["0 substitutions", "1 deletion", "0 insertions"]),
    "timed": ([TIMED], "11.8 %", "95 % interval", ["substitution", "deletion", "insertion"]),
    "segments": ([SEGMENTS], "21.3 %", "95 % interval", ["confused", "missed", "false alarm"]),
    "meetings": ([MEETINGS], "75.0 %", "95 % interval", ["6 substitutions", "6 deletions", "6 insertions"]),
    "keywords": ([KEYWORDS], "0.833", "95 % interval", ["1 miss", "0 false alarms"]),
}


def opened(browser: Any, folder: Path, name: str, *, width: int = 1280, scheme: str = "light") -> Any:
    """The page of this kind in a window."""
    results = PAGES[name][0]
    text = b"".join(page_pieces(results, names=("old", "new"))) if len(results) > 1 else results[0].page()
    (folder / "p.html").write_bytes(text)
    shown = browser.new_page()
    shown.set_viewport_size({"width": width, "height": 900})
    shown.emulate_media(color_scheme=scheme)
    shown.on("pageerror", lambda error: pytest.fail(str(error)))
    shown.goto((folder / "p.html").as_uri())
    shown.locator("html[data-ready]").wait_for(state="attached")
    return shown


def assert_nothing_is_cut_but_what_scrolls_with_a_shadow(shown: Any) -> None:
    """Nothing of a page that is 400 pixels wide is out of reach."""
    assert shown.evaluate("document.documentElement.scrollWidth") == 400
    # An element that ends beyond the window lies in a box that scrolls.
    cut = """() => Array.from(document.querySelectorAll("main *")).filter(part => {
      const box = part.getBoundingClientRect();
      return box.width && box.right > 401 && !part.closest(".scrolled, .scroll, #list, #timeline, #side");
    }).map(part => part.outerHTML.slice(0, 80))"""
    assert shown.evaluate(cut) == []
    for box in shown.locator(".scrolled").all():
        shadows, tabs = box.evaluate("part => [getComputedStyle(part).backgroundAttachment, part.tabIndex]")
        assert (shadows, tabs) == ("local, local, scroll, scroll", 0)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_begins_with_its_number_and_cuts_nothing_at_400_pixels(browser: Any, tmp_path: Path, name: str) -> None:
    shown = opened(browser, tmp_path, name)
    _, number, interval, errors = PAGES[name]
    best = shown.locator(".card .best")
    rate = best.locator(".rate")
    assert rate.inner_text().startswith(number)
    assert rate.evaluate("part => parseFloat(getComputedStyle(part).fontSize)") >= 22
    assert best.locator(".between").inner_text().startswith(interval)
    swatches = best.locator(".swatch").all_inner_texts()
    assert all(error in swatch for swatch, error in zip(swatches, errors, strict=True))
    assert shown.locator("h1").count() == 1
    shown.set_viewport_size({"width": 400, "height": 900})
    assert_nothing_is_cut_but_what_scrolls_with_a_shadow(shown)


def test_all_views_of_a_page_with_times_are_in_sight_at_400_pixels(browser: Any, tmp_path: Path) -> None:
    shown = opened(browser, tmp_path, "timed", width=400)
    boxes = [button.bounding_box() for button in shown.locator("#views button").all()]
    assert len(boxes) == 5
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 400 for box in boxes)
    assert len({box["y"] for box in boxes}) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_keywords_stand_before_a_small_curve_of_the_colours_of_the_page(
    browser: Any, tmp_path: Path, scheme: str
) -> None:
    shown = opened(browser, tmp_path, "keywords", scheme=scheme)
    curve, table = shown.locator("#curve"), shown.locator("#keywords")
    assert table.evaluate("(part, svg) => part.compareDocumentPosition(svg)", curve.element_handle()) == 4
    box = curve.bounding_box()
    assert box["width"] <= 400
    assert box["height"] <= 320
    assert table.bounding_box()["y"] < 300
    assert curve.evaluate("part => getComputedStyle(part).backgroundColor") == "rgba(0, 0, 0, 0)"
    line = curve.locator("polyline").evaluate("part => getComputedStyle(part).stroke")
    assert line == {"light": "rgb(0, 114, 178)", "dark": "rgb(86, 180, 233)"}[scheme]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("segments", ["confused", "missed", "false alarm"]),
        ("meetings", ["substituted", "deleted", "inserted"]),
        ("keywords", ["missed", "false alarm"]),
    ],
)
def test_a_page_has_one_word_for_each_kind_of_error(browser: Any, tmp_path: Path, name: str, words: list[str]) -> None:
    shown = opened(browser, tmp_path, name)
    heads = shown.locator("#sums th, #values th").all_inner_texts()
    # A count has the noun of the word: substituted, substitutions.
    assert [word for word in words if word[:4] in " ".join(heads)] == words
    if shown.locator("#timeline").is_visible():
        assert shown.locator("#timeline .sample").all_inner_texts() == words
    assert [text for text in shown.locator("#help .sample").all_text_contents() if text] == words
    facet = shown.locator("#facets .facet").first.locator("td.text").all_inner_texts()
    assert set(facet) <= {*words}
    others = {"confused", "substituted", "inserted", "false alarm", "of another speaker"} - {*words}
    assert not [word for word in others if word in shown.locator("main").inner_text()]
