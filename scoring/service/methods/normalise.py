"""Method `normalise`: texts, or the words of a file, by built-in normalisers and rules."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import Any

from .... import formats
from ....formats import conversion
from ....formats.engine.wishes import Wishes
from ....formats.errors import UsageError
from ....formats.records import detected
from ....formats.schema import Corpus
from ...normalise.chain import Chain
from ...normalise.corpus import NormalisedCorpus, normalise_corpus
from ..contents import CONTENT, FORMAT, Texts, chain_of, content_of, normaliser_parameters
from ..inputs import Held
from ..limits import Limits
from ..method import Method
from ..parameters import FLAG, TEXT, Parameter


def run(arguments: Mapping[str, Any], limits: Limits) -> Any:
    """Normalises texts or a file."""
    chain = chain_of(arguments, limits)
    if chain is None:
        raise UsageError("no normaliser; expected normalise or rules")
    content = content_of("content", arguments["content"], limits, arguments.get("format"))
    if not isinstance(content, Texts):
        return _of_file(content, chain, arguments)
    for name in ("format", "to", "encoding"):
        if name in arguments:
            raise UsageError(f"{name} has no effect on texts; it is for files")
    texts, changes = chain.apply(content.values, log=arguments["changes"])
    names = content.ids or tuple(map(str, range(1, len(texts) + 1)))
    document: dict[str, Any] = {"texts": list(texts), "normaliser": chain.label}
    if content.ids is not None:
        document["ids"] = list(names)
    if arguments["changes"]:
        document["changes"] = [change.to_dict() for change in changes]
    return document


def _of_file(file: Held, chain: Chain, arguments: Mapping[str, Any]) -> Any:
    done: list[NormalisedCorpus] = []
    notices: list[str] = []

    source = formats.Source(file, encoding=arguments.get("encoding"))
    source, record = (source, formats.by_name(arguments["format"])) if "format" in arguments else detected(source)
    goal = formats.by_name(arguments.get("to", record.name))

    def change(corpus: Corpus) -> Corpus:
        done.append(normalise_corpus(corpus, chain, log=arguments["changes"]))
        whole, lost = done[-1].of_file(corpus, goal)
        notices.extend(lost)
        return whole

    wishes = Wishes(
        source_format=record.name,
        target_format=goal.name,
        encoding=arguments.get("encoding"),
        change=change,
    )
    target = io.BytesIO()
    outcome = conversion.write_fitted(record.read(source), target, wishes, record.name)
    document: dict[str, Any] = {
        "content": target.getvalue().decode("utf-8", "replace"),
        "format": outcome.target_format,
        "dropped": list(outcome.dropped),
        "notices": notices,
        "normaliser": chain.label,
    }
    if arguments["changes"]:
        document["changes"] = [json.loads(line) for normalised in done for line in normalised.lines()]
    return document


METHOD = Method(
    "normalise",
    "Normalise texts, or the words of a file of any format.",
    (
        Parameter("content", CONTENT, "a text, a list of texts, texts by id, or a file", required=True),
        *normaliser_parameters(),
        Parameter("changes", FLAG, "list every change of every rule", default=False),
        Parameter("format", FORMAT, "the format of the file; default: by its name and content"),
        Parameter("to", FORMAT, "the format of the normalised file; default: that of the file"),
        Parameter(
            "encoding", TEXT, "the encoding of the file; default: utf-8, unless a byte order mark says otherwise"
        ),
    ),
    {
        "texts": {"type": "array", "items": {"type": "string"}},
        "content": {"type": "string", "description": "the normalised file"},
        "notices": {"type": "array", "items": {"type": "string"}, "description": "what cues of the file lost"},
        "changes": {"type": "array", "items": {"type": "object", "additionalProperties": True}},
        "normaliser": {"type": "string"},
    },
    {"content": ["It's the COLOUR grey."], "normalise": "whisper-en", "changes": True},
    run,
)
