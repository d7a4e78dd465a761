"""EBU-TT-D: TTML as broadcasters distribute it. It has no agents: speakers differ in colour."""

from __future__ import annotations

from .engine.timed_text import EBU, Dialect

_STANDARD = "<ebuttm:conformsToStandard>urn:ebu:tt:distribution:2014-01</ebuttm:conformsToStandard>"
DIALECT = Dialect(
    "ebu-tt-d",
    "EBU-TT-D, for distribution",
    root=EBU,
    metadata=f"<ebuttm:documentMetadata>{_STANDARD}</ebuttm:documentMetadata>",
    speakers=False,
)
read, write, sniff = DIALECT.read, DIALECT.write, DIALECT.sniff
FORMAT = DIALECT.format()
