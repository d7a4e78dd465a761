"""Rates of Arabic diacritics: equal to those of Fadel's script, counted by hand, and by laws."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from tests.analysis.calls import calls, of_the_core, texts_of
from tests.analysis.gold import cases

TEXTS = st.lists(st.text("كت\u064e\u064f\u0651", min_size=1, max_size=5), max_size=4).map(" ".join)
PAIRS = st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=3)
NAMES = {
    "der_ce1_nd1_Fadel": "letters, with endings",
    "der_ce1_nd0_Fadel": "letters with marks, with endings",
    "der_ce0_nd1_Fadel": "letters, without endings",
    "der_ce0_nd0_Fadel": "letters with marks, without endings",
    "wer_ce1": "words, with endings",
    "wer_ce0": "words, without endings",
}


def scored(pairs: list[tuple[str, str]]) -> Any:
    return scorelite.score(*map(list, zip(*pairs, strict=True)))


def test_rates_are_those_of_the_script_of_fadel() -> None:
    for case in cases("arabic_der"):
        diacritics = scorelite.score([case["ref"]], [case["hyp"]]).diacritics()
        for name, own in NAMES.items():
            rate = diacritics[own].rate
            if rate is not None:  # Without letters the script says 0.
                assert round(100 * rate, 2) == case["out"][name], (name, case)


def test_words_with_other_letters_are_left_out() -> None:
    diacritics = scorelite.score(["كَتَبَ قَلَمٌ بَ"], ["كَتَبُ قَلَبٌ"]).diacritics()
    assert (diacritics.correct, diacritics.words) == (1, 3)
    row = diacritics["letters, with endings"]
    assert (row.wrong, row.total) == (1, 3)
    assert diacritics["words, without endings"].wrong == 0


def test_signs_and_other_scripts_are_no_letters() -> None:
    diacritics = scorelite.score(["قالَ كَتَبَ، 42 Lee . كـَتبُ."], ["قال كَتَبُ 42 Lee كَتبُ!"]).diacritics()
    assert (diacritics.correct, diacritics.words) == (3, 3)
    rows = {row.name: (row.wrong, row.total) for row in diacritics.rows}
    assert rows["letters, with endings"] == (2, 9)
    assert rows["letters, without endings"] == (0, 6)
    assert rows["letters with marks, with endings"] == (2, 6)
    assert rows["words, with endings"] == (2, 3)


def test_a_part_with_signs_and_one_without_add_up_to_the_whole() -> None:
    parts = [[("كتب قال", "كتب، قالَ")], [("a b", "a b")], [("كتب.", "كتب")]]
    assert (
        sum(scored(part).diacritics() for part in parts)
        == scored([pair for part in parts for pair in part]).diacritics()
    )


def test_the_order_of_two_marks_does_not_matter() -> None:
    assert scorelite.score(["ك\u0651\u064e"], ["ك\u064e\u0651"]).diacritics()["words, with endings"].wrong == 0


def test_texts_are_those_before_normalisation() -> None:
    result = scorelite.score(["كَتَبَ"], ["كَتَبُ"], normalise="no-marks")
    assert result.wer == 0
    assert result.diacritics()["letters, with endings"].wrong == 1


def test_nothing_correct_is_no_rate() -> None:
    diacritics = scorelite.score(["كَ"], [""]).diacritics()
    assert {row.rate for row in diacritics.rows} == {None}
    assert "undefined" in str(diacritics)


@given(TEXTS)
def test_a_text_has_the_marks_of_itself(text: str) -> None:
    assert {row.wrong for row in scorelite.score([text], [text]).diacritics().rows} == {0}


@given(PAIRS, PAIRS)
def test_parts_add_up_to_the_whole(first: list[tuple[str, str]], other: list[tuple[str, str]]) -> None:
    whole = scored(first + other).diacritics()
    assert sum(scored(part).diacritics() for part in (first, other)) == whole
    assert pickle.loads(pickle.dumps(whole)) == whole


def test_the_command_prints_a_table_and_writes_json(scorelite: Any, tmp_path: Path) -> None:
    (tmp_path / "ref.trn").write_text("كَتَبَ (u)\n", encoding="utf-8")
    (tmp_path / "hyp.trn").write_text("كَتَبُ (u)\n", encoding="utf-8")
    command = ["score", "ref.trn", "hyp.trn", "--with", "diacritics"]
    assert "right letters: 1 of 1 Arabic word" in scorelite(*command, cwd=tmp_path).stdout.decode()
    told = json.loads(scorelite(*command, "--json", cwd=tmp_path).stdout)["analyses"]["diacritics"]
    assert told["rows"][0] == {"what": "letters, with endings", "rate": pytest.approx(1 / 3), "wrong": 1, "total": 3}


@of_the_core
def test_texts_without_marks_cost_few_calls() -> None:
    assert calls(lambda result: result.diacritics()) <= 3


@of_the_core
def test_texts_without_arabic_letters_are_not_aligned_again() -> None:
    def marked(size: int) -> tuple[list[str], list[str]]:
        return tuple([text.capitalize() + "." for text in side] for side in texts_of(size))  # type: ignore[return-value]

    result = scorelite.score(*marked(9))
    assert (result.diacritics().words, result.diacritics()["words, with endings"].total) == (0, 0)
    assert calls(lambda result: result.diacritics(), marked) <= 3


@of_the_core
def test_words_are_looked_at_once() -> None:
    def marked(size: int) -> tuple[list[str], list[str]]:
        refs, hyps = texts_of(size)
        return [text + " كَتَبَ" for text in refs], [text + " كَتَبُ" for text in hyps]

    assert calls(lambda result: result.diacritics(), marked) <= 6
