"""Option --plot of all commands that score: pictures of a result, or of several results."""

from __future__ import annotations

import argparse
import warnings

from ...formats.errors import UsageError
from ..report import pictures_engine, plotted
from .delivery import deliver
from .grammar import check_effects
from .messages import warn
from .values import check_one

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any


class Plot(tuple[str, str]):
    """A kind of picture, and the file to which it goes."""

    __slots__ = ()


class PlotReader:
    """Reader of `KIND=FILE`, for the `type` of an option; the kind is never guessed from the name of the file."""

    def __init__(self, kinds: Mapping[str, str], note: str) -> None:
        """`note` ends the message about a file alone."""
        self._kinds, self._note = kinds, note

    def __call__(self, text: str) -> Plot:
        kind, equals, path = text.partition("=")
        kinds = ", ".join(self._kinds)
        if not equals:
            first = next(iter(self._kinds))
            raise argparse.ArgumentTypeError(
                f"{text!r} names no kind of picture; expected KIND=FILE, as in {first}={text}, of the kinds {kinds}"
                f"{self._note}"
            )
        if kind not in self._kinds:
            raise argparse.ArgumentTypeError(f"{kind!r} is not a kind of picture; expected one of: {kinds}")
        check_one(text, "--plot", self._kinds)
        try:
            pictures_engine().check_suffix(path)
        except UsageError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        return Plot((kind, path))


def add_plot(group: argparse._ArgumentGroup, kinds: Mapping[str, str], note: str = "") -> None:
    """Adds the option, and the one for the colours of its pictures."""
    listed = "; ".join(f"{kind}: {text}" for kind, text in kinds.items())
    group.add_argument(
        "--plot",
        action="append",
        default=[],
        type=PlotReader(kinds, note),
        metavar="KIND=FILE",
        help=f"a picture (.svg, .png, .pdf; needs matplotlib); repeatable. {listed}".replace("%", "%%"),
    )
    group.add_argument("--dark", action="store_true", help="with --plot: light text on a dark background")


def add_groups(group: argparse._ArgumentGroup) -> None:
    """Adds the option that names groups of utterances."""
    group.add_argument(
        "--by", metavar="NAME", help="with --plot groups: speaker or session (default: speaker, if there are several)"
    )


def check_groups(options: argparse.Namespace, otherwise: str = "") -> None:
    """Refuses --by where no picture has groups, with the way to rows of groups, and others of a command."""
    needed = f"--plot groups=FILE; --slice NAME prints a row for each group{otherwise}"
    check_effects(options, [("by", any(kind == "groups" for kind, _ in options.plot), needed)])


def check_plots(options: argparse.Namespace) -> None:
    """Refuses pictures that cannot be drawn, before anything is scored."""
    check_effects(options, [("dark", options.plot, "--plot")])
    if not options.plot:
        return
    import logging

    # matplotlib would log messages about its cache of fonts.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    pictures_engine().matplotlib()


def draw(sides: Sequence[Any], options: argparse.Namespace, *, by: str | None = None) -> None:
    """Draws all pictures, then writes them: after an error there is none; `by` names their groups."""
    if not options.plot:
        return
    engine = pictures_engine()
    with warnings.catch_warnings(record=True) as said:
        pictures = []
        for kind, path in options.plot:
            groups = {"by": by} if by and kind == "groups" else {}
            figure = plotted(sides, None, kind, dark=options.dark, **groups)
            pictures.append((path, engine.saved(figure, engine.check_suffix(path))))
    for text in dict.fromkeys(str(each.message) for each in said):
        warn(text)
    for path, data in pictures:
        deliver([data], path)
