"""Time that md-eval evaluates and scores: regions without exclusions, collars and overlaps."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.segments.zones import Mark, MarkKind, overlaps, without, zones

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
    metadata = _excluding(uem, talk, NO_EVAL_METADATA["DEFAULT"])
    scored_metadata = _excluding(metadata, talk, NO_SCORE_METADATA[name])
    speakers = _excluding(uem, talk, NO_EVAL_SPEAKERS["DEFAULT"])
    scored = _without_collars(speakers, talk, collar) if collar > 0 else speakers
    no_score = NO_SCORE_SPEAKERS["DEFAULT"]
    scored = _excluding(scored, talk, no_score)
    scored = _excluding(scored, talk, {"NON-LEX": no_score["NON-LEX"]}, _EXTENSION)
    if single:
        ends = [begin + length for begin, length in zip(talk.begins, talk.lengths, strict=True)]
        several = overlaps([(begin, end) for begin, end in zip(talk.begins, ends, strict=True) if end > begin])
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
        return [(begin, end) for begin, end in spans if end > begin]
    rows = zip(talk.begins, talk.lengths, strict=True)
    marks += [("turn", begin, begin + length) for begin, length in rows]
    return without(spans, zones(marks, _NOISE, extension))


def _without_collars(spans: Spans, talk: Talk, collar: float) -> Spans:
    """The spans without so many seconds on each side of both ends of every turn, also of one without length."""
    import numpy as np

    begins = np.array(talk.begins)
    bounds = np.concatenate([begins, begins + np.array(talk.lengths)])
    regions = np.array(spans, dtype=np.float64).reshape(-1, 2)
    times = np.concatenate([regions[:, 0], bounds + collar, regions[:, 1], bounds - collar])
    opened = np.repeat([1, -1], len(times) // 2)
    # At one time, what opens goes first.
    order = np.lexsort((-opened, times))
    times, opened = times[order], opened[order]
    level = np.cumsum(opened)
    starts = times[(level == 1) & (opened == 1)]
    stops = np.flatnonzero((level == 0) & (opened == -1))
    latest = np.searchsorted(np.flatnonzero((level == 1) & (opened == 1)), stops) - 1
    kept = latest >= 0
    pairs = zip(starts[latest[kept]].tolist(), times[stops[kept]].tolist(), strict=True)
    return [(begin, end) for begin, end in pairs if end > begin]
