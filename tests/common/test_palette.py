"""Colours of the palette can be read on every paper of their theme."""

from __future__ import annotations

import pytest

from scorelite.scoring.common.palette import KINDS, SURFACES, variables


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_ink_can_be_read_on_every_paper(theme: str) -> None:
    inks = {name: SURFACES[name] for name in ("ink", "quiet", "accent", "alarm", "good")}
    inks |= {kind.name: kind.ink for kind in KINDS.values()}
    papers = {name: SURFACES[name] for name in ("paper", "raised", "chosen")}
    papers |= {kind.name: kind.paper for kind in KINDS.values()}
    actual = {
        (ink, paper): contrast(getattr(inks[ink], theme), getattr(papers[paper], theme))
        for ink in inks
        for paper in papers
    }
    assert not {names: ratio for names, ratio in actual.items() if ratio < 4.5}
    bars = {
        (name, paper): contrast(getattr(kind.bar, theme), getattr(SURFACES[paper], theme))
        for name, kind in KINDS.items()
        for paper in ("paper", "raised")
    }
    assert not {names: ratio for names, ratio in bars.items() if ratio < 3}


def test_variables_name_every_colour_in_both_themes() -> None:
    text = variables()
    for name in (*SURFACES, *(kind.name for kind in KINDS.values())):
        assert text.count(f"  --{name}: #") == 2
