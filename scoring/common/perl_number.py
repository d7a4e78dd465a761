"""Numbers as Perl reads them, which wrote the reports and reads the files of NIST's programs."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"[ \t\n\v\f\r]*[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")


def perl_number(text: str) -> float:
    """The number at the start of a text, as Perl reads it; 0 without one.

    >>> perl_number("1.5s"), perl_number("<NA>"), perl_number("1e1")
    (1.5, 0.0, 10.0)
    """
    match = _NUMBER.match(text)
    if match:
        return float(match[0])
    word = text.strip().lower().lstrip("+")
    if word.removeprefix("-").startswith(("inf", "nan")):
        return float(word[:4] if word[0] == "-" else word[:3])
    return 0.0
