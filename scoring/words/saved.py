"""Whole results as JSON files, and results read back from these.

The file is the JSON of `result.to_dict(utterances=True)`. Texts are aligned by the steps in it, so that nothing is
searched again. Words with times need more than their steps: `save` adds the alignments as the core packs them.
"""

from __future__ import annotations

import json
import os
from array import array
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, chain
from types import MappingProxyType
from typing import Any

from ... import core
from ...formats.engine.json_rows import TEXT, TIME
from ...formats.engine.writing import Output, write_bytes
from ...formats.errors import UsageError
from ...formats.guessed import RATES
from ...formats.source import Source, Target
from ...formats.values import dataclass
from ..common.counts import Counts
from ..common.totals import check_kind
from ..normalise.effect import Effect, Moved
from ..notices.notice import notice_of
from ..notices.took_part import TookPart
from .alignment import Text
from .json_text import json_chunks
from .result import Result, Saved
from .table_columns import NO_COLUMNS, TableColumns, of_rows
from .tables import COUNTS, timeline_of
from .totals import Totals, settings_of_metadata
from .utterance_table import UtteranceTable
from .utterances import Utterances

_OTHERS = "scorelite.read(path) reads transcripts and subtitles, scorelite.convert(path, path) converts them"
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
    """Loads a result from a file that `result.save` or `scorelite score --json --utterances` wrote.

    >>> import io, scorelite
    >>> result, file = scorelite.score(["a b"], ["a c"]), io.BytesIO()
    >>> result.save(file)
    >>> load(file.getvalue()) == result
    True
    """
    if isinstance(path, str) and path.lower() in RATES and not os.path.exists(path):
        raise UsageError(f"load() reads a result from a file, and {path!r} is a measure; expected wer(refs, hyps)")
    source = Source(path)
    try:
        document = _document(source.text)
    except json.JSONDecodeError as error:
        raise UsageError(
            f"{source.name}:{error.lineno}:{error.colno}: not JSON: {error.msg}; {_WHOLE}; {_OTHERS}"
        ) from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, or lists in thousands of lists
        raise UsageError(f"{source.name}: JSON that cannot be read: {error}; {_WHOLE}") from None
    if not isinstance(document, dict) or not {"metadata", "utterances"} <= document.keys():
        raise UsageError(f"{source.name} holds no complete result; {_WHOLE}; {_OTHERS}")
    try:
        return _result(document, source.name)
    except UsageError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        raise UsageError(f"{source.name}: not a result of scorelite: {error!r}; {_WHOLE}") from None


@dataclass(frozen=True, slots=True)
class _Rows:
    """The utterances of a file, column by column."""

    ids: Sequence[str]
    refs: Sequence[Text]
    hyps: Sequence[Text]
    operations: Sequence[str]
    numbers: bytes
    places: Mapping[str, Any] = MappingProxyType({})
    """Columns of recordings and times; none for texts without times."""
    columns: TableColumns = NO_COLUMNS
    """Further columns of the reference's table."""


# What stands before and after the lines of utterances, and before the pairs of words of each.
_FIRST, _LAST, _PAIRS = '\n  "utterances": [\n    ', "\n  ]\n}\n", ', "alignment": ['


def _document(text: str) -> Any:
    """The JSON of a file; its utterances as columns where each has a line of texts and numbers."""
    place = text.find(_FIRST)
    rows = _read_at_once(text[place + len(_FIRST) : -len(_LAST)]) if place > 0 and text.endswith(_LAST) else None
    if rows is None:
        return json.loads(text)
    return {**json.loads(text[:place].rstrip().removesuffix(",") + "}"), "utterances": rows}


def _read_at_once(lines: str) -> _Rows | None:
    """The columns of lines of utterances; None where any has times or anything unusual."""
    # A quotation mark within a text has a backslash before it, so no text contains what divides a line.
    heads = [line.partition(_PAIRS)[0] for line in lines.split(",\n    ")]
    data = "}\n".join((*heads, "")).encode("utf-8", "surrogateescape")
    # Blanks around names are kept, those around texts are not.
    texts = ("id", "ref", "hyp", "operations")
    rows = core.read_json(data, [*((name, TEXT) for name in texts), *((name, TIME) for name in COUNTS)], (), False)
    if rows is None or not rows.uniform or len(rows) != len(heads):
        return None
    ids, refs, hyps, operations = map(rows.texts, range(len(texts)))
    numbers = array("i", bytes(16 * len(heads)))
    for place in range(len(COUNTS)):
        column = array("d", rows.numbers(len(texts) + place, -1))
        numbers[place::4] = array("i", map(int, column))
    return _Rows(tuple(ids), refs, hyps, operations, numbers.tobytes())


def _listed(rows: Sequence[Mapping[str, Any]], *, timed: bool) -> _Rows:
    """The columns of utterances that were read one by one."""
    ids, refs, hyps, operations = ([row[name] for row in rows] for name in ("id", "ref", "hyp", "operations"))
    numbers = array("i", chain.from_iterable([row[name] for name in COUNTS] for row in rows)).tobytes()
    check_kind("id", tuple(ids), "tuple[str, ...]")
    columns = of_rows([row.get("columns", {}) for row in rows])
    return _Rows(ids, refs, hyps, operations, numbers, _columns(rows) if timed else {}, columns)


def result_of_rows(text: str, name: str) -> Result | None:
    """The result that a JSON text holds, where its utterances can be read at once; None elsewhere."""
    document = _document(text)
    if (
        not isinstance(document, dict)
        or not isinstance(document.get("utterances"), _Rows)
        or "metadata" not in document
    ):
        return None
    return _result(document, name)


def _result(document: Mapping[str, Any], name: str) -> Result:
    """The result of a document; an error names the file."""
    try:
        return _of_document(document)
    except UsageError as error:
        raise UsageError(f"{name}: {error}") from None


def _of_document(document: Mapping[str, Any]) -> Result:
    metadata, rows = document["metadata"], document["utterances"]
    settings = settings_of_metadata(metadata)
    timeline = metadata["table"]["timeline"]
    if not isinstance(rows, _Rows):
        rows = _listed(rows, timed=timeline is not None)
    if timeline is None:
        batch = _followed(settings.rules(), rows.refs, rows.hyps, rows.operations)
    elif "alignments" not in document:
        raise UsageError('no alignments of words with times; expected a file of result.save("x.json")')
    else:
        batch = _unpacked(document["alignments"])
    if batch.counts() != rows.numbers:
        raise ValueError("alignments that do not give the counts")
    ((sentences, *counts, wrong),) = batch.totals(bytes(4 * len(batch)), 1)
    if [document[name] for name in (*COUNTS, "sentences", "sentence_errors")] != [*counts, sentences, wrong]:
        raise ValueError("counts that are not those of the utterances")
    made_up = metadata["table"]["made_up"]
    ids = tuple(rows.ids)
    is_counted = made_up and timeline is None and ids == UtteranceTable(rows.numbers).names()
    table = UtteranceTable(
        rows.numbers,
        None if is_counted else ids,
        made_up,
        timeline and timeline_of(rows.places, timeline),
        columns=rows.columns,
    )
    for side in ("ref", "hyp"):
        check_kind(side, document[side], "str")
    return Result(
        counts=Counts(*counts),
        sentences=sentences,
        sentence_errors=wrong,
        settings=settings,
        table=table,
        utterances=Utterances(table, rows.refs, rows.hyps, (batch,), settings),
        before=_before(document, metadata),
        notices=tuple(map(notice_of, document["notices"])),
        ref_name=document["ref"],
        hyp_name=document["hyp"],
        **Totals._read_fields(metadata),
        took_part=TookPart.of_numbers(metadata.get("took_part")),
    )


def totals_of(document: Mapping[str, Any]) -> Totals:
    """Counts and places of the utterances of a document, in which nothing is aligned anew."""
    metadata, rows = document["metadata"], document["utterances"]
    timeline = metadata["table"]["timeline"]
    table = UtteranceTable(
        array("i", chain.from_iterable([row[name] for name in COUNTS] for row in rows)).tobytes(),
        tuple([row["id"] for row in rows]),
        metadata["table"]["made_up"],
        timeline and timeline_of(_columns(rows), timeline),
        columns=of_rows([row.get("columns", {}) for row in rows]),
    )
    return Totals(
        counts=Counts(*(document[name] for name in COUNTS)),
        sentences=document["sentences"],
        sentence_errors=document["sentence_errors"],
        settings=settings_of_metadata(metadata),
        table=table,
        **Totals._read_fields(metadata),
        took_part=TookPart.of_numbers(metadata.get("took_part")),
    )


def _followed(rules: core.Rules, refs: Sequence[Text], hyps: Sequence[Text], steps: Sequence[str]) -> core.Batch:
    places = array("q", accumulate(map(len, steps), initial=0)).tobytes()
    return core.followed(rules, core.texts(refs), core.texts(hyps), "".join(steps).encode("ascii"), places)


def _columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The places of utterances as columns."""
    columns: dict[str, Any] = {name: tuple([row[member] for row in rows]) for name, member in _PLACES.items()}
    return columns | {"tags": tuple([tuple(row["tags"]) for row in rows])}


def _before(document: Mapping[str, Any], metadata: Mapping[str, Any]) -> Saved | None:
    """The effect of normalisation, where something was normalised."""
    if "moved" not in metadata:
        return None
    was = document.get("without_normalisation")
    raw = None if was is None else Counts(*(was[name] for name in COUNTS))
    moved = []
    for rule, changes, errors in metadata["moved"]:
        check_kind("rule", rule, "str")
        check_kind("changes", changes, "int")
        moved.append(Moved(rule, changes, Fraction(errors)))
    return Saved(Effect(raw, tuple(moved)))


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
