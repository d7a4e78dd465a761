"""Objects of other libraries as files in memory: what has a format of ours is read by that format's reader.

Tables become Parquet, dictionaries JSON, supervisions, cuts and annotations lines of Lhotse, subtitles lines of JSON,
Praat's tiers and elements of XML their own text. No library is imported to tell whose an object is.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import chain

from . import frames
from .errors import UsageError
from .roles import are_turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def is_object(target: object) -> bool:
    """Whether an object is of a library, or a document or rows as JSON has them.

    >>> is_object({"text": "a", "segments": [{"text": "a"}]}), is_object([{"text": "a"}])
    (True, True)
    >>> is_object({"a": "good day"}), is_object(["good day"]), is_object("talk.stm")
    (False, False, False)
    """
    return _maker(target) is not None


def is_file(target: object) -> bool:
    """Whether a target is a file: a path, its bytes, an open file, or an object of a library.

    >>> is_file("talk.stm"), is_file(b"talk 1 anna 0 1 hi"), is_file({"talk": [("anna", "hi")]})
    (True, True, False)
    """
    if isinstance(target, (str, bytes, os.PathLike)) or hasattr(target, "read"):
        return True
    return not isinstance(target, Mapping) and is_object(target)


def file_of(target: object) -> tuple[str, bytes] | None:
    """The name and the bytes of an object as a file; None for an object that is none of these."""
    make = _maker(target)
    return None if make is None else (f"<{type(target).__name__}>", make(target))


def turns(annotation: Any) -> list[tuple[str, float, float]]:
    """The labels of an annotation of pyannote, with their times."""
    return [(str(label), segment.start, segment.end) for segment, _, label in annotation.itertracks(yield_label=True)]


def is_annotation(value: object) -> bool:
    """Whether an object is an annotation of pyannote."""
    return _library(value) == "pyannote" and hasattr(value, "itertracks")


def _maker(target: object) -> Callable[[Any], bytes] | None:
    """The function that makes a file of an object; None for an object that is none of a library."""
    if isinstance(target, (str, bytes)):
        return None
    if (make := _MAKERS.get(_library(target))) is not None:
        return make
    if frames.is_frame(target):
        return _frame
    if isinstance(target, Mapping):
        return _document if any(map(_is_nested, target.values())) else None
    if isinstance(target, (list, tuple)) and target:
        if isinstance(target[0], dict):
            return _rows
        return _supervisions if _library(target[0]) == "lhotse" else None
    return None


def _library(target: object) -> str:
    return type(target).__module__.partition(".")[0]


def _is_nested(value: object) -> bool:
    """Whether a member of a document holds others, as a text or a list of words does not."""
    return isinstance(value, dict) or (isinstance(value, (list, tuple)) and bool(value) and isinstance(value[0], dict))


def _document(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, default=_plain).encode("utf-8", "surrogatepass")


def _rows(rows: Iterable[Mapping[str, object]]) -> bytes:
    """Lines of JSON; segments with sessions are one list, as their format has them."""
    listed = list(rows)
    if listed and {"session_id", "words"} <= listed[0].keys():
        return _document(listed)
    return b"".join(_document(row) + b"\n" for row in listed)


def _plain(value: Any) -> object:
    """A number of numpy or torch as a number, an array as a list."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise UsageError(f"an object of type {type(value).__name__}; expected texts, numbers, lists and dictionaries")


# --- Lhotse and pyannote -------------------------------------------------------------------------


def _supervisions(target: Any) -> bytes:
    """Supervisions, and those of cuts at their places in the recording."""
    items = [target] if hasattr(target, "to_dict") and not hasattr(target, "__len__") else target
    rows = chain.from_iterable(map(_supervisions_of, items))
    return b"".join(_document(_supervision(row, begin)) + b"\n" for row, begin in rows)


def _supervisions_of(item: Any) -> Iterator[tuple[dict[str, Any], float]]:
    """A supervision, or those of a cut, with the start of the cut."""
    if not hasattr(item, "supervisions"):
        yield item.to_dict(), 0.0
        return
    tracks = getattr(item, "tracks", None)
    if tracks is not None:
        raise UsageError(f"a mixed cut ({item.id}); expected cuts of one recording, such as those of its tracks")
    for supervision in item.supervisions:
        yield supervision.to_dict(), item.start


def _supervision(row: dict[str, Any], begin: float) -> dict[str, Any]:
    """A supervision with times of its recording."""
    if not begin:
        return row
    words = {
        name: [[symbol, _sum(start, begin), *rest] for symbol, start, *rest in items]
        for name, items in (row.get("alignment") or {}).items()
    }
    return {**row, "start": _sum(row["start"], begin), **({"alignment": words} if words else {})}


def _annotation(target: Any) -> bytes:
    """A timeline as regions; an annotation as supervisions with speakers."""
    name = target.uri or ""
    if not hasattr(target, "itertracks"):
        lines = [f"{name or 'audio'} 1 {segment.start!r} {segment.end!r}\n" for segment in target]
        return "".join(lines).encode()
    rows = (
        {
            "id": f"{name}-{number}",
            "recording_id": name,
            "start": begin,
            "duration": _sum(end, -begin),
            "channel": 0,
            "speaker": label,
        }
        for number, (label, begin, end) in enumerate(turns(target), 1)
    )
    return b"".join(_document(row) + b"\n" for row in rows)


def _frame(target: Any) -> bytes:
    """Turns of speakers as lines, for which pyarrow is not needed; all other frames as Parquet, or lines without it."""
    target = frames.collected(target)
    columns = getattr(target, "column_names", None)
    if are_turns(target.columns if columns is None else columns):
        return _rows(frames.records_of(target))
    if not frames.has_arrow() and hasattr(target, "columns"):
        return _rows(frames.rows_of(target))
    return frames.parquet_of(target)


def _sum(first: float, second: float) -> float:
    """The sum of two times as they are written."""
    return float(Decimal(repr(first)) + Decimal(repr(second)))


# --- subtitles, Praat, XML -----------------------------------------------------------------------


def _subtitles(target: Any) -> bytes:
    """The spoken events of subtitles; comments and drawings are left out."""
    events = [event for event in target if event.is_text]
    rows = (
        {"start": event.start / 1000, "end": event.end / 1000, "speaker": event.name, "text": _line(event.plaintext)}
        for event in events
    )
    return b"".join(_document(row) + b"\n" for row in rows)


def _line(text: str) -> str:
    return " ".join(text.split("\n"))


class _Kept(io.StringIO):
    """A text that stays where a writer closes its file."""

    def close(self) -> None:
        """Nothing: the text is read afterwards."""


def _tiers(target: Any) -> bytes:
    if not hasattr(target, "tiers"):
        raise UsageError(f"a {type(target).__name__} without its TextGrid; expected the TextGrid that holds it")
    text = _Kept()
    target.write(text)
    return text.getvalue().encode()


def _element(target: Any) -> bytes:
    root = target.getroot() if hasattr(target, "getroot") else target
    # Whoever made the element has imported its library.
    home = sys.modules["lxml.etree" if _library(root) == "lxml" else "xml.etree.ElementTree"]
    return bytes(home.tostring(root, encoding="utf-8"))


_MAKERS: dict[str, Callable[[Any], bytes]] = {
    "lhotse": _supervisions,
    "lxml": _element,
    "pyannote": _annotation,
    "pysubs2": _subtitles,
    "textgrid": _tiers,
    "xml": _element,
}
