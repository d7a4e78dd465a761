"""Names for people on an error page: its title, and a name for each hypothesis."""

from __future__ import annotations

import argparse
import os

from ...formats.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def add_title(group: argparse._ArgumentGroup) -> None:
    """Adds the option for the title of a page."""
    group.add_argument(
        "--title", metavar="TEXT", help="with --page: title of the page (default: names of the hypotheses)"
    )


def add_names(group: argparse._ArgumentGroup) -> None:
    """Adds the option for the names of hypotheses."""
    group.add_argument(
        "--name",
        action="append",
        metavar="FILE=NAME",
        help="display name of a hypothesis, such as base.trn=Base or A=Base (A is the first one)",
    )


def labels(names: Sequence[str] | None, sources: Sequence[str]) -> dict[str, str]:
    """The name of each hypothesis that has got one, by its file.

    >>> labels(["new.trn=New", "A=Old"], ["x/old.trn", "x/new.trn"])
    {'x/new.trn': 'New', 'x/old.trn': 'Old'}
    """
    files = {os.path.basename(source): source for source in sources}
    files |= {chr(ord("A") + place): source for place, source in enumerate(sources[:26])}
    files |= {source: source for source in sources}
    named = {}
    for text in names or ():
        file, equals, name = text.partition("=")
        if not equals or not name:
            raise UsageError(f"--name {text}: expected FILE=NAME, such as A=Base")
        if file not in files:
            raise UsageError(f"--name {text}: no hypothesis {file}; expected {', '.join(sources[:5])}, or A, B")
        named[files[file]] = name
    shown = [named.get(source, source) for source in sources]
    if named and (twice := [name for name in shown if shown.count(name) > 1]):
        raise UsageError(f"two hypotheses are called {twice[0]}; expected --name with different names")
    return named
