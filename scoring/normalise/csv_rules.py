"""Rule files in CSV: a line holds a text and its replacement, in quotes if they hold a comma."""

from __future__ import annotations

import csv
import io

from formats.errors import Problems, Where
from formats.source import Source
from scoring.normalise.chain import Chain
from scoring.normalise.rule import Rule
from scoring.normalise.rule_file import RuleFile
from scoring.normalise.table import Table


def read(source: Source) -> Chain:
    """The chain of one table: words and phrases that end at white space."""
    problems = Problems()
    rules = []
    lines = source.lines()
    reader = csv.reader(io.StringIO("\n".join(lines)), skipinitialspace=True)
    for row in reader:
        if not row or row[0].startswith("#"):
            continue
        place = Where(source.name, reader.line_num)
        if len(row) != 2 or not row[0].strip():
            problems.add(place, f"{len(row)} fields", "a text, a comma and its replacement", lines[reader.line_num - 1])
            continue
        rules.append(Rule(" ".join(row[0].split()), " ".join(row[1].split()), place=place))
    problems.check()
    return Chain((Table("csv", tuple(rules)),))


RULES = RuleFile("csv", (".csv",), "a text, a comma and its replacement in each line", read)
