"""Time that md-eval evaluates and scores: regions without exclusions, collars and overlaps."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import chain

from ......core import compat
from ......formats.values import dataclass
from .....segments.collar_and_overlap import INFINITY, Mark, MarkKind, overlaps, without, zones
from .reading import Talk, times

Spans = list[tuple[float, float]]
Excluded = Mapping[str, Sequence[str]]

MOMENT = 1e-8
"""Times that differ by less are one moment."""

_EXTENSION = 0.5
_NOISE: tuple[MarkKind, ...] = ("noise",)
_NOISES = ("breath", "cough", "laugh", "lipsmack", "other", "sneeze")
_NOSCORE: dict[str, tuple[str, ...]] = {"NOSCORE": ("<na>",)}
NO_EVAL_METADATA = {"DEFAULT": {**_NOSCORE, "NO_RT_METADATA": ("<na>",)}}
_UNANNOTATED: dict[str, tuple[str, ...]] = {**_NOSCORE, "SU": ("unannotated",)}
NO_SCORE_METADATA: dict[str, dict[str, tuple[str, ...]]] = {
    "DEFAULT": {"LEXEME": ("un-lex",), **_UNANNOTATED},
    "FRAG": {"LEXEME": ("frag",), **_UNANNOTATED},
    "FRAG_UNLEX": {"LEXEME": ("frag", "un-lex"), **_UNANNOTATED},
    "MIN": _UNANNOTATED,
    "NONE": {},
}
NO_EVAL_SPEAKERS = {"DEFAULT": _NOSCORE}
NO_SCORE_SPEAKERS = {"DEFAULT": {"NON-LEX": _NOISES, **_NOSCORE}}


@dataclass(frozen=True, slots=True)
class Regions:
    """Spans of a recording that are evaluated and scored, for metadata and for speakers."""

    metadata: Spans
    scored_metadata: Spans
    speakers: Spans
    packed_speakers: bytes
    """Spans in which speakers are scored, as a column."""

    def scored_speakers(self) -> Spans:
        """Spans in which speakers are scored."""
        return unpacked(self.packed_speakers)


def regions_of(talk: Talk, uem: Spans, name: str, collar: float, *, single: bool) -> Regions:
    """Regions of a recording's reference; `name` is the set of what is not scored in metadata."""
    uem = [(begin, end) for begin, end in uem if end > begin]
    metadata = _excluding(uem, talk, NO_EVAL_METADATA["DEFAULT"])
    scored_metadata = _excluding(metadata, talk, NO_SCORE_METADATA[name])
    speakers = _excluding(uem, talk, NO_EVAL_SPEAKERS["DEFAULT"])
    scored = packed(speakers)
    if collar > 0:
        # Also of a turn without length.
        scored = compat.without_collars(scored, talk.begins, talk.ends, collar)
    if talk.events:
        no_score = NO_SCORE_SPEAKERS["DEFAULT"]
        spans = _excluding(unpacked(scored), talk, no_score)
        scored = packed(_excluding(spans, talk, {"NON-LEX": no_score["NON-LEX"]}, _EXTENSION))
    if single:
        turns = zip(times(talk.begins), times(talk.ends), strict=True)
        several = overlaps([(begin, end) for begin, end in turns if end > begin])
        scored, scored_metadata = packed(without(unpacked(scored), several)), without(scored_metadata, several)
    return Regions(metadata, scored_metadata, speakers, scored)


def _excluding(spans: Spans, talk: Talk, excluded: Excluded, extension: float = MOMENT) -> Spans:
    if not talk.events:
        return spans
    marks: list[Mark] = []
    for event in talk.events:
        kind: MarkKind | None = "word" if event.kind == "LEXEME" else None
        if event.subtype in excluded.get(event.kind, ()):
            kind = "noise"
        if kind:
            marks.append((kind, event.begin, event.end))
    if not any(kind == "noise" and end > begin for kind, begin, end in marks):
        return spans
    rows = zip(times(talk.begins), times(talk.lengths), strict=True)
    marks += [("turn", begin, begin + length) for begin, length in rows]
    # md-eval scores nothing behind an exclusion that never ends.
    return [span for span in without(spans, zones(marks, _NOISE, extension)) if span[1] < INFINITY]


def packed(spans: Spans) -> bytes:
    """Begins and ends of spans as a column (float64)."""
    return array("d", chain.from_iterable(spans)).tobytes()


def unpacked(column: bytes) -> Spans:
    """Spans of a column of begins and ends (float64)."""
    bounds = times(column)
    return list(zip(bounds[::2], bounds[1::2], strict=True))
