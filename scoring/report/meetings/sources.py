"""The sources of errors in percent (`sys`): a row for each session, and the sum."""

from __future__ import annotations

from collections.abc import Iterator

from ...common.counts import in_percent
from ...meetings.sources import ErrorSources, SourceCounts
from ..engine.sheet import Sheet, drawn


def render(sources: ErrorSources) -> Iterator[bytes]:
    """All errors, and those of each source; the sources add up to all."""
    sheet = Sheet(
        f"{sources.hyp_name or 'hypothesis'}: {sources.whole.title}",
        "l|r|r|rrr",
        ("SESSION", "# Wrd", "Err", "Recognition", "Segmentation", "Speakers"),
        [[name, *_cells(counts)] for name, counts in sources.sessions.items()],
        ["Sum", *_cells(sources.total)],
    )
    yield drawn(sheet, "SOURCES OF ERRORS IN PERCENT")


def _cells(counts: SourceCounts) -> list[str]:
    return [str(counts.words), *("-" if rate is None else f"{in_percent(rate):.1f}" for rate in counts.rates())]
