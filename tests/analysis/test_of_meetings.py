"""Analyses of meetings: the words of each reference segment are aligned as the measure aligned them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import UsageError, __version__, meetings, score
from tests.conftest import Run

UNTIMED = ("cp", "orc", "mimo", "greedy-orc", "di-cp")
TIMED = ("tcp", "tcorc", "tcmimo", "greedy-tcorc", "di-tcp")
TEXTS = st.lists(st.sampled_from(["a", "b", "cd", "e"]), max_size=5).map(" ".join)
ROWS = st.lists(st.tuples(st.sampled_from(["ann", "b-1"]), TEXTS), min_size=1, max_size=4)
REF = {
    "talk": [("anna", "good day ann lee", 0.0, 1.0), ("ben", "hello there", 1.0, 2.0), ("anna", "bye", 2.0, 2.5)],
    "chat": [("anna", "well then", 0.0, 1.0), ("ben", "ok", 1.0, 2.0)],
}
HYP = {
    "talk": [("1", "good day an lee", 0.0, 1.0), ("2", "hello", 1.0, 2.0), ("3", "bye bye", 2.0, 2.5)],
    "chat": [("2", "well well", 0.0, 1.0), ("1", "ok", 1.0, 2.0)],
}


def with_times(rows: list[tuple[str, str]]) -> list[tuple[str, str, float, float]]:
    return [(speaker, text, float(place), place + 1.5) for place, (speaker, text) in enumerate(rows)]


@given(ROWS, ROWS, st.sampled_from([*UNTIMED, *TIMED]), st.sampled_from(["word", "character"]))
def test_the_words_have_the_counts_of_the_measure(ref: Any, hyp: Any, measure: str, unit: Any) -> None:
    if measure in TIMED:
        result = meetings.score({"x": with_times(ref)}, {"x": with_times(hyp)}, measure=measure, unit=unit, collar=0.5)
    else:
        result = meetings.score({"x": ref}, {"x": hyp}, measure=measure, unit=unit)
    assert result.words().counts == result.counts


@pytest.mark.slow
@given(TEXTS, TEXTS)
def test_one_speaker_is_analysed_as_two_texts_are(ref: str, hyp: str) -> None:
    wanted = {"classes": {"vowel": ["a", "e"]}, "failures": None, "punctuation": None, "writing": None}
    of_one = meetings.score({"x": [("ann", ref)]}, {"x": [("1", hyp)]}).analyse(wanted)
    of_texts = score([ref], [hyp], policy="kaldi_wer", case_sensitive=True).analyse(wanted)
    for name in wanted:
        assert of_one[name].cells() == of_texts[name].cells()


def test_a_segment_keeps_the_words_that_are_inserted_after_it() -> None:
    words = meetings.score({"x": [("a", "one two"), ("a", "three")]}, {"x": [("1", "uh one two um three er")]}).words()
    assert [(utterance.id, " ".join(utterance.hyp)) for utterance in words.utterances] == [
        ("x a-0000", "uh one two um"),
        ("x a-0001", "three er"),
    ]


def test_a_stream_without_a_speaker_is_named_as_the_hypothesis_names_it() -> None:
    words = meetings.score(REF, HYP).words()
    assert {name: counts.insertions for name, counts in words.by("speaker").items() if counts.insertions} == {
        "hyp 3": 2
    }


def test_groups_draw_sessions_and_take_columns_by_speaker() -> None:
    slices = meetings.score(REF, HYP).analyse({"slices": "gender"}, b"speaker,gender\nanna,f\nben,m\n")["slices"]
    assert (slices.unit, slices["f"].rate, slices["m"].rate) == ("session", 3 / 7, 1 / 3)
    assert slices.signature.startswith(f"scorelite:{__version__}|cp|")


def test_durations_of_segments_are_ranges() -> None:
    result = meetings.score(REF, HYP, measure="tcp", collar=1)
    rows = result.analyse({"slices": "duration:0-1"})["slices"].rows
    assert [(row.name, row.utterances) for row in rows] == [("0 to 1", 2), ("1 or more", 4)]


@pytest.mark.parametrize(
    ("wanted", "settings", "message"),
    [
        ({"times": None}, {}, "analysis of meetings 'times' is unknown; expected one of: classes, slices"),
        ({"writing": None}, {"normalise": "basic"}, "writing compares texts as they were written"),
        ({"failures": None}, {"measure": "wder"}, "measure wder has no alignment of streams; expected another"),
    ],
)
def test_what_meetings_cannot_break_down_is_an_error(wanted: Any, settings: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        meetings.score(REF, HYP, **settings).analyse(wanted)


def test_texts_with_marks_are_an_error() -> None:
    stm = b"talk 1 anna 0 1 { a / b } c\n"
    result = meetings.score_files(stm, stm, ref_format="stm", hyp_format="stm", markup=True)
    with pytest.raises(UsageError, match="expected neither markup, optional_words nor fragments"):
        result.words()


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    for name, side in (("ref.stm", REF), ("hyp.stm", HYP)):
        rows = [(session, *row) for session, rows in side.items() for row in rows]
        lines = [f"{session} 1 {speaker} {start} {end} {text}\n" for session, speaker, text, start, end in rows]
        (tmp_path / name).write_text("".join(lines))
    return "ref.stm", "hyp.stm"


def test_the_command_prints_analyses_below_the_summary(scorelite: Run, files: tuple[str, str], tmp_path: Path) -> None:
    (tmp_path / "marks.jsonl").write_text('{"class": "name", "phrases": ["ann lee"]}\n')
    output = scorelite("meetings", *files, "--with", "classes=marks.jsonl", "--slice", "speaker").stdout.decode()
    classes, _, groups = output.partition("Errors by class of words")[2].partition("Rates by group")
    assert classes.splitlines()[2].split()[:3] == ["name", "50.0", "%"]
    assert [line.split()[0] for line in groups.splitlines()[2:5]] == ["anna", "ben", "hyp"]


def test_json_has_the_analyses(scorelite: Run, files: tuple[str, str]) -> None:
    document = json.loads(scorelite("meetings", *files, "--with", "failures", "--json").stdout)
    assert [row["kind"] for row in document["analyses"]["failures"]["rows"]] == ["empty", "invented"]


def test_the_page_has_the_tables_of_analyses(scorelite: Run, files: tuple[str, str], tmp_path: Path) -> None:
    scorelite("meetings", *files, "--with", "failures", "--report", "sys", "--page", "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Failures" in page
    assert ">invented<" in page
    result = meetings.score(REF, HYP)
    assert b">invented<" in result.page(analyses={"failures": None})
    assert b"Failures" not in result.page()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--measure", "cp,orc", "--with", "failures"], "--with has no effect without one --measure"),
        (["--report", "sys", "--slice", "speaker"], "--slice has no effect without the summary, --page or --json"),
        (["--slices", "people.csv"], "--slices has no effect without --slice COLUMN"),
        (["--with", "nothing"], "no analysis 'nothing'"),
    ],
)
def test_options_of_analyses_need_a_summary_of_one_measure(
    scorelite: Run, files: tuple[str, str], options: list[str], message: str
) -> None:
    process = scorelite("meetings", *files, *options)
    assert process.returncode == 2
    assert message in process.stderr.decode()


@pytest.mark.parametrize("wanted", [None, "failures", b"x", ["failures"]])
def test_analyses_have_names_and_arguments(wanted: Any) -> None:
    with pytest.raises(UsageError, match="expected arguments by name"):
        meetings.score(REF, HYP).analyse(wanted)
