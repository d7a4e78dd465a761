"""Tables of recordings, labels and slots for other programs, and recordings read back from a table of labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

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
    rows = [(name, slot) for name, found in slots.items() for slot in found]
    spans = {"ref": [slot.ref_span for _, slot in rows], "hyp": [slot.hyp_span for _, slot in rows]}
    times: dict[str, Column] = {
        f"{side}_{name}": ("number", [None if span is None else span[place] for span in found])
        for side, found in spans.items()
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
