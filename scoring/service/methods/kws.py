"""Method `kws`: keyword spotting, as `scorelite kws` scores it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....formats.errors import MismatchError
from ...kws.convention import CONVENTIONS
from ...kws.declared import BY_NAME, SETTINGS
from ...kws.measures import MEASURES
from ..contents import FILE, chain_of, file_of, normaliser_parameters
from ..downloads import PAGE, PAGE_SCHEMA, with_page
from ..limits import Limits
from ..method import Method
from ..parameters import FLAG, Parameter, choice
from ..settings import parameters

_FILES = ("ecf", "rttm", "kwlist", "kwslist")
_CONVENTIONS = ("scorelite", "kwseval")
_NUMBER = {"type": ["number", "null"]}


def run(arguments: Mapping[str, Any], limits: Limits) -> Any:
    """Scores keyword spotting."""
    from ...kws.job import score_files

    files = [file_of(name, arguments[name], limits) for name in _FILES]
    settings = {name: arguments[name] for name in BY_NAME if name in arguments and name != "threshold"}
    if (chain := chain_of(arguments, limits)) is not None:
        settings["normalise"] = chain
    if "convention" in arguments:
        settings["convention"] = CONVENTIONS[arguments["convention"]]
    job = score_files(*files, threshold=arguments.get("threshold"), **settings)
    document = job.result.to_dict(keywords=arguments["keywords"])
    if not document["keywords_scored"]:
        raise MismatchError(
            "nothing was scored: no keyword of kwlist was said in rttm; expected words of at least one keyword within "
            "the searched regions (include_empty scores keywords that were never said)"
        )
    document |= {} if chain is None else job.normalisation().to_dict()
    return with_page(document, job.result, arguments)


METHOD = Method(
    "kws",
    "Score keyword spotting: term-weighted value (ATWV, MTWV, STWV).",
    (
        Parameter("ecf", FILE, "searched regions: ECF, or others such as UEM", required=True),
        Parameter("rttm", FILE, "reference: RTTM, or words with times in any format", required=True),
        Parameter("kwlist", FILE, "the keywords: kwlist, or a text with one in each line", required=True),
        Parameter("kwslist", FILE, "detections: kwslist, or labels with times", required=True),
        *normaliser_parameters(),
        *parameters(SETTINGS),
        Parameter("convention", choice(_CONVENTIONS), "the program to follow where programs differ"),
        Parameter("keywords", FLAG, "list every keyword", default=False),
        PAGE,
    ),
    {**{measure.name: _NUMBER for measure in MEASURES}, "signature": {"type": "string"}, "page": PAGE_SCHEMA},
    {
        "ecf": {"text": "a 1 0 100\n", "name": "a.uem"},
        "rttm": {"text": "a 1 1.0 0.5 hello\n", "name": "a.ctm"},
        "kwlist": {"text": "hello\n", "name": "words.txt"},
        "kwslist": {"text": "a 1 1.1 0.4 hello 0.9\n", "name": "found.ctm"},
    },
    run,
)
