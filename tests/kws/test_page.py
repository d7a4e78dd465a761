"""The HTML page in a real browser without a window: it opens, sorts, and is photographed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.kws.conftest import Command, keyword_list

DEMO = ROOT / "resources" / "demo_kws"
FILES = [
    f"--{name}={DEMO / file}"
    for name, file in (("ecf", "ecf.xml"), ("rttm", "ref.rttm"), ("kwlist", "kwlist.xml"), ("kwslist", "kwslist.xml"))
]


def opened(browser: Any, path: Path) -> tuple[Any, list[str]]:
    """The page, and every address that it asked for."""
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(path.as_uri())
    return page, asked


def test_the_table_sorts_by_a_click_and_by_a_key(browser: Any, run: Command, tmp_path: Path) -> None:
    assert run("kws", *FILES, "--page", "p.html").returncode == 0
    page, asked = opened(browser, tmp_path / "p.html")
    heads = page.locator("#keywords th")

    def column(place: int) -> list[str]:
        return list(page.locator(f"#keywords tbody td:nth-child({place + 1})").all_inner_texts())

    assert column(0) == [f"KW-0{number}" for number in range(1, 7)]
    heads.nth(2).click()
    assert column(2) == ["0", "1", "2", "2", "2", "4"]
    assert heads.nth(2).get_attribute("aria-sort") == "ascending"
    heads.nth(2).click()
    assert column(2) == ["4", "2", "2", "2", "1", "0"]
    heads.nth(1).press("Enter")
    assert column(1) == sorted(column(1))
    heads.nth(8).click()
    values = column(8)
    # What has no value stands last, whatever the direction.
    assert [float(value) for value in values[:-1]] == sorted(float(value) for value in values[:-1])
    assert values[-1] == ""
    heads.nth(8).click()
    assert (column(8)[0], column(8)[-1]) == ("1.0000", "")
    assert asked == [(tmp_path / "p.html").as_uri()]


def test_the_page_can_be_photographed(browser: Any, run: Command, tmp_path: Path) -> None:
    assert run("kws", *FILES, "--by-source", "cts", "--page", "p.html").returncode == 0
    page, _ = opened(browser, tmp_path / "p.html")
    assert page.locator("#curve polyline").count() >= 1
    assert page.locator("#curve circle").count() >= 2
    picture = tmp_path / "p.png"
    page.screenshot(path=str(picture), full_page=True)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size > 20_000
    if "SCORELITE_PICTURES" in os.environ:
        shutil.copy(picture, os.environ["SCORELITE_PICTURES"])


EVIL = "<img src=x onerror=alert(1)><script>alert(2)</script>"


@pytest.fixture
def evil(tmp_path: Path, basic: dict[str, str]) -> Path:
    """Files with markup in every name that a report can show: id and text of keywords, and an attribute."""
    shown = EVIL.replace("<", "&lt;").replace(">", "&gt;")
    attribute = f"<kwinfo><attr><name>kind</name><value>{shown}</value></attr></kwinfo>"
    keywords = keyword_list((shown, "a"), ("T2", shown), ("T3", "zz"))
    texts = {"k.xml": keywords.replace("a</kwtext>", f"a</kwtext>{attribute}", 1)}
    texts["s.xml"] = Path(basic["s.xml"]).read_text(encoding="utf-8").replace('"T1"', f'"{shown}"')
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def html_files(run: Command, folder: Path) -> list[Path]:
    """Every HTML file that keyword scoring writes, by its own command and by KWSEval's."""
    groups = ("--by-attribute", "kind")
    forms = ("--report", "sum,bsum,cond.sum,cond.bsum", "--form", "html", "--out", "ours.")
    assert run("kws", *BASIC, *groups, *forms, "--page", "page.html").returncode == 0
    theirs = ("-e", "e.xml", "-r", "r.rttm", "-t", "k.xml", "-s", "s.xml", "-f", "theirs.", "-y", "HTML", "-q", "kind")
    assert run("kws", *theirs, "-o", "-b", "-O", "-B").returncode == 0
    return sorted(folder.glob("*.html"))


BASIC = ("--ecf", "e.xml", "--rttm", "r.rttm", "--kwlist", "k.xml", "--kwslist", "s.xml")


@pytest.mark.usefixtures("evil")
def test_markup_in_names_is_text_in_every_html_file(run: Command, tmp_path: Path) -> None:
    files = html_files(run, tmp_path)
    assert len(files) == 9
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert "<img" not in text
        assert text.count("<script>") == (0 if path.name.startswith("theirs") else 1)
        assert "&lt;img src=x onerror=alert(1)&gt;" in text or path.name in ("ours.sum.html", "theirs.sum.html")


@pytest.mark.usefixtures("evil")
def test_markup_in_names_runs_nothing_in_a_browser(browser: Any, run: Command, tmp_path: Path) -> None:
    for path in html_files(run, tmp_path):
        shown = browser.new_page()
        dialogs: list[Any] = []
        shown.on("dialog", lambda dialog, seen=dialogs: (seen.append(dialog), dialog.dismiss()))
        shown.goto(path.as_uri())
        assert shown.locator("img").count() == 0
        assert not dialogs
        if path.name.endswith("bsum.html"):
            assert shown.get_by_text(EVIL).count() >= 1
