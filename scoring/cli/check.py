"""`scorelite check FILE ...`: reads files, and says what is wrong with them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from ...formats import read
from ...formats.engine.broken import read_rest
from ...formats.engine.cues import in_order_of_begin
from ...formats.engine.readability import (
    BY_NAME,
    Finding,
    Limits,
    findings,
    is_mostly_wide,
    overlaps,
    wrong_numbers,
)
from ...formats.engine.terminal import say
from ...formats.errors import FormatError, ScoreliteError, UsageError, quantity
from ...formats.registry import FORMATS, NAMES, by_name, detect_alone
from ...formats.schema import Corpus
from ...formats.source import Source
from ...formats.values import replace
from ..notices.headings import headings
from ..words.notices.odd_rows import of_file
from .conversions import problem_of
from .delivery import deliver_lines
from .grammar import amount, count, seconds
from .messages import warn

EPILOG = """\
examples:
  scorelite check ref.trn hyp.ctm              the format, and the number of segments of each
  scorelite check --format kaldi data/*/text
  git ls-files '*.stm' | xargs scorelite check
  scorelite check --subtitles netflix *.srt    reading speed, line length, durations, gaps and overlaps of cues
  scorelite check --subtitles bbc --max-chars 40 a.vtt

exit codes: 0 no problems; 1 a cue exceeds a limit or repeats a number, or output could not be written; 2 wrong file
or command line
"""
FOUND = 1
"""The exit code where cues exceed limits, or numbers do not count up."""
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
"""So often a file is read again without the paragraphs that could not be read."""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = "Checks files in their formats and reports each problem with its line."
    parser.epilog = EPILOG
    parser.add_argument("files", metavar="FILE", nargs="+", help="a file, in any format that `scorelite formats` lists")
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


def run(options: argparse.Namespace) -> None:
    """Reads each file; a wrong one does not stop the others."""
    limits = _limits(options)
    wrong = found = 0
    for path in options.files:
        try:
            corpus = read(path, format=options.source_format, encoding=options.encoding)
            problems = [*wrong_numbers(corpus), *(() if limits is None else _problems(corpus, limits))]
        except (ScoreliteError, OSError) as error:
            wrong += 1
            say(f"{problem_of(error, path)}\n")
            if isinstance(error, FormatError) and limits is not None:
                deliver_lines([*map(str, _of_other_cues(path, options, limits))], None)
        else:
            found += len(problems)
            line = f"{path}: {corpus.format}, {quantity(len(corpus.table), 'segment')}"
            if limits is not None or problems:
                line += f", {quantity(len(problems), 'problem')}"
            deliver_lines([*map(str, problems), line], None)
            of_cues: tuple[str, ...] = ()
            if by_name(corpus.format).cues:
                of_cues = (*in_order_of_begin(corpus, True)[1], overlaps(corpus) if limits is None else "")
            notices = (*corpus.notices(), headings(corpus), *of_cues, *of_file(corpus))
            for notice in filter(None, (*notices, *_other_guidelines(corpus, options))):
                warn(f"{path}: {notice}")
    if wrong:
        raise UsageError(f"{wrong:,} of {quantity(len(options.files), 'file')} could not be read")
    if found:
        sys.exit(FOUND)


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


def _of_other_cues(path: str, options: argparse.Namespace, limits: Limits) -> list[Finding]:
    """The findings about subtitles without the paragraphs that cannot be read; nothing where these are too many."""
    try:
        source = Source(path, encoding=options.encoding)
        record = by_name(options.source_format) if options.source_format else detect_alone(source)
        if not record.cues:
            return []
        corpus, _ = read_rest(source, record, passes=_PASSES)
    except ScoreliteError:
        return []  # the problems of the file are reported
    return [*wrong_numbers(corpus), *_problems(corpus, limits)]


def _problems(corpus: Corpus, limits: Limits) -> list[Finding]:
    """The cues of subtitles that exceed a limit; refused for other formats."""
    if not by_name(corpus.format).cues:
        names = ", ".join([record.name for record in FORMATS if record.cues])
        raise UsageError(f"{corpus.path}: {corpus.format} has no subtitle cues; expected one of: {names}")
    return list(findings(corpus, limits))
