"""Renders the reports of a result by name."""

from __future__ import annotations

from collections.abc import Iterator

from ....formats.errors import UsageError
from ...meetings.result import MeetingResult
from ...meetings.sources import ErrorSources
from .. import File, module_of
from . import sources


def render(result: MeetingResult | ErrorSources, name: str, *, width: int = 100) -> Iterator[File]:
    """The one file of a report: the suffix of its name, and its bytes."""
    if width < 1:
        raise UsageError(f"width is {width}; expected 1 or more")
    if isinstance(result, ErrorSources):
        if name != "sys":
            raise UsageError(f"sources of errors have no report {name!r}; expected sys")

        yield b".sys", sources.render(result)
        return
    yield f".{name}".encode(), module_of("meetings", name).render(result, width)
