"""The card of the answer, and the text of a recording with its errors in their places, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from scorelite import scoring
from scorelite.scoring.cli.main import main
from scorelite.scoring.report.words.page import render
from tests.report.words.conftest import Open

pytestmark = pytest.mark.slow

REFS = {"a": "one two three four", "b": "five six"}
SAID = {"small": {"a": "one two three four", "b": "five sicks"}, "base": {"a": "won too three", "b": "five six seven"}}


def systems() -> list[scoring.Result]:
    return [scoring.score(REFS, said) for said in SAID.values()]


def compared(folder: Path, *options: str) -> str:
    """The page that the command writes for both systems."""
    for name, texts in {"ref": REFS, **SAID}.items():
        (folder / f"{name}.test.trn").write_text("".join(f"{text} ({key})\n" for key, text in texts.items()))
    files = [str(folder / f"{name}.test.trn") for name in ("ref", *SAID)]
    with pytest.raises(SystemExit):
        main(["compare", "--ref", *files, "--page", str(folder / "p.html"), *options])
    return (folder / "p.html").read_text(encoding="utf-8")


def marks(shown: Any) -> list[tuple[str, str]]:
    """Classes and texts of the errors in the text."""
    script = "Array.from(document.querySelectorAll('article .mark'), m => [m.className, m.textContent])"
    return [(name.removesuffix(" current"), text) for name, text in shown.evaluate(script)]


def test_the_card_says_which_system_is_better_and_how_sure_that_is(opened: Open, tmp_path: Path, capsys: Any) -> None:
    shown = opened(text=compared(tmp_path))
    assert (
        shown.locator(".answer").inner_text()
        == "small has a lower rate than base, but utterances are too few for a test: 16.7 % against 66.7 %"
    )
    assert shown.locator(".results th").all_inner_texts() == ["small", "base"]
    assert shown.locator(".results .beside").all_inner_texts() == ["best", "+50.0 points, too few for a test"]
    assert not shown.locator("#rates").is_visible()


def test_title_and_names_are_those_of_the_options(opened: Open, tmp_path: Path, capsys: Any) -> None:
    shown = opened(text=compared(tmp_path, "--title", "Spring test", "--name", "B=Old", "--name", "small.test.trn=New"))
    assert shown.title() == "Spring test"
    assert shown.locator("h1").inner_text() == "Spring test"
    assert shown.locator("#system option").all_text_contents() == ["New", "Old"]
    capsys.readouterr()
    assert main(["compare", "a.json", "b.json", "--name", "a=b"]) == 2
    assert "--name has no effect without --ref and several hypotheses" in capsys.readouterr().err


def test_a_result_of_one_recording_opens_as_a_text_with_its_errors_in_their_places(opened: Open) -> None:
    shown = opened(scoring.score(["the cat sat here"], ["the bat sat down on"]))
    assert shown.locator("#text").is_visible()
    assert not shown.locator("#list").is_visible()
    assert marks(shown)[0] == ("mark substituted", "catbat")
    assert sorted(name for name, _ in marks(shown)) == ["mark inserted", "mark substituted", "mark substituted"]
    shown.keyboard.press("n")
    assert shown.locator("article .mark.current").text_content() == "catbat"
    assert "error 1 of 3" in shown.locator("#here").inner_text()
    shown.keyboard.press("n")
    shown.keyboard.press("p")
    assert shown.locator("article .mark.current").text_content() == "catbat"
    assert shown.locator(".margin rect").count() >= 2


def test_words_are_struck_only_where_all_systems_missed_them(opened: Open) -> None:
    both = [scoring.score({"a": "x y z", "b": "q"}, {"a": said, "b": "q"}) for said in ("z", "y z")]
    shown = opened(*both, names=("one", "two"), fragment="#view=text")
    assert marks(shown) == [("mark deleted", "x"), ("mark deleted partly", "y")]
    shown.evaluate("change({ view: 'utterances', row: '0' })")
    assert shown.locator("#detail .ref.missed").all_text_contents() == ["x"]


def test_the_text_of_an_utterance_is_one_click_away_from_its_row(opened: Open, tmp_path: Path) -> None:
    (tmp_path / "ref.stm").write_text("one A s 0 2 a b\none A s 2 4 c\ntwo A s 0 2 d e\n")
    (tmp_path / "hyp.ctm").write_text("one A 0.5 1 a\none A 2.5 1 x\ntwo A 0.5 0.5 d\n")
    shown = opened(scoring.score_files(str(tmp_path / "ref.stm"), str(tmp_path / "hyp.ctm")))
    assert shown.locator("#list").is_visible()
    shown.locator("#list tbody tr", has_text="s-002").or_(shown.locator("#list tbody tr").nth(2)).first.click()
    shown.locator("#detail button", has_text="in its text").click()
    name = shown.locator(".reading-head select").input_value()
    assert (
        marks(shown)
        == {"one": [("mark deleted", "b"), ("mark substituted", "cx")], "two": [("mark deleted", "e")]}[name]
    )
    shown.locator(".reading-head select").select_option("one" if name == "two" else "two")
    assert len(marks(shown)) == (2 if name == "two" else 1)


def test_a_narrow_window_shows_cards_and_one_sheet_of_filters(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "p.html").write_bytes(b"".join(render(systems(), ("small", "base"))))
    shown = browser.new_page()
    shown.set_viewport_size({"width": 400, "height": 800})
    shown.goto((tmp_path / "p.html").as_uri())
    shown.locator("html[data-ready]").wait_for(state="attached")
    assert shown.evaluate("document.documentElement.scrollWidth") <= 400
    assert shown.locator("#list tbody tr").first.bounding_box()["y"] < 700
    assert not shown.locator("#kind").is_visible()
    shown.locator("#filter").click()
    assert shown.locator("#kind").is_visible()
    shown.locator("#facets .link").first.click()
    assert not shown.locator("#kind").is_visible()


def test_errors_of_three_systems_and_the_alignment_stand_side_by_side(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "p.html").write_bytes(b"".join(render([*systems(), systems()[1]], ("small", "base", "tiny"))))
    shown = browser.new_page()
    shown.set_viewport_size({"width": 1280, "height": 800})
    shown.goto((tmp_path / "p.html").as_uri())
    shown.locator("html[data-ready]").wait_for(state="attached")
    errors, detail = (shown.locator(part).first.bounding_box() for part in ("#list td.wide", "#detail"))
    assert errors["width"] > 200
    assert errors["x"] + errors["width"] <= detail["x"] + 1
    assert detail["x"] + detail["width"] <= 1280
    assert shown.locator("#list .sizer").bounding_box()["height"] < 100


def test_escape_clears_the_search(opened: Open) -> None:
    shown = opened(*systems(), names=("small", "base"))
    shown.locator("#query").fill("six")
    shown.locator(".chip").wait_for()
    shown.locator("#query").press("Escape")
    shown.locator(".chip").wait_for(state="detached")
    assert shown.locator("#query").input_value() == ""


def test_without_scripts_a_short_recording_is_a_text(chromium: Any, tmp_path: Path) -> None:
    (tmp_path / "p.html").write_bytes(scoring.score(["the cat sat here"], ["the bat sat down here"]).page())
    session = chromium.new_context(java_script_enabled=False)
    shown = session.new_page()
    shown.goto((tmp_path / "p.html").as_uri())
    assert shown.locator("#static p.read").inner_text() == "the catbat sat down here"
    assert shown.locator("#static p.read del").all_inner_texts() == ["cat"]
    session.close()


def test_keys_of_the_timeline_work_while_a_button_has_the_focus(opened: Open, tmp_path: Path) -> None:
    (tmp_path / "ref.stm").write_text("one A s 0 2 a b\none A s 2 4 c\n")
    (tmp_path / "hyp.ctm").write_text("one A 0.5 1 a\none A 2.5 1 x\n")
    shown = opened(scoring.score_files(str(tmp_path / "ref.stm"), str(tmp_path / "hyp.ctm")))
    shown.locator("[data-view=timeline]").click()
    before = shown.evaluate("timeline.window")
    shown.keyboard.press("+")
    assert shown.evaluate("timeline.window") == [before[0] + 1000, before[1] - 1000]
    shown.keyboard.press("0")
    assert shown.evaluate("timeline.window") == before
    shown.keyboard.press("?")
    assert "timeline" in shown.locator("#help").inner_text()


def test_help_lists_every_key_and_no_other(opened: Open, tmp_path: Path) -> None:
    (tmp_path / "ref.stm").write_text("one A s 0 2 a b\none A s 2 4 c\n")
    (tmp_path / "hyp.ctm").write_text("one A 0.5 1 a\none A 2.5 1 x\n")
    shown = opened(scoring.score_files(str(tmp_path / "ref.stm"), str(tmp_path / "hyp.ctm")))
    shown.locator("[data-view=timeline]").click()
    written = {
        "ArrowDown": "arrows",
        "ArrowUp": "arrows",
        "ArrowLeft": "left",
        "ArrowRight": "right",
        "PageDown": "page down",
        "PageUp": "page up",
    }
    keys = shown.evaluate("[...Object.keys(KEYS), ...Object.keys(timeline.keys)]")
    heads = shown.locator("#help tr:not([hidden]) th").all_text_contents()
    listed = {name for head in heads for name in re.findall(r"page down|page up|[^ ,]+", head)}
    assert listed == {written.get(key, key.lower()) for key in keys}


def test_copy_link_says_that_it_copied(opened: Open) -> None:
    shown = opened(*systems(), names=("small", "base"))
    shown.locator("#link").click()
    shown.locator("#link", has_text="Copied").wait_for()
    shown.locator("#link", has_text="Copy link").wait_for()


def test_targets_are_as_high_as_a_finger_needs(opened: Open) -> None:
    shown = opened(*systems(), names=("small", "base"))
    shown.locator("#facets:not([aria-busy])").wait_for()
    script = """Array.from(document.querySelectorAll('button, select, input, summary'))
      .map(each => [each.outerHTML, each.getBoundingClientRect().height])
      .filter(([, height]) => height > 0 && height < 24)"""
    assert shown.evaluate(script) == []
