"""A verdict as JSON, for scripts."""

from __future__ import annotations

from json import dumps
from typing import Any

from ...common.gate import Gate, Place


def render(gate: Gate) -> str:
    """One object; rates are fractions, and null stands for what is undefined or was not asked for."""
    low, high = gate.interval or (None, None)
    document: dict[str, Any] = {
        "command": gate.command,
        "measure": gate.measure,
        "file": gate.path,
        "limit": None if gate.verdict is None else gate.verdict.to_dict(),
        "allowed": gate.allowed or None,
        "before": gate.before,
        "after": gate.after,
        "low": low,
        "high": high,
        "worst": [*map(_place, gate.worst)],
    }
    if gate.analyses:
        document["analyses"] = {name: analysis.to_dict() for name, analysis in gate.analyses.items()}
    return dumps(document, ensure_ascii=False, indent=2) + "\n"


def _place(place: Place) -> dict[str, Any]:
    return {"id": place.id, "file": place.path, "line": place.line or None, "text": place.text}
