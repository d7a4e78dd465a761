"""splet.utterance_metrics: metrics of single utterances."""

from __future__ import annotations

from .error_rate import error_rate_metric, error_rate_setup

__all__ = ["error_rate_metric", "error_rate_setup"]
