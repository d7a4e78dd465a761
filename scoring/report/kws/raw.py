"""Summary in counts (`raw`), in sclite's boxes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...kws.result import KwsResult
from .. import File
from .options import KwsReportOptions
from .summary import summary


def render(sets: Sequence[KwsResult], options: KwsReportOptions) -> Iterator[File]:
    """Summary of some sets in counts, one after the other."""
    yield b".raw", [chunk for item in sets for chunk in summary(item, options, raw=True)]
