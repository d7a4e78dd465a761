"""Alternations, optional words and fragments in wer, cp and tcp: counted as sclite counts them, by hand and by laws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.formats.errors import MismatchError, UsageError
from scorelite.scoring import meetings, score
from scorelite.scoring.cli.main import main
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
    actual = counts(ref, hyp, **settings)
    assert (actual.correct, actual.substitutions, actual.deletions, actual.insertions) == expected


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


def timed(ref, hyp, collar=0.0, **settings):
    return meetings.score({"talk": ref}, {"talk": hyp}, measure="tcp", collar=collar, **settings).counts


@pytest.mark.parametrize(
    ("ref", "start", "settings", "expected"),
    [
        # good 0 to 1, the longest alternative 1 to 2.75, sir 2.75 to 3.5; in the hypothesis they are points.
        ("good { day / morning } sir", 0.0, {"markup": True}, (3, 0, 0, 0)),
        ("good { day / { mor ning / morning } } sir", 0.0, {"markup": True}, (3, 0, 0, 0)),
        ("good { morning / @ } sir", 0.0, {"markup": True}, (3, 0, 0, 0)),
        ("good mor- sir", 0.0, {"fragments": True}, (3, 0, 0, 0)),
        ("good morning (uh) sir", 0.0, {"optional_words": True}, (4, 0, 0, 0)),
        # At another time nothing matches: the shortest alternative is deleted, an optional word is not.
        ("good { day / morning ben } sir", 8.0, {"markup": True}, (0, 0, 3, 3)),
        ("good { day / @ } sir", 8.0, {"markup": True}, (0, 0, 2, 3)),
        ("good morning (uh) sir", 8.0, {"optional_words": True}, (1, 0, 3, 3)),
        # Points 2, 3.375 and 4.625: each lies in the part of the next word, the last one behind the reference.
        ("good { day / morning } sir", 1.5, {"markup": True}, (0, 2, 1, 1)),
        ("good { day / morning } sir", 1.5, {"markup": True, "collar": 2.0}, (3, 0, 0, 0)),
    ],
)
def test_words_with_marks_are_paired_where_their_times_overlap(ref, start, settings, expected):
    actual = timed([("a", ref, 0.0, 3.5)], [("1", "good morning sir", start, start + 3.5)], **settings)
    assert (actual.correct, actual.substitutions, actual.deletions, actual.insertions) == expected


@given(sides("ab"), sides("12"), st.sampled_from([0.0, 0.5, 5.0]))
def test_times_without_marks_have_the_same_errors_with_and_without_them(ref, hyp, collar):
    assert timed(ref, hyp, collar, markup=True).errors == timed(ref, hyp, collar).errors


@st.composite
def marked_sides(draw, speakers):
    return [(speaker, draw(words), start, end) for speaker, _, start, end in draw(sides(speakers, 3))]


@given(marked_sides("ab"), marked_sides("12"), st.booleans())
def test_a_collar_without_end_makes_marks_with_times_those_without(ref, hyp, optional):
    marks = {"markup": True, "optional_words": optional, "fragments": True}
    assert timed(ref, hyp, 1e6, **marks) == meetings.score({"talk": ref}, {"talk": hyp}, **marks).counts


def test_words_with_times_and_alternations_are_read_from_ctm(tmp_path, capsys):
    alternation = "<ALT_BEGIN>", "day", "<ALT>", "morning", "<ALT_END>"
    rows = [f"talk 1 * * {word}" if "ALT" in word else f"talk 1 1 1 {word}" for word in alternation]
    (tmp_path / "ref.ctm").write_text("\n".join(["talk 1 0 1 good", *rows, "talk 1 2 1 (uh)", "talk 1 3 1 {sir}"]))
    (tmp_path / "hyp.ctm").write_text("talk 1 0 1 good\ntalk 1 1 1 morning\ntalk 1 13 1 {sir}\n")
    files = [str(tmp_path / "ref.ctm"), str(tmp_path / "hyp.ctm")]
    assert main(["meetings", *files, "--markup", "-D", "--measure", "tcp", "--collar", "0", "--report", "pra"]) == 0
    shown = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["REF:", "good", "morning", "(uh)", "SIR", "***"] in shown
    assert ["R_T1:", "0.00", "1.00", "2.00", "3.00"] in shown
    assert ["H_T1:", "0.50", "1.50", "13.50"] in shown


def test_marks_with_times_refuse_what_they_do_not_read():
    rows = [("a", "x { y", 0.0, 1.0)]
    with pytest.raises(UsageError, match="a text cannot be read: reference, talk:1:3: '{' is not closed"):
        timed(rows, rows, markup=True)
    with pytest.raises(UsageError, match="ref_sort='word' does not go with marks"):
        timed(rows, rows, markup=True, ref_sort="word")
    with pytest.raises(UsageError, match="measure tcp reads no marks with unit='character'"):
        timed(rows, rows, markup=True, unit="character")
    with pytest.raises(MismatchError, match=r"without times in 1 session \(talk\) of the reference and 1 session"):
        meetings.score({"talk": [("a", "x")]}, {"talk": [("a", "x")]}, measure="tcp", collar=0, markup=True)


def test_measures_of_segments_do_not_read_marks():
    with pytest.raises(UsageError, match="measure orc does not read alternations.*expected one of: wer, cp, tcp"):
        counts("a", "a", measure="orc", markup=True)


def test_the_listing_shows_the_words_that_were_taken(tmp_path, capsys):
    (tmp_path / "ref.stm").write_text("talk 1 anna 0 1 good { day / morning } (uh) sir\n")
    (tmp_path / "hyp.stm").write_text("talk 1 1 0 1 good morning sir\n")
    files = [str(tmp_path / "ref.stm"), str(tmp_path / "hyp.stm")]
    assert main(["meetings", *files]) == 2
    assert "or score wer, cp or tcp with --markup" in capsys.readouterr().err
    assert main(["meetings", *files, "--markup", "-D", "--report", "pra"]) == 0
    assert "REF:  good morning (uh) sir\nHYP:  good morning      sir\n" in capsys.readouterr().out
