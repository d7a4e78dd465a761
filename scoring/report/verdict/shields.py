"""A rate as the JSON of which shields.io draws a badge (its "endpoint badge")."""

from __future__ import annotations

import json

from ...common.counts import percent
from ...common.gate import Gate
from .badge import colour


def render(gate: Gate) -> str:
    """The name of the rate, the rate and its colour.

    >>> print(render(Gate("score", "WER", "hyp.trn", 0.05)), end="")
    {"schemaVersion": 1, "label": "WER", "message": "5.0 %", "color": "#2b7a1f"}
    """
    message = "-" if gate.after is None else percent(gate.after)
    return json.dumps({"schemaVersion": 1, "label": gate.measure, "message": message, "color": colour(gate)}) + "\n"
