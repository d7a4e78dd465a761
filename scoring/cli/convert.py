"""`scorelite convert IN ... OUT`: converts files from one format into another."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from math import inf, isfinite

from ...formats import read
from ...formats.conversion import run as convert_file
from ...formats.detection import is_one
from ...formats.engine.clock_times import clock
from ...formats.engine.segmenting import PAUSE
from ...formats.engine.terminal import say
from ...formats.engine.wishes import Outcome, Wishes
from ...formats.errors import ScoreliteError, UsageError, quantity
from ...formats.registry import by_name
from ...formats.source import Source
from ..common.folders import expanded
from ..words.declared import BY_NAME as WORDS
from .conversions import (
    add_formats,
    add_layout,
    convert_joined,
    convert_one,
    format_of_several,
    format_wishes,
    layout_of,
    problem_of,
    say_left_out,
)
from .grammar import check_effects
from .output_folders import check_targets, members, plan
from .progress import Progress
from .settings import add_setting
from .shared_options import new_names, speaker_names
from .values import count, seconds, whole

EPILOG = f"""\
examples:
  scorelite convert talk.srt talk.stm                    subtitles as segments with times
  scorelite convert talk.stm talk.ctm --interpolate      words with interpolated times, marked as such in Python
  scorelite convert talk.ctm talk.TextGrid --strict      an error if a feature would be lost
  scorelite convert --from ctm --to vtt - - <a.ctm >a.vtt
  scorelite convert 'subtitles/*.srt' texts/ --to trn -j 4
  scorelite convert data/train train.stm                 a Kaldi data folder
  scorelite convert talk.deepgram.json talk.srt          subtitles with capitals and punctuation
  scorelite convert talk.ctm talk.srt --max-chars 42 --max-duration 7
  scorelite convert talk.srt late.srt --shift 2.5        all cues 2.5 s later
  scorelite convert all.stm test.stm --only test.list    the recordings or utterances of a list
  scorelite convert reel1.srt reel2.srt film.srt --join
  scorelite convert talk.json talk.stm --turns talk.rttm  words of Whisper, speakers of pyannote
  scorelite convert pal.srt film.srt --fps 25:23.976     for a video with another frame rate

Features that the target cannot carry are reported once, on stderr. If the source has times of words but not of
segments, words are cut into segments at pauses of {PAUSE:g} s. An output file gets its name once it is complete.

exit codes: 0 converted; 1 output could not be written; 2 wrong input or command line
"""
OFTEN = (
    *("--from", "--to", "--interpolate", "--session", "--channel"),
    *("--speaker-map", "--strict", "--jobs", "--quiet"),
)
"""The options that the short help shows."""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = "Converts a file, or several into a folder. '-' is stdin or stdout; see `scorelite formats`."
    parser.epilog = EPILOG
    parser.add_argument("inputs", metavar="IN", nargs="+", help="a file, a folder, or a pattern in quotes")
    output = parser.add_argument("output", metavar="OUT", help="a file, or a folder for several")
    output.example = "talk.srt, or - for stdout"  # type: ignore[attr-defined]
    add_formats(parser)
    _add_names(parser)
    _add_rules(parser)
    add_layout(parser)


def _add_names(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("names")
    for name in ("session", "channel", "speaker_map"):
        add_setting(group, WORDS[name])
    group.add_argument(
        "--segments",
        metavar="FOLDER",
        help="Kaldi data folder with the recording and times of each utterance",
    )
    group.add_argument("--turns", metavar="FILE", help="turns of a diarisation, such as rttm: words get their speakers")
    group.add_argument(
        "--speaker-prefix", action="store_true", help="read names before texts, as in Anna: good day, as speakers"
    )
    group.add_argument(
        "--speaker-names",
        action="store_true",
        help="write speakers so, in subtitles and plain text",
    )
    group.add_argument(
        "--only-speaker", action="append", default=[], metavar="NAME", help="convert what this speaker says; repeatable"
    )
    group.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NAME|FILE",
        help="convert these utterances or recordings; FILE: those that its lines begin with; repeatable",
    )
    group.add_argument("--sample", type=count, metavar="N", help="convert N segments, drawn at random")
    group.add_argument("--seed", type=_seed, metavar="N", help="another random sample for each N (default: 0)")


def _add_rules(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("rules")
    group.add_argument("--skip-broken", action="store_true", help="leave out broken cues and lines, and report each")
    group.add_argument("--strict", action="store_true", help="fail if the target cannot carry all features")
    group.add_argument("--interpolate", action="store_true", help="interpolate word times from segment times")
    group.add_argument(
        "--pause", type=seconds, metavar="SECONDS", help=f"silence that ends a segment of words (default: {PAUSE:g})"
    )
    for name, what in (("begin", "from this time on"), ("end", "up to this time")):
        group.add_argument(
            f"--{name}", type=_time, metavar="TIME", help=f"convert what is said {what}: seconds or 00:01:30"
        )
    group.add_argument(
        "--shift",
        type=_shift,
        metavar="SECONDS",
        help="shift all times (before --fps) by seconds or 00:01.5; - makes them earlier",
    )
    group.add_argument(
        "--fps", metavar="IN:OUT", help="frame rates: fit times of a video with IN frames a second to one with OUT"
    )
    group.add_argument(
        "--join",
        action="store_true",
        help="join subtitles; a part that counts from 0 is moved by the end of the part before it",
    )
    group.add_argument(
        "-j",
        "--jobs",
        type=_jobs,
        default=1,
        metavar="N",
        help="number of processes; 0: one for each processor (default: 1)",
    )
    form = group.add_mutually_exclusive_group()
    form.add_argument(
        "--printed",
        action="store_true",
        default=None,
        help="words with capitals and punctuation, from formats that have both forms, such as deepgram and aws "
        "(default for subtitles)",
    )
    form.add_argument(
        "--spoken",
        dest="printed",
        action="store_false",
        help="words without capitals and punctuation, from the same formats (default for other targets)",
    )
    group.add_argument("-q", "--quiet", action="store_true", help="do not report lost features")


def run(options: argparse.Namespace) -> None:
    """Converts one file, or several."""
    _check_rates(options)
    check_effects(options, [("seed", options.sample, "--sample N")])
    wishes = _wishes(options)
    inputs = list(expanded(options.inputs))
    if options.join:
        inputs = [path for source in inputs for path, _ in members(source, options.source_format)]
        check_effects(options, [("join", len(inputs) > 1, "two files or more")])
        check_targets(inputs, [options.output])
        convert_joined(inputs, options.output, wishes, options.quiet)
    elif inputs == options.inputs and len(inputs) == 1 and not _is_heap(inputs[0], options):
        convert_one(inputs[0], options.output, wishes, options.quiet)
    else:
        _many(inputs, options, wishes)


def _check_rates(options: argparse.Namespace) -> None:
    """Raises UsageError for two frame rates with a blank between them, the second of which became a file."""
    words = [*options.inputs, options.output]
    if options.fps and _is_number(options.fps) and (others := [word for word in words if _is_number(word)]):
        rates = f"{options.fps}:{others[0]}"
        raise UsageError(f"--fps {rates.replace(':', ' ')}: expected two frame rates with a colon: --fps {rates}")


def _many(inputs: list[str], options: argparse.Namespace, wishes: Wishes) -> None:
    goal = format_of_several(options)
    pairs = plan(inputs, options.output, goal, options.source_format)
    said: dict[str, int] = {}
    idle: dict[str, str] | None = None
    failed = 0
    with Progress(sys.stderr, len(pairs)) as progress:
        for number, result in enumerate(_results(pairs, replace(wishes, several=True), options.jobs), 1):
            if isinstance(result, str):
                failed += 1
                progress.clear()
                say(f"{result}\n")
            else:
                progress.clear()
                say_left_out(result)
                idle = dict(result.idle) if idle is None else {name: idle[name] for name in idle if name in result.idle}
                for line in str(result).splitlines():
                    said[line] = said.get(line, 0) + 1
            progress.files(number)
    for text, number in said.items() if not options.quiet else ():
        say(f"{text} ({quantity(number, 'file')})\n")
    if failed:
        raise UsageError(f"{failed:,} of {quantity(len(pairs), 'file')} could not be converted")
    for problem in (idle or {}).values():
        raise UsageError(f"{problem} (the last file; all others fail likewise)")


def _results(pairs: list[tuple[str, str]], wishes: Wishes, jobs: int) -> Iterator[Outcome | str]:
    from .workers import each

    yield from each(partial(_attempt, wishes), pairs, jobs)


def _attempt(wishes: Wishes, pair: tuple[str, str]) -> Outcome | str:
    """The outcome of one of several files, or the message of its error, which does not stop the others."""
    source, target = pair
    try:
        os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
        return convert_file(source, target, wishes)
    except (ScoreliteError, OSError) as error:
        return problem_of(error, source)


def _wishes(options: argparse.Namespace) -> Wishes:
    windows = None
    if options.segments:
        source = Source(options.segments)
        windows = by_name("kaldi-data").read(source)
    return replace(
        format_wishes(options),
        windows=windows,
        turns=read(options.turns) if options.turns else None,
        speaker_prefix=options.speaker_prefix,
        speaker_names=options.speaker_names,
        only_speaker=tuple(options.only_speaker),
        only=frozenset(chain.from_iterable(map(_names_in, options.only))),
        sample=options.sample,
        seed=options.seed or 0,
        skip_broken=options.skip_broken,
        strict=options.strict,
        interpolate=options.interpolate,
        pause=options.pause,
        printed=options.printed,
        begin=options.begin,
        end=options.end,
        shift=options.shift,
        fps=options.fps,
        layout=layout_of(options),
        session=new_names("--session", options.session),
        channel=new_names("--channel", options.channel),
        speakers=speaker_names(options.speaker_map),
    )


def _names_in(given: str) -> list[str]:
    """The names at the beginning of the lines of a file, or the name that is given."""
    if not os.path.isfile(given):
        return [given]
    return [line.split()[0] for line in Source(given).text.splitlines() if line.strip()]


def _is_heap(source: str, options: argparse.Namespace) -> bool:
    """Whether an input is a folder of files, or the output a folder for files."""
    if os.path.isdir(source) and not is_one(source, options.source_format):
        return True
    goal = by_name(options.target_format) if options.target_format else None
    if goal and goal.files:
        return False
    return os.path.isdir(options.output) or options.output != os.path.basename(options.output) == ""


def _shift(text: str, such_as: str = "-0.25") -> float:
    if (time := clock(text.removeprefix("-"))) is not None:
        return -time if text[0] == "-" else time
    try:
        seconds = float(text)
    except ValueError:
        seconds = inf
    if not isfinite(seconds):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a time; expected seconds, such as {such_as}, or 00:00:01.500"
        )
    return seconds


def _time(text: str) -> float:
    time = _shift(text, such_as="90.5")
    if time < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is before the beginning; expected 0 or more")
    return time


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal()


def _seed(text: str) -> int:
    return whole(text, " is not a whole number; expected 0 or more")


def _jobs(text: str) -> int:
    return whole(text, " is not a number of processes; expected 0 or more")
