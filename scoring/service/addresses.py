"""Addresses: where a service listens, and where it answers BenchmarkSTT's JSON-RPC."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Address:
    """Where a service listens, and the further names under which it may be called."""

    host: str = "127.0.0.1"
    port: int = 8080
    """0 takes a free port."""
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JsonRpc:
    """The JSON-RPC interface of a service."""

    path: str = "/api"
    explorer: bool = True
    """Whether a page to try the methods is served."""
    alone: bool = False
    """Whether the service has no other methods and pages."""
    load: tuple[str, ...] = ()
    """Modules of the user with more normalisers and metrics, which each worker imports."""
