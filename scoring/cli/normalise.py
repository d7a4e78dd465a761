"""`scorelite normalise IN OUT`: normalises the words of a file in any format."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...formats.engine.terminal import say
from ...formats.errors import ScoreliteError, UsageError, quantity
from ...formats.record import Format
from ...formats.registry import by_name, by_suffix
from ...formats.roles import HYPOTHESES, OF_REFERENCES, first_usual
from ...formats.schema import Corpus
from ..common.folders import is_folder_of_files
from ..normalise.catalogue import NORMALISERS, chain_of
from ..normalise.chain import Chain
from ..normalise.corpus import NormalisedCorpus, normalise_corpus
from ..normalise.log import columns_of
from ..notices.idle_rules import can_be_idle, of_left_words, of_rules
from ..words.declared import BY_NAME as WORDS
from .conversions import add_formats, check_folder_of_several, convert_one, format_wishes, problem_of
from .delivery import deliver
from .messages import warn
from .other_commands import typed
from .output_folders import plan
from .settings import add_setting

EPILOG = """\
examples:
  scorelite normalise talk.stm talk.norm.stm --normalise whisper-en
  scorelite normalise talk.ctm talk.norm.ctm --normalise basic --changes log.jsonl
  scorelite normalise talk.srt talk.trn --normalise rules.csv --normalise basic

Words keep their times. If one word becomes several, they share its time in proportion to their letters. If several
become one, it lasts from the start of the first to the end of the last, with their lowest confidence. Alternatives
are normalised one by one.

exit codes: 0 normalised; 1 output could not be written; 2 wrong input or command line
"""


class _List(argparse.Action):
    """Prints the names of all normalisers, or of those whose name or summary has some words, and ends."""

    def __call__(self, parser: argparse.ArgumentParser, _: object, wanted: Any, *__: object) -> None:
        words = {word.lower() for word in wanted}
        listed = [each for each in NORMALISERS if words <= {*re.findall(r"\w+", f"{each.name} {each.summary}".lower())}]
        if not listed:
            shown = " and ".join(map(repr, wanted))
            parser.error(f"no normaliser has {shown} in its name or summary; `scorelite normalisers` lists all")
        width = max(len(each.name) for each in listed)
        lines = [f"{each.name:<{width}}  {each.summary}\n" for each in listed]
        parser._print_message("".join(lines), sys.stdout)
        parser.exit()


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = "Normalises the words of files. '-' is stdin or stdout; see `scorelite formats`."
    parser.epilog = EPILOG
    parser.add_argument("input", metavar="IN", help="a file, or a folder")
    output = parser.add_argument("output", metavar="OUT", help="output, in the same or another format")
    output.example = "out.trn, or - for stdout"  # type: ignore[attr-defined]
    group = parser.add_argument_group("normalisation")
    add_setting(group, WORDS["normalise"], required=True)
    group.add_argument(
        "--list",
        action=_List,
        nargs="*",
        metavar="WORD",
        dest=argparse.SUPPRESS,
        help="list normalisers with these words; without words all",
    )
    group.add_argument("--changes", metavar="FILE", help="every change of every rule, one JSON object per line")
    add_formats(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="do not report lost features")


def run(options: argparse.Namespace) -> None:
    """Normalises one file, or each file of a folder; one with a problem does not stop the others."""
    chain = chain_of(options.normalise)
    reports_rules = can_be_idle(chain) and not options.quiet
    is_folder = is_folder_of_files(options.input, options.source_format)
    pairs = _in_folder(options) if is_folder else [(options.input, options.output)]
    corpora: list[tuple[str, NormalisedCorpus]] = []
    failed = 0
    for source, target in pairs:
        try:
            done = _normalised(options, source, target, chain, is_logged=bool(options.changes) or reports_rules)
        except (ScoreliteError, OSError) as error:
            if not is_folder:
                raise
            failed += 1
            say(f"{problem_of(error, source)}\n")
        else:
            corpora += [(source if is_folder else "", each) for each in done]
    if reports_rules:
        _report_idle_rules(chain, [each for _, each in corpora])
    if options.changes:
        deliver((line for name, normalised in corpora for line in normalised.lines(name)), options.changes)
    if failed:
        raise UsageError(f"{failed:,} of {quantity(len(pairs), 'file')} could not be normalised")


def _in_folder(options: argparse.Namespace) -> list[tuple[str, str]]:
    """Pairs of the files of a folder and those of the output folder."""
    check_folder_of_several(options)
    goal = by_name(options.target_format) if options.target_format else None
    pairs = plan([options.input], options.output, goal, options.source_format)
    for folder in {os.path.dirname(target) for _, target in pairs}:
        os.makedirs(folder, exist_ok=True)
    return pairs


def _normalised(
    options: argparse.Namespace, source: str, target: str, chain: Chain, *, is_logged: bool
) -> list[NormalisedCorpus]:
    """Normalises one file, and returns what was done."""
    named = by_name(options.target_format) if options.target_format else by_suffix(target)
    corpora: list[NormalisedCorpus] = []
    notices: list[str] = []

    wishes = format_wishes(options)

    def change(corpus: Corpus) -> Corpus:
        if "text" not in wishes.options:
            _check_sides(corpus, named or by_name(corpus.format), source)
        done = normalise_corpus(corpus, chain, log=is_logged)
        corpora.append(done)
        whole, lost = done.of_file(corpus, named or by_name(corpus.format))
        notices.extend(lost)
        return whole

    convert_one(source, target, replace(wishes, change=change), options.quiet)
    if not options.quiet and any(each.corpus.segments for each in corpora) and not any(map(_has_words, corpora)):
        warn(f"{source}: no segment has words: nothing was normalised")
    for notice in () if options.quiet else notices:
        warn(f"{source}: {notice}")
    return corpora


def _check_sides(corpus: Corpus, goal: Format, path: str) -> None:
    """Refuses a table with the texts of both sides, of which the other one would be written as it is."""
    kept = [name.partition(":")[2] for name, _ in corpus.segments[0].attributes] if len(corpus.segments) else []
    other = first_usual((*HYPOTHESES, *OF_REFERENCES), kept)
    if other and goal.family == by_name(corpus.format).family:
        raise UsageError(
            f"{path}: a table of both sides, of which {other!r} would not be normalised; expected "
            f"{typed('score', path)} --normalise NAME, or one column after the other: --option text=COLUMN"
        )


def _report_idle_rules(chain: Chain, corpora: Sequence[NormalisedCorpus]) -> None:
    """Warns of rules that changed nothing, and of words of rules that remain."""
    used = {rule for each in corpora for rule in columns_of(each.changes)[1]}
    before = [text for each in corpora for text in each.texts]
    after = [text for each in corpora for text in each.corpus.texts()]
    for notice in (*of_rules(chain, lambda: used, before), *of_left_words(chain, used, after)):
        warn(str(notice))


def _has_words(normalised: NormalisedCorpus) -> bool:
    return any(map(str.strip, normalised.texts))
