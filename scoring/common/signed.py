"""Signatures read back: the keywords that score by one, and the parts in which two differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...formats.errors import UsageError, short
from ...formats.values import dataclass
from .version import __version__


@dataclass(frozen=True, slots=True)
class Signed:
    """A signature of meetings, segments or keywords, and the keywords of the functions that score by it."""

    parts: tuple[tuple[str, str], ...]
    """The parts that decide a number, without the version of scorelite and facts of files."""
    settings: Mapping[str, Any]

    @property
    def signature(self) -> str:
        """The parts in one line."""
        return "|".join(value if key in NAMELESS else f"{key}:{value}" for key, value in self.parts)

    def keywords(self) -> dict[str, Any]:
        """The keywords of the functions that score by this signature."""
        return dict(self.settings)

    def unlike(self, other: Signed) -> Iterator[tuple[str, str, str]]:
        """The parts that differ: the part, its value here, and its value there; empty for none."""
        yield from unlike(dict(self.parts), dict(other.parts))


NAMELESS = ("measure", "convention", "pairs")
"""The parts of which a signature holds the value alone."""


def unlike(mine: Mapping[str, str], theirs: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """The parts of two signatures that differ, with both values; empty for none.

    >>> list(unlike({"case": "kept", "unit": "word"}, {"case": "folded", "unit": "word", "missing": "skip"}))
    [('case', 'kept', 'folded'), ('missing', '', 'skip')]
    """
    for part in {**mine, **theirs}:
        if mine.get(part, "") != theirs.get(part, ""):
            yield part, mine.get(part, ""), theirs.get(part, "")


def parts_of(signature: str, nameless: Sequence[str], example: str) -> dict[str, str]:
    """The parts of a signature without the version; its first values without a key are those of `nameless`."""
    parts: dict[str, str] = {}
    waiting = [*nameless]
    for part in signature.strip().split("|"):
        key, colon, value = part.partition(":")
        if not colon:
            if not waiting:
                raise UsageError(f"{short(part)!r} is not a part of a signature; expected one such as {example}")
            key, value = waiting.pop(0), part
        if key in parts:
            raise UsageError(f"{key} is in a signature twice: {short(signature, 200)}")
        parts[key] = value
    parts.pop("scorelite", None)
    return parts


def amount(parts: Mapping[str, str], key: str, usual: float | None, unit: str = "") -> float | None:
    """A part that is a number with a unit behind it."""
    if key not in parts:
        return usual
    text = parts[key].removesuffix(unit)
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"{key} is {parts[key]!r} in a signature; expected a number") from None


def chain_of(label: str, normalise: Any) -> Any:
    """The names of the normalisers in a part of a signature, without their versions, or the rules given for it."""
    if normalise is not None:
        return normalise
    # Imported only now: tables of rules are large, and most signatures have none.
    from ..normalise.catalogue import NORMALISERS

    names = [name.partition("@")[0] for name in label.split("+")]
    built_in = {normaliser.name for normaliser in NORMALISERS}
    for name in names:
        if name not in built_in and (":" in name or "." in name):
            raise UsageError(
                f"normalise:{label} in a signature stands for rules of a user, which it does not hold; expected "
                "normalise= "
                "(--normalise)"
            )
    return names


def signed(parts: Mapping[str, str], made: Mapping[str, str], settings: Mapping[str, Any]) -> Signed:
    """The signature of these parts; a UsageError where the settings that they stand for print other parts."""
    for part, there, here in unlike(parts, made):
        made_here = f"scorelite {__version__} makes {part}:{here or 'nothing'}"
        raise UsageError(
            f"{part}:{there or 'nothing'} in a signature, where {made_here}; expected the version that printed it"
        )
    return Signed(tuple(parts.items()), settings)
