"""`scorelite align TEXT TIMES -o OUT`: a text takes its times from a timed hypothesis; or a file its segments."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path

from ... import scoring
from ...formats.engine.features import features
from ...formats.engine.plain_texts import bare_texts
from ...formats.engine.reader_options import check_options
from ...formats.engine.terminal import say
from ...formats.engine.tiers import refuse_levels
from ...formats.errors import ScoreliteError, UsageError, quantity
from ...formats.records import detected
from ...formats.registry import by_name, by_suffix
from ...formats.schema import Corpus
from ...formats.source import Source
from ..meetings.looks import names_before_texts
from ..words.inputs.folders import are_folders, same_files
from .conversions import (
    add_formats,
    add_layout,
    deliver_corpus,
    format_of_several,
    format_wishes,
    layout_of,
    problem_of,
)
from .output_folders import check_targets, file_of

_OF_WORDS = {"alternations", "tags"}
"""Details of the words of a text that those with times do not have."""
# Seconds that subtitles rarely stand.
_LONG = 10
EPILOG = """\
examples:
  scorelite align talk.txt talk.ctm -o talk.srt              each line of a text as a subtitle
  scorelite align talk.txt talk.aws.json -o words.ctm        words with timestamps
  scorelite align talk.txt talk.ctm -o talk.srt --max-chars 42 --max-duration 7
  scorelite align talk.srt talk.whisper.json -o talk.TextGrid
  scorelite align hyp.txt --segments ref.stm -o hyp.stm      a hypothesis cut at the segments of a reference
  scorelite align texts heard -o timed --to ctm              folders with files of the same names

Words that the recogniser got right keep its timestamps. The words between two of them share the time in between, in
proportion to their letters: they are marked as interpolated, with a confidence below 1. No audio is read.

exit codes: 0 aligned; 1 output could not be written; 2 wrong input or command line
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = (
        "Adds the timestamps of a recogniser's words to a transcript (forced alignment). With --segments, writes a\n"
        "hypothesis in the segments of a reference. '-' is stdin or stdout. Folders have files of the same names."
    )
    parser.epilog = EPILOG
    parser.add_argument("text", metavar="TEXT", help="transcript, or hypothesis to cut, in any format")
    parser.add_argument("times", metavar="TIMES", nargs="?", help="hypothesis with timestamps, in any format")
    parser.add_argument(
        "-o", "--output", metavar="OUT", help="output file, in the format of its suffix; for two folders: a folder"
    )
    parser.add_argument("--segments", metavar="REF", help="cut TEXT at the segments of this file, with their times")
    parser.add_argument(
        "--speaker-prefix", action="store_true", help="read names before texts, as in Anna: good day, as speakers"
    )
    add_formats(parser)
    add_layout(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="do not report lost features or what was aligned")


def run(options: argparse.Namespace) -> None:
    """Aligns two files, or the files of two folders, and writes the results."""
    other = options.segments or options.times
    if not other or (options.segments and options.times):
        raise UsageError("expected TEXT and TIMES, or TEXT and --segments REF")
    if options.segments and options.speaker_prefix:
        raise UsageError("--speaker-prefix has no effect with --segments; expected TEXT and TIMES")
    if options.text == other == "-":
        raise UsageError("'-' is given twice; expected stdin as one file only")
    if not options.output:
        shown = f"scorelite show {options.text} {other}"
        raise UsageError(f"no output file; expected -o OUT. `{shown}` shows an alignment")
    if are_folders(options.text, other):
        _align_all(options, other)
    else:
        _align(options, options.text, other, options.output)


def _align_all(options: argparse.Namespace, other: str) -> None:
    """Aligns the files of two folders; a file with a problem does not stop the others."""
    goal = format_of_several(options)
    triples = [
        (os.fspath(text), os.fspath(against), file_of(options.output, name, goal))
        for name, text, against in same_files(Path(options.text), Path(other))
    ]
    check_targets([path for *files, _ in triples for path in files], [target for *_, target in triples])
    os.makedirs(options.output, exist_ok=True)
    failed = 0
    for text, against, target in triples:
        try:
            _align(options, text, against, target)
        except (ScoreliteError, OSError) as error:
            failed += 1
            say(f"{problem_of(error, text)}\n")
    if failed:
        raise UsageError(f"{failed:,} of {quantity(len(triples), 'file')} could not be aligned")


def _align(options: argparse.Namespace, name: str, other: str, target: str) -> None:
    """Aligns two files and writes the result, whose name is printed where there are several."""
    wishes = replace(format_wishes(options), layout=layout_of(options))
    text = _read(name, options, dict(wishes.options), options.source_format)
    against = _read(other, options, {}, None)
    made = (
        scoring.resegment(text, against)
        if options.segments
        else scoring.retime(text, against, speaker_prefix=options.speaker_prefix)
    )
    corpus = made if isinstance(made, Corpus) else made.corpus
    if not options.quiet:
        prefix = "" if target == options.output else f"{target}: "
        say(f"{prefix}{_cut(corpus, text) if isinstance(made, Corpus) else made}\n")
        if not options.segments and not options.speaker_prefix and (note := names_before_texts(text)):
            say(f"{note}\n")
        if dropped := sorted((features(text) - features(corpus)) & _OF_WORDS):
            say(f"align drops {', '.join(dropped)}\n")
        if note := _long_cue(corpus, target, wishes.target_format, bool(wishes.layout)):
            say(f"{note}\n")
    source = against if options.segments else text
    deliver_corpus(replace(corpus, format=source.format), target, replace(wishes, options={}), options.quiet)


def _long_cue(corpus: Corpus, target: str, named: str | None, is_cut: bool) -> str:
    """A line about a cue of subtitles that is too long to be read, and the limits that cut it."""
    record = by_name(named) if named else by_suffix(target)
    if is_cut or record is None or not record.cues:
        return ""
    lengths = [each.end - each.start for each in corpus.segments if each.start is not None and each.end is not None]
    longest = max(lengths, default=0.0)
    limits = "--max-chars 42 --max-duration 7"
    return f"the longest cue lasts {longest:.0f} s; {limits} cuts cues" if longest > _LONG else ""


def _cut(corpus: Corpus, text: Corpus) -> str:
    """The number of segments after a cut, and of the words that belong to none of them."""
    empty = sum(not words for words in corpus.texts())
    others = sum(len(words.split()) for words in bare_texts(text.table)) - sum(map(len, map(str.split, corpus.texts())))
    bare = f", {empty:,} of them without words" if empty else ""
    left_out = f"; {quantity(others, 'word')} of other recordings or channels left out" if others > 0 else ""
    return f"{quantity(len(corpus), 'segment')}{bare}{left_out}"


def _read(name: str, options: argparse.Namespace, reader: dict[str, object], named: str | None) -> Corpus:
    source = Source(name, encoding=options.encoding, errors=options.errors)
    source, record = (source, by_name(named)) if named else detected(source)
    check_options(record, reader)
    corpus = record.read(source, **reader)
    if "tiers" not in reader:
        refuse_levels(corpus)
    return corpus if corpus.path else replace(corpus, path=name)
