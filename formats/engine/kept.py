"""Texts of files kept in their corpus, so that an unchanged corpus is written as its file was."""

from __future__ import annotations

import re
from math import isinf
from zlib import crc32

from ..schema import Corpus, Table
from ..schema.table import NOTHING
from ..values import replace
from .json import detail, details

_FILE = "/file"
_DECLARED = re.compile(r"""(<\?xml\b[^>]*?\bencoding\s*=\s*["'])[A-Za-z0-9._-]+""")


def keep(corpus: Corpus, text: str) -> Corpus:
    """The corpus with the text of its file; an XML declaration is changed to UTF-8, the encoding of the output."""
    declared = _DECLARED.match(text)
    text = f"{declared[1]}UTF-8{text[declared.end() :]}" if declared else text
    return replace(corpus, meta=(*corpus.meta, detail(corpus.format, _FILE, [_sum(corpus.table), text])))


def kept_text(corpus: Corpus, format: str) -> str | None:
    """The text of the file of a corpus, if the segments have not changed; else None."""
    value = details(corpus.meta, format).get(_FILE)
    if isinstance(value, list) and len(value) == 2 and isinstance(value[1], str) and value[0] == _sum(corpus.table):
        return value[1]
    return None


def _sum(table: Table) -> int:
    """A checksum of all segments without their places in the file."""
    columns: list[object] = [table.grammar]
    for name in NOTHING:
        column = table.column(name) if name not in ("lines", "where", "original") else None
        if name == "labels" and column is not None:
            labels = column.labels
            columns += [[*labels.values], labels.numbers, labels.attributes, [*column.first], column.odd]
        elif name in ("start", "end") and column is not None and not any(map(isinf, column.values)):
            columns += [column.values, column.texts()]
        else:
            columns.append(column and [*column])
    return crc32(repr(columns).encode("utf-8", "surrogatepass"))
