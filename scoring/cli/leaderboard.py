"""Tables of models and data sets in `scorelite score`: several manifests, or folders of manifests."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from formats.errors import UsageError
from scoring.cli.colour import Paint
from scoring.cli.delivery import deliver
from scoring.cli.grammar import check_effects
from scoring.cli.nothing import check_words

if TYPE_CHECKING:
    from scoring.words.leaderboard import Leaderboard

# Options that are keywords of `score_manifests`; those for one pair of files are refused.
_KEYWORDS = (
    *("policy", "normalise", "case_sensitive", "unit", "keep_ascii", "drop_hyphens", "optional_words", "fragments"),
    *("ref_column", "hyp_column", "encoding", "errors"),
)
_PAIR = (
    *("ref_format", "hyp_format", "id_column", "session", "channel", "speaker_map", "outside", "overlap", "report"),
    *("speakers", "width", "plot", "changes", "utterances"),
)


def write_table(options: argparse.Namespace) -> None:
    """Scores all manifests and writes their table."""
    from scoring.words.leaderboard import score_manifests

    check_effects(options, [(name, False, "one file or one pair of files: this is a table") for name in _PAIR])
    if options.missing != "error":
        raise UsageError("--missing has no effect without one pair of files: this is a table")
    targets = [target for target in (options.ref, options.hyp, *options.more) if target is not None]
    if "-" in targets:
        raise UsageError("a table of manifests is read from files and folders; expected no '-' (stdin) among them")
    keywords = {name: getattr(options, name) for name in _KEYWORDS if getattr(options, name) is not None}
    board = score_manifests(targets, threads=options.threads, **keywords)
    for entry in board.entries:
        check_words(entry.result)
    if options.json:
        import json

        text = json.dumps(board.to_dict(), ensure_ascii=False, indent=2)
        deliver([text.encode("utf-8", "backslashreplace"), b"\n"], options.output)
        return
    lines = _markdown(board) if options.markdown else _csv(board) if options.csv else _text(board, options.output)
    deliver((f"{line}\n".encode("utf-8", "surrogateescape") for line in lines), options.output)


def _cells(board: Leaderboard, missing: str) -> Iterator[list[str]]:
    """Rows of the table: the model, its rates in percent, their average, and the speed if any manifest has times."""
    timed = any(entry.rtfx is not None for entry in board.entries)
    for model in board.models:
        found = board.of(model)
        rates = [found[name].wer if name in found else None for name in board.datasets]
        cells = [_number(rate, missing) for rate in (*rates, board.average(model))]
        yield [model, *cells, *([_number(board.rtfx(model), missing)] if timed else [])]


def _heads(board: Leaderboard) -> list[str]:
    timed = any(entry.rtfx is not None for entry in board.entries)
    return ["model", *board.datasets, "average", *(["RTFx"] if timed else [])]


def _number(value: float | None, missing: str) -> str:
    return missing if value is None else f"{value:.2f}"


def _text(board: Leaderboard, output: str | None) -> Iterator[str]:
    from formats.engine.terminal import visible
    from scoring.text_tables import text_table

    paint = Paint.for_stream(sys.stdout) if output in (None, "-") else Paint(False)
    for note in _notes(board):
        yield paint.warning(note)
    rows = [[visible(cell) for cell in row] for row in _cells(board, "-")]
    first, *others = text_table([visible(head) for head in _heads(board)], rows, indent="")
    yield paint.strong(first)
    yield from others
    yield ""
    yield paint.quiet(board.signature)


def _markdown(board: Leaderboard) -> Iterator[str]:
    from scoring.text_tables import markdown_code, markdown_table

    model, *heads = _heads(board)
    fixed = len(board.datasets)
    heads = [markdown_code(head) if place < fixed else head for place, head in enumerate(heads)]
    rows = [[markdown_code(row[0]), *row[1:]] for row in _cells(board, "")]
    yield from markdown_table([model, *heads], rows)
    for note in _notes(board):
        yield ""
        yield note
    yield ""
    yield f"`{board.signature}`"


def _csv(board: Leaderboard) -> Iterator[str]:
    import csv
    import io

    from formats.engine.formulas import quoted

    for row in ([*_heads(board)], *_cells(board, "")):
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow([quoted(cell) for cell in row])
        yield line.getvalue()


def _notes(board: Leaderboard) -> Iterator[str]:
    """Notes on what makes averages hard to compare."""
    if uneven := board.uneven():
        yield f"averages are over different data sets: {len(uneven)} of {len(board.models)} models lack some"
    for entry in board.entries:
        if entry.manifest.broken:
            yield f"{entry.path}: {entry.manifest.complaint}"
