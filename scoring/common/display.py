"""Text on a terminal and in a notebook: its width, by which alignments and tables of ours are padded, and its HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from unicodedata import combining, east_asian_width

from ...formats.engine.terminal import visible
from ...formats.errors import short

# Characters that show nothing, or turn the text around them.
_HIDDEN = r"[\x00-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
LONGEST = 200
"""Characters of a cell of a table for people."""
HTML_BUDGET = 7_000
"""Bytes of the rows of one table in a notebook."""
_IN_LINE = str.maketrans("\t\n\r", "␉␊␍")


def display_width(text: str) -> int:
    """The number of columns that a text takes: two for a Chinese character, none for a combining one.

    >>> display_width("day"), display_width("天气"), display_width("e\\u0301")
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    try:
        from wcwidth import wcswidth
    except ModuleNotFoundError:
        return sum(map(_columns_of, text))
    columns: int = wcswidth(text)
    return columns if columns >= 0 else len(text)  # control characters have no width


def _columns_of(letter: str) -> int:
    """The columns of a letter where wcwidth is not installed, which knows emoji of several letters, too."""
    if combining(letter):
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1


def padded(text: str, columns: int) -> str:
    """A text with blanks behind it, up to a width.

    >>> padded("天气", 6)
    '天气  '
    """
    return text + " " * (columns - display_width(text))


def in_line(text: str) -> str:
    """A text as a line of a table has it on a terminal: control characters, line ends and tabs are visible.

    >>> in_line("a\\nb\\u202ec")
    'a␊b<U+202E>c'
    """
    return text if text.isprintable() else visible(text).translate(_IN_LINE)


def unhidden(text: str) -> str:
    """A text as pages and notebooks have it: characters that show nothing, or turn what is around them, as numbers.

    >>> unhidden("a\\u202eb")
    'a⟨202E⟩b'
    """
    return re.sub(_HIDDEN, lambda match: f"⟨{ord(match[0]):04X}⟩", text)


def escaped(text: str) -> str:
    """A text as HTML shows it; the module `html` would be one more at every start.

    >>> escaped('<eps> & "a"')
    '&lt;eps&gt; &amp; &quot;a&quot;'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def html_table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    """A table for notebooks: plain HTML without a style of its own, with a caption below.

    A notebook stores every table that it shows, so rows beyond some kilobytes are only counted.

    >>> html_table(["", "rate"], [["WER", "3.1 %"]], "a|b")
    '<table><tr><td></td><th>rate</th></tr><tr><td>WER</td><td>3.1 %</td></tr></table><p>a|b</p>'
    """
    lines = ["".join(f"<th>{_cell(cell)}</th>" if cell else "<td></td>" for cell in head)]
    size = more = 0
    for row in rows:
        line = "".join(f"<td>{_cell(cell)}</td>" for cell in row)
        size += html_size(line)
        if size <= HTML_BUDGET or len(lines) == 1:
            lines.append(line)
        else:
            more += 1
    if more:
        lines.append(f"<td>… {more:,} more</td>")
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table><p>{escaped(unhidden(caption))}</p>"


def html_size(text: str) -> int:
    """The bytes of a text in a file."""
    return len(text.encode("utf-8", "replace"))


def _cell(text: str) -> str:
    return escaped(unhidden(short(text, LONGEST)))
