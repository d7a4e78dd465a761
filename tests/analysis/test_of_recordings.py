"""Scores of recordings by group."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import scorelite as sl
from scorelite.formats.errors import UsageError
from scorelite.scoring.segments.measures import NAMES
from tests.conftest import Run

REFS = {
    "a": [("anna", 0.0, 4.0)],
    "b": [("ben", 0.0, 4.0), ("anna", 4.0, 5.0)],
    "c": [("anna", 0.0, 2.0)],
}
HYPS = {"a": [("1", 0.0, 3.0)], "b": [("1", 0.0, 4.0), ("2", 4.0, 5.0)], "c": [("1", 0.0, 1.0), ("2", 2.0, 3.0)]}
TABLE = "recording,domain,snr\na,phone,3\nb,room,14\nd,room,20\n"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "recordings.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def test_a_group_is_the_sum_of_its_recordings(table: Path) -> None:
    result = sl.score_segments(REFS, HYPS, measure="diarisation")
    groups = result.by("domain", table)
    assert {name: group.der for name, group in groups.items()} == {"phone": 1 / 4, "room": 0.0, None: 1 / 2}
    alone = sl.score_segments({"a": REFS["a"]}, {"a": HYPS["a"]}, measure="diarisation")
    assert groups["phone"].total == alone.total
    assert groups["phone"].recordings == ("a",)
    assert sum(group.total.total for group in groups.values()) == result.total.total


def test_groups_are_ranges_of_numbers_or_how_many_speakers_there_are(table: Path) -> None:
    result = sl.score_segments(REFS, HYPS, measure="diarisation")
    assert [*result.by("snr:0-10", table)] == ["0 to 10", "10 or more", None]
    assert {name: group.recordings for name, group in result.by("speakers").items()} == {"1": ("a", "c"), "2": ("b",)}


def test_a_recording_that_is_missed_belongs_to_its_group(table: Path) -> None:
    result = sl.score_segments(REFS, {"b": HYPS["b"]}, measure="diarisation")
    groups = result.by("domain", table)
    assert (groups["phone"].missing, groups["phone"].der, groups["room"].missing) == (("a",), 1.0, ())


@pytest.mark.parametrize(
    ("group", "message"),
    [
        ("dialect", "no group 'dialect'; expected one of: domain, snr, speakers"),
        ("file", "the report sys has a row for each: rows='file'"),
        ("snr:10-0", "not in ascending order"),
    ],
)
def test_a_wrong_group_is_answered(group: str, message: str, table: Path) -> None:
    with pytest.raises(UsageError, match=message):
        sl.score_segments(REFS, HYPS, measure="diarisation").by(group, table)


def test_a_table_of_other_recordings_is_rejected(table: Path) -> None:
    rows = {f"x{name}": rows for name, rows in REFS.items()}
    with pytest.raises(UsageError, match="no session of the table is one of the scored ones: it has a, b, d"):
        sl.score_segments(rows, rows, measure="diarisation").by("domain", table)


@pytest.mark.parametrize("measure", NAMES)
def test_every_measure_has_groups(measure: str, table: Path) -> None:
    result = sl.score_segments(REFS, HYPS, measure=measure)
    assert [*result.by("domain", table)] == ["phone", "room", None]


def test_the_command_writes_groups_as_text_json_and_csv(table: Path, scorelite: Run) -> None:
    for side, rows in (("ref", REFS), ("hyp", HYPS)):
        lines = [
            f"SPEAKER {name} 1 {start} {end - start} <NA> <NA> {speaker} <NA> <NA>\n"
            for name, of_name in rows.items()
            for speaker, start, end in of_name
        ]
        (table.parent / f"{side}.rttm").write_text("".join(lines), encoding="utf-8")
    files = ("segments", "ref.rttm", "hyp.rttm", "--slice", "domain", "--slices", table.name)
    lines = scorelite(*files).stdout.decode().split("Rates by group\n")[1].splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [["phone", "1"], ["room", "1"], ["none", "1"]]
    assert [line.split()[-2] for line in lines] == ["DER", "25.0", "0.0", "50.0"]
    rows = json.loads(scorelite(*files, "--json").stdout)["analyses"]["slices"]["rows"]
    assert [(row["group"], row["value"], row["der"]) for row in rows[:2]] == [
        ("domain", "phone", 0.25),
        ("domain", "room", 0.0),
    ]
    first, second, *_ = scorelite(*files, "--csv").stdout.decode().splitlines()
    assert dict(zip(first.split(","), second.split(","), strict=True))["der"] == "0.25"
    assert b"--slices has no effect without --slice COLUMN" in scorelite(*files[:3], *files[5:]).stderr
