"""Labels whose times cannot be right are said, and regions without a label are an error."""

from __future__ import annotations

import itertools
import json
import warnings
from pathlib import Path

import pytest

from scorelite import MismatchError, UsageError, der, jer
from scorelite.scoring import score_segment_files, score_segments
from scorelite.scoring.cli.main import main
from scorelite.scoring.cli.nothing_scored import check_segments
from scorelite.scoring.segments.result import SegmentResult

REF = [("anna" if place % 2 else "ben", 3.0 * place, 3.0 * place + 2.0) for place in range(12)]
ENDS = [(name, start, start + end) for name, start, end in REF]


@pytest.mark.parametrize(
    ("hyp", "expected"),
    [
        (REF, ""),
        (ENDS, "labels of the hypothesis overlap the next ones: are durations ends?"),
        ([*REF, *REF], "every label of the hypothesis occurs twice"),
        ([(name, start + 90, end + 90) for name, start, end in REF], "no label of the hypothesis overlaps one"),
    ],
)
@pytest.mark.parametrize("measure", ["diarisation", "classes", "boundaries"])
def test_times_that_cannot_be_right_are_said(measure: str, hyp: list[tuple[str, float, float]], expected: str) -> None:
    notices = score_segments({"talk": REF}, {"talk": hyp}, measure=measure).notices
    # What the rate would be with other times is a line of its own, where that is tried.
    signs = [notice for notice in notices if not notice.startswith("with the ")]
    assert len(signs) == bool(expected)
    assert expected in "".join(signs)


@pytest.mark.parametrize("measure", ["diarisation", "classes", "events", "sound-events"])
def test_a_last_label_without_an_end_has_no_length_and_is_said(measure: str) -> None:
    rows = {"talk": [("a", 0.0, 4.0), ("b", 4.0, None)]}
    longer = {"talk": [("a", 0.0, 4.0), ("b", 4.0, 6.0)]}
    notices = score_segments(rows, rows, measure=measure).notices
    assert [notice.partition(",")[0] for notice in notices] == [
        "label 'b' of talk begins at the latest time of both sides"
    ]
    assert not score_segments(rows, longer, measure=measure).notices
    assert not score_segments(rows, rows, measure=measure, regions={"talk": [(0.0, 9.0)]}).notices


def test_regions_without_a_label_are_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("r.rttm").write_text("SPEAKER talk 1 0.0 4.0 <NA> <NA> a <NA> <NA>\n")
    Path("h.rttm").write_text("SPEAKER talk 1 0.5 3.0 <NA> <NA> x <NA> <NA>\n")
    Path("u.uem").write_text("talk 1 5000 6000\n")
    for measure in ("diarisation", "classes", "events", "clusters"):
        assert main(["segments", "r.rttm", "h.rttm", "--measure", measure, "--uem", "u.uem"]) == 2
        assert "no label of r.rttm or h.rttm is in the regions of --uem" in capsys.readouterr().err
    Path("u.uem").write_text("talk 1 1 2\n")
    assert main(["segments", "r.rttm", "h.rttm", "--measure", "diarisation", "--uem", "u.uem"]) == 0


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Café", "values differ only in case, blanks, underscores or Unicode form, such as 'café' and 'Café'"),
        ("café ", "values differ only in case, blanks, underscores or Unicode form, such as 'café' and 'café '"),
        (
            "cafe\u0301",
            "values differ only in case, blanks, underscores or Unicode form, such as 'café' and 'cafe\u0301'",
        ),
        ("ca\u200bfé", "zero-width characters in the hypothesis"),
        ("bar", ""),
    ],
)
def test_values_that_differ_in_odd_characters_alone_are_said(name: str, expected: str) -> None:
    ref = [("café", 0.0, 1.0), ("music", 1.0, 2.0)]
    hyp = [(name, 0.0, 1.0), ("music", 1.0, 2.0)]
    notices = score_segments({"talk": ref}, {"talk": hyp}).notices
    assert expected in " ".join(notices)
    assert len(notices) == bool(expected)
    assert not score_segments({"talk": ref}, {"talk": hyp}, measure="diarisation").notices


SPOKEN = [("anna" if place % 3 else "ben", 4.0 * place, 4.0 * place + 2.0 + place % 5 / 4) for place in range(30)]


def moved(late: float, factor: float = 1.0) -> list[tuple[str, float, float]]:
    return [(name, factor * (start + late), factor * (end + late)) for name, start, end in SPOKEN]


@pytest.mark.parametrize("late", [0.4, 1.0, -1.5, 21.0])
@pytest.mark.parametrize("measure", ["diarisation", "classes"])
def test_a_common_shift_of_labels_is_named(late: float, measure: str) -> None:
    ref = moved(max(0.0, -late))
    notices = score_segments({"talk": ref}, {"talk": moved(max(0.0, late))}, measure=measure).notices
    word = "earlier" if late > 0 else "later"
    assert f"with the times of the hypothesis {abs(late):.2f} s {word}" in " ".join(notices)


@pytest.mark.parametrize("rows", [3, 9, 30])
def test_ends_in_place_of_durations_of_few_labels_are_named(rows: int) -> None:
    ends = [(name, start, start + end) for name, start, end in SPOKEN[1 : rows + 1]]
    notices = score_segments({"talk": SPOKEN[1 : rows + 1]}, {"talk": ends}, measure="diarisation").notices
    assert "with the durations of the hypothesis read as ends DER would be 0.0 % instead of" in " ".join(notices)


def test_ends_that_alone_are_late_are_named_without_moving_starts() -> None:
    late = [(name, start, end + 0.6) for name, start, end in SPOKEN]
    notices = score_segments({"talk": SPOKEN}, {"talk": late}, measure="diarisation").notices
    text = " ".join(notices)
    assert "with the ends of the hypothesis 0.60 s earlier DER would be 0.0 % instead of" in text
    assert "subtract 0.60 from every end of the hypothesis, and leave its starts" in text


def test_labels_in_milliseconds_and_labels_of_one_recording_alone_are_named() -> None:
    notices = score_segments({"talk": SPOKEN}, {"talk": moved(0.0, 1000.0)}, measure="diarisation").notices
    assert "read as milliseconds DER would be 0.0 %" in " ".join(notices)
    sides = {"a": SPOKEN, "b": SPOKEN}
    result = score_segments(sides, sides, measure="diarisation", regions={"a": [(0.0, 200.0)]})
    (notice,) = result.notices
    assert notice == (
        "1 of 2 recordings of the reference, with 30 of its 60 labels (50.0 %): not scored, because no region names "
        "them; add regions for them, or score without regions"
    )
    assert result.totals().notices == result.notices
    assert result.to_dict()["took_part"]["ref"]["recordings"] == {"scored": 1, "all": 2}
    assert SegmentResult.from_arrow(result.to_arrow("labels")).took_part == result.took_part


def test_half_of_the_labels_of_a_side_are_named() -> None:
    longer = [
        (name, start, end) for name, start, end in SPOKEN + [("ben", at + 120, end + 120) for _, at, end in SPOKEN]
    ]
    for refs, hyps, side in ((longer, SPOKEN, "hypothesis"), (SPOKEN, longer, "reference")):
        (notice,) = score_segments({"talk": refs}, {"talk": hyps}, measure="classes").notices
        assert notice.endswith(f"after the end of the {side}: is the {side} cut off?")


def test_a_hypothesis_of_few_labels_that_ends_half_way_is_named() -> None:
    (notice,) = score_segments({"talk": SPOKEN}, {"talk": SPOKEN[:16]}, measure="diarisation").notices
    assert notice.startswith("14 of 30 labels (46.7 %) of the reference ")
    assert notice.endswith("after the end of the hypothesis: is the hypothesis cut off?")
    assert not score_segments({"talk": SPOKEN}, {"talk": SPOKEN[:27]}, measure="diarisation").notices


def test_values_that_differ_in_underscores_alone_are_said() -> None:
    refs, hyps = ({"talk": [(name, 0.0, 1.0), ("music", 1.0, 2.0)]} for name in ("alarm_bell", "alarm bell"))
    (notice,) = score_segments(refs, hyps).notices
    assert notice.startswith("values differ only in case, blanks, underscores or Unicode form, such as 'alarm_bell'")


def test_speech_outside_the_labels_of_the_reference_is_named_where_it_is_not_scored() -> None:
    """By hand: 1 s before and 5 s after 10 s of the reference; two labels of a speaker at once count once."""
    refs = {"talk": [("anna", 1.0, 6.0), ("ben", 6.0, 11.0)]}
    hyps = {"talk": [("x", 0.0, 6.0), ("y", 6.0, 16.0), ("y", 12.0, 14.0)]}
    result = score_segments(refs, hyps, measure="diarisation")
    (notice,) = result.notices
    assert notice == (
        "6.00 s of hypothesis speech (60.0 % of the reference) before or after all labels of the reference: "
        "not scored; convention='pyannote' counts them as false alarms, uem='FILE' names the scored time"
    )
    assert (result.error_rate, result.total.to_dict()["outside"]) == (0.0, 6.0)
    assert (result.totals() + score_segments({"a": []}, {"a": []}, measure="diarisation").totals()).notices == (notice,)
    nothing = score_segments({"talk": [("anna", 1.0, 2.0)]}, {"talk": [("x", 1.5, 9.0)]}, measure="der", collar=2.0)
    with pytest.raises(MismatchError, match="nothing was scored"):
        check_segments(nothing)
    assert not score_segments(refs, {"talk": [("x", 0.995, 11.004)]}, measure="diarisation").notices
    assert not score_segments(refs, hyps, measure="diarisation", regions={"talk": [(1.0, 11.0)]}).notices
    for convention in ("pyannote", "spy-der"):
        scored = score_segments(refs, hyps, measure="diarisation", convention=convention)
        assert scored.error_rate == 0.6
        assert not [text for text in scored.notices if "before or after all labels" in text]


def test_words_without_rows_of_speakers_are_an_error() -> None:
    """Not a hypothesis that missed everything: the words have speakers."""
    words = b"LEXEME talk 1 0.0 0.5 hello lex ann 0.9\n"
    with pytest.raises(UsageError, match=r"words \(LEXEME\) without SPEAKER rows"):
        score_segment_files(words, words, ref_format="rttm", hyp_format="rttm", measure="diarisation")


def test_segments_without_times_last_from_their_first_word_to_their_last() -> None:
    words = [
        {"word": "good", "start": 1.0, "end": 1.5, "speaker": 0},
        {"word": "day", "start": 2, "end": 4, "speaker": 0},
    ]
    channel = {"alternatives": [{"transcript": "good day", "words": words}]}
    recognised = json.dumps({"metadata": {}, "results": {"channels": [channel]}}).encode()
    said = b"SPEAKER talk 1 1.0 3.0 <NA> <NA> ann <NA> <NA>\n"
    result = score_segment_files(said, recognised, ref_format="rttm", hyp_format="deepgram", measure="diarisation")
    assert result.error_rate == 0


@pytest.mark.parametrize(
    ("convention", "collar", "said"), [("pyannote", 0.5, 1), ("pyannote", 0.0, 0), ("md-eval", 0.5, 0)]
)
def test_a_collar_of_pyannote_says_which_side_it_is_of(convention: str, collar: float, said: int) -> None:
    result = score_segments({"talk": REF}, {"talk": REF}, measure="diarisation", convention=convention, collar=collar)
    assert [notice.startswith("the collar is 0.5 s on each side") for notice in result.notices] == [True] * said


def test_a_collar_in_the_convention_of_pyannote_names_what_its_own_means_also_where_one_number_is_returned() -> None:
    sides = {"talk": [("A", 0.0, 5.0), ("B", 5.0, 10.0)]}, {"talk": [("x", 0.0, 5.5), ("y", 5.5, 9.0)]}
    expected = "pyannote.metrics counts both sides: 1 there, and 0.5 there is 0.25 here"
    for measure in ("diarisation", "detection"):
        result = score_segments(*sides, measure=measure, collar=0.5, convention="pyannote")
        assert [expected in notice for notice in result.notices] == [True]
        assert not score_segments(*sides, measure=measure, collar=0.5).notices
    for rate in (der, jer):
        with pytest.warns(UserWarning, match=expected) as warned:
            assert rate(*sides, collar=0.5, convention="pyannote") == 0.0625
        assert [warning.filename for warning in warned] == [__file__]
    # pyannote.metrics 4.2 with collar=0.5; without a collar, and in other conventions, no warning is due.
    with pytest.warns(UserWarning, match="0.125 here"):
        assert der(*sides, collar=0.25, convention="pyannote") == pytest.approx(0.1111111111)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert der(*sides, convention="pyannote") == pytest.approx(0.15)
        assert der(*sides, collar=0.5, convention="spy-der") == 0.0625


def test_speech_outside_the_reference_is_a_warning_where_one_number_is_returned() -> None:
    sides = {"talk": [("A", 0.0, 1.0)]}, {"talk": [("x", 0.0, 1.5)]}
    for rate in (der, jer):
        with pytest.warns(UserWarning, match=r"^0\.50 s of hypothesis speech \(50\.0 % of the reference\)") as warned:
            assert rate(*sides) == 0.0
        assert [warning.filename for warning in warned] == [__file__]
    with pytest.warns(UserWarning, match="^nothing was scored"):
        assert der({}, {}) is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert der(*sides, convention="pyannote") == 0.5


def test_silence_before_and_after_all_labels_of_the_other_side_is_named_of_boundaries_and_classes() -> None:
    bare = [("DH", 0.3, 0.4), ("AH", 0.4, 0.6)]
    labelled = [("sil", 0.0, 0.3), *bare, ("sp", 0.6, 1.0)]
    for measure, effect in (("boundaries", "its end is a boundary there alone"), ("classes", "it counts as a class")):
        (notice,) = score_segments({"a": bare}, {"a": labelled}, measure=measure).notices
        said = "silence is labelled 'sil', 'sp' in the hypothesis and left out in the reference"
        assert notice.startswith(
            f"{said}: {effect}; `scorelite normalise FILE NEW --normalise 'drop:sil sp'` writes each file of"
        )


@pytest.mark.parametrize("silence", ["sil", "SP", "pau"])
def test_silence_that_only_one_side_labels_is_named_where_its_ends_are_boundaries(silence: str) -> None:
    bare = [("a", 0.0, 1.0), ("b", 2.0, 3.0)]
    labelled = [("a", 0.0, 1.0), (silence, 1.0, 2.0), ("b", 2.0, 3.0)]
    said = f"silence is labelled {silence!r} in the reference and left out in the hypothesis"
    (notice,) = score_segments({"a": labelled}, {"a": bare}, measure="boundaries").notices
    assert notice.startswith(said)
    assert "left out in the reference" in str(score_segments({"a": bare}, {"a": labelled}, measure="boundaries"))
    assert f"--normalise 'drop:{silence}'` writes each file of the reference without it" in notice
    for sides in ((bare, bare), (labelled, labelled), (labelled, [("a", 0.0, 1.5), ("b", 1.5, 3.0)])):
        result = score_segments({"a": sides[0]}, {"a": sides[1]}, measure="boundaries")
        assert not [notice for notice in result.notices if "silence" in notice]


def test_regions_and_collars_in_milliseconds_are_reported() -> None:
    sides = {"t": [("a", 0.0, 10.0), ("b", 11.0, 12.5)]}, {"t": [("x", 0.0, 9.0), ("y", 11.0, 12.0)]}
    unit = "times of the regions go up to 12500, those of labels to 12.5: are both in seconds?"
    for regions, expected in (({"t": [(0.0, 12500.0)]}, True), ({"t": [(0.0, 13.0)]}, False), (None, False)):
        notices = score_segments(*sides, measure="diarisation", regions=regions).notices
        assert (unit in map(str, notices)) is expected
    collar = "the collar is 250 s, longer than a minute: is it in seconds?"
    assert collar in map(str, score_segments(*sides, measure="diarisation", collar=250).notices)


def test_labels_of_silence_are_no_speakers_and_are_named() -> None:
    turns = [("anna", 1.0, 3.0), ("ben", 3.0, 5.0)]
    hyps = {"t": [("x", 1.0, 3.0), ("y", 3.0, 5.0)]}
    for label in ("silence", "Sil", "<p:>", "pause"):
        result = score_segments({"t": [(label, 0.0, 1.0), *turns]}, hyps, measure="diarisation")
        assert (result.error_rate, result.total.total, result.total.speakers) == (0.0, 4.0, 2)
        assert [row.name for row in result.parts[0].score.speakers] == ["anna", "ben"]
        (notice,) = result.notices
        assert notice == f"labels of silence in the reference ({label!r}) are left out: they are no speakers"
        assert score_segments({"t": [(label, 0.0, 1.0), *turns]}, hyps, measure="detection").error_rate == 0.0
    # Alone, it may be a speaker, or speech.
    for named in ("sp", ""):
        assert score_segments({"t": [(named, 0.0, 1.0), *turns]}, hyps, measure="diarisation").error_rate == 0.2
    both = score_segments({"t": [("sil", 0.0, 1.0), *turns, ("sp", 5.0, 6.0)]}, hyps, measure="diarisation")
    assert both.error_rate == 0.0


def test_one_speaker_for_all_and_one_for_each_label_are_said_of_diarisations() -> None:
    one = [("x", start, end) for _, start, end in SPOKEN]
    many = [(str(place), start, end) for place, (_, start, end) in enumerate(SPOKEN)]
    several = [("xy"[place % 2], start, end) for place, (_, start, end) in enumerate(SPOKEN)]
    refs = [("anna" if place % 2 else "ben", start, end) for place, (_, start, end) in enumerate(SPOKEN)]
    for hyps, said in (
        (one, "the hypothesis has one speaker in each recording, the reference up to 2: are its speakers lost?"),
        (many, "the hypothesis has 30 speakers, the reference 2: has each speaker one name?"),
        (several, ""),
    ):
        assert "".join(score_segments({"talk": refs}, {"talk": hyps}, measure="diarisation").notices) == said
    with pytest.warns(UserWarning, match="has each speaker one name"):
        der({"talk": refs}, {"talk": many})


def test_a_shift_that_moves_most_labels_out_of_the_scored_time_is_not_named() -> None:
    short = [("a", 0.0, 1.0), ("b", 1.0, 2.1), ("a", 2.4, 3.0), ("b", 3.1, 4.5), ("a", 4.6, 5.2), ("b", 5.5, 6.0)]
    late = [(name, start + 50, end + 50) for name, start, end in short]
    long = [("x", 3.0 * place, 3.0 * place + 2.2) for place in range(14)] + late
    notices = " ".join(score_segments({"talk": short}, {"talk": long}, measure="diarisation").notices)
    assert "earlier DER would be" not in notices
    notices = " ".join(score_segments({"talk": short}, {"talk": late}, measure="diarisation").notices)
    assert "50.00 s earlier DER would be 0.0 %" in notices


def test_labels_that_reach_into_a_region_are_not_outside_of_it_where_seconds_are_scored() -> None:
    regions = {"talk": [(0.0, 100.0)], "walk": [(0.0, 1.0)]}
    rows = {"talk": [*SPOKEN, ("anna", 99.0, 140.0)], "walk": [("anna", 0.5, 9.0)] * 20}
    result = score_segments(rows, rows, measure="diarisation", regions=regions)
    assert (result.took_part.ref.outside, result.took_part.ref.milliseconds) == (
        sum(start >= 100 for _, start, _ in SPOKEN),
        sum(round(1000 * (min(end, 100) - start)) for _, start, end in SPOKEN if start < 100) + 1000 + 20 * 500,
    )
    assert not [notice for notice in result.notices if "outside" in notice]
    counted = score_segments(rows, rows, measure="events", regions=regions)
    assert "of the reference are outside the scored regions: left out" in " ".join(counted.notices)


def test_only_labels_wholly_outside_of_the_regions_are_counted() -> None:
    rows = {"talk": [("anna", 0.5, 9.0), *((name, start + 10, end + 10) for name, start, end in SPOKEN)]}
    (notice, *_) = score_segments(rows, rows, measure="diarisation", regions={"talk": [(0.0, 1.0)]}).notices
    assert notice == "30 of 31 labels (96.8 %) of the reference are outside the scored regions: left out"


def test_hypotheses_of_exchanged_recordings_are_named_with_the_rate_of_their_own() -> None:
    refs = {
        name: [(who, factor * start, factor * end) for who, start, end in SPOKEN]
        for name, factor in (("x", 1.0), ("y", 1.3))
    }
    hyps = {name: [(f"s{who}", start + 0.1, end) for who, start, end in rows] for name, rows in refs.items()}
    right = score_segments(refs, hyps, measure="diarisation")
    assert not [notice for notice in right.notices if "exchanged" in notice]
    result = score_segments(refs, {"x": hyps["y"], "y": hyps["x"]}, measure="diarisation")
    (notice,) = [notice for notice in result.notices if "exchanged" in notice]
    assert notice == (
        f"with the hypotheses of 2 recordings (x, y) exchanged DER would be {100 * right.der:.1f} % instead of "
        f"{100 * result.der:.1f} %: does each hypothesis have the name of its recording?"
    )


def test_labels_that_occur_twice_under_two_names_are_said_with_the_rate_of_one_of_them() -> None:
    hyp = [(f"s{who}", start + 0.2, end) for who, start, end in SPOKEN]
    right = score_segments({"talk": SPOKEN}, {"talk": hyp}, measure="diarisation")
    assert "twice" not in " ".join(right.notices)
    doubled = [*hyp, *((f"{who}b", start, end) for who, start, end in hyp)]
    result = score_segments({"talk": SPOKEN}, {"talk": doubled}, measure="diarisation")
    (notice,) = result.notices
    assert notice == (
        "every label of the hypothesis occurs twice, under two names such as 'sben' and 'sbenb': with one of them "
        f"DER would be {100 * right.der:.1f} % instead of {100 * result.der:.1f} %: were two outputs joined?"
    )


def test_speakers_who_sometimes_speak_at_the_same_times_are_not_called_doubled() -> None:
    hyp = [*SPOKEN, *(("ben" if who == "anna" else "carl", start, end) for who, start, end in SPOKEN)]
    assert "twice" not in " ".join(score_segments({"talk": SPOKEN}, {"talk": hyp}, measure="diarisation").notices)


@pytest.mark.parametrize("label", ["nonspeech", "silence", "non-speech", "sil"])
def test_a_side_whose_labels_are_all_silence_has_no_speech_and_this_is_said(label: str) -> None:
    speech = {"talk": [("speech", start, end) for _, start, end in SPOKEN]}
    silence = {"talk": [(label, start, end) for _, start, end in SPOKEN]}
    for sides, name in (((speech, silence), "hypothesis"), ((silence, speech), "reference")):
        notices = score_segments(*sides, measure="detection").notices
        assert f"no label of the {name} is speech, only '{label}'" in notices
    both = {"talk": [*speech["talk"], (label, 200.0, 201.0)]}
    assert "no label" not in " ".join(score_segments(speech, both, measure="detection").notices)


@pytest.mark.parametrize("label", ["speech", "nonspeech"])
def test_labels_of_pauses_in_place_of_speech_are_named_with_the_rate_of_their_complement(label: str) -> None:
    speech = [("speech", start, end) for _, start, end in SPOKEN]
    pauses = [(label, before[2] + 0.2, after[1]) for before, after in itertools.pairwise(speech)]
    result = score_segments({"talk": speech}, {"talk": pauses}, measure="detection")
    rate = 0.2 * len(pauses) / sum(end - start for _, start, end in speech)
    (notice,) = [notice for notice in result.notices if notice.startswith("with the ")]
    assert notice == (
        "with the pauses between the labels of the hypothesis as speech the error rate would be "
        f"{100 * rate:.1f} % instead of {100 * result.error_rate:.1f} %: are the labels of the hypothesis the pauses?"
    )


def test_a_detector_that_misses_nearly_all_speech_does_not_look_inverted() -> None:
    speech = [("speech", 10.0 * place, 10.0 * place + 9.5) for place in range(30)]
    few = [("speech", start + 1.0, start + 1.4) for _, start, _ in speech[::3]]
    notices = score_segments({"talk": speech}, {"talk": few}, measure="detection").notices
    assert "pauses" not in " ".join(notices)


def test_a_reference_whose_labels_are_doubled_under_two_names_is_said() -> None:
    doubled = [*SPOKEN, *((f"{who}2", start, end) for who, start, end in SPOKEN)]
    notices = score_segments({"talk": doubled}, {"talk": SPOKEN}, measure="diarisation").notices
    assert "every label of the reference occurs twice, under two names such as 'ben' and 'ben2'" in " ".join(notices)


def test_names_that_change_in_each_stretch_are_named_with_the_rate_of_names_mapped_anew() -> None:
    ref = [(f"s{place % 3}", 2.0 * place, 2.0 * place + 1.8) for place in range(180)]
    right = [(f"h{place % 3}", start + 0.2, end) for place, (_, start, end) in enumerate(ref)]
    changed = [(f"h{(place + place // 30 % 3) % 3}", start, end) for place, (_, start, end) in enumerate(right)]
    rate = score_segments({"talk": ref}, {"talk": right}, measure="diarisation").error_rate
    result = score_segments({"talk": ref}, {"talk": changed}, measure="diarisation")
    (notice,) = result.notices
    assert notice == (
        "with the names of speakers mapped anew in each stretch of 60 s DER would be "
        f"{100 * rate:.1f} % instead of {100 * result.error_rate:.1f} %: was each stretch diarised alone?"
    )
    wrong = [(f"h{place * place % 7 % 3}", start, end) for place, (_, start, end) in enumerate(right)]
    assert not score_segments({"talk": ref}, {"talk": wrong}, measure="diarisation").notices
