"""Word times on the error page: those of the alignment, on hover and below each word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorelite import scoring
from scorelite.scoring.report.engine.blocks import packed
from scorelite.scoring.report.words.page import render
from tests.conftest import ROOT
from tests.report.words.conftest import Open, settled

DEMO = ROOT / "resources" / "demo"


@pytest.fixture(scope="module")
def timed() -> scoring.Result:
    return scoring.score_files(str(DEMO / "ref.stm"), str(DEMO / "hyp.ctm"))


def words_against_words(folder: Path, ref: str, hyp: str) -> scoring.Result:
    for name, text in (("ref.ctm", ref), ("hyp.ctm", hyp)):
        (folder / name).write_text(text, encoding="utf-8")
    return scoring.score_files(str(folder / "ref.ctm"), str(folder / "hyp.ctm"))


def page_times(shown: Any, side: str) -> list[list[float] | None]:
    """The times of the words of a side as the page decodes them, in seconds."""
    return list(
        shown.evaluate(
            "side => Array.from({length: model.size}, (_, u) => u).flatMap(u => { let n = 0; return model.systems[0]"
            ".steps(u).filter(step => step[side] !== null).map(() => (side === 1 ? refTime : saidTime)"
            "(model.systems[0], u, n++)?.map(time => time / 1000) ?? null); })",
            1 if side == "ref" else 2,
        )
    )


def alignment_times(result: scoring.Result, side: str) -> list[list[float] | None]:
    return [
        [round(getattr(pair, f"{side}_start"), 3), round(getattr(pair, f"{side}_end"), 3)]
        for utterance in result.utterances
        for pair in utterance.alignment
        if getattr(pair, side) is not None
    ]


def test_times_are_those_of_the_alignments(opened: Open, timed: scoring.Result) -> None:
    shown = opened(timed)
    wanted = alignment_times(timed, "hyp")
    assert len(wanted) > 50
    assert page_times(shown, "hyp") == wanted
    assert set(map(str, page_times(shown, "ref"))) == {"None"}
    stretches = shown.evaluate("Array.from({length: model.size}, (_, u) => stretchOf(u))")
    places = [each.segment for each in timed.utterances]
    assert stretches == [[round(1000 * place.start), round(1000 * place.end)] for place in places if place]


def test_words_show_their_times_on_hover_and_below(opened: Open, tmp_path: Path) -> None:
    ref = "r A 1.0 0.5 a\nr A 1.5 0.5 b\nr A 2.0 0.5 c\n"
    hyp = "r A 1.1 0.4 a\nr A 1.6 0.3 b\nr A 2.1 0.2 x\nr A 2.4 0.1 y\n"
    shown = opened(words_against_words(tmp_path, ref, hyp), fragment="#view=utterances")
    assert page_times(shown, "ref") == [[1, 1.5], [1.5, 2], [2, 2.5]]
    shown.locator("#list tbody tr").first.click()
    steps = shown.locator("#detail .step[data-begin]")
    titles = [[part.get_attribute("title") for part in step.locator("> span").all()] for step in steps.all()]
    assert titles[0] == ["1.00–1.50 s", "correct, 1.10–1.50 s", None]
    wrong = {title for _, title, _ in titles[2:]}
    assert wrong == {"substituted, 2.10–2.30 s", "inserted, 2.40–2.50 s"} or wrong == {
        "inserted, 2.10–2.30 s",
        "substituted, 2.40–2.50 s",
    }
    assert steps.first.locator(".time").inner_text() == "1.00"
    assert "1.00–" in shown.locator("#detail .line").first.inner_text()
    shown.keyboard.press("h")
    assert shown.locator("#detail .step[data-begin]").count() == 2


def test_a_word_that_was_not_said_begins_where_the_one_before_ends(opened: Open, tmp_path: Path) -> None:
    (tmp_path / "ref.stm").write_text("r A s 1.0 9.0 a b c\n", encoding="utf-8")
    (tmp_path / "hyp.ctm").write_text("r A 2.0 0.5 b\n", encoding="utf-8")
    scored = scoring.score_files(str(tmp_path / "ref.stm"), str(tmp_path / "hyp.ctm"))
    shown = opened(scored, fragment="#view=utterances")
    shown.locator("#list tbody tr").first.click()
    drawn = [step.get_attribute("data-begin") for step in shown.locator("#detail .step[data-begin]").all()]
    assert drawn == ["1", "2", "2.5"]
    assert shown.evaluate("[0, 1, 2].map(step => beginOf(model.systems[0], 0, step))") == [1, 2, 2.5]


def test_each_system_has_its_own_times(opened: Open, tmp_path: Path) -> None:
    results = []
    for name, begin in (("one", 1.6), ("two", 1.7)):
        (tmp_path / "ref.ctm").write_text("r A 1.0 0.5 a\nr A 1.5 0.5 b\n", encoding="utf-8")
        (tmp_path / f"{name}.ctm").write_text(f"r A 1.0 0.5 a\nr A {begin} 0.2 b\n", encoding="utf-8")
        results.append(scoring.score_files(str(tmp_path / "ref.ctm"), str(tmp_path / f"{name}.ctm")))
    shown = opened(*results)
    actual = shown.evaluate(
        "model.systems.map(system => Array.from({length: model.size}, (_, u) => u)"
        ".flatMap(u => Array.from(system.steps(u).keys(), k => saidTime(system, u, k))))"
    )
    assert actual == [[[1000, 1500], [1600, 1800]], [[1000, 1500], [1700, 1900]]]
    texts = b"".join(render(results)).decode()
    assert (texts.count('id="block-ref_times.'), texts.count('id="block-hyp_times.')) == (1, 2)


def test_times_that_no_recording_has_are_unknown() -> None:
    far = float("inf")
    odd = [(-1.0, 2.0), (far, far), (float("nan"), 1.0), (2.0, 1.0), (0.0, 1e300)]
    assert packed(odd) == bytes(10)
    assert len(packed([(1e6, 1e6), (0.0, 1e6), (1e6, 1e6)])) < 40


def test_a_page_without_times_holds_none(demo_text: str) -> None:
    assert "readTimes(name" not in demo_text
    assert "_times." not in demo_text
    assert "stretches" not in demo_text.rpartition('id="facts"')[2]


@pytest.fixture(scope="module")
def demo_text() -> str:
    return b"".join(render([scoring.score_files(str(DEMO / "ref.trn"), str(DEMO / "hyp.trn"))])).decode()


@pytest.fixture
def talk(tmp_path: Path) -> scoring.Result:
    """Two recordings of two speakers: one misses five words in a row, the other says three words twice too often."""
    (tmp_path / "ref.stm").write_text(
        "one A anna 0.0 4.0 a b c d e f g\none A ben 4.0 6.0 h i\ntwo A anna 1.0 3.0 j k\ntwo A ben 3.0 5.0 l\n"
    )
    said = {"one": ("a 0.1", "g 3.5", "h 4.2", "x 5.0"), "two": ("j 1.1", "k 2.0", *"lnolnol")}
    lines = [f"one A {word.split()[1]} 0.4 {word.split()[0]}" for word in said["one"]]
    lines += [f"two A {word.split()[1]} 0.4 {word.split()[0]}" for word in said["two"][:2]]
    lines += [f"two A {3 + k / 4:.2f} 0.2 {word}" for k, word in enumerate(said["two"][2:])]
    (tmp_path / "hyp.ctm").write_text("\n".join(lines) + "\n")
    return scoring.score_files(str(tmp_path / "ref.stm"), str(tmp_path / "hyp.ctm"))


def test_a_timeline_shows_both_sides_of_each_speaker_and_the_errors_over_time(
    opened: Open, talk: scoring.Result
) -> None:
    shown = opened(talk, fragment="#view=timeline")
    drawn = "kind => document.querySelectorAll('#timeline .stage .' + kind).length"
    lanes = "timeline.lanes.map(lane => [lane.label, lane.side, Array.from(lane.classes, k => SPAN_CLASSES[k])])"
    assert shown.evaluate(lanes) == [
        ["anna", "reference", ["stretch"]],
        ["hyp.ctm", "said", ["correct", *5 * ["deleted"], "correct"]],
        ["ben", "reference", ["stretch"]],
        ["hyp.ctm", "said", ["correct", "substituted"]],
    ]
    assert [shown.evaluate(drawn, kind) for kind in ("substituted", "inserted")] == [1, 0]
    assert shown.evaluate("timeline.errors.length") == 6
    shown.locator("#timeline .stage .substituted").click()
    assert shown.locator("#detail strong").inner_text() == "ben-000"
    shown.locator("#timeline").focus()
    shown.keyboard.press("+")
    begin, end = shown.evaluate("timeline.window")
    assert (begin, end) == (1500, 4500)
    address = shown.url.partition("#")[2]
    again = opened(talk, fragment="#" + address)
    assert again.evaluate("timeline.window") == [begin, end]
    again.locator("#tape").select_option("two")
    assert again.evaluate("timeline.errors.length") == 6
    assert "6 errors" in again.locator("#timeline output").inner_text()
    box = again.locator("#timeline .map").bounding_box()
    again.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + 10)
    again.mouse.down()
    again.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + 10)
    again.mouse.up()
    begin, end = again.evaluate("timeline.window")
    assert 1000 < begin < end < 5000
    again.locator("[data-view=charts]").click()
    assert "Rate by start of the utterance" in again.locator("#charts").inner_text()


def test_words_missed_or_inserted_in_a_row_are_marked_and_found(opened: Open, talk: scoring.Result) -> None:
    shown = opened(talk)
    runs = "Array.from(shown.rows, u => longestRun(chosenSystem(), u)).map(r => r && [r.size, r.kind, r.loop])"
    assert shown.evaluate(runs) == [[6, 2, True], [5, 1, False], None, None]
    rows = dict(zip(*(shown.locator(f"#list td:nth-child({k})").all_inner_texts() for k in (1, 10)), strict=True))
    assert rows == {"ben-001": "6 looped", "anna-000": "5 deleted", "ben-000": "–", "anna-001": "–"}
    shown.locator("[data-facet=Runs] .link", has_text="loops").click()
    settled(shown)
    shown.locator("#list tbody tr").click()
    settled(shown)
    assert shown.locator("#detail .run").count() == 6
    assert shown.locator("#detail .runs").all_inner_texts() == ["loop: 6"]
    shown.locator(".chip").click()
    shown.locator("#list tbody tr", has_text="anna-000").click()
    settled(shown)
    assert shown.locator("#detail .runs").all_inner_texts() == ["dropout: 5"]
