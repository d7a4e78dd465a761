"""Colours of pictures, in light and in dark: those of the palette, which pages have too."""

from __future__ import annotations

from ....formats.values import dataclass
from ...common.palette import KINDS, SERIES, SURFACES


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture."""

    paper: str
    ink: str
    quiet: str
    rule: str
    bar: str
    kinds: tuple[str, str, str]
    """Substituted, deleted and inserted words."""
    series: tuple[str, ...]
    """Systems and curves."""


def theme(shade: str) -> Theme:
    """The colours for `light` or `dark` paper.

    >>> theme("dark").paper
    '#14181c'
    """
    paper, ink, quiet, rule, bar = (getattr(SURFACES[name], shade) for name in ("paper", "ink", "quiet", "rule", "bar"))
    substituted, deleted, inserted = (getattr(KINDS[letter].bar, shade) for letter in "SDI")
    series = tuple([getattr(colour, shade) for colour in SERIES])
    return Theme(paper, ink, quiet, rule, bar, (substituted, deleted, inserted), series)
