"""`scorelite check FILE ...`: reads files, and says what is wrong with them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.file_names import RECORDINGS
from ...formats import read
from ...formats.detection import detect_alone
from ...formats.engine.broken import LeftOut, read_rest
from ...formats.engine.cue_faults import Finding, decimal_points, faults
from ...formats.engine.cues import cue_lines, in_order_of_begin
from ...formats.engine.folder_tree import files_below
from ...formats.engine.readability import (
    BY_NAME,
    Limits,
    Measured,
    findings,
    is_mostly_wide,
    measured,
    overlaps,
)
from ...formats.engine.terminal import say
from ...formats.errors import FormatError, ScoreliteError, UsageError, Where, quantity
from ...formats.registry import FORMATS, NAMES, by_name
from ...formats.schema import Corpus
from ...formats.source import Source
from ...formats.values import field_names, replace
from ..common.arrow import Column, Kind
from ..common.folders import expanded, is_folder_of_files
from ..common.version import SCHEMA
from ..common.written import to_csv
from ..notices.durations import long_segments, other_unit
from ..notices.headings import headings
from ..notices.oddities import of_one
from ..words.notices.odd_rows import of_file
from ..words.notices.repeated import of_segments
from .check_counts import Contents, counts_of, repeated_ids
from .check_kaldi import of_data_folder
from .conversions import problem_of
from .delivery import deliver, deliver_document, deliver_lines
from .grammar import check_effects
from .messages import warn
from .shared_options import add_csv
from .values import amount, count, seconds

EPILOG = """\
examples:
  scorelite check ref.trn hyp.ctm              the format of each, its segments, words, speakers, time
  scorelite check --strict corpus/             all files of a folder; a warning ends with code 1
  git ls-files '*.stm' | xargs scorelite check
  scorelite check --subtitles netflix *.srt    reading speed, line length, durations, gaps and overlaps of cues
  scorelite check --subtitles bbc --max-chars 40 a.vtt
  scorelite check --csv cues.csv *.srt         reading speed, lines, duration and gap of every cue

exit codes: 0 no problems; 1 a problem, a warning with --strict, or output could not be written; 2 wrong file or
command line
"""
FOUND = 1
"""The exit code of problems, and with --strict of warnings."""
_LIMITS = {
    "max_chars": "characters per line",
    "max_lines": "lines per cue",
    "max_cps": "characters per second",
    "max_wpm": "words per minute",
    "min_duration": "shortest cue in seconds",
    "max_duration": "longest cue in seconds",
    "min_gap": "shortest gap between two cues in seconds",
}
_WHOLE = ("max_chars", "max_lines")
_PASSES = 3
"""So often a file is read again without the lines or cues that could not be read."""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = "Checks files in their formats and reports each problem with its line."
    parser.epilog = EPILOG
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="a file, in any format that `scorelite formats` lists, or a folder with such files",
    )
    parser.add_argument(
        "--format",
        dest="source_format",
        type=str.lower,
        choices=NAMES,
        metavar="NAME",
        help="format of all files; default: by suffix and content of each",
    )
    parser.add_argument(
        "--encoding", metavar="NAME", help="of all files; default: utf-8, unless a byte order mark says otherwise"
    )
    parser.add_argument("--strict", action="store_true", help="end with code 1 for warnings, too")
    parser.add_argument("--json", action="store_true", help="what was found in each file, as JSON")
    group = parser.add_argument_group("subtitles: limits of a guideline, or your own")
    group.add_argument(
        "--subtitles",
        choices=tuple(BY_NAME),
        metavar="NAME",
        help=f"report cues that are hard to read, by these guidelines: {', '.join(BY_NAME)}",
    )
    for name, what in _LIMITS.items():
        group.add_argument(
            f"--{name.replace('_', '-')}",
            type=count if name in _WHOLE else seconds if name.startswith("min_") else amount,
            metavar="N" if name in _WHOLE else "NUMBER",
            help=what,
        )
    add_csv(group, "cue, with its reading speed, lines, duration and gap")


_NOTHING = Contents()


@dataclass(slots=True)
class _Checked:
    """The findings in one file."""

    path: str
    format: str = ""
    counts: Contents = _NOTHING
    errors: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    cues: tuple[Measured, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        lists = {name: list(getattr(self, name)) for name in ("errors", "problems", "warnings")}
        return {"path": self.path, "format": self.format or None, **self.counts.to_dict(), **lists}


def run(options: argparse.Namespace) -> None:
    """Reads each file; a wrong one does not stop the others."""
    limits = _limits(options)
    check_effects(options, [("csv", options.csv != "-" or not options.json, "a FILE next to --json")])
    checked = []
    for path in _files(options):
        one = _checked(path, options, limits)
        checked.append(one)
        if not options.json:
            _say(one, limits, options.csv == "-")
    if options.json:
        deliver_document({"schema": SCHEMA, "files": [one.to_dict() for one in checked]}, None)
    if options.csv and not all(one.errors for one in checked):
        deliver([_table_of_cues(checked).encode("utf-8", "surrogateescape")], options.csv)
    if wrong := sum(bool(one.errors) for one in checked):
        raise UsageError(f"{wrong:,} of {quantity(len(checked), 'file')} could not be read")
    if any(one.problems or (options.strict and one.warnings) for one in checked):
        sys.exit(FOUND)


def _table_of_cues(checked: Sequence[_Checked]) -> str:
    """The cues of all files as csv."""
    rows = [(one.path, cue) for one in checked for cue in one.cues]
    columns: dict[str, Column] = {"file": ("text", [path for path, _ in rows])}
    for name in field_names(Measured):
        kind: Kind = "text" if name == "text" else "number"
        columns[name] = (kind, [getattr(cue, name) for _, cue in rows])
    return str(to_csv(columns, None))


def _files(options: argparse.Namespace) -> Iterator[str]:
    """The files, and all of folders and of those below them, but for sound and hidden files."""
    for path in expanded(options.files):
        if not is_folder_of_files(path, options.source_format):
            yield path
            continue
        inside = files_below(path, lambda name: not name.lower().endswith(RECORDINGS))
        if not inside:
            raise UsageError(f"{path}: no files in this folder; expected transcripts")
        yield from inside


def _checked(path: str, options: argparse.Namespace, limits: Limits | None) -> _Checked:
    """The findings in one file, which is read."""
    try:
        corpus = read(path, format=options.source_format, encoding=options.encoding)
        problems = _problems(corpus, options, limits)
    except (ScoreliteError, OSError) as error:
        errors, problems, warnings = [problem_of(error, path)], [], []
        if isinstance(error, FormatError):
            rest, left = _without_errors(path, options)
            reported = {(each.where.line, each.what) for each in error.problems}
            errors += [f"{each.where}: {each.what}" for each in left if (each.where.line, each.what) not in reported]
            if rest is not None:
                problems = _problems(rest, options, limits if by_name(rest.format).cues else None, left)
            warnings = [*_of_folder(path, options)] if rest is None else [*_warnings(rest, options, limits)]
        return _Checked(path, errors=tuple(errors), problems=tuple(map(str, problems)), warnings=tuple(warnings))
    return _Checked(
        path,
        corpus.format,
        counts_of(corpus),
        problems=tuple(map(str, problems)),
        warnings=(*_warnings(corpus, options, limits), *_of_folder(path, options)),
        cues=tuple(measured(corpus, limits)) if options.csv else (),
    )


def _warnings(corpus: Corpus, options: argparse.Namespace, limits: Limits | None) -> Iterator[str]:
    """Warnings about the content of a file, or about the rest of one without its errors."""
    of_cues: tuple[str, ...] = ()
    if by_name(corpus.format).cues:
        of_cues = (*in_order_of_begin(corpus, True)[1], overlaps(corpus) if limits is None else "")
    notices = (
        *corpus.notices(),
        of_segments(corpus) or repeated_ids(corpus),
        headings(corpus),
        other_unit(corpus) or long_segments(corpus),
        *of_cues,
        *of_file(corpus),
        *_other_guidelines(corpus, options),
    )
    return map(str, filter(None, notices))


def _of_folder(path: str, options: argparse.Namespace) -> Iterator[str]:
    """Warnings about a data folder of Kaldi, whose files may not fit together."""
    if not os.path.isdir(path):
        return
    source = Source(path, encoding=options.encoding, errors="surrogateescape")
    if (options.source_format or detect_alone(source).name) == "kaldi-data":
        yield from of_data_folder(source)


def _say(one: _Checked, limits: Limits | None, has_table: bool) -> None:
    """Prints what was found: problems on stdout, unless a table goes there, errors and warnings on stderr."""
    for error in one.errors:
        say(f"{error}\n")
    line = f"{one.path}: {one.format}, {one.counts}"
    if limits is not None or one.problems:
        line += f", {quantity(len(one.problems), 'problem')}"
    if not has_table:
        deliver_lines([*one.problems, *([] if one.errors else [line])], None)
    for warning in one.warnings:
        warn(f"{one.path}: {warning}")


def _limits(options: argparse.Namespace) -> Limits | None:
    """The limits of the guidelines, with those of options in their place, or those of options alone."""
    given = {name: getattr(options, name) for name in _LIMITS if getattr(options, name) is not None}
    if options.subtitles is None:
        return Limits(**given) if given else None
    return replace(BY_NAME[options.subtitles].limits, **given)


def _other_guidelines(corpus: Corpus, options: argparse.Namespace) -> Iterator[str]:
    """A notice where a guideline is one for another script."""
    if options.subtitles is not None and not BY_NAME[options.subtitles].limits.wide and is_mostly_wide(corpus):
        names = " or ".join([name for name, guideline in BY_NAME.items() if guideline.limits.wide])
        yield (
            f"most letters are Chinese, Japanese or Korean; expected --subtitles {names}, whose lines are shorter and "
            "slower"
        )


def _without_errors(path: str, options: argparse.Namespace) -> tuple[Corpus | None, tuple[LeftOut, ...]]:
    """The rest of a file that has errors, and each place that was left out; nothing where these are too many."""
    try:
        source = Source(path, encoding=options.encoding)
        record = by_name(options.source_format) if options.source_format else detect_alone(source)
        return read_rest(source, record, passes=_PASSES)
    except ScoreliteError:
        return None, ()  # the first errors of the file are reported


def _problems(
    corpus: Corpus, options: argparse.Namespace, limits: Limits | None, left: Sequence[LeftOut] = ()
) -> list[Finding]:
    """Places of a file that are wrong, without those that could not be read, and cues that exceed a limit."""
    found = [*faults(corpus, [each.where.line for each in left]), *_wrong_letters(corpus)]
    if corpus.format == "srt" and os.path.isfile(corpus.path):
        found += decimal_points(cue_lines(Source(corpus.path, encoding=options.encoding)), corpus.path)
    if (limits is not None or options.csv) and not by_name(corpus.format).cues:
        names = ", ".join([record.name for record in FORMATS if record.cues])
        raise UsageError(f"{corpus.path}: {corpus.format} has no subtitle cues; expected one of: {names}")
    if limits is not None:
        found += findings(corpus, limits)
    return sorted(found, key=lambda each: each.where.line if isinstance(each.where, Where) else 0)


def _wrong_letters(corpus: Corpus) -> Iterator[Finding]:
    """The words with characters that are wrong in any file, with their lines where these are known."""
    rows = corpus.table.words
    texts, lines = (corpus.texts(), corpus.table.lines) if rows is None else (rows.words, rows.lines)
    for place, what, expected in of_one(texts):
        yield Finding(Where(corpus.path, lines[place]) if lines[place] else corpus.path, what, expected)
