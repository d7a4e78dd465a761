"""Pages of recordings in a real browser: segments, meetings and keywords on a timeline, and their errors as a list."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorelite.scoring import kws, meetings
from scorelite.scoring.report.engine import spans as spans_of_pages
from scorelite.scoring.report.engine.page import Markup
from scorelite.scoring.report.engine.spans import Span, spans_page
from scorelite.scoring.segments.api import score_segments

EVIL = "</script><script>alert(1)</script><img/src=x/onerror=alert(1)>\"'&amp;\u202e"
Open = Callable[..., Any]


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Open:
    """Opens a page; errors of its scripts, dialogs and requests fail the test."""

    def open_page(data: bytes, fragment: str = "") -> Any:
        (tmp_path / "p.html").write_bytes(data)
        shown = browser.new_page()
        shown.on("pageerror", lambda error: pytest.fail(str(error)))
        shown.on("dialog", lambda dialog: pytest.fail(dialog.message))
        shown.on("request", lambda request: request.url.startswith(("file:", "blob:")) or pytest.fail(request.url))
        shown.goto((tmp_path / "p.html").as_uri() + fragment)
        shown.locator("html[data-ready], [role=alert]").first.wait_for(state="attached")
        return shown

    return open_page


def exported(shown: Any) -> list[dict[str, str]]:
    with shown.expect_download() as exported:
        shown.locator("#export").click()
    return list(csv.DictReader(io.StringIO(Path(exported.value.path()).read_text(encoding="utf-8"))))


def test_seconds_of_segments_are_those_of_the_json(opened: Open) -> None:
    refs = {"talk": [("music", 0.0, 5.0), ("speech", 5.0, 9.0), ("noise", 6.5, 8.0)], "walk": [(EVIL, 1.0, 2.0)]}
    hyps = {"talk": [("speech", 1.0, 6.0), ("noise", 6.0, 9.5)], "walk": [("music", 0.5, 1.5)]}
    result = score_segments(refs, hyps, measure="classes")
    shown = opened(result.page())
    values = result.to_dict()["total"]["values"]
    actual: dict[tuple[str, str], float] = defaultdict(float)
    for row in exported(shown):
        actual[row["class"], row["error"]] += float(row["end"]) - float(row["begin"])
    names = {"substituted": "substitutions", "deleted": "deletions", "inserted": "insertions"}
    wanted = {(name, error): each[key] for name, each in values.items() for error, key in names.items() if each[key]}
    assert {key: round(seconds, 3) for key, seconds in actual.items()} == wanted
    lanes = "timeline.lanes.map(lane => [lane.label, lane.side, lane.begins.length])"
    assert ["speech", "reference", 1] in shown.evaluate(lanes)
    assert shown.evaluate(lanes)[2][:2] == ["errors", "wrong"]
    assert "<img" not in shown.content()
    shown.locator("#facets .link", has_text="walk").click()
    assert shown.locator("#hits").inner_text().startswith("3 of 9 errors")
    assert shown.locator("#tape").inner_text() == "walk"
    assert "⟨202E⟩" in shown.locator("#timeline .stage").text_content()
    shown.go_back()
    assert shown.locator("#tape").inner_text() == "talk"


def test_errors_of_a_meeting_are_counted_by_segment_and_speaker(opened: Open) -> None:
    refs = {"talk": [("anna", "a b c d", 0.0, 2.0), ("ben", "e f", 2.0, 3.0), ("anna", "g h", 4.0, 5.0)]}
    hyps = {"talk": [("1", "a x d", 0.0, 2.0), ("2", "e f y z", 2.0, 3.0), ("1", "g h", 4.0, 5.0)]}
    result = meetings.score(refs, hyps, measure="cp")
    shown = opened(result.page())
    actual = [
        (row["speaker"], row["error"], row["number"], row["reference"], row["hypothesis"]) for row in exported(shown)
    ]
    counts = result.total.counts
    assert sum(int(row[2]) for row in actual) == counts.errors == 4
    assert ("ben / 2", "inserted", "2", "", "y z") in actual
    assert {row[1]: sum(int(each[2]) for each in actual if each[1] == row[1]) for row in actual} == {
        "substituted": counts.substitutions,
        "deleted": counts.deletions,
        "inserted": counts.insertions,
    }
    shown.locator("#list tbody tr").first.click()
    assert shown.locator("#list tr.chosen").count() == 1
    assert "row=" in shown.url
    silent = meetings.score({"t": [("anna", "a b")]}, {"t": [("1", "a")]})
    shown = opened(silent.page())
    assert not shown.locator("#timeline").is_visible()
    assert shown.locator("#list tbody tr").count() == 1


def test_misses_and_false_alarms_of_keywords_stand_in_their_lanes(opened: Open) -> None:
    refs = {"monday": [("hello", 1.0, 1.5), ("hello", 5.0, 5.5)], "tuesday": [("bye", 2.0, 2.5)]}
    hyps = {"monday": [("hello", 1.1, 1.5, 0.9), ("bye", 7.0, 7.5, 0.8)], "tuesday": [("bye", 2.0, 2.5, 0.1)]}
    result = kws.evaluate(refs, hyps, ["hello", "bye"], {"monday": 60.0, "tuesday": 60.0})
    shown = opened(result.page(), "#sort=begin")
    actual = [(row["recording"], row["error"], row["begin"], row["hypothesis"]) for row in exported(shown)]
    assert actual == [
        ("tuesday", "missed", "2", "0.1"),
        ("monday", "missed", "5", ""),
        ("monday", "false alarm", "7", "0.8"),
    ]
    counts = result.to_dict()
    assert sum(error == "missed" for _, error, _, _ in actual) == counts["misses"]
    assert sum(error == "false alarm" for _, error, _, _ in actual) == counts["false_alarms"]
    assert "score" in shown.locator("#list thead").inner_text()
    assert "1 errors" not in shown.locator("#timeline output").inner_text()
    shown.set_viewport_size({"width": 400, "height": 900})
    assert shown.evaluate("document.documentElement.scrollWidth") == 400


def test_print_shows_the_timeline_and_the_errors_that_are_filtered(opened: Open) -> None:
    refs = {"talk": [("עולם", 0.0, 5.0), ("speech", 5.0, 9.0)]}
    hyps = {"talk": [("שלום", 0.0, 5.0), ("speech", 6.0, 9.0)]}
    shown = opened(score_segments(refs, hyps, measure="classes").page())
    legend, stage = (shown.locator(f"#timeline {part}").bounding_box() for part in (".sample >> nth=0", ".stage"))
    assert legend["y"] + legend["height"] <= stage["y"]
    pair = shown.locator("#list tbody td.wide", has_text="→").locator("bdi")
    assert [side.bounding_box()["x"] for side in pair.all()] == sorted(side.bounding_box()["x"] for side in pair.all())
    assert pair.all_inner_texts() == ["עולם", "שלום"]
    shown.locator("#facets button", has_text="deleted").click()
    shown.emulate_media(media="print")
    shown.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert not shown.locator("#list").is_visible()
    assert shown.locator("#print svg.stage .span.substituted").is_visible()
    rows = shown.locator("#print tbody tr").all_inner_texts()
    assert len(rows) == 1
    assert "deleted" in rows[0]


def test_all_errors_are_in_order_after_a_sort(opened: Open) -> None:
    spans = [
        Span(
            f"r{k % 3}", f"l{k % 5}", "error", "SDI"[k % 3], (float(k * 7 % 40), k * 7 % 40 + k % 4 + 0.5), f"w{k % 6}"
        )
        for k in range(40)
    ]
    shown = opened(b"".join(spans_page("t", [], spans)), "#sort=begin")
    in_disorder = []
    for column in ("begin", "recording", "length", "lane", "kind", "text", "begin"):
        if column != shown.evaluate("state.sort"):
            shown.evaluate(f"change({{sort: '{column}'}})")
        key = {"begin": "model.begins[k]", "length": "lengthOf(k)"}.get(
            column, f"columns().find(each => each.key === '{column}').text(k)"
        )
        rising = shown.evaluate(f"Array.from(shown.rows, k => {key})")
        is_whole = len(set(shown.evaluate("Array.from(shown.rows)"))) == 40
        shown.evaluate(f"change({{sort: '-{column}'}})")
        falling = shown.evaluate(f"Array.from(shown.rows, k => {key})")
        if not is_whole or rising != sorted(rising) or falling != sorted(rising, reverse=True):
            in_disorder.append(column)
    assert in_disorder == []


def test_above_its_limit_a_page_holds_the_recordings_with_most_errors_and_says_so(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spans_of_pages, "_MOST", 17)
    spans = [Span(f"r{k % 4}", "a", "error", "D", (float(k), k + 0.5)) for k in range(30)]
    shown = opened(b"".join(spans_page("t", [Markup("<p>all</p>")], spans)))
    assert "only 2 of 4 recordings" in shown.locator(".listed").inner_text()
    assert shown.locator("#hits").inner_text().startswith("16 of 16")


def test_names_fit_their_spans(opened: Open) -> None:
    names = ["iiiiiiiiii", "mmmmmmmm", "今天天气很好", "ab", "applause and laughter"]
    spans = [
        Span("talk", name, "reference", "C", (7.0 * k, 7.0 * k + length), ref=name)
        for name in names
        for k, length in enumerate((0.2, 0.4, 0.8, 1.6, 3.2, 6.4))
    ]
    shown = opened(b"".join(spans_page("t", [], spans)))
    actual = shown.evaluate(
        """Array.from(document.querySelectorAll("#timeline .stage .span"), span => {
          const [box, text] = ["rect", "text"].map(name => span.querySelector(`:scope > ${name}`)?.getBBox());
          return [box.x + box.width, text ? text.x + text.width : null];
        })"""
    )
    drawn = [(end, text) for end, text in actual if text is not None]
    assert 5 < len(drawn) < len(actual)
    assert all(text <= end for end, text in drawn)
