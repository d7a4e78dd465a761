"""The settings of keywords, labels and meetings: each stands on the command line and at the service."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from scorelite.scoring.common.setting import Setting
from scorelite.scoring.kws import declared as of_keywords
from scorelite.scoring.kws.settings import KwsSettings
from scorelite.scoring.meetings import declared as of_meetings
from scorelite.scoring.meetings.settings import MeetingSettings
from scorelite.scoring.segments import declared as of_segments
from scorelite.scoring.segments.measures import MEASURES, measure_of
from scorelite.scoring.service.methods import METHODS
from tests.service.conftest import Service
from tests.words.test_settings import options_of

WINGS = {"kws": of_keywords, "segments": of_segments, "meetings": of_meetings}
ALL = [(wing, setting) for wing, module in WINGS.items() for setting in module.SETTINGS]
named = pytest.mark.parametrize(("wing", "setting"), ALL, ids=[f"{wing}-{setting.name}" for wing, setting in ALL])


@named
def test_a_setting_stands_on_the_command_line_and_at_the_service(wing: str, setting: Setting) -> None:
    assert setting.flag in options_of(wing)[setting.name].option_strings
    (method,) = (method for method in METHODS if method.name == wing)
    fields = {parameter.name: parameter for parameter in method.parameters}
    assert (setting.name in fields) == setting.is_served


@pytest.mark.parametrize(("wing", "record"), [("kws", KwsSettings), ("meetings", MeetingSettings)])
def test_what_the_help_says_of_the_default_is_true(wing: str, record: type[Any]) -> None:
    defaults = {field.name: field.default for field in fields(record)}
    for name, setting in WINGS[wing].BY_NAME.items():
        default = defaults.get(name)
        if setting.usual and default is not None and name != "memory":
            shown = getattr(default, "label", str(default).lower())
            assert setting.usual == shown.replace("1.0", "1"), name


def test_each_setting_of_labels_is_one_of_a_measure() -> None:
    known = {field.name for measure in MEASURES for field in fields(measure_of(measure.name).settings)}
    assert {setting.name for setting in of_segments.SETTINGS} <= known


def test_meetings_are_scored_with_all_settings_at_the_service(service: Service) -> None:
    ref, hyp = (f"talk 1 {name} 0 1 {text}\n" for name, text in (("anna", "good day"), ("x", "Good day")))
    sides = {"ref": {"text": ref, "name": "r.stm"}, "hyp": {"text": hyp, "name": "h.stm"}}
    assert service.post("meetings", **sides).json["total"]["errors"] == 1
    assert service.post("meetings", **sides, case_sensitive=False).json["total"]["errors"] == 0
    characters = service.post("meetings", **sides, unit="character", policy="sclite", ref_sort="word").json
    assert characters["total"]["errors"] == 1
    assert "policy:sclite" in characters["signature"]
    assert "sort:word/segment" in characters["signature"]
