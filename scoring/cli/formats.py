"""`scorelite formats`: the list of formats, with the features that each carries."""

from __future__ import annotations

import argparse
import json
import os
import sys
from textwrap import wrap

from ...formats.catalogue import carried, families
from ...formats.registry import FORMATS, NAMES, by_name
from .delivery import deliver
from .grammar import Names
from .wrapping import columns_of_terminal

# The column in which the descriptions begin.
_TEXT = 30
EPILOG = """\
examples:
  scorelite formats              all formats, one per line
  scorelite formats ctm stm      these two, and which features they carry
  scorelite formats --json       the list as JSON
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = (
        "Lists the file formats: suffixes, whether they can be written, and the features that they carry."
    )
    parser.epilog = EPILOG
    parser.add_argument(
        "names",
        nargs="*",
        type=Names(NAMES, "scorelite formats lists all", str.lower).check,
        metavar="NAME",
        help="only the formats of these names",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> None:
    """Prints the list."""
    chosen = [by_name(name) for name in options.names] or list(FORMATS)
    if options.json:
        rows = [
            {
                "name": record.name,
                "family": record.family,
                "suffixes": list(record.suffixes),
                "summary": record.summary,
                "writes": record.writable,
                "carries": carried(record),
                "needs": sorted(record.needs),
                "requires": record.requires or None,
            }
            for record in chosen
        ]
        deliver([json.dumps(rows, indent=2).encode(), b"\n"], None)
        return
    width = _width()
    lines = []
    for family, records in families(chosen):
        lines.append(family)
        for record in records:
            only = "" if record.writable else " (read only)"
            extra = f" (needs pip install 'scorelite[{record.requires}]')" if record.requires else ""
            suffixes = " ".join(record.suffixes) or "-"
            if not options.names:
                lines.append(f"  {record.name:<17} {suffixes:<30} {'read, write' if record.writable else 'read'}")
                continue
            lines.append(f"  {record.name:<12} {suffixes:<14} {record.summary}{only}{extra}")
            lines.append(f"  {'':<12} {'':<14} carries {', '.join(carried(record)) or 'words only'}")
    if not options.names:
        lines += ["", "scorelite formats NAME describes a format and what it carries."]
        lines += ["Workbooks (.xlsx) are read as csv, Word's .docx as txt; gzip (.gz) is unpacked."]
    deliver([f"{part}\n".encode() for line in lines for part in _fitted(line, width)], None)


def _width() -> int:
    """Width of the terminal in columns; 0, for no limit, where the list goes to a file or a program."""
    if os.environ.get("COLUMNS", "").isdecimal() or (sys.stdout is not None and sys.stdout.isatty()):
        return columns_of_terminal()
    return 0


def _fitted(line: str, width: int) -> list[str]:
    if not width or len(line) <= width:
        return [line]
    indent = _TEXT if width > 2 * _TEXT else 4
    return wrap(line, width, subsequent_indent=" " * indent, break_on_hyphens=False, drop_whitespace=True)
