"""Output of labels with times that files and totals share: a report, the numbers as JSON, the summary."""

from __future__ import annotations

import json

from .delivery import deliver, deliver_report

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..segments.totals import Totals

WIDTH = 100


def write(result: Totals, options: argparse.Namespace) -> None:
    """Writes a report, the JSON or the summary."""
    if options.report:
        width = getattr(options, "width", None) or WIDTH
        shown = result.report(options.report, rows=options.rows or "auto", width=width)
        deliver_report([shown], options.report, options.output)
    elif options.json:
        text = json.dumps(result.to_dict(), ensure_ascii=False, indent=2)
        deliver([text.encode("utf-8", "backslashreplace"), b"\n"], options.output)
    else:
        deliver([f"{summary(result)}\n".encode("utf-8", "surrogateescape")], options.output)


def summary(result: Totals) -> str:
    """The names of both files, if they have one name, and the numbers of the sum."""
    names = (("ref", result.ref_name), ("hyp", result.hyp_name))
    return "".join(f"{side}  {name}\n" for side, name in names if name) + str(result)
