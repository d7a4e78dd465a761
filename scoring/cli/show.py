"""`scorelite show REF HYP [ID ...]`: alignments on the terminal, the worst first."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
from collections.abc import Iterator

from ...formats.engine.reports import is_result
from ...formats.engine.terminal import visible_bytes
from ...formats.errors import UsageError
from ...formats.source import Source
from ..report.words.listing import OPERATIONS, ORDERS, View, listing
from ..words.files import score_files
from ..words.job import KEYWORDS
from ..words.saved import load
from .colour import Paint
from .delivery import deliver
from .grammar import check_effects, refuse_together
from .nothing_scored import check_words
from .other_commands import holds_both, may_hold_both, typed
from .scored_files import check_files, keywords_of
from .settings import add_settings, effects_of_settings
from .values import count
from .warnings import warn_if_swapped
from .wrapping import NARROWEST, columns_of_listing

EPILOG = """\
examples:
  scorelite show ref.trn hyp.trn                      all utterances, those with the highest rates first
  scorelite show ref.trn hyp.trn anna-001 anna-002    only these
  scorelite show ref.stm hyp.ctm --speaker anna --error insertion --limit 20
  scorelite show ref.trn hyp.trn --pair the=a         "a" recognised for "the"; the= is a deletion, =a an insertion
  scorelite show ref.trn old.trn --beside new.trn     another system below; filters look at old.trn
  scorelite show result.json                          a result of `scorelite score --json --utterances`
  scorelite show ref.txt hyp.json --grep 'num[bp]er' --from-rate 20 --to-rate 50

On a terminal, the listing goes through $PAGER, or through less -R.

exit codes: 0 shown; 1 output could not be written; 2 wrong input or command line
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = "Shows each reference above its hypothesis, with errors in colours, in any formats of `score`."
    parser.epilog = EPILOG
    parser.add_argument("ref", metavar="REF", help="the reference")
    parser.add_argument("hyp", metavar="HYP", nargs="?", help="the hypothesis; not needed for a table that has both")
    parser.add_argument(
        "ids", metavar="ID", nargs="*", default=(), help="only these utterances; right after HYP, before any option"
    )
    group = parser.add_argument_group("utterances")
    group.add_argument("--speaker", action="append", default=[], metavar="NAME", help="only this one; repeatable")
    group.add_argument("--grep", metavar="REGEX", help="only if the words of a side match, ignoring case")
    group.add_argument(
        "--error",
        action="append",
        default=[],
        choices=tuple(OPERATIONS),
        help="only with this kind of error; repeatable",
    )
    group.add_argument("--pair", metavar="REF=HYP", help="only if these two words were confused")
    group.add_argument("--from-rate", type=float, metavar="PERCENT", help="only rates of at least this percentage")
    group.add_argument("--to-rate", type=float, metavar="PERCENT", help="only rates of at most this percentage")
    group.add_argument("--sort", choices=ORDERS, help="highest first, or as in the file (default: rate)")
    group.add_argument("--random", type=count, metavar="SEED", help="random order; with --limit, a random sample")
    group.add_argument("--limit", type=int, metavar="N", help="at most N utterances")
    group.add_argument(
        "--beside",
        action="append",
        default=[],
        metavar="HYP",
        help="another hypothesis, shown below the first; filters and order follow the first; repeatable",
    )
    group.add_argument("--width", type=int, metavar="COLUMNS", help="default: that of the terminal, elsewhere 100")
    group.add_argument("--no-pager", dest="pager", action="store_false", help="write to the terminal without a pager")
    add_settings(parser)


def run(options: argparse.Namespace) -> None:
    """Scores two files, or a table that has both sides, and shows utterances."""
    is_saved = os.path.isfile(options.ref) and options.ref.endswith(".json") and is_result(Source(options.ref))
    if options.hyp is not None and (is_saved or holds_both(options.ref)) and not os.path.exists(options.hyp):
        options.ids, options.hyp = (options.hyp, *options.ids), None
    if options.hyp is None and not is_saved and not may_hold_both(options.ref):
        raise UsageError(_of_one_file(options.ref, options.grep))
    view = _view(options)
    check_effects(options, effects_of_settings(options))
    if options.width is not None and options.width < NARROWEST:
        raise UsageError(f"--width is {options.width}; expected {NARROWEST} or more")
    for hyp in filter(None, (options.hyp, *options.beside)):
        warn_if_swapped(options.ref, hyp)
    keywords = keywords_of(options)
    if is_saved and options.hyp is None:
        settings = [
            name for name in ("beside", "speaker_map", *KEYWORDS) if name != "threads" and hasattr(options, name)
        ]
        check_effects(options, [(name, False, f"HYP: {options.ref} was scored already") for name in settings])
        result = load(options.ref)
    else:
        result = score_files(options.ref, options.hyp, **keywords)
    check_words(result)
    check_files(options, result, keywords["speaker_map"], named=bool(options.speaker))
    others = [score_files(options.ref, hyp, **keywords) for hyp in options.beside]
    lines = listing(result, view, Paint.for_stream(sys.stdout), options.width or columns_of_listing(), others)
    chunks = (f"{line}\n".encode("utf-8", "surrogateescape") for line in lines)
    if options.pager and sys.stdout is not None and sys.stdout.isatty():
        _page(chunks)
    else:
        deliver(chunks, None)


def _of_one_file(path: str, pattern: str | None) -> str:
    """The error about a file without its other side, with the command that lists its own texts."""
    listed = typed("convert", path, "-", "--to", "csv")
    found = f" | grep -iE {shlex.quote(pattern)}" if pattern else ""
    return (
        f"{path}: no hypothesis; expected a second file; the texts of one file, with times where it has them: "
        f"`{listed}{found}` (--to ctm has a line for each word)"
    )


def _view(options: argparse.Namespace) -> View:
    """The filters and the order, checked before anything is read."""
    pattern = None
    if options.grep is not None:
        try:
            pattern = re.compile(options.grep, re.IGNORECASE)
        except re.error as error:
            raise UsageError(f"--grep {options.grep!r} is not a regular expression: {error}") from None
    pair = None
    if options.pair is not None:
        ref, equals, hyp = options.pair.partition("=")
        if not equals or not (ref or hyp):
            raise UsageError(f"--pair {options.pair!r}; expected REF=HYP, such as the=a, the= or =a")
        pair = ref, hyp
    if options.limit is not None and options.limit < 1:
        raise UsageError(f"--limit is {options.limit}; expected 1 or more")
    refuse_together(options, ("sort", "random"))
    lowest, highest = options.from_rate, options.to_rate
    if lowest is not None and highest is not None and lowest > highest:
        raise UsageError(f"--from-rate {lowest:g} is above --to-rate {highest:g}; expected a range of rates")
    return View(
        ids=tuple(options.ids),
        speakers=tuple(options.speaker),
        text=pattern,
        operations=tuple(OPERATIONS[name] for name in options.error),
        pair=pair,
        lowest=0.0 if lowest is None else lowest / 100,
        highest=float("inf") if highest is None else highest / 100,
        sort=options.sort or "rate",
        seed=options.random,
        limit=options.limit,
    )


def _page(chunks: Iterator[bytes]) -> None:
    """Hands the lines to a pager; without one they go to the terminal."""
    import subprocess

    try:
        words = shlex.split(os.environ.get("PAGER", "")) or ["less", "-R"]
    except ValueError as error:
        raise UsageError(f"PAGER is {os.environ['PAGER']!r}: {error}; expected a command, or --no-pager") from None
    try:
        pager = subprocess.Popen(words, stdin=subprocess.PIPE, env={"LESS": "FRX", **os.environ})
    except OSError:
        deliver(chunks, None)
        return
    assert pager.stdin is not None
    try:
        for chunk in visible_bytes(chunks):
            pager.stdin.write(chunk)
        pager.stdin.close()
    except BrokenPipeError:  # the reader has seen enough
        pass
    finally:
        while True:
            try:
                pager.wait()
                break
            except KeyboardInterrupt:  # which less takes as a command of its own
                continue
