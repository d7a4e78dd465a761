"""Options for names of recordings, channels and speakers."""

from __future__ import annotations

from ...formats.errors import UsageError
from ...formats.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add_names(group: argparse._ArgumentGroup, where: str = "") -> None:
    """Adds the options; `where` names the side or sides of the comparison that they change."""
    group.add_argument(
        "--session",
        action="append",
        default=[],
        metavar="NAME",
        help=f"name of the recording{where}; OLD=NEW renames only OLD, repeatable",
    )
    group.add_argument("--channel", metavar="NAME", help=f"name of the channel{where}")
    group.add_argument(
        "--speaker-map",
        metavar="FILE",
        help="file with an old and a new name of a speaker in each line; separated by a tab, names may have blanks",
    )


def session_names(values: list[str]) -> str | dict[str, str] | None:
    """The value of `--session`: one name for all recordings, or a map from old to new names.

    >>> session_names(["talk"]), session_names(["a=b", "c=d"])
    ('talk', {'a': 'b', 'c': 'd'})
    """
    names = [name for name in values if "=" not in name]
    others = {old: new for old, equals, new in (name.partition("=") for name in values) if equals}
    if len(names) > 1:
        raise UsageError(
            f"--session has two names: {names[0]}, {names[1]}; expected one, or OLD=NEW for each recording"
        )
    if names and others:
        raise UsageError(f"--session: {names[0]!r} renames all recordings; expected it alone, or only OLD=NEW")
    if "" in (*names, *others.values()):
        raise UsageError("--session: an empty name; expected NAME or OLD=NEW")
    return names[0] if names else others or None


def speaker_names(path: str | None) -> dict[str, str]:
    """The map in the file of `--speaker-map`; empty without one."""
    if not path:
        return {}
    from ...formats.engine.names import read_speaker_map

    source = Source(path)
    return read_speaker_map(source.text, source.name)
