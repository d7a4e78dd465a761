"""Corpora from rows of JSON (jsonl, nemo, lhotse, seglst) whose texts stay bytes; strings are made on access.

Only what scoring looks at is read. The segments, and times as they were written, come from the reader of the format,
which also has all files with anything odd.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import chain
from operator import gt

from .... import core
from ....formats.engine.columns import ROLES, columns_detail, layout_of, missing, table_of
from ....formats.record import Format
from ....formats.schema import Corpus, Numbers, Table
from ....formats.schema.spans import SpanIds, SpanTexts
from ....formats.source import Source
from ....formats.values import dataclass, replace
from .column_names import names_of

Make = Callable[[], Table]

_TEXT, _NUMBER, _NULL = 1, 2, 4


@dataclass(frozen=True, slots=True)
class _Shape:
    """The keys of rows with times; an empty key is one that the format lacks."""

    text: str
    id: str
    names: tuple[str, str, str]
    """Of sessions, which have to be texts, of channels and of speakers."""
    times: tuple[str, str]
    path: str = ""
    """The key of paths of audio files."""
    empty: tuple[str, ...] = ()
    """Keys whose values have to be null."""
    listed: bool = False
    """Whether all rows are in one list; otherwise each is a line, and the second time is a length."""


_SHAPES = {
    "nemo": _Shape("text", "", ("audio_filepath", "", "speaker"), ("offset", "duration"), path="audio_filepath"),
    "lhotse": _Shape("text", "id", ("recording_id", "channel", "speaker"), ("start", "duration"), empty=("alignment",)),
    "seglst": _Shape("words", "", ("session_id", "channel", "speaker"), ("start_time", "end_time"), listed=True),
}


def read(source: Source, record: Format, options: dict[str, str]) -> Corpus | None:
    """The corpus of a file of one of these formats; None where its reader has to look: it tells the place of every
    problem.

    >>> from scorelite import by_name
    >>> read(Source(b'{"id": "a", "text": "hi", "age": 7}\\n'), by_name("jsonl"), {}).texts()[0]
    'hi'
    """
    if source.encoding not in (None, "utf-8") or source.folder is not None:
        return None
    make = cache(lambda: record.read(source, **options).table)
    if record.name == "jsonl":
        return _utterances(source, record, options, make)
    shape = _SHAPES[record.name]
    if options.get("id"):
        return None
    return _timed(source, record.name, replace(shape, text=options.get("text", shape.text)), make)


def _utterances(source: Source, record: Format, options: dict[str, str], make: Make) -> Corpus | None:
    """The corpus of a table with named members and without times."""
    names = names_of(source, record)
    layout = layout_of(names, options)
    if "" in names or missing(layout, names, options)[0] or any(map(layout.column, ("start", "end", "duration"))):
        return None
    session = layout.column("session")
    key = layout.column("id") or session
    others = [name for name in map(layout.column, ("session", "channel", "speaker")) if name and name != key]
    read = core.json_rows(
        source.data,
        layout.column("text"),
        key,
        names=others,
        numbers=(),
        path=session if key == session else "",
        listed=False,
        lengths=False,
        reserved=sorted({*chain.from_iterable(ROLES.values()), *options.values()}),
    )
    if read is None:
        return None
    spans, kinds, _, _, nulls = read
    if any(name == session and kind & _NUMBER for name, kind in zip((key, *others), kinds[1:], strict=True)):
        return None
    ids = SpanIds(spans) if key else [""] * len(spans)
    table = table_of(ids, SpanTexts(spans), layout, source.name, make, nulls)
    return Corpus(table, meta=(columns_detail(names, layout, record.name),), format=record.name, path=source.name)


def _timed(source: Source, format: str, shape: _Shape, make: Make) -> Corpus | None:
    """The corpus of rows with places and times."""
    others = [key for key in (*shape.names, *shape.empty) if key]
    read = core.json_rows(
        source.data,
        shape.text,
        shape.id,
        names=others,
        numbers=shape.times,
        path=shape.path,
        listed=shape.listed,
        lengths=not shape.listed,
        reserved=None,
    )
    if read is None:
        return None
    spans, kinds, columns, (start, end), nulls = read
    kind_of = dict(zip((shape.text, shape.id, *others), kinds, strict=True))
    if nulls or end is None or (start is None and not shape.path) or not _are_plain(shape, kind_of):
        return None
    size = len(spans)
    starts, ends = array("d", bytes(8 * size) if start is None else start), array("d", end)
    if any(map(gt, starts, ends)):
        return None
    by_key = dict(zip(others, columns, strict=True))
    session, channel, speaker = (by_key.get(key) or None for key in shape.names)
    table = Table(
        size,
        path=source.name,
        others=make,
        id=SpanIds(spans) if shape.id else None,
        session=session,
        channel=channel,
        speaker=speaker,
        start=Numbers(starts, partial(_written, make, "start")),
        end=Numbers(ends, partial(_written, make, "end")),
        tags=None,
        ignored=None,
        text=SpanTexts(spans),
        where=None,
        lines=range(1, size + 1),
    )
    return Corpus(table, format=format, path=source.name)


def _are_plain(shape: _Shape, kind_of: dict[str, int]) -> bool:
    """Whether ids and sessions are texts, as far as the format demands them, and nothing is where null should be."""
    demanded = () if shape.listed else (shape.id, shape.names[0])
    texts = all(kind_of[key] == _TEXT for key in demanded if key)
    return texts and not any(kind_of[key] & ~_NULL for key in shape.empty)


def _written(make: Make, name: str) -> Sequence[float | None]:
    """All begins or ends as they were written."""
    numbers: Numbers = make().column(name)
    return numbers.items()
