"""Time that md-eval evaluates and scores: regions without exclusions, collars and overlaps."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from itertools import chain

from scoring import _core as core
from scoring.segments.zones import INFINITY, Mark, MarkKind, overlaps, without, zones

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.compat.sctk.md_eval.reading import Talk

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
    scored_speakers: Spans


def regions_of(talk: Talk, uem: Spans, name: str, collar: float, *, single: bool) -> Regions:
    """Regions of a recording's reference; `name` is the set of what is not scored in metadata."""
    uem = [(begin, end) for begin, end in uem if end > begin]
    metadata = _excluding(uem, talk, NO_EVAL_METADATA["DEFAULT"])
    scored_metadata = _excluding(metadata, talk, NO_SCORE_METADATA[name])
    speakers = _excluding(uem, talk, NO_EVAL_SPEAKERS["DEFAULT"])
    scored = _without_collars(speakers, talk, collar) if collar > 0 else speakers
    no_score = NO_SCORE_SPEAKERS["DEFAULT"]
    scored = _excluding(scored, talk, no_score)
    scored = _excluding(scored, talk, {"NON-LEX": no_score["NON-LEX"]}, _EXTENSION)
    if single:
        several = overlaps([(begin, end) for begin, end in zip(talk.begins, talk.ends(), strict=True) if end > begin])
        scored, scored_metadata = without(scored, several), without(scored_metadata, several)
    return Regions(metadata, scored_metadata, speakers, scored)


def _excluding(spans: Spans, talk: Talk, excluded: Excluded, extension: float = MOMENT) -> Spans:
    marks: list[Mark] = []
    for event in talk.events:
        kind: MarkKind | None = "word" if event.kind == "LEXEME" else None
        if event.subtype in excluded.get(event.kind, ()):
            kind = "noise"
        if kind:
            marks.append((kind, event.begin, event.end))
    if not any(kind == "noise" and end > begin for kind, begin, end in marks):
        return spans
    rows = zip(talk.begins, talk.lengths, strict=True)
    marks += [("turn", begin, begin + length) for begin, length in rows]
    # md-eval scores nothing behind an exclusion that never ends.
    return [span for span in without(spans, zones(marks, _NOISE, extension)) if span[1] < INFINITY]


def _without_collars(spans: Spans, talk: Talk, collar: float) -> Spans:
    """The spans without so many seconds on each side of both ends of every turn, also of one without length."""
    kept = core.without_collars(packed(spans), talk.begins.tobytes(), talk.ends().tobytes(), collar)
    times = array("d", kept)
    return list(zip(times[::2], times[1::2], strict=True))


def packed(spans: Spans) -> bytes:
    """Begins and ends of spans as a column (float64)."""
    return array("d", chain.from_iterable(spans)).tobytes()
