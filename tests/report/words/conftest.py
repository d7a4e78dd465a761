"""Error pages opened in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorelite import scoring
from scorelite.scoring.report import page_pieces

Open = Callable[..., Any]


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Open:
    """Opens the page of some results; errors of its scripts and dialogs fail the test."""

    def open_page(
        *results: scoring.Result, fragment: str = "", text: str = "", names: tuple[str, ...] = (), **options: Any
    ) -> Any:
        path = tmp_path / "page.html"
        path.write_bytes(text.encode() if text else b"".join(page_pieces(results, names=names, **options)))
        shown = browser.new_page()
        shown.on("pageerror", lambda error: pytest.fail(str(error)))
        shown.on("dialog", lambda dialog: pytest.fail(dialog.message))
        shown.on("request", lambda request: request.url.startswith(("file:", "blob:")) or pytest.fail(request.url))
        shown.goto(path.as_uri() + fragment)
        shown.locator("html[data-ready], [role=alert]").first.wait_for(state="attached")
        settled(shown)
        return shown

    return open_page


def settled(shown: Any) -> None:
    """Waits until a page has drawn what it was asked for: lists are drawn in the next frame, counts after that.

    A page that the browser does not draw has no frames.
    """
    frames = "requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(done)))"
    shown.evaluate(f"() => new Promise(done => {{ {frames}; setTimeout(done, 5000); }})")


def reopen(shown: Any, fragment: str) -> None:
    """Opens a page again in its tab at another address, which is quicker than in a new tab."""
    shown.evaluate("fragment => history.replaceState(null, '', fragment)", fragment)
    shown.reload()
    shown.locator("html[data-ready], [role=alert]").first.wait_for(state="attached")
    settled(shown)
