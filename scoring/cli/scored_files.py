"""The keywords of commands that score one file against another, and what they refuse after the files were read."""

from __future__ import annotations

import argparse

from ...formats.errors import UsageError
from ...formats.registry import by_name
from ..common.results import listed
from ..words.inputs.columns import format_in
from ..words.job import KEYWORDS
from .grammar import check_effects
from .settings import given
from .shared_options import names_of_places, speaker_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..words.result import Result
    from ..words.totals import Totals


def keywords_of(options: argparse.Namespace) -> dict[str, Any]:
    """The keywords of `score_files` among the options."""
    names = names_of_places(options) | {"speaker_map": speaker_names(options.speaker_map)}
    return given(options, KEYWORDS) | names


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
    check_formats(options, [result])
    if speakers and not timed and not named:
        needed = "--speaker" if hasattr(options, "speaker") else "a --report by speaker, --by speaker or --slice"
        raise UsageError(f"--speaker-map has no effect on ids without {needed}: nothing else shows their speakers")
    if speakers:
        of_table = result.table.columns["speaker"].values if "speaker" in result.table.columns else ()
        speakers_of_ref = dict.fromkeys([*result.speakers(None if timed else kind), *filter(None, of_table)])
        if not {*speakers.values(), *result.folded(list(speakers.values()))} & {*speakers_of_ref}:
            listed_speakers = listed([*speakers_of_ref], "speaker")
            raise UsageError(f"--speaker-map has no effect: it has none of the reference's {listed_speakers} by name")


def check_formats(options: argparse.Namespace, results: Sequence[Totals]) -> None:
    """Refuses rules for words with times where there are none, and --no-markup for formats without marks."""
    segments = "a reference of segments with times and a hypothesis of words with times"
    timed = any(result.outside_rule for result in results)
    check_effects(options, ((name, timed, segments) for name in ("outside", "overlap")))
    names = dict.fromkeys(name for result in results for name in (result.ref_format, result.hyp_format) if name)
    check_marks(options, [*dict.fromkeys(format_in(part) for name in names for part in name.split("+"))])


def check_marks(options: argparse.Namespace, names: Sequence[str]) -> None:
    """Refuses --no-markup where none of these formats has marks, and --markup where one has."""
    marked = {"alternations", "optional words", "fragments"}
    have_marks = [bool(marked & by_name(name).carries) for name in names]
    if options.markup is False and not any(have_marks):
        raise UsageError(f"--no-markup has no effect on {' and '.join(names)}, which has no marks to read")
    if options.markup and any(have_marks):
        marked_names = [name for name, has_marks in zip(names, have_marks, strict=True) if has_marks]
        raise UsageError(
            f"--markup has no effect with {' and '.join(marked_names)}, whose marks are read anyway; expected two "
            "files of formats without marks"
        )
