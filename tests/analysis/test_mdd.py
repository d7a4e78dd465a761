"""Mispronunciation detection and diagnosis: figures of a script that many copy, tables counted by hand, and files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite.formats.errors import FormatError, UsageError
from tests.conftest import Run

COUNTS = ("true_acceptances", "false_rejections", "false_acceptances", "correct_diagnoses", "diagnosis_errors")
TRIPLES = """\
b d a a|b a d a|d a
d a b a b c|d a b b a b c|d b c a a d
b d d a|b c c d a|b c d d c d
b a d a|c b d d d|b a d
b b b|b b|b b
a d d d d d a|a d d b d a b|c d d d d a d a
a b c b a c|a b b c a c|a d c c
c c a b a b d b|d c a b a a b b|c b d a d b d a b
b d|b d b|b d
c d|c d|c
b a b b b|b a b b a c a|b a b b b
b c b d b|b b c d b|b a c d b
"""
PHONES = st.lists(st.sampled_from("abc"), min_size=1, max_size=6).map(" ".join)


def mdd(canonical: str, spoken: str, recognised: str, name: str = "all") -> tuple[int, ...]:
    """The counts of one utterance."""
    row = scorelite.score([spoken], [recognised]).mdd([canonical])[name]
    return tuple(getattr(row, count) for count in COUNTS)


def test_the_figures_of_the_script_of_ctc_attention_mispronunciation() -> None:
    """Made by ins_del_sub_cor_analysis.py (34b1568) of alignments by align-text, on random phones."""
    canonical, spoken, recognised = zip(*(line.split("|") for line in TRIPLES.splitlines()), strict=True)
    row = scorelite.score([*spoken], [*recognised], policy="kaldi_align").mdd([*canonical])["all"]
    assert [getattr(row, count) for count in COUNTS] == [25, 14, 8, 10, 5]
    rates = ("recall", "precision", "f1", "false_acceptance_rate", "false_rejection_rate", "diagnosis_error_rate")
    expected = "0.6522 0.5172 0.5769 0.3478 0.3590 0.3333"
    assert " ".join(f"{getattr(row, name):.4f}" for name in rates) == expected


def test_the_example_of_its_users() -> None:
    """Ten true acceptances and one true rejection, whatever else is recognised."""
    spoken = "sh ae l ay m k ae r iy y uw"
    assert mdd("sh ae l ay k ae r iy y uw", spoken, "sh ae l ay m m m x k ae r iy y uw") == (10, 0, 0, 1, 0)


@pytest.mark.parametrize(
    ("canonical", "spoken", "recognised", "kind", "expected"),
    [
        ("a b c", "a b c", "a b c", "right", (3, 0, 0, 0, 0)),
        ("a b c", "a b c", "a x c", "right", (2, 1, 0, 0, 0)),
        ("a b c", "a b c", "a c", "right", (2, 1, 0, 0, 0)),
        ("a b c", "a x c", "a x c", "substituted", (0, 0, 0, 1, 0)),
        ("a b c", "a x c", "a b c", "substituted", (0, 0, 1, 0, 0)),
        ("a b c", "a x c", "a y c", "substituted", (0, 0, 0, 0, 1)),
        ("a b c", "a x c", "a c", "substituted", (0, 0, 0, 0, 1)),
        ("a b c", "a c", "a c", "deleted", (0, 0, 0, 1, 0)),
        ("a b c", "a c", "a b c", "deleted", (0, 0, 1, 0, 0)),
        ("a b c", "a c", "a x c", "deleted", (0, 0, 0, 0, 1)),
        ("a c", "a b c", "a b c", "inserted", (0, 0, 0, 1, 0)),
        ("a c", "a b c", "a c", "inserted", (0, 0, 1, 0, 0)),
        ("a c", "a b c", "a x c", "inserted", (0, 0, 0, 0, 1)),
    ],
)
def test_each_way_of_speaking_and_of_recognising(
    canonical: str, spoken: str, recognised: str, kind: str, expected: tuple[int, ...]
) -> None:
    assert mdd(canonical, spoken, recognised, kind) == expected


def test_rates_without_a_denominator_are_undefined() -> None:
    row = scorelite.score(["a b"], ["a b"]).mdd(["a b"])["all"]
    assert (row.false_rejection_rate, row.accuracy) == (0.0, 1.0)
    rates = ("false_acceptance_rate", "diagnosis_error_rate", "precision", "recall", "f1")
    assert {getattr(row, name) for name in rates} == {None}


@given(st.lists(st.tuples(PHONES, PHONES, PHONES), min_size=1, max_size=5))
def test_every_phone_is_in_one_row_and_utterances_add_up(triples: Any) -> None:
    canonical, spoken, recognised = (list(side) for side in zip(*triples, strict=True))
    rows = scorelite.score(spoken, recognised).mdd(canonical)
    kinds = rows.rows[1:]
    assert sum(kinds[1:], kinds[0]).total == rows["all"].total
    alone = [mdd(*triple) for triple in triples]
    assert tuple(map(sum, zip(*alone, strict=True))) == tuple(getattr(rows["all"], count) for count in COUNTS)
    deleted = scorelite.score(canonical, spoken).counts.deletions
    assert rows["all"].total == sum(len(text.split()) for text in spoken) + deleted
    assert rows["deleted"].total == deleted


def test_a_perfect_recogniser_diagnoses_everything() -> None:
    row = scorelite.score(["a x c d"], ["a x c d"]).mdd(["a b c"])["all"]
    assert (row.correct_diagnoses, row.diagnosis_errors, row.f1) == (2, 0, 1.0)


@pytest.mark.parametrize(
    "canonical",
    [
        b"u1 a b c\nu2 d e\nu3 more\n",
        b"a b c (u1)\nd e (u2)\n",
        b"id,text\nu2,d e\nu1,a b c\n",
        b'{"id": "u1", "text": "a b c"}\n{"id": "u2", "text": "d e"}\n',
        {"u1": "a b c", "u2": "d e"},
    ],
)
def test_shapes_of_canonical_phones(canonical: Any) -> None:
    result = scorelite.score({"u1": "a x c", "u2": "d e"}, {"u1": "a x c", "u2": "d d"})
    row = result.mdd(canonical)["all"]
    assert [getattr(row, count) for count in COUNTS] == [3, 1, 0, 1, 0]


def test_lines_without_ids_are_in_the_order_of_the_utterances() -> None:
    result = scorelite.score(["a x c", "d e"], ["a x c", "d d"])
    assert result.mdd(b"a b c\na e\n")["all"].correct_diagnoses == 2
    assert result.mdd(["a b c", "d e"]) == result.mdd(b"a b c\nd e\n")
    with pytest.raises(UsageError, match="3 texts of canonical phones for 2 utterances; expected one for each"):
        result.mdd(b"a b c\nd e\nf\n")


def test_two_systems_are_compared_by_their_wrong_decisions() -> None:
    ref = {"u1": "a x c", "u2": "d e"}
    first, other = scorelite.score(ref, {"u1": "a b c", "u2": "d e"}), scorelite.score(ref, ref)
    changes = first.analyse_changes(other, {"mdd": {"u1": "a b c", "u2": "d e"}}, replications=5)["mdd"]
    assert (changes["all"].a, changes["all"].b) == (0.2, 0.0)
    assert (changes["substituted"].a, changes["substituted"].b) == (1.0, 0.0)


def test_wrong_canonical_phones() -> None:
    result = scorelite.score({"u1": "a", "u2": "b"}, {"u1": "a", "u2": "b"})
    with pytest.raises(UsageError, match="no canonical phones of 1 utterance, such as u2; expected those of each, und"):
        result.mdd({"u1": "a"})
    with pytest.raises(UsageError, match="no canonical phones of 2 utterances, such as u1; expected those of each b"):
        result.mdd(["a", "b"])
    with pytest.raises(FormatError, match="<bytes>:2:1: utterance id 'u1' is used twice, first on line 1; expected"):
        result.mdd(b"u1 a\nu1 b\n")
    with pytest.raises(FormatError, match="<bytes>:1:1: no phones; expected canonical phones of each utterance"):
        result.mdd(b"")
    with pytest.raises(UsageError, match="u1: canonical phones are read in two ways, as those of alternations"):
        scorelite.score({"u1": "a b"}, {"u1": "b"}, markup=True).mdd({"u1": "{ a b / b }"})


def test_the_command(scorelite: Run, tmp_path: Path) -> None:
    for name, text in (("s.ark", "u1 a x\nu2 d\n"), ("h.ark", "u1 a x\nu2 e\n"), ("c.ark", "u1 a b\nu2 d\n")):
        (tmp_path / name).write_text(text)
    done = scorelite("score", "s.ark", "h.ark", "--with", "mdd=c.ark")
    assert b"all           1   1   0   1     50.0 %      0.0 %      0.0 %" in done.stdout
    done = scorelite("score", "s.ark", "h.ark", "--with", "mdd")
    assert (done.returncode, b"mdd without its FILE; expected mdd=FILE" in done.stderr) == (2, True)
