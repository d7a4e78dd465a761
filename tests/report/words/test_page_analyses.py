"""Analyses on the error page: their tables, and facets that filter by what utterances have, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scorelite import scoring
from scorelite.scoring.report.words.page import render
from tests.conftest import Run
from tests.report.words.conftest import Open
from tests.report.words.test_page import EVIL
from tests.report.words.test_page_filters import facet, ids

REFS = {"u1": "we saw ann lee", "u2": "good day ann", "u3": "a b c d e f g", "u4": "twenty boats", "u5": "see you"}
HYPS = {"u1": "we saw an lee", "u2": "good day ann", "u3": "a g", "u4": "20 boats", "u5": "see see you"}
MARKS = {"name": ["ann lee", "ann"], EVIL: ["boats", "you"]}
WANTED = {"classes": MARKS, "failures": "dropout:3", "writing": None, "measures": {"u1": {"m": 1.0}}}


@pytest.fixture(scope="module")
def result() -> scoring.Result:
    return scoring.score(REFS, HYPS)


def test_a_click_on_a_row_shows_the_utterances_that_have_it(opened: Open, result: scoring.Result) -> None:
    shown = opened(result, analyses=WANTED)
    title = "Errors by class of words"
    assert [row[1:] for row in facet(shown, title)] == [["2", "1"], ["2", "0"], ["5", "7"]]
    assert facet(shown, "Failures") == [["dropout", "1", "5"]]
    assert facet(shown, "Errors by cause") == [["numbers", "1", "1"], ["words", "3", "7"]]
    shown.locator(f"[data-facet='{title}'] button", has_text="name").click()
    assert set(ids(shown)) == {"u1", "u2"}
    assert shown.locator("#chips").inner_text() == f"{title}: name ×"
    # Facets follow: the rows shown have no dropout.
    assert facet(shown, "Failures") == []
    assert [row[:1] for row in facet(shown, title)] == [["name"], ["rest"]]
    shown.locator("#chips button").click()
    assert len(ids(shown)) == 5
    shown.go_back()
    assert set(ids(shown)) == {"u1", "u2"}


def test_a_row_stands_in_the_address_and_is_chosen_by_keyboard(opened: Open, result: scoring.Result) -> None:
    shown = opened(result, analyses=WANTED, fragment="#mark=failures%2Fdropout")
    assert ids(shown) == ["u3"]
    shown.locator("#chips button").click()
    facet(shown, "Failures")
    shown.locator("[data-facet=Failures] button").focus()
    shown.keyboard.press("Enter")
    assert ids(shown) == ["u3"]
    assert "mark=failures%2Fdropout" in shown.url
    unknown = opened(result, analyses=WANTED, fragment="#mark=failures%2Fnothing")
    assert ids(unknown) == []
    assert len(ids(opened(result, fragment="#mark=failures%2Fdropout"))) == 5


def test_tables_stand_in_folds_and_no_name_of_a_class_runs(opened: Open, result: scoring.Result) -> None:
    shown = opened(result, analyses=WANTED)
    folds = shown.locator("details.analysis")
    titles = folds.locator("summary").all_inner_texts()
    assert titles == ["Errors by class of words", "Failures", "Errors by cause", "Measures of other programs"]
    assert folds.evaluate_all("all => all.every(fold => fold.open)")
    row = folds.first.locator("tbody tr").nth(1)
    assert row.locator("td").first.inner_text() == EVIL
    assert row.locator("td").nth(1).inner_text() == "0.0 %"
    assert shown.evaluate("document.querySelectorAll('img').length") == 0
    shown.locator("#facets button", has_text="script").click()
    assert set(ids(shown)) == {"u4", "u5"}
    assert EVIL[:20] in shown.locator("#chips").inner_text()


def test_two_systems_have_the_table_of_changes_and_facets_of_their_own(opened: Open, result: scoring.Result) -> None:
    other = scoring.score(REFS, {**HYPS, "u1": "we saw ann lee", "u2": "good day an", "u3": REFS["u3"]})
    shown = opened(result, other, names=("old", "new"), analyses={"classes": MARKS, "failures": "dropout:3"})
    heads = shown.locator("details.analysis").first.locator("th").all_text_contents()
    assert heads[:4] == ["row", "A", "B", "B - A"]
    assert facet(shown, "Failures") == [["dropout", "1", "5"]]
    shown.locator("#system").select_option("1")
    assert facet(shown, "Failures") == []
    assert facet(shown, "Errors by class of words")[0] == ["name", "2", "1"]


def test_a_page_that_is_cut_keeps_the_rows_of_what_it_shows(opened: Open, result: scoring.Result) -> None:
    shown = opened(result, analyses=WANTED, most=2)
    assert set(ids(shown)) == {"u1", "u3"}
    assert facet(shown, "Failures") == [["dropout", "1", "5"]]
    shown.locator("[data-facet='Errors by class of words'] button", has_text="name").click()
    assert ids(shown) == ["u1"]


def test_a_page_without_analyses_has_no_script_of_them(result: scoring.Result) -> None:
    plain, marked = result.page(), result.page(analyses={"failures": None})
    assert b"markFacets = " not in plain
    assert b"async function readMarks" not in plain
    assert b"async function readMarks" in marked
    assert len(marked) - len(plain) < 6000


@pytest.mark.parametrize(
    ("argument", "crossed"),
    [
        *(("gender", 0), ("gender/utterance", 0), ("a*b", 0), ("gender*accent", 4), ("gender*accent/utterance", 4)),
        *(("gender*accent+gender", 4), ("gender*a*b+a*b", 4)),
    ],
)
def test_crossed_groups_filter_and_plain_ones_are_columns(argument: str, crossed: int) -> None:
    table = "id,text,hyp,gender,accent,a*b\n" + "".join(
        f"{place},a b,a {'bx'[place % 2]},{'fm'[place % 2]},{['us', 'uk'][place % 3 > 0]},{place % 3}\n"
        for place in range(6)
    )
    page = scoring.score_files(table.encode().replace(b",2\n", b",1\n")).page(analyses={"slices": argument})
    rows = re.search(rb'"rows": ?\[([^\]]*)\]', page)
    assert (rows is None) == (not crossed)
    assert rows is None or (rows[1].count(b" x "), len(rows[1].split(b","))) == (crossed, crossed)


@pytest.mark.parametrize("command", ["score", "compare"])
def test_the_command_line_puts_analyses_on_its_page(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scorelite: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, texts in (("ref", REFS), ("hyp", HYPS), ("other", REFS)):
        Path(f"{name}.trn").write_text("".join(f"{text} ({key})\n" for key, text in texts.items()))
    files = ("ref.trn", "hyp.trn") if command == "score" else ("--ref", "ref.trn", "hyp.trn", "other.trn")
    assert scorelite(command, *files, "--with", "failures", "--page", "p.html").returncode == 0
    page = Path("p.html").read_text()
    assert "<summary><span>Failures" in page
    assert "marks.0.0" in page
    assert ("marks.0.1" in page) == (command == "compare")


def test_what_is_no_panel_is_told(result: scoring.Result) -> None:
    with pytest.raises(scoring.ScoreliteError, match="no analysis 'nonsense'"):
        result.page(analyses={"nonsense": None})
    assert b"".join(render([result]))
