"""A verdict as SARIF 2.1.0, which code hosts show next to the lines of files."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ...common.gate import Gate, Place
from ...common.version import __version__

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_RULES = {
    "rate": "The error rate is within its limit",
    "utterance": "An utterance does not raise the error rate above its limit",
}


def render(gate: Gate) -> str:
    """One run: of a failed gate the verdict and the worst utterances, of a kept one no results."""
    driver = {
        "name": "scorelite",
        "version": __version__,
        "informationUri": "https://github.com/scorelite/scorelite",
        "rules": [{"id": name, "shortDescription": {"text": text}} for name, text in _RULES.items()],
    }
    results = []
    if gate.verdict is not None and not gate.verdict.passed:
        results.append(_result("rate", "error", gate.verdict.reason, Place("", "", gate.path)))
        results += [_result("utterance", "warning", f"{place.id}: {place.text}", place) for place in gate.worst]
    run = {"tool": {"driver": driver}, "results": results, "properties": {"command": gate.command, **gate.numbers()}}
    document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _result(rule: str, level: str, text: str, place: Place) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(place.path)}}
    if place.line:
        physical["region"] = {"startLine": place.line}
    return {
        "ruleId": rule,
        "ruleIndex": [*_RULES].index(rule),
        "level": level,
        "message": {"text": text},
        "locations": [{"physicalLocation": physical}],
    }


def _uri(path: str) -> str:
    """The address of a file, relative where the path is; `-` is standard input."""
    if os.path.isabs(path):
        return Path(path).as_uri()
    return quote(os.fsencode(path.replace(os.sep, "/"))) if path != "-" else "stdin"
