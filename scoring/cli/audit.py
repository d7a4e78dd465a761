"""`scorelite audit REF HYP HYP ...`: places where systems agree against the reference, for a person to judge."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from typing import TYPE_CHECKING

from ...formats.engine.terminal import say
from ...formats.engine.wishes import Wishes
from ...formats.errors import UsageError
from ...formats.registry import by_suffix
from ...formats.source import is_one_file
from ..report.words.audit_page import audit_page
from ..words.files import score_pair
from ..words.inputs.reading import Kept
from ..words.inputs.rewritten import rewritten
from ..words.inputs.sides import read_reference
from ..words.job import job_of
from .audio import add_audio, audio_of, effects_of_audio
from .colour import Paint
from .conversions import deliver_corpus
from .delivery import deliver, deliver_document, deliver_lines
from .grammar import check_effects
from .other_commands import typed
from .page_labels import add_title
from .places import check_utterances, deliver_places
from .scored_files import check_formats, check_marks, keywords_of
from .settings import add_settings, effects_of_settings
from .values import whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...formats.record import Format
    from ...formats.schema import Corpus
    from ...formats.source import Source
    from ..words.inputs.reading import Reading

EPILOG = """\
examples:
  scorelite audit ref.trn a.trn b.trn c.trn                 what the systems agree on, most doubtful first
  scorelite audit ref.stm a.ctm b.ctm --page audit.html --audio wavs     judge with audio, by keyboard
  scorelite audit ref.trn a.trn b.trn --spans places.jsonl               the places for another judge
  scorelite score ref.trn a.trn --verdicts verdicts.jsonl                the rate before and after the verdicts
  scorelite audit ref.trn --verdicts verdicts.jsonl -o corrected.trn     the corrected reference

A verdict is: reference wrong, both right, hypothesis wrong, or unclear. The page saves verdicts as lines of JSON.

exit codes: 0 done; 1 output could not be written; 2 wrong input or command line
"""
_SHOWN = 30
_TIMES = "places of utterances with times"


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = (
        "Finds suspicious references: places where systems agree with each other but not with the reference, the\n"
        "most doubtful first. A person judges each place; the verdicts then correct scores and references."
    )
    parser.epilog = EPILOG
    parser.add_argument("ref", metavar="REF", help="the reference")
    parser.add_argument("systems", metavar="HYP", nargs="*", help="outputs of systems; two or more")
    add_settings(parser)
    group = parser.add_argument_group("output")
    group.add_argument("--json", action="store_true", help="all places as JSON")
    shown = f"places to list; 0: all (default: {_SHOWN})"
    group.add_argument("-n", "--shown", type=_number, metavar="N", default=_SHOWN, help=shown)
    group.add_argument("--spans", metavar="FILE", help="all places as JSON lines, to which a judge adds verdicts")
    group.add_argument("--page", metavar="FILE", help="HTML page, one file, on which a person judges each place")
    add_title(group)
    add_audio(group)
    group.add_argument("-o", "--output", metavar="FILE", help="output file; without HYP: the corrected reference")


def run(options: argparse.Namespace) -> None:
    """Lists the places of an audit, or writes the corrected reference."""
    check_effects(
        options,
        (
            ("title", options.page, "--page"),
            *effects_of_audio(options),
            *effects_of_settings(options),
        ),
    )
    if not options.systems:
        _write_corrected(options)
        return
    if len(options.systems) < 2:
        one = typed("score", options.ref, options.systems[0], "--spans", "FILE")
        raise UsageError(f"one system, {options.systems[0]}; expected two or more, which may agree, or for one: {one}")
    files = [os.path.realpath(path) for path in options.systems]
    if twice := [path for path, file in zip(options.systems, files, strict=True) if files.count(file) > 1]:
        raise UsageError(f"{' and '.join(dict.fromkeys(twice))} twice; expected different systems")
    if same := [path for path in options.systems if is_one_file(options.ref, path)]:
        raise UsageError(f"{same[0]} as system, which is the reference; expected outputs of systems")
    job, renaming = job_of({**keywords_of(options), "kept": Kept()})
    results = [score_pair(options.ref, path, job, renaming) for path in options.systems]
    renaming.check(results[0])
    check_formats(options, [results[0]])
    check_effects(options, [("speaker_map", results[0].table.timeline is not None, _TIMES)])
    check_utterances(results[0], options.ref, "--page" if options.page else "--spans" if options.spans else "")
    names = _names(options.systems)
    found = results[0].audit(*results[1:], names=names)
    places = [site.to_dict() for site in found.rows]
    if options.spans:
        deliver_places(places, options.spans)
    if options.page:
        title = options.title or f"Audit of {os.path.basename(options.ref)}"
        told = f"{', '.join(names)}; {' '.join(found.notes())}"
        table, audio = results[0].table, audio_of(results[0], options)
        links = {name: place for place, name in enumerate(table.names())}
        ends = [*table.timeline.end] if table.timeline is not None else []
        deliver(audit_page(places, (title, told, found.signature), links, audio, ends), options.page)
    if options.json:
        deliver_document(found.to_dict(), options.output)
        return
    title, *lines = replace(found, shown=options.shown or None).lines()
    deliver_lines((Paint.for_output(options.output).strong(title), *lines), options.output)


def _names(paths: list[str]) -> list[str]:
    """The systems by the names of their files; by their paths where two have one name."""
    names = [os.path.basename(path) for path in paths]
    return names if len({*names}) == len(names) else paths


# Options that have no effect on a reference alone, with their defaults.
_OF_SYSTEMS = {
    **dict.fromkeys(("json", "case_sensitive", "keep_ascii", "drop_hyphens", "optional_words", "fragments"), False),
    **dict.fromkeys(("spans", "page", "hyp_format", "hyp_column", "outside", "overlap", "policy"), None),
    "unit": "word",
    "missing": "error",
    "shown": _SHOWN,
    "normalise": None,
    "equivalents": None,
}


def _write_corrected(options: argparse.Namespace) -> None:
    """Writes the reference as verdicts correct it."""
    if not options.verdicts:
        raise UsageError("no systems; expected REF HYP HYP, or REF --verdicts FILE -o OUT to correct the reference")
    if not options.output:
        raise UsageError("no file for the corrected reference; expected -o OUT")
    needed = "systems: REF HYP HYP"
    check_effects(options, [(name, getattr(options, name) == usual, needed) for name, usual in _OF_SYSTEMS.items()])
    job, renaming = job_of(keywords_of(options))
    correction = job.verdicts
    assert correction is not None
    source = job.how.as_it_is(options.ref)
    corpus, record = read_reference(job.how.with_lines(source), job.how)
    check_marks(options, [record.name])
    is_timed = any(row.start is not None for row in correction.verdicts.rows)
    names = [(name, is_timed, _TIMES) for name in ("session", "channel", "speaker_map")]
    check_effects(options, [*names, ("printed", record.printed, "a format that stores punctuation next to its words")])
    say(f"{correction.verdicts}\n")
    made = correction.corrected(corpus, renaming.renamed(corpus).table, is_marked=not job.how.literal)
    correction.check()
    wishes = _wishes(record, options)
    if wishes.target_format is not None:
        wishes = replace(wishes, rewrite=_rewriting(source, corpus, record, job.how))
    deliver_corpus(made, options.output, wishes, quiet=False)


def _rewriting(source: Source, corpus: Corpus, record: Format, how: Reading) -> Callable[[bytes], bytes]:
    """The change of a reference that was written anew into its file with other words, where that can be done."""

    def read(again: Source) -> Corpus:
        return read_reference(how_again.with_lines(again), how_again)[0]

    def rewrite(anew: bytes) -> bytes:
        made = rewritten(source, corpus, anew, read)
        if made is None:
            told = f"rewritten as a whole in {record.name}, because some words cannot be replaced in place"
            say(f"{source.name}: {told}\n")
        return anew if made is None else made

    how_again = replace(how, ref_format=record.name)
    return rewrite


def _wishes(record: Format, options: argparse.Namespace) -> Wishes:
    """The reference's own format, unless the name of the output is of another one."""
    suffix = os.path.splitext(options.output.lower().removesuffix(".gz"))[1]
    is_own = by_suffix(options.output) is None or options.ref.lower().removesuffix(".gz").endswith(suffix)
    is_own = is_own or suffix in map(str.lower, record.suffixes)
    return Wishes(
        target_format=record.name if is_own else None,
        target_encoding=options.encoding,
        errors=options.errors or "strict",
        interpolate=None,
    )


def _number(text: str) -> int:
    return whole(text, " is not a number of places; expected 0 or more")
