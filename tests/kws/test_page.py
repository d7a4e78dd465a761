"""The HTML page in a real browser without a window: it opens, sorts, and is photographed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.kws.conftest import Command

DEMO = ROOT / "resources" / "demo_kws"
FILES = [
    f"--{name}={DEMO / file}"
    for name, file in (("ecf", "ecf.xml"), ("rttm", "ref.rttm"), ("kwlist", "kwlist.xml"), ("kwslist", "kwslist.xml"))
]
# What a user does, as a script; the page itself stays as it is.
CLICKS = (
    "<script>for (let n = 0; n < {times}; n++) document.querySelectorAll('#keywords th')[{column}].click();</script>"
)


@pytest.fixture(scope="session")
def browser() -> str:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if not path:
        pytest.skip("there is no chromium (Debian: apt-get install chromium; elsewhere: set CHROMIUM)")
    return path


def browse(browser: str, folder: Path, *arguments: str) -> str:
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"]
    done = subprocess.run([*command, *arguments], capture_output=True, timeout=120, check=True)
    return done.stdout.decode("utf-8")


def first_cells(dom: str, column: int) -> list[str]:
    body = dom[dom.index('id="keywords"') :]
    rows = re.findall(r"<tr>(<td.*?)</tr>", body, re.DOTALL)
    return [re.findall(r"<td[^>]*>(.*?)</td>", row)[column] for row in rows]


def test_the_table_sorts_by_a_click(browser: str, run: Command, tmp_path: Path) -> None:
    assert run("kws", *FILES, "--page", "p.html").returncode == 0
    page = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert first_cells(page.replace("id=keywords", 'id="keywords"'), 0) == [f"KW-0{n}" for n in range(1, 7)]
    for column, times, expected in ((2, 1, ["", "1"]), (2, 2, ["4", "2"]), (1, 2, ["violin", "station"])):
        clicked = page.replace("</body>", CLICKS.format(column=column, times=times) + "</body>")
        (tmp_path / "clicked.html").write_text(clicked, encoding="utf-8")
        dom = browse(browser, tmp_path, "--dump-dom", (tmp_path / "clicked.html").as_uri())
        cells = first_cells(dom, column)
        if expected[0]:
            assert cells[:2] == expected
        else:
            assert cells == sorted(cells, key=int)


def test_the_page_can_be_photographed(browser: str, run: Command, tmp_path: Path) -> None:
    assert run("kws", *FILES, "--by-source", "cts", "--page", "p.html").returncode == 0
    picture = tmp_path / "p.png"
    browse(browser, tmp_path, f"--screenshot={picture}", "--window-size=1100,1100", (tmp_path / "p.html").as_uri())
    assert picture.read_bytes().startswith(b"\x89PNG")
    if "SCORELITE_PICTURES" in os.environ:
        shutil.copy(picture, os.environ["SCORELITE_PICTURES"])


def test_names_from_files_are_no_markup(run: Command, tmp_path: Path, basic: dict[str, str]) -> None:
    text = Path(basic["k.xml"]).read_text(encoding="utf-8")
    evil = "&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"
    Path(basic["k.xml"]).write_text(text.replace("zz", evil), encoding="utf-8")
    files = ("--ecf", "e.xml", "--rttm", "r.rttm", "--kwlist", "k.xml", "--kwslist", "s.xml")
    assert run("kws", *files, "--page", "p.html").returncode == 0
    page = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert "<img" not in page
    assert page.count("<script>") == 1
