"""Option `--with` of `scorelite score`: analyses of the errors, any number, on one alignment."""

from __future__ import annotations

from ...formats.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from ..analysis.breakdown import Breakdown
    from ..words.result import Result
    from .colour import Paint


def add_with(group: argparse._ArgumentGroup) -> None:
    """Adds the option."""
    group.add_argument(
        "--with",
        dest="analyses",
        metavar="NAME[=ARGUMENT]",
        action="append",
        default=[],
        help="what the errors are, beside how many: classes=FILE (errors by class of words, as a file of marks says); "
        "several as in NAME,NAME=FILE or with the option given again",
    )


def wanted(words: Sequence[str]) -> dict[str, str | None]:
    """The analyses that the option names, with their arguments.

    >>> wanted(["failures,classes=marks.jsonl", "slices=gender"])
    {'failures': None, 'classes': 'marks.jsonl', 'slices': 'gender'}
    """
    chosen: dict[str, str | None] = {}
    for part in (part.strip() for word in words for part in word.split(",")):
        name, equals, argument = part.partition("=")
        if not name or (equals and not argument):
            raise UsageError(f"--with has {part!r}; expected a name, or NAME=ARGUMENT as in classes=marks.jsonl")
        if name in chosen:
            raise UsageError(f"--with names {name} twice; expected each analysis once")
        chosen[name] = argument if equals else None
    return chosen


def analysed(result: Result, words: Sequence[str]) -> Mapping[str, Breakdown]:
    """The analyses that the option names."""
    return result.analyse(wanted(words)) if words else {}


def analysis_lines(analyses: Mapping[str, Breakdown], paint: Paint) -> Iterator[str]:
    """The text of all analyses, a blank line before each."""
    for breakdown in analyses.values():
        title, *lines = breakdown.lines()
        yield from ("", paint.strong(title), *lines)


def analyses_dict(analyses: Mapping[str, Breakdown]) -> dict[str, Any]:
    """The analyses as JSON has them, beside everything else; nothing without any."""
    return {"analyses": {name: breakdown.to_dict() for name, breakdown in analyses.items()}} if analyses else {}
