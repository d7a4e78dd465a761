"""Options of commands that score one file against another, and what they refuse after the files were read."""

from __future__ import annotations

import argparse

from ...formats.errors import UsageError
from ...formats.registry import NAMES as FORMAT_NAMES
from ...formats.registry import by_name
from ..common.results import listed
from ..words.inputs.columns import format_in
from ..words.job import KEYWORDS
from .grammar import add_threads, check_effects
from .normalisers import add_equivalents, add_normalise
from .shared_options import add_names, add_policy, session_names, speaker_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..words.result import Result
    from ..words.totals import Totals


class _OneColumn(argparse.Action):
    """The column of hypotheses, which is one: two are compared."""

    def __call__(
        self, parser: argparse.ArgumentParser, options: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        first = getattr(options, self.dest)
        if first is not None:
            parser.error(
                f"two columns of hypotheses; expected scorelite compare FILE --hyp-column {first} --hyp-column {values}"
            )
        setattr(options, self.dest, values)


def add_input(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("input")
    for side in ("ref", "hyp"):
        group.add_argument(
            f"--{side}-format",
            choices=FORMAT_NAMES,
            metavar="NAME",
            help="a name that `scorelite formats` lists; default: by suffix and content",
        )
    for side, action in (("ref", "store"), ("hyp", _OneColumn)):
        group.add_argument(
            f"--{side}-column", action=action, metavar="NAME", help="in a table, the column of these texts"
        )
    group.add_argument("--id-column", metavar="NAME", help="in tables, the column of ids")
    group.add_argument("--encoding", metavar="NAME", help="default: utf-8, unless a byte order mark says otherwise")
    group.add_argument(
        "--errors",
        choices=("strict", "surrogateescape"),
        default="strict",
        help="surrogateescape: keep bytes that are not text (default: strict)",
    )
    add_printed(group)
    group.add_argument(
        "--no-markup",
        dest="markup",
        action="store_const",
        const=False,
        help="read braces, semicolons and stars in trn as letters",
    )
    add_names(group, " on both sides")
    group.add_argument(
        "--missing",
        choices=("error", "skip", "delete"),
        default="error",
        help="rule for ids (with times: channels) that only one side has; delete: count references without a "
        "hypothesis as deletions (default: error)",
    )
    group.add_argument(
        "--outside",
        choices=("attach", "skip", "error"),
        help="rule for words outside all segments; attach: to the next segment, as sclite does (default: attach)",
    )
    group.add_argument(
        "--overlap",
        choices=("error", "earlier"),
        help="rule for overlapping segments of a channel; earlier: words in both belong to the earlier one (default: "
        "error)",
    )

    group.add_argument(
        "--verdicts",
        metavar="FILE",
        help="correct the reference by the verdicts of people, as `scorelite audit --page` saves them",
    )


def add_printed(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--printed",
        action="store_true",
        help="words in their printed form, with marks and capitals, where a format has marks beside its words (aws, "
        "azure, deepgram, kaldi-json, nlp, revai, speechmatics): for --with punctuation, along with --normalise",
    )


def add_settings(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("scoring")
    add_policy(group, "default: sclite")
    add_normalise(group)
    add_equivalents(group)
    group.add_argument("-s", "--case-sensitive", action="store_true", help="a and A differ")
    group.add_argument(
        "-c",
        "--characters",
        dest="unit",
        action="store_const",
        const="character",
        default="word",
        help="compare characters instead of words",
    )
    group.add_argument("--keep-ascii", action="store_true", help="with -c: keep ASCII words whole")
    group.add_argument("--drop-hyphens", action="store_true", help="with -c: drop hyphens")
    group.add_argument("-D", "--optional-words", action="store_true", help="a word in parentheses may be missing")
    group.add_argument(
        "-F", "--fragments", action="store_true", help="frag- matches by its beginning, -ment by its end"
    )
    add_threads(group)


def keywords_of(options: argparse.Namespace) -> dict[str, Any]:
    """The keywords of `score_files` among the options."""
    keywords = {name: value for name in KEYWORDS if (value := getattr(options, name)) is not None}
    return {**keywords, "session": session_names(options.session), "speaker_map": speaker_names(options.speaker_map)}


def check_files(
    options: argparse.Namespace,
    result: Result,
    speakers: Mapping[str, str],
    kind: str | None = None,
    *,
    named: bool,
) -> None:
    """Refuses options that have no effect on the files that were read.

    `kind` says what of an id is its speaker, `named` whether the output names the speakers of ids.
    """
    timed = result.table.timeline is not None
    check_formats(options, result)
    if speakers and not timed and not named:
        needed = "--speaker" if hasattr(options, "speaker") else "a --report by speaker, --by speaker or --slice"
        raise UsageError(f"--speaker-map has no effect on ids without {needed}: nothing else shows their speakers")
    if speakers:
        of_table = result.table.columns["speaker"].values if "speaker" in result.table.columns else ()
        speakers_of_ref = dict.fromkeys([*result.speakers(None if timed else kind), *filter(None, of_table)])
        if not {*speakers.values(), *result.folded(list(speakers.values()))} & {*speakers_of_ref}:
            listed_speakers = listed([*speakers_of_ref], "speaker")
            raise UsageError(f"--speaker-map has no effect: it has none of the reference's {listed_speakers} by name")


def check_formats(options: argparse.Namespace, result: Totals) -> None:
    """Refuses rules for words with times where there are none, and --no-markup for formats without marks."""
    segments = "a reference of segments with times and a hypothesis of words with times"
    check_effects(options, ((name, result.outside_rule, segments) for name in ("outside", "overlap")))
    names = tuple(dict.fromkeys(name for name in (result.ref_format, result.hyp_format) if name))
    check_marks(options, [format_in(part) for name in names for part in name.split("+")])


def check_marks(options: argparse.Namespace, names: Sequence[str]) -> None:
    """Refuses --no-markup where none of these formats has marks."""
    marked = {"alternations", "optional words", "fragments"}
    if options.markup is False and not any(marked & by_name(name).carries for name in names):
        raise UsageError(f"--no-markup has no effect on {' and '.join(names)}, which has no marks to read")
