"""Method `score`: a hypothesis against a reference, as texts or files of any format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....formats.errors import MismatchError, UsageError
from ...common.tie_policy import POLICIES
from ...normalise.chain import Chain
from ...words.api import score, score_files
from ...words.measures import MEASURES
from ...words.result import Result
from ..contents import CONTENT, FORMAT, Texts, chain_of, content_of, normaliser_parameters
from ..downloads import PAGE, PAGE_SCHEMA, with_page
from ..inputs import Held
from ..limits import Limits
from ..method import Method
from ..parameters import FLAG, MAPPING, NAMES, TEXT, Parameter, choice

_NUMBER = {"type": ["number", "null"]}
_INTEGER = {"type": "integer"}
COUNTS = {
    "wer": {**_NUMBER, "description": "errors per reference word; null without reference words"},
    "errors": _INTEGER,
    "correct": _INTEGER,
    "substitutions": _INTEGER,
    "deletions": _INTEGER,
    "insertions": _INTEGER,
    "signature": {"type": "string", "description": "equal signatures make numbers comparable"},
}
_SETTINGS = ("policy", "case_sensitive", "unit", "keep_ascii", "drop_hyphens", "optional_words", "fragments", "markup")
_FOR_FILES = ("encoding", "missing", "outside", "overlap", "session", "channel", "speaker_map")
_COLUMNS = ("ref_column", "hyp_column", "id_column")


def setting_parameters() -> tuple[Parameter, ...]:
    """The parameters that are fields of `scorelite.Settings`."""
    policies = ", ".join(policy.name for policy in POLICIES)
    return (
        Parameter("policy", TEXT, f"{policies}, or costs such as 4/3/3:SID", example="kaldi_wer"),
        Parameter("case_sensitive", FLAG, "whether A and a are different letters"),
        Parameter("unit", choice(("word", "character")), "what is compared: words, or the characters of words"),
        Parameter("keep_ascii", FLAG, "with characters: words of ASCII stay whole"),
        Parameter("drop_hyphens", FLAG, "with characters: hyphens are dropped"),
        Parameter("optional_words", FLAG, "a word in parentheses may be missing without an error"),
        Parameter("fragments", FLAG, "a word that begins or ends with a hyphen matches by its other end"),
        Parameter("markup", FLAG, "texts follow sclite's grammar, such as { a / b }"),
    )


def settings_of(arguments: Mapping[str, Any], chain: Chain | None) -> dict[str, Any]:
    """The keywords of `scorelite.score` that the arguments give."""
    settings = {name: arguments[name] for name in _SETTINGS if name in arguments}
    return settings if chain is None else {**settings, "normalise": chain}


def run(arguments: Mapping[str, Any], limits: Limits) -> Any:
    """Scores two sides."""
    chain = chain_of(arguments, limits)
    result = scored(arguments, limits, settings_of(arguments, chain))
    if not result.counts.reference and not result.counts.hypothesis:
        raise MismatchError("nothing was scored: ref and hyp have no words; expected words on at least one side")
    document = result.to_dict(utterances=arguments["utterances"])
    if names := arguments.get("reports"):
        document["reports"] = {name: result.report(name).decode("utf-8", "replace") for name in names}
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
        files.append(side)
    choices = {name: arguments[name] for name in (*_FOR_FILES, *_COLUMNS) if name in arguments}
    return score_files(files[0], files[1], **kinds, **choices, **settings)


def _of_texts(ref: Texts, hyp: Texts, arguments: Mapping[str, Any], settings: dict[str, Any]) -> Result:
    for name in (*_FOR_FILES, *_COLUMNS):
        if name in arguments and name != "missing":
            raise UsageError(f"{name} has no effect on texts; it is for files")
    missing = {"missing": arguments["missing"]} if "missing" in arguments else {}
    return score(ref.given, hyp.given, **missing, **settings)


METHOD = Method(
    "score",
    "Score a hypothesis against a reference: texts, or files of any format.",
    (
        Parameter("ref", CONTENT, "the reference: a text, a list of texts, texts by id, or a file", required=True),
        Parameter("hyp", CONTENT, "the hypothesis, likewise", required=True),
        Parameter("ref_format", FORMAT, "the format of the reference; default: by its name and content"),
        Parameter("hyp_format", FORMAT, "the format of the hypothesis; default: by its name and content"),
        *normaliser_parameters(),
        *setting_parameters(),
        Parameter("missing", choice(("error", "skip", "delete")), "ids of one side only: refused, left out, or scored"),
        Parameter("outside", choice(("attach", "skip", "error")), "words with times outside all segments"),
        Parameter("overlap", choice(("error", "earlier")), "words in two overlapping segments"),
        Parameter("session", TEXT, "the name of all recordings"),
        Parameter("channel", TEXT, "the name of all channels"),
        Parameter("speaker_map", MAPPING, "other names of speakers, by name"),
        Parameter("encoding", TEXT, "the encoding of both files; default: utf-8, or as a byte order mark says"),
        Parameter("ref_column", TEXT, "the column of a table that holds the reference"),
        Parameter("hyp_column", TEXT, "the column of a table that holds the hypothesis"),
        Parameter("id_column", TEXT, "the column of a table that holds ids"),
        Parameter("utterances", FLAG, "whether every utterance is listed with its alignment", default=True),
        Parameter("reports", NAMES, "reports of sclite to be added as texts: sum, pra, dtl ...", example=["pra"]),
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
