"""Alternations, optional words and fragments in cp and wer: counted as sclite counts them, by hand and by laws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.errors import UsageError
from scoring import meetings, score
from scoring.cli.main import main
from tests.meetings.test_measures import sides


def counts(ref, hyp, **settings):
    return meetings.score({"talk": [("a", ref)]}, {"talk": [("1", hyp)]}, **settings).counts


@pytest.mark.parametrize(
    ("ref", "hyp", "settings", "expected"),
    [
        ("good { day / morning } sir", "good morning sir", {"markup": True}, (3, 0, 0, 0)),
        ("good { day / @ } sir", "good sir", {"markup": True}, (2, 0, 0, 0)),
        ("good (uh) sir", "good sir", {"optional_words": True}, (3, 0, 0, 0)),
        ("good mor- sir", "good morning sir", {"fragments": True}, (3, 0, 0, 0)),
        ("good mor- sir", "good morning sir", {"markup": True}, (2, 1, 0, 0)),
    ],
)
def test_marks_forgive_what_they_forgive_in_sclite(ref, hyp, settings, expected):
    found = counts(ref, hyp, **settings)
    assert (found.correct, found.substitutions, found.deletions, found.insertions) == expected


words = st.lists(st.sampled_from(["x", "y", "{ x / y z / @ }", "(x)", "y-"]), max_size=8).map(" ".join)


@given(words, st.lists(st.sampled_from("xyz"), max_size=8).map(" ".join), st.booleans(), st.booleans())
def test_one_stream_has_the_counts_of_a_text(ref, hyp, optional, fragments):
    marks = {"markup": True, "optional_words": optional, "fragments": fragments, "case_sensitive": True}
    expected = score([ref], [hyp], policy="kaldi_wer", **marks).counts
    for measure in ("wer", "cp"):
        assert counts(ref, hyp, measure=measure, **marks) == expected


@given(sides("abc"), sides("123"))
def test_texts_without_marks_have_the_same_errors_with_and_without_them(ref, hyp):
    plain = meetings.score({"talk": ref}, {"talk": hyp})
    marked = meetings.score({"talk": ref}, {"talk": hyp}, markup=True)
    assert marked.counts.errors == plain.counts.errors
    assert marked.total.speakers == plain.total.speakers


def test_measures_of_segments_do_not_read_marks():
    with pytest.raises(UsageError, match="measure orc does not read alternations.*expected one of: wer, cp"):
        counts("a", "a", measure="orc", markup=True)


def test_the_listing_shows_the_words_that_were_taken(tmp_path, capsys):
    (tmp_path / "ref.stm").write_text("talk 1 anna 0 1 good { day / morning } (uh) sir\n")
    (tmp_path / "hyp.stm").write_text("talk 1 1 0 1 good morning sir\n")
    files = [str(tmp_path / "ref.stm"), str(tmp_path / "hyp.stm")]
    assert main(["meetings", *files]) == 2
    assert "or score wer or cp with --markup" in capsys.readouterr().err
    assert main(["meetings", *files, "--markup", "-D", "--report", "pra"]) == 0
    assert "REF:  good morning (uh) sir\nHYP:  good morning      sir\n" in capsys.readouterr().out
