"""Words and colours of errors, and the colours around them, for pages, the service, pictures and the terminal."""

from __future__ import annotations

from ...formats.values import dataclass


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour on light paper, and on dark paper."""

    light: str
    dark: str


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of errors: what one error and a count are called, colours (words, paper, bars), a terminal's code."""

    name: str
    noun: str
    ink: Colour
    paper: Colour
    bar: Colour
    terminal: str


# By the letters of alignments.
KINDS = {
    "S": Kind(
        "substituted",
        "substitution",
        ink=Colour("#7a4700", "#f5bd6a"),
        paper=Colour("#fdf0d9", "#3a2b10"),
        bar=Colour("#c07f12", "#e3a545"),
        terminal="33",
    ),
    "D": Kind(
        "deleted",
        "deletion",
        ink=Colour("#b0201f", "#ffa29a"),
        paper=Colour("#fde9e7", "#431d1b"),
        bar=Colour("#d5433d", "#ef7f76"),
        terminal="31",
    ),
    "I": Kind(
        "inserted",
        "insertion",
        ink=Colour("#5b2a99", "#cfb0ff"),
        paper=Colour("#f0e9fb", "#2f2148"),
        bar=Colour("#8159c2", "#b08ff0"),
        terminal="35",
    ),
}

# Where labels and detections are compared in time, or by keyword, an error is called what the field calls it.
OF_LABELS = {"S": "confused", "D": "missed", "I": "false alarm"}

# What pages are made of, by the names of their variables in CSS.
SURFACES = {
    "paper": Colour("#ffffff", "#14181c"),
    "raised": Colour("#f4f6f8", "#1f252b"),
    "ink": Colour("#1d2329", "#e6eaee"),
    "quiet": Colour("#55606b", "#a3aeb9"),
    "rule": Colour("#d4dae0", "#3a434c"),
    "edge": Colour("#848f9a", "#6d7883"),
    "accent": Colour("#0b57a4", "#8cc2ff"),
    "chosen": Colour("#dcebfa", "#1d3a57"),
    "bar": Colour("#4a86c5", "#4f8fce"),
    "alarm": Colour("#a3180c", "#ff9d91"),
    "good": Colour("#17652f", "#8fdba6"),
}

# Systems, speakers and curves: a printer without colours, and most people who see few of them, can tell them apart.
SERIES = (
    Colour("#0072b2", "#56b4e9"),
    Colour("#d55e00", "#ff8a4c"),
    Colour("#009e73", "#2fbf94"),
    Colour("#cc79a7", "#e59ac4"),
    Colour("#e69f00", "#f0d442"),
    Colour("#56b4e9", "#8fb8ff"),
    Colour("#000000", "#e6eaee"),
)


def variables() -> str:
    """The palette as variables of CSS: `--deleted`, `--deleted-paper` and `--deleted-bar`.

    >>> variables().splitlines()[2]
    '  --paper: #ffffff;'
    """
    colours = dict(SURFACES) | {f"voice-{number}": colour for number, colour in enumerate(SERIES)}
    for kind in KINDS.values():
        colours |= {kind.name: kind.ink, f"{kind.name}-paper": kind.paper, f"{kind.name}-bar": kind.bar}
    light, dark = (
        "".join(f"  --{name}: {getattr(colour, theme)};\n" for name, colour in colours.items())
        for theme in ("light", "dark")
    )
    scheme = "@media (prefers-color-scheme: dark)"
    return f":root {{\n  color-scheme: light dark;\n{light}}}\n{scheme} {{ :root {{\n{dark}}} }}\n"
