"""Options that several commands share, and the values of some: names of recordings and speakers, --shards."""

from __future__ import annotations

import argparse
import os

from ...formats.engine.names import read_speaker_map
from ...formats.errors import UsageError
from ...formats.source import SideFile
from ..words.declared import BY_NAME as WORDS
from .delivery import deliver
from .grammar import refuse_together
from .settings import add_setting
from .values import threads_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..analysis.breakdown import Breakdown
    from ..common.totals import Totals
    from ..compare.systems import Tournament
    from ..compare.verdict import Comparison


TIERS = ("tier", "ref_tier", "hyp_tier")
OF_NAMES = ("strip_id", "session", "channel", *TIERS)
"""The options for names of ids, recordings, channels and tiers."""


def names_of_places(options: argparse.Namespace) -> dict[str, str | dict[str, str] | None]:
    """The new names of recordings and of channels, as `score_files` takes them."""
    return {name: new_names(f"--{name}", getattr(options, name)) for name in ("session", "channel")}


def new_names(option: str, values: list[str]) -> str | dict[str, str] | None:
    """The value of `--session` or `--channel`: one name for all, or a map from old to new names.

    >>> new_names("--session", ["talk"]), new_names("--session", ["a=b", "c=d"])
    ('talk', {'a': 'b', 'c': 'd'})
    """
    names = [name for name in values if "=" not in name]
    pairs = [(old, new) for old, equals, new in (name.partition("=") for name in values) if equals]
    others = dict(pairs)
    if len(names) > 1:
        raise UsageError(f"{option} has two names: {names[0]}, {names[1]}; expected one, or OLD=NEW for each name")
    if names and others:
        raise UsageError(f"{option}: {names[0]!r} replaces all names; expected it alone, or only OLD=NEW")
    if len(others) < len(pairs):
        twice = next(old for old, new in pairs if others[old] != new or pairs.count((old, new)) > 1)
        raise UsageError(f"{option}: {twice!r} is renamed twice; expected one new name")
    if "" in (*names, *others.values()):
        raise UsageError(f"{option}: an empty name; expected NAME or OLD=NEW")
    if joined := next((f"{old}={new}" for old, new in pairs if "=" in new and "," in new), ""):
        several = " ".join(f"{option} {part}" for part in joined.split(","))
        raise UsageError(f"{option} {joined}: a name with a comma and =; expected {several}")
    return names[0] if names else others or None


def speaker_names(values: list[str]) -> dict[str, str]:
    """The map of `--speaker-map`: OLD=NEW for each name, or a file of them; empty without one."""
    if not values:
        return {}
    files = [value for value in values if "=" not in value or os.path.exists(value)]
    if len(values) > len(files) > 0 or len(files) > 1:
        raise UsageError(f"--speaker-map {files[0]} is one of {len(values)} values; expected one file, or only OLD=NEW")
    if files:
        source = SideFile(files[0])
        return read_speaker_map(source.text, source.name)
    names = new_names("--speaker-map", values)
    assert isinstance(names, dict)
    return names


def add_csv(group: argparse._ArgumentGroup, row: str) -> None:
    """Adds --csv, which has a row for each of these."""
    group.add_argument("--csv", nargs="?", const="-", metavar="FILE", help=f"a row for each {row} (default: stdout)")


def add_per_file(group: argparse._ArgumentGroup, rows: str = "") -> None:
    """Adds --per-file: the report sys, with these rows where the report has several kinds."""
    report = f"--report sys{' --rows ' * bool(rows)}{rows}"
    group.add_argument("--per-file", action="store_true", help=f"a row for each recording, the same as {report}")


def use_per_file(options: argparse.Namespace, rows: str = "") -> None:
    """Puts the options that --per-file stands for in its place."""
    if options.per_file:
        for name in ("report", "json", *["rows"] * bool(rows)):
            refuse_together(options, ("per_file", name))
        options.report = "sys"
        if rows:
            options.rows = rows


def csv_effect(options: argparse.Namespace, *others: str) -> tuple[str, object, str]:
    """The effect of --csv, which has none on stdout next to other forms of output."""
    *first, last = (f"--{name}" for name in others)
    is_alone = not any(getattr(options, name) for name in others)
    return "csv", options.csv != "-" or is_alone, f"a FILE next to {', '.join(first)} and {last}"


def add_width(group: argparse._ArgumentGroup) -> None:
    """Adds the width of listings."""
    group.add_argument(
        "--width", type=int, metavar="COLUMNS", help="line width of pra (default: that of the terminal, else 100)"
    )


def check_width(options: argparse.Namespace) -> None:
    """Refuses a width below 1."""
    if options.width is not None and options.width < 1:
        raise UsageError(f"--width is {options.width}; expected 1 or more")


def add_formats_and_tiers(group: argparse._ArgumentGroup) -> None:
    """Adds the formats of both files, and the tiers that are read of them."""
    for name in ("ref_format", "hyp_format", *TIERS):
        add_setting(group, WORDS[name])


def deliver_csv(result: Totals | Comparison | Tournament | Breakdown, options: argparse.Namespace) -> None:
    """Writes the rows that --csv asks for."""
    if options.csv:
        text = str(result.to_csv())
        output = getattr(options, "output", None)
        deliver([text.encode("utf-8", "surrogateescape")], output if options.csv == "-" else options.csv)


def add_shards(parser: argparse.ArgumentParser, operands: str, output: str) -> None:
    """Adds the options; `operands` are folders with a file for each shard, `output` names the folder of totals."""
    group = parser.add_argument_group("large corpora")
    group.add_argument(
        "--shards",
        action="store_true",
        help=f"{operands} are folders with a file for each shard; {output} names the folder of totals for "
        "`scorelite merge` (default: totals); complete shards are skipped",
    )
    group.add_argument("--skip-broken", action="store_true", help="with --shards: skip shards that cannot be read")
    group.add_argument(
        "-j", "--threads", type=threads_of, metavar="N", help="with --shards: processes; 0: one per processor"
    )
