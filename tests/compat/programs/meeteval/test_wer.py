"""MeetEval's functions under their names: structures, error rates, sessions, and the real module beside ours."""

from __future__ import annotations

import logging
import pickle
from decimal import Decimal

import pytest

from scorelite.compat.meeteval import wer
from scorelite.compat.meeteval.io import STM
from scorelite.compat.meeteval.io.seglst import SegLST
from scorelite.compat.meeteval.wer.wer.time_constrained import get_pseudo_word_level_timings

REF = [
    {"session_id": "s", "speaker": "A", "words": "one two", "start_time": 0.0, "end_time": 1.0},
    {"session_id": "s", "speaker": "B", "words": "three", "start_time": 1.0, "end_time": 2.0},
]
HYP = [
    {"session_id": "s", "speaker": "x", "words": "three", "start_time": 1.0, "end_time": 2.0},
    {"session_id": "s", "speaker": "y", "words": "one too", "start_time": 0.0, "end_time": 1.0},
]


def test_structures_of_texts_lists_and_mappings_are_taken():
    for ref, hyp in (
        (["a b", "c"], ["c", "a b"]),
        ({"r": "a b", "s": "c"}, {"h": "c", "i": "a b"}),
        ([["a", "b"], ["c"]], [["c"], ["a", "b"]]),
        ({"r": ["a b"], "s": ["c"]}, {"h": ["c"], "i": ["a", "b"]}),
    ):
        rate = wer.cp_word_error_rate(ref, hyp)
        assert (rate.errors, rate.length, rate.scored_speaker) == (0, 3, 2)


def test_assignments_name_speakers_and_segments():
    assert wer.cp_word_error_rate({"r": "a"}, {"h": "z", "i": "a b"}).assignment == (("r", "i"), (None, "h"))
    assert wer.orc_word_error_rate(["a b", "c d", "e f"], ["a b", "c d e f"]).assignment == (0, 1, 1)
    assert wer.greedy_di_cp_word_error_rate(REF, HYP).assignment == ("B", "A")
    assert wer.mimo_word_error_rate([["a b"], ["c"]], ["c a b"]).errors == 0
    assert wer.orc_word_error_rate(REF, []).assignment == ("dummy", "dummy")


def test_self_overlap_is_that_of_meeteval():
    rows = [{**REF[0], "end_time": 3.0}, {**REF[0], "start_time": 2.0, "end_time": 4.0}]
    overlap = wer.cp_word_error_rate(rows, HYP).reference_self_overlap
    assert (overlap.overlap_time, overlap.total_time, overlap.overlap_rate) == (1.0, 4.0, 0.25)


def test_sessions_are_scored_one_by_one_and_combined():
    rates = wer.tcpwer(REF, HYP, collar=5)
    assert wer.combine_error_rates(rates).errors == rates["s"].errors == 1
    assert isinstance(wer.combine_error_rates(), wer.ErrorRate)
    assert sum(rates.values()) == wer.combine_error_rates(*rates.values())


def test_sessions_that_do_not_match_are_errors():
    other = [{**row, "session_id": "t"} for row in HYP]
    with pytest.raises(RuntimeError, match="missing in the reference"):
        wer.cpwer(REF, HYP + other)
    assert [*wer.cpwer(REF, HYP + other, partial=True)] == ["s"]
    with pytest.raises(RuntimeError, match="exceeds the threshold"):
        wer.cpwer(REF + other, HYP)
    with pytest.raises(RuntimeError, match="Empty reference"):
        wer.cpwer([], HYP)


def test_files_keep_the_decimals_of_their_times(tmp_path):
    path = tmp_path / "a.stm"
    path.write_text("s 1 A 0.10 1.30 one two\n")
    assert wer.cpwer(path, path)["s"].reference_self_overlap.total_time == Decimal("1.30")
    assert wer.sisower([str(path)], str(path))["s"].errors == 0


@pytest.mark.parametrize(
    "rate",
    [
        wer.ErrorRate(1, 2, 0, 0, 1, wer.SelfOverlap(1, 4), None),
        wer.CPErrorRate(1, 2, 0, 0, 1, None, None, 1, 0, 2, (("a", "b"),)),
        wer.OrcErrorRate(1, 2, 0, 0, 1, None, None, ("a",)),
        wer.MimoErrorRate(1, 2, 0, 0, 1, None, None, [("a", "b")]),
        wer.DICPErrorRate(1, 2, 0, 0, 1, None, None, ("a",)),
    ],
)
def test_error_rates_survive_their_mappings(rate):
    assert wer.ErrorRate.from_dict(rate.asdict()) == rate


@pytest.mark.parametrize(
    "kind", [wer.ErrorRate, wer.CPErrorRate, wer.OrcErrorRate, wer.MimoErrorRate, wer.DICPErrorRate]
)
def test_zero_has_no_errors_and_no_words(kind):
    zero = kind.zero()
    assert (zero.errors, zero.length, zero.insertions, zero.deletions, zero.substitutions) == (0, 0, 0, 0, 0)


def test_error_rates_check_their_sums_and_types():
    with pytest.raises(RuntimeError, match="ins 0 \\+ del 0 \\+ sub 0 != errors 1"):
        wer.ErrorRate(1, 1, 0, 0, 0, None, None)
    with pytest.raises(ValueError, match="expected 0 or more"):
        wer.ErrorRate(0, -1, 0, 0, 0, None, None)
    with pytest.raises(ValueError, match="cannot be added"):
        wer.CPErrorRate.zero() + wer.ErrorRate.zero()
    with pytest.raises(TypeError):
        wer.OrcErrorRate.zero() + wer.CPErrorRate.zero()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: wer.cp_word_error_rate(REF, HYP, reference_sort="x"), ValueError, "Invalid value for sort"),
        (lambda: wer.cp_word_error_rate(["a"], ["a"], reference_sort=True), ValueError, "only supported if"),
        (lambda: wer.cp_word_error_rate(REF, [{**HYP[0], "session_id": "t"}]), ValueError, "single session ID"),
        (lambda: wer.cp_word_error_rate(REF, [{**HYP[0], "end_time": 0.0}]), ValueError, "end time"),
        (lambda: wer.siso_word_error_rate(["a", "b"], "a"), ValueError, "exactly one line"),
        (lambda: wer.cpwer(REF, HYP, normalizer="x"), ValueError, "Unknown normalizer"),
        (lambda: wer.cpwer(REF, HYP, regex="x"), AssertionError, "Found nothing"),
        (lambda: wer.time_constrained_orc_wer(REF, HYP, 5, reference_sort="word"), ValueError, "not supported"),
    ],
)
def test_wrong_calls_are_errors_of_the_kinds_that_meeteval_raises(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_functions_of_structures_take_sessions_first():
    ref, hyp = [["a b c", "d e f"], ["g h i"]], [["a b c"], ["d e f", "g h i"]]
    assert {name: rate.errors for name, rate in wer.cp_word_error_rate_multifile(ref, hyp).items()} == {0: 3, 1: 3}
    assert wer.tcp_word_error_rate_multifile(REF, HYP, collar=5) == wer.tcpwer(REF, HYP, collar=5)
    first, other = ([{"session_id": "s", "words": words}] for words in ("a b", "a c"))
    assert wer.siso_word_error_rate_multifile(first, other)["s"].errors == 1
    other = [{**row, "session_id": "t"} for row in HYP]
    for name in dir(wer):
        if name.endswith("_multifile") and name != "siso_word_error_rate_multifile":
            timing = {"collar": 5} if name.startswith(("tcp", "time", "greedy_time", "greedy_di_tcp")) else {}
            actual = getattr(wer, name)(REF, HYP + other, partial=True, **timing)
            assert {session: rate.length for session, rate in actual.items()} == {"s": 3}


def test_optional_parameters_by_position_are_those_of_meeteval():
    other = [{**row, "session_id": "t"} for row in HYP]
    shouted = [{**row, "words": row["words"].upper()} for row in HYP + other]
    sorts = ("segment", "segment")
    assert wer.cpwer(REF, shouted, "s", *sorts, None, "lower,rm(.?!,)", True)["s"].errors == 1
    assert wer.orcwer(REF, shouted, "s", *sorts, None, True, "lower,rm(.?!,)")["s"].errors == 1
    with pytest.raises(TypeError):
        wer.tcpwer(REF, HYP, 5)


def test_single_streams_have_rates_of_characters_and_with_times():
    assert wer.siso_character_error_rate(" a b ", "a  b") == wer.ErrorRate(1, 3, 1, 0, 0, None, None)
    rate = wer.time_constrained_siso_word_error_rate(REF[:1], HYP[1:], collar=5)
    assert (rate.errors, rate.length, type(rate)) == (1, 2, wer.ErrorRate)
    assert wer.time_constrained_siso_word_error_rate(REF[:1], [], collar=5).deletions == 2
    with pytest.raises(ValueError, match="2 speakers in the reference"):
        wer.time_constrained_siso_word_error_rate(REF, HYP[1:], collar=5)


def test_assignments_are_carried_out():
    rate = wer.cp_word_error_rate({"r": "a"}, {"h": "z", "i": "a b"})
    assert rate.apply_assignment({"r": "a"}, {"h": "z", "i": "a b"}) == ({"r": "a", "a": ""}, {"r": "a b", "a": "z"})
    ref, hyp = wer.cp_word_error_rate(REF, HYP).apply_assignment(REF, HYP, style="hyp")
    assert ([row["speaker"] for row in ref], hyp) == (["y", "x"], HYP)
    listed = wer.cp_word_error_rate(["a", "b"], ["b"]).apply_assignment(["a", "b"], ["b"])
    assert listed == (["a", "b"], ["", "b"])
    orc = wer.orc_word_error_rate(["a b", "c d", "e f"], ["a b", "c d e f"])
    assert orc.apply_assignment(["a b", "c d", "e f"], ["a b", "c d e f"])[0] == [["a b"], ["c d", "e f"]]
    ref, hyp = wer.greedy_di_cp_word_error_rate(REF, HYP).apply_assignment(REF, HYP)
    assert (ref, [row["speaker"] for row in hyp]) == (REF, ["B", "A"])
    mimo = wer.mimo_word_error_rate({"A": ["a b", "c d"], "B": ["e f"]}, {"x": "c d", "y": "a b e f"})
    moved, _ = mimo.apply_assignment({"A": ["a b", "c d"], "B": ["e f"]}, {"x": "c d", "y": "a b e f"})
    assert moved == {"x": ["c d"], "y": ["a b", "e f"]}
    with pytest.raises(AssertionError, match="expected one for each"):
        orc.apply_assignment(["a b"], ["a b", "c d e f"])
    with pytest.raises(RuntimeError, match="fallback_keys"):
        rate.apply_assignment({"r": "a"}, {"h": "z", "i": "a b"}, fallback_keys="")


def test_streams_and_segments_without_words_take_part_in_the_assignment_of_orc():
    # Assignments of MeetEval 0.4.3.
    assert wer.orc_word_error_rate(["x", "under"], ["", ""]).assignment == (0, 0)
    assert wer.orc_word_error_rate(["b", "", "", ""], {"C": "", "B": "a b"}).assignment == ("B", "C", "C", "C")
    assert wer.orc_word_error_rate(["", "a"], {"D": "a a", "A": "a b"}).assignment == ("D", "D")


def test_each_text_of_a_list_is_a_segment_also_if_it_is_one_word():
    rate = wer.mimo_word_error_rate([["x", "y"]], ["x", "y"])
    assert (rate.errors, rate.assignment) == (0, [(0, 0), (0, 1)])
    rate = wer.mimo_word_error_rate([["a", "b"], ["c"]], {"A": "a c", "B": "b"})
    assert (rate.errors, rate.assignment) == (0, [(0, "A"), (1, "A"), (0, "B")])


@pytest.mark.parametrize("timed", [False, True])
def test_orc_takes_a_reference_without_speakers_and_other_measures_refuse_it(timed):
    times = {"start_time": 0, "end_time": 1} if timed else {}
    ref = [{"session_id": "s", "words": "a b c", **times}]
    hyp = [{"session_id": "s", "speaker": name, "words": text, **times} for name, text in (("x", "a"), ("y", "b c d"))]
    rate = wer.orc_word_error_rate(ref, hyp)
    assert (rate.errors, rate.length, rate.assignment) == (3, 3, ("y",))
    if timed:
        assert wer.time_constrained_orc_wer(ref, hyp, collar=5).assignment == ("y",)
    for function in (wer.greedy_orc_word_error_rate, wer.cp_word_error_rate, wer.mimo_word_error_rate):
        with pytest.raises(KeyError, match="speaker"):
            function(ref, hyp)
    with pytest.raises(KeyError, match="speaker"):
        wer.orc_word_error_rate(hyp, ref)


# A segment that lasts longer than the next one: its second word starts later than the next segment.
TANGLED = [
    {"session_id": "s", "speaker": "x", "words": "a b c", "start_time": 0, "end_time": 10},
    {"session_id": "s", "speaker": "x", "words": "d", "start_time": 1, "end_time": 2},
]
CONTRADICTION = (
    "The order of word-level timings contradicts the segment-level order in %s for speaker x: %d of 4 times."
)
UNTIMED = [{"session_id": "s", "speaker": "x", "words": "a"}]


@pytest.mark.parametrize(
    ("function", "data", "messages"),
    [
        (
            wer.cp_word_error_rate,
            UNTIMED,
            [
                "Assuming sort=False because timestamps are missing in reference.",
                "Assuming sort=False because timestamps are missing in hypothesis.",
            ],
        ),
        (wer.cp_word_error_rate, TANGLED, []),
        (
            lambda ref, hyp: wer.time_constrained_orc_wer(ref, hyp, collar=5),
            TANGLED,
            [
                "The mean word length is 5.50 seconds, which is more than the collar length of 5 seconds.",
                CONTRADICTION % ("reference", 3),
                CONTRADICTION % ("hypothesis", 4),
            ],
        ),
        (
            lambda ref, hyp: wer.tcpwer(ref, hyp, collar=6, hyp_pseudo_word_timing="full_segment"),
            TANGLED,
            [
                CONTRADICTION % ("reference", 3),
                "Self-overlap detected in hypothesis. Total overlap: 1.00 of 10.00 (10.00%).",
                "Self-overlap detected in reference. Total overlap: 1.00 of 10.00 (10.00%).",
            ],
        ),
    ],
)
def test_meeteval_s_warnings_are_logged(function, data, messages, caplog):
    with caplog.at_level(logging.WARNING):
        function(SegLST(data), SegLST(data))
    assert [record.getMessage() for record in caplog.records] == messages


@pytest.mark.parametrize(
    ("strategy", "times"),
    [
        ("equidistant_intervals", [(0, 2), (2, 4), (4, 5)]),
        ("equidistant_points", [(1, 1), (3, 3), (4.5, 4.5)]),
        ("full_segment", [(0, 4), (0, 4), (4, 5)]),
        ("character_based", [(0, 3), (3, 4), (4, 5)]),
        ("character_based_points", [(1.5, 1.5), (3.5, 3.5), (4.5, 4.5)]),
    ],
)
def test_times_of_words_are_estimated_as_in_meeteval(strategy, times):
    rows = [
        {"session_id": "s", "speaker": "x", "words": text, "start_time": Decimal(start), "end_time": Decimal(end)}
        for text, start, end in (("abc b", 0, 4), ("", 4, 5))
    ]
    estimated = get_pseudo_word_level_timings(SegLST(rows), strategy)
    assert [(row["words"], row["start_time"], row["end_time"]) for row in estimated] == [
        (word, start, end) for word, (start, end) in zip(("abc", "b", ""), times, strict=True)
    ]
    assert isinstance(get_pseudo_word_level_timings(STM.new(SegLST(rows)), strategy), STM)


def test_words_without_a_strategy_need_segments_of_one_word():
    assert get_pseudo_word_level_timings([{"words": "a", "start_time": 0, "end_time": 1}], "none")
    with pytest.raises(ValueError, match="2 words in the segment"):
        get_pseudo_word_level_timings([{"words": "a b", "start_time": 0, "end_time": 1}], None)
    with pytest.raises(KeyError, match="by_luck"):
        get_pseudo_word_level_timings([{"words": "a", "start_time": 0, "end_time": 1}], "by_luck")


@pytest.mark.parametrize("measure", ["tcpwer", "tcorcwer", "tcmimower", "greedy_tcorcwer", "greedy_ditcpwer"])
@pytest.mark.parametrize("side", ["ref", "hyp"])
def test_words_with_times_of_their_own_are_scored_without_a_strategy(measure, side):
    ref = [{"session_id": "s", "speaker": "a", "start_time": t, "end_time": t + 1, "words": "xy"[t]} for t in (0, 1)]
    hyp = [{**row, "speaker": "b", "start_time": row["start_time"] + 5, "end_time": row["end_time"] + 5} for row in ref]
    score = getattr(wer, measure)
    for collar, errors in ((9, 0), (2, 4)):
        rate = score(SegLST(ref), SegLST(hyp), collar=collar, **{f"{side}_pseudo_word_timing": "none"})["s"]
        assert (rate.errors, rate.length) == (errors, 2)
    text = [{**ref[0], "words": "x y"}]
    with pytest.raises(ValueError, match="1 segment with several words"):
        score(SegLST(text), SegLST(text), collar=9, **{f"{side}_pseudo_word_timing": "none"})


# Reference and hypothesis: speaker, begin, end, words; and the assignment that MeetEval 0.4.3 gives, without a collar.
TIES = (
    ([("R", 7.4, 7.6, "c")], [("H1", 1.5, 2.9, "a"), ("H2", 3.1, 3.9, "a c")], ("H2",)),
    (
        [("R", 2.1, 2.7, "b"), ("R", 6.8, 10.1, "c c")],
        [("H1", 6.7, 7.7, "b a a"), ("H0", 2.4, 4.6, "b a"), ("H1", 3.1, 4.4, "a b a")],
        ("H1", "H1"),
    ),
    (
        [("R1", 6.0, 9.9, "c a"), ("R0", 2.5, 4.4, "a b")],
        [("H0", 3.2, 6.0, "a b"), ("H1", 3.1, 3.6, "a c")],
        ("H0", "H1"),
    ),
)


@pytest.mark.parametrize(("ref", "hyp", "assignment"), TIES)
def test_a_segment_that_no_word_overlaps_is_given_to_the_stream_that_meeteval_takes(ref, hyp, assignment):
    sides = (
        [
            {"session_id": "s", "speaker": speaker, "start_time": begin, "end_time": end, "words": words}
            for speaker, begin, end, words in side
        ]
        for side in (ref, hyp)
    )
    assert wer.time_constrained_orc_wer(*sides, collar=0).assignment == assignment


@pytest.mark.parametrize("name", ["cp_word_error_rate", "greedy_di_tcp_word_error_rate", "time_constrained_orc_wer"])
def test_functions_of_one_session_can_be_handed_to_other_processes(name):
    function = getattr(wer, name)
    assert (pickle.loads(pickle.dumps(function)), function.__name__) == (function, name)
