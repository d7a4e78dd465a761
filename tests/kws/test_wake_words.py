"""Wake words: curves by wekws' compute_det.py, rates counted by hand, shapes of tables, and messages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import kws
from scorelite.formats.errors import FormatError, UsageError
from scorelite.scoring.kws.wake_table import read_clips
from tests.kws.conftest import Command

FRAMES = """\
c1 hey_lite 0.1 0.3 0.95 0.2
c2 hey_lite 0.2 0.55 0.5
c3 hey_lite 0.05 0.1
n1 hey_lite 0.7 0.75 0.1 0.65 0.8 0.72 0.2 0.9
n2 hey_lite 0.1 0.1 0.4
n3 hey_lite 0.58
c1 lamp_on 0.3
c2 lamp_on 0.1 0.61
c3 lamp_on 0.2
n1 lamp_on 0.1 0.1
n2 lamp_on 0.2 0.9 0.9 0.9 0.9
n3 lamp_on 0.66
"""
LABELS = """\
{"key": "c1", "txt": "hey_lite", "duration": 1.5}
{"key": "c2", "txt": "Hey_Lite", "duration": 1.25}
{"key": "c3", "txt": "hey_lite", "duration": 2}
{"key": "n1", "txt": "lamp_on", "duration": 1200.5}
{"key": "n2", "txt": "good day", "duration": 2400}
{"key": "n3", "txt": "", "duration": 900.25}
"""
# Written by compute_det.py of wekws (487fc2f) with --step 0.1 --window_shift 3.
HEY_LITE = """\
0.000000 3.999333 0.000000
0.100000 3.999333 0.000000
0.200000 3.999333 0.333333
0.300000 3.999333 0.333333
0.400000 3.999333 0.333333
0.500000 3.199467 0.333333
0.600000 2.399600 0.666667
0.700000 2.399600 0.666667
0.800000 1.599733 0.666667
0.900000 0.799867 0.666667
1.000000 0.000001 1.000000
"""
LAMP_ON = """\
0.000000 6.535552 0.000000
0.100000 6.535552 0.000000
0.200000 6.535552 1.000000
0.300000 4.357035 1.000000
0.400000 4.357035 1.000000
0.500000 4.357035 1.000000
0.600000 4.357035 1.000000
0.700000 2.178517 1.000000
0.800000 2.178517 1.000000
0.900000 2.178517 1.000000
1.000000 0.000001 1.000000
"""
HEAD = "id,score,label,seconds\n"
CLIPS = HEAD + "c1,0.9,1,1.5\nc2,0.4,1,2\nn1,0.5,0,1800\nn2,0.1,0,1800\n"


def word(table: str, **settings: Any) -> kws.WakeWord:
    """The only keyword of a table."""
    (only,) = kws.score_table(table.encode(), **settings).keywords.values()
    return only


def test_scores_by_frame_give_the_lines_of_wekws() -> None:
    words = kws.score_table(FRAMES.encode(), LABELS.encode(), step=0.1, skip=3).keywords
    assert {name: each.stats() for name, each in words.items()} == {"hey_lite": HEY_LITE, "lamp_on": LAMP_ON}


def test_a_table_with_scores_by_frame_gives_the_lines_at_thresholds_as_printed() -> None:
    labels = {row["key"]: row for row in map(json.loads, LABELS.splitlines())}
    rows = []
    for line in FRAMES.splitlines():
        key, keyword, scores = line.split(maxsplit=2)
        row = {"id": key, "keyword": keyword, "score": [*map(float, scores.split())]}
        rows.append(json.dumps({**row, "label": labels[key]["txt"], "seconds": labels[key]["duration"]}) + "\n")
    words = kws.score_table("".join(rows).encode(), step=0.1, skip=3).keywords
    # A score of 0.3 reaches 0.3, but not the sum of three steps of 0.1 that wekws takes.
    at_printed = LAMP_ON.replace("0.300000 4.357035", "0.300000 5.446293")
    assert [each.stats() for each in words.values()] == [HEY_LITE, at_printed]
    assert [point.threshold for point in words["lamp_on"].curve] == [number / 10 for number in range(11)]


def test_the_miss_rate_is_the_best_within_the_false_alarms() -> None:
    for per_hour, miss, threshold in ((0, 0.5, 0.9), (0.9, 0.5, 0.9), (1, 0.0, 0.4), (2, 0.0, 0.4)):
        only = word(CLIPS, per_hour=per_hour)
        assert only.point is not None
        assert (only.miss_rate, only.point.threshold) == (miss, threshold)


def test_all_is_missed_where_no_threshold_is_good_enough() -> None:
    only = word(HEAD + "c1,0.3,1,1\nn1,0.5,0,60\n")
    assert (only.miss_rate, only.point, only.equal_error_rate) == (1.0, None, 1.0)
    assert "no threshold that accepts one of them" in str(kws.score_table((HEAD + "c,.3,1,1\nn,.5,0,60\n").encode()))


def test_the_equal_error_rate_lies_between_two_thresholds() -> None:
    # From 0.6 (a half is missed, a third accepted) to 0.5 (none is missed, a third accepted): the lines cross at 1/3.
    clips = "a,0.8,1,1\nb,0.5,1,1\nx,0.6,0,1\ny,0.2,0,1\nz,0.1,0,1\n"
    rate = word(HEAD + clips).equal_error_rate
    assert rate == pytest.approx(1 / 3)


def test_only_clips_without_the_keyword_are_hours() -> None:
    only = word(HEAD + "c1,0.9,1,36000\nn1,0.5,0,1800\n")
    assert (only.hours, only.positives, only.negatives) == (0.5, 1, 1)
    assert only.curve[30].false_alarms_per_hour == 2.0


def test_nothing_scored_is_no_rate() -> None:
    assert word(HEAD + "c1,0.9,1,2\n").miss_rate is None
    negative = word(HEAD + "n1,0.9,0,3600\n")
    assert (negative.miss_rate, negative.equal_error_rate, negative.curve[0].false_alarms_per_hour) == (None, None, 1.0)
    assert "miss rate undefined" in str(kws.score_table((HEAD + "n1,0.9,0,3600\n").encode()))
    with pytest.raises(UsageError, match="expected clips with the keyword, and hours without it"):
        negative.stats()


def test_a_clip_without_a_row_of_a_keyword_was_not_detected() -> None:
    """A classifier has a row for what it detected: `lamp` in a clip of `hey` is a miss, and an alarm of `lamp`."""
    rows = "a,hey,0.9,hey,2\nb,lamp,0.8,hey,1800\nc,,,good day,1800\n"
    words = kws.score_table(f"id,keyword,score,label,seconds\n{rows}".encode()).keywords
    hey, lamp = words["hey"], words["lamp"]
    assert (hey.positives, hey.negatives, hey.hours, hey.curve[0].miss_rate) == (2, 1, 0.5, 0.5)
    assert (lamp.positives, lamp.negatives, lamp.curve[0].false_alarms) == (0, 3, 1)
    # From (a half is missed, none accepted) to (none is missed, all accepted).
    assert hey.equal_error_rate == pytest.approx(1 / 3)


def test_labels_of_1_and_0_are_about_the_keyword_of_the_row() -> None:
    rows = "a,hey,0.9,1,2\na,lamp,0.2,0,2\nb,lamp,0.8,0,3600\n"
    words = kws.score_table(f"id,keyword,score,label,seconds\n{rows}".encode()).keywords
    assert [(each.positives, each.negatives) for each in words.values()] == [(1, 0), (0, 2)]


def test_one_name_among_labels_is_the_keyword() -> None:
    assert word(HEAD + "a,0.9,Hey Lite,2\nb,0.2,,3600\n").keyword == "Hey Lite"


def test_scores_outside_0_and_1_have_thresholds_of_their_own() -> None:
    only = word(HEAD + "a,-1.0,1,2\nb,-5.0,0,3600\n", step=0.25)
    assert [each.threshold for each in only.curve] == [-5.0, -4.0, -3.0, -2.0, -1.0]
    assert [each.false_alarms for each in only.curve] == [1, 0, 0, 0, 0]


@given(st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=30), min_size=1, max_size=4), st.integers(1, 5))
def test_false_alarms_are_counted_frame_by_frame(clips: list[list[int]], skip: int) -> None:
    rows = [json.dumps({"id": i, "score": own, "label": 0, "seconds": 9}) for i, own in enumerate(clips)]
    only = word("\n".join([*rows, '{"id": "p", "score": 9, "label": 1, "seconds": 1}']), step=0.125, skip=skip)
    for each in only.curve:
        alarms = 0
        for own in clips:
            at = 0
            while at < len(own):
                alarms += own[at] >= each.threshold
                at += skip if own[at] >= each.threshold else 1
        assert each.false_alarms == alarms


@pytest.mark.parametrize("skip", [4, 2**62, 10**30])
def test_more_frames_than_a_clip_has_may_be_skipped(skip: int) -> None:
    table = HEAD + "a,1 1 1 1,0,1800\nb,0 1,0,1800\nc,1,1,2\n"
    assert word(table, skip=skip).curve[-1].false_alarms == 2


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("", "<bytes>:1:1: no rows; expected a table with columns id, score, label and seconds"),
        ("id,score\na,1\n", "<bytes>:1:1: columns 'id', 'score', without label, seconds; expected a table"),
        (HEAD + "a,x,1,2\n", "<bytes>:2:3: score 'x'; expected a number, or a number for each frame"),
        (HEAD + "a,nan,1,2\n", "<bytes>:2:3: score 'nan'; expected"),
        (HEAD + "a,-1e308,1,2\n", "<bytes>:2:3: score '-1e308'; expected"),
        (HEAD + "a,,1,2\n", "<bytes>:2:3: no score; expected"),
        (HEAD + "a,0.5,1,-2\n", "<bytes>:2:9: seconds '-2'; expected the length of the clip in seconds"),
        (HEAD + ",0.5,1,2\n", "<bytes>:2:1: no id; expected an id for each clip"),
        (HEAD + "a,0.5,1,2\na,0.5,1,2\n", "<bytes>:3:1: a again, as in line 2; expected one row for each clip"),
        (HEAD + "a,0.5,1,2\nb,0.5,,2\n", "<bytes>:3:1: no label; expected 1 for a clip with the keyword, 0 for one"),
        (
            HEAD + "a,0.5,hey,2\nb,0.5,lamp,2\n",
            "<bytes>:2:1: labels hey, lamp, and no column keyword; expected 1 and 0",
        ),
        (HEAD + "a,0.5,hey,2\nb,0.5,1,2\n", "and no column keyword"),
        ('{"id": "a", "score": [], "label": 1, "seconds": 2}', "<bytes>:1:13: score '[]'; expected"),
        ("id,keyword,score,label,seconds\na,hey,1,hey,2\nb,hey,1,1,2\n", "<bytes>:3:1: label 1; expected the name of"),
        (
            "id,keyword,score,label,seconds\na,hey,1,hey,2\na,lamp,1,x,2\n",
            "a with another label or length than in line",
        ),
        (
            "id,keyword,score,label,seconds\na,,1,hey,2\n",
            "<bytes>:2:3: no keyword; expected the keyword that the score",
        ),
    ],
)
def test_wrong_tables(table: str, message: str) -> None:
    with pytest.raises(FormatError) as error:
        kws.score_table(table.encode())
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("frames", "labels", "message"),
    [
        ("a hey 0.5 x\n", LABELS, "<bytes>:1:7: no scores; expected an id, a keyword, and a number for each frame"),
        ("a hey\n", LABELS, "<bytes>:1:1: no scores"),
        ("a hey 1\na hey 1\n", LABELS, "<bytes>:2:1: a again; expected one line for each clip and keyword"),
        ("", LABELS, "<bytes>:1:1: no scores; expected lines of wekws"),
        ("a hey 1\n", '{"key": "b", "txt": "", "duration": 2}\n', "<bytes>:1:1: b has no scores of hey in <bytes>"),
        ("a hey 1\n", '{"key": "a", "duration": 2}\n', "<bytes>:1:1: no key, txt and duration; expected lines such as"),
        ("a hey 1\n", '{"key": "a", "txt": "", "duration": "x"}\n', "<bytes>:1:1: duration 'x'; expected the length"),
        ("a hey 1\nb hey 1\n", '{"key": "a", "txt": "", "duration": 2}\n', "b is not listed in <bytes>; expected all"),
    ],
)
def test_wrong_files_of_wekws(frames: str, labels: str, message: str) -> None:
    with pytest.raises((FormatError, UsageError)) as error:
        kws.score_table(frames.encode(), labels.encode())
    assert message in str(error.value)


@pytest.mark.parametrize(
    "setting", [{"per_hour": -1}, {"per_hour": "1"}, {"step": 0}, {"step": 2}, {"skip": 0}, {"threshold": "x"}]
)
def test_wrong_settings(setting: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=f"{next(iter(setting))}=.*; expected a"):
        kws.score_table(CLIPS.encode(), **setting)


@pytest.mark.parametrize(
    ("threshold", "expected"),
    [
        # Of c1 0.9, c2 0.4 with the keyword, n1 0.5, n2 0.1 without it in one hour: hits, misses, false alarms.
        (0.5, (1, 1, 1, 1.0, 0.5, 0.5)),
        (0.4, (2, 0, 1, 1.0, 2 / 3, 1.0)),
        (0.9, (1, 1, 0, 0.0, 1.0, 0.5)),
        (2, (0, 2, 0, 0.0, None, 0.0)),
    ],
)
def test_counts_at_a_threshold_of_your_own(threshold: float, expected: tuple[float | None, ...]) -> None:
    at = word(CLIPS, threshold=threshold).at_threshold
    assert at is not None
    assert (at.hits, at.misses, at.false_alarms, at.false_alarms_per_hour, at.precision, at.recall) == expected
    words = kws.score_table(CLIPS.encode(), threshold=threshold)
    assert words.signature.endswith(f"|threshold:{threshold}")
    assert ("undefined" in str(words)) == (at.precision is None)
    assert word(CLIPS).at_threshold is None


def test_the_command_shows_counts_at_a_threshold(run: Command, tmp_path: Path) -> None:
    (tmp_path / "wake.csv").write_text(CLIPS)
    lines = run("kws", "wake.csv", "--threshold", "0.5").stdout.decode().splitlines()
    assert lines[3:6] == [
        "  at threshold 0.5: 1 of 2 clips missed, 1 false alarm, 1.00 per hour",
        "  precision    50.0 %  of 2 detections",
        "  recall       50.0 %",
    ]
    document = json.loads(run("kws", "wake.csv", "--threshold", "0.5", "--json").stdout)
    assert document["wake_words"][0]["at_threshold"]["precision"] == 0.5


def test_the_command_writes_a_file_of_stats_for_each_keyword(run: Command, tmp_path: Path) -> None:
    (tmp_path / "score.txt").write_text(FRAMES)
    (tmp_path / "data.list").write_text(LABELS)
    files = ("score.txt", "--labels", "data.list", "--step", "0.1", "--skip", "3")
    assert run("kws", *files, "--report", "stats", "--out", "x.").returncode == 0
    assert (tmp_path / "x.stats.hey_lite.txt").read_text() == HEY_LITE
    assert (tmp_path / "x.stats.lamp_on.txt").read_text() == LAMP_ON
    done = run("kws", *files, "--report", "stats")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"scorelite: --report stats of 2 keywords; expected --out PREFIX for their files\n"
    assert json.loads(run("kws", *files, "--json").stdout)["wake_words"][0]["keyword"] == "hey_lite"


def test_lengths_and_thresholds_of_another_unit_are_named(run: Command, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,score,label,seconds\nc1,93,1,1400\nn1,62,0,1800000\n")
    lines = run("kws", "t.csv", "--threshold", "0.5").stdout.decode().splitlines()
    lengths = "half of the clips with the keyword last 1,400 s or more: are their lengths milliseconds? False alarms"
    assert lines[:2] == [
        f"warning: {lengths} per hour need seconds",
        "warning: threshold 0.5 is below all scores, which are from 62 to 93: are they percent?",
    ]
    notices = json.loads(run("kws", "t.csv", "--threshold", "0.5", "--json").stdout)["notices"]
    assert [f"warning: {notice}" for notice in notices] == lines[:2]
    (tmp_path / "t.csv").write_text("id,score,label,seconds\nc1,0.93,1,1.4\nn1,0.62,0,1800\n")
    assert b"warning" not in run("kws", "t.csv", "--threshold", "0.9").stdout
    above = b"threshold 0.95 is above all scores, which are from 0.62 to 0.93\n"
    assert above in run("kws", "t.csv", "--threshold", "0.95").stdout


@pytest.mark.parametrize("name", ["clip", "file", "audio", "Path", "utterance"])
def test_usual_names_of_clips_and_decimal_commas_between_semicolons_are_read(name: str) -> None:
    clips = read_clips(f"{name};score;label;duration\nc1.wav;0,93;1;1,4\nn1.wav;1,000;0;1800\n".encode())
    assert [(clip.scores.tolist(), clip.seconds) for clip in clips["keyword"]] == [([0.93], 1.4), ([1.0], 1800.0)]
    with pytest.raises(FormatError, match=r"score '0,93'; expected"):
        kws.score_table(f'{name},score,label,duration\nc1.wav,"0,93",1,1.4\n'.encode())


def test_scores_that_are_lower_for_the_keyword_are_reported() -> None:
    scores = [n / 10 for n in range(1, 11)]
    rows = "".join(f"c{place},{score},{int(score <= 0.5)},2\n" for place, score in enumerate(scores))
    turned = "".join(f"c{place},{score},{int(score > 0.5)},2\n" for place, score in enumerate(scores))
    head = "id,score,label,seconds\n"
    (notice,) = kws.score_table((head + rows).encode(), per_hour=1).notices
    assert "are labels inverted (1 is a clip with it), or are scores distances?" in notice
    assert kws.score_table((head + turned).encode(), per_hour=1).notices == ()
