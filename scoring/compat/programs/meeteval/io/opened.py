"""Files as MeetEval's functions take them: paths, `-` for stdin and stdout, or open text files."""

from __future__ import annotations

import io
import os
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

from ......formats.engine.output import write_file


def content(file: Any) -> str:
    """The text of a file."""
    if isinstance(file, io.TextIOBase):
        return file.read()
    if str(file) == "-":
        return "" if sys.stdin is None else sys.stdin.read()  # None: the caller closed it
    if isinstance(file, (str, os.PathLike)):
        try:
            return Path(file).read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise ValueError(f"{file}: {error.reason} at byte {error.start}; expected text in utf-8") from None
    raise TypeError(type(file), file)


def put(text: str, file: Any) -> None:
    """Writes the text of a file."""
    if isinstance(file, io.TextIOBase):
        file.write(text)
    elif str(file) == "-":
        sys.stdout.write(text)
    elif isinstance(file, (str, os.PathLike)):
        write_file(os.fspath(file), [text.encode()])
    else:
        raise TypeError(type(file), file)


def files_of(file: Any) -> list[Any]:
    """The files that one argument names."""
    return list(file) if isinstance(file, (tuple, list)) else [file]


def number(text: Any, parse_float: Any = Decimal) -> Any:
    """A time; with `parse_float=float`, whole numbers stay int.

    >>> number("1.50"), number("2", float), number("2.5", float)
    (Decimal('1.50'), 2, 2.5)
    """
    if parse_float is not float:
        try:
            return parse_float(text)
        except ArithmeticError as error:
            raise type(error)(f"{text!r} is not a number; expected seconds") from None
    if not isinstance(text, str):
        return text
    return int(text) if text.isdigit() else float(text)


def channel_of(channel: str, begin: str) -> int | str:
    """The channel of a line: a number beside a whole number of seconds, as MeetEval reads it."""
    return int(channel) if begin.isdigit() else channel
