"""Reports: one module each, imported when it is asked for, because a run rarely needs more than two."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from scoring.evaluate.words import WordScores
    from scoring.report.options import ReportOptions

    Renderer = Callable[[WordScores, ReportOptions], Iterator[tuple[bytes, Iterable[bytes]]]]

# The reference writes reports in this order, whatever the order in which they were asked for.
NAMES = ("sum", "wws", "rsum", "snt", "spk", "dtl", "lur", "pra", "prf", "sgml", "nl.sgml")


def renderer(name: str) -> Renderer:
    """The function that renders the report of this name."""
    if name == "sum":
        from scoring.report.sum import render
    elif name == "rsum":
        from scoring.report.raw import render
    elif name == "wws":
        from scoring.report.wws import render
    elif name == "snt":
        from scoring.report.snt import render
    elif name == "spk":
        from scoring.report.spk import render
    elif name == "dtl":
        from scoring.report.dtl import render
    elif name == "lur":
        from scoring.report.lur import render
    elif name == "pra":
        from scoring.report.pra import render
    elif name == "prf":
        from scoring.report.prf import render
    elif name == "sgml":
        from scoring.report.sgml import render
    elif name == "nl.sgml":
        from scoring.report.sgml import render_lines as render
    else:
        raise KeyError(name)
    return render
