"""Tables of one score in Markdown and LaTeX, `scorelite score REF HYP --markdown` and `--latex`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping

from ..analysis.breakdown import Breakdown
from ..common.text_tables import latex_table, markdown_code, markdown_table
from ..words.by_file import rate_table
from ..words.inputs.swapped import NAME as SWAPPED
from ..words.result import Result
from .leaderboard import USUAL
from .messages import warn


def table_lines(result: Result, analyses: Mapping[str, Breakdown], options: argparse.Namespace) -> Iterator[str]:
    """The rows of --csv, in Markdown the tables of analyses, the notices and the signature."""
    table = rate_table(result, options.by)
    *heads, rate = table.heads
    heads = [*heads, rate.upper()]
    notices = [str(notice) for notice in result.notices if notice.name not in (*USUAL, SWAPPED)]
    if options.latex:
        for notice in notices:
            warn(notice)
        yield from latex_table(heads, table.shown())
        yield f"% {result.signature}"
        return
    names = 2 if len(options.by) > 1 else 1
    rows = [[*(markdown_code(name) if name else "none" for name in row[:names]), *row[names:]] for row in table.shown()]
    yield from markdown_table(heads, rows)
    for analysis in analyses.values():
        yield from ("", *analysis.markdown())
    for notice in notices:
        yield ""
        yield notice
    yield ""
    yield f"`{result.signature}`"
