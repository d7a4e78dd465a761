"""Links to error pages: whatever a reader changes stands in the address, and the address shows it again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorelite import scoring
from tests.report.words.conftest import Open

pytestmark = pytest.mark.slow

REF = "one A anna 0 4 a b c d e f g\none A ben 4 6 h i\ntwo A anna 1 3 j k\ntwo A ben 3 5 l\n"
SAID = {
    "first.ctm": "one a 0.1 g 3.5 h 4.2 x 5.0 two j 1.1 k 2.0 l 3.0 n 3.2 o 3.4 p 3.6 q 3.8",
    "second.ctm": "one a 0.1 b 0.6 c 1.1 d 1.6 g 3.5 h 4.2 i 5.0 two j 1.1 l 3.0",
}
# What a reader may change, each from the page as it opens.
CHANGES: list[dict[str, object]] = [
    {"view": "errors"},
    {"view": "charts"},
    {"view": "timeline"},
    {"system": "1"},
    {"sort": "-rate.1"},
    {"search": "/^[xi]$/"},
    {"scope": "texts", "search": "ben"},
    {"kind": "D"},
    {"kind": "S", "ref": "i", "hyp": "x", "view": "errors"},
    {"low": "60"},
    {"high": "60"},
    {"than": "0<1"},
    {"run": "dropouts"},
    {"mark": "failures/dropout"},
    {"row": "2"},
    {"row": "0", "hide": "1"},
    {"view": "timeline", "tape": "two"},
    {"view": "timeline", "from": "500", "to": "2500"},
    {"groups": {"speaker": "ben"}},
    {"groups": {"recording": "two", "speaker": "anna"}},
]
SEEN = """async () => {
  await recounted;
  const texts = (place, name) => Array.from(place.querySelectorAll(name), each => each.textContent);
  const [chips, views, hits, detail, facets, rows, charts, lanes] =
    ["chips", "views", "hits", "detail", "facets", "list", "charts", "timeline"].map(id => document.getElementById(id));
  return JSON.stringify({
    chips: texts(chips, "button"), pressed: texts(views, "[aria-pressed=true]"), hits: hits.textContent,
    fields: FIELDS.map(([id]) => document.getElementById(id).value), facets: facets.textContent,
    rows: Array.from(shown.rows), chosen: list.chosen, detail: detail.textContent,
    drawn: rows.hidden || texts(rows, "tbody td"), charts: charts.hidden || charts.textContent,
    lanes: lanes.hidden || [timeline.window, timeline.lanes.map(lane => lane.label), texts(lanes, ":checked")],
  });
}"""


def pair(folder: Path) -> list[scoring.Result]:
    """Two systems that heard two recordings of two speakers."""
    (folder / "ref.stm").write_text(REF)
    for name, said in SAID.items():
        lines, recording, spoken = [], "", iter(said.split())
        for word in spoken:
            if word in ("one", "two"):
                recording = word
            else:
                lines.append(f"{recording} A {next(spoken)} 0.2 {word}\n")
        (folder / name).write_text("".join(lines))
    return [scoring.score_files(str(folder / "ref.stm"), str(folder / name)) for name in SAID]


def test_every_kind_of_change_is_shown_again_by_its_link(opened: Open, tmp_path: Path) -> None:
    shown = opened(*pair(tmp_path), analyses={"failures": "dropout:1"})
    plain = json.loads(shown.evaluate("JSON.stringify(PLAIN)"))
    assert set(plain) == {key for change in CHANGES for key in change}
    before = shown.evaluate(SEEN)
    arrive = "async address => { state = fromFragment(address); await refresh(); }"
    for change in CHANGES:
        shown.evaluate("given => change(given)", change)
        seen, address = shown.evaluate(SEEN), shown.url.partition("#")[2]
        assert seen != before, change
        shown.evaluate(arrive, "")
        shown.evaluate(arrive, address)
        assert json.loads(shown.evaluate(SEEN)) == json.loads(seen), change
        shown.evaluate(arrive, "")


def test_a_link_opens_the_view_that_it_was_copied_from(opened: Open, tmp_path: Path) -> None:
    results = pair(tmp_path)
    shown = opened(*results)
    shown.evaluate("change({system: '1', row: '0', hide: '1', groups: {speaker: 'anna'}, search: 'b', sort: 'id'})")
    again = opened(*results, fragment="#" + shown.url.partition("#")[2])
    assert json.loads(again.evaluate(SEEN)) == json.loads(shown.evaluate(SEEN))
