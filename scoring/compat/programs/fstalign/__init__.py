"""The program fstalign with its sub-command `wer`: its JSON log, its text, and its tables.

The alignment is the best one, which `--composition-approach standard` looks for. The default of the original,
`adapted`, misses it now and then. Lines of the text that tell of its graphs are left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import NoReturn

from .....formats.engine.output import write_file
from .....formats.engine.terminal import say
from .....formats.values import dataclass
from .numbers import json_text
from .path import aligned
from .report import Report, line
from .sides import (
    Heard,
    Part,
    Reading,
    Row,
    candidates_of,
    file_kind,
    heard,
    rows_in_order,
    rows_of,
    told,
    told_by_rows,
    types_of,
)
from .stitches import join_rows, stitched
from .synonyms import Synonyms
from .tables import nlp_table, side_by_side

__all__: list[str] = []

_VERSION = "1.13.0"
_KINDS = {"nlp": "nlp", "ctm": "ctm", "text": "plain text"}
_EXTRA_WORDS, _NO_COMMAND = 109, 1
"""Exit codes of the original."""
_ELSEWHERE = {
    "align": "take scorelite align TEXT TIMES -o OUT, or wer --output-nlp OUT",
    "adapted": "it misses the best alignment; take --composition-approach standard, or leave it out",
    "--symbols": "no FST is read here; take the text of its best path",
}
"""What is refused, and what to take."""


@dataclass(frozen=True, slots=True)
class _Inputs:
    """The words of both sides, and the rows of the reference; None where it has none."""

    parts: list[Part]
    heard: list[Heard]
    rows: list[Row] | None
    lines: list[str]
    """What the log says of the files."""


def _fstalign(arguments: Sequence[str]) -> Iterator[str]:
    """The output of fstalign for the words behind its name."""
    if arguments and arguments[0] in ("--version", "-h", "--help"):
        yield f"{_VERSION}\n" if arguments[0] == "--version" else _parser().format_help()
        return
    options = _parsed(arguments)
    log = [*_logged(options)]
    if options.log:
        write_file(options.log, [text.encode("utf-8", "surrogatepass") for text in log])
    yield from log


def _logged(options: argparse.Namespace) -> Iterator[str]:
    """The lines of the log; files are written on the way."""
    reading = Reading(use_case=options.use_case, use_punctuation=options.use_punctuation)
    inputs = _read(options, reading)
    yield line("console", f"fstalign version is {_VERSION}")
    yield from inputs.lines
    synonyms = _synonyms(options, inputs, reading)
    yield from (line("SynonymEngine", text) for text in synonyms.skipped)
    words = [reading.compared(word.written) for word in inputs.heard]
    stretches = aligned(inputs.parts, words, synonyms)
    report = Report()
    report.add_words(stretches, options.pr_threshold)
    steps = stitched(stretches, inputs.heard)
    if inputs.rows is not None:
        join_rows(steps, inputs.rows)
        if options.record_case_stats:
            report.add_capitals(steps)
        if options.speaker_switch_context > 0:
            report.add_changes(steps, options.speaker_switch_context)
        report.add_rows(steps)
    yield from report.lines
    if options.output_nlp and inputs.rows is not None:
        yield line("fstalign", "Writing nlp output")
        _write(options.output_nlp, nlp_table(steps, with_insertions=options.add_inserts_nlp))
    if options.output_sbs:
        yield line("fstalign", f"output_sbs = {options.output_sbs}")
        yield line("wer", f"Side-by-Side alignment info going into {options.output_sbs}")
        _write(options.output_sbs, side_by_side(steps))
    if options.output_nlp and inputs.rows is None:
        yield line("fstalign", "Attempted to output an Aligned NLP file without NLP reference, skipping output.")
    if options.json_log:
        yield line("console", f"Writing JSON log output to {options.json_log}")
        _write(options.json_log, [*json_text({"wer": report.json}), "\n"])
    yield line("console", "done")


def _write(path: str, texts: Iterator[str] | list[str]) -> None:
    write_file(path, [text.encode("utf-8", "surrogatepass") for text in texts])


def _read(options: argparse.Namespace, reading: Reading) -> _Inputs:
    """The words of both sides."""
    lines = [line("console", f"reading hypothesis {_KINDS[file_kind(options.hyp)]} from {options.hyp}")]
    words = heard(options.hyp, reading)
    candidates = candidates_of(options.ref_json) if options.ref_json else {}
    types = types_of(options.wer_sidecar) if options.wer_sidecar else {}
    for what, path, size in (
        ("json norm", options.ref_json, len(candidates)),
        ("wer sidecar", options.wer_sidecar, len(types)),
    ):
        if path:
            lines.append(line("console", f"reading {what} info from {path}"))
            lines.append(line("console", f"The json we just read [{path}] has {size} elements from its root"))
    kind = file_kind(options.ref)
    lines.append(line("console", f"reading reference {_KINDS[kind]} from {options.ref}"))
    if kind != "nlp":
        return _Inputs(told(options.ref, reading), words, None, lines)
    rows = rows_of(options.ref, types)
    return _Inputs(told_by_rows(rows, candidates, reading), words, rows_in_order(rows, reading), lines)


def _synonyms(options: argparse.Namespace, inputs: _Inputs, reading: Reading) -> Synonyms:
    """The synonyms of the file, and those that words of either side make."""
    synonyms = Synonyms()
    if options.syn:
        synonyms.read(options.syn)
    words = [word for part in inputs.parts for each in (part.words, *part.others) for word in each]
    words += [reading.compared(word.written) for word in inputs.heard]
    cut_offs, compounds = not options.disable_cutoffs, not options.disable_hyphen_ignore
    synonyms.add_hyphens(dict.fromkeys(words), cut_offs=cut_offs, compounds=compounds)
    return synonyms


class _Parser(argparse.ArgumentParser):
    """The options of `wer`; a word that is none of them ends as in the original."""

    def error(self, message: str) -> NoReturn:
        say(f"{message}\nRun with --help for more information.\n")
        raise SystemExit(_EXTRA_WORDS)


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """The options of a command line; what needs another aligner is refused."""
    if not arguments or arguments[0] != "wer":
        called = arguments[0] if arguments else ""
        what = f"fstalign {called} is not offered here: {_ELSEWHERE[called]}" if called in _ELSEWHERE else ""
        say(f"{what or 'expected the sub-command: fstalign wer --ref REF --hyp HYP'}\n")
        raise SystemExit(_NO_COMMAND)
    parser = _parser()
    options, others = parser.parse_known_args(arguments[1:])
    if others:
        parser.error(f"The following argument was not expected: {others[0]}")
    for option, called in (("--composition-approach", options.composition_approach), ("--symbols", options.symbols)):
        if called and (reason := _ELSEWHERE.get(option) or _ELSEWHERE.get(called)):
            parser.error(f"{option} {called} is not offered here: {reason}")
    if not options.ref or not options.hyp:
        parser.error("--ref and --hyp are required: fstalign wer --ref REF --hyp HYP")
    return options


def _parser() -> _Parser:
    parser = _Parser(prog="fstalign wer", allow_abbrev=False)
    for names, text in (
        (("-r", "--ref"), "the reference: an .nlp or .ctm file, or plain text under any other suffix"),
        (("--hyp",), "the hypothesis, a file as the reference may be one"),
        (("--ref-json",), "the candidates of tagged words of an nlp reference (JSON)"),
        (("-s", "--syn"), "rules of synonyms, a line each: gonna | going to"),
        (("--wer-sidecar",), "what the wer_tags of the reference mean (JSON)"),
        (("--json-log",), "write all numbers as JSON into this file"),
        (("--output-nlp",), "write the rows of the reference with times and comments of the alignment"),
        (("--output-sbs",), "write the alignment, a step in each line"),
        (("--log",), "write what is printed into this file, too"),
        (("--symbols",), "not offered"),
        (("--composition-approach",), "standard, which is the only one here"),
    ):
        parser.add_argument(*names, default="", help=text)
    for name, default, text in (
        ("--pr_threshold", 0, "list words and pairs of words from so many occurrences on"),
        ("--speaker-switch-context", 5, "words on either side of a change of speakers that are scored apart; 0: none"),
        ("--numbests", 100, "taken, and without effect: the best alignment is found"),
        ("--levenstein-max-error-streak", 100, "taken, and without effect"),
    ):
        parser.add_argument(name, type=int, default=default, help=text)
    for name, text in (
        ("--disable-cutoffs", "th- stands for no th"),
        ("--disable-hyphen-ignore", "best-ever stands for no best ever, nor the other way round"),
        ("--disable-approx-alignment", "taken, and without effect"),
        ("--record-case-stats", "precision and recall of capitals, word by word"),
        ("--use-punctuation", "marks of nlp rows are words"),
        ("--use-case", "a and A differ"),
        ("--add-inserts-nlp", "with --output-nlp: rows for inserted words, too"),
    ):
        parser.add_argument(name, action="store_true", help=text)
    return parser


PROGRAMS = {"fstalign": _fstalign}
