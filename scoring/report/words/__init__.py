"""Reports of words: a module each, imported when its report is asked for, renders `WordScores`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scoring.report import File
    from scoring.report.words.options import ReportOptions
    from scoring.words.scores import WordScores

    Renderer = Callable[[WordScores, ReportOptions], Iterator[File]]

# The reference writes reports in this order, in whatever order they are asked for.
NAMES = {
    "sum": "sum",
    "wws": "wws",
    "rsum": "raw",
    "snt": "snt",
    "spk": "spk",
    "dtl": "dtl",
    "lur": "lur",
    "pra": "pra",
    "prf": "prf",
    "sgml": "sgml",
    "nl.sgml": "nl_sgml",
}


def renderer(name: str) -> Renderer:
    """The function that renders the report of this name."""
    from scoring.report import module_of

    found: Renderer = module_of("words", name).render
    return found
