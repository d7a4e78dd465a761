"""BenchmarkSTT's JSON-RPC 2.0 interface in the service: error codes and states of HTTP; batches and notifications."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO, NoReturn

from ......formats.errors import LimitError
from .....service.addresses import JsonRpc
from .....service.answers import Answer
from .....service.inputs import content_below
from .....service.limits import Limits
from .....service.worker import run as run_worker
from ..factory import CoreFactory
from ..files import opened_by
from .jsonrpc import InvalidParameters, Method, get_methods

# Error codes with their messages and states of HTTP.
_CODES = {
    -32700: ("Invalid JSON", 400),
    -32600: ("Invalid JSON-RPC", 400),
    -32601: ("Method not found", 404),
    -32602: ("Invalid parameters", 400),
    -32000: ("Server error", 500),
}
_KEYS = {"jsonrpc", "method", "params", "id"}
# Requests in one batch. Each is short, and its answer may be long.
_MOST = 1000
# Parameters that name files, and those whose words are limited.
_FILES = ("file", "path", "entities_file")
_TEXTS = ("text", "ref", "hyp", "config")
_REFUSED = "Access to unallowed file attempted"


class _Error(Exception):
    """An error of a request: its code and its data, and its state of HTTP where that is not the code's."""

    def __init__(self, code: int, data: Any = None, status: int = 0) -> None:
        super().__init__(code, data)
        self.code = code
        self.data = data
        self.status = status or _CODES[code][1]


class _NotAllowed(ValueError):
    """A file that a request names, and that may not be read."""


def interface(path: str = "/api", *, explorer: bool = True, alone: bool = False, load: tuple[str, ...] = ()) -> JsonRpc:
    """The JSON-RPC that a service answers at this path; `load` are modules with more normalisers and metrics."""
    return JsonRpc(path, explorer, alone, described, work, load)


def work(limits: str, *load: str) -> None:
    """Runs a worker of the service, which gets its limits as JSON."""
    for name in load:
        CoreFactory.add_supported_namespace(name)
    run_worker(limits, answer)


def answer(body: bytes, limits: Limits) -> Answer:
    """The answer to a request or a batch of requests."""
    try:
        parsed = _parsed(body)
        requests = parsed if isinstance(parsed, list) else [parsed]
        if not requests or not all(map(_is_request, requests)):
            raise _Error(-32600)
        if len(requests) > _MOST:
            raise _Error(-32600, f"the batch has {len(requests)} requests; expected at most {_MOST}", 413)
    except _Error as error:
        return _written(_refused(error, None), error.status)
    methods = get_methods()
    if isinstance(parsed, list):
        answers = [_answered(request, methods, limits)[0] for request in parsed]
        said = [reply for reply, request in zip(answers, parsed, strict=True) if "id" in request]
        return _written(said, 200) if said else Answer(200, b"")
    told, status = _answered(parsed, methods, limits)
    return _written(told, status) if "id" in parsed else Answer(204, b"")


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body.decode("utf-8"), parse_constant=_no_number, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise _Error(-32700, str(error) if isinstance(error, ValueError) else "nested too deeply") from None


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of JSON")


def _finite(text: str) -> float:
    """A number; one that a float cannot hold could not be written into the answer."""
    number = float(text)
    return number if math.isfinite(number) else _no_number(text)


def _is_request(value: object) -> bool:
    """Whether a value is a request of JSON-RPC 2.0."""
    if not isinstance(value, dict) or not {"jsonrpc", "method"} <= set(value) <= _KEYS:
        return False
    identity = value.get("id")
    return (
        value["jsonrpc"] == "2.0"
        and isinstance(value["method"], str)
        and isinstance(value.get("params", []), (list, dict))
        and (identity is None or (isinstance(identity, (str, int, float)) and not isinstance(identity, bool)))
    )


def _answered(request: Mapping[str, Any], methods: Mapping[str, Method], limits: Limits) -> tuple[dict[str, Any], int]:
    """The answer to one request, and its state of HTTP."""
    try:
        method = methods.get(request["method"])
        if method is None:
            raise _Error(-32601, request["method"])
        params = request.get("params", [])
        result = _result(method, params, limits)
        told = {"jsonrpc": "2.0", "result": result, "id": request.get("id")}
        json.dumps(told, allow_nan=False)
        return told, 200
    except _Error as error:
        return _refused(error, request.get("id")), error.status
    except InvalidParameters as error:
        refused = _Error(-32602, str(error))
    except (MemoryError, RecursionError) as error:
        refused = _Error(-32000, type(error).__name__)
    except Exception as error:
        refused = _Error(-32000, f"{type(error).__name__}: {error}")
    return _refused(refused, request.get("id")), refused.status


def _result(method: Method, params: list[Any] | dict[str, Any], limits: Limits) -> Any:
    values = (
        params
        if isinstance(params, dict)
        else dict(zip((parameter.name for parameter in method.parameters), params, strict=False))
    )
    for name in _TEXTS:
        if isinstance(values.get(name), str) and len(values[name].split()) > limits.words:
            raise _Error(-32602, f"{name} has more than {limits.words} words, the limit of --max-words", 422)
    try:
        with opened_by(_opener(limits)):
            return method.call(params)
    except _NotAllowed as error:
        named = next((name for name in _FILES if isinstance(values.get(name), str)), None)
        if named is None:
            raise ValueError(str(error)) from None
        raise _Error(-32602, json.dumps({"message": str(error), "field": named})) from None


def _opener(limits: Limits) -> Callable[[str], BinaryIO]:
    """Opens files below the folder of the service."""
    root = os.path.realpath(limits.files) if limits.files else ""

    def opener(name: str) -> BinaryIO:
        if not root or "\0" in name:
            raise _NotAllowed(_REFUSED)
        try:
            # Files beside a configuration are named by whole paths, below that of the folder.
            return content_below(os.path.relpath(os.path.join(root, name), root), limits)
        except FileNotFoundError:
            raise
        except LimitError as error:
            raise _Error(-32602, str(error), 422) from None
        except (OSError, ValueError):
            raise _NotAllowed(_REFUSED) from None

    return opener


def _refused(error: _Error, identity: object) -> dict[str, Any]:
    message, _ = _CODES[error.code]
    return {"jsonrpc": "2.0", "error": {"code": error.code, "message": message, "data": error.data}, "id": identity}


def _written(value: Any, status: int) -> Answer:
    return Answer(status, json.dumps(value).encode("ascii"))


def described() -> list[dict[str, Any]]:
    """The methods with their docs and parameters, for the page that tries them."""
    methods_described = []
    for method in get_methods().values():
        parameters = [
            {"name": parameter.name, "kind": parameter.kind, "help": parameter.help, "required": parameter.required}
            for parameter in method.parameters
        ]
        example = {
            parameter.name: _example(method.docs, parameter.name)
            for parameter in method.parameters
            if parameter.required
        }
        methods_described.append(
            {"name": method.name, "docs": method.docs, "parameters": parameters, "example": example}
        )
    return methods_described


def _example(docs: str, name: str) -> str:
    """The value of a parameter in the example of the docs."""
    match = re.search(rf"^ *:example {re.escape(name)}: *['\"]?(.*?)['\"]?$", docs, re.MULTILINE)
    return match[1] if match else "Hello darkness my OLD friend"
