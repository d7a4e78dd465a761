"""The options of a format's reader."""

from __future__ import annotations

import inspect
from collections.abc import Mapping

from ..errors import UsageError
from ..record import Format
from .effects import TABLES

# Options of readers that have an option of their own on the command line.
_ARGUMENTS = {"tiers": "tiers= (--tier)"}
_OTHER_NAMES = {
    **dict.fromkeys(("fmt", "format_", "file_format", "file_type", "type"), "format="),
    **dict.fromkeys(("format", "to", "to_format", "output_format", "target_fmt"), "target_format="),
    **dict.fromkeys(("start", "start_time", "from_time"), "begin="),
    **dict.fromkeys(("stop", "end_time", "to_time", "until"), "end="),
    **dict.fromkeys(("offset", "delay", "shift_seconds"), "shift="),
    **dict.fromkeys(("max_line_length", "line_length", "max_width"), "max_chars="),
    **dict.fromkeys(("rttm", "diarization", "diarisation", "speaker_turns"), "turns="),
    **dict.fromkeys(("overwrite", "force"), "no keyword: a file that exists is overwritten"),
    **dict.fromkeys(("lenient", "ignore_errors", "skip_errors", "on_bad_lines", "skip_damaged"), "skip_broken=True"),
    **dict.fromkeys(("from_format", "input_format"), "source_format= of convert, format= of read"),
}
"""Keywords of `read` and `convert` that others have, with ours."""
FRAME_RATE = "frame_rate"
"""The option of readers of formats that count frames."""


def options_of(record: Format) -> list[str]:
    """The options of the reader of a format."""
    parameters = inspect.signature(record.read).parameters
    return [name for name, parameter in parameters.items() if parameter.kind is parameter.KEYWORD_ONLY]


def counts_frames(record: Format) -> bool:
    """Whether all times of a format count frames; those of a table may."""
    return FRAME_RATE in options_of(record) and record.streams not in TABLES


def check_options(record: Format, options: Mapping[str, object], goal: Format | None = None) -> None:
    """Rejects options that the reader of a format does not have; the message names those of the target, too."""
    if not options:
        return
    allowed = options_of(record)
    parameters = inspect.signature(record.read).parameters
    has_columns = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    if has_columns:
        allowed.append("names of columns")  # which the reader checks
    for name in options:
        if name not in allowed and (not has_columns or name in _ARGUMENTS):
            has = ", ".join(_ARGUMENTS.get(argument, argument) for argument in allowed) or "none"
            elsewhere = f"; expected {_OTHER_NAMES[name]}" if name in _OTHER_NAMES else ""
            if goal is not None and goal.name != record.name and FRAME_RATE not in allowed:
                of_goal = FRAME_RATE if counts_frames(goal) else "none"
                elsewhere = f", and {goal.name} as the target: {of_goal}{elsewhere}"
            raise UsageError(
                f"{record.name} has no option {_ARGUMENTS.get(name, repr(name))}; it has: {has}{elsewhere}"
            )
        is_switch = name in parameters and isinstance(parameters[name].default, bool)
        if is_switch and not isinstance(options[name], bool):
            raise UsageError(f"{name} is {options[name]!r}; expected True or False")
