"""Method `segments`: labels with times, as `scorelite segments` scores them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....formats.errors import MismatchError
from ...segments.declared import BY_NAME, SETTINGS
from ...segments.measures import NAMES as MEASURES
from ...words.declared import BY_NAME as WORDS
from ..contents import FILE, file_of
from ..downloads import PAGE, PAGE_SCHEMA, with_page
from ..limits import Limits
from ..method import Method
from ..parameters import Parameter, choice
from ..settings import parameters

_SAME = ("measure", "ref_format", "hyp_format", "tier", "ref_tier", "hyp_tier", "by", "encoding", "missing", "strip_id")


def run(arguments: Mapping[str, Any], limits: Limits) -> Any:
    """Scores labels with times."""
    from ...segments.api import score_segment_files
    from ...segments.notices import nothing_within

    files: dict[str, Any] = {
        name: file_of(name, arguments[name], limits, arguments.get(f"{name}_format"))
        for name in ("ref", "hyp", "uem")
        if name in arguments
    }
    chosen = {name: arguments[name] for name in (*_SAME, *BY_NAME) if name in arguments}
    result = score_segment_files(**files, **chosen)
    if not any(part.ref or part.hyp for part in result.parts):
        raise MismatchError(
            "nothing was scored: ref and hyp have no recording with labels; expected labels with times (by and tier "
            "choose what a label is)"
        )
    if nothing_within([part.recording for part in result.parts]):
        raise MismatchError(
            "nothing was scored: no label of ref or hyp is in the regions of uem; expected regions in seconds that "
            "contain labels"
        )
    return with_page(result.to_dict(), result, arguments)


METHOD = Method(
    "segments",
    "Score labels with times: speakers, sound events, classes.",
    (
        Parameter("ref", FILE, "the reference: a file with labels and times", required=True),
        Parameter("hyp", FILE, "the hypothesis: a file with labels and times", required=True),
        Parameter(
            "measure", choice(MEASURES), "what to count; default: diarisation of two files of turns, else classes"
        ),
        *parameters(
            WORDS[name] for name in ("ref_format", "hyp_format", "encoding", "strip_id", "tier", "ref_tier", "hyp_tier")
        ),
        Parameter("uem", FILE, "score only the regions of this UEM file"),
        Parameter("by", choice(("auto", "speaker", "text")), "the value of a segment"),
        Parameter("missing", choice(("error", "skip", "delete")), "recordings without a hypothesis"),
        *parameters(SETTINGS),
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
