"""The text report of labels with times, of files and of totals; another report, or the numbers as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...formats.engine.terminal import visible
from .analyses import analyses_dict, analysis_lines
from .colour import Paint
from .delivery import deliver_document, deliver_lines, deliver_report
from .text_report import painted
from .wrapping import columns_of_listing

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from ..analysis.breakdown import Breakdown
    from ..common.parts import Parted
    from ..meetings.sources import ErrorSources
    from ..segments.totals import Totals


NO_ANALYSES: Mapping[str, Breakdown] = {}


def write(result: Totals, options: argparse.Namespace, analyses: Mapping[str, Breakdown] = NO_ANALYSES) -> None:
    """Writes a report, or the JSON or the summary with analyses."""
    if options.report:
        width = getattr(options, "width", None) or columns_of_listing(options.output)
        shown = result.report(options.report, rows=options.rows or "auto", width=width)
        deliver_report([bytes(shown)], options.report, options.output)
    elif options.json:
        deliver_document(result.to_dict() | analyses_dict(analyses), options.output)
    else:
        paint = Paint.for_output(options.output)
        deliver_lines([summary(result, paint), *analysis_lines(analyses, paint)], options.output)


def summary(result: Totals, paint: Paint) -> str:
    """The names of both files, if they have one name, and the numbers of the sum."""
    return names_of_files(result) + painted(str(result), paint)


def names_of_files(result: Parted | ErrorSources) -> str:
    """The names of both files and of that of the regions, each in a line, as far as there are any."""
    names = (("ref", result.ref_name), ("hyp", result.hyp_name), ("uem", result.uem_name))
    return "".join(visible(f"{side}  {name}\n") for side, name in names if name)
