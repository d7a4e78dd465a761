"""Reports by name: a folder for each wing, and in it a module for each report, imported when it is asked for.

A folder's `NAMES` maps the name of a report to its module, and the folder's module `render` has the function
`render(result, name, **options)`, which yields the files of a report. Results stand below their reports; their methods
find them by `BUILT_ON_RESULTS` of `scorelite.scoring.common.lazy`, which `scorelite.scoring` fills.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeAlias

    from ...formats.engine.writing import Output
    from ..common.gate import Gate
    from ..common.results import Reported
    from ..words.result import Result

# A suffix for the file name, such as b".sys", and the bytes in pieces.
File: TypeAlias = "tuple[bytes, Iterable[bytes]]"


def report(result: Reported, name: str, **options: Any) -> bytes:
    """The report of this name as bytes; of several files, one after the other."""
    try:
        return b"".join(chunk for _, chunks in files(result, name, **options) for chunk in chunks)
    except UnicodeEncodeError as error:
        from ...formats.errors import half_character

        raise half_character(error) from None


def files(result: Reported, name: str, **options: Any) -> Iterator[File]:
    """Yields the files of the report of this name."""
    check_name(result.WING, name)
    home = _home(result.WING)
    own_name = getattr(_imported(home), "ALIASES", {}).get(name, name)
    render = _imported(f"{home}.render").render
    if result.WING != "kws":  # which checks its options itself
        _check_options("report", render, options)
    yield from render(result, own_name, **options)


def _check_options(name: str, function: Any, options: Mapping[str, Any]) -> None:
    """Rejects options that the function of a method does not have."""
    from ..common.other_names import check_keywords, keyword_names  # which the start of sclite does not need

    check_keywords(name, options, [*keyword_names(function), *(["kind"] if name == "plot" else [])])


def plotted(
    results: Sequence[Any], to: Output | None, kind: str, *, ax: Any = None, dark: bool = False, **options: Any
) -> Any:
    """A picture of one result, or of several of a wing: written to a path, else a figure of matplotlib.

    Scores of any source, which have no wing, are of words.
    """
    home = _home(getattr(results[0], "WING", "words"))
    pictures = pictures_engine()
    to, kind, suffix = pictures.target_and_kind(to, kind, _imported(home).PICTURES, ax)
    drawing = _imported(f"{home}.plot").drawing
    _check_options("plot", drawing, options)
    made = pictures.figure(drawing(results, kind, **options), ax=ax, dark=dark)
    return made if to is None else pictures.written(made, suffix, to)


def verdict_text(gate: Gate, kind: str) -> str:
    """A verdict as the text of a file of this kind."""
    text: str = _imported(f"{_home('verdict')}.{kind}").render(gate)
    return text


def pictures_engine() -> Any:
    """The module that draws pictures, which many runs do without."""
    return _imported("scorelite.scoring.report.engine.pictures")


def save(result: Result, path: Output) -> None:
    """Writes a whole result of words, so that `scorelite.load` reads it."""
    from ..words import saved

    saved.save(result, path)


def page(result: Reported, path: Output | None = None, **options: Any) -> bytes:
    """The page of a result, for a browser; links to audio are relative to its path."""
    if result.WING == "words" and (audio := options.pop("audio", None)) is not None:
        linked = _imported(f"{_home('words')}.page_audio").linked_audio
        options["audio"] = linked(result, audio, path)
    return b"".join(page_pieces([result], **options))


def page_pieces(results: Sequence[Any], **options: Any) -> Iterable[bytes]:
    """The pieces of the page of one result, or of several of a wing side by side.

    Of words and meetings, `analyses` are those of `analyse`, and `made` their tables if there are some already.
    """
    wing = results[0].WING
    wanted = {name: options.pop(name, None) for name in ("analyses", "made") if wing in ("words", "meetings")}
    if any(wanted.values()) and wing == "words":
        from .words.panels import panels

        options["panels"] = panels(results, wanted["analyses"] or {}, wanted["made"])
    elif any(wanted.values()):
        options["tables"] = (wanted["made"] or results[0].analyse(wanted["analyses"])).values()
    pieces: Iterable[bytes] = _imported(f"{_home(wing)}.page").render(results, **options)
    return pieces


def check_name(wing: str, name: str) -> None:
    """Rejects a name that no report of the wing has."""
    home = _imported(_home(wing))
    names = [*home.NAMES, *getattr(home, "ALIASES", ())]
    if name not in names:
        from ...formats.errors import unknown

        raise unknown("report", name, names)


def module_of(wing: str, name: str) -> Any:
    """The module of a name in the wing's NAMES."""
    home = _home(wing)
    return _imported(f"{home}.{_imported(home).NAMES[name]}")


def _home(wing: str) -> str:
    return f"scorelite.scoring.report.{wing}"


def _imported(path: str) -> Any:
    # The command sclite comes through here, and importlib would cost it more than some reports do.
    __import__(path)
    return sys.modules[path]
