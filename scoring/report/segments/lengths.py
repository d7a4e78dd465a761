"""The lengths of labels (`lengths`): a row for each side and value."""

from __future__ import annotations

from collections.abc import Iterator

from ...segments.lengths import Lengths
from ...segments.result import SegmentResult
from ..engine.sheet import Sheet, drawn
from .options import ReportOptions

_HEADS = ("# Lab", "Seconds", "Min", "Max", "Mean", "Median", "Var")


def render(result: SegmentResult, options: ReportOptions) -> Iterator[bytes]:
    """The table of lengths in seconds."""
    sides = [(side, list(by_value.items())) for side, by_value in zip(("REF", "HYP"), result.lengths, strict=True)]
    rows = [(f"{side} {value}", *_cells(lengths)) for side, by_value in sides for value, lengths in by_value]
    counts = [str(sum(lengths.count for _, lengths in by_value)) for _, by_value in sides]
    total = ("Sum", f"{counts[0]} / {counts[1]}", *["-"] * (len(_HEADS) - 1))
    title = result.hyp_name or "hypothesis"
    yield drawn(Sheet(title, "l|r|r|rr|rrr", ("LABEL", *_HEADS), rows, total), "LENGTHS OF LABELS in seconds")


def _cells(lengths: Lengths) -> list[str]:
    values = lengths.total, lengths.shortest, lengths.longest, lengths.mean, lengths.median, lengths.variance
    return [str(lengths.count), *("-" if value is None else f"{value:.2f}" for value in values)]
