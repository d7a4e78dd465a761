"""Bodies of requests as raw arguments: JSON, or a form with files."""

from __future__ import annotations

import json
import sys
from typing import Any, NoReturn

from ..common.other_names import HYPOTHESIS, OTHER_NAMES, REFERENCE
from .answers import JSON, Refusal
from .inputs import Held, shown_name
from .method import Method
from .multipart import Part, parts

FORM = "multipart/form-data"
_SIDES = {**dict.fromkeys(REFERENCE, "ref"), **dict.fromkeys(HYPOTHESIS, "hyp")}


def arguments_of(method: Method, kind: str, body: bytes) -> dict[str, Any]:
    """The raw arguments of a request, of the content type that its header names."""
    base = kind.partition(";")[0].strip().lower()
    if base == JSON:
        arguments = read_json(body)
        if not isinstance(arguments, dict):
            raise Refusal(400, "the body is not an object; expected a JSON object of arguments")
        return _renamed(method, arguments)
    if base == FORM:
        return _of_form(method, kind, body)
    raise Refusal(415, f"the content type is {base!r}; expected {JSON} or {FORM}")


def read_json(body: bytes) -> Any:
    """The value of a body of JSON; NaN, and a name twice in one object, are errors."""
    try:
        return json.loads(body, parse_constant=_no_number, object_pairs_hook=_once)
    except UnicodeDecodeError as error:
        raise Refusal(400, f"the body is not JSON: it is not UTF-8 at byte {error.start}") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Refusal(400, f"the body is not JSON: {error.msg} at {place}") from None
    except RecursionError:
        raise Refusal(400, "the body is nested too deeply") from None
    except _Wrong as error:
        raise Refusal(400, f"the body is not JSON: {error}") from None
    except ValueError:  # of Python, which reads no longer integers
        raise Refusal(400, f"the body has a number of more than {sys.get_int_max_str_digits()} digits") from None


class _Wrong(ValueError):
    """A value that Python reads and JSON does not have."""


def _no_number(name: str) -> NoReturn:
    raise _Wrong(f"{name} is not a number of JSON")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise _Wrong("an object has one name twice")
    return members


def _our_name(method: Method, name: str) -> str:
    """The name of the field that a name means: its own, or one that others have for a side or the normaliser."""
    side, bar, rest = name.partition("_")
    meant = OTHER_NAMES.get(name) or f"{_SIDES.get(side, side)}{bar}{rest}"
    return meant if any(parameter.name == meant for parameter in method.parameters) else name


def _renamed(method: Method, arguments: dict[str, Any]) -> dict[str, Any]:
    renamed: dict[str, Any] = {}
    for name, value in arguments.items():
        ours = _our_name(method, name)
        if ours in renamed:
            raise Refusal(422, f"the field {ours!r} is given twice")
        renamed[ours] = value
    return renamed


def _of_form(method: Method, kind: str, body: bytes) -> dict[str, Any]:
    kinds = {parameter.name: parameter.kind for parameter in method.parameters}
    values: dict[str, Any] = {}
    for part in parts(kind, body):
        name = _our_name(method, part.name)
        parameter = kinds.get(name)
        several = parameter is not None and parameter.several
        if name in values and not several:
            raise Refusal(422, f"the field {name!r} is given twice")
        if part.filename == "" and not part.data:
            continue  # a browser's field for a file that was not chosen
        is_file = parameter is not None and parameter.file and part.filename is not None
        value: Any
        if is_file:
            value = Held(part.data, shown_name(part.filename or "", part.name))
        else:
            value = _text(part) if parameter is None else parameter.of_text(_text(part))
        values[name] = [*values.get(name, ()), value] if several else value
    return values


def _text(part: Part) -> Any:
    try:
        return part.data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refusal(400, f"the field {part.name!r} is not UTF-8 at byte {error.start}") from None
