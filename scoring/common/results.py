"""Functions that words, keywords and segments share to keep the protocol of results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...formats.errors import MismatchError, UsageError, quantity, short
from ...formats.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeAlias, TypeVar

    from .protocols import Parted, Reported

    Own = TypeVar("Own")

Missing: TypeAlias = "Literal['error', 'skip', 'delete']"
_SHOWN = 5
_INFINITY = float("inf")
# Of the largest float.
_BITS = 1023
# One side's times are so many times the other's only where they have another unit.
_OTHER_UNIT = 50


class Immutable:
    """A value that is its own copy, because nothing in it ever changes."""

    __slots__ = ()

    def __copy__(self: Own) -> Own:
        return self

    def __deepcopy__(self: Own, memo: object) -> Own:
        return self


def check_threads(threads: object) -> None:
    """Refuses a number of threads that is not a whole number >= 1.

    >>> check_threads(-1)
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: threads is -1; expected a whole number >= 1
    """
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise UsageError(f"threads is {threads!r}; expected a whole number >= 1")


def check_amount(name: str, value: object) -> None:
    """Refuses a setting that is not a finite number >= 0.

    >>> check_amount("collar", 10**400)
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: collar is an integer of 1329 bits; expected a number >= 0, below 1e308
    """
    if isinstance(value, int) and value.bit_length() > _BITS:
        # Python refuses to print integers of thousands of digits.
        raise UsageError(f"{name} is an integer of {value.bit_length()} bits; expected a number >= 0, below 1e308")
    if not isinstance(value, (int, float)) or not 0 <= value < _INFINITY:
        raise UsageError(f"{name} is {value!r}; expected a number >= 0")


def other_unit(ref: float, hyp: float) -> str:
    """A remark on the last times of both sides, if one may be in milliseconds, frames or samples; empty for none.

    >>> other_unit(2.8, 2800.0), other_unit(2.8, 3.0)
    ('times of the hypothesis go up to 2800, those of the reference to 2.8: are both in seconds?', '')
    """
    if min(ref, hyp) <= 0 or max(ref, hyp) < _OTHER_UNIT * min(ref, hyp):
        return ""
    (less, lower), (more, upper) = sorted([(ref, "reference"), (hyp, "hypothesis")])
    return f"times of the {upper} go up to {more:g}, those of the {lower} to {less:g}: are both in seconds?"


def report(result: Reported, name: str, **options: Any) -> bytes:
    """A report of a result.

    The only import by name from a result to its reports: these are built on results, and results work without them.
    """
    from importlib import import_module

    found: bytes = import_module("scorelite.scoring.report").report(result, name, **options)
    return found


def plot(result: Reported, name: str) -> bytes:
    """A picture of a result; its file name says what to draw."""
    from importlib import import_module

    found: bytes = import_module("scorelite.scoring.report").picture(result, name)
    return found


def page(result: Reported, **options: Any) -> bytes:
    """The page of a result: one HTML file that needs no other and no network."""
    from importlib import import_module

    found: bytes = import_module("scorelite.scoring.report").page(result, **options)
    return found


@dataclass(frozen=True, slots=True)
class Interval:
    """The mean of the rates of samples, and the distance from it to both ends of the interval."""

    mean: float
    reach: float


def interval(errors: Sequence[int], words: Sequence[int], replications: int, seed: int) -> Interval:
    """The 95 % interval of a rate, by bootstrap samples of units; statistics are built on results, as reports are."""
    from importlib import import_module

    drawn = import_module("scorelite.scoring.maths.draws").MersenneTwister(seed)
    found: Interval = import_module("scorelite.scoring.maths.intervals").interval(errors, words, replications, drawn)
    return found


def check_missing(missing: str) -> None:
    """Refuses an unknown rule for references without hypotheses and hypotheses without references."""
    if missing not in ("error", "skip", "delete"):
        raise UsageError(f"missing {missing!r} is unknown; expected 'error', 'skip' or 'delete'")


def check_signatures(first: str, second: str) -> None:
    """Refuses to add results of different signatures."""
    if first != second:
        raise MismatchError(
            f"results of different settings cannot be added:\n  {first}\n  {second}\n"
            "Score both with the same settings, formats and version"
        )


def check_units(noun: str, repeated: Sequence[str]) -> None:
    """Refuses to add results that have a unit in common; `repeated` are the names of those."""
    if repeated:
        raise MismatchError(
            f"results with {noun}s in common cannot be added: {listed(repeated, noun)}; "
            f"leave each {noun} out of all results but one, or rename it"
        )


def joined(results: Sequence[Parted], noun: str) -> dict[str, Any]:
    """The fields of the sum of results that share no part: parts, missing, extra, and the names of files.

    `noun` is what a part is called: recording or session.
    """
    if not results:
        raise UsageError("no results to add; expected one or more")
    names: set[str] = set()
    for result in results:
        check_signatures(results[0].signature, result.signature)
        own = {part.name for part in result.parts} | {*result.missing}
        check_units(noun, sorted(names & own))
        names |= own
    return {
        "parts": tuple(sorted((part for result in results for part in result.parts), key=lambda part: part.name)),
        "missing": tuple(sorted(name for result in results for name in result.missing)),
        "extra": tuple(sorted({name for result in results for name in result.extra} - names)),
        "ref_name": _only({result.ref_name for result in results}),
        "hyp_name": _only({result.hyp_name for result in results}),
    }


def _only(names: set[str]) -> str:
    """The name that all results share; empty if they differ."""
    return names.pop() if len(names) == 1 else ""


def listed(names: Sequence[str], noun: str) -> str:
    """A count with the first five names: `7 utterances (a, b, c, d, e, ...)`.

    >>> listed(["a"], "utterance"), listed(["a", "b"], "hypothesis")
    ('1 utterance (a)', '2 hypotheses (a, b)')
    >>> listed([""], "session")
    '1 session (without a name)'
    """
    shown = [short(name) or "without a name" for name in names[:_SHOWN]]
    if len(names) > _SHOWN:
        shown.append("...")
    return f"{quantity(len(names), noun)} ({', '.join(shown)})"


def html_table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    """A table for notebooks: plain HTML without a style of its own, with a caption below.

    >>> html_table(["", "rate"], [["WER", "3.1 %"]], "a|b")
    '<table><tr><th></th><th>rate</th></tr><tr><td>WER</td><td>3.1 %</td></tr></table><p>a|b</p>'
    """
    from html import escape

    lines = ["".join(f"<th>{escape(cell)}</th>" for cell in head)]
    lines += ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table><p>{escape(caption)}</p>"
