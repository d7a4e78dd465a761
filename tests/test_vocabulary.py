"""Measures and settings have one name, one default and one number: in Python, on the command line, in the service."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import scorelite
from scorelite.scoring.cli.command_line import EVERY, parser
from scorelite.scoring.cli.main import main
from scorelite.scoring.cli.vocabulary import ABSENT, COMMAND, SERVICE, Row, page, rows
from scorelite.scoring.meetings.measures import MEASURES as OF_MEETINGS
from scorelite.scoring.segments.measures import MEASURES as OF_SEGMENTS
from scorelite.scoring.service.limits import Limits
from scorelite.scoring.service.methods import METHODS
from scorelite.scoring.service.parameters import checked

pytest.importorskip("numpy")

WINGS = ("score", "meetings", "segments", "kws")
ROWS = [row for wing in WINGS for row in rows(wing)]
STM = {"ref": "t 1 anna 0 1 good day\nt 1 ben 1 2 hi there\n", "hyp": "t 1 x 0 1 good way\nt 1 y 1 2 hi\n"}
RTTM = {
    side: f"SPEAKER t 1 0 {end} <NA> <NA> a <NA> <NA>\nSPEAKER t 1 4 2 <NA> <NA> b <NA> <NA>\n"
    for side, end in (("ref", 4), ("hyp", 3))
}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.wing}-{row.name}")
def test_a_setting_is_at_each_door_or_is_listed_with_the_reason(row: Row) -> None:
    doors = [*[COMMAND] * (not row.option), *[SERVICE] * (not row.is_served)]
    lacking, _ = ABSENT.get((row.wing, row.name), ("", ""))
    assert ", ".join(doors) == lacking


def test_what_is_listed_as_missing_is_a_setting() -> None:
    assert {*ABSENT} <= {(row.wing, row.name) for row in ROWS}


@pytest.mark.parametrize("wing", WINGS)
def test_options_and_fields_leave_the_default_to_the_record(wing: str) -> None:
    (commands,) = (each.choices for each in parser(EVERY)._actions if isinstance(each, argparse._SubParsersAction))
    options = {option: action for action in commands[wing]._actions for option in action.option_strings}
    (method,) = (each for each in METHODS if each.name == wing)
    fields = {parameter.name: parameter.default for parameter in method.parameters}
    for row in rows(wing):
        shown = row.default.strip("`")
        given = {str(options[row.option].default)} if row.option else set()
        given |= {str(fields[row.name])} if row.is_served else set()
        assert given <= {"None", "False", "[]", "()", shown, f"['{shown}']", f"('{shown}',)"}, row.name


def test_every_measure_has_a_row() -> None:
    names = {line.split(" | ")[0].strip("| ") for line in page().splitlines() if line.startswith("| ")}
    assert {measure.name for measure in (*OF_MEETINGS, *OF_SEGMENTS)} <= names


# wer is for one speaker.
MEASURES = [("meetings", each.name, STM, "stm") for each in OF_MEETINGS if each.name != "wer"]
MEASURES += [("segments", each.name, RTTM, "rttm") for each in OF_SEGMENTS]


@pytest.mark.parametrize(("wing", "name", "texts", "suffix"), MEASURES, ids=[f"{m[0]}-{m[1]}" for m in MEASURES])
def test_a_measure_has_the_same_numbers_in_python_on_the_command_line_and_in_the_service(
    wing: str,
    name: str,
    texts: Mapping[str, str],
    suffix: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.chdir(tmp_path)
    for side, text in texts.items():
        Path(f"{side}.{suffix}").write_text(text)
    timed: dict[str, Any] = {"collar": 5.0} if "tc" in name else {}
    function = scorelite.meetings.score_files if wing == "meetings" else scorelite.score_segment_files
    expected = function(f"ref.{suffix}", f"hyp.{suffix}", measure=name, **timed).to_dict()["total"]
    main([wing, f"ref.{suffix}", f"hyp.{suffix}", "--measure", name, "--json", *(["--collar", "5"] if timed else [])])
    assert json.loads(capfdbinary.readouterr().out)["total"] == json.loads(json.dumps(expected))
    (method,) = (each for each in METHODS if each.name == wing)
    files = {side: {"text": text, "name": f"{side}.{suffix}"} for side, text in texts.items()}
    answer = method.run(checked(method.parameters, {**files, "measure": name, **timed}), Limits())
    assert answer["total"] == expected


def test_the_measure_of_two_files_of_turns_is_diarisation_at_every_door() -> None:
    (method,) = (each for each in METHODS if each.name == "segments")
    files = {side: {"text": text, "name": f"{side}.rttm"} for side, text in RTTM.items()}
    assert method.run(checked(method.parameters, files), Limits())["measure"] == "diarisation"
