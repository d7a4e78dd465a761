"""Encodings and case profiles by the names that -e takes."""

from __future__ import annotations

import scoring._core as core

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
# This one came with the newer release.
_NEW_PROFILE = b"ukrainian"


def charset(encoding: str, profile: bytes = b"generic") -> core.Charset:
    """The encoding with the case tables of the profile, which only UTF-8 looks at."""
    if encoding != "utf-8" or profile == b"generic":
        return core.Charset(encoding, {}, {})
    lower, upper = case_tables(profile)
    return core.Charset(encoding, lower, upper)


def find_encoding(name: bytes, current: core.Charset | None) -> str | None:
    """The encoding of that name, in any case."""
    for known, encoding in _ENCODINGS.items():
        if _same(name, known.upper(), current):
            return encoding
    return None


def find_profile(name: bytes, current: core.Charset, release: str) -> bytes | None:
    """The case profile of that name, in any case."""
    for known in _PROFILES:
        if _same(name, known, current) and (known != _NEW_PROFILE or release != "2.4.10"):
            return known
    return None


def case_tables(profile: bytes) -> tuple[dict[int, int], dict[int, int]]:
    """The code points that a profile folds to lower and to upper case, beyond ASCII's own."""
    import resources

    lower: dict[int, int] = {}
    upper: dict[int, int] = {}
    with open(resources.__path__[0] + "/case_tables.tsv", "rb") as file:
        for line in file:
            if line.startswith(profile + b"\t"):
                _, direction, source, target = line.split()
                (upper if direction == b"upper" else lower)[int(source[2:], 16)] = int(target[2:], 16)
    return lower, upper


def _same(name: bytes, known: bytes, current: core.Charset | None) -> bool:
    """Equal under the case folding in force, which is that of an earlier -e: Turkish has `ascii` unlike `ASCII`."""
    if current is None:
        return name.lower() == known.lower()
    try:
        return current.fold(name) == current.fold(known)
    except core.TextError:
        return False
