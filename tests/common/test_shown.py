"""Results and their parts as a prompt, a notebook and help() show them."""

from __future__ import annotations

import inspect
import json
import pydoc
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

import scorelite
from scorelite import kws, meetings
from scorelite.scoring.cli.colour import Paint
from scorelite.scoring.cli.groups import group_lines
from scorelite.scoring.common.text_tables import text_table
from scorelite.scoring.compare import of_result, tournament
from scorelite.scoring.compare.show import terminal
from scorelite.scoring.words import scored
from scorelite.scoring.words.job import KEYWORDS
from tests.words.test_api import DEMO

MANY = 1000


def objects() -> dict[str, Any]:
    """Public objects of every wing, by name, each with many utterances or parts."""
    names = [f"{number:09}" * 20 for number in range(MANY)]
    texts = ["a b c " * 5] * MANY
    words = scorelite.score(texts, ["a x " * 5] * MANY, ids=names, normalise="basic")
    turns = {name: [("anna", 0.0, 5.0), ("ben", 5.0, 6.0)] for name in names}
    segments = scorelite.score_segments(turns, turns, measure="diarisation")
    said = {name: [("anna", "x y")] for name in names}
    talk = meetings.score(said, said)
    keyword = [(f"word{number}", 5.0 * number, 5.0 * number + 1) for number in range(MANY)]
    detections = [(*row, 0.5 + row[1] / 1e5) for row in keyword]
    spotted = kws.evaluate({"m": keyword}, {"m": detections}, [row[0] for row in keyword], {"m": 1e5})
    timed = scorelite.score_files(DEMO / "ref.stm", DEMO / "hyp.ctm")
    comparison = words.compare(words)
    values = [words, words.totals(), words.utterances, words.table, words[0], words[0].alignment, words.before]
    values += [
        words.interval(10),
        words.counts,
        timed,
        timed.table.timeline,
        timed.table,
        timed.utterances.hyps,
        timed[0],
    ]
    values += [segments, segments.totals(), segments.parts[0], talk, talk.parts[0]]
    values += [spotted, spotted.trials, spotted.curve, spotted.steps, comparison, comparison.a]
    values += [tournament([of_result(words, name) for name in ("a", "b")], level=0.05, replications=10)]
    return {f"{number} {type(value).__name__}": value for number, value in enumerate(values)}


@pytest.mark.slow
def test_each_object_is_one_short_line() -> None:
    shown = {name: repr(value) for name, value in objects().items()}
    assert {name: text for name, text in shown.items() if len(text) >= 200 or "\n" in text} == {}
    assert {name for name, text in shown.items() if " object at 0x" in text} == set()


def test_the_line_of_a_result_searches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*values: object) -> None:
        raise AssertionError("notices were searched for")

    monkeypatch.setattr(scored, "notices_of", refused)
    result = scorelite.score(["a b"], ["a c"])
    assert repr(result) == "<Result: WER 50.0 % [ 1 / 2: 1 substitution, 0 deletions, 0 insertions ]>"
    assert repr(scorelite.score(["a"], ["b"], unit="character")).startswith("<Result: CER 100.0 %")
    with pytest.raises(AssertionError, match="notices were searched for"):
        str(result)


def test_each_wing_says_its_rate() -> None:
    segments = scorelite.score_segments({"t": [("a", 0.0, 4.0)]}, {"t": [("x", 0.0, 3.0)]}, measure="diarisation")
    assert repr(segments) == "<SegmentResult: diarisation, 1 recording, DER 25.0 %>"
    talk = meetings.score({"t": [("a", "x y")]}, {"t": [("1", "x")]})
    assert repr(talk) == "<MeetingResult: cpWER 50.0 % [ 1 / 2: 0 substitutions, 1 deletion, 0 insertions ]>"


def test_notebooks_show_alignments_with_bold_errors() -> None:
    result = scorelite.score(["a <b> c", "d"], ["a x c e", "d"], ids=["u&1", "v"])
    alignment = result[0].alignment._repr_html_()
    assert alignment == (
        "<table><tr><th>REF</th><td>a</td><td><b>&lt;b&gt;</b></td><td>c</td><td></td></tr>"
        "<tr><th>HYP</th><td>a</td><td><b>x</b></td><td>c</td><td><b>e</b></td></tr>"
        "<tr><th>Eval</th><td></td><td><b>S</b></td><td></td><td><b>I</b></td></tr></table>"
    )
    assert result[0]._repr_html_() == f"<p>u&amp;1: {result[0].counts}</p>{alignment}"


def test_notebooks_show_the_first_utterances_and_how_many_there_are() -> None:
    html = scorelite.score(["a <b>"] * 30, ["a"] * 30).utterances._repr_html_()
    assert html.count("<tr>") == 21
    assert "<td>1</td><td>50.0 %</td><td>a &lt;b&gt;</td><td>a</td>" in html
    assert html.endswith("<p>the first 20 of 30 utterances</p>")
    assert scorelite.score(["a"], ["a"]).utterances._repr_html_().endswith("<p>1 utterance</p>")


def test_notebooks_show_a_comparison_with_its_analyses() -> None:
    old, new = (scorelite.score(["a b", "c d"], hyp) for hyp in (["a x", "c"], ["a b", "c"]))
    comparison = replace(old.compare(new), analyses=old.analyse_changes(new, {"failures": None}))
    html = comparison._repr_html_()
    assert "<tr><td>WER</td><td>50.0 %</td><td>25.0 %</td><td>-25.00</td></tr>" in html
    assert "<tr><td>substitutions</td><td>1</td><td>0</td><td>-1</td></tr>" in html
    assert "<p>different; B has other words than A in 1 utterance; " in html
    assert html.count("<table>") == 2


def test_notebooks_show_a_tournament_as_the_command_prints_it() -> None:
    scores = [of_result(scorelite.score(["a b", "c d"], hyp)) for hyp in (["a x", "c"], ["a b", "c"], ["a b", "c d"])]
    named = [replace(each, name=name) for each, name in zip(scores, ("<one>", "two", "three"), strict=True)]
    table = tournament(named, level=0.05, replications=100, correction="holm")
    html = table._repr_html_()
    assert html.startswith("<table><tr><td></td><th>WER</th><th>1</th><th>2</th><th>3</th><th>system</th></tr>")
    assert "<td>3</td><td>50.0 %</td>" in html
    assert "<td>&lt;one&gt;</td>" in html
    assert html.endswith("<p>- no test is defined: 2 utterances are too few; 6 or more are needed</p>")
    heads, rows = table.cells()
    assert ([*heads][1], [row[-1] for row in rows]) == ("WER", ["three", "two", "<one>"])


def test_notebooks_and_tables_show_control_characters() -> None:
    hidden = "a\u202eb\n"
    result = scorelite.score_files(json.dumps({"id": hidden, "text": "a", "hyp": "b", "kind": hidden}).encode() + b"\n")
    for html in (result[0]._repr_html_(), result.utterances._repr_html_()):
        assert "a⟨202E⟩b⟨000A⟩" in html
        assert "\u202e" not in html
    assert "a⟨202E⟩b⟨0007⟩" in scorelite.align(["a\u202eb\a"], ["a"])._repr_html_()
    failures = result.analyse({"classes": [{"class": hidden.strip(), "phrases": ["a"]}]})["classes"]
    assert "a⟨202E⟩b" in failures._repr_html_()
    assert "\u202e" not in f"{failures}{failures._repr_html_()}"
    assert list(text_table(["", "x"], [["a\nb\x1b[2J", "1"]], indent="")) == ["         x", "a␊b␛[2J  1"]
    assert "\n" not in next(islice(group_lines(result, ["kind"], Paint(False)), 2, None))


def test_tables_cut_names_of_any_length() -> None:
    long = "u" * 1_000_000
    table = f"id,text,hyp,kind\na,a,b,{long}\nb,a,a,c\nc,a,a,{long}\n".encode()
    slices = scorelite.score_files(table).slices("kind")
    assert max(map(len, (*slices.lines(), slices._repr_html_()))) < 2000
    first, other = (scorelite.score({long: "a", "b": "a"}, {long: hyp, "b": "a"}) for hyp in "ab")
    assert max(map(len, terminal(first.compare(other), 10))) < 2000
    with pytest.raises(scorelite.UsageError, match=r"one value, u+ \.\.\. u+; expected two or more"):
        scorelite.score_files(table.replace(b",c", f",{long}".encode())).slices("kind")
    wide = ",".join(f"room{number}" for number in range(30))
    with pytest.raises(scorelite.UsageError, match=r"no group 'rooom7'; did you mean room7\? .* 32 in all"):
        scorelite.score_files(f"id,text,hyp,{wide}\na,a,b{',x' * 30}\n".encode()).by("rooom7")


def test_a_long_alignment_is_cut_in_notebooks() -> None:
    html = scorelite.align("a " * 400, "a " * 400)._repr_html_()
    assert html.count("<td>a</td>") == 600
    assert html.endswith("<p>100 more</p>")


def results_of_any_size() -> Iterator[Any]:
    """Results of every wing, and long texts whose every letter takes many bytes."""
    evil = '"\u202e<é&>天'
    ids = [f"{evil * 50}{number}" for number in range(60)]
    texts = [" ".join([evil * 20] * 400)] * 60
    for result in (scorelite.score(["a b c"] * 3000, ["a x c"] * 3000), scorelite.score(texts, ["a"] * 60, ids=ids)):
        yield from (result, result.totals(), result.utterances, result[0], result[0].alignment)
        yield result.compare(result)
    yield scorelite.score([], [])
    turns = [(f"{evil * 20}{number}", float(number), number + 2.0) for number in range(200)]
    yield scorelite.score_segments({evil * 50: turns}, {evil * 50: turns[:100]}, measure="diarisation")
    yield meetings.score({evil * 50: [(evil, texts[0])]}, {evil * 50: [("1", "a")]})


@pytest.mark.slow
def test_a_notebook_stores_less_than_20_kilobytes_for_a_result_of_any_size() -> None:
    for result in results_of_any_size():
        html = result._repr_html_()
        assert len(html.encode()) < 20_000, result
        assert "\u202e" not in html


def test_a_notebook_begins_with_the_rate_and_its_interval_and_says_how_to_get_the_page() -> None:
    result = scorelite.score(["a b c d"] * 20, ["a x c d"] * 10 + ["a b c d"] * 10)
    html = result._repr_html_()
    assert html.startswith('<p><b style="font-size:1.8em">12.5 %</b> word error rate, 95 % interval ')
    assert "10 errors in 80 words, 20 utterances: 10 substitutions, 0 deletions, 0 insertions" in html
    assert html.count("<del>b</del> → <ins>x</ins>") == 10
    assert "<code>result.page(&quot;page.html&quot;)</code>" in html
    assert "result.page(" not in result.totals()._repr_html_()


@pytest.mark.parametrize("name", ["score", "score_files"])
def test_help_lists_every_keyword(name: str) -> None:
    text = pydoc.plain(pydoc.render_doc(getattr(scorelite, name)))
    assert [keyword for keyword in KEYWORDS if f" {keyword} " not in text.replace(",", " ").replace("\n", " ")] == []
    assert "case_sensitive=False" in str(inspect.signature(getattr(scorelite, name)))


def test_frames_have_texts_first_and_no_empty_columns() -> None:
    pytest.importorskip("pandas")
    frame = scorelite.score(["a b"], ["a c"]).to_pandas()
    counted = ["correct", "substitutions", "deletions", "insertions", "reference", "errors", "wer"]
    assert list(frame) == ["id", "ref", "hyp", *counted]
    timed = scorelite.score_files(DEMO / "ref.stm", DEMO / "hyp.ctm").to_pandas()
    assert {"session", "speaker", "start", "end", "right_information"} <= {*timed}
    empty = scorelite.score(["", ""], ["", ""]).to_pandas()
    assert list(empty) == ["id", "ref", "hyp", *counted]
