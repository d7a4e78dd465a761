"""Signatures of segments, read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...formats.errors import UsageError
from ..common.signed import Signed, amount, parts_of, signed
from .measures import measure_of

_EXAMPLE = "diarisation|md-eval|collar:0.25s each side|overlap:include|missing:delete"
_NAMELESS = {
    **dict.fromkeys(("diarisation", "detection", "overlaps"), "convention"),
    **dict.fromkeys(("events", "clusters"), "pairs"),
}
_COSTS = ("substitution", "non_overlap", "deletion", "insertion")


def read(signature: str) -> Signed:
    """The measure and the settings of a signature.

    >>> read("scorelite:0.1.0|diarisation|pyannote|collar:0.25s each side|overlap:exclude|missing:skip").keywords()
    {'measure': 'diarisation', 'collar': 0.25, 'overlap': 'exclude', 'convention': 'pyannote', 'missing': 'skip'}
    """
    parts = _parts(signature)
    if "measure" not in parts:
        raise UsageError(f"a signature without the name of a measure; expected one such as {_EXAMPLE}")
    measure = measure_of(parts["measure"])
    settings = _settings(measure.name, parts)
    made = [measure.name, measure.settings(**settings).signature]
    missing = {"missing": parts["missing"]} if "missing" in parts else {}
    made += [f"missing:{rule}" for rule in missing.values()]
    made += ["uem:yes"] * (parts.get("uem") == "yes")  # a file, which is given again
    made += ["average:mean"] * (parts.get("average") == "mean")  # of recordings: no setting, but another number
    return signed(parts, _parts("|".join(made)), {"measure": measure.name, **settings, **missing})


def _settings(measure: str, parts: Mapping[str, str]) -> dict[str, Any]:
    """The settings of a measure."""
    if measure in ("diarisation", "detection"):
        return {
            "collar": amount(parts, "collar", 0.0, "s each side"),
            "overlap": parts.get("overlap", "include"),
            "convention": parts.get("convention", "md-eval"),
            **({"like": parts["like"]} if "like" in parts else {}),
        }
    if measure == "overlaps":
        convention = parts.get("convention", "md-eval")
        return {"collar": amount(parts, "collar", 0.0, "s each side"), "convention": convention}
    if measure == "events":
        return {**_pairs(parts), "every_overlap": parts.get("pairs") == "every-overlap"}
    if measure == "sound-events":
        is_free = parts.get("offset") == "no"
        return {
            "collar": amount(parts, "collar", 0.2, "s"),
            "onset": parts.get("onset") != "no",
            "offset": not is_free,
            **({} if is_free else {"length_part": amount(parts, "offset", 0.5)}),
        }
    keys = {"classes": ("merge", "merge"), "sound-segments": ("resolution", "resolution")}
    keys["boundaries"] = ("collar", "tolerance")
    name, key = keys.get(measure, ("", ""))
    return {name: amount(parts, key, None, "s")} if key in parts else {}


def _pairs(parts: Mapping[str, str]) -> dict[str, Any]:
    """The settings of pairs of events."""
    keys = {"minimum_overlap": "overlap", "start_within": "start", "end_within": "end"}
    settings: dict[str, Any] = {name: amount(parts, key, None, "s") for name, key in keys.items() if key in parts}
    if "costs" in parts:
        costs = {str(place): text for place, text in enumerate(parts["costs"].split("/"))}
        settings |= {name: amount(costs, str(place), None) for place, name in enumerate(_COSTS) if str(place) in costs}
    return settings


def _parts(signature: str) -> dict[str, str]:
    measure = next((part for part in signature.strip().split("|") if ":" not in part), "")
    return parts_of(signature, ("measure", *filter(None, [_NAMELESS.get(measure)])), _EXAMPLE)
