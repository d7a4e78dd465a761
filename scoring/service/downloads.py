"""The page of a result, which every method that scores can add to its answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from .parameters import FLAG, Parameter

PAGE = Parameter("page", FLAG, "add the page of the result, as HTML", default=False)
PAGE_SCHEMA = {"type": "string", "description": "the page, if requested; it works in a browser offline"}


class _Paged(Protocol):
    def page(self) -> bytes: ...


def with_page(document: dict[str, Any], result: _Paged, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The answer about a result, with its page where it is asked for."""
    return {**document, "page": result.page().decode("utf-8")} if arguments.get("page") else document
