"""The verdict of `scorelite compare` as a file for the builds of others."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import takewhile

from ...formats.errors import quantity
from ..common.gate import Gate
from ..common.limits import Verdict
from ..compare.changes import Limits, title_of
from ..compare.differences import UtteranceDifference
from ..compare.scores import rate_of
from ..compare.verdict import Comparison
from ..words.inputs.reading import Reading
from ..words.result import Result
from .intervals import REPLICATIONS
from .verdicts import WORST, placed, read_again


def gate_of_comparison(
    comparison: Comparison,
    verdict: Verdict | None,
    limits: Limits,
    results: Sequence[Result],
    options: argparse.Namespace,
) -> Gate:
    """The gate of two results; `results` are those that were scored now, if both were."""
    path = options.hyp or options.sources[-1]
    formats = {path: options.hyp_format, options.ref: options.ref_format} if options.ref else {}
    formats = {path: None} if options.hyp_column or options.systems else formats
    files = {name: Reading(kind, errors="surrogateescape") for name, kind in formats.items()}
    worst = []
    if verdict is not None and not verdict.passed:
        worse = takewhile(lambda item: item.more > 0, comparison.utterances[:WORST])
        worst = [(item.id, results[1].utterances[item.id].segment if results else None, _more(item)) for item in worse]
    return Gate(
        "compare",
        title_of(comparison),
        path,
        rate_of(comparison.b),
        rate_of(comparison.a),
        comparison.b.interval_of_samples(REPLICATIONS),
        str(limits),
        verdict,
        placed(worst, path, read_again(files if worst else {})),
        comparison.analyses,
    )


def _more(item: UtteranceDifference) -> str:
    """The change of an utterance in words."""
    before, after = (0 if counts is None else counts.errors for counts in (item.a, item.b))
    texts = {"ref": item.ref, "before": item.hyp_a, "after": item.hyp_b}
    shown = [f"{name}: {text}" for name, text in texts.items() if text is not None]
    return "; ".join([f"{quantity(item.more, 'error')} more ({before} -> {after})", *shown])
