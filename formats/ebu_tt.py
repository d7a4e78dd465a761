"""EBU-TT: TTML as broadcasters exchange it in production."""

from __future__ import annotations

from .engine.timed_text import EBU, Dialect

_VERSION = "<ebuttm:documentEbuttVersion>v1.0</ebuttm:documentEbuttVersion>"
DIALECT = Dialect(
    "ebu-tt",
    "EBU-TT, for production",
    root=EBU,
    metadata=f"<ebuttm:documentMetadata>{_VERSION}</ebuttm:documentMetadata>",
)
read, write, sniff = DIALECT.read, DIALECT.write, DIALECT.sniff
FORMAT = DIALECT.format()
