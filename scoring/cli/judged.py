"""The rate before verdicts corrected the reference, beside the rate with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...formats.errors import quantity
from ...formats.values import dataclass
from ..common.counts import percent
from ..words.files import score_judged
from ..words.verdicts import Verdicts, read_verdicts

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping
    from typing import Any

    from ..words.result import Result


@dataclass(frozen=True, slots=True)
class Judged:
    """A score by the reference as it is, and what was judged."""

    verdicts: Verdicts
    before: Result

    def lines(self, title: str) -> Iterator[str]:
        """The lines of the summary."""
        counts = self.before.counts
        yield f"before the verdicts: {title} {percent(counts.wer)}, {quantity(counts.errors, 'error')}"
        yield str(self.verdicts)

    def to_dict(self) -> dict[str, Any]:
        """The rate before, the number of verdicts of each kind, and who judged."""
        before = self.before
        return {
            "before": {**before.counts.to_dict(before.settings.unit), "signature": before.signature},
            "verdicts": self.verdicts.counts,
            "judges": list(self.verdicts.judges),
        }


def judged(options: argparse.Namespace, keywords: Mapping[str, Any]) -> tuple[Result, Judged]:
    """The score with the verdicts of the options, and the one before them."""
    verdicts = read_verdicts(keywords["verdicts"])
    before, result = score_judged(options.ref, options.hyp, verdicts, keywords)
    return result, Judged(verdicts, before)
