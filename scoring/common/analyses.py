"""The analyses of a result, each declared once: their names, arguments and help, for which no analysis is imported."""

from __future__ import annotations

from ...formats.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """An analysis: what it is called, what it shows, and the argument that it takes."""

    name: str
    """Its name in `--with`, in Python and in JSON."""
    summary: str
    """What it shows, for the help."""
    argument: str = ""
    """The argument as the help shows it; empty for an analysis without one."""
    needed: bool = False
    """Whether the argument may not be left out."""
    has_option: bool = False
    """Whether two systems are compared by an option of its own, because each has an argument."""
    in_meetings: bool = False
    """Whether meetings have it: it needs words alone, and no timestamps or confidences of theirs."""

    @property
    def shown(self) -> str:
        """The name with its argument.

        >>> Declared(name="failures", summary="", argument="KIND:N/...").shown
        'failures[=KIND:N/...]'
        """
        if not self.argument:
            return self.name
        return f"{self.name}={self.argument}" if self.needed else f"{self.name}[={self.argument}]"


ANALYSES = (
    Declared(
        name="classes",
        summary='errors by class of words: lines such as {"class": "name", "phrases": ["ann lee"]}, or kinds-en',
        argument="FILE",
        needed=True,
        in_meetings=True,
    ),
    Declared(
        name="slices",
        summary="rates by group, such as gender",
        argument="COLUMN",
        needed=True,
        in_meetings=True,
    ),
    Declared(
        name="confidence",
        summary="calibration and ranking of confidences",
        argument="bins:N",
    ),
    Declared(
        name="failures",
        summary="dropouts, loops, hallucinated text ...",
        argument="KIND:N/...",
        in_meetings=True,
    ),
    Declared(
        name="punctuation",
        summary="punctuation ('.,?!') and capitals",
        argument="MARKS",
        in_meetings=True,
    ),
    Declared(
        name="writing",
        summary="errors by cause: case, numbers, spelling ...",
        argument="LANGUAGE",
        in_meetings=True,
    ),
    Declared(name="diacritics", summary="Arabic diacritics of words whose letters are right", in_meetings=True),
    Declared(
        name="measures",
        summary="scores of other programs by id, such as BERTScore",
        argument="FILE",
        needed=True,
        has_option=True,
    ),
    Declared(
        name="mdd",
        summary="mispronunciations, by the canonical phones in FILE",
        argument="FILE",
        needed=True,
    ),
    Declared(
        name="nbest",
        summary="n-best lists; without FILE, those of the hypothesis",
        argument="FILE",
    ),
    Declared(name="rules", summary="errors that each rule of equivalents saved"),
    Declared(
        name="times",
        summary="errors of word timings",
        argument="collar:SECONDS/onset:SECONDS",
    ),
)
"""In the order in which they are listed."""
BY_NAME = {each.name: each for each in ANALYSES}
