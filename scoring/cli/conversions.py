"""Conversion of one file, and options for formats, of the commands that convert and normalise files."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from ...formats.conversion import run, run_joined, write_fitted
from ...formats.engine.broken import summary
from ...formats.engine.formulas import CSV_FORMULAS
from ...formats.engine.layout import Layout
from ...formats.engine.output import STDOUT
from ...formats.engine.terminal import say
from ...formats.engine.wishes import Outcome, Wishes
from ...formats.errors import FormatError, UsageError
from ...formats.registry import ANYTHING, NAMES, WRITABLE, by_name, by_suffix
from ...formats.schema import Corpus
from .delivery import undelivered
from .messages import warn
from .progress import Progress
from .values import amount, count

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...formats.record import Format


def add_formats(parser: argparse.ArgumentParser) -> None:
    """Adds options for the formats of input and output."""
    group = parser.add_argument_group("formats")
    group.add_argument(
        "--from",
        dest="source_format",
        type=str.lower,
        choices=NAMES,
        metavar="NAME",
        help="format of the input; default: by suffix and content",
    )
    group.add_argument(
        "--to",
        dest="target_format",
        type=_target,
        choices=WRITABLE,
        metavar="NAME",
        help="format of the output; default: by suffix",
    )
    group.add_argument(
        "--encoding",
        metavar="NAME",
        help="encoding of the input; default: utf-8, unless a byte order mark says otherwise",
    )
    group.add_argument(
        "--output-encoding", dest="target_encoding", metavar="NAME", help="encoding of the output; default: utf-8"
    )
    group.add_argument(
        "--csv-formulas",
        choices=CSV_FORMULAS,
        default="keep",
        help="cells of csv and tsv that spreadsheets run as formulas (= + - @); quote: put an apostrophe in "
        "front (default: keep)",
    )
    group.add_argument(
        "--errors",
        choices=("strict", "surrogateescape"),
        default="strict",
        help="surrogateescape: keep bytes that are invalid in the encoding",
    )
    group.add_argument(
        "--tier", action="append", metavar="NAME", help="read only this tier of a TextGrid, EAF or EXB; repeatable"
    )
    group.add_argument(
        "--option",
        action="append",
        default=[],
        type=_option,
        metavar="NAME=VALUE",
        help="an option of the reader, such as markup=false, or frame_rate=25, also of OUT; "
        "see docs/reference/formats.md",
    )


def add_layout(parser: argparse.ArgumentParser) -> None:
    """Adds options for the layout of subtitles."""
    group = parser.add_argument_group("subtitles")
    group.add_argument(
        "--max-chars",
        type=count,
        metavar="N",
        help="characters per line: lines are broken and cues split between words to fit",
    )
    group.add_argument(
        "--max-lines", type=count, metavar="N", help="lines per cue (default: 2 with --max-chars, else no limit)"
    )
    group.add_argument(
        "--max-duration", type=amount, metavar="SECONDS", help="seconds per cue: longer ones are split between words"
    )
    group.add_argument(
        "--min-gap",
        type=amount,
        metavar="SECONDS",
        help="seconds between two cues: one ends earlier where they are fewer",
    )


def layout_of(options: argparse.Namespace) -> Layout:
    """The limits of cues that the options give."""
    return Layout(options.max_chars, options.max_lines, options.max_duration, options.min_gap)


def format_wishes(options: argparse.Namespace) -> Wishes:
    """The wishes of the options for formats."""
    reader: dict[str, object] = dict(options.option)
    if options.tier:
        reader["tiers"] = tuple(options.tier)
    return Wishes(
        source_format=options.source_format,
        target_format=options.target_format,
        encoding=options.encoding,
        target_encoding=options.target_encoding,
        errors=options.errors,
        interpolate=None,
        csv_formulas=options.csv_formulas,
        options=reader,
    )


def check_folder_of_several(options: argparse.Namespace) -> None:
    """Refuses an output of several files that is no folder."""
    if options.output == "-" or os.path.isfile(options.output):
        raise UsageError(
            f"{options.output}: not a folder; expected a folder as the output of several files, such as . for this one"
        )
    wanted = by_suffix(options.output)
    if wanted and not os.path.isdir(options.output):
        folder, _ = os.path.splitext(options.output)
        option = "" if options.target_format else f" and --to {wanted.name}"
        joined = "; --join makes one file" if hasattr(options, "join") else ""
        raise UsageError(
            f"{options.output}: the name of a file, but several files (a folder or a pattern) are not joined: each "
            f"becomes a file of a folder; expected a folder such as {folder or 'texts'}/{option}{joined}"
        )


def format_of_several(options: argparse.Namespace) -> Format:
    """The format of several files, which go into a folder."""
    check_folder_of_several(options)
    if not options.target_format:
        raise UsageError("no format for several files, which are not joined; expected --to NAME")
    return by_name(options.target_format)


def _check_suffix(source: str, target: str, target_format: str | None) -> None:
    """Refuses to replace a file of another format: of `convert *.srt --to vtt`, the last file is the output."""
    promised = by_suffix(target) if target != "-" and target_format else None
    if promised is None or promised.name in (ANYTHING, target_format) or not os.path.isfile(target):
        return
    from .other_commands import typed  # few command lines are wrong

    raise UsageError(
        f"{target} is there, a file of {promised.name}, and --to {target_format} would replace it; expected another "
        "OUT, or a folder for several files (. is this one): "
        f"{typed('convert', source, target, '.', '--to', target_format or '')}"
    )


def convert_one(source: str, target: str, wishes: Wishes, quiet: bool) -> None:
    """Converts one file, and reports on stderr what was lost."""
    _check_suffix(source, target, wishes.target_format)
    warnings: list[str] = []

    def look(corpus: Corpus) -> None:
        if corpus.format == "txt" and wishes.change is None:
            from ..notices.headings import headings

            if text := headings(corpus):
                warnings.append(f"{corpus.path}: {text}")
        goal = by_name(wishes.target_format) if wishes.target_format else by_suffix(target)
        has_names = by_name(corpus.format).cues and not (wishes.speaker_prefix or wishes.turns or wishes.only_speaker)
        # In subtitles a name before a text stays where people read it.
        if has_names and goal is not None and not goal.cues and "speakers" in goal.carries:
            from ..meetings.looks import names_before_texts

            if text := names_before_texts(corpus):
                warnings.append(text)

    with Progress(sys.stderr, _size(source)) as progress:
        outcome = _written(lambda: run(source, target, replace(wishes, look=look), progress.bytes), target)
    report(outcome, quiet)
    if not quiet and not wishes.target_format and _is_bare(target) and not _is_bare(source):
        warn(f"{target} has no suffix: written in the format of {source}; --to NAME chooses another")
    for text in warnings if not quiet else ():
        warn(text)


def convert_joined(sources: Sequence[str], target: str, wishes: Wishes, quiet: bool) -> None:
    """Joins files into one, and reports on stderr what was done."""
    report(_written(lambda: run_joined(sources, target, wishes), target), quiet)


def _written(work: Callable[[], Outcome], target: str) -> Outcome:
    """The outcome of a conversion; an error of the output names it, one of the input names the input."""
    try:
        return work()
    except OSError as error:
        if error.filename in (target, STDOUT):
            raise undelivered(error, error.filename) from None
        raise


def report(outcome: Outcome, quiet: bool) -> None:
    """Reports on stderr what was lost."""
    say_left_out(outcome)
    if str(outcome) and not quiet:
        say(f"{outcome}\n")


def say_left_out(outcome: Outcome) -> None:
    """Reports the broken cues or lines that were left out, also with --quiet: they are lost."""
    left = outcome.left_out
    if left:
        paths = ", ".join(dict.fromkeys(each.where.path for each in left))
        total = f"{paths}: {summary(outcome.source_format, len(left))}"
        say("".join(f"{line}\n" for line in (*left, total)))


def _is_bare(path: str) -> bool:
    """Whether the name of a file says nothing of its format."""
    return path != "-" and not os.path.splitext(path)[1]


def problem_of(error: Exception, source: str) -> str:
    """The error of one of several files, in a line that names the file."""
    if isinstance(error, FormatError):
        return str(error)
    if isinstance(error, OSError):
        return f"scorelite: {os.fsdecode(error.filename or source)}: {error.strerror or error}"
    return f"scorelite: {str(error) if str(error).startswith(f'{source}: ') else f'{source}: {error}'}"


def deliver_corpus(corpus: Corpus, target: str, wishes: Wishes, quiet: bool, made_of: str = "") -> None:
    """Writes a corpus, and reports on stderr what was lost; `made_of` names the formats of its sources."""
    try:
        outcome = write_fitted(corpus, target, wishes, corpus.format)
    except OSError as error:
        raise undelivered(error, error.filename or target) from None
    report(replace(outcome, source_format=made_of or outcome.source_format), quiet)


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size if path != "-" else 0
    except OSError:
        return 0


def _target(text: str) -> str:
    name = text.lower()
    if name in NAMES and name not in WRITABLE:
        raise argparse.ArgumentTypeError(f"{name} can be read, but not written (scorelite formats lists all)")
    return name


def _option(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise argparse.ArgumentTypeError(f"{text!r} is not an option; expected NAME=VALUE")
    if value.lower() in ("true", "false"):
        return name, value.lower() == "true"
    for kind in (int, float):
        try:
            return name, kind(value)
        except ValueError:
            continue
    return name, value
