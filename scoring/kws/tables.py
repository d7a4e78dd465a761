"""Tables of keywords and trials for other programs, and totals read back from a table of trials."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from ...formats.errors import UsageError
from ..common.arrow import Column, column_of
from ..normalise.chain import Chain
from ..notices.took_part import TookPart
from .convention import Convention
from .excerpts import Stretch
from .settings import KwsSettings
from .totals import Columns, Entry, Origin, Totals

OUTCOMES = ("correct", "missed", "false_alarm", "rejected")


def keyword_columns(scores: Sequence[Mapping[str, Any]]) -> dict[str, Column]:
    """Columns of a row for each keyword, from its scores by name."""
    texts = ("id", "text")
    counts = ("targets", "hits", "misses", "false_alarms", "rejections")
    rates = ("miss_rate", "false_alarm_rate", "twv", "best_twv", "best_threshold", "average_precision")
    columns: dict[str, Column] = {}
    for kind, names in (("text", texts), ("integer", counts), ("number", rates)):
        columns |= {name: (kind, [score[name] for score in scores]) for name in names}  # type: ignore[misc]
    return columns


def trial_columns(totals: Totals) -> dict[str, Column]:
    """Columns of a row for each trial; times and scores are None where there is no reference or no detection."""
    columns = totals.columns
    target, scored = columns.target.tolist(), columns.scored.tolist()
    sources = (*totals.sources, None)
    return {
        "keyword": ("text", _named(columns.keyword, [entry.id for entry in totals.entries])),
        "recording": ("text", _named(columns.recording, totals.recordings)),
        "channel": ("text", _named(columns.channel, totals.channels)),
        "source": ("text", _named(columns.source, sources)),
        "outcome": ("text", [OUTCOMES[number] for number in _outcomes(columns)]),
        "ref_start": ("number", _present(columns.ref_begin.tolist(), target)),
        "ref_end": ("number", _present(columns.ref_end.tolist(), target)),
        "ref_start_text": ("text", _present(_decoded(columns.ref_begin_text), target)),
        "start": ("number", _present(columns.begin.tolist(), scored)),
        "end": ("number", _present(columns.end.tolist(), scored)),
        "start_text": ("text", _present(_decoded(columns.begin_text), scored)),
        "score": ("number", _present(columns.score.tolist(), scored)),
        "score_text": ("text", _present(_decoded(columns.score_text), scored)),
        "decision": ("text", _present(["YES" if yes else "NO" for yes in columns.yes.tolist()], scored)),
    }


def _named(numbers: Any, names: Sequence[str | None]) -> list[str | None]:
    return [names[number] for number in numbers.tolist()]


def _outcomes(columns: Columns) -> list[int]:
    """Index of each trial's outcome."""
    outcomes: list[int] = np.where(columns.target, ~columns.yes, 2 + ~columns.yes).tolist()
    return outcomes


def _present(values: Sequence[Any], there: Sequence[bool]) -> list[Any]:
    return [value if present else None for value, present in zip(values, there, strict=True)]


def _decoded(texts: Any) -> list[str]:
    return [text.decode("utf-8", "surrogateescape") for text in texts.tolist()]


def _settings_to_dict(settings: KwsSettings) -> dict[str, Any]:
    """Settings ready for JSON; of a normaliser the label."""
    chain = settings.chain
    return {**asdict(replace(settings, normalise=None)), "normalise": None if chain is None else chain.label}


def _settings_of_dict(facts: Mapping[str, Any]) -> KwsSettings:
    """The settings of metadata; of a normaliser only the label is known, as nothing is normalised again."""
    label = facts.get("normalise")
    return KwsSettings(
        **{
            **facts,
            "convention": Convention(**facts["convention"]),
            "prefilters": tuple(facts["prefilters"]),
            "normalise": None if label is None else Chain((), label),
        }
    )


def metadata_of_totals(totals: Totals) -> dict[str, Any]:
    """Everything about totals that is not a column, ready for JSON."""
    return {
        "name": totals.name,
        "version": totals.version,
        "pooled": totals.pooled,
        "settings": _settings_to_dict(totals.settings),
        "origin": asdict(totals.origin),
        "keywords": [asdict(entry) for entry in totals.entries],
        "recordings": totals.recordings,
        "searched": [asdict(stretch) for stretch in totals.searched],
        "remarks": totals.remarks,
        "causes": totals.causes,
        "took_part": totals.took_part.numbers(),
    }


def fields_of_table(table: Any, metadata: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of totals, from a table that has the columns of `trial_columns`."""
    entries = tuple(
        Entry(**{**entry, "attributes": tuple(map(tuple, entry["attributes"]))}) for entry in metadata["keywords"]
    )
    values = {name: column_of(table, name) for name in ("keyword", "recording", "channel", "source")}
    names: dict[str, Sequence[str]] = {
        "keyword": [entry.id for entry in entries],
        "recording": metadata["recordings"],
        "channel": sorted({name for name in values["channel"] if name is not None}),
        "source": sorted({name for name in values["source"] if name is not None}),
    }
    numbers = {name: _numbers(name, values[name], names[name]) for name in names}
    return {
        "name": metadata["name"],
        "settings": _settings_of_dict(metadata["settings"]),
        "origin": Origin(**metadata["origin"]),
        "entries": entries,
        "recordings": tuple(names["recording"]),
        "searched": tuple(Stretch(**stretch) for stretch in metadata["searched"]),
        "channels": tuple(names["channel"]),
        "sources": tuple(names["source"]),
        "columns": Columns(**numbers, **_measured(table)),
        "pooled": metadata["pooled"],
        "version": metadata["version"],
        "remarks": tuple(metadata.get("remarks", ())),
        "causes": tuple(metadata.get("causes", ())),
        "took_part": TookPart.of_numbers(metadata.get("took_part")),
    }


def _measured(table: Any) -> dict[str, Any]:
    """Columns of times, scores and decisions."""
    starts, decisions = _cells(table, "ref_start", float), _cells(table, "decision", str)
    wrong = sorted({text for text in decisions if text not in ("YES", "NO", None)})
    if wrong:
        raise UsageError(f"column 'decision' holds {wrong[0]!r}; expected 'YES', 'NO' or null")
    columns: dict[str, Any] = {
        "target": np.array([value is not None for value in starts], dtype=np.bool_),
        "scored": np.array([value is not None for value in decisions], dtype=np.bool_),
        "yes": np.array([value == "YES" for value in decisions], dtype=np.bool_),
    }
    numbers = {"ref_begin": "ref_start", "ref_end": "ref_end", "begin": "start", "end": "end", "score": "score"}
    for name, column in numbers.items():
        values = [np.nan if value is None else value for value in _cells(table, column, float)]
        columns[name] = np.array(values, dtype=np.float64)
    texts = {"ref_begin_text": "ref_start_text", "begin_text": "start_text", "score_text": "score_text"}
    for name, column in texts.items():
        columns[name] = np.array([(value or "").encode() for value in _cells(table, column, str)], dtype=np.bytes_)
    return columns


def _cells(table: Any, column: str, kind: type) -> list[Any]:
    """Values of a column, each of a type or None."""
    values = column_of(table, column)
    for row, value in enumerate(values):
        if value is not None and not isinstance(value, kind):
            raise UsageError(f"row {row} of column {column!r} is {value!r}; expected a {kind.__name__} or null")
    return values


def _numbers(column: str, values: Sequence[str | None], names: Sequence[str]) -> Any:
    """Index of each value among the names; -1 for None."""
    numbers: dict[str | None, int] = {name: place for place, name in enumerate(names)}
    if column == "source":
        numbers[None] = -1
    unknown = sorted({str(value) for value in values if value not in numbers})
    if unknown:
        raise UsageError(f"column {column!r} holds {unknown[0]!r}, which the metadata of this table does not name")
    return np.array([numbers[value] for value in values], dtype=np.int32)
