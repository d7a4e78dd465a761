"""Signatures of meetings, read back."""

from __future__ import annotations

from typing import Any

from ..common.signed import Signed, amount, chain_of, parts_of, signed
from .measures import measure_of
from .settings import MeetingSettings

_EXAMPLE = "cp|policy:kaldi_wer|case:kept|sort:segment/segment|missing:error"


def read(signature: str, normalise: Any = None) -> Signed:
    """The measure and the settings of a signature; rules of a user, of which it holds a few digits, are given again.

    >>> read("scorelite:0.1.0|tcp|policy:kaldi_wer|case:folded|sort:word/kept|collar:5.0|timing:none/none").keywords()[
    ...     "hyp_sort"
    ... ]
    'kept'
    """
    parts = _parts(signature)
    measure = measure_of(parts["measure"])
    settings: dict[str, Any] = {
        "policy": parts.get("policy", "kaldi_wer"),
        "case_sensitive": parts.get("case", "kept") == "kept",
        "unit": parts.get("unit", "word"),
        "markup": "markup" in parts,
        "optional_words": "optional" in parts,
        "fragments": "fragments" in parts,
    }
    if "like" in parts:
        settings["like"] = parts["like"]
    for key in ("sort", "timing"):
        if key in parts:
            settings[f"ref_{key}"], _, settings[f"hyp_{key}"] = parts[key].partition("/")
    if measure.timed:
        settings["collar"] = None if parts.get("collar") == "None" else amount(parts, "collar", None)
    if "normalise" in parts:
        settings["normalise"] = chain_of(parts["normalise"], normalise)
    made = [measure.name, MeetingSettings(**settings).signature(measure.timed)]
    missing = {"missing": parts["missing"]} if "missing" in parts else {}
    made += [f"missing:{rule}" for rule in missing.values()]
    made += ["uem:yes"] * (parts.get("uem") == "yes")  # a file, which is given again
    return signed(parts, _parts("|".join(made)), {"measure": measure.name, **settings, **missing})


def _parts(signature: str) -> dict[str, str]:
    return parts_of(signature, ("measure",), _EXAMPLE)
