"""Results of meetings: they add up, pickle, print, and have reports and a JSON."""

from __future__ import annotations

import json
import pickle
import unicodedata

import pytest

from scorelite.formats.errors import MismatchError, UsageError
from scorelite.scoring import meetings
from scorelite.scoring.meetings.result import MeetingResult
from scorelite.scoring.report.meetings import NAMES

REF = b"""\
talk 1 anna 0.00 1.00 good day to you
talk 1 ben 0.50 2.00 hello there
walk 1 anna 0.00 1.00 we walk
"""
HYP = b"""\
talk 1 x 0.00 1.00 hello their
talk 1 y 0.10 1.20 good day you
walk 1 x 0.00 1.00 we walk on
"""


@pytest.fixture
def result() -> MeetingResult:
    return meetings.score_files(REF, HYP, ref_format="stm", hyp_format="stm", measure="tcp", collar=5)


def part(name: str) -> MeetingResult:
    sides = [b"".join(line for line in side.splitlines(True) if line.startswith(name.encode())) for side in (REF, HYP)]
    return meetings.score_files(*sides, ref_format="stm", hyp_format="stm", measure="tcp", collar=5)


def test_the_sum_of_parts_is_the_whole_in_any_order(result: MeetingResult) -> None:
    assert sum([part("walk"), part("talk")]) == part("talk") + part("walk") == result
    assert str(result.total.counts) == "WER 37.5 % [ 3 / 8: 1 substitution, 1 deletion, 1 insertion ]"


def test_a_result_survives_pickling(result: MeetingResult) -> None:
    assert pickle.loads(pickle.dumps(result)) == result


def test_results_that_do_not_fit_are_not_added(result: MeetingResult) -> None:
    with pytest.raises(MismatchError, match=r"1 session \(talk\)"):
        result + part("talk")
    with pytest.raises(MismatchError, match="different settings"):
        result + meetings.score({"b": [("a", "x")]}, {"b": [("a", "x")]})


def test_the_json_names_everything(result: MeetingResult) -> None:
    document = json.loads(json.dumps(result.to_dict()))
    assert document["total"]["errors"] == 3
    assert document["total"]["speakers"] == {"scored": 3, "missed": 0, "false": 0}
    assert document["sessions"][0]["assignment"] == [["anna", "y"], ["ben", "x"]]
    assert document["sessions"][0]["self_overlap"]["ref"] == {"time": 0.0, "total": 2.5, "rate": 0.0}
    assert "collar:5.0" in document["signature"]


@pytest.mark.parametrize("name", NAMES)
def test_every_report_shows_every_session(result: MeetingResult, name: str) -> None:
    text = result.report(name)
    assert "talk" in text
    assert "walk" in text


def test_the_table_of_segments_adds_up_and_shows_who_has_them(result: MeetingResult) -> None:
    lines = [line.strip(" |") for line in result.report("segments").splitlines() if "." in line[1:-1]]
    assert [" ".join(line.replace("|", " ").split()) for line in lines] == [
        "talk anna y 0.00 1.00 4 3 0 1 0 1 25.0",
        "talk ben x 0.50 2.00 2 1 1 0 0 1 50.0",
        "walk anna x 0.00 1.00 2 2 0 0 1 1 50.0",
        "Sum 8 6 1 1 1 3 37.5",
    ]
    more = HYP + b"talk 1 z 3.00 4.00 oh no\ntalk 1 y 5.00 6.00\n"
    files = meetings.score_files(REF, more, ref_format="stm", hyp_format="stm")
    assert "talk    | -      z   |     - " in files.report("segments")


def test_an_unknown_report_is_refused(result: MeetingResult) -> None:
    with pytest.raises(UsageError, match="report 'x' is unknown; expected one of: sys, raw, pra, speakers, segments"):
        result.report("x")


def test_the_listing_shows_words_errors_and_who_was_taken_for_whom(result: MeetingResult) -> None:
    lines = result.report("pra").splitlines()
    place = lines.index("id: (talk: ben / x)")
    assert lines[place + 1 : place + 5] == [
        "Scores: (#C #S #D #I) 1 1 0 0",
        "REF:  hello THERE",
        "HYP:  hello THEIR",
        "Eval:       S",
    ]


def test_words_sorted_by_time_are_listed_in_that_order() -> None:
    ref = [("a", "x z", 0.0, 4.0), ("a", "y", 1.0, 2.0)]
    score = meetings.score({"t": ref}, {"t": [("1", "x y z", 0.0, 4.0)]}, measure="tcp", collar=1, ref_sort="word")
    shown = score.report("pra").splitlines()
    assert "REF:  x    y    z" in shown
    assert "R_T1: 0.00 1.00 2.00" in shown
    assert "R_T2: 2.00 2.00 4.00" in shown


def test_printing_names_the_measure_and_the_signature(result: MeetingResult) -> None:
    lines = str(result).splitlines()
    assert lines[lines.index("") + 1].startswith("tcpWER 37.5 % [ 3 / 8")
    assert lines[-1] == result.signature
    assert "tcpWER" in result._repr_html_()


@pytest.mark.parametrize(("measure", "odd"), [("tcp", True), ("cp", False)])
def test_times_in_another_unit_are_named_where_times_count(measure, odd):
    ref, hyp = ({"t": [("anna", "good day", 1.0 * factor, 3.0 * factor)]} for factor in (1, 1000))
    result = meetings.score(ref, hyp, measure=measure, **({"collar": 5} if measure == "tcp" else {}))
    assert any("go up to 3000, those of the reference to 3" in text for text in result.notices) == odd


def test_an_interval_needs_two_sessions_with_words() -> None:
    rows = [("a", "x y z"), ("b", "u")]
    refs = dict.fromkeys(("one", "two", "three"), rows)
    hyps = {"one": rows, "two": rows[:1], "three": [("a", "x y"), ("b", "u")]}
    actual = meetings.score(refs, hyps).interval(2000)
    # The mean of three sessions of four words, and 1.96 standard deviations of the mean of three draws.
    assert abs(actual.mean - 2 / 12) < 0.01
    assert abs(actual.reach - 1.96 * (2 / 9 / 16 / 3) ** 0.5) < 0.01
    with pytest.raises(UsageError, match="there is 1 session: expected two or more"):
        meetings.score({"one": rows}, {"one": rows}).interval()
    with pytest.raises(UsageError, match="replications is 1; expected 2 or more"):
        meetings.score(refs, hyps).interval(1)


@pytest.mark.parametrize("marks", [{}, {"markup": True, "measure": "tcp", "collar": 1.0}])
def test_errors_of_the_page_lie_where_their_words_are(marks) -> None:
    from scorelite.scoring.report.meetings.page import _spans

    score = meetings.score({"t": [("a", "good day ben", 0.0, 5.0)]}, {"t": [("1", "good ben", 0.0, 5.0)]}, **marks)
    assert [(span.kind, span.time) for span in _spans(score) if span.side == "error"] == [("D", (2.0, 3.5))]


TEXT = "el niño comió queso en la montaña más alta"


@pytest.mark.parametrize(
    ("hyp", "expected"),
    [
        (
            unicodedata.normalize("NFD", TEXT),
            "with both sides in one Unicode form (NFC) the rate would be 0.0 % instead of 44.4 %: normalise='nfc'",
        ),
        (TEXT.replace(" ", "\u00a0", 1), "no-break spaces in the hypothesis"),
        (TEXT.replace("o", "\u043e"), "letters of two scripts that look alike"),
        (TEXT.upper(), "without differences of case beyond ASCII the rate would be 0.0 % instead of 44.4 %"),
        ("", "the hypothesis has no words"),
        (" ".join(f"w{number}" for number in range(12)), ""),
    ],
)
def test_odd_texts_of_meetings_are_said(hyp: str, expected: str) -> None:
    result = meetings.score({"talk": [("anna", TEXT)]}, {"talk": [("1", hyp)]}, case_sensitive=False)
    assert expected in " ".join(result.notices)
    assert result.to_dict()["notices"] == list(result.notices)
    assert all(notice in str(result) for notice in result.notices)
    assert not meetings.score({"talk": [("anna", TEXT)]}, {"talk": [("1", TEXT)]}).notices


def test_a_hypothesis_of_segments_without_words_is_said() -> None:
    ref, hyp = b"talk 1 anna 0 2 good day\n", b"SPEAKER talk 1 0.0 2.0 <NA> <NA> anna <NA> <NA>\n"
    result = meetings.score_files(ref, hyp, ref_format="stm", hyp_format="rttm")
    assert result.notices == ("the hypothesis has no words: every word of the reference counts as deleted",)


def test_segments_that_stand_twice_are_said_in_python_too() -> None:
    stm = b"talk 1 anna 0 2 good day\n"
    result = meetings.score_files(stm, stm * 2, ref_format="stm", hyp_format="stm")
    other = meetings.score_files(b"a 1 b 0 1 c\n", b"a 1 b 0 1 c\n" * 2, ref_format="stm", hyp_format="stm")
    assert "1 segment (anna at 0.0 in talk) occurs more than once" in result.notices[0]
    assert (result + other).notices == (*result.notices, *other.notices)
