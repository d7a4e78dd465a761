"""Results as JSON, utterance by utterance: text of any length without ever holding all of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from json import JSONEncoder
from json.encoder import encode_basestring
from typing import TYPE_CHECKING, Any

from ..common.counts import Counts
from .alignment import Text, written

if TYPE_CHECKING:
    from .result import Result
    from .table_columns import TableColumns
    from .utterance_table import Timeline

_encode = JSONEncoder(ensure_ascii=False).encode
_PLACE = ', "session": {}, "channel": {}, "speaker": {}, "start": {}, "end": {}, "tags": {}'


def json_chunks(result: Result, *, utterances: bool = False, more: Mapping[str, Any] | None = None) -> Iterator[str]:
    """The JSON of `result.to_dict(utterances=utterances)`, with a line for each utterance; and `more` members.

    >>> import json, scorelite
    >>> result = scorelite.score(["a b"], ["a c"])
    >>> json.loads("".join(json_chunks(result, utterances=True))) == result.to_dict(utterances=True)
    True
    """
    document = {**result.to_dict(), **(more or {})}
    if utterances:
        document["metadata"] = result._metadata_of_files()
    head = JSONEncoder(ensure_ascii=False, indent=2).encode(document)
    if not utterances:
        yield head + "\n"
        return
    yield head.removesuffix("\n}") + ',\n  "utterances": ['
    comma = ""
    aligned = result.utterances.aligned if len(result.utterances) else None
    operations = result.utterances.operations()
    for number, (facts, letters) in enumerate(zip(_facts(result), operations, strict=True)):
        assert aligned is not None
        yield f'{comma}\n    {facts}, "operations": "{letters}", "alignment": {aligned.json(number)}}}'
        comma = ","
    yield "\n  ]\n}\n" if comma else "]\n}\n"


def _facts(result: Result) -> Iterator[str]:
    """The begin of the JSON of each utterance, as `Utterance.facts` has it: id, place, texts and counts."""
    table = result.table
    rows = list(zip(*table.by_kind(), strict=True))
    counts = {row: _inner(Counts(*row).to_dict(result.settings.unit)) for row in {*rows}}
    ids = map(encode_basestring, table.names())
    sides = (_texts(list(side)) for side in (result.utterances.refs, result.utterances.hyps))
    places, columns = _places(table.timeline, len(rows)), _further(table.columns, len(rows))
    return map(
        '{{"id": {}{}{}, "ref": {}, "hyp": {}, {}'.format, ids, places, columns, *sides, map(counts.__getitem__, rows)
    )


def _texts(side: Sequence[Text]) -> Iterator[str]:
    """The JSON of the texts of a side."""
    return map(encode_basestring if {*map(type, side)} <= {str} else _encoded, side)  # type: ignore[arg-type]


def _encoded(text: Text) -> str:
    return encode_basestring(text) if isinstance(text, str) else _encode(written(text))


def _places(timeline: Timeline | None, size: int) -> Iterable[str]:
    """The recordings, times and tags of all utterances; empty texts without times."""
    if timeline is None:
        return repeat("", size)
    names = (map(encode_basestring, names) for names in (timeline.sessions, timeline.channels, timeline.speakers))
    times = (map(float.__repr__, column) for column in (timeline.start, timeline.end))
    coded = {tags: _encode(list(tags)) for tags in {*timeline.tags}}
    tags = map(coded.__getitem__, timeline.tags)
    return map(_PLACE.format, *names, *times, tags)


def _further(columns: TableColumns, size: int) -> Iterable[str]:
    """The other columns of all utterances; empty texts where there are none."""
    if not columns:
        return repeat("", size)
    members = [
        map(f"{encode_basestring(name)}: ".__add__, map([*map(_encode, column.values)].__getitem__, column.codes))
        for name, column in columns.items()
    ]
    return map(', "columns": {{{}}}'.format, map(", ".join, zip(*members, strict=True)))


def _inner(values: dict[str, Any]) -> str:
    """The members of an object, without its braces."""
    return _encode(values)[1:-1]
