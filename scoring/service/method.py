"""The record of a method of the service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .limits import Limits
from .parameters import Parameter, Schema


@dataclass(frozen=True, slots=True)
class Method:
    """A method: its name, what it does, its parameters, the schema of its result, and the function that runs it."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    result: Schema
    """Properties of the result, each with its schema; a result may have more."""
    example: Mapping[str, Any]
    """Arguments that the documentation shows."""
    run: Callable[[Mapping[str, Any], Limits], Any]
    """The result of checked arguments; a worker calls it."""
