"""The error page in Firefox, opened from a file: a second browser finds what Chromium hides."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from scorelite import scoring
from scorelite.scoring.report.words.page import render
from tests.firefox import Firefox, firefox_program

READY = """
while (!document.documentElement.dataset.ready && !document.querySelector("[role=alert]"))
  await new Promise(resolve => setTimeout(resolve, 20));
await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
return document.querySelector("[role=alert]")?.textContent ?? "";
"""
IDS = "return Array.from(document.querySelectorAll('#list tbody tr'), row => row.cells[0].textContent);"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with Firefox(firefox_program(), tmp_path_factory.mktemp("firefox")) as firefox:
        # A list draws the rows that fit into the window: all of them here.
        firefox.ask("WebDriver:SetWindowRect", width=1280, height=3000)
        yield firefox


def results(count: int) -> tuple[list[str], dict[str, list[str]]]:
    """References, and what each of two systems heard."""
    chance = random.Random(5)
    refs = [" ".join(chance.choices("abcdefgh", k=chance.randint(1, 9))) for _ in range(count)]
    said = {
        name: [" ".join(word for word in text.split() if chance.random() > share) or "x" for text in refs]
        for name, share in (("one", 0.1), ("two", 0.3))
    }
    return refs, said


@pytest.mark.slow
def test_firefox_opens_sorts_filters_and_searches_a_file(firefox: Firefox, tmp_path: Path) -> None:
    refs, said = results(60)
    ids = [f"{'anna' if k % 3 else 'ben'}-{k:03d}" for k in range(60)]
    scored = [scoring.score(refs, hyps, ids=ids) for hyps in said.values()]
    path = tmp_path / "page.html"
    path.write_bytes(b"".join(render(scored, list(said))))

    def shown(number: int, **state: str) -> list[str]:
        firefox.open(f"{path.as_uri()}?{number}#{urlencode(state)}")
        assert firefox.evaluate(READY) == ""
        return list(firefox.evaluate(IDS))

    errors = {each.id: each.counts.errors for each in scored[0].utterances}
    assert shown(1) == sorted(errors, key=lambda key: -errors[key])
    rates = {each.id: each.counts.wer or 0 for each in scored[1].utterances}
    assert shown(2, sort="rate.1") == sorted(rates, key=lambda key: rates[key])
    missed = {each.id for each in scored[0].utterances for pair in each.alignment.pairs if pair[:2] == ("D", "a")}
    assert set(shown(3, kind="D", ref="a")) == missed
    # Search runs in a worker.
    assert set(shown(4, scope="texts", search="/^ben-/")) == {key for key in ids if key.startswith("ben")}
    assert set(shown(5, search="x")) == {key for key, hyp in zip(ids, said["one"], strict=True) if hyp == "x"} | {
        key for key, hyp in zip(ids, said["two"], strict=True) if hyp == "x"
    }
    assert firefox.picture().startswith(b"\x89PNG")


@pytest.mark.slow
def test_firefox_says_that_a_file_was_cut_short(firefox: Firefox, tmp_path: Path) -> None:
    path = tmp_path / "cut.html"
    data = scoring.score(["a b"], ["a c"]).page()
    path.write_bytes(data[: len(data) - 200])
    firefox.open(path.as_uri())
    assert "damaged" in firefox.evaluate(READY)
