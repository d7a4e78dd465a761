"""splet.metadata: what a summary says about the metrics that made it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["FORMAT_VERSION", "metadata"]

__version__ = "0.1.0"
"""The release of SPLET whose place this takes."""
FORMAT_VERSION = 1


def metadata(metrics: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Names, versions, settings and the aligner of metrics, as JSON can hold them.

    >>> from scorelite.compat.splet import load_metrics
    >>> metadata(load_metrics([{"name": "wer", "case": "sensitive"}]))["metrics"]["wer"]["config"]
    {'tokenizer': 'word', 'case': 'sensitive', 'normalize': None}
    """
    described = {}
    for metric_id, module in metrics.items():
        spec, state = module["spec"], module["state"]
        entry = {
            "name": module["name"],
            "version": spec.version,
            "tier": spec.tier,
            "requires": list(spec.requires),
            "config": dict(module["config"]),
        }
        if isinstance(state, Mapping):
            entry |= {name: state[name] for name in ("backend", "signature") if name in state}
        described[metric_id] = entry
    return {"format": FORMAT_VERSION, "splet": __version__, "metrics": described}
