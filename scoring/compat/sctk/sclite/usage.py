"""Usage text of sclite."""

from __future__ import annotations

from .. import resource

# The one line in which releases differ; the newer one spells a profile in a way that -e does not accept.
_PROFILES = {
    "2.4.12": b"                'babel_turkish', or 'babel_vietnamese', 'ukranian'",
    "2.4.10": b"                'babel_turkish', or 'babel_vietnamese'",
}


def usage(release: str) -> bytes:
    """Usage text of one release."""
    return resource("sctk/sclite.txt").replace(b"@PROFILES@", _PROFILES[release])
