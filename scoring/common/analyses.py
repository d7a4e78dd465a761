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
        summary='errors by class of words, in lines such as {"class": "name", "phrases": ["ann lee"]}; kinds-en for '
        "money, times, ids, mail addresses ... in print",
        argument="FILE",
        needed=True,
        in_meetings=True,
    ),
    Declared(
        name="slices",
        summary="rates by group, such as gender, with intervals and a test; COLUMN*COLUMN, COLUMN/UNIT",
        argument="COLUMN",
        needed=True,
        in_meetings=True,
    ),
    Declared(
        name="confidence",
        summary="what the confidences of words are worth: calibration, order, risk by coverage",
        argument="bins:N",
    ),
    Declared(
        name="failures",
        summary="dropouts, inserted words, bursts, loops, truncated, empty and invented texts, with places",
        argument="KIND:N/...",
        in_meetings=True,
    ),
    Declared(
        name="punctuation",
        summary="rates of marks, '.,?!' if none are named, and of capitals",
        argument="MARKS",
        in_meetings=True,
    ),
    Declared(
        name="writing",
        summary="errors by cause: case, numbers, punctuation, spelling, spacing, words",
        argument="LANGUAGE",
        in_meetings=True,
    ),
    Declared(name="diacritics", summary="Arabic diacritics of words whose letters are right", in_meetings=True),
    Declared(
        name="measures",
        summary="numbers of other programs by id, such as BERTScore: means, intervals, rank correlation",
        argument="FILE",
        needed=True,
        has_option=True,
    ),
    Declared(
        name="mdd",
        summary="mispronunciations of the canonical phones in FILE: found, missed, falsely reported, and diagnosed",
        argument="FILE",
        needed=True,
    ),
    Declared(
        name="nbest",
        summary="lists of hypotheses: the best of the first 1, 2, 4 ..., its rank, and what a rescorer won; without "
        "FILE the hypothesis file has the lists",
        argument="FILE",
    ),
    Declared(name="rules", summary="the rules of equivalents: where each was read, and the errors that it saved"),
    Declared(
        name="times",
        summary="how far the times of correct words are off, and how many are in the right place",
        argument="collar:SECONDS/onset:SECONDS",
    ),
)
"""In the order in which they are listed."""
BY_NAME = {each.name: each for each in ANALYSES}
