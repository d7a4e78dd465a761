"""The page without a service: Python runs in the browser, and after it has loaded nothing is asked of any network."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import PATIENCE, ROOT
from tests.firefox import Firefox, firefox_program
from tests.service.test_pages import photographed, read_downloaded

pytestmark = pytest.mark.slow


class Handler(SimpleHTTPRequestHandler):
    """A server of files, with the kinds that a module and WebAssembly need."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the page, as the script makes it."""
    package = os.environ.get("SCORELITE_PYODIDE", "")
    if not package:
        if os.environ.get("SCORELITE_REQUIRE_BROWSER", "") not in ("", "0"):
            pytest.fail("SCORELITE_REQUIRE_BROWSER is set, but SCORELITE_PYODIDE names no folder of npm's pyodide")
        pytest.skip("SCORELITE_PYODIDE does not name the folder of npm's package pyodide")
    made = tmp_path_factory.mktemp("try")
    subprocess.run([sys.executable, ROOT / "scripts" / "build-try", made, package], check=True, cwd=ROOT)
    return made


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    """The address of a server of files."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def page(browser: Any, address: str) -> Any:
    """The page when Python has loaded and the network is gone; complaints of the browser fail the test."""
    shown = browser.new_page()
    wrong: list[str] = []
    own = (address, f"blob:{address}", "data:")
    shown.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    shown.on("pageerror", lambda error: wrong.append(str(error)))
    shown.on("request", lambda request: None if request.url.startswith(own) else wrong.append(request.url))
    shown.goto(address)
    shown.wait_for_selector("#status:has-text('ready')", timeout=PATIENCE * 1000)
    browser.set_offline(True)
    yield shown
    assert wrong == []


def test_examples_and_files_are_scored_offline_and_long_work_can_be_stopped(
    page: Any, browser: Any, tmp_path: Path
) -> None:
    # Python, which takes longer to load than all of this, loads once for it.
    check_files(page, tmp_path)
    check_examples(page)
    check_stopped_work(page, browser)


def check_files(page: Any, tmp_path: Path) -> None:
    """Two files are scored, and their page is downloaded."""
    for side, name in (("ref", "ref.trn"), ("hyp", "hyp.trn")):
        page.set_input_files(f"#{side}-file", ROOT / "resources" / "demo" / name)
        page.select_option(f"#{side}-format", "")
    page.click("button.main")
    page.wait_for_selector("#rates:has-text('11.8 % WER')")
    assert "18 errors in 153 words" in page.inner_text("#rates")
    assert "</html>" in read_downloaded(page, tmp_path)
    photographed(page, "in_browser", tmp_path)
    page.set_viewport_size({"width": 400, "height": 800})
    photographed(page, "in_browser_400", tmp_path)


def check_examples(page: Any) -> None:
    """Examples are scored, and no old answer stays by a problem."""
    for what, rate in (("character", "% CER"), ("word", "17.6 % WER")):
        page.select_option("#what", what)
        page.click("#example")
        page.wait_for_selector(f"#rates:has-text('{rate}')")
    for what, need in (("diarisation", "numpy"), ("meetings", "the native core")):
        page.select_option("#what", what)
        page.click("#example")
        page.wait_for_selector(f"#problem:has-text('this needs {need}')")
        assert page.is_hidden("#results")
        page.select_option("#what", "word")
        page.click("#example")
        page.wait_for_selector("#rates:has-text('17.6 % WER')")
    page.fill("#ref-text", "a 1 oops 0.5 hello")
    page.select_option("#ref-format", "ctm")
    page.fill("#hyp-text", "hello")
    page.click("button.main")
    page.wait_for_selector("#problem:has-text('reference:1:5: ')")


def check_stopped_work(page: Any, browser: Any) -> None:
    """Long work is stopped, and the page goes on."""
    page.select_option("#ref-format", "")
    page.fill("#ref-text", " ".join(f"w{k * k % 1013}" for k in range(30_000)))
    page.fill("#hyp-text", " ".join(f"w{k * 7 % 1009}" for k in range(30_000)))
    browser.set_offline(False)  # another worker loads the files again, from the browser's store or the server
    page.click("button.main")
    page.click("button:has-text('Stop')")
    page.wait_for_selector("#problem:has-text('stopped')")
    page.wait_for_selector("#status:has-text('ready')", timeout=PATIENCE * 1000)
    page.click("#example")
    page.wait_for_selector("#rates:has-text('17.6 % WER')")


def test_firefox_scores_the_example(address: str, tmp_path: Path) -> None:
    with Firefox(firefox_program(), tmp_path) as firefox:
        firefox.open(address)
        told = firefox.evaluate("""
            const shown = async (id, text) => {
                const part = document.getElementById(id);
                while (!part.textContent.includes(text)) await new Promise((go) => setTimeout(go, 50));
            };
            await shown("status", "ready");
            document.getElementById("example").click();
            await shown("rates", "WER");
            return document.getElementById("rates").textContent;
        """)
    assert "17.6 % WER" in told
