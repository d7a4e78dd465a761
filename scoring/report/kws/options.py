"""Options of the reports of keyword scoring."""

from __future__ import annotations

from dataclasses import dataclass

from ....formats.engine.formulas import CsvFormulas, check_formulas
from ....formats.errors import UsageError
from ...kws.breakdown import KINDS

MEASURES = ("MAP", "MAPpct", "Optimum", "Supremum")
FORMS = ("txt", "csv", "html")


@dataclass(frozen=True, slots=True)
class KwsReportOptions:
    """Optional parts of the reports."""

    form: str = "txt"
    """txt, csv or html, for the reports `sum` and `bsum`."""
    measures: tuple[str, ...] = ()
    """Further columns of `sum` and `bsum`: some of MAP, MAPpct, Optimum and Supremum."""
    csv_formulas: CsvFormulas = "keep"
    """Cells of csv that a spreadsheet would run: as they are ("keep"), or with an apostrophe in front ("quote")."""
    counts: bool = True
    row_totals: bool = False
    pictures: str = ""
    """Begin of the names of the files with pictures of curves; empty for none."""
    rows: str = "keyword"
    """Rows of `sys` and `raw`: keyword, recording, channel, source or attribute."""
    width: int = 100
    """Width of `pra` in columns."""
    title: str = "hypothesis"
    """Name of the system in `sys`, `raw`, `pra`, `dtl` and `sgml`."""
    ref_name: str = ""
    hyp_name: str = ""

    def __post_init__(self) -> None:
        for name, values, choices in (
            ("form", (self.form,), FORMS),
            ("measures", self.measures, MEASURES),
            ("rows", (self.rows,), KINDS),
        ):
            for text in values:
                if text not in choices:
                    raise UsageError(f"{name}: {text!r} is unknown; expected one of: {', '.join(choices)}")
        check_formulas(self.csv_formulas)
        if self.width < 1:
            raise UsageError(f"width is {self.width}; expected 1 or more")
