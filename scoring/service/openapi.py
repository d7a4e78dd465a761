"""The description of the service in OpenAPI 3.1, made from the table of methods."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..common.version import __version__
from .addresses import JsonRpc
from .answers import JSON, PROBLEM
from .bodies import FORM
from .method import Method
from .methods import METHODS
from .parameters import Parameter

_PLACES = {
    "type": "object",
    "properties": {
        "path": {"type": "string"},
        "line": {"type": "integer"},
        "column": {"type": "integer"},
        "what": {"type": "string"},
        "expected": {"type": "string"},
        "text": {"type": "string", "description": "path:line:column: what; expected ..., the line and a caret"},
    },
    "required": ["path", "line", "column", "what", "expected", "text"],
}
_PROBLEM = {
    "type": "object",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "problems": {"type": "array", "items": {"$ref": "#/components/schemas/Place"}},
        "more": {"type": "boolean"},
    },
    "required": ["type", "title", "status", "detail", "problems", "more"],
}
_STATES = {
    400: "the body does not match its content type, or the Host header names another service",
    403: "the request comes from a page of another site",
    413: "the body is larger than --max-body",
    415: "the content type is neither JSON nor a form",
    422: "an argument or a file is wrong; problems lists the places",
    503: "the request took longer than --max-seconds, or no worker was free",
}


_RPC = {
    "JsonRpcRequest": {
        "type": "object",
        "properties": {
            "jsonrpc": {"type": "string", "enum": ["2.0"]},
            "method": {"type": "string"},
            "params": {"anyOf": [{"type": "object", "additionalProperties": True}, {"type": "array", "items": {}}]},
            "id": {"anyOf": [{"type": "string"}, {"type": "number"}, {"type": "null"}]},
        },
        "required": ["jsonrpc", "method"],
        "additionalProperties": False,
    },
    "JsonRpcResponse": {
        "type": "object",
        "properties": {
            "jsonrpc": {"type": "string", "enum": ["2.0"]},
            "result": {},
            "error": {"type": "object", "additionalProperties": True},
            "id": {"anyOf": [{"type": "string"}, {"type": "number"}, {"type": "null"}]},
        },
        "required": ["jsonrpc", "id"],
    },
}
_RPC_STATES = {
    200: "the result, or the answers to a batch",
    204: "the answer to a notification",
    400: "not JSON, no request of JSON-RPC 2.0, or wrong parameters",
    404: "no such method",
    500: "the method failed",
}


def document(rpc: JsonRpc) -> dict[str, Any]:
    """The whole description."""
    methods = () if rpc.alone else METHODS
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "scorelite",
            "version": __version__,
            "summary": "Scores of speech recognition, equal to those of NIST's sclite.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": {
            **{f"/v1/{method.name}": {"post": _operation(method)} for method in methods},
            rpc.path: {"post": _rpc_operation(rpc)},
        },
        "components": {"schemas": _schemas(methods)},
    }


def _rpc_operation(rpc: JsonRpc) -> dict[str, Any]:
    """BenchmarkSTT's interface; what its methods are stands in an extension, for the explorer."""
    asked, told = ({"$ref": f"#/components/schemas/JsonRpc{name}"} for name in ("Request", "Response"))
    answers: dict[str, Any] = {
        str(status): {"description": text, "content": {JSON: {"schema": told}}} for status, text in _RPC_STATES.items()
    }
    del answers["204"]["content"]
    return {
        "operationId": "json_rpc",
        "summary": "BenchmarkSTT's methods, by JSON-RPC 2.0.",
        "requestBody": {"required": True, "content": {JSON: {"schema": asked}}},
        "responses": answers,
        "x-json-rpc": rpc.described(),
    }


def _schemas(methods: Iterable[Method]) -> dict[str, Any]:
    schemas: dict[str, Any] = {"Place": _PLACES, "Problem": _PROBLEM, **_RPC}
    for method in methods:
        title = method.name.capitalize()
        schemas[f"{title}Request"] = _object(method.parameters, form=False)
        schemas[f"{title}Form"] = _object(method.parameters, form=True)
        schemas[f"{title}Result"] = {"type": "object", "properties": dict(method.result), "additionalProperties": True}
    return schemas


def _object(parameters: tuple[Parameter, ...], form: bool) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            parameter.name: _form_schema(parameter) if form else dict(parameter.schema) for parameter in parameters
        },
        "required": [parameter.name for parameter in parameters if parameter.required],
        "additionalProperties": False,
    }


def _form_schema(parameter: Parameter) -> dict[str, Any]:
    """The schema of a field of a form: a file, or a text."""
    kind = parameter.kind
    file = {"type": "string", "format": "binary"}
    if kind.file:
        schema: dict[str, Any] = {"type": "array", "items": file} if kind.several else file
    elif kind.several:
        schema = {"type": "array", "items": {"type": "string"}}
    else:
        schema = {"type": "string"} if kind.schema.get("type") == "object" else dict(kind.schema)
    return {**schema, "description": parameter.help}


def _operation(method: Method) -> dict[str, Any]:
    title = method.name.capitalize()
    answers: dict[str, Any] = {
        "200": {
            "description": "the result",
            "content": {JSON: {"schema": {"$ref": f"#/components/schemas/{title}Result"}}},
        }
    }
    for status, text in _STATES.items():
        answers[str(status)] = {
            "description": text,
            "content": {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
    return {
        "operationId": method.name,
        "summary": method.summary,
        "requestBody": {
            "required": True,
            "content": {
                JSON: {"schema": {"$ref": f"#/components/schemas/{title}Request"}, "example": dict(method.example)},
                FORM: {"schema": {"$ref": f"#/components/schemas/{title}Form"}},
            },
        },
        "responses": answers,
    }
