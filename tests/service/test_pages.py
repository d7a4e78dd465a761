"""The pages in a real browser that reaches nothing but the service."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from scorelite.scoring.service.methods import METHODS
from tests.conftest import ROOT, Run
from tests.service.conftest import Service

REF = "The colour of the night train was grey and the conductor read every one of the tickets in his hand"
HYP = "the color of the night train was grey and the conductor red every one of the big tickets in his hand"


@pytest.fixture
def page(browser: Any, service: Service) -> Any:
    """A page that fails the test where it reports an error, or asks for an address of another host."""
    shown = browser.new_page()
    wrong: list[str] = []
    shown.on("console", lambda message: wrong.append(message.text) if is_complaint(message) else None)
    shown.on("pageerror", lambda error: wrong.append(str(error)))
    shown.on("request", lambda request: None if is_own(request.url, service) else wrong.append(request.url))
    yield shown
    assert wrong == []


def is_complaint(message: Any) -> bool:
    """Whether a line of the console is about an error; the browser writes one for each answer of a state above 399."""
    return message.type in ("error", "warning") and "the server responded with a status of 422" not in message.text


def is_own(address: str, service: Service) -> bool:
    return address.startswith((service.address, f"blob:{service.address}", "data:"))


def waited_for(page: Any, text: str) -> None:
    page.wait_for_function("(text) => document.getElementById('status').textContent.includes(text)", arg=text)


def photographed(page: Any, name: str, tmp_path: Path) -> None:
    """A picture of the page, kept where SCORELITE_SHOTS names a folder."""
    path = tmp_path / f"{name}.png"
    page.screenshot(path=path, full_page=True)
    assert path.stat().st_size > 10_000
    if folder := os.environ.get("SCORELITE_SHOTS"):
        shutil.copy(path, folder)


def test_two_texts_are_compared_a_pair_is_counted_as_equal_and_the_rules_work_elsewhere(
    page: Any, service: Service, scorelite: Run, tmp_path: Path
) -> None:
    page.goto(service.address)
    page.fill("#ref-text", REF)
    page.fill("#hyp-text", HYP)
    page.press("#hyp-text", "Control+Enter")
    waited_for(page, "WER 15.0 %: 3 errors in 20 words")
    pairs = page.locator("#pairs tbody tr").all_inner_texts()
    assert [row.split("\t")[:3] for row in pairs] == [["colour", "color", "1"], ["read", "red", "1"]]
    page.get_by_role("button", name="count colour and color as equal", exact=True).click()
    waited_for(page, "counted as equal: colour and color; WER 10.0 %")
    page.get_by_role("button", name="read, substituted by red: count these as equal").press("Enter")
    waited_for(page, "WER 5.0 %")
    assert [row.split("\t")[:2] for row in page.locator("#rules tbody tr").all_inner_texts()] == [
        ["color", "colour"],
        ["red", "read"],
    ]
    assert page.evaluate("document.activeElement.id") == "score-head"
    photographed(page, "compare", tmp_path)
    page.emulate_media(color_scheme="dark")
    photographed(page, "compare_dark", tmp_path)
    with page.expect_download() as download:
        page.click("#download")
    download.value.save_as(tmp_path / "rules.csv")
    assert (tmp_path / "rules.csv").read_text() == '"color","colour"\n"red","read"\n'
    (tmp_path / "ref.txt").write_text(REF + "\n")
    (tmp_path / "hyp.txt").write_text(HYP + "\n")
    done = scorelite("score", "ref.txt", "hyp.txt", "--normalise", "rules.csv")
    assert b"WER      5.0 %" in done.stdout
    page.get_by_role("button", name="remove the rule: red becomes read").click()
    waited_for(page, "removed: red becomes read; WER 10.0 %")


def test_phrases_are_counted_as_equal(page: Any, service: Service) -> None:
    page.goto(service.address)
    page.fill("#ref-text", "he read every one of them")
    page.fill("#hyp-text", "he read everyone of them")
    page.click("button.main")
    page.get_by_role("button", name="count every one and everyone as equal").click()
    waited_for(page, "counted as equal: every one and everyone; WER 0.0 %")


def test_files_of_any_format_are_compared_and_a_normaliser_shows_what_it_changed(page: Any, service: Service) -> None:
    demo = ROOT / "resources" / "demo"
    page.goto(service.address)
    page.set_input_files("#ref-file", demo / "ref.stm")
    page.set_input_files("#hyp-file", demo / "hyp.ctm")
    page.select_option("#normalise", "basic")
    page.click("button.main")
    waited_for(page, "errors in 153 words")
    assert page.locator(".utterance").count() == 20
    assert (
        page.locator("#before").inner_text()
        == "Without the normaliser and rules: 11.8 %, 18 errors. No rule changed a text."
    )
    words = page.locator(".step").count()
    page.check("#whole")
    assert page.locator(".step").count() > words


def test_a_wrong_file_is_shown_with_its_place_and_caret(page: Any, service: Service) -> None:
    page.goto(service.address)
    page.fill("#ref-text", "a 1 oops 0.5 hello")
    page.select_option("#ref-format", "ctm")
    page.fill("#hyp-text", "hello")
    page.click("button.main")
    page.wait_for_selector("#problem:not([hidden])")
    assert "reference:1:5: " in page.locator("#problem").inner_text()
    assert page.locator("#problem").inner_text().splitlines()[2].strip() == "^"


def test_markup_in_texts_is_text(page: Any, service: Service) -> None:
    page.goto(service.address)
    page.fill("#ref-text", "<img src=x onerror=alert(1)> a\" 'b,c")
    page.fill("#hyp-text", '<script>alert(1)</script> a"" b,c')
    page.click("button.main")
    page.wait_for_selector("#results:not([hidden])")
    assert page.locator("main img, main script").count() == 0
    page.locator("#pairs button").first.click()
    waited_for(page, "counted as equal")


def test_the_explorer_tries_methods_of_both_interfaces(page: Any, service: Service, tmp_path: Path) -> None:
    page.goto(f"{service.address}explorer")
    page.locator("#method-align summary").click()
    page.locator("#method-align button").click()
    page.wait_for_selector("#answer-align:has-text('200')")
    assert '"operations": "CCCI"' in page.locator("#answer-align").inner_text()
    page.locator("#method-metrics-wer summary").click()
    page.locator("#method-metrics-wer button").click()
    page.wait_for_selector("#answer-metrics-wer:has-text('result')")
    assert page.locator("#methods details").count() == len(METHODS)
    assert page.locator("#benchmarkstt details").count() == 22
    photographed(page, "explorer", tmp_path)


@pytest.mark.parametrize("path", ["", "explorer"])
def test_every_field_has_a_label_and_every_head_its_level(path: str, page: Any, service: Service) -> None:
    page.goto(service.address + path)
    page.wait_for_load_state("networkidle")
    fields = "[...document.querySelectorAll('input, textarea, select')]"
    bare = page.evaluate(f"{fields}.filter((one) => !one.labels.length).map((one) => one.id)")
    assert bare == []
    assert page.evaluate("document.documentElement.lang") == "en"
    assert page.locator("h1").count() == 1


def read_downloaded(page: Any, tmp_path: Path) -> str:
    with page.expect_download() as download:
        page.click("#page")
    assert download.value.suggested_filename == "errors.html"
    download.value.save_as(tmp_path / "errors.html")
    return (tmp_path / "errors.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("what", "rate", "parts"),
    [
        ("word", "17.6 % WER", ["2 substitutions", "0 deletions", "1 insertion", "15 correct"]),
        ("meetings", "13.3 % cpWER", ["1 substitution", "1 deletion", "0 insertions", "13 correct"]),
        ("diarisation", "26.3 % DER", ["2.5 s confused", "0.0 s missed", "0.0 s false alarm"]),
    ],
)
def test_an_example_is_scored_by_one_click_and_its_page_is_downloaded(
    what: str, rate: str, parts: list[str], page: Any, service: Service, tmp_path: Path
) -> None:
    page.goto(service.address)
    page.wait_for_load_state("networkidle")
    page.select_option("#what", what)
    page.click("#example")
    page.wait_for_selector("#results:not([hidden])")
    assert page.locator(".rate").inner_text() == rate
    assert page.locator(".swatch").all_inner_texts() == parts
    photographed(page, f"example_{what}", tmp_path)
    page.emulate_media(color_scheme="dark")
    photographed(page, f"example_{what}_dark", tmp_path)
    page.set_viewport_size({"width": 400, "height": 800})
    photographed(page, f"example_{what}_400", tmp_path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    assert rate.split(" %")[0] in read_downloaded(page, tmp_path)


def test_a_second_hypothesis_is_compared_with_the_first(page: Any, service: Service, tmp_path: Path) -> None:
    page.goto(service.address)
    page.wait_for_load_state("networkidle")
    page.check("#two")
    words = [f"word {number}\n" for number in range(30)]
    page.fill("#ref-text", "".join(words))
    page.fill("#hyp-text", "".join(words).replace("word", "world"))
    page.fill("#other-text", "".join(words))
    for side in ("ref", "hyp", "other"):
        page.select_option(f"#{side}-format", "txt")
    page.click("button.main")
    page.wait_for_selector("#versus:not([hidden])")
    assert page.locator("#versus").inner_text() == (
        "The second hypothesis is better: WER 50.0 % first, 0.0 % second. "
        "The difference is significant (paired bootstrap, p = 0.002)."
    )
    photographed(page, "second", tmp_path)


DROP = """([names, texts]) => {
  const held = new DataTransfer();
  names.forEach((name, place) => held.items.add(new File([texts[place]], name)));
  document.querySelector("[data-side=ref]").dispatchEvent(new DragEvent("drop", { dataTransfer: held, bubbles: true }));
}"""


def test_files_that_are_dropped_are_read_by_the_service(page: Any, service: Service) -> None:
    demo = ROOT / "resources" / "demo"
    page.goto(service.address)
    page.wait_for_load_state("networkidle")
    names = ["ref.stm", "hyp.ctm"]
    page.evaluate(DROP, [names, [(demo / name).read_text("utf-8") for name in names]])
    assert page.get_attribute("#hyp-text", "placeholder") == "The file hyp.ctm is scored"
    page.click("button.main")
    waited_for(page, "WER 11.8 %: 18 errors in 153 words")
