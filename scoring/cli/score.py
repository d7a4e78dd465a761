"""`scorelite score REF HYP`: scores one file against another."""

from __future__ import annotations

import argparse
import os
from itertools import chain

from ...formats.errors import MismatchError
from ...formats.values import dataclass, replace
from ..report import files, page_pieces
from ..report.words import ALIASES, ALL, NAMES, OF_SUMS, PICTURES, WITHOUT_SPEAKERS
from ..words.files import score_files
from ..words.inputs.columns import PREDICTION, Columns
from ..words.speakers import KINDS
from .analyses import (
    add_with,
    against_references,
    analyses_dict,
    analysis_lines,
    chosen_analyses,
    drawing,
    effects_of_analyses,
    first_hypotheses,
    read_before,
    shows_numbers,
    with_columns,
)
from .audio import add_audio, audio_of, effects_of_audio
from .colour import Paint
from .delivery import deliver, deliver_json, deliver_lines, deliver_report
from .entities import entities_wanted
from .grammar import check_effects
from .groups import group_lines, groups_of, one_by_one
from .intervals import UTTERANCE, add_interval, interval_of
from .limits import add_group_limit, add_limit, check_groups_limit, check_limit, end, failed_of
from .messages import warn
from .normalisers import add_changes, change_lines
from .nothing_scored import check_words
from .other_commands import check_tables, of_mismatch, of_speakers
from .page_labels import add_title
from .pictures import add_plot, check_plots, draw
from .scored_files import check_files, keywords_of
from .settings import add_settings, effects_of_settings
from .shared_options import csv_effect
from .text_report import main_title, summary, title_of
from .verdicts import add_verdict, check_verdicts, deliver_verdicts, gate_of_score
from .warnings import warn_if_swapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from ...formats.source import Target
    from ..analysis.breakdown import Breakdown
    from ..common.limits import Verdict
    from ..words.entities import Entities
    from ..words.result import Result
    from .judged import Judged

EPILOG = """\
examples:
  scorelite score ref.trn hyp.trn                     a summary
  scorelite score ref.txt hyp.txt --json              the numbers, for programs
  scorelite score ref.trn hyp.trn --report pra        every utterance, aligned
  scorelite score ref.trn hyp.trn.gz --missing delete  references without a hypothesis count as deletions
  scorelite score ref.trn hyp.trn --with failures,writing  recognition failures, and errors by cause
  scorelite score ref.trn hyp.trn --report spk -o x   one file per speaker: x.spk.anna ...
  scorelite score talk.ttml talk.aws.json --session talk  one name for the recording in both files
  scorelite score manifest.jsonl                      columns text and pred_text of one table
  scorelite score table.csv --by accent --by gender   the rate of each value of a column
  scorelite score table.csv --ref-column said --hyp-column heard --id-column key
  scorelite score ref.txt hyp.txt --normalise whisper-en --changes log.jsonl
  scorelite score results/ --normalise leaderboard-en --markdown   results of models and data sets: a table
  scorelite score ref.trn hyp.trn --page errors.html  every error, in a browser
  scorelite score ref.trn hyp.trn --entities names.json   errors of names and terms, by position
  scorelite score ref.trn hyp.trn --with classes=marks.jsonl   errors by class of words
  scorelite score ref.trn hyp.trn --slices people.csv --slice gender   rates by group, with intervals and a test
  scorelite score ref.stm hyp.ctm --plot errors=errors.svg --plot det=det.png    pictures of the errors
  scorelite score ref.trn hyp.trn --max-wer 12 --verdict junit=wer.xml --verdict badge=wer.svg   for a build
  scorelite score shards/*.parquet --shards -o totals -j 4    a file of totals for each shard
  zcat hyp.gz | scorelite score ref.trn - --hyp-format trn

exit codes: 0 scored; 1 a limit was exceeded, or output could not be written; 2 wrong input or command line
"""
_REPORTS = (*(name for name in NAMES if name != "wws"), *ALIASES, "all")
_FORMS = {"json": "--json -o FILE", "csv": "--csv FILE", "html": "--page FILE"}
"""Forms of the output that people take for a value of -o, with our options."""
_REPORT_HELP = (
    f"a report of sclite: {', '.join(name for name in _REPORTS if name not in (*ALIASES, 'all', 'confusions'))}; "
    "confusions: pairs of words as csv; "
    f"{', '.join(f'{name}: {other}' for name, other in ALIASES.items())}; all: {', '.join(ALL)}"
)
WIDTH = 1000
_OF_PAIRS = (
    *("entities", "max_group_wer", "by", "interval", "verdict"),
    *("references", "verdicts", "spans", "explain"),
)
LARGE = 2 << 30
"""The size of two files from which on they are read in pieces."""
OFTEN = (
    *("--json", "--report", "--page", "--normalise", "--characters"),
    *("--case-sensitive", "--missing", "--ref-column", "--hyp-column", "--ref-format"),
    *("--hyp-format", "--with", "--max-wer", "--output"),
)
"""The options that the short help shows."""


class _OneReport(argparse.Action):
    """The report, which is one, or all."""

    def __call__(
        self, parser: argparse.ArgumentParser, options: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        if options.report not in (None, values):
            parser.error(f"two reports, {options.report} and {values}; expected one, or --report all -o NAME")
        options.report = values


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = (
        "Scores a hypothesis file against a reference file. Utterances are paired by id, words with times\n"
        "by recording, channel and time, in any order. '-' is standard input."
    )
    parser.epilog = EPILOG
    parser.add_argument("ref", metavar="REF", help="the reference")
    parser.add_argument("hyp", metavar="HYP", nargs="?", help="the hypothesis; not needed for a table that has both")
    parser.add_argument(
        "more",
        metavar="TABLE",
        nargs="*",
        default=[],
        help="three files or more, or one folder: files that hold both sides, for a table",
    )
    add_settings(parser)
    _add_output(parser)
    _add_shards(parser)


def _is_table(options: argparse.Namespace) -> bool:
    """Whether the files hold both sides, each, and a table is made of their scores."""
    if options.more or (options.hyp is None and _is_collection(options)):
        return True
    if _is_tabulated(options):
        if options.hyp is not None:
            return _hold_both(options)
    elif not (options.csv and os.path.isfile(options.ref) and _has_both(options.ref, options.hyp_column)):
        return False
    from .leaderboard import others_than_of_tables

    # One file is scored alone, too, where an option asks for what a table does not have.
    return options.hyp is not None or not others_than_of_tables(options)


def _take_pair(options: argparse.Namespace) -> None:
    """Puts the reference and the hypothesis that a folder has in place of the folder."""
    if options.hyp is None and not _is_tabulated(options) and _is_collection(options):
        from ..words.inputs.table_files import pair_in

        if pair := pair_in(options.ref):
            options.ref, options.hyp = pair


def _is_tabulated(options: argparse.Namespace) -> bool:
    return bool(options.markdown or options.latex)


def _hold_both(options: argparse.Namespace) -> bool:
    """Whether each of two files or folders holds references and hypotheses, so that they are two scores."""
    from ..words.inputs.table_files import is_scored_alone

    columns = Columns(options.ref_column, options.hyp_column, options.id_column)
    files = options.ref, options.hyp
    return "-" not in files and all(is_scored_alone(path, columns) for path in files)  # stdin is read once


def _has_both(path: str, column: str | None) -> bool:
    """Whether the first row of a file has both sides, as those of manifests do."""
    with open(path, "rb") as file:
        row = file.readline(1 << 16).lstrip()
    return row.startswith(b"{") and f'"{column or PREDICTION}"'.encode() in row


def _is_collection(options: argparse.Namespace) -> bool:
    """Whether the first argument is a folder of files, which is not a corpus by itself."""
    if not os.path.isdir(options.ref):
        return False
    from ...formats.detection import is_one

    return not is_one(options.ref, options.ref_format)


def run(options: argparse.Namespace) -> None:
    """Scores two files and writes what was asked for."""
    check_plots(options)
    check_effects(options, _of_options(options))
    if options.shards:
        check_effects(options, [(name, False, "a score of two files") for name in (*_OF_PAIRS, "max_wer", "max_ser")])
        from .shards import score_shards

        score_shards(options)
        return
    check_effects(options, [("skip_broken", False, "--shards")])
    _take_pair(options)
    if _is_table(options):
        from .leaderboard import write_table

        check_tables([options.ref, *filter(None, [options.hyp]), *options.more])
        write_table(options)
        return
    _check_effects(options)
    try:
        _score_pair(options)
    except MismatchError as error:
        raise of_mismatch(error, options.ref, options.hyp) from None


def _score_pair(options: argparse.Namespace) -> None:
    """Scores two files, judges the rates and writes what was asked for."""
    entities = entities_wanted(options)
    if options.output in _REPORTS and not options.report:
        warn(f"the output goes into a file {options.output}; expected --report {options.output} for the report")
    if options.output in _FORMS:
        warn(f"the output goes into a file {options.output}; expected {_FORMS[options.output]}")
    warn_if_swapped(options.ref, options.hyp)
    if options.stream or is_large(options):
        from .streaming import score_streamed

        if score_streamed(options):
            return
    scored = _scored(options, entities)
    verdict = _verdict(scored, options)
    _write_files(scored, verdict, options)
    if options.report:
        _write_reports(scored.result, options)
    elif _is_tabulated(options):
        # Imported only now: few scores are tables.
        from .score_table import table_lines

        deliver_lines(table_lines(scored.result, scored.analyses, options), options.output)
    elif options.csv != "-":
        _write(scored, options)
    end(options)


@dataclass(frozen=True, slots=True)
class _Scored:
    """A score, with what the options ask for in addition to its rates."""

    result: Result
    judged: Judged | None
    """The score before verdicts corrected the reference."""
    entities: Entities | None
    wanted: Mapping[str, Any]
    """The analyses that options name, with their arguments."""
    analyses: Mapping[str, Breakdown]
    """These, the rates against further references, and the conventions that give a published rate."""


def _scored(options: argparse.Namespace, entities: Mapping[str, float]) -> _Scored:
    """Scores and analyses both files; what has no effect on them is refused before anything is written."""
    keywords = keywords_of(options)
    read = read_before(options)
    hyp: Target | None = options.hyp
    if "nbest" in read and read["nbest"] is None:
        hyp, read["nbest"] = first_hypotheses(options)
        keywords |= {"hyp_format": "jsonl", "hyp_column": None}
    result, judged = _result(options, hyp, keywords)
    check_words(result)
    result = with_columns(result, options)
    summarised = not (options.report or options.json or _is_tabulated(options))
    if summarised and (hint := of_speakers(result, options.ref, options.hyp)):
        warn(hint)
    options.by = one_by_one(options.by, result.table.columns)
    for name in options.by:
        result.group_numbers(name)  # A name of no group is an error.
    named = bool(options.report) or _has_speakers(options)
    check_files(options, result, keywords["speaker_map"], options.speakers, named=named)
    counted = result.entities(entities) if entities else None
    wanted = chosen_analyses(options, result.table.columns, read)
    analyses = dict(result.analyse(wanted)) if wanted else {}
    analyses |= against_references(result, options, keywords)
    if options.explain is not None:
        analyses["explain"] = result.explain(options.explain)
    check_effects(options, [("changes", not result.files, "one pair of files")])
    return _Scored(result, judged, counted, wanted, analyses)


def _result(
    options: argparse.Namespace, hyp: Target | None, keywords: Mapping[str, Any]
) -> tuple[Result, Judged | None]:
    """The score; with verdicts, the one before them, too."""
    if not options.verdicts:
        result = score_files(options.ref, hyp, **keywords)
        return result if hyp is options.hyp else replace(result, hyp_name=options.hyp or options.ref), None
    # Imported only now: few scores have verdicts.
    from .judged import judged

    return judged(options, keywords)


def _verdict(scored: _Scored, options: argparse.Namespace) -> Verdict | None:
    """The verdict of the limits, which is printed; the failed one of several."""
    result, title = scored.result, main_title(scored.result)
    verdict = check_limit(title, result.main_rate, options.max_wer, options)
    verdict = failed_of(verdict, check_limit("SER", result.ser, options.max_ser, options))
    return check_groups_limit(title, scored.analyses, options, verdict)


def _write_files(scored: _Scored, verdict: Verdict | None, options: argparse.Namespace) -> None:
    """Writes the files that options name, next to the output itself."""
    result = scored.result
    if options.changes:
        deliver(change_lines(result.changes()), options.changes)
    if options.spans:
        # Imported only now: few scores go to a judge.
        from .places import check_utterances, deliver_places

        check_utterances(result, options.ref, "--spans")
        deliver_places((site.to_dict() for site in result.spans()), options.spans)
    if options.page:
        shown = {"audio": audio_of(result, options), "title": options.title or ""}
        if scored.analyses:
            shown |= {"analyses": scored.wanted, "made": scored.analyses}
        deliver(page_pieces([result], **shown), options.page)
    draw([result], options, by=options.by[0] if options.by else None)
    judged_by = main_title(result), verdict, scored.analyses
    deliver_verdicts(lambda: gate_of_score(result, *judged_by, options), options)
    _write_csv(scored, options)


def _write(scored: _Scored, options: argparse.Namespace) -> None:
    """Writes the JSON or the summary."""
    result, judged, entities = scored.result, scored.judged, scored.entities
    interval = interval_of(result, options.interval, options.slice_unit or UTTERANCE)
    if options.json:
        from ..words.json_text import json_chunks

        more = {"entities": entities.to_dict()} if entities else {}
        if interval:
            more["interval"] = interval
        if options.by:
            more["groups"] = groups_of(result, options.by)
        if judged:
            more["judged"] = judged.to_dict()
        more |= analyses_dict(scored.analyses)
        deliver_json(json_chunks(result, utterances=options.utterances, more=more), options.output)
        return
    paint = Paint.for_output(options.output)
    groups = [*group_lines(result, options.by, paint)]
    before = ["", *judged.lines(title_of(result))] if judged else []
    deliver_lines(
        chain(summary(result, paint, entities, interval), before, groups, analysis_lines(scored.analyses, paint)),
        options.output,
    )


def _write_csv(scored: _Scored, options: argparse.Namespace) -> None:
    """Writes a row for each utterance, value of groups, or else file or recording, as the options ask."""
    if options.csv:
        result = scored.result
        rows: Iterable[str]
        if options.utterances:
            rows = str(result.to_csv()).split("\n")[:-1]
        elif "slices" in scored.analyses and not options.by:
            # Imported only now: few scores have slices.
            from ..common.written import to_csv

            rows = str(to_csv(scored.analyses["slices"].columns(), None)).split("\n")[:-1]
        else:
            from ..words.by_file import rate_table

            rows = rate_table(result, options.by).csv()
        deliver_lines(rows, options.output if options.csv == "-" else options.csv)


def _write_reports(result: Result, options: argparse.Namespace) -> None:
    """Writes a report, or all of them."""
    speakers = options.speakers or result.usual_speakers()
    if speakers and not options.speakers and options.report not in WITHOUT_SPEAKERS:
        warn("ids name no speaker, such as anna-001: the report has one speaker, all (--speakers says otherwise)")
    shown = {"speakers": speakers, "width": options.width or WIDTH}
    for name in ALL if options.report == "all" else (options.report,):
        for suffix, chunks in files(result, name, **shown):
            deliver_report(chunks, name, options.output, suffix if options.report in ("all", "snt", "spk") else b"")


def is_large(options: argparse.Namespace) -> bool:
    """Whether both files are so large together that they are read in pieces."""
    paths = [path for path in (options.ref, options.hyp) if path not in (None, "-")]
    return len(paths) == 2 and all(map(os.path.isfile, paths)) and sum(map(os.path.getsize, paths)) >= LARGE


def _check_effects(options: argparse.Namespace) -> None:
    """Refuses options that have no effect beside the others."""
    lines = options.report in ("pra", "pralign", "prf", "all")
    speakers = options.report not in (None, *WITHOUT_SPEAKERS)
    limited = any(limit is not None for limit in (options.max_wer, options.max_ser, options.max_group_wer))
    check_verdicts(options, limited, "--max-wer, --max-ser, --max-group-wer")
    named = speakers or options.utterances or options.page or _has_speakers(options)
    grouped = any(kind == "groups" for kind, _ in options.plot)
    by_in_table = _is_tabulated(options) or (options.csv and not options.utterances)
    check_effects(
        options,
        (
            csv_effect(options, "json", "report", "markdown", "latex"),
            ("utterances", options.json or options.csv, "--json or --csv"),
            ("interval", shows_numbers(options), "the summary or --json"),
            ("entities", shows_numbers(options), "the summary or --json"),
            *effects_of_analyses(options),
            ("explain", shows_numbers(options) or options.page, "the summary, --json or --page"),
            ("by", shows_numbers(options) or grouped or by_in_table, "the summary, --json, --csv or --plot groups"),
            ("speakers", speakers, "--report; dtl and confusions have no speakers"),
            ("speaker_map", named, "a --report by speaker, --by speaker, --slice or --utterances"),
            ("width", lines, "--report pra or prf"),
        ),
    )


def _has_speakers(options: argparse.Namespace) -> bool:
    """Whether the groups of the output, or what intervals of analyses draw, may be speakers."""
    return bool(options.slices) or drawing(options) or "speaker" in one_by_one(options.by, ())


def _of_options(options: argparse.Namespace) -> Iterable[tuple[str, object, str]]:
    """The options that need others, whatever is scored, and whether these are given."""
    unit = options.slice_unit or ""
    meant = "; expected -c for characters" if unit.startswith("char") else ""
    if unit.startswith("grapheme"):
        meant = "; scorelite kaldi character_tokenizer --graphemes puts blanks between graphemes, which are words then"
    if unit.startswith("phon"):
        meant = "; phones between blanks are scored as words, without an option"
    if unit.startswith(("syllab", "bpe", "token", "subword", "morph")):
        meant = "; a text with blanks between such units is scored by them, as words"
    meant = "; expected --normalise mixed-units for mixed texts" if unit.startswith("mixed") else meant
    return (
        ("changes", options.normalise, "--normalise"),
        *effects_of_settings(options),
        ("slice_unit", drawing(options) or options.interval, f"--slice, --measures or --interval{meant}"),
        ("title", options.page, "--page"),
        *effects_of_audio(options),
    )


def _add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output")
    kind = group.add_mutually_exclusive_group()
    kind.add_argument("--json", action="store_true", help="the numbers as JSON")
    kind.add_argument(
        "--markdown",
        action="store_true",
        help="the rows of --csv as a table; of several files, a table of models and data sets",
    )
    kind.add_argument("--latex", action="store_true", help="the same table in LaTeX")
    kind.add_argument("--report", action=_OneReport, choices=_REPORTS, metavar="NAME", help=_REPORT_HELP)
    group.add_argument(
        "--csv",
        nargs="?",
        const="-",
        metavar="FILE",
        help="a row for each value of --by or --slice, file of two folders, or recording, else one with the name "
        "of HYP; of several tables, theirs (default: stdout)",
    )
    add_changes(group)
    group.add_argument(
        "--entities",
        metavar="FILE",
        help="errors of names and terms, by position: JSON or csv with a weight for each, or a JSON list",
    )
    group.add_argument(
        "--spans",
        metavar="FILE",
        help="places where the hypothesis differs, as JSON lines to which a judge adds verdicts, for --verdicts",
    )
    group.add_argument(
        "--explain",
        metavar="RATE",
        help="find the conventions (normaliser, compounds, case, unit, alignment, average ...) that give a published "
        "rate, such as 5.42",
    )
    group.add_argument(
        "--utterances",
        action="store_true",
        help="with --json: every utterance with its alignment; with --csv: a row for each",
    )
    add_plot(group, PICTURES)
    group.add_argument(
        "--by",
        metavar="NAME",
        action="append",
        default=[],
        help="rates by a column of the reference's table, such as accent, by speaker or session, or by ranges, as in "
        "duration:0-5-10 or start:0-600, or by date:month, :week, :day, :weekday or :hour; several as in "
        "accent,gender. The first one gives the groups of --plot groups",
    )
    group.add_argument(
        "--page",
        metavar="FILE",
        help="HTML page to sort, search and filter the errors in a browser",
    )
    add_title(group)
    add_audio(group)
    add_limit(group, "--max-wer", "error rate")
    add_limit(group, "--max-ser", "share of utterances with an error (SER)")
    add_group_limit(group)
    add_verdict(group, "; judgements of an audit: --verdicts FILE")
    add_with(group)
    add_interval(group)
    group.add_argument("-o", "--output", metavar="FILE", help="output file; snt, spk and all add .spk.SPEAKER, .sys")
    group.add_argument(
        "--speakers",
        choices=[*KINDS, "rm", "swb"],
        metavar="KIND",
        help="speaker in reports: "
        + "; ".join(f"{name}: {text}" for name, text in KINDS.items())
        + " (default: as the file says, else spu_id; one for files without ids)",
    )
    group.add_argument("--width", type=_width, metavar="N", help=f"line width in pra and prf (default: {WIDTH})")


def _add_shards(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("large corpora")
    group.add_argument(
        "--shards",
        action="store_true",
        help="each operand is the table of one shard, or two folders have a file for each; -o names the folder of "
        "totals for `scorelite merge` (default: totals); complete shards are skipped; -j: processes",
    )
    group.add_argument(
        "--stream",
        action="store_true",
        help=f"read both files in pieces, for the summary, --json and the reports {', '.join(OF_SUMS)}; the default "
        f"for files of {LARGE >> 30} GiB together, where their formats allow it",
    )
    group.add_argument(
        "--skip-broken", action="store_true", help="with --shards: skip shards that cannot be read or scored"
    )


_WIDTH_DIGITS = 9


def _width(text: str) -> int:
    if not text.isdecimal() or not text.isascii() or len(text) > _WIDTH_DIGITS or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a line width; expected 1 or more, below 1e{_WIDTH_DIGITS}")
    return int(text)
