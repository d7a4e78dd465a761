"""The head of every page: the main number in large type, its interval, a bar of its errors, and a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from ...common.key_figure import KeyFigure, Share
from .page import Markup, element

# The width of a bar in its own units.
_WIDE = 1000
# Classes of CSS by the letters of errors.
CLASSES = {"S": "swatch substituted", "D": "swatch deleted", "I": "swatch inserted"}


def card(title: str, figure: KeyFigure, *remarks: str) -> Markup:
    """The card of one result; remarks stand below in small type.

    >>> card("Diarisation of a.rttm", KeyFigure("9.0 %", "DER", parts=(Share("D", "9.0 % missed", 0.09),)))[:57]
    '<header class="card"><h1>Diarisation of a.rttm</h1><table'
    """
    cells = [element("td", figure.number, " ", element("small", figure.name), class_="rate")]
    if figure.rate is not None:
        most = max(figure.rate, figure.ends[1] if figure.ends else 0.0) or 1.0
        label = ", ".join(filter(None, (figure.number, figure.interval)))
        cells.append(element("td", bar(figure.parts, figure.ends, most, label), class_="bars"))
    parts = [element("span", part.text, class_=CLASSES[part.kind]) for part in figure.parts]
    shown = Markup(": ".join(filter(None, (element("span", figure.summary), ", ".join(parts)))))
    cells += [element("td", figure.interval, class_="between"), element("td", shown, class_="text")]
    row = element("tr", *cells, class_="best")
    lines = [element("p", remark, class_="quiet") for remark in remarks if remark]
    return element(
        "header",
        element("h1", title),
        element("table", element("tbody", row), class_="results single"),
        *lines,
        class_="card",
    )


def bar(parts: Sequence[Share], ends: tuple[float, float] | None, most: float, label: str) -> Markup:
    """A rate as a bar of its kinds of errors, and on it the interval as a line with two ends."""
    scale = _WIDE / most
    drawn, x = [], 0.0
    for part in parts:
        drawn.append(f'<rect class="kind-{part.kind}" x="{x:.1f}" y="3" width="{part.rate * scale:.1f}" height="14"/>')
        x += part.rate * scale
    if ends:
        low, high = (end * scale for end in ends)
        steps = ((low, 9, high - low, 2), (low - 2, 4, 4, 12), (high - 2, 4, 4, 12))
        for left, y, wide, tall in steps:
            drawn.append(f'<rect class="whisker" x="{left:.1f}" y="{y}" width="{wide:.1f}" height="{tall}"/>')
    opened = element(
        "svg", viewBox=f"-2 0 {_WIDE + 4} 20", preserveAspectRatio="none", role="img", aria_label=label
    ).removesuffix("</svg>")
    return Markup(f"{opened}{''.join(drawn)}</svg>")
