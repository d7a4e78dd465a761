"""Pictures of words: rates, errors and groups by system, and the quality of confidences."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ....formats.errors import UsageError, quantity
from ....formats.values import dataclass
from ...common.arrays import counts_table
from ...common.counts import Counts
from ...compare.scores import CountTable, Scores, rate_of
from ...maths.draws import Grouped
from ...maths.intervals import interval
from ...words.leaderboard import Leaderboard
from ...words.totals import Totals
from ..engine.pictures import Drawing, Series, cut, most_rows
from ..engine.rates import barred, dotted
from ..engine.stacked import Stack, counted_parts, stacked
from .confidence_plots import CONFIDENCES
from .page_systems import shortest

if TYPE_CHECKING:
    from ...common.arrays import Integers

    Groups: TypeAlias = "tuple[Sequence[str | None], array[int]]"

REPLICATIONS = 1000
_MOST_GROUPS, _MOST_SYSTEMS = 40, 12
_AXES = {"word": "WER (% of words)", "character": "CER (% of characters)", "millisecond": "DER (% of speech)"}


@dataclass(frozen=True, slots=True)
class System:
    """A system as pictures need it: its counts, those of its utterances, and their groups."""

    name: str
    rate: float | None
    counts: Counts | None
    rows: Integers | None
    """Correct, substituted, deleted and inserted words of each utterance; None where the source lacks them."""
    groups: Callable[[str], Groups]
    unit: str = "word"

    @property
    def reach(self) -> float | None:
        """How far the 95 % interval of the rate reaches to both sides; None without utterances."""
        return None if self.rows is None else reach_of(self.rows)


def drawing(sides: Sequence[Totals | Scores | Leaderboard], kind: str, *, by: str = "") -> Drawing:
    """The picture of this kind of one system or of several, or of all models of a table."""
    if by and kind != "groups":
        raise UsageError(f"by={by!r} (--by) has no effect on the picture {kind!r}; expected kind='groups'")
    if kind == "groups" and isinstance(sides[0], Leaderboard):
        return _groups(_models(sides[0]), by)
    results, names = _named(sides)
    if kind in CONFIDENCES:
        return CONFIDENCES[kind]([_with_confidences(side, kind) for side in results], names)
    systems = [_system(side, name) for side, name in zip(results, names, strict=True)]
    return _groups(systems, by) if kind == "groups" else {"rates": _rates, "errors": _errors}[kind](systems)


def reach_of(rows: Integers) -> float | None:
    """How far the 95 % interval of the rate of these utterances reaches; None where one utterance or none has words."""
    pairs = np.stack([rows[:, 1:].sum(axis=1), rows[:, :3].sum(axis=1)], axis=1)
    if len(pairs) < 2 or not pairs[:, 1].any():
        return None
    sizes, numbers = np.unique(pairs, axis=0, return_counts=True)
    drawn = Grouped(numbers.tolist(), 0, 1)
    return interval(sizes[:, 0].tolist(), sizes[:, 1].tolist(), REPLICATIONS, drawn).reach


def _named(sides: Sequence[Totals | Scores | Leaderboard]) -> tuple[list[Totals | Scores], list[str]]:
    """The systems, and the name of each: of a table, its models, with their data sets if there are several."""
    first = sides[0]
    if isinstance(first, Leaderboard):
        alone = len(first.datasets) == 1
        names = [entry.model if alone else f"{entry.model}, {entry.dataset}" for entry in first.entries]
        return [entry.result for entry in first.entries], cut(names)
    results = [side for side in sides if not isinstance(side, Leaderboard)]
    names = shortest([side.name if isinstance(side, Scores) else side.hyp_name for side in results])
    return results, cut(names)


def _system(side: Totals | Scores, name: str) -> System:
    if isinstance(side, Scores):
        rate, totals = rate_of(side), side.totals()
        table = None if side.utterances is None else counts_table(CountTable.of(side.utterances).column)
        return System(
            name,
            rate,
            totals[0][1] if totals else None,
            table,
            partial(_blocks, side),
            side.counted or "word",
        )
    rows = counts_table(side.table.counts)
    return System(name, side.counts.wer, side.counts, rows, partial(_groups_of, side), side.settings.unit)


def _models(board: Leaderboard) -> list[System]:
    """The models of a table, whose groups are the data sets."""
    return [_model(board, name, shown) for name, shown in zip(board.models, cut(board.models), strict=True)]


def _model(board: Leaderboard, name: str, shown: str) -> System:
    entries = board.of(name)
    counts = sum((entry.result.counts for entry in entries.values()), Counts())
    tables = [counts_table(entry.result.table.counts) for entry in entries.values()]
    numbers = np.repeat(np.arange(len(tables)), [len(table) for table in tables])
    groups = list(entries), array("i", numbers.tolist())

    def datasets(by: str) -> Groups:
        if by not in ("", "dataset"):
            raise UsageError(f"by={by!r} (--by) has no effect on a table of models, whose groups are the data sets")
        return groups

    return System(shown, counts.wer, counts, np.concatenate(tables), datasets, board.settings.unit)


def _blocks(scores: Scores, by: str) -> Groups:
    names = [by] if by else ["speaker", "session"]
    for name in names:
        if name in scores.blocks:
            groups, numbers = scores.blocks[name]
            return groups, numbers
    raise UsageError(
        f"{scores.name}: no {' and no '.join(names)} of its utterances is known; groups can only be drawn of texts "
        "that are scored now"
    )


def _groups_of(result: Totals, by: str) -> Groups:
    if by:
        return result.group_numbers(by)
    try:
        groups = result.group_numbers("speaker")
    except UsageError:
        if result.table.timeline is None:
            raise
        return result.group_numbers("session")
    return result.group_numbers("session") if len(groups[0]) < 2 and result.table.timeline is not None else groups


def _with_confidences(side: Totals | Scores, kind: str) -> Any:
    if isinstance(side, Scores) or side.LACKS:
        name = side.name if isinstance(side, Scores) else side.hyp_name
        raise UsageError(f"{name}: the picture {kind!r} needs words with confidences; score the texts for it")
    return side


def _axis(systems: Iterable[System], reaches: Iterable[float | None] = ()) -> str:
    """The label of the axis of rates."""
    rate = _AXES[next((system.unit for system in systems), "word")]
    return f"{rate}, lines: 95 % intervals" if any(reaches) else rate


def _ranked(systems: Sequence[System]) -> list[System]:
    """The systems, the best one first, and last those without words."""
    return sorted(systems, key=lambda system: (system.rate is None, system.rate))


def _rates(systems: Sequence[System]) -> Drawing:
    """A bar for each system with the interval of its rate, the best one first."""
    ranked, rest = most_rows(_ranked(systems))
    reaches = [system.reach for system in ranked]
    series = Series("", [system.rate for system in ranked], reaches)
    return barred([system.name for system in ranked], series, _axis(systems, reaches) + rest)


def _errors(systems: Sequence[System]) -> Drawing:
    """A bar for each system, divided into substituted, deleted and inserted words, the fewest errors first."""
    lacking = [system.name for system in systems if system.counts is None]
    if lacking:
        raise UsageError(f"{lacking[0]}: only its rate is known; the picture 'errors' needs counts of errors")
    ranked, rest = most_rows(_ranked(systems))
    parts = counted_parts([system.counts or Counts() for system in ranked])
    return stacked(Stack([system.name for system in ranked], parts, _axis(systems) + rest))


def _groups(systems: Sequence[System], by: str) -> Drawing:
    """A row for each group of utterances, with a bar or, of several systems, a dot for each of them."""
    chosen = _ranked(systems)[:_MOST_SYSTEMS]
    columns = [_by_group(system, by) for system in chosen]
    words: dict[str | None, int] = {}
    for column in columns:
        for name, (counts, _) in column.items():
            words[name] = max(words.get(name, 0), counts.reference)
    largest = sorted(words, key=lambda name: -words[name])[:_MOST_GROUPS]
    first = columns[0]
    ranked = sorted(largest, key=lambda name: -((first[name][0].wer if name in first else None) or 0.0))
    none = Counts(), None
    series = [
        Series(
            system.name,
            [column.get(name, none)[0].wer for name in ranked],
            [column.get(name, none)[1] for name in ranked],
        )
        for system, column in zip(chosen, columns, strict=True)
    ]
    title = _axis(systems, [reach for each in series for reach in each.reaches])
    names, rest = most_rows(cut(["none" if name in (None, "") else str(name) for name in ranked]), len(words))
    if len(systems) == 1:
        return barred(names, series[0], title + rest)
    if len(systems) > _MOST_SYSTEMS:
        title += f"; {_MOST_SYSTEMS} of {quantity(len(systems), 'system')}"
    return dotted(names, series, title + rest)


def _by_group(system: System, by: str) -> Mapping[str | None, tuple[Counts, float | None]]:
    """The counts of each group, and how far the interval of its rate reaches."""
    if system.rows is None:
        raise UsageError(
            f"{system.name}: its utterances are not known; groups can only be drawn of texts that are scored now"
        )
    names, numbers = system.groups(by)
    order = np.argsort(numbers, kind="stable")
    edges = np.searchsorted(np.asarray(numbers)[order], np.arange(len(names) + 1))
    parts = [system.rows[order[begin:end]] for begin, end in pairwise(edges)]
    large = set(sorted(range(len(parts)), key=lambda number: -int(parts[number][:, :3].sum()))[:_MOST_GROUPS])
    return {
        name: (Counts(*part.sum(axis=0).tolist()), reach_of(part) if number in large else None)
        for number, (name, part) in enumerate(zip(names, parts, strict=True))
    }
