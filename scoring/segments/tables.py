"""Tables of recordings, labels and slots for other programs, and recordings read back from a table of labels."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import chain
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np

from ...formats.errors import UsageError
from ..common.arrow import Column, column_of
from .measure import Recording
from .slots import Slot
from .turns import Turns, turns_of


def label_columns(recordings: Sequence[Recording]) -> dict[str, Column]:
    """Columns of a row for each label; the end is None where it is open."""
    sides = [
        (recording.name, side, turns)
        for recording in recordings
        for side, turns in (("ref", recording.ref), ("hyp", recording.hyp))
    ]
    ends = chain.from_iterable(turns.ends.tolist() for _, _, turns in sides)
    return {
        "recording": ("text", [name for name, _, turns in sides for _ in range(len(turns))]),
        "side": ("text", [side for _, side, turns in sides for _ in range(len(turns))]),
        "value": ("text", [turns.names[code] for _, _, turns in sides for code in turns.codes.tolist()]),
        "start": ("number", list(chain.from_iterable(turns.starts.tolist() for _, _, turns in sides))),
        "end": ("number", [None if np.isinf(end) else end for end in ends]),
    }


def slot_columns(slots: Mapping[str, Sequence[Slot]]) -> dict[str, Column]:
    """Columns of a row for each slot: what was compared with what, as in the report pra."""
    rows = [(name, slot) for name, of_name in slots.items() for slot in of_name]
    spans = {"ref": [slot.ref_span for _, slot in rows], "hyp": [slot.hyp_span for _, slot in rows]}
    times: dict[str, Column] = {
        f"{side}_{name}": ("number", [None if span is None else span[place] for span in of_side])
        for side, of_side in spans.items()
        for place, name in enumerate(("start", "end"))
    }
    return {
        "recording": ("text", [name for name, _ in rows]),
        "verdict": ("text", [slot.verdict for _, slot in rows]),
        "ref": ("texts", [slot.refs for _, slot in rows]),
        "hyp": ("texts", [slot.hyps for _, slot in rows]),
        **times,
    }


def recordings_of_table(table: Any, metadata: Mapping[str, Any]) -> list[Recording]:
    """The recordings of a table of labels; the metadata have everything that labels do not tell."""
    names = ("recording", "side", "value", "start", "end")
    sides: dict[tuple[str, str], list[tuple[str, float, float | None]]] = {}
    for recording, side, *row in zip(*(column_of(table, name) for name in names), strict=True):
        sides.setdefault((recording, side), []).append(tuple(row))
    return [
        Recording(
            name,
            _turns(sides.get((name, "ref"), []), name),
            _turns(sides.get((name, "hyp"), []), name),
            None if regions is None else tuple(map(tuple, regions)),
            tuple(map(tuple, marks)),
        )
        for name, regions, marks in metadata["recordings"]
    ]


def _turns(rows: Sequence[tuple[str, float, float | None]], where: str) -> Turns:
    return turns_of(list(rows), where=where)


_PLAIN: dict[object, tuple[type, ...]] = {str: (str,), int: (int,), float: (int, float), type(None): (type(None),)}


def score_text(score: Any) -> str:
    """A score as JSON; mappings are lists of pairs, whose keys may be pairs of names.

    >>> from scorelite.scoring.segments.confusions import Confusions
    >>> score_text(Confusions(substituted={("a", "b"): 0.1}))
    '{"correct": [], "substituted": [[["a", "b"], 0.1]], "deleted": [], "inserted": []}'
    """
    return json.dumps(_plain(score))


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return [[key, _plain(number)] for key, number in value.items()]
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def score_of_text(kind: type[Any], text: object) -> Any:
    """The score of this kind that `score_text` wrote; any other text is rejected.

    >>> from scorelite.scoring.segments.measures.boundaries import Boundaries
    >>> score_of_text(Boundaries, score_text(Boundaries(3, 2, 1)))
    Boundaries(reference=3, hypothesis=2, matched=1, reference_near=0, hypothesis_near=0)
    """
    try:
        if not isinstance(text, str):
            raise TypeError
        return _read(kind, json.loads(text))
    except (TypeError, ValueError, KeyError, RecursionError):
        shown = text[:80] if isinstance(text, str) else text
        raise UsageError(f"column 'score' holds {shown!r}; expected a score of the kind {kind.__name__}") from None


def _read(kind: Any, value: Any) -> Any:
    """The value of a type that the fields of scores have."""
    if isinstance(kind, type) and is_dataclass(kind):
        types = get_type_hints(kind)
        return kind(**{field.name: _read(types[field.name], value[field.name]) for field in fields(kind)})
    kinds = get_args(kind)
    if get_origin(kind) is Mapping:
        return {_read(kinds[0], key): _read(kinds[1], number) for key, number in value}
    if get_origin(kind) is tuple:
        if kinds[-1] is Ellipsis:
            return tuple([_read(kinds[0], item) for item in value])
        return tuple([_read(item_kind, each) for item_kind, each in zip(kinds, value, strict=True)])
    allowed = kinds if get_origin(kind) is UnionType else (kind,)
    if type(value) not in [plain for allowed_kind in allowed for plain in _PLAIN[allowed_kind]]:
        raise TypeError
    return value
