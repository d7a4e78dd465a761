"""Answers: a state of HTTP and JSON; errors follow RFC 9457, with the places of problems and their lines and carets."""

from __future__ import annotations

import json
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from ...formats.errors import FormatError, LimitError, MismatchError, Problem, ScoreliteError, half_character
from ...formats.optional import missing

JSON = "application/json"
PROBLEM = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Answer:
    """A state of HTTP with JSON as its body, which may be empty."""

    status: int
    body: bytes
    kind: str = JSON


class Refusal(Exception):
    """A request that is refused with this state of HTTP."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail

    @property
    def answer(self) -> Answer:
        """The answer to the request."""
        return problem(self.status, HTTPStatus(self.status).phrase, self.detail)


def written(value: Any) -> bytes:
    """A value as JSON in ASCII, which holds half characters too; NaN is a defect of the program.

    >>> written({"a": [1, None]})
    b'{"a":[1,null]}'
    """
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")


def result(value: Any) -> Answer:
    """The answer that holds a result."""
    return Answer(200, written(value))


def problem(status: int, title: str, detail: str, problems: tuple[Problem, ...] = (), more: bool = False) -> Answer:
    """The answer about something that is wrong; `more`: there are more problems than these.

    >>> problem(404, "Not Found", "no page").body
    b'{"type":"about:blank","title":"Not Found","status":404,"detail":"no page","problems":[],"more":false}'
    """
    document = {
        "type": "about:blank",
        "title": title,
        "status": status,
        "detail": detail,
        "problems": [_located(problem) for problem in problems],
        "more": more,
    }
    return Answer(status, written(document), PROBLEM)


def _located(problem: Problem) -> dict[str, Any]:
    return {
        "path": problem.where.path,
        "line": problem.where.line,
        "column": problem.where.column,
        "what": problem.what,
        "expected": problem.expected,
        "text": str(problem),
    }


def of_error(error: BaseException) -> Answer | None:
    """The answer about an error that the sender of a request can fix; None for any other."""
    if isinstance(error, Refusal):
        return error.answer
    if isinstance(error, FormatError):
        return problem(422, "FormatError", str(error), error.problems, error.more)
    if isinstance(error, UnicodeEncodeError):
        error = half_character(error)
    if isinstance(error, ScoreliteError):
        kind = next((kind for kind in (MismatchError, LimitError) if isinstance(error, kind)), None)
        return problem(422, kind.__name__ if kind else "UsageError", str(error))
    if isinstance(error, MemoryError):
        return problem(503, "Service Unavailable", "the request needs more memory than the service gives")
    if isinstance(error, ImportError) and (text := missing(error, "this")):
        return problem(501, "Not Implemented", text)
    if isinstance(error, RecursionError):
        return problem(422, "LimitError", "the request is nested too deeply; expected less than 1000 levels")
    return None


def in_json_rpc(answer: Answer) -> Answer:
    """An answer about something that is wrong as an error of JSON-RPC, under its state of HTTP.

    >>> in_json_rpc(problem(413, "Content Too Large", "1 byte too many")).body
    b'{"jsonrpc":"2.0","error":{"code":-32000,"message":"Server error","data":"1 byte too many"},"id":null}'
    """
    error = {"code": -32000, "message": "Server error", "data": json.loads(answer.body)["detail"]}
    return Answer(answer.status, written({"jsonrpc": "2.0", "error": error, "id": None}))
