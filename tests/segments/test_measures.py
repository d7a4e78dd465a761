"""Measures of segments and events, counted by hand; and what is done with labels that are not in order."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import pairwise

import pytest

pytest.importorskip("numpy")
pytest.importorskip("scipy")

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scorelite.compat.evalmate import alignment, evaluator
from scorelite.compat.evalmate.annotations import Label, LabelList
from scorelite.formats.errors import UsageError
from scorelite.scoring.maths.assignment import greatest
from scorelite.scoring.segments.api import score_segments
from scorelite.scoring.segments.bipartite import matching, overlapping
from scorelite.scoring.segments.confusions import Confusions
from scorelite.scoring.segments.conventions import PYANNOTE, DiarisationSettings
from scorelite.scoring.segments.detections import SoundEvents
from scorelite.scoring.segments.measures.boundaries import Boundaries, boundaries
from scorelite.scoring.segments.measures.classes import class_times
from scorelite.scoring.segments.measures.clusters import Clusters, clusters
from scorelite.scoring.segments.measures.detection import Detection, detection
from scorelite.scoring.segments.measures.diarisation import SpeakerTime, diarisation
from scorelite.scoring.segments.measures.events import EventSettings, event_counts, event_pairs
from scorelite.scoring.segments.measures.sound_events import by_onsets
from scorelite.scoring.segments.measures.sound_segments import by_segments
from scorelite.scoring.segments.moments import Extents
from scorelite.scoring.segments.turns import Turns, turns_of
from tests.analysis.gold import cases
from tests.segments.material import heard, sequence

NOTHING = turns_of([])
INFINITY = float("inf")
SOME = turns_of([("a", 0.0, 1.0)])


def test_diarisation_counted_by_hand() -> None:
    ref = turns_of([("anna", 0.0, 10.0), ("ben", 8.0, 12.0)])
    hyp = turns_of([("x", 0.0, 9.0), ("y", 9.0, 11.0)])
    time = diarisation(ref, hyp).time
    # Two speak from 8 to 10, one of them is heard; from 11 to 12 nobody is heard.
    assert (time.total, time.missed, time.false_alarm, time.confused) == (14.0, 3.0, 0.0, 0.0)
    assert time.der == pytest.approx(3 / 14)
    assert (time.scored, time.speech, time.speakers) == (12.0, 12.0, 2)
    assert time.jaccard == pytest.approx(0.1 + 0.5)


def test_rows_of_speakers_sum_up_to_the_total() -> None:
    ref = turns_of([("anna", 0.0, 10.0), ("ben", 8.0, 12.0), ("anna", 13.0, 14.0)])
    hyp = turns_of([("x", 0.0, 9.0), ("y", 2.0, 11.0), ("z", 12.5, 15.0)])
    actual = diarisation(ref, hyp, settings=DiarisationSettings(convention=PYANNOTE), speakers=True)
    for name in ("total", "correct", "missed", "false_alarm", "confused"):
        assert sum(getattr(row, name) for row in actual.speakers) == pytest.approx(getattr(actual.time, name))
    assert [row.partner for row in actual.speakers if not row.name] == ["z"]


def test_collar_takes_both_sides_of_every_reference_boundary() -> None:
    settings = DiarisationSettings(collar=0.5)
    ref, hyp = turns_of([("a", 1.0, 4.0)]), turns_of([("x", 0.8, 4.4)])
    time = diarisation(ref, hyp, regions=[(0, 9)], settings=settings).time
    assert (time.scored, time.total, time.false_alarm) == (7.0, 2.0, 0.0)


def test_overlap_may_be_left_out_or_stand_alone() -> None:
    ref, hyp = turns_of([("a", 0.0, 4.0), ("b", 3.0, 6.0)]), turns_of([("a", 0.0, 6.0)])
    alone, both = (diarisation(ref, hyp, settings=DiarisationSettings(overlap=kind)) for kind in ("exclude", "only"))
    assert (alone.time.total, both.time.total) == (5.0, 2.0)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (("a", 3.0, 2.0), "ends at 2.0, before it starts at 3.0"),
        (("a", float("nan"), 2.0), "expected finite seconds"),
        (("a", 0.0, float("nan")), "expected finite seconds"),
        (("a", INFINITY, INFINITY), "expected finite seconds"),
    ],
)
def test_times_that_cannot_be_are_refused(row: tuple[str, float, float], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        turns_of([row])


@pytest.mark.parametrize("end", [None, -1.0, INFINITY])
def test_an_open_end_is_the_latest_time_that_is_known(end: float | None) -> None:
    time = diarisation(turns_of([("a", 0.0, end)]), turns_of([("x", 0.0, 5.0)])).time
    assert (time.total, time.missed) == (5.0, 0.0)
    within = diarisation(turns_of([("a", 0.0, end)]), turns_of([("x", 0.0, 5.0)]), regions=[(0.0, 8.0)]).time
    assert (within.total, within.missed) == (8.0, 3.0)


def test_labels_without_length_count_for_nothing() -> None:
    ref = turns_of([("a", 1.0, 1.0), ("b", 0.0, 2.0)])
    assert diarisation(ref, SOME).time.total == 2.0
    assert event_counts([(ref, NOTHING)]).overall.total == 1


def test_a_speaker_labelled_twice_speaks_once() -> None:
    ref = turns_of([("a", 0.0, 3.0), ("a", 2.0, 5.0)])
    assert diarisation(ref, turns_of([("x", 0.0, 5.0)])).time.total == 5.0


@pytest.mark.parametrize(("ref", "hyp"), [(NOTHING, NOTHING), (NOTHING, SOME), (SOME, NOTHING)])
def test_nothing_is_no_crash_and_no_rate(ref: Turns, hyp: Turns) -> None:
    rate = 1.0 if len(ref) else None
    for regions in (None, [(0.0, 5.0)], []):
        expected = None if regions == [] else rate
        assert diarisation(ref, hyp, regions=regions).time.der == expected
        assert class_times(ref, hyp, regions=regions, merge=0.01).overall.error_rate == expected
    assert event_counts([(ref, hyp)]).overall.error_rate == rate
    assert by_segments(ref, hyp).overall.error_rate == rate
    assert by_onsets(ref, hyp).overall.error_rate == rate
    assert boundaries(ref, hyp) == Boundaries()
    assert isinstance(clusters(ref, hyp), Clusters)
    assert clusters(ref, hyp, regions=[]) == Clusters()


def test_clusters_count_the_seconds_within_regions() -> None:
    ref = turns_of([("a", 0.0, 10.0), ("b", 10.0, 14.0)])
    hyp = turns_of([("x", 0.0, 8.0), ("y", 8.0, -1.0)])
    assert clusters(ref, hyp, regions=[(0.0, 4.0)]) == Clusters(4.0, 4.0, 4.0, 4.0)
    assert clusters(ref, hyp, regions=[(0.0, 9.0), (6.0, 7.0)]) == Clusters(9.0, 9.0, 8.0, 9.0)
    assert clusters(ref, hyp, regions=[(9.0, 12.0)]) == Clusters(3.0, 3.0, 3.0, 2.0)
    # An open end is the end of the regions.
    assert clusters(ref, hyp, regions=[(0.0, 20.0)]) == Clusters(14.0, 20.0, 12.0, 12.0)
    scores = score_segments({"t": ref.rows()}, {"t": hyp.rows()}, measure="clusters", regions={"t": [(0.0, 4.0)]})
    assert scores.total.purity == 1.0
    assert "\nEval:       -    -    -\n" in scores.report("pra")


def test_overlaps_are_time_in_which_two_speakers_speak() -> None:
    refs = {"t": [("a", 0.0, 6.0), ("b", 5.0, 10.0), ("b", 5.5, 9.0), ("sil", 2.0, 3.0)]}
    hyps = {"t": [("x", 0.0, 5.5), ("y", 4.5, 10.0), ("x", 8.0, 9.0)]}
    total = score_segments(refs, hyps, measure="osd").total
    assert (total.total, total.missed, total.false_alarm) == (1.0, 0.5, 1.5)
    assert (total.precision, total.recall, total.error_rate) == (0.25, 0.5, 2.0)
    with pytest.raises(UsageError, match="overlap"):
        score_segments(refs, hyps, measure="overlaps", overlap="only")


def test_detection_counts_speech_once_and_no_silence() -> None:
    ref = turns_of([("anna", 0.0, 6.0), ("ben", 4.0, 10.0), ("sil", 10.0, 20.0)])
    hyp = turns_of([("speech", 1.0, 9.0), ("speech", 8.0, 12.0), ("Silence", 12.0, 20.0)])
    pyannote = DiarisationSettings(convention=PYANNOTE)
    assert detection(ref, hyp, settings=pyannote) == Detection(12.0, 10.0, 1.0, 2.0)
    assert detection(ref, hyp) == Detection(10.0, 10.0, 1.0, 0.0, outside=2.0)
    assert detection(ref, hyp, regions=[(0.0, 20.0)]) == Detection(20.0, 10.0, 1.0, 2.0)
    within = detection(ref, hyp, settings=DiarisationSettings(collar=0.5, convention=PYANNOTE))
    # Collars stand at 0, 4, 6 and 10.
    assert (within.total, within.missed, within.false_alarm) == (7.0, 0.5, 1.5)
    result = score_segments({"t": ref.rows()}, {"t": hyp.rows()}, measure="vad")
    with pytest.raises(UsageError, match="measure 'vda' is unknown; did you mean vad. .expected one of: .*, clusters"):
        score_segments({}, {}, measure="vda")
    assert (result.error_rate, result.total.precision, result.total.recall) == (0.1, 1.0, 0.9)
    assert result.notices[0].startswith("2.00 s of hypothesis speech (20.0 % of the reference) before or after")


def test_r_values_of_boundaries_are_those_of_the_formula() -> None:
    def side(times: list[float]) -> Turns:
        # The last end is no boundary.
        return turns_of([("x", begin, end) for begin, end in pairwise([-1.0, *times, times[-1] + 1.0])])

    for case in cases("r_value"):
        # Just above the tolerance: where floats are exactly as far apart, either program may decide otherwise.
        counted = boundaries(side(case["ref"]), side(case["est"]), tolerance=case["tolerance"])
        lenient = case["lenient"]
        assert counted.matched == case["hits_one_to_one"]
        assert (counted.reference_near, counted.hypothesis_near) == (lenient["ref_hits"], lenient["est_hits"])
        assert counted.r_value == pytest.approx(case["r_value"], abs=1e-9)
        assert counted.r_value_lenient == pytest.approx(lenient["r_value"], abs=1e-9)


def test_a_boundary_that_is_off_by_the_tolerance_is_matched() -> None:
    """1.02 - 1 and 3.05 - 3 are more than their decimal differences as binary numbers."""
    for times, tolerance in (((1.0, 1.02), 0.02), ((3.0, 3.05), 0.05), ((2.0, 2.06), 0.06)):
        ref, hyp = (turns_of([("a", 0.0, time), ("b", time, 9.0)]) for time in times)
        assert boundaries(ref, hyp, tolerance=tolerance).matched == 1
        assert boundaries(ref, hyp, tolerance=tolerance - 0.001).matched == 0


def test_no_boundary_is_no_r_value() -> None:
    assert Boundaries().r_value is Boundaries().over_segmentation is Boundaries(1, 0).r_value_lenient is None
    assert Boundaries(2, 3, 2).over_segmentation == 0.5


def test_sums_of_results_are_results() -> None:
    assert (SpeakerTime() + SpeakerTime(total=1.0)).total == 1.0
    assert sum([SpeakerTime(total=1.0)] * 2).total == 2.0
    assert Confusions() + Confusions() == Confusions()
    assert SoundEvents() + SoundEvents() == SoundEvents()


def test_values_that_hold_at_once_are_taken_apart() -> None:
    ref = turns_of([("a", 0.0, 4.0), ("b", 0.0, 4.0)])
    hyp = turns_of([("a", 0.0, 4.0), ("c", 1.0, 5.0), ("d", 2.0, 3.0)])
    times = class_times(ref, hyp)
    assert times.correct == {"a": 4.0}
    assert times.substituted == {("b", "c"): 3.0}
    assert times.deleted == {"b": 1.0}
    assert times.inserted == {"c": 1.0, "d": 1.0}


@pytest.mark.parametrize("seed", range(10))
def test_seconds_and_numbers_are_those_of_the_compatibility_module(seed: int) -> None:
    source = random.Random(seed)
    ref = sequence(source, "abc")
    hyp = sequence(source, "abcd")
    lists = [LabelList(labels=[Label(*row) for row in rows]) for rows in (ref, hyp)]
    theirs = evaluator.SegmentEvaluator().evaluate(*lists).confusion
    ours = class_times(turns_of(ref), turns_of(hyp), merge=0.01).overall
    pairs = evaluator.EventEvaluator(alignment.BipartiteMatchingAligner()).evaluate(*lists).confusion
    counted = event_counts([(turns_of(ref), turns_of(hyp))]).overall
    every = evaluator.EventEvaluator(alignment.FullMatchingAligner()).evaluate(*lists).confusion
    full = event_counts([(turns_of(ref), turns_of(hyp))], EventSettings(every_overlap=True)).overall
    for name in ("correct", "substitutions", "deletions", "insertions"):
        assert getattr(ours, name) == pytest.approx(getattr(theirs, name))
        assert getattr(counted, name) == getattr(pairs, name)
        assert getattr(full, name) == getattr(every, name)


def test_many_recordings_are_paired_as_each_by_itself() -> None:
    source = random.Random(5)
    recordings = []
    for _ in range(6):
        rows = sequence(source, "abc", overlap=0.5)
        recordings.append((turns_of(rows), turns_of(heard(source, rows, "abc"))))
    recordings.insert(2, (NOTHING, NOTHING))
    together = event_pairs(recordings)
    apart = [event_pairs([recording])[0] for recording in recordings]
    assert [paired.pairs for paired in together] == [paired.pairs for paired in apart]
    assert event_counts(recordings) == sum((paired.confusions() for paired in apart), Confusions())


def best_by_trying(edges: list[tuple[int, int]], gains: list[float], used: frozenset[tuple[str, int]]) -> float:
    if not edges:
        return 0.0
    (ref, hyp), rest, gain = edges[0], edges[1:], gains[0]
    best = best_by_trying(rest, gains[1:], used)
    if ("r", ref) not in used and ("h", hyp) not in used:
        best = max(best, gain + best_by_trying(rest, gains[1:], used | {("r", ref), ("h", hyp)}))
    return best


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(-2, 9)), max_size=9, unique_by=lambda edge: edge[:2]
    )
)
def test_the_best_choice_is_as_good_as_trying_all(edges: list[tuple[int, int, int]]) -> None:
    ref, hyp, gain = (np.array(column) for column in (list(zip(*edges, strict=True)) or [[], [], []]))
    taken = matching(ref.astype(np.int64), hyp.astype(np.int64), gain.astype(np.float64))
    chosen = [edge for edge, mark in zip(edges, taken.tolist(), strict=True) if mark]
    assert len({edge[0] for edge in chosen}) == len({edge[1] for edge in chosen}) == len(chosen)
    pairs, gains = [edge[:2] for edge in edges], [float(edge[2]) for edge in edges]
    assert sum(edge[2] for edge in chosen) == best_by_trying(pairs, gains, frozenset())


@given(st.integers(1, 7), st.integers(1, 7), st.sampled_from((2, 3, 30)), st.randoms(use_true_random=False))
def test_small_tables_are_solved_as_scipy_does(rows: int, columns: int, most: int, chance: random.Random) -> None:
    gains = np.array([[chance.randint(0, most) / 10 for _ in range(columns)] for _ in range(rows)])
    assert greatest(gains) == greatest(gains, few=False)


def test_few_choices_are_made_without_scipy() -> None:
    code = """
import sys
from itertools import pairwise
from scorelite.scoring.segments.api import score_segments
ref, hyp = [("a", 0.0, 2.0), ("b", 2.0, 4.0)], [("a", 1.0, 2.5), ("b", 1.5, 3.0)]
print(score_segments({"t": ref}, {"t": hyp}, measure="events").totals().to_dict() and "scipy" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


@pytest.mark.parametrize("size", [12, 50])
def test_a_long_chain_of_labels_is_solved_as_one(size: int) -> None:
    # Label k overlaps k and k + 1 of the other side; the last one gains most by k, so that the one before it has none.
    ref, hyp = np.repeat(np.arange(size), 2), (np.arange(size)[:, None] + [0, 1]).ravel()
    gain = np.tile([1.0, 2.0], size)
    gain[-2:] = 5.0, 1.0
    assert gain[matching(ref, hyp, gain)].sum() == 2 * (size - 2) + 5


def test_overlaps_are_found_among_labels_that_lie_in_each_other() -> None:
    ref = np.array([[0.0, 100.0], [40.0, 41.0], [40.5, 60.0]])
    hyp = np.array([[50.0, 51.0], [0.0, 40.2], [99.0, INFINITY]])
    edges = overlapping(Extents(*ref.T), Extents(*hyp.T))
    expected = {
        (i, j): min(a[1], b[1]) - max(a[0], b[0])
        for i, a in enumerate(ref.tolist())
        for j, b in enumerate(hyp.tolist())
        if min(a[1], b[1]) > max(a[0], b[0])
    }
    actual = zip(edges.ref.tolist(), edges.hyp.tolist(), strict=True)
    assert dict(zip(actual, edges.overlap.tolist(), strict=True)) == expected


@pytest.mark.slow
def test_long_sequences_are_aligned_as_short_ones() -> None:
    source = random.Random(3)
    ref = [Label(source.choice("abcd")) for _ in range(120)]
    hyp = [Label(source.choice("abcd")) for _ in range(110)]
    for costs in ({}, {"deletion_cost": 0.3, "insertion_cost": 1.1, "substitution_cost": 0.7}):
        by_diagonals = alignment.LevenshteinAligner(**costs).align(ref, hyp)
        price = costs.get("substitution_cost", 4)
        aligner = alignment.LevenshteinAligner(**costs, custom_substitution_cost_function=lambda *_, p=price: p)
        by_cells = aligner.align(ref, hyp)
        assert [(pair.ref, pair.hyp) for pair in by_diagonals] == [(pair.ref, pair.hyp) for pair in by_cells]


def test_a_recording_of_a_century_is_no_table_of_its_seconds() -> None:
    turns = turns_of([("a", 0.0, 3e9), ("b", 5.0, 6.0)])
    assert by_segments(turns, turns).overall.hits == 3_000_000_001


def test_it_is_said_where_scipy_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    # 21 speakers: smaller tables need no library.
    ref = turns_of([(f"s{k}", k * 4.0, k * 4.0 + 4.0) for k in range(21)])
    expected = r"assignments need scipy, which is not installed: pip install 'scorelite\[segments\]'"
    with pytest.raises(UsageError, match=expected):
        diarisation(ref, turns_of([(f"x{k}", 0.0, 84.0) for k in range(21)]))


@pytest.mark.parametrize("measure", ["classes", "diarisation"])
def test_large_tables_are_made_part_by_part(measure: str, monkeypatch: pytest.MonkeyPatch) -> None:
    refs = {"talk": [(f"s{k % 9}", k * 0.5, k * 0.5 + 1.25) for k in range(300)]}
    hyps = {"talk": [(f"s{k % 7}", k * 0.5, k * 0.5 + 0.75) for k in range(300)]}
    whole = score_segments(refs, hyps, measure=measure).to_dict()
    for module in ("turns", "measures.classes", "measures.diarisation"):
        monkeypatch.setattr(f"scorelite.scoring.segments.{module}.MOST_ENTRIES", 100)
        monkeypatch.setattr(f"scorelite.scoring.segments.{module}.PART", 16)
    parts = score_segments(refs, hyps, measure=measure).to_dict()
    # Confusions are shares of a cell, such as thirds, whose sums depend on the order.
    shared = [each.pop("confusions", []) for load in (whole, parts) for each in load["recordings"]]
    assert [each | {"amount": pytest.approx(each["amount"])} for each in shared[0]] == shared[1]
    # Times are multiples of a quarter of a second, so that sums are exact in any order.
    assert parts == whole


@pytest.mark.parametrize("name", ["start_within", "end_within", "substitution", "non_overlap", "deletion", "insertion"])
@pytest.mark.parametrize("value", [-1, float("nan"), "x"])
def test_tolerances_and_costs_of_events_are_numbers(name, value):
    with pytest.raises(UsageError, match=f"{name} is {value!r}; expected a number >= 0"):
        EventSettings(**{"start_within": 1.0, name: value})


def kappa_of_frames(ref: list[str], hyp: list[str]) -> float | None:
    """Cohen's kappa as sklearn's `cohen_kappa_score` counts it, of the frames in which a side has a label."""
    frames = [pair for pair in zip(ref, hyp, strict=True) if pair != ("", "")]
    size = len(frames)
    agreed = sum(a == b for a, b in frames) * size
    by_chance = sum(
        sum(a == name for a, _ in frames) * sum(b == name for _, b in frames) for name in ("music", "speech", "")
    )
    return None if by_chance == size * size else (agreed - by_chance) / (size * size - by_chance)


@given(st.lists(st.tuples(*[st.sampled_from(["music", "speech", ""])] * 2), min_size=1, max_size=30))
def test_kappa_of_classes_is_that_of_a_grid_of_frames(frames: list[tuple[str, str]]) -> None:
    sides = [
        turns_of([(pair[side], float(place), place + 1.0) for place, pair in enumerate(frames) if pair[side]])
        for side in (0, 1)
    ]
    kappa = class_times(sides[0], sides[1]).kappa
    expected = kappa_of_frames([ref for ref, _ in frames], [hyp for _, hyp in frames])
    assert (kappa is None) == (expected is None)
    assert kappa is None or kappa == pytest.approx(expected)


def test_kappa_is_in_the_summary_of_classes() -> None:
    # Of 12 seconds 10 agree; by chance 5 * 4 + 6 * 8 of 144 would.
    result = score_segments({"a": [("m", 0, 5), ("s", 5, 11)]}, {"a": [("m", 0, 4), ("s", 4, 12)]}, measure="classes")
    assert result.total.kappa == pytest.approx((10 / 12 - 68 / 144) / (1 - 68 / 144))
    assert "kappa                 0.684\n" in str(result)


def test_uar_is_the_mean_recall_of_the_classes_of_the_reference() -> None:
    # Recalls by hand: happy 2 of 2 seconds, sad 2 of 4, angry 0 of 3; "calm" has none, for no reference has it.
    refs = {"a": [("happy", 0, 2), ("sad", 2, 6), ("angry", 6, 9)]}
    hyps = {"a": [("happy", 0, 2), ("sad", 2, 4), ("calm", 4, 9)]}
    result = score_segments(refs, hyps, measure="classes")
    assert result.total.uar == result.to_dict()["total"]["uar"] == 0.5
    assert "UAR                    50.0 %\n" in str(result)
    assert result.to_csv().splitlines()[1].endswith(",0.5")
    events = score_segments(refs, hyps, measure="events")
    assert "UAR                    66.7 %\n" in str(events)


def test_identification_is_the_error_of_classes() -> None:
    refs, hyps = {"t": [("anna", 0.0, 4.0), ("ben", 4.0, 6.0)]}, {"t": [("anna", 0.0, 3.0), ("carl", 4.0, 7.0)]}
    for name in ("identification", "IER"):
        result = score_segments(refs, hyps, measure=name)
        assert result.measure == "classes"
        # One second is missed, one is a false alarm, and two are confused, of six.
        assert result.error_rate == pytest.approx(4 / 6)
