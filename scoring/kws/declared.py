"""The settings of keyword scoring, each declared once: options, fields of the service and help are made from these.

The defaults are those of the fields of `KwsSettings`; the threshold belongs to the job.
"""

from __future__ import annotations

from ..common.setting import Setting

SETTINGS = (
    Setting(
        name="gap",
        kind="number",
        help="longest silence between two words of one keyword, in seconds",
        usual="0.5",
        placeholder="SECONDS",
    ),
    Setting(
        name="tolerance",
        kind="number",
        help="how far the middle of a detection may be outside its reference, in seconds",
        usual="0.5",
        placeholder="SECONDS",
    ),
    Setting(name="cost", kind="number", help="cost of a false alarm", usual="0.1", placeholder="N"),
    Setting(name="value", kind="number", help="value of a hit", usual="1", placeholder="N"),
    Setting(name="prior", kind="number", help="prior probability of a keyword", usual="0.0001", placeholder="N"),
    Setting(name="trials_per_second", kind="number", help="trials per second", usual="1", placeholder="N"),
    Setting(
        name="threshold",
        kind="number",
        help="score threshold for labels without decisions; with TABLE: show precision and recall at it",
        usual="0.5",
        placeholder="N",
    ),
    Setting(name="segments", kind="flag", help="use segments as trials instead of seconds"),
    Setting(name="pooled", kind="flag", help="pool all keywords into one block"),
    Setting(
        name="include_empty",
        kind="flag",
        help="include keywords without targets in the mean of false alarm rates",
    ),
    Setting(name="listed_only", kind="flag", help="skip keywords that the system does not list"),
)
BY_NAME = {setting.name: setting for setting in SETTINGS}
