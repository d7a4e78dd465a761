"""Colours of pictures, in light and in dark; those of a theme can be told apart by people who see few colours."""

from __future__ import annotations

from ....formats.values import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture."""

    paper: str
    ink: str
    quiet: str
    rule: str
    bar: str
    substituted: str
    missed: str
    inserted: str
    correct: str
    systems: tuple[str, ...]


LIGHT = Theme(
    paper="#ffffff",
    ink="#1d2329",
    quiet="#55606b",
    rule="#d4dae0",
    bar="#4a86c5",
    substituted="#c8402f",
    missed="#e8a33d",
    inserted="#7b52ab",
    correct="#0072b2",
    systems=("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"),
)
DARK = Theme(
    paper="#14181c",
    ink="#e6eaee",
    quiet="#a3aeb9",
    rule="#3a434c",
    bar="#4f8fce",
    substituted="#e5604f",
    missed="#f5b861",
    inserted="#a884d8",
    correct="#56b4e9",
    systems=("#56b4e9", "#ff8a4c", "#2fbf94", "#e59ac4", "#f0d442", "#8fb8ff", "#e6eaee"),
)
