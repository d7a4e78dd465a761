"""Colours: on a terminal, or as the option --color says."""

from __future__ import annotations

import argparse
import os
import re
import sys

from ...formats.engine.terminal import colour, is_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TextIO

WHEN = ("auto", "always", "never")
_OPTIONS = ("--color", "--colour")
_mode = "auto"


def add_colour(parser: argparse.ArgumentParser) -> None:
    """Adds the option --color; `choose` reads it before the others, because their errors have colours too."""
    parser.add_argument(
        *_OPTIONS,
        choices=WHEN,
        default=argparse.SUPPRESS,
        help="use colours: on a terminal unless NO_COLOR is set (auto), always, or never",
    )


def choose(words: Sequence[str]) -> list[str]:
    """Takes what the last option --color of a command line says; without a value, as in `ls --color`, it means always.

    Returns the words with what it means.
    """
    global _mode
    _mode = "auto"
    meant = []
    for place, word in enumerate(words, 1):
        name, equals, value = word.partition("=")
        if name in _OPTIONS:
            following = "".join(words[place : place + 1])
            is_alone = not equals and following[:1] in ("", "-")
            _mode = value if equals else "always" if is_alone else following
            word = f"{name}={_mode}" if is_alone else word
        meant.append(word)
    return meant


class Paint:
    """Wraps text in the terminal's colours, or returns it unchanged.

    >>> Paint(True).bad("4.6 %")
    '\\x1b[31m4.6 %\\x1b[0m'
    >>> Paint(False).bad("4.6 %")
    '4.6 %'
    """

    __slots__ = ("_marked", "_on")

    def __init__(self, on: bool, marked: bool = False) -> None:
        self._on = on
        self._marked = marked
        """Whether the text goes to a terminal or to stderr, where all but marked colours become visible characters."""

    @classmethod
    def for_stream(cls, stream: TextIO) -> Paint:
        """Paint for a stream: coloured if it is a terminal and NO_COLOR (https://no-color.org) is not set."""
        if _mode in ("always", "never"):
            return cls(_mode == "always", stream is sys.stderr or is_terminal(stream))
        wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return cls(wanted and is_terminal(stream), True)

    @classmethod
    def for_output(cls, path: str | None) -> Paint:
        """Paint for stdout (None or `-`); none for a file."""
        return cls.for_stream(sys.stdout) if path in (None, "-") else cls(False)

    def __bool__(self) -> bool:
        return self._on

    def strong(self, text: str) -> str:
        """Bold, for the most important numbers."""
        return self._wrapped("1", text)

    def good(self, text: str) -> str:
        """Green, for what is correct."""
        return self._wrapped("32", text)

    def bad(self, text: str) -> str:
        """Red, for errors."""
        return self._wrapped("31", text)

    def warning(self, text: str) -> str:
        """Yellow, for warnings."""
        return self._wrapped("33", text)

    def quiet(self, text: str) -> str:
        """Dim, for details."""
        return self._wrapped("2", text)

    def _wrapped(self, code: str, text: str) -> str:
        if not self._on:
            return text
        if self._marked:
            return f"{colour(code)}{text}{colour('0')}"
        return f"\x1b[{code}m{text}\x1b[0m"


def coloured(chunks: Iterable[bytes], paint: Paint) -> Iterator[bytes]:
    """The bytes of an alignment, with the words that differ in colours if the paint has any."""
    if not paint:
        yield from chunks
        return
    block: list[str] = []
    for line in _lines(chunks):
        block.append(line)
        if line.startswith("Eval:"):
            yield "".join(_painted(block, paint)).encode("utf-8", "surrogateescape")
            block = []
    yield "".join(block).encode("utf-8", "surrogateescape")


def _lines(chunks: Iterable[bytes]) -> Iterator[str]:
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield line.decode("utf-8", "surrogateescape") + "\n"
    if rest:
        yield rest.decode("utf-8", "surrogateescape")


def _painted(block: Sequence[str], paint: Paint) -> list[str]:
    """The lines up to one of errors; the words above are coloured where as many differ as there are errors."""
    places = {name: i for i, line in enumerate(block) for name in ("REF:", "HYP:") if line.startswith(name)}
    lines = list(block)
    if len(places) < 2:
        return lines
    # Words and the blanks around them, in turn: the words stand at odd places.
    ref, hyp = (re.split(r"(\S+)", lines[place][4:]) for place in (places["REF:"], places["HYP:"]))
    errors = lines[-1].split()[1:]
    wrong = [i for i in range(1, min(len(ref), len(hyp)), 2) if ref[i] != hyp[i]]
    if len(ref) != len(hyp) or len(wrong) != len(errors):
        return lines
    for place in wrong:
        for side in (ref, hyp):
            missing = not side[place].strip("*")
            side[place] = (paint.quiet if missing else paint.good if side is ref else paint.bad)(side[place])
    lines[places["REF:"]], lines[places["HYP:"]] = "REF:" + "".join(ref), "HYP:" + "".join(hyp)
    return lines
