"""A verdict as Markdown, which code hosts show as the summary of a job or as a comment."""

from __future__ import annotations

from ...common.counts import percent
from ...common.gate import Gate, Place
from ...common.text_tables import markdown_code, markdown_table


def render(gate: Gate) -> str:
    """The verdict as heading, the rates in a table, the worst utterances of a failed gate, then analyses."""
    heading = f"{gate.measure} {percent(gate.after)}" if gate.verdict is None else str(gate.verdict)
    lines = [f"### {heading}", "", *_rates(gate)]
    if gate.worst:
        rows = [
            [markdown_code(place.id), markdown_code(_where(place)), markdown_code(place.text)] for place in gate.worst
        ]
        lines += ["", *markdown_table(["worst utterances", "place", "errors"], rows)]
    for analysis in gate.analyses.values():
        lines += ["", *analysis.markdown()]
    return "\n".join([*lines, ""])


def _rates(gate: Gate) -> list[str]:
    """The table of rates: one row, and no column without a value."""
    low, high = gate.interval or (None, None)
    cells = {
        "file": markdown_code(gate.path),
        "before": None if gate.before is None else percent(gate.before),
        gate.measure: percent(gate.after),
        "95 % interval": None if low is None or high is None else f"{percent(low)} to {percent(high)}",
        "allowed": gate.allowed or None,
    }
    shown = {head: cell for head, cell in cells.items() if cell is not None}
    return [*markdown_table([*shown], [[*shown.values()]])]


def _where(place: Place) -> str:
    return f"{place.path}:{place.line}" if place.line else place.path
