"""Tables of names and numbers as lines of text, in markdown and in LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...formats.errors import short
from .display import LONGEST, display_width, in_line, padded


def text_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int] = (0,), indent: str = "  "
) -> Iterator[str]:
    """The lines of a table; columns of the numbers in `left` begin at the left, the others end at the right.

    Of long cells the middle is left out.

    >>> list(text_table(["", "WER"], [["a", "5.0"]], indent=""))
    ['   WER', 'a  5.0']
    """
    lines = [[in_line(short(cell, LONGEST)) for cell in row] for row in (heads, *rows)]
    widths = [max(map(display_width, column)) for column in zip(*lines, strict=True)]
    for row in lines:
        cells = [
            padded(cell, size) if place in left else " " * (size - display_width(cell)) + cell
            for place, (cell, size) in enumerate(zip(row, widths, strict=True))
        ]
        yield f"{indent}{'  '.join(cells)}".rstrip()


def markdown_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The lines of a table in markdown."""
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield f"| {' | '.join(row)} |"


_OF_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{sign: f"\\{sign}" for sign in "&%$#_{}"},
        **{sign: f"${sign}$" for sign in "<>"},
    }
)


def latex_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The lines of a table in LaTeX: names on the left, numbers on the right.

    >>> print(*latex_table(["model", "dev_clean"], [["a&b", "5.0"]]), sep="\\n")
    \\begin{tabular}{lr}
    \\hline
    model & dev\\_clean \\\\
    \\hline
    a\\&b & 5.0 \\\\
    \\hline
    \\end{tabular}
    """
    yield rf"\begin{{tabular}}{{l{'r' * (len(heads) - 1)}}}"
    yield r"\hline"
    for number, row in enumerate((heads, *rows)):
        yield " & ".join(" ".join(cell.translate(_OF_LATEX).splitlines()) for cell in row) + r" \\"
        if number in (0, len(rows)):
            yield r"\hline"
    yield r"\end{tabular}"


def markdown_code(text: str) -> str:
    """A name as code in a table of markdown, with its special characters escaped.

    >>> markdown_code("a|b"), markdown_code("a`b")
    ('`a\\\\|b`', '`` a`b ``')
    """
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if longest else ""
    escaped = " ".join(text.splitlines()).replace("|", "\\|")
    return f"{fence}{pad}{escaped}{pad}{fence}"
