"""Reports of segments: a module each, which renders a `SegmentResult`, imported when somebody asks for it."""

from __future__ import annotations

# The names mean what they mean for words and keywords; `html` is the table of `sys` as a page.
NAMES = {
    "sys": "summary",
    "raw": "raw",
    "pra": "pra",
    "dtl": "dtl",
    "sgml": "sgml",
    "html": "page",
    "lengths": "lengths",
}
