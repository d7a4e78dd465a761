"""Kinds of parameters that hold words: texts, files of any format, and rules of normalisers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

from ... import formats
from ...formats.errors import LimitError, UsageError
from ...formats.registry import NAMES as FORMATS
from ..normalise.catalogue import built_in
from ..normalise.chain import Chain
from ..normalise.rule_files import rules_of
from .inputs import OBJECT, Held, held
from .limits import Limits
from .parameters import NAMES, Kind, Parameter, choice

_OF_FILE = ("text", "base64", "file", "name")
_FILE = {
    "type": "object",
    "description": "A file: its content as text or base64, or its path below the folder of --files.",
    "properties": {name: {"type": "string"} for name in _OF_FILE},
    "additionalProperties": False,
}
_UTTERANCES = {
    "type": "object",
    "description": "Texts by the ids of utterances.",
    "properties": {"utterances": {"type": "object", "additionalProperties": {"type": "string"}}},
    "required": ["utterances"],
    "additionalProperties": False,
}
_STRINGS = {"type": "array", "items": {"type": "string"}}
# A word has a letter or more and a separator, so that fewer bytes than twice the limit are never too many words.
_BYTES_PER_WORD = 2
_PACKED = (b"\x1f\x8b", b"PAR1", b"PK\x03\x04")


@dataclass(frozen=True, slots=True)
class Texts:
    """Texts of utterances, in order or by id."""

    values: tuple[str, ...]
    ids: tuple[str, ...] | None = None

    @property
    def given(self) -> list[str] | dict[str, str]:
        """The texts as `scorelite.score` takes them."""
        return list(self.values) if self.ids is None else dict(zip(self.ids, self.values, strict=True))

    def as_file(self, name: str) -> Held:
        """The texts as a file of plain text, an utterance a line."""
        lines = "".join(f"{' '.join(text.split())}\n" for text in self.values)
        return Held(lines.encode("utf-8"), f"<{name}>")


def _content(name: str, value: object) -> object:
    """Texts, or a file whose object is checked when it is opened."""
    if isinstance(value, str):
        return Texts((value,))
    if isinstance(value, list):
        if (odd := next((place for place, text in enumerate(value) if not isinstance(text, str)), None)) is not None:
            raise UsageError(f'{name}[{odd}] is {json.dumps(value[odd])[:80]}; expected a text, "" for no words')
        return Texts(tuple(value))
    if isinstance(value, Mapping) and list(value) == ["utterances"]:
        utterances = value["utterances"]
        if isinstance(utterances, Mapping) and all(isinstance(text, str) for text in utterances.values()):
            for key in utterances:
                key.encode("utf-8")  # half a character in an id is an error, as in a text
            return Texts(tuple(utterances.values()), tuple(utterances))
    elif isinstance(value, Mapping) and value and value.keys().isdisjoint(_OF_FILE):
        key = next(iter(value))
        by_id = f'{{"utterances": {{{json.dumps(key)[:80]}: TEXT}}}}'
        raise UsageError(f"{name} has the field {key[:80]!r}; expected texts by id as {by_id}, or a file as {OBJECT}")
    return _file(name, value)


def _file(name: str, value: object) -> object:
    if isinstance(value, (Mapping, Held)):
        return value
    raise UsageError(
        f"{name} is of type {type(value).__name__}; expected a text, a list of texts, "
        '{"utterances": {ID: TEXT}} or a file as {"text": CONTENT, "name": "talk.ctm"}'
    )


def _files(name: str, value: object) -> tuple[object, ...]:
    return tuple(_file(name, content) for content in (value if isinstance(value, list) else [value]))


def _only_file(name: str, value: object) -> object:
    return Held(value.encode("utf-8"), f"<{name}>") if isinstance(value, str) else _file(name, value)


CONTENT = Kind(_content, {"anyOf": [{"type": "string"}, _STRINGS, _UTTERANCES, _FILE]}, file=True)
FILE = Kind(_only_file, {"anyOf": [{"type": "string"}, _FILE]}, file=True)
RULES = Kind(_files, {"anyOf": [_FILE, {"type": "array", "items": _FILE}]}, file=True, several=True)
FORMAT = choice(FORMATS)


def normaliser_parameters() -> tuple[Parameter, ...]:
    """The parameters that choose a normaliser: built-in ones by name, then files of rules."""
    return (
        Parameter("normalise", NAMES, "normalisers by name, one after another: basic, whisper-en ...", example="basic"),
        Parameter("rules", RULES, "files of rules that run after them; the suffix, such as .csv, shows their kind"),
    )


def content_of(name: str, value: object, limits: Limits, format: str | None = None) -> Texts | Held:
    """The content of a side, within the limit of words; texts under the name of a format are a file."""
    if isinstance(value, Texts):
        if sum(len(text.split()) for text in value.values) > limits.words:
            raise _too_many(name, limits)
        if format is None:
            return value
        if len(value.values) > 1 or value.ids is not None:
            raise UsageError(f"{name}_format is {format!r}, but {name} is a list of texts; expected one text or a file")
        value = Held(value.values[0].encode("utf-8"), f"<{name}>")
    return file_of(name, value, limits, format)


def file_of(name: str, value: object, limits: Limits, format: str | None = None) -> Held:
    """The file of a parameter, within the limit of words."""
    if not isinstance(value, Held):
        assert isinstance(value, Mapping)
        value = held(name, value, limits)
    data = value.getvalue()
    if data.startswith(_PACKED) or len(data) > _BYTES_PER_WORD * limits.words:
        _check_words(name, value, limits, format)
    return value


def _check_words(name: str, file: Held, limits: Limits, format: str | None) -> None:
    try:
        corpus = formats.read(Held(file.getvalue(), file.name), format=format, errors="surrogateescape")
    except (ValueError, ImportError):
        return  # the method reports how the file is wrong
    words = sum(len(text.split()) if isinstance(text, (str, bytes)) else len(text) for text in corpus.texts())
    if words > limits.words:
        raise _too_many(name, limits)


def _too_many(name: str, limits: Limits) -> LimitError:
    way_out = f"send it in parts, or start the service with --max-words {4 * limits.words}"
    return LimitError(f"{name} has more than {limits.words:,} words; {way_out}")


def chain_of(arguments: Mapping[str, Any], limits: Limits) -> Chain | None:
    """The chain of the normalisers and rules of a request, which are never paths of the service's machine."""
    if "normalise" not in arguments and "rules" not in arguments:
        return None

    chains = [built_in(name, "rules, the field of files of rules") for name in arguments.get("normalise", ())]
    chains += [
        rules_of(file if isinstance(file, Held) else held("rules", file, limits)) for file in arguments.get("rules", ())
    ]
    return reduce(add, chains) if chains else None
