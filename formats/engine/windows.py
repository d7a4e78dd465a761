"""Segments with times as columns, for writers of formats that need a begin and an end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, pairwise, starmap
from math import isfinite
from operator import gt, not_

from ..errors import UsageError
from ..schema import Corpus, LabelLists, Numbers, Table, written
from .fields import are_times
from .spoken import LATEST, spoken


def spoken_table(corpus: Corpus, format: str) -> tuple[Table, Numbers, Numbers]:
    """The segments that are not ignored, with their begins and ends; an error where a time is missing, or where
    readers would refuse one."""
    table = corpus.table
    lists = table.label_lists()
    labels = None if lists is None else lists.flat()
    if not is_sound(table, labels):
        for _ in spoken(corpus):
            pass  # the first wrong one is rejected
    if table.has("ignored"):
        places = list(compress(range(len(table)), map(not_, table.ignored)))
        table, labels = table.picked(places), None if labels is None else labels.taken(places)
    start, end = bounds(table, labels)
    if len(table) and not (start and end and start.is_complete() and end.is_complete()):
        raise UsageError(f"{format} cannot hold a segment without times")
    return table, start or Numbers.of([]), end or Numbers.of([])


def is_sound(table: Table, labels: LabelLists | None) -> bool:
    """Whether readers would take all times and confidences."""
    start, end, confidence = (_floats(texts) for texts in (labels.labels.numbers if labels else (None, None, None)))
    columns: list[Sequence[float]] = [_present(times) for times in (table.start, table.end, start, end) if times]
    if not all(are_times(column, LATEST) for column in columns) or not all(map(isfinite, _present(confidence))):
        return False
    if table.start and table.end and any(map(gt, table.start.values, table.end.values)):
        return False
    spans = [span for span in zip(start, end, strict=False) if None not in span]
    return not any(starmap(gt, spans))


def _floats(texts: Sequence[str | None] | None) -> list[float | None]:
    return [None if text is None else float(text) for text in texts or ()]


def _present(numbers: Sequence[float | None]) -> Sequence[float]:
    return [number for number in numbers if number is not None]


def bounds(table: Table, labels: LabelLists | None) -> tuple[Numbers | None, Numbers | None]:
    """The times of all segments; where one is missing, the first begin or the last end of its words."""
    columns = [table.start, table.end]
    for place, choose in enumerate((min, max)):
        column = columns[place]
        texts = None if labels is None else labels.labels.numbers[place]
        if not len(table) or labels is None or texts is None or (column is not None and column.is_complete()):
            continue
        times = list(column or [None] * len(table))
        numbers = written(texts)
        for row, (first, last) in enumerate(pairwise(labels.first)):
            inside = numbers[first:last]
            if times[row] is None and inside and inside[-place] is not None:
                times[row] = choose([number for number in inside if number is not None])
        columns[place] = Numbers.of(times)
    return columns[0], columns[1]
