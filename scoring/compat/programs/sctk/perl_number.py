"""Numbers as Perl reads them."""

from __future__ import annotations

_NUMBER = rb"\s*([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)"


def number(text: bytes) -> float:
    """The number at the begin of a text, as Perl reads it; 0 if there is none.

    >>> number(b"1.5x"), number(b"*")
    (1.5, 0.0)
    """
    if text.replace(b".", b"", 1).isdigit():
        return float(text)
    import re  # programs start without it

    match = re.match(_NUMBER, text)
    return float(match[1]) if match else 0.0
