"""Pictures as tests read them: as SVG, whose texts are texts and whose marks are named."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

from scorelite.scoring.report import plotted
from scorelite.scoring.report.engine.pictures import saved
from tests.peers import peer

_SVG = "{http://www.w3.org/2000/svg}"


def svg(sides: Any, kind: str, **options: Any) -> ElementTree.Element:
    """The picture of one result or of several, parsed."""
    peer("matplotlib")
    results: Sequence[Any] = sides if isinstance(sides, (list, tuple)) else [sides]
    return ElementTree.parse(BytesIO(saved(plotted(results, None, kind, **options), "svg"))).getroot()


def texts(sides: Any, kind: str, **options: Any) -> list[str]:
    """All texts of the picture."""
    return ["".join(text.itertext()) for text in svg(sides, kind, **options).iter(f"{_SVG}text")]


def marks(sides: Any, kind: str, name: str = "mark", **options: Any) -> int:
    """The number of parts of the picture that have this name."""
    return sum(part.get("id") == name for part in svg(sides, kind, **options).iter(f"{_SVG}g"))
