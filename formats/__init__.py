"""Readers and writers of transcript formats, all into one label schema.

>>> import formats
>>> corpus = formats.read(b"good { day / morning } (a-1)\\n")
>>> corpus.segments[0].id, corpus.format
('a-1', 'trn')
"""

from __future__ import annotations

import os
from typing import BinaryIO

from formats.errors import FormatError, LimitError, MismatchError, Problem, ScoreliteError, UsageError
from formats.features import lost
from formats.record import Format
from formats.registry import FORMATS, by_name, by_suffix, detect
from formats.schema import Alternation, Comment, Corpus, Label, Region, Segment, Where
from formats.source import Source, Target, write_text

__all__ = [
    "read",
    "write",
    "convert",
    "lost",
    "Corpus",
    "Segment",
    "Label",
    "Alternation",
    "Region",
    "Comment",
    "Where",
    "Format",
    "FORMATS",
    "by_name",
    "detect",
    "Source",
    "Target",
    "ScoreliteError",
    "FormatError",
    "MismatchError",
    "UsageError",
    "LimitError",
    "Problem",
]


def read(
    path: Target,
    *,
    format: str | None = None,
    encoding: str | None = None,
    errors: str = "strict",
    **options: object,
) -> Corpus:
    """Reads a file: a path, `-` for standard input, bytes or an open binary file, packed by gzip or not.

    The format is told by suffix and content unless it is named. Encoding None means UTF-8 unless a byte order mark says
    otherwise; `errors="surrogateescape"` lets wrong bytes through. Further options are the format's own.
    """
    source = Source(path, encoding=encoding, errors=errors)
    record = by_name(format) if format else detect(source)
    return record.read(source, **options)


def write(
    corpus: Corpus,
    path: str | os.PathLike[str] | BinaryIO,
    *,
    format: str | None = None,
    encoding: str | None = None,
    errors: str = "strict",
) -> None:
    """Writes a corpus to a path, `-` (standard output) or an open binary file; `.gz` packs.

    The format is told by the suffix unless it is named; without either it stays what it was.
    """
    write_text(path, _target(corpus, path, format).write(corpus), encoding=encoding, errors=errors)


def convert(
    source: Target,
    target: str | os.PathLike[str] | BinaryIO,
    *,
    source_format: str | None = None,
    target_format: str | None = None,
    encoding: str | None = None,
    target_encoding: str | None = None,
    errors: str = "strict",
    strict: bool = False,
) -> tuple[str, ...]:
    """Reads one file and writes another; returns what the target could not carry, or raises if `strict`."""
    corpus = read(source, format=source_format, encoding=encoding, errors=errors)
    record = _target(corpus, target, target_format)
    dropped = lost(corpus, record)
    if dropped and strict:
        raise UsageError(f"{corpus.format} -> {record.name} would drop {', '.join(dropped)}")
    write_text(target, record.write(corpus), encoding=target_encoding, errors=errors)
    return dropped


def _target(corpus: Corpus, path: str | os.PathLike[str] | BinaryIO, name: str | None) -> Format:
    if name:
        return by_name(name)
    record = by_suffix(path) if isinstance(path, (str, os.PathLike)) else None
    if record is None and isinstance(path, (str, os.PathLike)) and os.path.splitext(os.fspath(path))[1]:
        known = ", ".join(record.name for record in FORMATS)
        raise UsageError(f"{os.fspath(path)}: the suffix does not tell the format; give one of: {known}")
    if record is None and not corpus.format:
        raise UsageError("neither path nor corpus tells the format; give its name")
    return record or by_name(corpus.format)
