"""Method `segments`: labels with times, as `scorelite segments` scores them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....formats.errors import MismatchError
from ...segments.measures import NAMES as MEASURES
from ..contents import FILE, FORMAT, file_of
from ..downloads import PAGE, PAGE_SCHEMA, with_page
from ..limits import Limits
from ..method import Method
from ..parameters import FLAG, NAMES, NUMBER, TEXT, Parameter, choice

_SAME = ("measure", "ref_format", "hyp_format", "ref_tiers", "hyp_tiers", "by", "encoding", "missing")
_SETTINGS = (
    *("collar", "overlap", "convention", "merge", "minimum_overlap", "every_overlap", "resolution", "length_part"),
    "offset",
)


def run(arguments: Mapping[str, Any], limits: Limits) -> Any:
    """Scores labels with times."""
    from ...segments.api import score_segment_files
    from ...segments.notices import nothing_within

    files: dict[str, Any] = {
        name: file_of(name, arguments[name], limits, arguments.get(f"{name}_format"))
        for name in ("ref", "hyp", "uem")
        if name in arguments
    }
    chosen = {name: arguments[name] for name in (*_SAME, *_SETTINGS) if name in arguments}
    result = score_segment_files(**files, **chosen)
    if not any(part.ref or part.hyp for part in result.parts):
        raise MismatchError(
            "nothing was scored: ref and hyp have no recording with labels; expected labels with times (by, ref_tiers "
            "and hyp_tiers choose what a label is)"
        )
    if nothing_within([part.recording for part in result.parts]):
        raise MismatchError(
            "nothing was scored: no label of ref or hyp lies in the regions of uem; expected regions in seconds that "
            "hold labels"
        )
    return with_page(result.to_dict(), result, arguments)


METHOD = Method(
    "segments",
    "Score labels with times: who speaks, which sound, which class.",
    (
        Parameter("ref", FILE, "the reference: a file with labels and times", required=True),
        Parameter("hyp", FILE, "the hypothesis, likewise", required=True),
        Parameter("measure", choice(MEASURES), "what is counted", default="classes"),
        Parameter("ref_format", FORMAT, "the format of the reference; default: by its name and content"),
        Parameter("hyp_format", FORMAT, "the format of the hypothesis; default: by its name and content"),
        Parameter("ref_tiers", NAMES, "only these tiers of the reference"),
        Parameter("hyp_tiers", NAMES, "only these tiers of the hypothesis"),
        Parameter("uem", FILE, "score only the regions of this UEM file"),
        Parameter("by", choice(("auto", "speaker", "text")), "the value of a segment"),
        Parameter("missing", choice(("error", "skip", "delete")), "recordings without a hypothesis"),
        Parameter("encoding", TEXT, "the encoding of the files"),
        Parameter("collar", NUMBER, "seconds on each side of a boundary that are not scored, or its tolerance"),
        Parameter("overlap", choice(("include", "exclude", "only")), "diarisation: time of several speakers at once"),
        Parameter("convention", choice(("md-eval", "pyannote", "spy-der")), "diarisation: whose rules"),
        Parameter("merge", NUMBER, "classes: boundaries closer than these seconds are one"),
        Parameter("minimum_overlap", NUMBER, "events: seconds that a pair must share"),
        Parameter("every_overlap", FLAG, "events: count every overlapping pair"),
        Parameter("resolution", NUMBER, "sound-segments: seconds of a segment"),
        Parameter("length_part", NUMBER, "sound-events: part of the length by which an offset may be off"),
        Parameter("offset", FLAG, "sound-events: whether offsets count"),
        PAGE,
    ),
    {"measure": {"type": "string"}, "signature": {"type": "string"}, "page": PAGE_SCHEMA},
    {
        "ref": {"text": "SPEAKER a 1 0 4 <NA> <NA> anna <NA> <NA>\n", "name": "ref.rttm"},
        "hyp": {"text": "SPEAKER a 1 0 3 <NA> <NA> anna <NA> <NA>\n", "name": "hyp.rttm"},
        "measure": "diarisation",
    },
    run,
)
