"""`scorelite score SHARD ... --shards`: a file of totals for each shard, and the summary of all."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any

from formats.engine.terminal import say
from formats.errors import MismatchError, UsageError
from scoring.batches.files import merge_files
from scoring.batches.opened import expanded
from scoring.batches.shards import Shard, Work, totals_name
from scoring.cli import merge
from scoring.cli.delivery import DeliveryError
from scoring.cli.grammar import check_effects
from scoring.cli.names import session_names, speaker_names
from scoring.cli.progress import Progress
from scoring.cli.workers import each
from scoring.words.folders import are_folders, stem
from scoring.words.pair import pair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.batches.shards import Done

_FOLDER = "totals"
# Options that say what happens with the shards, and those that need words; all others are keywords of `score_files`.
_OWN = (
    *("run", "ref", "hyp", "more", "shards", "skip_broken", "stream", "threads", "output", "json", "report"),
    *("speakers", "missing"),
)
_OF_WORDS = ("markdown", "csv", "utterances", "width", "plot", "changes", "entities", "page", "audio", "embed_audio")


def score_shards(options: argparse.Namespace) -> None:
    """Scores all shards that are not done, and writes the summary of all, or what else was asked for."""
    check_effects(options, [(name, False, "words, which totals do not keep") for name in _OF_WORDS])
    if options.stream:
        raise UsageError("--stream is for two files, --shards for tables; expected one of the options")
    if options.report and options.report not in ("sum", "sys", "rsum", "raw", "lur"):
        raise UsageError(f"--report {options.report} needs alignments; totals have only sum, rsum and lur")
    folder = options.output or _FOLDER
    if folder == "-" or os.path.isfile(folder):
        raise UsageError(f"-o {folder} is not a folder; expected a folder for the totals of shards")
    shards = _shards(options)
    _check_folder(folder, shards)
    work = Work(folder, _keywords(options), options.speakers or "spu_id")
    os.makedirs(folder, exist_ok=True)
    done = _finished(work, shards, options)
    options.output, options.interval = None, None
    merge.write(merge_files([one.path for one in done if not one.problem]), options)


def _keywords(options: argparse.Namespace) -> dict[str, Any]:
    """The keywords of `score_files`."""
    given = {name: value for name, value in vars(options).items() if name not in (*_OWN, *_OF_WORDS)}
    given["session"] = session_names(options.session)
    given["speaker_map"] = speaker_names(options.speaker_map)
    return {"missing": options.missing, **{name: value for name, value in given.items() if value is not None}}


def _shards(options: argparse.Namespace) -> list[Shard]:
    """The shards that the operands name: tables, or the files of two folders that have one name."""
    operands = [name for name in (options.ref, options.hyp, *options.more) if name is not None]
    if "-" in operands:
        raise UsageError("shards are files and folders; expected no '-' (stdin) among them")
    if len(operands) == 2 and are_folders(*operands):
        sides = [{stem(os.path.basename(path)): path for path in expanded([folder])} for folder in operands]
        pairing = pair(sorted(sides[0]), sorted(sides[1]), missing="error")
        return [Shard(sides[0][name], sides[1][name]) for name in pairing.ids]
    shards = [Shard(path) for path in expanded(operands)]
    named = [totals_name(shard) for shard in shards]
    counts = Counter(named)
    for shard, name in zip(shards, named, strict=True):
        if counts[name] > 1:
            raise UsageError(f"{shard.name} is named twice; expected each shard once")
    return shards


def _check_folder(folder: str, shards: Sequence[Shard]) -> None:
    """Refuses the folder of the shards as that of their totals, which the next run would take for shards."""
    for path in {path for shard in shards for path in (shard.ref, shard.hyp) if path is not None}:
        home = os.path.dirname(path) or "."
        if os.path.isdir(folder) and os.path.isdir(home) and os.path.samefile(folder, home):
            raise UsageError(f"-o {folder} is the folder of the shards; expected another folder for their totals")


def _finished(work: Work, shards: Sequence[Shard], options: argparse.Namespace) -> list[Done]:
    """The shards that have totals; one without is an error, unless broken ones are skipped."""
    done: list[Done] = []
    keys: dict[str, str] = {}
    broken = 0
    with Progress(sys.stderr, len(shards)) as progress:
        try:
            for one in each(work, shards, options.threads):
                if one.problem:
                    broken += 1
                    progress.clear()
                    say(f"scorelite: {one.problem}\n")
                    if one.full:
                        raise DeliveryError(_again(len(done), shards))
                elif (first := keys.setdefault(one.key, one.shard.name)) != one.shard.name:
                    raise MismatchError(f"{first} and {one.shard.name} have one content; expected each shard once")
                else:
                    done.append(one)
                progress.files(len(done) + broken)
        except BrokenProcessPool:
            reason = "a process was killed, perhaps for lack of memory"
            raise DeliveryError(f"{reason}: {_again(len(done), shards)}") from None
    if broken and not (options.skip_broken and done):
        hint = "" if options.skip_broken else "; --skip-broken leaves them out"
        raise UsageError(f"{broken} of {len(shards)} shards could not be scored; the others are done{hint}")
    if broken:
        say(f"scorelite: {broken} of {len(shards)} shards are left out: {len(done)} were scored\n")
    return done


def _again(done: int, shards: Sequence[Shard]) -> str:
    return f"at least {done} of {len(shards)} shards are done; the same command scores the others"
