"""Hypotheses of who speaks when in `scorelite compare --ref REF.rttm A.rttm B.rttm`: their diarisation error rates."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from ..compare.json_scores import DIARISATION
from ..compare.json_scores import scores_of_turns as scores_of_json
from ..compare.scores import NOW, Scores
from ..segments.api import score_segment_files
from .compare_systems import check_hypotheses
from .grammar import check_effects, given_besides
from .messages import warn
from .nothing_scored import check_segments

_TAKEN = frozenset(
    (
        *("sources", "ref", "json", "markdown", "latex", "csv", "output", "top", "verdict", "name", "threads", "run"),
        *("same", "exact", "max_wer_increase", "significant", "level", "replications", "plan", "correction"),
        *("ref_format", "hyp_format", "missing", "strip_id", "tables", "column_of_files"),
    )
)
_INPUT = ("ref_format", "hyp_format", "missing", "strip_id")


def scores_of_turns(options: argparse.Namespace, names: Mapping[str, str]) -> list[Scores]:
    """The score of each hypothesis, as `scorelite segments` scores it without options."""
    needed = "words: these are turns of speakers"
    check_effects(options, [(name, False, needed) for name in given_besides(options, _TAKEN)])
    check_hypotheses(options)
    scores = []
    for hyp in options.sources:
        given = {name: getattr(options, name) for name in _INPUT if getattr(options, name) is not None}
        result = score_segment_files(options.ref, hyp, measure=DIARISATION, **given)
        check_segments(result)
        for notice in result.notices:
            warn(f"{hyp}: {notice}")
        scores.append(scores_of_json(names.get(hyp, hyp), result.to_dict(), NOW))
    return scores
