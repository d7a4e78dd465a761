"""Options of the reports of keyword scoring."""

from __future__ import annotations

from dataclasses import dataclass

from formats.errors import UsageError

MEASURES = ("MAP", "MAPpct", "Optimum", "Supremum")
FORMS = ("txt", "csv", "html")


@dataclass(frozen=True, slots=True)
class KwsReportOptions:
    """Optional parts of the reports."""

    form: str = "txt"
    """txt, csv or html, for the reports `sum` and `bsum`."""
    measures: tuple[str, ...] = ()
    """Further columns of `sum` and `bsum`: some of MAP, MAPpct, Optimum and Supremum."""
    counts: bool = True
    row_totals: bool = False
    pictures: str = ""
    """Begin of the names of the files with pictures of curves; empty for none."""

    def __post_init__(self) -> None:
        for name, value, known in (("form", (self.form,), FORMS), ("measures", self.measures, MEASURES)):
            for text in value:
                if text not in known:
                    raise UsageError(f"{name}: {text!r} is unknown; expected one of: {', '.join(known)}")
