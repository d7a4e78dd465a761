"""The settings of a score: each is declared once, and stands at every door."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest

import scorelite
from scorelite.formats.errors import UsageError
from scorelite.formats.values import field_names
from scorelite.scoring.cli.command_line import parser
from scorelite.scoring.common.setting import Setting
from scorelite.scoring.common.settings import Settings
from scorelite.scoring.service.methods import METHODS
from scorelite.scoring.words.declared import BY_NAME, SETTINGS
from scorelite.scoring.words.job import KEYWORDS
from scorelite.scoring.words.typed_keywords import modules

named = pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)


def options_of(command: str) -> dict[str, Any]:
    (commands,) = (action.choices for action in parser(command)._actions if action.choices)
    actions = commands[command]._actions  # type: ignore[call-overload,index,union-attr]
    return {action.dest: action for action in reversed(actions)}  # of two with one value, such as --markup, the first


def test_every_keyword_has_its_record_and_no_other() -> None:
    assert {setting.name for setting in SETTINGS} == {*KEYWORDS}
    assert len(SETTINGS) == len(KEYWORDS)


@named
def test_a_setting_stands_at_every_door(setting: Setting) -> None:
    assert re.search(rf"^ +{setting.name} ", scorelite.score.__doc__ or "", re.MULTILINE)
    for command in ("score", "show", "audit"):
        assert setting.flag in options_of(command)[setting.name].option_strings
    (method,) = (method for method in METHODS if method.name == "score")
    fields = {parameter.name: parameter for parameter in method.parameters}
    assert (setting.name in fields) == setting.is_served
    if setting.is_served and setting.name != "normalise":  # rules are a field of their own
        assert fields[setting.name].help == setting.served()


@named
def test_what_the_help_says_of_the_default_is_true(setting: Setting) -> None:
    shown = inspect.signature(scorelite.score_files).parameters[setting.name].default
    if shown is None or setting.name == "markup":
        return
    assert setting.usual == ("" if shown is False else str(shown))


def test_settings_of_texts_are_those_of_the_record() -> None:
    of_texts = {setting.name for setting in SETTINGS if not setting.of_files}
    assert of_texts - {"missing", "threads"} == {*field_names(Settings)}


@pytest.mark.parametrize("name", [setting.name for setting in SETTINGS if setting.needs])
def test_an_option_without_the_one_that_it_needs_is_an_error(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    from scorelite.scoring.cli.main import main

    setting = BY_NAME[name]
    value = [next(iter(setting.values))] if setting.values else []
    for command in ("score", "show", "audit"):
        with pytest.raises(SystemExit) as ended:
            raise SystemExit(main([command, "r.trn", "h.trn", setting.flag, *value]))
        assert ended.value.code == 2
        needed = BY_NAME[setting.needs]
        message = f"{setting.flag} has no effect without {needed.letter or needed.flag}"
        assert message in capsys.readouterr().err


@pytest.mark.parametrize(("path", "text"), list(modules()), ids=lambda value: getattr(value, "name", ""))
def test_the_types_are_those_of_the_records(path: Any, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text, "python -m scorelite.scoring.words.typed_keywords writes it"


def test_an_unknown_keyword_is_an_error_before_files_are_read() -> None:
    with pytest.raises(UsageError, match=r"'frame_rate' is unknown; expected read\(path, frame_rate=25\), whose"):
        scorelite.score_files("absent.srt", "absent.sub", frame_rate=25)  # type: ignore[call-arg]
