"""Measures and settings have one name, one default and one number: in Python, on the command line, in the service."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

import scorelite
from scorelite.scoring.cli.command_line import EVERY, parser
from scorelite.scoring.cli.main import main
from scorelite.scoring.cli.vocabulary import ABSENT, COMMAND, EXPLAINED, SERVICE, Row, page, rows
from scorelite.scoring.kws.measures import MEASURES as OF_KWS
from scorelite.scoring.meetings.measures import MEASURES as OF_MEETINGS
from scorelite.scoring.segments.measures import MEASURES as OF_SEGMENTS
from scorelite.scoring.service.limits import Limits
from scorelite.scoring.service.methods import METHODS
from scorelite.scoring.service.parameters import checked
from scorelite.scoring.words.measures import MEASURES as OF_WORDS
from tests.conftest import ROOT

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


LINE = re.compile(r"\| \[(\S+)\]\(\.\./(\S+)\) \| .* \| `(\w+)[^`]*` \| .* \| (.+) \|")


def test_every_measure_has_a_row() -> None:
    names = {match[1] for match in map(LINE.fullmatch, page().splitlines()) if match}
    assert {measure.name for measure in (*OF_WORDS, *OF_MEETINGS, *OF_SEGMENTS, *OF_KWS)} | {"cer", "jer"} == names


def test_attributes_of_results_that_rows_name_are_there() -> None:
    results = {
        "score": scorelite.score(["a b"], ["a"]),
        "segments": scorelite.score_segments({}, {}, measure="diarisation"),
        "kws": scorelite.kws.evaluate(ref=[("a", 1, 2)], hyp=[("a", 1, 2, 0.9)], keywords=["a"], duration=60),
    }
    named = [
        (match[3], name)
        for match in filter(None, map(LINE.fullmatch, page().splitlines()))
        for name in re.findall(r"`result\.([\w.]+)", match[0])
    ]
    assert len(named) > 8
    for command, name in named:
        attrgetter(name)(results[command])  # an error where it is missing


def shown_on_page(made: Any, path: Path) -> str:
    """The text of a page, without scripts and the signature, whose parts name measures."""
    made.page(str(path))
    return re.sub("<(script|style|footer).*?</\\1>|<[^>]+>", " ", path.read_text(), flags=re.DOTALL)


def test_pages_have_the_names_of_measures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for side, text in RTTM.items():
        Path(f"{side}.rttm").write_text(text)
        Path(f"{side}.stm").write_text(STM[side])
    found = scorelite.kws.evaluate(ref=[("a", 1, 2)], hyp=[("a", 1, 2, 0.9)], keywords=["a"], duration=60)
    made: dict[str, dict[str, Any]] = {
        "score": {"wer": scorelite.score(["a b"], ["a"]), "cer": scorelite.score(["a b"], ["a"], unit="character")},
        "meetings": {
            each.name: scorelite.meetings.score_files(
                "ref.stm", "hyp.stm", measure=each.name, **({"collar": 5.0} if each.timed else {})
            )
            for each in OF_MEETINGS
            if each.name != "wer"
        },
        "segments": {
            each.name: scorelite.score_segment_files("ref.rttm", "hyp.rttm", measure=each.name) for each in OF_SEGMENTS
        },
        "kws": dict.fromkeys([each.name for each in OF_KWS], found),
    }
    made["segments"]["jer"] = made["segments"]["diarisation"]
    texts: dict[int, str] = {}
    checked_names = 0
    for match in filter(None, map(LINE.fullmatch, page().splitlines())):
        name, _, command, title = match.groups()
        result = made[command].get(name) or made["score"]["wer"]
        text = texts.setdefault(id(result), shown_on_page(result, tmp_path / "page.html"))
        if title == "-":
            titles = {each.name: each.title for each in (*OF_WORDS, *OF_KWS)}
            assert re.search(rf"\b{titles[name]}\b", text) is None, name
        elif (command, name) != ("meetings", "wer"):
            assert re.search(rf"\b{title}\b", text), (command, name)
            checked_names += 1
    assert checked_names > 20


def anchors(text: str) -> set[str]:
    return {
        re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in re.findall("^#+ (.+)$", text, re.MULTILINE)
    }


def test_guides_explain_the_measures_and_settings_that_lead_to_them() -> None:
    for match in filter(None, map(LINE.fullmatch, page().splitlines())):
        path, _, anchor = match[2].partition("#")
        text = (ROOT / "docs" / path).read_text()
        assert not anchor or anchor in anchors(text), match[2]
        name = {"mean_utterance_wer": "mean", "diarisation": "DER"}.get(match[1], match[1])
        assert re.search(rf"\b{name}", text, re.IGNORECASE), match[0]
    for row in ROWS:
        for guide, settings in EXPLAINED[row.wing].items():
            if row.name in settings:
                text = (ROOT / "docs" / f"{guide}.md").read_text()
                assert re.search(rf"{row.option or 'none'}\b|\b{row.name}(=|`)", text), (row.name, guide)
    named = {(wing, name) for wing, guides in EXPLAINED.items() for names in guides.values() for name in names}
    assert named == {(row.wing, row.name) for row in ROWS}


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
