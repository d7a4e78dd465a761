"""Systems that come as tables with both sides, such as icefall's recogs-*.txt and NeMo's predictions: no --ref."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence

from ...formats.detection import detect, is_one
from ...formats.errors import FormatError, MismatchError, UsageError, short
from ...formats.source import Source
from ..words.inputs.columns import TABLES
from ..words.result import Result


def tables_of(options: argparse.Namespace) -> list[str]:
    """The tables that stand for the operands; nothing unless each is one, or a folder with one."""
    if options.ref or options.hyp or options.hyp_column or len(options.sources) < 2:
        return []
    found = [_in_folder(path) if os.path.isdir(path) else path for path in options.sources]
    paths = [path for path in found if path and _may_have_both(path)]
    return paths if len(paths) == len(found) else []


def _in_folder(folder: str) -> str:
    """The one table in a folder; empty if there is none."""
    if is_one(folder, None):
        return ""
    names = sorted(name for name in os.listdir(folder) if not name.startswith("."))
    paths = [path for name in names if os.path.isfile(path := os.path.join(folder, name)) and _may_have_both(path)]
    if len(paths) > 1:
        shown = " or ".join(short(path, 80) for path in paths[:2])
        raise UsageError(f"{folder}: {len(paths)} tables; expected one, or the name of one, such as {shown}")
    return paths[0] if paths else ""


def _may_have_both(path: str) -> bool:
    """Whether the format of a file may hold both sides."""
    if path == "-" or not os.path.isfile(path):
        return False
    try:
        record = detect(Source(path))
    except (FormatError, UsageError):
        return False
    return record.name in TABLES or (record.both_sides and record.name != "kaldi-per-utt")  # whose counts are compared


def scored_alike(paths: Sequence[str], score: Callable[[str], Result]) -> list[Result]:
    """The scores of tables that have the same references; nothing if the first has one side only."""
    try:
        first = score(paths[0])
    except UsageError:
        return []
    results = [first, *map(score, paths[1:])]
    refs = dict(zip(first.utterances.ids(), first.utterances.refs, strict=True))
    for path, result in zip(paths[1:], results[1:], strict=True):
        others = dict(zip(result.utterances.ids(), result.utterances.refs, strict=True))
        if others != refs:
            name = next(name for name in (*refs, *others) if refs.get(name) != others.get(name))
            what = "in only one of them" if None in (refs.get(name), others.get(name)) else "with other words"
            raise MismatchError(
                f"{paths[0]} and {path} have different references, such as {short(name)} {what}; expected results on "
                "one test set, or a reference for both: --ref FILE"
            )
    return results
