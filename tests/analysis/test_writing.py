"""Errors by cause: one error of each kind, and laws."""

from __future__ import annotations

import json
import pickle
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite.scoring.analysis.writing import _chains
from scorelite.scoring.normalise.chain import Chain, Scoring
from tests.analysis.calls import calls, of_the_core

TEXTS = st.lists(st.sampled_from(["a", "A", "a.", "a-b", "ab", "two", "2", "color", "Colour,"]), max_size=6).map(
    " ".join
)
PAIRS = st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4)
CAUSES = ("case", "numbers", "punctuation", "spelling", "spacing", "words")


def errors(ref: str, hyp: str, language: str = "en") -> dict[str, int]:
    """Errors by cause, of those that have some."""
    writing = scorelite.score([ref], [hyp]).writing(language)
    return {row.name: row.errors for row in writing.rows if row.errors}


@pytest.mark.parametrize(
    ("ref", "hyp", "cause"),
    [
        ("we saw Ann", "we saw ann", {"case": 1}),
        ("ÉTÉ", "été", {"case": 1}),
        ("we saw 20 boats", "we saw twenty boats", {"numbers": 1}),
        ("one thousand boats", "1,000 boats", {"numbers": 2}),
        ("twenty one dollars", "$21", {"numbers": 3}),
        ("it cost $1 more", "it cost 1 dollar more", {"numbers": 2}),
        ("up 5%, then", "up five percent, then", {"numbers": 2}),
        ("we saw it.", "we saw it", {"punctuation": 1}),
        ("Yes, it is", "yes it is", {"punctuation": 1}),
        ("the colour", "the color", {"spelling": 1}),
        ("white paper", "whitepaper", {"spacing": 2}),
        ("we saw it", "we was it", {"words": 1}),
        ("we saw it", "we saw it", {}),
    ],
)
def test_an_error_has_one_cause(ref: str, hyp: str, cause: dict[str, int]) -> None:
    assert errors(ref, hyp) == cause


def test_other_languages_have_no_rules_of_english() -> None:
    assert errors("the colour 20", "The color twenty", "none") == {"case": 1, "words": 2}


def test_texts_are_those_before_normalisation() -> None:
    raw = scorelite.score(["Yes, we saw."], ["yes we was"]).writing()
    assert scorelite.score(["Yes, we saw."], ["yes we was"], normalise="basic").writing().rows == raw.rows
    assert (raw.raw.wer, raw.alike.wer) == (2 / 3, 1 / 3)


@given(PAIRS)
def test_parts_add_up_to_the_raw_rate(pairs: list[tuple[str, str]]) -> None:
    writing = scorelite.score(*map(list, zip(*pairs, strict=True))).writing()
    assert tuple(row.name for row in writing.rows) == CAUSES
    assert sum(row.errors for row in writing.rows) == writing.raw.errors
    assert writing["words"].errors == writing.alike.errors
    if writing.raw.reference:
        assert sum(writing.points(name) or 0 for name in CAUSES) == pytest.approx(writing.raw.wer)


@given(PAIRS, PAIRS)
def test_the_whole_is_the_sum_of_its_parts(first: list[tuple[str, str]], other: list[tuple[str, str]]) -> None:
    parts = [scorelite.score(*map(list, zip(*part, strict=True))) for part in (first, other)]
    whole = scorelite.score(*map(list, zip(*first, *other, strict=True))).writing()
    assert sum(part.writing() for part in parts) == whole
    assert pickle.loads(pickle.dumps(whole)) == whole


def test_nothing_scored_is_no_rate() -> None:
    writing = scorelite.score([""], [""]).writing()
    assert (writing.points("case"), writing.share("case")) == (None, None)
    assert "undefined" in str(writing)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(scorelite.UsageError, match="language is 'xx'; expected one of en, none"):
        scorelite.score(["a"], ["a"]).writing("xx")


def test_the_command_prints_a_table_and_writes_json(scorelite: Any, tmp_path: Path) -> None:
    (tmp_path / "ref.trn").write_text("Well, we saw twenty boats (u)\n", encoding="utf-8")
    (tmp_path / "hyp.trn").write_text("Well we saw 20 goats (u)\n", encoding="utf-8")
    command = ["score", "ref.trn", "hyp.trn", "--with", "writing"]
    shown = scorelite(*command, cwd=tmp_path).stdout.decode()
    assert "  as written        3        60.0 %  100.0 %" in shown
    told = json.loads(scorelite(*command, "--json", cwd=tmp_path).stdout)["analyses"]["writing"]
    assert {row["cause"]: row["errors"] for row in told["rows"] if row["errors"]} == dict.fromkeys(
        ("numbers", "punctuation", "words"), 1
    )
    refused = scorelite("score", "ref.trn", "hyp.trn", "--with", "writing=de", cwd=tmp_path)
    assert (refused.returncode, b"language is 'de'" in refused.stderr) == (2, True)


def test_rules_of_equivalents_are_no_part_of_texts_as_written() -> None:
    texts = ["We're gonna go, x"], ["were going to go y"]
    plain, ruled = scorelite.score(*texts), scorelite.score(*texts, equivalents={"gonna": ["going to"]})
    assert ruled.writing().rows == plain.writing().rows
    assert ruled.writing().raw == plain.writing().raw
    assert ruled.punctuation().pairs == plain.punctuation().pairs


def test_a_later_branch_that_was_scored_does_not_count() -> None:
    ref, hyp = b"{ colour / color } and more (u)\n", b"color and more (u)\n"
    result = scorelite.score_files(ref, hyp, ref_format="trn", hyp_format="trn")
    assert (result.counts.errors, result.writing().raw.errors, result.writing()["spelling"].errors) == (0, 1, 1)


def test_an_alternation_counts_as_its_first_branch() -> None:
    ref = "{ Twenty / 20 } boats (u)\n"
    writing = scorelite.score_files(ref.encode(), b"20 boats (u)\n", ref_format="trn", hyp_format="trn").writing()
    assert (writing.raw.reference, writing["numbers"].errors, writing["words"].errors) == (2, 1, 0)


ODD = st.lists(
    st.sampled_from(
        [
            "a",
            "b",
            "ab",
            "abc",
            "c",
            "A",
            "Σ",
            "straße",
            "don’t",
            "two",
            "hundred",
            "one",
            "1,000",
            "color",
            "Grey-",
            "-",
        ]
    ),
    max_size=8,
).map(" ".join)


@given(st.lists(st.tuples(ODD, ODD), min_size=1, max_size=5), st.sampled_from(["sclite", "kaldi_wer", "1/1/1:SID"]))
def test_only_what_changes_is_aligned_again(pairs: list[tuple[str, str]], policy: str) -> None:
    sides: list[Any] = [list(side) for side in zip(*pairs, strict=True)]
    writing = scorelite.score(*sides, policy=policy).writing()
    expected = [scorelite.score(*sides, policy=policy, case_sensitive=True).counts]
    for name, chain in _chains("en"):
        sides = [chain.apply(side)[0] for side in sides]
        normalise = Chain((), "", Scoring("", "joined")) if name == "spacing" else None
        expected.append(scorelite.score(*sides, policy=policy, case_sensitive=True, normalise=normalise).counts)
    assert (writing.raw, writing.alike) == (expected[0], expected[-1])
    moved = [before.errors - after.errors for before, after in pairwise(expected)]
    assert [row.errors for row in writing.rows] == [*moved, expected[-1].errors]


@of_the_core
def test_texts_that_no_stage_changes_cost_few_calls() -> None:
    assert calls(lambda result: result.writing()) <= 3


@of_the_core
def test_numbers_cost_few_calls() -> None:
    def texts_of(size: int) -> tuple[list[str], list[str]]:
        words = ["one", "twenty", "hundred", "five", "and", "point", "thousand", "third"]
        refs = [" ".join(words[(place * place + row) % 8] for place in range(10)) for row in range(size)]
        return refs, [f"{text} 7" for text in refs]

    assert calls(lambda result: result.writing(), texts_of) <= 3


def test_words_given_one_by_one_have_no_marks_beside_equivalents() -> None:
    hyps = [["{", "ten", "/", "@", "}", "a*"]]
    plain, read = (scorelite.score(["ten ten a"], hyps, **more) for more in ({}, {"equivalents": {"so": ["thus"]}}))
    assert plain.errors == read.errors
    assert plain.writing().raw == read.writing().raw
    assert plain.writing().rows == read.writing().rows


def test_marks_of_a_transcript_are_no_writing() -> None:
    marked = b"Well, c;noun { d / e } f\\; g* @ (u-1)\n", b"well c { d / e } f\\; g h;noun (u-1)\n"
    bare = b"Well, c d f; g (u-1)\n", b"well c d f; g h (u-1)\n"
    first, other = (scorelite.score_files(*sides, ref_format="trn", hyp_format="trn") for sides in (marked, bare))
    assert first.writing().rows == other.writing().rows
    assert first.punctuation().pairs == other.punctuation().pairs


@pytest.mark.parametrize("ref_format", ["seglst", "ctm"])
def test_braces_in_words_with_times_are_letters(ref_format: str) -> None:
    rows = b"a 1 0.1 0.2 {\na 1 0.4 0.2 B}\na 1 0.7 0.2 c\n"
    segment = {"session_id": "a", "speaker": "s", "channel": "1", "start_time": 0, "end_time": 1, "words": "{ B} C"}
    ref = rows if ref_format == "ctm" else json.dumps([segment]).encode()
    result = scorelite.score_files(ref, rows, ref_format=ref_format, hyp_format="ctm", case_sensitive=True)
    writing = result.writing()
    assert writing.raw == result.counts
    assert {row.name: row.errors for row in writing.rows if row.errors} == ({} if ref_format == "ctm" else {"case": 1})


def test_errors_of_a_normalised_score_are_said_to_be_those_before() -> None:
    refs, hyps = ["Good day, Anna."], ["good day anna"]
    before = "errors of the texts before normalisation"
    assert before in [*scorelite.score(refs, hyps, normalise="basic").writing().notes()]
    assert before not in [*scorelite.score(refs, hyps).writing().notes()]
