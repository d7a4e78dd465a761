"""Reports of segments: a module each, which renders a `SegmentResult`, imported when somebody asks for it."""

from __future__ import annotations

# The names mean what they mean for words and keywords.
NAMES = {
    "sys": "summary",
    "raw": "raw",
    "pra": "pra",
    "dtl": "dtl",
    "sgml": "sgml",
    "lengths": "lengths",
}
# Reports that need no labels, which totals do not store.
OF_SUMS = ("sys", "raw")
# Kinds of pictures; the first is the default.
PICTURES = {
    "errors": "confused, missed and false labels of each recording",
    "rates": "the error rate of each recording",
}
