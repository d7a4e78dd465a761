"""Results of segments: they print, pickle, compare and add up, in whichever order their parts are merged."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import replace
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy")
pytest.importorskip("scipy")

from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite import formats, parse_signature
from scorelite.formats.errors import MismatchError, UsageError
from scorelite.scoring.common import totals
from scorelite.scoring.common.version import __version__
from scorelite.scoring.report.segments import NAMES as REPORTS
from scorelite.scoring.report.segments import OF_SUMS
from scorelite.scoring.segments.api import score_segment_files, score_segments
from scorelite.scoring.segments.measures import MEASURES, measure_of
from scorelite.scoring.segments.measures import NAMES as MEASURE_NAMES
from scorelite.scoring.segments.result import SegmentResult
from scorelite.scoring.segments.totals import Totals
from tests.peers import peer

ROWS = {"talk": [("a", 0.0, 4.0), ("b", 4.0, 6.0)], "walk": [("a", 1.0, 3.0)]}
HYPS = {"talk": [("a", 0.0, 3.0), ("b", 3.0, 6.5)], "walk": [("b", 1.0, 2.5)]}
REGIONS = {"talk": [(0.0, 5.0)], "walk": [(0.5, 9.0)]}


def of_recording(name: str, **keywords: Any) -> SegmentResult:
    """The result of one recording of the material."""
    regions = {name: REGIONS[name]} if keywords.pop("regions", None) else None
    return score_segments({name: ROWS[name]}, {name: HYPS[name]}, regions=regions, **keywords)


def everything(result: SegmentResult) -> dict[str, Any]:
    """All that a result tells; a report that the measure refuses is told by the message."""
    everything: dict[str, Any] = {
        "json": json.dumps(result.to_dict()),
        "signature": result.signature,
        "text": str(result),
    }
    for name in REPORTS:
        for rows in ("class", "file"):
            try:
                everything[f"{name} {rows}"] = result.report(name, rows=rows)
            except ValueError as error:
                everything[f"{name} {rows}"] = str(error)
    return everything


labels = st.lists(
    st.tuples(st.sampled_from("abc"), st.integers(0, 400), st.integers(1, 90)).map(
        lambda row: (row[0], row[1] / 10, (row[1] + row[2]) / 10)
    ),
    max_size=4,
)
names = st.text("xyz/é ", min_size=1, max_size=3)


@pytest.mark.slow
@given(
    corpus=st.dictionaries(names, st.tuples(labels, labels), min_size=1, max_size=5),
    measure=st.sampled_from(MEASURE_NAMES),
    missing=st.sampled_from(["delete", "skip"]),
    within=st.booleans(),
    data=st.data(),
)
def test_a_corpus_cut_anywhere_and_merged_in_any_order_is_the_whole(
    corpus: dict[str, Any], measure: str, missing: str, within: bool, data: st.DataObject
) -> None:
    refs = {name: ref for name, (ref, _) in corpus.items()}
    # A side without labels stands for a recording that the hypothesis does not have.
    hyps = {name: hyp for name, (_, hyp) in corpus.items() if hyp} | {"elsewhere": [("a", 0.0, 1.0)]}
    regions = {name: [(0.0, 11.5), (20.0, 33.0)] for name in corpus} if within else None
    whole = score_segments(refs, hyps, measure=measure, missing=missing, regions=regions)
    order = data.draw(st.permutations(sorted(corpus)))
    cut = data.draw(st.integers(0, len(order)))
    parts = []
    for group in (order[:cut], *([name] for name in order[cut:])):
        spans = None if regions is None else {name: regions[name] for name in group}
        if group:
            refs_of_group = {name: refs[name] for name in group}
            parts.append(score_segments(refs_of_group, hyps, measure=measure, missing=missing, regions=spans))
    merged = reduce(add, data.draw(st.permutations(parts)))
    assert everything(merged) == everything(whole)
    assert merged == whole
    assert sum(parts) == whole


@pytest.mark.parametrize("measure", MEASURE_NAMES)
def test_a_result_keeps_the_protocol(measure: str) -> None:
    result: totals.Totals = score_segments(ROWS, HYPS, measure=measure)
    assert json.loads(json.dumps(result.to_dict()))["signature"] == result.signature
    assert result.signature.startswith(f"scorelite:{__version__}|{measure}|")
    assert result.report("sys").count("Sum") == 1
    assert str(result).endswith(result.signature)
    assert "<table>" in result._repr_html_()
    for copied in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert copied == result
        assert everything(copied) == everything(result)


def test_results_of_equal_scores_and_different_labels_are_not_equal() -> None:
    first = score_segments({"t": [("a", 0.0, 1.0)]}, {"t": [("a", 0.0, 1.0)]}, measure="diarisation")
    for other in ([("b", 0.0, 1.0)], [("a", 0.0, 0.5), ("a", 0.5, 1.0)]):
        second = score_segments({"t": [("a", 0.0, 1.0)]}, {"t": other}, measure="diarisation")
        assert first.total == second.total
        assert first != second
    assert first == score_segments({"t": [("a", 0.0, 1.0)]}, {"t": [("a", 0.0, 1.0)]}, measure="diarisation")


def test_results_of_other_settings_are_not_added() -> None:
    with pytest.raises(MismatchError, match=r"(?s)classes\|merge:0s.*classes\|merge:0.1s.*same settings"):
        of_recording("talk") + of_recording("walk", merge=0.1)
    with pytest.raises(MismatchError, match=r"classes.*\n.*events"):
        of_recording("talk") + of_recording("walk", measure="events")


def test_a_recording_is_not_added_twice() -> None:
    with pytest.raises(MismatchError, match=r"in common cannot be added: 1 recording \(talk\)"):
        of_recording("talk") + (of_recording("walk") + of_recording("talk"))
    skipped = score_segments({"talk": ROWS["talk"]}, {}, missing="skip")
    assert skipped.parts == ()
    with pytest.raises(MismatchError, match=r"in common cannot be added: 1 recording \(talk\)"):
        skipped + of_recording("talk", missing="skip")


def test_results_within_regions_are_not_added_to_results_without() -> None:
    assert (of_recording("talk", regions=True) + of_recording("walk", regions=True)).total.overall.total == 7.0
    with pytest.raises(MismatchError, match=r"different settings(.|\n)*missing:delete\|uem:yes\n"):
        of_recording("talk", regions=True) + of_recording("walk")


def test_regions_are_part_of_the_signature_and_their_file_of_the_names() -> None:
    rows = b"SPEAKER talk 1 0.0 4.0 <NA> <NA> anna <NA> <NA>\n"
    whole = score_segment_files(rows, rows)
    within = score_segment_files(rows, rows, uem=b"talk 1 0.0 2.0\n")
    assert within.signature == f"{whole.signature}|uem:yes"
    assert (whole.to_dict()["uem"], within.to_dict()["uem"]) == (None, "<bytes>")
    signed = {name: parse_signature(result.signature) for name, result in (("whole", whole), ("within", within))}
    assert list(signed["whole"].unlike(signed["within"])) == [("uem", "", "yes")]
    both = replace(within, uem_name="a.uem") + replace(of_recording("walk", regions=True), uem_name="b.uem")
    assert both.uem_name == "several files"


def test_recordings_without_a_reference_are_no_longer_extra_when_the_reference_is_added() -> None:
    first = score_segments({"talk": ROWS["talk"]}, {**HYPS, "more": [("a", 0.0, 1.0)]})
    assert first.extra == ("more", "walk")
    assert (first + of_recording("walk")).extra == ("more",)


def test_names_of_files_that_differ_are_empty_in_the_sum() -> None:
    rows = b"SPEAKER %b 1 0.0 4.0 <NA> <NA> anna <NA> <NA>\n"
    first = replace(score_segment_files(rows % b"talk", rows % b"talk"), ref_name="ref.rttm", hyp_name="a.rttm")
    second = replace(score_segment_files(rows % b"walk", rows % b"walk"), ref_name="ref.rttm", hyp_name="b.rttm")
    assert ((first + second).ref_name, (first + second).hyp_name) == ("ref.rttm", "")


def test_results_of_other_versions_are_not_added() -> None:
    with pytest.raises(MismatchError, match=r"scorelite:0\.0\.1\|"):
        of_recording("talk") + replace(of_recording("walk"), version="0.0.1")


def test_many_results_are_merged_in_one_step() -> None:
    results = [score_segments({name: ROWS["talk"]}, {name: HYPS["talk"]}) for name in "abc"]
    assert SegmentResult.merged(results) == sum(results)
    with pytest.raises(UsageError, match="no results to add; expected one or more"):
        SegmentResult.merged([])


@pytest.mark.parametrize("within", [False, True])
@pytest.mark.parametrize("measure", MEASURE_NAMES)
def test_a_table_of_labels_is_read_back(measure: str, within: bool) -> None:
    peer("pyarrow")
    refs = {**ROWS, "open": [("é", 0.0, None), ("b", 1.0, 2.0)], "silent": []}
    regions = {name: [(0.0, 5.0)] for name in refs} if within else None
    marks = {"talk": [("turn", 0.0, 4.0), ("noscore", 1.0, 1.5), ("turn", 4.0, 6.0)]}
    settings = {"collar": 0.1, "convention": "pyannote"} if measure == "diarisation" and within else {}
    result = score_segments(refs, HYPS, measure=measure, regions=regions, marks=marks, **settings)
    assert SegmentResult.from_arrow(result.to_arrow("labels")) == result


def test_a_table_of_labels_can_be_filtered() -> None:
    arrow = peer("pyarrow.compute")
    result = score_segments(ROWS, HYPS)
    table = result.to_arrow("labels")
    filtered = SegmentResult.from_arrow(table.filter(arrow.equal(table["value"], "b")))
    only = [{name: [row for row in rows if row[0] == "b"] for name, rows in side.items()} for side in (ROWS, HYPS)]
    assert filtered.total == score_segments(*only).total
    with pytest.raises(UsageError, match="this table has no column 'side'; it has: recording, "):
        SegmentResult.from_arrow(result.to_arrow())


@pytest.mark.parametrize("measure", MEASURE_NAMES)
def test_a_table_of_recordings_has_the_numbers_of_each(measure: str) -> None:
    peer("pyarrow")
    result = score_segments(ROWS, HYPS, measure=measure)
    rows = result.to_arrow().to_pylist()
    assert [row.pop("recording") for row in rows] == ["talk", "walk"]
    for row, recording in zip(rows, result.to_dict()["recordings"], strict=True):
        assert row == {key: recording[key] for key in row}
    total = result.to_dict()["total"]
    assert set(rows[0]) == {key for key, value in total.items() if not isinstance(value, (dict, list))}


def test_a_table_of_slots_has_what_was_compared() -> None:
    peer("pyarrow")
    rows = score_segments({"t": [("a", 0.0, 2.0), ("b", 0.0, 1.0)]}, {"t": [("a", 0.5, 2.0)]}).to_arrow("slots")
    assert rows.to_pylist() == [
        {"recording": "t", "verdict": "D", "ref": ["a", "b"], "hyp": [], **times(0.0, 0.5, None, None)},
        {"recording": "t", "verdict": "D", "ref": ["a", "b"], "hyp": ["a"], **times(0.5, 1.0, 0.5, 1.0)},
        {"recording": "t", "verdict": "C", "ref": ["a"], "hyp": ["a"], **times(1.0, 2.0, 1.0, 2.0)},
    ]
    with pytest.raises(UsageError, match="rows 'words' is unknown; expected one of: recordings, scores, labels, slots"):
        score_segments(ROWS, HYPS).to_arrow("words")


def times(*seconds: float | None) -> dict[str, float | None]:
    return dict(zip(("ref_start", "ref_end", "hyp_start", "hyp_end"), seconds, strict=True))


def test_tables_are_data_frames_too() -> None:
    peer("pandas")
    result = score_segments(ROWS, HYPS)
    assert result.to_pandas()["correct"].sum() == result.total.overall.correct
    assert list(result.to_pandas("labels")["side"]) == ["ref", "ref", "hyp", "hyp", "ref", "hyp"]


def test_a_result_is_not_added_to_something_else() -> None:
    with pytest.raises(TypeError):
        of_recording("talk") + 1
    assert 0 + of_recording("talk") == of_recording("talk")


def test_every_measure_is_found_in_the_module_of_its_name() -> None:
    assert [measure_of(entry.name).name for entry in MEASURES] == list(MEASURE_NAMES)
    for entry in MEASURES:
        measure = measure_of(entry.name)
        assert measure.settings().signature
        assert len(measure.counts) == 4


def test_the_settings_of_a_measure_are_all_in_its_signature() -> None:
    overlaps = {"collar": 0.5, "convention": "pyannote"}
    spoken = {**overlaps, "overlap": "only", "like": "dihard", "min_duration": 0.25}
    changed = {
        "classes": {"merge": 0.5, "min_duration": 0.25},
        "events": dict.fromkeys(("minimum_overlap", "start_within", "substitution", "non_overlap"), 0.3)
        | {"every_overlap": True, "deletion": 3.0, "insertion": 3.0},
        "diarisation": spoken,
        "detection": spoken,
        "overlaps": overlaps,
        "sound-segments": {"resolution": 0.5},
        "sound-events": {"collar": 0.5, "length_part": 0.3, "onset": False, "offset": False},
        "boundaries": {"collar": 0.1},
        "clusters": {},
    }
    assert set(changed) == set(MEASURE_NAMES)
    for name, keywords in changed.items():
        record = measure_of(name).settings
        assert {field for field in record.__dataclass_fields__ if field != "end_within"} == set(keywords)
        signatures = [record(**{key: value}).signature for key, value in keywords.items()]
        assert len({record().signature, *signatures}) == len(keywords) + 1
    assert measure_of("events").settings(start_within=0.1, end_within=0.2).signature.endswith("start:0.1s|end:0.2s")
    assert (
        measure_of("classes").settings(merge=1 / 30).signature
        != measure_of("classes").settings(merge=0.0333333).signature
    )


@pytest.mark.parametrize("within", [False, True])
@pytest.mark.parametrize("measure", MEASURE_NAMES)
def test_totals_add_up_to_the_totals_of_the_sum_and_report_the_same_numbers(measure: str, within: bool) -> None:
    talk, walk = (of_recording(name, measure=measure, regions=within) for name in ("talk", "walk"))
    whole = talk + walk
    total: Totals = pickle.loads(pickle.dumps(walk.totals())) + talk.totals()
    assert type(total) is Totals
    assert total == whole.totals()
    assert total.signature == whole.signature
    assert (total.error_rate, total.total) == (whole.error_rate, whole.total)
    expected = whole.to_dict()
    del expected["lengths"]
    assert total.to_dict() == expected
    assert str(total) == str(whole)
    for rows in ("class", "file"):
        for name in ("sys", "raw"):
            try:
                expected_report = whole.report(name, rows=rows)
            except UsageError as error:
                with pytest.raises(UsageError, match=str(error)[:20]):
                    total.report(name, rows=rows)
            else:
                assert total.report(name, rows=rows) == expected_report


@pytest.mark.parametrize("name", [name for name in REPORTS if name not in OF_SUMS])
def test_totals_have_no_report_of_labels(name: str) -> None:
    with pytest.raises(UsageError, match=f"report '{name}' needs labels, which totals do not store"):
        of_recording("talk").totals().report(name)
    with pytest.raises(UsageError, match="report 'pdf' is unknown"):
        of_recording("talk").totals().report("pdf")


def test_totals_and_results_are_not_added_to_each_other() -> None:
    with pytest.raises(MismatchError, match=r"add result\.totals\(\)"):
        of_recording("talk").totals() + of_recording("walk")
    with pytest.raises(MismatchError, match=r"different settings(.|\n)*missing:delete\|uem:yes\n"):
        of_recording("talk", regions=True).totals() + of_recording("walk").totals()


def test_totals_are_much_smaller_than_results() -> None:
    rows = [("a" if place % 2 else "b", place / 10, place / 10 + 0.05) for place in range(2000)]
    result = score_segments({"talk": rows}, {"talk": rows[::2]})
    assert len(pickle.dumps(result.totals())) * 20 < len(pickle.dumps(result))


def test_totals_have_a_table_of_recordings_only() -> None:
    pytest.importorskip("pyarrow")
    result = of_recording("talk")
    assert result.totals().to_arrow().equals(result.to_arrow())
    with pytest.raises(UsageError, match="totals store scores without labels; rows of labels need the result"):
        result.totals().to_arrow("labels")


@pytest.mark.parametrize(("factor", "odd"), [(1000.0, True), (1.5, False)])
def test_times_in_another_unit_are_named(factor: float, odd: bool) -> None:
    ref = {"t": [("anna", 0.0, 4.0), ("ben", 5.0, 9.0)]}
    hyp = {"t": [("anna", 0.0, 4.0 * factor), ("ben", 5.0 * factor, 9.0 * factor)]}
    result = score_segments(ref, hyp, measure="diarisation")
    text = "times of the hypothesis go up to 9000, those of the reference to 9: are both in seconds?"
    assert (text in result.notices) == odd
    assert score_segments(ref, {}, measure="diarisation").notices == (
        "1 recording (t) without a hypothesis: all missed",
    )


def test_recordings_whose_names_differ_only_in_a_suffix_are_named_with_the_command_that_renames_them() -> None:
    turns = [("anna", 0.0, 4.0)]
    result = score_segments({"a": turns, "b.wav": turns}, {"a": turns, "b": turns}, measure="diarisation")
    [notice] = [text for text in result.notices if "differ only" in text]
    assert notice.endswith("`scorelite convert HYP OUT --session b=b.wav` renames them")


def test_the_mean_of_classes_leaves_out_those_without_the_rate() -> None:
    from scorelite.scoring.segments.detections import Detections, SoundEvents

    assert SoundEvents().mean("f1") is None
    assert SoundEvents(classes={"a": Detections()}).mean("f1") is None
    full, half = Detections(2, 2, 2), Detections(2, 2, 1, 0, 1, 1)
    assert SoundEvents(classes={"a": full, "b": half, "c": Detections()}).mean("f1") == 0.75


def test_rows_without_recordings_are_refused() -> None:
    rows = [("music", 0.0, 5.0)]
    with pytest.raises(
        UsageError, match="refs is of type list; expected a path, or a mapping from recording to rows with times"
    ):
        score_segments(rows, {"talk": rows})  # type: ignore[arg-type]


def test_a_file_of_regions_is_refused_for_rows_in_memory() -> None:
    rows = {"talk": [("music", 0.0, 5.0)]}
    for name in ("uem", "regions"):
        with pytest.raises(
            UsageError, match=r"cannot be a file; expected regions=\{'talk': \[\(0.0, 1.5\)\]\}, or refs "
        ):
            score_segments(rows, rows, **{name: "talk.uem"})  # type: ignore[arg-type]
    assert score_segments(rows, rows, regions={"talk": [(0.0, 1.5)]}).error_rate == 0


def test_regions_of_files_may_be_a_mapping() -> None:
    rows = b"SPEAKER talk 1 0.0 4.0 <NA> <NA> anna <NA> <NA>\n"
    hyp, regions = rows.replace(b"4.0", b"3.0"), {"talk": [(0.0, 2.0)]}
    result = score_segments(rows, hyp, measure="diarisation", regions=regions)  # type: ignore[arg-type]
    assert (result.error_rate, result.total.scored, result.uem_name) == (0.0, 2.0, "regions")
    for wrong in ([(0.0, 2.0)], 3):
        with pytest.raises(UsageError, match=r"expected regions by recording: \{'talk': \[\(0.0, 1.5\)\]\}"):
            score_segments(rows, rows, regions=wrong)  # type: ignore[arg-type]


def test_a_corpus_is_answered_with_the_way_to_its_file() -> None:
    corpus = formats.read(b"SPEAKER talk 1 0.0 1.0 <NA> <NA> anna <NA> <NA>\n", format="rttm")
    for rate in (scorelite.der, scorelite.cpwer):
        with pytest.raises(UsageError, match=r"is of type Corpus; expected a path: .*scorelite.write\(corpus, path\)"):
            rate(corpus, corpus)


def test_a_side_that_names_no_speaker_is_said() -> None:
    refs = {"talk": [("anna", 0.0, 2.0), ("ben", 2.0, 4.0)]}
    text = "no label of the hypothesis names a speaker (<NA>): they count as one speaker"
    unnamed = score_segments(refs, {"talk": [("<NA>", 0.0, 4.0)]}, measure="diarisation")
    named = score_segments(refs, {"talk": [("x", 0.0, 4.0)]}, measure="diarisation")
    assert text in unnamed.notices
    assert not any("names a speaker" in notice for notice in named.notices)


def test_der_warns_of_recordings_that_are_paired_under_other_names(tmp_path: Path) -> None:
    for name, recording in (("ref.rttm", "talk"), ("hyp.rttm", "tolk")):
        (tmp_path / name).write_text(f"SPEAKER {recording} 1 0 4 <NA> <NA> anna <NA> <NA>\n")
    with pytest.warns(UserWarning, match="one recording each: talk .* with tolk"):
        assert scorelite.der(tmp_path / "ref.rttm", tmp_path / "hyp.rttm") == 0.0


def test_turns_without_a_speaker_are_named_next_to_turns_with_one() -> None:
    ref = {"talk": [("anna", 0.0, 4.0), ("ben", 4.0, 6.0)]}
    hyp = {"talk": [("x", 0.0, 4.0), ("", 4.0, 6.0)]}
    with pytest.warns(UserWarning, match="some labels of the hypothesis name no speaker: they count as one more"):
        assert scorelite.der(ref, hyp) == 0.0
