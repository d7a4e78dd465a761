"""The option --normalise, and what a summary says of normalisation."""

from __future__ import annotations

import argparse

from scoring.counts import percent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.words.result import Result

_SHOWN = 10


def add_normalise(group: argparse._ArgumentGroup, what: str = "both sides", required: bool = False) -> None:
    """Adds --normalise, which may be given several times; `what` names the texts."""
    group.add_argument(
        "--normalise",
        action="append",
        required=required,
        metavar="NAME",
        help=f"normalise {what}: whisper-en, leaderboard-en, basic... (docs/normalisation.md lists them), or a file "
        "of rules; several run one after another",
    )


def normalisation(result: Result) -> Iterator[str]:
    """Lines on normalisation: the rate without it, and the rules that moved most errors."""
    effect = result.normalisation()
    counts = result.counts
    name = "CER" if result.settings.unit == "character" else "WER"
    yield f"{name} {percent(effect.raw.wer):>10}   {effect.raw.errors} errors without --normalise"
    yield f"{name} {percent(counts.wer):>10}   {counts.errors} errors with it: {counts.errors - effect.raw.errors:+d}"
    moved = [row for row in effect.moved if row.errors]
    for row in moved[:_SHOWN]:
        changes = f"{row.changes} change{'s' * (row.changes != 1)}"
        yield f"    {float(row.errors):>+10.1f}   {row.rule}, {changes}"
    if len(moved) > _SHOWN:
        rest = sum(row.errors for row in moved[_SHOWN:])
        yield f"    {float(rest):>+10.1f}   {len(moved) - _SHOWN} other rules"
