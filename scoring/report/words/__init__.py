"""Reports: one module each, imported when it is asked for, because a run rarely needs more than two."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from scoring.report.words.options import ReportOptions
    from scoring.words.scores import WordScores

    Renderer = Callable[[WordScores, ReportOptions], Iterator[tuple[bytes, Iterable[bytes]]]]

# The reference writes reports in this order, whatever the order in which they were asked for.
NAMES = ("sum", "wws", "rsum", "snt", "spk", "dtl", "lur", "pra", "prf", "sgml", "nl.sgml")


def renderer(name: str) -> Renderer:
    """The function that renders the report of this name."""
    if name == "sum":
        from scoring.report.words.sum import render
    elif name == "rsum":
        from scoring.report.words.raw import render
    elif name == "wws":
        from scoring.report.words.wws import render
    elif name == "snt":
        from scoring.report.words.snt import render
    elif name == "spk":
        from scoring.report.words.spk import render
    elif name == "dtl":
        from scoring.report.words.dtl import render
    elif name == "lur":
        from scoring.report.words.lur import render
    elif name == "pra":
        from scoring.report.words.pra import render
    elif name == "prf":
        from scoring.report.words.prf import render
    elif name == "sgml":
        from scoring.report.words.sgml import render
    elif name == "nl.sgml":
        from scoring.report.words.sgml import render_lines as render
    else:
        raise KeyError(name)
    return render
