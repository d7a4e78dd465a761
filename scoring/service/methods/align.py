"""Method `align`: the steps from a reference to a hypothesis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...words.api import score
from ..contents import CONTENT, Texts, content_of
from ..limits import Limits
from ..method import Method
from ..parameters import Kind, Parameter
from ..settings import settings_of, text_parameters
from .score import COUNTS

_TEXT = Kind(CONTENT.check, {"type": "string"}, file=True)


def run(arguments: Mapping[str, Any], limits: Limits) -> Any:
    """Aligns two texts."""
    ref, hyp = (_text(side, arguments[side], limits) for side in ("ref", "hyp"))
    result = score([ref], [hyp], **settings_of(arguments, limits))
    alignment = result.utterances[0].alignment
    return {
        "operations": alignment.operations,
        "alignment": alignment.to_list(),
        "text": str(alignment),
        **result.counts.to_dict(result.settings.unit),
        "signature": result.signature,
    }


def _text(name: str, value: object, limits: Limits) -> str:
    text = content_of(name, value, limits)
    if isinstance(text, Texts):
        return " ".join(text.values)
    return text.getvalue().decode("utf-8", "replace")


METHOD = Method(
    "align",
    "Align two texts word by word.",
    (
        Parameter("ref", _TEXT, "the reference: a text", required=True),
        Parameter("hyp", _TEXT, "the hypothesis: a text", required=True),
        *text_parameters(),
    ),
    {
        "operations": {"type": "string", "description": "a letter a step: C, S, D or I"},
        "alignment": {"type": "array", "items": {"type": "array", "items": {}}},
        "text": {"type": "string", "description": "the alignment in three lines"},
        **COUNTS,
    },
    {"ref": "the cat sat", "hyp": "the cat sat down"},
    run,
)
