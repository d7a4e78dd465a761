"""Measures of meetings: tables counted by hand, brute force over all assignments, and laws."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.formats.errors import MismatchError, UsageError
from scorelite.scoring import meetings
from scorelite.scoring.meetings.measures import MEASURES, NAMES, measure_of

COLLAR = 1.0
TIMED = {measure.name for measure in MEASURES if measure.timed}
# Counted by hand, of anna "one two", ben "three four", anna "five six", whose last two words the hypothesis has in the
# stream of ben's: two words are missed and two inserted where streams stay, or where these are too early to be paired.
STAYING = {"cp": 4, "tcp": 4}
MOVING = {"orc": 0, "mimo": 0, "greedy-orc": 0, "di-cp": 0, "tcorc": 4, "tcmimo": 4, "greedy-tcorc": 4, "di-tcp": 4}
EXPECTED = {"wer": None, "wder": 2, **STAYING, **MOVING}


def score(ref, hyp, measure, **settings):
    if measure in TIMED:
        settings.setdefault("collar", COLLAR)
    return meetings.score({"talk": ref}, {"talk": hyp}, measure=measure, **settings)


def errors(ref, hyp, measure, **settings):
    return score(ref, hyp, measure, **settings).total.counts.errors


def distance(ref, hyp):
    row = list(range(len(hyp) + 1))
    for i, word in enumerate(ref, 1):
        above, row = row, [i]
        for j, other in enumerate(hyp):
            row.append(min(above[j] + (word != other), above[j + 1] + 1, row[j] + 1))
    return row[-1]


@st.composite
def sides(draw, speakers="ab", most=5):
    rows, start = [], 0.0
    for _ in range(draw(st.integers(0, most))):
        start += draw(st.sampled_from((0.0, 0.5, 2.0)))
        end = start + draw(st.sampled_from((0.0, 1.0, 3.0)))
        words = draw(st.lists(st.sampled_from("xyz"), max_size=3))
        rows.append((draw(st.sampled_from(speakers)), " ".join(words), start, end))
    return rows


def by_speaker(rows):
    by_speaker = {}
    for speaker, text, *_ in sorted(rows, key=lambda row: row[2]):
        by_speaker.setdefault(speaker, []).extend(text.split())
    return list(by_speaker.values())


@given(sides("abc"), sides("123"))
def test_cp_is_the_best_of_all_assignments(ref, hyp):
    refs, hyps = by_speaker(ref), by_speaker(hyp)
    count = max(len(refs), len(hyps))
    refs += [[]] * (count - len(refs))
    hyps += [[]] * (count - len(hyps))
    best = min(sum(map(distance, refs, order)) for order in permutations(hyps))
    assert errors(ref, hyp, "cp") == best


@given(sides("ab"), sides("12"))
def test_greedy_measures_are_never_below_the_best_of_all_assignments(ref, hyp):
    streams = by_speaker(hyp)
    segments = [text.split() for _, text, *_ in sorted(ref, key=lambda row: row[2])]
    best = (
        min(
            sum(
                distance(
                    [word for words, at in zip(segments, places, strict=True) if at == s for word in words], stream
                )
                for s, stream in enumerate(streams)
            )
            for places in product(range(len(streams)), repeat=len(segments))
        )
        if streams
        else sum(map(len, segments))
    )
    actual = score(ref, hyp, "greedy-orc").total
    assert actual.low <= best <= actual.counts.errors <= errors(ref, hyp, "cp")


@given(sides("ab"), sides("12"))
def test_times_and_fewer_liberties_never_take_errors_away(ref, hyp):
    assert errors(ref, hyp, "cp") <= errors(ref, hyp, "tcp")
    assert errors(ref, hyp, "tcp") == errors(ref, hyp, "tcp", collar=1000.0) or COLLAR < 1000.0
    assert errors(ref, hyp, "cp") == errors(ref, hyp, "tcp", collar=1000.0)
    assert errors(ref, hyp, "di-cp") <= errors(ref, hyp, "cp")


@given(sides("ab"))
def test_a_side_against_itself_has_no_errors(rows):
    for measure in NAMES:
        timing = {"ref_timing": "full_segment", "hyp_timing": "full_segment"} if measure_of(measure).timed else {}
        if measure != "wer":
            assert errors(rows, rows, measure, **timing) == 0


@pytest.mark.parametrize("measure", NAMES)
def test_a_measure_has_the_errors_counted_by_hand(measure):
    ref = [("anna", "one two", 0.0, 1.0), ("ben", "three four", 1.0, 2.0), ("anna", "five six", 20.0, 21.0)]
    hyp = [("1", "one two", 0.0, 1.0), ("2", "three four", 1.0, 2.0), ("2", "five six", 2.0, 3.0)]
    if EXPECTED[measure] is None:
        with pytest.raises(MismatchError, match="the measure wer needs one on each side"):
            score(ref, hyp, measure)
    else:
        assert errors(ref, hyp, measure) == EXPECTED[measure]


def test_speakers_are_counted_missed_and_false():
    ref = [("anna", "one two"), ("ben", "three"), ("carl", "four")]
    actual = score(ref, [("1", "three"), ("2", "one too")], "cp")
    assert actual.total.to_dict()["speakers"] == {"scored": 3, "missed": 1, "false": 0}
    assert actual.parts[0].assigned.assignment == (("anna", "2"), ("ben", "1"), ("carl", None))
    assert str(actual.total.counts) == "WER 50.0 % [ 2 / 4: 1 substitution, 1 deletion, 0 insertions ]"
    actual = score(ref[:1], [("1", "one two"), ("2", "so")], "cp")
    assert actual.total.to_dict()["speakers"] == {"scored": 1, "missed": 0, "false": 1}


def test_words_outside_the_collar_are_not_paired():
    ref, hyp = [("anna", "yes", 0.0, 1.0)], [("1", "yes", 4.0, 5.0)]
    assert errors(ref, hyp, "tcp", collar=3.0) == 2
    assert errors(ref, hyp, "tcp", collar=4.0) == 0


def test_a_segment_in_another_stream_costs_cp_but_not_orc():
    ref = [("anna", "one two", 0.0, 1.0), ("ben", "three four", 1.0, 2.0), ("anna", "five six", 2.0, 3.0)]
    hyp = [("1", "one two", 0.0, 1.0), ("2", "three four", 1.0, 2.0), ("2", "five six", 2.0, 3.0)]
    assert (errors(ref, hyp, "cp"), errors(ref, hyp, "greedy-orc"), errors(ref, hyp, "di-cp")) == (4, 0, 0)
    assert score(ref, hyp, "greedy-orc").parts[0].assigned.assignment == ("1", "2", "2")
    assert score(ref, hyp, "di-cp").parts[0].assigned.assignment == ("anna", "ben", "anna")


@pytest.mark.parametrize(
    ("measure", "settings", "message"),
    [
        ("cpp", {}, "measure 'cpp' is unknown; did you mean cp"),
        ("tcp", {"collar": None}, "collar is missing; measure 'tcp' needs"),
        ("tcp", {"collar": -1}, "collar is -1; expected a number >= 0"),
        ("cp", {"colar": 1}, "setting 'colar' is unknown; did you mean collar"),
        ("tcp", {"ref_timing": "x"}, "ref_timing is 'x'; expected one of: character_based"),
        ("cp", {"hyp_sort": "x"}, "hyp_sort is 'x'; expected one of: segment"),
        ("cp", {"missing": "x"}, "missing 'x' is unknown"),
        ("orc", {"memory": 0}, "memory is 0; expected"),
    ],
)
def test_wrong_settings_are_refused(measure, settings, message):
    with pytest.raises(UsageError, match=message):
        score([("a", "x", 0.0, 1.0)], [("1", "x", 0.0, 1.0)], measure, **settings)


def test_sessions_that_do_not_match_are_refused_with_their_names_and_the_fix():
    talks = {f"talk{number}": [("a", "x")] for number in range(7)}
    with pytest.raises(MismatchError, match=r"6 sessions \(talk1, .*talk5, \.\.\.\) of the hypothesis.*partial=True"):
        meetings.score({"talk0": [("a", "x")]}, talks)
    with pytest.raises(MismatchError, match=r"6 sessions .* of the reference.*missing='delete'"):
        meetings.score(talks, {"talk0": [("a", "x")]})
    assert meetings.score(talks, {"talk0": [("a", "x")]}, missing="delete").total.counts.deletions == 6
    assert len(meetings.score(talks, {"talk0": [("a", "x")]}, missing="skip").parts) == 1
    assert len(meetings.score({"talk0": [("a", "x")]}, talks, partial=True).parts) == 1


def test_words_without_times_are_refused_by_measures_with_times():
    with pytest.raises(MismatchError, match=r"segments without times in 1 session \(talk\) of the reference;"):
        score([("a", "x")], [("1", "x", 0.0, 1.0)], "tcp")


def test_a_stream_of_several_speakers_is_refused_by_wer():
    with pytest.raises(MismatchError, match="reference, talk: 2 speakers .a, b.; the measure wer needs one"):
        score([("a", "x"), ("b", "y")], [("1", "x")], "wer")
    assert errors([("a", "x"), ("a", "y")], [("1", "x")], "wer") == 1


def test_sorting_orders_segments_words_or_nothing():
    ref = [("a", "c d", 2.0, 4.0), ("a", "a b", 0.0, 2.0)]
    hyp = [("1", "a b c d", 0.0, 4.0)]
    assert errors(ref, hyp, "cp") == 0
    assert errors(ref, hyp, "cp", ref_sort="kept") == 4
    mixed = [("a", "x z", 0.0, 4.0), ("a", "y", 1.0, 2.0)]
    assert errors(mixed, [("1", "x y z", 0.0, 4.0)], "tcp", ref_sort="word") == 0
    with pytest.raises(MismatchError, match="1 word of speaker a before the word in front"):
        errors(mixed, hyp, "tcp", ref_sort="checked")


def test_a_timing_of_none_needs_single_words():
    with pytest.raises(MismatchError, match="1 segment with several words, but timing none: 'x y'"):
        score([("a", "x y", 0.0, 1.0)], [], "tcp", ref_timing="none", missing="delete")


def test_regions_keep_segments_whose_middle_lies_in_them():
    rows = [("a", "x", 0.0, 1.0), ("a", "y", 5.0, 6.0)]
    assert score(rows, [], "cp", regions={"talk": [(0.0, 2.0)]}).total.counts.reference == 1
    with pytest.raises(MismatchError, match="no session has a region"):
        score(rows, rows, "cp", regions={"walk": [(0.0, 2.0)]})
    stm = b"talk 1 a 0.0 1.0 x\ntalk 1 a 5.0 6.0 y\n"
    of_files = meetings.score(stm, stm, regions={"talk": [(0.0, 2.0)]})  # type: ignore[arg-type]
    assert (of_files.total.counts.reference, of_files.uem_name) == (1, "regions")
    with pytest.raises(UsageError, match="regions is of type list; expected regions by recording"):
        score(rows, rows, "cp", regions=[(0.0, 2.0)])


def test_other_costs_and_case_can_be_chosen():
    ref, hyp = [("a", "one two three")], [("1", "Two three four")]
    assert errors(ref, hyp, "cp", case_sensitive=False) == 2
    assert score(ref, hyp, "cp", policy="sclite").signature.startswith("scorelite:")
    assert "policy:sclite" in score(ref, hyp, "cp", policy="sclite").signature


@pytest.mark.parametrize("measure", ["greedy-orc", "di-cp", "orc", "mimo"])
def test_without_time_the_best_that_was_found_is_scored(measure):
    ref = [(f"r{place % 3}", f"a{place} b{place} c{place} d", place, place + 1) for place in range(40)]
    hyp = [(f"h{place % 4}", f"a{place} b{place} c{place} e", place, place + 1) for place in range(40)]
    actual = score(ref, hyp, measure, time=0.0).total
    assert actual.low <= score(ref, hyp, "orc").total.counts.errors <= actual.counts.errors


@pytest.mark.parametrize(
    ("measure", "setting", "value"), [("cp", "collar", 5), ("orc", "ref_timing", "full_segment"), ("tcp", "time", 5)]
)
def test_settings_without_effect_on_the_measure_are_refused(measure: str, setting: str, value: object) -> None:
    rows = {"talk": [("anna", "good day", 0.0, 1.0)]}
    with pytest.raises(UsageError, match=f"{setting}= has no effect on {measure}; expected a measure "):
        meetings.score(rows, rows, measure=measure, **{setting: value})


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("a", None, 0, 1), "a text of a meeting is None; expected text"),
        ((None, "x", 0, 1), "a speaker of a meeting is None; expected text"),
        (("a", "x", 1, 0), "a segment of a meeting goes from 1 to 0; expected seconds"),
        (("a", "x", float("nan"), 1), "a segment of a meeting goes from nan to 1; expected seconds"),
        (("a", "x", 0, float("inf")), "a segment of a meeting goes from 0 to inf; expected seconds"),
        (("a", "x", None, None), "a segment of a meeting goes from None to None; expected seconds"),
        (("a", "x \ud800", 0, 1), "has half a character"),
    ],
)
def test_rows_that_are_not_texts_and_times_are_refused(row, message):
    with pytest.raises(UsageError, match=message):
        meetings.score({"s": [("a", "x", 0, 1)]}, {"s": [row]}, measure="tcp", collar=5)


@pytest.mark.parametrize(("measure", "exact"), [("greedy-orc", "orc"), ("greedy-tcorc", "tcorc")])
@given(ref=sides("abc"), hyp=sides("123"))
def test_greedy_measures_of_small_sessions_know_the_optimum(measure, exact, ref, hyp):
    collar = {"collar": 1.0} if "tc" in measure else {}
    assert score(ref, hyp, measure, **collar).total.low == score(ref, hyp, exact, **collar).counts.errors


def test_a_small_session_has_a_proven_optimum():
    ref = [("a", "good morning ben", 0.0, 5.0), ("b", "morning how are you", 5.0, 9.0), ("a", "fine thanks", 9.0, 12.0)]
    hyp = [("1", "good morning ben", 0.0, 5.0), ("2", "morning how are", 5.0, 9.0), ("1", "you fine thanks", 9.0, 12.0)]
    result = score(ref, hyp, "di-cp")
    assert (result.counts.errors, result.total.low, result.notices) == (2, 2, ())
