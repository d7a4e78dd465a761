"""Usage text of sclite."""

from __future__ import annotations

from .. import resource

# The one line in which releases differ; master spells its new profile in a way that -e does not accept.
_PROFILES = b"                'babel_turkish', or 'babel_vietnamese'"
_NEW_PROFILE = b", 'ukranian'"


def usage(release: str) -> bytes:
    """Usage text of one release."""
    profiles = _PROFILES + _NEW_PROFILE if release == "master" else _PROFILES
    return resource("sctk/sclite.txt").replace(b"@PROFILES@", profiles)
