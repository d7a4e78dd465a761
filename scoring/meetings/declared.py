"""The settings of meetings, each declared once: options, fields of the service and their help are made from these.

The defaults are those of the fields of `MeetingSettings`.
"""

from __future__ import annotations

from typing import get_args

from ...formats.values import replace
from ..common.declared import BY_NAME as WORDS
from ..common.published import like_setting
from ..common.setting import Setting
from .settings import Sort, Timing

_MARKS = "; for wer, cp and tcp"
SETTINGS = (
    Setting(
        name="collar",
        kind="number",
        help="tolerance of times in seconds; measures with times need it, usually 5",
        placeholder="SECONDS",
    ),
    *(
        Setting(
            name=f"{side}_timing",
            kind="choice",
            help="how words divide the time of a segment",
            values=dict.fromkeys(get_args(Timing), ""),
            usual=usual,
        )
        for side, usual in (("ref", "character_based"), ("hyp", "character_based_points"))
    ),
    *(
        Setting(
            name=f"{side}_sort",
            kind="choice",
            help="the order of segments",
            values=dict.fromkeys(get_args(Sort), ""),
            usual="segment",
        )
        for side in ("ref", "hyp")
    ),
    replace(WORDS["policy"], usual="kaldi_wer"),
    WORDS["normalise"],
    replace(
        WORDS["case_sensitive"],
        usual="true",
        letter="",
        option="--ignore-case",
        option_help="treat a-z and A-Z as equal",
        sets=False,
    ),
    WORDS["unit"],
    Setting(name="markup", kind="flag", help="read alternations such as { a / b / @ }" + _MARKS),
    replace(WORDS["optional_words"], help=WORDS["optional_words"].help + _MARKS),
    replace(WORDS["fragments"], help=WORDS["fragments"].help + _MARKS),
    Setting(
        name="memory",
        kind="own",
        help="memory for the search for an optimum",
        usual="1G",
        placeholder="SIZE",
        is_served=False,
    ),
    Setting(
        name="time",
        kind="number",
        help="time for a session's search or moves",
        usual="60 for searches",
        placeholder="SECONDS",
        is_served=False,
    ),
    like_setting("meetings"),
)
BY_NAME = {setting.name: setting for setting in SETTINGS}
