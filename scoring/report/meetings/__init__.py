"""Reports of meetings: a module each, which renders a `MeetingResult`, imported when somebody asks for it."""

from __future__ import annotations

NAMES = {"sys": "summary", "raw": "raw", "pra": "pra", "speakers": "speakers", "segments": "segments"}
