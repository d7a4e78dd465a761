"""`--shards` of score, segments and kws: a file of totals for each shard, and the summary of all."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from ...formats.engine.terminal import say
from ...formats.errors import MismatchError, UsageError
from ...formats.registry import stem
from ..batches.analyses import summed_analyses
from ..batches.files import expanded, is_remote, sum_of
from ..batches.shards import COLUMNS, Done, Shard, Task, Work, detection_task, label_task, totals_name, word_task
from ..common.results import listed
from ..kws import KwsSettings
from ..normalise.equivalent_sources import equivalents_of
from ..report import segments, words
from ..words.inputs.folders import are_folders
from ..words.pairing.by_id import pair
from ..words.totals import Totals
from .analyses import effects_of_analyses
from .delivery import DeliveryError
from .grammar import check_effects
from .progress import Progress
from .scored_files import check_formats, keywords_of
from .shared_options import deliver_csv
from .totals_report import wanted_of, write
from .workers import each

_FOLDER = "totals"
# Options that need words.
_OF_WORDS = ("markdown", "csv", "utterances", "width", "plot", "changes", "entities", "page", "audio", "embed_audio")


def score_shards(options: argparse.Namespace) -> None:
    """Scores all shards that are not done, and writes the summary of all, or what else was asked for."""
    check_effects(options, [(name, False, "words, which totals do not store") for name in _OF_WORDS])
    check_effects(options, effects_of_analyses(options))
    if options.stream:
        raise UsageError("--stream is for two files, --shards for tables; expected one of the options")
    if options.report not in (None, *words.OF_SUMS):
        raise UsageError(f"--report {options.report} needs alignments; totals have only {', '.join(words.OF_SUMS)}")
    keywords = {name: value for name, value in keywords_of(options).items() if value is not None}
    keywords.pop("threads", None)  # each shard has one process
    analyses = wanted_of(options)
    task = word_task(keywords, options.speakers, analyses)
    folder = _folder("-o", options.output)
    done = _finished(folder, task, _shards(options), options)
    _check_names(keywords, done)
    if analyses:
        analyses.check_met(COLUMNS in shard.used for shard in done)
    options.output, options.interval = None, None
    paths = [shard.path for shard in done]
    total = sum_of(paths)
    assert isinstance(total, Totals)
    check_formats(options, [total])
    write(total, options, summed_analyses(paths, total.signature, analyses.marked()) if analyses else {})


def _check_names(keywords: dict[str, Any], done: Sequence[Done]) -> None:
    """Refuses names of recordings, channels and speakers that no shard has."""
    for name, what in (("session", "recording"), ("channel", "channel"), ("speaker_map", "speaker")):
        renamed = keywords.get(name)
        if isinstance(renamed, dict) and renamed and not any(name in shard.used for shard in done):
            old = listed(sorted(renamed), "old name")
            raise UsageError(f"--{name.replace('_', '-')} has no effect: no shard has a {what} of its {old}")
    if keywords.get("strip_id") and not any("strip_id" in shard.used for shard in done):
        raise UsageError(f"--strip-id has no effect: {keywords['strip_id']!r} matches no part of an id of a shard")
    spans = equivalents_of(keywords["equivalents"]).spans if keywords.get("equivalents") else ()
    if spans and not any("equivalents" in shard.used for shard in done):
        raise UsageError(f"--equivalents has readings of texts that no shard has: {listed(sorted(spans), 'id')}")


def score_label_shards(options: argparse.Namespace, keywords: dict[str, Any]) -> None:
    """Scores folders of labels with times; `keywords` are those of `score_segment_files`."""
    check_effects(options, [(name, False, "labels, which totals do not store") for name in ("page", "plot", "width")])
    if options.report not in (None, *segments.OF_SUMS):
        raise UsageError(f"--report {options.report} needs labels; totals have only {', '.join(segments.OF_SUMS)}")
    sides = {"REF": options.ref, "HYP": options.hyp, **({"--uem": options.uem} if options.uem else {})}
    done = _finished(_folder("-o", options.output), label_task(keywords), _together(sides), options)
    options.output = None
    _write_sum(done, options)


# Options of kws that need more than the trials of all recordings.
_OF_FILES = ("check", "changes", "plot", "page", "form", "measure", "width", "csv_formulas")
_OF_SUBSETS = ("by_source", "by_term", "by_attribute", "by_targets", "by_oov")


def score_detection_shards(options: argparse.Namespace, settings: KwsSettings) -> None:
    """Scores folders of keyword spotting, with one list of keywords."""
    check_effects(options, [(name, False, "whole files: leave out --shards") for name in (*_OF_FILES, *_OF_SUBSETS)])
    reports = options.report or ()
    if len(reports) > 1 or any(name.startswith("cond.") for name in reports):
        raise UsageError(f"--report {','.join(reports)}: expected one report of all trials with --shards")
    shards = _together({"--rttm": options.rttm, "--kwslist": options.kwslist, "--ecf": options.ecf})
    task = detection_task(options.kwlist, settings, options.threshold, tuple(options.only))
    done = _finished(_folder("--out", options.out), task, shards, options)
    options.output, options.name, options.report = None, options.kwslist, reports[0] if reports else None
    _write_sum(done, options)


def _write_sum(done: Sequence[Done], options: argparse.Namespace) -> None:
    """Writes the sum of all shards: the csv that is asked for, and what else there is to print."""
    total = sum_of([shard.path for shard in done])
    deliver_csv(total, options)
    if options.csv != "-":
        write(total, options)


def _folder(option: str, folder: str | None) -> str:
    """The folder for totals, which is made when something is written."""
    folder = folder or _FOLDER
    if folder == "-" or os.path.isfile(folder):
        raise UsageError(f"{option} {folder} is not a folder; expected a folder for the totals of shards")
    return folder


def _shards(options: argparse.Namespace) -> list[Shard]:
    """The shards that the operands name: tables, or the files of two folders that have one name."""
    operands = [name for name in (options.ref, options.hyp, *options.more) if name is not None]
    if "-" in operands:
        raise UsageError("shards are files and folders; expected no '-' (stdin) among them")
    if len(operands) == 2 and are_folders(*operands):
        return _together(dict(zip(("REF", "HYP"), operands, strict=True)))
    shards = [Shard(path) for path in expanded(operands)]
    named = [totals_name(shard) for shard in shards]
    counts = Counter(named)
    for shard, name in zip(shards, named, strict=True):
        if counts[name] > 1:
            raise UsageError(f"{shard.name} is named twice; expected each shard once")
    return shards


def _together(sides: dict[str, str]) -> list[Shard]:
    """The files of several folders that have one name; sides are folders by the operand or option that names them."""
    by_side = []
    for option, folder in sides.items():
        if not os.path.isdir(folder) and not is_remote(folder):
            raise UsageError(f"{option} {folder} is not a folder; expected a folder with a file for each shard")
        by_stem: dict[str, str] = {}
        for path in expanded([folder]):
            if (first := by_stem.setdefault(stem(os.path.basename(path)), path)) != path:
                raise UsageError(f"{first} and {path} have the same name; expected different names")
        by_side.append(by_stem)
    names = sorted(by_side[0])
    for by_stem in by_side[1:]:
        pair(names, sorted(by_stem), missing="error")
    return [Shard(by_side[0][name], by_side[1][name], tuple([more[name] for more in by_side[2:]])) for name in names]


def _check_folder(folder: str, shards: Sequence[Shard]) -> None:
    """Refuses the folder of the shards as that of their totals, which the next run would take for shards."""
    for path in {path for shard in shards for path in shard.paths}:
        home = os.path.dirname(path) or "."
        if os.path.isdir(folder) and os.path.isdir(home) and os.path.samefile(folder, home):
            raise UsageError(f"-o {folder} is the folder of the shards; expected another folder for their totals")


def _finished(folder: str, task: Task, shards: Sequence[Shard], options: argparse.Namespace) -> list[Done]:
    """The shards that have totals; one without is an error, unless broken ones are skipped."""
    _check_folder(folder, shards)
    os.makedirs(folder, exist_ok=True)
    work = Work(folder, task)
    done: list[Done] = []
    keys: dict[str, str] = {}
    broken = 0
    with Progress(sys.stderr, len(shards)) as progress:
        try:
            for result in each(work, shards, 1 if options.threads is None else options.threads):
                if result.problem:
                    broken += 1
                    progress.clear()
                    say(f"scorelite: {result.problem}\n")
                    if result.full:
                        raise DeliveryError(_again(len(done), shards))
                elif (first := keys.setdefault(result.key, result.shard.name)) != result.shard.name:
                    raise MismatchError(
                        f"{first} and {result.shard.name} have the same content; expected each shard once"
                    )
                else:
                    done.append(result)
                progress.files(len(done) + broken)
        except BrokenProcessPool:
            reason = "a process was killed, perhaps for lack of memory"
            raise DeliveryError(f"{reason}: {_again(len(done), shards)}") from None
    if broken and not (options.skip_broken and done):
        hint = "" if options.skip_broken else "; --skip-broken leaves them out"
        rest = "the others are done" if done else "no totals were written"
        raise UsageError(f"{broken} of {len(shards)} shards could not be scored; {rest}{hint if done else ''}")
    if broken:
        say(f"scorelite: {broken} of {len(shards)} shards are left out: {len(done)} were scored\n")
    return done


def _again(done: int, shards: Sequence[Shard]) -> str:
    return f"at least {done} of {len(shards)} shards are done; the same command scores the others"
