"""Method `convert`: a file of one format in another."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping
from typing import Any

from ....formats import conversion
from ....formats.engine.layout import Layout
from ....formats.engine.wishes import Wishes
from ....formats.registry import WRITABLE
from ..contents import FILE, FORMAT, file_of
from ..limits import Limits
from ..method import Method
from ..parameters import COUNT, FLAG, MAPPING, NUMBER, TEXT, Parameter, choice

_SAME = (
    *("encoding", "strict", "interpolate", "pause", "session", "channel", "speakers", "csv_formulas", "printed"),
    *("begin", "end", "shift", "fps", "skip_broken"),
)
_OF_CUES = ("max_chars", "max_lines", "max_duration", "min_gap")


def run(arguments: Mapping[str, Any], limits: Limits) -> Any:
    """Converts a file."""
    file = file_of("content", arguments["content"], limits, arguments.get("format"))
    wished = {name: arguments[name] for name in _SAME if name in arguments}
    target = io.BytesIO()
    layout = Layout(*map(arguments.get, _OF_CUES))
    wishes = Wishes(source_format=arguments.get("format"), target_format=arguments["to"], layout=layout, **wished)
    outcome = conversion.run(file, target, wishes)
    document: dict[str, Any] = {
        "format": outcome.target_format,
        "source_format": outcome.source_format,
        "dropped": list(outcome.dropped),
        "notes": list(outcome.notes),
        "left_out": [*map(str, outcome.left_out)],
    }
    try:
        return {**document, "content": target.getvalue().decode("utf-8")}
    except UnicodeDecodeError:
        return {**document, "base64": base64.b64encode(target.getvalue()).decode("ascii")}


METHOD = Method(
    "convert",
    "Convert a file of one format into another.",
    (
        Parameter("content", FILE, "the file: its content as a text, or a file", required=True),
        Parameter("to", choice(WRITABLE), "the format to convert into", required=True),
        Parameter("format", FORMAT, "the format of the file; default: by its name and content"),
        Parameter("skip_broken", FLAG, "leave out cues or lines that cannot be read, and list them as `left_out`"),
        Parameter("strict", FLAG, "an error if the target cannot carry all features"),
        Parameter("interpolate", FLAG, "interpolate word times from segment times"),
        Parameter("pause", NUMBER, "silence in seconds that ends a segment of words"),
        Parameter("session", TEXT, "the name of all recordings"),
        Parameter("channel", TEXT, "the channel to convert where a recording has several, or the name of the only one"),
        Parameter("speakers", MAPPING, "new names of speakers, by name"),
        Parameter("csv_formulas", choice(("keep", "quote")), "quote: an apostrophe before formulas in csv and tsv"),
        Parameter(
            "printed",
            FLAG,
            "words with capitals and punctuation, from formats that have both forms; default: for subtitles only",
        ),
        Parameter("begin", NUMBER, "the time in seconds from which the file is converted"),
        Parameter("end", NUMBER, "the time up to which it is converted"),
        Parameter("shift", NUMBER, "seconds by which all times are moved"),
        Parameter("fps", TEXT, "frame rates such as 25:23.976: times of a video of the first fit one of the second"),
        Parameter("max_chars", COUNT, "subtitles: characters per line"),
        Parameter("max_lines", COUNT, "subtitles: lines a cue; default: 2 with max_chars"),
        Parameter("max_duration", NUMBER, "subtitles: seconds a cue"),
        Parameter("min_gap", NUMBER, "subtitles: seconds between two cues"),
        Parameter(
            "encoding", TEXT, "the encoding of the file; default: utf-8, unless a byte order mark says otherwise"
        ),
    ),
    {
        "content": {"type": "string", "description": "the converted file, if it is text"},
        "base64": {"type": "string", "description": "the converted file, if it is not text"},
        "format": {"type": "string"},
        "dropped": {"type": "array", "items": {"type": "string"}},
        "notes": {"type": "array", "items": {"type": "string"}},
        "left_out": {"type": "array", "items": {"type": "string"}},
    },
    {"content": "the cat sat (anna-1)\n", "format": "trn", "to": "kaldi"},
    run,
)
