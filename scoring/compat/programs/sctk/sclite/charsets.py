"""Encodings and case profiles under the names that -e accepts."""

from __future__ import annotations

from ...... import core

_ENCODINGS = {b"euc": "gb", b"gb": "gb", b"ext_ascii": "ext_ascii", b"ascii": "ascii", b"utf-8": "utf-8"}
_PROFILES = (
    b"generic",
    b"babel_turkish",
    b"babel_vietnamese",
    b"babel_lithuanian",
    b"babel_kurmanji",
    b"babel_cebuano",
    b"babel_kazakh",
    b"babel_mongolian",
    b"babel_guarani",
    b"ukrainian",
)
# Only master has it.
_NEW_PROFILE = b"ukrainian"


def charset(encoding: str, profile: bytes = b"generic") -> core.Charset:
    """Character set of an encoding; with UTF-8 it has the case tables of the profile."""
    if encoding != "utf-8" or profile == b"generic":
        return core.Charset(encoding, {}, {})
    lower, upper = case_tables(profile)
    return core.Charset(encoding, lower, upper)


def find_encoding(name: bytes, current: core.Charset | None) -> str | None:
    """Encoding of this name in either case, or None."""
    for spelling, encoding in _ENCODINGS.items():
        if _same(name, spelling.upper(), current):
            return encoding
    return None


def find_profile(name: bytes, current: core.Charset, release: str) -> bytes | None:
    """Case profile of this name in either case, or None."""
    for profile in _PROFILES:
        if _same(name, profile, current) and (profile != _NEW_PROFILE or release == "master"):
            return profile
    return None


def case_tables(profile: bytes) -> tuple[dict[int, int], dict[int, int]]:
    """Code points beyond ASCII that a profile folds to lower and to upper case."""
    from ...... import resources

    lower: dict[int, int] = {}
    upper: dict[int, int] = {}
    with open(resources.__path__[0] + "/case_tables.tsv", "rb") as file:
        for line in file:
            if line.startswith(profile + b"\t"):
                _, direction, source, target = line.split()
                (upper if direction == b"upper" else lower)[int(source[2:], 16)] = int(target[2:], 16)
    return lower, upper


def _same(name: bytes, spelling: bytes, current: core.Charset | None) -> bool:
    """True if equal under the case folding of an earlier -e: in Turkish, `ascii` is not `ASCII`."""
    if current is None:
        return name.lower() == spelling.lower()
    try:
        return current.fold(name) == current.fold(spelling)
    except core.TextError:
        return False
