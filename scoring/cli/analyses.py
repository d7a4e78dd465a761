"""Option `--with` of `scorelite score`: analyses of the errors, any number, on one alignment."""

from __future__ import annotations

import os
import re

from ...formats.errors import MismatchError, UsageError, short
from ...formats.source import is_one_file
from ..common.analyses import ANALYSES
from ..words.files import score_files
from ..words.table_columns import DrawnTables
from .groups import one_by_one
from .messages import warn
from .other_commands import of_mismatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from typing import Any

    from ..analysis.breakdown import Breakdown
    from ..words.result import Result
    from .colour import Paint

_NEXT = re.compile(r",(?=\s*[a-z]+\s*(?:=|,|$))")
"""The comma before the name of an analysis; others are of an argument, such as marks."""


def add_with(group: argparse._ArgumentGroup) -> None:
    """Adds the option."""
    listed = ", ".join([f"{each.shown} ({each.summary})" for each in ANALYSES])
    several = "several as in NAME,NAME=FILE; repeatable"
    _add_names(
        group, f"break errors down, by word class, group, cause ... (docs/guides/analysis.md): {listed}; {several}"
    )
    _add_slice(group, "; several as with --by")
    group.add_argument(
        "--unit",
        dest="slice_unit",
        metavar="COLUMN",
        help="unit that the bootstrap of --slice, --measures and --interval draws: speaker, session, utterance or a "
        "column (default: speaker if there are 5, else session, else utterance; of --interval: utterance)",
    )
    group.add_argument(
        "--references",
        metavar="REF",
        nargs="+",
        default=[],
        help="more references for the hypothesis: the rate against each, their mean, the best of each text, and the "
        "MR-WER of MGB challenges (with --policy 2/1/1:SDI)",
    )
    group.add_argument(
        "--measures",
        metavar="FILE",
        action="append",
        default=[],
        help="table with a column id and scores of other programs, such as BERTScore: means, intervals, and "
        "correlation with the rate; repeatable",
    )
    _add_table(group, "--slice and --by")


def add_compared(group: argparse._ArgumentGroup) -> None:
    """Adds the options of analyses of two systems."""
    listed = ", ".join([each.shown for each in ANALYSES if not each.has_option])
    what = "with --ref and two hypotheses: what differs, row by row with interval and test"
    _add_names(group, f"{what}: {listed}, as in `scorelite score`; several as in NAME,NAME=FILE")
    _add_slice(group)
    group.add_argument(
        "--measures",
        metavar="FILE",
        nargs=2,
        default=[],
        help="tables with a column id and scores of other programs, such as BERTScore, one for each system",
    )
    _add_table(group, "--slice")


def add_of_meetings(group: argparse._ArgumentGroup) -> None:
    """Adds the options of analyses of meetings."""
    listed = ", ".join([each.shown for each in ANALYSES if each.in_meetings])
    what = "of one --measure, break errors down by reference segment and the words aligned to it"
    _add_names(group, f"{what}: {listed}, as in `scorelite score`; several as in NAME,NAME=FILE")
    _add_slice(group)
    _add_table(group, "--slice")


def _add_names(group: argparse._ArgumentGroup, text: str) -> None:
    """Adds the option that names analyses."""
    group.add_argument("--with", dest="analyses", metavar="NAME[=ARGUMENT]", action="append", default=[], help=text)


def _add_slice(group: argparse._ArgumentGroup, more: str = "") -> None:
    """Adds the option that names columns of groups."""
    text = (
        "the same as --with slices=COLUMN: a column of the reference's table or of --slices, or ranges of its numbers, "
        f"as in duration:0-2-5-10{more}"
    )
    group.add_argument("--slice", metavar="COLUMN", action="append", default=[], help=text)


def _add_table(group: argparse._ArgumentGroup, used: str) -> None:
    """Adds the option for a table with the columns that some options name."""
    text = f"a table with columns for {used}, joined by its column id, speaker or session"
    group.add_argument("--slices", metavar="FILE", help=text)


def read_before(options: argparse.Namespace) -> dict[str, Any]:
    """The analyses of --with, with arguments that are read: a mistake in one is reported before anything is scored."""
    chosen = wanted(options.analyses)
    if not chosen:
        return {}
    # Imported only now: few scores have analyses.
    from ..analysis.catalogue import read_arguments

    return read_arguments(chosen)


def first_hypotheses(options: argparse.Namespace) -> tuple[bytes, Mapping[str, Sequence[str]]]:
    """The first of each list in the hypothesis file, as lines of JSON, and the lists."""
    import json

    from ..analysis.nbest_lists import read_lists

    if options.verdicts or options.references:
        other = "--verdicts" if options.verdicts else "--references"
        raise UsageError(
            f"{other} cannot be used with a hypothesis file of n-best lists; expected a file with one hypothesis of "
            "each"
        )
    column = options.hyp_column if options.hyp is None else None
    lists = read_lists(options.hyp or options.ref, column)
    if "" in lists:
        raise UsageError(f"{options.hyp}: rows without ids; expected a hypothesis, and --with nbest={options.hyp}")
    lines = [json.dumps({"id": name, "text": texts[0]}) for name, texts in lists.items()]
    return "".join(f"{line}\n" for line in lines).encode(), lists


def of_slices(options: argparse.Namespace, columns: Collection[str], read: Mapping[str, Any]) -> dict[str, Any]:
    """The analyses of --with, whose arguments may be read, and that of --slice; those of slices without --unit."""
    chosen = {**read}
    if options.slice:
        if "slices" in chosen:
            raise UsageError("--slice and --with slices=... exclude each other; expected one of them")
        chosen["slices"] = "+".join(one_by_one(options.slice, columns))
    return chosen


def of_two(options: argparse.Namespace, columns: Collection[str], read: Mapping[str, Any]) -> dict[str, Any]:
    """The analyses that the options of `scorelite compare` name, with their arguments."""
    chosen = of_slices(options, columns, read)
    if options.measures:
        chosen["measures"] = tuple(options.measures)
    return chosen


def wanted(words: Sequence[str]) -> dict[str, str | None]:
    """The analyses that the option names, with their arguments.

    >>> wanted(["failures,classes=marks.jsonl", "slices=gender"])
    {'failures': None, 'classes': 'marks.jsonl', 'slices': 'gender'}
    >>> wanted(["punctuation=.,;:,failures"])
    {'punctuation': '.,;:', 'failures': None}
    """
    chosen: dict[str, str | None] = {}
    for part in (part.strip() for word in words for part in _NEXT.split(word)):
        name, equals, argument = part.partition("=")
        if not name or (equals and not argument):
            raise UsageError(f"--with has {part!r}; expected a name, or NAME=ARGUMENT as in classes=marks.jsonl")
        if name in chosen:
            raise UsageError(f"--with names {name} twice; expected each analysis once")
        chosen[name] = argument if equals else None
    return chosen


def with_columns(result: Result, options: argparse.Namespace) -> Result:
    """The result with the columns of the table of slices, if there is one."""
    return result.with_columns(options.slices) if options.slices else result


def warn_of_strangers(results: Sequence[Result], options: argparse.Namespace) -> None:
    """Says which rows of the table of slices are of nothing scored, where no summary has the notices of results."""
    if results and options.slices:
        from ..analysis.join import strange_rows

        for text in strange_rows(results[0]):
            warn(text)


def effects_of_analyses(options: argparse.Namespace) -> list[tuple[str, object, str]]:
    """The options, whether they have an effect beside the others, and when they have one."""
    names = ("analyses", "slice", "measures", "references")
    in_verdict = any(kind in ("json", "markdown") for kind, _ in options.verdict)
    has_effect = shows_numbers(options) or options.page or options.markdown or in_verdict
    sliced = options.slice or "slices" in wanted(options.analyses)
    in_rows = options.csv and not options.utterances and not options.by
    only_sliced = {"slice": True, "analyses": {*wanted(options.analyses)} == {"slices"}}
    shown = [
        (name, has_effect or (in_rows and only_sliced.get(name)), "the summary, --json, --markdown or --page")
        for name in names
    ]
    grouped = sliced or options.by or options.slice_unit
    limited = "max_group_wer", sliced, "--slice COLUMN"
    return [*shown, limited, ("slices", grouped, "--slice COLUMN, --by COLUMN or --unit COLUMN")]


def shows_numbers(options: argparse.Namespace) -> bool:
    """Whether the summary or JSON is written, instead of a report or a table."""
    return not (options.report or options.csv == "-" or options.markdown or options.latex)


def of_parts(options: argparse.Namespace) -> dict[str, Any]:
    """The analyses that the options name, for parts of a corpus whose columns are not known yet."""
    return chosen_analyses(options, (), wanted(options.analyses))


def chosen_analyses(options: argparse.Namespace, columns: Collection[str], read: Mapping[str, Any]) -> dict[str, Any]:
    """The analyses that the options of `scorelite score` name, with their arguments; those of --with may be read."""
    chosen = of_slices(options, columns, read)
    if "slices" in chosen and options.slice_unit:
        chosen["slices"] += f"/{options.slice_unit}"
    if options.measures and "measures" in chosen:
        raise UsageError("--measures and --with measures=... exclude each other; expected one of them")
    if tables := options.measures or [chosen[name] for name in chosen if name == "measures"]:
        if not options.measures and "," in tables[0] and not os.path.exists(tables[0]):
            each = " ".join(f"--measures {path.strip()}" for path in tables[0].split(","))
            raise UsageError(f"no file {short(tables[0])}; expected {each} for several tables")
        chosen["measures"] = DrawnTables(tuple(tables), options.slice_unit)
    return chosen


def drawing(options: argparse.Namespace) -> bool:
    """Whether one of the analyses draws units, such as speakers."""
    return bool(options.slice or options.measures or {"slices", "measures"} & {*wanted(options.analyses)})


def against_references(
    result: Result, options: argparse.Namespace, keywords: Mapping[str, Any]
) -> dict[str, Breakdown]:
    """The rates against further references, which are scored with the same keywords; nothing without any."""
    if not options.references:
        return {}
    if options.verdicts:
        raise UsageError(
            f"--references does not go with --verdicts, which only correct {options.ref}; expected a corrected file, "
            f"as scorelite audit {options.ref} --verdicts {options.verdicts} -o OUT writes it"
        )
    if options.hyp is None:
        raise UsageError(
            f"--references scores a hypothesis that has its own file; {options.ref} has both sides; expected "
            "REF HYP --references REF ..."
        )
    if "-" in (options.hyp, *options.references):
        raise UsageError(
            "--references reads the hypothesis several times; expected files instead of standard input (-)"
        )
    paths = [options.ref, *options.references]
    files = [os.path.realpath(path) for path in paths]
    if twice := [path for path, file in zip(paths, files, strict=True) if files.count(file) > 1]:
        raise UsageError(f"{twice[-1]} is given twice; expected different references")
    if same := [path for path in options.references if is_one_file(path, options.hyp)]:
        raise UsageError(f"--references {same[0]}, which is the hypothesis; expected other files")
    others = [_scored_against(path, options.hyp, keywords) for path in options.references]
    return {"references": result.references(*others, names=paths)}


def _scored_against(path: str, hyp: str, keywords: Mapping[str, Any]) -> Result:
    """The score against one of several references, which a problem names."""
    try:
        return score_files(path, hyp, **keywords)
    except MismatchError as error:
        raise MismatchError(f"--references {path}: {of_mismatch(error, path, hyp)}") from None
    except UsageError as error:
        raise UsageError(f"--references {path}: {error}") from None


def analysis_lines(analyses: Mapping[str, Breakdown], paint: Paint) -> Iterator[str]:
    """The text of all analyses, a blank line before each."""
    for breakdown in analyses.values():
        title, *lines = breakdown.lines()
        for place in breakdown.weak():
            lines[1 + place] = paint.quiet(lines[1 + place])
        yield from ("", paint.strong(title), *lines)


def analyses_dict(analyses: Mapping[str, Breakdown]) -> dict[str, Any]:
    """The analyses as JSON has them, beside everything else; nothing without any."""
    return {"analyses": {name: breakdown.to_dict() for name, breakdown in analyses.items()}} if analyses else {}
