"""tanweenFilt.pl: Arabic words without the marks fathatan, dammatan and kasratan (UTF-8)."""

from __future__ import annotations

import re

from . import arabic
from .options import Options
from .streams import Streams

_USAGE = b"Usage: tanweenFilt.pl [ -a ] [ -i txt|ctm|stm ] Infile|- OutFile|-\n\n"
_EVERYWHERE = re.compile(rb"\xd9[\x8b\x8c\x8d]")
_AT_THE_END = re.compile(rb"\xd9[\x8b\x8c\x8d](?= |\)(?: |$)|$)")


def final_removed(text: bytes) -> bytes:
    """The text without a mark at the end of its words."""
    return _AT_THE_END.sub(b"", text)


def all_removed(text: bytes) -> bytes:
    """The text without any such mark."""
    return _EVERYWHERE.sub(b"", text)


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""

    def change(options: Options) -> arabic.Change:
        return all_removed if "a" in options.values else final_removed

    return arabic.run(words, streams, flags="a", usage=_USAGE, change=change)
