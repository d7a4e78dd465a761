"""Reports of keyword scoring: a module each, which renders results, imported when somebody asks for it."""

from __future__ import annotations

# sys, raw, pra, dtl and sgml mean what they mean for words and segments; sum, bsum, alignment and det are KWSEval's.
NAMES = {
    "sys": "summary",
    "raw": "raw",
    "pra": "pra",
    "dtl": "dtl",
    "sgml": "sgml",
    "sum": "sum",
    "bsum": "blocks",
    "alignment": "alignment",
    "det": "det",
}
# Kinds of pictures; the first is the default.
PICTURES = {
    "det": "misses against false alarms",
    "thresholds": "rates and value at every threshold",
    "histogram": "scores of right and of false detections",
}
