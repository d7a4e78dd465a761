"""SPLET, the evaluation toolkit of ESPnet: its functions, settings and keys; words are aligned by sclite's policy.

`from scorelite.compat import splet` for `import splet`. SPLET has two drafts: names are those of the one that fixes the
contract (`metric_id`, `load_metrics`, `measure_utterances`, `summarize`), costs and case those of the one for sclite.

>>> metrics = load_metrics([{"name": "wer"}, {"name": "cer"}], normalize=[{"name": "whisper"}])
>>> results = measure_utterances({"u1": "The colour."}, metrics, {"u1": "the color is"})
>>> summary = summarize(results, metrics)
>>> summary["wer"], summary["wer_del"], summary["cer_ref_len"]
(0.3333333333333333, 1, 12)
"""

from __future__ import annotations

from .bin.measure import measured
from .metadata import __version__, metadata
from .metric_registry import (
    METRIC_CHOICES,
    MetricSpec,
    load_corpus_metrics,
    load_metrics,
    load_session_metrics,
    measure_batch,
    measure_corpus,
    measure_sessions,
    measure_utterances,
    validate_requirements,
)
from .summary import Accumulator, summarize

__all__ = [
    "METRIC_CHOICES",
    "Accumulator",
    "MetricSpec",
    "__version__",
    "load_corpus_metrics",
    "load_metrics",
    "load_session_metrics",
    "measure_batch",
    "measure_corpus",
    "measure_sessions",
    "measure_utterances",
    "metadata",
    "summarize",
    "validate_requirements",
]

PROGRAMS = {"splet-measure": measured}
