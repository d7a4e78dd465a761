"""The error page in a real browser: its numbers are those of the JSON, and no text of a user runs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scorelite import scoring
from scorelite.scoring.report.words.page import render
from tests.conftest import ROOT
from tests.report.words.conftest import Open, reopen

DEMO = ROOT / "resources" / "demo"
EVIL = "</script><script>alert(1)</script><img/src=x/onerror=alert(1)>\"'&amp;"


@pytest.fixture(scope="module")
def demo() -> scoring.Result:
    return scoring.score_files(str(DEMO / "ref.trn"), str(DEMO / "hyp.trn"))


def rows(shown: Any) -> list[list[str]]:
    """The texts of the rows in sight, without the last column."""
    rows = shown.evaluate(
        "Array.from(document.querySelectorAll('#list tbody tr'), r => Array.from(r.cells, c => c.innerText))"
    )
    return [row[:-1] for row in rows]


def all_rows(shown: Any, script: str) -> list[Any]:
    """Values of an expression for all rows of the list, drawn or not: `row` is the number of one."""
    return list(shown.evaluate(f"Array.from(shown.rows, row => {script})"))


def test_every_number_equals_that_of_the_json(opened: Open, demo: scoring.Result) -> None:
    shown = opened(demo)
    facts = demo.to_dict(utterances=True)
    head = shown.locator("#rates tbody td").all_text_contents()
    assert head[1] == f"{100 * facts['wer']:.1f} %"
    names = ("errors", "correct", "substitutions", "deletions", "insertions", "sentence_errors")
    assert [int(text) for text in head[3:9]] == [facts[name] for name in names]
    wanted = {
        each["id"]: [each[name] for name in ("reference", "errors", "substitutions", "deletions", "insertions")]
        for each in facts["utterances"]
    }
    shown.evaluate("document.getElementById('list').style.minHeight = '900px'")
    shown.locator("#list tbody tr").nth(19).wait_for()
    actual = {row[0]: [int(row[2]), int(row[3]), *map(int, row[5:8])] for row in rows(shown)}
    assert actual == wanted
    assert {row[0]: row[4] for row in rows(shown)} == {
        each["id"]: f"{100 * each['wer']:.1f}" for each in facts["utterances"]
    }


def test_the_interval_is_that_of_the_json(demo: scoring.Result) -> None:
    drawn = demo.interval(1000)
    low, high = (f"{100 * (drawn.mean + side * drawn.reach):.2f}" for side in (-1, 1))
    assert f"<td>{low}–{high}</td>" in demo.page().decode()


def test_the_alignment_of_every_utterance_is_that_of_the_json(opened: Open, demo: scoring.Result) -> None:
    shown = opened(demo)
    text = "Array.from({length: model.size}, (_, u) => u)"
    document = json.loads(shown.evaluate(f"toJson({text}).join('')"))
    wanted = demo.to_dict(utterances=True)["utterances"]
    for row, utterance in zip(document, wanted, strict=True):
        (system,) = row["systems"]
        assert (row["id"], system["alignment"]) == (utterance["id"], utterance["alignment"])
        for name in ("correct", "substitutions", "deletions", "insertions"):
            assert system[name] == utterance[name]


def test_without_scripts_the_page_shows_rates_commonest_errors_and_worst_utterances(
    chromium: Any, tmp_path: Path, demo: scoring.Result
) -> None:
    (tmp_path / "p.html").write_bytes(demo.page())
    session = chromium.new_context(java_script_enabled=False)
    shown = session.new_page()
    shown.goto((tmp_path / "p.html").as_uri())
    assert shown.locator(".results .rate").inner_text() == "11.8 % word error rate"
    assert shown.locator("#rates td").nth(1).text_content() == "11.8 %"
    assert shown.locator("#substituted tbody tr").first.inner_text().split() == ["the", "→", "a", "2"]
    assert shown.locator("#worst tbody tr").count() == 13
    assert not shown.locator("#app").is_visible()
    session.close()


def test_no_text_runs_and_control_characters_are_visible(opened: Open) -> None:
    odd = "a\u202eb", "\u2066c", "x" * 1_000_000, "\x01", "a\ab"
    refs = [[EVIL, "a"], list(odd), [EVIL]]
    hyps = [[EVIL + "!", "a"], ["z", *odd], []]
    result = scoring.score(refs, hyps, ids=[EVIL, "two-\u202e", "three"], markup=False)
    text = b"".join(render([result], [EVIL])).decode()
    assert text.lower().count("<img") == 0
    shown = opened(text=text)
    assert shown.evaluate("document.querySelectorAll('img').length") == 0
    assert shown.evaluate("document.querySelectorAll('script:not([type])').length") == 1
    for view in ("utterances", "errors", "charts"):
        shown.locator(f"[data-view={view}]").click()
        for row in shown.locator("#list:not([hidden]) tbody tr").all():
            row.click()
        assert shown.evaluate("document.body.innerText.includes('\\u202e')") is False
    assert shown.evaluate("Math.max(...Array.from(document.querySelectorAll('bdi'), b => b.textContent.length))") < 300
    shown.locator("[data-view=utterances]").click()
    shown.locator("#list tbody tr", has_text="two-").click()
    assert "a⟨202E⟩b" in shown.locator("#detail .alignment").text_content()
    shown.locator("#detail .more").first.click()
    assert (
        shown.evaluate("Math.max(...Array.from(document.querySelectorAll('bdi'), b => b.textContent.length))")
        == 1_000_000
    )


def test_a_policy_lets_nothing_out_and_no_other_script_run(opened: Open, demo: scoring.Result) -> None:
    text = b"".join(render([demo])).decode()
    policy = re.search('Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    assert "default-src &#x27;none&#x27;" in policy[1]
    assert "unsafe" not in policy[1]
    shown = opened(text=text.replace("</body>", "<script>document.title = 'hacked'</script></body>"))
    assert shown.title().startswith("Errors of hyp.trn")
    tried = """async () => { try { await fetch("https://localhost:9/"); return "out" } catch { return "stopped" } }"""
    assert shown.evaluate(tried) == "stopped"


def test_a_page_cut_short_or_altered_says_so(opened: Open, demo: scoring.Result) -> None:
    text = b"".join(render([demo])).decode()
    inside = text.index('id="block-refs.0">') + 40
    for damaged in (
        text[: text.index('id="block-ids"') + 30],
        text[: text.index('<style id="end">')],
        text[:inside] + ("B" if text[inside] == "A" else "A") + text[inside + 1 :],
        text.replace('id="block-refs.0">', 'id="block-refs.0">A'),
        text.replace('id="block-words"', 'id="block-word"'),
    ):
        assert damaged != text
        shown = opened(text=damaged)
        assert "This page is damaged" in shown.locator("[role=alert]").inner_text()
        assert not shown.locator("#app").is_visible()
        assert shown.evaluate("getComputedStyle(document.body, '::before').content") == "none"


def test_a_page_that_ends_within_its_first_bytes_says_so(browser: Any, tmp_path: Path, demo: scoring.Result) -> None:
    data = b"".join(render([demo]))
    style, body, script = (data.index(mark) for mark in (b"<title>", b"<main>", b"<script>"))
    assert style < len(data) / 100
    for size in (style + 30, style + 2000, body + 10, body + 3000, script + 2000):
        (tmp_path / "cut.html").write_bytes(data[:size])
        shown = browser.new_page()
        shown.goto((tmp_path / "cut.html").as_uri())
        shown.evaluate("document.getAnimations().forEach(each => each.finish())")
        content, seen = shown.evaluate("""() => {
          const style = getComputedStyle(document.body, "::before");
          return [style.content, style.visibility];
        }""")
        assert "its file was cut short" in content
        assert seen == "visible"
        shown.close()


COLUMNS = {
    "id": "model.ids.at(row)",
    "words": "model.systems[0].lengths[row]",
    "errors": "model.systems[0].errors[row]",
    "rate": "model.systems[0].rate(row)",
    "substituted": "model.systems[0].substitutions[row]",
    "deleted": "model.systems[0].deletions[row]",
    "inserted": "model.systems[0].insertions[row]",
}


def test_all_rows_are_in_order_after_a_sort(opened: Open) -> None:
    texts = [f"{'w ' * (k % 7)}{'x ' * (k % 3)}" for k in range(60)]
    hyps = [f"{'w ' * (k % 5)}{'y ' * (k % 4)}" for k in range(60)]
    shown = opened(scoring.score(texts, hyps, ids=[f"{(7 * k) % 60}" for k in range(60)]))
    for column, key in COLUMNS.items():
        reopen(shown, f"#sort={column}")
        # Rows without a value stand last; rows of equal value in the order of the file.
        nan = f"Number.isNaN({key}) ? null : {key}"
        rising = [(value, row) for value, row in zip(all_rows(shown, nan), all_rows(shown, "row"), strict=True)]
        assert sorted(rising, key=lambda item: (item[0] is None, item[0] or type(item[0] or 0)(), item[1])) == rising
        shown.evaluate(f"change({{sort: '-{column}'}})")
        falling = [(value, row) for value, row in zip(all_rows(shown, nan), all_rows(shown, "row"), strict=True)]
        assert sorted(row for _, row in falling) == list(range(60))
        values = [value for value, _ in falling if value is not None]
        assert values == sorted(values, reverse=True)
        assert [value for value, _ in falling[len(values) :]] == [None] * (60 - len(values))
        # The pointer on the heads makes the columns ready; the order is that of the first sort.
        shown.hover("#list thead")
        while not shown.evaluate("rankOf.has('id') && rankOf.has('rate')"):
            shown.wait_for_timeout(20)
        shown.evaluate(f"change({{sort: '{column}'}})")
        assert all_rows(shown, "row") == [row for _, row in rising]


def test_texts_are_in_the_order_of_their_code_units(opened: Open, demo: scoring.Result) -> None:
    alike = "x" * 5000
    texts = ["b", "a", "", "ab", "a", "\U00010000", "\uffff", "é", "B", "0010", "002", ""]
    texts += [f"{alike}b", f"{alike}a", alike]
    actual = opened(demo).evaluate("texts => Array.from(ranks(Texts.of(texts)))", texts)
    units = [text.encode("utf-16-be") for text in texts]
    assert actual == [sum(other < each for other in units) for each in units]


def test_all_errors_are_in_order_after_a_sort(opened: Open, demo: scoring.Result) -> None:
    shown = opened(demo)
    text = """row => {
      const system = chosenSystem(), word = number => (number === undefined ? "" : model.words.at(number));
      const kind = system.kinds[row], ref = kind === INSERTED ? undefined : system.refs[system.places[row]];
      const error = [word(ref), word(kind === DELETED ? undefined : system.words[row])];
      return [word(around(system, row, -1).at(-1)), error, word(around(system, row, 1)[0])];
    }"""
    for place, column in enumerate(("left", "error", "right")):
        reopen(shown, f"#view=errors&sort={column}")
        rising = [(each[place], row) for each, row in shown.evaluate(f"Array.from(shown.rows, r => [({text})(r), r])")]
        assert len(rising) == 18
        assert rising == sorted(rising)
        assert shown.locator("#list th[aria-sort]").count() == 1


def test_a_page_above_its_budget_lists_the_worst_utterances_and_the_sums_of_all(opened: Open) -> None:
    refs = [f"a b c d{k}" for k in range(400)]
    hyps = ["a b" if k % 40 == 0 else ref for k, ref in enumerate(refs)]
    result = scoring.score(refs, hyps)
    whole, cut = (b"".join(render([result], budget=budget)) for budget in (10**6, 1000))
    assert len(cut) < len(whole)
    shown = opened(text=cut.decode(), fragment="#sort=-errors")
    listed = shown.locator(".listed").inner_text()
    assert re.search("only the [0-9]+ utterances with most errors, of 400", listed)
    assert shown.locator("#rates tbody td").nth(3).text_content() == "20"
    assert all_rows(shown, "model.systems[0].errors[row]")[:10] == [2] * 10
    assert "worst of 400" in shown.locator("#hits").inner_text()
    shown = opened(text=b"".join(render([result], most=10)).decode())
    assert all_rows(shown, "model.ids.at(row)") == [str(k + 1) for k in range(0, 400, 40)]
