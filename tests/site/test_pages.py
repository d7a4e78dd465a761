"""Pages of the site: nothing comes from other hosts, and everyone can read them, on a phone as well."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from tests.conftest import ROOT
from tests.site.conftest import served

NAV = re.findall(r": (\S+)\.md$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
# What a browser fetches as soon as a page is opened.
_FETCHED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "object": "data", "embed": "src"}
_FETCHED_LINKS = {"stylesheet", "icon", "preload", "prefetch", "preconnect", "dns-prefetch", "modulepreload"}


class _Page(HTMLParser):
    """Anchors, links and fetched addresses of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Takes the attributes of one element."""
        attributes = dict(attrs)
        self.anchors.update(name for key in ("id", "name") if (name := attributes.get(key)))
        if tag == "a" and (link := attributes.get("href")):
            self.links.append(link)
        if address := attributes.get(_FETCHED.get(tag, "")):
            self.fetched.append(address)
        if tag == "link" and _FETCHED_LINKS & set((attributes.get("rel") or "").split()):
            self.fetched.append(attributes.get("href") or "")


@pytest.fixture(scope="session")
def pages(site: Path) -> dict[Path, _Page]:
    """All pages of the site by their paths."""
    return {path: _Page(path) for path in site.rglob("*.html")}


def test_pages_fetch_nothing_from_other_hosts(site: Path, pages: dict[Path, _Page]) -> None:
    assert len(pages) > 20
    foreign = {address for page in pages.values() for address in page.fetched if urlsplit(address).netloc}
    styles = [path.read_text(encoding="utf-8") for path in site.rglob("*.css")]
    assert styles
    foreign |= {url for style in styles for url in re.findall(r"url\([\"']?((?:https?:)?//[^)]*)\)", style)}
    assert foreign == set()


def test_links_and_anchors_lead_somewhere(site: Path, pages: dict[Path, _Page]) -> None:
    broken = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or path.name == "404.html":
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            anchor = unquote(parts.fragment)
            if not target.is_file() or (anchor and target in pages and anchor not in pages[target].anchors):
                broken.append(f"{path.relative_to(site)}: {link}")
    assert broken == []


def test_the_search_finds_every_page(site: Path, pages: dict[Path, _Page]) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    listed = {entry["location"].partition("#")[0] for entry in index["docs"]}
    assert {path.relative_to(site).as_posix() for path in pages} - listed <= {"404.html", "try/index.html"}


# A browser may lose what a page waits for: the test fails then, and does not wait for ever.
_WITHIN = (
    "(asked => Promise.race([asked, new Promise((_, lost) => "
    "setTimeout(() => lost(new Error('no answer within two minutes')), 120000))]))"
)


# Pages of modules have one template, and are so long that axe takes a quarter of the time for them: one is looked at.
_MADE_ALIKE = [name for name in NAV if name.startswith("reference/python/")][:-1]


@pytest.mark.parametrize("name", NAV)
def test_a_page_can_be_used_by_everyone_and_is_as_wide_as_a_phone(
    name: str, without_search: str, browser: Any, axe: str
) -> None:
    page = browser.new_page()
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{without_search}{name}.html", wait_until="networkidle")
    page.evaluate(axe)
    # Of the dark colours, which a reader may choose, nothing but the contrast is another.
    schemes = {} if name in _MADE_ALIKE else {"default": "", "slate": "runOnly: ['color-contrast'], "}
    for scheme, rules in schemes.items():
        page.evaluate(f"document.body.dataset.mdColorScheme = '{scheme}'")
        options = f"{{{rules}resultTypes: ['violations']}}"
        violations = page.evaluate(f"{_WITHIN}(axe.run({options}).then(result => result.violations))")
        shown = [f"{each['id']}: {node['html'][:200]}" for each in violations for node in each["nodes"]]
        assert shown == [], scheme
    assert [url for url in requested if not url.startswith((without_search, "data:", "blob:"))] == []
    page.set_viewport_size({"width": 400, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 400


def test_the_search_answers(address: str, browser: Any) -> None:
    page = browser.new_page()
    page.goto(address, wait_until="networkidle")
    page.keyboard.press("/")
    page.wait_for_selector(".md-search__input:focus")
    page.keyboard.type("cpWER")
    page.wait_for_selector('.md-search-result__item a[href*="measures.html"]')
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"measures\.html"))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("start/sclite.html", "sclite -r demo/ref.trn trn -h demo/hyp.trn trn -i spu_id -o sum stdout | tail -n 6"),
        ("index.html", "git clone https://github.com/scorelite/scorelite\npip install ./scorelite"),
        ("index.html", 'import scorelite\nscorelite.wer("the cat sat", "the cat sat down")'),
    ],
)
def test_what_is_copied_can_be_typed(name: str, expected: str, address: str, browser: Any) -> None:
    browser.grant_permissions(["clipboard-read", "clipboard-write"], origin=address.rstrip("/"))
    page = browser.new_page()
    page.goto(address + name, wait_until="networkidle")
    first_line = expected.partition("\n")[0]
    page.locator(".highlight", has_text=first_line).first.locator(".md-code__button").first.click()
    page.wait_for_selector(".md-dialog--active")  # which says that it was copied
    assert page.evaluate(f"{_WITHIN}(navigator.clipboard.readText())").strip() == expected


def test_a_reader_gets_to_the_first_command_by_one_click(address: str, browser: Any) -> None:
    page = browser.new_page()
    for name in ("sclite", "jiwer", "kaldi", "meetings", "subtitles"):
        page.goto(address, wait_until="networkidle")
        page.click(f'.grid a[href="start/{name}.html"]')
        page.wait_for_url(f"**/start/{name}.html")
        assert page.locator("code", has_text="pip install ./scorelite").first.is_visible()


def test_readers_choose_a_version(site: Path, tmp_path: Path, browser: Any) -> None:
    """Two versions side by side, with the list of versions that mike writes."""
    versions = [{"version": name, "title": name, "aliases": []} for name in ("0.2", "0.1")]
    (tmp_path / "versions.json").write_text(json.dumps(versions), encoding="utf-8")
    for entry in versions:
        shutil.copytree(site, tmp_path / str(entry["version"]), ignore=shutil.ignore_patterns("try"))
    with served(tmp_path) as address:
        page = browser.new_page()
        page.goto(f"{address}0.1/start/install.html", wait_until="networkidle")
        page.hover(".md-version")
        page.click('.md-version__link:has-text("0.2")')
        page.wait_for_url(f"{address}0.2/**")
