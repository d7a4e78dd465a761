"""Options of commands that score shards of a corpus."""

from __future__ import annotations

from .grammar import threads_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add_shards(parser: argparse.ArgumentParser, operands: str, output: str) -> None:
    """Adds the options; `operands` are folders with a file for each shard, `output` names the folder of totals."""
    group = parser.add_argument_group("corpora larger than a machine")
    group.add_argument(
        "--shards",
        action="store_true",
        help=f"{operands} are folders with a file for each shard, and {output} names the folder for their totals "
        "(default: totals), which `scorelite merge` adds; shards that are done are not scored again",
    )
    group.add_argument("--skip-broken", action="store_true", help="with --shards: leave out shards that cannot be read")
    group.add_argument(
        "-j", "--threads", type=threads_of, metavar="N", help="with --shards: processes; 0: one per processor"
    )
