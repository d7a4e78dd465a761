"""Whole results as JSON files, and results read back from these.

The file is the JSON of `result.to_dict(utterances=True)`. Texts are aligned by the steps in it, so that nothing is
searched again. Words with times need more than their steps: `save` adds the alignments as the core packs them.
"""

from __future__ import annotations

import json
from array import array
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, chain
from typing import Any

from ....formats.engine.writing import Output, write_bytes
from ....formats.errors import UsageError
from ....formats.source import Source, Target
from ... import _core as core
from ...common.counts import Counts
from ...normalise.effect import Effect, Moved
from ...notices.notice import notice_of
from ...words.alignment import Text
from ...words.json_text import json_chunks
from ...words.result import Result, Saved, Utterances
from ...words.table_columns import of_rows
from ...words.tables import COUNTS, timeline_of
from ...words.totals import Totals, settings_of_metadata
from ...words.utterance_table import UtteranceTable

_WHOLE = 'expected a file of result.save("x.json"), or of scorelite score --json --utterances'
# Columns of places, and their names in the JSON of an utterance.
_PLACES = {"sessions": "session", "channels": "channel", "speakers": "speaker", "start": "start", "end": "end"}


def save(result: Result, path: Output) -> None:
    """Writes everything that a result holds; a name that ends in `.gz` is packed."""
    write_bytes(path, (chunk.encode("utf-8", "backslashreplace") for chunk in _chunks(result)))


def _chunks(result: Result) -> Iterator[str]:
    chunks = json_chunks(result, utterances=True)
    if result.table.timeline is None:
        yield from chunks
        return
    packed = json.dumps(_packed(result.utterances.batch))
    yield f'{{\n  "alignments": {packed},{next(chunks).removeprefix("{")}'
    yield from chunks


def load(path: Target) -> Result:
    """The result that a file holds: one of `result.save`, or of `scorelite score --json --utterances`.

    >>> import io, scorelite
    >>> result, file = scorelite.score(["a b"], ["a c"]), io.BytesIO()
    >>> result.save(file)
    >>> load(file.getvalue()) == result
    True
    """
    source = Source(path)
    try:
        document = json.loads(source.text)
    except json.JSONDecodeError as error:
        raise UsageError(f"{source.name}:{error.lineno}:{error.colno}: no JSON: {error.msg}; {_WHOLE}") from None
    if not isinstance(document, dict) or not {"metadata", "utterances"} <= document.keys():
        raise UsageError(f"{source.name} holds no whole result; {_WHOLE}")
    try:
        return _result(document, source.name)
    except UsageError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise UsageError(f"{source.name}: no result of scorelite: {error!r}; {_WHOLE}") from None


def _result(document: Mapping[str, Any], name: str) -> Result:
    metadata, rows = document["metadata"], document["utterances"]
    settings = settings_of_metadata(metadata)
    refs, hyps = ([row[side] for row in rows] for side in ("ref", "hyp"))
    timeline = metadata["table"]["timeline"]
    if timeline is None:
        batch = _followed(settings.rules(), refs, hyps, _steps(rows))
    elif "alignments" not in document:
        raise UsageError(f'{name} lacks the alignments of words with times; expected a file of result.save("x.json")')
    else:
        batch = _unpacked(document["alignments"])
    numbers = array("i", chain.from_iterable([row[name] for name in COUNTS] for row in rows)).tobytes()
    if batch.counts() != numbers:
        raise ValueError("alignments that do not give the counts")
    made_up = metadata["table"]["made_up"]
    table = UtteranceTable(
        numbers,
        None if made_up and timeline is None else tuple([row["id"] for row in rows]),
        made_up,
        timeline and timeline_of(_columns(rows), timeline),
        columns=of_rows([row.get("columns", {}) for row in rows]),
    )
    return Result(
        counts=Counts(*(document[name] for name in COUNTS)),
        sentences=document["sentences"],
        sentence_errors=document["sentence_errors"],
        settings=settings,
        table=table,
        utterances=Utterances(table, refs, hyps, (batch,), settings),
        before=_before(document, metadata),
        notices=tuple(map(notice_of, document["notices"])),
        ref_name=document["ref"],
        hyp_name=document["hyp"],
        **Totals._read_fields(metadata),
    )


def _steps(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The operations of each utterance."""
    return ["".join([step[0] for step in row["alignment"]]) for row in rows]


def _followed(rules: core.Rules, refs: Sequence[Text], hyps: Sequence[Text], steps: Sequence[str]) -> core.Batch:
    places = array("q", accumulate(map(len, steps), initial=0)).tobytes()
    return core.followed(rules, core.texts(refs), core.texts(hyps), "".join(steps).encode("ascii"), places)


def _columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The places of utterances as columns."""
    columns: dict[str, Any] = {name: tuple([row[member] for row in rows]) for name, member in _PLACES.items()}
    return columns | {"tags": tuple([tuple(row["tags"]) for row in rows])}


def _before(document: Mapping[str, Any], metadata: Mapping[str, Any]) -> Saved | None:
    """The effect of normalisation, where something was normalised."""
    if "without_normalisation" not in document:
        return None
    raw = Counts(*(document["without_normalisation"][name] for name in COUNTS))
    return Saved(
        Effect(raw, tuple([Moved(rule, changes, Fraction(errors)) for rule, changes, errors in metadata["moved"]]))
    )


def _packed(value: Any) -> Any:
    """An object of the core as JSON: the name of its kind, and what it is made of."""
    if isinstance(value, bytes):
        return {"bytes": b64encode(value).decode("ascii")}
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (list, tuple)):
        return [_packed(each) for each in value]
    if isinstance(value, dict):
        return {"members": [[_packed(key), _packed(content)] for key, content in value.items()]}
    _, (kind, arguments, options) = value.__reduce__()
    return {"kind": kind, "of": _packed(arguments), "options": _packed(options)}


def _unpacked(value: Any) -> Any:
    """The object of what `_packed` gave; the core refuses what no core has packed."""
    if isinstance(value, list):
        return tuple(map(_unpacked, value))
    if not isinstance(value, dict):
        return value
    if "bytes" in value:
        return b64decode(value["bytes"], validate=True)
    if "members" in value:
        return {_unpacked(key): _unpacked(content) for key, content in value["members"]}
    return core.restored(value["kind"], _unpacked(value["of"]), _unpacked(value["options"]))
