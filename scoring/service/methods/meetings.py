"""Method `meetings`: recordings of several speakers, as `scorelite meetings` scores them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...meetings.api import score_files
from ...meetings.declared import BY_NAME, SETTINGS
from ...meetings.measures import NAMES as MEASURES
from ...words.declared import BY_NAME as WORDS
from ..contents import FILE, chain_of, file_of, normaliser_parameters
from ..downloads import PAGE, PAGE_SCHEMA, with_page
from ..limits import Limits
from ..method import Method
from ..parameters import FLAG, Parameter, choice
from ..settings import parameters

_OF_NAMES = ("strip_id", "tier", "ref_tier", "hyp_tier")
_SAME = ("measure", "ref_format", "hyp_format", "encoding", "speaker_prefix", "missing", "partial", *_OF_NAMES)


def run(arguments: Mapping[str, Any], limits: Limits) -> Any:
    """Scores meetings."""
    files: dict[str, Any] = {
        name: file_of(name, arguments[name], limits, arguments.get(f"{name}_format"))
        for name in ("ref", "hyp", "uem")
        if name in arguments
    }
    chosen = {name: arguments[name] for name in (*_SAME, *BY_NAME) if name in arguments and name != "normalise"}
    if (chain := chain_of(arguments, limits)) is not None:
        chosen["normalise"] = chain
    result = score_files(**files, **chosen)
    return with_page(result.to_dict(), result, arguments)


METHOD = Method(
    "meetings",
    "Score recordings of several speakers: cpWER and its family.",
    (
        Parameter("ref", FILE, "the reference: a file with speakers and texts", required=True),
        Parameter("hyp", FILE, "the hypothesis: a file with speakers and texts", required=True),
        Parameter("measure", choice(MEASURES), "how speakers are assigned; default: cp"),
        *normaliser_parameters(),
        *parameters(WORDS[name] for name in ("ref_format", "hyp_format", "encoding", *_OF_NAMES)),
        *parameters(SETTINGS),
        Parameter("uem", FILE, "score only the regions of this UEM file"),
        Parameter("speaker_prefix", FLAG, "read names before texts, as in Anna: good day, as speakers"),
        Parameter("missing", choice(("error", "skip", "delete")), "recordings without a hypothesis"),
        Parameter("partial", FLAG, "leave out recordings without a reference"),
        PAGE,
    ),
    {"measure": {"type": "string"}, "signature": {"type": "string"}, "page": PAGE_SCHEMA},
    {
        "ref": {"text": "talk 1 anna 0 1 good day\ntalk 1 ben 1 2 hi\n", "name": "ref.stm"},
        "hyp": {"text": "talk 1 x 0 1 good\ntalk 1 y 1 2 hi\n", "name": "hyp.stm"},
    },
    run,
)
