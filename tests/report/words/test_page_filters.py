"""Filters, facets, search, keys and exports of the error page, in a real browser."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scorelite import scoring
from scorelite.scoring.cli.main import main
from tests.report.words.conftest import Open, reopen
from tests.report.words.test_page import all_rows
from tests.report.words.test_page import demo as demo

pytestmark = pytest.mark.slow


def ids(shown: Any) -> list[str]:
    """Ids of all rows, drawn or not."""
    return all_rows(shown, "model.ids.at(viewOf().owner(row))")


def facet(shown: Any, name: str) -> list[list[str]]:
    """Cells of a facet, when it has been counted."""
    shown.locator("#facets:not([aria-busy])").wait_for()
    texts = shown.locator(f"[data-facet='{name}'] tbody tr").all_inner_texts()
    return [row.split("\t") for row in texts]


def steps(result: scoring.Result, operation: str) -> list[tuple[str, str | None, str | None]]:
    """Steps of an operation with the ids of their utterances."""
    return [
        (each.id, pair.ref, pair.hyp)
        for each in result.utterances
        for pair in each.alignment.pairs
        if pair.operation == operation
    ]


def test_a_page_of_characters_speaks_of_characters(opened: Open) -> None:
    shown = opened(scoring.score(["abcdefgh", "xyz"], ["abgh", "xyyyyyz"], unit="character"))
    assert facet(shown, "Deleted characters") == [[letter, "1"] for letter in "cdef"]
    assert facet(shown, "Inserted characters") == [["y", "4"]]
    assert [row[0] for row in facet(shown, "Runs")] == [
        "characters deleted in a row",
        "characters inserted in a row",
        "loops: inserted characters that repeat",
    ]
    assert "word" not in shown.locator("#facets").inner_text()


def test_columns_may_be_called_as_what_all_objects_have(opened: Open) -> None:
    table = "id,text,hyp,constructor,__proto__\n" + "".join(
        f"{k},a b,a {'bx'[k % 2]},{k % 2},{k % 3}\n" for k in range(6)
    )
    shown = opened(scoring.score_files(table.encode()))
    assert len(ids(shown)) == 6
    for name, number in (("Constructors", 3), ("__proto__s", 1)):
        facet(shown, name)
        shown.locator(f"[data-facet='{name}'] button").first.click()
        assert len(ids(shown)) == number
    shown.reload()
    shown.locator("html[data-ready]").wait_for(state="attached")
    assert len(ids(shown)) == 1
    assert shown.locator("#chips button").count() == 2


def test_an_address_that_asks_for_what_no_page_has_shows_the_page(opened: Open, demo: scoring.Result) -> None:
    shown = opened(demo)
    for asked in ("view=constructor", "system=length", "system=1", "run=toString", "row=-1", "row=0.5"):
        reopen(shown, f"#{asked}")
        assert shown.locator("[role=alert]").count() == 0, asked
        assert len(ids(shown)) == 20, asked


def test_a_long_word_in_a_facet_or_a_filter_is_one_button(opened: Open) -> None:
    shown = opened(scoring.score(["a " + "x" * 300], ["a"]))
    assert shown.locator("button button").count() == 0
    row = shown.locator("[data-facet='Deleted words'] button")
    assert "show all" not in row.inner_text()
    row.click()
    assert shown.locator(".chip").count() == 1
    assert shown.locator("button button").count() == 0
    shown = opened(scoring.score(["a " + "x" * 300], ["a"]), fragment="#view=reading")
    shown.locator(".more").click()
    assert "x" * 300 in shown.locator("article").first.inner_text()


def test_facets_count_what_the_alignments_say(opened: Open, demo: scoring.Result) -> None:
    shown = opened(demo)
    pairs = Counter(f"{ref} → {hyp}" for _, ref, hyp in steps(demo, "S"))
    assert {row[0]: int(row[1]) for row in facet(shown, "Pairs")} == pairs
    missed = Counter(ref for _, ref, _ in steps(demo, "D"))
    assert {row[0]: int(row[1]) for row in facet(shown, "Deleted words")} == missed
    inserted = Counter(hyp for _, _, hyp in steps(demo, "I"))
    assert {row[0]: int(row[1]) for row in facet(shown, "Inserted words")} == inserted
    speakers = {row[0]: (int(row[1]), row[2]) for row in facet(shown, "Speakers")}
    for name, (errors, rate) in speakers.items():
        named = [each.counts for each in demo.utterances if each.id.startswith(name)]
        assert (errors, rate) == (
            sum(each.errors for each in named),
            f"{100 * sum(each.errors for each in named) / sum(each.reference for each in named):.1f} %",
        )


def test_a_click_on_a_pair_shows_its_places_in_context_and_back_undoes_it(opened: Open, demo: scoring.Result) -> None:
    shown = opened(demo)
    shown.locator("[data-facet=Pairs] .link", has_text="the → a").click()
    assert ids(shown) == [name for name, ref, hyp in steps(demo, "S") if (ref, hyp) == ("the", "a")]
    row = shown.locator("#list tbody tr").first.locator("td").all_inner_texts()
    assert [text.strip() for text in row] == ["anna-002", "is there a dining car on", "the → a", "night service"]
    assert "2 errors shown" in shown.locator("#hits").inner_text()
    address = shown.url
    shown.go_back()
    shown.locator("[data-view=utterances][aria-pressed=true]").wait_for()
    assert len(ids(shown)) == 20
    again = opened(demo, fragment="#" + address.partition("#")[2])
    assert "2 errors shown" in again.locator("#hits").inner_text()
    again.locator(".chip").click()
    assert len(ids(again)) == sum(each.counts.errors for each in demo.utterances)


def test_filters_by_operation_speaker_and_rate(opened: Open, demo: scoring.Result) -> None:
    shown = opened(demo)
    shown.locator("#kind").select_option("D")
    assert set(ids(shown)) == {name for name, _, _ in steps(demo, "D")}
    shown.locator("[data-facet=Speakers] .link", has_text="ben").click()
    assert set(ids(shown)) == {name for name, _, _ in steps(demo, "D") if name.startswith("ben")}
    share = facet(shown, "Deleted words")[0]
    assert share[2].endswith("%")
    for chip in reversed(shown.locator(".chip").all()):
        chip.click()
    shown.locator("#low").fill("20")
    shown.locator("#low").press("Enter")
    assert set(ids(shown)) == {each.id for each in demo.utterances if each.counts.wer >= 0.2}
    shown.locator("#high").fill("26")
    shown.locator("#high").press("Enter")
    assert set(ids(shown)) == {each.id for each in demo.utterances if 0.2 <= each.counts.wer <= 0.26}


def search(shown: Any, text: str) -> None:
    """Types a search and waits until it is done."""
    shown.evaluate("text => change({ search: text })", text)


def test_search_by_word_and_by_text(opened: Open, demo: scoring.Result) -> None:
    shown = opened(demo)
    both = {each.id: f"{each.ref} | {each.hyp}".lower() for each in demo.utterances}
    search(shown, "/^th/")
    assert set(ids(shown)) == {name for name, text in both.items() if re.search(r"\bth", text)}
    shown.evaluate("change({ scope: 'texts' })")
    search(shown, "/the .*o/")
    assert set(ids(shown)) == {
        each.id
        for each in demo.utterances
        if re.search("the .*o", str(each.ref).lower()) or re.search("the .*o", str(each.hyp).lower())
    }
    search(shown, "ben-00")
    assert all(name.startswith("ben") for name in ids(shown))
    search(shown, "/(/")
    assert "nvalid" in shown.locator("#hits").inner_text()
    search(shown, "")
    assert len(ids(shown)) == 20


def test_patterns_match_within_one_side_of_one_utterance(opened: Open) -> None:
    chance = random.Random(5)
    words = ["a", "ab", "b", "ä", "x\u2028y", "42", "\U0001f600z"]
    refs = [" ".join(chance.choices(words, k=chance.randint(0, 5))) for _ in range(150)]
    hyps = [ref if k % 3 else " ".join(chance.choices(words, k=chance.randint(0, 5))) for k, ref in enumerate(refs)]
    systems = [(refs, hyps), ([*refs[:75], *hyps[75:]], refs), (refs, hyps[::-1])]
    results = [scoring.score(*texts, ids=[f"i{k}" for k in range(150)]) for texts in systems]
    shown = opened(*results, names=("x", "y", "z"), fragment="#scope=texts")
    assert shown.evaluate("model.systems.map(each => each.refs === model.systems[0].refs)") == [True, False, True]
    alone = """source => Array.from({length: model.size}, (_, u) => u).filter(u => [model.ids.at(u),
      ...model.systems.flatMap(each => [model.text(each.reference(u)), model.said(each, u)])]
      .some(text => new RegExp(source, 'iu').test(text))).map(u => model.ids.at(u))"""
    patterns = (
        "^a",
        "b$",
        "^$",
        r"a\s+b",
        "[^a]+42",
        r"\W+$",
        "a(?! ab)",
        "(?<=b )ä",
        r"^\S+ \S+$",
        "z",
        "i7",
        r"(.) \1",
        ".*",
    )
    for pattern in patterns:
        search(shown, f"/{pattern}/")
        assert sorted(ids(shown)) == sorted(shown.evaluate(alone, pattern)), pattern


def test_texts_are_made_when_the_reader_comes_to_choose_them(opened: Open, demo: scoring.Result) -> None:
    shown = opened(demo)
    shown.focus("#query")
    assert shown.evaluate("search.worker !== null && search.texts === null")
    shown.focus("#scope")
    assert shown.evaluate("search.texts !== null")
    shown.locator("#scope").select_option("texts")
    search(shown, "/^anna-00[12]$/")
    assert set(ids(shown)) == {"anna-001", "anna-002"}


def test_a_pattern_that_runs_away_is_ended(opened: Open) -> None:
    shown = opened(scoring.score(["a" * 40, "b"], ["a", "b"]))
    shown.evaluate("change({ search: '/(a+)+b/' })")
    assert "takes too long" in shown.locator("#hits").inner_text()
    search(shown, "b")
    assert ids(shown) == ["2"]


def test_keys_move_through_the_rows_and_hide_correct_words(opened: Open, demo: scoring.Result) -> None:
    shown = opened(demo, fragment="#sort=id")
    shown.keyboard.press("j")
    shown.keyboard.press("j")
    assert shown.locator("#list tr.chosen td").first.inner_text() == "anna-002"
    shown.keyboard.press("n")
    assert shown.locator("#list tr.chosen td").first.inner_text() == "anna-003"
    whole = shown.locator("#detail .step").count()
    shown.keyboard.press("h")
    assert shown.locator("#detail .step.gap").count() > 0
    assert shown.locator("#detail .step").count() < whole
    shown.keyboard.press("k")
    assert shown.locator("#list tr.chosen td").first.inner_text() == "anna-002"
    shown.keyboard.press("/")
    assert shown.evaluate("document.activeElement.id") == "query"
    shown.keyboard.press("Escape")
    shown.keyboard.press("?")
    assert shown.locator("#help").is_visible()


def exported(shown: Any, kind: str) -> str:
    """Text of a file that the page saves."""
    with shown.expect_download() as exported:
        shown.locator("#export").select_option(kind)
    return Path(exported.value.path()).read_text(encoding="utf-8")


def test_exports_hold_what_is_filtered_in_the_order_shown(opened: Open, demo: scoring.Result) -> None:
    shown = opened(demo, fragment="#kind=S&sort=-rate")
    wanted = ids(shown)
    rows = list(csv.DictReader(io.StringIO(exported(shown, "csv"))))
    assert [row["id"] for row in rows] == wanted
    by_id = {each.id: each for each in demo.utterances}
    for row in rows:
        counts = by_id[row["id"]].counts.to_dict()
        assert all(int(row[name]) == counts[name] for name in ("correct", "substitutions", "deletions", "insertions"))
    assert [row["id"] for row in json.loads(exported(shown, "json"))] == wanted
    lines = exported(shown, "hyp").splitlines()
    assert [line.rpartition("(")[2] for line in lines] == [f"{name})" for name in wanted]
    scored = scoring.score(
        {line.rpartition(" (")[2]: line.rpartition(" (")[0] for line in exported(shown, "ref").splitlines()},
        {line.rpartition(" (")[2]: line.rpartition(" (")[0] for line in lines},
    )
    assert scored.counts.errors == sum(by_id[name].counts.errors for name in wanted)


def test_a_cell_that_a_spreadsheet_would_calculate_is_text(opened: Open) -> None:
    shown = opened(scoring.score(["=1+1"], ["@a"], ids=["-x"], markup=False))
    assert exported(shown, "csv").splitlines()[1].startswith("'-x,'=1+1,")


def test_several_systems_stand_under_one_reference(opened: Open, tmp_path: Path, capsys: Any) -> None:
    refs = {"a-1": "one two three", "a-2": "four five", "b-1": "six"}
    said = {
        "first": {"a-1": "one too three", "a-2": "four five", "b-1": "six six"},
        "second": {"a-1": "one two", "a-2": "for five", "b-1": "six"},
        "third": {"a-1": "one two three", "a-2": "four five", "b-1": "sick"},
    }
    for name, texts in {"ref": refs, **said}.items():
        (tmp_path / f"{name}.trn").write_text("".join(f"{text} ({key})\n" for key, text in texts.items()))
    files = [str(tmp_path / f"{name}.trn") for name in ("ref", *said)]
    with pytest.raises(SystemExit):
        main(["compare", "--ref", *files, "--page", str(tmp_path / "p.html")])
    capsys.readouterr()
    shown = opened(text=(tmp_path / "p.html").read_text(encoding="utf-8"), fragment="#than=differ&row=0")
    assert len(ids(shown)) == 3
    assert shown.locator("#ranking tbody tr").count() == 3
    names = shown.locator("#detail .names span").all_inner_texts()
    assert names == ["reference", "first", "second", "third"]
    children = "s => Array.from(s.children, c => c.textContent)"
    columns = shown.evaluate(f"Array.from(document.querySelectorAll('#detail .pieces .step'), {children})")
    assert columns == [["one", "·", "·", "·"], ["two", "too", "·", "·"], ["three", "·", "✗", "·"]]
    shown.evaluate("change({ than: '0<1' })")
    assert ids(shown) == ["a-2"]
    shown.evaluate("change({ than: '', view: 'errors', sort: 'id' })")
    rows = shown.locator("#list tbody tr").all_inner_texts()
    assert [text.strip() for text in rows[0].split("\t")] == ["a-1", "one", "two → too", "three", "ok", "ok"]
    shown.evaluate("change({ sort: '' })")
    assert shown.locator("#list th[aria-sort]").count() == 0


def test_results_that_share_only_some_utterances_are_shown_by_those(opened: Open) -> None:
    score = scoring.score({"a": "x y", "b": "z"}, {"a": "x", "b": "z"})
    two = scoring.score({"b": "z", "c": "q"}, {"b": "w", "c": "q"})
    shown = opened(score, two, names=("one", "two"), fragment="#view=utterances")
    assert ids(shown) == ["b"]
    assert shown.locator("#rates tbody td").nth(3).text_content() == "0"
    assert "1 utterance not shown" in shown.locator(".notices").first.inner_text()


def test_right_to_left_and_chinese_texts_keep_their_order(opened: Open) -> None:
    shown = opened(scoring.score(["שלום 12 עולם", "我 爱 你"], ["שלום 13 עולם", "我 爱 他"]), fragment="#row=0")
    assert shown.locator("#detail .alignment").get_attribute("dir") == "rtl"
    places = shown.evaluate(
        "Array.from(document.querySelectorAll('#detail .pieces .step'), s => s.getBoundingClientRect().left)"
    )
    assert places == sorted(places, reverse=True)
    shown.evaluate("change({ row: '1' })")
    assert shown.locator("#detail .alignment").get_attribute("dir") == "ltr"


def test_arrow_points_to_what_was_said_in_scripts_from_right_to_left(opened: Open) -> None:
    shown = opened(scoring.score(["שלום עולם זה מבחן"], ["שלום עולם העולם מבחן"]), fragment="#view=utterances")
    pair = shown.locator("#list tbody tr").first.locator("bdi.ref, bdi.substituted")
    assert pair.all_inner_texts() == ["זה", "העולם"]
    ref, said = (side.bounding_box() for side in pair.all())
    assert ref["x"] + ref["width"] < said["x"]
    shown.locator("#facets:not([aria-busy])").wait_for()
    ref, said = (side.bounding_box() for side in shown.locator("[data-facet=Pairs] bdi").all())
    assert ref["x"] + ref["width"] < said["x"]


def test_a_list_without_rows_says_why(opened: Open, demo: scoring.Result) -> None:
    shown = opened(demo, fragment="#search=nowhere")
    assert shown.locator("#list tbody").inner_text() == "Nothing matches the filters."
    assert shown.locator("#hits").inner_text() == "0 of 20 utterances, 0 errors in 0 words"
    shown = opened(scoring.score(["a b", "c"], ["a b", "c"]), fragment="#view=errors")
    assert shown.locator("#list tbody").inner_text() == "There are no errors."


def test_shares_below_ten_percent_have_a_decimal(opened: Open) -> None:
    texts = [f"{'a' if k else 'b'} w{k}" for k in range(40)]
    shown = opened(scoring.score(texts, [f"x {text.split()[1]}" for text in texts]), fragment="#low=1")
    shown.evaluate("change({ high: '50', ref: null, search: 'w' })")
    shown.evaluate("change({ search: '/^(w.|w1.)$/' })")
    assert [row[2:] for row in facet(shown, "Pairs")] == [["95 %", "98 %"], ["5.0 %", "2.5 %"]]


def test_charts_stand_in_two_columns_where_there_is_room(opened: Open, demo: scoring.Result) -> None:
    shown = opened(demo, fragment="#view=charts")
    shown.set_viewport_size({"width": 1280, "height": 900})
    left = "new Set(Array.from(document.querySelectorAll('.chart'), c => c.getBoundingClientRect().left)).size"
    assert shown.evaluate(left) == 2
    shown.set_viewport_size({"width": 400, "height": 900})
    assert shown.evaluate(left) == 1


def test_errors_in_context_are_in_sight_on_a_narrow_screen(browser: Any, tmp_path: Path) -> None:
    refs = {f"speaker-{k:04d}": f"some words that stand before one{k} and some others" for k in range(20)}
    hyps = {key: text.replace("one", "none") for key, text in refs.items()}
    (tmp_path / "p.html").write_bytes(scoring.score(refs, hyps).page())
    shown = browser.new_page()
    shown.set_viewport_size({"width": 400, "height": 900})
    shown.goto((tmp_path / "p.html").as_uri() + "#view=errors")
    shown.locator("html[data-ready]").wait_for(state="attached")
    box = shown.locator("#list tbody tr td:nth-child(3) .word").last.bounding_box()
    assert box["x"] + box["width"] < 400


def test_no_two_texts_of_a_chart_overlap(opened: Open, demo: scoring.Result) -> None:
    shown = opened(demo, fragment="#view=charts")
    figures = shown.locator("#charts svg").all()
    assert figures
    for figure in figures:
        boxes = [text.bounding_box() for text in figure.locator("text").all()]
        assert boxes
        for k, first in enumerate(boxes):
            for other in boxes[k + 1 :]:
                apart = first["x"] + first["width"] <= other["x"] or other["x"] + other["width"] <= first["x"]
                assert apart or abs(first["y"] - other["y"]) >= 10


def test_print_shows_the_alignments_of_what_is_filtered(opened: Open, demo: scoring.Result) -> None:
    shown = opened(demo, fragment="#kind=S")
    shown.emulate_media(media="print")
    shown.evaluate("printRows()")
    assert shown.locator("#print section").count() == len(ids(shown))
    assert shown.locator("#print").is_visible()
    assert not shown.locator("#list").is_visible()


def test_columns_of_a_table_are_facets_and_filters(opened: Open, tmp_path: Path) -> None:
    rows = [
        f"{k},good day to you,good {'day' if k % 3 else 'way'} to you,{'uk' if k % 2 else 'us'},{k}" for k in range(12)
    ]
    (tmp_path / "data.csv").write_text("\n".join(["id,reference,prediction,accent,clip", *rows]) + "\n")
    result = scoring.score_files(str(tmp_path / "data.csv"))
    shown = opened(result)
    assert {row[0] for row in facet(shown, "Accents")} == {"uk", "us"}
    assert facet(shown, "Clips") == []
    shown = opened(result, fragment="#in.accent=uk")
    assert shown.locator("#hits").inner_text().startswith("6 of 12 utterances")
