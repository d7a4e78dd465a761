"""Method `score`: a hypothesis against a reference, as texts or files of any format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....formats.errors import MismatchError, UsageError
from ...words.api import score
from ...words.declared import BY_NAME as WORDS
from ...words.files import score_files
from ...words.measures import MEASURES
from ...words.result import Result
from ..contents import CONTENT, Texts, content_of, file_of
from ..downloads import PAGE, PAGE_SCHEMA, with_page
from ..inputs import Held
from ..limits import Limits
from ..method import Method
from ..parameters import FLAG, NAMES, Parameter
from ..settings import OF_FILES, parameters, settings_of, text_parameters

_OF_IDS = ("missing", "strip_id")
"""The settings of texts by id."""
_NUMBER = {"type": ["number", "null"]}
_INTEGER = {"type": "integer"}
COUNTS = {
    "wer": {**_NUMBER, "description": "errors per reference word; null without reference words"},
    "cer": {**_NUMBER, "description": "the same of characters, in place of `wer`"},
    "errors": _INTEGER,
    "correct": _INTEGER,
    "substitutions": _INTEGER,
    "deletions": _INTEGER,
    "insertions": _INTEGER,
    "signature": {"type": "string", "description": "equal signatures make numbers comparable"},
}


def run(arguments: Mapping[str, Any], limits: Limits) -> Any:
    """Scores two sides."""
    result = scored(arguments, limits, settings_of(arguments, limits))
    if not result.counts.reference and not result.counts.hypothesis:
        raise MismatchError("nothing was scored: ref and hyp have no words; expected words on at least one side")
    document = result.to_dict(utterances=arguments["utterances"])
    if names := arguments.get("reports"):
        document["reports"] = {name: str(result.report(name)) for name in names}
    return with_page(document, result, arguments)


def scored(arguments: Mapping[str, Any], limits: Limits, settings: dict[str, Any], hyp: str = "hyp") -> Result:
    """The result of the reference and the hypothesis in the field `hyp`."""
    sides = [content_of(side, arguments[side], limits, arguments.get(f"{side}_format")) for side in ("ref", hyp)]
    if all(isinstance(side, Texts) for side in sides):
        return _of_texts(sides[0], sides[1], arguments, settings)  # type: ignore[arg-type]
    files: list[Held] = []
    kinds: dict[str, Any] = {"ref_format": arguments.get("ref_format"), "hyp_format": arguments.get(f"{hyp}_format")}
    for name, side in zip(("ref", "hyp"), sides, strict=True):
        if isinstance(side, Texts):
            kinds[f"{name}_format"] = kinds[f"{name}_format"] or "txt"
            side = side.as_file(name)
        side.seek(0)  # two hypotheses are scored against one file
        files.append(side)
    choices = {name: arguments[name] for name in ("missing", *OF_FILES) if name in arguments}
    if "verdicts" in choices:
        choices["verdicts"] = file_of("verdicts", choices["verdicts"], limits)
    return score_files(files[0], files[1], **choices | kinds, **settings)


def _of_texts(ref: Texts, hyp: Texts, arguments: Mapping[str, Any], settings: dict[str, Any]) -> Result:
    for name in OF_FILES:
        if name in arguments and name not in _OF_IDS:
            raise UsageError(f"{name} has no effect on texts; it is for files")
    of_ids = {name: arguments[name] for name in _OF_IDS if name in arguments}
    return score(ref.given, hyp.given, **of_ids, **settings)


METHOD = Method(
    "score",
    "Score a hypothesis against a reference: texts, or files of any format.",
    (
        Parameter("ref", CONTENT, "the reference: a text, a list of texts, texts by id, or a file", required=True),
        Parameter("hyp", CONTENT, "the hypothesis: a text, a list of texts, texts by id, or a file", required=True),
        *text_parameters(),
        *parameters(map(WORDS.__getitem__, ("missing", *OF_FILES))),
        Parameter("utterances", FLAG, "list every utterance with its alignment", default=True),
        Parameter("reports", NAMES, "reports of sclite to add as texts: sum, pra, dtl ...", example=["pra"]),
        PAGE,
    ),
    {
        **{measure.name: _NUMBER for measure in MEASURES},
        **COUNTS,
        "sentences": _INTEGER,
        "utterances": {"type": "array", "items": {"type": "object", "additionalProperties": True}},
        "without_normalisation": {"type": "object", "additionalProperties": True},
        "rules": {"type": "array", "items": {"type": "object", "additionalProperties": True}},
        "reports": {"type": "object", "additionalProperties": {"type": "string"}},
        "page": PAGE_SCHEMA,
    },
    {"ref": ["the cat sat", "good day"], "hyp": ["the cat sat down", "good way"], "normalise": "basic"},
    run,
)
