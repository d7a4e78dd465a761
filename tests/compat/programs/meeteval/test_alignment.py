"""Words of two streams as pairs: `align` and its lines; the answers are those of MeetEval 0.4.3."""

from __future__ import annotations

import pytest

from scorelite.compat.meeteval.wer.wer.time_constrained import align, format_alignment, print_alignment


def segment(words, start, end):
    return {"words": words, "start_time": start, "end_time": end}


REF = [segment("a b", 0, 1), segment("c", 1, 2), segment("", 2, 2), segment("d e", 2, 3)]
HYP = [segment("a", 0, 1), segment("b c", 1, 2), segment("e f", 3, 4)]


def test_words_are_paired_by_time():
    assert align(REF, HYP, collar=1) == [("a", "a"), ("b", "b"), ("c", "c"), ("d", "*"), ("e", "e"), ("*", "f")]
    places = [(0, 0), (1, 1), (2, 2), (4, None), (5, 3), (None, 4)]
    assert align(REF, HYP, collar=1, style="index") == places
    assert align([], HYP[:1], collar=1) == [("*", "a")]


def test_segments_of_words_keep_what_else_they_have():
    actual = align([{**REF[1], "note": 5}], HYP[1:2], collar=0, style="seglst")
    assert actual == [(None, segment("b", 1.25, 1.25)), ({**REF[1], "note": 5}, segment("c", 1.75, 1.75))]


def test_lines_show_times_and_what_differs(capsys):
    actual = align(REF[:2], HYP[1:2], collar=1, style="seglst")
    lines = "0.00 0.50 a + *\n0.50 1.00 b - b 1.25 1.25\n1.00 2.00 c - c 1.75 1.75\n"
    assert [line.rstrip() for line in format_alignment(actual).splitlines()] == lines.splitlines()
    print_alignment(actual)
    assert capsys.readouterr().out == format_alignment(actual)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"style": "list"}, "Unknown alignment style: list"),
        ({"reference_sort": "words"}, "Invalid value for sort: words"),
        ({"reference_sort": True}, "contradicts the segment-level order in reference"),
    ],
)
def test_wrong_settings_are_value_errors(settings, message):
    with pytest.raises(ValueError, match=message):
        align([segment("x y", 0, 3), segment("z", 1, 2)], HYP, collar=0, **settings)
