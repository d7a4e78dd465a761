"""The rate before verdicts corrected the reference, beside the rate with them."""

from __future__ import annotations

from ...formats.errors import quantity
from ..common.counts import percent
from ..words.api import score_files
from ..words.verdicts import read_verdicts

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping
    from typing import Any

    from ..words.result import Result


class Judged:
    """A score by the reference as it is, and what was judged."""

    def __init__(self, options: argparse.Namespace, keywords: Mapping[str, Any]) -> None:
        self._verdicts = read_verdicts(options.verdicts)
        self._before: Result = score_files(options.ref, options.hyp, **{**keywords, "verdicts": None})

    def lines(self, title: str) -> Iterator[str]:
        """The lines of the summary."""
        counts = self._before.counts
        yield f"before the verdicts: {title} {percent(counts.wer)}, {quantity(counts.errors, 'error')}"
        yield str(self._verdicts)

    def to_dict(self) -> dict[str, Any]:
        """The rate before, the number of verdicts of each kind, and who judged."""
        before = self._before
        return {
            "before": {**before.counts.to_dict(), "signature": before.signature},
            "verdicts": self._verdicts.counts,
            "judges": list(self._verdicts.judges),
        }
