"""IMSC 1, the text profile of TTML for streaming."""

from __future__ import annotations

from .engine.timed_text import TTML, Dialect

DIALECT = Dialect(
    "imsc",
    "IMSC 1, the text profile",
    root=(("ttp:profile", f"{TTML}/profile/imsc1/text"), ("ttp:timeBase", "media")),
)
read, write, sniff = DIALECT.read, DIALECT.write, DIALECT.sniff
FORMAT = DIALECT.format()
