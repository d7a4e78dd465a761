"""Numbers as Perl reads them."""

from __future__ import annotations

import re

_NUMBER = re.compile(rb"\s*([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)")


def number(text: bytes) -> float:
    """The number at the begin of a text, as Perl reads it; 0 if there is none.

    >>> number(b"1.5x"), number(b"*")
    (1.5, 0.0)
    """
    found = _NUMBER.match(text)
    return float(found[1]) if found else 0.0
