"""Ranges of numbers as groups: edges that are given, four ranges of many numbers, and columns that are derived."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite.formats.errors import FormatError, UsageError, short
from scorelite.scoring.analysis.catalogue import analyse
from scorelite.scoring.common.counts import Counts
from tests.conftest import Run


def _manifest(durations: list[float | None], *, errors: int = 3) -> bytes:
    """Lines of a NeMo manifest of four words, every so-many-th with one error."""
    lines = []
    for place, seconds in enumerate(durations):
        words = "a b c d" if place % errors else "a b c x"
        line = {"audio_filepath": f"u{place}.wav", "duration": seconds, "text": "a b c d", "pred_text": words}
        lines.append(json.dumps(line))
    return "\n".join(lines).encode()


def _slots(durations: list[float], edges: list[float]) -> dict[tuple[float, float], Counts]:
    """The counts by slot as NeMo's asr_evaluator divides them: a slot holds its lower edge."""
    sums: dict[tuple[float, float], Counts] = {}
    for place, seconds in enumerate(durations):
        for low, high in pairwise(edges):
            if low <= seconds < high:
                wrong = not place % 3
                sums[low, high] = sums.get((low, high), Counts()) + Counts(4 - wrong, int(wrong), 0, 0)
    return sums


@given(st.lists(st.integers(0, 4000).map(lambda hundredths: hundredths / 100), min_size=1, max_size=60))
def test_ranges_of_durations_are_the_slots_of_nemo_and_add_up_to_the_whole(durations: list[float]) -> None:
    result = scorelite.score_files(_manifest(durations))
    groups = result.by("duration:0-2-5-10-20")
    slots = _slots(durations, [0, 2, 5, 10, 20, float("inf")])
    shown = {f"{low} to {high}" if high < 100 else f"{low} or more": counts for (low, high), counts in slots.items()}
    assert groups == shown
    assert sum(groups.values(), Counts()) == result.counts


@pytest.mark.parametrize(
    ("edges", "names"),
    [
        ("0-10", ["below 0", "0 to 10", "10 or more"]),
        ("-5-0", ["below -5", "-5 to 0", "0 or more"]),
        ("-5--2.5-10", ["below -5", "-5 to -2.5", "-2.5 to 10", "10 or more"]),
        ("7", ["below 7", "7 or more"]),
    ],
)
def test_edges_may_be_negative_and_values_outside_have_ranges_of_their_own(edges: str, names: list[str]) -> None:
    rows = "".join(f"u{number},a,a,{number}\n" for number in (-7, -4, -1, 3, 9, 12))
    result = scorelite.score_files(f"id,text,hyp,snr\n{rows}".encode())
    assert [*result.by(f"snr:{edges}")] == names
    assert [row.name for row in result.slices(f"snr:{edges}").rows] == names


def test_many_different_numbers_become_four_ranges_and_each_asks_for_all() -> None:
    rows = "".join(f"u{number},a,a,{number}\n" for number in range(20))
    result = scorelite.score_files(f"id,text,hyp,age\n{rows}".encode())
    four = ["below 5", "5 to 10", "10 to 15", "15 or more"]
    assert [*result.by("age")] == four
    assert [row.name for row in result.slices("age").rows] == four
    assert len(result.by("age:each")) == 20


def test_numbers_of_speakers_are_names() -> None:
    rows = "".join(f"u{number},a,a,{number}\n" for number in range(20))
    result = scorelite.score_files(f"id,text,hyp,speaker_id\n{rows}".encode())
    assert len(result.by("speaker_id")) == 20


def test_utterances_without_a_number_are_a_group_of_their_own() -> None:
    result = scorelite.score_files(b"id,text,hyp,snr\na,x,x,5\nb,x,y,\nc,x,x,15\n")
    assert {name: counts.errors for name, counts in result.by("snr:0-10").items()} == {
        "0 to 10": 0,
        "10 or more": 0,
        None: 1,
    }


def test_words_of_the_reference_and_durations_of_files_with_times_need_no_column() -> None:
    ref = b"t A ann 0.0 1.5 a b\nt A ann 2.0 6.0 a b c d\n"
    hyp = b"t A 0.2 0.2 a\nt A 0.5 0.2 b\nt A 2.5 0.2 a\nt A 3.0 0.2 b\nt A 3.5 0.2 c\n"
    result = scorelite.score_files(ref, hyp, ref_format="stm", hyp_format="ctm")
    assert {name: counts.errors for name, counts in result.by("duration:0-2").items()} == {"0 to 2": 0, "2 or more": 1}
    assert {name: counts.errors for name, counts in result.by("words:0-3").items()} == {"0 to 3": 0, "3 or more": 1}


STARTS = b"id,start,end,text\na,0.5,3,x y\nb,600,705,x z\nc,5000,5001,y y\n"


@pytest.mark.parametrize(
    ("hyp", "name"), [(STARTS.replace(b"x z", b"x x"), "csv"), (b"x y (a)\nx x (b)\ny y (c)\n", "trn")]
)
def test_begins_group_the_parts_of_a_recording(hyp: bytes, name: str) -> None:
    result = scorelite.score_files(STARTS, hyp, hyp_format=name)
    by_part = {name: counts.errors for name, counts in result.by("start:0-600-1800").items()}
    assert by_part == {"0 to 600": 0, "600 to 1800": 1, "1800 or more": 0}
    assert [row.name for row in result.slices("start:0-600").rows] == ["0 to 600", "600 or more"]


def test_a_recording_as_one_text_is_cut_before_it_is_grouped_by_time(tmp_path: Path, scorelite: Run) -> None:
    cue = "00:00:0{},000 --> 00:00:0{},000\n{}\n\n"
    (tmp_path / "r.srt").write_text("1\n" + cue.format(0, 2, "good day") + "2\n" + cue.format(4, 6, "to you"))
    (tmp_path / "h.srt").write_text("1\n" + cue.format(0, 6, "good way to you"))
    refused = scorelite("score", "r.srt", "h.srt", "--by", "start:0-3")
    assert refused.returncode == 2
    assert b"a recording that is one text has no parts by time" in refused.stderr
    assert b"`scorelite align HYP --segments REF -o OUT.stm`" in refused.stderr
    assert scorelite("align", "h.srt", "--segments", "r.srt", "-o", "cut.srt", "--quiet").returncode == 0
    job = scorelite("score", "r.srt", "cut.srt", "--by", "start:0-3")
    assert [line.split() for line in job.stdout.decode().splitlines()[-2:]] == [
        ["0", "to", "3", "1", "2", "50.0", "%", "100.0", "%"],
        ["3", "or", "more", "1", "2", "0.0", "%", "0.0", "%"],
    ]


def test_a_table_next_to_one_text_is_not_grouped_by_time() -> None:
    result = scorelite.score_files(STARTS, b"x y\nx x y y\n", ref_format="csv", hyp_format="txt")
    assert result.sentences == 1
    with pytest.raises(UsageError, match="a recording that is one text has no parts by time"):
        result.by("start:0-600")


def test_ranges_of_two_columns_cross() -> None:
    result = scorelite.score_files(b"id,text,hyp,snr,sex\na,x,x,5,f\nb,x,y,12,f\nc,x,x,15,m\n")
    assert {row.name for row in result.slices("snr:0-10*sex").rows} == {
        "0 to 10 x f",
        "10 or more x f",
        "10 or more x m",
    }


def test_numbers_have_commas_of_decimals_or_percent_signs_as_spreadsheets_write_them() -> None:
    rows = b"id;text;hyp;conf;sure;cost\na;x;x;0,95;95 %;1,200\nb;x;y;0,5;50%;2,500\nc;x;x;0,875;87.5 %;3,000\n"
    result = scorelite.score_files(rows)
    for group, names in (("conf:0-0.8-1", ["0 to 0.8", "0.8 to 1"]), ("sure:0-80-100", ["0 to 80", "80 to 100"])):
        assert [(row.name, row.counts.reference) for row in result.slices(group).rows] == [(names[0], 1), (names[1], 2)]
    with pytest.raises(UsageError, match="the sure 95 % is in percent; expected edges in percent, such as 0-80-100"):
        result.by("sure:0-0.8-1")
    with pytest.raises(UsageError, match="the cost 1,200 is not a number"):  # may be thousands
        result.by("cost:0-2")


@pytest.mark.parametrize(
    ("group", "message"),
    [
        ("snr:10-0", "the ranges snr:10-0 are not in ascending order; expected edges such as 0-2-5-10"),
        ("snr:5-5", "the ranges snr:5-5 are not in ascending order"),
        ("sex:0-10", "the sex f is not a number; expected numbers for sex:0-10"),
        ("snr:low", "no group 'snr:low'; did you mean snr?"),
        ("age:0-10", "no group 'age'; expected"),
    ],
)
def test_wrong_ranges_are_reported(group: str, message: str) -> None:
    result = scorelite.score_files(b"id,text,hyp,snr,sex\na,x,x,5,f\nb,x,y,12,m\n")
    with pytest.raises(UsageError) as error:
        result.by(group)
    assert message in str(error.value)


def test_groups_by_the_time_in_a_recording_are_ranges_of_begins() -> None:
    segments = b"t 1 x 0 1 a\nt 1 x 70 71 b\n"
    result = scorelite.score_files(segments, segments, ref_format="stm", hyp_format="stm")
    with pytest.raises(UsageError, match="no group 'minute'; expected ranges of seconds .*: start:0-60-120"):
        result.by("minute")
    assert len(result.by("start:0-60-120")) == 2


def test_groups_by_labels_of_segments_are_those_of_a_report() -> None:
    heads = b';; CATEGORY "1" "Condition" ""\n;; LABEL "F0" "Planned" ""\n'
    segments = b"t 1 x 0 1 <f0> a\n"
    words = b"t 1 0.2 0.5 a\n"
    for lines, more in ((heads, ""), (b"", ", which need lines ;; CATEGORY and ;; LABEL in it")):
        result = scorelite.score_files(lines + segments, words, ref_format="stm", hyp_format="ctm")
        for group in ("category", "F0"):
            with pytest.raises(UsageError) as error:
                result.by(group)
            said = f"no group {group!r}; result.report('lur') shows the rates by labels of the reference"
            assert f"{error.value}" == said + more
    assert "Planned" in scorelite.score_files(heads + segments, words, ref_format="stm", hyp_format="ctm").report("lur")


def test_parts_of_a_corpus_need_ranges_that_are_the_same_in_all() -> None:
    rows = "".join(f"u{number},a,a,{number}\n" for number in range(20))
    result = scorelite.score_files(f"id,text,hyp,snr\n{rows}".encode())
    part = analyse(result, {"slices": "snr:0-10"}, is_part=True)
    parts = part + part
    assert [(row.name, row.utterances) for row in parts["slices"].rows] == [("0 to 10", 20), ("10 or more", 20)]
    with pytest.raises(UsageError, match="expected ranges that are the same in all parts, such as snr:0-10-20"):
        analyse(result, {"slices": "snr"}, is_part=True)


@pytest.mark.parametrize(
    ("name", "lines", "column", "groups"),
    [
        ("spk2gender", "ann f\nbob m\n", "gender", {"f": 1, "m": 0}),
        ("utt2spk", "ann-1 x\nann-2 x\nbob-1 y\n\n", "speaker", {"x": 1, "y": 0}),
        ("utt2dur", "ann-1 1.5\nann-2 3\nbob-1 7\n", "duration:0-2", {"0 to 2": 0, "2 or more": 1}),
    ],
)
def test_maps_of_kaldi_are_tables_without_a_head(
    tmp_path: Path, name: str, lines: str, column: str, groups: dict[str, int]
) -> None:
    (tmp_path / name).write_text(lines)
    result = scorelite.score(["a", "b", "c"], ["a", "x", "c"], ids=["ann-1", "ann-2", "bob-1"])
    by_name = result.with_columns(tmp_path / name).by(column)
    assert {group: counts.errors for group, counts in by_name.items()} == groups


def test_a_line_of_a_map_without_its_value_is_reported(tmp_path: Path) -> None:
    (tmp_path / "spk2gender").write_text("ann f\nbob\n")
    result = scorelite.score(["a", "b"], ["a", "x"], ids=["ann-1", "bob-2"])
    with pytest.raises(
        FormatError, match="spk2gender:2:1: a name without its gender; expected a line such as bob VALUE"
    ):
        result.with_columns(tmp_path / "spk2gender")


DATED = """id,reference,hypothesis,date
a,x y,x y,2026-11-30
b,x y,x z,2025-12-01T09:30:00
c,x y,x z,2026-11-02
d,x y,x y,
"""


def test_dates_are_grouped_by_month_and_year_in_their_order() -> None:
    result = scorelite.score_files(DATED.encode())
    by_month = {name: counts.wer for name, counts in result.by("date:month").items()}
    assert list(by_month.items()) == [("2025-12", 0.5), ("2026-11", 0.25), (None, 0.0)]
    assert {name: counts.reference for name, counts in result.by("date:year").items()} == {
        "2025": 2,
        "2026": 4,
        None: 2,
    }
    days = scorelite.score_files(DATED.replace("T09:30:00", "").replace("d,x y,x y,\n", "").encode()).by("date")
    assert [*days] == ["2025-12-01", "2026-11-02", "2026-11-30"]


TIMED = """id,reference,hypothesis,clock,day,stamp
a,x y,x y,9:15:00,1.1.2027,2026-11-02T23:10:00Z
b,x y,x z,09:59,31.12.2026 08:00,2026-11-08 00:30
c,x y,x z,21:15,02.11.2026,2026/11/09 00:59:59.5
d,x y,x y,,,
"""


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        ("clock:hour", {"09:00": 0.25, "21:00": 0.5, None: 0.0}),
        ("stamp:hour", {"00:00": 0.5, "23:00": 0.0, None: 0.0}),
        ("stamp:week", {"2026-W45": 0.25, "2026-W46": 0.5, None: 0.0}),
        ("stamp:weekday", {"Monday": 0.25, "Sunday": 0.5, None: 0.0}),
        ("day:week", {"2026-W45": 0.5, "2026-W53": 0.25, None: 0.0}),
        ("day:day", {"2026-11-02": 0.5, "2026-12-31": 0.5, "2027-01-01": 0.0, None: 0.0}),
        ("day:month", {"2026-11": 0.5, "2026-12": 0.5, "2027-01": 0.0, None: 0.0}),
        ("day:quarter", {"2026-Q4": 0.5, "2027-Q1": 0.0, None: 0.0}),
        ("day:year", {"2026": 0.5, "2027": 0.0, None: 0.0}),
    ],
)
def test_times_of_day_and_dates_are_grouped_in_their_order(group: str, expected: dict[str | None, float]) -> None:
    by_group = scorelite.score_files(TIMED.encode()).by(group)
    assert [(name, counts.wer) for name, counts in by_group.items()] == [*expected.items()]


@pytest.mark.parametrize(
    ("value", "part", "message"),
    [
        (
            "11/02/2026",
            "month",
            "may have the day or the month first, and no day above 12 shows it; expected dates such",
        ),
        ("31.02.2026", "day", "is not a date; expected dates such as"),
        ("46327", "month", "is not a date, but a number, as spreadsheets keep dates (format the cells as dates); exp"),
        ("02.11.26", "day", "is not a date; expected dates such as"),
        ("2026-11", "week", "has no day; expected dates such as"),
        ("9:15", "weekday", "is not a date; expected dates such as"),
        ("9:15 PM", "hour", "is not a time of day; expected times such as 09:15, or dates with times such as"),
        ("25:00", "hour", "is not a time of day; expected times"),
        ("02.11.2026", "hour", "has no time of day; expected times such as 09:15"),
    ],
)
def test_values_that_are_not_dates_or_may_be_two_are_named(value: str, part: str, message: str) -> None:
    result = scorelite.score_files(f"id,reference,hypothesis,date\na,x,y,{value}\n".encode())
    with pytest.raises(UsageError, match=re.escape(f"the date {short(value)} {message}")):
        result.by(f"date:{part}")


@pytest.mark.parametrize("later", ["30/11/2026 16:01", "11-30-2026"])
def test_a_day_above_12_shows_for_its_column_which_number_is_the_month(later: str) -> None:
    first = "1/2/2026" if later.startswith("30") else "2/1/2026"
    result = scorelite.score_files(f"id,reference,hypothesis,date\na,x,y,{first}\nb,x,x,{later}\n".encode())
    assert [*result.by("date:month")] == ["2026-02", "2026-11"]


def test_a_column_with_days_and_months_first_is_refused_with_both() -> None:
    table = "id,reference,hypothesis,date\na,x,y,1/2/2026\nb,x,x,13/2/2026\nc,x,x,2/14/2026\n"
    with pytest.raises(UsageError, match="the date has the day first in 13/2/2026 and the month first in 2/14/2026;"):
        scorelite.score_files(table.encode()).by("date:month")


def test_a_part_of_dates_needs_a_column() -> None:
    result = scorelite.score_files(DATED.encode())
    with pytest.raises(UsageError, match="no group 'week'; expected a column of dates, as in COLUMN:week"):
        result.by("week")
