"""Systems that come as several runs, `a1.trn,a2.trn,a3.trn`, in `scorelite compare`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable

from ...formats.errors import UsageError
from ..words.inputs.reading import Kept
from ..words.result import Result
from .delivery import deliver_comparison

_WITHOUT = (
    *("page", "title", "name", "audio", "plot", "dark", "by", "changes", "same", "exact", "significant"),
    *("max_wer_increase", "verdict", "analyses"),
    *("slice", "slices", "measures", "correction", "blocks", "replications", "top", "level", "plan", "explain", "csv"),
    "latex",
)


def runs_of(options: argparse.Namespace) -> list[list[str]]:
    """The runs of each system; nothing where no operand has several."""
    if not options.ref or options.hyp or options.hyp_column:
        return []
    systems = [_files(source) for source in options.sources]
    return systems if any(len(files) > 1 for files in systems) else []


def _files(source: str) -> list[str]:
    """The files of one operand; a comma in the name of a file that exists is none between files."""
    if os.path.exists(source) or "," not in source:
        return [source]
    return [part.strip() for part in source.split(",") if part.strip()]


def deliver_runs(options: argparse.Namespace, runs: list[list[str]], score: Callable[[str, Kept], Result]) -> int:
    """Scores all runs, and writes the comparison."""
    if idle := next((name for name in _WITHOUT if getattr(options, name, None)), None):
        raise UsageError(f"--{idle.replace('_', '-')} with several runs of a system; expected one file of each")
    if len(runs) != 2:
        raise UsageError(f"runs of {len(runs)} systems; expected two: a1.trn,a2.trn b1.trn,b2.trn")
    if len({*map(os.path.realpath, (*runs[0], *runs[1]))}) < len(runs[0]) + len(runs[1]):
        raise UsageError("a run is given twice; expected different files")
    # Imported only now: few comparisons have runs.
    from ..compare.runs import compare_runs

    files = Kept()
    scored = [[score(path, files) for path in paths] for paths in runs]
    deliver_comparison(compare_runs(scored[0], scored[1], (options.sources[0], options.sources[1])), options)
    return 0
