"""Parameters of methods: each has a kind that checks its value and describes it in the schema of OpenAPI."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...formats.errors import UsageError, among

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of values: how a value is checked, its schema, and how the text of a form becomes one."""

    check: Callable[[str, Any], Any]
    """The checked value of a parameter's name and raw value."""
    schema: Schema
    of_text: Callable[[str], Any] = str
    several: bool = False
    """Whether a form may repeat the field: the values are a list."""
    file: bool = False
    """Whether a form may hold a file in the field."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a method; one without a default that is not required may be left out."""

    name: str
    kind: Kind
    help: str
    required: bool = False
    default: Any = None
    example: Any = field(default=None, compare=False)

    @property
    def schema(self) -> Schema:
        """The schema of OpenAPI."""
        default = {} if self.default is None else {"default": self.default}
        return {**self.kind.schema, "description": self.help, **default}


def _wrong(name: str, value: object, expected: str) -> UsageError:
    shown = repr(value)
    return UsageError(f"{name} is {shown if len(shown) < 60 else type(value).__name__}; expected {expected}")


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise _wrong(name, value, "a text")
    return value


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong(name, value, "true or false")
    return value


def _number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < 1e300:
        raise _wrong(name, value, "a number")
    return value


def _count(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value // 1 or value < 1:
        raise _wrong(name, value, "a whole number, 1 or more")
    return int(value)


def _names(name: str, value: object) -> tuple[str, ...]:
    values = (value,) if isinstance(value, str) else value
    if not isinstance(values, (list, tuple)) or not all(isinstance(value, str) for value in values):
        raise _wrong(name, value, "a text or a list of texts")
    return tuple(values)


def _mapping(name: str, value: object) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise _wrong(name, value, "an object of texts by name")
    return value


def _flag_of(text: str) -> object:
    return {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}.get(text.lower(), text)


def _number_of(text: str) -> object:
    try:
        number = float(text)
    except ValueError:
        return text
    return number if math.isfinite(number) else text


def object_of(text: str) -> object:
    """The JSON of a text of a form; the text itself where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


_STRINGS = {"type": "array", "items": {"type": "string"}}
TEXT = Kind(_text, {"type": "string"})
FLAG = Kind(_flag, {"type": "boolean"}, _flag_of)
NUMBER = Kind(_number, {"type": "number"}, _number_of)
COUNT = Kind(_count, {"type": "integer", "minimum": 1}, _number_of)
NAMES = Kind(_names, {"anyOf": [{"type": "string"}, _STRINGS]}, several=True)
MAPPING = Kind(_mapping, {"type": "object", "additionalProperties": {"type": "string"}}, object_of)


def choice(values: Sequence[str]) -> Kind:
    """One of these texts.

    >>> choice(["a", "b"]).check("side", "a")
    'a'
    """

    def check(name: str, value: object) -> str:
        text = _text(name, value)
        if text not in values:
            raise UsageError(f"{name} is {text!r}{among(text, values, 'see /openapi.json')}")
        return text

    return Kind(check, {"type": "string", "enum": list(values)})


def checked(parameters: Sequence[Parameter], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The checked arguments of a request, with defaults; one that is missing, wrong or unknown is an error."""
    names = [expected.name for expected in parameters]
    for name in arguments:
        if name not in names:
            if name == "ids" and "ref" in names:
                raise UsageError('unknown field "ids"; expected ids in ref and hyp: {"utterances": {ID: TEXT}}')
            raise UsageError(f"unknown field {name!r}{among(name, names)}")
    values = {}
    for parameter in parameters:
        if arguments.get(parameter.name) is not None:
            values[parameter.name] = parameter.kind.check(parameter.name, arguments[parameter.name])
        elif parameter.required:
            raise UsageError(f"the field {parameter.name!r} is missing; expected {parameter.help}")
        elif parameter.default is not None:
            values[parameter.name] = parameter.default
    return values
