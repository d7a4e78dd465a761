"""Recordings of a hypothesis that are utterances of a Kaldi data folder, with times from the begin of each."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from shlex import quote


def utterance_ids(path: str, sessions: Collection[str]) -> str:
    """The line of a message about sessions that are all utterances of the data folder at or around a path, if any is.

    >>> utterance_ids("no-folder/stm", {"call"})
    ''
    """
    place = Path(path)
    folder = place if place.is_dir() else place.parent
    segments = folder / "segments"
    if not segments.is_file():
        return ""
    ids = {line.split(None, 1)[0] for line in segments.read_text("utf-8", "replace").splitlines() if line.strip()}
    if not ids.issuperset(sessions):
        return ""
    text = folder / "text"
    without_times = f"; or score the hypothesis against {text}, without times" if text.is_file() else ""
    command = f"`scorelite convert HYP.ctm OUT.ctm --segments {quote(str(folder))}`"
    return (
        f"  the hypothesis names utterances of {segments}, not recordings: "
        f"{command} gives its words their recordings and times; score OUT.ctm{without_times}"
    )
