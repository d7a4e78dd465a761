"""The settings of labels with times, each declared once: options, fields of the service and help are made from these.

The defaults are those of the fields of each measure's settings.
"""

from __future__ import annotations

from ...formats.values import replace
from ..common.published import like_setting
from ..common.setting import Setting

SETTINGS = (
    Setting(
        name="collar",
        kind="number",
        help="seconds on EACH side of a boundary that are not scored, or its tolerance (pyannote's collar spans both "
        "sides)",
        usual="diarisation 0, sound-events 0.2, boundaries 0.5",
        placeholder="SECONDS",
    ),
    Setting(
        name="overlap",
        kind="choice",
        help="diarisation: time with overlapping speakers",
        values={"include": "", "exclude": "", "only": ""},
        usual="include",
    ),
    Setting(
        name="convention",
        kind="choice",
        help="diarisation: program whose rules for extent and mapping apply",
        values={"md-eval": "", "pyannote": "", "spy-der": ""},
        usual="md-eval",
    ),
    replace(like_setting("segments"), help="diarisation: score by a published convention, with all its settings"),
    Setting(
        name="merge",
        kind="number",
        help="classes: merge boundaries that are closer than these seconds",
        usual="0",
        placeholder="SECONDS",
    ),
    Setting(
        name="min_duration",
        kind="number",
        help="diarisation, detection, classes: leave out shorter labels of both sides",
        usual="0",
        placeholder="SECONDS",
    ),
    Setting(
        name="minimum_overlap",
        kind="number",
        help="events: minimum overlap of a pair",
        usual="0.05",
        placeholder="SECONDS",
    ),
    Setting(name="every_overlap", kind="flag", help="events: count every overlapping pair"),
    Setting(
        name="resolution",
        kind="number",
        help="sound-segments: length of a segment",
        usual="1",
        placeholder="SECONDS",
    ),
    Setting(
        name="length_part",
        kind="number",
        help="sound-events: tolerance of offsets, as a part of an event's length",
        usual="0.5",
        placeholder="PART",
    ),
    Setting(
        name="offset",
        kind="flag",
        help="sound-events: compare offsets",
        usual="true",
        option="--onset-only",
        option_help="sound-events: ignore offsets",
        sets=False,
    ),
)
BY_NAME = {setting.name: setting for setting in SETTINGS}
