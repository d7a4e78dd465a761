"""Method `compare`: two hypotheses against one reference, as `scorelite compare --ref` compares them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...compare.api import compare
from ...compare.results import of_result
from ...words.declared import BY_NAME as WORDS
from ...words.result import Result
from ..contents import CONTENT, FORMAT
from ..limits import Limits
from ..method import Method
from ..parameters import Parameter
from ..settings import parameter, parameters, settings_of, text_parameters
from .score import scored

_NAMES = {"hyp_a": "first hypothesis", "hyp_b": "second hypothesis"}


def run(arguments: Mapping[str, Any], limits: Limits) -> Any:
    """Compares two hypotheses."""
    settings = settings_of(arguments, limits)
    first, second = (of_result(_named(arguments, limits, settings, side)) for side in _NAMES)
    return compare(first, second).to_dict()


def _named(arguments: Mapping[str, Any], limits: Limits, settings: dict[str, Any], side: str) -> Result:
    """The result of a side, under the name of its file or of the side."""
    result = scored(arguments, limits, settings, side)
    bare = not result.hyp_name or result.hyp_name.startswith("<")
    return replace(result, hyp_name=_NAMES[side]) if bare else result


METHOD = Method(
    "compare",
    "Compare two hypotheses of one reference: which is better, and whether the difference may be chance.",
    (
        Parameter("ref", CONTENT, "the reference: a text, a list of texts, texts by id, or a file", required=True),
        Parameter(
            "hyp_a", CONTENT, "the first hypothesis: a text, a list of texts, texts by id, or a file", required=True
        ),
        Parameter(
            "hyp_b", CONTENT, "the second hypothesis: a text, a list of texts, texts by id, or a file", required=True
        ),
        parameter(WORDS["ref_format"]),
        Parameter("hyp_a_format", FORMAT, "the format of the first hypothesis"),
        Parameter("hyp_b_format", FORMAT, "the format of the second hypothesis"),
        *text_parameters(),
        *parameters((WORDS["missing"], WORDS["strip_id"], WORDS["printed"])),
    ),
    {
        "verdict": {"type": "string"},
        "increase": {"type": ["number", "null"], "description": "the rate of b minus that of a"},
        "interval": {"type": ["array", "null"], "description": "the 95 % interval of the increase"},
        "a": {"type": "object", "additionalProperties": True},
        "b": {"type": "object", "additionalProperties": True},
        "tests": {"type": "object", "additionalProperties": True},
        "utterances": {"type": "array", "items": {"type": "object", "additionalProperties": True}},
    },
    {
        "ref": ["the cat sat", "good day"],
        "hyp_a": ["the cat sat down", "good way"],
        "hyp_b": ["the cat sat down", "good day"],
    },
    run,
)
