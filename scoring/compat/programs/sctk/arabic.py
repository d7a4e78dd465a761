"""Filters of Arabic text: one command line for SCTK's two, which change words and keep everything between them."""

from __future__ import annotations

import re
from collections.abc import Callable

from . import Failure
from .options import Options
from .rows import missing_name, read, write
from .rttm_rows import lines_of
from .streams import Streams

Change = Callable[[bytes], bytes]

_FORMATS = (b"txt", b"ctm", b"stm")
# Head of a row, its text, and what follows.
_CTM = re.compile(rb"(\s*(?:\S+\s+){4})(\S+)(.*)", re.S)
_STM = re.compile(rb"(\s*(?:\S+\s+){5}(?:<[^\s<>]*>(?:\s+|$))?)(.*)()", re.S)


def run(words: list[bytes], streams: Streams, *, flags: str, usage: bytes, change: Callable[[Options], Change]) -> int:
    """Runs the command line `[-i txt|ctm|stm] IN OUT`, where `-` is stdin and stdout."""
    options = Options(words, flags=flags, valued="i")
    if options.unknown:
        raise Failure(options.complaints + b"Aborting:\n" + usage + b": unknown option\n")
    style = options.values.get("i", b"txt")
    if style not in _FORMATS:
        raise Failure(usage + b"\nError: Undefined input format '" + style + b"'\n", 255)
    if reason := missing_name(options.words):
        raise Failure(usage + reason + b"\n", 255)
    source, target = options.words
    write(target, apply(read(source, usage), style, change(options)), streams)
    return 0


def apply(data: bytes, style: bytes, change: Change) -> bytes:
    """Lines with the text of each changed; every line ends with a newline.

    >>> apply(b"f 1 0 1 ab 0.5", b"ctm", bytes.upper)
    b'f 1 0 1 AB 0.5\\n'
    """
    lines = lines_of(data)
    if style != b"txt":
        row = _CTM if style == b"ctm" else _STM
        lines = [line if line.startswith((b";;", b"#")) else _changed(row, line, change) for line in lines]
    else:
        lines = [change(line) for line in lines]
    return b"".join([line + b"\n" for line in lines])


def _changed(row: re.Pattern[bytes], line: bytes, change: Change) -> bytes:
    match = row.fullmatch(line)
    return line if match is None else match[1] + change(match[2]) + match[3]
