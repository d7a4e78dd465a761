"""The systems of `scorelite compare`: scores read from files, and hypotheses that are scored now."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...formats.detection import detect, is_one
from ...formats.engine.folder_tree import without_clutter
from ...formats.errors import FormatError, MismatchError, UsageError, quantity, short
from ...formats.records import detected
from ...formats.source import Source
from ...formats.values import replace
from ..common.tie_policy import KALDI_ALIGN, KALDI_WER, policy_of
from ..compare.results import of_result
from ..compare.scores import BY_RECORDING, Scores
from ..words.files import score_pair, score_systems
from ..words.inputs.columns import TABLES
from ..words.inputs.reading import Kept
from ..words.job import Job, job_of
from ..words.notices.paired import NAME as PAIRING
from ..words.notices.paired import are_cut_differently
from ..words.renaming import Renaming
from ..words.result import Result, at_places
from ..words.totals import SHOWN
from .delivery import deliver
from .grammar import check_effects
from .messages import warn
from .normalisers import change_lines
from .nothing_scored import check_words
from .other_commands import TURNS, command_for, of_mismatch, transcript, typed
from .settings import given
from .shared_options import OF_NAMES, names_of_places

_OF_PAIR = ("ref_format", "hyp_format", "encoding", "printed", "normalise", "missing", *OF_NAMES, "unit", "threads")
_OF_JSON_LINES = (".jsonl", ".ndjson", ".jsonl.gz")
_TABLES = ("csv", "tsv", "jsonl", "nemo", "parquet")
"""Formats of files that may hold references and hypotheses."""
_COUNTED = ("kaldi-per-utt", "pra", "sgml")
"""Formats of alignments whose own counts are compared."""
_REFERENCE = re.compile(r"ref|truth|gold", re.IGNORECASE)
_EQUIVALENTS = ("equivalents", "equivalents_side", "equivalents_branches")
OF_SCORING = ("policy", "case_sensitive", "optional_words", "fragments", "like")
SETTINGS = (*_OF_PAIR, *_EQUIVALENTS, *OF_SCORING)
"""The settings of what is scored."""


def read_scores(options: argparse.Namespace) -> list[Scores]:
    """The scores to be compared, read from files or scored now."""
    sources: list[str] = options.sources
    if options.ref and options.hyp:
        if len(sources) != 1:
            raise UsageError(f"{quantity(len(sources), 'score')} with --ref and --hyp; expected one to compare with")
        first = _read(sources[0], options)
        if first.unit in BY_RECORDING:
            raise UsageError(f"{sources[0]}: {first.kind}, not of texts; expected {_both_scored(first, options.hyp)}")
        result = scored(options.hyp, options, first)
        _warn_of_notices([result], [options.hyp])
        deliver_changes([result], [options.hyp], options)
        return [first, *scores_of([result], [options.hyp])]
    if len(sources) < 2:
        raise UsageError(
            f"{quantity(len(sources), 'score')}; expected two, such as A.json and B.json of `scorelite score --json`, "
            f"or hypotheses: scorelite compare --ref REF HYP HYP{_columns_of(sources)}"
        )
    return [_read(source, options) for source in sources]


def _columns_of(sources: Sequence[str]) -> str:
    """The end of a message about one source: how two columns, or the systems in the rows, of a table are compared."""
    tables = [path for path in sources if transcript(path) in _TABLES]
    if not tables:
        return ""
    command = typed("compare", *tables)
    return f", or {command} --hyp-column A --hyp-column B, or of rows {command} --system-column NAME"


def _read(path: str, options: argparse.Namespace) -> Scores:
    """Scores in a file; of a transcript, an error with the command that scores it."""
    from ..compare.sources import read

    try:
        return read(path)
    except (UsageError, FormatError) as error:
        if kind := _kind_of(path):
            raise UsageError(
                f"{path}: a transcript ({kind}), no scores; expected: {_with_ref(kind, options)}"
            ) from None
        raise error from None


def _kind_of(path: str) -> str:
    """The format of a transcript; empty of scores."""
    return transcript(path) or ("jsonl" if path.endswith(_OF_JSON_LINES) else "")


def _with_ref(kind: str, options: argparse.Namespace) -> str:
    """The command that scores transcripts: with the reference of --ref, or the file that may be it."""
    hyps = [*filter(None, [options.hyp]), *options.sources]
    if kind in TURNS:
        return typed("compare", "--ref", options.ref or "REF", *hyps)
    if options.ref:
        return typed("compare", "--ref", options.ref, *hyps)
    scores = [path for path in hyps if not _kind_of(path)]
    if len(hyps) == 2 and len(scores) == 1:
        (other,) = {*hyps} - {*scores}
        both = f", or of a table with both sides first {typed('score', other)} --json -o NEW.json"
        return typed("compare", scores[0], "--ref", "REF", "--hyp", other) + both * (kind in _TABLES)
    if len(hyps) < 3:
        without = f"; without a reference: {typed('compare', *hyps)} --judge 200 --page FILE" if len(hyps) == 2 else ""
        return typed("compare", "--ref", "REF", *hyps) + without
    ref = next((path for path in hyps if _REFERENCE.search(os.path.basename(path))), hyps[0])
    others = [path for path in hyps if path != ref]
    return f"{typed('compare', '--ref', ref, *others)}, if {ref} is the reference"


def systems_in_table(options: argparse.Namespace) -> dict[str, Result]:
    """The systems of one long table, by the names in --system-column; nothing without this option."""
    if not options.system_column:
        return {}
    if options.ref or options.hyp or options.hyp_column or len(options.sources) != 1:
        raise UsageError(
            "--system-column is for one table that has a row for each utterance of each system: "
            "scorelite compare data.csv --system-column model"
        )
    (path,) = options.sources
    job, renaming = _job(options, None, hyp_column=None)
    systems = score_systems(path, options.system_column, job, renaming)
    if len(systems) < 2:
        shown = ", ".join(map(repr, systems))
        raise UsageError(f"{path}: one system in column {options.system_column!r} ({shown}); expected two or more")
    _check_same_references(systems)
    for result in systems.values():
        check_words(result)
    _warn_of_notices([*systems.values()], [*systems], (PAIRING, "columns"))
    return systems


def scored_now(options: argparse.Namespace) -> list[Result]:
    """The systems that are scored now; nothing where scores are compared."""
    if options.hyp_column:
        return _columns(options)
    if options.ref:
        return [] if options.hyp else _results(options)
    if not options.tables:
        return []
    files = Kept()
    results = _scored_alike(
        options.tables,
        lambda path: scored(None, options, None, files, table=path),
        are_named=bool(options.column_of_files),
    )
    if results:
        _warn_of_notices(results, options.sources, (PAIRING, "columns", "alignments"))
    return results


def _results(options: argparse.Namespace) -> list[Result]:
    """The hypotheses of --ref, scored now."""
    sources: list[str] = options.sources
    if len(sources) < 2:
        count = quantity(len(sources), "hypothesis")
        one = f", or {command_for([options.ref, *sources])}" if sources else ""
        raise UsageError(f"{count} for --ref; expected two or more, or one score and --hyp{one}")
    check_hypotheses(options)
    files = Kept()
    try:
        results = [scored(source, options, None, files) for source in sources]
    except UsageError:
        _refuse_scores(sources, options)
        raise
    if are_cut_differently(results):
        results = [scored(source, options, None, files, joined=True) for source in sources]
    _warn_of_notices(results, sources)
    return _of_all(results, options) if options.missing == "skip" else results


def _of_all(results: list[Result], options: argparse.Namespace) -> list[Result]:
    """The results on the utterances that all systems have, which paired tests need; prints how many are left out."""
    names = [result.table.names() for result in results]
    if len({*names}) == 1 or any(result.table.made_up for result in results):
        return results
    check_effects(options, [("changes", False, "hypotheses that all have the same utterances")])
    common = set(names[0]).intersection(*names[1:])
    if not common:
        raise MismatchError("the hypotheses have no utterance in common; expected hypotheses of one test set")
    lacking = len(set().union(*names)) - len(common)
    warn(
        f"compared on {quantity(len(common), 'utterance')}, which all hypotheses have; "
        f"left out: {quantity(lacking, 'utterance')} that some lack"
    )
    return [
        at_places(result, [place for place, name in enumerate(of_result) if name in common])
        for result, of_result in zip(results, names, strict=True)
    ]


def _refuse_scores(sources: Sequence[str], options: argparse.Namespace) -> None:
    """Refuses scores among hypotheses, with the command that compares one with a hypothesis."""
    from ..compare.sources import read

    for source in sources:
        if _kind_of(source):
            continue
        try:
            scores = read(source)
        except (UsageError, FormatError):
            continue
        other = next((path for path in sources if path != source), "HYP")
        command = typed("compare", source, "--ref", options.ref, "--hyp", other)
        if scores.unit in BY_RECORDING:
            command = _both_scored(scores, other)
        raise UsageError(f"{source}: scores ({scores.kind}), and no hypothesis; expected: {command}")


def _both_scored(scores: Scores, hyp: str) -> str:
    """The commands that compare scores of meetings, or of turns, with a hypothesis that has none yet."""
    command = "meetings" if scores.unit == "session" else "segments"
    return f"{typed(command, 'REF', hyp)} --json -o B.json, and then {typed('compare', scores.name, 'B.json')}"


def check_hypotheses(options: argparse.Namespace) -> None:
    """Refuses hypotheses of --ref that are given twice, or are stdin as it is, or NAME=FILE."""
    sources: list[str] = options.sources
    if len(set(sources)) < len(sources):
        raise UsageError("a hypothesis is given twice; expected different files")
    if options.ref == "-" and "-" in sources:
        raise UsageError("--ref and a hypothesis are both '-': only one of them can be stdin")
    _check_named(sources)


def _check_named(sources: Sequence[str]) -> None:
    """Refuses NAME=FILE in place of a file."""
    for source in sources:
        name, _, file = source.partition("=")
        if os.path.isfile(file) and not os.path.exists(source):
            raise UsageError(f"{source}: No such file or directory; expected {file} --name {file}={name}")


def _warn_of_notices(results: Sequence[Result], names: Sequence[str], usual: Sequence[str] = (PAIRING,)) -> None:
    """Says what is odd about each hypothesis: not that it is one recording or column, and so a pair with the other."""
    noted: dict[str, list[str]] = {}
    for name, result in zip(names, results, strict=True):
        notices = [str(notice) for notice in result.notices if notice.name not in (*usual, *SHOWN)]
        for text in (*result.unpaired_remarks(), *notices):
            noted.setdefault(text, []).append(name)
    for text, systems in noted.items():
        warn(f"{', '.join(systems)}: {text}")


def _columns(options: argparse.Namespace) -> list[Result]:
    """The columns of one table, scored now."""
    columns: list[str] = options.hyp_column
    if options.ref or options.hyp or len(options.sources) != 1:
        raise UsageError(
            "several --hyp-column are for one table that has all texts: scorelite compare data.csv --hyp-column ..."
        )
    if len(columns) < 2 or len({*columns}) < len(columns):
        raise UsageError(f"{quantity(len({*columns}), 'column')} of hypotheses; expected --hyp-column twice or more")
    files = Kept()
    results = [replace(scored(None, options, None, files, column=column), hyp_name=column) for column in columns]
    _warn_of_notices(results, columns, (PAIRING, "columns"))
    return results


def deliver_changes(results: Sequence[Result], names: Sequence[str], options: argparse.Namespace) -> None:
    """The changes of both sides, hypothesis by hypothesis: compounds of the reference differ between them."""
    if options.changes:
        pairs = zip(results, names, strict=True)
        deliver(
            (line for result, name in pairs for line in change_lines(result.changes(), system=name)), options.changes
        )


def scores_of(results: Sequence[Result], names: Sequence[str]) -> list[Scores]:
    return [of_result(result, name) for result, name in zip(results, names, strict=True)]


def scored(
    hyp: str | None,
    options: argparse.Namespace,
    beside: Scores | None,
    files: Kept | None = None,
    *,
    column: str = "",
    table: str = "",
    joined: bool = False,
) -> Result:
    """A hypothesis scored now: under the policy of the scores beside it, unless another one is asked for.

    Case is that of the scores beside it; those of Kaldi, which do not say so, keep it. Without such, a and A are one.
    `column` is that of a table without a file of hypotheses, `table` a table with both sides. `joined` makes one text
    of each recording, for hypotheses that are cut differently.
    """
    job, renaming = _job(options, beside, hyp_column=column or options.column_of_files, kept=files, joined=joined)
    ref = table or options.ref or options.sources[0]
    try:
        result = score_pair(ref, hyp, job, renaming)
        check_words(result)
    except MismatchError as error:
        raise of_mismatch(error, ref, hyp) from None
    return result


def _job(options: argparse.Namespace, beside: Scores | None, **further: Any) -> tuple[Job, Renaming]:
    """The job that the options describe, with further keywords."""
    if options.like:
        beside = None  # the published convention sets policy and case
    policy = options.policy or (policy_of(beside.policy) if beside is not None else None)
    case_sensitive = options.case_sensitive
    if case_sensitive is None and beside is not None and beside.settings:
        case_sensitive = "case:kept" in beside.settings
    elif case_sensitive is None and not options.like:
        case_sensitive = beside is not None and policy in (KALDI_WER, KALDI_ALIGN)
    return job_of(
        {
            **given(options, ("ref_column", "id_column", *_OF_PAIR, *_EQUIVALENTS, *OF_SCORING)),
            **({} if policy is None else {"policy": policy}),
            **names_of_places(options),
            "case_sensitive": case_sensitive,
            **further,
        }
    )


def tables_of(options: argparse.Namespace) -> list[str]:
    """The tables that stand for the operands; nothing unless each is one, or a folder with one."""
    if options.ref or options.hyp or options.hyp_column or len(options.sources) < 2:
        return []
    found = [_in_folder(path) if os.path.isdir(path) else path for path in options.sources]
    paths = [path for path in found if path and _may_have_both(path)]
    return paths if len(paths) == len(found) else []


def _in_folder(folder: str) -> str:
    """The one table in a folder; empty if there is none."""
    if is_one(folder, None):
        return ""
    names = without_clutter(os.listdir(folder))
    paths = [path for name in names if os.path.isfile(path := os.path.join(folder, name)) and _may_have_both(path)]
    if len(paths) > 1:
        shown = " or ".join(short(path, 80) for path in paths[:2])
        raise UsageError(f"{folder}: {len(paths)} tables; expected one, or the name of one, such as {shown}")
    return paths[0] if paths else ""


def _may_have_both(path: str) -> bool:
    """Whether the format of a file may hold both sides."""
    if path == "-" or not os.path.isfile(path):
        return False
    source = Source(path)
    try:
        # A saved result is JSON with a list of utterances, too.
        record = detect(source) if b'"signature"' in source.data else detected(source)[1]
    except (FormatError, UsageError):
        return False
    return record.name in TABLES or (record.both_sides and record.name not in _COUNTED)


def _scored_alike(paths: Sequence[str], score: Callable[[str], Result], *, are_named: bool) -> list[Result]:
    """The scores of tables that have the same references; nothing if the first has one side only, unless columns of
    both are named."""
    try:
        first = score(paths[0])
    except UsageError:
        if are_named:
            raise
        return []
    results = [first, *map(score, paths[1:])]
    _check_same_references(dict(zip(paths, results, strict=True)))
    return results


def _check_same_references(results: Mapping[str, Result]) -> None:
    """Refuses results with different references, by the names of their systems or files."""
    (name, first), *others = results.items()
    refs = dict(zip(first.utterances.ids(), first.utterances.refs, strict=True))
    for other, result in others:
        theirs = dict(zip(result.utterances.ids(), result.utterances.refs, strict=True))
        if theirs != refs:
            key = next(key for key in (*refs, *theirs) if refs.get(key) != theirs.get(key))
            what = "in only one of them" if None in (refs.get(key), theirs.get(key)) else "with other words"
            raise MismatchError(
                f"{name} and {other} have different references, such as {short(key)} {what}; expected results on one "
                "test set, or a reference for both: --ref FILE"
            )
