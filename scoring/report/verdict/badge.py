"""A rate as a badge: a small picture in SVG for a README, drawn without network or fonts of ours."""

from __future__ import annotations

from xml.sax.saxutils import escape

from ...common.counts import percent
from ...common.gate import Gate

STEPS = ((0.05, "#2b7a1f"), (0.1, "#5a7302"), (0.2, "#8a6100"), (0.3, "#b04a00"))
"""The colour of rates up to each of these, the bound included, where there is no limit."""
KEPT, NOT_KEPT, UNDEFINED = "#2b7a1f", "#b3261e", "#5c5c5c"
# Widths in pixels of a letter, and of the room on both sides of a text.
_LETTER, _ROOM = 7, 12


def render(gate: Gate) -> str:
    """The picture: the name of the rate on grey, the rate on its colour."""
    title, rate = gate.measure, percent(gate.after) if gate.after is not None else "-"
    left, right = (_LETTER * len(text) + _ROOM for text in (title, rate))
    said = f"{title} {rate}" if gate.verdict is None else str(gate.verdict)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img">\n'
        f"<title>{escape(said)}</title>\n"
        f'<rect width="{left}" height="20" fill="#444"/>\n'
        f'<rect x="{left}" width="{right}" height="20" fill="{colour(gate)}"/>\n'
        '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">\n'
        f'<text x="{left / 2:g}" y="14">{escape(title)}</text>\n'
        f'<text x="{left + right / 2:g}" y="14">{escape(rate)}</text>\n'
        "</g>\n</svg>\n"
    )


def colour(gate: Gate) -> str:
    """The colour of a rate: that of its verdict, or without one that of its size.

    >>> colour(Gate("score", "WER", "hyp.trn", 0.05)), colour(Gate("score", "WER", "hyp.trn", 0.31))
    ('#2b7a1f', '#b3261e')
    """
    if gate.verdict is not None:
        return KEPT if gate.verdict.passed else NOT_KEPT
    if gate.after is None:
        return UNDEFINED
    return next((shade for most, shade in STEPS if gate.after <= most), NOT_KEPT)
