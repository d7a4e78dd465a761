"""Signatures of keyword scoring, read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...formats.errors import UsageError
from ..common.signed import Signed, amount, chain_of, parts_of, signed
from .convention import CONVENTIONS
from .settings import KwsSettings

_EXAMPLE = "kws:scorelite|trials:1 per second|gap:0.5|tolerance:0.5"
_OF_FILES = ("case", "decisions", "language", "group")
"""Facts of the files that were scored, which are no settings."""
_NUMBERS = ("gap", "tolerance", "cost", "value", "prior")
_FLAGS = {
    "empty": ("include_empty", {"counted": True, "no": False}),
    "unlisted": ("listed_only", {"no": True, "missed": False}),
    "pooled": ("pooled", {"yes": True, "no": False}),
    "curve": ("corners", {"corners": True, "all": False}),
}


def read(signature: str, normalise: Any = None) -> Signed:
    """The settings of a signature, as fields of `KwsSettings`.

    >>> read("kws:scorelite|trials:2 per second|gap:0.5|tolerance:0.5|cost:0.1|value:1|prior:0.0001|empty:no|"
    ...      "unlisted:missed|pooled:yes|curve:all|prefilters:no|case:folded|decisions:given").keywords()["pooled"]
    True
    """
    parts = {key: value for key, value in _parts(signature).items() if key not in _OF_FILES}
    settings: dict[str, Any] = {name: amount(parts, name, None) for name in _NUMBERS if name in parts}
    if parts.get("trials") == "segments":
        settings["segments"] = True
    else:
        settings["trials_per_second"] = amount(parts, "trials", 1, " per second")
    for key, (name, values) in _FLAGS.items():
        if key in parts:
            settings[name] = _value(parts, key, values)
    if parts.get("prefilters", "no") != "no":
        settings["prefilters"] = tuple(parts["prefilters"].split("+"))
    if "normalise" in parts:
        settings["normalise"] = chain_of(parts["normalise"], normalise)
    settings["convention"] = _value(parts, "kws", CONVENTIONS)
    return signed(parts, _parts(KwsSettings(**settings).signature), settings)


def _value(parts: Mapping[str, str], key: str, values: Mapping[str, Any]) -> Any:
    if parts.get(key) not in values:
        raise UsageError(f"{key} is {parts.get(key)!r} in a signature; expected one of: {', '.join(values)}")
    return values[parts[key]]


def _parts(signature: str) -> dict[str, str]:
    return parts_of(signature, (), _EXAMPLE)
