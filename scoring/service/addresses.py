"""Addresses: where a service listens, and where it answers JSON-RPC."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Address:
    """Where a service listens, and the further names under which it may be called."""

    host: str = "127.0.0.1"
    port: int = 8080
    """0 takes a free port."""
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JsonRpc:
    """The JSON-RPC interface of a service: BenchmarkSTT's is `interface` in `rpc.py` of its drop-in."""

    path: str
    explorer: bool
    """Whether a page to try the methods is served."""
    alone: bool
    """Whether the service has no other methods and pages."""
    described: Callable[[], list[dict[str, Any]]]
    """Its methods with their docs and parameters."""
    work: Callable[..., None]
    """What each worker process imports and runs, with the limits as JSON and with `load`."""
    load: tuple[str, ...] = ()
