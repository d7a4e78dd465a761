"""Pictures drawn by matplotlib: in a light or a dark theme, shown in a notebook, or saved as svg, png or pdf."""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar
from unicodedata import bidirectional

from ....formats.engine.terminal import visible
from ....formats.engine.writing import Output, write_bytes
from ....formats.errors import UsageError, quantity, unknown
from ....formats.optional import library
from ....formats.values import dataclass
from .theme import Theme, theme

Row = TypeVar("Row")
SUFFIXES = (".svg", ".png", ".pdf")
MOST_ROWS = 200
"""Rows of a picture; a line says what was cut off."""
LACKING = (
    "no font on this machine has all letters of the names in a picture: missing ones are drawn as boxes; write it as "
    ".svg, or "
    "install a font such as Noto Sans CJK"
)
"""The warning about letters that are drawn as boxes."""
TURNED = (
    "this matplotlib draws names that run from right to left in the wrong direction; write the picture as .svg, or "
    "pip install 'matplotlib>=3.11'"
)
"""The warning about letters in wrong order."""
_BOTH_WAYS = (3, 11)
_LETTERS = 48
_INCHES_OF_LETTER = 0.078
_HIGH, _LOW, _MANY = 0.32, 0.22, 40
_LABELS = 1.36
"""How much longer than its longest bar an axis is: room for the labels after bars."""
# Text stays text in svg, and letters stay letters in pdf, as publishers ask; a dollar sign begins no formula.
_STYLE = {
    "svg.hashsalt": "scorelite",
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
    "text.parse_math": False,
    "font.size": 10.0,
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial", "Helvetica"],
}
# For names in scripts that the font of matplotlib lacks, where a machine has them.
_FONTS = (
    *("Noto Sans CJK SC", "Noto Sans CJK JP", "PingFang SC", "Hiragino Sans", "Microsoft YaHei", "WenQuanYi Zen Hei"),
    *(
        "Noto Sans Devanagari",
        "Noto Sans Bengali",
        "Noto Sans Tamil",
        "Noto Sans Thai",
        "Noto Sans",
        "Arial Unicode MS",
    ),
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Axes to draw into, and the colours for it."""

    axes: Any
    theme: Theme


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture that is not drawn yet: its width and height in inches, and what draws it."""

    width: float
    height: float
    draw: Callable[[Sheet], None]


@dataclass(frozen=True, slots=True)
class Series:
    """One bar or dot for each row, all of one name and colour; None where a row has no value."""

    name: str
    rates: Sequence[float | None]
    reaches: Sequence[float | None] = ()
    """How far the interval of each rate reaches to both sides."""
    places: Sequence[float] = ()
    """Where bars begin; empty for 0."""

    def reach(self, row: int) -> float:
        """How far the interval of a row reaches; 0 where it has none."""
        return (self.reaches[row] or 0.0) if self.reaches else 0.0


def check_suffix(path: str) -> str:
    """The suffix that a path has, without its dot; svg, png and pdf are accepted.

    >>> check_suffix("curve.SVG")
    'svg'
    """
    suffix = os.path.splitext(path)[1].lower()
    if suffix not in SUFFIXES:
        raise UsageError(
            f"{path}: a picture is written as .svg, .png or .pdf; expected a name that ends in one of these"
        )
    return suffix[1:]


def target_and_kind(to: Output | None, kind: str, kinds: Mapping[str, str], ax: Any) -> tuple[Output | None, str, str]:
    """Where a picture goes (None: to the caller), its kind and its suffix; a kind may stand in the place of a path.

    >>> target_and_kind("errors", "", {"rates": "", "errors": ""}, None)
    (None, 'errors', '')
    """
    if isinstance(to, str) and not kind and "." not in to:
        return None, check_kind(to, kinds), ""
    _check_name(to, kind, kinds)
    kind = check_kind(kind, kinds)
    if to is None:
        return None, kind, ""
    if ax is not None:
        raise UsageError("ax= draws into your axes; leave out the path, and save their figure")
    name = to if isinstance(to, (str, os.PathLike)) else getattr(to, "name", "")
    return to, kind, check_suffix(os.fspath(name) if isinstance(name, (str, os.PathLike)) else "")


def _check_name(to: Output | None, kind: str, kinds: Mapping[str, str]) -> None:
    """Rejects a file that is called like one kind, where the kind is left out and would be another."""
    if kind or not isinstance(to, (str, os.PathLike)):
        return
    path, first = os.fspath(to), next(iter(kinds))
    name = os.path.splitext(os.path.basename(path))[0]
    if name in kinds and name != first:
        raise UsageError(
            f"{path}: no kind of picture is named, and a file name does not choose one; expected kind={name!r}"
        )


def written(made: Any, suffix: str, to: Output) -> None:
    """Writes a figure to a path or an open file, whole or not at all."""
    write_bytes(to, [saved(made, suffix)])


def check_kind(kind: str, kinds: Mapping[str, str]) -> str:
    """The kind of picture, if it is one of these; the first of them where none is named."""
    if kind and kind not in kinds:
        raise unknown("picture", kind, list(kinds))
    return kind or next(iter(kinds))


def matplotlib(part: str = "") -> Any:
    """The drawing library, or a part of it; a message with the command that installs it where it is missing."""
    return library(f"matplotlib.{part}" if part else "matplotlib", purpose="pictures", install="'scorelite[plot]'")


def figure(drawing: Drawing, *, ax: Any = None, dark: bool = False) -> Any:
    """The figure with the drawing in it, or in axes that somebody has; a notebook shows it."""
    colours = theme("dark" if dark else "light")
    if ax is not None:
        with matplotlib().rc_context({"text.parse_math": False}):
            drawing.draw(Sheet(ax, colours))
        return ax.figure
    with _style(colours):
        made = matplotlib("figure").Figure(figsize=(drawing.width, drawing.height), layout="constrained")
        drawing.draw(Sheet(made.add_subplot(), colours))
    made._repr_png_ = partial(_shown, made)
    return made


def saved(made: Any, suffix: str) -> bytes:
    """The bytes of a figure, without a date, so that equal scores give equal bytes."""
    dates: dict[str, dict[str, None]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
    with matplotlib().rc_context(_STYLE), warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        buffer = io.BytesIO()
        made.savefig(buffer, format=suffix, dpi=200, metadata=dates[suffix], bbox_inches="tight", pad_inches=0.08)
    if suffix != "svg":  # whose viewer has fonts of its own, and knows where a line begins
        if any("missing from" in str(each.message) for each in said):
            warnings.warn(LACKING, stacklevel=2)
        if matplotlib().__version_info__ < _BOTH_WAYS and _has_right_to_left(made):
            warnings.warn(TURNED, stacklevel=2)
    return buffer.getvalue()


def _has_right_to_left(made: Any) -> bool:
    """Whether a text of a figure has Hebrew or Arabic letters, or others that run to the left."""
    shown = "".join(text.get_text() for text in made.findobj(matplotlib("text").Text))
    return not shown.isascii() and any(bidirectional(letter) in ("R", "AL") for letter in shown)


def most_rows(rows: Sequence[Row], number: int = 0) -> tuple[Sequence[Row], str]:
    """The rows that a picture has room for, and a remark on those that are cut off, of a number or of these.

    >>> most_rows("ab"), most_rows("ab", 1005)
    (('ab', ''), ('ab', ' (1,003 more rows)'))
    """
    shown = rows[:MOST_ROWS]
    rest = max(number, len(rows)) - len(shown)
    return shown, f" ({quantity(rest, 'more row')})" if rest else ""


def cut(names: Sequence[str]) -> list[str]:
    """Names as a picture shows them: control characters as visible ones, long names without their middle.

    Names that only differ there are numbered.

    >>> cut(["a", "b\\x00", 60 * "c"])
    ['a', 'b␀', 'cccccccccccccccccccccccc…ccccccccccccccccccccccc']
    >>> [name[-4:] for name in cut(["x" * 60, "x" * 61])]
    ['xxxx', 'x #2']
    """
    half = _LETTERS // 2
    shown: dict[str, int] = {}
    made = []
    for name in map(visible, names):
        short = name if len(name) <= _LETTERS else f"{name[:half]}…{name[1 - half :]}"
        shown[short] = shown.get(short, 0) + 1
        made.append(short if shown[short] == 1 else f"{short} #{shown[short]}")
    return made


def rows_drawing(names: Sequence[str], series: int, draw: Callable[[Sheet], None]) -> Drawing:
    """The drawing of rows with these names, with so many dots each: as wide and high as they need."""
    letters = max(map(len, names), default=0)
    row = max(_LOW if len(names) > _MANY else _HIGH, 0.13 * series)
    return Drawing(4.3 + _INCHES_OF_LETTER * letters, 0.95 + row * max(len(names), 1) + 0.24 * (series > 1), draw)


def name_rows(sheet: Sheet, names: Sequence[str]) -> None:
    """Rows from the top down, with their names left of them; values are shares of 1 and shown in percent."""
    axes, theme = sheet.axes, sheet.theme
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(max(len(names), 1) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.tick_params(axis="x", colors=theme.quiet, labelcolor=theme.quiet, length=0)
    for label in axes.get_yticklabels():
        label.set_color(theme.ink)
        label.set_parse_math(False)
    in_percent(axes.xaxis)
    axes.grid(visible=True, axis="x", color=theme.rule, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[:].set_visible(False)
    axes.spines["left"].set(visible=True, color=theme.quiet)


def bars(sheet: Sheet, series: Series, colour: str, *, height: float = 0.62) -> None:
    """A bar for each row, and a line for its interval."""
    places = series.places or [0.0] * len(series.rates)
    for row, (rate, begin) in enumerate(zip(series.rates, places, strict=True)):
        if rate is None:
            continue
        sheet.axes.barh(row, rate, height, begin, color=colour, label=series.name if not row else None, gid="mark")
        whisker(sheet, row, rate, series.reach(row))


def whisker(sheet: Sheet, row: float, rate: float, reach: float, colour: str = "") -> None:
    """A line for the interval of a rate, which ends at 0."""
    if reach:
        ends = [max(rate - reach, 0.0), rate + reach]
        sheet.axes.plot(ends, [row, row], color=colour or sheet.theme.ink, linewidth=1.3, gid="interval")


def dots(sheet: Sheet, series: Sequence[Series]) -> None:
    """A dot with its interval for each row and series, those of a row below each other, and their legend."""
    step = 0.7 / max(len(series), 1)
    for number, each in enumerate(series):
        colour, mark = sheet.theme.series[number % len(sheet.theme.series)], mark_of(sheet.theme, number)
        shift = (number - (len(series) - 1) / 2) * step
        rows = [row for row, rate in enumerate(each.rates) if rate is not None]
        for row in rows:
            whisker(sheet, row + shift, each.rates[row] or 0.0, each.reach(row), colour)
        rates, heights = [each.rates[row] for row in rows], [row + shift for row in rows]
        sheet.axes.plot(rates, heights, mark, color=colour, markersize=5.5, label=each.name, gid="mark")
    legend(sheet)


def mark_of(theme: Theme, number: int) -> str:
    """The form of the dots of a series: another one where colours begin anew."""
    return "osD^"[number // len(theme.series) % 4]


def label_rows(sheet: Sheet, ends: Sequence[float], labels: Sequence[str]) -> None:
    """A label after the end of each row, with an axis that has room for it."""
    sheet.axes.set_xlim(0.0, max(*ends, 0.0) * _LABELS if any(ends) else 1.0)
    # No line of the grid goes through a number.
    ground = {"facecolor": sheet.theme.paper, "edgecolor": "none", "pad": 1.0}
    for row, (end, label) in enumerate(zip(ends, labels, strict=True)):
        where = {"xytext": (5, 0), "textcoords": "offset points", "va": "center", "bbox": ground}
        sheet.axes.annotate(label, (end, row), color=sheet.theme.ink, fontsize="small", **where)


def in_percent(axis: Any) -> None:
    """Numbers of an axis in percent."""
    axis.set_major_formatter(matplotlib("ticker").FuncFormatter(lambda share, _: f"{100 * share:g}"))


def whole_numbers(axis: Any) -> None:
    """An axis of whole numbers, with commas between their thousands."""
    axis.set_major_locator(matplotlib("ticker").MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10]))
    axis.set_major_formatter(matplotlib("ticker").StrMethodFormatter("{x:,.0f}"))


def framed(axes: Any, theme: Theme) -> None:
    """Axes of curves: a grid and a frame, both quiet."""
    axes.grid(visible=True, color=theme.rule, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(colors=theme.quiet, labelcolor=theme.quiet, length=0)
    axes.spines[:].set_color(theme.rule)


def heading(sheet: Sheet, name: str) -> None:
    """The name of the system that the whole picture is of."""
    sheet.axes.set_title(name, fontsize="medium", color=sheet.theme.ink, loc="left", parse_math=False)


def legend(sheet: Sheet) -> None:
    """The legend above the axes, in as many columns as fit."""
    handles, labels = sheet.axes.get_legend_handles_labels()
    columns = max(1, min(len(labels), 60 // (6 + max(map(len, labels), default=0))))
    sheet.axes.legend(
        handles,
        labels,
        loc="lower left",
        bbox_to_anchor=(0.0, 1.0),
        ncols=columns,
        frameon=False,
        fontsize="small",
        labelcolor=sheet.theme.ink,
        borderaxespad=0.2,
        columnspacing=1.2,
        handlelength=1.2,
    )


def _shown(made: Any) -> tuple[bytes, dict[str, int]]:
    """The figure for a notebook, and how large it is shown: its points are finer than those of a screen."""
    width, height = made.get_size_inches()
    return saved(made, "png"), {"width": round(96 * width), "height": round(96 * height)}


@contextmanager
def _style(theme: Theme) -> Iterator[None]:
    """The style of our pictures, whatever settings of matplotlib a machine has."""
    installed = {font.name for font in matplotlib("font_manager").fontManager.ttflist}
    colours = {
        **dict.fromkeys(("figure.facecolor", "axes.facecolor", "savefig.facecolor"), theme.paper),
        **dict.fromkeys(("text.color", "axes.labelcolor", "xtick.labelcolor", "ytick.labelcolor"), theme.ink),
        **dict.fromkeys(("axes.edgecolor", "xtick.color", "ytick.color"), theme.quiet),
        "grid.color": theme.rule,
    }
    fonts = ["sans-serif", *(name for name in _FONTS if name in installed)]
    with matplotlib().rc_context():
        matplotlib().rcdefaults()
        matplotlib().rcParams.update({**_STYLE, **colours, "font.family": fonts})
        yield
