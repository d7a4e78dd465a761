"""Trials of an alignment gathered into sets: all of them, or those of a group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...formats.errors import UsageError
from ..common.totals import united
from .alignment import Aligned
from .excerpts import Stretch
from .material import Ints
from .result import KwsResult
from .settings import KwsSettings
from .totals import Columns, Entry, Origin, size, table_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Group:
    """Set of trials of an alignment."""

    name: str
    searched: tuple[Stretch, ...]
    rows: Ints | None = None
    """Trials of the set; None for all."""
    always: frozenset[int] = frozenset()
    """Keywords that belong to the set even without a trial."""
    pooled: bool = False
    has_texts: bool = True


def gather(aligned: Aligned, settings: KwsSettings, group: Group) -> KwsResult:
    """Result of one set of trials; a set of which no time was searched is an error."""
    whole = size(group.searched, settings)
    if not settings.segments and not whole > 0:
        raise UsageError(f"{group.name}: the searched duration is {whole:.15g} s; expected more than 0")
    rows = np.arange(len(aligned)) if group.rows is None else group.rows
    material = aligned.material
    present = _numbers(aligned.keyword[rows]) | group.always
    keywords = sorted(present, key=lambda number: material.keywords[number].id)
    used = sorted(_numbers(aligned.place[rows]))
    places = [material.places[number] for number in used]
    recordings = united([(stretch.recording for stretch in group.searched), (file for file, _ in places)])
    channels = united([[channel for _, channel in places]])
    kinds = [excerpt.source_type for excerpt in material.inputs.ecf.excerpts]
    excerpts = sorted(_numbers(aligned.excerpt[rows]) - {-1})
    sources = united([[kinds[number] for number in excerpts]])
    number_of_places = len(material.places)
    tables = (
        table_of(keywords, range(len(keywords)), len(material.keywords)),
        table_of(used, [recordings.index(file) for file, _ in places], number_of_places),
        table_of(used, [channels.index(channel) for _, channel in places], number_of_places),
        table_of(excerpts, [sources.index(kinds[number]) for number in excerpts], len(kinds)),
    )
    return KwsResult(
        group.name,
        settings,
        Origin.of(material.inputs),
        tuple(
            Entry(item.id, item.text if group.has_texts else None, item.attributes, number in group.always)
            for number, item in ((number, material.keywords[number]) for number in keywords)
        ),
        recordings,
        group.searched,
        channels,
        sources,
        _columns(aligned, rows, tables),
        group.pooled,
    )


def _columns(aligned: Aligned, rows: Ints, tables: Sequence[NDArray[np.int32]]) -> Columns:
    """Rows of an alignment, with numbers of names from four tables: keyword, recording, channel and source."""
    keyword, recording, channel, source = tables
    reference, detection, place = aligned.reference[rows], aligned.detection[rows], aligned.place[rows]
    detected, spans = aligned.material.inputs.detected, aligned.spans
    begin_texts = np.array([text.encode("utf-8", "surrogateescape") for text in spans.begin_texts], dtype=np.bytes_)
    scored = detection >= 0
    return Columns(
        recording=recording[place],
        channel=channel[place],
        source=source[aligned.excerpt[rows]],
        keyword=keyword[aligned.keyword[rows]],
        target=reference >= 0,
        ref_begin=_filled(spans.begin, reference, np.nan),
        ref_end=_filled(spans.end, reference, np.nan),
        ref_begin_text=_filled(begin_texts, reference, b""),
        scored=scored,
        begin=_filled(detected.begins, detection, np.nan),
        end=_filled(detected.begins + detected.durations, detection, np.nan),
        begin_text=_filled(detected.begin_texts, detection, b""),
        score=_filled(detected.scores, detection, np.nan),
        score_text=_filled(detected.score_texts, detection, b""),
        yes=_filled(detected.yes, detection, False),
    )


def _numbers(column: Ints) -> set[int]:
    """Numbers of 0 and more that a column holds."""
    return set(np.flatnonzero(np.bincount(column[column >= 0])).tolist())


def _filled(column: NDArray[Any], rows: Ints, missing: object) -> NDArray[Any]:
    """Values of some rows; row -1 is missing."""
    return np.append(column, np.array([missing], dtype=column.dtype))[rows]
