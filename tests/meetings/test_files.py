"""Sides that files hold: segments, and words with times that belong to segments."""

from __future__ import annotations

import json
from pathlib import Path

import scorelite


def test_words_of_segments_that_overlap_stay_together(tmp_path: Path) -> None:
    segments = []
    for text, begin, end in (("good day all", 0.0, 3.0), ("yes no", 0.5, 2.5)):
        words = text.split()
        step = (end - begin) / len(words)
        timed = [
            {"word": word, "start": begin + place * step, "end": begin + (place + 1) * step, "score": 1.0}
            for place, word in enumerate(words)
        ]
        segments.append({"start": begin, "end": end, "text": text, "words": timed, "speaker": "anna"})
    path = tmp_path / "talk.whisperx.json"
    path.write_text(json.dumps({"segments": segments, "word_segments": [], "language": "en"}))
    ref = b"talk 1 anna 0 3 good day all\ntalk 1 anna 0.5 2.5 yes no\n"
    assert scorelite.cpwer(ref, path) == 0.0
    assert scorelite.orcwer(ref, path) == 0.0
