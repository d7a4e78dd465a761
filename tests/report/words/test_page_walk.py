"""Pages as readers use them: an error that was planted is found by three clicks, and everyone can use every view."""

from __future__ import annotations

import functools
import random
from pathlib import Path
from typing import Any

import pytest

from scorelite import scoring
from scorelite.scoring import kws, meetings
from scorelite.scoring.segments.api import score_segments
from tests.conftest import ROOT
from tests.often import slow_but_for
from tests.report.words.conftest import settled

pytestmark = pytest.mark.slow

DEMO = ROOT / "resources" / "demo"
# Elements whose contrast axe cannot tell (a text without letters, or one that is scrolled out of sight or lies on a
# picture) with their contrast: the colour of the text against the nearest ground that is painted.
UNDECIDED = """found => {
  // A mixed colour is computed as color(srgb ...), whose parts are at most 1.
  const most = text => text.startsWith("color(") ? 255 : 1;
  const parts = text => (text.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map((v, k) => k < 3 ? v * most(text) : Number(v));
  const light = ([r, g, b]) => [r, g, b].map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  return found.flatMap(check => check.nodes).map(node => {
    const element = document.querySelector(node.target.at(-1)), style = getComputedStyle(element);
    const drawn = element instanceof SVGElement, text = drawn ? style.fill : style.color;
    const beside = drawn && element.closest("g.span")?.querySelector("rect");
    let ground = element, colour = beside ? parts(getComputedStyle(beside).fill) : [0, 0, 0, 0];
    for (; ground && colour[3] === 0; ground = ground.parentElement) {
      colour = parts(getComputedStyle(ground).backgroundColor);
    }
    const [a, b] = [light(parts(text)), light(colour)].sort((x, y) => y - x);
    return [node.html, text, (a + 0.05) / (b + 0.05)];
  });
}"""


def test_a_planted_error_is_found_by_three_clicks(browser: Any, tmp_path: Path) -> None:
    """Behind "the", "station" is heard as "nation"; the demo set and chance make all other errors."""
    chance = random.Random(3)
    places = ("station", "old station", "harbour", "station", "train", "tower")
    texts = [f"we {chance.choice(('left', 'saw', 'like'))} the {chance.choice(places)} today" for _ in range(60)]
    refs = {f"plan-{k:03d}": text for k, text in enumerate(texts)}
    hyps = {
        key: text.replace("the station", "the nation").replace("saw", chance.choice(("saw", "so")))
        for key, text in refs.items()
    }
    demo = scoring.score_files(str(DEMO / "ref.trn"), str(DEMO / "hyp.trn"))
    refs |= {each.id: str(each.ref) for each in demo.utterances}
    hyps |= {each.id: str(each.hyp) for each in demo.utterances}
    planted = {key for key, text in refs.items() if "the station" in text and "nation" in hyps[key].split()}
    (tmp_path / "p.html").write_bytes(scoring.score(refs, hyps).page())
    shown = browser.new_page()
    shown.goto((tmp_path / "p.html").as_uri())
    shown.locator("html[data-ready]").wait_for(state="attached")
    settled(shown)
    shown.locator("[data-facet=Pairs] .link").first.click()
    settled(shown)
    before, error = "#list tbody td:nth-child(2)", "#list tbody td:nth-child(3)"
    assert set(shown.locator(error).all_inner_texts()) == {"station → nation"}
    assert set(shown.evaluate("Array.from(shown.rows, row => model.ids.at(viewOf().owner(row)))")) == planted
    shown.locator("#list thead button", has_text="before").click()
    settled(shown)
    left = [text.split()[-1] for text in shown.locator(before).all_inner_texts()]
    assert len(left) > 10
    assert set(left) == {"the"}
    shown.locator("#list tbody tr").first.click()
    settled(shown)
    assert shown.locator("#detail .step.wrong .ref").first.inner_text() == "station"


@functools.cache
def pages() -> dict[str, tuple[bytes, tuple[str, ...]]]:
    """A page of each kind with the views to look at."""
    plain, timed = (
        scoring.score_files(str(DEMO / ref), str(DEMO / hyp))
        for ref, hyp in (("ref.trn", "hyp.trn"), ("ref.stm", "hyp.ctm"))
    )
    music = {"talk": [("music", 0.0, 5.0), ("speech", 5.0, 9.0)]}
    heard = {"talk": [("speech", 1.0, 6.0), ("noise", 6.0, 9.5)]}
    talk = {"t": [("anna", "a b c", 0.0, 2.0), ("ben", "e", 2.0, 3.0)]}
    said = {"t": [("1", "a x", 0.0, 2.0), ("2", "e f", 2.0, 3.0)]}
    terms = {"mon": [("hello", 1.0, 1.5)], "tue": [("bye", 2.0, 2.5)]}
    pages = {"mon": [("hello", 1.1, 1.5, 0.9), ("bye", 7.0, 7.5, 0.8)]}
    return {
        "plain": (plain.page(), ("row=2", "view=errors&row=1", "view=charts")),
        "timed": (timed.page(), ("view=timeline&row=2",)),
        "segments": (score_segments(music, heard, measure="classes").page(), ("",)),
        "meetings": (meetings.score(talk, said, measure="cp").page(), ("",)),
        "keywords": (kws.evaluate(terms, pages, ["hello", "bye"], {"mon": 60.0, "tue": 60.0}).page(), ("",)),
    }


@pytest.mark.parametrize(
    "name", slow_but_for(["plain", "timed", "segments", "meetings", "keywords"], ("plain", "segments").__contains__)
)
def test_a_narrow_window_reaches_every_control_by_one_menu(browser: Any, tmp_path: Path, name: str) -> None:
    (tmp_path / "p.html").write_bytes(pages()[name][0])
    shown = browser.new_page()
    shown.set_viewport_size({"width": 400, "height": 800})
    shown.on("pageerror", lambda error: pytest.fail(str(error)))
    shown.goto((tmp_path / "p.html").as_uri())
    shown.locator("html[data-ready]").wait_for(state="attached")
    controls = [shown.locator(f"#{name}") for name in ("export", "link", "keys")]
    assert not any(control.is_visible() for control in controls)
    shown.locator("#more").focus()
    shown.keyboard.press("Enter")
    assert all(control.is_visible() for control in controls)
    boxes = [control.bounding_box() for control in controls]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 400 for box in boxes)
    shown.keyboard.press("Tab")
    assert shown.evaluate("document.activeElement.id") == "export"
    shown.keyboard.press("Escape")
    assert (controls[0].is_visible(), shown.evaluate("document.activeElement.id")) == (False, "more")
    shown.locator("#more").click()
    controls[2].click()
    assert shown.locator("#help").is_visible()
    shown.keyboard.press("Escape")
    shown.locator("#filter").click()
    assert shown.locator("#facets").is_visible()
    shown.locator("#filter").click()  # in sight, though the filters lie over the page
    assert not shown.locator("#facets").is_visible()


def test_a_word_and_what_was_heard_stand_on_one_line_of_a_phone(browser: Any, tmp_path: Path) -> None:
    refs = " ".join(f"please have your {'x' * size}ticket ready" for size in range(12))
    (tmp_path / "p.html").write_bytes(scoring.score([refs], [refs.replace("ticket", "bicycle")]).page())
    shown = browser.new_page()
    shown.set_viewport_size({"width": 400, "height": 800})
    shown.goto((tmp_path / "p.html").as_uri())
    shown.locator("html[data-ready]").wait_for(state="attached")
    lines = "Array.from(document.querySelectorAll('article ruby'), ruby => ruby.getClientRects().length)"
    assert shown.evaluate(lines) == [1] * 12
    shown.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert "recognised" in (shown.locator("#print").text_content() or "")


@pytest.mark.parametrize("name", ["segments", "meetings"])
def test_keys_that_the_help_names_work_on_pages_of_recordings(browser: Any, tmp_path: Path, name: str) -> None:
    (tmp_path / "p.html").write_bytes(pages()[name][0])
    shown = browser.new_page()
    shown.on("pageerror", lambda error: pytest.fail(str(error)))
    shown.goto((tmp_path / "p.html").as_uri())
    shown.locator("html[data-ready]").wait_for(state="attached")

    def press(*keys: str) -> Any:
        for key in keys:
            shown.keyboard.press(key)
        return shown.evaluate("[list.chosen, timeline.window[1] - timeline.window[0], document.activeElement.id]")

    whole = press()[1]
    assert press("j")[0] == 0
    last = shown.evaluate("shown.rows.length - 1")
    assert press("End")[0] == press("PageDown")[0] == last > 0
    assert press("k")[0] == last - 1
    assert press("ArrowDown")[0] == last
    assert press("Home")[0] == 0
    assert press("Escape")[0] == -1
    assert press("0", "+")[1] == whole / 2
    before = shown.evaluate("timeline.window[0]")
    press("e", "ArrowLeft")
    assert shown.evaluate("timeline.window[0]") != before
    assert press("0")[1] == whole
    assert press("/")[2] == "query"
    shown.keyboard.type("zz")
    assert shown.evaluate("shown.rows.length") == 0
    assert press("Escape")[2] == "query"
    assert shown.evaluate("shown.rows.length") == last + 1
    assert press("Escape")[2] == ""
    press("?")
    assert shown.locator("#help .timed").first.is_visible()


@pytest.mark.slow
# Contrasts are those of the colours, and what is in sight that of the width.
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 400)])
def test_axe_finds_nothing_in_any_view(chromium: Any, axe: str, tmp_path: Path, scheme: str, width: int) -> None:
    session = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    for name, (data, views) in pages().items():
        (tmp_path / f"{name}.html").write_bytes(data)
        for view in views:
            shown = session.new_page()
            shown.goto(f"{(tmp_path / name).as_uri()}.html#{view}")
            shown.locator("html[data-ready]").wait_for(state="attached")
            actual = shown.evaluate(f"{axe}; axe.run({{resultTypes: ['violations', 'incomplete']}})")
            contrasts = [each for each in actual["incomplete"] if each["id"] == "color-contrast"]
            others = [each for each in actual["violations"] + actual["incomplete"] if each not in contrasts]
            assert not [(each["id"], each["nodes"][0]["html"]) for each in others], (name, view)
            undecided = shown.evaluate(UNDECIDED, contrasts)
            assert not [each for each in undecided if each[2] < 4.5], (name, view)
            shown.close()
    session.close()
