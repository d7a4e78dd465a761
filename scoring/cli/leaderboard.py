"""Tables of models and data sets in `scorelite score`: several files that hold both sides, or folders of them."""

from __future__ import annotations

import argparse
import csv
import io
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ...formats.engine.formulas import quoted
from ...formats.engine.terminal import visible
from ...formats.errors import UsageError, quantity
from ..common.text_tables import latex_table, markdown_code, markdown_table, text_table
from ..normalise.effect import Effect
from ..normalise.moved import summed
from ..words.job import KEYWORDS
from ..words.leaderboard import Leaderboard, score_table
from ..words.notices.paired import NAME as PAIRING
from .colour import Paint
from .delivery import deliver, deliver_document, deliver_lines
from .grammar import check_effects, given_besides
from .intervals import interval_of
from .limits import check_limit, end
from .messages import warn
from .normalisers import WITHOUT, change_lines, rules
from .nothing_scored import check_words
from .pictures import draw
from .scored_files import check_formats, keywords_of
from .shared_options import csv_effect
from .text_report import main_title

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..words.totals import Totals

_TAKEN = frozenset(KEYWORDS) - {"verdicts", "speaker_map"} | {
    *("ref", "hyp", "more", "json", "markdown", "latex", "csv", "changes", "plot", "dark"),
    *("output", "interval", "max_wer", "run"),
}
"""What a table takes: operands, the settings of one file, and outputs. Each other option is for one score."""


def others_than_of_tables(options: argparse.Namespace) -> list[str]:
    """The options that were given and that a table does not take."""
    return given_besides(options, _TAKEN)


def write_table(options: argparse.Namespace) -> None:
    """Scores all files and writes their table."""
    needed = "one file, or a reference and a hypothesis: this is a table of several scores"
    check_effects(options, [(name, False, needed) for name in others_than_of_tables(options)])
    check_effects(options, [csv_effect(options, "json", "markdown", "latex")])
    targets = [target for target in (options.ref, options.hyp, *options.more) if target is not None]
    if "-" in targets:
        raise UsageError("a table is made of files and folders; expected no '-' (stdin) among them")
    board = score_table(targets, **keywords_of(options))
    check_formats(options, [entry.result for entry in board.entries])
    for entry in board.entries:
        check_words(entry.result)
    worst = max(board.entries, key=lambda entry: entry.result.main_rate or 0.0)
    title = f"highest {main_title(worst.result)}, of {worst.model} on {worst.dataset},"
    check_limit(title, worst.result.main_rate, options.max_wer, options)
    draw([board], options)
    if options.changes:
        deliver(_changes(board), options.changes)
    intervals = {}
    if options.interval:
        intervals = {model: _Pooled.of(board.pooled(model), options.interval) for model in board.models}
    table = _Table(board, board.effects(), intervals)
    if options.csv:
        deliver_lines(_csv(table), options.output if options.csv == "-" else options.csv)
    if options.json or options.csv == "-" or options.latex:
        for note in _notes(board):
            warn(note)
    if options.json:
        document = board.to_dict()
        for row in document["models"] if intervals else ():
            pooled = intervals[row["model"]]
            row |= {"pooled": pooled.rate, "interval": pooled.interval}
        deliver_document(document, options.output)
    elif options.latex:
        deliver_lines(_latex(table), options.output)
    elif options.csv != "-":
        deliver_lines(_markdown(table) if options.markdown else _text(table, options.output), options.output)
    end(options)


def _changes(board: Leaderboard) -> Iterator[bytes]:
    """The changes of all files; each line names model and data set first."""
    for entry in board.entries:
        yield from change_lines(entry.result.changes(), model=entry.model, dataset=entry.dataset)


def in_percent(rate: float) -> str:
    """A rate as people read it in a table that says percent.

    >>> in_percent(0.0537)
    '5.37'
    """
    return f"{100 * rate:.2f}"


def as_fraction(rate: float) -> str:
    """A rate for programs, with as many digits as that for people.

    >>> as_fraction(0.0537)
    '0.0537'
    """
    return f"{rate:.4f}"


USUAL = (PAIRING, "columns", "alignments", "chunks")
"""Notices that say only how a file was read."""


@dataclass(frozen=True, slots=True)
class _Pooled:
    """The rate of all files of a model as if they were one, and its interval."""

    rate: float | None
    interval: Mapping[str, float]

    @classmethod
    def of(cls, totals: Totals, replications: int) -> _Pooled:
        """The rate and the interval of the totals of a model."""
        return cls(totals.main_rate, interval_of(totals, replications))


@dataclass(frozen=True, slots=True)
class _Table:
    """A table, what normalisation moved in each file, and intervals by model where they are asked for."""

    board: Leaderboard
    effects: Mapping[str, Effect]
    intervals: Mapping[str, _Pooled]

    @property
    def timed(self) -> bool:
        """Whether any file has times."""
        return any(entry.rtfx is not None for entry in self.board.entries)

    def heads(self) -> list[str]:
        """Heads of the columns."""
        raw = [WITHOUT] if self.effects else []
        pooled = ["pooled", "low", "high"] if self.intervals else []
        return ["model", *self.board.datasets, "average", *raw, *pooled, *(["RTFx"] if self.timed else [])]

    def cells(self, missing: str, rate: Callable[[float], str] = in_percent) -> Iterator[list[str]]:
        """Rows: the model, its rates, their average, that without normalisation, the interval, and the speed."""
        board = self.board
        for model in board.models:
            of_model = board.of(model)
            numbers = [of_model[name].wer if name in of_model else None for name in board.datasets]
            numbers.append(board.average(model))
            if self.effects:
                numbers.append(board.average_without(model, self.effects))
            if self.intervals:
                pooled = self.intervals[model]
                numbers += [pooled.rate, pooled.interval["low"], pooled.interval["high"]]
            cells = [missing if number is None else rate(number) for number in numbers]
            if self.timed:
                speed = board.rtfx(model)
                cells.append(missing if speed is None else f"{speed:.2f}")
            yield [model, *cells]

    def legend(self) -> Iterator[str]:
        """The meaning of columns that are no data sets."""
        if len(self.board.datasets) > 1:
            yield "average: the mean of the rates with two decimals, as on the Open ASR Leaderboard"
            if len(self.board.models) == 1 and not self.intervals and (rate := self.board.pooled_rate()) is not None:
                yield f"pooled: {in_percent(rate)}, the rate of all files as one corpus, which --shards prints"
        if self.intervals:
            first = next(iter(self.intervals.values()))
            samples = quantity(round(first.interval["replications"]), "sample")
            yield f"pooled, low, high: the rate of all files as one, and its 95 % interval, from {samples}"

    def moved(self) -> list[str]:
        """Lines on the rules that moved most errors of all files together."""
        if not self.effects:
            return []

        lines = [line.strip() for line in rules(summed(self.effects.values()).moved)]
        return ["Errors of all files that --normalise moved:", *lines] if lines else []


def _text(table: _Table, output: str | None) -> Iterator[str]:
    paint = Paint.for_output(output)
    for note in _notes(table.board):
        yield paint.warning(note)
    rows = [[visible(cell) for cell in row] for row in table.cells("-")]
    first, *others = text_table([visible(head) for head in table.heads()], rows, indent="")
    yield paint.strong(first)
    yield from others
    yield ""
    if moved := table.moved():
        yield moved[0]
        yield from (f"    {line}" for line in moved[1:])
        yield ""
    if legend := [*table.legend()]:
        yield from (*legend, "")
    yield paint.quiet(table.board.signature)


def _markdown(table: _Table) -> Iterator[str]:
    board = table.board
    model, *heads = table.heads()
    fixed = len(board.datasets)
    heads = [markdown_code(head) if place < fixed else head for place, head in enumerate(heads)]
    rows = [[markdown_code(row[0]), *row[1:]] for row in table.cells("")]
    yield from markdown_table([model, *heads], rows)
    for note in _notes(board):
        yield ""
        yield note
    if moved := table.moved():
        yield ""
        yield moved[0]
        yield ""
        yield from (f"- {markdown_code(line)}" for line in moved[1:])
    yield ""
    yield f"`{board.signature}`"


def _latex(table: _Table) -> Iterator[str]:
    yield from latex_table(table.heads(), [*table.cells("")])
    yield f"% {table.board.signature}"


def _csv(table: _Table) -> Iterator[str]:
    for row in (table.heads(), *table.cells("", as_fraction)):
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow([quoted(cell) for cell in row])
        yield line.getvalue()


def _notes(board: Leaderboard) -> Iterator[str]:
    """Notes on what makes averages hard to compare."""
    if uneven := board.uneven():
        yield f"averages are over different data sets: {len(uneven)} of {len(board.models)} models lack some"
    for entry in board.unlike()[:1]:
        path = board.entries[0].path
        yield f"{entry.path} is scored with other settings than {path}: {entry.result.settings.signature}"
    if others := board.other_references():
        entry, first, number = others[0]
        files = f" (in {quantity(len(others), 'file')})" if len(others) > 1 else ""
        yield (
            f"not the same references: {entry.path} has others than {first.path} in {quantity(number, 'utterance')}, "
            f"so that the rates of their models are of different texts{files}"
        )
    if (folder := board.folder_of_parts()) and (pooled := board.pooled_rate()) is not None:
        yield (
            f"the files are parts of one table, whose rate is {in_percent(pooled)} % as a whole: expected "
            f"`scorelite score {shlex.quote(folder)}`, or --shards, which stores the counts of each part"
        )
    notes: dict[str, list[str]] = {}
    for entry in board.entries:
        for notice in entry.result.notices:
            if notice.name not in USUAL:
                notes.setdefault(notice.name, []).append(f"{entry.path}: {notice}")
    for note, *rest in notes.values():
        yield note if not rest else f"{note} (in {quantity(1 + len(rest), 'file')})"
