"""Names that the command line sets or maps: recordings, channels and speakers."""

from __future__ import annotations

from formats.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add_names(group: argparse._ArgumentGroup, where: str = "") -> None:
    """Adds the options; `where` says on which sides the names are."""
    group.add_argument(
        "--session",
        action="append",
        default=[],
        metavar="NAME",
        help=f"name of the recording{where}; OLD=NEW changes only that one, repeatable",
    )
    group.add_argument("--channel", metavar="NAME", help=f"name of the channel{where}")
    group.add_argument(
        "--speaker-map",
        metavar="FILE",
        help="lines of an old and a new name of a speaker; with a tab between them, names may have blanks",
    )


def session_names(given: list[str]) -> str | dict[str, str] | None:
    """What `--session` says: one name for all recordings, or other names for some.

    >>> session_names(["talk"]), session_names(["a=b", "c=d"])
    ('talk', {'a': 'b', 'c': 'd'})
    """
    names = [name for name in given if "=" not in name]
    others = {old: new for old, equals, new in (name.partition("=") for name in given) if equals}
    if len(names) > 1:
        raise UsageError(f"--session is given two names: {names[0]}, {names[1]}")
    if names and others:
        raise UsageError(f"--session: {names[0]!r} is the name of all recordings; none is left for OLD=NEW")
    if "" in (*names, *others.values()):
        raise UsageError("--session: a recording needs a name")
    return names[0] if names else others or None


def speaker_names(path: str | None) -> dict[str, str]:
    """The map in the file that `--speaker-map` names."""
    if not path:
        return {}
    from formats.engine.names import read_speaker_map
    from formats.source import Source

    source = Source(path)
    return read_speaker_map(source.text, source.name)
