"""`scorelite compare A B`: whether scores differ, where, and whether the difference is significant."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from math import isfinite, nan
from typing import TYPE_CHECKING, Any, NoReturn

from ...formats.errors import UsageError
from ...formats.values import replace
from ..common.limits import Verdict
from ..compare import show
from ..compare.changes import Limits, judged
from ..compare.json_text import json_chunks
from ..compare.power import SMALLEST
from ..compare.scores import BY_RECORDING, Scores, unlike_settings
from ..compare.systems import Tournament, tournament
from ..compare.verdict import Comparison, compared
from ..report.words import PICTURES
from ..words.declared import BY_NAME as WORDS
from ..words.result import Result
from . import without_collecting
from .analyses import add_compared, of_two, read_before, wanted, warn_of_strangers, with_columns
from .audio import add_audio, effects_of_audio
from .colour import Paint
from .compare_numbers import compare_numbers, kind_of_numbers
from .compare_outputs import add_judge, deliver_outputs
from .compare_runs import deliver_runs, runs_of
from .compare_systems import (
    OF_SCORING,
    SETTINGS,
    deliver_changes,
    read_scores,
    scored,
    scored_now,
    scores_of,
    systems_in_table,
    tables_of,
)
from .compare_tables import compare_tables, is_table
from .compare_verdict import gate_of_comparison
from .delivery import deliver_document, deliver_json, deliver_lines
from .grammar import check_effects
from .messages import warn
from .normalisers import add_changes
from .other_commands import TURNS, first_file, kind_of
from .page_labels import add_names, add_title, labels
from .pictures import add_groups, add_plot, check_groups, check_plots, draw
from .settings import add_setting, effects_of_settings
from .shared_options import OF_NAMES, add_csv, csv_effect, deliver_csv
from .values import whole
from .verdicts import add_verdict, check_verdicts, deliver_verdicts
from .wrapping import columns_of_listing

if TYPE_CHECKING:
    from ..analysis.breakdown import Breakdown

EPILOG = """\
A and B are scores: a file of Kaldi (wer_*, best_wer, per_utt, per_spk, ops, wer_bootci) or a scoring folder, a report
of sclite (sys, raw, dtl, sgml, pra), or the JSON of `scorelite score --json [--utterances]`; or tables with references
and hypotheses, such as icefall's recogs-*.txt, fairseq's generate-*.txt, NeMo's predictions and csv, or folders with
one. With --ref: hypotheses.

examples:
  scorelite compare old/scoring_kaldi/wer_details new/scoring_kaldi/wer_details
  scorelite compare baseline.json new.json --max-wer-increase 0.2
  scorelite compare baseline.json new.json --max-wer-increase 0.2 --verdict junit=wer.xml --verdict sarif=wer.sarif
  scorelite compare exp/wer_10_0.0 --ref ref.txt --hyp hyp.txt --ref-format kaldi --hyp-format kaldi
  scorelite compare --ref ref.trn old.trn new.trn --significant
  scorelite compare --ref ref.trn old.trn new.trn --normalise whisper-en --changes log.jsonl
  scorelite compare --ref ref.trn one.trn two.trn three.trn --markdown
  scorelite compare --ref ref.trn old.trn new.trn --with failures,classes=marks.jsonl   which errors changed
  scorelite compare --ref ref.trn old.trn new.trn --page changes.html   all systems word by word, in a browser
  scorelite compare --ref ref.trn a1.trn,a2.trn,a3.trn b1.trn,b2.trn,b3.trn   runs with different seeds: means
  scorelite compare base/recogs-test.txt large/recogs-test.txt
  scorelite compare data.csv --ref-column said --hyp-column base --hyp-column large
  scorelite compare long.csv --system-column model    a row for each utterance of each system
  scorelite compare old.trn new.trn --judge 200 --page judge.html --audio wavs   no reference: judge where they differ
  scorelite compare old.trn new.trn --verdicts verdicts.jsonl                    what the verdicts say

exit codes: 0 compared, and no limit was exceeded; 1 a limit was exceeded; 2 bad input
"""
_USUAL = {"policy": "that of A or of the normaliser, or sclite", "case_sensitive": "with Kaldi's scores"}
"""What files of scores decide where it is not given."""
LEVEL, REPLICATIONS = 0.05, 1000
OFTEN = (
    *("--ref", "--hyp-column", "--normalise", "--characters", "--judge", "--verdicts", "--max-wer-increase"),
    *("--significant", "--json", "--markdown", "--page", "--output"),
)
"""The options that the short help shows."""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = "Compares result A with result B: identical, same totals with another breakdown, or different."
    parser.epilog = EPILOG
    parser.add_argument(
        "sources",
        metavar="SCORES",
        nargs="*",
        help="A and B: scores, or tables with both sides; with --ref: hypotheses; a1,a2,a3 are runs of one system",
    )
    _add_texts(parser)
    add_judge(parser.add_argument_group("outputs without a reference"))
    _add_verdict(parser)
    output = parser.add_argument_group("output")
    kind = output.add_mutually_exclusive_group()
    kind.add_argument("--json", action="store_true", help="all results as JSON")
    kind.add_argument("--markdown", action="store_true", help="Markdown, for a comment or a job summary")
    kind.add_argument("--latex", action="store_true", help="a table of systems, rates and p-values in LaTeX")
    add_csv(output, "system")
    output.add_argument("--top", type=_count, metavar="N", help=f"utterances and words to list (default: {show.TOP})")
    output.add_argument(
        "--page",
        metavar="FILE",
        help="HTML page, one file: with --ref and hypotheses, all systems word by word; with --judge, the page for the "
        "judge",
    )
    add_title(output)
    add_names(output)
    add_compared(output)
    output.add_argument(
        "--explain",
        metavar="RATES",
        help="find the conventions that give a published rate, such as 5.42, or one for each system, as in 5.42,4.17",
    )
    add_verdict(output)
    add_plot(output, PICTURES)
    add_groups(output)
    add_audio(output)
    add_changes(output)
    output.add_argument("-o", "--output", metavar="FILE", help="output file")


def _add_texts(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("texts to score")
    group.add_argument("--ref", metavar="FILE", help="the reference")
    hyp = group.add_argument("--hyp", metavar="FILE", help="hypothesis to score as B")
    hyp.several = "hypotheses without an option: scorelite compare --ref REF A B"  # type: ignore[attr-defined]
    columns = "column of hypotheses: twice or more in the only table (scorelite compare data.csv), once with --ref"
    add_setting(group, WORDS["ref_column"])
    add_setting(group, WORDS["hyp_column"], action="append", default=[], help=columns)
    add_setting(group, WORDS["id_column"])
    system = group.add_argument(
        "--system-column",
        metavar="NAME",
        help="column that names the system of each row of the only table",
    )
    system.other_options = ("--system", "--systems", "--model-column")  # type: ignore[attr-defined]
    for name in SETTINGS:
        add_setting(group, WORDS[name], usual=_USUAL.get(name, ""))


def _add_verdict(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("limits: the output begins with PASS or FAIL (exit code 1)")
    group.add_argument("--same", action="store_true", help="totals must be equal")
    group.add_argument("--exact", action="store_true", help="totals and their breakdown must be equal")
    group.add_argument(
        "--max-wer-increase",
        type=_points,
        metavar="POINTS",
        help="B's rate may be up to this many percentage points higher: 0.5 allows 10.0 -> 10.5 %%",
    )
    group.add_argument(
        "--significant", action="store_true", help="fail only if B is worse and both paired tests reject chance"
    )
    group.add_argument("--level", type=float, metavar="P", help=f"significance level of both tests (default: {LEVEL})")
    group.add_argument(
        "--replications", type=_count, metavar="N", help=f"number of bootstrap samples (default: {REPLICATIONS})"
    )
    group.add_argument(
        "--blocks",
        choices=("speaker", "session"),
        help="draw whole speakers or sessions in the bootstrap, not utterances",
    )
    group.add_argument(
        "--plan",
        type=_points_above_0,
        metavar="POINTS",
        help="difference for which the last line estimates how many speakers or recordings are needed (default: 1)",
    )
    group.add_argument(
        "--correction",
        choices=("none", "holm", "bh"),
        help="correct p-values of three or more systems: Holm, or Benjamini and Hochberg (default: none)",
    )


def _points(text: str) -> float:
    try:
        value = float(text.removesuffix("%"))
    except ValueError:
        value = nan
    if not isfinite(value):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number; expected percentage points, such as 0.2")
    return value


def _points_above_0(text: str) -> float:
    value = _points(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not above 0; expected percentage points, such as 0.5")
    if value / 100 < SMALLEST:
        raise argparse.ArgumentTypeError(f"{text!r} is too small; expected {100 * SMALLEST:g} points or more")
    return value


def _count(text: str) -> int:
    return whole(text, " is not a whole number of at least 1; expected one such as 10", 1)


def run(options: argparse.Namespace) -> NoReturn:
    """Compares, prints, and exits with the verdict."""
    sys.exit(without_collecting(lambda: _run(options)))


def _run(options: argparse.Namespace) -> int:
    """Compares what the files hold: outputs for a judge, runs, tables, logs of streams, or scores."""
    options.column_of_files = None
    if len(options.hyp_column) == 1 and (options.ref or len(options.sources) > 1):  # of each file
        (options.column_of_files,), options.hyp_column = options.hyp_column, []
    if options.judge or options.verdicts:
        return deliver_outputs(options)
    if runs := runs_of(options):
        return deliver_runs(options, runs, lambda source, files: scored(source, options, None, files))
    if not options.ref and any(map(is_table, options.sources)):
        return compare_tables(options)
    kinds = () if options.ref else filter(None, map(kind_of_numbers, options.sources))
    if (kind := next(iter(kinds), None)) is not None:
        return compare_numbers(options, kind)
    return _compare_scores(options)


def _compare_scores(options: argparse.Namespace) -> int:
    """Compares two systems, or ranks more, of which texts or scores are given."""
    options.tables = tables_of(options)
    in_table = systems_in_table(options)
    options.systems = [*in_table]
    _check_effects(options)
    if (options.output or "").endswith(".tex") and not options.latex:
        warn(f"the output goes into {options.output} as plain text; expected --latex for a table in LaTeX")
    check_plots(options)
    check_groups(options, "; --system-column NAME compares systems that are rows of one table")
    read = read_before(options)
    scores, results = _systems(options, in_table)
    _check_effects_on_tests(options, scores)
    options.replications = options.replications or REPLICATIONS
    _warn_of_settings(scores)
    draw(results or scores, options, by=options.by)
    chosen = of_two(options, results[0].table.columns, read) if results else {}
    if len(scores) > 2:
        return _tournament(scores, results, options, chosen)
    first, other = scores
    lists = ((first.utterances, other.utterances), (first.speakers, other.speakers), (first.steps, other.steps))
    if options.top and all(None in pair for pair in lists):
        raise UsageError("--top has no effect: the scores do not both have utterances, speakers or words")
    needed = options.significant or bool(options.blocks)
    drawn: Any = {"replications": options.replications, "blocks": options.blocks or "", "threads": options.threads}
    comparison = compared(first, other, **drawn, needed=needed)
    comparison = replace(comparison, points=options.plan or 1.0, explained=_explained(results, scores, options))
    comparison = _analysed(comparison, chosen, options)
    if options.plan and comparison.power is None:
        raise UsageError("--plan needs six or more speakers or recordings in which the systems differ")
    limits = Limits(options.max_wer_increase, options.significant, options.level, options.same, options.exact)
    verdict = judged(comparison, limits) if limits else None
    if options.page:
        judged_one = comparison if verdict is None else replace(comparison, verdict=str(verdict))
        _deliver_page(results, judged_one, options, chosen)
    deliver_verdicts(lambda: gate_of_comparison(comparison, verdict, limits, results, options), options)
    _deliver_comparison(comparison, verdict, options)
    return 0 if verdict is None else not verdict.passed


def _systems(options: argparse.Namespace, in_table: Mapping[str, Result]) -> tuple[Sequence[Scores], Sequence[Result]]:
    """The scores of all systems; and their results, where these are of words that are scored now."""
    names = options.systems or options.hyp_column or options.sources
    if _are_turns(options):
        # Imported only now: most comparisons are of words.
        from .compare_turns import scores_of_turns

        return scores_of_turns(options, labels(options.name, names)), []
    results = [with_columns(result, options) for result in in_table.values() or scored_now(options)]
    warn_of_strangers(results, options)
    if results:
        deliver_changes(results, names, options)
    shown = labels(options.name, names)
    return scores_of(results, [shown.get(name, name) for name in names]) if results else read_scores(options), results


def _are_turns(options: argparse.Namespace) -> bool:
    """Whether reference and hypotheses are files of turns, such as rttm, or folders of such files."""
    files = [options.ref, *options.sources]
    return bool(options.ref) and len(files) > 2 and all(kind_of(first_file(path)) in TURNS for path in files)


def _analysed(comparison: Comparison, chosen: Mapping[str, Any], options: argparse.Namespace) -> Comparison:
    """The comparison with the analyses that the options name."""
    if not chosen:
        return comparison
    drawn: Any = {"replications": options.replications, "blocks": options.blocks or "", "threads": options.threads}
    return replace(comparison, analyses=comparison.analyse(chosen, **drawn))


def _explained(results: Sequence[Result], scores: Sequence[Scores], options: argparse.Namespace) -> tuple[Any, ...]:
    """The conventions that give the systems the rates of --explain, if it is given."""
    if options.explain is None:
        return ()
    # Imported only now: few comparisons explain a published rate.
    from ..analysis import explain_all

    return explain_all(results, options.explain.split(","), [each.name for each in scores])


def _check_effects(options: argparse.Namespace) -> None:
    """Refuses options that have no effect beside the others."""
    limited = options.max_wer_increase is not None or options.significant or options.same or options.exact
    is_one = len(options.sources) == 2 and len({*map(os.path.realpath, options.sources)}) == 1
    if limited and is_one and not options.ref:
        raise UsageError(f"{options.sources[0]} is given twice; expected the scores before and after the change")
    texts = bool(options.ref or options.hyp_column or options.systems or options.tables)
    count = len(options.systems or options.hyp_column or options.sources)
    several = texts and not options.hyp and count > 2
    two = texts and not options.hyp and count == 2
    names = (
        *("hyp", "ref_format", "hyp_format", "encoding", "normalise", "equivalents"),
        *("unit", "missing", *OF_NAMES, "printed", *OF_SCORING),
    )
    sliced = several and {*wanted(options.analyses)} <= {"slices"}
    check_effects(
        options,
        (
            *((name, texts, "--ref") for name in names),
            (
                "level",
                options.significant or several,
                "--significant, or --ref and three or more hypotheses; every test shows p (--alpha is --level)",
            ),
            ("changes", options.normalise, "--normalise"),
            *effects_of_settings(options),
            *((name, texts, "--ref or --hyp-column") for name in ("ref_column", "id_column")),
            ("page", texts and not options.hyp, "--ref and several hypotheses"),
            ("explain", texts and not options.hyp, "--ref and several hypotheses"),
            ("explain", not options.latex, "--markdown or --json in place of --latex"),
            ("title", options.page, "--page"),
            ("name", texts and not options.hyp, "--ref and several hypotheses"),
            ("analyses", two or sliced, "--ref and exactly two hypotheses; of more, --slice COLUMN compares groups"),
            ("measures", two, "--ref and exactly two hypotheses"),
            ("slice", two or several, "--ref and several hypotheses"),
            *(
                (name, options.csv != "-", "--json in place of --csv -, or --csv FILE")
                for name in ("analyses", "measures")
            ),
            ("slices", options.slice or "slices" in wanted(options.analyses), "--slice COLUMN"),
            csv_effect(options, "json", "markdown", "latex"),
            *effects_of_audio(options),
            ("correction", several, "--ref and three or more hypotheses"),
            (
                "top",
                not (options.json or options.latex or count > 2),
                "two results and a list: --json holds everything",
            ),
        ),
    )
    limits = (
        ("--max-wer-increase", options.max_wer_increase),
        ("--significant", options.significant or None),
        ("--same", options.same or None),
        ("--exact", options.exact or None),
    )
    for name, option in limits:
        if option is not None and count > 2:
            raise UsageError(f"{name} is for two results; there are {count}")
    if options.verdict and count > 2:
        raise UsageError(f"--verdict is for two results; there are {count}")
    check_verdicts(options, any(option is not None for _, option in limits), ", ".join(name for name, _ in limits))
    if options.level is not None and not 0 < options.level < 1:
        raise UsageError(f"--level {options.level:g}: expected a number between 0 and 1")
    options.level = LEVEL if options.level is None else options.level


def _check_effects_on_tests(options: argparse.Namespace, scores: Sequence[Scores]) -> None:
    """Refuses options of tests where nothing is tested, and blocks of recordings."""
    tested = all(each.utterances is not None for each in scores)
    needed = "scores with errors by utterance: `scorelite score --json --utterances` writes them"
    effects = (
        ("replications", tested, needed),
        ("blocks", tested and scores[0].unit not in BY_RECORDING, needed),
        ("plan", tested and len(scores) == 2, f"two {needed}"),
    )
    check_effects(options, effects)


def _warn_of_settings(scores: Sequence[Scores]) -> None:
    """Says which settings differ: the difference of two rates may be theirs."""
    with_settings = [score for score in scores if score.settings]
    for other in with_settings[1:]:
        first = with_settings[0]
        if differ := unlike_settings(first, other):
            warn(f"{first.name} and {other.name} were scored with different settings: {differ}")


def _deliver_page(
    results: Sequence[Result],
    tests: Comparison | Tournament,
    options: argparse.Namespace,
    analyses: Mapping[str, Any] | None = None,
) -> None:
    # Most comparisons need no page, whose imports take time.
    from .compare_page import deliver_page

    deliver_page(results, tests, options, analyses or {})


def _tournament(
    scores: Sequence[Scores], results: Sequence[Result], options: argparse.Namespace, chosen: Mapping[str, Any]
) -> int:
    table = tournament(
        scores,
        level=options.level,
        replications=options.replications,
        correction=options.correction or "none",
        blocks=options.blocks or "",
        threads=options.threads,
    )
    table = replace(table, explained=_explained(results, scores, options))
    if "slices" in chosen:
        table = replace(table, analyses={"slices": _slices_of_systems(table, scores, results, options, chosen)})
    if options.page:
        _deliver_page(results, table, options)
    deliver_csv(table, options)
    if options.csv == "-":
        return 0
    if options.json:
        deliver_document(table.to_dict(), options.output)
    elif options.markdown:
        deliver_lines(show.systems_markdown(table), options.output)
    elif options.latex:
        deliver_lines(show.systems_latex(table), options.output)
    else:
        columns = columns_of_listing(options.output)
        deliver_lines(show.systems_terminal(table, Paint.for_output(options.output).strong, columns), options.output)
    return 0


def _slices_of_systems(
    table: Tournament,
    scores: Sequence[Scores],
    results: Sequence[Result],
    options: argparse.Namespace,
    chosen: Mapping[str, Any],
) -> Breakdown:
    """The rates of all systems by group, the best system first."""
    # Imported only now: few comparisons have groups.
    from ..analysis.slices_of_systems import slices_of_systems

    named = {each.name: result for each, result in zip(scores, results, strict=True)}
    ranked = {each.name: named[each.name] for each in table.systems}
    drawn: Any = {"replications": options.replications, "blocks": options.blocks or "", "threads": options.threads}
    return slices_of_systems(ranked, chosen["slices"], **drawn)


def _deliver_comparison(comparison: Comparison, verdict: Verdict | None, options: argparse.Namespace) -> None:
    top = options.top or show.TOP
    deliver_csv(comparison, options)
    if options.csv == "-":
        return
    if options.json:
        deliver_json(json_chunks(comparison, None if verdict is None else verdict.to_dict()), options.output)
        return
    if options.markdown:
        lines = show.markdown(comparison, top, verdict)
    elif options.latex:
        lines = show.latex(comparison, verdict)
    else:
        lines = show.terminal(comparison, top, Paint.for_output(options.output).strong, verdict)
    deliver_lines(lines, options.output)
