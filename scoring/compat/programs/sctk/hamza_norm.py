"""hamzaNorm.pl: alef with madda or hamza becomes plain alef at the beginning of words (UTF-8)."""

from __future__ import annotations

import re

from . import arabic
from .streams import Streams

_USAGE = b"Usage: hamzaNorm.pl [ -i txt|ctm|stm ] Infile|- OutFile|-\n\n"
# Only a blank begins a word: neither a tab nor a bracket does.
_FORMS = re.compile(rb"(?:(?<= )|\A)\xd8[\xa2\xa3\xa5]")


def normalised(text: bytes) -> bytes:
    """The text with plain alef at the beginning of its words.

    >>> normalised("أحمد إلى".encode()).decode()
    'احمد الى'
    """
    return _FORMS.sub(b"\xd8\xa7", text)


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    return arabic.run(words, streams, flags="", usage=_USAGE, change=lambda options: normalised)
