"""Reports of meetings: a module each, which renders a `MeetingResult`, imported when somebody asks for it."""

from __future__ import annotations

NAMES = {"sys": "summary", "raw": "raw", "pra": "pra", "speakers": "speakers", "segments": "segments"}
# Kinds of pictures; the first is the default.
PICTURES = {
    "errors": "substituted, deleted and inserted words of each session",
    "rates": "the error rate of each session",
    "groups": "the error rate of each speaker of the reference, or of each session",
}
