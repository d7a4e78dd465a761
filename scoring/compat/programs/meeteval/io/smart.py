"""Files of any format that MeetEval knows, found by their names; and of those that this toolkit knows besides."""

from __future__ import annotations

import io
import os
from decimal import Decimal
from pathlib import Path
from typing import Any

from ......formats.registry import by_suffix
from ......formats.schema import Alternation, text_of
from ......formats.source import Source
from .....common.results import listed
from .ctm import CTM, CTMGroup
from .keyed_text import KeyedText
from .rttm import RTTM
from .seglst import BaseABC, SegLST, asseglst
from .stm import STM
from .uem import UEM

__all__ = ["dump", "load"]

_KINDS: dict[str, Any] = {
    "stm": STM,
    "rttm": RTTM,
    "uem": UEM,
    "ctm": CTM,
    "seglst": SegLST,
    "keyed_text": KeyedText,
    "json": SegLST,
}


def _guessed(path: Any) -> str:
    name = Path(getattr(path, "name", "") if isinstance(path, io.TextIOBase) else path)
    if str(name).startswith(("/dev/fd/", "/proc/self/fd/")):
        return "stm"
    if name.suffixes[-2:] == [".seglst", ".json"]:
        return "seglst"
    return name.suffix[1:].lower() or "keyed_text"


def _kind(format: str | None, path: Any) -> Any:
    name = _guessed(path) if format in (None, "none", "auto") else format
    if name not in _KINDS:
        raise ValueError(f"Unknown file type: {path}")
    return _KINDS[name]


def load(path: Any, parse_float: Any = Decimal, format: str | None = None) -> Any:
    """The content of a file, or of several of one format; several CTM files are the files of speakers."""
    if not isinstance(path, (list, tuple)):
        if format in (None, "none", "auto") and _guessed(path) not in _KINDS and by_suffix(str(path)) is not None:
            return _other(str(path))
        return _kind(format, path).load(path, parse_float=parse_float)
    loaded = [load(each, parse_float, format) for each in path]
    if len({type(each) for each in loaded}) > 1:
        kinds = ", ".join(type(each).__name__ for each in loaded)
        raise ValueError(f"All files must have the same format, but found {kinds} for {path}.")
    if isinstance(loaded[0], CTM):
        return CTMGroup({Path(each).stem: ctm for each, ctm in zip(path, loaded, strict=True)})
    return type(loaded[0]).merge(*loaded)


def _other(path: str) -> SegLST:
    """The segments of a format that MeetEval does not know; an id without a session is one, as in its keyed text."""
    record = by_suffix(path)
    assert record is not None
    segments = record.read(Source(path)).segments
    marked = [text_of(segment) for segment in segments if any(isinstance(item, Alternation) for item in segment.items)]
    if marked:
        raise ValueError(
            f"{path}: {listed(marked, 'text')} with alternations, whose braces would count as words; leave one of the "
            "words, or score with `scorelite meetings --markup`"
        )
    rows = []
    for segment in segments:
        session = segment.session or segment.id
        row: dict[str, Any] = {"session_id": session, "speaker": segment.speaker or segment.channel}
        if segment.start is not None and segment.end is not None:
            row |= {"start_time": Decimal(str(segment.start)), "end_time": Decimal(str(segment.end))}
        rows.append({**row, "words": text_of(segment)})
    return SegLST(rows)


def dump(obj: Any, path: Any, format: str | None = None, force: bool = True) -> None:
    """Writes a value in the format that is named, or that the file's name shows."""
    if not force and os.path.exists(path):
        raise FileExistsError(f'Output file "{path}" already exists.')
    to_stdout = str(path) == "-" and format in (None, "none", "auto")
    kind = type(obj) if to_stdout and isinstance(obj, BaseABC) else _kind(format, path)
    if type(obj) is not kind:
        try:
            obj = kind.new(asseglst(obj))
        except (KeyError, TypeError, ValueError, AssertionError) as error:
            raise ValueError(f"Failed to convert {type(obj).__name__} to {kind.__name__} for {path}") from error
    obj.dump(path)
