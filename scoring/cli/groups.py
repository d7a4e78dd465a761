"""Option --by of `scorelite score`: the rate of each value of a column, or of each speaker or recording."""

from __future__ import annotations

from ...formats.errors import UsageError, short
from ..common.counts import percent
from ..common.display import display_width, in_line, padded
from .text_report import title_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from typing import Any

    from ..common.counts import Counts
    from ..words.result import Result
    from .colour import Paint

MOST = 20
"""Values shown; --json has all."""
_WIDEST = 40
_NO_SPEAKERS = (
    "no utterance has a speaker; expected a reference with speakers and times, and a hypothesis with times: a "
    "recording that is joined as one text has no speaker"
)
_OTHERS = {"file": "session", "recording": "session", "length": "words", "num_words": "words"}


def one_by_one(names: Sequence[str], columns: Collection[str]) -> list[str]:
    """The names of groups, of which a word may hold several: `a,b` is two, unless a column is called so.

    >>> one_by_one(["accent,gender", "age, in years"], ["accent", "gender", "age, in years"])
    ['accent', 'gender', 'age, in years']
    """
    if not names:
        return []
    from ..words.ranges import joined_ranges  # only now: most scores have no groups

    for name in names:
        if name not in columns and (edges := joined_ranges(name)):
            raise UsageError(f"no group {short(name)!r}; expected {edges} for ranges of numbers")
    each = [part.strip() for name in names for part in ([name] if name in columns else name.split(","))]
    return list(dict.fromkeys(name if name in columns else _OTHERS.get(name, name) for name in each))


def group_lines(result: Result, names: Sequence[str], paint: Paint) -> Iterator[str]:
    """A table for each group: value, utterances, words and rates, the value of most utterances first."""
    for name in names:
        groups = result.group_counts(name)
        yield ""
        if name == "speaker" and not any(groups):
            yield _NO_SPEAKERS
            continue
        yield from _table(name, list(groups.items())[:MOST], result, paint)
        rates = [counts.wer for *_, counts in groups.values() if counts.wer is not None]
        if len(rates) > 1 and ":" not in name:  # ranges of numbers have no mean
            yield paint.quiet(f"mean of the rates of {len(rates):,} groups: {percent(sum(rates) / len(rates))}")
        if len(groups) > MOST:
            yield paint.quiet(f"{len(groups) - MOST:,} more; --json has all")


def _table(
    name: str, groups: Sequence[tuple[str | None, tuple[int, int, Counts]]], result: Result, paint: Paint
) -> Iterator[str]:
    unit = f"{result.settings.unit}s"
    head = (in_line(short(name, _WIDEST)), "utterances", unit, title_of(result), "SER")
    rows = [
        (
            in_line(short(value or "none", _WIDEST)),
            f"{utterances:,}",
            f"{counts.reference:,}",
            percent(counts.wer),
            percent(wrong / utterances),
        )
        for value, (utterances, wrong, counts) in groups
    ]
    widths = [max(map(display_width, column)) for column in zip(head, *rows, strict=True)]
    for place, (value, *numbers) in enumerate((head, *rows)):
        line = "  ".join([padded(value, widths[0]), *map(str.rjust, numbers, widths[1:])])
        yield line if place else paint.strong(line)


def groups_of(result: Result, names: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """The groups ready for JSON: of each value its utterances and counts."""
    return {
        name: [
            {
                "value": value,
                "utterances": utterances,
                "sentence_errors": wrong,
                **counts.to_dict(result.settings.unit),
            }
            for value, (utterances, wrong, counts) in result.group_counts(name).items()
        ]
        for name in names
    }
