"""The methods of the service, one file each. Routes, openapi.json, the help and the pages are made from this table."""

from __future__ import annotations

from ..method import Method
from . import align, compare, convert, kws, meetings, normalise, score, segments

METHODS: tuple[Method, ...] = (
    score.METHOD,
    compare.METHOD,
    meetings.METHOD,
    segments.METHOD,
    kws.METHOD,
    align.METHOD,
    normalise.METHOD,
    convert.METHOD,
)


def method(name: str) -> Method | None:
    """The method of this name; None where there is none."""
    return next((entry for entry in METHODS if entry.name == name), None)
