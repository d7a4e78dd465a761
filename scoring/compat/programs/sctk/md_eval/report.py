"""Report of md-eval about diarisation, under one condition."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from .speakers import FALSE_ALARM, MISS, Matrix, Sums

_RULE = "-" * 45


def conditions(place: tuple[str, str], letters: str) -> list[str]:
    """The condition of a recording by its channel, its name, or both.

    >>> conditions(("talk", "1"), "fc"), conditions(("talk", "1"), "s")
    (['c=1 f=talk'], [])
    """
    parts = [f"c={place[1]}"] * ("c" in letters.lower()) + [f"f={place[0]}"] * ("f" in letters.lower())
    return [" ".join(parts)] if parts else []


def report(sums: Sums, condition: str) -> Iterator[str]:
    """Lines of the report of a condition, such as `ALL`; a share of nothing is a division by zero, as in md-eval."""
    yield ""
    yield f"*** Performance analysis for Speaker Diarization for {condition} ***"
    yield ""
    yield from _times(sums)
    yield _RULE
    amounts = sums.amounts
    wrong = amounts["MISSED SPEAKER"] + amounts["FALARM SPEAKER"] + amounts["SPEAKER ERROR"]
    rate = 100 * wrong / amounts["SCORED SPEAKER"]
    yield f" OVERALL SPEAKER DIARIZATION ERROR = {rate:.2f} percent of scored speaker time  `({condition})"
    yield _RULE
    yield " Speaker type confusion matrix -- speaker weighted"
    yield from _matrix(sums.speakers, "  REF\\SYS (count)      ", lambda value: f"{int(value):11d}")
    yield _RULE
    yield " Speaker type confusion matrix -- time weighted"
    yield from _matrix(sums.seconds, "  REF\\SYS (seconds)    ", lambda value: f"{value:11.2f}")
    yield _RULE


def _times(sums: Sums) -> Iterator[str]:
    amounts = sums.amounts
    patched = os.environ.get("SCORELITE_MDEVAL") == "dscore"

    def time(name: str, total: str = "", of: str = "", label: str = "") -> str:
        # Forks of md-eval print all decimals, without padding.
        amount = f"={amounts[name]:f}" if patched else f"={amounts[name]:10.2f}"
        share = f" ({100 * amounts[name] / amounts[total]:5.1f} percent of {of})" if total else ""
        return f"{label or name} {amount} secs{share}"

    def words(label: str, name: str, total: str, of: str) -> str:
        share = 100 * amounts[name] / amounts[total]
        return f"{label} ={int(amounts[name]):7d}         ({share:5.1f} percent of {of})"

    yield time("EVAL TIME", label="    EVAL TIME")
    yield time("EVAL SPEECH", "EVAL TIME", "evaluated time", "  EVAL SPEECH")
    yield time("SCORED TIME", "EVAL TIME", "evaluated time", "  SCORED TIME")
    yield time("SCORED SPEECH", "SCORED TIME", "scored time")
    yield f"   EVAL WORDS ={int(amounts['EVAL WORDS']):7d}        "
    yield words(" SCORED WORDS", "SCORED WORDS", "EVAL WORDS", "evaluated words")
    yield _RULE
    yield time("MISSED SPEECH", "SCORED TIME", "scored time")
    yield time("FALARM SPEECH", "SCORED TIME", "scored time")
    yield words(" MISSED WORDS", "MISSED WORDS", "SCORED WORDS", "scored words")
    yield _RULE
    yield time("SCORED SPEAKER", "SCORED SPEECH", "scored speech", "SCORED SPEAKER TIME")
    yield time("MISSED SPEAKER", "SCORED SPEAKER", "scored speaker time", "MISSED SPEAKER TIME")
    yield time("FALARM SPEAKER", "SCORED SPEAKER", "scored speaker time", "FALARM SPEAKER TIME")
    yield time("SPEAKER ERROR", "SCORED SPEAKER", "scored speaker time", " SPEAKER ERROR TIME")
    yield words("SPEAKER ERROR WORDS", "ERROR WORDS", "SCORED WORDS", "scored speaker words")


def _matrix(matrix: Matrix, head: str, shown: Callable[[float], str]) -> Iterator[str]:
    columns = sorted(matrix.hyp)
    yield head + "".join(f"{column:<20}" for column in [*columns, MISS])
    total = sum(matrix.ref.values())

    def cell(row: str, column: str) -> str:
        value = matrix.both[row, column]
        return f"{shown(value)} /{min(999.9, 100 * value / total if total else 9e9):6.1f}%"

    for row in sorted(matrix.ref):
        yield f"{row:<16}" + "".join(cell(row, column) for column in [*columns, MISS])
    yield f"{FALSE_ALARM:<16}" + "".join(cell(FALSE_ALARM, column) for column in columns)
