"""Results as JSON, utterance by utterance: text of any length without ever holding all of it."""

from __future__ import annotations

from collections.abc import Iterator
from json import JSONEncoder
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .entities import Entities
    from .result import Result, Utterance

_encode = JSONEncoder(ensure_ascii=False).encode


def json_chunks(result: Result, *, utterances: bool = False, entities: Entities | None = None) -> Iterator[str]:
    """The JSON of `result.to_dict(utterances=utterances)`, with a line for each utterance; and entities, if given.

    >>> import json, scorelite
    >>> result = scorelite.score(["a b"], ["a c"])
    >>> json.loads("".join(json_chunks(result, utterances=True))) == result.to_dict(utterances=True)
    True
    """
    head = JSONEncoder(ensure_ascii=False, indent=2).encode(
        result.to_dict() | ({"entities": entities.to_dict()} if entities else {})
    )
    if not utterances:
        yield head + "\n"
        return
    yield head.removesuffix("\n}") + ',\n  "utterances": ['
    comma = ""
    for utterance in result.utterances:
        yield f"{comma}\n    {_line(utterance)}"
        comma = ","
    yield "\n  ]\n}\n" if comma else "]\n}\n"


def _line(utterance: Utterance) -> str:
    return f'{_encode(utterance.facts()).removesuffix("}")}, "alignment": {utterance.alignment.to_json()}}}'
